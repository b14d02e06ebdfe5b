"""
What tiles and rounds are worth, who wins a round, and what settles a tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from tilerules.rules.ends import EndReason, Held, RoundEnd, Verdict
from tilerules.rules.parts import Adjustment, Effect, Rung, Settlement, TileValue
from tilerules.rules.state import Draft, Move, PlanLike, Seat, State
from tilerules.tiles import Domino, Tile

__all__ = [
    "Count",
    "FewestTiles",
    "FixedValue",
    "ForcedPassPoints",
    "LastLayer",
    "Locker",
    "LowestEnd",
    "LowestTile",
    "OutWins",
    "WinBonuses",
    "WinnerPoint",
    "lowest_end",
]


def lowest_end(tile: Tile) -> int:
    """Give the lower end of a domino, or the pips of any other tile."""
    return tile.low if isinstance(tile, Domino) else tile.pips


@attrs.frozen
class FixedValue(TileValue):
    """One tile counts something else than its pips."""

    sentence: ClassVar[str] = "[{tile}] counts {points}."

    tile: str
    """The tile."""
    points: int
    """What it counts."""

    @property
    def code(self) -> str:  # type: ignore[override]  # one part a tile
        """One key for each tile, so that two rules about different tiles do not collide."""
        return f"value-{self.tile}"

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Change the tile wherever it is held."""
        face = plan.tile_set.tile(self.tile)
        return tuple(
            [(self.points if tile == face else value, tile, dead) for value, tile, dead in held]
        )


@attrs.frozen
class Count(Rung):
    """The lowest count wins."""

    code: ClassVar[str] = "count"
    rank: ClassVar[int] = 100
    because: ClassVar[str] = "the lowest count"
    sentence: ClassVar[str] = (
        "Each player counts the pips he holds, dead tiles included; the lowest count wins."
    )

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Give the count."""
        return end.counts[seat]

    def keys(self, end: RoundEnd) -> Sequence[int]:
        """Give all counts."""
        return end.counts

    def merge(self, keys: Sequence[Any]) -> Any:
        """Add the counts of a side."""
        return sum(keys)


@attrs.frozen
class _OfTiles(Rung):
    """A rung that compares single tiles."""

    live_only: bool = False
    """Whether dead tiles are left out of the comparison."""

    def lowest(self, end: RoundEnd, seat: Seat) -> tuple[int, int] | None:
        """Give value and lower end of the seat's lowest tile; None for an empty hand."""
        tiles = [
            (value, lowest_end(tile))
            for value, tile, dead in end.held[seat]
            if not (dead and self.live_only)
        ]
        return min(tiles) if tiles else None


@attrs.frozen
class LowestTile(_OfTiles):
    """Of equal counts the one with the lowest tile wins; an empty hand is lower still."""

    code: ClassVar[str] = "lowest-tile"
    rank: ClassVar[int] = 200
    because: ClassVar[str] = "the lowest tile"
    sentence: ClassVar[str] = (
        "Of equal counts the one with the lowest single tile wins{live}; an empty hand is lower "
        "than any tile."
    )

    def params(self) -> dict[str, object]:
        """Say which tiles are compared."""
        live = ", dead tiles left out" if self.live_only else ""
        return {"live_only": self.live_only, "live": live}

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Give the value of the lowest tile."""
        tile = self.lowest(end, seat)
        return -1 if tile is None else tile[0]


@attrs.frozen
class LowestEnd(_OfTiles):
    """Of equal lowest tiles the one with the lowest end wins."""

    code: ClassVar[str] = "lowest-end"
    rank: ClassVar[int] = 300
    because: ClassVar[str] = "the lowest end of the lowest tile"
    sentence: ClassVar[str] = "Of equal lowest tiles the one with the lowest end wins."

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Give the lower end of the lowest tile."""
        tile = self.lowest(end, seat)
        return -1 if tile is None else tile[1]


@attrs.frozen
class OutWins(Rung):
    """Whoever lays his last tile, and has no dead one, wins whatever the counts."""

    code: ClassVar[str] = "out-wins"
    rank: ClassVar[int] = 50
    because: ClassVar[str] = "going out"
    sentence: ClassVar[str] = (
        "Whoever goes out by laying his last tile, and has no dead tile, wins; otherwise the "
        "count decides."
    )

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Look for an empty hand without dead tiles."""
        out = end.reason is EndReason.WENT_OUT and end.by == seat and not end.held[seat]
        return 0 if out else 1


@attrs.frozen
class FewestTiles(Rung):
    """Of equal counts the one with the fewest tiles wins."""

    code: ClassVar[str] = "fewest-tiles"
    rank: ClassVar[int] = 150
    because: ClassVar[str] = "the fewest tiles"
    sentence: ClassVar[str] = "Of equal counts the one who holds the fewest tiles wins."

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Count the tiles held."""
        return len(end.held[seat])

    def merge(self, keys: Sequence[Any]) -> Any:
        """Add the tiles of a side."""
        return sum(keys)


