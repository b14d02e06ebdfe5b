"""
Doubles that are left over count more: a scorer.
"""

from __future__ import annotations

from tilerules import house_rule, param
from tilerules.rules import is_double
from tilerules.scorers import Held, TileValue
from tilerules.state import PlanLike

__all__ = ["HeavyDoubles"]


@house_rule(
    "auntys-rules/heavy-doubles",
    "Doubles that are left over count more",
    text="Their worth is multiplied, whatever other rules have made of it.",
    variants=("gaple", "mexican-train"),
    source="Aunty's kitchen",
)
class HeavyDoubles(TileValue):
    """Multiplies what a double counts."""

    # Values are changed in the order of the ranks: this one multiplies what rules of lower
    # rank have made of single tiles.
    rank = 500
    sentence = "A double that is left over counts {times} times its worth."

    times: int = param(2, "What their worth is multiplied by.", least=2, most=5)

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Give the tiles of one seat again: worth, face, and whether each is dead."""
        return tuple(
            (worth * self.times if is_double(tile) else worth, tile, is_dead)
            for worth, tile, is_dead in held
        )
