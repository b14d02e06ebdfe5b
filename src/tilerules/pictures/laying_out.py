"""
Where tiles lie: dispatch on what a layout is read as.

The line is at home here. A family, or a layout of one's own, registers where its tiles lie beside
its layout; what nobody registered is drawn as its text::

    @lay_out.register
    def _(layout: MyReading, *, names: Sequence[str], before: Sequence[MyReading]) -> Scene: ...
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from tilerules.layouts.base import Reading
from tilerules.layouts.line import Line
from tilerules.layouts.rows import Half
from tilerules.pictures.rows import domino, flipped, mirrored, snake
from tilerules.pictures.scene import Label, Placed, Scene

__all__ = ["WIDTH", "grown_from", "lay_line", "lay_out"]

WIDTH = 24.0
"""How wide a table is, where the tiles allow it."""


@singledispatch
def lay_out(layout: Any, *, names: Sequence[str] = (), before: Sequence[Any] = ()) -> Scene:
    """
    Say where tiles lie.

    What the last move did not touch lies where it lay before. So a layout begins at a point of
    its own, and gives the scene room for that.

    Args:
        layout: The layout, as for reading: ``round_.layout`` or ``view.layout``.
        names: The seats' names.
        before: What the layout was earlier in the round, the first thing first; nothing if that
            is not known, and as much of it need be looked at as the layout wants.

    Returns:
        The tiles of the layout, each once, and words. Of a layout that nobody registered its
        text, and its tiles in rows.
    """
    assert isinstance(layout, Reading)
    lines = str(layout).splitlines()
    labels = tuple([Label(0, 0.9 + 1.2 * at, line) for at, line in enumerate(lines)])
    tiles: list[Placed] = []
    x, y = 0.0, 1.2 * len(lines) + 0.5
    for tile in layout.tiles:
        tiles.append(Placed(x, y, tile))
        x += 1.15
        if x > WIDTH:
            x, y = 0, y + 2.3
    return Scene(tuple(tiles), labels, room=(0, 0, WIDTH, 2))


@lay_out.register
def _(layout: Line, *, names: Sequence[str] = (), before: Sequence[Line] = ()) -> Scene:
    first = grown_from([one.halves for one in (*before, layout)])
    return Scene(lay_line(layout.halves, first), room=(-WIDTH / 2, -1, WIDTH / 2, 1))


def grown_from(rows: Sequence[Sequence[Half]]) -> int:
    """
    Find the tile a row has grown from.

    Args:
        rows: The row in the order in which it grew, the last one as it is.

    Returns:
        The place in the last row of the first tile laid; the middle of what lay when nobody
        looked yet.

    >>> grown_from([[(1, 1)], [(2, 1), (1, 1)]])
    1
    """
    first, last = 0, tuple[Half, ...]()
    for row in map(tuple, rows):
        more = len(row) - len(last)
        left = next((at for at in range(more + 1) if row[at : at + len(last)] == last), None)
        first = len(row) // 2 if left is None or not last else first + left
        last = row
    return first


def lay_line(row: Sequence[Half], first: int) -> tuple[Placed, ...]:
    """
    Lay a row around its first tile: it stays in the middle while both arms grow.
    """
    if not row:
        return ()
    half = row[first]
    is_double = half[0] == half[1]
    edge = 0.5 if is_double else 1.0
    begin = domino(-edge, -1 if is_double else -0.5, half, "down" if is_double else "right")
    width = WIDTH / 2 - edge
    right = snake(row[first + 1 :], width=width, x=edge)
    left = snake(flipped(row[:first]), width=width, x=edge)
    return (*reversed(mirrored(left)), begin, *right)
