"""
Of equal counts the fewest doubles win: a tie-breaker.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerules import house_rule
from tilerules.rules import is_double
from tilerules.scorers import RoundEnd, Rung
from tilerules.state import Seat

__all__ = ["FewestDoubles"]


@house_rule(
    "auntys-rules/fewest-doubles",
    "Of equal counts the fewest doubles win",
    text="Dead ones are counted too, and those of both partners where their hands are added.",
    variants=("gaple", "mexican-train"),
    source="Aunty's kitchen",
)
class FewestDoubles(Rung):
    """One rung of the ladder that finds the winner: the lowest key stays on it."""

    # Rungs are climbed in the order of their ranks; the count of the pips has 100.
    rank = 180
    # What the outcome says when this rung decided.
    because = "the fewest doubles"
    sentence = "Of equal counts the one with the fewest doubles wins."

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Count the doubles a seat is left with, dead ones too."""
        return sum(is_double(tile) for _worth, tile, _is_dead in end.held[seat])

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> int:
        """Count those of partners whose hands are added."""
        return sum(self.key(end, seat) for seat in seats)
