"""
From one table to another as steps that a person can follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from tilerules.melds.meld import Meld, Table
from tilerules.tiles import Tile

__all__ = ["MeldStep", "steps"]


@attrs.frozen
class MeldStep:
    """
    One new meld, and where its tiles come from.
    """

    meld: Meld
    """The meld as it stands afterwards."""
    sources: tuple[tuple[Meld | None, tuple[Tile, ...]], ...]
    """Tiles by the old meld they come from; None stands for the hand. The hand comes first."""

    def __str__(self) -> str:
        if len(self.sources) == 1:
            source, _tiles = self.sources[0]
            where = "from the hand" if source is None else f"what is left of {source}"
            return f"{self.meld}: {where}"
        parts = []
        for source, tiles in self.sources:
            where = "the hand" if source is None else str(source)
            if source is not None and len(tiles) == len(source):
                parts.append(f"all of {source}")
            else:
                parts.append(f"{' '.join(str(tile) for tile in tiles)} from {where}")
        return f"{self.meld}: {', '.join(parts)}"


def steps(old: Table, new: Table, laid: Iterable[Tile]) -> tuple[MeldStep, ...]:
    """
    Say how to make one table from another. Melds that stay as they are are not mentioned.

    Each new meld takes what it can from the old meld it has most in common with, pair by pair
    from the largest such part, so that few tiles move.

    Args:
        old: The table before.
        new: The table after.
        laid: The tiles laid from the hand.
    """
    kept = Counter(old) & Counter(new)
    before = [(meld, Counter(meld.tiles)) for meld in (Counter(old) - kept).elements()]
    after = [(meld, Counter(meld.tiles)) for meld in (Counter(new) - kept).elements()]
    hand = Counter(laid)
    taken: dict[tuple[int, int], Counter[Tile]] = {}
    while True:
        size, i, j = max(
            (
                ((tiles & wanted).total(), -i, -j)
                for i, (_meld, wanted) in enumerate(after)
                for j, (_old, tiles) in enumerate(before)
            ),
            default=(0, 0, 0),
        )
        if not size:
            break
        part = before[-j][1] & after[-i][1]
        taken[-i, -j] = part
        before[-j][1].subtract(part)
        after[-i][1].subtract(part)
    found = []
    for i, (meld, rest) in enumerate(after):
        sources: list[tuple[Meld | None, tuple[Tile, ...]]] = []
        from_hand = rest & hand
        hand -= from_hand
        if from_hand:
            sources.append((None, _ordered(meld, from_hand)))
        sources += [
            (before[j][0], _ordered(meld, part)) for (k, j), part in taken.items() if k == i
        ]
        found.append(MeldStep(meld, tuple(sources)))
    return tuple(found)


def _ordered(meld: Meld, part: Counter[Tile]) -> tuple[Tile, ...]:
    """Give tiles in the order in which they stand in a meld."""
    left = Counter(part)
    found = []
    for tile in meld.tiles:
        if left[tile] > 0:
            left[tile] -= 1
            found.append(tile)
    return tuple(found)
