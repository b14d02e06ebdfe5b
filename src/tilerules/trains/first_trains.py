"""
First turns in which a whole train may be laid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from tilerules.layouts.base import PlaceMask
from tilerules.rules.blocking import WordAction, laying_moves
from tilerules.rules.hypothetical import Hypothetical
from tilerules.rules.kinds import Action, Constraint, Continuation, Lister
from tilerules.state import Draft, Move, MoverState, PlanLike, State
from tilerules.texts import Reason, counted, say
from tilerules.tiles import TileMask
from tilerules.trains.first_turns import FirstTurns, in_first_turn
from tilerules.trains.whose import on_own_train

__all__ = ["FirstTrain", "OnOwnTrain", "Stop", "UnbrokenTrain", "first_train"]


@attrs.frozen
class FirstTrain(Continuation):
    """
    In the first turn several tiles may be laid on the own train.

    Needs :class:`~tilerules.trains.first_turns.FirstTurns`.
    """

    code = "first-train"
    looks_back = True
    sentence = (
        "In the first turn a player may lay {how} on their own train. After a tile on another "
        "train the turn goes on only for one that is owed."
    )

    most: int | None = None
    """How many tiles; None: as many as fit."""

    def params(self) -> dict[str, object]:
        how = say("first-train.all", "as many tiles as fit")
        if self.most is not None:
            how = say("first-train.most", "up to {tiles}", tiles=counted(self.most, "tile"))
        return {"most": self.most, "how": how}

    def concerns(self, action: Action) -> bool:
        return action.lays

    def goes_on(self, state: MoverState, move: Move, draft: Draft) -> bool:
        """Say whether a further tile may be laid; where none fits the turn is over."""
        if not (state.table and in_first_turn(state) and on_own_train(state, move)):
            return False
        if self.most is not None and len(draft.turn.laid) >= self.most:
            return False
        return bool(laying_moves(draft))

    def lacks(self, state: MoverState, move: Move, after: State) -> TileMask:
        """
        Where the turn ended by itself, nothing was left that could be laid.

        Doubles are left out: whether one may be laid can depend on what else is held.
        """
        plan = after.plan
        supposed = Hypothetical.like(after)
        supposed.to_move = state.to_move
        supposed.turn = plan.actions[move.kind].advance(state.turn, move)
        supposed.masks = (plan.tile_set.full & ~plan.layout.tiles(after.table),) * plan.seats
        if not self.goes_on(state, move, supposed):
            return 0
        fitting = {further.tile for further in laying_moves(supposed)}
        mask = sum(mask for face, mask in plan.tile_set.copies.items() if face in fitting)
        return mask & ~plan.tile_set.doubles


@attrs.frozen
class OnOwnTrain(Constraint):
    """In a turn of several tiles all go on the own train, but for one that is owed."""

    code = "on-own-train"
    temporary = True
    texts = {"on-own-train": "further tiles of the first turn go on your own train"}

    def active(self, state: MoverState) -> bool:
        return bool(state.turn.laid) and not state.turn.owed

    def shut(self, state: MoverState) -> PlaceMask:
        own: PlaceMask = state.plan.layout.places_of(1 << state.to_move)
        return ~own


@attrs.frozen
class UnbrokenTrain(Constraint):
    """A train laid in the first turn may not end on a double."""

    code = "unbroken-train"
    temporary = True
    kinds = ("place", "stop")
    sentence = (
        "The train of a first turn does not end on a double: one is laid only by a player who "
        "holds a tile to lay on it, and lays that too."
    )
    texts = {"unbroken-train": "the train of the first turn may not end on a double"}

    def active(self, state: MoverState) -> bool:
        return bool(state.table) and in_first_turn(state)

    def forbids(self, state: MoverState, move: Move) -> bool:
        doubles = state.plan.tile_set.doubles
        last = state.turn.laid[-1] if state.turn.laid else None
        if last is not None and last.bit & doubles and on_own_train(state, last):
            return not on_own_train(state, move)
        if not (move.bit & doubles and on_own_train(state, move)):
            return False
        hand = state.masks[state.to_move]
        fitting: TileMask = state.plan.layout.fitting(state.table, move.place_id)
        return not hand & fitting & ~move.bit


@attrs.frozen
class Stop(WordAction):
    """End a turn in which several tiles may be laid: ``stop``."""

    code = "stop"
    verb = "end the turn"
    sentence = (
        "A turn of several tiles may be stopped after any of them, unless one is owed for a double."
    )
    texts = {
        "nothing-laid": "no tile has been laid in this turn yet",
        "tile-owed": "a tile is still owed for a double",
    }

    def lister(self, plan: PlanLike) -> Lister:
        only = (self._move(),)
        return lambda state, shut, barred: only if state.turn.laid and not state.turn.owed else ()

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        return lambda state, move, draft: None

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        if not state.turn.laid:
            yield self.reason("nothing-laid")
        if state.turn.owed:
            yield self.reason("tile-owed")


def first_train(most: int | None = None, *, end_on_double: bool = True) -> tuple[Any, ...]:
    """
    Give the parts of a first turn in which several tiles may be laid on the own train.

    Args:
        most: How many; None: as many as fit.
        end_on_double: Whether the train may end on a double.
    """
    parts = (FirstTrain(most), OnOwnTrain(), FirstTurns(), Stop())
    return parts if end_on_double else (*parts, UnbrokenTrain())
