"""Rungs of the ladder: what seats, and sides whose hands are added, are compared by."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules
from tilerules import EndReason
from tilerules.scorers import (
    Count,
    FewestTiles,
    FewestTilesInBlock,
    Held,
    Locker,
    LowestEnd,
    LowestTile,
    OutWins,
    RoundEnd,
    Rung,
    TileValue,
)
from tilerules.state import PlanLike, Seat

PLAN: Any = tilerules.variant("gaple").plan(4)


@attrs.frozen
class Doubles(Rung):
    """Says nothing of sides."""

    code = "doubles"

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Count doubles, dead ones too."""
        return sum(tile.is_double for _worth, tile, _dead in end.held[seat])  # type: ignore[attr-defined]


def an_end(hands: str, dead: str = "///", reason: EndReason = EndReason.BLOCKED) -> RoundEnd:
    """Make the end of a round from hands and dead tiles, a slash between seats."""
    held, buried = (
        tuple(PLAN.tile_set.mask(hand) for hand in text.split("/")) for text in (hands, dead)
    )
    counts = tuple(PLAN.tile_set.bag(a | b).pips for a, b in zip(held, buried, strict=True))
    return RoundEnd(plan=PLAN, reason=reason, hands=held, dead=buried, counts=counts, by=2)


END = an_end("3-3 1-6/0-5/2-2/4-4 1-1", "/6-6//0-1")


@pytest.mark.parametrize(
    ("rung", "seats", "sides"),
    [
        (Count(), [13, 17, 4, 11], [17, 28]),
        (LowestTile(), [(6,), (5,), (4,), (1,)], [(4,), (1,)]),
        (LowestTile(live_only=True), [(6,), (5,), (4,), (2,)], [(4,), (2,)]),
        (LowestEnd(), [(3,), (0,), (2,), (0,)], [(2,), (0,)]),
        (FewestTiles(), [2, 2, 1, 3], [3, 5]),
        (FewestTiles(live_only=True), [2, 1, 1, 2], [3, 3]),
        (FewestTilesInBlock(), [2, 2, 1, 3], [3, 5]),
        (Doubles(), [1, 1, 1, 2], [2, 3]),
    ],
    ids=lambda value: repr(value) if isinstance(value, Rung) else "",
)
def test_keys(rung: Rung, seats: list[object], sides: list[object]) -> None:
    """A rung of tiles compares hands, and of partners one hand with the tiles of both."""
    assert seats == [*rung.keys(END)]
    assert sides == [rung.of_side(END, pair) for pair in ((0, 2), (1, 3))]


def test_who_went_out() -> None:
    """Of a side one has to go out, not both, and by laying; a dead tile spoils it."""
    out = an_end("3-3/0-5//4-4", reason=EndReason.WENT_OUT)
    spoilt = an_end("3-3/0-5//4-4", "//1-1/", reason=EndReason.WENT_OUT)

    assert [1, 1, 0, 1] == [*OutWins().keys(out)]
    assert [0, 1] == [OutWins().of_side(out, pair) for pair in ((0, 2), (1, 3))]
    assert [1, 1, 1, 1] == [*OutWins().keys(spoilt)]
    assert [1, 1, 1, 1] == [*OutWins().keys(an_end("3-3/0-5//4-4"))]


def test_who_blocked() -> None:
    """The one who laid the last tile blocked the round, and their side with them."""
    assert [1, 1, 0, 1] == [*Locker().keys(END)]
    assert [0, 1] == [Locker().of_side(END, pair) for pair in ((0, 2), (1, 3))]
    assert [1, 1, 1, 1] == [*Locker().keys(attrs.evolve(END, reason=EndReason.DECIDED))]


def test_tiles_in_a_block_only() -> None:
    """Outside a block the number of tiles says nothing."""
    went_out = attrs.evolve(END, reason=EndReason.WENT_OUT)

    assert [0, 0, 0, 0] == [*FewestTilesInBlock().keys(went_out)]
    assert 0 == FewestTilesInBlock().of_side(went_out, (0, 2))


def test_tiles_are_worth_what_they_are_to_their_holder() -> None:
    """Where hands are added, a tile of a partner's does not change what one's own is worth."""

    @attrs.frozen
    class Alone(TileValue):
        """A hand of one tile is worth 50."""

        code = "alone"

        def revalue(self, plan: PlanLike, held: Held) -> Held:
            return ((50, *held[0][1:]),) if len(held) == 1 else held

    plan: Any = tilerules.variant("gaple").put(Alone()).plan(4)
    end = attrs.evolve(an_end("1-1/0-5/2-2/4-4"), plan=plan, counts=(50, 50, 50, 50))

    assert [(50,), (50,)] == [LowestTile().of_side(end, pair) for pair in ((0, 2), (1, 3))]
    assert (50, 50) == (end.held[0][0][0], end.merged((0, 2)).held[0][1][0])
    assert [100, 0] == [Count().key(end.merged((2, 0)), seat) for seat in (2, 0)]
