"""
Does a picture show what lies, once, and does it stay there?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree

from tilerules.layouts.base import BoundPlaces, Reading
from tilerules.pictures import lay_out, overlaps
from tilerules.testing.subjects import Walk, check
from tilerules.tiles import Tile

__all__ = ["pictures"]

_MOST = 80
"""So many states of a round are drawn."""


@check(
    "pictures",
    "A picture is a well-formed SVG, whatever the names. What a layout registered with "
    "tilerules.pictures.lay_out places is each tile that lies, once, and no two overlap. What "
    "is laid tile by tile stays where it lies in the pictures of a round.",
)
def pictures(walk: Walk) -> Iterable[str]:
    """Draw every state of a round."""
    before: list[Reading] = []
    old: Counter[tuple[Tile | None, float, float]] = Counter()
    for state in walk.states[:_MOST]:
        layout, bound = state.layout, state.plan.layout
        if not isinstance(layout, Reading):
            return  # of which the check of readings tells
        scene = lay_out(layout, names=state.names, before=before)
        lying = Counter(state.plan.tile_set.bag(bound.tiles(state.table)))
        drawn = Counter([one.tile for one in scene.tiles if one.tile is not None])
        for what, difference in (("lacks", lying - drawn), ("invents", drawn - lying)):
            if difference:
                yield f"the picture {what} {' '.join(map(str, difference.elements()))}"
        for one, other in overlaps(scene.tiles)[:1]:
            yield f"in the picture {one.tile} and {other.tile} overlap"
        places = Counter([(one.tile, one.x, one.y) for one in scene.tiles])
        moved = old - places
        # Only what is laid tile by tile has to stay, and only where somebody said where it lies.
        is_said = lay_out.dispatch(type(layout)) is not lay_out.dispatch(object)
        if moved and is_said and isinstance(bound, BoundPlaces):
            yield f"{next(iter(moved))[0]} is elsewhere in the next picture"
        before.append(layout)
        old = places
    try:
        ElementTree.fromstring(walk.last.picture())
    except ElementTree.ParseError as error:
        yield f"the picture is no well-formed SVG: {error}"
