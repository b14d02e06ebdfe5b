"""Variants and house rules: rules as data, and their composition."""

from tilerules.rulesets.house_rules import BoundRule, HouseRule, Parameter, Preset
from tilerules.rulesets.leaves import Change
from tilerules.rulesets.rulebook import Rule, RuleBook
from tilerules.rulesets.variant import Variant

__all__ = ["BoundRule", "Change", "HouseRule", "Parameter", "Preset", "Rule", "RuleBook", "Variant"]
