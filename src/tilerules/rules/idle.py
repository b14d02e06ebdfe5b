"""
Rounds that end because nobody lays anything any more.

``Rest.idle`` counts turns; :class:`IdleTurns` keeps it and :class:`Stuck` reads it. That
nothing could be laid is not proved: everybody has had a turn and laid nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from tilerules.rules.ends import EndReason
from tilerules.rules.parts import Bundle, Constraint, Effect, Ending
from tilerules.rules.state import LEFT, Draft, Move, Seat, State

__all__ = ["IdleTurns", "StockFirst", "Stuck", "all_idle"]


@attrs.frozen
class IdleTurns(Effect):
    """
    Counts turns in succession: passes, and turns that ran out of time.

    Drawing begins the count anew, for whoever drew has not yet had a turn with that tile; so
    does laying, unless ``laying_counts``.
    """

    code: ClassVar[str] = "idle-turns"
    point: ClassVar[str] = "blocking"
    kinds: ClassVar[tuple[str, ...] | None] = ("lay", "place", "draw", "pass", "time", "leave")

    laying_counts: bool = False
    """Whether a turn in which tiles were laid counts too, once the stock is empty."""

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Count, or begin anew; a turn of whoever leaves does not count any more."""
        if move.kind == "leave":
            if self._was_idle(state, move):
                draft.rest = draft.rest.put(idle=draft.rest.idle - 1)
            return
        counts = move.kind in ("pass", "time")
        if self.laying_counts:
            counts = move.kind != "draw" and not state.rest.stock
        idle = state.rest.idle + 1 if counts else 0
        if idle != draft.rest.idle:
            draft.rest = draft.rest.put(idle=idle)

    @staticmethod
    def _was_idle(state: State, move: Move) -> bool:
        """Say whether one of the turns counted was that of the seat that leaves."""
        seat: Seat = state.to_move  # type: ignore[assignment]  # a move has a mover
        if move.seat is None or move.seat == seat:
            return False
        # Those whose turns were counted are the last to come round to.
        turns_between = 0
        while seat != move.seat:
            seat = state.plan.next_seat(state, seat)
            turns_between += 1
        staying = state.plan.seats - len(state.rest.get(LEFT, ()))
        return turns_between >= staying - state.rest.idle


@attrs.frozen
class Stuck(Ending):
    """
    The round ends when the stock is empty and a full circle of turns has been counted.
    """

    code: ClassVar[str] = "stuck"
    rank: ClassVar[int] = 200
    reason_why: ClassVar[EndReason] = EndReason.BLOCKED
    sentence: ClassVar[str] = "{how}"

    last_turns: bool = False
    """Whether everybody has just one more turn once the stock is empty."""

    def params(self) -> dict[str, object]:
        """Say which circle ends it."""
        how = (
            "Once the stock is empty everybody has one more turn, then the round ends."
            if self.last_turns
            else "The round is stuck, and ends, when the stock is empty and all players in "
            "succession have passed or run out of time; whether they could have laid something is "
            "not asked."
        )
        return {"last_turns": self.last_turns, "how": how}

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        """Compare the count with the number of players who have not left."""
        rest = draft.rest
        return not rest.stock and rest.idle >= draft.plan.seats - len(rest.get(LEFT, ()))


@attrs.frozen
class StockFirst(Constraint):
    """
    Nobody passes who has not drawn what there is to draw, able to lay or not.

    Where drawing is only for those who can lay nothing, it closes the way round it.
    """

    code: ClassVar[str] = "stock-first"
    point: ClassVar[str] = "blocking"
    kinds: ClassVar[tuple[str, ...]] = ("pass",)
    sentence: ClassVar[str] = "Nobody may pass while there is a tile to draw."
    texts: ClassVar[Mapping[str, str]] = {"stock-first": "there are tiles left to draw"}

    def forbids(self, state: State, move: Move) -> bool:
        """Look at the stock, not at whether drawing is legal."""
        drawing = state.plan.actions.get("draw")
        return drawing is not None and drawing.can(state)


def all_idle(*, last_turns: bool = False) -> Bundle:
    """
    The round ends after a full circle without a tile laid, or one more turn for everybody.

    Args:
        last_turns: End one circle after the stock ran out, whatever is laid.
    """
    return Bundle(effects=(IdleTurns(last_turns),), endings=(Stuck(last_turns),))
