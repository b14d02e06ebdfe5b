"""What lies on the table, and what fits where: what every layout offers, and the line.

Trains and melds are families of their own: :mod:`tilerules.trains`, :mod:`tilerules.melds`.
"""

from tilerules.layouts.base import (
    BoundDominoes,
    BoundLayout,
    BoundPlaces,
    Layout,
    OpenEnd,
    PlaceId,
    PlaceMask,
    Reading,
)
from tilerules.layouts.line import (
    LEFT_END,
    RIGHT_END,
    Alike,
    BoundLine,
    Line,
    LineLayout,
    LineState,
    Touching,
)

__all__ = [
    "LEFT_END",
    "RIGHT_END",
    "Alike",
    "BoundDominoes",
    "BoundLayout",
    "BoundLine",
    "BoundPlaces",
    "Layout",
    "Line",
    "LineLayout",
    "LineState",
    "OpenEnd",
    "PlaceId",
    "PlaceMask",
    "Reading",
    "Touching",
]
