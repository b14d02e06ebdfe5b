"""
The exact solver: from counts of tiles to counts of what goes where.

It goes through the *places* 1 to 13 (14 where a 1 may be high). The state after a place is, for
each colour, the lengths of its open runs (up to the least length of a run: what is longer can end
at any time), the jokers used so far and whether any run is complete. Only the best way to each
state is kept.

A state is dropped when its open runs need more jokers than are left for lack of tiles ahead,
or when even all tiles of the hand that fit any meld would not lift it above the best known
(:mod:`tilerules.melds._solver.bounds`). In the normal form (a joker only fills gaps, the rest is
added to any run at the end) the search is made with no filler first, then one, then two, each
bounded by the one before; solutions of groups alone, where jokers cannot be added to a run, are
searched apart.

The state space and its correctness follow J. N. van Rijn, F. W. Takes and J. K. Vis, "The
complexity of Rummikub problems" (arXiv 1604.07553).

From the states before one place to those after it: the outer choice is which tiles of the place's
number go into groups; then the colours are independent, and the options of each are packed ints
that are added up. Only the best way to each new state is kept, and none that stays below a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Any, TypeAlias

from tilerules.melds._solver.bounds import Bounds
from tilerules.melds._solver.counts import (
    Edge,
    Question,
    Row,
    Solution,
    Trail,
    high_ones,
    places_of,
)
from tilerules.melds._solver.effort import Effort
from tilerules.melds._solver.groups import GroupChoices
from tilerules.melds._solver.model import Model, OptionTable

PackedEdge: TypeAlias = "tuple[int, int, Row, int]"
"""The state before, jokers and tiles in groups, and the packed option taken."""

_BEAM = 100
"""So many states of a layer are followed first."""

_UNCOUNTED = 1000
"""So many ways are looked at before they are counted."""

_A_SPLIT = 500
"""To prepare a question costs as much as to look at so many ways."""

_FEW, _COMPARED = 10, 300
"""Up to so many states are not compared with each other, and none with more than so many."""


def option_tables(
    model: Model, v: int, last: int, count: Sequence[Row], row: Row, must: Row
) -> tuple[OptionTable, ...]:
    """
    Give the options of each colour at a place.

    Args:
        model: What each colour can do.
        v: The place, from 0.
        last: How many places there are.
        count: The tiles of the places, of which those that follow are looked at.
        row: The tiles here.
        must: How many of them have to be used.
    """
    beyond = (-1,) * model.n_colours
    ahead = [*count[v + 1 : v + model.least], *[beyond] * (v + model.least - last)]
    return model.row_tables((row, must, tuple(ahead), v == last - model.least))


def advance(
    model: Model,
    tables: Sequence[OptionTable],
    choices: Sequence[GroupChoices],
    layer: dict[int, int],
    trail: dict[int, PackedEdge],
    bounds: Sequence[int],
    *,
    weight: int = 0,
    base: int = 0,
    joker_gain: int = 0,
    keeps_flag: bool = False,
    effort: Effort | None = None,
) -> dict[int, int]:
    """
    Make the states after a place, with their values, from those before it.

    Args:
        model: What each colour can do.
        tables: The options of each colour.
        choices: The choices of tiles for groups, by jokers.
        layer: The states before and their values.
        trail: Takes the edge that leads to each new state.
        bounds: For each number of jokers used, only values above this are of interest.
        weight: What a tile is worth here.
        base: Added to every value.
        joker_gain: What a joker is worth here.
        keeps_flag: Whether it matters if any run is complete.
        effort: What may still be done; None: all.

    Raises:
        OutOfEffortError: It is too much.
    """
    # The parts of a packed option never carry into each other, so options of different colours are
    # added as ints. That is the hottest loop of the solver: no call in it, and no object.
    fillers = len(bounds) - 1
    width, state_mask = model.bits, (1 << model.bits) - 1
    joker_shift, need_shift, used_shift = model.joker_shift, model.need_shift, model.used_shift
    key_mask, run_mask, flag = model.key_mask, model.run_mask, model.flag
    after: dict[int, int] = {}
    looked = 0
    for key, value in layer.items():
        if looked > _UNCOUNTED and effort is not None:
            effort.spend(looked)
            looked = 0
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
            chosen = by_mask[mask]
            looked += len(chosen)
            for choice in chosen:
                sure = start
                several: Sequence[int] | None = None
                for row, offset in zip(rows, choice[2]):  # noqa: B905  # hot
                    some: Any = row[offset]
                    if type(some) is int:
                        sure += some
                    elif several is None:
                        several = some
                    else:
                        several = [way + one for way in several for one in some]
                ways: Sequence[int] = (sure,)
                if several is not None:
                    ways = [sure + way for way in several]
                    looked += len(ways) - 1
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
    if effort is not None:
        effort.spend(looked)
    return after


def undominated(model: Model, layer: dict[int, int]) -> dict[int, int]:
    """Keep only states that no other one, worth as much, can replace."""
    if len(layer) <= _FEW:
        return layer
    strength = model.strength
    kept: list[int] = []
    found: dict[int, int] = {}
    for key in sorted(layer, key=layer.__getitem__, reverse=True):
        mine = strength(key)
        for other in kept:
            if not mine & ~other:
                break
        else:
            found[key] = layer[key]
            if len(kept) < _COMPARED:
                kept.append(mine)
    return found


_ASTRAY = 40
"""After so many states the search for any solution is made layer by layer."""


def solve(
    question: Question, model: Model, floor: int = -1, effort: Effort | None = None
) -> Solution | None:
    """
    Find the best solution, or say that there is none worth more than ``floor``.

    Raises:
        OutOfEffortError: It takes more than may be done.
    """
    best = None
    for high in high_ones(question, model.rules):
        if effort is not None:
            effort.spend(_A_SPLIT)
        split = Split(question, model, high, effort)
        found = split.solve(floor)
        if found is not None:
            best, floor = found, found.value
    return best


class _AstrayError(Exception):
    """To follow one state at a time takes too long."""


class Split:
    """
    A question with the number of high 1s decided: one row for each place.
    """

    def __init__(
        self, question: Question, model: Model, high: Row, effort: Effort | None = None
    ) -> None:
        self.model = model
        self.effort = effort
        self.question = question
        self.places = places_of(question, model.rules, high)
        self.base = self.places.base
        self.last = len(self.places)
        self.bounds = Bounds(self.places, model)
        self.needs_run = False
        self.tables: dict[tuple[int, int], tuple[OptionTable, ...]] = {}

    def solve(self, floor: int) -> Solution | None:
        """Find the best solution worth more than ``floor``."""
        question = self.question
        if not self.model.is_normal:
            spent = question.joker_weights[0] * question.jokers_must
            return self._search(question.jokers, floor, self.base, spent)
        extra = question.jokers - question.jokers_must
        base = self.base + extra * self.places.joker_weights[0]
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

    def _search(self, fillers: int, floor: int, base: int, spent: int) -> Solution | None:
        """
        Go through the places with at most so many jokers.

        Args:
            fillers: The most jokers.
            floor: Only a value above this is of interest.
            base: Added to every value.
            spent: Taken from every value: weights of jokers that have to be used.
        """
        count, is_possible = self.bounds.fits(fillers)
        if not is_possible:
            return None
        least_value = floor - base + spent
        if self.bounds.room(fillers, True)[0] <= least_value:
            return None
        # With few states of each layer the best is mostly found at once; then all that is left is
        # to see that nothing is better, for which few states are needed.
        found, is_all = self._pass(fillers, count, least_value, base - spent, _BEAM)
        if is_all:
            return found
        if found is not None:
            least_value = found.value - base + spent
        better, _is_all = self._pass(fillers, count, least_value, base - spent, 1 << 30)
        return better or found

    def _pass(
        self, fillers: int, count: Sequence[Row], least_value: int, base: int, beam: int
    ) -> tuple[Solution | None, bool]:
        """Go through the places once, for more than a value; say whether no state was left out."""
        is_all = True
        model, last = self.model, self.last
        rooms = [self.bounds.room(fillers, True)]
        rooms += [self.bounds.room(left, False) for left in range(fillers - 1, -1, -1)]
        # A layer has the best value of each state; what is dropped can gain no more than the bound
        # from here, or another state does as well whatever follows.
        layer: dict[int, int] = {0: 0}
        parents: list[dict[int, PackedEdge]] = []
        for v in range(last):
            trail: dict[int, PackedEdge] = {}
            bounds = [least_value - room[v + 1] for room in rooms]
            layer = self.advance(v, count, layer, trail, fillers, bounds)
            if not layer:
                return None, is_all
            if self.model.is_normal:
                layer = undominated(model, layer)
            if len(layer) > beam:
                is_all = False
                layer = dict(nlargest(beam, layer.items(), key=lambda one: one[1]))
            parents.append(trail)
        key = self._best_end(layer)
        if key is None:
            return None, is_all
        jokers = key >> model.joker_shift & 15
        parked = self.question.jokers - jokers if self.model.is_normal else 0
        return Solution(layer[key] + base, self.trail_to(key, parents), parked), is_all

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
        count, is_possible = self.bounds.fits(fillers)
        if not is_possible:
            return None
        # The states waiting at each place; a state seen there leads nowhere the second time, too.
        bounds, debt = [-1] * (fillers + 1), self.model.debt
        ahead: list[list[int]] = [[0]]
        parents: list[dict[int, PackedEdge]] = []
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
                    jokers = key >> self.model.joker_shift & 15
                    parked = self.question.jokers - jokers
                    return Solution(self.base, self.trail_to(key, parents), parked)
                continue
            trail: dict[int, PackedEdge] = {}
            layer = self.advance(v, count, {key: 0}, trail, fillers, bounds)
            ahead.append(sorted(layer, key=debt, reverse=True) if len(layer) > 1 else [*layer])
            parents.append(trail)
        return None

    def _tables(self, v: int, count: Sequence[Row], fillers: int) -> tuple[OptionTable, ...]:
        tables = self.tables.get((v, fillers))
        if tables is None:
            tables = option_tables(self.model, v, self.last, count, count[v], self.places.must[v])
            self.tables[v, fillers] = tables
        return tables

    def advance(
        self,
        v: int,
        count: Sequence[Row],
        layer: dict[int, int],
        trail: dict[int, PackedEdge],
        fillers: int,
        bounds: list[int],
    ) -> dict[int, int]:
        """Make the states after a place from those before it."""
        model = self.model
        none = count[v] if v < model.rules.highest else (0,) * model.n_colours
        return advance(
            model,
            self._tables(v, count, fillers),
            model.groups.choices(none, fillers),
            layer,
            trail,
            bounds,
            weight=self.places.weights[v],
            base=-self.places.weights[v] * sum(self.places.must[v]),
            joker_gain=0 if self.model.is_normal else self.places.joker_weights[v],
            keeps_flag=self.needs_run,
            effort=self.effort,
        )

    def _best_end(self, layer: dict[int, int]) -> int | None:
        """Give the best state at the end in which the jokers can be accounted for."""
        model, question = self.model, self.question
        best = None
        for key, value in layer.items():
            jokers = key >> model.joker_shift & 15
            if self.model.is_normal:
                fits = not self.needs_run or key & model.flag or jokers == question.jokers
            else:
                fits = jokers >= question.jokers_must
            if fits and (best is None or value > layer[best]):
                best = key
        return best

    def trail_to(self, key: int, parents: Sequence[dict[int, PackedEdge]]) -> Trail:
        found = []
        for back in reversed(parents):
            edge = back[key]
            found.append(self.edge_of(edge, key))
            key = edge[0]
        return tuple(reversed(found))

    def edge_of(self, edge: PackedEdge, state: int) -> Edge:
        _before, group_jokers, in_groups, packed = edge
        return Edge(in_groups, group_jokers, self.model.choices(packed), state)

    def _groups_only(self, floor: int) -> Solution | None:
        """Find the best solution without any run, in which jokers are in groups."""
        question, model = self.question, self.model
        # By jokers used so far, the best value and what was chosen for it, number by number.
        layer: dict[int, tuple[int, tuple[tuple[Row, int], ...]]] = {0: (self.base, ())}
        for v, row in enumerate(self.places.count):
            must = self.places.must[v]
            if v >= model.rules.highest and any(must):
                return None
            total_must, weight = sum(must), self.places.weights[v]
            after: dict[int, tuple[int, tuple[tuple[Row, int], ...]]] = {}
            for jokers, choice in model.groups.best(row, must, question.jokers):
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
        none = ((0, 0),) * model.n_colours
        best = None
        for jokers, (value, trail) in layer.items():
            if jokers >= question.jokers_must:
                worth = value + self.places.joker_weights[0] * (jokers - question.jokers_must)
                if worth > floor:
                    edges = tuple([Edge(choice, held, none, 0) for choice, held in trail])
                    best, floor = Solution(worth, edges, 0), worth
        return best
