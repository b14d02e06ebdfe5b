"""
What every layout offers to the rules.

A :class:`Layout` is a component of a variant: parameters, no state. *Bound* to a tile set and
a number of seats it becomes a :class:`BoundLayout`, which knows how to read and change layout
states. A state is a small immutable value, falsy while nothing lies on the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

import attrs

from tilerules.component import Component, Shortcuts
from tilerules.decks import TileSet
from tilerules.errors import InvalidNotationError, shown
from tilerules.looks import Pictured
from tilerules.tiles import Domino, Pips, Tile, TileId, TileMask

__all__ = [
    "BoundDominoes",
    "BoundLayout",
    "BoundPlaces",
    "Layout",
    "OpenEnd",
    "PlaceId",
    "PlaceMask",
    "Reading",
]

PlaceId: TypeAlias = int
"""The number of a place where a tile may go, from 0."""


PlaceMask: TypeAlias = int
"""A collection of places: bit ``i`` stands for place ``i``."""


M = TypeVar("M")


@attrs.frozen
class OpenEnd:
    """
    A place on the table where a tile may go, if no rule forbids it.

    What fits there is every tile that shows :attr:`pips`, and every face in :attr:`fits`.
    """

    label: str
    """What follows the ``@`` where a move is written; of a meld its number, from 1."""
    pips: Pips | None
    """The number that a tile has to show; None where there is none such."""
    fits: tuple[Tile, ...] = attrs.field(default=(), kw_only=True, repr=False)
    """The faces that fit besides, in set order: for a meld all that can be added to it."""


class Reading(Pictured, ABC):
    """
    What lies on the table, for reading: what ``round_.layout`` and ``view.layout`` give.

    Each layout has a class of its own for what only it can tell. What every layout can tell is
    here, so that pictures, programs and bots need not know which it is. It is a value, says
    nothing of which of two equal tiles lies where, and its text is the layout as people read it.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile that lies, in an order that the layout's class documents."""

    @property
    @abstractmethod
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Every place where a tile may go, each with its own label; none on an empty table."""


@attrs.frozen
class Layout(Component, ABC):
    """The decision point ``layout``: what lies on the table, and what fits where."""

    point = "layout"

    @abstractmethod
    def bind(self, tile_set: TileSet, seats: int) -> BoundLayout:
        """
        Make the tables for one tile set and number of seats.

        Raises:
            InvalidVariantError: The layout cannot be laid with these tiles.
        """


class BoundLayout(Shortcuts, ABC):
    """
    A layout over its tile set.
    """

    tile_set: TileSet
    """The tiles in use."""
    empty: Any
    """The state before anything lies on the table; falsy."""

    @abstractmethod
    def tiles(self, state: Any) -> TileMask:
        """Give the tiles that lie on the table."""

    @abstractmethod
    def read(self, state: Any) -> Reading:
        """Wrap a state for reading, as ``round.layout``. Leave to it what can be found later."""

    def lowest(self, state: Any) -> Any:
        """
        Give the state made of the lowest copies of its faces, as :meth:`load` gives it.

        Which of several copies lies on the table may tell who holds the other. A set in which no
        face has copies is not asked for.
        """
        return self.load(self.dump(state))

    @abstractmethod
    def dump(self, state: Any) -> str:
        """Write a state as one word without blanks; the empty one as an empty text."""

    @abstractmethod
    def load(self, text: str) -> Any:
        """
        Read what :meth:`dump` wrote.

        Raises:
            InvalidNotationError: The text is not a layout of this kind.
        """


class BoundPlaces(BoundLayout):
    """
    A layout to which single tiles are added at numbered places.

    On an empty layout the first tile has one place, number 0, without a label.
    """

    labels: tuple[str, ...]
    """The label of each place by its id: what follows ``@`` in notation."""
    shortcuts = {
        "wanted": ("places", "fitting"),
        "lister": ("places", "fitting", "same_as"),
        "quick_lister": ("lister", "places", "fitting", "same_as"),
        "gist": ("places", "fitting", "same_as", "put", "wanted"),
        "put_and_list": ("put", "quick_lister", "lister", "places", "fitting", "same_as"),
    }

    @abstractmethod
    def fitting(self, state: Any, place: PlaceId) -> TileMask:
        """Give all tiles of the set that match at a place."""

    @abstractmethod
    def put(self, state: Any, seat: int, tile: TileId, place: PlaceId) -> Any:
        """Lay a tile that fits; give the new state."""

    def gist(self, state: Any) -> Hashable | None:
        """
        Give what of a state can matter later: states of one gist allow the same for ever.

        Returns:
            A value of which there are few in all; None where all of a state matters, or where
            there are too many: then the layout is not played in lanes.
        """
        return None

    def quick_lister(
        self, make: Callable[[TileId, PlaceId], M], gather: Callable[[Iterable[M]], Any]
    ) -> Callable[[Any], Any] | None:
        """
        Bind the listing for a whole state in which nothing is closed or barred.

        Args:
            make: Makes what is listed, a move; the same one for the same tile and place.
            gather: Makes a list of some of them.

        Returns:
            A function of a state's ``table``, ``masks`` and ``to_move`` that gives what
            :meth:`lister` would; None where it would be no quicker.
        """
        return None

    def put_and_list(
        self, make: Callable[[TileId, PlaceId], M], gather: Callable[[Iterable[M]], Any]
    ) -> Callable[[Any, Any, Any], Any] | None:
        """
        Bind the laying of a tile together with the listing for who comes next.

        Returns:
            A function of a state, its move and a draft, in which the next seat is to move, that
            takes the tile out of the hand, lays it as :meth:`put` does, and gives what
            :meth:`quick_lister` would; None where it would be no quicker.
        """
        return None

    def places(self, state: Any) -> Sequence[PlaceId]:
        """Give the places there are now."""
        return range(len(self.labels)) if state else range(1)

    def begins_at(self, state: Any, place: PlaceId) -> bool:
        """Say whether a tile laid at a place begins the layout, so that the place is no matter."""
        return not state and place in self.places(state)

    def same_as(self, state: Any, tile: TileId, place: PlaceId) -> PlaceId:
        """Give the lowest place at which the tile leads to the same layout."""
        return place

    def ways(self, state: Any, tile: TileId, place: PlaceId) -> Sequence[PlaceId]:
        """
        Give the places a written one may stand for.

        There are several where a tile can be turned and each way has a place of its own: then
        the place without a way is only a manner of speaking, and nothing fits there.
        """
        return (place,)

    def wanted(self, state: Any) -> TileMask:
        """Give all tiles that match somewhere, whoever may lay them."""
        mask = 0
        for place in self.places(state):
            mask |= self.fitting(state, place)
        return mask

    def lister(
        self, make: Callable[[TileId, PlaceId], M]
    ) -> Callable[[Any, TileMask, PlaceMask, TileMask], tuple[M, ...]]:
        """
        Bind the listing of moves where a tile lies: places in order, tiles in set order.

        Args:
            make: Gives the move for a tile at a place.

        Returns:
            A function of state, held tiles, closed places and barred tiles.
        """
        # A faster lister lists the same in the same order. What is kept here are moves alone, which
        # depend on no state; two threads that make one at once make equal ones.
        places, fitting, same_as = self.places, self.fitting, self.same_as
        none_alike = type(self).same_as is BoundPlaces.same_as
        moves_at: dict[tuple[TileMask, PlaceId], M] = {}

        def moves(state: Any, hand: TileMask, shut: PlaceMask, barred: TileMask) -> tuple[M, ...]:
            hand &= ~barred
            found: list[M] = []
            for place in places(state):
                mine = 0 if shut >> place & 1 else fitting(state, place) & hand
                while mine:
                    low = mine & -mine
                    mine ^= low
                    if none_alike or same_as(state, low.bit_length() - 1, place) == place:
                        move = moves_at.get((low, place))
                        if move is None:
                            move = moves_at[low, place] = make(low.bit_length() - 1, place)
                        found.append(move)
            return tuple(found)

        return moves


class BoundDominoes(BoundPlaces):
    """
    A layout to which single dominoes are added, told by what one domino does: no masks.

    What lies there is asked of :meth:`~BoundLayout.read`. Where it is too slow, override
    :meth:`fitting`, :meth:`put` and :meth:`tiles` with tables of your own.
    """

    @abstractmethod
    def fits(self, state: Any, domino: Domino, place: PlaceId) -> bool:
        """Whether a domino matches at a place; asked once something lies."""

    @abstractmethod
    def lay(self, state: Any, domino: Domino, place: PlaceId) -> Any:
        """Lay a domino that fits; give the new state."""

    def fitting(self, state: Any, place: PlaceId) -> TileMask:
        if not state:
            return self.tile_set.full
        dominoes = enumerate(self.tile_set.dominoes)
        return sum([1 << tile for tile, one in dominoes if self.fits(state, one, place)])

    def put(self, state: Any, seat: int, tile: TileId, place: PlaceId) -> Any:
        return self.lay(state, self.tile_set.dominoes[tile], place)

    def tiles(self, state: Any) -> TileMask:
        return self.tile_set.mask(self.read(state).tiles)

    def lay_word(self, state: Any, word: str, place: PlaceId, text: str) -> Any:
        """
        Lay a domino as it is written: for :meth:`~BoundLayout.load`.

        Args:
            state: What lies.
            word: The domino.
            place: Where it is said to lie.
            text: The whole text, for the error.

        Raises:
            InvalidNotationError: It is no tile of the set, lies already, or does not fit there.
        """
        tile = self.tile_set.tile(word)
        free = self.tile_set.copies[tile] & ~self.tiles(state)
        if place not in self.places(state) or not self.fitting(state, place) & free:
            message = f"{shown(word)} cannot lie there in {shown(text)}"
            raise InvalidNotationError(message, text=text, part=word)
        return self.put(state, 0, free.bit_length() - 1, place)
