"""
Rows of dominoes as they lie: straight ones, and ones that turn where the table ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from tilerules.layouts.rows import Half
from tilerules.pictures.scene import Direction, Placed
from tilerules.tiles import Domino

__all__ = ["domino", "flipped", "mirrored", "snake", "straight"]

_PITCH = 3.0
"""From the middle of a row to that of the next one: room for doubles crosswise in both."""


def domino(x: float, y: float, half: Half, direction: Direction) -> Placed:
    """Place a domino by its upper left corner."""
    return Placed(x, y, Domino(*half), half, direction)


def flipped(row: Iterable[Half]) -> tuple[Half, ...]:
    """Give a row read from its other end."""
    return tuple([(far, near) for near, far in reversed([*row])])


def mirrored(tiles: Iterable[Placed], about: float = 0) -> tuple[Placed, ...]:
    """Give tiles as they lie on the other side of an upright line."""
    turned: dict[Direction, Direction] = {"right": "left", "left": "right"}
    return tuple(
        [
            attrs.evolve(
                one,
                x=2 * about - one.x - one.size[0],
                direction=turned.get(one.direction, one.direction),
            )
            for one in tiles
        ]
    )


def straight(row: Sequence[Half], x: float = 0, y: float = 0) -> tuple[Placed, ...]:
    """
    Lay tiles to the right from a point, the middle of the row's near edge; doubles lie crosswise.
    """
    return snake(row, x=x, y=y, width=float("inf"))


def snake(
    row: Sequence[Half],
    *,
    width: float,
    x: float = 0,
    y: float = 0,
    inner: float = 0,
    unbent: int = 0,
) -> tuple[Placed, ...]:
    """
    Lay tiles to the right from a point; where the table ends the row turns, one tile going down.

    Doubles lie crosswise, but never at or beside a corner, where they lie along, as players lay
    them. A tile lies where it lies whatever comes after it. Nothing lies left of the point, nor
    more than 1 above it.

    Args:
        row: The tiles outwards.
        width: How far the row goes to the right, 6 more than ``inner`` at least.
        x: The near edge of the first tile.
        y: The middle of the row.
        inner: How far from the point the lower rows turn again.
        unbent: So many tiles lie in the first row, whatever its length.
    """
    placed: list[Placed] = []
    left, right = x + inner, x + width
    at, heading = x, 1
    is_crosswise = is_after_corner = False
    for index, half in enumerate(row):
        room = right - at if heading > 0 else at - left
        # A double across leaves no corner beside it; nor do tiles that lay there before.
        is_free = index < unbent or is_crosswise
        is_double = half[0] == half[1]
        is_crosswise = is_double and not is_after_corner and (is_free or room >= 3)
        long = 1 if is_crosswise else 2
        if is_free or room >= long:
            corner = at if heading > 0 else at - long
            if is_crosswise:
                placed.append(domino(corner, y - 1, half, "down"))
            else:
                placed.append(domino(corner, y - 0.5, half, "right" if heading > 0 else "left"))
            at += long * heading
            is_after_corner = False
            continue
        # It stands under the last half of the row, and the next row begins under it.
        corner = at - 1 if heading > 0 else at
        placed.append(domino(corner, y + 0.5, half, "down"))
        y += _PITCH
        at = corner + 1 if heading > 0 else corner
        heading = -heading
        is_after_corner = True
    return tuple(placed)
