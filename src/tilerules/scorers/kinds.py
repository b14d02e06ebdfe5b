"""
The kinds of part that score.

A **tile value** changes what tiles count; winner and ties are one ladder of ranked **rungs**;
**settlement** and **adjustments** come after it; **length** and **standing** make rounds a match.
Like every kind of part they may be subclassed by a plugin, see :mod:`tilerules.rules.kinds`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component
from tilerules.scorers.lanes import LaneEnds
from tilerules.scorers.results import Held, RoundEnd, Verdict
from tilerules.state import PlanLike, Seat
from tilerules.texts import Text

__all__ = ["Adjustment", "Length", "Rung", "Settlement", "Standing", "TileValue"]


@attrs.frozen
class TileValue(Component):
    """
    Changes what some tiles of a hand are worth.
    """

    point = "scorer"
    rank: ClassVar[int] = 0
    """Lower is applied first."""

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Give the held tiles of one seat with their values changed."""
        return held


@attrs.frozen
class Rung(Component, ABC):
    """
    One step of the ladder that finds the winner. Lower keys are better.
    """

    point = "tie_breakers"
    rank: ClassVar[int] = 0
    """Lower is asked first; two rungs of one rank are a conflict."""
    shortcuts = {"in_lanes": ("key", "keys", "of_side")}
    because: ClassVar[str] = ""
    """Words for what decided, e.g. ``"the lowest count"``."""
    leads: ClassVar[bool] = True
    """Whether it tells, too, which hand of a side that won by its sum was best."""
    decides: bool = attrs.field(default=True, kw_only=True)
    """Whether it decides rounds; if not, it is there for :attr:`leads` alone."""
    place: int | None = attrs.field(default=None, kw_only=True)
    """The rank it has instead of :attr:`rank`; None: that of its kind."""

    def describe(self) -> tuple[Text, ...]:
        return super().describe() if self.decides else ()

    @abstractmethod
    def key(self, end: RoundEnd, seat: Seat) -> Any:
        """Give a seat's key."""

    def keys(self, end: RoundEnd) -> Sequence[Any]:
        """Give every seat's key."""
        return [self.key(end, seat) for seat in end.seats]

    def in_lanes(self, ends: LaneEnds | None) -> Any:
        """
        Give every seat's key of many rounds: whole numbers, in an array of a row for each.

        Args:
            ends: The ends; None to ask whether it can.

        Returns:
            The array; of None anything but None. By default None: it cannot.
        """
        return None

    def of_side(self, end: RoundEnd, seats: Sequence[Seat]) -> Any:
        """
        Give the key of a side whose hands are added; by default that of one hand with all tiles.

        Override it where the key is not about tiles, but about who did something.
        """
        return self.key(end.merged(seats), seats[0])


@attrs.frozen
class Settlement(Component, ABC):
    """
    What a round adds to each player's total.

    With partners a side is one player: the end and the winners are those of the sides then (see
    :meth:`~tilerules.scorers.RoundEnd.of_sides`), and both partners are given what their side gets.
    """

    point = "scorer"
    shortcuts = {"in_lanes": ("points",)}
    shares: ClassVar[bool] = False
    """Whether an undecided round is worth something to those who are level."""

    @abstractmethod
    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """
        Give each player's points.

        Args:
            end: The end of the round; with partners each entry is a side.
            winners: Who won; for an undecided round nobody, or where :attr:`shares` is true
                those who are level.
        """

    def in_lanes(self, ends: LaneEnds | None, paid: Any) -> Any:
        """
        Give every seat's points of many rounds, in an array of a row for each.

        Args:
            ends: The ends; None to ask whether it can.
            paid: Whether a seat is among the winners that are paid.

        Returns:
            The array; of None anything but None. By default None: it cannot.
        """
        return None


@attrs.frozen
class Adjustment(Component, ABC):
    """
    Changes a verdict after the settlement: bonuses, caps, forfeits.

    Its entries are seats. Partners have one account: it must leave both of them the same points.
    """

    point = "scorer"
    rank: ClassVar[int] = 0
    """Lower acts first; two adjustments of one rank are a conflict."""
    points_only: ClassVar[bool] = False
    """
    A promise that it leaves winners, leader and what decided as they are, so that these can be
    found again from a position even where the points depend on the last move.
    """

    @abstractmethod
    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Give the verdict as it then stands."""


@attrs.frozen
class Length(Component, ABC):
    """
    How many rounds make a match.
    """

    point = "match"

    @abstractmethod
    def is_over(self, outcomes: Sequence[Any], totals: Sequence[int]) -> bool:
        """Say whether the match is over after some rounds."""


@attrs.frozen
class Standing(Component, ABC):
    """
    Who leads a match.
    """

    point = "match"
    lowest = False
    """Whether the lower total is the better one, so that a fine adds to it."""

    @abstractmethod
    def keys(self, outcomes: Sequence[Any], totals: Sequence[int], seat: Seat) -> tuple[Any, ...]:
        """Give a seat's keys, first the one that counts first; lower is better."""

    codes: ClassVar[tuple[str, ...]] = ()
    """A code for each key, for ``decided_by``."""
