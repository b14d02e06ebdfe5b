"""
What the conformance kit has to say: the line that every house rule's test needs.
"""

from __future__ import annotations

import pytest

import tilerules
from tilerules import HouseRule
from tilerules.testing import check_house_rule
from tilerules_auntys_rules import HOUSE_RULES


INSTALLED = {variant.name for variant in tilerules.variants()}


@pytest.mark.parametrize(
    ("rule", "variant"),
    [(rule, variant) for rule in HOUSE_RULES for variant in rule.variants],
    ids=str,
)
def test_house_rule(rule: HouseRule, variant: str) -> None:
    """
    Each rule keeps what the library promises, on every game it is for.
    """
    if variant not in INSTALLED:
        pytest.skip(f"{variant} is not installed")

    check_house_rule(rule, variant, seeds=range(1), seats=4)
