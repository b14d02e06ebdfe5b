"""
The loser of a round opens the next: a starting rule.
"""

from __future__ import annotations

from typing import Any

from tilerules import house_rule
from tilerules.rules import NextOpener, Right
from tilerules.state import Draft

__all__ = ["LoserOpens"]


@house_rule(
    "auntys-rules/loser-opens",
    "The loser opens the next round",
    text="Whoever had the highest count opens, with any tile; after a tie the right stays.",
    variants=("gaple", "rummy"),
    source="Aunty's kitchen",
    # It is no part of a game by itself, but of the starting rule, whatever else that does.
    into="starting.later",
)
class LoserOpens(NextOpener):
    """Whoever was left with the highest count opens."""

    sentence = (
        "Whoever had the highest count in a round that was won opens the next, with any tile; of "
        "equals the one who comes first in turn after the winner."
    )

    def right(self, draft: Draft, last: Any) -> Right:
        """
        Go round the table from the last winner to the first of the highest counts.

        It must not be the lowest seat number: who sits where decides nothing.
        """
        counts = last.outcome.counts
        next_after = draft.plan.variant.order.table(draft.plan.seats)
        seat = next_after[last.outcome.leader]
        while counts[seat] < max(counts):
            seat = next_after[seat]
        # The opener, and the tile it has to lay: None stands for any.
        return seat, None
