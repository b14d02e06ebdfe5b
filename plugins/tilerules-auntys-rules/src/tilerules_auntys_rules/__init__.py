"""
Aunty's house rules: an example to learn from.

One rule a module, each of a different kind: a state of its own (:mod:`.pass_pot`), a starting
rule (:mod:`.loser_opens`), what to do when one cannot play (:mod:`.few_dead_tiles`), a
tie-breaker (:mod:`.fewest_doubles`) and a scorer (:mod:`.heavy_doubles`).
"""

from __future__ import annotations

from tilerules import HouseRule, hookimpl
from tilerules_auntys_rules._version import __version__
from tilerules_auntys_rules.few_dead_tiles import FEW_DEAD_TILES
from tilerules_auntys_rules.fewest_doubles import FEWEST_DOUBLES
from tilerules_auntys_rules.heavy_doubles import HEAVY_DOUBLES
from tilerules_auntys_rules.loser_opens import LOSER_OPENS
from tilerules_auntys_rules.pass_pot import PASS_POT

__all__ = ["HOUSE_RULES", "__version__"]

HOUSE_RULES = (PASS_POT, LOSER_OPENS, FEW_DEAD_TILES, FEWEST_DOUBLES, HEAVY_DOUBLES)
"""Every rule of the family."""


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Tell the library; it calls this once, when somebody asks for a variant."""
    return HOUSE_RULES
