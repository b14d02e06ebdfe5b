"""
Who may play on which train, and what a first turn allows.

The layout must be one of trains (:mod:`tilerules.layouts.trains`). Who still has a first turn
to come is kept under the key ``first-turns``: the seats, a bit each; nothing when all have had
theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, ClassVar

import attrs

from tilerules.layouts.base import PlaceMask
from tilerules.rules.blocking import WordAction
from tilerules.rules.parts import Constraint, Continuation, Effect, Lister
from tilerules.rules.state import FRESH, Draft, Move, PlanLike, State
from tilerules.rules.supposing import Supposed
from tilerules.texts import Reason
from tilerules.tiles import TileMask

__all__ = [
    "FIRST_TURNS",
    "CommunalTrains",
    "FirstTrain",
    "FirstTurns",
    "OnOwnTrain",
    "OwnTrainFirst",
    "PrivateTrains",
    "Stop",
    "UnbrokenTrain",
    "first_train",
    "in_first_turn",
    "keep",
    "on_own_train",
]

FIRST_TURNS = "first-turns"
"""The key under which the seats stand that have not had a turn yet."""


def keep(draft: Draft, key: str, value: Hashable) -> None:
    """Set what a rule keeps in a round that begins."""
    ext = {**dict(draft.rest.ext), key: value}
    # The rest of such a draft is one itself.
    draft.rest.ext = tuple(sorted(ext.items()))  # type: ignore[misc]


def in_first_turn(state: State) -> bool:
    """Say whether the seat to move has its first turn. Needs :class:`FirstTurns`."""
    pending: int = state.rest.get(FIRST_TURNS, 0)
    return bool(pending >> state.to_move & 1)  # type: ignore[operator]  # somebody moves


def on_own_train(state: State, move: Move) -> bool:
    """Say whether a move lays a tile on the mover's own train."""
    return move.place_id >= 0 and state.plan.layout.train_of(move.place_id) == state.to_move


# --- whose trains are open to whom ------------------------------------------------------------


@attrs.frozen
class PrivateTrains(Constraint):
    """Another's train is closed unless it carries a marker."""

    code: ClassVar[str] = "private-train"
    point: ClassVar[str] = "layout"
    temporary: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Everybody plays on the own train, on a communal one, and on another's train while it "
        "carries a marker."
    )
    texts: ClassVar[Mapping[str, str]] = {
        "private-train": "train {place} belongs to another player and carries no marker"
    }

    def shut(self, state: State) -> PlaceMask:
        """Close the trains of others without a marker."""
        table = state.table
        return state.plan.layout.closed_to(table, state.to_move) if table else 0

    def refusal(self, state: State, move: Move) -> Reason:
        """Name the train."""
        return self.reason(place=move.place)


_WHEN_COMMUNAL = {
    "after-own": "A communal train may be started by a player who has started the own train.",
    "after-all": "A communal train may be started when all players have started theirs.",
    "not-first-turn": "Nobody plays on a communal train in the first turn.",
    "first-player-then-all": (
        "In the first turns only the first player plays on a communal train; it is open to all "
        "when everybody has had a turn."
    ),
}


@attrs.frozen
class CommunalTrains(Constraint):
    """
    When a communal train may be played on. Needs :class:`FirstTurns` for the turn-bound rules.
    """

    code: ClassVar[str] = "communal-train"
    point: ClassVar[str] = "layout"
    # Passing ends first turns; it also opens unstarted trains, which show the same number as
    # a communal train that may not be started yet.
    temporary: ClassVar[bool] = True
    sentence: ClassVar[str] = "{how}"
    texts: ClassVar[Mapping[str, str]] = {
        "communal-train": "train {place} is not open to seat {seat} yet ({when})"
    }

    when: str = attrs.field(
        default="after-own", validator=attrs.validators.in_(tuple(_WHEN_COMMUNAL))
    )
    """``after-own``, ``after-all``, ``not-first-turn`` or ``first-player-then-all``."""

    def params(self) -> dict[str, object]:
        """Put it in words."""
        return {"when": self.when, "how": _WHEN_COMMUNAL[self.when]}

    def active(self, state: State) -> bool:
        """It holds once there are trains."""
        return bool(state.table)

    def shut(self, state: State) -> PlaceMask:
        """Close the communal trains, or those not started."""
        layout = state.plan.layout
        communal: PlaceMask = layout.communal
        if self.when == "not-first-turn":
            return communal if in_first_turn(state) else 0
        if self.when == "first-player-then-all":
            pending = state.rest.get(FIRST_TURNS, 0)
            nobody_yet = pending == (1 << state.plan.seats) - 1
            return communal if pending and not nobody_yet else 0
        unstarted: PlaceMask = layout.unstarted(state.table)
        own = 1 << state.to_move if self.when == "after-own" else ~communal  # type: ignore[operator]
        return unstarted & communal if unstarted & own else 0

    def refusal(self, state: State, move: Move) -> Reason:
        """Name train and seat."""
        return self.reason(place=move.place, seat=state.to_move)


@attrs.frozen
class OwnTrainFirst(Constraint):
    """Who has not started the own train plays nowhere else."""

    code: ClassVar[str] = "own-train-first"
    point: ClassVar[str] = "turn"
    sentence: ClassVar[str] = "A player who has not started the own train plays nowhere else."
    texts: ClassVar[Mapping[str, str]] = {
        "own-train-first": "seat {seat} must start the own train first"
    }

    def active(self, state: State) -> bool:
        """It holds while the mover's train is not started."""
        if not state.table:
            return False
        return bool(state.plan.layout.unstarted(state.table) >> state.to_move & 1)

    def shut(self, state: State) -> PlaceMask:
        """Close every other train."""
        return ~(1 << state.to_move)  # type: ignore[operator]  # somebody moves

    def refusal(self, state: State, move: Move) -> Reason:
        """Name the seat."""
        return self.reason(seat=state.to_move)


