"""
What single rules keep, as a position claims it.

A state's ``rest.ext`` is written by parts of the variant alone. Text from outside may hold
anything, so here every key must belong to a part (:attr:`Component.keeps`), every value must be
plain, and the part is asked whether it could have written it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

import attrs

from tilerules.component import Component
from tilerules.errors import InvalidPositionError, PluginError, nearest, shown
from tilerules.rulesets.ruleset import Ruleset
from tilerules.state import FRESH, GONE, State

__all__ = ["check_kept", "check_words", "check_writable", "owners", "parts_of"]

_DEEPEST = 8
"""Tuples within tuples: more than any rule needs, and far from the recursion limit."""


def owners(variant: Ruleset) -> dict[str, list[Component]]:
    """Give the parts that keep something of their own, parts of parts included, by key."""
    found: dict[str, list[Component]] = {}
    for part in parts_of(variant):
        for key in part.keeps:
            found.setdefault(key, []).append(part)
    return found


def parts_of(variant: Ruleset) -> Iterator[Component]:
    """Give every part of a variant, parts of parts included."""
    for field in attrs.fields(type(variant)):
        yield from _parts(getattr(variant, field.name))


def _parts(value: object) -> Iterator[Component]:
    if isinstance(value, Component):
        yield value
        for field in attrs.fields(type(value)):
            yield from _parts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _parts(one)


def check_kept(variant: Ruleset, state: State) -> None:
    """
    Check everything a state keeps.

    Args:
        variant: The rules in force.
        state: The round that is being set up, before its legal moves are listed.

    Raises:
        InvalidPositionError: A key belongs to no part, or a value cannot be what it keeps.
    """
    known = owners(variant)
    for key, value in state.rest.ext:
        if key not in known:
            raise InvalidPositionError(
                f"ext: no rule of {variant.key} keeps anything under {shown(key)}"
                f"{nearest(key[:40], known)}"
            )
        if value is None or not _is_plain(value):
            raise InvalidPositionError(
                f"ext: under {key!r} stand whole numbers, texts and lists of them, not "
                f"{shown(value)}"
            )
        for part in known[key]:
            problem = part.check_kept(state, key, value)
            if problem is not None:
                raise InvalidPositionError(f"ext: {key!r} {problem}, not {shown(value)}")


_DECLARED: dict[str, Callable[[State], object]] = {
    "points": lambda state: any(state.rest.points),
    "dead": lambda state: any(state.rest.dead),
    "idle": lambda state: state.rest.idle,
    "owed": lambda state: state.turn.owed,
}
"""
The words of a position that stand there through some part of the rules, and when they do.

Anybody may put tiles aside, as those are that no hand given for a deal has.
"""


def check_words(variant: Ruleset, state: State) -> None:
    """
    Check that every word of a position can have come about by these rules.

    Args:
        variant: The rules in force.
        state: The round that is being set up, before its legal moves are listed.

    Raises:
        InvalidPositionError: No part brings a word about, or none could have so.
    """
    parts = tuple(parts_of(variant))
    for word, stands in _DECLARED.items():
        if not stands(state):
            continue
        if not any(word in part.position_words() for part in parts):
            raise InvalidPositionError(f"{word}: no rule of {variant.key} brings that about")
    for seat in state.rest.get(GONE, ()):
        if state.masks[seat] or seat == state.to_move:
            what = "is to move" if seat == state.to_move else "has tiles in hand"
            raise InvalidPositionError(f"ext: seat {seat} {what}, but has left")
    sides, points = state.plan.sides, state.rest.points
    if len({*zip(sides, points, strict=True)}) != len({*sides}):
        raise InvalidPositionError("points: partners have one account, so theirs are the same")
    if state.turn != FRESH and not variant.continuations:
        raise InvalidPositionError(f"turn: a turn of {variant.key} is a single move")
    if state.turn.drawn and not any(action.may_bring for action in variant.actions):
        raise InvalidPositionError(f"turn: nothing is drawn in {variant.key}")


def check_writable(variant: Ruleset, ext: Iterable[tuple[str, Hashable]]) -> None:
    """
    Check that what rules keep can be written into a position.

    Raises:
        PluginError: A value is not plain; the error names the part it belongs to.
    """
    for key, value in ext:
        if not _is_plain(value):
            parts = owners(variant).get(key, ())
            who = " or ".join(repr(part.code) for part in parts) or "a component"
            raise PluginError(
                f"{who} of variant {variant.key!r} keeps {shown(value)} under {key!r}; a position "
                "can hold whole numbers, texts, and tuples of them"
            )


def _is_plain(value: object, depth: int = 0) -> bool:
    if isinstance(value, tuple):
        return depth < _DEEPEST and all(_is_plain(one, depth + 1) for one in value)
    return value is None or isinstance(value, int | str)
