"""
What makes parts no game: found when a variant is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tilerules.component import rank_of
from tilerules.errors import shown
from tilerules.rules.kinds import HostAction
from tilerules.texts import is_line

__all__ = ["RANKED", "is_count", "problems"]

RANKED = ("ladder", "adjustments", "endings")
"""The fields of a variant with a tuple of parts whose order means something."""

_NAME = re.compile(r"[a-z][a-z0-9-]*")


def is_count(value: object) -> bool:
    """Whether a value is an int from 1, and no bool."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def problems(rules: Any, listed: Iterable[str]) -> Iterable[str]:
    """
    Find everything that makes the parts of a variant no game.

    Args:
        rules: The variant.
        listed: Its fields that hold a tuple of parts.
    """
    # All of them are found, not the first: who writes rules mends them in one go.
    if not isinstance(rules.name, str) or not _NAME.fullmatch(rules.name):
        yield f"{shown(rules.name)} is no name of a variant (small letters, digits, hyphens)"
    counts = all(is_count(n) for n in rules.seats)
    if not rules.seats or not counts or list(rules.seats) != sorted(set(rules.seats)):
        yield f"seats must be ascending numbers, not {shown(rules.seats)}"
    yield from _wrong_fields(rules)
    if not any(action.lays for action in rules.actions):
        yield "no action lays tiles"
    if not rules.endings:
        yield "no ending ends the round"
    if not any(rung.decides for rung in rules.ladder):
        yield "no rung finds a winner"
    for name in listed:
        seen: set[str] = set()
        for part in getattr(rules, name):
            if part.code in seen:
                yield f"two different {name} have the code {part.code!r}"
            seen.add(part.code)
    for name in RANKED:
        ranks: dict[int, str] = {}
        for part in getattr(rules, name):
            rank = rank_of(part)
            if rank in ranks:
                yield f"{name} {ranks[rank]!r} and {part.code!r} share rank {rank}"
            ranks[rank] = part.code
    yield from _host_moves_of_players(rules)
    yield from _circles(rules)


def _host_moves_of_players(rules: Any) -> Iterable[str]:
    """Find what would let a player make a move of the host."""
    hosts = {limit.code for limit in rules.limits}
    for action in rules.actions:
        if isinstance(action, HostAction):
            yield f"{action.code!r} is an action of the host: it stands in limits"
        elif action.code in hosts:
            yield f"actions and limits both have the code {action.code!r}"


def _wrong_fields(rules: Any) -> Iterable[str]:
    """Find the fields beside the parts that are of a wrong type."""
    if not is_line(rules.title):
        yield f"the title is a line of text, not {shown(rules.title)}"
    if rules.summary != "" and not is_line(rules.summary):
        yield f"the summary is a line of text, or empty, not {shown(rules.summary)}"
    for name in ("version", "most_moves"):
        if not is_count(getattr(rules, name)):
            yield f"{name} is a number from 1, not {shown(getattr(rules, name))}"
    if rules.adviser is not None and not callable(rules.adviser):
        yield f"the adviser is a function of a view, not {shown(rules.adviser)}"


def _circles(rules: Any) -> Iterable[str]:
    """Find actions that wait for each other."""
    waits = {action.code: set(action.only_without) for action in rules.actions}
    free = {kind for kind, others in waits.items() if not others & set(waits)}
    while True:
        more = {k for k, others in waits.items() if (others & set(waits)) <= free} - free
        if not more:
            break
        free |= more
    stuck = sorted(set(waits) - free)
    if stuck:
        yield f"the actions {', '.join(stuck)} wait for each other"
