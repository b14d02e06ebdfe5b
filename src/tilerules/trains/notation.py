"""
The state of trains as a tuple, and as one word of text.

``12-12;0=12-5,5-7;1*=12-9,9-9``: the engine, then the rows by label, each tile as it lies, near
half first. A marker is a ``*``. Rows without a tile are left out unless they carry one. Where
several doubles are open, ``open=1,0`` gives the order in which they were laid.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from tilerules.decks import TileSet
from tilerules.errors import InvalidNotationError, nearest
from tilerules.layouts.base import PlaceId
from tilerules.layouts.rows import Half, dump_row, read_half
from tilerules.tiles import Domino, Pips, TileId, TileMask

__all__ = [
    "CHAINS",
    "ENDS",
    "ENGINE",
    "LAID",
    "MARKED",
    "OPEN",
    "Rows",
    "TrainsState",
    "dump_trains",
    "load_trains",
]

TrainsState: TypeAlias = "tuple[Any, ...]"
"""What a bound layout of trains reads and changes; ``()`` while nothing lies."""


ENGINE, ENDS, MARKED, OPEN, CHAINS, LAID = range(6)
"""
Where things stand in a state:

- the pips of the engine,
- a tuple of the pips at the end of each place, None where there is no such row,
- the trains with a marker, a bit each,
- a tuple of the places of the open doubles, the one laid first in front,
- a tuple of the rows by place, each as in :mod:`tilerules.layouts.rows`,
- a mask of all tiles laid.
"""


class Rows(Protocol):
    """
    What reading and writing asks of trains that are bound to a tile set.
    """

    tile_set: TileSet
    """The tiles in use."""
    labels: tuple[str, ...]
    """The label of each place."""
    seats: int
    """How many seats there are."""

    def put(self, state: TrainsState, seat: int, tile: TileId, place: PlaceId) -> TrainsState:
        """Lay a tile."""

    def mark(self, state: TrainsState, seat: int, *, on: bool) -> TrainsState:
        """Put a marker on a train, or take it off."""

    def train_of(self, place: PlaceId) -> int:
        """Give the train a place belongs to."""

    def row_after(self, state: TrainsState, place: PlaceId) -> PlaceId:
        """Give the place at which a row goes on after a branch."""


def dump_trains(layout: Rows, state: TrainsState) -> str:
    """Write a state as one word; the empty one as an empty text."""
    if not state:
        return ""
    engine, _ends, marked, opened, chains, _laid = state
    words = [f"{engine}-{engine}"]
    for place, chain in enumerate(chains):
        mark = "*" if marked >> place & 1 else ""
        if chain or mark:
            words.append(f"{layout.labels[place]}{mark}={dump_row(chain)}")
    if len(opened) > 1:
        words.append("open=" + ",".join(layout.labels[place] for place in opened))
    return ";".join(words)


def load_trains(layout: Rows, text: str) -> TrainsState:
    """
    Read what :func:`dump_trains` wrote.

    Raises:
        InvalidNotationError: It is no layout of trains, or one that cannot come about.
    """
    return _Loader(layout, text).load() if text else ()


class _Loader:
    """
    Reads one text. Rows are laid tile by tile, so that only what can be laid is read.
    """

    def __init__(self, layout: Rows, text: str) -> None:
        self.layout = layout
        self.text = text
        self.rows: dict[PlaceId, list[Half]] = {}
        self.order: list[PlaceId] = []
        self.marks: list[PlaceId] = []
        self.state: TrainsState = ()

    def load(self) -> TrainsState:
        first, *words = self.text.split(";")
        engine = self.layout.tile_set.tile(first)
        if engine not in self.layout.tile_set.bag(self.layout.tile_set.doubles):
            raise self._error(first, "the engine is a double")
        self.state = self.layout.put((), 0, self.layout.tile_set.id_of(engine), 0)
        for word in words:
            self._read(word)
        self._lay_rows()
        for place in self.marks:
            self.state = self.layout.mark(self.state, place, on=True)
        return self._in_order()

    def _read(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if not equals:
            raise self._error(word, "write a label, = and tiles")
        if name == "open":
            self.order = [self._place(label) for label in value.split(",")]
            return
        place = self._place(name.removesuffix("*"))
        if place in self.rows:
            raise self._error(word, "the row stands twice")
        if name.endswith("*"):
            if place >= self.layout.seats:
                raise self._error(word, "only a seat's train has a marker")
            self.marks.append(place)
        self.rows[place] = [
            read_half(self.layout.tile_set, tile) for tile in value.split(",") if value
        ]

    def _place(self, label: str) -> PlaceId:
        labels = self.layout.labels
        if label not in labels:
            raise self._error(label, f"there is no such row{nearest(label, labels)}")
        return labels.index(label)

    def _lay_rows(self) -> None:
        """Lay every row; one that branches off waits for the double it begins at."""
        waiting = sorted(self.rows)
        while waiting:
            left = sum(len(self.rows[place]) for place in waiting)
            waiting = [place for place in waiting if not self._lay_row(place)]
            if waiting and sum(len(self.rows[place]) for place in waiting) == left:
                raise self._error(self.layout.labels[waiting[0]], "the branch begins nowhere")

    def _lay_row(self, place: PlaceId) -> bool:
        """Lay as much of a row as can be laid by now; say whether that was all."""
        row = self.rows[place]
        while row:
            at = self._where(place, row[0])
            if at is None:
                return False
            self._lay(at, *row.pop(0))
        return True

    def _where(self, place: PlaceId, half: Half) -> PlaceId | None:
        """Give the place at which a row's next tile was laid; None while it cannot be."""
        ends: tuple[Pips | None, ...] = self.state[ENDS]
        opened: tuple[PlaceId, ...] = self.state[OPEN]
        if place < len(ends) and ends[place] is not None:
            own_turn = place not in opened or self.layout.row_after(self.state, place) == place
            return place if own_turn else None
        for parent in opened:
            is_kin = self.layout.train_of(parent) == self.layout.train_of(place)
            if is_kin and ends[parent] == half[0]:
                return parent if self.layout.row_after(self.state, parent) == place else None
        return None

    def _lay(self, place: PlaceId, near: Pips, far: Pips) -> None:
        end: Pips = self.state[ENDS][place]
        laid: TileMask = self.state[LAID]
        word = f"{near}-{far}"
        if near != end:
            raise self._error(word, f"it does not match the {end} before it")
        free = self.layout.tile_set.copies[Domino(near, far)] & ~laid
        if not free:
            raise self._error(word, "the tile lies twice")
        self.state = self.layout.put(self.state, 0, (free & -free).bit_length() - 1, place)

    def _in_order(self) -> TrainsState:
        """Put the open doubles into the order in which they were laid."""
        engine, ends, marked, opened, chains, laid = self.state
        if sorted(self.order) == sorted(opened):
            opened = tuple(self.order)
        elif self.order or len(opened) > 1:
            labels = ",".join(self.layout.labels[place] for place in sorted(opened))
            raise self._error("open", f"the open doubles are {labels}; give their order")
        return engine, ends, marked, opened, chains, laid

    def _error(self, part: str, why: str) -> InvalidNotationError:
        return InvalidNotationError(f"{part!r} in {self.text!r}: {why}", text=self.text, part=part)
