"""Variants and house rules: rules as data, their composition, and the door to play."""

from tilerules.variants.house_rules import BoundRule, HouseRule, Parameter, Preset
from tilerules.variants.leaves import Change
from tilerules.variants.rulebook import Rule, RuleBook
from tilerules.variants.variant import Variant

__all__ = [
    "BoundRule",
    "Change",
    "HouseRule",
    "Parameter",
    "Preset",
    "Rule",
    "RuleBook",
    "Variant",
]
