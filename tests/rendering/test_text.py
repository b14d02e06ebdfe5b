"""
Text for terminals.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerules.rendering import fill, table

WORDS = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=12)


def test_rows_of_tiles_break_between_tiles() -> None:
    """
    A row of tiles is broken like a line of words, and no tile is torn.
    """
    assert "  [6|3][3|4]\n  [4|6][6|6]" == fill("  [6|3][3|4][4|6][6|6]", 13)


def test_hands_hang_below_each_other() -> None:
    """
    The tiles of a hand stand below its first one, not below the player's name.
    """
    assert "> You    [0-2]\n         [0-4]" == fill("> You    [0-2] [0-4]", 15)


def test_items_hang() -> None:
    """
    What follows in an item of a list is indented like its text.
    """
    assert "- one\n  two" == fill("- one two", 6)


def test_long_words_are_not_broken() -> None:
    """
    A path stays one word, whatever its length.
    """
    assert "saved in\n/home/a/very/long/path" == fill("saved in /home/a/very/long/path", 12)


def test_no_break_spaces() -> None:
    """
    What is joined by a no-break space stays together.
    """
    assert "a b\nc d" == fill("a\u00a0b c\u00a0d", 5)


@given(st.lists(WORDS, min_size=1, max_size=30), st.integers(14, 40))
def test_nothing_is_lost(words: list[str], width: int) -> None:
    """
    Wrapping keeps every word in order, and every line within the width.
    """
    wrapped = fill(" ".join(words), width)

    assert "".join(words) == "".join(wrapped.split())
    assert all(len(line) <= width for line in wrapped.splitlines())


def test_table() -> None:
    """
    Columns are as wide as they need be, numbers stand to the right, the last column is wrapped.
    """
    rows = [["Ana", 7, "one two three four five"], ["Budi", 12, "six"]]
    wanted = """\
name  pips  text
Ana      7  one two three
            four five
Budi    12  six"""

    assert wanted == table(["name", "pips", "text"], rows, 28)


def test_table_without_rows() -> None:
    """
    A table without rows is its head.
    """
    assert "a  b" == table(["a", "b"], [])


def test_table_of_numbers() -> None:
    """
    A last column of numbers stands to the right, too.
    """
    assert "a   b\nx  -1\ny  10" == table(["a", "b"], [["x", -1], ["y", 10]])


@pytest.mark.parametrize("width", range(20, 60, 4))
def test_narrow_table(width: int) -> None:
    """
    Where a table does not fit, its rows become lists, and no line is wider than the terminal.
    """
    rows = [["classic-dominoes", 4, "A game."], ["block", 12, "Another one of these."]]
    lines = table(["key", "players", "title"], rows, width).splitlines()

    assert max(map(len, lines)) <= width
    if width < 40:
        assert ["block", "  players: 12"] == lines[3:5]
