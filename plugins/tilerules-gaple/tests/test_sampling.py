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
