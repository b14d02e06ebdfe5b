"""
Nothing runs without an end: what is asked of a state never lists or searches more than it needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import tilerules
from tilerules import InvalidNotationError, Round
from tilerules.melds import extending, lay_move, plays
from tilerules.melds.plays import MeldPlays
from tilerules.melds.turns import TurnBuilder

HARD = (
    "rummy+pagat@1;rummy/must-lay seats:4 move:3 hands:r3,r4,r7,r9,r12,y3,k1,k7,k10/"
    "r5,y1,y7,y12,b6,b12/r3,r6,y4,y9,k3,k5,k9,k12/r1,r7,r8,r10,r12,y5,y6,y10,k2,k6,k6,k8,k9,k11,"
    "k13,b1,b3,b4,b5,b8,b12,b13 stock:y5,b10,k7,b11,k2,r11,r2,b7,y12,k4,y11,r13,b4,y13,b9,b13,"
    "k12,r4,b10,r5,y4,y2,r6,r9,y3 layout:y6,y7,y8,y9|k3,k4,k5,J(k6)|"
    "b1,b2,b3,J(b4),b5,b6,b7,b8,b9|r1,y1,k1|r2,y2,b2|r8,y8,k8|r10,y10,k10|r11,y11,k11,b11|"
    'r13,y13,k13 ext:{"opened":[0,1,2],"start-draw":["after",50,[["y11","y3","y2","y4"]]]}'
)
"""A state of random play in which all plays together take minutes to list."""

RULES = (
    ["must-lay"],
    ["must-lay", "joker-lock", "both-colours"],
    ["draw-more", "joker-destination:to=new-meld"],
    ["must-lay", "joker-destination:to=new-meld-two-tiles", "joker-price:of=hand"],
    ["must-lay", "high-one", "joker-price:of=nothing"],
    ["must-lay", "jokers-per-meld"],
    ["must-lay", "quiet-opening"],
    ["must-lay", "lay-off-before-opening"],
    ["must-lay", "single-opening"],
    ["must-lay", "joker-in-opening"],
)


@pytest.fixture
def no_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody list plays."""

    def fail(*_args: Any, **_terms: Any) -> None:
        raise AssertionError("plays are listed")

    monkeypatch.setattr(plays, "playable_sets", fail)


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody ask for plays at all."""

    def fail(*_args: Any) -> None:
        raise AssertionError("plays are asked for")

    monkeypatch.setattr(MeldPlays, "of", fail)


def huge(size: int, rules: list[str]) -> Round:
    """Give a round in which nobody has opened and the seat to move has so many tiles."""
    variant = tilerules.variant("rummy").with_rules(*rules)
    tiles = [str(tile) for tile in variant.tiles.tiles]
    random.Random(size).shuffle(tiles)
    hands = f"{','.join(tiles[:size])}/{tiles[size]}"
    stock = f" stock:{','.join(tiles[size + 1 :])}" if size < len(tiles) - 1 else ""
    spec = ";".join([f"{variant.key}@{variant.version}", *map(str, variant.applied)])
    return tilerules.parse_position(f"{spec} seats:2 move:0 hands:{hands}{stock}")


QUESTIONS: dict[str, Callable[[Round], object]] = {
    "the first move": lambda round_: next(iter(round_.legal_moves)),
    "whether there is one": lambda round_: bool(round_.legal_moves),
    "why not draw": lambda round_: round_.explain("draw"),
    "a hint": lambda round_: TurnBuilder.of(round_).hint(),
    "a random move": lambda round_: tilerules.RandomBot(random.Random(1)).choose(
        round_.view(round_.to_move)
    ),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.usefixtures("no_listing")
def test_a_hard_state_is_not_listed(question: str) -> None:
    """What is asked of a state whose plays take minutes to list is answered at once."""
    round_ = tilerules.parse_position(HARD)

    assert QUESTIONS[question](round_)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("size", [44, 60, 105])
@pytest.mark.usefixtures("no_listing")
def test_a_huge_hand_is_not_listed(question: str, size: int) -> None:
    """A hand of a hundred tiles that has not opened is answered about without listing its plays."""
    assert QUESTIONS[question](huge(size, ["must-lay"]))


@pytest.mark.parametrize("text", ["banana", "drow", "", "lay", "x" * 100_000])
@pytest.mark.parametrize("rules", RULES, ids=" ".join)
@pytest.mark.usefixtures("no_search")
def test_a_typo_is_refused_without_a_search(rules: list[str], text: str) -> None:
    """A text that is no move is refused, with what is near it, and nobody asks what can be laid."""
    with pytest.raises(InvalidNotationError) as caught:
        huge(60, rules).play(text)
    assert ("'draw'" in str(caught.value)) is (text == "drow")


@pytest.mark.parametrize("rules", RULES, ids=" ".join)
def test_any_play_is_legal_and_there_is_one_if_there_is_any(rules: list[str]) -> None:
    """What is found at once is a legal move, and there is one exactly where there is a best one."""
    round_ = tilerules.variant("rummy").with_rules(*rules).deal(3, seed=11)
    bot = tilerules.RandomBot(random.Random(11))
    seen = 0
    while round_.to_move is not None and seen < 60:
        known = MeldPlays.of(round_)
        some, best = known.some(), known.best()
        seen += 1

        assert (some is None) is (best is None)
        assert bool(some) is ("lay" in {move.kind for move in islice(round_.legal_moves, 1)})
        if some is not None and best is not None:
            assert () == round_.explain(lay_move(some.table, known.rules))
            assert len(some.laid) <= len(best.laid)
        round_ = round_.play(bot.choose(round_.view(round_.to_move)))


def test_the_first_play_listed_is_not_listed_twice(set_up: Callable[..., Round]) -> None:
    """What comes first out of order does not come again in its place."""
    round_ = set_up("r1 r2 r3", "r4 r5 k4 b4 r6 k5 k6", "b1")
    laid = [play.laid for play in MeldPlays.of(round_).every()]

    assert len(laid) == len(set(laid)) > 5


def test_adding_to_melds_is_compared_up_to_a_number(
    monkeypatch: pytest.MonkeyPatch, set_up: Callable[..., Round]
) -> None:
    """Before the initial meld no more than some ways to add tiles are compared."""
    made = 0
    extended = extending.extended

    def count(*args: Any) -> Any:
        nonlocal made
        for one in extended(*args):
            made += 1
            yield one

    monkeypatch.setattr(extending, "extended", count)
    round_ = set_up(
        "r1 r2 r3 | y1 y2 y3 | k1 k2 k3 | b1 b2 b3 | r11 r12 r13 | y11 y12 y13 | k11 k12 k13",
        "r4 r5 y4 y5 k4 k5 b4 b5 r9 r10 y9 y10 k9 k10 b9 b10 J",
        "b8",
        opened=(1,),
        rules=["lay-off-before-opening"],
    )
    best = MeldPlays.of(round_).best()

    assert best is not None
    assert made < 50_000
