"""
The library and the plain engine of the tests play the same Mexican Train, move for move.
"""

from __future__ import annotations

import random

import pytest

import tilerules
from budgets import count
from reference import mexican_train as mt
from tilerules import Round, Variant
from tilerules.trains.layout import MARKED

# What is played, and the rules of the plain engine that are the same.
GAMES = {
    "mexican-train": mt.DEFAULT,
    "mexican-train+satisfy": mt.SATISFY,
}
WITH_RULES: dict[tuple[str, ...], mt.Rules] = {
    ("mexican-train/draw-once", "mexican-train/must-play-drawn"): mt.Rules(
        draws="one_per_turn", must_play_drawn=True
    ),
    ("mexican-train/doubles:duty=satisfy", "mexican-train/dead-doubles-bind"): mt.Rules(
        double="satisfy", dead_double="stands"
    ),
    ("mexican-train/double-nine:size=13", "mexican-train/double-blank"): mt.Rules(double_blank=50),
}
ROUNDS = count("mexican train: rounds against the plain engine")
"""Rounds of each game for each number of seats: two thousand altogether."""


def twin(round_: Round, rules: mt.Rules) -> mt.NaiveMexicanTrain:
    """
    Set the plain engine up with the tiles of a round; tiles are drawn for the engine first.
    """
    engine = round_.layout.engine
    pips = engine.low if engine else int(round_.rest.get("opening").partition("-")[0])
    assert round_.to_move is not None
    return mt.NaiveMexicanTrain(
        [mt.parse_tiles(str(hand)) for hand in round_.hands],
        mt.parse_tiles(" ".join(map(str, round_.stock))),
        engine=pips,
        opener=round_.to_move,
        rules=rules,
        highest=round_.variant.tiles.highest,
    )


def agree(round_: Round, naive: mt.NaiveMexicanTrain) -> None:
    """
    Compare mover, legal moves, trains and markers.
    """
    assert naive.to_move == round_.to_move
    assert sorted(naive.legal()) == sorted(move.notation for move in round_.legal_moves)
    trains = [naive.trains[seat] for seat in range(round_.seats)] + [naive.trains["M"]]
    if round_.table:
        assert trains == [list(train.halves) for train in round_.layout.trains]
        assert naive.markers == {s for s in range(round_.seats) if round_.table[MARKED] >> s & 1}


def compare(variant: Variant, rules: mt.Rules, seats: int, seed: int) -> bool:
    """
    Play a random round of both; give whether it was blocked.
    """
    rng = random.Random(f"{variant} {seats} {seed}")
    previous: tuple[Round, ...] = ()
    if rng.random() < 0.2:
        first = variant.deal(seats, seed=seed)
        while first.to_move is not None:
            first = first.play(rng.choice(first.legal_moves))  # type: ignore[arg-type]  # a tuple
        previous = (first,)
    round_ = variant.deal(seats, seed=seed, previous=previous)
    while not round_.table and round_.rest.get("opening") is None:
        round_ = round_.play("draw")
    naive = twin(round_, rules)
    # Passing whenever it is allowed brings blocks about.
    lazy = rng.random() < 0.2
    while round_.to_move is not None:
        agree(round_, naive)
        moves = [move.notation for move in round_.legal_moves]
        move = "pass" if lazy and "pass" in moves else rng.choice(moves)
        round_ = round_.play(move)
        naive.play(move)
    agree(round_, naive)
    outcome, result = round_.outcome, naive.result()
    assert outcome is not None
    assert result is not None
    assert result["reason"] == outcome.reason.value
    assert result["winners"] == outcome.winners
    assert result["counts"] == outcome.counts
    assert result["points"] == outcome.points
    assert result["decided_by"] == outcome.decided_by
    return outcome.reason.value == "blocked"


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("key", GAMES)
def test_random_rounds(key: str, seats: int) -> None:
    """
    Lists, trains, markers, reasons, winners and counts agree on random rounds.
    """
    variant = tilerules.variant(key)
    for seed in range(ROUNDS):
        compare(variant, GAMES[key], seats, seed)


@pytest.mark.parametrize("rules", WITH_RULES, ids=" ".join)
def test_random_rounds_with_house_rules(rules: tuple[str, ...]) -> None:
    """
    Likewise with house rules that the plain engine knows.
    """
    variant = tilerules.variant("mexican-train").with_rules(*rules)
    for seed in range(count("mexican train: rounds with house rules")):
        compare(variant, WITH_RULES[rules], 2 + seed % min(7, len(variant.seats)), seed)


@pytest.mark.parametrize("key", GAMES)
def test_blocks_occur(key: str) -> None:
    """
    Rounds that end by a block are among those compared: with nothing to draw they are many.
    """
    variant = tilerules.variant(key).with_rules("double-nine:size=18")
    rules = mt.Rules(double=GAMES[key].double, draws=GAMES[key].draws)
    blocked = [compare(variant, rules, 3, seed) for seed in range(60)]
    assert any(blocked)
    assert not all(blocked)
