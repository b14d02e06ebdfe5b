"""
Who wins, and for how much: points for the pips of the others, and for the open ends.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilerules.rules.kinds import Action, Effect
from tilerules.scorers.kinds import Settlement
from tilerules.scorers.lanes import LaneEnds
from tilerules.scorers.results import RoundEnd
from tilerules.scorers.tie_breakers import Count, OutWins
from tilerules.state import Draft, EndReason, Move, MoverState, Seat, book
from tilerules.texts import say

__all__ = ["EndsScore", "GoingOut", "LightestHand", "OpponentsPips", "nearest_multiple"]


def nearest_multiple(points: int, unit: int) -> int:
    """
    Round to the nearest multiple; what lies half way between two goes up.

    >>> [nearest_multiple(points, 5) for points in (2, 3, 7, 8)]
    [0, 5, 5, 10]
    """
    return (points + unit // 2) // unit * unit


@attrs.frozen
class GoingOut(OutWins):
    """
    Whoever lays their last tile wins, even against a hand of [0-0] alone.
    """

    sentence = "Whoever lays their last tile wins the round."


@attrs.frozen
class LightestHand(Count):
    """
    A blocked round is won by the fewest pips.
    """

    because = "the lightest hand"
    sentence = "A blocked round is won by the hand with the fewest pips; equal hands share it."


@attrs.frozen
class OpponentsPips(Settlement):
    """
    The winner scores the pips that opponents are left with.
    """

    code = "opponents-pips"
    sentence = (
        "The winner scores the pips in the hands of all opponents{less}{rounded}. A "
        "round that nobody wins scores nothing."
    )

    blocked: str = attrs.field(
        default="total", validator=attrs.validators.in_(("total", "difference"))
    )
    """After a block: the ``"total"`` of the others, or its ``"difference"`` to one's own."""
    nearest: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    """The sum is rounded to the nearest multiple of this."""

    def params(self) -> dict[str, object]:
        less: object = say("opponents-pips.difference", ", after a block less their own")
        if self.blocked != "difference":
            less = ""
        nearest = say(
            "opponents-pips.nearest", ", rounded to the nearest multiple of {n}", n=self.nearest
        )
        return {
            **super().params(),
            "less": less,
            "rounded": nearest if self.nearest > 1 else "",
        }

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        worth = sum(end.counts[seat] for seat in end.seats if seat not in winners)
        if end.reason is EndReason.BLOCKED and self.blocked == "difference":
            worth -= sum(end.counts[seat] for seat in winners)
        worth = nearest_multiple(worth, self.nearest)
        return tuple([worth if seat in winners else 0 for seat in end.seats])

    def in_lanes(self, ends: LaneEnds | None, paid: Any) -> Any:
        """Add the same up in arrays, unless it is rounded."""
        if self.nearest > 1:
            return None
        if ends is None:
            return True
        worth = (ends.counts * ~paid).sum(axis=1)
        if self.blocked == "difference":
            worth = worth - ends.blocked * (ends.counts * paid).sum(axis=1)
        return paid * worth[:, None]


@attrs.frozen
class EndsScore(Effect):
    """
    Open ends that add up to a multiple score at once.

    It needs a layout that knows the total of its open ends, such as
    :class:`~tilerules_classic_dominoes.cross.CrossLayout`.
    """

    code = "ends-score"
    point = "scorer"
    sentence = (
        "Whoever lays a tile after which the open ends add up to a multiple of {multiple} scores "
        "that total at once; a double at an open end counts with both halves."
    )

    multiple: int = attrs.field(default=5, validator=attrs.validators.ge(2))
    """What the total must be a multiple of."""

    def position_words(self) -> tuple[str, ...]:
        return ("points",)

    def concerns(self, action: Action) -> bool:
        return action.lays

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        total = draft.plan.layout.total(draft.table)
        if not total or total % self.multiple:
            return
        book(draft, state.to_move, total)
