"""
The line of sums: touching halves add up to a number, and matadors go anywhere.

A state is ``()`` or ``(left pips, right pips, row)``, as in the core's line. A tile that can be
laid either way round says by its place which of its ends looks outwards: ``3-4@L-`` the lower,
``3-4@L+`` the higher one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, TypeAlias

import attrs

from tilerules import Domino, InvalidVariantError
from tilerules.decks import TileSet
from tilerules.layouts.base import BoundPlaces, Layout, OpenEnd, PlaceId
from tilerules.layouts.line import Line
from tilerules.layouts.rows import Half, dump_row, halves, load_row, row_tiles
from tilerules.tiles import Pips, TileId, TileMask

__all__ = ["BoundSums", "SumLayout", "SumLine", "SumState"]

SumState: TypeAlias = "tuple[()] | tuple[Pips, Pips, bytes]"
"""What :class:`BoundSums` reads and changes."""

_LABELS = ("L", "R", "L-", "R-", "L+", "R+")
# Of a place: whether it is at the right end, and which end of the tile has to look outwards.
_RIGHT = 1
_PLAIN, _LOW_OUT, _HIGH_OUT = 0, 1, 2


@attrs.frozen
class SumLine(Line):
    """
    A line of sums as it lies on the table.
    """

    total: int = 7
    """What touching halves add up to."""

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """
        The left end, ``L``, and the right one, ``R``.

        To a blank only matadors can be laid, which fit everywhere.
        """
        halves = ((low, self.total - low) for low in range(1, self.total // 2 + 1))
        matadors = (Domino(0, 0), *(Domino(*half) for half in halves))
        return tuple(
            OpenEnd(label, self.total - pips if pips else None, fits=matadors)
            for label, pips in zip("LR", self.ends or (), strict=False)
        )


@attrs.frozen
class SumLayout(Layout):
    """
    One line in which touching halves add up to one more than the highest number.
    """

    code = "sum-line"
    sentence = (
        "The tiles form one line; a tile goes to either end if the touching halves add up to "
        "{total}. The matadors, [0-0] and every tile whose own halves add up to {total}, go to any "
        "end, either way round; to a blank nothing else can be laid."
    )

    total: int = 7
    """What touching halves add up to: 7 with double-six, 10 with double-nine, and so on."""

    def for_tiles(self, tile_set: TileSet) -> Self:
        return attrs.evolve(self, total=tile_set.highest + 1)

    def bind(self, tile_set: TileSet, seats: int) -> BoundSums:
        """
        Make the tables for a set of dominoes.

        Raises:
            InvalidVariantError: The total is not one more than the highest number of pips.
        """
        if self.total != tile_set.highest + 1:
            raise InvalidVariantError(
                f"with {tile_set.key} touching halves add up to {tile_set.highest + 1}, "
                f"not {self.total}"
            )
        return BoundSums(tile_set, self.total)


class BoundSums(BoundPlaces):
    """A line of sums of the dominoes of one set."""

    def __init__(self, tile_set: TileSet, total: int) -> None:
        self.tile_set = tile_set
        self.labels = _LABELS
        self.empty: SumState = ()
        self.total = total
        tiles = tile_set.dominoes
        matadors = [(1 << at, tile) for at, tile in enumerate(tiles) if self._is_matador(tile)]
        self._two_way = sum(bit for bit, tile in matadors if not tile.is_double)
        anywhere = sum(bit for bit, tile in matadors if tile.is_double)
        # By the number at an end: the tiles that can be laid in one way only.
        self._one_way = [
            anywhere | (tile_set.showing[total - pips] & ~self._two_way if pips else 0)
            for pips in range(total)
        ]

    def _is_matador(self, tile: Domino) -> bool:
        return tile.pips in (0, self.total)

    def fitting(self, state: SumState, place: PlaceId) -> TileMask:
        """Give the tiles that go to an end, in the way the place stands for."""
        if not state:
            return self.tile_set.full
        left, right, _row = state
        way, side = divmod(place, 2)
        return self._one_way[right if side == _RIGHT else left] if way == _PLAIN else self._two_way

    def wanted(self, state: SumState) -> TileMask:
        if not state:
            return self.tile_set.full
        return self._one_way[state[0]] | self._one_way[state[1]] | self._two_way

    def ways(self, tile: TileId, place: PlaceId) -> Sequence[PlaceId]:
        """Give both ways of laying a tile that can be turned, where none is named."""
        way, side = divmod(place, 2)
        if way == _PLAIN and self._two_way >> tile & 1:
            return (2 * _LOW_OUT + side, 2 * _HIGH_OUT + side)
        return (place,)

    def same_as(self, state: SumState, tile: TileId, place: PlaceId) -> PlaceId:
        return place & ~_RIGHT if state and state[0] == state[1] else place

    def put(self, state: SumState, seat: int, tile: TileId, place: PlaceId) -> SumState:
        domino = self.tile_set.dominoes[tile]
        if not state:
            return domino.low, domino.high, bytes((domino.low, domino.high))
        left, right, row = state
        way, side = divmod(place, 2)
        outer = self._outwards(domino, right if side == _RIGHT else left, way)
        inner = domino.other(outer)
        if side == _RIGHT:
            return left, outer, row + bytes((inner, outer))
        return outer, right, bytes((outer, inner)) + row

    def _outwards(self, domino: Domino, end: Pips, way: int) -> Pips:
        """Give the half that looks outwards."""
        if way == _PLAIN and not self._is_matador(domino):
            return domino.other(self.total - end)
        return domino.high if way == _HIGH_OUT else domino.low

    def tiles(self, state: SumState) -> TileMask:
        return row_tiles(self.tile_set, state[2]) if state else 0

    def read(self, state: SumState) -> SumLine:
        return SumLine(halves(state[2]) if state else (), self.total)

    def dump(self, state: SumState) -> str:
        return dump_row(state[2]) if state else ""

    def load(self, text: str) -> SumState:
        row = load_row(self.tile_set, text, unfit=self._unfit)
        return (row[0], row[-1], row) if row else ()

    def _unfit(self, before: Half, half: Half) -> str:
        """Say that two tiles may not lie side by side; nothing if one was laid to the other."""
        is_matador = any([self._is_matador(Domino(*one)) for one in (before, half)])
        if is_matador or before[1] + half[0] == self.total:
            return ""
        return f"and the {before[1]} before it do not add up to {self.total}"
