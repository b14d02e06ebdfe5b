"""
What is kept of a block: sums of whole numbers, which add up the same in any order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from operator import mul
from typing import Any, TypeAlias

import attrs

__all__ = ["SHARES", "Row", "Tally"]

SHARES = 2520
"""So many shares is a win, so that up to ten seats can split it into whole numbers."""

Row: TypeAlias = "tuple[int, ...]"
"""What an arm's play of a unit came to, a number for each measure."""


@attrs.define
class Tally:
    """
    Sums over units, exact: adding two is the tally of both together.
    """

    units: int
    """How many units."""
    sums: list[list[int]]
    """By arm and measure: the sum."""
    products: list[list[list[int]]]
    """By arm, other arm (itself or later) and measure: the sum of the product of both."""
    lengths: list[Counter[int]]
    """By arm: how many plays had so many moves; of matches, so many rounds."""
    points: list[Counter[int]]
    """By arm: how often a seat scored so many points."""
    ends: list[Counter[str]]
    """By arm: how often play ended so: ``reason/what decided``."""

    @classmethod
    def empty(cls, arms: int, measures: int) -> Tally:
        """Make the tally of no units."""
        return cls(
            0,
            [[0] * measures for _ in range(arms)],
            [[[0] * measures for _ in range(arm, arms)] for arm in range(arms)],
            [Counter() for _ in range(arms)],
            [Counter() for _ in range(arms)],
            [Counter() for _ in range(arms)],
        )

    def count(self, rows: Sequence[Sequence[Row]]) -> None:
        """
        Add units.

        Args:
            rows: By arm: a row a unit, the units in one order.
        """
        columns = [list(zip(*mine, strict=True)) for mine in rows]
        self.units += len(rows[0])
        for arm, mine in enumerate(columns):
            for measure, column in enumerate(mine):
                self.sums[arm][measure] += sum(column)
                for later, theirs in enumerate(columns[arm:]):
                    self.products[arm][later][measure] += sum(map(mul, column, theirs[measure]))

    def add(self, other: Tally) -> None:
        """Add the units of another tally of the same arms and measures."""
        self.units += other.units
        for arm, sums in enumerate(other.sums):
            _add(self.sums[arm], sums)
            for mine, theirs in zip(self.products[arm], other.products[arm], strict=True):
                _add(mine, theirs)
            self.lengths[arm].update(other.lengths[arm])
            self.points[arm].update(other.points[arm])
            self.ends[arm].update(other.ends[arm])

    def copy(self) -> Tally:
        """Give a tally that goes its own way."""
        other = Tally.empty(len(self.sums), len(self.sums[0]))
        other.add(self)
        return other

    def to_text(self) -> str:
        """Write it: one line, the same for equal tallies."""
        data = attrs.asdict(self, recurse=False)
        for name in ("lengths", "points", "ends"):
            data[name] = [sorted(counter.items()) for counter in data[name]]
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Tally:
        """Make it of what its text holds."""
        made = dict(data)
        for name in ("lengths", "points", "ends"):
            made[name] = [Counter(dict(pairs)) for pairs in data[name]]
        return cls(**made)


def _add(mine: list[int], theirs: list[int]) -> None:
    for at, value in enumerate(theirs):
        mine[at] += value
