"""What lies on the table, and what fits where."""

from tilerules.layouts.base import BoundLayout, BoundPlaces, Layout, PlaceId, PlaceMask
from tilerules.layouts.line import BoundLine, Line, LineLayout

__all__ = [
    "BoundLayout",
    "BoundLine",
    "BoundPlaces",
    "Layout",
    "Line",
    "LineLayout",
    "PlaceId",
    "PlaceMask",
]
