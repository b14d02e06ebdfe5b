"""
Sentences made from codes and parameters.

Nothing that a person reads is written while a rule is being decided. A rule names a ``code``
and its parameters; the sentence is made when somebody looks.

A parameter is a fact: a number, a tile, a name, a text within the text, or a list of these. All are
put in words in the same language: that of a catalogue which a distribution ships (see
:mod:`tilerules.languages`), or the app's own, a mapping from code to a template.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self
from unicodedata import bidirectional, category

import attrs

from tilerules.languages import ENGLISH, Catalogue, Words, words_for

__all__ = [
    "Catalogue",
    "Listed",
    "Reason",
    "Text",
    "counted",
    "is_line",
    "join",
    "named",
    "parse_json",
    "per_seat",
    "plural",
    "ranges",
    "say",
    "seat_names",
    "shortened",
]


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


def _items(items: Iterable[object]) -> tuple[object, ...]:
    return tuple(items)


@attrs.frozen
class Listed:
    """
    Things in a row, each a fact or a text.
    """

    items: tuple[object, ...] = attrs.field(converter=_items)
    """The things."""
    last: str = "and"
    """What stands before the last one: ``"and"``, ``"or"``, or ``";"`` and ``","`` between all."""

    def put(self, words: Words) -> str:
        """Write the row in a language."""
        *others, end = [_put(item, words) for item in self.items] or [""]
        if not others:
            return end
        if self.last not in _ROWS:
            return f"{self.last} ".join([*others, end])  # a mark of punctuation, or none
        pattern = words.find(f"list-{self.last}", _ROWS[self.last])
        return pattern.format(first=", ".join(others), last=end)

    def __str__(self) -> str:
        return self.put(ENGLISH)


_ROWS = {"and": "{first} and {last}", "or": "{first} or {last}"}
"""The English patterns of rows."""


def _put(value: object, words: Words) -> str:
    """Put a parameter in words."""
    if isinstance(value, Text):
        return value.put(words)
    if isinstance(value, Listed):
        return value.put(words)
    return str(value)


@attrs.frozen(kw_only=True)
class Text:
    """
    One sentence or phrase: a code, its parameters and the English template.
    """

    code: str
    """What is said, stable across versions."""
    template: str = attrs.field(eq=False, repr=False)
    """The English sentence, with ``{name}`` for each parameter."""
    many: str = attrs.field(eq=False, repr=False, default="")
    """The English sentence where the parameter :attr:`count` is not one; empty: no other."""
    count: str = attrs.field(eq=False, repr=False, default="")
    """The name of the parameter that decides between them."""
    params: tuple[tuple[str, object], ...] = attrs.field(converter=_params, default=())
    """The parameters, sorted by name: facts, texts, and :class:`Listed` ones."""
    context: str = attrs.field(eq=False, repr=False, default="")
    """The context under which catalogues have the template, where it is not :attr:`code`."""
    capital: bool = attrs.field(eq=False, repr=False, default=False)
    """Whether it begins a sentence, with a capital."""
    packages: tuple[str, ...] = attrs.field(eq=False, repr=False, default=())
    """The packages of the game it is said in, whose catalogues go before the library's."""

    def render(self, catalogue: Catalogue | None = None, *, language: str = "") -> str:
        """
        Make the sentence.

        Args:
            catalogue: Templates by code; a code it lacks falls back to English.
            language: Or the language, e.g. ``"id"``; what its catalogues lack is said in English.
        """
        if catalogue:
            return self.put(Words(own=catalogue))
        return self.put(words_for(language, self.packages) if language else ENGLISH)

    def put(self, words: Words) -> str:
        """Make the sentence with the words of a language."""
        params = {name: _put(value, words) for name, value in self.params}
        template = self.template
        if self.many or words is not ENGLISH:
            number: Any = dict(self.params)[self.count] if self.many else 1
            template = words.find(self.context or self.code, template, self.many, number)
        said = template.format(**params)
        return said[:1].upper() + said[1:] if self.capital else said

    def as_sentence(self) -> Self:
        """Give the same message with a capital."""
        return attrs.evolve(self, capital=True)

    def called(self, code: str) -> Self:
        """Give the same message under another code."""
        return attrs.evolve(self, code=code, context=self.context or self.code)

    def with_params(self, **params: object) -> Self:
        """Give the same message with some parameters changed."""
        return attrs.evolve(self, params={**dict(self.params), **params})

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


def say(code: str, template: str, many: str = "", count: str = "", /, **params: object) -> Text:
    """
    Make a text, mostly one that is a parameter of another.

    >>> str(say("asks", "{who} asks for {tiles}", who="Ana", tiles=counted(2, "tile")))
    'Ana asks for 2 tiles'
    """
    return Text(code=code, template=template, many=many, count=count, params=params)


_COUNTED = {
    "double": ("{n} double", "{n} doubles"),
    "joker": ("{n} joker", "{n} jokers"),
    "pair": ("{n} pair", "{n} pairs"),
    "pip": ("{n} pip", "{n} pips"),
    "point": ("{n} point", "{n} points"),
    "round": ("{n} round", "{n} rounds"),
    "second": ("{n} second", "{n} seconds"),
    "tile": ("{n} tile", "{n} tiles"),
    "train": ("{n} train", "{n} trains"),
}
"""What is counted in sentences."""


def counted(number: int, noun: str) -> Text:
    """
    Make a number with its noun.

    Args:
        number: The number.
        noun: The English noun, one of those that sentences count.

    >>> str(counted(1, "tile")), str(counted(3, "tile"))
    ('1 tile', '3 tiles')
    """
    one, many = _COUNTED[noun]
    return Text(code=f"n-{noun}s", template=one, many=many, count="n", params={"n": number})


def named(names: Sequence[str], seat: int) -> object:
    """
    Give the name of a seat, or what a seat without a name is called.

    >>> str(named(["Ana"], 0)), str(named([], 2))
    ('Ana', 'seat 2')
    """
    return names[seat] if names else say("seat", "seat {seat}", seat=seat)


def ranges(numbers: Sequence[int]) -> object:
    """
    Write numbers in order: as a range where they follow each other, else one by one.

    >>> str(ranges([2, 3, 4])), str(ranges([2, 4])), str(ranges([3]))
    ('2 to 4', '2 or 4', '3')
    """
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and [*numbers] == [*range(first, last + 1)]:
        return say("range", "{first} to {last}", first=first, last=last)
    return Listed(numbers, "or")
