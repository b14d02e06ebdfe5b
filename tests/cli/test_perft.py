"""
The command that counts, and checks what was counted.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilerules as library
from tilerules.testing import count_perft

Tilerules = Callable[..., Any]


def test_a_line_is_printed_and_checked(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    What the command prints is a file that it finds right.
    """
    shown = tilerules("perft", "gaple", "-r", "pass", "--seats", 5, "--seed", "Ana", "--after", 6)
    line = count_perft(library.variant("gaple").with_rules("pass"), seats=5, seed="Ana", after=6)

    assert (0, "") == (shown.status, shown.err)
    assert str(line) == shown.out.splitlines()[1]

    (tmp_path / "gaple.perft").write_text(shown.out)
    checked = tilerules("perft", "--check", "gaple.perft", "gaple.perft")
    assert (0, "") == (checked.status, checked.err)
    assert 2 * ["gaple.perft: 1 line, all as counted."] == checked.out.splitlines()


def test_by_default(tilerules: Tilerules) -> None:
    """
    Without options a round of the fewest seats is counted from its deal, to depth 3.
    """
    shown = tilerules("perft", "block")

    assert str(count_perft(library.variant("block"))) in shown.out
    assert "block@1 seats:2 seed:0 after:0 | 1 " in shown.out


def test_a_number_that_differs(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    The first difference of a file is told in one line, and the status is 1.
    """
    line = str(count_perft(library.variant("gaple"), depth=2))
    (tmp_path / "good.perft").write_text(line)
    (tmp_path / "bad.perft").write_text(f"{line}\n{line.replace('| 2 ', '| 2 9')}\n")
    shown = tilerules("perft", "--check", "bad.perft", "good.perft")

    assert 1 == shown.status
    assert shown.err.startswith("tilerules perft: bad.perft:2: depth 2 is ")
    assert 1 == len(shown.err.splitlines())
    assert "good.perft: 1 line, all as counted." in shown.out


def test_large_numbers_can_be_left_alone(tilerules: Tilerules, tmp_path: Path) -> None:
    """
    Numbers above --max-count are not counted again.
    """
    (tmp_path / "deep.perft").write_text("gaple@1 seats:4 seed:1 | 4 1000000\n")

    assert 1 == tilerules("perft", "--check", "deep.perft").status
    assert 0 == tilerules("perft", "--check", "deep.perft", "--max-count", "999").status


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a VARIANT, or files with --check"),
        (["gapel"], "did you mean 'gaple'?"),
        (["gaple", "--seats", "3"], "for 4 or 5 seats, not 3"),
        (["gaple", "--depth", "-1"], "a depth is a number of moves from 0, not -1"),
        (["gaple", "--depth", "x"], "invalid int value: 'x'"),
        (["gaple", "--after", "99"], "the round is over after"),
        (["gaple", "--seed", "a b"], "a line cannot hold the seed 'a b'"),
        (["gaple", "--max-count", "5"], "--max-count goes with --check"),
        (["gaple", "--check", "x"], "--check takes the rules, seats and seeds from its files"),
        (["--check", "x", "--seed", "0"], "--check takes the rules"),
        (["--check", "none.perft"], "none.perft: No such file"),
        (["--check", "empty.perft"], "empty.perft: there is no line in it"),
        (["--check", "new.perft"], "new.perft: line 2: gaple@99 is not installed"),
        (["--check", "unknown.perft"], "unknown.perft: line 1: no installed plugin"),
    ],
)
def test_wrong_input(tilerules: Tilerules, tmp_path: Path, arguments: list[str], said: str) -> None:
    """
    Wrong input is told in one line, and the status is 2.
    """
    (tmp_path / "empty.perft").write_text("")
    (tmp_path / "new.perft").write_text("# rules\ngaple@99 seats:4 seed:1 | 1 1\n")
    (tmp_path / "unknown.perft").write_text("gapel@1 seats:4 seed:1 | 1 1\n")
    shown = tilerules("perft", *arguments)

    assert 2 == shown.status
    assert said in shown.err
    assert 1 == len(shown.err.splitlines())
    assert "" == shown.out


def test_a_seed_of_too_many_digits(tilerules: Tilerules) -> None:
    """
    A number that Python would not read is refused like any other seed.
    """
    shown = tilerules("perft", "gaple", "--seed", "9" * 5000)

    assert 2 == shown.status
    assert shown.err.startswith("tilerules perft: a line cannot hold the seed '999")
    assert len(shown.err) < 300
