"""Rules as data: sets of rules, house rules, what they change, and the book that says it."""

from tilerules.rulesets.house_rules import (
    BoundRule,
    HouseRule,
    MovedRule,
    Parameter,
    Preset,
    moved_rules,
)
from tilerules.rulesets.leaves import Change
from tilerules.rulesets.rulebook import Rule, RuleBook
from tilerules.rulesets.ruleset import Ruleset

__all__ = [
    "BoundRule",
    "Change",
    "HouseRule",
    "MovedRule",
    "Parameter",
    "Preset",
    "Rule",
    "RuleBook",
    "Ruleset",
    "moved_rules",
]
