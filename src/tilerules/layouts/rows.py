"""
A row of dominoes: as bytes, as halves, as text.

Layouts keep a row as the pips of every half in the order in which they lie, two bytes a tile:
bytes are the cheapest thing to lengthen at either end. As text each tile stands as it lies:
``4-6,6-6,6-1``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from tilerules.decks import TileSet
from tilerules.errors import InvalidNotationError, shown
from tilerules.tiles import Domino, Pips, TileMask

__all__ = ["Half", "Halves", "dump_row", "halves", "laid_to", "load_row", "read_half", "row_tiles"]

Half: TypeAlias = "tuple[Pips, Pips]"
"""A tile as it lies: the pips of its near and of its far half, or of its left and right one."""


Halves: TypeAlias = "tuple[Half, ...]"
"""Tiles in a row."""


def halves(row: bytes) -> Halves:
    """
    Give the tiles of a row.

    >>> halves(bytes((12, 5, 5, 7)))
    ((12, 5), (5, 7))
    """
    return tuple(zip(row[::2], row[1::2], strict=True))


def dump_row(row: bytes) -> str:
    """
    Write a row.

    >>> dump_row(bytes((12, 5, 5, 7)))
    '12-5,5-7'
    """
    return ",".join([f"{near}-{far}" for near, far in halves(row)])


def read_half(tile_set: TileSet, word: str) -> Half:
    """
    Read one tile as it lies.

    Raises:
        InvalidNotationError: It is no tile of the set.
    """
    tile_set.tile(word)
    near, far = (int(pips) for pips in word.strip("[] ").split("-"))
    return near, far


def _unlike(before: Half, half: Half) -> str:
    """Say that touching halves differ; nothing where they are alike."""
    return "" if before[1] == half[0] else f"does not match the {before[1]} before it"


def load_row(
    tile_set: TileSet,
    text: str,
    *,
    whole: str | None = None,
    unfit: Callable[[Half, Half], str] = _unlike,
) -> bytes:
    """
    Read what :func:`dump_row` wrote.

    Args:
        tile_set: The tiles in use.
        text: The row; an empty text is an empty row.
        whole: The text of the layout, where it has more than this row: errors name it, and
            whether a tile lies twice is for the caller to find, who knows the other rows.
        unfit: Says of a tile and the one before it what is wrong with it, as the end of a
            sentence; nothing if it may lie there. By default touching halves have to be alike.

    Raises:
        InvalidNotationError: A word is no tile, does not fit to the one before, or lies more often
            than the set has it.
    """
    # A row that was written is read as the same bytes. A tile too many is called that, whether it
    # would fit or not: it is the plainer fault.
    found: list[Half] = []
    laid: TileMask = 0
    for word in text.split(",") if text else ():
        half = read_half(tile_set, word)
        copies = _copies(tile_set)[half]
        free = copies & ~laid
        wrong = ""
        if whole is None and not free:
            times = copies.bit_count() + 1
            wrong = f"{Domino(*half)} lies {'twice' if times == 2 else f'{times} times'}"
        elif found and (why := unfit(found[-1], half)):
            wrong = f"{word!r} {why}"
        if wrong:
            said = text if whole is None else whole
            raise InvalidNotationError(f"{wrong} in {shown(said)}", text=said, part=word)
        laid |= free & -free
        found.append(half)
    return bytes([pips for half in found for pips in half])


def row_tiles(tile_set: TileSet, row: bytes) -> TileMask:
    """Give the tiles of a row, of equal ones the lower copies."""
    copies, mask = _copies(tile_set), 0
    for half in halves(row):
        free = copies[half] & ~mask
        mask |= free & -free
    return mask


@lru_cache(maxsize=256)
def laid_to(
    tile_set: TileSet, pips: Pips, *, at_left: bool = False
) -> Sequence[tuple[Pips, bytes]]:
    """
    Give, for each tile that shows a number, how it lies when laid to that number.

    Args:
        tile_set: The tiles in use.
        pips: The number at the end of the row.
        at_left: Whether that is the left end of a row; else its right end, or outwards.

    Returns:
        By tile id the number across and the tile's halves as they lie; nothing of use for tiles
        that do not show the number.
    """
    found: list[tuple[Pips, bytes]] = []
    for tile in tile_set.dominoes:
        if pips in (tile.low, tile.high):
            across = tile.other(pips)
            found.append((across, bytes((across, pips) if at_left else (pips, across))))
        else:
            found.append((-1, b""))
    return tuple(found)


@lru_cache(maxsize=64)
def _copies(tile_set: TileSet) -> Mapping[Half, TileMask]:
    """Give all copies of a tile by its halves, whichever comes first."""
    return {
        half: tile_set.copies[domino]
        for domino in tile_set.dominoes
        for half in ((domino.low, domino.high), (domino.high, domino.low))
    }
