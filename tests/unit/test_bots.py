"""
Bots that know no game.
"""

from __future__ import annotations

import random

import pytest

import tilerules
from tilerules import Bot, RandomBot, Round, Variant
from tilerules.errors import PluginError, SeatError
from tilerules.play import PlayoutBot, advise

each_variant = pytest.mark.parametrize(
    "variant", tilerules.variants(), ids=lambda variant: variant.key
)


def play(round_: Round, *bots: Bot, moves: int = 10_000) -> Round:
    """
    Let bots play, each from its own view.
    """
    for _ in range(moves):
        if round_.to_move is None:
            break
        round_ = round_.play(bots[round_.to_move].choose(round_.view(round_.to_move)))
    return round_


@each_variant
def test_choices_are_legal(variant: Variant) -> None:
    """
    In every installed game a bot finds a legal move in each of its turns.
    """
    bots = [PlayoutBot(random.Random(seat), budget=50) for seat in range(variant.seats[0])]

    assert len(play(variant.deal(variant.seats[0], seed=1), *bots, moves=12).moves) <= 12


def test_same_chance_same_choice() -> None:
    """
    A bot's choices depend on its chance and its view alone.
    """
    round_ = tilerules.variant("gaple").deal(4, seed=3)
    rounds = [play(round_, *(PlayoutBot(random.Random(seat)) for seat in range(4))) for _ in "ab"]

    assert rounds[0].moves == rounds[1].moves


def test_hidden_tiles_do_not_matter() -> None:
    """
    Two rounds that look alike from a seat get the same choice.
    """
    round_ = tilerules.variant("gaple").deal(4, seed=3)
    seat = round_.to_move
    other = round_.view(seat).sample(random.Random(9))
    choices = [PlayoutBot(random.Random(1)).choose(one.view(seat)) for one in (round_, other)]

    assert round_.hands != other.hands
    assert choices[0] == choices[1]


def test_only_move() -> None:
    """
    Where there is but one move, no chance is needed.
    """
    round_ = tilerules.variant("gaple").deal(4, seed=3)
    rng = random.Random(1)
    before = rng.getstate()

    assert [*round_.legal_moves] == [PlayoutBot(rng).choose(round_.view(round_.to_move))]
    assert before == rng.getstate()


def test_nothing_to_choose() -> None:
    """
    A seat that is not to move, and a spectator, have no move to choose.
    """
    round_ = tilerules.variant("gaple").deal(4, seed=3)
    for seat in (((round_.to_move or 0) + 1) % 4, None):
        for bot in (PlayoutBot(), RandomBot()):
            with pytest.raises(SeatError, match="has no move to choose"):
                bot.choose(round_.view(seat))


@pytest.mark.slow
def test_better_than_chance() -> None:
    """
    Against three that play anything, it wins clearly more than a quarter of the rounds.
    """
    variant = tilerules.variant("gaple")
    won = 0
    for seed in range(40):
        bots: list[Bot] = [RandomBot(random.Random(seed + seat)) for seat in range(4)]
        bots[0] = PlayoutBot(random.Random(seed), budget=600)
        ended = play(variant.deal(4, seed=seed), *bots)
        won += ended.outcome is not None and 0 in ended.outcome.winners

    assert won >= 14


def test_advice_of_the_variant_comes_first() -> None:
    """
    A variant may bring its own adviser; where it has no idea, playouts decide.
    """
    gaple = tilerules.variant("gaple")
    round_ = gaple.deal(4, seed=4)
    last = list(round_.legal_moves)[-1]
    advised = [
        gaple.put(adviser=adviser).deal(4, seed=4)
        for adviser in (lambda view: last, lambda view: None, None)
    ]
    choices = [advise(one.view(one.to_move), random.Random(1)) for one in advised]

    assert last == choices[0]
    assert PlayoutBot(random.Random(1)).choose(round_.view(round_.to_move)) == choices[1]
    assert choices[1] == choices[2]


def test_bad_advice() -> None:
    """
    An adviser that fails or suggests what is not legal is a fault of its variant.
    """
    gaple = tilerules.variant("gaple")
    stray = gaple.deal(4, seed=3).parse("pass")
    for adviser, says in ((lambda view: stray, "suggests <Move pass>"), (len, "TypeError")):
        round_ = gaple.put(adviser=adviser).deal(4, seed=3)
        with pytest.raises(PluginError, match=says):
            advise(round_.view(round_.to_move), random.Random(1))