# --- first turns ------------------------------------------------------------------------------


@attrs.frozen
class FirstTurns(Effect):
    """Keeps who has not had a turn yet."""

    code: ClassVar[str] = "first-turns"
    kinds: ClassVar[tuple[str, ...] | None] = ("place", "pass", "stop")

    def begin(self, draft: Draft) -> None:
        """All have theirs to come."""
        keep(draft, FIRST_TURNS, (1 << draft.plan.seats) - 1)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Count the turn that is over."""
        pending: int = state.rest.get(FIRST_TURNS, 0)
        if pending and draft.turn is FRESH and state.table:
            left = pending & ~(1 << state.to_move)  # type: ignore[operator]  # somebody moved
            if left != pending:
                draft.rest = draft.rest.with_ext(FIRST_TURNS, left or None)


@attrs.frozen
class FirstTrain(Continuation):
    """In the first turn several tiles may be laid on the own train. Needs :class:`FirstTurns`."""

    code: ClassVar[str] = "first-train"
    kinds: ClassVar[tuple[str, ...] | None] = ("place",)
    sentence: ClassVar[str] = "In the first turn a player may lay {how} on the own train."

    most: int | None = None
    """How many tiles; None: as many as fit."""

    def params(self) -> dict[str, object]:
        """Say how many."""
        how = "as many tiles as fit" if self.most is None else f"up to {self.most} tiles"
        return {"most": self.most, "how": how}

    def goes_on(self, state: State, move: Move, draft: Draft) -> bool:
        """Say whether a further tile may be laid; where none fits the turn is over."""
        if not (state.table and in_first_turn(state) and on_own_train(state, move)):
            return False
        if self.most is not None and len(draft.turn.laid) >= self.most:
            return False
        return bool(draft.plan.kinds_open(draft, ("place",)))  # type: ignore[arg-type]  # readable

    def lacks(self, state: State, move: Move, after: State) -> TileMask:
        """
        Where the turn ended by itself, nothing was left that could be laid.

        Doubles are left out: whether one may be laid can depend on what else is held.
        """
        plan = after.plan
        supposed = Supposed.like(after)
        supposed.to_move = state.to_move  # type: ignore[assignment]  # somebody moved
        supposed.turn = plan.actions["place"].advance(state.turn, move)
        supposed.masks = (plan.tile_set.full & ~plan.layout.tiles(after.table),) * plan.seats
        if not self.goes_on(state, move, supposed):
            return 0
        mask = 0
        for further in plan.kinds_open(supposed, ("place",)):
            mask |= plan.tile_set.copies[further.tile]  # type: ignore[index]  # it lays one
        return mask & ~plan.tile_set.doubles


@attrs.frozen
class OnOwnTrain(Constraint):
    """In a turn of several tiles all go on the own train, but for one that is owed."""

    code: ClassVar[str] = "on-own-train"
    temporary: ClassVar[bool] = True
    texts: ClassVar[Mapping[str, str]] = {
        "on-own-train": "further tiles of the first turn go on the own train"
    }

    def active(self, state: State) -> bool:
        """It holds after the first tile, while nothing is owed."""
        return bool(state.turn.laid) and not state.turn.owed

    def shut(self, state: State) -> PlaceMask:
        """Close all other trains."""
        layout = state.plan.layout
        return ~layout.places_of(1 << state.to_move)  # type: ignore[operator, no-any-return]


@attrs.frozen
class UnbrokenTrain(Constraint):
    """A train laid in the first turn may not end on a double."""

    code: ClassVar[str] = "unbroken-train"
    temporary: ClassVar[bool] = True
    kinds: ClassVar[tuple[str, ...]] = ("place", "stop")
    sentence: ClassVar[str] = "The train of a first turn does not end on a double."
    texts: ClassVar[Mapping[str, str]] = {
        "unbroken-train": "the train of the first turn may not end on a double"
    }

    def active(self, state: State) -> bool:
        """It holds in first turns."""
        return bool(state.table) and in_first_turn(state)

    def forbids(self, state: State, move: Move) -> bool:
        """Ask what the train would end on."""
        doubles = state.plan.tile_set.doubles
        last = state.turn.laid[-1] if state.turn.laid else None
        if last is not None and last.bit & doubles and on_own_train(state, last):
            return not on_own_train(state, move)
        if not (move.bit & doubles and on_own_train(state, move)):
            return False
        hand = state.masks[state.to_move]  # type: ignore[index]  # somebody moves
        fitting: TileMask = state.plan.layout.fitting(state.table, move.place_id)
        return not hand & fitting & ~move.bit


@attrs.frozen
class Stop(WordAction):
    """End a turn in which several tiles may be laid: ``stop``."""

    code: ClassVar[str] = "stop"
    sentence: ClassVar[str] = "A player who could lay more in such a turn may stop."
    texts: ClassVar[Mapping[str, str]] = {
        "nothing-laid": "no tile has been laid in this turn yet",
        "tile-owed": "a tile is still owed for a double",
    }

    def lister(self, plan: PlanLike) -> Lister:
        """List the word once a tile is laid and none is owed."""
        only = (self._move(),)
        return lambda state, shut, barred: only if state.turn.laid and not state.turn.owed else ()

    def doer(self, plan: PlanLike) -> Callable[[State, Move, Draft], None]:
        """Change nothing; the turn has passed on already."""
        return lambda state, move, draft: None

    def problems(self, state: State, move: Move) -> Iterable[Reason]:
        """Say whether a tile is laid, and whether one is owed."""
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
