"""
What trains sound like, and what their owners are called by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilerules.spoken import YOU, say_place, say_table, seat_labels
from tilerules.state import State
from tilerules.texts import Listed, Text, say, seat_names
from tilerules.trains.reading import Train, Trains

__all__ = ["seats_called", "train_called"]


def seats_called(state: State) -> tuple[str, ...]:
    """Give the names of the seats of a round."""
    return seat_names(state.rest.setup.names, state.plan.seats)


def train_called(layout: Trains, label: str, names: Sequence[str]) -> object:
    """Call the train to which a place belongs by its owner; the label where there is none."""
    trains = (one for one in layout.trains if any(end.label == label for end in one.ends))
    train = next(trains, None)
    return label if train is None else _train(train, names)


@say_place.register
def _(layout: Trains, label: str, names: Sequence[str]) -> Text:
    train = train_called(layout, label, names)
    if train == label:
        return say("at-place", "at {place}", place=label)
    return say("on-train", "on {train}", train=train)


def _train(train: Train, names: Sequence[str]) -> Text:
    if train.owner is None:
        number = train.label[1:]
        if number:
            return say("train.communal-number", "communal train {number}", number=number)
        return say("train.communal", "the communal train")
    owner = names[train.owner]
    if owner == YOU:
        return say("train.yours", "your train")
    return say("train.owned", "the train of {owner}", owner=owner)


@say_table.register
def _(layout: Trains, names: Sequence[str]) -> Text:
    if layout.engine is None:
        return say("nothing-laid", "Nothing is laid.")
    said = [say("engine-is", "The engine is {tile}.", tile=layout.engine)]
    for train in layout.trains:
        ends = Listed(
            say("end.uncovered", "{pips} (an uncovered double)", pips=end.pips)
            if end.order is not None
            else end.pips
            for end in train.ends
        )
        facts = {"train": _train(train, names).as_sentence(), "ends": ends}
        if train.is_started and train.is_marked:
            said.append(say("train-ends.marked", "{train} ends in {ends}, marked.", **facts))
        elif train.is_started:
            said.append(say("train-ends", "{train} ends in {ends}.", **facts))
        elif train.is_marked:
            said.append(say("train-waits.marked", "{train} is not started, marked.", **facts))
        else:
            said.append(say("train-waits", "{train} is not started.", **facts))
    return say("table", "{told}", told=Listed(said, ""))


@seat_labels.register
def _(layout: Trains) -> Mapping[int, str]:
    return {train.owner: train.label for train in layout.trains if train.owner is not None}
