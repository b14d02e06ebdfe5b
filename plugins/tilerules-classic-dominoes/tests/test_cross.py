"""
The cross: which ends are open, and what they add up to.
"""

from __future__ import annotations

import pytest

from tilerules import InvalidNotationError, double_set
from tilerules_classic_dominoes.cross import BoundCross, Cross, CrossLayout, CrossState

LAYOUT: BoundCross = CrossLayout().bind(double_set(6), 2)
LINE: BoundCross = CrossLayout(spinner=False).bind(double_set(6), 2)


def lay(text: str, layout: BoundCross = LAYOUT) -> CrossState:
    """
    Lay tiles written like moves, e.g. ``"5-5 5-0@L"``, each where it fits.
    """
    state = layout.empty
    for word in text.split():
        tile, _at, label = word.partition("@")
        tile_id = layout.tile_set.id_of(tile)
        place = layout.labels.index(label) if label else 0
        assert place in layout.places(state)
        assert layout.fitting(state, place) >> tile_id & 1
        state = layout.put(state, 0, tile_id, place)
    return state


def read(text: str, layout: BoundCross = LAYOUT) -> Cross:
    """
    Lay tiles and look at them.
    """
    return layout.read(lay(text, layout))


@pytest.mark.parametrize(
    ("tiles", "total"),
    [
        # A double at an open end counts with both halves.
        ("5-5", 10),
        ("5-5 5-0@L", 10),
        ("5-5 5-0@L 5-3@R", 3),
        # A tile alone is both ends.
        ("6-4", 10),
        ("3-2", 5),
        # Big6Bones: double six 12, with the 6-3 on one side 15.
        ("6-6", 12),
        ("6-6 6-3@L", 15),
        # An arm that has not begun counts nothing, one that has counts its end.
        ("5-5 5-6@L 5-4@R", 10),
        ("5-5 5-6@L 5-4@R 5-0@U", 10),
        ("5-5 5-6@L 5-4@R 5-0@U 5-2@D", 12),
        ("5-5 5-6@L 5-4@R 5-0@U 5-2@D 0-0@U 6-6@L", 18),
        # A later double has two sides like any tile.
        ("5-5 5-6@R 6-6@R 6-1@R", 11),
    ],
)
def test_total(tiles: str, total: int) -> None:
    """
    The open ends add up as at a table.
    """
    assert total == read(tiles).total
    assert total == LAYOUT.total(lay(tiles))


def test_arms_open_when_both_sides_are_covered() -> None:
    """
    Pagat: the first and second tile go to the spinner's sides, the next two to its ends.
    """
    assert ["L", "R"] == [end.label for end in read("5-5").open_ends]
    assert ["L", "R"] == [end.label for end in read("5-5 5-6@L").open_ends]
    assert ["L", "R", "U", "D"] == [end.label for end in read("5-5 5-6@L 5-4@R").open_ends]


def test_spinner_laid_later() -> None:
    """
    The first double is the spinner whenever it is laid; the line behind it is one of its sides.
    """
    cross = read("4-6 6-5@R 5-5@R")
    assert 2 == cross.spinner
    assert ["L", "R"] == [end.label for end in cross.open_ends]

    covered = read("4-6 6-5@R 5-5@R 5-1@R 4-4@L")
    assert 3 == covered.spinner
    assert (4, 1, 5, 5) == covered.ends
    assert "[4|4][4|6][6|5][5|5]*[5|1]" == str(covered)


def test_arms_are_shown() -> None:
    """
    Each arm has a line of its own, outwards.
    """
    cross = read("5-5 5-6@L 5-4@R 5-0@U 0-3@U 5-2@D")

    assert "[6|5][5|5]*[5|4]\nup: [5|0][0|3]\ndown: [5|2]" == str(cross)
    assert 6 == len(cross) == len(cross.tiles)


def test_no_spinner() -> None:
    """
    Without a spinner a double is a tile like any other.
    """
    cross = read("5-5 5-6@L 5-4@R", LINE)

    assert cross.spinner is None
    assert ["L", "R"] == [end.label for end in cross.open_ends]


@pytest.mark.parametrize(
    ("tiles", "place", "same"),
    [
        ("5-5", "R", "L"),
        ("5-5 5-0@L", "R", "R"),
        ("5-5 5-6@L 5-4@R", "D", "U"),
        ("5-5 5-6@L 5-4@R 5-0@U", "D", "D"),
        # Both ends show a 6; the arms and an end of the line are alike in what follows.
        ("5-5 5-6@L 5-4@R 4-6@R", "R", "L"),
        ("5-5 5-6@L 5-4@R 5-0@U 0-6@U", "U", "L"),
        # A blank double at the end is not the same as a single blank.
        ("0-0 0-1@R 1-2@R 2-0@R", "R", "R"),
    ],
)
def test_ends_that_are_alike(tiles: str, place: str, same: str) -> None:
    """
    Of ends that are alike in what can follow, the first stands for all.
    """
    state = lay(tiles)
    where = LAYOUT.labels.index(place)

    assert same == LAYOUT.labels[LAYOUT.same_as(state, 0, where)]


@pytest.mark.parametrize(
    "tiles",
    [
        "",
        "4-6",
        "5-5",
        "4-6 6-5@R 5-5@R 5-1@R 4-4@L",
        "5-5 5-6@L 5-4@R 5-0@U",
        "5-5 5-6@L 5-4@R 5-0@U 5-2@D 0-0@U 6-6@L",
    ],
)
def test_round_trip(tiles: str) -> None:
    """
    What is written can be read again.
    """
    state = lay(tiles)

    assert state == LAYOUT.load(LAYOUT.dump(state))


def test_notation() -> None:
    """
    The notation is what the documentation says.
    """
    state = lay("5-5 5-4@L 5-1@R 5-0@U 5-2@D")

    assert "4-5,5-5*,5-1/5-0/5-2" == LAYOUT.dump(state)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4-5,6-6*", "does not match the 5 before it"),
        ("4-5,5-4", "a tile lies twice"),
        ("4-5,5-5,5-1", "0 tiles have a star"),
        ("4-4*,4-5,5-5*", "2 tiles have a star"),
        ("4-5*,5-5", "the spinner is no double"),
        ("5-5*,5-1/5-0/", "before the spinner had a neighbour on each side"),
        ("4-5,5-5*,5-1/6-0/", "an arm does not match the spinner"),
        ("4-5,5-9", "is not a tile of double-6"),
        ("4-5,5-5*,5-1/5-0", "write both arms or none"),
        ("4-5,5-5*,5-1/5-0/5-2/5-3", "write both arms or none"),
        ("/5-0/5-2", "an arm, and no line"),
    ],
)
def test_what_cannot_lie(text: str, problem: str) -> None:
    """
    A layout that nobody could have laid is refused, with the reason.
    """
    with pytest.raises(InvalidNotationError, match=problem):
        LAYOUT.load(text)
