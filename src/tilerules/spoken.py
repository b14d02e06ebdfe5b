"""
What a table sounds like: for a log, and for whoever listens to a screen reader.

The functions here dispatch on the class of a layout's reading. The line is at home in the core;
a family, or a layout of one's own, registers what it sounds like beside its layout::

    @say_table.register
    def _(layout: MyReading, names: Sequence[str]) -> Text: ...

What is registered gives a :class:`~tilerules.texts.Text`, which is said in any language, or a str.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch

from tilerules.layouts.line import Line
from tilerules.texts import Text, say

__all__ = ["YOU", "did", "say_place", "say_table", "seat_labels", "verb_templates"]

YOU = "You"
"""The name of a seat that is spoken to: *You lay*, where another *lays*."""


def did(code: str, verb: str, name: str, data: str = "") -> Text:
    """
    Say what somebody does who makes a move with a verb of its own.

    Args:
        code: The code of the action.
        verb: Its English verb, with what follows.
        name: The name of the seat, or :data:`YOU`.
        data: What the move says beside its kind.

    >>> str(did("pass", "pass", "Ana")), str(did("pass", "pass", YOU))
    ('Ana passes.', 'You pass.')
    """
    you, other = verb_templates(verb)
    if name == YOU:
        return say(f"{code}.you", you, data=data)
    return say(f"{code}.other", other, name=name, data=data)


def verb_templates(verb: str) -> tuple[str, str]:
    """Give the English sentences about *you* and about another with a verb."""
    first, blank, rest = verb.partition(" ")
    ending = "es" if first.endswith("s") else "s"
    yours = verb.replace(" their own ", " your own ")
    return f"You {yours}.", f"{{name}} {first}{ending}{blank}{rest}."


_EMPTY = say("nothing-laid", "Nothing is laid.")


@singledispatch
def say_place(layout: object, label: str, names: Sequence[str]) -> Text | str:
    """
    Say where a tile goes.

    Args:
        layout: The layout before the move, as for reading.
        label: The place's label.
        names: The seats' names.
    """
    return say("at-place", "at {place}", place=label)


@say_place.register
def _(layout: Line, label: str, names: Sequence[str]) -> Text | str:
    if label[:1] == "L":
        return say("at-left-end", "at the left end")
    return say("at-right-end", "at the right end")


@singledispatch
def say_table(layout: object, names: Sequence[str]) -> Text | str:
    """
    Say what a player must know of the table to choose a move, in one line.

    Args:
        layout: The layout, as for reading.
        names: The seats' names.
    """
    return " ".join(str(layout).split()) or _EMPTY


@say_table.register
def _(layout: Line, names: Sequence[str]) -> Text:
    if layout.ends is None:
        return _EMPTY
    left, right = layout.ends
    return say("ends", "The ends are {left} and {right}.", left=left, right=right)


@singledispatch
def seat_labels(layout: object) -> Mapping[int, str]:
    """
    Give the labels by which moves call what belongs to a seat, by seat; none by default.

    Args:
        layout: The layout, as for reading.
    """
    return {}
