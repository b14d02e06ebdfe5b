"""
Several people at one screen.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tilerules.cli.output import Output

Tilerules = Callable[..., Any]

SHARED = ("play", "gaple", "--names", "Ana,Budi", "--seed", "3", "--easy")
COMES = re.compile(r"(\w+), it is your turn\. Enter to see your hand: ")


def sittings(out: str) -> list[tuple[str, str]]:
    """
    Split what was shown by who was at the screen; what comes before the first is left out.
    """
    words = COMES.split(out)
    return list(zip(words[1::2], words[2::2], strict=True))


def test_nobody_sees_a_hand_of_somebody_else(tilerules: Tilerules) -> None:
    """
    While a round goes on, each sees the own hand alone, after Enter, and what has been played
    since; everybody who moves has been called.
    """
    shown = tilerules(*SHARED, typed="\n1\n" * 3 + "\n")
    found = sittings(shown.out)

    assert 0 == shown.status
    assert ["Budi", "Ana", "Budi", "Ana"] == [name for name, _text in found]
    assert "[" not in shown.out.partition("Enter to see")[0]
    for name, text in found:
        other = "Ana" if name == "Budi" else "Budi"
        assert f"> {name}" in text
        assert re.search(rf"^  {other} +\d tiles$", text, re.MULTILINE)
    assert found[1][1].lstrip().startswith("Budi lays 0-0.\nBot 3 lays")


def test_a_round_to_its_end(tilerules: Tilerules) -> None:
    """
    People and bots play a whole match, whoever is called making the first move there is.
    """
    shown = tilerules(*SHARED, typed="\n1\n" * 60)

    assert 0 == shown.status
    assert re.search(r"(Ana|Budi|Bot \d) wins?, by", shown.out)
    assert not list(Path().glob("*.json"))


def test_gone_on_with(tilerules: Tilerules) -> None:
    """
    Whoever leaves is told the command with which all of them go on, and it does.
    """
    shown = tilerules(*SHARED, typed="\n1\nq\n")
    command = shlex.split(shown.out.strip().splitlines()[-1].removeprefix("Go on with: "))
    again = tilerules(*command[1:], typed="\nundo\n\nquit\n")
    (path,) = Path().glob("*.json")

    assert ["--names", "Ana,Budi"] == command[-2:]
    assert ["Ana", "Budi"] == [name for name, _text in sittings(again.out)]
    assert "Taken back." in again.out
    assert [] == json.loads(path.read_text("utf-8"))["rounds"][0]["moves"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--names", "Ana,Ana"], "Ana"),
        (["--names", "Ana,"], "name"),
        (["--names", "A,B,C,D,E,F"], "seats"),
        (["--names", "A,B,C,D,E", "--seats", "4"], "--names: these are 5 people for 4 seats"),
        (["--names", "A,B", "--bots"], "--names says who sits where"),
        (["--names", "A,B", "--seat", "1"], "--names says who sits where"),
    ],
)
def test_names_that_cannot_be(tilerules: Tilerules, more: list[str], said: str) -> None:
    """
    Names that cannot sit down are refused in one line.
    """
    shown = tilerules("play", "gaple", *more)

    assert (2, "", 1) == (shown.status, shown.out, shown.err.count("\n"))
    assert said in shown.err


@pytest.mark.parametrize(("term", "wiped"), [("xterm", "\x1b[3J"), ("dumb", "\n" * 20)])
def test_the_screen_is_wiped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], term: str, wiped: str
) -> None:
    """
    On a terminal nothing is left of what was shown, however plain it is; elsewhere nothing is sent.
    """
    Output().clear()
    assert "" == capsys.readouterr().out
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    Output().clear()
    assert wiped in capsys.readouterr().out
