"""
What the conformance kit has to say about the game, its presets and its house rules.
"""

from __future__ import annotations

import pytest

import tilerules
from tilerules import HouseRule
from tilerules.testing import check_house_rule, check_variant
from tilerules_rummy import HOUSE_RULES


@pytest.mark.slow
@pytest.mark.parametrize("key", ["rummy", "rummy+pagat", "rummy+manufacturer"])
def test_variant(key: str) -> None:
    """
    The game and its presets keep what the library promises; each move is searched for, so a
    few dozen will do.
    """
    check_variant(key, seeds=(1,), max_moves=25, seats=2)


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=str)
def test_house_rule(rule: HouseRule) -> None:
    """
    Each house rule is documented, repeatable, visible, and goes with the others in any order.
    """
    check_house_rule(rule, tilerules.variant("rummy"), seeds=())


@pytest.mark.slow
@pytest.mark.parametrize("key", ["lay-off-before-opening", "must-lay", "last-turns", "leave"])
def test_rules_in_play(key: str) -> None:
    """
    Rules that change what is legal, or how a round ends, keep it too.
    """
    check_variant(tilerules.variant("rummy").with_rules(key), seeds=(1,), max_moves=12, seats=2)
