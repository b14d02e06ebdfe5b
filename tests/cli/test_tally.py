"""
The score of an evening at a real table.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilerules as library
from property.registered import ids, presets, variants
from tilerules import Domino, Match, RandomBot, Variant
from tilerules.cli.tally import Tally

Tilerules = Callable[..., Any]

FOUR = ("Ana", "Budi", "Caro", "Dewi")
BEGIN = ("tally", "evening.json", "gaple", *FOUR, "-r", "table/rounds:rounds=3")


def played(match: Match, rng: random.Random) -> Match:
    """
    Play the round that is going on to its end.
    """
    bot = RandomBot(rng)
    while match.round.to_move is not None:
        match = match.play(bot.choose(match.round.view(match.round.to_move)))
    return match


def marked(match: Match) -> str:
    """
    Write the last round as somebody would: what it added, and who won it.
    """
    outcome = match.outcomes[-1]
    winners = [seat in outcome.winners for seat in range(match.round.seats)]
    return " ".join(f"{n}{'*' * won}" for n, won in zip(outcome.points, winners, strict=True))


@pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)
def test_a_tally_agrees_with_the_match(variant: Variant) -> None:
    """
    Of matches of every variant and preset the tally has totals, standing and end, and whoever it
    says has the right to open does so, unless the rules want a double of those who have none.
    """
    rng = random.Random(7)
    match = variant.match(list(FOUR[: variant.seats[0]]), seed=7)
    tally = Tally(variant, match.names)
    opener = match.round.to_move
    assert opener is not None
    tally = tally.write(f"opens {match.names[opener]}")
    for _ in range(4):
        match = played(match, rng)
        tally = tally.write(marked(match))

        assert match.totals == tally.totals
        assert (match.outcome is not None) == tally.is_over
        standing = match.standing()
        assert (standing.winners, standing.ranks, standing.totals) == (
            tally.standing.winners,
            tally.standing.ranks,
            tally.standing.totals,
        )
        if match.outcome is not None:
            break
        match = match.next_round()
        said = tally.openers[-1]
        if said is not None and said != match.round.to_move:
            assert not any(
                isinstance(tile, Domino) and tile.is_double for tile in match.round.hands[said]
            )


def test_hands_are_counted_by_the_rules() -> None:
    """
    A round written as hands is what `score` says of them.
    """
    gaple = library.variant("gaple")
    hands = {"Ana": "2-2,1-5", "Budi": "1-3,3-3", "Caro": "6-4", "Dewi": "x0-5,2-3"}
    line = " ".join(f"{name}={hand}" for name, hand in reversed(hands.items()))
    tally = Tally(gaple, FOUR).write(f"{line} reason=blocked")

    assert gaple.score(hands, reason="blocked") == tally.rounds[0]


def test_an_evening(tilerules: Tilerules) -> None:
    """
    Each line is in the file at once; whoever comes back finds totals, leader and opener there.
    """
    first = tilerules(*BEGIN, typed="0 1 0 0\n")
    kept = json.loads(Path("evening.json").read_text("utf-8"))
    again = tilerules("tally", "evening.json", typed="0 0 1* 1\nlog\n0 1 0 0\n")

    assert (0, "") == (first.status, first.err)
    assert ["0 1 0 0"] == kept["lines"]
    assert "Budi leads." in first.out
    assert "Budi has the right to open round 2." in again.out
    assert "Budi, Caro and Dewi are level." in again.out
    assert "Budi wins the match (Ana 0, Budi 2, Caro 1, Dewi 1)." in again.out


def test_corrections_are_kept(tilerules: Tilerules) -> None:
    """
    What was wrong stays in the file beside what put it right, and the totals are the right ones.
    """
    lines = ["0 1 0 0", "0 0 5 0", "fix 2 1 0 0 0", "drop 1"]
    tilerules(*BEGIN, typed="\n".join([*lines, "nonsense"]))
    again = tilerules("tally", "evening.json")

    assert lines == json.loads(Path("evening.json").read_text("utf-8"))["lines"]
    assert "Ana leads." in again.out
    assert "open round 2" in again.out


def test_a_correction_moves_the_right_to_open() -> None:
    """
    Who opens next follows the round as it was put right; what somebody said of it stays.
    """
    gaple = Tally(library.variant("gaple").with_rules("table/rounds:rounds=3"), FOUR)
    train = Tally(library.variant("mexican-train"), FOUR)

    assert 2 == gaple.write("0 1 0 0").write("fix 1 0 0 1 0").openers[-1]
    assert 3 == train.write("1 2 3 0").write("opens Dewi").write("fix 1 1 2 0 4").openers[-1]
    assert 0 == train.write("opens Dewi").write("1 2 3 0").openers[-1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 2 3", "that is 3 numbers for 4 players"),
        ("1 2 3 x", "'x' is no number"),
        ("1 2 3 " + "9" * 5000, "is no number"),
        ("Ana=0-0", "what does Budi hold?"),
        ("Eva=0-0", "nobody here is Eva"),
        ("Ana=0-0 Budi=0-0 Caro= Dewi=", "counted in another place"),
        ("fix 1 0 0 0 0", "there are 0"),
        ("drop", "there are 0"),
        ("opens Eva", "nobody here is 'Eva'"),
    ],
)
def test_lines_that_are_none(tilerules: Tilerules, line: str, said: str) -> None:
    """
    A line that is none is refused with what is wrong with it, and is not written.
    """
    shown = tilerules(*BEGIN, typed=line + "\n")

    assert 0 == shown.status
    assert said.lower() in " ".join(shown.out.split()).lower()
    assert not Path("evening.json").exists()


def test_files_that_are_none(tilerules: Tilerules) -> None:
    """
    A file that is no tally, or one of another game, is refused in one line and left alone.
    """
    path = Path("evening.json")
    good = '{"format": "tilerules-tally-1", "variant": "gaple", "house_rules": [], %s}'
    people = '"names": ["Ana", "Budi", "Caro", "Dewi"]'
    for text in (
        "",
        "[]",
        "[" * 100_000,
        good % people,
        good % '"names": [1], "lines": []',
        good % f'{people}, "lines": ["1 2 x 4"]',
        good % f'{people}, "lines": "1 2 3 4"',
    ):
        path.write_text(text, "utf-8")
        shown = tilerules("tally", "evening.json", typed="0 0 0 0\n")
        assert (2, "") == (shown.status, shown.out)
        assert shown.err.startswith("tilerules tally: evening.json: ")
        assert 1 == shown.err.count("\n")
        assert text == path.read_text("utf-8")

    path.write_text(good % f'{people}, "lines": []', "utf-8")
    assert 2 == tilerules("tally", "evening.json", "draw", "Ana", "Budi").status
    assert 2 == tilerules("tally", "none.json").status
    assert 2 == tilerules("tally", "new.json", "gaple", "Ana B", "Budi", "Caro", "Dewi").status
    assert 2 == tilerules("tally", "new.json", "gaple", "Ana").status