@attrs.frozen
class Locker(Rung):
    """In a block, of equal counts the one who blocked the round wins."""

    code: ClassVar[str] = "locker"
    rank: ClassVar[int] = 160
    because: ClassVar[str] = "having blocked the round"
    sentence: ClassVar[str] = "Of equal counts in a block the one who blocked the round wins."

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Look for the seat that laid the last tile."""
        return 0 if end.reason is EndReason.BLOCKED and layer(end) == seat else 1


def layer(end: RoundEnd) -> Seat | None:
    """Give the seat that laid the last tile of the round, if known."""
    return end.by if end.state is None else last_layer(end.state)


@attrs.frozen
class WinnerPoint(Settlement):
    """One point to each winner, with partners to each seat of the side; none for a tie."""

    code: ClassVar[str] = "winner-point"
    sentence: ClassVar[str] = "{how}"

    each: int = 1
    """What a winner gets."""

    def params(self) -> dict[str, object]:
        """Say what a win is worth."""
        unit = "point" if self.each == 1 else "points"
        how = f"The winner of a round gets {self.each} {unit}; an undecided round gives none."
        return {"each": self.each, "how": how}

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """Give the winners theirs."""
        return tuple([self.each if seat in winners else 0 for seat in end.seats])


@attrs.frozen
class WinBonuses(Adjustment):
    """A win is worth more the way it was won."""

    code: ClassVar[str] = "win-bonuses"
    rank: ClassVar[int] = 100
    sentence: ClassVar[str] = (
        "A win counts {normal}; {both_ends} if the last tile matched both ends, {double} if it was "
        "a double, {block} for a block won by whoever laid the last tile, {lost_block} for a block "
        "won by another."
    )

    normal: int = 1
    """Going out plainly, or a win on the count."""
    both_ends: int = 3
    """The last tile matched two different open ends."""
    double: int = 4
    """The last tile was a double."""
    block: int = 1
    """A block won by the seat that laid the last tile."""
    lost_block: int = 2
    """A block won by another."""

    def worth(self, end: RoundEnd, leader: Seat | None) -> int:
        """Say what the win is worth."""
        if end.reason is EndReason.BLOCKED:
            mine = end.plan.sides[leader] if leader is not None else None
            last = layer(end)
            theirs = end.plan.sides[last] if last is not None else None
            return self.block if mine == theirs else self.lost_block
        tile = end.last_tile
        if end.reason is not EndReason.WENT_OUT or end.by != leader or tile is None:
            return self.normal
        if isinstance(tile, Domino) and tile.is_double:
            return self.double
        ends = end.ends
        if ends is None and end.before is not None:
            layout: Any = end.before.plan.layout.read(end.before.table)
            ends = layout.ends
        if isinstance(tile, Domino) and ends and ends[0] != ends[1]:
            return self.both_ends if {tile.low, tile.high} == set(ends) else self.normal
        return self.normal

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Give the winners what the win is worth instead."""
        if verdict.decided_by is None:
            return verdict
        worth = self.worth(end, verdict.leader)
        points = tuple([worth if seat in verdict.winners else 0 for seat in end.seats])
        return attrs.evolve(verdict, points=points)


@attrs.frozen
class LastLayer(Effect):
    """Remembers who laid the last tile, under the key ``last-layer``."""

    code: ClassVar[str] = "last-layer"
    point: ClassVar[str] = "scorer"
    kinds: ClassVar[tuple[str, ...] | None] = ("place",)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Note the mover."""
        draft.rest = draft.rest.with_ext("last-layer", state.to_move)


@attrs.frozen
class ForcedPassPoints(Effect):
    """A point for whoever laid the last tile each time an opponent has to pass."""

    code: ClassVar[str] = "forced-pass-points"
    point: ClassVar[str] = "scorer"
    kinds: ClassVar[tuple[str, ...] | None] = ("pass",)
    sentence: ClassVar[str] = (
        "Each time an opponent has to pass, whoever laid the last tile gets {points}."
    )

    points: int = 1
    """What a pass is worth."""

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Find who laid the last tile and pay him, unless the passer is his partner."""
        seat = last_layer(state)
        if seat is None:
            return
        sides = state.plan.sides
        if sides[seat] == sides[state.to_move]:  # type: ignore[index]  # somebody passes
            return
        points = [*draft.rest.points]
        points[seat] += self.points
        draft.rest = draft.rest.put(points=tuple(points))


def last_layer(state: State) -> Seat | None:
    """Give the seat that laid the last tile; None before the first. Needs :class:`LastLayer`."""
    return state.rest.get("last-layer")  # type: ignore[no-any-return]
