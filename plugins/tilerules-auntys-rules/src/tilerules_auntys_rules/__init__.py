"""
Aunty's house rules: one module each, and each of another kind.
"""

from __future__ import annotations

from tilerules import HouseRule, hookimpl
from tilerules_auntys_rules.few_dead_tiles import FEW_DEAD_TILES
from tilerules_auntys_rules.fewest_doubles import FEWEST_DOUBLES
from tilerules_auntys_rules.heavy_doubles import HEAVY_DOUBLES
from tilerules_auntys_rules.loser_opens import LOSER_OPENS
from tilerules_auntys_rules.pass_pot import PASS_POT

__all__ = ["HOUSE_RULES"]

HOUSE_RULES = (HEAVY_DOUBLES, FEWEST_DOUBLES, LOSER_OPENS, FEW_DEAD_TILES, PASS_POT)
"""Every rule of the family."""


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Tell the library; it calls this once, when somebody asks for a variant."""
    return HOUSE_RULES
