"""
Every house rule of the repository makes a difference, and the kit sees it.
"""

from __future__ import annotations

import pytest

from property.registered import house_rules, is_lazy
from tilerules import HouseRule, Variant
from tilerules.testing.checks.difference import difference
from tilerules.testing.subjects import RuleCase

RARE = {"mexican-train/dead-doubles-bind"}
"""Random rounds hardly meet the states of these; the tests of their game set them up."""

CASES = [
    (variant, rule)
    for variant, rule in house_rules()
    if not is_lazy(variant) and rule.key not in RARE
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "rule"), CASES, ids=str)
def test_house_rule_makes_a_difference(variant: Variant, rule: HouseRule) -> None:
    """
    With each house rule, where moves are quickly listed, something goes on otherwise than without.
    """
    assert [] == list(difference.ask(RuleCase(rule, variant)))
