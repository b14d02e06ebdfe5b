"""Rows of dominoes: what is written is read again, and what cannot lie is refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tilerules.decks import TileSet, double_set
from tilerules.errors import InvalidNotationError
from tilerules.layouts.rows import dump_row, halves, laid_to, load_row, row_tiles
from tilerules.tiles import Domino

SIX = double_set(6)
TWICE = TileSet("two-sets", tuple(tile for tile in SIX.tiles for _copy in range(2)))


def rows(tile_set: TileSet) -> list[bytes]:
    """Lay tiles at random to the right end of a row; give every row on the way."""
    rng = random.Random(3)
    found = [b""]
    for start in range(tile_set.highest + 1):
        row, left, pips = b"", tile_set.full, start
        while fitting := left & tile_set.showing[pips]:
            tile = rng.choice([at for at in range(len(tile_set)) if fitting >> at & 1])
            pips, more = laid_to(tile_set, pips)[tile]
            left ^= 1 << tile
            row += more
            found.append(row)
    return found


@pytest.mark.parametrize("tile_set", [SIX, TWICE], ids=lambda tile_set: tile_set.key)
def test_what_is_written_is_read_again(tile_set: TileSet) -> None:
    """Every row that can be laid comes back from its text, and has the tiles of its halves."""
    for row in rows(tile_set):
        assert row == load_row(tile_set, dump_row(row))
        lying = Counter(Domino(*half) for half in halves(row))
        assert lying == Counter(tile_set.bag(row_tiles(tile_set, row)))


def test_tile_lies_the_same_way_at_either_end() -> None:
    """Laid to the left end a tile shows the number on its right, and the same one across."""
    for pips in range(7):
        for at, tile in enumerate(SIX.dominoes):
            if pips not in (tile.low, tile.high):
                continue
            across, outwards = laid_to(SIX, pips)[at]
            assert (across, outwards[::-1]) == laid_to(SIX, pips, at_left=True)[at]
            assert (pips, across) == tuple(outwards)


@pytest.mark.parametrize(
    ("text", "why", "part"),
    [
        ("4-6,5-6", "'5-6' does not match the 6 before it in '4-6,5-6'", "5-6"),
        ("4-6,6-4", "4-6 lies twice in '4-6,6-4'", "6-4"),
        ("4-6,", "is not a tile of double-6", ""),
    ],
)
def test_what_cannot_lie_is_refused(text: str, why: str, part: str) -> None:
    """The error says what is wrong, and which word of the text it is."""
    with pytest.raises(InvalidNotationError, match=why) as caught:
        load_row(SIX, text)

    assert (part, text) == (caught.value.part, caught.value.text) or not part


def test_third_copy_is_refused() -> None:
    """A tile may lie as often as the set has it."""
    assert b"\x01\x01\x01\x01" == load_row(TWICE, "1-1,1-1")
    with pytest.raises(InvalidNotationError, match="1-1 lies 3 times"):
        load_row(TWICE, "1-1,1-1,1-1")


def test_row_of_a_larger_layout() -> None:
    """An error names the whole text; what lies twice is left to who knows the other rows."""
    assert b"\x04\x06\x06\x04" == load_row(SIX, "4-6,6-4", whole="4-6,6-4/1-1")
    with pytest.raises(InvalidNotationError, match="in '4-6,5-6/1-1'"):
        load_row(SIX, "4-6,5-6", whole="4-6,5-6/1-1")


def test_what_fits_is_the_layouts_to_say() -> None:
    """Where touching halves add up to seven, only such rows are read."""

    def unfit(before: tuple[int, int], half: tuple[int, int]) -> str:
        return "" if before[1] + half[0] == 7 else "adds up to something else"

    assert b"\x02\x04\x03\x05" == load_row(SIX, "2-4,3-5", unfit=unfit)
    with pytest.raises(InvalidNotationError, match="'4-5' adds up to something else in"):
        load_row(SIX, "2-4,4-5", unfit=unfit)
