"""
The different plays that are best, and those that are maximal, in the order of a listing.

They are found with a solver that gives the best turn in which some tiles have to be laid and
some others may be. A play found once serves as a witness for as long as it agrees with what
has been decided, so that the solver is asked about once for each play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tilerules.melds._solver.counts import Counts
from tilerules.melds._solver.turn import Answer
from tilerules.melds.meld import MeldRules

__all__ = ["maximal_sets", "optimal_sets"]

Solver: TypeAlias = Callable[[Counts, Counts], "Answer | None"]
"""From the tiles that may be laid, and those of them that must, to the best turn."""


Spot: TypeAlias = "tuple[int, int]"
"""A face: the place of its row and its colour; jokers have the row -1."""


def _spots(hand: Counts, rules: MeldRules) -> list[Spot]:
    """Give the faces of a hand by number, then colour, then jokers."""
    spots = [
        (row, colour)
        for row in range(rules.highest)
        for colour in range(len(rules.letters))
        if hand.rows[row][colour]
    ]
    return [*spots, (-1, 0)] if hand.jokers else spots


def _count(tiles: Counts, spot: Spot) -> int:
    row, colour = spot
    return tiles.jokers if row < 0 else tiles.rows[row][colour]


def _with_count(tiles: Counts, spot: Spot, count: int) -> Counts:
    row, colour = spot
    if row < 0:
        return Counts(tiles.rows, count)
    changed = tiles.rows[row]
    changed = (*changed[:colour], count, *changed[colour + 1 :])
    return Counts((*tiles.rows[:row], changed, *tiles.rows[row + 1 :]), tiles.jokers)


def _nothing(hand: Counts) -> Counts:
    return hand - hand


def optimal_sets(solver: Solver, hand: Counts, rules: MeldRules) -> Iterator[Answer]:
    """
    Give a turn for each different multiset that is worth most.
    """
    best = solver(hand, _nothing(hand))
    if best is None or not len(best.laid):
        return iter(())
    return _walk(solver, hand, _spots(hand, rules), best.value)


def _walk(solver: Solver, hand: Counts, spots: list[Spot], goal: int) -> Iterator[Answer]:
    """Decide face by face how many are laid; follow only what some turn agrees with."""

    def go(at: int, may: Counts, must: Counts, witness: Answer) -> Iterator[Answer]:
        if at == len(spots):
            if len(witness.laid):
                yield witness
            return
        spot = spots[at]
        for count in range(_count(hand, spot), -1, -1):
            narrowed = _with_count(may, spot, count)
            needed = _with_count(must, spot, count)
            found: Answer | None = witness
            if _count(witness.laid, spot) != count:
                found = solver(narrowed, needed)
            if found is not None and found.value == goal:
                yield from go(at + 1, narrowed, needed, found)

    first = solver(hand, _nothing(hand))
    if first is not None:
        yield from go(0, hand, _nothing(hand), first)


def maximal_sets(solver: Solver, hand: Counts, rules: MeldRules) -> list[Answer]:
    """
    Give a turn for each multiset that can be laid while no larger one can.

    A turn with most tiles is maximal. Any other maximal one has a tile that it lacks, so the
    search goes on by forcing each such tile; forced tiles that lie in a turn known already
    lead to what that turn lacks, without asking the solver.

    Args:
        solver: Has to find turns with most tiles.
        hand: The tiles held.
        rules: Which melds are valid.
    """
    spots = _spots(hand, rules)
    found: dict[Counts, Answer] = {}
    impossible: list[Counts] = []
    seen: set[Counts] = set()
    waiting = [_nothing(hand)]
    while waiting:
        forced = waiting.pop()
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
        for spot in spots:
            more = _count(known, spot) + 1
            if more <= _count(hand, spot):
                waiting.append(_with_count(forced, spot, more))
    order = sorted(found, key=lambda laid: [-_count(laid, spot) for spot in spots])
    return [found[laid] for laid in order]
