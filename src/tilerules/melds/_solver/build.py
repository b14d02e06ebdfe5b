"""
From what a solution puts where to melds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import attrs

from tilerules.melds._solver.counts import Edge, Question, Solution
from tilerules.melds._solver.effort import Effort
from tilerules.melds._solver.explicit import ExplicitModel, Slot, loose_model, model_for
from tilerules.melds._solver.model import Model
from tilerules.melds._solver.search import solve
from tilerules.melds.meld import Meld, MeldRules, Table

Column: TypeAlias = "tuple[tuple[int, int], ...]"
"""For each place, natural tiles and jokers of one colour in runs."""

_MOST_KEPT = 1 << 16
"""Runs of so many columns are kept."""


@attrs.define
class _Run:
    """
    A run while it is being made.
    """

    low: int
    high: int
    jokers: list[int]
    slot: Slot = (0, 0, True)

    def __len__(self) -> int:
        return self.high - self.low + 1


def best_table(
    question: Question,
    rules: MeldRules,
    *,
    more_copies: int = 0,
    floor: int = -1,
    effort: Effort | None = None,
) -> tuple[Solution, Table] | None:
    """
    Find the best solution worth more than ``floor``, and make its melds.

    Where a meld may not have all jokers, the best solution without this limit is found first:
    it takes a fraction of the time, and mostly it keeps the limit by itself.

    Raises:
        OutOfEffortError: It takes more than may be done.
    """
    exact = model_for(rules, more_copies)
    for model in dict.fromkeys((loose_model(rules, more_copies), exact)):
        solution = solve(question, model, floor, effort)
        # With more jokers allowed nothing was found: nor is there anything with fewer.
        if solution is None:
            return None
        table = build(solution, model)
        if model is exact or keeps_limit(table, rules):
            return solution, table
    raise AssertionError("the model of the rules themselves is the last")


def keeps_limit(table: Table, rules: MeldRules) -> bool:
    """Whether no meld has more jokers than it may."""
    return all([len(meld.jokers) <= rules.joker_limit for meld in table])


def build(solution: Solution, model: Model) -> Table:
    """
    Make the melds of a solution, in canonical order.
    """
    rules = model.rules
    melds: list[Meld] = []
    columns = list(zip(*[edge.in_runs for edge in solution.trail], strict=True))
    if isinstance(model, ExplicitModel):
        for c, letter in enumerate(rules.letters):
            for run in _replay(c, solution.trail, model):
                melds += _cut(letter, run, rules)
    elif solution.parked:
        runs = [
            (letter, run)
            for letter, column in zip(rules.letters, columns, strict=True)
            for run in _first_in_first_out(column)
        ]
        _park(runs, solution.parked, rules)
        for letter, run in runs:
            melds += _cut(letter, run, rules)
    else:
        for letter, column in zip(rules.letters, columns, strict=True):
            # The tables of one listing differ in a few places: most columns come again.
            made = model.run_melds.get((letter, column))
            if made is None:
                made = [
                    meld for run in _first_in_first_out(column) for meld in _cut(letter, run, rules)
                ]
                if len(model.run_melds) < _MOST_KEPT:
                    model.run_melds[letter, column] = made
            melds += made
    for number, edge in enumerate(solution.trail, 1):
        if any(edge.in_groups):
            melds += model.groups.melds(number, edge.in_groups, edge.group_jokers)
    return rules.table(melds)


def _first_in_first_out(column: Column) -> list[_Run]:
    """Make runs of what one colour has at each place: the run that began first ends first."""
    made: list[_Run] = []
    open_: list[_Run] = []
    for place, (naturals, jokers) in enumerate(column, 1):
        n_runs = naturals + jokers
        if not n_runs and not open_:
            continue
        open_ = open_[max(0, len(open_) - n_runs) :]
        for run in open_:
            run.high = place
        for _ in range(n_runs - len(open_)):
            run = _Run(place, place, [])
            open_.append(run)
            made.append(run)
        if jokers:
            for run in sorted(open_, key=lambda run: len(run.jokers))[:jokers]:
                run.jokers.append(place)
    return made


def _replay(colour: int, trail: Sequence[Edge], model: ExplicitModel) -> list[_Run]:
    """Make runs by following the states."""
    # A state does not say which run got what: any assignment that leads to the next state will do.
    made: list[_Run] = []
    open_: list[_Run] = []
    shift = model.bits * colour
    for place, edge in enumerate(trail, 1):
        goal = model.by_code[edge.state >> shift & (1 << model.bits) - 1]
        open_.sort(key=lambda run: run.slot)
        slots = tuple(run.slot for run in open_)
        for actions in model.assignments(slots, *edge.in_runs[colour]):
            after = model.after(slots, actions)
            if after is not None and tuple(sorted(after)) == goal:
                break
        else:
            raise AssertionError("a state that nothing leads to")
        still: list[_Run] = []
        for i, action in enumerate(actions):
            if action == "-":
                continue
            if i < len(open_):
                run = open_[i]
                run.high = place
            else:
                run = _Run(place, place, [])
                made.append(run)
            run.slot = after[len(still)]
            if action == "j":
                run.jokers.append(place)
            still.append(run)
        open_ = still
    return made


def _park(runs: list[tuple[str, _Run]], jokers: int, rules: MeldRules) -> None:
    """Add the jokers that fill no gap: above a run, below it, or where a full one is split."""
    for _ in range(jokers):
        # Spread out, they seldom are more than a meld may have.
        for _letter, run in sorted(runs, key=lambda one: len(one[1].jokers)):
            if run.high < rules.highest and len(run) < rules.highest:
                run.high += 1
                run.jokers.append(run.high)
                break
            if run.low > 1 and len(run) < rules.highest:
                run.low -= 1
                run.jokers.append(run.low)
                break
        else:
            letter, run = runs[0]
            at = max(run.low + rules.min_run - 1, run.high - rules.min_run)
            upper = _Run(at + 1, run.high, [p for p in run.jokers if p > at])
            run.high, run.jokers = at, [p for p in run.jokers if p <= at]
            short = upper if len(upper) < rules.min_run or len(run) == rules.highest else run
            runs.append((letter, upper))
            if short is upper:
                upper.low -= 1
                upper.jokers.append(upper.low)
            else:
                run.high += 1
                run.jokers.append(run.high)


def _cut(letter: str, run: _Run, rules: MeldRules) -> list[Meld]:
    """Make melds of a run; one with a 1 at both ends is cut in two."""
    if len(run) <= rules.highest:
        return [rules.run(letter, run.low, run.high, jokers=run.jokers)]
    at = run.high - rules.min_run
    return [
        rules.run(letter, run.low, at, jokers=[p for p in run.jokers if p <= at]),
        rules.run(letter, at + 1, run.high, jokers=[p for p in run.jokers if p > at]),
    ]
