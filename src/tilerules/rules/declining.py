"""
Passing although one could play, and rounds that end because everybody does.

That a pass is only for who cannot play is said by ``only_without`` of the action; the refusal
has the code ``must-`` and the kind of move that is possible. A permit lifts it like any other.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from tilerules.rules.ends import EndReason
from tilerules.rules.openings import OPENING
from tilerules.rules.parts import Ending, Permit
from tilerules.rules.state import LEFT, Draft, Move, State

__all__ = ["AllPassed", "DeclineDrawn", "PassAtWill"]


@attrs.frozen
class DeclineDrawn(Permit):
    """A tile just drawn need not be laid: one may pass instead."""

    code: ClassVar[str] = "decline-drawn"
    point: ClassVar[str] = "blocking"
    lifts: ClassVar[tuple[str, ...]] = ("must-place",)
    kinds: ClassVar[tuple[str, ...] | None] = ("pass",)
    sentence: ClassVar[str] = "A drawn tile that fits may be laid at once, or kept by passing."

    def active(self, state: State) -> bool:
        """It holds once a tile has been drawn."""
        return state.turn.draws > 0

    def permits(self, state: State, move: Move) -> bool:
        """Only drawn tiles can fit: before the draw nothing did."""
        return state.turn.draws > 0


@attrs.frozen
class PassAtWill(Permit):
    """One may pass although a tile fits."""

    code: ClassVar[str] = "pass-at-will"
    point: ClassVar[str] = "blocking"
    lifts: ClassVar[tuple[str, ...]] = ("must-place",)
    kinds: ClassVar[tuple[str, ...] | None] = ("pass",)
    sentence: ClassVar[str] = (
        "A player who could lay a tile may pass instead, unless the round begins with it."
    )

    def permits(self, state: State, move: Move) -> bool:
        """Any pass, but of who has to lay the tile that the round begins with."""
        return bool(state.table) or state.rest.get(OPENING) is None


@attrs.frozen
class AllPassed(Ending):
    """
    The round ends when everybody has passed in succession, whatever could have been done.

    Needs :class:`~tilerules.rules.idle.IdleTurns`.
    """

    code: ClassVar[str] = "all-passed"
    rank: ClassVar[int] = 180
    reason_why: ClassVar[EndReason] = EndReason.BLOCKED
    sentence: ClassVar[str] = "It ends too when all players pass in succession."

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        """Compare the passes with the seats that have not left."""
        rest = draft.rest
        return rest.idle >= draft.plan.seats - len(rest.get(LEFT, ()))
