"""
How a round is judged: what is held, who wins, what it is worth.
"""

from __future__ import annotations

import enum
from typing import TypeAlias

import attrs

from tilerules.rules.state import Move, PlanLike, Seat, State
from tilerules.tiles import Tile

__all__ = ["EndReason", "Held", "RoundEnd", "Verdict"]


class EndReason(enum.Enum):
    """Why a round ended."""

    WENT_OUT = "went_out"
    """A hand is empty."""
    BLOCKED = "blocked"
    """Nobody can play any more."""
    DECIDED = "decided"
    """A rule ended it, e.g. a hand that wins when dealt."""
    ABANDONED = "abandoned"
    """Too few players are left."""


Held: TypeAlias = "tuple[tuple[int, Tile, bool], ...]"
"""One seat's counted tiles: effective value, face, whether it is dead."""


@attrs.frozen
class RoundEnd:
    """
    The end of a round, as rungs, settlement and adjustments see it.
    """

    plan: PlanLike
    """The game as a whole."""
    reason: EndReason
    """Why the round ended."""
    held: tuple[Held, ...]
    """What each seat holds, at its effective values."""
    counts: tuple[int, ...]
    """What is counted against each seat."""
    by: Seat | None = None
    """The seat whose move ended the round, if known."""
    state: State | None = None
    """The final state; None where hands were scored without play."""
    before: State | None = None
    """The state before the last move, if known."""
    move: Move | None = None
    """The last move, if known."""
    last_tile: Tile | None = None
    """The last tile laid, if known."""
    ends: tuple[int, int] | None = None
    """The open ends before the last tile, where hands were scored without play."""

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.held))


@attrs.frozen
class Verdict:
    """
    What has been decided about a round so far.
    """

    winners: tuple[Seat, ...]
    """The winning seats, sorted; with partners the whole side; several sides: a tie."""
    points: tuple[int, ...]
    """What the round adds to each seat's total."""
    decided_by: str | None = None
    """The code of the rung that decided; None for a tie."""
    leader: Seat | None = None
    """The seat whose hand was best; None for a tie."""
