"""
Direction of play, and who plays with whom.
"""

from __future__ import annotations

import attrs

from tilerules.errors import InvalidDealError
from tilerules.rules.kinds import Order, Sides
from tilerules.state import Seat
from tilerules.texts import say

__all__ = ["Clockwise", "CounterClockwise", "Partners", "Singles"]


@attrs.frozen
class Clockwise(Order):
    """Play goes clockwise."""

    code = "clockwise"
    sentence = "Play goes clockwise."


@attrs.frozen
class CounterClockwise(Order):
    """Play goes counter-clockwise."""

    code = "counter-clockwise"
    sentence = "Play goes counter-clockwise."

    def table(self, seats: int) -> tuple[Seat, ...]:
        return tuple((seat - 1) % seats for seat in range(seats))


@attrs.frozen
class Singles(Sides):
    """Everybody plays alone."""

    code = "singles"
    sentence = "Everybody plays alone."


@attrs.frozen
class Partners(Sides):
    """Four play as two sides, partners facing each other."""

    code = "partners"
    sentence = (
        "Four play as two sides, partners facing each other (seats 0 and 2 against 1 and 3); "
        "{how}. In points a side is one player: the hands of both count together, and what either "
        "of them scores or is fined is booked to the side, once."
    )

    def params(self) -> dict[str, object]:
        how = say("partners.one", "a round is won by the side of the player who wins it")
        if self.by_sum:
            how = say(
                "partners.sum",
                "what partners hold is counted together, and the side with the lower sum wins",
            )
        return {"by_sum": self.by_sum, "how": how}

    def of(self, seats: int) -> tuple[int, ...]:
        """
        Give opposite seats one side.

        Raises:
            InvalidDealError: There are not four seats.
        """
        if seats != 4:
            raise InvalidDealError(f"partners need four seats, not {seats}")
        return (0, 1, 0, 1)
