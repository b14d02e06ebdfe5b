"""
Files with numbers: written, read, and checked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

import tilerules
from tilerules import (
    InvalidDealError,
    InvalidDepthError,
    InvalidNotationError,
    RoundOverError,
    RulesVersionError,
    UnknownHouseRuleError,
    UnknownVariantError,
    Variant,
    perft,
)
from tilerules.testing import (
    ConformanceError,
    PerftLine,
    check_perft,
    count_perft,
    examine_perft,
    read_perft,
    walk_perft,
)

GAPLE = tilerules.variant("gaple")


def long(**more: Any) -> PerftLine:
    """
    Count from the middle of a round of Gaple.
    """
    return count_perft(GAPLE.with_rules("gaple/pass"), **{"seed": 7, "after": 10, **more})


@pytest.mark.parametrize(
    "line",
    [
        long(),
        long(seats=5, depth=1),
        count_perft(GAPLE.with_rules("rounds"), round=2, seed="Ana"),
        count_perft(tilerules.variant("rummy"), seats=4, depth=1),
        attrs.evolve(long(), end=""),
    ],
    ids=str,
)
def test_round_trip(line: PerftLine) -> None:
    """
    A line is read as it was written, among comments and empty lines, and its numbers hold.
    """
    text = f"# first\n\n  {line}  \n# last\n"

    assert (line,) == read_perft(text)
    assert examine_perft(text) is None


def test_what_a_line_counts() -> None:
    """
    The counts are those of perft() at the moment the line names, and the end is the round's.
    """
    line = long(depth=4)
    states = walk_perft(GAPLE.with_rules("gaple/pass"), line)
    outcome = states[-1].outcome
    assert outcome is not None

    assert 10 == len(states[line.after].moves)
    assert tuple((d, perft(states[10], d)) for d in (1, 2, 3, 4)) == line.counts
    assert line.end.startswith(f"{len(states) - 1} {outcome.reason.value} winners:")
    assert f"points:{','.join(map(str, outcome.points))}" in line.end
    assert "gaple@1;gaple/pass seats:4 seed:7 after:10" == line.start


def test_later_rounds() -> None:
    """
    The second round of a match is dealt after the first, by whoever opens it then.
    """
    rules = GAPLE.with_rules("rounds")
    second = walk_perft(rules, PerftLine(rules="", seats=4, seed=1, round=2))[0]

    assert 2 == second.rest.setup.number
    assert rules.match(4, seed=1).round != second


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("| 2 ", "| 2 1", "depth 2 is"),
        ("counts:", "counts:9", "the end is"),
        ("after:10", "after:27", "the round is over after"),
        ("seats:4", "seats:3", "for 4 or 5 seats, not 3"),
        ("gaple/pass", "table/direction", "depth"),
    ],
)
def test_first_difference(old: str, new: str, said: str, tmp_path: Path) -> None:
    """
    Whatever is no longer so is told with the file, the line and the position.
    """
    path = tmp_path / "gaple.perft"
    path.write_text(f"# numbers\n{long(depth=2)}\n{str(long(depth=2)).replace(old, new)}\n")

    with pytest.raises(ConformanceError, match=said) as caught:
        check_perft(path)
    (finding,) = caught.value.findings
    assert "perft" == finding.code
    assert f"{path}:3: " in finding.found
    assert ("seats:" in finding.position) is (said[:5] in ("depth", "the e"))


def test_large_numbers_are_left_alone(tmp_path: Path) -> None:
    """
    With a limit, numbers above it are not counted, and those below are.
    """
    path = tmp_path / "gaple.perft"
    line = long(depth=2)
    path.write_text(str(attrs.evolve(line, counts=(*line.counts, (40, 10**12)))))

    check_perft(path, max_count=10**6)
    path.write_text(str(attrs.evolve(line, counts=(*line.counts, (4, 999)))))
    with pytest.raises(ConformanceError, match="depth 4 is"):
        check_perft(path, max_count=10**6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no line"),
        ("# nothing\n", "there is no line"),
        ("gaple@1 seats:4 seed:1", "nothing is counted"),
        ("gaple@1 seats:4 | 1 1", "write rules, seats and seed"),
        ("seats:4 seed:1 | 1 1", "write rules, seats and seed"),
        ("gaple@1 seats:4 seed:1 seed:2 | 1 1", "'seed:2' does not belong here"),
        ("gaple@1 seat:4 seed:1 | 1 1", "'seat:4' does not belong here; did you mean 'seats:'"),
        ("gaple@1 seats:x seed:1 | 1 1", "'x' in 'seats:x' is no number from 2"),
        ("gaple@1 seats:4 seed:1 round:0 | 1 1", "no number from 1"),
        ("gaple@1 seats:4 seed:1 | 1", "no number from 0"),
        ("gaple@1 seats:4 seed:1 | one 1", "no number from 0"),
        ("gaple@1 seats:4 seed:1 | end 3 blocked | 1 1", "no number from 0"),
        ("gaple@1 seats:4 seed:1 | 1 -1", "no number from 0"),
        ("gaple@1 seats:4 seed: | 1 1", "cannot hold the seed ''"),
        ("gaple@1 seats:4 seed:\x1b[31m | 1 1", r"cannot hold the seed '\\x1b"),
        ("gaple@1 seats:4 seed:\u202eanA | 1 1", "cannot hold the seed"),
        (f"gaple@1 seats:4 seed:{'9' * 5000} | 1 1", "cannot hold the seed '999"),
        (f"gaple@1 seats:4 seed:{'x' * 5000} | 1 1", "cannot hold the seed 'xxx"),
    ],
)
def test_unreadable(text: str, said: str) -> None:
    """
    What is no line is refused, with what would be one.
    """
    with pytest.raises(InvalidNotationError, match=said):
        read_perft(text)


def test_refusals_are_short() -> None:
    """
    However long a line is, what is said of it is not.
    """
    for seed in ("9" * 5000, "x" * 5000):
        with pytest.raises(InvalidNotationError) as caught:
            read_perft(f"gaple@1 seats:4 seed:{seed} | 1 1")
        assert len(str(caught.value)) < 300

    finding = examine_perft(f"gaple@1 seats:4 seed:1 | end {'x' * 5000}")
    assert finding is not None
    assert len(finding.found) < 500


def test_what_is_no_text(tmp_path: Path) -> None:
    """
    A file that is no text in UTF-8 is refused by its name.
    """
    path = tmp_path / "kitchen.perft"
    path.write_bytes(b"\xff\xfe")

    with pytest.raises(InvalidNotationError, match=r"kitchen\.perft: this is no text in UTF-8"):
        check_perft(path)


def test_the_rules_are_a_variant() -> None:
    """
    A name is not taken for the rules.
    """
    with pytest.raises(TypeError, match="variant must be of type Variant, not 'gaple'"):
        count_perft("gaple")  # type: ignore[arg-type]  # on purpose


def test_unreadable_line_is_numbered() -> None:
    """
    The line that cannot be read is named by its number, comments counted.
    """
    with pytest.raises(InvalidNotationError, match="line 3: ") as caught:
        read_perft(f"# numbers\n{long()}\ngaple@1 seats:4\n")
    assert "gaple@1 seats:4" == caught.value.text


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ("gapel@1", UnknownVariantError),
        ("gaple@99", RulesVersionError),
        ("gaple@1;gaple/none", UnknownHouseRuleError),
    ],
)
def test_rules_that_are_not_there(rules: str, error: type[Exception]) -> None:
    """
    Numbers of rules that are not installed are no difference but cannot be checked.
    """
    with pytest.raises(error):
        examine_perft(f"{rules} seats:4 seed:1 | 1 1")


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"depth": -1}, InvalidDepthError),
        ({"depth": True}, TypeError),
        ({"after": "1"}, TypeError),
        ({"after": -1}, InvalidDealError),
        ({"after": 99}, InvalidDealError),
        ({"round": 0}, InvalidDealError),
        ({"round": 2}, RoundOverError),
        ({"seats": 9}, InvalidDealError),
        ({"seed": "a b"}, InvalidNotationError),
        ({"seed": "a|b"}, InvalidNotationError),
        ({"seed": ""}, InvalidNotationError),
        ({"seed": "7"}, InvalidNotationError),
        ({"seed": "a\x1b"}, InvalidNotationError),
        ({"seed": "x" * 5000}, InvalidNotationError),
        ({"seed": -7}, tilerules.InvalidSeedError),
        ({"seed": None}, TypeError),
        ({"seed": 10**5000}, tilerules.InvalidSeedError),
        ({"seed": "\ud800"}, tilerules.InvalidSeedError),
        ({"seats": "4"}, TypeError),
        ({"after": 10**5000}, InvalidDealError),
    ],
)
def test_lines_that_cannot_be(more: dict[str, Any], error: type[Exception]) -> None:
    """
    A moment that does not come, or that no line could name, is refused.
    """
    with pytest.raises(error):
        long(**more)


def test_rounds_without_an_end() -> None:
    """
    A variant whose rounds are longer than it says is told so, not played for ever.
    """
    endless: Variant = attrs.evolve(GAPLE, most_moves=3)

    with pytest.raises(tilerules.InvalidVariantError, match="longer than the most_moves"):
        count_perft(endless)


def test_missing_file(tmp_path: Path) -> None:
    """
    A file that is not there is Python's own error.
    """
    with pytest.raises(FileNotFoundError):
        check_perft(tmp_path / "none.perft")
