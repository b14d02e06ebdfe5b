"""
What a turn decides about each joker of the table: it stays for one face, or is freed and paid.

In each such *case* the jokers that stay are natural tiles of their faces and the price is
forced, so the free optimum of the case bounds its turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

import attrs

from tilerules.layouts.joker_rules import TableJoker
from tilerules.solvers._meld_counts import Counts, counts_of
from tilerules.solvers._meld_turns import Turn
from tilerules.tiles import NumberTile

__all__ = ["Case", "cases_of"]

Way: TypeAlias = "tuple[NumberTile | None, tuple[NumberTile, ...]]"
"""What a joker keeps standing for, and the price of one that is freed."""


@attrs.frozen
class Case:
    """
    What is decided about each joker: the face it keeps, or None if it is freed.
    """

    faces: tuple[NumberTile | None, ...]
    forced: Counts
    """Tiles of the hand that have to be laid."""


def cases_of(turn: Turn, hand: Counts, forced: Counts) -> Iterator[Case]:
    """
    Give every way to keep or to pay the jokers.

    Args:
        turn: The table and the rules.
        hand: The tiles that may be laid.
        forced: Those of them that have to be.
    """
    seen = set()
    ways = [_ways(turn, joker) for joker in turn.jokers]
    for way in product(*ways):
        if not _are_different(turn, way):
            continue
        needed = counts_of([face for _kept, price in way for face in price], turn.rules)
        if turn.joker_rules.source == "rack_or_table":
            needed = needed.beyond(turn.lying)
        both = forced | needed
        case = Case(tuple([kept for kept, _price in way]), both)
        if hand.holds(both) and case not in seen:
            seen.add(case)
            yield case


def _are_different(turn: Turn, way: Sequence[Way]) -> bool:
    """Whether no two jokers of one meld are taken to have stood for the same face."""
    stood_for = [
        (joker.at, kept or price[0])
        for joker, (kept, price) in zip(turn.jokers, way, strict=True)
        if kept or len(price) == 1
    ]
    return len(set(stood_for)) == len(stood_for)


def _ways(turn: Turn, joker: TableJoker) -> list[Way]:
    """Give what one joker may keep standing for, then what it may be paid with."""
    stays: list[Way] = [(face, ()) for face in joker.faces]
    if turn.joker_rules.source == "rearrange":
        return [*stays, (None, ())]
    if joker.is_open and turn.joker_rules.group_both_colours:
        return [*stays, (None, joker.faces)]
    return [*stays, *[(None, (face,)) for face in joker.faces]]
