"""
Blocks where not every end is open to everybody.

A round is blocked when no sequence of passes can make any move but a pass legal. That nobody
can play *now* is not enough: a pass may put a marker on a train and so open it.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from tilerules.rules.blocking import Blocked
from tilerules.rules.state import FRESH, Draft, Move, State
from tilerules.rules.supposing import Supposed, after_passing

__all__ = ["BlockedForGood"]


@attrs.frozen
class BlockedForGood(Blocked):
    """
    The round ends when none can be drawn and no tile in any hand could be laid, however often
    all passed.
    """

    sentence: ClassVar[str] = (
        "It also ends, at once, when nothing can be drawn and no tile in any hand could be laid "
        "even if everybody passed."
    )

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        """
        Compare hands with all ends, then suppose a circle of passes.

        The second is needed only where something may be closed that passing does not open. On an
        empty table nobody may be left who could begin: whoever held the tile for it has left.
        """
        plan = draft.plan
        drawing = plan.actions.get("draw")
        if drawing is not None and len(draft.rest.stock) > drawing.reserve:
            return False
        if not draft.table:
            return not _somebody_can_lay(Supposed.like(draft))
        if super().ended(state, move, draft):
            return True
        if all([one.temporary or one.opening for one in plan.variant.constraints]):
            return False
        now = Supposed.like(draft)
        now.turn = FRESH
        return not (_somebody_can_lay(now) or _somebody_can_lay(after_passing(draft)))


def _somebody_can_lay(state: Supposed) -> bool:
    """Say whether any seat could lay a tile, were its turn now."""
    plan = state.plan
    kinds = [kind for kind, action in plan.actions.items() if action.lays]
    for seat in range(plan.seats):
        state.to_move = seat
        if plan.kinds_open(state, kinds):
            return True
    return False
