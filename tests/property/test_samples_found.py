"""
A view has a sample: in every registered variant, with every preset and every single house rule.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from budgets import count
from property.registered import ids, is_lazy, played_by_default
from tilerules import InvalidDealError, Variant

PLAYED = played_by_default()


@pytest.mark.parametrize("variant", PLAYED, ids=ids)
def test_every_view_has_a_sample(variant: Variant) -> None:
    """
    The real round agrees with what is seen of it, so sampling must not give up on a view.
    """
    sampled = 0
    for seed in range(count("rounds whose views are sampled")):
        rng = random.Random(seed)
        try:
            state = variant.deal(variant.seats[-1], seed=seed)
        except InvalidDealError:
            continue
        for _ in range(rng.randrange(5, 12 if is_lazy(variant) else 40)):
            legal: Any = state.legal_moves
            move = legal.draw(rng) if hasattr(legal, "draw") else rng.choice(legal)
            after = state.play(move)
            if after.to_move is None:
                break
            state = after
        viewer = rng.choice([None, *range(state.seats)])
        view = state.view(viewer)
        for history in (True, False):
            assert view.layout == view.sample(rng, history=history).view(viewer).layout
        sampled += 1
    assert sampled
