"""
The best train from a hand, by the size of the hand, beside two searches that lay every train.

The plain search is written as one would with tiles and sets: it lists every train and takes the
best. The lean one counts tiles and pips as it goes, over ints with the tiles sorted by their
ends. All three run in turn on the same hand, and their answers are compared. Times are CPU times
of this process; the ratios are what to read.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import TypeAlias

from options import parse

from tilerules.decks import double_set
from tilerules.solvers import best_train
from tilerules.tiles import Domino

__all__ = ["run"]

Hand: TypeAlias = "Sequence[Domino]"
Score: TypeAlias = "tuple[int, int]"
"""Tiles and pips of a train."""

ENGINE = 12
SIZES = range(8, 26)
LARGEST_LISTED = 20
"""Larger hands take a listing seconds and more."""
GOALS = {15: 3, 20: 30}
"""How many times as fast as the plain search the solver is to be, by size of the hand."""


def by_solver(hand: Hand, start: int) -> Score:
    """Take the best train of the library."""
    train = best_train(hand, start)
    return train.length, train.pips


def by_plain_listing(hand: Hand, start: int) -> Score:
    """List every train, then take the best."""

    def trains(
        left: frozenset[Domino], end: int, laid: tuple[Domino, ...]
    ) -> Iterator[tuple[Domino, ...]]:
        yield laid
        for tile in left:
            if end in (tile.low, tile.high):
                yield from trains(left - {tile}, tile.other(end), (*laid, tile))

    return max(
        (len(train), sum(tile.pips for tile in train))
        for train in trains(frozenset(hand), start, ())
    )


def by_lean_listing(hand: Hand, start: int) -> Score:
    """Lay every train, keeping no more than the best count."""
    at: dict[int, list[tuple[int, int, int]]] = {}
    for i, tile in enumerate(hand):
        at.setdefault(tile.low, []).append((1 << i, tile.high, tile.pips))
        if not tile.is_double:
            at.setdefault(tile.high, []).append((1 << i, tile.low, tile.pips))
    best = (0, 0)

    def lay(end: int, left: int, count: int, pips: int) -> None:
        nonlocal best
        best = max(best, (count, pips))
        for bit, other, worth in at.get(end, ()):
            if left & bit:
                lay(other, left ^ bit, count + 1, pips + worth)

    lay(start, (1 << len(hand)) - 1, 0, 0)
    return best


def run(out: Callable[[str], object] = print, *, hands: int = 101, seed: str = "trains") -> bool:
    """
    Measure, and print a table.

    Args:
        out: Takes each line.
        hands: How many random hands of each size.
        seed: What the hands are made from.

    Returns:
        Whether the goals were met.
    """
    rng = random.Random(seed)
    tiles = [tile for tile in double_set(12).dominoes if tile != Domino(ENGINE, ENGINE)]
    for _ in range(20):
        by_solver(rng.sample(tiles, 15), ENGINE)
    out(f"best train from a hand: double-12, engine {ENGINE}, {hands} random hands of each size")
    out("CPU time in ms; times = how many times as long as the solver, by medians (by totals)")
    out("tiles   solver   slowest   plain listing      times            lean listing       times")
    met = True
    for size in SIZES:
        searches = [by_solver]
        if size <= LARGEST_LISTED:
            searches += [by_plain_listing, by_lean_listing]
        taken: list[list[float]] = [[] for _ in searches]
        for _ in range(hands):
            hand = rng.sample(tiles, size)
            scores = set()
            for search, times in zip(searches, taken, strict=True):
                before = time.process_time()
                scores.add(search(hand, ENGINE))
                times.append((time.process_time() - before) * 1e3)
            if len(scores) > 1:
                raise AssertionError(f"the searches disagree on {hand}: {scores}")
        solver, *others = taken
        line = f"{size:5} {median(solver):8.3f} {max(solver):9.3f}"
        for times in others:
            ratio = median(times) / median(solver)
            line += f" {median(times):13.3f} {ratio:10.1f} {f'({sum(times) / sum(solver):.1f})':9}"
        if size in GOALS:
            reached = median(taken[1]) / median(solver) >= GOALS[size]
            met &= reached
            line += f"  goal {GOALS[size]}: {'met' if reached else 'missed'}"
        out(line)
    return met


if __name__ == "__main__":
    options = parse()
    run(hands=9 if options.quick else 101)
