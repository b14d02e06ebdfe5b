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

from tilerules.solvers._meld_steps import GroupChoices, NormalSteps, OptionTable, Steps
from tilerules.tiles import bits

_FEW = 10
"""Up to so many states are not compared with each other."""

_ASTRAY = 40
"""After so many states the search for any solution is made layer by layer."""

__all__ = [
    "Layer",
    "Question",
    "Row",
    "Solution",
    "Split",
    "Step",
    "Trail",
    "advance",
    "high_ones",
    "option_tables",
    "solve",
    "undominated",
]

Step: TypeAlias = "tuple[int, int, Row, int]"
"""The state before, jokers and tiles in groups, and the packed option taken."""
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


def solve(question: Question, steps: Steps, floor: int = -1) -> Solution | None:
    """
    Find the best solution, or say that there is none worth more than ``floor``.
    """
    best = None
    for high in high_ones(question, steps):
        split = Split(question, steps, high)
        found = split.solve(floor)
        if found is not None:
            best, floor = found, found.value
    return best


def high_ones(question: Question, steps: Steps) -> list[Row]:
    """Give every choice of how many 1s of each colour stand after the highest number."""
    rules = steps.rules
    if rules.last_place == rules.highest:
        return [(0,) * steps.n_colours]
    ones, tops = question.count[0], question.count[-1]
    most = [min(one, top + question.jokers) for one, top in zip(ones, tops, strict=True)]
    return list(product(*[range(n + 1) for n in most]))


class _AstrayError(Exception):
    """To follow one state at a time takes too long."""


