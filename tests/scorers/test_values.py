"""What single tiles are worth, and words on dead ones."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules
from tilerules.scorers import Count, FewestTilesInBlock, FixedValue, HighestDouble, LowestTile

GAPLE = tilerules.variant("gaple")
PLAN: Any = GAPLE.plan(4)


def test_values() -> None:
    """The tile that is named counts what is said, all others and dead ones stay."""
    held = PLAN.hold(PLAN.tile_set.mask("0-0,3-4"), PLAN.tile_set.mask("6-6"))
    blank, highest = FixedValue("0-0", 10), HighestDouble()

    assert [0, 7, 12] == [value for value, _tile, _dead in held]
    assert [10, 7, 12] == [value for value, _tile, _dead in blank.revalue(PLAN, held)]
    assert [0, 7, 48] == [value for value, _tile, _dead in highest.revalue(PLAN, held)]
    assert [False, False, True] == [dead for _value, _tile, dead in highest.revalue(PLAN, held)]


def test_values_of_different_tiles_stand_together() -> None:
    """Each tile has a value of its own, and the later one for one tile holds."""
    game = GAPLE.put(FixedValue("0-0", 10), FixedValue("1-1", 20)).put(FixedValue("0-0", 30))

    assert (30, 20, 0, 12) == game.score(["0-0", "1-1", "", "6-6"]).counts


@pytest.mark.parametrize(
    ("rung", "dead", "plain"),
    [
        (Count(), "in hand and of their dead tiles; the", "in hand; the"),
        (LowestTile(live_only=True), "wins, dead tiles left out; an", "wins; an"),
        (FewestTilesInBlock(), "tiles, dead ones included; only", "tiles; only"),
    ],
)
def test_dead_tiles_are_named_where_there_are_some(rung: Any, dead: str, plain: str) -> None:
    """A rule book speaks of dead tiles only in a game that has them."""
    (told,) = rung.describe_in(GAPLE)
    (other,) = rung.describe_in(tilerules.variant("block"))

    assert dead in str(told)
    assert plain in str(other)
