"""
Is the outcome that a position claims the one the rules give?

A position has no past, and some rules pay by the last move. So the hands are judged once more
on a state that has no way there: a part that asks for it is found out, and then only what
cannot depend on it is compared.
"""

from __future__ import annotations

from typing import Any

from tilerules.errors import InvalidPositionError
from tilerules.play.base import Resolved
from tilerules.play.judging import Outcome, count, judge_state
from tilerules.scorers.settlements import WinnerPoint
from tilerules.state import GONE, EndReason
from tilerules.texts import join

__all__ = ["check_outcome"]


class _NoPastError(Exception):
    """A part asked for what came before."""


class _NoPast:
    """A finished round that refuses to say how it was reached."""

    _PAST = frozenset({"parent", "move", "moves", "start", "states"})

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        if name in self._PAST:
            raise _NoPastError(name)
        return getattr(self._state, name)


def check_outcome(state: Any, claimed: Outcome) -> Outcome:
    """
    Compare an outcome with what the rules give.

    Args:
        state: A finished round without a past; ``end`` says why it ended and by whose move.
        claimed: The outcome it is said to have.

    Returns:
        The outcome as judged where the rules can judge, or else the claimed one.

    Raises:
        InvalidPositionError: It cannot be the outcome of these hands.
    """
    plan: Resolved = state.plan
    _check_reason(state)
    winners = claimed.winners
    if not winners or list(winners) != sorted(set(winners)):
        raise InvalidPositionError("over: winners must be one seat or more, ascending, each once")
    if gone := set(state.rest.get(GONE, ())).intersection(winners):
        raise InvalidPositionError(f"over: seat {min(gone)} has left the round and cannot win it")
    # What the hands count, no past can change.
    _compare("counts", claimed.counts, count(plan, state.masks, state.rest.dead))
    judged = _judged(plan, state)
    fields = ["winners", "points", "decided_by", "leader"]
    found = judged
    if judged is None and all(part.points_only for part in plan.adjustments):
        # The past decides who is paid what; the ladder alone still says who wins.
        bare = plan.variant.put(WinnerPoint(), adjustments=()).plan(plan.seats)
        fields.remove("points")
        found = _judged(bare, state)
    for field in fields if found is not None else ():
        _compare(field, getattr(claimed, field), getattr(found, field))
    return judged or claimed


def _judged(plan: Resolved, state: Any) -> Outcome | None:
    """Judge without the past; None where a part asks for it."""
    try:
        return judge_state(plan, _NoPast(state))
    except _NoPastError:
        return None


def _check_reason(state: Any) -> None:
    """Check that the round can have ended for the reason it is said to have ended for."""
    reason, by = state.end
    endings = state.plan.variant.endings
    possible = [ending for ending in endings if ending.reason_why is reason]
    if not possible:
        known = join(sorted({ending.reason_why.value for ending in endings}), "or")
        raise InvalidPositionError(f"over: these rules end a round as {known}, not {reason.value}")
    if reason is EndReason.WENT_OUT:
        # A rule that looks at all hands may find one empty after somebody else's move.
        own = by is not None and all(ending.when == "emptied" for ending in possible)
        if all((state.masks[by],) if own else state.masks):
            whose = f"seat {by} has" if own else "all seats have"
            raise InvalidPositionError(f"over: nobody went out: {whose} tiles")


def _compare(field: str, said: object, found: object) -> None:
    if said != found:
        what = "the hands count" if field == "counts" else f"the rules give {field}"
        raise InvalidPositionError(f"over: {what} {_row(found)}, not {_row(said)}")


def _row(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
