"""
What a table sounds like: for a log, and for whoever listens to a screen reader.

The functions here dispatch on the class of a layout's reading. The line is at home in the core;
a family, or a layout of one's own, registers what it sounds like beside its layout::

    @say_table.register
    def _(layout: MyReading, names: Sequence[str]) -> str: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch

from tilerules.layouts.line import Line

__all__ = ["YOU", "join_words", "say_place", "say_table", "seat_labels"]

YOU = "You"
"""The name of a seat that is spoken to: *You lay*, where another *lays*."""


def join_words(words: Iterable[object]) -> str:
    """
    Write a list.

    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = map(str, words)
    return f"{', '.join(first)} and {last}" if first else last


@singledispatch
def say_place(layout: object, label: str, names: Sequence[str]) -> str:
    """
    Say where a tile goes.

    Args:
        layout: The layout before the move, as for reading.
        label: The place's label.
        names: The seats' names.
    """
    return f"at {label}"


@say_place.register
def _(layout: Line, label: str, names: Sequence[str]) -> str:
    return f"at the {'left' if label[:1] == 'L' else 'right'} end"


@singledispatch
def say_table(layout: object, names: Sequence[str]) -> str:
    """
    Say what a player must know of the table to choose a move, in one line.

    Args:
        layout: The layout, as for reading.
        names: The seats' names.
    """
    return " ".join(str(layout).split()) or "Nothing is laid."


@say_table.register
def _(layout: Line, names: Sequence[str]) -> str:
    if layout.ends is None:
        return "Nothing is laid."
    return f"The ends are {layout.ends[0]} and {layout.ends[1]}."


@singledispatch
def seat_labels(layout: object) -> Mapping[int, str]:
    """
    Give the labels by which moves call what belongs to a seat, by seat; none by default.

    Args:
        layout: The layout, as for reading.
    """
    return {}
