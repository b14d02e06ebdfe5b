"""
Rounds in which the winner collects what is left in the other hands.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from tilerules.rules.ends import EndReason, RoundEnd
from tilerules.rules.parts import Settlement
from tilerules.rules.state import Seat

__all__ = ["CollectHands", "HandsAgainst"]


@attrs.frozen
class CollectHands(Settlement):
    """
    Everybody loses the count of the own hand, and the winner gets the sum.

    Points sum to zero; where several win jointly, to less by under the number of them.
    """

    code: ClassVar[str] = "collect-hands"
    shares: ClassVar[bool] = True
    sentence: ClassVar[str] = (
        "Whoever goes out gets the counts of all other hands, and the others lose their own. If "
        "nobody goes out, {stuck}, and the winner gets the sum. Joint winners share equally, "
        "rounded down, and what is left over goes to nobody."
    )

    stuck: str = attrs.field(
        default="difference", validator=attrs.validators.in_(("difference", "full"))
    )
    """What a loser pays in a block: the ``"difference"`` to the lowest count, or the ``"full"``
    count."""

    def params(self) -> dict[str, object]:
        """Say what is paid in a block."""
        stuck = {
            "difference": "each other player loses the difference to the winner's count",
            "full": "each other player loses the own count",
        }[self.stuck]
        return {"stuck": stuck}

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """Take from the others what they pay, and share it among the winners."""
        less = 0
        if end.reason is EndReason.BLOCKED and self.stuck == "difference":
            less = min([end.counts[seat] for seat in winners], default=0)
        paid = [
            end.counts[seat] - less if seat not in winners and seat not in end.left else 0
            for seat in end.seats
        ]
        share = sum(paid) // len(winners) if winners else 0
        return tuple([share if seat in winners else -paid[seat] for seat in end.seats])


@attrs.frozen
class HandsAgainst(Settlement):
    """Everybody's own count is added to their total; the lowest total is best."""

    code: ClassVar[str] = "hands-against"
    sentence: ClassVar[str] = "Each player's own count is added to their total, and nothing else."

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """Give the counts."""
        return tuple(end.counts)
