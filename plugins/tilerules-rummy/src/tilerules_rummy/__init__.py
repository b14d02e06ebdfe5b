"""
Tile rummy: melds of numbered tiles, laid, extended and rearranged.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilerules import HouseRule, MovedRule, Variant, hookimpl
from tilerules.component import Component
from tilerules_rummy._version import __version__
from tilerules_rummy.components import JokerEach, LeaguePoints, UnopenedPay
from tilerules_rummy.house_rules import HOUSE_RULES, MOVED
from tilerules_rummy.variant import RUMMY

__all__ = ["HOUSE_RULES", "RUMMY", "__version__"]


@hookimpl
def tilerules_variants() -> tuple[Variant, ...]:
    """Declare the game."""
    return (RUMMY,)


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Declare its house rules."""
    return HOUSE_RULES


@hookimpl
def tilerules_moved_rules() -> tuple[MovedRule, ...]:
    """Declare the keys they had once."""
    return MOVED


@hookimpl
def tilerules_components() -> Mapping[str, type[Component]]:
    """Name the components that only this game has."""
    return {
        "joker-each": JokerEach,
        "league-points": LeaguePoints,
        "unopened-pay": UnopenedPay,
    }
