"""
Mexican Train: every player's own train, a communal one, and markers for who cannot play.
"""

from __future__ import annotations

from tilerules import HouseRule, MovedRule, Variant, hookimpl
from tilerules_mexican_train._version import __version__
from tilerules_mexican_train.house_rules import HOUSE_RULES, MOVED
from tilerules_mexican_train.variant import MEXICAN_TRAIN

__all__ = ["HOUSE_RULES", "MEXICAN_TRAIN", "__version__"]


@hookimpl
def tilerules_variants() -> tuple[Variant, ...]:
    """Declare the game."""
    return (MEXICAN_TRAIN,)


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Declare its house rules."""
    return HOUSE_RULES


@hookimpl
def tilerules_moved_rules() -> tuple[MovedRule, ...]:
    """Declare the keys they had once."""
    return MOVED
