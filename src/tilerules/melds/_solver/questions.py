"""
What the solver is asked and what it answers, in counts.

Tiles are told apart by face only. A :class:`Question` says how many tiles of each face there
are, how many have to be used and what the others are worth; a :class:`Solution` says, place by
place, what goes into groups and what into runs.

Place by place: 1 to 13, and 14 where a 1 may stand after the highest number. How many 1s of each
colour stand there has to be decided before; :func:`high_ones` gives every choice, and
:func:`places_of` the places of one.
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import attrs

from tilerules.melds.meld import MeldRules

Row: TypeAlias = "tuple[int, ...]"
"""A number for each colour."""


@attrs.frozen
class Question:
    """
    What is to be solved, in counts.
    """

    count: tuple[Row, ...]
    """For each number from 1, the tiles of each colour, table and hand together."""
    must: tuple[Row, ...]
    """How many of them have to be used."""
    weights: tuple[int, ...]
    """For each number, what using one more tile is worth, not negative."""
    jokers: int
    """Jokers, table and hand together."""
    jokers_must: int
    """How many of them have to be used."""
    joker_weights: tuple[int, ...]
    """For each number, what one more joker that stands for it is worth. The normal form needs
    them to be equal."""


@attrs.frozen
class Edge:
    """
    What a solution does at one place.
    """

    in_groups: Row
    """Natural tiles of each colour that go into groups."""
    group_jokers: int
    """Jokers that go into groups."""
    in_runs: tuple[tuple[int, int], ...]
    """For each colour, natural tiles and jokers that go into runs."""
    state: int
    """The state afterwards."""


Trail: TypeAlias = "tuple[Edge, ...]"


@attrs.frozen
class Solution:
    """
    The best there is.
    """

    value: int
    """The weights of everything used beyond what has to be."""
    trail: Trail
    """What goes where, place by place."""
    parked: int
    """Jokers still to be added to any run."""

    @property
    def has_run(self) -> bool:
        """Whether any tile is in a run."""
        return any(used for edge in self.trail for used, _jokers in edge.in_runs)


@attrs.frozen
class Places:
    """
    A question with the number of high 1s decided; each list has an item for each place.
    """

    count: list[Row]
    """The tiles of each colour, table and hand together."""
    must: list[Row]
    """How many of them have to be used."""
    weights: list[int]
    """What using one more tile is worth."""
    joker_weights: list[int]
    """What one more joker is worth there."""
    base: int = 0
    """What the high 1s are worth that do not have to be used; at the top they have no weight."""

    def __len__(self) -> int:
        return len(self.count)


def high_ones(question: Question, rules: MeldRules) -> list[Row]:
    """Give every choice of how many 1s of each colour stand after the highest number."""
    if rules.last_place == rules.highest:
        return [(0,) * len(rules.letters)]
    ones, tops = question.count[0], question.count[-1]
    most = [min(one, top + question.jokers) for one, top in zip(ones, tops, strict=True)]
    return list(product(*[range(n + 1) for n in most]))


def places_of(question: Question, rules: MeldRules, high: Row) -> Places:
    """
    Give the places of a question.

    Args:
        question: What is to be solved.
        rules: Which melds are valid.
        high: How many 1s of each colour stand after the highest number.
    """
    count, must = [*question.count], [*question.must]
    weights, joker_weights = [*question.weights], [*question.joker_weights]
    if rules.last_place == rules.highest:
        return Places(count, must, weights, joker_weights)
    ones, needed = count[0], must[0]
    gain = sum([max(0, h - m) for h, m in zip(high, needed, strict=True)])
    count[0] = tuple([n - h for n, h in zip(ones, high, strict=True)])
    must[0] = tuple([max(0, m - h) for m, h in zip(needed, high, strict=True)])
    base = gain * weights[0]
    return Places(
        [*count, high], [*must, high], [*weights, 0], [*joker_weights, joker_weights[0]], base
    )
