"""
What tiles and rounds are worth, who wins a round, and what settles a tie.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component, GameLike
from tilerules.rules.ends import EndReason, Held, RoundEnd, Verdict
from tilerules.rules.parts import Adjustment, Effect, Rung, Settlement, TileValue
from tilerules.rules.state import Draft, Move, PlanLike, Seat, State
from tilerules.texts import Text, plural
from tilerules.tiles import Domino, Tile

__all__ = [
    "Count",
    "FewestTiles",
    "FewestTilesInBlock",
    "FixedValue",
    "ForcedPassPoints",
    "LastLayer",
    "Locker",
    "LowestEnd",
    "LowestTile",
    "OutWins",
    "TellsOfDead",
    "WinBonuses",
    "WinnerPoint",
    "lowest_end",
]


def lowest_end(tile: Tile) -> int:
    """Give the lower end of a domino, or the pips of any other tile."""
    return tile.low if isinstance(tile, Domino) else tile.pips


@attrs.frozen
class TellsOfDead(Component, ABC):
    """A part whose sentence names dead tiles under ``{dead}``, in games that have them."""

    @property
    @abstractmethod
    def of_dead(self) -> str:
        """The words on dead tiles."""

    def params(self) -> dict[str, object]:
        """Add the words on dead tiles."""
        return {**super().params(), "dead": self.of_dead}

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """Say nothing of dead tiles where there are none."""
        texts = self.describe()
        if game.action("discard") is not None:
            return texts
        return tuple([attrs.evolve(one, params={**dict(one.params), "dead": ""}) for one in texts])


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
class Count(TellsOfDead, Rung):
    """The lowest count wins."""

    code: ClassVar[str] = "count"
    rank: ClassVar[int] = 100
    because: ClassVar[str] = "the lowest count"
    sentence: ClassVar[str] = (
        "Each player counts the pips of the tiles in hand{dead}; the lowest count wins."
    )

    @property
    def of_dead(self) -> str:
        """They are counted too."""
        return " and of their dead tiles"

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Give the count."""
        return end.counts[seat]

    def keys(self, end: RoundEnd) -> Sequence[int]:
        """Give all counts."""
        return end.counts

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> int:
        """Add the counts of a side."""
        return sum([end.counts[seat] for seat in seats])


@attrs.frozen
class _OfTiles(TellsOfDead, Rung):
    """A rung that compares tiles of a hand, or of the merged hands of a side."""

    live_only: bool = False
    """Whether dead tiles are left out of the comparison."""

    @property
    def of_dead(self) -> str:
        """Whether they are compared."""
        return ", dead tiles left out" if self.live_only else ""

    def tiles(self, end: RoundEnd, seats: Sequence[Seat]) -> list[tuple[int, int]]:
        """Give effective value and lower end of every tile that is compared, lowest first."""
        return sorted(
            (value, lowest_end(tile))
            for seat in seats
            for value, tile, dead in end.plan.hold(end.hands[seat], end.dead[seat])
            if not (dead and self.live_only)
        )

    def key(self, end: RoundEnd, seat: Seat) -> Any:
        """Give the key of a side of one."""
        return self.of_side(end, (seat,))


@attrs.frozen
class LowestTile(_OfTiles):
    """Of equal counts the one with the lowest tile wins; an empty hand is lower still."""

    code: ClassVar[str] = "lowest-tile"
    rank: ClassVar[int] = 200
    because: ClassVar[str] = "the lowest tile"
    sentence: ClassVar[str] = (
        "Of equal counts the one with the lowest single tile wins{dead}; an empty hand is lower "
        "than any tile."
    )

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> tuple[int, ...]:
        """Give the value of the lowest tile; nothing at all is less than any."""
        return tuple([value for value, _end in self.tiles(end, seats)[:1]])


@attrs.frozen
class LowestEnd(_OfTiles):
    """Of equal lowest tiles the one with the lowest end wins."""

    code: ClassVar[str] = "lowest-end"
    rank: ClassVar[int] = 300
    because: ClassVar[str] = "the lowest end of the lowest tile"
    sentence: ClassVar[str] = (
        "Of those still level the one whose lowest tile has the lowest end wins{dead}."
    )

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> tuple[int, ...]:
        """Give the lower end of the lowest tile; nothing at all is less than any."""
        return tuple([low for _value, low in self.tiles(end, seats)[:1]])


