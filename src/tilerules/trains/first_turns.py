"""
Who still has a first turn to come.

Kept under the key ``first-turns``: the seats, a bit each; nothing when all have had theirs. A
turn that ran out of time was one, and nobody waits for a player who has left.
"""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from tilerules.rules.kinds import Action, Effect
from tilerules.state import FRESH, GONE, Draft, Move, MoverState, State

__all__ = ["FIRST_TURNS", "FirstTurns", "in_first_turn", "turn_is_over"]

FIRST_TURNS = "first-turns"
"""The key under which the seats stand that have not had a turn yet."""


def turn_is_over(state: MoverState, move: Move, draft: Draft) -> bool:
    """Say whether a move has ended the turn of the seat to move; it may be one of the host's."""
    action = state.plan.actions.get(move.kind)
    if action is None:
        return draft.to_move != state.to_move
    return draft.turn is FRESH and not action.keeps_turn


def in_first_turn(state: MoverState) -> bool:
    """Say whether the seat to move has its first turn. Needs :class:`FirstTurns`."""
    pending: int = state.rest.get(FIRST_TURNS, 0)
    return bool(pending >> state.to_move & 1)


@attrs.frozen
class FirstTurns(Effect):
    """Keeps who has not had a turn yet."""

    code = "first-turns"
    keeps = (FIRST_TURNS,)

    def concerns(self, action: Action) -> bool:
        return True

    def begin(self, draft: Draft) -> None:
        draft.rest = draft.rest.with_ext(FIRST_TURNS, (1 << draft.plan.seats) - 1)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        if type(value) is int and 0 < value < 1 << state.plan.seats:
            return None
        return f"must be seats, a bit each: a number from 1 to {(1 << state.plan.seats) - 1}"

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        pending: int = state.rest.get(FIRST_TURNS, 0)
        if not pending:
            return
        had = sum([1 << seat for seat in draft.rest.get(GONE, ())])
        if state.table and turn_is_over(state, move, draft):
            had |= 1 << state.to_move
        if pending & had:
            draft.rest = draft.rest.with_ext(FIRST_TURNS, pending & ~had or None)
