"""
The line: one row of dominoes with two open ends.

A state is ``()`` or ``(left pips, right pips, row)``, the row from left to right as in
:mod:`tilerules.layouts.rows`. Doubles are laid crosswise at a real table; here they are ordinary
tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

import attrs

from tilerules.decks import TileSet
from tilerules.layouts.base import BoundPlaces, Layout, OpenEnd, PlaceId, Reading
from tilerules.layouts.rows import Halves, dump_row, halves, laid_to, load_row, row_tiles
from tilerules.tiles import Domino, Pips, TileId, TileMask, bits

__all__ = ["LEFT_END", "RIGHT_END", "BoundLine", "Line", "LineLayout", "LineState"]

LineState: TypeAlias = "tuple[()] | tuple[Pips, Pips, bytes]"
"""What :class:`BoundLine` reads and changes."""


LEFT_END: PlaceId = 0
"""The place at the left end, label ``L``; also the only place of an empty line."""


RIGHT_END: PlaceId = 1
"""The place at the right end, label ``R``."""


_MOST_IN_TABLE = 7


M = TypeVar("M")


@attrs.frozen
class Line(Reading):
    """
    A line as it lies on the table.
    """

    halves: Halves = ()
    """The tiles from left to right, each as the pips of its left and right half."""

    @property
    def ends(self) -> tuple[Pips, Pips] | None:
        """The pips at the left and right open end; None on an empty line."""
        return (self.halves[0][0], self.halves[-1][1]) if self.halves else None

    @property
    def tiles(self) -> tuple[Domino, ...]:
        return tuple(Domino(*half) for half in self.halves)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        if not self.halves:
            return ()
        return OpenEnd("L", self.halves[0][0]), OpenEnd("R", self.halves[-1][1])

    def __len__(self) -> int:
        return len(self.halves)

    def __str__(self) -> str:
        return "".join(f"[{left}|{right}]" for left, right in self.halves)


@attrs.frozen
class LineLayout(Layout):
    """One line; a tile goes to either end if the touching halves match."""

    code = "line"
    sentence = "The tiles form one line; a tile goes to either end if the touching halves match."

    def bind(self, tile_set: TileSet, seats: int) -> BoundLine:
        return BoundLine(tile_set)


class BoundLine(BoundPlaces):
    """A line of the dominoes of one set."""

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        self.labels: tuple[str, ...] = ("L", "R")
        self.empty: LineState = ()
        numbers = range(tile_set.highest + 1)
        self._turned = [laid_to(tile_set, pips, at_left=True) for pips in numbers]
        self._straight = [laid_to(tile_set, pips) for pips in numbers]

    def fitting(self, state: LineState, place: PlaceId) -> TileMask:
        """Give the tiles that show the number at an end; anything on an empty line."""
        if not state:
            return self.tile_set.full
        return self.tile_set.showing[state[0] if place == LEFT_END else state[1]]

    def wanted(self, state: LineState) -> TileMask:
        if not state:
            return self.tile_set.full
        return self.tile_set.showing[state[0]] | self.tile_set.showing[state[1]]

    def begins_at(self, state: LineState, place: PlaceId) -> bool:
        return not state

    def same_as(self, state: LineState, tile: TileId, place: PlaceId) -> PlaceId:
        return LEFT_END if state and state[0] == state[1] else place

    def put(self, state: LineState, seat: int, tile: TileId, place: PlaceId) -> LineState:
        if not state:
            domino = self.tile_set.dominoes[tile]
            return domino.low, domino.high, bytes((domino.low, domino.high))
        left, right, row = state
        if place == LEFT_END:
            end, tile_halves = self._turned[left][tile]
            return end, right, tile_halves + row
        end, tile_halves = self._straight[right][tile]
        return left, end, row + tile_halves

    def tiles(self, state: LineState) -> TileMask:
        return row_tiles(self.tile_set, state[2]) if state else 0

    def read(self, state: LineState) -> Line:
        return Line(halves(state[2]) if state else ())

    def dump(self, state: LineState) -> str:
        return dump_row(state[2]) if state else ""

    def load(self, text: str) -> LineState:
        row = load_row(self.tile_set, text)
        return (row[0], row[-1], row) if row else ()

    def quick_lister(
        self, make: Callable[[TileId, PlaceId], M], gather: Callable[[Iterable[M]], Any]
    ) -> Callable[[Any], Any] | None:
        """
        Bind the listing to tables from the held tiles of a number to finished lists.

        Two look-ups and an addition list the moves of a state. The tables double in size with
        every tile of a number, so large sets do without.
        """
        if max(mask.bit_count() for mask in self.tile_set.showing) > _MOST_IN_TABLE:
            return None
        at_left, at_right = (
            _tables(self.tile_set, make, gather, end) for end in (LEFT_END, RIGHT_END)
        )

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
        if max(mask.bit_count() for mask in self.tile_set.showing) > _MOST_IN_TABLE:
            return None
        at_left, at_right = (
            _tables(self.tile_set, make, gather, end) for end in (LEFT_END, RIGHT_END)
        )
        put, turned, straight = self.put, self._turned, self._straight

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
    tile_set: TileSet,
    make: Callable[[TileId, PlaceId], M],
    gather: Callable[[Iterable[M]], Any],
    end: PlaceId,
) -> list[tuple[TileMask, dict[TileMask, Any]]]:
    """
    Make, for each number at an end, the tiles that fit and the finished list for any of them.

    It takes milliseconds, so all variants that make the same moves share them.
    """
    return [
        (mask, {held: gather([make(tile, end) for tile in bits(held)]) for held in _subsets(mask)})
        for mask in tile_set.showing
    ]


def _subsets(mask: TileMask) -> Iterator[TileMask]:
    """Give every collection of some of the tiles of a mask, none and all included."""
    subset = mask
    while True:
        yield subset
        if not subset:
            return
        subset = (subset - 1) & mask
