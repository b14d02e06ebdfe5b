"""
Trains as they lie on the table, for reading and printing.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tilerules.layouts.base import OpenEnd, Reading
from tilerules.tiles import Domino, Pips

__all__ = ["Train", "TrainEnd", "Trains"]

_WIDTH = 76
"""Columns a printed train may take, so that it fits into 80 with a margin."""


@attrs.frozen
class TrainEnd(OpenEnd):
    """
    One place where a tile may be laid.
    """

    label: str
    """What follows the ``@`` in notation."""
    owner: int | None
    """The seat whose train it is; None for a communal one."""
    pips: Pips
    """The number a tile must show; the engine's where the train is not started."""
    tile: Domino | None
    """The last tile; None where the train is not started."""
    order: int | None = None
    """For an uncovered double its place among them, 0 for the one laid first; else None."""


@attrs.frozen
class Train:
    """
    One train: a seat's own, or a communal one.
    """

    label: str
    """The seat's number, or ``M``; ``M1``, ``M2`` where there are several communal ones."""
    owner: int | None
    """The seat whose train it is; None for a communal one."""
    is_marked: bool
    """Whether it carries a marker, so that everybody may play on it."""
    lines: tuple[tuple[tuple[Pips, Pips], ...], ...]
    """
    Its rows of tiles, each tile as the pips of its near and its far half. The first row begins
    at the engine; there are others only where doubles branch.
    """
    ends: tuple[TrainEnd, ...]
    """The end of each row."""

    @property
    def halves(self) -> tuple[tuple[Pips, Pips], ...]:
        """The tiles of the first row, each as the pips of its near and its far half."""
        return self.lines[0]

    @property
    def end(self) -> TrainEnd:
        """The end of the first row."""
        return self.ends[0]

    @property
    def tiles(self) -> tuple[Domino, ...]:
        """All tiles, row by row."""
        return tuple(Domino(*half) for line in self.lines for half in line)

    @property
    def is_started(self) -> bool:
        """Whether a tile lies on it."""
        return bool(self.lines[0])

    def __len__(self) -> int:
        return sum(len(line) for line in self.lines)


@attrs.frozen
class Trains(Reading):
    """
    All trains, and the engine they begin at.
    """

    engine: Domino | None = None
    """The double in the middle; None while the table is empty."""
    trains: tuple[Train, ...] = ()
    """The seats' trains in order, then the communal ones."""

    @property
    def ends(self) -> tuple[TrainEnd, ...]:
        """Every open end, train by train."""
        return tuple(end for train in self.trains for end in train.ends)

    @property
    def open_ends(self) -> tuple[TrainEnd, ...]:
        return self.ends

    @property
    def open_doubles(self) -> tuple[TrainEnd, ...]:
        """The ends that are uncovered doubles, the one laid first in front."""
        found = [end for end in self.ends if end.order is not None]
        return tuple(sorted(found, key=lambda end: end.order or 0))

    @property
    def tiles(self) -> tuple[Domino, ...]:
        """Every tile on the table: the engine, then train by train, row by row outwards."""
        engine = () if self.engine is None else (self.engine,)
        return (*engine, *(tile for train in self.trains for tile in train.tiles))

    def __getitem__(self, label: str | int) -> Train:
        """
        Give the train with a label, or of a seat.

        Raises:
            KeyError: There is none.
        """
        for train in self.trains:
            if train.label == str(label):
                return train
        raise KeyError(label)

    # Else a loop would count up through the labels, and end in a KeyError: loop over ``trains``.
    __iter__ = None

    def __len__(self) -> int:
        return len(self.tiles)

    def __str__(self) -> str:
        if self.engine is None:
            return ""
        pips = self.engine.low
        return "\n".join([f"engine [{pips}|{pips}]", *self._rows()])

    def _rows(self) -> Iterator[str]:
        label_width = max(len(end.label) for end in self.ends)
        for train in self.trains:
            for number, (line, end) in enumerate(zip(train.lines, train.ends, strict=True)):
                mark = "*" if train.is_marked and not number else " "
                head = f"{end.label:>{label_width}} {mark} "
                note = " uncovered" if end.order is not None else ""
                tail = f" > {end.pips}{note}"
                yield head + _fit(line, _WIDTH - len(head) - len(tail)) + tail


def _fit(line: tuple[tuple[Pips, Pips], ...], width: int) -> str:
    """Write a row of tiles; leave out the middle of one that is too long."""
    words = [f"[{near}|{far}]" for near, far in line]
    text = "".join(words)
    if len(text) <= width:
        return text or "(not started)"

    def shortened(kept: int) -> str:
        hidden = len(words) - 1 - kept
        return f"{words[0]} ..{hidden}.. {''.join(words[-kept:])}"

    fitting = (kept for kept in range(len(words) - 2, 1, -1) if len(shortened(kept)) <= width)
    return shortened(next(fitting, 1))
