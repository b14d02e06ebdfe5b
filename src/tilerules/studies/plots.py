"""
Pictures of results; they need matplotlib, which the extra ``plots`` brings.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.errors import MissingExtraError, StudyError
from tilerules.studies.study import Study
from tilerules.studies.tallies import Tally

__all__ = ["draw"]

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Told apart by everybody, and by their lightness in print."""

_BARS = 60
"""So many steps a distribution has at most."""


def draw(
    study: Study,
    tally: Tally,
    rows: Sequence[Mapping[str, Any]],
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """
    Draw a result.

    Args:
        study: What was played.
        tally: Its sums.
        rows: The rows of its table.
        path: A file to write.

    Returns:
        The figure.

    Raises:
        MissingExtraError: matplotlib is not installed.
        StudyError: The file cannot be written.
    """
    try:
        # Not pyplot: it keeps every figure, and looks for a screen.
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtraError("plots need matplotlib: pip install 'tilerules[plots]'") from error
    figure = Figure(figsize=(8, 9), layout="constrained")
    grid = figure.add_gridspec(3, 1, height_ratios=(2, 1, 1))
    names = list(study.arms)
    _intervals(figure.add_subplot(grid[0]), names, rows)
    what = "rounds of a match" if study.unit == "match" else "moves"
    _shares(figure.add_subplot(grid[1]), names, tally.lengths, what)
    _shares(figure.add_subplot(grid[2]), names, tally.points, "points of a seat")
    figure.suptitle(f"{' against '.join(names[::-1])}: {tally.units:,} units")
    if path is not None:
        try:
            # Neither chance nor a date: equal results are equal files.
            with rc_context({"svg.hashsalt": "tilerules"}):
                is_svg = str(path).lower().endswith(".svg")
                figure.savefig(path, metadata={"Date": None} if is_svg else None)
        except (OSError, ValueError) as error:
            raise StudyError(f"the picture {path} cannot be written: {error}") from error
    return figure


def _intervals(axes: Any, names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Draw intervals in standard deviations, so that all measures share an axis."""
    compared = names[1:] or names
    for number, name in enumerate(compared):
        by = f"[{name}]" if len(names) > 2 else ""
        for place, row in enumerate(rows):
            gap = row[f"difference{by}"] if len(names) > 1 else row[name]
            half = (row[f"high{by}"] - row[f"low{by}"]) / 2
            spread = row[f"{names[0]}_se"] * row["units"] ** 0.5
            scale = 1 / spread if spread and len(names) > 1 else 1.0
            axes.errorbar(
                [gap * scale],
                [place + (number - (len(compared) - 1) / 2) * 0.2],
                xerr=[half * scale],
                fmt="o",
                capsize=3,
                color=_COLOURS[(number + len(names) - len(compared)) % len(_COLOURS)],
                label=name if place == 0 else None,
            )
    axes.set_yticks(range(len(rows)), [row["measure"] for row in rows])
    axes.invert_yaxis()
    axes.axvline(0, color="grey", linewidth=1)
    if len(names) > 1:
        axes.set_xlabel(f"difference from {names[0]}, in standard deviations of a unit; bars: 95 %")
    else:
        axes.set_xlabel("mean; bars: 95 %")
    axes.legend(loc="best")


def _shares(axes: Any, names: Sequence[str], counters: Sequence[Counter[int]], what: str) -> None:
    """Draw how often each number came, or numbers of one width where they are very many."""
    low = min(min(counter) for counter in counters)
    high = max(max(counter) for counter in counters)
    width = (high - low) // _BARS + 1
    edges = [low + width * step - 0.5 for step in range((high - low) // width + 2)]
    for number, (name, counter) in enumerate(zip(names, counters, strict=True)):
        heights = [0.0] * (len(edges) - 1)
        for value, times in counter.items():
            heights[(value - low) // width] += times / counter.total()
        colour = _COLOURS[number % len(_COLOURS)]
        axes.stairs(heights, edges, color=colour, linewidth=1.5, label=name)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(what if width == 1 else f"{what}, {width} together")
    axes.set_ylabel("share")
    axes.legend(loc="best")
