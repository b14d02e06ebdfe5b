"""
How much each tier of the tests does: one table of numbers, for one module of the budgets.

The variable ``TILERULES_TIER`` names the tier; ``dev.py test`` sets it. ``samples`` is what a
change is tested with, ``quick`` what runs while one is made, ``all`` every property in full.
Only the standard library is needed here. Tests of plugins, which also run where this file is
not, follow the profile of Hypothesis and :data:`CASES`, both of which ``conftest.py`` at the
top applies.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

__all__ = [
    "CASES",
    "COUNTS",
    "EXAMPLES",
    "LIMITS",
    "TIER",
    "TIERS",
    "VARIABLE",
    "Budget",
    "count",
    "sample",
]

T = TypeVar("T")

VARIABLE = "TILERULES_TIER"
TIERS = ("quick", "samples", "all")

TIER = os.environ.get(VARIABLE) or "samples"
"""The tier of this run."""

if TIER not in TIERS:
    raise ValueError(f"{VARIABLE} is one of {', '.join(TIERS)}, not {TIER!r}")


class Budget(NamedTuple):
    """
    How many of something: as a fixed sample, and in full.
    """

    sample: int
    whole: int


EXAMPLES = {"quick": 20, "samples": 60, "all": 1000}
"""Examples of a Hypothesis test that names no number, by tier."""

LIMITS = {"quick": 30, "samples": 300, "all": 1800}
"""
The seconds that a test may take, by tier. Many times what the slowest takes on a quiet machine:
what it stops is a test that hangs.
"""

COUNTS = {
    # Seeds or positions, of a loop in one test or in one case of it.
    "joker rules: shared tables": Budget(50, 400),
    "melds: random sets of tiles": Budget(500, 6000),
    "melds: positions against brute force": Budget(60, 400),
    "melds: arrangements against exact cover": Budget(150, 1500),
    "melds: turns under joker rules against brute force": Budget(45, 300),
    "melds: minimal openings": Budget(10, 100),
    "melds: integer programme": Budget(60, 200),
    "melds: integer programme, corners": Budget(12, 60),
    "melds: integer programme, wraps": Budget(40, 400),
    "melds: integer programme, both jokers": Budget(2, 8),
    "mexican train: rounds against the plain engine": Budget(25, 500),
    "mexican train: rounds with house rules": Budget(25, 150),
    "law of samples: deals drawn blindly": Budget(700, 6000),
    "lanes: rounds replayed in each setting": Budget(30, 1_000),
    "lanes: rounds against plain ones": Budget(40_000, 1_000_000),
    "studies: places where a log is cut": Budget(60, 5_000),
    "studies: blocks in the queue": Budget(2_000, 100_000),
    "pairs of house rules": Budget(25, 2000),
    "pairs of house rules, moves searched for": Budget(8, 400),
    "words and lines typed at random": Budget(40, 400),
    "records and positions": Budget(30, 300),
    "mutated positions": Budget(500, 20_000),
    "rounds whose views are sampled": Budget(2, 30),
}
"""What :func:`count` looks up."""

CASES = {
    "tests/property/test_every_variant.py::test_setting": 110,
    "tests/melds/test_solver_programme.py::test_best_plays_are_those_of_an_integer_programme": 4,
    "plugins/tilerules-gaple/tests/property/test_gaple_reference.py::test_random_rounds": 16,
    "plugins/tilerules-rummy/tests/test_options.py::test_every_value_plays_whole_matches": 20,
}
"""Tests of many cases, of which the samples take so many, spread evenly; ``all`` takes all."""


def count(name: str) -> int:
    """
    Give how many of something this tier tries; the names stand in :data:`COUNTS`.
    """
    budget = COUNTS[name]
    return budget.whole if TIER == "all" else budget.sample


def sample(items: Sequence[T], most: int) -> list[T]:
    """
    Give so many items, spread evenly over all of them: always the same, in their order.

    >>> sample("abcdefgh", 3)
    ['a', 'c', 'f']
    """
    if len(items) <= most:
        return list(items)
    return [items[at * len(items) // most] for at in range(most)]
