"""
A turn of melds made in steps at the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilerules as library

Tilerules = Callable[..., Any]


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """
    Save a match in which it is the person's turn, with something to lay and to rearrange.
    """
    # No round of a match is set up by hand, and no deal gives such a one.
    monkeypatch.setattr("tilerules.records.reading._check_place", lambda *_told: None)
    rummy = library.variant("rummy")
    match = rummy.match(["You", "Bot 2"], seed=1)
    while match.round.to_move != 0:
        match = match.play("draw")
    record = json.loads(library.dumps(match))
    (one,) = record["rounds"]
    hands = [["r3", "r9", "r10", "r11", "k1"], ["y1", "y2", "y5"]]
    table = ["r1,r2,r3", "k5,k6,k7,k8"]
    left = [str(tile) for tile in rummy.tiles.tiles]
    for tile in ",".join([*table, *map(",".join, hands)]).split(","):
        left.remove(tile)
    one["moves"], one["deal"]["seed"] = [], None
    one["deal"]["position"] = (
        f"rummy@{rummy.version} seats:2 move:0 hands:{'/'.join(map(','.join, hands))} "
        f"stock:{','.join(left)} layout:{'|'.join(table)}"
    )
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return str(path)


def test_step_by_step(tilerules: Tilerules, saved: str) -> None:
    """
    Tiles are put and shifted, what is wrong is said after each step, and done plays it.
    """
    steps = "put r9 r10\ndone\nput r11 to 3\nsplit 2 after 3\nshift k8 of 4 to 2\ndone\nquit\n"
    shown = tilerules("play", "--resume", saved, typed=steps)

    assert 0 == shown.status
    assert "3: r9 r10  (no meld yet)\nhand: r3 r11 k1" in shown.out
    assert "- r9 r10 has 2 tiles; a run has at least 3 (TR-11)" in shown.out
    assert "4: k8  (no meld yet)" in shown.out
    assert "done plays it." in shown.out
    assert "You lay r9, r10 and r11." in shown.out


def test_back_best_and_help(tilerules: Tilerules, saved: str) -> None:
    """
    Steps are taken back, the best can be laid at once, and help names the commands.
    """
    typed = "help\nput r9\nback\nback\nbest\ndone\nquit\n"
    shown = tilerules("play", "--resume", saved, typed=typed)

    assert "split N after K" in shown.out
    assert "hand: r3 r9 r10 r11 k1\n- no tile from the hand is laid" in shown.out
    assert "back\nThere is no step to take back.\n" in shown.out
    assert "You lay r9, r10 and r11." in shown.out


def test_mistyped_steps(tilerules: Tilerules, saved: str) -> None:
    """
    A step that cannot be made says why; one that cannot be read, how it is written.
    """
    typed = "put k9\nput r9 to 7\ntake r9 of 1\ntake r1\nsplit 1\nshift\nput r\nquit\n"
    shown = tilerules("play", "--resume", saved, typed=typed)

    assert "there is no k9 to lay" in shown.out
    assert "there is no meld 7; they go from 1 to 2" in shown.out
    assert "meld 1, r1 r2 r3, has no r9" in shown.out
    assert "Write it so: take r5 of 2" in shown.out
    assert "Write it so: split 1 after 3" in shown.out
    assert "Write it so: shift r5 of 2 to 3" in shown.out
    assert "'r' is not a tile" in shown.out


def test_other_games_know_no_steps(tilerules: Tilerules) -> None:
    """
    Where a turn is no table, the words are no commands.
    """
    shown = tilerules("play", "gaple", "--seed", "1", typed="put 0-0\nhelp\nquit\n")

    assert "'put 0-0' is no move of gaple" in shown.out
    assert "split N after K" not in shown.out


def test_what_is_wrong_is_asked_for_without_a_move(tilerules: Tilerules, saved: str) -> None:
    """
    While a turn is being made ``why`` says what is wrong with it; else it asks for a move, with
    an example of the game, as the help does.
    """
    shown = tilerules("play", "--resume", saved, typed="why\nhelp\nput r9\nwhy\nquit\n")

    assert "Say which move, e.g. why r3 r4 r5 | r6 b6 J(y6)" in shown.out
    assert "its notation, e.g. r3 r4 r5 | r6 b6 J(y6), or its number" in shown.out
    assert 2 == shown.out.count("- r9 has 1 tile; a run has at least 3 (TR-11)")


@pytest.mark.parametrize("typed", ["put r9 to x", "put r9 to " + "9" * 5000, "take r1 of x"])
def test_places_that_are_no_numbers(tilerules: Tilerules, saved: str, typed: str) -> None:
    """
    A step with a place that cannot be one says how it is written; the game goes on.
    """
    shown = tilerules("play", "--resume", saved, typed=f"{typed}\nput r9\nquit\n")

    assert 0 == shown.status
    assert "Write it so: " in shown.out
    assert "3: r9  (no meld yet)" in shown.out


def test_tiles_in_brackets(tilerules: Tilerules, saved: str) -> None:
    """
    Tiles may be typed as the hand shows them.
    """
    shown = tilerules("play", "--resume", saved, typed="put [r9] [r10] [r11]\ndone\nquit\n")

    assert "You lay r9, r10 and r11." in shown.out


def test_a_hint_says_how(tilerules: Tilerules, saved: str) -> None:
    """
    Where the table is rearranged a hint names each meld and where its tiles come from.
    """
    text = Path(saved).read_text(encoding="utf-8")
    text = text.replace(",k4,", ",k1,", 1).replace(",k1/", ",k4/")
    record = json.loads(text)
    record["rounds"][0]["deal"]["position"] += ' ext:{"opened":[0,1]}'
    Path(saved).write_text(json.dumps(record), encoding="utf-8")
    shown = tilerules("play", "--resume", saved, typed="hint\nquit\n")

    assert "- k4 k5 k6 k7 k8: k4 from the hand, all of k5 k6 k7 k8\n" in shown.out
