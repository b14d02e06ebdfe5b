"""
One way to read words of tiles: an automaton made of the solver's states.

A set of hand tiles is read number by number, as a word is read letter by letter: each letter
says how many tiles of each colour are laid. The states of :mod:`tilerules.solvers._meld_dp`
then are an automaton, and a set can be laid if reading it leads to a state at the end. What
follows from a state is found once, and so is whether any word leads from it to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from tilerules.layouts.melds import Table
from tilerules.solvers._meld_build import build
from tilerules.solvers._meld_counts import Counts
from tilerules.solvers._meld_layers import Step, advance, option_tables
from tilerules.solvers._meld_questions import Layer, Row, Solution
from tilerules.solvers._meld_steps import Steps

__all__ = ["Branch", "Key", "TooLongError", "choices_of"]

Key: TypeAlias = int
"""A state of the solver; or ``~n``: there is no run so far, and n jokers are in groups."""


class TooLongError(Exception):
    """The solver is quicker."""


class Branch:
    """
    Tiles of which all have to be used, with hand tiles still to be chosen.
    """

    def __init__(
        self, steps: Steps, lying: Counts, hand: Counts, forced: Counts, jokers: int, high: Row
    ) -> None:
        """
        Prepare a branch.

        Args:
            steps: The model.
            lying: The tiles on the table, with natural tiles for jokers that stay.
            hand: The tiles that may be laid.
            forced: Those of them that have to be.
            jokers: How many jokers are used in all.
            high: How many 1s of each colour stand after the highest number.
        """
        self.steps = steps
        self.n_numbers = len(lying.rows)
        self.has_high = steps.rules.last_place > self.n_numbers
        self.jokers = jokers
        self.n_laid_jokers = jokers - lying.jokers
        self.effort = 0
        self._forced = forced.rows
        self._lying = [*lying.rows]
        self._most = [*(lying + hand).rows]
        if self.has_high:
            # The 1s at the top are not at the bottom.
            self._lying[0] = _less(self._lying[0], high)
            self._most[0] = _less(self._most[0], high)
            self._lying.append(high)
            self._most.append(high)
        self._nexts: dict[tuple[int, Key, Row], dict[Key, Step]] = {}
        self._is_alive: dict[tuple[int, Key], bool] = {}
        self._choices = [choices_of(row) for row in hand.rows] + [[(0,) * steps.n_colours]]

    @property
    def start(self) -> tuple[Key, ...]:
        """The states at the start."""
        return (0, ~0) if self.steps.is_normal and self.jokers else (0,)

    def nexts(self, v: int, key: Key, laid: Row) -> dict[Key, Step]:
        """
        Give the states that a state leads to, fewest jokers first, with the steps to them.

        Args:
            v: The place, from 0.
            key: The state before it.
            laid: The tiles laid of its number.
        """
        found = self._nexts.get((v, key, laid))
        if found is None:
            self.effort -= 1
            if self.effort < 0:
                raise TooLongError
            found = self._nexts[v, key, laid] = self._make_nexts(v, key, laid)
        return found

    def _make_nexts(self, v: int, key: Key, laid: Row) -> dict[Key, Step]:
        steps = self.steps
        row = tuple([a + b for a, b in zip(self._lying[v], laid, strict=True)])
        is_number = v < self.n_numbers
        if min(row) < 0 or (is_number and min(_less(laid, self._forced[v])) < 0):
            return {}
        trail: dict[Key, Step] = {}
        if key < 0:
            if is_number or not any(row):
                for jokers, choice in steps.groups.best(row, row, self.jokers - ~key):
                    trail[key - jokers] = (key, jokers, choice, 0)
            return trail
        advance(
            steps,
            option_tables(steps, v, len(self._most), self._most, row, row),
            steps.groups.choices(row if is_number else (0,) * steps.n_colours, self.jokers),
            {key: 0},
            trail,
            (-1,) * (self.jokers + 1),
            keeps_flag=steps.is_normal and self.jokers > 0,
        )
        shift = steps.joker_shift
        return {new: trail[new] for new in sorted(trail, key=lambda new: new >> shift & 15)}

    def is_alive(self, v: int, key: Key) -> bool:
        """Whether any tiles lead from a state to the end."""
        if v == len(self._most):
            return self._accepts(key)
        known = self._is_alive.get((v, key))
        if known is None:
            known = self._is_alive[v, key] = any(
                self.is_alive(v + 1, new)
                for laid in self._choices[v]
                for new in self.nexts(v, key, laid)
            )
        return known

    def _accepts(self, key: Key) -> bool:
        """Whether all jokers are accounted for at the end."""
        if key < 0:
            return ~key == self.jokers
        if key >> self.steps.joker_shift & 15 == self.jokers:
            return True
        # Jokers that fill no gap are added to any run.
        return self.steps.is_normal and bool(key & self.steps.flag)

    def build(self, trail: Sequence[tuple[Step, Key]]) -> Table:
        """
        Make the table that some steps lead to.

        Args:
            trail: The steps, each with the state after it.
        """
        end = trail[-1][1]
        parked = 0
        if end >= 0 and self.steps.is_normal:
            parked = self.jokers - (end >> self.steps.joker_shift & 15)
        layers = tuple(
            [
                Layer(in_groups, group_jokers, self.steps.choices(packed), after)
                for (_before, group_jokers, in_groups, packed), after in trail
            ]
        )
        return build(Solution(0, layers, parked), self.steps)


def choices_of(row: Row) -> list[Row]:
    """Give every way to take some tiles of a number, most of the first colour first."""
    return list(product(*[range(n, -1, -1) for n in row]))


def _less(row: Row, other: Row) -> Row:
    return tuple([a - b for a, b in zip(row, other, strict=True)])
