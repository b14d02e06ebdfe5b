"""
Every installed variant, and every way in which it can be played.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

import tilerules
from tilerules import HouseRule, InvalidVariantError, TilerulesError, Variant
from tilerules.rulesets import BoundRule
from tilerules.rulesets.house_rules import EVERY
from tilerules.testing.checks.house_rules import workable
from tilerules.testing.lookup import applied

__all__ = [
    "house_rules",
    "ids",
    "is_lazy",
    "played_by_default",
    "presets",
    "quick_variants",
    "settings_of",
    "variants",
]


@cache
def variants() -> tuple[Variant, ...]:
    """Give the installed variants, sorted by key."""
    return tilerules.variants()


def is_lazy(variant: Variant) -> bool:
    """Say whether moves are searched for one by one, which takes its time."""
    return variant.plan(variant.seats[0]).is_lazy


@cache
def quick_variants() -> tuple[Variant, ...]:
    """Give the variants whose moves are listed whole."""
    return tuple(one for one in variants() if not is_lazy(one))


@cache
def presets() -> tuple[Variant, ...]:
    """Give every preset of every variant."""
    return tuple(one.with_preset(preset.name) for one in variants() for preset in one.presets)


@cache
def house_rules() -> tuple[tuple[Variant, HouseRule], ...]:
    """Give every house rule with every variant it is for."""
    return tuple((one, rule) for one in variants() for rule in one.house_rules)


@cache
def settings_of(variant: Variant) -> tuple[BoundRule, ...]:
    """
    Give every house rule of a variant by its defaults, and with each parameter changed.

    Where rounds take their time, by its defaults alone; the limits are dealt all the same. What a
    rule for every variant may say, and not of this one, is left out.
    """
    most = 1 if is_lazy(variant) else None
    found = (b for rule in variant.house_rules for b in islice(workable(rule, variant), most))
    return tuple(one for one in found if EVERY not in one.rule.variants or _goes(variant, one))


def _goes(variant: Variant, bound: BoundRule) -> bool:
    try:
        applied(variant, bound)
    except InvalidVariantError:
        return False
    return True


@cache
def played_by_default() -> tuple[Variant, ...]:
    """Give variants, presets, and variants with one house rule by its defaults."""
    with_rules = []
    for variant, rule in house_rules():
        try:
            with_rules.append(applied(variant, rule.bind()))
        except TilerulesError:
            continue  # what is wrong with it, the kit's checks of house rules say
    return (*variants(), *presets(), *with_rules)


def ids(variant: Variant) -> str:
    """Name a variant in the name of a test."""
    return str(variant)
