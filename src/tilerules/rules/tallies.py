"""
What goes with the doubles of a set: rounds of a match, a price on the highest, and totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from tilerules.rules.ends import Held, RoundEnd
from tilerules.rules.matches import LowestTotal
from tilerules.rules.parts import Length, Settlement, TileValue
from tilerules.rules.state import PlanLike, Seat
from tilerules.tiles import Domino

__all__ = ["HALF", "HighestDouble", "LowestThenRoundsWon", "RoundPerDouble", "WinnerCollects"]


@attrs.frozen
class HighestDouble(TileValue):
    """The highest double of the set counts something else than its pips."""

    code: ClassVar[str] = "value-highest-double"
    sentence: ClassVar[str] = "The highest double of the set counts {points}."

    points: int = 48
    """What it counts."""

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Change the tile where it is held."""
        highest = Domino(plan.tile_set.highest, plan.tile_set.highest)
        return tuple(
            [(self.points if tile == highest else value, tile, dead) for value, tile, dead in held]
        )


HALF = "half"
"""In place of a number of rounds: half as many as there are doubles."""


@attrs.frozen
class RoundPerDouble(Length):
    """A round for each double of the set, or for half of them, or a number of rounds."""

    code: ClassVar[str] = "round-per-double"
    sentence: ClassVar[str] = "{how}"

    doubles: int
    """How many doubles the set has."""
    rounds: int | str | None = attrs.field(
        default=None,
        validator=attrs.validators.or_(
            attrs.validators.in_((None, HALF)), attrs.validators.instance_of(int)
        ),
    )
    """A number of rounds instead, or :data:`HALF`, rounded up; None: as many as doubles."""

    def params(self) -> dict[str, object]:
        """Say how many rounds."""
        number = self.number
        how = f"A match is {number} rounds"
        if number == 1:
            how = "A match is a single round"
        elif self.rounds is None:
            how += ", one for each double"
        elif self.rounds == HALF:
            how += f", for half of the {self.doubles} doubles"
        return {**super().params(), "how": f"{how}."}

    @property
    def number(self) -> int:
        """How many rounds."""
        if isinstance(self.rounds, int):
            return self.rounds
        return (self.doubles + 1) // 2 if self.rounds == HALF else self.doubles

    def is_over(self, outcomes: Sequence[Any], totals: Sequence[int]) -> bool:
        """Count the rounds."""
        return len(outcomes) >= self.number


@attrs.frozen
class LowestThenRoundsWon(LowestTotal):
    """The lowest total wins; of equals whoever won more rounds."""

    code: ClassVar[str] = "lowest-total-rounds-won"
    sentence: ClassVar[str] = (
        "The lowest total wins the match; of equals whoever won more rounds, else they share it."
    )
    codes: ClassVar[tuple[str, ...]] = ("total", "rounds-won")

    def keys(self, outcomes: Sequence[Any], totals: Sequence[int], seat: Seat) -> tuple[Any, ...]:
        """Give the total, then the rounds won, negated."""
        won = sum(1 for one in outcomes if not one.is_tie and seat in one.winners)
        return totals[seat], -won


@attrs.frozen
class WinnerCollects(Settlement):
    """The winner of a round scores what all others hold; joint winners share it, rounded down."""

    code: ClassVar[str] = "winner-collects"
    shares: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "The winner of a round scores the counts of all others; joint winners share them, rounded "
        "down. The others score nothing."
    )

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """Add the others' counts up."""
        pot = sum(end.counts[seat] for seat in end.seats if seat not in winners)
        share = pot // len(winners) if winners else 0
        return tuple(share if seat in winners else 0 for seat in end.seats)
