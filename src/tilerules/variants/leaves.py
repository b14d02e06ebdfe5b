"""
A variant as leaves: every parameter of every part under one path.

What two variants differ in, and whether two house rules touch the same thing, is read off the
leaves: ``dealing.sizes``, ``constraints[opening]``, ``values[value-0-0].points``. Parts of a
tuple whose order means something also claim their rank: ``ladder@100``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilerules.component import Component

if TYPE_CHECKING:
    from tilerules.variants.variant import Variant

__all__ = ["PARTS", "POINTS", "RANKED", "SINGLE_PARTS", "Change", "changes", "leaves"]

SINGLE_PARTS = (
    "dealing",
    "order",
    "sides",
    "layout",
    "starting",
    "settlement",
    "length",
    "standing",
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

POINTS = (
    "tiles",
    "seats",
    "dealing",
    "order",
    "sides",
    "layout",
    "starting",
    "turn",
    "blocking",
    "scorer",
    "tie_breakers",
    "limits",
    "match",
)
"""The decision points, in the order rule books and docs list them."""


@attrs.frozen
class Change:
    """
    One parameter in which two variants differ.
    """

    path: str
    """Where, e.g. ``"dealing.sizes"``."""
    point: str
    """The decision point it belongs to."""
    old: object
    """What it was; None where there was nothing."""
    new: object
    """What it is; None where there is nothing."""

    def __str__(self) -> str:
        return f"{self.path}: {self.old!r} -> {self.new!r}"


def _part_leaves(path: str, part: Component, found: dict[str, tuple[str, object]]) -> None:
    found[path] = (part.point, type(part).__qualname__)
    for field in attrs.fields(type(part)):
        value = getattr(part, field.name)
        if isinstance(value, Component):
            _part_leaves(f"{path}.{field.name}", value, found)
        else:
            found[f"{path}.{field.name}"] = (part.point, value)


def leaves(variant: Variant) -> dict[str, tuple[str, object]]:
    """Give the decision point and the value of every leaf, by path."""
    found: dict[str, tuple[str, object]] = {
        "tiles": ("tiles", variant.tiles.key),
        "seats": ("seats", variant.seats),
    }
    for name in SINGLE_PARTS:
        _part_leaves(name, getattr(variant, name), found)
    for name in PARTS:
        for part in getattr(variant, name):
            _part_leaves(f"{name}[{part.code}]", part, found)
            if name in RANKED:
                found[f"{name}@{part.rank}"] = (part.point, part.code)
    return found


def changes(old: Variant, new: Variant) -> tuple[Change, ...]:
    """Give every leaf in which two variants differ, decision points in order."""
    before, after = leaves(old), leaves(new)
    found = []
    for path in {**before, **after}:
        old_leaf, new_leaf = before.get(path), after.get(path)
        if old_leaf != new_leaf:
            point = (new_leaf or old_leaf or ("", None))[0]
            found.append(
                Change(
                    path,
                    point,
                    old_leaf[1] if old_leaf else None,
                    new_leaf[1] if new_leaf else None,
                )
            )
    order = {point: place for place, point in enumerate(POINTS)}
    return tuple(sorted(found, key=lambda change: (order.get(change.point, 99), change.path)))
