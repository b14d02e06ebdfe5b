"""
Plans that equal variants share.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Any
from weakref import WeakValueDictionary

import attrs

from tilerules.play.plans.plan import Plan
from tilerules.rulesets.remembered import NoGistError, gist

__all__ = ["shared_plan"]

_plans: WeakValueDictionary[Hashable, Plan] = WeakValueDictionary()
"""The plans in use. A key says what objects the plan's variant holds, and goes with the plan."""


_plans_lock = threading.Lock()


def shared_plan(variant: Any, seats: int) -> Plan:
    """
    Give the plan that is in use for an equal variant; a new one where there is none.

    Variants are equal here when nothing about them differs, be it only what a rule is called.
    """
    try:
        key = seats, _whole(variant)
    except (NoGistError, RecursionError):
        return Plan(variant, seats)
    found = _plans.get(key)
    if found is None:
        made = Plan(variant, seats)
        with _plans_lock:
            found = _plans.setdefault(key, made)
    return found


def _whole(variant: Any) -> Hashable:
    """Give the gist of all that a variant is, and of what it was made from."""
    found: list[Hashable] = []
    for field in attrs.fields(type(variant)):
        value: Any = getattr(variant, field.name)
        if field.name == "clauses":
            value = tuple(value.items())
        if field.name == "_base":
            found.append(value and _whole(value))
        elif field.name == "house_rules":
            found.append(tuple(map(id, value)))
        elif field.init and field.name != "_memory":
            found.append(gist(value))
    return tuple(found)
