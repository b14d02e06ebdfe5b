"""
What trains sound like, and what their owners are called by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilerules.spoken import YOU, join_words, say_place, say_table, seat_labels
from tilerules.trains.reading import Train, Trains

__all__: list[str] = []


@say_place.register
def _(layout: Trains, label: str, names: Sequence[str]) -> str:
    for train in layout.trains:
        if any(end.label == label for end in train.ends):
            return f"on {_train(train, names)}"
    return f"at {label}"


def _train(train: Train, names: Sequence[str]) -> str:
    if train.owner is None:
        number = train.label[1:]
        return f"communal train {number}" if number else "the communal train"
    owner = names[train.owner]
    return "your train" if owner == YOU else f"the train of {owner}"


@say_table.register
def _(layout: Trains, names: Sequence[str]) -> str:
    if layout.engine is None:
        return "Nothing is laid."
    said = [f"The engine is {layout.engine}."]
    for train in layout.trains:
        ends = join_words(
            f"{end.pips}{' (an uncovered double)' if end.order is not None else ''}"
            for end in train.ends
        )
        mark = ", marked" if train.is_marked else ""
        state = f"ends in {ends}" if train.is_started else "is not started"
        name = _train(train, names)
        said.append(f"{name[0].upper()}{name[1:]} {state}{mark}.")
    return " ".join(said)


@seat_labels.register
def _(layout: Trains) -> Mapping[int, str]:
    return {train.owner: train.label for train in layout.trains if train.owner is not None}
