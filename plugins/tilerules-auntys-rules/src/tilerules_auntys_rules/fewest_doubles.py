"""
Of equal counts the fewest doubles win: a tie-breaker.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tilerules import HouseRule, Variant
from tilerules.rules.laying import is_double
from tilerules.scorers.kinds import Rung
from tilerules.scorers.results import RoundEnd
from tilerules.state import Seat

__all__ = ["FEWEST_DOUBLES", "FewestDoubles"]


@attrs.frozen
class FewestDoubles(Rung):
    """
    One rung of the ladder that finds the winner: the lowest key stays on it.
    """

    code = "fewest-doubles"
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


def fewest_doubles(variant: Variant) -> Variant:
    """Put the rung into the ladder; its rank says where."""
    return variant.put(FewestDoubles())


FEWEST_DOUBLES = HouseRule(
    key="auntys-rules/fewest-doubles",
    title="Of equal counts the fewest doubles win",
    text="Dead ones are counted too, and those of both partners where their hands are added.",
    apply=fewest_doubles,
    variants=("gaple", "mexican-train"),
    source="Aunty's kitchen",
)
