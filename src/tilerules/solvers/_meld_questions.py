"""
What the solver is asked and what it answers, in counts.

Tiles are told apart by face only. A :class:`Question` says how many tiles of each face there
are, how many have to be used and what the others are worth; a :class:`Solution` says, place by
place, what goes into groups and what into runs.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

__all__ = ["Layer", "Question", "Row", "Solution", "Trail"]

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
class Layer:
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


Trail: TypeAlias = "tuple[Layer, ...]"


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
        return any(used for layer in self.trail for used, _jokers in layer.in_runs)