class Split:
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
        self.needs_run = False
        self.masks = [
            sum([1 << v for v, n in enumerate(column) if n])
            for column in zip(*self.count, strict=True)
        ]
        self.fits: list[tuple[list[Row], bool]] = []
        self.tables: dict[tuple[int, int], tuple[OptionTable, ...]] = {}
        self.rooms: dict[tuple[int, bool], list[int]] = {}

    def solve(self, floor: int) -> Solution | None:
        """Find the best solution worth more than ``floor``."""
        question = self.question
        if not self.is_normal:
            spent = question.joker_weights[0] * question.jokers_must
            return self._search(question.jokers, floor, self.base, spent)
        extra = question.jokers - question.jokers_must
        base = self.base + extra * self.joker_weights[0]
        best = self._groups_only(floor) if question.jokers else None
        if best is not None:
            floor = best.value
        if question.count == question.must and question.jokers == question.jokers_must:
            return best or self._any(floor)
        for fillers in range(question.jokers + 1):
            self.needs_run = False
            found = self._search(fillers, floor, base, 0)
            if found is not None and found.parked and not found.has_run:
                self.needs_run = True
                found = self._search(fillers, floor, base, 0)
            if found is not None:
                best, floor = found, found.value
        return best

    def fits_with(self, fillers: int) -> tuple[list[Row], bool]:
        """
        Count the tiles that fit any meld with so many jokers, or have to; say if all these do.
        """
        rules = self.steps.rules
        in_run = [_in_runs(mask, self.steps.least, fillers, self.last) for mask in self.masks]
        doubtful = 0
        for mask, covered in zip(self.masks, in_run, strict=True):
            doubtful |= mask & ~covered
        rows = list(self.count)
        is_possible = True
        for v in bits(doubtful):
            row = rows[v]
            most = self.steps.most_groups(row, fillers) if v < rules.highest else 0
            fits = [
                n if covered >> v & 1 or n <= most else most
                for covered, n in zip(in_run, row, strict=True)
            ]
            rows[v] = tuple([max(n, m) for n, m in zip(fits, self.must[v], strict=True)])
            is_possible = is_possible and rows[v] == tuple(fits)
        return rows, is_possible

    def _room(self, left: int, is_start: bool) -> list[int]:
        """
        Give, for each place, what the places from it on can add at most with some jokers left.

        Unless all jokers are left, there may be open runs: tiles that continue them count even
        if they fit no meld.
        """
        key = left, is_start
        room = self.rooms.get(key)
        if room is None:
            rows, _is_possible = self.fits[left]
            joker_gain = 0 if self.is_normal else max(self.joker_weights)
            room = self.rooms[key] = [0] * self.last + [left * joker_gain]
            for v in range(self.last - 1, -1, -1):
                weight = self.weights[v]
                gain = weight * (sum(rows[v]) - sum(self.must[v])) if weight else 0
                room[v] = room[v + 1] + gain
            if not is_start:
                for v in range(self.last):
                    room[v] += self._continued(v, rows, left)
        return room

    def _continued(self, v: int, rows: list[Row], left: int) -> int:
        """Give the weight of tiles from a place on that only fit as part of an open run."""
        count, gain = self.count, 0
        for place in range(v, min(v + self.steps.least - 1, self.last)):
            if rows[place] != count[place]:
                gain += self.weights[place] * sum(
                    [
                        n - kept
                        for n, kept, *before in zip(
                            count[place], rows[place], *count[v:place], strict=True
                        )
                        if n > kept and before.count(0) <= left
                    ]
                )
        return gain

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
        while len(self.fits) <= fillers:
            self.fits.append(self.fits_with(len(self.fits)))
        count, is_possible = self.fits[fillers]
        if not is_possible:
            return None
        least_value = floor - base + spent
        if self._room(fillers, True)[0] <= least_value:
            return None
        rooms = [self._room(fillers, True)]
        rooms += [self._room(left, False) for left in range(fillers - 1, -1, -1)]
        layer: dict[int, int] = {0: 0}
        parents: list[dict[int, Step]] = []
        for v in range(last):
            trail: dict[int, Step] = {}
            bounds = [least_value - room[v + 1] for room in rooms]
            layer = self.advance(v, count, layer, trail, fillers, bounds)
            if not layer:
                return None
            if self.is_normal:
                layer = undominated(steps, layer)
            parents.append(trail)
        key = self._best_end(layer)
        if key is None:
            return None
        jokers = key >> steps.joker_shift & 15
        parked = self.question.jokers - jokers if self.is_normal else 0
        return Solution(layer[key] + base - spent, self.trail_to(key, parents), parked)

    def _any(self, floor: int) -> Solution | None:
        """
        Find any solution, where all tiles have to be used.

        Depth first, as mostly the first way does; where it leads astray, layer by layer, so
        that states which others can replace are dropped.
        """
        if floor >= self.base:
            return None
        jokers = self.question.jokers
        self.needs_run = jokers > 0
        for fillers in sorted({0, jokers}):
            try:
                found = self._first(fillers, _ASTRAY << 2 * fillers)
            except _AstrayError:
                found = self._search(fillers, self.base - 1, self.base, 0)
            if found is not None:
                return found
        return None

    def _first(self, fillers: int, effort: int) -> Solution | None:
        """
        Follow one state at a time, and come back to none that leads nowhere.

        Raises:
            _AstrayError: So many states were followed.
        """
        count, is_possible = self.fits_with(fillers)
        if not is_possible:
            return None
        bounds, debt = [-1] * (fillers + 1), self.steps.debt
        ahead: list[list[int]] = [[0]]
        parents: list[dict[int, Step]] = []
        seen: set[tuple[int, int]] = set()
        while ahead:
            v = len(ahead) - 1
            del parents[v:]
            if not ahead[v]:
                ahead.pop()
                continue
            key = ahead[v].pop()
            if (v, key) in seen:
                continue
            seen.add((v, key))
            if len(seen) > effort:
                raise _AstrayError
            if v == self.last:
                if self._best_end({key: 0}) is not None:
                    jokers = key >> self.steps.joker_shift & 15
                    parked = self.question.jokers - jokers
                    return Solution(self.base, self.trail_to(key, parents), parked)
                continue
            trail: dict[int, Step] = {}
            layer = self.advance(v, count, {key: 0}, trail, fillers, bounds)
            ahead.append(sorted(layer, key=debt, reverse=True) if len(layer) > 1 else [*layer])
            parents.append(trail)
        return None

    def _tables(self, v: int, count: Sequence[Row], fillers: int) -> tuple[OptionTable, ...]:
        tables = self.tables.get((v, fillers))
        if tables is None:
            tables = option_tables(self.steps, v, self.last, count, count[v], self.must[v])
            self.tables[v, fillers] = tables
        return tables

    def advance(
        self,
        v: int,
        count: Sequence[Row],
        layer: dict[int, int],
        trail: dict[int, Step],
        fillers: int,
        bounds: list[int],
    ) -> dict[int, int]:
        """Make the states after a place from those before it."""
        steps = self.steps
        none = count[v] if v < steps.rules.highest else (0,) * steps.n_colours
        return advance(
            steps,
            self._tables(v, count, fillers),
            steps.groups(none, fillers),
            layer,
            trail,
            bounds,
            weight=self.weights[v],
            base=-self.weights[v] * sum(self.must[v]),
            joker_gain=0 if self.is_normal else self.joker_weights[v],
            keeps_flag=self.needs_run,
        )

    def _best_end(self, layer: dict[int, int]) -> int | None:
        """Give the best state at the end in which the jokers can be accounted for."""
        steps, question = self.steps, self.question
        best = None
        for key, value in layer.items():
            jokers = key >> steps.joker_shift & 15
            if self.is_normal:
                fits = not self.needs_run or key & steps.flag or jokers == question.jokers
            else:
                fits = jokers >= question.jokers_must
            if fits and (best is None or value > layer[best]):
                best = key
        return best

    def trail_to(self, key: int, parents: Sequence[dict[int, Step]]) -> Trail:
        """Follow a state back to the start."""
        found = []
        for back in reversed(parents):
            step = back[key]
            found.append(self.layer_of(step, key))
            key = step[0]
        return tuple(reversed(found))

    def layer_of(self, step: Step, state: int) -> Layer:
        """Read what a step to a state does."""
        _before, group_jokers, in_groups, packed = step
        return Layer(in_groups, group_jokers, self.steps.choices(packed), state)

    def _groups_only(self, floor: int) -> Solution | None:
        """Find the best solution without any run, in which jokers are in groups."""
        question, steps = self.question, self.steps
        layer: dict[int, tuple[int, tuple[tuple[Row, int], ...]]] = {0: (self.base, ())}
        for v, row in enumerate(self.count):
            must = self.must[v]
            if v >= steps.rules.highest and any(must):
                return None
            total_must, weight = sum(must), self.weights[v]
            after: dict[int, tuple[int, tuple[tuple[Row, int], ...]]] = {}
            for jokers, choice in steps.best_groups(row, must, question.jokers):
                gain = weight * (sum(choice) - total_must)
                for before, (value, trail) in layer.items():
                    now = before + jokers
                    if now <= question.jokers and (
                        now not in after or value + gain > after[now][0]
                    ):
                        after[now] = value + gain, (*trail, (choice, jokers))
            if not after:
                return None
            layer = after
        none = ((0, 0),) * steps.n_colours
        best = None
        for jokers, (value, trail) in layer.items():
            if jokers >= question.jokers_must:
                worth = value + self.joker_weights[0] * (jokers - question.jokers_must)
                if worth > floor:
                    layers = tuple([Layer(choice, held, none, 0) for choice, held in trail])
                    best, floor = Solution(worth, layers, 0), worth
        return best


