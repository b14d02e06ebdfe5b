"""
Scenes: what a picture is made of, as data.

One unit is half a domino; *x* grows to the right and *y* downwards. A scene can be read by a
test, a terminal or a canvas as well as by :func:`~tilerules.pictures.drawing.draw`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import attrs

from tilerules.layouts.rows import Half
from tilerules.tiles import Domino, Tile

__all__ = ["Box", "Direction", "Label", "Mark", "Placed", "Rail", "Scene", "overlaps"]

Box: TypeAlias = "tuple[float, float, float, float]"
"""Left, top, right and bottom."""

Direction: TypeAlias = Literal["right", "down", "left", "up"]
"""Where the second half of a domino lies, seen from the first."""

Mark: TypeAlias = Literal["last", "marked", "open", "dead"]
"""Laid last; pointed at, or playable; an uncovered double; dead."""

_TALL = 1.4
"""The height of a number tile, which is 1 wide."""

_GLYPH = 0.5
"""How wide a letter is at most, as a part of the height of the text."""


@attrs.frozen
class Placed:
    """
    A tile at a place.
    """

    x: float
    """Its left edge."""
    y: float
    """Its upper edge."""
    tile: Tile | None
    """The tile; None for one that lies face down."""
    halves: Half | None = None
    """Of a domino the pips of its first and second half; None: the lower one first."""
    direction: Direction = "down"
    """Of a domino where its second half lies."""
    marks: frozenset[Mark] = frozenset()
    """What is to be seen of it besides."""
    stands_for: Tile | None = None
    """What a joker stands for."""
    is_domino: bool = False
    """Of a tile face down, whether it is a domino."""
    scale: float = 1
    """How large it is drawn."""
    count: int = 1
    """How many tiles lie here: a heap of tiles face down is one with its number."""

    def at(self, x: float, y: float) -> Placed:
        """Give the tile at another place."""
        # Field by field: pictures move every tile, and attrs.evolve takes ten times as long.
        return Placed(
            x,
            y,
            self.tile,
            self.halves,
            self.direction,
            self.marks,
            self.stands_for,
            self.is_domino,
            self.scale,
            self.count,
        )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        wide, tall = 1.0, _TALL
        if self.is_domino or isinstance(self.tile, Domino):
            wide, tall = (2, 1) if self.direction in ("right", "left") else (1, 2)
        return wide * self.scale, tall * self.scale

    @property
    def box(self) -> Box:
        """The room it takes."""
        width, height = self.size
        return self.x, self.y, self.x + width, self.y + height


@attrs.frozen
class Label:
    """
    A word on the table.
    """

    x: float
    """Where it begins, ends, or has its middle."""
    y: float
    """Its base line."""
    text: str
    """What it says."""
    anchor: Literal["start", "middle", "end"] = "start"
    """Which part of it is at ``x``."""
    is_strong: bool = False
    """Whether it is set in bold."""
    height: float = 0.8
    """The height of the letters."""

    @property
    def box(self) -> Box:
        """The room it takes, by what letters take at most."""
        width = len(self.text) * _GLYPH * self.height
        shift = {"start": 0, "middle": width / 2, "end": width}[self.anchor]
        left = self.x - shift
        return left, self.y - self.height, left + width, self.y + self.height * 0.3


@attrs.frozen
class Rail:
    """
    A thin line that joins what belongs together.
    """

    points: tuple[tuple[float, float], ...]
    """Its corners."""
    is_filled: bool = False
    """Whether it goes round a plane: a marker."""

    @property
    def box(self) -> Box:
        """The room it takes."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@attrs.frozen
class Scene:
    """
    What is to be drawn.
    """

    tiles: tuple[Placed, ...] = ()
    """Tiles; no two overlap."""
    labels: tuple[Label, ...] = ()
    """Words."""
    rails: tuple[Rail, ...] = ()
    """Lines between them."""
    room: Box | None = None
    """
    The least room the scene takes. Whoever lays out a table gives it room for its beginning, so
    that what lies around it stays where it is in later pictures of the round.
    """
    title: str = ""
    """What it is, in a few words."""
    desc: str = ""
    """What is to be seen, for who does not see it."""

    @property
    def box(self) -> Box:
        """The room it takes."""
        boxes = [one.box for part in (self.tiles, self.labels, self.rails) for one in part]
        if self.room is not None:
            boxes.append(self.room)
        if not boxes:
            return (0, 0, 0, 0)
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def moved(self, right: float, down: float) -> Scene:
        """Give the scene shifted."""
        room = self.room
        return attrs.evolve(
            self,
            tiles=tuple([one.at(one.x + right, one.y + down) for one in self.tiles]),
            labels=tuple([attrs.evolve(t, x=t.x + right, y=t.y + down) for t in self.labels]),
            rails=tuple(
                [
                    attrs.evolve(one, points=tuple([(x + right, y + down) for x, y in one.points]))
                    for one in self.rails
                ]
            ),
            room=room and (room[0] + right, room[1] + down, room[2] + right, room[3] + down),
        )

    def __add__(self, other: Scene) -> Scene:
        return attrs.evolve(
            self,
            tiles=self.tiles + other.tiles,
            labels=self.labels + other.labels,
            rails=self.rails + other.rails,
            room=_around(self.room, other.room),
        )


def _around(one: Box | None, other: Box | None) -> Box | None:
    if one is None or other is None:
        return one or other
    return (*map(min, one[:2], other[:2]), *map(max, one[2:], other[2:]))  # type: ignore[return-value]


def overlaps(tiles: Iterable[Placed]) -> list[tuple[Placed, Placed]]:
    """
    Give the pairs of tiles that lie on each other: in a sound scene there are none.

    >>> overlaps([Placed(0, 0, Domino(1, 2)), Placed(1, 0, Domino(3, 4))])
    []
    """
    found = []
    least = 1e-6
    seen: list[tuple[Placed, Box]] = []
    for one in tiles:
        box = one.box
        for other, its in seen:
            is_beside = box[2] <= its[0] + least or its[2] <= box[0] + least
            if not is_beside and box[1] < its[3] - least and its[1] < box[3] - least:
                found.append((other, one))
        seen.append((one, box))
    return found
