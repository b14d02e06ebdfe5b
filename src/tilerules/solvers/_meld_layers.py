"""
From the states before one place to those after it.

The outer choice is which tiles of the place's number go into groups; then the colours are
independent, and the options of each are packed ints that are added up. Only the best way to
each new state is kept, and none that stays below a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tilerules.solvers._meld_groups import GroupChoices
from tilerules.solvers._meld_questions import Row
from tilerules.solvers._meld_steps import OptionTable, Steps

__all__ = ["Step", "advance", "option_tables", "undominated"]

Step: TypeAlias = "tuple[int, int, Row, int]"
"""The state before, jokers and tiles in groups, and the packed option taken."""

_FEW = 10
"""Up to so many states are not compared with each other."""


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
