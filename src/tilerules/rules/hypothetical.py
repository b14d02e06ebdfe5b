"""
States that nobody has played: what if all passed, what if somebody held other tiles?

A rule that asks such a question makes a :class:`Hypothetical` state and puts it to the same parts
that decide about real ones.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilerules.rules.blocking import Pass
from tilerules.state import FRESH, Move, PlanLike, Rest, Seat, State, Turn
from tilerules.tiles import TileMask

__all__ = ["Hypothetical", "after_passing"]


@attrs.define
class Hypothetical:
    """
    A state to ask questions of: it can be read like a round and changed like a draft.
    """

    plan: PlanLike
    """The game as a whole."""
    masks: tuple[TileMask, ...]
    """Each seat's hand."""
    table: Any
    """The state of the layout."""
    to_move: Seat
    """The seat to move."""
    turn: Turn
    """The turn being played."""
    rest: Rest
    """Everything else."""
    parent: State | None = None
    """Hypothetical states have no history."""
    move: Move | None = None
    """Likewise."""

    @classmethod
    def like(cls, state: Any) -> Hypothetical:
        """Copy a round, or a draft of one."""
        return cls(state.plan, state.masks, state.table, state.to_move, state.turn, state.rest)


def after_passing(state: Any) -> Hypothetical:
    """
    Suppose that every seat has passed once, beginning with the seat to move.

    Only what the variant's effects make of a pass is done: no ending is asked.
    """
    plan = state.plan
    before = Hypothetical.like(state)
    action = next((one for one in plan.actions.values() if one.idle), Pass())
    passing = Move(kind=action.code, notation=action.code)
    effects = [effect for effect in plan.variant.effects if effect.concerns(action)]
    for _ in range(plan.seats):
        after = attrs.evolve(before, turn=FRESH, to_move=plan.next_seat(before, before.to_move))
        for effect in effects:
            effect.after(before, passing, after)
        before = after
    return before
