"""
From the values of a variant file to the parameters of components, by the types of their fields.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from tilerules.component import Component
from tilerules.errors import InvalidVariantError, TilerulesError, nearest, shown
from tilerules.plugins.files.toml_lines import KeyPath

__all__ = ["BadValueError", "Finder", "make_component", "read_parameters", "sentence_of", "way_to"]

Finder = Callable[[str], type[Component]]
"""Looks a component class up by its name."""


NONE = "none"
"""How a file says that a parameter is to have no value."""


class BadValueError(InvalidVariantError):
    """
    A value that does not fit.

    Attributes:
        where: The way to it.
    """

    def __init__(self, message: str, where: KeyPath = ()) -> None:
        super().__init__(message)
        self.where = where


def _hints(cls: type[Component], where: KeyPath) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls)
    except Exception as error:
        raise BadValueError(
            f"the types of {cls.__name__} cannot be read: {type(error).__name__}: {error}", where
        ) from error


def read_parameters(
    cls: type[Component], table: Mapping[str, object], find: Finder, where: KeyPath
) -> dict[str, object]:
    """
    Read the parameters of a component.

    Args:
        cls: The class of the component.
        table: Values by name; a hyphen stands for an underscore.
        find: Looks up components that are parameters themselves.
        where: The way to the table.

    Raises:
        BadValueError: There is no such parameter, or its value is of another type.
    """
    hints = _hints(cls, where)
    known = [field.name for field in attrs.fields(cls) if field.init]
    found = {}
    for key, value in table.items():
        name, here = key.replace("-", "_"), (*where, key)
        if name not in known:
            choices = nearest(name, known) if known else "; it has none"
            raise BadValueError(f"there is no such parameter{choices}", here)
        found[name] = _read(value, hints.get(name, Any), find, here)
    return found


def make_component(value: object, find: Finder, where: KeyPath) -> Component:
    """
    Make a component from its name, or from a table with its name and parameters.

    Raises:
        BadValueError: It cannot be made; the error knows where in the file.
    """
    table = {"component": value} if isinstance(value, str) else value
    if not isinstance(table, dict) or not isinstance(table.get("component"), str):
        raise BadValueError("must name a component, e.g. {component = 'pass'}", where)
    rest = {key: one for key, one in table.items() if key != "component"}
    named = where if isinstance(value, str) else (*where, "component")
    try:
        cls = find(table["component"])
    except TilerulesError as error:
        raise BadValueError(str(error), named) from error
    params = read_parameters(cls, rest, find, where)
    for field in attrs.fields(cls):
        if field.init and field.default is attrs.NOTHING and field.name not in params:
            raise BadValueError(f"{table['component']} lacks its parameter {field.name!r}", named)
    try:
        return cls(**params)
    except BadValueError:
        raise
    except Exception as error:
        why = sentence_of(error)
        raise BadValueError(
            f"{table['component']} cannot be made so: {why}", way_to(error, rest, where)
        ) from error


def sentence_of(error: Exception) -> str:
    """Give the sentence of an error; that of an attrs validator brings its data along."""
    return str(error.args[0] if error.args else error)


def way_to(error: Exception, table: Mapping[str, object], where: KeyPath) -> KeyPath:
    """Give the way to the parameter that an attrs validator refused, else to its table."""
    field = error.args[1] if len(error.args) > 1 else None
    if isinstance(field, attrs.Attribute):
        for key in table:
            if key.replace("-", "_") == field.name:
                return (*where, key)
    return where


_PLAIN: dict[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
}


def _read(value: object, hint: Any, find: Finder, where: KeyPath) -> object:
    """Read one value as its type hint wants it."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any or hint is object:
        return value
    if origin in (typing.Union, types.UnionType):
        return _read_union(value, inner, find, where)
    if origin is typing.Literal:
        return _one_of(value, inner, where)
    if origin is tuple:
        return _read_tuple(value, inner, find, where)
    if hint in _PLAIN:
        if type(value) is hint or (hint is float and type(value) is int):
            return value
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        return hint(_one_of(value, tuple(member.value for member in hint), where))
    elif isinstance(hint, type) and issubclass(hint, Component):
        part = make_component(value, find, where)
        if isinstance(part, hint):
            return part
        raise BadValueError(f"{part.code} does not belong here; it is no {hint.__name__}", where)
    raise BadValueError(f"must be {_said(hint)}, not {shown(value)}", where)


def _read_union(value: object, choices: tuple[Any, ...], find: Finder, where: KeyPath) -> object:
    if value == NONE and type(None) in choices:
        return None
    wanted = [choice for choice in choices if choice is not type(None)]
    for choice in wanted:
        try:
            return _read(value, choice, find, where)
        except BadValueError:
            if len(wanted) == 1:
                raise
    raise BadValueError(f"must be {' or '.join(map(_said, choices))}, not {shown(value)}", where)


def _read_tuple(value: object, inner: tuple[Any, ...], find: Finder, where: KeyPath) -> object:
    if not isinstance(value, list):
        raise BadValueError(f"must be a list in brackets, not {shown(value)}", where)
    hints = list(inner)
    if len(hints) == 2 and hints[1] is Ellipsis:
        hints = [hints[0]] * len(value)
    if len(hints) != len(value):
        raise BadValueError(f"must be a list of {len(hints)}, not {shown(value)}", where)
    pairs = enumerate(zip(value, hints, strict=True))
    return tuple(_read(one, hint, find, (*where, at)) for at, (one, hint) in pairs)


def _one_of(value: object, choices: tuple[Any, ...], where: KeyPath) -> object:
    if any(type(value) is type(choice) and value == choice for choice in choices):
        return value
    said = nearest(str(value), map(str, choices))
    raise BadValueError(f"cannot be {shown(value)}{said}", where)


def _said(hint: Any) -> str:
    """Say what a type hint wants in words."""
    if hint is type(None):
        return repr(NONE)
    return _PLAIN.get(hint, f"what {getattr(hint, '__name__', hint)} is")
