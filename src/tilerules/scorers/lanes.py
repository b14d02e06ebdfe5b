"""
The ends of many rounds at once, as arrays: what a rung or a settlement is asked in lanes.

Nothing here imports numpy: whoever asks brings the arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from tilerules.tiles import Tile

__all__ = ["LaneEnds"]


class LaneEnds:
    """
    Ends of rounds: an entry for each, or a row of one entry a seat.

    Tiles are numbered by their weight, the lightest first.
    """

    def __init__(self, hands: Any, dead: Any, blocked: Any, by: Any, faces: Sequence[Tile]) -> None:
        self.hands = hands
        """Each seat's hand, as a mask."""
        self.dead = dead
        """Each seat's dead tiles."""
        self.blocked = blocked
        """Whether the round was blocked; else a hand was empty."""
        self.by = by
        """The seat whose move ended it."""
        self._faces = faces

    def of(self, rows: Any) -> LaneEnds:
        """Give some of the rounds."""
        hands, dead, blocked, by = (
            array[rows] for array in (self.hands, self.dead, self.blocked, self.by)
        )
        return LaneEnds(hands, dead, blocked, by, self._faces)

    def _has(self, tile: int) -> Any:
        """Whether a seat has a tile, dead or not: 1 or 0."""
        return (self._held >> type(self._held[0, 0])(tile) & 1).astype("int64")

    @cached_property
    def _held(self) -> Any:
        return self.hands | self.dead

    @cached_property
    def counts(self) -> Any:
        """Each seat's pips, dead tiles included."""
        found = 0
        for tile, face in enumerate(self._faces):
            found = found + self._has(tile) * face.pips
        return found

    @cached_property
    def tiles(self) -> Any:
        """How many tiles each seat has, dead ones included."""
        return sum(self._has(tile) for tile in range(len(self._faces)))

    @cached_property
    def _lowest(self) -> Any:
        """Each seat's lowest tile as 64 times its pips and its lower end; -1 for none."""
        found = self._has(0) * 0 - 1
        # From the heaviest to the lightest: the last one found is the lowest.
        pairs = [
            (face.pips, getattr(face, "low", face.pips), tile)
            for tile, face in enumerate(self._faces)
        ]
        for pips, low, tile in sorted(pairs, reverse=True):
            has = self._has(tile)
            found = has * (64 * pips + low) + (1 - has) * found
        return found

    @property
    def lowest_tile(self) -> Any:
        """The pips of each seat's lowest tile; -1 for none."""
        return self._lowest // 64

    @property
    def lowest_end(self) -> Any:
        """The lower end of each seat's lowest tile; something constant for none."""
        return self._lowest % 64

    def went_out(self) -> Any:
        """Whether a seat laid its last tile, and has no dead one."""
        seats = self.hands.shape[1]
        mine = self.by[:, None] == [*range(seats)]
        empty = (self.hands | self.dead) == 0
        return empty & mine & ~self.blocked[:, None]