def option_tables(
    steps: Steps, v: int, last: int, count: Sequence[Row], row: Row, must: Row
) -> tuple[OptionTable, ...]:
    """
    Give the options of each colour at a place.

    Args:
        steps: The model.
        v: The place, from 0.
        last: How many places there are.
        count: The tiles of the places, of which those that follow are looked at.
        row: The tiles here.
        must: How many of them have to be used.
    """
    beyond = (-1,) * steps.n_colours
    ahead = [*count[v + 1 : v + steps.least], *[beyond] * (v + steps.least - last)]
    return steps.row_tables((row, must, tuple(ahead), v == last - steps.least))


def advance(
    steps: Steps,
    tables: Sequence[OptionTable],
    choices: Sequence[GroupChoices],
    layer: dict[int, int],
    trail: dict[int, Step],
    bounds: Sequence[int],
    *,
    weight: int = 0,
    base: int = 0,
    joker_gain: int = 0,
    keeps_flag: bool = False,
) -> dict[int, int]:
    """
    Make the states after a place, with their values, from those before it.

    Args:
        steps: The model.
        tables: The options of each colour.
        choices: The choices of tiles for groups, by jokers.
        layer: The states before and their values.
        trail: Takes the step that leads to each new state.
        bounds: For each number of jokers used, only values above this are of interest.
        weight: What a tile is worth here.
        base: Added to every value.
        joker_gain: What a joker is worth here.
        keeps_flag: Whether it matters if any run is complete.
    """
    fillers = len(bounds) - 1
    width, state_mask = steps.bits, (1 << steps.bits) - 1
    joker_shift, need_shift, used_shift = steps.joker_shift, steps.need_shift, steps.used_shift
    key_mask, run_mask, flag = steps.key_mask, steps.run_mask, steps.flag
    after: dict[int, int] = {}
    for key, value in layer.items():
        rest = key
        options = []
        for table in tables:
            options.append(table[rest & state_mask])
            rest >>= width
        had_run = key & flag
        held = key >> joker_shift & 15
        for group_jokers, by_mask in enumerate(choices[: fillers - held + 1]):
            left = fillers - held - group_jokers
            mask = 0
            rows = []
            for one in options:
                bit, row = one[left]
                mask |= bit
                rows.append(row)
            limit = left + 1 << need_shift
            start = held + group_jokers << joker_shift
            for choice in by_mask[mask]:
                sure, open_ = start, []
                for row, offset in zip(rows, choice[2]):  # noqa: B905  # hot
                    some = row[offset]
                    if len(some) == 1:
                        sure += some[0]
                    else:
                        open_.append(some)
                ways = [sure]
                for some in open_:
                    ways = [way + one for way in ways for one in some]
                gained = value + base + weight * choice[1]
                for way in ways:
                    if way >= limit:
                        continue
                    worth = gained + weight * (way >> used_shift & 255)
                    if joker_gain:
                        worth += joker_gain * ((way >> joker_shift & 15) - held)
                    if worth <= bounds[way >> joker_shift & 15]:
                        continue
                    new = way & key_mask
                    if keeps_flag and (had_run or way & run_mask):
                        new |= flag
                    old = after.get(new)
                    if old is None or worth > old:
                        after[new] = worth
                        trail[new] = (key, group_jokers, choice[0], way)
    return after


def undominated(steps: Steps, layer: dict[int, int]) -> dict[int, int]:
    """Keep only states that no other one, worth as much, can replace."""
    if len(layer) <= _FEW:
        return layer
    strength = steps.strength
    kept: list[int] = []
    found: dict[int, int] = {}
    for key in sorted(layer, key=layer.__getitem__, reverse=True):
        mine = strength(key)
        for other in kept:
            if not mine & ~other:
                break
        else:
            kept.append(mine)
            found[key] = layer[key]
    return found


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
