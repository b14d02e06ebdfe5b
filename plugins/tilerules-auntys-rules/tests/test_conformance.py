"""
What the conformance kit has to say: the line that every house rule's test needs.
"""

from __future__ import annotations

import pytest

from tilerules import HouseRule
from tilerules.testing import check_house_rule
from tilerules_auntys_rules import HOUSE_RULES


@pytest.mark.parametrize(
    ("rule", "variant"), [(rule, variant) for rule in HOUSE_RULES for variant in rule.variants]
)
def test_house_rule(rule: HouseRule, variant: str) -> None:
    """
    Each rule keeps what the library promises, on every game it is for.
    """
    check_house_rule(rule, variant, seeds=range(1))
