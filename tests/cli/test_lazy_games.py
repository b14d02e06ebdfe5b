"""
Games whose moves are too many to list, and that come from a single file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tilerules = Callable[..., Any]

MELDS = '''

import attrs

from tilerules import Variant, hookimpl, numbered_set
from tilerules.melds.layout import MeldLayout
from tilerules.rules.blocking import Draw, Pass, WentOut
from tilerules.rules.dealing import DealEach
from tilerules.rules.endings import IdleTurns, Stuck
from tilerules.scorers.matches import HighestTotal, Rounds
from tilerules.melds.laying import melding
from tilerules.rules.kinds import Bundle, Starting
from tilerules.scorers.tie_breakers import Count
from tilerules.scorers.settlements import WinnerPoint


@attrs.frozen
class FirstSeat(Starting):
    """The first seat opens."""

    code = "first-seat"

    def begin(self, draft, chance):
        draft.to_move = 0


@hookimpl
def tilerules_variants():
    yield Variant.of(
        name="melds",
        title="Melds",
        tiles=numbered_set(),
        seats=(2, 3, 4),
        dealing=DealEach(each=14),
        layout=MeldLayout(),
        starting=FirstSeat(),
        turn=melding(at_least=0),
        blocking=Bundle(
            actions=(Draw(), Pass(only_without=("draw",))),
            effects=(IdleTurns(),),
            endings=(WentOut(), Stuck()),
        ),
        scorer=WinnerPoint(),
        tie_breakers=(Count(),),
        match=(Rounds(1), HighestTotal()),
    )
'''


@pytest.fixture
def melds(tmp_path: Path) -> tuple[str, ...]:
    """
    Give the arguments that play a game of melds.
    """
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "melds.py").write_text(MELDS, encoding="utf-8")
    return ("play", "melds", "--plugins-dir", "games", "--seed", "1")


@pytest.mark.slow
def test_bots_play_it(tilerules: Tilerules, melds: tuple[str, ...]) -> None:
    """
    Bots come to an end; what is laid is said, not the whole table.
    """
    shown = tilerules(*melds, "--bots")

    assert 0 == shown.status
    assert re.search(r"^Bot \d lays \w+(, \w+)* and \w+\.$", shown.out, re.MULTILINE)
    assert re.search(r"^Bot \d wins, by the lowest count\.$", shown.out, re.MULTILINE)


def test_a_person_plays_it(tilerules: Tilerules, melds: tuple[str, ...], tmp_path: Path) -> None:
    """
    Some moves are offered by number, any may be written, and a refusal says why.
    """
    shown = tilerules(*melds, typed="why r2 r9 y1\nr2 r9 y1\nwhy zz\n1\nhint\nquit\n")
    (path,) = tmp_path.glob("*.json")

    assert "Some of your moves:\n1: You draw a tile." in shown.out
    assert "r2 r9 y1 is not legal:\n- " in shown.out
    assert "'zz' is no move of melds" in shown.out
    assert "Perhaps " in shown.out
    assert "draw" == json.loads(path.read_text(encoding="utf-8"))["rounds"][0]["moves"][0]


def test_what_will_be_drawn_is_not_told(tilerules: Tilerules, melds: tuple[str, ...]) -> None:
    """
    Neither the list of moves nor a hint knows the next tile; it is told once it is drawn.
    """
    before = tilerules(*melds, typed="moves\nhint\nquit\n").out
    after = tilerules(*melds, typed="draw\nquit\n").out

    assert not re.search(r"ou draw [^a]", before)
    assert re.search(r"^You draw [a-zJ]\d*\.$", after, re.MULTILINE)


def test_it_can_be_listened_to(tilerules: Tilerules, melds: tuple[str, ...]) -> None:
    """
    In sentences the melds on the table and one's hand are named.
    """
    shown = tilerules(*melds, "--plain", typed="draw\nmoves\nquit\n")

    assert "Your turn. Nothing is laid. You hold r2, r9, " in shown.out
    assert "Your turn. On the table: " in shown.out
