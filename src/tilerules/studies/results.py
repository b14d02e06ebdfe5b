"""
What a study has found.
"""

from __future__ import annotations

import html
import os
from math import sqrt
from statistics import NormalDist
from typing import Any

import attrs

from tilerules.errors import StudyError, nearest, shown
from tilerules.looks import html_table
from tilerules.rendering import table
from tilerules.studies.plots import draw
from tilerules.studies.study import Study, digest_of
from tilerules.studies.tallies import SHARES, Tally

__all__ = ["Result"]

_WIDTH = 160
_CHANCE = 20
"""Of so many intervals of 95 %, one misses by chance."""


@attrs.frozen(eq=False, repr=False)
class Result:
    """
    Means, differences and their intervals; each arm is compared with the first one.
    """

    study: Study
    """What was played."""
    tally: Tally
    """The sums it was made from, exact."""
    seconds: float = 0.0
    """How much CPU time the blocks took that were played for it."""

    @property
    def units(self) -> int:
        """How many units it tells of."""
        return self.tally.units

    @property
    def blocks(self) -> int:
        """How many blocks it tells of, from the first on."""
        return self.units // self.study.block

    def mean(self, arm: str, measure: str) -> float:
        """
        Give the mean of a measure.

        Raises:
            StudyError: There is no such arm or measure.
        """
        at, column = self._arm(arm), self._measure(measure)
        if not self.units:
            raise StudyError("no unit has been played yet")
        return self.tally.sums[at][column] / self.units * self._scale(column)

    def error(self, arm: str, measure: str) -> float:
        """
        Give the standard error of a mean.

        Raises:
            StudyError: There is no such arm or measure.
        """
        at, column = self._arm(arm), self._measure(measure)
        return self._error(self._variance(at, at, column), column)

    def difference(self, arm: str, measure: str) -> float:
        """
        Give by how much the mean of an arm is above the first arm's.

        Raises:
            StudyError: There is no such arm or measure.
        """
        return self.mean(arm, measure) - self.mean(next(iter(self.study.arms)), measure)

    def half_width(
        self, measure: str, arm: str | None = None, *, level: float = 0.95, paired: bool = True
    ) -> float:
        """
        Give the half width of the interval of a difference; with one arm, of its mean.

        Args:
            measure: The measure.
            arm: The arm that is compared; the widest of all by default.
            level: How often the interval is to hold what is true.
            paired: False: what it would be, had each arm played deals of its own.

        Raises:
            StudyError: There is no such arm or measure.
        """
        column = self._measure(measure)
        names = list(self.study.arms)
        some = names[1:] or names
        chosen = some if arm is None else [arm]
        times = NormalDist().inv_cdf(0.5 + level / 2)
        return times * max(
            self._error(self._spread(self._arm(one), column, paired=paired), column)
            for one in chosen
        )

    def _spread(self, at: int, column: int, *, paired: bool) -> float:
        """Give the variance of a unit's difference from the first arm."""
        if at == 0:
            return self._variance(0, 0, column)
        both = 2 * self._variance(0, at, column) if paired else 0.0
        return self._variance(0, 0, column) + self._variance(at, at, column) - both

    def _variance(self, first: int, second: int, column: int) -> float:
        """
        Give the covariance of two arms.

        Raises:
            StudyError: There are too few units.
        """
        number, sums = self.units, self.tally.sums
        if number < 2:
            raise StudyError(f"{number} units have no spread; take 2 or more")
        product = self.tally.products[first][second - first][column]
        # Whole numbers up to here: nothing is lost where large ones cancel.
        above = number * product - sums[first][column] * sums[second][column]
        return above / (number * (number - 1))

    def _error(self, variance: float, column: int) -> float:
        return sqrt(max(variance, 0.0) / self.units) * self._scale(column)

    def _scale(self, column: int) -> float:
        name = self.study.measures[column]
        is_share = name == "opener" or name.startswith("won")
        return 1 / self.study.plays / (SHARES if is_share else 1)

    def _arm(self, name: str) -> int:
        names = list(self.study.arms)
        if name not in names:
            raise StudyError(f"there is no arm {shown(name)}{nearest(name, names)}")
        return names.index(name)

    def _measure(self, name: str) -> int:
        names = self.study.measures
        if name not in names:
            raise StudyError(f"there is no measure {shown(name)}{nearest(name, names)}")
        return names.index(name)

    def rows(self) -> list[dict[str, Any]]:
        """
        Give a flat row for each measure, for a table, pandas, polars or Arrow.

        Of each arm there is the mean under its name, and its standard error under ``NAME_se``; of
        two arms the ``difference``, the ends of its 95 % interval, ``low`` and ``high``, and
        ``saved``: how many times as many units arms with deals of their own would need. With more
        arms these four carry the arm's name: ``difference[NAME]``. With one, ``low`` and ``high``
        are those of its mean.
        """
        return [self._row(measure) for measure in self.study.measures] if self.units > 1 else []

    def _row(self, measure: str) -> dict[str, Any]:
        names = list(self.study.arms)
        row: dict[str, Any] = {"measure": measure, "units": self.units}
        for name in names:
            row[name], row[f"{name}_se"] = self.mean(name, measure), self.error(name, measure)
        if len(names) == 1:
            half = self.half_width(measure)
            row["low"], row["high"] = row[names[0]] - half, row[names[0]] + half
        for name in names[1:]:
            by = f"[{name}]" if len(names) > 2 else ""
            gap, half = self.difference(name, measure), self.half_width(measure, name)
            row[f"difference{by}"] = gap
            row[f"low{by}"], row[f"high{by}"] = gap - half, gap + half
            alone = self.half_width(measure, name, paired=False)
            row[f"saved{by}"] = (alone / half) ** 2 if half else None
        return row

    def notes(self) -> list[str]:
        """Give what a reader of the numbers should know."""
        if self.units < 2:
            return ["There are too few units to say anything."]
        names = list(self.study.arms)
        columns = range(len(self.study.measures))
        number = len(columns) * max(1, len(names) - 1)
        found = [
            f"{name} differed from {names[0]} in no unit: in such units the rules may have no"
            " effect. Try a later round (number), or whole matches (unit)."
            for at, name in enumerate(names[1:], 1)
            if not any(self._is_moved(at, column) for column in columns)
        ]
        found.append(
            f"{number} intervals of 95 %: about {number / _CHANCE:.1f} of them miss what is true by"
            " chance. Choose the measure before you look."
        )
        return found

    def _is_moved(self, at: int, column: int) -> bool:
        """Whether any unit differed: the sum of squared differences, in whole numbers."""
        products = self.tally.products
        mine, theirs = products[at][0][column], products[0][0][column]
        return mine + theirs != 2 * products[0][at][column]

    def fingerprint(self) -> str:
        """Give a short text of all the sums: equal for equal results, to the bit."""
        return digest_of([self.study.digest(), self.tally.to_text()])

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """
        Draw the differences with their intervals, and how long play was and what was scored.

        Args:
            path: A file to write; its ending says what kind: ``.svg``, ``.png``, ``.pdf``.

        Returns:
            The figure, of matplotlib.

        Raises:
            MissingExtraError: matplotlib is not installed.
            StudyError: There is nothing to draw yet, or the file cannot be written.
        """
        rows = self.rows()
        if not rows:
            raise StudyError("there are too few units to draw")
        return draw(self.study, self.tally, rows, path)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        rows = self.rows()
        keys = list(rows[0]) if rows else ["measure", "units"]
        return keys, [[_cell(value) for value in row.values()] for row in rows]

    def __str__(self) -> str:
        notes = "\n".join(self.notes())
        return f"{table(*self._cells(), _WIDTH)}\n{notes}"

    def __repr__(self) -> str:
        return f"<Result of {', '.join(self.study.arms)}: {self.units} units>"

    def _repr_html_(self) -> str:
        keys, cells = self._cells()
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes())
        return html_table(keys, cells, f"{self.units} units") + notes


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)
