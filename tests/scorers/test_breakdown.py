"""
What each tile of a hand counted, and why.
"""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import tilerules
from property.registered import ids, played_by_default
from tilerules import RandomBot, Variant


@pytest.mark.parametrize("variant", played_by_default(), ids=ids)
def test_tiles_add_up_to_counts(variant: Variant) -> None:
    """
    Over whole rounds of every variant, preset and house rule, what the tiles counted adds up to
    the counts, and the tiles are those that are held; copies keep it.
    """
    for seed in range(2):
        bot = RandomBot(random.Random(seed))
        round_ = variant.deal(variant.seats[0], seed=seed)
        while round_.to_move is not None:
            round_ = round_.play(bot.choose(round_.view(round_.to_move)))
        outcome = round_.outcome
        assert outcome is not None
        broken = outcome.breakdown

        assert outcome.counts == tuple(sum(one.value for one in hand) for hand in broken)
        assert [
            sorted(map(str, [*hand, *dead]))
            for hand, dead in zip(round_.hands, round_.dead, strict=True)
        ] == [sorted(str(one.tile) for one in hand) for hand in broken]
        assert broken == copy.copy(outcome).breakdown
        assert broken == pickle.loads(pickle.dumps(outcome)).breakdown


def test_what_counts_otherwise_says_why() -> None:
    """
    A tile that counts something else than its pips names the rule; a dead tile is marked.
    """
    gaple = tilerules.variant("gaple").with_rules("gaple/lone-blank:points=25")
    outcome = gaple.score({"Ana": "0-0", "Budi": "3-4,x6-6", "Caro": "5-5", "Dewi": "6-4"})
    first, second = outcome.breakdown[:2]

    assert (25, 19, 10, 10) == outcome.counts
    assert [("0-0", 25)] == [(str(one.tile), one.value) for one in first]
    assert "25" in first[0].because
    assert [("3-4", 7, False, ""), ("6-6", 12, True, "")] == [
        (str(one.tile), one.value, one.is_dead, one.because) for one in second
    ]
    assert ["3-4 7", "x6-6 12"] == [str(one) for one in second]


def test_an_outcome_without_hands_has_none() -> None:
    """
    An outcome that was made of numbers alone says nothing of tiles.
    """
    outcome = tilerules.Outcome(tilerules.EndReason.WENT_OUT, (0,), (0, 5), (1, 0), "count")

    assert () == outcome.breakdown
