"""
Every different set of tiles that can be laid, by one walk instead of a search for each.

A set of hand tiles is read number by number, as a word is read letter by letter: each letter
says how many tiles of each colour are laid. The states of :mod:`tilerules.solvers._meld_dp`
then are an automaton, and a set can be laid if reading it leads to a state at the end. Words
with the same beginning share the states it leads to, its *front*; these are found one at a
time, as mostly the first will do. What follows from a state is found once, and so is whether
any word leads from it to the end, so that the walk does not go on in vain.

Several *branches* are read side by side, and a word counts if any of them accepts it: how many
jokers are used, how many 1s stand high, and what is decided about jokers of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

import attrs

from tilerules.layouts.melds import Table
from tilerules.solvers._meld_build import build
from tilerules.solvers._meld_counts import Counts
from tilerules.solvers._meld_dp import Layer, Row, Solution, Step, advance, option_tables
from tilerules.solvers._meld_steps import NormalSteps, Steps

__all__ = ["Branch", "Word", "every_word"]

Key: TypeAlias = int
"""A state of the solver; or ``~n``: there is no run so far, and n jokers are in groups."""
Rows: TypeAlias = "tuple[Row, ...]"

_EFFORT = 200
"""How many states to go on from before the solver is asked instead."""


class _TooLongError(Exception):
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
        self._is_normal = isinstance(steps, NormalSteps)
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
        self._choices = [_choices(row) for row in hand.rows] + [[(0,) * steps.n_colours]]

    @property
    def start(self) -> tuple[Key, ...]:
        """The states at the start."""
        return (0, ~0) if self._is_normal and self.jokers else (0,)

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
                raise _TooLongError
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
                for jokers, choice in steps.best_groups(row, row, self.jokers - ~key):
                    trail[key - jokers] = (key, jokers, choice, 0)
            return trail
        advance(
            steps,
            option_tables(steps, v, len(self._most), self._most, row, row),
            steps.groups(row if is_number else (0,) * steps.n_colours, self.jokers),
            {key: 0},
            trail,
            (-1,) * (self.jokers + 1),
            keeps_flag=self._is_normal and self.jokers > 0,
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
        return self._is_normal and bool(key & self.steps.flag)

    def build(self, trail: Sequence[tuple[Step, Key]]) -> Table:
        """
        Make the table that some steps lead to.

        Args:
            trail: The steps, each with the state after it.
        """
        end = trail[-1][1]
        parked = 0
        if end >= 0 and self._is_normal:
            parked = self.jokers - (end >> self.steps.joker_shift & 15)
        layers = tuple(
            [
                Layer(in_groups, group_jokers, self.steps.choices(packed), after)
                for (_before, group_jokers, in_groups, packed), after in trail
            ]
        )
        return build(Solution(0, layers, parked), self.steps)


class _Front:
    """
    The states of a branch that the beginning of a word leads to, found when asked for.
    """

    def __init__(self, branch: Branch, parent: _Front | None = None, laid: Row = ()) -> None:
        self.branch = branch
        self.v: int = 0 if parent is None else parent.v + 1
        self._parent = parent
        self._laid = laid
        self._keys: list[Key] = [] if parent else [*branch.start]
        self._back: dict[Key, Step] = {}
        self._at = 0

    def key(self, i: int) -> Key | None:
        """Give a state by its place in the order they are found in; None if there is none."""
        while len(self._keys) <= i:
            if self._parent is None:
                return None
            before = self._parent.key(self._at)
            if before is None:
                return None
            for new, step in self.branch.nexts(self.v - 1, before, self._laid).items():
                if new not in self._back:
                    self._back[new] = step
                    self._keys.append(new)
            self._at += 1
        return self._keys[i]

    def alive(self) -> Key | None:
        """
        Give a state from which some word goes on to the end, or None.

        Raises:
            _TooLongError: It takes too much effort.
        """
        self.branch.effort = _EFFORT
        i = 0
        while (key := self.key(i)) is not None:
            if self.branch.is_alive(self.v, key):
                return key
            i += 1
        return None

    def table(self, key: Key) -> Table:
        """Make a table of the tiles read on the way to a state at the end."""
        trail: list[tuple[Step, Key]] = []
        front: _Front = self
        while front._parent is not None:
            step = front._back[key]
            trail.append((step, key))
            key, front = step[0], front._parent
        return self.branch.build(trail[::-1])


@attrs.define
class Word:
    """
    A set of tiles that can be laid, or perhaps can.
    """

    laid: Counts
    fronts: Sequence[_Front]
    is_doubtful: bool = False
    """Whether some branch may accept it of which :meth:`tables` gave no table."""

    def tables(self) -> Iterator[tuple[Branch, Table]]:
        """Give a table of all tiles for each branch that is known to accept it."""
        for front in self.fronts:
            try:
                key = front.alive()
            except _TooLongError:
                self.is_doubtful = True
                continue
            if key is not None:
                yield front.branch, front.table(key)


def every_word(
    branches: Sequence[Branch],
    hand: Counts,
    can_be_laid: Callable[[Counts, Counts], bool],
    admits: Callable[[Counts], bool] | None = None,
) -> Iterator[Word]:
    """
    Give each set of hand tiles that some branch accepts, none laid included.

    The order: by the first number, then colour, then the jokers, of which two sets lay a
    different number, the one that lays more first.

    Args:
        branches: What may be decided about jokers and high 1s.
        hand: The tiles that may be laid.
        can_be_laid: Says whether some of these tiles can be laid, those that must among them.
        admits: Says whether some part of these tiles may be of interest.
    """
    last = len(hand.rows)
    choices = [_choices(row) for row in hand.rows]
    none = tuple([(0,) * len(row) for row in hand.rows])

    def follow(fronts: Sequence[_Front], rows: Rows) -> list[_Front]:
        """Give the fronts that lead on or may, those known to first; none if no word does."""
        doubtful: list[_Front] = []
        for i, front in enumerate(fronts):
            try:
                if front.alive() is not None:
                    return [*fronts[i:], *doubtful]
            except _TooLongError:
                doubtful.append(front)
        may = Counts((*rows, *hand.rows[len(rows) :]), hand.jokers)
        must = Counts((*rows, *none[len(rows) :]), 0)
        return doubtful if doubtful and can_be_laid(may, must) else []

    def walk(fronts: Sequence[_Front], rows: Rows) -> Iterator[Word]:
        v = len(rows)
        if v == last:
            yield from _words(fronts, rows)
            return
        for laid in choices[v]:
            longer = (*rows, laid)
            if admits is None or admits(Counts((*longer, *hand.rows[v + 1 :]), hand.jokers)):
                after = follow([_Front(one.branch, one, laid) for one in fronts], longer)
                if after:
                    yield from walk(after, longer)

    return walk([_Front(branch) for branch in branches], ())


def _words(fronts: Sequence[_Front], rows: Rows) -> Iterator[Word]:
    """Give the words that may end here: one for each number of jokers laid, most first."""
    by_jokers: dict[int, list[_Front]] = {}
    for front in fronts:
        if front.branch.has_high:
            front = _Front(front.branch, front, (0,) * len(rows[0]))
        by_jokers.setdefault(front.branch.n_laid_jokers, []).append(front)
    for jokers in sorted(by_jokers, reverse=True):
        yield Word(Counts(rows, jokers), by_jokers[jokers])


def _choices(row: Row) -> list[Row]:
    """Give every way to take some tiles of a number, most of the first colour first."""
    return list(product(*[range(n, -1, -1) for n in row]))


def _less(row: Row, other: Row) -> Row:
    return tuple([a - b for a, b in zip(row, other, strict=True)])
