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
from tilerules.texts import counted, say

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
        how = say("rounds.many", "A match is {rounds} rounds.", rounds=self.rounds)
        if self.rounds == 1:
            how = say(
                "rounds.one",
                "A match is a single round; if it is undecided, those who are level share the "
                "match.",
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
        cap: object = ""
        if self.most is not None:
            rounds = counted(self.most, "round")
            cap = say("first-to.cap", ", after {rounds} at the latest", rounds=rounds)
        return {**super().params(), "goal": counted(self.target, "point"), "cap": cap}

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
        better = say("rounds-won.higher", "higher")
        if self.lowest:
            better = say("rounds-won.lower", "lower")
        return {"lowest": self.lowest, "better": better}

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
        how = say("match.rounds", "A match is {number} rounds.", number=number)
        if number == 1:
            how = say("match.one", "A match is a single round.")
        elif self.rounds is None:
            each = "A match is {number} rounds, one for each double."
            how = say("match.each-double", each, number=number)
        elif self.rounds == HALF:
            half = "A match is {number} rounds, for half of the {doubles} doubles."
            how = say("match.half", half, number=number, doubles=self.doubles)
        return {**super().params(), "how": how}

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
