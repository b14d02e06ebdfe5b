"""Variants and house rules: rules as data, their composition, and the door to play."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

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


class _Callable(ModuleType):
    """
    This package, which can be called like the function :func:`tilerules.api.variants`.

    ``tilerules.variants`` is both: a function users call, and this package, which the import
    system binds to the same name as soon as any module imports it.
    """

    def __call__(self) -> tuple[Variant, ...]:
        # By name: plugins are a layer above, and only the function in api may know of them.
        found: tuple[Variant, ...] = import_module("tilerules.api").variants()
        return found


sys.modules[__name__].__class__ = _Callable
