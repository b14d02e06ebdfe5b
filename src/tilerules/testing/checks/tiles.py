"""Are all tiles there, each once, and is a tile that fits known to fit?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilerules.decks import TileBag
from tilerules.layouts.base import BoundPlaces
from tilerules.play.round import Round
from tilerules.testing.subjects import Spot, check
from tilerules.tiles import TileMask

__all__ = ["fitting", "tiles"]


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
