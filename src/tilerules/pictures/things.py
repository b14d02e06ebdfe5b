"""
Pictures of single things, and of a table with all that lies around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from tilerules.decks import TileBag, TileSet
from tilerules.errors import PictureError, shown
from tilerules.layouts.base import Reading
from tilerules.looks import LIGHT, Svg, Theme
from tilerules.pictures.drawing import draw
from tilerules.pictures.hands import GAP, Slot, lay_hand
from tilerules.pictures.laying_out import lay_out
from tilerules.pictures.scene import Label, Mark, Placed, Scene
from tilerules.spoken import say_table
from tilerules.tiles import Domino, Tile

__all__ = ["Table", "are_dominoes", "draw_thing", "hand_scene", "layout_scene", "table_scene"]

_OTHERS = 0.6
"""How large hands are drawn that are nobody's whose eyes we look through."""
_ALL = 0.75
"""How large they are where nobody's eyes are meant."""
_MOST_LETTERS = 16
_LETTER = 0.5
"""How wide a letter of a name is at most."""


@attrs.frozen
class Table:
    """
    What is to be seen of a round: of a view no more than its seat knows.
    """

    names: tuple[str, ...]
    """The seats' names."""
    to_move: int | None
    """The seat to move."""
    layout: Any
    """What lies on the table, as for reading."""
    before: Sequence[Any]
    """What lay there earlier, the first thing first."""
    hands: tuple[Sequence[Slot | None], ...]
    """What is at each place of each hand."""
    eyes: int | None
    """The seat through whose eyes we look, if it is one's."""
    stock: int
    """How many tiles are left face down."""
    has_stock: bool
    """Whether there has been a stock in this round."""
    is_domino: bool
    """Whether tiles face down are dominoes."""
    last: Counter[Tile]
    """The tiles laid last."""
    marked: frozenset[Tile]
    """Faces in the hand of the seat to move, or on the table, that are pointed at."""
    title: str
    """What it is."""
    desc: str
    """What is to be seen."""


def are_dominoes(tile_set: TileSet) -> bool:
    """Say whether the tiles of a set lie like dominoes."""
    return isinstance(tile_set.tiles[0], Domino)


def table_scene(table: Table) -> Scene:
    """
    Lay out a round: the hands above, what has been laid below them.

    Names and hands stand where they stand whatever lies, and so does the table's middle.
    """
    laid = layout_scene(
        table.layout, names=table.names, before=table.before, last=table.last, strict=False
    )
    left = laid.room[0] if laid.room else laid.box[0]
    hands = _hands(table).moved(left, 0)
    top = laid.room[1] if laid.room else laid.box[1]
    laid = laid.moved(0, hands.box[3] + 1 - top)
    return attrs.evolve(hands + laid, title=table.title, desc=table.desc)


def _hands(table: Table) -> Scene:
    names = [_shortened(name) for name in table.names]
    beside = 1.2 + _LETTER * max(map(len, names))
    tall = 2 if table.is_domino else 1.4
    tiles: list[Placed] = []
    labels: list[Label] = []
    y = 0.0
    for seat, (name, places) in enumerate(zip(names, table.hands, strict=True)):
        is_next = seat == table.to_move
        scale = _ALL if table.eyes is None else 1 if seat == table.eyes else _OTHERS
        tiles += lay_hand(
            places,
            marked=table.marked if is_next else (),
            is_domino=table.is_domino,
            x=beside,
            y=y,
            scale=scale,
        )
        base = y + tall * scale / 2 + 0.25
        if is_next:
            labels.append(Label(0, base, "▶", height=0.7))
        labels.append(Label(0.9, base, name, is_strong=is_next))
        y += tall * scale + 0.5
    if table.has_stock:
        if table.stock:
            heap = Placed(
                beside, y, None, is_domino=table.is_domino, scale=_OTHERS, count=table.stock
            )
            tiles.append(heap)
        y += tall * _OTHERS + 0.5
    return Scene(tuple(tiles), tuple(labels), room=(0, 0, beside, y - 0.5))


