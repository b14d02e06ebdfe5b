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

SINGLE_PARTS = (
    "dealing",
    "order",
    "sides",
    "layout",
    "starting",
    "settlement",
    "length",
    "ranking",
)
"""The fields of a variant that hold one part."""


PARTS = (
    "actions",
    "constraints",
    "permits",
    "continuations",
    "effects",
    "endings",
    "values",
    "ladder",
    "adjustments",
    "limits",
)
"""The fields of a variant that hold a tuple of parts keyed by code."""


RANKED = ("ladder", "adjustments", "endings")
"""The tuples whose order means something."""


_FIELDS: tuple[tuple[type, str], ...] = (
    (HostAction, "limits"),
    (Action, "actions"),
    (Constraint, "constraints"),
    (Permit, "permits"),
    (Continuation, "continuations"),
    (Effect, "effects"),
    (Ending, "endings"),
    (TileValue, "values"),
    (Rung, "ladder"),
    (Adjustment, "adjustments"),
    (Dealing, "dealing"),
    (Order, "order"),
    (Sides, "sides"),
    (Layout, "layout"),
    (Starting, "starting"),
    (Settlement, "settlement"),
    (Length, "length"),
    (Standing, "ranking"),
)


def field_of(part: object) -> str:
    """
    Give the field of a variant that a part belongs to.

    Raises:
        TypeError: It is no part.
    """
    for kind, name in _FIELDS:
        if isinstance(part, kind):
            return name
    raise TypeError(f"{shown(part)} is no part of a variant")
