"""
Trains: rows of dominoes that all begin at one double, the engine.

Every seat has a train of its own; further trains are communal. A seat's train may carry a
marker. A double stays *open* until enough tiles lie against it: one, or with *toes* several,
of which all but the last begin a row of their own.

A state is ``()`` while nothing lies, else a plain tuple, read by the names below. What one can
see from the rows is in it too where rules ask for it after every move: the number at each end,
the tiles laid, the open doubles. Only their order and the markers are told by nothing else.

A place is a row: number ``k * count + t`` for row ``k`` of train ``t``, so that the first rows
have the numbers of their trains, seats first. Label and row: ``2``, ``2.1``, ``M``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

import attrs

from tilerules.decks import TileSet
from tilerules.errors import InvalidVariantError
from tilerules.layouts.base import BoundPlaces, Layout, PlaceId, PlaceMask
from tilerules.layouts.rows import halves, laid_to
from tilerules.texts import counted, say
from tilerules.tiles import Domino, Pips, TileId, TileMask, bits
from tilerules.trains.notation import (
    CHAINS,
    ENDS,
    ENGINE,
    LAID,
    MARKED,
    OPEN,
    TrainsState,
    dump_trains,
    load_trains,
)
from tilerules.trains.reading import Train, TrainEnd, Trains

__all__ = [
    "CHAINS",
    "ENDS",
    "ENGINE",
    "LAID",
    "MARKED",
    "OPEN",
    "BoundTrains",
    "TrainsLayout",
    "TrainsState",
]

_MOST = 12
"""More communal trains, or toes of a double, than this could hardly be filled."""


M = TypeVar("M")


@attrs.frozen
class TrainsLayout(Layout):
    """Trains that begin at an engine: one for each seat, and communal ones."""

    code = "trains"
    sentence = (
        "A double lies in the middle, the engine. Each player has a train that begins there{more}. "
        "A tile is added to the end of a train if the touching halves match; the first tile must "
        "match the engine. Doubles lie crosswise.{foot}"
    )

    communal: int = 1
    """How many communal trains there are: ``M``, or ``M1``, ``M2``, ..."""
    toes: int = 1
    """How many tiles are laid against a double; all but the last branch off."""

    def params(self) -> dict[str, object]:
        """Say how many communal trains there are, and what a double looks like."""
        more: object = ""
        if self.communal:
            one = ", and one more train, the communal train, belongs to everybody"
            many = ", and {n} more trains, the communal trains, belong to everybody"
            more = say("trains.communal", one, many, "n", n=self.communal)
        foot: object = ""
        if self.toes > 1:
            foot = say(
                "trains.foot",
                " A double takes {tiles}, each of which begins a branch; it is uncovered until it "
                "has them all.",
                tiles=counted(self.toes, "tile"),
            )
        return {"communal": self.communal, "toes": self.toes, "more": more, "foot": foot}

    def bind(self, tile_set: TileSet, seats: int) -> BoundTrains:
        """
        Make the tables of ends for a set of dominoes.

        Raises:
            InvalidVariantError: The number of communal trains or of toes is out of range.
        """
        for name, number, least in (("communal", self.communal, 0), ("toes", self.toes, 1)):
            if not least <= number <= _MOST:
                raise InvalidVariantError(
                    f"{self.code}: {name} goes from {least} to {_MOST}, not {number}"
                )
        return BoundTrains(tile_set, seats, self.communal, self.toes)


class BoundTrains(BoundPlaces):
    """Trains of the dominoes of one set, for a number of seats."""

    labels: tuple[str, ...]
    """The label of each place by its id, rows of one train after those before them."""
    seats: int
    """How many seats there are; so many trains have an owner."""
    toes: int
    """How many tiles are laid against a double."""
    names: tuple[str, ...]
    """The label of each train, seats first."""
    count: int
    """How many trains there are."""
    communal: PlaceMask
    """The places of the communal trains."""

    def __init__(self, tile_set: TileSet, seats: int, communal: int, toes: int) -> None:
        self.tile_set = tile_set
        self.seats = seats
        self.toes = toes
        self.names = (
            *map(str, range(seats)),
            *(["M"] if communal == 1 else [f"M{number + 1}" for number in range(communal)]),
        )
        self.count = len(self.names)
        # Every double but the engine may branch once, and so lengthen one train.
        self._rows = 1 + (toes - 1) * tile_set.highest
        self.labels = tuple(
            f"{name}.{row}" if row else name for row in range(self._rows) for name in self.names
        )
        self.empty: TrainsState = ()
        self._repeat = sum(1 << row * self.count for row in range(self._rows))
        self.communal = self.places_of((1 << self.count) - (1 << seats))
        own = (1 << seats) - 1
        self._foreign = tuple(self.places_of(own & ~(1 << seat)) for seat in range(seats))
        self._straight = [laid_to(tile_set, pips) for pips in range(tile_set.highest + 1)]

    # --- places and trains ----------------------------------------------------------------

    def places_of(self, trains: int) -> PlaceMask:
        """Give the places of all rows of some trains, which are given a bit each."""
        return trains * self._repeat

    def train_of(self, place: PlaceId) -> int:
        """Give the number of the train a place belongs to; below ``seats`` it is the owner's."""
        return place % self.count

    def closed_to(self, state: TrainsState, seat: int) -> PlaceMask:
        """Give the places on other seats' trains without a marker."""
        marked: int = state[MARKED]
        return self._foreign[seat] & ~(marked * self._repeat)

    def unstarted(self, state: TrainsState) -> PlaceMask:
        """Give the places of the trains on which no tile lies."""
        chains: tuple[bytes, ...] = state[CHAINS]
        return sum(1 << train for train in range(self.count) if not chains[train])

    def mark(self, state: TrainsState, seat: int, *, on: bool) -> TrainsState:
        """Put a seat's marker on its train, or take it off."""
        engine, ends, marked, opened, chains, laid = state
        marked = marked | 1 << seat if on else marked & ~(1 << seat)
        return engine, ends, marked, opened, chains, laid

    def places(self, state: TrainsState) -> Sequence[PlaceId]:
        if not state:
            return range(1)
        if self._rows == 1:
            return range(self.count)
        ends: tuple[Pips | None, ...] = state[ENDS]
        return [place for place, pips in enumerate(ends) if pips is not None]

    def same_as(self, state: TrainsState, tile: TileId, place: PlaceId) -> PlaceId:
        """Communal trains that are not started are one like the other: the first stands for all."""
        if state and self.seats <= place < self.count:
            alike = self.unstarted(state) & self.communal
            if alike >> place & 1:
                return (alike & -alike).bit_length() - 1
        return place

    # --- what fits ------------------------------------------------------------------------

    def fitting(self, state: TrainsState, place: PlaceId) -> TileMask:
        """Give the tiles that show the number at an end; a double on an empty table."""
        if not state:
            return self.tile_set.doubles
        pips: Pips = state[ENDS][place]
        return self.tile_set.showing[pips]

    def wanted(self, state: TrainsState) -> TileMask:
        if not state:
            return self.tile_set.doubles
        mask, showing = 0, self.tile_set.showing
        for pips in set(state[ENDS]):
            if pips is not None:
                mask |= showing[pips]
        return mask

    def lister(
        self, make: Callable[[TileId, PlaceId], M]
    ) -> Callable[[TrainsState, TileMask, PlaceMask, TileMask], tuple[M, ...]]:
        # The tables know no branches and no trains that are alike: then the plain way lists. Else
        # the moves and their order are the plain way's.
        if self._rows > 1 or self.count > self.seats + 1:
            return super().lister(make)
        showing = self.tile_set.showing
        ready = _ready(make, len(self.tile_set), self.count)
        every = (1 << self.count) - 1
        opened: dict[PlaceMask, tuple[tuple[PlaceId, dict[TileMask, M]], ...]] = {}

        def open_up(shut: PlaceMask) -> tuple[tuple[PlaceId, dict[TileMask, M]], ...]:
            """Give the places that are not closed, each with its moves; made once."""
            found = tuple((place, ready[place]) for place in bits(every & ~shut))
            return opened.setdefault(shut, found)

        def moves(
            state: TrainsState, hand: TileMask, shut: PlaceMask, barred: TileMask
        ) -> tuple[M, ...]:
            if barred:
                hand &= ~barred
            ends = state[ENDS]
            found: list[M] = []
            for place, here in opened.get(shut) or open_up(shut):
                mine = hand & showing[ends[place]]
                while mine:
                    low = mine & -mine
                    found.append(here[low])
                    mine ^= low
            return tuple(found)

        return moves

    # --- laying ---------------------------------------------------------------------------

    def put(self, state: TrainsState, seat: int, tile: TileId, place: PlaceId) -> TrainsState:
        """
        Lay a tile at an end, or the engine on an empty table.

        Raises:
            InvalidVariantError: Something else than a double is laid on an empty table.
        """
        if not state:
            return self._begin(tile)
        engine, ends, marked, opened, chains, laid = state
        pips: Pips = ends[place]
        end, tile_halves = self._straight[pips][tile]
        at = place
        new_ends, new_chains = [*ends], [*chains]
        if place in opened:
            at = self.row_after(state, place) if self.toes > 1 else place
            if at == place:
                opened = tuple([one for one in opened if one != place])
            elif at >= len(new_ends):
                more = at + 1 - len(new_ends)
                new_ends += [None] * more
                new_chains += [b""] * more
        new_ends[at] = end
        new_chains[at] += tile_halves
        if end == pips:
            opened = (*opened, at)
        return engine, tuple(new_ends), marked, opened, tuple(new_chains), laid | 1 << tile

    def _begin(self, tile: TileId) -> TrainsState:
        domino = self.tile_set.dominoes[tile]
        if not domino.is_double:
            raise InvalidVariantError(
                f"trains begin at a double, but the rules let [{domino}] be laid first"
            )
        return (
            domino.low,
            (domino.low,) * self.count,
            0,
            (),
            (b"",) * self.count,
            1 << tile,
        )

    def row_after(self, state: TrainsState, place: PlaceId) -> PlaceId:
        """Give the row for the next tile against an open double; its own for the last toe."""
        ends: tuple[Pips | None, ...] = state[ENDS]
        chains: tuple[bytes, ...] = state[CHAINS]
        pips = ends[place]
        rows = range(place % self.count + self.count, len(ends), self.count)
        used = [row for row in rows if ends[row] is not None]
        # A number has one double, so that rows which begin with it are the toes of this one.
        if sum(chains[row][0] == pips for row in used) >= self.toes - 1:
            return place
        return place % self.count + self.count * (len(used) + 1)

    # --- reading and writing --------------------------------------------------------------

    def tiles(self, state: TrainsState) -> TileMask:
        return state[LAID] if state else 0

    def read(self, state: TrainsState) -> Trains:
        if not state:
            return Trains()
        # Each train has its rows in order of place, and of each row a line and an end, so that the
        # label of an end is the one that moves are written with.
        engine, ends, marked, opened, chains, _laid = state
        found = []
        for train, name in enumerate(self.names):
            owner = train if train < self.seats else None
            rows = [row for row in range(train, len(ends), self.count) if ends[row] is not None]
            lines = tuple(halves(chains[row]) for row in rows)
            found.append(
                Train(
                    label=name,
                    owner=owner,
                    is_marked=bool(marked >> train & 1),
                    lines=lines,
                    ends=tuple(
                        TrainEnd(
                            label=self.labels[row],
                            owner=owner,
                            pips=ends[row],
                            tile=Domino(*line[-1]) if line else None,
                            order=opened.index(row) if row in opened else None,
                        )
                        for row, line in zip(rows, lines, strict=True)
                    ),
                )
            )
        return Trains(Domino(engine, engine), tuple(found))

    def dump(self, state: TrainsState) -> str:
        """Write ``12-12;0=12-5,5-7;1*=12-9,9-9``; see :mod:`tilerules.trains.notation`."""
        return dump_trains(self, state)

    def load(self, text: str) -> TrainsState:
        return load_trains(self, text)


@lru_cache(maxsize=32)
def _ready(
    make: Callable[[TileId, PlaceId], M], tiles: int, places: int
) -> tuple[dict[TileMask, M], ...]:
    """Make the moves of every tile, as a bit, at every place; shared where they are made alike."""
    return tuple({1 << tile: make(tile, place) for tile in range(tiles)} for place in range(places))
