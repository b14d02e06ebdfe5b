"""
The first things a user asks for: variants, house rules, positions.
"""

from __future__ import annotations

from tilerules.play import Variant
from tilerules.plugins import default_registry
from tilerules.records import parse_position
from tilerules.rulesets import HouseRule

__all__ = ["house_rules", "parse_position", "variant", "variants"]


def variants() -> tuple[Variant, ...]:
    """
    Give every installed variant, sorted by key, without presets.

    >>> "gaple" in [variant.key for variant in variants()]
    True
    """
    return default_registry().variants()


def variant(key: str) -> Variant:
    """
    Look an installed variant up.

    Args:
        key: ``name[+preset][@N]``, e.g. ``"gaple"``.

    Raises:
        UnknownVariantError: No plugin declares it; the nearest name is offered.
        PluginConflictError: Two plugins declare it.
        RulesVersionError: ``@N`` is not the installed rules version.
    """
    return default_registry().variant(key)


def house_rules() -> tuple[HouseRule, ...]:
    """Give every installed house rule, sorted by key."""
    return default_registry().house_rules()
