"""
What lies on the table as plain data, for JSON.

:func:`layout_data` dispatches on the class of a layout's reading. The line is at home here; a
family, or a layout of one's own, registers its form beside its layout, and names the type of it,
from which the JSON Schema is made::

    @layout_data.register
    def _(layout: MyReading) -> MyData: ...

    FORMS.append(MyData)

A form is a ``TypedDict`` whose ``kind`` is a ``Literal`` that no other has. What is in no form of
its own is written as :class:`OtherData`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Any, Literal, TypedDict

from tilerules.layouts.base import OpenEnd, Reading
from tilerules.layouts.line import Line
from tilerules.layouts.rows import Half

__all__ = [
    "FORMS",
    "EndData",
    "LineData",
    "OtherData",
    "PlacedData",
    "end_data",
    "layout_data",
    "placed",
]


class EndData(TypedDict):
    """A place where a tile may go, if no rule forbids it."""

    label: str
    """What follows the ``@`` in notation."""
    pips: int | None
    """The number a tile has to show; null where there is none such."""
    fits: list[str]
    """The faces that fit besides."""


class PlacedData(TypedDict):
    """A domino as it lies."""

    tile: str
    """The tile."""
    halves: list[int]
    """The pips of its two halves in the order in which they lie: left and right, or outwards."""


class LineData(TypedDict):
    """A line."""

    kind: Literal["line"]
    """Which form it is."""
    tiles: list[PlacedData]
    """From left to right."""
    ends: list[EndData]
    """Every place where a tile may go."""


class OtherData(TypedDict):
    """Any other layout."""

    kind: Literal["other"]
    """Which form it is."""
    tiles: list[str]
    """Every tile that lies."""
    ends: list[EndData]
    """Every place where a tile may go."""
    text: str
    """The layout as people read it."""


FORMS: list[Any] = [LineData, OtherData]
"""The types of what :func:`layout_data` gives."""


def placed(row: Iterable[Half]) -> list[PlacedData]:
    """
    Write tiles in a row.

    >>> placed([(6, 4)])
    [{'tile': '4-6', 'halves': [6, 4]}]
    """
    return [{"tile": f"{min(half)}-{max(half)}", "halves": [*half]} for half in row]


def end_data(end: OpenEnd) -> EndData:
    """Write an open end."""
    return {"label": end.label, "pips": end.pips, "fits": [str(tile) for tile in end.fits]}


@singledispatch
def layout_data(layout: Any) -> Any:
    """
    Write what lies on the table as plain data.

    Args:
        layout: The layout, as for reading: ``round_.layout`` or ``view.layout``.

    Returns:
        A dictionary of one of the :data:`FORMS`.
    """
    assert isinstance(layout, Reading)
    other: OtherData = {
        "kind": "other",
        "tiles": [str(tile) for tile in layout.tiles],
        "ends": [end_data(end) for end in layout.open_ends],
        "text": str(layout),
    }
    return other


@layout_data.register
def _(layout: Line) -> LineData:
    return {
        "kind": "line",
        "tiles": placed(layout.halves),
        "ends": [end_data(end) for end in layout.open_ends],
    }
