"""
The plays that are maximal, in the order of a listing.

They are found with a solver that gives the best turn in which some tiles have to be laid. A play
found once serves as a witness for every smaller demand, so that the solver is asked about once
for each play.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import attrs

from tilerules.melds._solver.counts import Counts
from tilerules.melds._solver.effort import Effort, OutOfEffortError
from tilerules.melds._solver.turn import Answer
from tilerules.melds.meld import MeldRules

Solver: TypeAlias = Callable[[Counts, Counts], "Answer | None"]
"""From the tiles that may be laid, and those of them that must, to the best turn."""

_A_SET = 20
"""To look at a set of forced tiles costs as much as so many ways."""

Cell: TypeAlias = "tuple[int, int]"
"""A face: the place of its row and its colour; jokers have the row -1."""


def _cells(hand: Counts, rules: MeldRules) -> list[Cell]:
    """Give the faces of a hand by number, then colour, then jokers."""
    cells = [
        (row, colour)
        for row in range(rules.highest)
        for colour in range(len(rules.letters))
        if hand.rows[row][colour]
    ]
    return [*cells, (-1, 0)] if hand.jokers else cells


def _count(tiles: Counts, cell: Cell) -> int:
    row, colour = cell
    return tiles.jokers if row < 0 else tiles.rows[row][colour]


def _with_count(tiles: Counts, cell: Cell, count: int) -> Counts:
    row, colour = cell
    if row < 0:
        return Counts(tiles.rows, count)
    changed = tiles.rows[row]
    changed = (*changed[:colour], count, *changed[colour + 1 :])
    return Counts((*tiles.rows[:row], changed, *tiles.rows[row + 1 :]), tiles.jokers)


def maximal_sets(solver: Solver, hand: Counts, rules: MeldRules, effort: Effort) -> list[Answer]:
    """
    Give a turn for each multiset that can be laid while no larger one can.

    A turn with most tiles is maximal. Any other maximal one has a tile that it lacks, so the
    search goes on by forcing each such tile; forced tiles that lie in a turn known already
    lead to what that turn lacks, without asking the solver.

    Args:
        solver: Has to find turns with most tiles.
        hand: The tiles held.
        rules: Which melds are valid.
        effort: What may be done; where it is used up none of those given is proven.
    """
    cells = _cells(hand, rules)
    found: dict[Counts, Answer] = {}
    impossible: list[Counts] = []
    seen: set[Counts] = set()
    waiting = [hand - hand]
    # Every maximal turn not found yet holds some forced tiles that are still waiting.
    while waiting and not effort.is_out:
        forced = waiting.pop()
        with suppress(OutOfEffortError):
            effort.spend(_A_SET)
        if forced in seen or any(forced.holds(bad) for bad in impossible):
            continue
        seen.add(forced)
        known = next((laid for laid in found if laid.holds(forced)), None)
        if known is None:
            answer = solver(hand, forced)
            if answer is None or (not len(answer.laid) and len(forced)):
                impossible.append(forced)
                continue
            if not len(answer.laid):
                break
            known = answer.laid
            found[known] = answer
        for cell in cells:
            more = _count(known, cell) + 1
            if more <= _count(hand, cell):
                waiting.append(_with_count(forced, cell, more))
    order = sorted(found, key=lambda laid: [-_count(laid, cell) for cell in cells])
    return [attrs.evolve(found[laid], is_proven=not effort.is_out) for laid in order]
