"""
Rounds sampled from a view, where what everybody has seen is more than masks of tiles.
"""

from __future__ import annotations

import random

import pytest

import tilerules
from tilerules import Round, Variant
from tilerules.testing.checks.secrets import sampling
from tilerules.testing.subjects import Spot, Walk


def _agree(round_: Round, rng: random.Random) -> None:
    """Check that what is sampled for everybody looks as the round does."""
    for seat in (None, *range(round_.seats)):
        view = round_.view(seat)
        assert view.to_dict() == view.sample(rng).view(seat).to_dict()


def test_no_hand_has_the_engine_that_is_sought() -> None:
    """While all draw for the engine nobody has it, after each whole circle (M8)."""
    variant = tilerules.variant("mexican-train+satisfy")
    singles = [tile for tile in variant.tiles.tiles if tile.low != tile.high]
    hands = [" ".join(map(str, tiles)) for tiles in (singles[:70], singles[70:74])]
    round_ = variant.deal(2, seed=6, hands=hands)
    assert round_.to_move == 1, "who draws first is the one to be guessed at"
    rng = random.Random(1)
    circles = 0
    while round_.rest.get("seeking") is not None:
        for _ in range(10):
            guess = round_.view(0).sample(rng)
            assert round_.view(0).to_dict() == guess.view(0).to_dict()
        round_ = round_.play("draw").play("draw")
        circles += 1
    assert circles > 1


def test_who_stops_drawing_has_drawn_what_fits(game: Variant) -> None:
    """Where one draws until a tile fits, a tile kept by passing is one that fits (M11, MT-8)."""
    rng = random.Random(5)
    round_ = game.with_rules("draw-until-playable").deal(4, seed=5)
    kept = 0
    while round_.to_move is not None and kept < 12:
        drew = bool(round_.turn.draws)
        legal = [move.notation for move in round_.legal_moves]
        keeps = drew and "pass" in legal
        kept += keeps
        round_ = round_.play("pass" if keeps else rng.choice(legal))
    assert kept == 12
    _agree(round_, rng)


def test_who_passes_at_will_could_have_played() -> None:
    """A pass while tiles can be drawn is one of who has a tile that fits (MT-4)."""
    rng = random.Random(24)
    variant = tilerules.variant("mexican-train+pagat").with_rules("pass-at-will")
    last = round_ = variant.deal(5, seed=24)
    while round_.to_move is not None:
        last = round_
        round_ = round_.play(rng.choice([move.notation for move in round_.legal_moves]))
    guess = last.view(None).sample(rng)
    assert last.moves == guess.moves
    assert last.view(None).to_dict() == guess.view(None).to_dict()


def test_the_kit_finds_who_should_look_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Whether the first turn goes on depends on the hand; were it not said, the kit would find it.
    """
    rng = random.Random(3)
    variant = tilerules.variant("mexican-train+pagat")
    states = [variant.deal(8, seed=1)]
    for _ in range(40):
        states.append(states[-1].play(rng.choice(list(states[-1].legal_moves))))
    walk = Walk(variant, 8, 1, tuple(states))

    def found() -> list[str]:
        return [
            one
            for number in range(14, 41, 2)
            for one in sampling.ask(Spot(walk, number, states[number], rng))
        ]

    assert [] == found()
    monkeypatch.setattr(states[0].plan, "looks_back", False)
    assert any("looks_back" in one for one in found())
