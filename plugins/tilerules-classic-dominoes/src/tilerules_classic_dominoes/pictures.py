"""
Where the tiles of a cross lie in a picture.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerules.layouts.rows import Half, Halves
from tilerules.pictures import (
    WIDTH,
    Placed,
    Scene,
    domino,
    flipped,
    grown_from,
    lay_out,
    mirrored,
    snake,
    straight,
)
from tilerules_classic_dominoes.cross import Cross

__all__: list[str] = []

_TOP = -4.0
"""How far up an arm goes before it turns to the right."""

_BESIDE = 0.7
"""How far from the spinner's edge lower rows turn again: the arm that goes down may be wide."""


@lay_out.register
def _(layout: Cross, *, names: Sequence[str] = (), before: Sequence[Cross] = ()) -> Scene:
    room = (-WIDTH / 2, _TOP if layout.has_spinner else -1.0, WIDTH / 2, 1.0)
    lines = [one.line for one in (*before, layout)]
    line = layout.line
    if not line:
        return Scene(room=room)
    first = grown_from(lines)
    pivot, left, right = _pivot(lines, first)
    # Until a double lies the line is straight. Around the first double it bends, so that the
    # arms have the quarters of the table to themselves.
    at = line.index(pivot)
    is_double = pivot[0] == pivot[1]
    edge = 0.5 if is_double else 1.0
    # Where the pivot is not the first tile, only tiles of full length lie between the two.
    middle = 0.0
    if at != first and is_double and (left or right):
        middle = (2 * abs(at - first) - 0.5) * (1 if at > first else -1)
    begin = domino(
        middle - edge, -1 if is_double else -0.5, pivot, "down" if is_double else "right"
    )
    how = {"width": WIDTH / 2 - edge, "x": middle + edge, "inner": _BESIDE}
    to_right = snake(line[at + 1 :], unbent=right, **how)
    to_left = mirrored(snake(flipped(line[:at]), unbent=left, **how), about=middle)
    arms = (*_up(layout.up, middle), *_down(layout.down, middle))
    return Scene((*reversed(to_left), begin, *to_right, *arms), room=room)


def _pivot(lines: Sequence[Halves], first: int) -> tuple[Half, int, int]:
    """
    Find the tile around which the line bends, and how many tiles lay beside it before it did.

    Args:
        lines: The line in the order in which it grew.
        first: The place of its first tile now.

    Returns:
        The first double, with the tiles that lay on its left and right then; while none lies,
        the first tile, and all the others.
    """
    is_first = True
    for line in lines:
        doubles = [at for at, half in enumerate(line) if half[0] == half[1]]
        if doubles:
            at = min(doubles, key=lambda at: abs(at - len(line) // 2))
            if is_first:
                return line[at], 0, 0  # nobody saw it grow
            return line[at], at, len(line) - at - 1
        is_first = is_first and not line
    line = lines[-1]
    return line[first], first, len(line) - first - 1


def _up(arm: Halves, x: float) -> tuple[Placed, ...]:
    """Lay an arm upwards from the spinner; near the top it turns to the right."""
    placed: list[Placed] = []
    y = -1.0
    for at, half in enumerate(arm):
        is_crosswise = at > 0 and half[0] == half[1] and y - 3 >= _TOP
        if y - (1 if is_crosswise else 2) < _TOP:
            corner = domino(x + 0.5, y, half, "right")
            return (*placed, corner, *straight(arm[at + 1 :], x=x + 2.5, y=y + 0.5))
        y -= 1 if is_crosswise else 2
        if is_crosswise:
            placed.append(domino(x - 1, y, half, "right"))
        else:
            placed.append(domino(x - 0.5, y, half, "up"))
    return tuple(placed)


def _down(arm: Halves, x: float) -> tuple[Placed, ...]:
    """Lay an arm downwards from the spinner."""
    placed: list[Placed] = []
    y = 1.0
    for at, half in enumerate(arm):
        if at and half[0] == half[1]:
            placed.append(domino(x - 1, y, half, "right"))
            y += 1
        else:
            placed.append(domino(x - 0.5, y, half, "down"))
            y += 2
    return tuple(placed)
