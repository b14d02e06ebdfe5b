"""
The steps of the ladder that finds the winner of a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from tilerules.scorers.kinds import Rung
from tilerules.scorers.lanes import LaneEnds
from tilerules.scorers.results import RoundEnd
from tilerules.scorers.settlements import setter
from tilerules.scorers.values import NamesDead
from tilerules.state import EndReason, Seat
from tilerules.texts import say
from tilerules.tiles import Domino, Tile

__all__ = [
    "Count",
    "FewestTiles",
    "FewestTilesInBlock",
    "Locker",
    "LowestEnd",
    "LowestTile",
    "OutWins",
    "lowest_end",
]


def lowest_end(tile: Tile) -> int:
    """Give the lower end of a domino, or the pips of any other tile."""
    return tile.low if isinstance(tile, Domino) else tile.pips


@attrs.frozen
class Count(NamesDead, Rung):
    """The lowest count wins."""

    code = "count"
    rank = 100
    because = "the lowest count"
    sentence = "Each player counts the pips of the tiles in hand{dead}; the lowest count wins."

    @property
    def dead_words(self) -> object:
        return say("count.dead", " and of their dead tiles")

    def key(self, end: RoundEnd, seat: Seat) -> int:
        return end.counts[seat]

    def keys(self, end: RoundEnd) -> Sequence[int]:
        return end.counts

    def in_lanes(self, ends: LaneEnds | None) -> Any:
        return ends.counts if ends else True


@attrs.frozen
class _OfTiles(NamesDead, Rung):
    """A rung that compares the tiles of hands."""

    shortcuts = {"in_lanes": ("key", "keys", "of_side", "tiles")}

    live_only: bool = False
    """Whether dead tiles are left out of the comparison."""

    @property
    def dead_words(self) -> object:
        return say("compare.live", ", dead tiles left out") if self.live_only else ""

    def tiles(self, end: RoundEnd, seat: Seat) -> list[tuple[int, int]]:
        """Give effective value and lower end of every tile that is compared, lowest first."""
        return sorted(
            (value, lowest_end(tile))
            for value, tile, dead in end.held_by(seat)
            if not (dead and self.live_only)
        )


@attrs.frozen
class LowestTile(_OfTiles):
    """Of equal counts the one with the lowest tile wins; an empty hand is lower still."""

    code = "lowest-tile"
    rank = 200
    because = "the lowest tile"
    sentence = (
        "Of equal counts the one with the lowest single tile wins{dead}; an empty hand is lower "
        "than any tile."
    )

    def key(self, end: RoundEnd, seat: Seat) -> tuple[int, ...]:
        """Give the value of the lowest tile; nothing at all is less than any."""
        return tuple([value for value, _end in self.tiles(end, seat)[:1]])

    def in_lanes(self, ends: LaneEnds | None) -> Any:
        """Compare dead tiles too; without them, not in lanes."""
        if self.live_only:
            return None
        return ends.lowest_tile if ends else True


@attrs.frozen
class LowestEnd(_OfTiles):
    """Of equal lowest tiles the one with the lowest end wins."""

    code = "lowest-end"
    rank = 300
    because = "the lowest end of the lowest tile"
    sentence = "Of those still level the one whose lowest tile has the lowest end wins{dead}."

    def key(self, end: RoundEnd, seat: Seat) -> tuple[int, ...]:
        """Give the lower end of the lowest tile; nothing at all is less than any."""
        return tuple([low for _value, low in self.tiles(end, seat)[:1]])

    def in_lanes(self, ends: LaneEnds | None) -> Any:
        """Compare dead tiles too; without them, not in lanes."""
        if self.live_only:
            return None
        return ends.lowest_end if ends else True


@attrs.frozen
class _OfSeat(Rung):
    """A rung that asks who did something: of a side one is enough."""

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> Any:
        return min([self.key(end, seat) for seat in seats])


@attrs.frozen
class OutWins(NamesDead, _OfSeat):
    """Whoever lays their last tile, and has no dead one, wins whatever the counts."""

    code = "out-wins"
    rank = 50
    because = "going out"
    sentence = (
        "Whoever goes out by laying their last tile{dead} wins whatever the counts; otherwise the "
        "count decides."
    )

    @property
    def dead_words(self) -> object:
        return say("out-wins.dead", ", and has no dead tile,")

    def key(self, end: RoundEnd, seat: Seat) -> int:
        return 0 if seat in end.out else 1

    def in_lanes(self, ends: LaneEnds | None) -> Any:
        return 1 - ends.went_out() if ends else True


@attrs.frozen
class FewestTiles(_OfTiles):
    """Of equal counts the one with the fewest tiles wins."""

    code = "fewest-tiles"
    rank = 150
    because = "the fewest tiles"
    leads = False
    sentence = "Of equal counts the one with the fewest tiles{dead} wins."

    @property
    def dead_words(self) -> object:
        if self.live_only:
            return say("fewest.live", ", dead ones left out,")
        return say("fewest.all", ", dead ones included,")

    def key(self, end: RoundEnd, seat: Seat) -> int:
        return len(self.tiles(end, seat))

    def in_lanes(self, ends: LaneEnds | None) -> Any:
        """Count dead tiles too; without them, not in lanes."""
        if self.live_only:
            return None
        return ends.tiles if ends else True


@attrs.frozen
class FewestTilesInBlock(FewestTiles):
    """A block is won by the fewest tiles, whatever they count."""

    code = "fewest-tiles-in-block"
    rank = 75
    sentence = (
        "A block is won by whoever has the fewest tiles{dead}; only of equal numbers the count "
        "decides."
    )

    @property
    def dead_words(self) -> object:
        if self.live_only:
            return say("fewest-in-block.live", ", dead ones left out")
        return say("fewest-in-block.all", ", dead ones included")

    def key(self, end: RoundEnd, seat: Seat) -> int:
        return super().key(end, seat) if end.reason is EndReason.BLOCKED else 0


@attrs.frozen
class Locker(_OfSeat):
    """In a block, of equal counts the one who blocked the round wins."""

    code = "locker"
    rank = 160
    because = "having blocked the round"
    leads = False
    sentence = "Of equal counts in a block the one who blocked the round wins."

    def key(self, end: RoundEnd, seat: Seat) -> int:
        return 0 if end.reason is EndReason.BLOCKED and setter(end) == seat else 1
