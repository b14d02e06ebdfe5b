"""Does every tile lie in one place, and does a reading of the table say what lies and fits?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tilerules.decks import TileBag
from tilerules.layouts.base import BoundPlaces, OpenEnd, Reading
from tilerules.play.round import Round
from tilerules.testing.subjects import Spot, check
from tilerules.tiles import Domino, Tile, TileMask

__all__ = ["fitting", "readings", "tiles"]


def _zones(state: Round) -> Iterator[tuple[str, TileMask]]:
    """Give every place a tile may be, with the tiles that are there."""
    for seat, mask in enumerate(state.masks):
        yield f"the hand of seat {seat}", mask
    for seat, mask in enumerate(state.rest.dead):
        yield f"the dead tiles of seat {seat}", mask
    for place, tile in enumerate(state.rest.stock):
        yield f"place {place} of the stock", 1 << tile
    yield "the tiles set aside", state.rest.aside
    yield "the layout", state.plan.layout.tiles(state.table)


@check(
    "tiles",
    "Every tile of the set lies in exactly one place: a hand, the dead tiles, the stock, set "
    "aside, or the layout. An action that takes a tile from one place puts it in another.",
)
def tiles(spot: Spot) -> Iterable[str]:
    """Add all places up."""
    state = spot.state
    tile_set = state.plan.tile_set
    seen: dict[str, TileMask] = {}
    for name, mask in _zones(state):
        for other, theirs in seen.items():
            if mask & theirs:
                yield f"{TileBag(tile_set, mask & theirs)} lies in {other} and in {name}"
        seen[name] = mask
    missing = tile_set.full & ~sum_masks(seen.values())
    if missing:
        yield f"{TileBag(tile_set, missing)} lies nowhere"


@check(
    "fitting",
    "A layout's wanted() gives just the tiles that fitting() gives at one place or another: a "
    "round is blocked when nobody holds one of them.",
)
def fitting(spot: Spot) -> Iterable[str]:
    """Compare what is wanted with what fits, where single tiles go to places."""
    layout, table = spot.state.plan.layout, spot.state.table
    if not isinstance(layout, BoundPlaces):
        return
    fits = sum_masks(layout.fitting(table, place) for place in layout.places(table))
    wanted = layout.wanted(table)
    tile_set = spot.state.plan.tile_set
    if fits & ~wanted:
        yield f"{TileBag(tile_set, fits & ~wanted)} would fit, and wanted() does not give it"
    if wanted & ~fits:
        yield f"wanted() gives {TileBag(tile_set, wanted & ~fits)}, and no place takes it"


def sum_masks(masks: Iterable[TileMask]) -> TileMask:
    """Give the tiles that are in any of several masks."""
    union = 0
    for mask in masks:
        union |= mask
    return union


@check(
    "readings",
    "What a layout is read as, `round.layout`, is a tilerules.layouts.Reading. Its tiles are those "
    "that lie on the table, face by face; its open ends are the places where a tile may go, each "
    "under the label that follows the @ in notation, and what shows the end's pips or is among "
    "its `fits` is just what the layout's fitting() gives there. An empty table has no open end.",
)
def readings(spot: Spot) -> Iterable[str]:
    """Compare a reading with the state it is of."""
    state = spot.state
    reading, layout = state.layout, state.plan.layout
    if not isinstance(reading, Reading):
        yield f"the layout is read as {type(reading).__name__}, which is no Reading"
        return
    tile_set = state.plan.tile_set
    lying = Counter(tile_set.bag(layout.tiles(state.table)))
    told = Counter(reading.tiles)
    for name, difference in (("tells of", told - lying), ("leaves out", lying - told)):
        if difference:
            yield f"the reading {name} {' '.join(map(str, difference.elements()))}"
    ends = reading.open_ends
    if not state.table:
        if ends:
            yield f"on an empty table the end {ends[0].label} is open"
        return
    labels = [end.label for end in ends]
    if len(set(labels)) < len(labels):
        yield f"two open ends have one label: {', '.join(labels)}"
    for end in ends:
        unknown = [face for face in end.fits if face not in tile_set.copies]
        if unknown:
            yield f"at the end {end.label} fits {unknown[0]}, which is no tile of {tile_set.key}"
        elif isinstance(layout, BoundPlaces):
            yield from _at_place(state, layout, end)
        elif end.pips is None and not end.fits:
            yield f"the end {end.label} is open, and nothing is said to fit there"
    if isinstance(layout, BoundPlaces):
        told_to_fit = sum_masks(_told(state, end) for end in ends)
        missing = layout.wanted(state.table) & ~told_to_fit
        if missing:
            yield f"{TileBag(tile_set, missing)} can be laid, and fits at none of the open ends"


def _told(state: Round, end: OpenEnd) -> TileMask:
    """Give the tiles that fit at an end, as it tells."""

    def shows(tile: Tile) -> bool:
        return isinstance(tile, Domino) and end.pips in (tile.low, tile.high)

    copies = state.plan.tile_set.copies
    return sum(mask for tile, mask in copies.items() if shows(tile) or tile in end.fits)


def _at_place(state: Round, layout: BoundPlaces, end: OpenEnd) -> Iterable[str]:
    """Compare an end with the place that has its label."""
    tile_set, table = state.plan.tile_set, state.table
    places = layout.places(table)
    known = {layout.labels[place]: place for place in places}
    if end.label not in known:
        yield f"no tile can be laid at {end.label!r}, the label of an open end; but at {[*known]}"
        return
    fits = 0
    for tile in range(len(tile_set)):
        ways = layout.ways(table, tile, known[end.label])
        if any(way in places and layout.fitting(table, way) >> tile & 1 for way in ways):
            fits |= 1 << tile
    told = _told(state, end)
    if told & ~fits:
        yield f"{TileBag(tile_set, told & ~fits)} is told to fit at {end.label}, and does not"
    if fits & ~told:
        yield f"{TileBag(tile_set, fits & ~told)} fits at {end.label}, and the end does not tell"
