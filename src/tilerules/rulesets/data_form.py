"""
What a house rule changes, as data: parts to put, codes to drop, parameters to tune, fields to set.

Wherever a value stands, a :class:`~tilerules.Parameter` may stand for the value it is given, and
a class of parts, or :class:`Make`, for a part that is made with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from tilerules.component import Component
from tilerules.errors import InvalidVariantError, check_type, nearest, shown
from tilerules.rulesets.parameters import Parameter, row

__all__ = [
    "Make",
    "Putting",
    "Rows",
    "made",
    "parameters_in",
    "parts",
    "rows",
    "tuned",
    "tuning",
]


@attrs.frozen(init=False)
class Make:
    """
    A part that is made when a house rule is used: a class, and fields that are given.

    Of the other fields those are set, too, that are named like parameters of the house rule.

    >>> from tilerules.scorers import FixedValue
    >>> Make(FixedValue, tile="0-0").made({"points": 25})
    FixedValue(tile='0-0', points=25)

    Raises:
        InvalidVariantError: The class has no such field.
    """

    kind: type[Component]
    """The class."""
    fields: tuple[tuple[str, Any], ...]
    """The fields by name; a parameter of the house rule stands for its value."""

    def __init__(self, kind: type[Component], /, **fields: object) -> None:
        known = _fields_of(kind)
        for name in fields:
            if name not in known:
                raise InvalidVariantError(
                    f"{kind.__qualname__} has no field {shown(name)}{nearest(name, known)}"
                )
        self.__attrs_init__(kind, tuple(fields.items()))

    def made(self, given: Mapping[str, Any]) -> Component:
        """
        Make the part.

        Args:
            given: What the parameters of the house rule stand for.
        """
        known = _fields_of(self.kind)
        fields = {name: value for name, value in given.items() if name in known}
        return self.kind(**fields | {name: made(value, given) for name, value in self.fields})


Putting: TypeAlias = "Component | type[Component] | Make"
"""
A part that a house rule puts into a variant. A class stands for the part that is made with
those parameters of the house rule that are named like its fields.
"""
Rows: TypeAlias = "tuple[tuple[str, Any], ...]"
"""Values by name."""


def _fields_of(kind: object) -> list[str]:
    """
    Give the names of the fields of a class of parts.

    Raises:
        TypeError: It is none.
    """
    if not (isinstance(kind, type) and issubclass(kind, Component) and attrs.has(kind)):
        raise TypeError(f"{shown(kind)} is no class of parts")
    return [field.alias for field in attrs.fields(kind) if field.init and field.alias]


def parts(value: Putting | Iterable[Putting]) -> tuple[Putting, ...]:
    """
    Read what is put in: one thing or several.

    Raises:
        TypeError: Something is neither a part nor a class of parts nor a :class:`Make`.
    """
    found: tuple[Putting, ...]
    found = (value,) if isinstance(value, Component | Make | type) else row(value)
    for one in found:
        if isinstance(one, type):
            _fields_of(one)
        else:
            check_type("what is put in", one, Component, Make)
    return found


def rows(value: Mapping[str, object] | Rows) -> Rows:
    """Read values by name."""
    check_type("values by name", value, Mapping, tuple)
    found = tuple(dict(value).items())
    for name, _one in found:
        check_type("a name", name, str)
    return found


def tuning(value: Mapping[str, object] | Rows) -> Rows:
    """
    Read parameters by the code of their part and their name, joined by a dot.

    Raises:
        InvalidVariantError: A name is not of that form.
    """
    found = rows(value)
    for name, _one in found:
        if not all(name.partition(".")):
            raise InvalidVariantError(
                f"what is tuned is a part and its parameter, as in draw.most, not {shown(name)}"
            )
    return found


def tuned(tune: Rows, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Give what is set of each part, by the parts' codes."""
    found: dict[str, dict[str, Any]] = {}
    for name, value in tune:
        code, _dot, param = name.partition(".")
        found.setdefault(code, {})[param] = made(value, given)
    return found


def parameters_in(value: object) -> Iterator[Parameter]:
    """Find the parameters that stand for values in data."""
    if isinstance(value, Parameter):
        yield value
    elif isinstance(value, Make):
        yield from parameters_in(value.fields)
    elif isinstance(value, tuple):
        for one in value:
            yield from parameters_in(one)


def made(value: Any, given: Mapping[str, Any]) -> Any:
    """Give what a value stands for, by what the parameters stand for."""
    if isinstance(value, Parameter):
        return given[value.name]
    if isinstance(value, Make):
        return value.made(given)
    if isinstance(value, type) and issubclass(value, Component):
        return Make(value).made(given)
    return value
