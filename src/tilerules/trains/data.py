"""
Trains as plain data.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from tilerules.layouts.data import FORMS, EndData, PlacedData, end_data, layout_data, placed
from tilerules.trains.reading import Trains

__all__ = ["TrainData", "TrainsData"]


class TrainData(TypedDict):
    """One train."""

    label: str
    """The seat's number, or ``M``; ``M1``, ``M2`` where there are several communal ones."""
    owner: int | None
    """The seat whose train it is; null for a communal one."""
    is_marked: bool
    """Whether it carries a marker, so that everybody may play on it."""
    rows: list[list[PlacedData]]
    """Its rows of tiles outwards; there is more than one only where doubles branch."""
    ends: list[EndData]
    """The end of each row."""


class TrainsData(TypedDict):
    """All trains, and the engine they begin at."""

    kind: Literal["trains"]
    """Which form it is."""
    engine: str | None
    """The double in the middle; null while the table is empty."""
    trains: list[TrainData]
    """The seats' trains in order, then the communal ones."""
    open_doubles: list[str]
    """The labels of the ends that are uncovered doubles, the one laid first in front."""


FORMS.append(TrainsData)


@layout_data.register
def _(layout: Trains) -> TrainsData:
    return {
        "kind": "trains",
        "engine": None if layout.engine is None else str(layout.engine),
        "trains": [
            {
                "label": train.label,
                "owner": train.owner,
                "is_marked": train.is_marked,
                "rows": [placed(line) for line in train.lines],
                "ends": [end_data(end) for end in train.ends],
            }
            for train in layout.trains
        ],
        "open_doubles": [end.label for end in layout.open_doubles],
    }
