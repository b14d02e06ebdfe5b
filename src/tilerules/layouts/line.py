"""
The line: one row of dominoes with two open ends.

A state is ``()`` or ``(left pips, right pips, halves)``, where *halves* gives each tile as it
lies, from left to right, as a pair of pips. Doubles are laid crosswise at a real table; here
they are ordinary tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias, TypeVar

import attrs

from tilerules.errors import InvalidNotationError
from tilerules.layouts.base import BoundPlaces, Layout, PlaceId, PlaceMask
from tilerules.tiles import Domino, Pips, TileId, TileMask, TileSet, bits

__all__ = ["LEFT", "RIGHT", "BoundLine", "Line", "LineLayout", "LineState"]

LineState: TypeAlias = "tuple[()] | tuple[Pips, Pips, tuple[tuple[Pips, Pips], ...]]"
"""What :class:`BoundLine` reads and changes."""

LEFT: PlaceId = 0
"""The place at the left end, label ``L``; also the only place of an empty line."""
RIGHT: PlaceId = 1
"""The place at the right end, label ``R``."""

# Beyond this many tiles of one number a table from hands to ready lists outgrows its use.
_TABLE_LIMIT = 10

M = TypeVar("M")


@attrs.frozen
class Line:
    """
    A line as it lies on the table.
    """

    halves: tuple[tuple[Pips, Pips], ...] = ()
    """The tiles from left to right, each as the pips of its left and right half."""

    @property
    def ends(self) -> tuple[Pips, Pips] | None:
        """The pips at the left and right open end; None on an empty line."""
        return (self.halves[0][0], self.halves[-1][1]) if self.halves else None

    @property
    def tiles(self) -> tuple[Domino, ...]:
        """The tiles from left to right."""
        return tuple(Domino(*half) for half in self.halves)

    def __len__(self) -> int:
        return len(self.halves)

    def __str__(self) -> str:
        return "".join(f"[{left}|{right}]" for left, right in self.halves)


@attrs.frozen
class LineLayout(Layout):
    """One line; a tile goes to either end if the touching halves match."""

    code: ClassVar[str] = "line"
    sentence: ClassVar[str] = (
        "The tiles form one line; a tile goes to either end if the touching halves match."
    )

    def bind(self, tile_set: TileSet, seats: int) -> BoundLine:
        """Make the tables of ends for a set of dominoes."""
        return BoundLine(tile_set)


class _Ready(dict[TileMask, tuple[M, ...]]):
    """For one end: from the held tiles that fit there to the finished list of moves."""

    def __init__(self, make: Callable[[TileId], M]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, mask: TileMask) -> tuple[M, ...]:
        found = self[mask] = tuple(self._make(tile) for tile in bits(mask))
        return found


class BoundLine(BoundPlaces):
    """A line of the dominoes of one set."""

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        self.labels = ("L", "R")
        self.empty: LineState = ()
        # _turned[p][tile]: the halves of a tile as it lies with p on its right-hand side.
        self._turned: list[dict[TileId, tuple[Pips, Pips]]] = [
            {tile: (tile_set.dominoes[tile].other(pips), pips) for tile in bits(mask)}
            for pips, mask in enumerate(tile_set.showing)
        ]
        self._straight = [
            {tile: (pips, other) for tile, (other, pips) in turned.items()}
            for turned in self._turned
        ]

    def fitting(self, state: LineState, place: PlaceId) -> TileMask:
        """Give the tiles that show the number at an end; anything on an empty line."""
        return self.tile_set.showing[state[place]] if state else self.tile_set.full

    def wanted(self, state: LineState) -> TileMask:
        """Give the tiles that fit at either end."""
        if not state:
            return self.tile_set.full
        return self.tile_set.showing[state[0]] | self.tile_set.showing[state[1]]

    def same_as(self, state: LineState, tile: TileId, place: PlaceId) -> PlaceId:
        """On equal ends the right end is the left end, mirrored."""
        return LEFT if state and state[0] == state[1] else place

    def put(self, state: LineState, seat: int, tile: TileId, place: PlaceId) -> LineState:
        """Lay a tile at an end."""
        return self.putter()(state, seat, tile, place)

    def putter(self) -> Callable[[LineState, int, TileId, PlaceId], LineState]:
        """Bind :meth:`put` to the tables of ends."""
        turned, straight, dominoes = self._turned, self._straight, self.tile_set.dominoes

        def put(state: LineState, seat: int, tile: TileId, place: PlaceId) -> LineState:
            if not state:
                domino = dominoes[tile]
                return domino.low, domino.high, ((domino.low, domino.high),)
            left, right, halves = state
            if place == LEFT:
                half = turned[left][tile]
                return half[0], right, (half, *halves)
            half = straight[right][tile]
            return left, half[1], (*halves, half)

        return put

    def tiles(self, state: LineState) -> TileMask:
        """Give the tiles of the line."""
        return sum(1 << self.tile_set.id_of(Domino(*half)) for half in (state[2] if state else ()))

    def read(self, state: LineState) -> Line:
        """Wrap a state as a :class:`Line`."""
        return Line(state[2]) if state else Line()

    def dump(self, state: LineState) -> str:
        """Write ``4-6,6-6,6-1``, each tile as it lies."""
        return ",".join(f"{left}-{right}" for left, right in (state[2] if state else ()))

    def load(self, text: str) -> LineState:
        """Read what :meth:`dump` wrote."""
        halves: list[tuple[Pips, Pips]] = []
        for word in text.split(",") if text else ():
            domino = self.tile_set.tile(word)
            left, right = (int(pips) for pips in word.strip("[] ").split("-"))
            if halves and halves[-1][1] != left:
                raise InvalidNotationError(
                    f"{word!r} does not match the {halves[-1][1]} before it in {text!r}",
                    text=text,
                    part=word,
                )
            if any(Domino(*half) == domino for half in halves):
                raise InvalidNotationError(
                    f"{domino} lies twice in {text!r}", text=text, part=word
                )
            halves.append((left, right))
        return (halves[0][0], halves[-1][1], tuple(halves)) if halves else ()

    def lister(
        self, make: Callable[[TileId, PlaceId], M]
    ) -> Callable[[LineState, TileMask, PlaceMask, TileMask], tuple[M, ...]]:
        """Bind the listing to tables from the held tiles of a number to ready lists."""
        if self._outgrows_tables():
            return super().lister(make)
        showing, left_ready, right_ready = self.tile_set.showing, *self._ready(make)

        def moves(
            state: LineState, hand: TileMask, shut: PlaceMask, barred: TileMask
        ) -> tuple[M, ...]:
            hand &= ~barred
            left, right, _halves = state  # type: ignore[misc]  # a tile lies
            found = () if shut & 1 else left_ready[left][hand & showing[left]]
            if left == right or shut & 2:
                return found
            return found + right_ready[right][hand & showing[right]]

        return moves

    def quick_lister(
        self, make: Callable[[TileId, PlaceId], M]
    ) -> Callable[[Any], tuple[M, ...]] | None:
        """Bind the listing where nothing is closed or barred."""
        if self._outgrows_tables():
            return None
        showing, left_ready, right_ready = self.tile_set.showing, *self._ready(make)

        def moves(state: Any) -> tuple[M, ...]:
            left, right, _halves = state.table
            hand = state.masks[state.to_move]
            if left == right:
                return left_ready[left][hand & showing[left]]
            return left_ready[left][hand & showing[left]] + right_ready[right][hand & showing[right]]

        return moves

    def _outgrows_tables(self) -> bool:
        return max(mask.bit_count() for mask in self.tile_set.showing) > _TABLE_LIMIT

    def _ready(
        self, make: Callable[[TileId, PlaceId], M]
    ) -> tuple[list[_Ready[M]], list[_Ready[M]]]:
        """Make the tables of the left and of the right end, one for each number."""
        left: list[_Ready[M]] = [_Ready(lambda tile: make(tile, LEFT)) for _ in self.tile_set.showing]
        right: list[_Ready[M]] = [
            _Ready(lambda tile: make(tile, RIGHT)) for _ in self.tile_set.showing
        ]
        return left, right
