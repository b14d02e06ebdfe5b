"""
The house rules keep what the library promises.
"""

from __future__ import annotations

import pytest

from tilerules import HouseRule
from tilerules.testing import check_house_rule
from tilerules_auntys_rules import HOUSE_RULES


@pytest.mark.parametrize(
    ("rule", "game"), [(rule, game) for rule in HOUSE_RULES for game in rule.variants], ids=str
)
def test_conformance(rule: HouseRule, game: str) -> None:
    """
    The conformance kit finds nothing; what it asks is in tilerules.testing.CHECKS.
    """
    check_house_rule(rule, game, seeds=(0,), seats=4)
