"""A layout written with dominoes alone plays like one with masks."""

from __future__ import annotations

import random

import attrs
import pytest

import tilerules
from tilerules.decks import TileSet, double_set
from tilerules.errors import InvalidNotationError
from tilerules.layouts import BoundDominoes, Layout, Line, PlaceId
from tilerules.tiles import Domino

SIX = double_set(6)


class PlainLine(BoundDominoes):
    """A line of which the state is its own reading."""

    labels = ("L", "R")

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        self.empty = Line()

    def fits(self, state: Line, domino: Domino, place: PlaceId) -> bool:
        return state.open_ends[place].pips in (domino.low, domino.high)

    def lay(self, state: Line, domino: Domino, place: PlaceId) -> Line:
        if not state:
            return Line(((domino.low, domino.high),))
        pips = state.open_ends[place].pips or 0
        if place:
            return Line((*state.halves, (pips, domino.other(pips))))
        return Line(((domino.other(pips), pips), *state.halves))

    def same_as(self, state: Line, tile: int, place: PlaceId) -> PlaceId:
        return 0 if state.ends and state.ends[0] == state.ends[1] else place

    def begins_at(self, state: Line, place: PlaceId) -> bool:
        return not state

    def read(self, state: Line) -> Line:
        return state

    def dump(self, state: Line) -> str:
        return ",".join(f"{left}-{right}" for left, right in state.halves)

    def load(self, text: str) -> Line:
        state: Line = self.empty
        for word in text.split(",") if text else ():
            state = self.lay_word(state, word, min(len(state), 1), text)
        return state


@attrs.frozen
class PlainLineLayout(Layout):
    """The line, written with dominoes."""

    code = "line"
    sentence = "The tiles form one line; a tile goes to either end if the touching halves match."

    def bind(self, tile_set: TileSet, seats: int) -> PlainLine:
        return PlainLine(tile_set)


@pytest.mark.parametrize("name", ["gaple", "draw"])
def test_whole_rounds_are_the_same(name: str) -> None:
    """What is listed, laid, refused, read and written is what the library's line has."""
    fast = tilerules.variant(name)
    plain = fast.put(PlainLineLayout())
    for seed in range(4):
        rng = random.Random(seed)
        one, two = fast.deal(4, seed=seed), plain.deal(4, seed=seed)
        while one.outcome is None:
            assert [*one.legal_moves] == [*two.legal_moves]
            assert str(one.layout) == str(two.layout)
            assert one.layout.open_ends == two.layout.open_ends
            assert one.plan.layout.tiles(one.table) == two.plan.layout.tiles(two.table)
            assert one.plan.layout.dump(one.table) == two.plan.layout.dump(two.table)
            for text in ("0-0", "3-4@L", "3-4@R", "6-6@L"):
                assert [reason.code for reason in one.explain(text)] == [
                    reason.code for reason in two.explain(text)
                ]
            move = rng.choice([*one.legal_moves])
            one, two = one.play(move), two.play(move)
        assert one.outcome == two.outcome


@pytest.mark.parametrize("text", ["", "4-6", "1-1,1-2,2-2", "4-6,6-6,6-1"])
def test_laid_tile_by_tile(text: str) -> None:
    """A layout that is read by laying tile by tile is the one that was written."""
    layout = PlainLine(SIX)
    state = layout.load(text)

    assert text == layout.dump(state)
    assert len(text.split(",")) * bool(text) == len(state) == layout.tiles(state).bit_count()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4-6,4-5", "'4-5' cannot lie there in '4-6,4-5'"),
        ("1-1,1-2,1-1", "'1-1' cannot lie there"),
        ("1-7", "'1-7' is not a tile of double-6"),
    ],
)
def test_what_cannot_be_laid(text: str, problem: str) -> None:
    """A tile that does not fit, lies already or does not exist is refused by name."""
    with pytest.raises(InvalidNotationError, match=problem):
        PlainLine(SIX).load(text)


def test_copies_are_laid_once_each() -> None:
    """With two tiles of each face the second copy may still be laid, the third may not."""
    twice = TileSet("twice", tuple(tile for tile in SIX.tiles for _copy in range(2)))
    layout = PlainLine(twice)

    assert 2 == layout.tiles(layout.load("1-1,1-1")).bit_count()
    with pytest.raises(InvalidNotationError, match="cannot lie there"):
        layout.load("1-1,1-1,1-1")