def _shortened(name: str) -> str:
    return name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1]}…"


# --- single things ----------------------------------------------------------------------------


def layout_scene(
    layout: Any,
    *,
    names: Sequence[str] = (),
    before: Sequence[Any] = (),
    last: Iterable[Tile | str] = (),
    marks: Iterable[Tile | str] = (),
    strict: bool = True,
) -> Scene:
    """
    Lay out a layout, and mark tiles in it.

    Args:
        layout: The layout, as for reading.
        names: The seats' names; ``seat 0`` and so on by default.
        before: What the layout was earlier in the round.
        last: Tiles that were laid last.
        marks: Tiles that are pointed at.
        strict: Whether all of them must be there.

    Raises:
        PictureError: One of them is not there.
    """
    scene = lay_out(layout, names=names or _NAMES, before=before)
    if not scene.desc:
        scene = attrs.evolve(scene, desc=str(say_table(layout, names or _NAMES)))
    tiles: Sequence[Placed] = scene.tiles
    wanted_marks: tuple[tuple[Mark, Iterable[Tile | str]], ...] = (
        ("last", last),
        ("marked", marks),
    )
    for mark, wanted in wanted_marks:
        left = Counter(str(tile) for tile in wanted)
        lay_before: tuple[Placed, ...] = ()
        if mark == "last" and before and any(n > 1 for n in Counter(layout.tiles).values()):
            # Of equal tiles it is one that did not lie there.
            lay_before = lay_out(before[-1], names=names or _NAMES, before=before[:-1]).tiles
        lying = {(one.x, one.y, one.tile) for one in lay_before}
        found = list(tiles)
        for at in sorted(range(len(found)), key=lambda i: _place(found[i]) in lying):
            if left[str(found[at].tile)] > 0:
                left[str(found[at].tile)] -= 1
                found[at] = attrs.evolve(found[at], marks=found[at].marks | {mark})
        if strict and any(left.values()):
            missing = next(text for text, count in left.items() if count)
            raise PictureError(f"{shown(missing)} is to be marked, and does not lie there")
        tiles = found
    return attrs.evolve(scene, tiles=tuple(tiles))


def _place(one: Placed) -> tuple[float, float, Tile | None]:
    return one.x, one.y, one.tile


_NAMES = tuple([f"seat {seat}" for seat in range(64)])
"""What seats are called that have no names."""


def hand_scene(hand: TileBag, *, marks: Iterable[Tile | str] = ()) -> Scene:
    """
    Lay out a hand in rows.

    Raises:
        PictureError: A tile to be marked is not in it.
    """
    marked = frozenset([hand.tile_set.tile(like) for like in marks])
    for tile in marked:
        if tile not in hand:
            raise PictureError(f"{tile} is to be marked, and is not in the hand")
    most = int(24 // (1 + GAP))
    places = [Slot(tile) for tile in hand]
    is_domino = are_dominoes(hand.tile_set)
    tiles: list[Placed] = []
    for at in range(0, len(places), most):
        y = at // most * (2.2 if is_domino else 1.6)
        tiles += lay_hand(places[at : at + most], marked=marked, is_domino=is_domino, y=y)
    title = f"{len(hand)} tiles" if len(hand) != 1 else "1 tile"
    return Scene(tuple(tiles), room=(0, 0, 1, 1), title=title, desc=str(hand))


def draw_thing(
    thing: object, *, theme: Theme | str = LIGHT, size: int | None = None, **how: Any
) -> Svg:
    """
    Draw a layout or a hand: what :class:`~tilerules.looks.Pictured` asks for.

    Raises:
        PictureError: It cannot be drawn so.
    """
    if isinstance(thing, TileBag):
        return draw(hand_scene(thing, **how), theme, size=size)
    assert isinstance(thing, Reading)
    return draw(layout_scene(thing, **how), theme, size=size)
