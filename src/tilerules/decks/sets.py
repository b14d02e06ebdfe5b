"""
Tile sets and bags of their tiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import attrs

from tilerules.errors import InvalidNotationError, check_type, nearest, shown
from tilerules.looks import Pictured
from tilerules.tiles import (
    _TOKEN,
    Domino,
    Joker,
    NumberTile,
    Pips,
    Tile,
    TileId,
    TileLike,
    TileMask,
    TilesLike,
    _is_letter,
    bits,
)

__all__ = ["TileBag", "TileSet", "double_set", "numbered_set"]


@attrs.frozen(slots=False, repr=False)
class TileSet:
    """
    The equipment of a game: every physical tile, numbered.

    Two sets are equal when their keys and tiles are. Tables derived from the tiles are made
    when first used and kept.
    """

    key: str
    """A short name, e.g. ``"double-6"``."""
    tiles: tuple[Tile, ...] = attrs.field(converter=tuple[Tile, ...])
    """The tile of each id; equal faces stand next to each other."""
    colours: tuple[tuple[str, str], ...] = ()
    """Letter and name of each colour, in order; empty for dominoes."""

    def __attrs_post_init__(self) -> None:
        seen: set[Tile] = set()
        for before, tile in zip((None, *self.tiles), self.tiles, strict=False):
            if tile != before and tile in seen:
                raise InvalidNotationError(f"{self.key}: copies of {tile} must stand together")
            seen.add(tile)

    def __len__(self) -> int:
        return len(self.tiles)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __contains__(self, like: object) -> bool:
        try:
            self.tile(like)  # type: ignore[arg-type]  # anything may be asked
        except (InvalidNotationError, TypeError):
            return False
        return True

    def __repr__(self) -> str:
        return f"<TileSet {self.key}: {len(self.tiles)} tiles>"

    def __hash__(self) -> int:
        return hash((self.key, len(self.tiles)))

    def __reduce__(self) -> tuple[Any, ...]:
        # Without the tables: they are made again, and a read-only mapping cannot be pickled.
        return type(self), (self.key, self.tiles, self.colours)

    @cached_property
    def full(self) -> TileMask:
        """Every tile of the set."""
        return (1 << len(self.tiles)) - 1

    @cached_property
    def copies(self) -> Mapping[Tile, TileMask]:
        """All copies of each face, faces in set order."""
        found: dict[Tile, TileMask] = {}
        for tile_id, tile in enumerate(self.tiles):
            found[tile] = found.get(tile, 0) | 1 << tile_id
        return MappingProxyType(found)

    @cached_property
    def faces(self) -> tuple[Tile, ...]:
        """The different faces, in set order."""
        return tuple(self.copies)

    @cached_property
    def has_copies(self) -> bool:
        """Whether some face occurs more than once."""
        return len(self.copies) < len(self.tiles)

    @cached_property
    def pips(self) -> tuple[Pips, ...]:
        """What each tile id is worth when counted plainly."""
        return tuple(tile.pips for tile in self.tiles)

    @cached_property
    def highest(self) -> Pips:
        """The highest number on any tile."""
        return max(tile.high if isinstance(tile, Domino) else tile.pips for tile in self.tiles)

    @cached_property
    def dominoes(self) -> tuple[Domino, ...]:
        """
        The tiles, known to be dominoes.

        Raises:
            InvalidNotationError: Some tile is not.
        """
        found = tuple(tile for tile in self.tiles if isinstance(tile, Domino))
        if len(found) != len(self.tiles):
            raise InvalidNotationError(f"{self.key} is not a set of dominoes")
        return found

    @cached_property
    def showing(self) -> tuple[TileMask, ...]:
        """For each number of pips from 0 to the highest, the dominoes that show it."""
        masks = [0] * (self.highest + 1)
        for tile_id, tile in enumerate(self.dominoes):
            masks[tile.low] |= 1 << tile_id
            masks[tile.high] |= 1 << tile_id
        return tuple(masks)

    @cached_property
    def doubles(self) -> TileMask:
        """The dominoes with equal ends."""
        return sum(1 << i for i, tile in enumerate(self.dominoes) if tile.is_double)

    @cached_property
    def named(self) -> Mapping[str, TileMask]:
        """All copies of a face by its notation; of dominoes also ``"doubles"``."""
        found = {str(tile): mask for tile, mask in self.copies.items()}
        if all(isinstance(tile, Domino) for tile in self.tiles):
            found["doubles"] = self.doubles
        return MappingProxyType(found)

    @cached_property
    def _by_text(self) -> Mapping[str, Tile]:
        found: dict[str, Tile] = {}
        for tile in self.copies:
            found[str(tile)] = tile
            if isinstance(tile, Domino):
                found[f"{tile.high}-{tile.low}"] = tile
        return MappingProxyType(found)

    def tile(self, like: TileLike) -> Tile:
        """
        Read one tile, or check one.

        Raises:
            InvalidNotationError: It is not a tile of this set.
        """
        if not isinstance(like, str):
            if like in self.copies:
                return like
            said = shown(like)
            raise InvalidNotationError(f"{said} is not a tile of {self.key}", text=said, part=said)
        found = self.find(like)
        if found is None:
            token = like.strip().strip("[]").strip()
            raise InvalidNotationError(
                f"{shown(like)} is not a tile of {self.key}{nearest(token, self._by_text)}",
                text=like,
                part=token,
            )
        return found

    def find(self, text: str) -> Tile | None:
        """Read one tile; None where the text is none of this set."""
        token = str.strip(text)  # refuses what is no text
        if token[:1] == "[" and token[-1:] == "]":
            token = token[1:-1].strip()
        return self._by_text.get(token)

    def read(self, like: TilesLike) -> tuple[Tile, ...]:
        """
        Read several tiles: a text such as ``"[1-1][1-3]"``, or any iterable.

        Raises:
            InvalidNotationError: Some part of it is not a tile of this set.
        """
        if not isinstance(like, str):
            return tuple(self.tile(one) for one in like)
        found: list[Tile] = []
        at = 0
        while at < len(like):
            token = _TOKEN.match(like, at)
            if token is None:
                part = re.sub(r"^[\s,]+", "", like[at:])
                message = f"cannot read {shown(part)} in {shown(like)} as tiles"
                raise InvalidNotationError(message, text=like, part=part)
            if word := token[1] or token[2]:
                found.append(self.tile(word))
            at = token.end()
        return tuple(found)

    def mask(self, like: TilesLike, *, within: TileMask | None = None) -> TileMask:
        """
        Number several tiles; of equal faces the lower copies are taken.

        Args:
            like: The tiles.
            within: Only these physical tiles may be taken; all of the set by default.

        Raises:
            InvalidNotationError: A face occurs more often than there are copies of it.
        """
        free = self.full if within is None else within
        mask = 0
        for tile in self.read(like):
            left = self.copies[tile] & free & ~mask
            if not left:
                raise InvalidNotationError(
                    f"there is no further {tile} to take from {self.key}",
                    text=like if isinstance(like, str) else shown(like),
                    part=str(tile),
                )
            mask |= left & -left
        return mask

    def lowest(self, mask: TileMask, taken: TileMask = 0) -> TileMask:
        """
        Give as many tiles of each face, the lowest copies there are.

        Args:
            mask: The tiles.
            taken: Tiles that may not be among them.
        """
        if not self.has_copies:
            return mask
        found = 0
        for tile in bits(mask):
            left = self.copies[self.tiles[tile]] & ~(found | taken)
            found |= left & -left
        return found

    def id_of(self, like: TileLike) -> TileId:
        """
        Give the id of a tile's lowest copy.

        Raises:
            InvalidNotationError: It is not a tile of this set.
        """
        mask = self.copies[self.tile(like)]
        return (mask & -mask).bit_length() - 1

    def bag(self, mask: TileMask) -> TileBag:
        """Wrap a mask for reading."""
        return TileBag(self, mask)


@attrs.frozen(repr=False, eq=False)
class TileBag(Pictured):
    """
    Some tiles of a set, for reading: a multiset of faces.

    It iterates in set order, tells whether it holds a tile or its notation, and compares by
    faces with other bags of the same set. It is a :class:`collections.abc.Collection`.
    """

    tile_set: TileSet
    """The set the tiles belong to."""
    mask: TileMask
    """The physical tiles."""

    def __iter__(self) -> Iterator[Tile]:
        tiles = self.tile_set.tiles
        return iter([tiles[tile_id] for tile_id in bits(self.mask)])

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, like: object) -> bool:
        try:
            tile = self.tile_set.tile(like)  # type: ignore[arg-type]  # anything may be asked
        except (InvalidNotationError, TypeError):
            return False
        return bool(self.tile_set.copies[tile] & self.mask)

    @property
    def pips(self) -> int:
        """All pips added."""
        return sum(tile.pips for tile in self)

    def __and__(self, other: TileBag) -> TileBag:
        """
        Give the tiles that both have, of each face as many as the one with fewer.

        >>> bag = double_set(6).bag
        >>> bag(0b0111) & bag(0b1110), bag(0b0111) | bag(0b1110), bag(0b0111) - bag(0b1110)
        (<TileBag 0-1 0-2>, <TileBag 0-0 0-1 0-2 0-3>, <TileBag 0-0>)

        Raises:
            ValueError: They are tiles of different sets; so with every operation.
        """
        return self._merged(other, min)

    def __or__(self, other: TileBag) -> TileBag:
        """Give the tiles that either has, of each face as many as the one with more."""
        return self._merged(other, max)

    def __sub__(self, other: TileBag) -> TileBag:
        """Give the tiles that are left without those of another bag."""
        return self._merged(other, lambda mine, theirs: max(0, mine - theirs))

    def __xor__(self, other: TileBag) -> TileBag:
        """Give the tiles by which one has more than the other."""
        return self._merged(other, lambda mine, theirs: abs(mine - theirs))

    def __le__(self, other: TileBag) -> bool:
        """Whether another bag has every tile of this one."""
        return not self - other

    def __lt__(self, other: TileBag) -> bool:
        """Whether another bag has every tile of this one, and more."""
        return self <= other and len(self) < len(other)

    def __ge__(self, other: TileBag) -> bool:
        """Whether this bag has every tile of another."""
        return other <= self

    def __gt__(self, other: TileBag) -> bool:
        """Whether this bag has every tile of another, and more."""
        return other < self

    def isdisjoint(self, other: TileBag) -> bool:
        """Whether there is no face that both have."""
        return not self & other

    def _merged(self, other: TileBag, count: Callable[[int, int], int]) -> TileBag:
        """Give so many of each face; of several copies the lowest."""
        check_type("the other bag", other, TileBag)
        if self.tile_set != other.tile_set:
            raise ValueError(f"these are tiles of {other.tile_set}, not of {self.tile_set}")
        found = 0
        for copies in self.tile_set.copies.values():
            mine, theirs = (copies & self.mask).bit_count(), (copies & other.mask).bit_count()
            left = copies
            for _ in range(count(mine, theirs)):
                found |= left & -left
                left &= left - 1
        return TileBag(self.tile_set, found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TileBag):
            return NotImplemented
        return self.tile_set == other.tile_set and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __str__(self) -> str:
        return " ".join(str(tile) for tile in self)

    def __repr__(self) -> str:
        return f"<TileBag {str(self) or 'empty'}>"


# Not a base class: type checkers would then take `"6-6" in bag` for a slip.
Collection.register(TileBag)


MOST_COLOURS, MOST_COPIES, MOST_NUMBER, MOST_JOKERS = 16, 16, 99, 99
"""What a set of rummy tiles goes up to: more than any that is sold, and still soon made."""


def double_set(highest: Pips) -> TileSet:
    """
    Make the set in which every pair of 0 to ``highest`` occurs once.

    >>> [len(double_set(n)) for n in (6, 9, 12, 15, 18)]
    [28, 55, 91, 136, 190]

    Args:
        highest: The highest number of pips on one end, 0 to 36.

    Raises:
        InvalidNotationError: It is out of range.
    """
    check_type("highest", highest, int)
    if not 0 <= highest <= 36:
        raise InvalidNotationError(f"a double set goes up to 0 to 36, not {shown(highest)}")
    return _double_set(highest)


@lru_cache(maxsize=32)
def _double_set(highest: Pips) -> TileSet:
    numbers = range(highest + 1)
    return TileSet(
        f"double-{highest}",
        tuple(Domino(low, high) for low in numbers for high in numbers if low <= high),
    )


def numbered_set(
    *,
    colours: Collection[tuple[str, str]] = (
        ("r", "red"),
        ("y", "yellow"),
        ("k", "black"),
        ("b", "blue"),
    ),
    highest: Pips = 13,
    copies: int = 2,
    jokers: int = 2,
) -> TileSet:
    """
    Make a set of rummy tiles.

    >>> len(numbered_set())
    106

    Args:
        colours: Letter and name of each colour, in the order they are written; 1 to 16.
        highest: Numbers go from 1 to this; 1 to 99.
        copies: How many tiles there are of each face; 1 to 16.
        jokers: How many wild tiles; 0 to 99.

    Raises:
        InvalidNotationError: A number is out of range, a colour is no pair of a letter and a
            name, or a letter occurs twice.
    """
    for what, value, least, most in (
        ("highest", highest, 1, MOST_NUMBER),
        ("copies", copies, 1, MOST_COPIES),
        ("jokers", jokers, 0, MOST_JOKERS),
    ):
        check_type(what, value, int)
        if not least <= value <= most:
            raise InvalidNotationError(
                f"{what} of a numbered set is a number from {least} to {most}, not {shown(value)}"
            )
    return _numbered_set(_checked_colours(colours), highest, copies, jokers)


def _checked_colours(colours: Collection[object]) -> tuple[tuple[str, str], ...]:
    """
    Check the colours of a set.

    Raises:
        InvalidNotationError: They are no pairs of different letters and names, or too many.
    """
    pairs: list[tuple[str, str]] = []
    for pair in colours:
        match pair:
            case (str(letter), str(name)) if _is_letter(letter) and name:
                pairs.append((letter, name))
            case _:
                raise InvalidNotationError(
                    f"a colour is a small letter and a name, e.g. ('r', 'red'), not {shown(pair)}"
                )
    letters = {letter for letter, _name in pairs}
    if not pairs or len(letters) < len(pairs) or len(pairs) > MOST_COLOURS:
        raise InvalidNotationError(
            f"colours are 1 to {MOST_COLOURS} pairs with different letters, not {shown(colours)}"
        )
    return tuple(pairs)


@lru_cache(maxsize=32)
def _numbered_set(
    colours: tuple[tuple[str, str], ...], highest: Pips, copies: int, jokers: int
) -> TileSet:
    tiles: list[Tile] = [
        NumberTile(letter, number)
        for letter, _name in colours
        for number in range(1, highest + 1)
        for _copy in range(copies)
    ]
    tiles += [Joker()] * jokers
    return TileSet(f"numbered-{len(tiles)}", tuple(tiles), colours)
