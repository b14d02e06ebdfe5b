"""
What the conformance kit has to say: the line that every house rule's test needs.
"""

from __future__ import annotations

import pytest

import tilerules
from tilerules import HouseRule
from tilerules.testing import check_house_rule
from tilerules_auntys_rules import HOUSE_RULES

INSTALLED = {variant.name: variant for variant in tilerules.variants()}


@pytest.mark.parametrize(
    ("rule", "game"), [(rule, game) for rule in HOUSE_RULES for game in rule.variants], ids=str
)
def test_house_rule(rule: HouseRule, game: str) -> None:
    """
    Each rule keeps what the library promises, on every game it is for.
    """
    if game not in INSTALLED:
        pytest.skip(f"{game} is not installed")

    # One number of players is enough for rules that do not count them, and spares time.
    check_house_rule(rule, game, seeds=range(1), seats=INSTALLED[game].seats[0])
