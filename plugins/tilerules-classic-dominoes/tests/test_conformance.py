"""
What the conformance kit has to say about the games and their house rules.
"""

from __future__ import annotations

import pytest

from tilerules import HouseRule
from tilerules.testing import check_house_rule, check_variant
from tilerules_classic_dominoes import HOUSE_RULES


@pytest.mark.parametrize("key", ["block", "draw", "all-fives", "all-fives+muggins", "matador"])
def test_variant(key: str) -> None:
    """
    Each game, and each preset, keeps what the library promises.
    """
    check_variant(key, seeds=range(2))


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=str)
def test_house_rule(rule: HouseRule) -> None:
    """
    Each house rule does, on the last game it is for: the one with most parts of its own.
    """
    check_house_rule(rule, rule.variants[-1], seeds=range(1))
