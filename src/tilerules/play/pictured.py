"""
What is to be seen of a round in a picture: of a view no more than its seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, overload

import attrs

from tilerules.decks import TileSet
from tilerules.looks import LIGHT, Svg, Theme
from tilerules.moves import ListedMoves
from tilerules.pictures.drawing import draw
from tilerules.pictures.hands import HIDDEN, Holding, Slot, settle
from tilerules.pictures.scene import Scene
from tilerules.pictures.things import Table, are_dominoes, table_scene
from tilerules.play.base import RoundLike
from tilerules.spoken import say_table
from tilerules.state import Seat
from tilerules.tiles import Tile, TileMask, TilesLike

__all__ = ["Story", "draw_round", "draw_view", "faces_of", "round_scene", "view_scene"]


class _Readings(Sequence[Any]):
    """Layouts, each read when somebody looks at it."""

    def __init__(self, layout: Any, tables: Sequence[Any]) -> None:
        self._layout, self._tables = layout, tables

    def __len__(self) -> int:
        return len(self._tables)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> _Readings: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return _Readings(self._layout, self._tables[at])
        return self._layout.read(self._tables[at])


@attrs.frozen
class Story:
    """
    What a picture needs of the way there.
    """

    tables: Sequence[Any]
    """The states of the layout, each that differs from the one before, the present one last."""
    held: tuple[Sequence[Holding], ...]
    """What each seat held, each time that it changed."""
    has_stock: bool
    """Whether there was a stock at the beginning."""


def draw_round(
    round_: RoundLike,
    *,
    last: bool = True,
    marks: TilesLike | None = None,
    theme: Theme | str = LIGHT,
    size: int | None = None,
) -> Svg:
    """Draw a round with every hand: see :meth:`~tilerules.play.round.Round.picture`."""
    return draw(round_scene(round_, last=last, marks=marks), theme, size=size)


def draw_view(
    view: Any,
    *,
    last: bool = True,
    marks: TilesLike | None = None,
    theme: Theme | str = LIGHT,
    size: int | None = None,
) -> Svg:
    """Draw what a seat sees: see :meth:`~tilerules.play.views.RoundView.picture`."""
    return draw(view_scene(view, last=last, marks=marks), theme, size=size)


def round_scene(round_: RoundLike, *, last: bool = True, marks: TilesLike | None = None) -> Scene:
    """
    Lay out a round with every hand.

    Args:
        round_: The round.
        last: Whether the tiles that were laid last are marked.
        marks: The tiles that are pointed at in the hand of the seat to move; by default those
            that it can lay.
    """
    story = _of_round(round_, range(round_.seats))
    return table_scene(_table(round_, story, None, len(round_.rest.stock), last, marks))


def view_scene(view: Any, *, last: bool = True, marks: TilesLike | None = None) -> Scene:
    """
    Lay out what a seat sees.

    Args:
        view: The view.
        last: Whether the tiles that were laid last are marked.
        marks: The tiles that are pointed at in the seat's own hand when it is to move; by default
            those that it can lay.
    """
    source = view._source
    # What another process sent tells its story itself.
    story = getattr(source, "story", None)
    if story is None:
        known = [seat for seat, hand in enumerate(view.hands) if hand is not None]
        story = _of_round(source, known)
    return table_scene(_table(view, story, view.seat, view.stock_count, last, marks))


def _table(
    shown: Any,
    story: Story,
    eyes: Seat | None,
    stock: int,
    last: bool,
    marks: TilesLike | None,
) -> Table:
    variant, layout, names = shown.variant, shown.layout, shown.names
    bound = variant.plan(len(names)).layout
    before = _Readings(bound, story.tables[:-1])
    laid: Counter[Tile] = Counter()
    if last and before:
        laid = Counter(layout.tiles) - Counter(before[-1].tiles)
    if marks is None:
        legal = shown.legal_moves
        is_listed = type(legal) is ListedMoves
        marked = [move.tile for move in legal if move.place_id >= 0] if is_listed else []
    else:
        marked = [*variant.tiles.read(marks)]
    said = [say_table(layout, names)]
    if shown.outcome is not None:
        said.append(f"{shown.outcome}.")
    elif shown.to_move is not None:
        said.append(f"{names[shown.to_move]} is to move.")
    return Table(
        names=names,
        to_move=shown.to_move,
        layout=layout,
        before=before,
        hands=tuple([_slots(variant.tiles, held) for held in story.held]),
        eyes=eyes,
        stock=stock,
        has_stock=story.has_stock,
        is_domino=are_dominoes(variant.tiles),
        last=laid,
        marked=frozenset([tile for tile in marked if tile is not None]),
        title=variant.title,
        desc=" ".join(map(str, said)),
    )


def _slots(tile_set: TileSet, held: Iterable[Holding]) -> list[Slot | None]:
    """Find the places of a hand's tiles."""
    tiles = tile_set.tiles
    return [
        one and Slot(None if one[0] == HIDDEN else tiles[one[0]], one[1]) for one in settle(held)
    ]


# --- the way there ----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def faces_of(tile_set: TileSet) -> Callable[[TileMask], tuple[int, ...]]:
    """Bind what gives, for each tile of a mask, the first copy of its face: which one is secret."""
    numbers = {1 << at: tile_set.id_of(tile) for at, tile in enumerate(tile_set.tiles)}

    def faces(mask: TileMask) -> tuple[int, ...]:
        found = []
        while mask:
            low = mask & -mask
            found.append(numbers[low])
            mask ^= low
        return tuple(found)

    return faces


def _of_round(round_: RoundLike, known: Iterable[Seat]) -> Story:
    """Look at a round, and at the hands of some seats."""
    open_to_us, faces = frozenset(known), faces_of(round_.plan.tile_set)
    states = round_.states
    tables = [states[0].table]
    held: list[list[Holding]] = [[] for _ in range(round_.seats)]
    masks: list[Any] = [None] * round_.seats
    for state in states:
        # Most moves leave a table as it is; then it is the same object.
        if state.table is not tables[-1]:
            tables.append(state.table)
        for seat, mine in enumerate(zip(state.masks, state.rest.dead, strict=True)):
            if mine != masks[seat]:
                masks[seat] = mine
                if seat in open_to_us:
                    held[seat].append((faces(mine[0]), faces(mine[1])))
                else:
                    hand, dead = [(HIDDEN,) * mask.bit_count() for mask in mine]
                    held[seat].append((hand, dead))
    return Story(tables, tuple(held), bool(states[0].rest.stock))
