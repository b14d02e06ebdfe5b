"""
A variant as leaves: every parameter of every part under one path.

What two variants differ in, and whether two house rules touch the same thing, is read off the
leaves: ``dealing.each``, ``constraints[opening]``, ``values[value-0-0].points``. A table, which
is a tuple of keys with their values, has a leaf for each row, ``dealing.sizes[4]``, and the numbers
of seats one each, ``seats[4]``. Parts of a tuple whose order means something also claim their
rank: ``ladder@100``.
"""

from __future__ import annotations

import attrs

from tilerules.component import Component, rank_of
from tilerules.decks import TileSet
from tilerules.rulesets.problems import RANKED
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS, Ruleset

__all__ = ["POINTS", "Change", "Leaf", "changes", "idle_leaves", "leaves"]

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
    """Where, e.g. ``"dealing.sizes[4]"``."""
    point: str
    """The decision point it belongs to."""
    old: object
    """What it was; None where there was nothing. A part as a whole, or a set, is named."""
    new: object
    """What it is; None where there is nothing."""
    part: str = ""
    """The code of the part it belongs to, and of the field that holds a part of a part."""

    def __str__(self) -> str:
        return f"{self.path}: {self.old!r} -> {self.new!r}"


@attrs.frozen
class Leaf:
    """
    One value of a variant.
    """

    point: str
    """The decision point it belongs to."""
    value: object
    """The value; of a part as a whole the class, for two plugins may use the same name."""
    part: str = attrs.field(default="", eq=False)
    """As in :class:`Change`."""


def _named(old: object, new: object) -> tuple[object, object]:
    """Give two values that differ, classes and sets by names that differ too."""
    names = [_name(old), _name(new)]
    if names[0] == names[1] and old is not None:
        names = [_name(old, in_full=True), _name(new, in_full=True)]
        if names[0] == names[1]:
            names[1] = f"another {names[1]}"
    return names[0], names[1]


def _name(value: object, *, in_full: bool = False) -> object:
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}" if in_full else value.__qualname__
    return value.key if isinstance(value, TileSet) else value


def _is_table(value: object) -> bool:
    """Whether a value is a tuple of different keys, each with its value."""
    if not isinstance(value, tuple) or not value:
        return False
    if not all(isinstance(row, tuple) and len(row) == 2 for row in value):
        return False
    keys = [row[0] for row in value]
    return all(isinstance(key, int | str) for key in keys) and len(set(keys)) == len(keys)


def _part_leaves(path: str, part: Component, found: dict[str, Leaf], code: str) -> None:
    point = part.point
    found[path] = Leaf(point, type(part), code)
    for field in attrs.fields(type(part)):
        value, where = getattr(part, field.name), f"{path}.{field.name}"
        if isinstance(value, Component):
            _part_leaves(where, value, found, within(value.code, field.name))
        elif _is_table(value):
            found.update({f"{where}[{key}]": Leaf(point, row, code) for key, row in value})
        else:
            found[where] = Leaf(point, value, code)


def within(code: str, field: str) -> str:
    """
    Give the code of a part that stands in a field of another part.

    >>> within("holder-opens", "all_dealt")
    'holder-opens.all-dealt'
    """
    return f"{code}.{field.replace('_', '-')}"


def leaves(variant: Ruleset) -> dict[str, Leaf]:
    """Give every leaf, by path."""
    found = {"tiles": Leaf("tiles", variant.tiles)}
    found.update({f"seats[{count}]": Leaf("seats", count) for count in variant.seats})
    for name in SINGLE_PARTS:
        part = getattr(variant, name)
        _part_leaves(name, part, found, part.code)
    for name in PARTS:
        for part in getattr(variant, name):
            _part_leaves(f"{name}[{part.code}]", part, found, part.code)
            if name in RANKED:
                found[f"{name}@{rank_of(part)}"] = Leaf(part.point, part.code)
    return found


def idle_leaves(variant: Ruleset) -> set[str]:
    """Give the paths of the leaves that change nothing in the variant as it is."""
    parts = [(name, getattr(variant, name)) for name in SINGLE_PARTS]
    parts += [(f"{name}[{one.code}]", one) for name in PARTS for one in getattr(variant, name)]
    idle: set[str] = set()
    for path, part in parts:
        # An empty name stands for the whole part, and for the rank it takes.
        for name in part.idle_in(variant):
            idle.add(f"{path}.{name}" if name else path)
            if not name:
                idle.add(f"{path.partition('[')[0]}@{rank_of(part)}")
    if not idle:
        return idle
    inside = tuple(f"{path}{mark}" for path in idle for mark in ".[")
    return {path for path in leaves(variant) if path in idle or path.startswith(inside)}


def changes(old: Ruleset, new: Ruleset) -> tuple[Change, ...]:
    """Give every leaf in which two variants differ, decision points in order."""
    before, after = leaves(old), leaves(new)
    found = []
    for path in {**before, **after}:
        old_leaf, new_leaf = before.get(path), after.get(path)
        if old_leaf != new_leaf:
            leaf = new_leaf or old_leaf or Leaf("", None)
            old_value, new_value = _named(
                old_leaf.value if old_leaf else None, new_leaf.value if new_leaf else None
            )
            found.append(Change(path, leaf.point, old_value, new_value, leaf.part))
    order = {point: place for place, point in enumerate(POINTS)}
    return tuple(sorted(found, key=lambda change: (order.get(change.point, 99), change.path)))
