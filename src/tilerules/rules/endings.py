"""
Passing although one could play, and rounds that end because nobody lays anything any more.

That a pass is only for who cannot play is said by ``only_without`` of the action; the refusal
has the code ``must-`` and the kind of move that is possible. A permit lifts it like any other.

``Rest.idle`` counts turns; :class:`IdleTurns` keeps it and :class:`Stuck` reads it. That
nothing could be laid is not proved: everybody has had a turn and laid nothing.
"""

from __future__ import annotations

import attrs

from tilerules.rules.blocking import Blocked, can_draw, laying_moves
from tilerules.rules.hypothetical import Hypothetical, after_passing
from tilerules.rules.kinds import (
    PLACE,
    Action,
    Bundle,
    Constraint,
    Effect,
    Ending,
    HostAction,
    Permit,
)
from tilerules.rules.openings import OPENING
from tilerules.state import FRESH, GONE, Draft, EndReason, Move, MoverState, Seat, State
from tilerules.texts import say

__all__ = [
    "AllPassed",
    "BlockedForGood",
    "DeclineDrawn",
    "IdleTurns",
    "PassAtWill",
    "StockFirst",
    "Stuck",
    "all_idle",
]


@attrs.frozen
class DeclineDrawn(Permit):
    """A tile just drawn need not be laid: one may pass instead."""

    code = "decline-drawn"
    point = "blocking"
    lifts = (f"must-{PLACE}",)
    sentence = "A drawn tile that fits may be laid at once, or kept by passing."

    def concerns(self, action: Action) -> bool:
        return action.is_pass

    def active(self, state: MoverState) -> bool:
        return state.turn.draws > 0

    def permits(self, state: MoverState, move: Move) -> bool:
        return state.turn.draws > 0


@attrs.frozen
class PassAtWill(Permit):
    """One may pass although a tile fits."""

    code = "pass-at-will"
    point = "blocking"
    lifts = (f"must-{PLACE}",)
    sentence = "A player who could lay a tile may pass instead, unless the round begins with it."

    def concerns(self, action: Action) -> bool:
        return action.is_pass

    def permits(self, state: MoverState, move: Move) -> bool:
        """Any pass, but of who has to lay the tile that the round begins with."""
        return bool(state.table) or state.rest.get(OPENING) is None


@attrs.frozen
class AllPassed(Ending):
    """
    The round ends when everybody has passed in succession, whatever could have been done.

    Needs :class:`~tilerules.rules.endings.IdleTurns`.
    """

    code = "all-passed"
    rank = 180
    reason_why = EndReason.BLOCKED
    sentence = "It ends too when all players pass in succession."

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        rest = draft.rest
        return rest.idle >= draft.plan.seats - len(rest.get(GONE, ()))


@attrs.frozen
class BlockedForGood(Blocked):
    """
    The round ends when none can be drawn and no tile in any hand could be laid, however often
    all passed.
    """

    sentence = (
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
        if plan.brings(draft):
            return False
        if not draft.table:
            return not _somebody_can_lay(Hypothetical.like(draft))
        if super().ended(state, move, draft):
            return True
        if all([one.temporary or one.opening for one in plan.variant.constraints]):
            return False
        now = Hypothetical.like(draft)
        now.turn = FRESH
        return not (_somebody_can_lay(now) or _somebody_can_lay(after_passing(draft)))


def _somebody_can_lay(state: Hypothetical) -> bool:
    """Say whether any seat could lay a tile, were its turn now."""
    for seat in range(state.plan.seats):
        state.to_move = seat
        if laying_moves(state):
            return True
    return False


@attrs.frozen
class IdleTurns(Effect):
    """
    Counts turns in succession: passes, and turns that ran out of time.

    Drawing begins the count anew, for whoever drew has not yet had a turn with that tile; so
    does laying, unless ``laying_counts``.
    """

    code = "idle-turns"
    point = "blocking"

    laying_counts: bool = False
    """Whether a turn in which tiles were laid counts too, once the stock is empty."""

    def position_words(self) -> tuple[str, ...]:
        return ("idle",)

    def concerns(self, action: Action) -> bool:
        """Whether it is a move of the host's, who may let somebody leave, or one that counts."""
        is_counted = action.lays or action.may_bring or action.idle
        return is_counted or isinstance(action, HostAction)

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        """Count, or begin anew; a turn of whoever leaves does not count any more."""
        action = state.plan.action_of(move)
        if isinstance(action, HostAction) and not action.idle:
            has_left = draft.rest.get(GONE, ()) != state.rest.get(GONE, ())
            if has_left and self._was_idle(state, move):
                draft.rest = draft.rest.put(idle=draft.rest.idle - 1)
            return
        counts = action.idle
        if self.laying_counts:
            counts = not action.may_bring and not state.rest.stock
        idle = state.rest.idle + 1 if counts else 0
        if idle != draft.rest.idle:
            draft.rest = draft.rest.put(idle=idle)

    @staticmethod
    def _was_idle(state: MoverState, move: Move) -> bool:
        """Say whether one of the turns counted was that of the seat that leaves."""
        seat: Seat = state.to_move
        if move.seat is None or move.seat == seat:
            return False
        # Those whose turns were counted are the last to come round to.
        turns_between = 0
        while seat != move.seat:
            seat = state.plan.next_seat(state, seat)
            turns_between += 1
        staying = state.plan.seats - len(state.rest.get(GONE, ()))
        return turns_between >= staying - state.rest.idle


@attrs.frozen
class Stuck(Ending):
    """
    The round ends when the stock is empty and a full circle of turns has been counted.
    """

    code = "stuck"
    rank = 200
    reason_why = EndReason.BLOCKED
    sentence = "{how}"

    last_turns: bool = False
    """Whether everybody has just one more turn once the stock is empty."""

    def params(self) -> dict[str, object]:
        how = say(
            "stuck.passed",
            "The round is stuck, and ends, when the stock is empty and all players in succession "
            "have passed or run out of time; whether they could have laid something is not asked.",
        )
        if self.last_turns:
            how = say(
                "stuck.last-turns",
                "Once the stock is empty everybody has one more turn, then the round ends.",
            )
        return {"last_turns": self.last_turns, "how": how}

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        """Compare the count with the number of players who have not left."""
        rest = draft.rest
        return not rest.stock and rest.idle >= draft.plan.seats - len(rest.get(GONE, ()))


@attrs.frozen
class StockFirst(Constraint):
    """
    Nobody passes who has not drawn what there is to draw, able to lay or not.

    Where drawing is only for those who can lay nothing, it closes the way round it.
    """

    code = "stock-first"
    point = "blocking"
    sentence = "Nobody may pass while there is a tile to draw."
    texts = {"stock-first": "there are tiles left to draw"}

    def concerns(self, action: Action) -> bool:
        return action.is_pass

    def forbids(self, state: MoverState, move: Move) -> bool:
        """Look at what could be drawn, whether or not drawing is only for want of another move."""
        return can_draw(state)


def all_idle(*, last_turns: bool = False) -> Bundle:
    """
    The round ends after a full circle without a tile laid, or one more turn for everybody.

    Args:
        last_turns: End one circle after the stock ran out, whatever is laid.
    """
    return Bundle(effects=(IdleTurns(last_turns),), endings=(Stuck(last_turns),))
