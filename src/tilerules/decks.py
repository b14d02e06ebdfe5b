"""
Tile sets, bags of tiles, seeds and the shuffle: what exists before anyone sits down.

A **tile set** is the equipment: it numbers its tiles once (``0 <= tile id < len(tile_set)``),
copies of one face next to each other, so that a collection of tiles is an int with one bit a
tile. A **bag** wraps such an int for reading.

The shuffle is specified so that any language can recompute it, and is exactly uniform:

1. The canonical seed text is ``tilerules-shuffle-1``, the seed, the number of the round, the
   purpose (``deal`` or ``start``) and the number of the attempt, each on its own line; the
   seed is written ``i:`` and decimal digits for an int, which is below 2**256, and ``s:`` and
   the text for a str.
2. SHAKE-256 of that text in UTF-8 is a stream of bytes. Blocks of ``b`` bytes are read as
   big-endian numbers, where ``b`` is the least with ``256**b >= n! * 2**64``.
3. A number at or above the largest multiple of ``n!`` in the block's range is thrown away and
   the next block is read.
4. For ``i = n, n-1, ..., 2``: ``j`` is the number modulo ``i``, the number is divided by
   ``i``, and places ``i-1`` and ``j`` are exchanged.

Python's global :mod:`random` is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import shake_256
from math import factorial
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import attrs

from tilerules.errors import InvalidNotationError, InvalidSeedError, check_type, nearest, shown
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

__all__ = [
    "SEED_BITS",
    "SHUFFLE_VERSION",
    "Seed",
    "Shuffler",
    "TileBag",
    "TileSet",
    "check_seed",
    "double_set",
    "numbered_set",
    "seed_text",
]


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


Seed: TypeAlias = "int | str"
"""An int from 0 to below 2**256, or a str; ``7`` and ``"7"`` differ."""


T = TypeVar("T")


SHUFFLE_VERSION = 1
"""Rises when the same seed would give another order."""


SEED_BITS = 256
"""
An int seed has at most so many bits: more than the shuffle can use, and few enough that any
language reads it out of a record.
"""


_SEED_LIMIT = 1 << SEED_BITS


def check_seed(seed: Seed) -> Seed:
    """
    Check a seed.

    Raises:
        InvalidSeedError: It is an int below 0 or from 2**256, or text that is no UTF-8.
    """
    if type(seed) is int and 0 <= seed < _SEED_LIMIT:
        return seed
    check_type("a seed", seed, int, str)
    if isinstance(seed, str):
        try:
            seed.encode()
        except UnicodeEncodeError as error:
            raise InvalidSeedError(f"a seed must be encodable as UTF-8: {error}") from error
    elif seed < 0:
        raise InvalidSeedError(f"a seed is not negative: {shown(seed)}")
    elif seed >= _SEED_LIMIT:
        raise InvalidSeedError(f"a seed is below 2**{SEED_BITS}, not {shown(seed)}; take a text")
    return seed


def seed_text(seed: Seed) -> str:
    """
    Write a seed canonically.

    >>> seed_text(7), seed_text("7")
    ('i:7', 's:7')
    """
    return f"i:{seed}" if isinstance(seed, int) else f"s:{seed}"


@lru_cache(maxsize=256)
def _radices(n: int) -> tuple[int, int, tuple[tuple[int, tuple[tuple[int, int], ...]], ...]]:
    """
    Prepare the shuffle of ``n`` places.

    Returns:
        The bytes of a block, the bound at which it is rejected, and the radices ``n`` to 2,
        each with its place ``radix - 1``, in stretches with the products of their radices: a
        big number is divided once a stretch, and the remainder, which fits a machine word, by
        each radix.
    """
    ways = factorial(n)
    size = ((ways << 64).bit_length() + 7) // 8
    space = 1 << 8 * size
    stretches: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    radices: list[tuple[int, int]] = []
    product = 1
    for radix in range(n, 1, -1):
        if product * radix >= 1 << 30:
            stretches.append((product, tuple(radices)))
            product, radices = 1, []
        product *= radix
        radices.append((radix, radix - 1))
    if radices:
        stretches.append((product, tuple(radices)))
    return size, space - space % ways, tuple(stretches)


@attrs.define
class Shuffler:
    """
    The chance of one round: permutations and lots that depend on nothing but the seed.
    """

    seed: Seed
    """The seed of the match; :func:`check_seed` has seen it."""
    round_number: int = 1
    """Counted from 1."""

    def shuffled(
        self, items: Sequence[T], purpose: str = "deal", attempt: int = 0, *, unordered: int = 1
    ) -> list[T]:
        """
        Give items in an order; all orders are equally likely.

        Args:
            items: What is shuffled; it stays as it is.
            purpose: Orders for different purposes are independent.
            attempt: Redeals count up from 0.
            unordered: So many of the first items are somebody's whole hand: their order among
                themselves does not matter, and is left as it comes.
        """
        # Every language has to find the same order: a number below n!, without bias, and its digits
        # to the radices n, n - 1, ... say which place changes with which.
        order = list(items)
        n = len(order)
        size, bound, stretches = _radices(n)
        stream = shake_256(
            f"tilerules-shuffle-{SHUFFLE_VERSION}\n{seed_text(self.seed)}\n"
            f"{self.round_number}\n{purpose}\n{attempt}".encode()
        )
        number = int.from_bytes(stream.digest(size), "big")
        blocks = 1
        while number >= bound:
            blocks += 1
            number = int.from_bytes(stream.digest(size * blocks)[-size:], "big")
        for product, radices in stretches:
            if radices[0][1] < unordered:
                break
            number, part = divmod(number, product)
            for radix, place in radices:
                j = part % radix
                part //= radix
                order[place], order[j] = order[j], order[place]
        return order

    def lot(self, n: int, purpose: str = "start", attempt: int = 0) -> int:
        """Draw one of 0 to ``n - 1``, all equally likely."""
        return self.shuffled(range(n), purpose, attempt)[0]
