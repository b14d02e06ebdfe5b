"""
Whose train is open to whom. The layout must be one of trains (:mod:`tilerules.trains.layout`).
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tilerules.layouts.base import PlaceMask
from tilerules.rules.kinds import Constraint
from tilerules.state import GONE, Move, MoverState, PlanLike, State
from tilerules.texts import Reason, say
from tilerules.trains.first_turns import FIRST_TURNS, in_first_turn
from tilerules.trains.layout import MARKED
from tilerules.trains.words import seats_called, train_called

__all__ = ["CommunalTrains", "OwnTrainFirst", "PrivateTrains", "on_own_train"]


def on_own_train(state: MoverState, move: Move) -> bool:
    """Say whether a move lays a tile on the mover's own train."""
    return move.place_id >= 0 and state.plan.layout.train_of(move.place_id) == state.to_move


@attrs.frozen
class PrivateTrains(Constraint):
    """Another's train is closed unless it carries a marker."""

    code = "private-train"
    point = "layout"
    temporary = True
    sentence = "Nobody plays on another player's train unless it carries a marker."
    texts = {"private-train": "{train} carries no marker, so only its owner plays on it"}

    def shut(self, state: MoverState) -> PlaceMask:
        table = state.table
        return state.plan.layout.closed_to(table, state.to_move) if table else 0

    def closer(self, plan: PlanLike) -> Callable[[MoverState], PlaceMask]:
        closed_to = plan.layout.closed_to
        known: list[dict[int, PlaceMask]] = [{} for _seat in range(plan.seats)]

        def shut(state: MoverState) -> PlaceMask:
            table, seat = state.table, state.to_move
            if not table:
                return 0
            marked = table[MARKED]
            closed = known[seat].get(marked)
            if closed is None:
                closed = known[seat][marked] = closed_to(table, seat)
            return closed

        return shut

    def refusal(self, state: MoverState, move: Move) -> Reason:
        return self.reason(place=move.place, train=_train_of(state, move))


_WHEN_COMMUNAL = {
    "after-own": say(
        "communal-train.after-own",
        "a communal train may be started by a player who has started their own train.",
    ),
    "after-all": say(
        "communal-train.after-all",
        "a communal train may be started when all players have started theirs.",
    ),
    "not-first-turn": say(
        "communal-train.not-first-turn", "nobody plays on a communal train in the first turn."
    ),
    "first-player-then-all": say(
        "communal-train.first-player",
        "in the first turns only the first player plays on a communal train; it is open to all "
        "when everybody has had a turn.",
    ),
}


def _train_of(state: MoverState, move: Move) -> object:
    """Call the train a move would go to by its owner."""
    reading = state.plan.layout.read(state.table)
    return train_called(reading, move.place or "", seats_called(state))


def _left(state: State) -> int:
    """Give the seats that have left, a bit each; their trains have the same bits."""
    return sum([1 << seat for seat in state.rest.get(GONE, ())])


@attrs.frozen
class CommunalTrains(Constraint):
    """
    When a communal train may be played on. Needs
    :class:`~tilerules.trains.first_turns.FirstTurns` for those about turns.
    """

    code = "communal-train"
    point = "layout"
    # Passing ends first turns; it also opens unstarted trains, which show the same number as
    # a communal train that may not be started yet.
    temporary = True
    sentence = "{how}"
    texts = {"communal-train": "{train} is not open yet: {why}"}

    when: str = attrs.field(
        default="after-own", validator=attrs.validators.in_(tuple(_WHEN_COMMUNAL))
    )
    """``after-own``, ``after-all``, ``not-first-turn`` or ``first-player-then-all``."""

    def params(self) -> dict[str, object]:
        return {"when": self.when, "how": _WHEN_COMMUNAL[self.when]}

    def active(self, state: MoverState) -> bool:
        return bool(state.table)

    def shut(self, state: MoverState) -> PlaceMask:
        layout = state.plan.layout
        communal: PlaceMask = layout.communal
        if self.when == "not-first-turn":
            return communal if in_first_turn(state) else 0
        if self.when == "first-player-then-all":
            pending = state.rest.get(FIRST_TURNS, 0)
            nobody_yet = pending | _left(state) == (1 << state.plan.seats) - 1
            return communal if pending and not nobody_yet else 0
        unstarted: PlaceMask = layout.unstarted(state.table)
        own = ~(communal | _left(state))
        if self.when == "after-own":
            own = 1 << state.to_move
        return unstarted & communal if unstarted & own else 0

    def refusal(self, state: MoverState, move: Move) -> Reason:
        return self.reason(
            place=move.place, train=_train_of(state, move), why=_WHEN_COMMUNAL[self.when]
        )


@attrs.frozen
class OwnTrainFirst(Constraint):
    """Who has not started the own train plays nowhere else."""

    code = "own-train-first"
    point = "turn"
    sentence = "A player who has not started their own train plays nowhere else."
    texts = {"own-train-first": "you must start your own train first"}

    def active(self, state: MoverState) -> bool:
        if not state.table:
            return False
        return bool(state.plan.layout.unstarted(state.table) >> state.to_move & 1)

    def shut(self, state: MoverState) -> PlaceMask:
        return ~(1 << state.to_move)

    def refusal(self, state: MoverState, move: Move) -> Reason:
        return self.reason(seat=state.to_move)
