"""The line: whatever may touch, what is listed, laid, read and told is the same rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace

import attrs
import pytest

from tilerules.decks import TileSet, double_set
from tilerules.errors import InvalidNotationError
from tilerules.layouts import Alike, BoundLine, LineLayout, LineState, Touching
from tilerules.tiles import Domino, TileMask

SIX = double_set(6)
TWICE = TileSet("two-threes", tuple(tile for tile in double_set(3).tiles for _copy in range(2)))


@attrs.frozen
class Neighbours(Touching):
    """Touching halves differ by one, so a tile such as 2-4 fits a 3 either way round."""

    code = "neighbours"
    sentence = "the touching halves differ by one."

    def joins(self, end: int, tile: Domino, inner: int) -> bool:
        return abs(end - inner) == 1


@attrs.frozen
class Doubles(Touching):
    """Touching halves match, and a double goes anywhere."""

    code = "doubles"
    sentence = "the touching halves match or belong to a double."

    def joins(self, end: int, tile: Domino, inner: int) -> bool:
        return tile.is_double or end == inner


LINES = [
    LineLayout(touching=touching).bind(tile_set, 2)
    for tile_set in (SIX, TWICE)
    for touching in (Alike(), Neighbours(), Doubles())
]
each_line = pytest.mark.parametrize(
    "line", LINES, ids=lambda line: f"{line.tile_set.key}-{line.touching.code}"
)


def laid(line: BoundLine, games: int = 8) -> Iterator[tuple[LineState, TileMask]]:
    """Give lines with at least one tile, laid at random, each with the tiles not yet laid."""
    rng = random.Random(5)
    for _ in range(games):
        state, left = line.empty, line.tile_set.full
        while choices := [
            (tile, place)
            for place in line.places(state)
            for tile in range(len(line.tile_set))
            if left & line.fitting(state, place) & 1 << tile
        ]:
            tile, place = rng.choice(choices)
            left ^= 1 << tile
            state = line.put(state, 0, tile, place)
            yield state, left


def as_pair(tile: int, place: int) -> tuple[int, int]:
    """Make the move of a tile at a place."""
    return tile, place


@each_line
def test_what_fits_is_what_may_touch(line: BoundLine) -> None:
    """A tile fits at an end just if one of its halves may touch, in the place of its way."""
    for state, _left in laid(line):
        for side, label in enumerate("LR"):
            end = (line.read(state).ends or ())[side]
            for at, tile in enumerate(line.tile_set.dominoes):
                outer = {
                    tile.other(i)
                    for i in (tile.low, tile.high)
                    if line.touching.joins(end, tile, i)
                }
                words = {label} if len(outer) == 1 else set()
                if len(outer) == 2:
                    words = {f"{label}-", f"{label}+"}
                places = [place for place in line.places(state) if place & 1 == side]
                fits = {p for p in places if line.fitting(state, p) >> at & 1}
                assert words == {line.labels[place] for place in fits}
                for place in fits:
                    word = line.labels[place]
                    out = line.put(state, 0, at, place)[side]
                    wanted = outer if word == label else {tile.low if "-" in word else tile.high}
                    assert wanted == {out}
                    assert 1 == len(line.ways(state, at, place))
                if len(outer) == 2:
                    ways = [line.labels[way] for way in line.ways(state, at, side)]
                    assert [f"{label}-", f"{label}+"] == ways


@each_line
def test_what_lies_is_told(line: BoundLine) -> None:
    """A line can be written and read; touching halves may touch, and its ends tell what fits."""
    for state, left in laid(line):
        reading = line.read(state)
        assert state == line.load(line.dump(state))
        assert len(line.tile_set) - left.bit_count() == line.tiles(state).bit_count()
        for before, half in pairwise(reading.halves):
            assert line.touching.joins(before[1], Domino(*half), half[0]) or (
                line.touching.joins(half[0], Domino(*before), before[1])
            )
        assert ["L", "R"] == [end.label for end in reading.open_ends]
        every = 0
        for end in reading.open_ends:
            shows = line.tile_set.showing[end.pips] if end.pips is not None else 0
            told = shows | sum(line.tile_set.copies[tile] for tile in end.fits)
            places = [p for p in line.places(state) if line.labels[p][0] == end.label]
            fits = [line.fitting(state, place) for place in places]
            assert told == fits[0] | fits[-1]
            every |= told
        assert every == line.wanted(state)


@each_line
def test_equal_ends_are_one(line: BoundLine) -> None:
    """Where both ends show the same number, only the left one is listed."""
    for state, _left in laid(line):
        for place in line.places(state):
            same = line.labels[line.same_as(state, 0, place)]
            is_one = state[0] == state[1]  # type: ignore[misc]
            assert line.labels[place].replace("R", "L" if is_one else "R") == same


@each_line
def test_quick_ways_list_the_same(line: BoundLine) -> None:
    """The tables for speed list what the plain way lists, or there are none."""
    plain, quick = line.lister(as_pair), line.quick_lister(as_pair, tuple)
    both = line.put_and_list(as_pair, tuple)
    is_turned = any("-" in label for label in line.labels)
    assert is_turned <= (quick is None)
    assert (quick is None) == (both is None)
    if quick is None or both is None:
        return
    for state, left in laid(line):
        hand = left & 0x5A5A5A5
        holds = SimpleNamespace(table=state, masks=(hand,), to_move=0)
        moves = plain(state, hand, 0, 0)
        assert moves == quick(holds)
        for tile, place in moves:
            draft = SimpleNamespace(to_move=0)
            move = SimpleNamespace(tile_id=tile, place_id=place, bit=1 << tile)
            listed = both(holds, move, draft)
            after = line.put(state, 0, tile, place)
            assert after == draft.table
            assert plain(after, hand ^ 1 << tile, 0, 0) == listed


def test_words() -> None:
    """The sentence of the line ends with what may touch, under one code."""
    (plain,) = LineLayout().describe()
    (other,) = LineLayout(touching=Neighbours()).describe()
    beginning = "The tiles form one line; a tile goes to either end if "

    assert f"{beginning}the touching halves match." == str(plain)
    assert f"{beginning}the touching halves differ by one." == str(other)
    assert "line" == plain.code == other.code


@pytest.mark.parametrize(
    ("touching", "text", "problem"),
    [
        (Alike(), "4-6,5-6", "'5-6' does not match the 6 before it"),
        (Neighbours(), "4-6,6-5", "'6-5' does not match the 6 before it"),
        (Neighbours(), "4-6,5-4,3-4,5-4", "4-5 lies twice"),
    ],
)
def test_what_cannot_lie(touching: Touching, text: str, problem: str) -> None:
    """A line that nobody can have laid is refused."""
    with pytest.raises(InvalidNotationError, match=problem):
        LineLayout(touching=touching).bind(SIX, 2).load(text)
