"""
Judging: from the end of a round to its outcome.

Values are counted, the ladder of rungs is climbed until one side is left, then settlement,
points scored during play, and adjustments. Seat order decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.rules.ends import EndReason, Held, RoundEnd, Verdict
from tilerules.rules.parts import Rung
from tilerules.rules.state import Seat, State, unfrozen
from tilerules.tiles import Tile, TileMask

if TYPE_CHECKING:
    from tilerules.play.plan import Plan

__all__ = ["Outcome", "hold", "judge", "judge_state"]


@attrs.frozen
class Outcome:
    """
    How a round ended. Tuples have one entry a seat.
    """

    reason: EndReason
    """Why the round ended."""
    winners: tuple[Seat, ...]
    """The winning seats, sorted; with partners the whole side. More than one side: a tie."""
    counts: tuple[int, ...]
    """What is counted against each seat (pips; an empty hand 0); lower is better."""
    points: tuple[int, ...]
    """What the round adds to each seat's match total; the variant says which way is better."""
    decided_by: str | None
    """The code of the step that decided, e.g. ``"count"``; None for a tie."""
    leader: Seat | None = None
    """The seat whose hand was best; None for a tie."""
    names: tuple[str, ...] = attrs.field(default=(), eq=False)
    """The seats' names, for display."""
    because: str = attrs.field(default="", eq=False, repr=False)
    """What decided, in words."""

    @property
    def is_tie(self) -> bool:
        """Whether nobody won alone, or with partners."""
        return self.decided_by is None

    def __str__(self) -> str:
        names = self.names or tuple(f"seat {seat}" for seat in range(len(self.counts)))
        who = " and ".join(names[seat] for seat in self.winners) or "nobody"
        verb = "share it" if self.is_tie and len(self.winners) > 1 else "wins"
        if not self.is_tie and len(self.winners) > 1:
            verb = "win"
        why = f", by {self.because}" if self.because and not self.is_tie else ""
        counts = ", ".join(
            f"{name} {count}" for name, count in zip(names, self.counts, strict=True)
        )
        how = {"went_out": "a hand is empty", "blocked": "blocked"}
        return f"{who} {verb}{why} ({how.get(self.reason.value, self.reason.value)}; {counts})"


# Made once a round, in the middle of play: see ``unfrozen``.
_OutcomeDraft: Any = unfrozen(Outcome)
_RoundEndDraft: Any = unfrozen(RoundEnd)


def hold(plan: Plan, hand: TileMask, dead: TileMask) -> Held:
    """Give one seat's counted tiles at their effective values."""
    plain, buried = plan.plain_held, plan.dead_held
    tiles = []
    while hand:
        low = hand & -hand
        tiles.append(plain[low.bit_length() - 1])
        hand ^= low
    while dead:
        low = dead & -dead
        tiles.append(buried[low.bit_length() - 1])
        dead ^= low
    held: Held = tuple(tiles)
    for value in plan.values:
        held = value.revalue(plan, held)
    return held


def _climb(
    ladder: Sequence[Rung], end: RoundEnd, sides: Sequence[int], *, by_sum: bool
) -> tuple[Sequence[Seat], Rung | None]:
    """
    Keep the best seats rung by rung.

    Returns:
        The seats left, and the rung that removed the last other side; None for a tie.
    """
    left: Sequence[Seat] = end.seats
    last = ladder[0]
    for rung in ladder:
        keys = rung.keys(end)
        if by_sum:
            merged = {
                side: rung.merge([keys[s] for s in end.seats if sides[s] == side])
                for side in set(sides)
            }
            keys = [merged[sides[seat]] for seat in end.seats]
        best = min([keys[seat] for seat in left])
        kept = [seat for seat in left if keys[seat] == best]
        if len(kept) < len(left):
            last, left = rung, kept
        if len(left) == 1 or len({sides[seat] for seat in left}) == 1:
            return left, last
    return left, None


def judge(end: RoundEnd, names: tuple[str, ...] = (), played: Sequence[int] = ()) -> Outcome:
    """
    Decide a round.

    Args:
        end: What is known of its end.
        names: The seats' names.
        played: Points scored during play, each seat's.
    """
    plan: Any = end.plan
    variant, sides = plan.variant, plan.sides
    left, rung = _climb(plan.ladder, end, sides, by_sum=variant.sides.by_sum)
    winners = tuple(left)
    leader: Seat | None = None
    if rung is not None:
        if plan.has_partners:
            side = sides[left[0]]
            winners = tuple([seat for seat in end.seats if sides[seat] == side])
        leader = left[0] if len(left) == 1 else _best_single(plan.ladder, end, left)
    points = variant.settlement.points(end, winners if rung is not None else ())
    code = None if rung is None else rung.code
    because = "" if rung is None else rung.because
    if plan.adjustments:
        verdict = Verdict(winners, points, code, leader)
        for adjustment in plan.adjustments:
            verdict = adjustment.adjust(end, verdict)
        winners, points, leader = verdict.winners, verdict.points, verdict.leader
        if verdict.decided_by != code:
            code, because = verdict.decided_by, ""
    if played:
        points = tuple([a + b for a, b in zip(points, played, strict=True)])
    outcome: Any = object.__new__(_OutcomeDraft)
    outcome.reason = end.reason
    outcome.winners = winners
    outcome.counts = end.counts
    outcome.points = points
    outcome.decided_by = code
    outcome.leader = leader
    outcome.names = names
    outcome.because = because
    outcome.__class__ = Outcome
    return outcome  # type: ignore[no-any-return]


def _best_single(ladder: Sequence[Rung], end: RoundEnd, seats: Sequence[Seat]) -> Seat | None:
    """Give the seat of a side with the best hand; None if they are level to the last rung."""
    left = seats
    for rung in ladder:
        keys = rung.keys(end)
        best = min(keys[seat] for seat in left)
        left = [seat for seat in left if keys[seat] == best]
    return left[0] if len(left) == 1 else None


def judge_state(plan: Plan, state: Any) -> Outcome:
    """Decide a round that has been played to its end."""
    rest = state.rest
    held = tuple([hold(plan, *pair) for pair in zip(state.masks, rest.dead, strict=True)])
    end: Any = object.__new__(_RoundEndDraft)
    end.plan = plan
    end.reason, end.by = state.end
    end.held = held
    end.counts = tuple([sum([entry[0] for entry in tiles]) for tiles in held])
    end.state = state
    end.before = state.parent
    end.move = state.move
    end.last_tile = last_tile(state)
    end.ends = None
    end.__class__ = RoundEnd
    return judge(end, rest.setup.names, rest.points if any(rest.points) else ())


def last_tile(state: State) -> Tile | None:
    """Give the tile the last move laid, if it laid one."""
    move = state.move
    if move is None:
        return None
    action = state.plan.actions.get(move.kind)
    return move.tile if action is not None and action.lays else None