@attrs.frozen
class OutWins(TellsOfDead, Rung):
    """Whoever lays their last tile, and has no dead one, wins whatever the counts."""

    code: ClassVar[str] = "out-wins"
    rank: ClassVar[int] = 50
    because: ClassVar[str] = "going out"
    sentence: ClassVar[str] = (
        "Whoever goes out by laying their last tile{dead} wins whatever the counts; otherwise the "
        "count decides."
    )

    @property
    def of_dead(self) -> str:
        """With one nobody has gone out."""
        return ", and has no dead tile,"

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Look for an empty hand without dead tiles."""
        empty = not end.hands[seat] and not end.dead[seat]
        return 0 if empty and end.reason is EndReason.WENT_OUT and end.by == seat else 1


@attrs.frozen
class FewestTiles(_OfTiles):
    """Of equal counts the one with the fewest tiles wins."""

    code: ClassVar[str] = "fewest-tiles"
    rank: ClassVar[int] = 150
    because: ClassVar[str] = "the fewest tiles"
    leads: ClassVar[bool] = False
    sentence: ClassVar[str] = "Of equal counts the one with the fewest tiles{dead} wins."

    @property
    def of_dead(self) -> str:
        """Whether they are counted."""
        return ", dead ones left out," if self.live_only else ", dead ones included,"

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> int:
        """Count the tiles."""
        return len(self.tiles(end, seats))


@attrs.frozen
class FewestTilesInBlock(FewestTiles):
    """A block is won by the fewest tiles, whatever they count."""

    code: ClassVar[str] = "fewest-tiles-in-block"
    rank: ClassVar[int] = 75
    sentence: ClassVar[str] = (
        "A block is won by whoever has the fewest tiles{dead}; only of equal numbers the count "
        "decides."
    )

    @property
    def of_dead(self) -> str:
        """Whether they are counted, before a semicolon."""
        return super().of_dead.rstrip(",")

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> int:
        """Count the tiles, if the round was blocked."""
        return super().of_side(end, seats) if end.reason is EndReason.BLOCKED else 0


@attrs.frozen
class Locker(Rung):
    """In a block, of equal counts the one who blocked the round wins."""

    code: ClassVar[str] = "locker"
    rank: ClassVar[int] = 160
    because: ClassVar[str] = "having blocked the round"
    leads: ClassVar[bool] = False
    sentence: ClassVar[str] = "Of equal counts in a block the one who blocked the round wins."

    def key(self, end: RoundEnd, seat: Seat) -> int:
        """Look for the seat that laid the last tile."""
        return 0 if end.reason is EndReason.BLOCKED and layer(end) == seat else 1


def layer(end: RoundEnd) -> Seat | None:
    """Give the seat that laid the last tile of the round, if known."""
    return end.by if end.state is None else last_layer(end.state)


@attrs.frozen
class WinnerPoint(Settlement):
    """Points to each winner, with partners to each seat of the side; none for a tie."""

    code: ClassVar[str] = "winner-point"
    sentence: ClassVar[str] = "{how}"

    each: int = 1
    """What a winner gets."""

    def params(self) -> dict[str, object]:
        """Say what a win is worth."""
        how = (
            f"The winner of a round gets {plural(self.each, 'point')}, with partners both of them; "
            "an undecided round gives none."
        )
        return {"each": self.each, "how": how}

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """Give the winners theirs."""
        points = [0] * len(end.hands)
        for seat in winners:
            points[seat] = self.each
        return tuple(points)


@attrs.frozen
class WinBonuses(Adjustment):
    """A win is worth more the way it was won."""

    code: ClassVar[str] = "win-bonuses"
    rank: ClassVar[int] = 100
    points_only: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "A win counts: {normal} plainly; {double} by going out with a double; {both_ends} by going "
        "out with a tile that matches both ends, which are different; {block} by a block in which "
        "the winner's side laid the last tile, {lost_block} if another did."
    )

    normal: int = 1
    """Going out plainly, or a win on the count."""
    both_ends: int = 3
    """The last tile matched two different open ends."""
    double: int = 4
    """The last tile was a double."""
    block: int = 1
    """A block won by the side that laid the last tile, or in which nobody laid one."""
    lost_block: int = 2
    """A block won by another."""

    def worth(self, end: RoundEnd, winners: Sequence[Seat]) -> int:
        """Say what the win is worth; the last tile is looked at, never who passed before."""
        if end.reason is EndReason.BLOCKED:
            last = layer(end)
            return self.block if last is None or last in winners else self.lost_block
        tile = end.last_tile
        went_out = end.reason is EndReason.WENT_OUT and end.by in winners
        if not went_out or not isinstance(tile, Domino):
            return self.normal
        if tile.is_double:
            return self.double
        ends = end.ends
        if ends is None and end.before is not None:
            layout: Any = end.before.plan.layout.read(end.before.table)
            ends = layout.ends
        # The tile is no double, so equal ends can never make the same set.
        return self.both_ends if ends and {tile.low, tile.high} == set(ends) else self.normal

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Give the winners what the win is worth instead."""
        if verdict.decided_by is None:
            return verdict
        worth = self.worth(end, verdict.winners)
        points = tuple([worth if seat in verdict.winners else 0 for seat in end.seats])
        return attrs.evolve(verdict, points=points)


@attrs.frozen
class LastLayer(Effect):
    """Remembers who laid the last tile, under the key ``last-layer``."""

    code: ClassVar[str] = "last-layer"
    keeps: ClassVar[tuple[str, ...]] = ("last-layer",)
    point: ClassVar[str] = "scorer"
    kinds: ClassVar[tuple[str, ...] | None] = ("place",)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        """Check that it is a seat."""
        last = state.plan.seats - 1
        return None if type(value) is int and 0 <= value <= last else f"must be a seat, 0 to {last}"

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Note the mover."""
        draft.rest = draft.rest.with_ext("last-layer", state.to_move)


@attrs.frozen
class ForcedPassPoints(Effect):
    """A point for whoever laid the last tile each time an opponent has to pass."""

    code: ClassVar[str] = "forced-pass-points"
    point: ClassVar[str] = "scorer"
    kinds: ClassVar[tuple[str, ...] | None] = ("pass",)
    sentence: ClassVar[str] = "{how}"

    points: int = 1
    """What a pass is worth."""

    def params(self) -> dict[str, object]:
        """Say what a pass is worth."""
        how = (
            f"Each time an opponent has to pass, whoever laid the last tile gets "
            f"{plural(self.points, 'point')} at once."
        )
        return {"points": self.points, "how": how}

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Find who laid the last tile and pay them, unless the passer is on their side."""
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
