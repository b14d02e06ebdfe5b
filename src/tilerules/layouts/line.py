"""
The line: one row of dominoes with two open ends, and what may touch there.

A state is ``()`` or ``(left pips, right pips, row)``, the row from left to right as in
:mod:`tilerules.layouts.rows`. Doubles are laid crosswise at a real table; here they are ordinary
tiles. A tile that fits an end either way round says by its place which of its halves looks
outwards: ``3-4@L-`` the lower, ``3-4@L+`` the higher one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import attrs

from tilerules.component import Component
from tilerules.decks import TileSet
from tilerules.layouts.base import BoundPlaces, Layout, OpenEnd, PlaceId, Reading
from tilerules.layouts.rows import Half, Halves, dump_row, halves, load_row, row_tiles
from tilerules.tiles import Domino, Pips, TileId, TileMask, bits

__all__ = [
    "LEFT_END",
    "RIGHT_END",
    "Alike",
    "BoundLine",
    "Line",
    "LineLayout",
    "LineState",
    "Touching",
]

LineState: TypeAlias = "tuple[()] | tuple[Pips, Pips, bytes]"
"""What :class:`BoundLine` reads and changes."""


LEFT_END: PlaceId = 0
"""The place at the left end, label ``L``; also the only place of an empty line."""


RIGHT_END: PlaceId = 1
"""The place at the right end, label ``R``."""


_MOST_IN_TABLE = 7


# Added to an end, they give the place of a tile that can be turned: which half looks outwards.
_LOW_OUT, _HIGH_OUT = 2, 4


M = TypeVar("M")


_Tables: TypeAlias = "list[tuple[TileMask, dict[TileMask, Any]]]"


@attrs.frozen
class Touching(Component):
    """
    What may touch in a line.

    :attr:`sentence` says it as the end of *a tile goes to either end if ...*
    """

    point = "layout"

    def check(self, tile_set: TileSet) -> None:
        """
        Check that a line can be made of some tiles.

        Raises:
            InvalidVariantError: It cannot.
        """

    def joins(self, end: Pips, tile: Domino, inner: Pips) -> bool:
        """
        Whether a tile may be laid to an open end.

        Args:
            end: The number at the open end.
            tile: The tile to be laid.
            inner: The half of it that comes to touch the end.
        """
        return end == inner

    def misfit(self, before: Half, half: Half) -> str:
        """Say what is wrong with two tiles side by side, as the end of a sentence."""
        return f"does not match the {before[1]} before it"


@attrs.frozen
class Alike(Touching):
    """Touching halves show the same number."""

    code = "alike"
    sentence = "the touching halves match."


@attrs.frozen
class Line(Reading):
    """
    A line as it lies on the table.
    """

    halves: Halves = ()
    """The tiles from left to right, each as the pips of its left and right half."""
    fit: tuple[OpenEnd, ...] = attrs.field(default=(), kw_only=True, repr=False)
    """What fits an end, by the number there, where touching halves need not be alike."""

    @property
    def ends(self) -> tuple[Pips, Pips] | None:
        """The pips at the left and right open end; None on an empty line."""
        return (self.halves[0][0], self.halves[-1][1]) if self.halves else None

    @property
    def tiles(self) -> tuple[Domino, ...]:
        return tuple(Domino(*half) for half in self.halves)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        if not self.fit:
            return tuple(map(OpenEnd, "LR", self.ends or ()))
        found = zip("LR", self.ends or (), strict=False)
        return tuple(attrs.evolve(self.fit[pips], label=label) for label, pips in found)

    def __len__(self) -> int:
        return len(self.halves)

    def __str__(self) -> str:
        return "".join(f"[{left}|{right}]" for left, right in self.halves)


@attrs.frozen
class LineLayout(Layout):
    """One line; a tile goes to either end if the halves that touch may do so."""

    code = "line"
    sentence = "The tiles form one line; a tile goes to either end if {touching}"

    touching: Touching = attrs.field(default=Alike(), kw_only=True)
    """What may touch."""

    def params(self) -> dict[str, object]:
        return {**self.touching.params(), "touching": self.touching.describe()[0]}

    def bind(self, tile_set: TileSet, seats: int) -> BoundLine:
        self.touching.check(tile_set)
        return BoundLine(tile_set, self.touching)


class BoundLine(BoundPlaces):
    """A line of the dominoes of one set."""

    def __init__(self, tile_set: TileSet, touching: Touching = Alike()) -> None:
        # What fits and how it then lies are tables by the number at the end. A tile that fits an
        # end in one way has the place of the end; one that fits both ways, two places of its own.
        self.tile_set = tile_set
        self.touching = touching
        self.empty: LineState = ()
        numbers = range(tile_set.highest + 1)
        self._one_way: list[TileMask] = [0 for _ in numbers]
        self._two_way: list[TileMask] = [0 for _ in numbers]
        # By place, number and tile: the half that looks outwards, and both as they lie.
        self._laid = [[[(-1, b"")] * len(tile_set) for _ in numbers] for _ in range(6)]
        for pips in numbers:
            for at, tile in enumerate(tile_set.dominoes):
                inner = [half for half in {tile.low, tile.high} if touching.joins(pips, tile, half)]
                if inner:
                    (self._two_way if len(inner) == 2 else self._one_way)[pips] |= 1 << at
                for half in inner:
                    outer = tile.other(half)
                    way = 0 if len(inner) == 1 else _LOW_OUT if outer == tile.low else _HIGH_OUT
                    self._laid[way + LEFT_END][pips][at] = outer, bytes((outer, half))
                    self._laid[way + RIGHT_END][pips][at] = outer, bytes((half, outer))
        ways = ("", "-", "+") if any(self._two_way) else ("",)
        self.labels: tuple[str, ...] = tuple(end + way for way in ways for end in "LR")
        self._fit = () if isinstance(touching, Alike) else tuple(map(self._told, numbers))

    def _told(self, pips: Pips) -> OpenEnd:
        """Say what fits a number: all tiles with one number, if there is one such, and others."""
        showing, fits = self.tile_set.showing, self._one_way[pips] | self._two_way[pips]
        whole = [number for number, mask in enumerate(showing) if mask and not mask & ~fits]
        number = whole[0] if len(whole) == 1 else None
        others = fits & ~(0 if number is None else showing[number])
        dominoes = self.tile_set.dominoes
        return OpenEnd("", number, fits=tuple(dict.fromkeys(dominoes[at] for at in bits(others))))

    def fitting(self, state: LineState, place: PlaceId) -> TileMask:
        """Give the tiles that fit an end, in the way of the place; anything on an empty line."""
        if not state:
            return self.tile_set.full
        fits = self._one_way if place < _LOW_OUT else self._two_way
        return fits[state[1] if place & 1 else state[0]]

    def wanted(self, state: LineState) -> TileMask:
        if not state:
            return self.tile_set.full
        left, right, _row = state
        one, two = self._one_way, self._two_way
        return one[left] | one[right] | two[left] | two[right]

    def begins_at(self, state: LineState, place: PlaceId) -> bool:
        return not state and place <= RIGHT_END

    def ways(self, state: LineState, tile: TileId, place: PlaceId) -> Sequence[PlaceId]:
        """Give both ways of laying a tile that can be turned, where none is named."""
        if (
            state
            and place < _LOW_OUT
            and self._two_way[state[1] if place else state[0]] >> tile & 1
        ):
            return place + _LOW_OUT, place + _HIGH_OUT
        return (place,)

    def same_as(self, state: LineState, tile: TileId, place: PlaceId) -> PlaceId:
        return place & ~RIGHT_END if state and state[0] == state[1] else place

    def gist(self, state: LineState) -> Hashable:
        """Give the numbers at the ends: how the line came to have them is no matter."""
        return state[:2]

    def put(self, state: LineState, seat: int, tile: TileId, place: PlaceId) -> LineState:
        if not state:
            domino = self.tile_set.dominoes[tile]
            return domino.low, domino.high, bytes((domino.low, domino.high))
        left, right, row = state
        if place & 1:
            end, tile_halves = self._laid[place][right][tile]
            return left, end, row + tile_halves
        end, tile_halves = self._laid[place][left][tile]
        return end, right, tile_halves + row

    def tiles(self, state: LineState) -> TileMask:
        return row_tiles(self.tile_set, state[2]) if state else 0

    def read(self, state: LineState) -> Line:
        return Line(halves(state[2]) if state else (), fit=self._fit)

    def dump(self, state: LineState) -> str:
        return dump_row(state[2]) if state else ""

    def load(self, text: str) -> LineState:
        row = load_row(self.tile_set, text, unfit=self._unfit)
        return (row[0], row[-1], row) if row else ()

    def _unfit(self, before: Half, half: Half) -> str:
        """Say what is wrong with a tile and the one before it; nothing if one fits the other."""
        joins = self.touching.joins
        if joins(before[1], Domino(*half), half[0]) or joins(half[0], Domino(*before), before[1]):
            return ""
        return self.touching.misfit(before, half)

    def _is_small(self) -> bool:
        """Whether the tables of finished lists are small enough, and every tile lies one way."""
        return not any(self._two_way) and max(map(int.bit_count, self._one_way)) <= _MOST_IN_TABLE

    def _lists(
        self, make: Callable[[TileId, PlaceId], M], gather: Callable[[Iterable[M]], Any]
    ) -> list[_Tables]:
        """Give the tables for the left and for the right end."""
        fits = tuple(self._one_way)
        return [_tables(fits, make, gather, end) for end in (LEFT_END, RIGHT_END)]

    def quick_lister(
        self, make: Callable[[TileId, PlaceId], M], gather: Callable[[Iterable[M]], Any]
    ) -> Callable[[Any], Any] | None:
        """
        Bind the listing to tables from the held tiles of a number to finished lists.

        Two look-ups and an addition list the moves of a state. The tables double in size with
        every tile of a number, so large sets do without, and lines in which tiles can be turned.
        """
        if not self._is_small():
            return None
        # Left end first, tiles in set order, and nothing twice where both ends are alike: what is
        # found in the tables is what the plain listing gives.
        at_left, at_right = self._lists(make, gather)

        def moves(state: Any) -> Any:
            left: Pips
            right: Pips
            left, right, _row = state.table
            hand: TileMask = state.masks[state.to_move]
            fitting, lists = at_left[left]
            if left == right:
                return lists[hand & fitting]
            others, more = at_right[right]
            first, second = lists[hand & fitting], more[hand & others]
            if not second:
                return first
            return gather(first + second) if first else second

        return moves

    def put_and_list(
        self, make: Callable[[TileId, PlaceId], M], gather: Callable[[Iterable[M]], Any]
    ) -> Callable[[Any, Any, Any], Any] | None:
        """Bind what :meth:`put` and :meth:`quick_lister` do, in one call and by the same tables."""
        if not self._is_small():
            return None
        at_left, at_right = self._lists(make, gather)
        put, turned, straight = self.put, self._laid[LEFT_END], self._laid[RIGHT_END]

        # The draft's seat is the next to move already; the hand that lays is that of the state's.
        def lay(state: Any, move: Any, draft: Any) -> Any:
            masks = [*state.masks]
            masks[state.to_move] ^= move.bit
            draft.masks = tuple(masks)
            table = state.table
            left: Pips
            right: Pips
            if not table:
                left, right, row = put(table, 0, move.tile_id, LEFT_END)  # type: ignore[misc]
            else:
                left, right, row = table
                if move.place_id == LEFT_END:
                    left, halves = turned[left][move.tile_id]
                    row = halves + row
                else:
                    right, halves = straight[right][move.tile_id]
                    row = row + halves
            draft.table = left, right, row
            hand = masks[draft.to_move]
            fitting, lists = at_left[left]
            if left == right:
                return lists[hand & fitting]
            others, more = at_right[right]
            first, second = lists[hand & fitting], more[hand & others]
            if not second:
                return first
            return gather(first + second) if first else second

        return lay


@lru_cache(maxsize=64)
def _tables(
    fits: tuple[TileMask, ...],
    make: Callable[[TileId, PlaceId], M],
    gather: Callable[[Iterable[M]], Any],
    end: PlaceId,
) -> _Tables:
    """
    Make, for each number at an end, the tiles that fit and the finished list for any of them.

    It takes milliseconds, so all variants that make the same moves share them.
    """
    return [
        (mask, {held: gather([make(tile, end) for tile in bits(held)]) for held in _subsets(mask)})
        for mask in fits
    ]


def _subsets(mask: TileMask) -> Iterator[TileMask]:
    """Give every collection of some of the tiles of a mask, none and all included."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = (subset - 1) & mask
