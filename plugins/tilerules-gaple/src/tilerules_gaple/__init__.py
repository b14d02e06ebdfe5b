"""
Gaple: single-line dominoes for four or five, with dead tiles.
"""

from __future__ import annotations

from tilerules import HouseRule, MovedRule, Variant, hookimpl
from tilerules_gaple._version import __version__
from tilerules_gaple.house_rules import HOUSE_RULES, MOVED
from tilerules_gaple.variant import GAPLE

__all__ = ["GAPLE", "HOUSE_RULES", "__version__"]


@hookimpl
def tilerules_variants() -> tuple[Variant, ...]:
    """Declare the game."""
    return (GAPLE,)


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Declare its house rules."""
    return HOUSE_RULES


@hookimpl
def tilerules_moved_rules() -> tuple[MovedRule, ...]:
    """Declare the keys they had once."""
    return MOVED
