"""
Aunty's house rules: one module each, and each of another kind.
"""

from __future__ import annotations

from tilerules import HouseRule, hookimpl
from tilerules_auntys_rules.few_dead_tiles import FewDeadTiles
from tilerules_auntys_rules.fewest_doubles import FewestDoubles
from tilerules_auntys_rules.heavy_doubles import HeavyDoubles
from tilerules_auntys_rules.loser_opens import LoserOpens
from tilerules_auntys_rules.pass_pot import PaidPips

__all__ = ["HOUSE_RULES"]

_CLASSES = (HeavyDoubles, FewestDoubles, LoserOpens, FewDeadTiles, PaidPips)

HOUSE_RULES: tuple[HouseRule, ...] = tuple(rule.house_rule for rule in _CLASSES)
"""Every rule of the family."""


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Tell the library; it calls this once, when somebody asks for a variant."""
    return HOUSE_RULES
