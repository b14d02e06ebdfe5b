"""
Where the tiles of trains lie in a picture.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tilerules.layouts.rows import Half
from tilerules.pictures.laying_out import WIDTH, lay_out
from tilerules.pictures.rows import domino, straight
from tilerules.pictures.scene import Label, Placed, Rail, Scene
from tilerules.trains.reading import Train, TrainEnd, Trains

__all__: list[str] = []

_PITCH = 2.4
_START = 1.7
"""Where rows begin: right of the engine, and of the rail that leads from it to each row."""
_RAIL = 1.35
_NAMES = -0.3
"""Where the names of trains end."""
_MOST_LETTERS = 16


@lay_out.register
def _(layout: Trains, *, names: Sequence[str] = (), before: Sequence[Trains] = ()) -> Scene:
    if layout.engine is None:
        return Scene(room=(_left(names), -1, WIDTH, 1))
    # Trains have their rows for good; a branch gets the next row when it begins.
    rows: list[tuple[Train, TrainEnd, tuple[Half, ...]]] = [
        (train, train.ends[0], train.lines[0]) for train in layout.trains
    ]
    rows += _branches(layout, before)
    middle = _PITCH * (len(layout.trains) - 1) / 2
    pips = layout.engine.low
    tiles: list[Placed] = [domino(0, middle - 1, (pips, pips), "down")]
    labels: list[Label] = []
    rails = [Rail(((1, middle), (_RAIL, middle)))]
    last = middle
    for number, (train, end, line) in enumerate(rows):
        y = _PITCH * number
        is_branch = number >= len(layout.trains)
        laid = straight(line, x=_START, y=y)
        if end.order is not None:
            laid = (*laid[:-1], attrs.evolve(laid[-1], marks=frozenset({"open"})))
        tiles += laid
        is_open = train.owner is None or train.is_marked
        labels.append(
            Label(_NAMES, y + 0.3, _called(train, end, names), anchor="end", is_strong=is_open)
        )
        if is_branch:
            continue
        last = max(last, y)
        rails.append(Rail(((_RAIL, y), (_START, y))))
        if train.is_marked:
            # A pennant where the train begins.
            flag = ((0.55, y + 0.6), (0.55, y - 0.7), (1.1, y - 0.4), (0.55, y - 0.1))
            if abs(y - middle) > 1.6:
                rails.append(Rail(flag, is_filled=True))
    rails.append(Rail(((_RAIL, 0), (_RAIL, last))))
    return Scene(
        tuple(tiles), tuple(labels), tuple(rails), room=(_left(names), -1, WIDTH, last + 1)
    )


def _branches(
    layout: Trains, before: Sequence[Trains]
) -> list[tuple[Train, TrainEnd, tuple[Half, ...]]]:
    """Give the rows that begin at doubles, in the order in which they began."""
    found = {
        end.label: (train, end, line)
        for train in layout.trains
        for end, line in zip(train.ends[1:], train.lines[1:], strict=True)
    }
    if len(found) < 2:
        return [*found.values()]
    order: dict[str, None] = {}
    for earlier in (*before, layout):
        order.update(
            dict.fromkeys([end.label for train in earlier.trains for end in train.ends[1:]])
        )
    return [found[label] for label in order if label in found]


def _left(names: Sequence[str]) -> float:
    """Give the left edge of the names of trains: the same whether any lies or not."""
    words = [_owned(name, seat, str(seat)) for seat, name in enumerate(names)]
    return Label(_NAMES, 0, max(words, key=len, default="M"), anchor="end").box[0]


def _called(train: Train, end: TrainEnd, names: Sequence[str]) -> str:
    """Give the owner's name and the label that moves are written with."""
    if train.owner is None or train.owner >= len(names):
        return end.label
    return _owned(names[train.owner], train.owner, end.label)


def _owned(name: str, seat: int, label: str) -> str:
    if name == f"seat {seat}":
        return name if label == str(seat) else f"{name}, {label}"
    short = name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1]}…"
    return f"{short} {label}"
