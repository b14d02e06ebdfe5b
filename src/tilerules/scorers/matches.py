"""
How rounds make a match: its length and its standing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import attrs

from tilerules.decks import TileSet
from tilerules.scorers.kinds import Length, Standing
from tilerules.state import Seat
from tilerules.texts import plural

__all__ = [
    "HALF",
    "FirstTo",
    "HighestTotal",
    "LowestThenRoundsWon",
    "LowestTotal",
    "MostRoundsWon",
    "RoundPerDouble",
    "Rounds",
]


@attrs.frozen
class Rounds(Length):
    """A fixed number of rounds."""

    code = "rounds"
    sentence = "{how}"

    rounds: int = 1
    """How many."""

    def params(self) -> dict[str, object]:
        how = (
            "A match is a single round; if it is undecided, those who are level share the match."
            if self.rounds == 1
            else f"A match is {self.rounds} rounds."
        )
        return {**super().params(), "how": how}

    def is_over(self, outcomes: Sequence[Any], totals: Sequence[int]) -> bool:
        return len(outcomes) >= self.rounds


@attrs.frozen
class FirstTo(Length):
    """The first to reach a target ends the match."""

    code = "first-to"
    sentence = "The match ends when somebody has {goal}{cap}."

    target: int
    """The total that ends the match."""
    most: int | None = None
    """The match ends after this many rounds at the latest; None: no such end."""

    def params(self) -> dict[str, object]:
        cap = ""
        if self.most is not None:
            cap = f", after {plural(self.most, 'round')} at the latest"
        return {**super().params(), "goal": plural(self.target, "point"), "cap": cap}

    def is_over(self, outcomes: Sequence[Any], totals: Sequence[int]) -> bool:
        return max(totals) >= self.target or (self.most is not None and len(outcomes) >= self.most)


@attrs.frozen
class HighestTotal(Standing):
    """The highest total wins; equal totals share."""

    code = "highest-total"
    sentence = "The highest total wins the match; equal totals share it."
    codes = ("total",)

    def keys(self, outcomes: Sequence[Any], totals: Sequence[int], seat: Seat) -> tuple[Any, ...]:
        return (-totals[seat],)


@attrs.frozen
class LowestTotal(Standing):
    """The lowest total wins; equal totals share."""

    code = "lowest-total"
    lowest = True
    sentence = "The lowest total wins the match; equal totals share it."
    codes: ClassVar[tuple[str, ...]] = ("total",)

    def keys(self, outcomes: Sequence[Any], totals: Sequence[int], seat: Seat) -> tuple[Any, ...]:
        return (totals[seat],)


def _won(outcomes: Sequence[Any], seat: Seat) -> int:
    """Count the rounds that a seat has won."""
    return sum(1 for one in outcomes if not one.is_tie and seat in one.winners)


@attrs.frozen
class MostRoundsWon(Standing):
    """Whoever won most rounds wins the match; then the totals decide."""

    code = "most-rounds-won"
    sentence = (
        "Whoever has won most rounds wins the match; of equals the {better} total, else they share."
    )
    codes = ("rounds-won", "total")

    lowest: bool = False
    """Whether the lower total is better."""

    def params(self) -> dict[str, object]:
        return {"lowest": self.lowest, "better": "lower" if self.lowest else "higher"}

    def keys(self, outcomes: Sequence[Any], totals: Sequence[int], seat: Seat) -> tuple[Any, ...]:
        return -_won(outcomes, seat), totals[seat] if self.lowest else -totals[seat]


HALF = "half"
"""In place of a number of rounds: half as many as there are doubles."""


@attrs.frozen
class RoundPerDouble(Length):
    """A round for each double of the set, or for half of them, or a number of rounds."""

    code = "round-per-double"
    sentence = "{how}"

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
        number = self.number
        how = f"A match is {number} rounds"
        if number == 1:
            how = "A match is a single round"
        elif self.rounds is None:
            how += ", one for each double"
        elif self.rounds == HALF:
            how += f", for half of the {self.doubles} doubles"
        return {**super().params(), "how": f"{how}."}

    def for_tiles(self, tile_set: TileSet) -> Self:
        return attrs.evolve(self, doubles=tile_set.highest + 1)

    @property
    def number(self) -> int:
        """How many rounds."""
        if isinstance(self.rounds, int):
            return self.rounds
        return (self.doubles + 1) // 2 if self.rounds == HALF else self.doubles

    def is_over(self, outcomes: Sequence[Any], totals: Sequence[int]) -> bool:
        return len(outcomes) >= self.number


@attrs.frozen
class LowestThenRoundsWon(LowestTotal):
    """The lowest total wins; of equals whoever won more rounds."""

    code = "lowest-total-rounds-won"
    sentence = (
        "The lowest total wins the match; of equals whoever won more rounds, else they share it."
    )
    codes = ("total", "rounds-won")

    def keys(self, outcomes: Sequence[Any], totals: Sequence[int], seat: Seat) -> tuple[Any, ...]:
        return totals[seat], -_won(outcomes, seat)
