"""
Sentences made from codes and parameters.

Nothing that a person reads is written while a rule is being decided. A rule names a ``code``
and its parameters; the sentence is made when somebody looks. An app that speaks another
language passes a *catalogue*, a mapping from code to a template, and gets the same facts in
its own words.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from unicodedata import bidirectional, category

import attrs

__all__ = [
    "Catalogue",
    "Reason",
    "Text",
    "is_line",
    "join",
    "parse_json",
    "per_seat",
    "plural",
    "seat_names",
    "shortened",
]

Catalogue: TypeAlias = Mapping[str, str]
"""From code to template, in the style of :meth:`str.format`."""


def _params(
    value: Mapping[str, object] | tuple[tuple[str, object], ...],
) -> tuple[tuple[str, object], ...]:
    return tuple(sorted(dict(value).items()))


_NOT_IN_A_LINE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's control characters, halves of surrogate pairs, and separators of lines."""

_TURNS_A_LINE = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""What turns the direction of all that follows, in a table or a log others' words too."""


def is_line(value: object) -> bool:
    """
    Whether a value is one line of text that says something and can be shown anywhere.

    >>> is_line("Küche"), is_line(" "), is_line("two\\nlines"), is_line(3)
    (True, False, False, False)
    """
    if not isinstance(value, str) or not value.strip():
        return False
    return not any(
        category(sign) in _NOT_IN_A_LINE or bidirectional(sign) in _TURNS_A_LINE for sign in value
    )


def plural(count: int, noun: str) -> str:
    """
    Write a number with its noun.

    >>> plural(1, "tile"), plural(3, "tile")
    ('1 tile', '3 tiles')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def join(words: Iterable[object], last: str) -> str:
    """
    Write words in a row.

    >>> join([2, 4, 5], "or"), join(["Ana", "Budi"], "and"), join(["Ana"], "and")
    ('2, 4 or 5', 'Ana and Budi', 'Ana')
    """
    *others, end = map(str, words)
    return f"{', '.join(others)} {last} {end}" if others else end


def seat_names(names: Sequence[str], count: int) -> tuple[str, ...]:
    """
    Give the names of the seats, or of seats without names what they are called.

    >>> seat_names((), 2)
    ('seat 0', 'seat 1')
    """
    return tuple(names) or tuple(f"seat {seat}" for seat in range(count))


def per_seat(names: Sequence[str], points: Sequence[int]) -> str:
    """
    Write what each seat has.

    >>> per_seat(["Ana", "Budi"], [3, 0])
    'Ana 3, Budi 0'
    """
    return ", ".join(f"{name} {count}" for name, count in zip(names, points, strict=True))


def shortened(text: str, most: int = 300) -> str:
    """
    Cut a text that comes from outside, so that a message never repeats a huge one.

    >>> shortened("a" * 200, 10)
    'aaaaaaaaa…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def parse_json(text: str) -> Any:
    """
    Parse JSON as the standard has it: no ``NaN``, and no key twice in one object.

    Raises:
        ValueError: It is none, or its values lie within each other too deep to be read.
    """
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except RecursionError as error:
        raise ValueError("its values lie within each other too deep") from error


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"a key stands twice: {shortened(repr(key))}")
        found[key] = value
    return found


@attrs.frozen(kw_only=True)
class Text:
    """
    One sentence: a code, its parameters and the English template.
    """

    code: str
    """What is said, stable across versions."""
    template: str = attrs.field(eq=False, repr=False)
    """The English sentence, with ``{name}`` for each parameter."""
    params: tuple[tuple[str, object], ...] = attrs.field(converter=_params, default=())
    """The parameters, sorted by name."""

    def render(self, catalogue: Catalogue | None = None) -> str:
        """
        Make the sentence.

        Args:
            catalogue: Templates by code; a code it lacks falls back to English.
        """
        template = self.template
        if catalogue is not None:
            template = catalogue.get(self.code, template)
        return template.format(**dict(self.params))

    def __str__(self) -> str:
        return self.render()


@attrs.frozen(kw_only=True)
class Reason(Text):
    """
    One reason why a move is not legal.
    """

    clause: str = ""
    """The clause of the rules that forbids it, e.g. ``"SL-13"``."""
    option: str = ""
    """The option or house rule that set it, e.g. ``"cannot_play"``."""

    def __str__(self) -> str:
        return self.render()
