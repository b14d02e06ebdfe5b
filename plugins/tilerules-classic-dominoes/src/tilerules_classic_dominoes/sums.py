"""
What touches in Matador: halves that add up to a number, and matadors whatever they touch.
"""

from __future__ import annotations

from typing import Self

import attrs

from tilerules import Domino, InvalidVariantError, TileSet
from tilerules.layouts import Touching

__all__ = ["SumsTo"]


@attrs.frozen
class SumsTo(Touching):
    """Touching halves add up to one more than the highest number."""

    code = "sums-to"
    sentence = (
        "the touching halves add up to {total}. The matadors, [0-0] and every tile whose own "
        "halves add up to {total}, go to any end, either way round; to a blank nothing else can be "
        "laid."
    )

    total: int = 7
    """What touching halves add up to: 7 with double-six, 10 with double-nine, and so on."""

    def for_tiles(self, tile_set: TileSet) -> Self:
        return attrs.evolve(self, total=tile_set.highest + 1)

    def check(self, tile_set: TileSet) -> None:
        total = tile_set.highest + 1
        if self.total != total:
            raise InvalidVariantError(
                f"with {tile_set.key} touching halves add up to {total}, not {self.total}"
            )

    def joins(self, end: int, tile: Domino, inner: int) -> bool:
        return tile.pips in (0, self.total) or end + inner == self.total

    def misfit(self, before: tuple[int, int], half: tuple[int, int]) -> str:
        return f"and the {before[1]} before it do not add up to {self.total}"
