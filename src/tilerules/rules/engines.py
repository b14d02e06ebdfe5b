"""
Which double is the engine of a round.

The engine is either set aside before the deal, or it comes out of a hand. How a round is then
opened stands in :mod:`tilerules.rules.engine_opening`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component
from tilerules.rules.openings import OPENING
from tilerules.rules.state import PlanLike, Seat
from tilerules.tiles import Pips, TileId, TileMask

__all__ = [
    "ENGINES",
    "PASSED_ON",
    "EngineRule",
    "HighestInHand",
    "OwnHighest",
    "RequiredInHand",
    "SetAside",
    "double_of",
]

ENGINES = "engines"
"""The key under which the numbers of the doubles stand that will do, the best first."""
PASSED_ON = "engine-passed"
"""The key under which the seats stand that had no double when it was theirs to begin."""


_DRAWN = (
    " Where nobody has {sought}, {how} until {sought} shows; if the stock cannot serve all players "
    "alike until then, the tiles are dealt again."
)


def _descending(plan: PlanLike, first: Pips | None, number: int) -> Pips:
    """Give the number of the round's double: one lower each round, after 0 the highest."""
    highest = plan.tile_set.highest
    return ((highest if first is None else first) - number + 1) % (highest + 1)


def double_of(plan: PlanLike, pips: Pips) -> TileId:
    """Give the tile id of a number's double."""
    return plan.tile_set.id_of(f"{pips}-{pips}")


@attrs.frozen
class EngineRule(Component, ABC):
    """
    Which double a round begins with. One object answers before the deal and after it.
    """

    point: ClassVar[str] = "starting"
    by_round: ClassVar[bool] = True
    """Whether each round has its own double, counted from that of the first."""
    sought: ClassVar[str] = "one"
    """What a sentence says that nobody has."""
    whole_circles: bool = attrs.field(default=False, kw_only=True)
    """Where tiles are drawn for it: whether all draw one before anybody looks."""

    def params(self) -> dict[str, object]:
        """Say what is drawn for, and how."""
        how = "all draw one more tile" if self.whole_circles else "tiles are drawn in turn"
        return {**super().params(), "how": how, "sought": self.sought}

    def aside(self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]) -> TileMask:
        """Give the engine as a mask where it is set aside before the deal; else 0."""
        return 0

    @abstractmethod
    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """
        Give the doubles that will do, the best first.

        Args:
            plan: The game as a whole.
            first: The number of the first round's engine; None for the highest.
            previous: The finished rounds before this one.
        """

    def find(
        self, draft: Any, engines: Sequence[TileId], first: Seat
    ) -> tuple[Seat, TileId] | None:
        """Give who has to lay which engine; None where nobody holds one."""
        for tile in engines:
            for seat, mask in enumerate(draft.masks):
                if mask >> tile & 1:
                    return seat, tile
        return None

    def lacked(self, start: Any) -> list[tuple[Seat, TileMask]]:
        """Give what seats are seen not to hold, from who has to lay which engine."""
        word = start.rest.get(OPENING)
        better = 0
        for pips in start.rest.get(ENGINES, ()):
            if word == f"{pips}-{pips}":
                break
            better |= 1 << double_of(start.plan, pips)
        return [(seat, better) for seat in range(start.plan.seats) if better]


@attrs.frozen
class SetAside(EngineRule):
    """The engine is taken out before the shuffle: the highest double, then one lower a round."""

    code: ClassVar[str] = "set-aside"
    sentence: ClassVar[str] = (
        "The engine is taken out before the tiles are shuffled; in each further round it is the "
        "next lower double."
    )

    def aside(self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]) -> TileMask:
        """Give the double of the round."""
        return 1 << self.engines(plan, first, previous)[0]

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give the double of the round."""
        return (double_of(plan, _descending(plan, first, len(previous) + 1)),)


@attrs.frozen
class RequiredInHand(EngineRule):
    """Whoever holds the double of the round lays it."""

    code: ClassVar[str] = "required-in-hand"
    sentence: ClassVar[str] = (
        "Whoever holds the engine lays it and plays first; in each further round it is the next "
        "lower double.{lower}" + _DRAWN
    )

    next_lower: bool = False
    """Whether the next lower double will do where nobody holds it; else tiles are drawn."""

    def params(self) -> dict[str, object]:
        """Say which double will do, and so what is drawn for."""
        if self.next_lower:
            lower = " Where nobody has it, the next lower double will do."
            return {**super().params(), "lower": lower, "sought": "a double"}
        return {**super().params(), "lower": "", "sought": "it"}

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give the double of the round, and those below it where they will do."""
        number = len(previous) + 1
        doubles = plan.tile_set.highest + 1 if self.next_lower else 1
        return tuple(
            double_of(plan, _descending(plan, first, number + step)) for step in range(doubles)
        )


@attrs.frozen
class HighestInHand(EngineRule):
    """Whoever holds the highest double lays it; one that was an engine before does not count."""

    code: ClassVar[str] = "highest-in-hand"
    by_round: ClassVar[bool] = False
    sentence: ClassVar[str] = (
        "The engine is the highest double in any hand that has not been one in this match. Its "
        "holder lays it and plays first." + _DRAWN
    )

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give the doubles not used yet; when all have been, they begin anew."""
        count = plan.tile_set.highest + 1
        recent = previous[len(previous) - len(previous) % count :]
        used = {one.layout.engine for one in recent}
        tiles = (double_of(plan, pips) for pips in reversed(range(count)))
        return tuple(tile for tile in tiles if plan.tile_set.tiles[tile] not in used)


@attrs.frozen
class OwnHighest(EngineRule):
    """The first player lays the own highest double; one who has none passes the right on."""

    code: ClassVar[str] = "own-highest"
    by_round: ClassVar[bool] = False
    sought: ClassVar[str] = "a double"
    sentence: ClassVar[str] = (
        "The first player lays the highest double of the own hand as the engine; without one, the "
        "next player does and plays first." + _DRAWN
    )

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give all doubles."""
        return tuple(double_of(plan, pips) for pips in reversed(range(plan.tile_set.highest + 1)))

    def find(
        self, draft: Any, engines: Sequence[TileId], first: Seat
    ) -> tuple[Seat, TileId] | None:
        """Go round the table from the first player."""
        seat = first
        for _ in range(draft.plan.seats):
            for tile in engines:
                if draft.masks[seat] >> tile & 1:
                    return seat, tile
            seat = draft.plan.next_seat(draft, seat)
        return None

    def lacked(self, start: Any) -> list[tuple[Seat, TileMask]]:
        """Who passed the right on has no double, and the engine is its holder's highest."""
        found = super().lacked(start)
        if start.rest.get(OPENING) is None:
            return found
        none = start.plan.tile_set.doubles
        better = [mask for seat, mask in found if seat == start.to_move]
        passed = [(seat, none) for seat in start.rest.get(PASSED_ON, ())]
        return [*passed, *((start.to_move, mask) for mask in better)]
