"""
Rounds that agree with a view, where tiles lie face down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tilerules import Round, Variant


def played(variant: Variant, seed: int) -> Iterator[Round]:
    """
    Give the states of a random round.
    """
    rng = random.Random(seed)
    round_ = variant.deal(4, seed=seed)
    while round_.to_move is not None:
        yield round_
        round_ = round_.play(rng.choice(list(round_.legal_moves)))


@pytest.mark.parametrize("seed", [77, 163, 225])
def test_late_views_have_a_sample(gaple: Variant, seed: int) -> None:
    """
    However much is known late in a round with dead tiles, some round agrees with it.

    Whoever laid a tile face down had nothing that fitted, and later laid others openly: in these
    rounds few hands explain all of that.
    """
    *_, before, last = played(gaple, seed)
    rng = random.Random(seed)
    for round_ in (before, last):
        for viewer in (None, *range(4)):
            view = round_.view(viewer)
            assert view.sample(rng).view(viewer) == view


def test_whom_the_right_to_open_passed_over_has_no_double(gaple: Variant) -> None:
    """
    Everybody saw that the winner had no double to open with, and so no sample gives it one.
    """
    *_, last = played(gaple, seed=1)
    won = last.play(last.legal_moves[0])  # type: ignore[index]  # few moves are a tuple
    while won.outcome is None or won.outcome.leader is None:
        won = won.play(next(iter(won.legal_moves)))
    winner = won.outcome.leader
    for seed in range(1, 400):
        round_ = gaple.deal(4, seed=seed, previous=[won])
        if round_.to_move != winner:
            break
    assert not any(tile.is_double for tile in round_.hands[winner])
    view = round_.view((winner + 1) % 4)
    rng = random.Random(3)
    for _ in range(60):
        assert not any(tile.is_double for tile in view.sample(rng).hands[winner])
