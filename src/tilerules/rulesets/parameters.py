"""
The parameters of house rules: their types, their bounds, and what a value stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import NoneType
from typing import Any, TypeAlias

import attrs

from tilerules.errors import InvalidVariantError, check_type, of_type, shown

__all__ = ["Parameter", "Value", "row", "show"]

Value: TypeAlias = "bool | int | str"
"""What a parameter of a house rule may be."""


_TEXT = re.compile(r"[A-Za-z0-9_.+@-]+")


_PARAMETER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


_DIGITS = 9
"""Numbers have at most so many digits: as many as are read in a key."""


def row(value: Iterable[Any]) -> tuple[Any, ...]:
    """Make a tuple of several things, which one text is not."""
    check_type("a row of values", value, Iterable)
    return tuple(value)


Rows: TypeAlias = "tuple[tuple[Value, Any], ...]"
"""Values with what each stands for."""


def _meanings(value: Mapping[Any, object] | Rows) -> Rows:
    return tuple(dict(value).items())


def _same(one: object, other: object) -> bool:
    """Whether two values are one, of one type too."""
    return type(one) is type(other) and one == other


@attrs.frozen
class Parameter:
    """
    One parameter of a house rule. Its type is that of its default: bool, int or str.

    Raises:
        InvalidVariantError: It has no proper name, or its default is not one of its values.
    """

    name: str = attrs.field(validator=of_type(str))
    """The keyword."""
    default: Value = attrs.field(validator=of_type(bool, int, str))
    """The value where none is given."""
    text: str = attrs.field(default="", validator=of_type(str))
    """What it means."""
    means: Rows = attrs.field(default=(), converter=_meanings, kw_only=True)
    """
    What values stand for where the parameter stands in the data of a house rule, e.g. ``{0: None}``
    or a part for each word. Others stand for themselves.
    """
    choices: tuple[Value, ...] = attrs.field(converter=row)
    """The values it may have; empty: any of its type. By default the texts that mean something."""
    least: int | None = attrs.field(default=None, validator=of_type(int, NoneType))
    """The lowest number allowed."""
    most: int | None = attrs.field(default=None, validator=of_type(int, NoneType))
    """The highest number allowed."""

    @choices.default
    def _texts_with_a_meaning(self) -> tuple[Value, ...]:
        return tuple(value for value, _meant in self.means if isinstance(value, str))

    def __attrs_post_init__(self) -> None:
        if not _PARAMETER.fullmatch(self.name):
            raise InvalidVariantError(f"{shown(self.name)} is no name of a parameter")
        for value in self.choices:
            check_type(f"a choice of {self.name}", value, type(self.default))
        if (self.least, self.most) != (None, None):
            check_type(f"{self.name}, which has bounds,", self.default, int)
        if self.least is not None and self.most is not None and self.least > self.most:
            raise InvalidVariantError(f"{self.name}: no number is from {self.least} to {self.most}")
        for value in (self.default, *self.choices, *(one for one, _meant in self.means)):
            self.check(value)

    def check(self, value: object) -> Value:
        """
        Read or check a value.

        Raises:
            InvalidVariantError: It is of the wrong type or out of range.
        """
        found = self._read(value) if isinstance(value, str) else value
        if self.choices:
            if not any(_same(found, one) for one in self.choices):
                known = ", ".join(map(show, self.choices))
                raise InvalidVariantError(f"{self.name} is one of {known}, not {shown(value)}")
        elif type(found) is not type(self.default):
            raise InvalidVariantError(
                f"{self.name} is of type {type(self.default).__name__}, not {shown(value)}"
            )
        if isinstance(found, int) and not isinstance(found, bool):
            self._check_bounds(found)
        if isinstance(found, str) and not _TEXT.fullmatch(found):
            raise InvalidVariantError(f"{self.name} is a single word, not {shown(found)}")
        return found  # type: ignore[return-value]  # checked above

    def meant(self, value: Value) -> Any:
        """Give what a value stands for."""
        return next((meant for one, meant in self.means if _same(one, value)), value)

    def _check_bounds(self, number: int) -> None:
        if self.least is not None and number < self.least:
            raise InvalidVariantError(f"{self.name} is at least {self.least}, not {shown(number)}")
        if self.most is not None and number > self.most:
            raise InvalidVariantError(f"{self.name} is at most {self.most}, not {shown(number)}")
        if abs(number) >= 10**_DIGITS:
            raise InvalidVariantError(
                f"{self.name} has at most {_DIGITS} digits, not {shown(number)}"
            )

    def _read(self, text: str) -> object:
        """Read a value as it stands in a key."""
        for choice in self.choices:
            if text == show(choice):
                return choice
        if isinstance(self.default, bool):
            return {"true": True, "yes": True, "false": False, "no": False}.get(text, text)
        # One of more digits than a number may have is a number still, and refused as such.
        if isinstance(self.default, int) and re.fullmatch(r"-?[0-9]{1,1000}", text):
            return int(text)
        return text


def show(value: Value) -> str:
    """Write a value as it stands in a key."""
    return str(value).lower() if isinstance(value, bool) else str(value)
