"""
The exact solver: from counts of tiles to counts of what goes where.

It goes through the *places* 1 to 13 (14 where a 1 may be high). The state after a place is, for
each colour, the lengths of its open runs (up to the least length of a run: what is longer can
end at any time), the jokers used so far and whether any run is complete. At each place the
outer choice is which tiles go into groups; then the colours are independent, and their ways
on come from the tables of :mod:`tilerules.solvers._meld_steps`, as packed ints that are added
up. Only the best way to each state is kept.

A state is dropped when its open runs need more jokers than are left for lack of tiles ahead,
or when even all tiles of the hand that fit any meld would not lift it above the best known.
In the normal form (a joker only fills gaps, the rest is added to any run at the end) the
search is made with no filler first, then one, then two, each bounded by the one before;
solutions of groups alone, where jokers cannot be added to a run, are searched apart.

The state space and its correctness follow J. N. van Rijn, F. W. Takes and J. K. Vis, "The
complexity of Rummikub problems" (arXiv 1604.07553).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import attrs

from tilerules.solvers._meld_steps import GroupOption, NormalSteps, OptionTable, Steps

__all__ = ["Layer", "Question", "Solution", "Trail", "solve"]

Row: TypeAlias = "tuple[int, ...]"
"""A number for each colour."""


@attrs.frozen(kw_only=True)
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


def solve(question: Question, steps: Steps, floor: int = -1) -> Solution | None:
    """
    Find the best solution, or say that there is none worth more than ``floor``.
    """
    best = None
    for high in _high_ones(question, steps):
        split = _Split(question, steps, high)
        found = split.solve(floor)
        if found is not None:
            best, floor = found, found.value
    return best


def _high_ones(question: Question, steps: Steps) -> list[Row]:
    """Give every choice of how many 1s of each colour stand after the highest number."""
    rules = steps.rules
    if rules.last_place == rules.highest:
        return [(0,) * steps.n_colours]
    ones, tops = question.count[0], question.count[-1]
    most = [min(one, top + question.jokers) for one, top in zip(ones, tops, strict=True)]
    return list(product(*[range(n + 1) for n in most]))


class _Split:
    """
    A question with the number of high 1s decided: one row for each place.
    """

    def __init__(self, question: Question, steps: Steps, high: Row) -> None:
        self.steps = steps
        self.question = question
        self.count = list(question.count)
        self.must = list(question.must)
        self.weights = list(question.weights)
        self.joker_weights = list(question.joker_weights)
        self.base = 0
        self.is_normal = isinstance(steps, NormalSteps)
        if steps.rules.last_place > steps.rules.highest:
            ones, must = self.count[0], self.must[0]
            gain = sum(max(0, h - m) for h, m in zip(high, must, strict=True))
            self.base = gain * self.weights[0]
            self.count[0] = tuple(n - h for n, h in zip(ones, high, strict=True))
            self.must[0] = tuple(max(0, m - h) for m, h in zip(must, high, strict=True))
            self.count.append(high)
            self.must.append(high)
            self.weights.append(0)
            self.joker_weights.append(self.joker_weights[0])
        self.last = len(self.count)

    def solve(self, floor: int) -> Solution | None:
        """Find the best solution worth more than ``floor``."""
        question = self.question
        if not self.is_normal:
            spent = question.joker_weights[0] * question.jokers_must
            return self._search(question.jokers, floor, self.base, spent)
        extra = question.jokers - question.jokers_must
        base = self.base + extra * self.joker_weights[0]
        best = None
        for fillers in range(question.jokers + 1):
            found = self._search(fillers, floor, base, 0)
            if found is not None:
                best, floor = found, found.value
        if question.jokers:
            found = self._groups_only(floor)
            if found is not None:
                best = found
        return best

    def _fits(self, fillers: int) -> list[Row] | None:
        """
        Count the tiles that fit any meld with so many jokers; None if some that must does not.
        """
        steps, rules = self.steps, self.steps.rules
        least, last = steps.least, self.last
        if fillers >= least - 1:
            return self.count
        near = [0] * last
        masks = [
            sum([1 << v for v in range(last) if self.count[v][c]])
            for c in range(steps.n_colours)
        ]
        in_run = [_in_runs(mask, least, fillers, last) for mask in masks]
        rows: list[Row] = []
        for v, row in enumerate(self.count):
            near[v] = sum([n > 0 for n in row])
            if near[v] + fillers >= rules.min_group and v < rules.highest:
                rows.append(row)
                continue
            kept = tuple([n if in_run[c] >> v & 1 else 0 for c, n in enumerate(row)])
            if kept != row:
                for n, m in zip(kept, self.must[v], strict=True):
                    if m > n:
                        return None
            rows.append(kept)
        return rows

    def _search(self, fillers: int, floor: int, base: int, spent: int) -> Solution | None:
        """
        Go through the places with at most so many jokers.

        Args:
            fillers: The most jokers.
            floor: Only a value above this is of interest.
            base: Added to every value.
            spent: Taken from every value: weights of jokers that have to be used.
        """
        steps, last = self.steps, self.last
        count = self._fits(fillers)
        if count is None:
            return None
        room = self._room(count, fillers)
        least_value = floor - base + spent
        if room[0] <= least_value:
            return None
        layer: dict[int, int] = {0: 0}
        parents: list[dict[int, tuple[int, GroupOption, int]]] = []
        for v in range(last):
            trail: dict[int, tuple[int, GroupOption, int]] = {}
            layer = self._advance(
                v, count, layer, trail, fillers, least_value - room[v + 1]
            )
            if not layer:
                return None
            parents.append(trail)
        key = self._best_end(layer, fillers)
        if key is None:
            return None
        jokers = key >> steps.joker_shift & 15
        parked = self.question.jokers - jokers if self.is_normal else 0
        return Solution(layer[key] + base - spent, self._trail(key, parents), parked)

    def _room(self, count: Sequence[Row], fillers: int) -> list[int]:
        """Give, for each place, what the places from it on can add at most."""
        room = [0] * (self.last + 1)
        if not self.is_normal:
            room[self.last] = fillers * max(self.joker_weights)
        for v in range(self.last - 1, -1, -1):
            weight = self.weights[v]
            gain = weight * (sum(count[v]) - sum(self.must[v])) if weight else 0
            room[v] = room[v + 1] + gain
        return room

    def _tables(self, v: int, count: Sequence[Row], fillers: int) -> list[OptionTable]:
        steps = self.steps
        ahead = range(v + 1, v + steps.least)
        is_start = v == self.last - steps.least
        rows = [count[place] if place < self.last else None for place in ahead]
        return [
            steps.table(
                c,
                count[v][c],
                self.must[v][c],
                tuple([row[c] if row is not None else -1 for row in rows]),
                fillers,
                is_start,
            )
            for c in range(steps.n_colours)
        ]

    def _advance(
        self,
        v: int,
        count: Sequence[Row],
        layer: dict[int, int],
        trail: dict[int, tuple[int, GroupOption, int]],
        fillers: int,
        least_value: int,
    ) -> dict[int, int]:
        """Make the states after a place from those before it."""
        steps = self.steps
        tables = self._tables(v, count, fillers)
        none = count[v] if v < steps.rules.highest else (0,) * steps.n_colours
        choices = steps.groups(none, fillers)
        weight, joker_weight = self.weights[v], self.joker_weights[v]
        total_must = sum(self.must[v])
        bits, width = steps.bits, steps.width
        state_mask = (1 << bits) - 1
        colours = range(steps.n_colours)
        joker_shift, need_shift, used_shift = (
            steps.joker_shift,
            steps.need_shift,
            steps.used_shift,
        )
        choice_shift, key_mask = steps.choice_shift, steps.key_mask
        run_mask, flag = steps.run_mask, steps.flag
        is_explicit = not self.is_normal
        keeps_flag = self.question.jokers > 0 and self.is_normal
        after: dict[int, int] = {}
        for key, value in layer.items():
            rows = [(key >> bits * c & state_mask) * width for c in colours]
            had_run = key & flag
            jokers_before = key & 15 << joker_shift
            for choice in choices:
                _grouped, total, group_jokers, offsets = choice
                start = jokers_before + (group_jokers << joker_shift)
                ways = [start]
                for table, row, offset in zip(tables, rows, offsets, strict=True):
                    options = table[row + offset]
                    if len(options) == 1:
                        one = options[0]
                        ways = [way + one for way in ways]
                    elif options:
                        ways = [way + one for way in ways for one in options]
                    else:
                        break
                else:
                    gained = value + weight * (total - total_must)
                    for way in ways:
                        if fillers and (
                            (way >> joker_shift & 15) + (way >> need_shift & 255) > fillers
                        ):
                            continue
                        worth = gained + weight * (way >> used_shift & 255)
                        if is_explicit and joker_weight:
                            worth += joker_weight * (
                                (way >> joker_shift & 15) - (key >> joker_shift & 15)
                            )
                        if worth <= least_value:
                            continue
                        new = way & key_mask
                        if keeps_flag and (had_run or way & run_mask):
                            new |= flag
                        old = after.get(new)
                        if old is None or worth > old:
                            after[new] = worth
                            trail[new] = (key, choice, way >> choice_shift)
        return after

    def _best_end(self, layer: dict[int, int], fillers: int) -> int | None:
        """Give the best state at the end in which the jokers can be accounted for."""
        steps, question = self.steps, self.question
        best = None
        for key, value in layer.items():
            jokers = key >> steps.joker_shift & 15
            if self.is_normal:
                fits = key & steps.flag or jokers == question.jokers
            else:
                fits = jokers >= question.jokers_must
            if fits and (best is None or value > layer[best]):
                best = key
        return best

    def _trail(
        self, key: int, parents: list[dict[int, tuple[int, GroupOption, int]]]
    ) -> Trail:
        steps = self.steps
        found = []
        for back in reversed(parents):
            state = key
            key, choice, packed = back[key]
            in_runs = tuple([steps.choice(packed, c) for c in range(steps.n_colours)])
            found.append(Layer(choice[0], choice[2], in_runs, state))
        return tuple(reversed(found))

    def _groups_only(self, floor: int) -> Solution | None:
        """Find the best solution without any run, in which jokers are in groups."""
        question, steps = self.question, self.steps
        none = ((0, 0),) * steps.n_colours
        layer: dict[int, tuple[int, Trail]] = {0: (self.base, ())}
        for v, row in enumerate(self.count):
            must = self.must[v]
            total_must = sum(must)
            if v >= steps.rules.highest and total_must:
                return None
            after: dict[int, tuple[int, Trail]] = {}
            for choice, total, jokers in steps.jokers_in_groups(row, question.jokers):
                if any(g < m for g, m in zip(choice, must, strict=True)):
                    continue
                gain = self.weights[v] * (total - total_must)
                for before, (value, trail) in layer.items():
                    now = before + jokers
                    if now <= question.jokers and (
                        now not in after or value + gain > after[now][0]
                    ):
                        after[now] = value + gain, (*trail, Layer(choice, jokers, none, 0))
            layer = after
        best = None
        for jokers, (value, trail) in layer.items():
            if jokers >= question.jokers_must:
                worth = value + self.joker_weights[0] * (jokers - question.jokers_must)
                if worth > floor:
                    best, floor = Solution(worth, trail, 0), worth
        return best


def _in_runs(mask: int, least: int, fillers: int, last: int) -> int:
    """Give the places of a colour that lie in a run with at most so many gaps."""
    if not fillers:
        starts = mask
        for step in range(1, least):
            starts &= mask >> step
        covered = starts
        for step in range(1, least):
            covered |= starts << step
        return covered
    window = (1 << least) - 1
    covered = 0
    for low in range(last - least + 1):
        if (mask >> low & window).bit_count() + fillers >= least:
            covered |= window << low
    return covered & mask
