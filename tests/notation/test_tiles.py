"""
Tiles and sequences of tiles as text.
"""

from __future__ import annotations

import pytest

from tilerules import InvalidNotationError, double_set, numbered_set

DOMINOES = double_set(12)
RUMMY = numbered_set()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4-6", "4-6"),
        ("6-4", "4-6"),
        ("[6-4]", "4-6"),
        (" [ 6-4 ] ", "4-6"),
        ("0-0", "0-0"),
        ("12-3", "3-12"),
        ("10-10", "10-10"),
    ],
)
def test_dominoes(text: str, canonical: str) -> None:
    """
    Either end first, with or without brackets; the lower end comes out first.
    """
    assert canonical == str(DOMINOES.tile(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "4",
        "4-",
        "-6",
        "4--6",
        "4-6-1",
        "4_6",
        "4:6",
        "46",
        "4 - 6",
        "4-6@L",
        "x4-6",
        "[4-6",
        "4-6]",
        "[[4-6]]",
        "(4-6)",
        "13-0",
        "-1-2",
        "04-6",
        "4-6.0",
        "４-６",
        "4−6",
        "r5",
        "J",
    ],
)
def test_what_is_no_domino(text: str) -> None:
    """
    Anything else is refused, and the error says what was read.
    """
    with pytest.raises(InvalidNotationError) as caught:
        DOMINOES.tile(text)

    assert text == caught.value.text
    assert DOMINOES.find(text) is None


@pytest.mark.parametrize("text", ["r5", "y7", "k10", "b13", "J", "[r5]", " b1 "])
def test_rummy_tiles(text: str) -> None:
    """
    A letter for the colour and a number; a joker is J.
    """
    assert text.strip("[] ") == str(RUMMY.tile(text))


@pytest.mark.parametrize(
    "text", ["", "5", "r", "r0", "r14", "R5", "j", "JJ", "r 5", "5r", "g5", "r05", "r5.", "4-6"]
)
def test_what_is_no_rummy_tile(text: str) -> None:
    """
    No other colour, no number out of range, no small j.
    """
    with pytest.raises(InvalidNotationError):
        RUMMY.tile(text)


@pytest.mark.parametrize(
    "text",
    [
        "[1-1][1-3]",
        "[1-1] [1-3]",
        "1-1,1-3",
        "1-1 1-3",
        "1-1, 1-3",
        "  1-1\t1-3  ",
        "[3-1],[1-1]",
        "1-1\n1-3",
        ",1-1,,1-3,",
    ],
)
def test_sequences(text: str) -> None:
    """
    Brackets, commas and blanks may part tiles, in any mixture.
    """
    assert {"1-1", "1-3"} == {str(tile) for tile in DOMINOES.read(text)}
    assert 2 == len(DOMINOES.read(text))


def test_empty_sequences() -> None:
    """
    Nothing written is no tile.
    """
    assert () == DOMINOES.read("") == DOMINOES.read(" , ") == DOMINOES.read([])


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1-1 1_3", "1_3"),
        ("[1-1][1-3", "[1-3"),
        ("1-1;1-3", "1-1;1-3"),
        ("[1-1]]", "]"),
        ("[]", "[]"),
    ],
)
def test_what_is_no_sequence(text: str, part: str) -> None:
    """
    The part that cannot be read is named.
    """
    with pytest.raises(InvalidNotationError) as caught:
        DOMINOES.read(text)

    assert part == caught.value.part


@pytest.mark.parametrize(("text", "offered"), [("44-6", "4-6"), ("4/6", "4-6"), ("4-6L", "4-6")])
def test_the_nearest_tile_is_offered(text: str, offered: str) -> None:
    """
    A slip of the pen is met with what was probably meant.
    """
    with pytest.raises(InvalidNotationError, match=f"did you mean '{offered}"):
        DOMINOES.tile(text)
