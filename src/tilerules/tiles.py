"""
Faces: dominoes, numbered tiles and jokers, and how they are written.

A **tile**'s *face* is what is printed on it. Tiles are values, compared by face.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeAlias, runtime_checkable

import attrs

from tilerules.errors import InvalidNotationError, of_type, shown

__all__ = [
    "Domino",
    "Joker",
    "NumberTile",
    "Pips",
    "Tile",
    "TileId",
    "TileLike",
    "TileMask",
    "TilesLike",
    "bits",
]

Pips: TypeAlias = int
"""A number on one end of a domino, or on a rummy tile."""


TileId: TypeAlias = int
"""The number of a physical tile in its set, from 0."""


TileMask: TypeAlias = int
"""A collection of tiles: bit ``i`` stands for tile id ``i``."""


def _is_letter(text: str) -> bool:
    """Whether a text can stand for a colour."""
    return len(text) == 1 and text.isalpha() and text.islower()


@runtime_checkable
class Tile(Protocol):
    """What every kind of tile offers. Tiles are values: hashable and compared by face."""

    @property
    def pips(self) -> Pips:
        """What the face is worth when counted plainly."""

    def __str__(self) -> str:
        """Give the notation of the face."""


@attrs.frozen(order=True)
class Domino:
    """
    A tile with two ends; which end comes first in writing carries no meaning.

    >>> Domino(6, 4)
    Domino(4, 6)
    """

    low: Pips = attrs.field(validator=of_type(int))
    """Pips on the lower end, ``0 <= low <= high``."""
    high: Pips = attrs.field(validator=of_type(int))
    """Pips on the higher end."""

    def __attrs_post_init__(self) -> None:
        if min(self.low, self.high) < 0:
            raise InvalidNotationError(
                f"a domino has no negative pips: {shown(self.low)}, {shown(self.high)}"
            )
        if self.low > self.high:
            low, high = self.high, self.low
            object.__setattr__(self, "low", low)
            object.__setattr__(self, "high", high)

    @property
    def pips(self) -> Pips:
        """Both ends added."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        """Whether the ends are equal."""
        return self.low == self.high

    def other(self, pips: Pips) -> Pips:
        """
        Give the end across from one that shows ``pips``.

        Raises:
            ValueError: The tile has no such end.
        """
        if pips == self.low:
            return self.high
        if pips == self.high:
            return self.low
        raise ValueError(f"{self} has no end with {pips}")

    def __repr__(self) -> str:
        return f"Domino({self.low}, {self.high})"

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


@attrs.frozen(order=True, cache_hash=True)
class NumberTile:
    """
    A rummy tile: a colour and a number.
    """

    colour: str = attrs.field(validator=of_type(str))
    """One letter, e.g. ``"r"``."""
    number: Pips = attrs.field(validator=of_type(int))
    """From 1."""

    def __attrs_post_init__(self) -> None:
        if not _is_letter(self.colour):
            raise InvalidNotationError(f"a colour is one small letter, not {shown(self.colour)}")
        if self.number < 1:
            raise InvalidNotationError(f"a tile's number is from 1, not {shown(self.number)}")

    @property
    def pips(self) -> Pips:
        """The number."""
        return self.number

    def __str__(self) -> str:
        return f"{self.colour}{self.number}"


@attrs.frozen(order=True)
class Joker:
    """
    A wild tile. What it is worth is for a scorer to say; counted plainly it is 0.
    """

    @property
    def pips(self) -> Pips:
        """Always 0."""
        return 0

    def __str__(self) -> str:
        return "J"


TileLike: TypeAlias = "Tile | str"
"""A tile or its notation."""


TilesLike: TypeAlias = "str | Iterable[TileLike]"
"""Tiles, or one text of several: ``"[1-1][1-3]"``, ``"1-1,1-3"``, ``"1-1 1-3"``."""


_TOKEN = re.compile(r"[\s,]*(?:\[\s*([^\[\]\s,]+)\s*\]|([^\[\]\s,]+)|$)")


def bits(mask: TileMask) -> Iterator[TileId]:
    """
    Give the tile ids of a mask, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
