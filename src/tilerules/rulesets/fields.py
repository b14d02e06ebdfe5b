"""
The fields of a variant that hold its parts, and which field a part belongs to.
"""

from __future__ import annotations

from tilerules.errors import shown
from tilerules.layouts.base import Layout
from tilerules.rules.kinds import (
    Action,
    Constraint,
    Continuation,
    Dealing,
    Effect,
    Ending,
    HostAction,
    Order,
    Permit,
    Sides,
    Starting,
)
from tilerules.scorers.kinds import Adjustment, Length, Rung, Settlement, Standing, TileValue

__all__ = ["PARTS", "RANKED", "SINGLE_PARTS", "field_of"]

SINGLE_PARTS: dict[str, type] = {
    "dealing": Dealing,
    "order": Order,
    "sides": Sides,
    "layout": Layout,
    "starting": Starting,
    "settlement": Settlement,
    "length": Length,
    "ranking": Standing,
}
"""The fields of a variant that hold one part, with its kind."""

PARTS: dict[str, type] = {
    "actions": Action,
    "constraints": Constraint,
    "permits": Permit,
    "continuations": Continuation,
    "effects": Effect,
    "endings": Ending,
    "values": TileValue,
    "ladder": Rung,
    "adjustments": Adjustment,
    "limits": HostAction,
}
"""The fields of a variant that hold a tuple of parts keyed by code, with their kind."""

RANKED = ("ladder", "adjustments", "endings")
"""The tuples whose order means something."""


def field_of(part: object) -> str:
    """
    Give the field of a variant that a part belongs to.

    Raises:
        TypeError: It is no part.
    """
    # A host's action is an action too, so that it is asked for first.
    for name, kind in (("limits", HostAction), *PARTS.items(), *SINGLE_PARTS.items()):
        if isinstance(part, kind):
            return name
    raise TypeError(f"{shown(part)} is no part of a variant")
