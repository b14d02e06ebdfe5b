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
from tilerules.rules.state import Seat, State
from tilerules.texts import Text
from tilerules.tiles import Tile, TileMask, bits

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
    because: Text | None = attrs.field(default=None, eq=False, repr=False)
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


def hold(plan: Plan, hand: TileMask, dead: TileMask) -> Held:
    """Give one seat's counted tiles at their effective values."""
    tiles, pips = plan.tile_set.tiles, plan.tile_set.pips
    held: Held = tuple(
        [(pips[tile], tiles[tile], False) for tile in bits(hand)]
        + [(pips[tile], tiles[tile], True) for tile in bits(dead)]
    )
    for value in plan.values:
        held = value.revalue(plan, held)
    return held


def _climb(
    ladder: Sequence[Rung], end: RoundEnd, sides: Sequence[int], *, by_sum: bool
) -> tuple[list[Seat], str | None, Rung | None]:
    """
    Keep the best seats rung by rung.

    Returns:
        The seats left, the code of the rung that removed the last other side, and the rung.
    """
    left = list(end.seats)
    last: Rung | None = None
    for rung in ladder:
        keys: list[Any] = [rung.key(end, seat) for seat in end.seats]
        if by_sum:
            merged = {
                side: rung.merge([keys[s] for s in end.seats if sides[s] == side])
                for side in set(sides)
            }
            keys = [merged[sides[seat]] for seat in end.seats]
        best = min([keys[seat] for seat in left])
        kept = [seat for seat in left if keys[seat] == best]
        if len(kept) < len(left):
            last = rung
            left = kept
        if len({sides[seat] for seat in left}) == 1:
            return left, last.code if last else ladder[0].code, last or ladder[0]
    return left, None, None


def judge(end: RoundEnd, names: tuple[str, ...] = (), played: Sequence[int] = ()) -> Outcome:
    """
    Decide a round.

    Args:
        end: What is known of its end.
        names: The seats' names.
        played: Points scored during play, each seat's.
    """
    plan: Any = end.plan
    variant = plan.variant
    sides, by_sum = plan.sides, variant.sides.by_sum
    left, decided_by, rung = _climb(plan.ladder, end, sides, by_sum=by_sum)
    winners = left
    leader: Seat | None = None
    if decided_by is not None:
        side = sides[left[0]]
        winners = [seat for seat in end.seats if sides[seat] == side]
        if len(left) > 1:  # a side's seats are added: its best single hand leads
            leader = _best_single(plan.ladder, end, left)
        else:
            leader = left[0]
    points = variant.settlement.points(end, tuple(winners) if decided_by is not None else ())
    verdict = Verdict(tuple(winners), tuple(points), decided_by, leader)
    for adjustment in plan.adjustments:
        verdict = adjustment.adjust(end, verdict)
    points = verdict.points
    if played:
        points = tuple([a + b for a, b in zip(points, played, strict=True)])
    because = None
    if rung is not None and verdict.decided_by == rung.code:
        because = Text(code=f"because-{rung.code}", template=rung.because or rung.code)
    elif verdict.decided_by is not None:
        because = Text(code=f"because-{verdict.decided_by}", template=verdict.decided_by)
    return Outcome(
        end.reason,
        verdict.winners,
        end.counts,
        points,
        verdict.decided_by,
        verdict.leader,
        names,
        because,
    )


def _best_single(ladder: Sequence[Rung], end: RoundEnd, seats: list[Seat]) -> Seat | None:
    """Give the seat of a side with the best hand; None if they are level to the last rung."""
    left = seats
    for rung in ladder:
        keys = {seat: rung.key(end, seat) for seat in left}
        best = min(keys.values())
        left = [seat for seat in left if keys[seat] == best]
    return left[0] if len(left) == 1 else None


def judge_state(plan: Plan, state: Any) -> Outcome:
    """Decide a round that has been played to its end."""
    reason, seat = state.end
    dead = state.rest.dead
    held = tuple([hold(plan, hand, dead[s]) for s, hand in enumerate(state.masks)])
    end = RoundEnd(
        plan,
        reason,
        held,
        tuple([sum([value for value, _tile, _dead in tiles]) for tiles in held]),
        seat,
        state,
        state.parent,
        state.move,
        last_tile(state),
    )
    setup = state.rest.setup
    return judge(end, setup.names, state.rest.points if any(state.rest.points) else ())


def last_tile(state: State) -> Tile | None:
    """Give the tile the last move laid, if it laid one."""
    move = state.move
    if move is None or state.parent is None:
        return None
    action = state.plan.variant.action(move.kind)
    return move.tile if action is not None and action.lays else None
