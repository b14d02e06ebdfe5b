"""
Doubles that are left over count more: a scorer.
"""

from __future__ import annotations

import attrs

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.laying import is_double
from tilerules.scorers.kinds import TileValue
from tilerules.scorers.results import Held
from tilerules.state import PlanLike

__all__ = ["HEAVY_DOUBLES", "HeavyDoubles"]


@attrs.frozen
class HeavyDoubles(TileValue):
    """
    Multiplies what a double counts.
    """

    code = "heavy-doubles"
    # Values are changed in the order of the ranks: this one multiplies what rules of lower
    # rank have made of single tiles.
    rank = 500
    sentence = "A double that is left over counts {times} times its worth."

    times: int = 2
    """What its worth is multiplied by."""

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Give the tiles of one seat again: worth, face, and whether each is dead."""
        return tuple(
            (worth * self.times if is_double(tile) else worth, tile, is_dead)
            for worth, tile, is_dead in held
        )


def heavy_doubles(variant: Variant, times: int) -> Variant:
    """Add the part; counts, ties and points follow by themselves."""
    return variant.put(HeavyDoubles(times))


HEAVY_DOUBLES = HouseRule(
    key="auntys-rules/heavy-doubles",
    title="Doubles that are left over count more",
    text="Their worth is multiplied, whatever other rules have made of it.",
    apply=heavy_doubles,
    variants=("gaple", "mexican-train"),
    parameters=(Parameter("times", 2, "What their worth is multiplied by.", least=2, most=5),),
    source="Aunty's kitchen",
)
