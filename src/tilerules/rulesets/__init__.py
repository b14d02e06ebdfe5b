"""Rules as data: sets of rules, house rules, what they change, and the book that says it."""

from tilerules.rulesets.authoring import house_rule, param
from tilerules.rulesets.data_form import Make
from tilerules.rulesets.house_rules import BoundRule, HouseRule, MovedRule, Preset, moved_rules
from tilerules.rulesets.leaves import Change
from tilerules.rulesets.parameters import Parameter
from tilerules.rulesets.rulebook import Rule, RuleBook
from tilerules.rulesets.ruleset import Ruleset

__all__ = [
    "BoundRule",
    "Change",
    "HouseRule",
    "Make",
    "MovedRule",
    "Parameter",
    "Preset",
    "Rule",
    "RuleBook",
    "Ruleset",
    "house_rule",
    "moved_rules",
    "param",
]
