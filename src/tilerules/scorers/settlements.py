"""
What a round is worth, and what is scored during play.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import attrs

from tilerules.component import GameLike
from tilerules.rules.kinds import Action, Effect
from tilerules.scorers.kinds import Adjustment, Settlement
from tilerules.scorers.lanes import LaneEnds
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.state import Draft, EndReason, Move, MoverState, Seat, State, book
from tilerules.texts import counted, say
from tilerules.tiles import Domino

__all__ = [
    "CollectHands",
    "ForcedPassPoints",
    "HandsAgainst",
    "LastLayer",
    "WinBonuses",
    "WinnerCollects",
    "WinnerPoint",
]


LAST_LAYER = "last-layer"
"""The key under which a state keeps who laid the last tile."""


def setter(end: RoundEnd) -> Seat | None:
    """Give the seat that laid the last tile of the round, if known."""
    return end.by if end.state is None else last_layer(end.state)


def _to_winners(end: RoundEnd, winners: Sequence[Seat], worth: int) -> tuple[int, ...]:
    """Give each winner the same, and the others nothing."""
    return tuple([worth if seat in winners else 0 for seat in end.seats])


@attrs.frozen
class WinnerPoint(Settlement):
    """Points to each winner; none for a tie."""

    code = "winner-point"
    sentence = "The winner of a round gets {points}; an undecided round gives none."

    each: int = 1
    """What a winner gets."""

    def params(self) -> dict[str, object]:
        return {**super().params(), "points": counted(self.each, "point")}

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        return _to_winners(end, winners, self.each)

    def in_lanes(self, ends: LaneEnds | None, paid: Any) -> Any:
        return paid * self.each if ends else True


@attrs.frozen
class WinBonuses(Adjustment):
    """A win is worth more the way it was won."""

    code = "win-bonuses"
    rank = 100
    points_only = True
    sentence = (
        "A win counts: {normal} plainly; {double} by going out with a double; {both_ends} by going "
        "out with a tile that matches both ends, which are different; {block} by a block in which "
        "the winner's side laid the last tile, {lost_block} if another did."
    )

    normal: int = 1
    """Going out plainly, or a win on the count."""
    both_ends: int = 3
    """The last tile matched two different open ends."""
    double: int = 4
    """The last tile was a double."""
    block: int = 1
    """A block won by the side that laid the last tile, or in which nobody laid one."""
    lost_block: int = 2
    """A block won by another."""

    def worth(self, end: RoundEnd, winners: Sequence[Seat]) -> int:
        """Say what the win is worth; the last tile is looked at, never who passed before."""
        if end.reason is EndReason.BLOCKED:
            last = setter(end)
            return self.block if last is None or last in winners else self.lost_block
        tile = end.last_tile
        went_out = end.reason is EndReason.WENT_OUT and end.by in winners
        if not went_out or not isinstance(tile, Domino):
            return self.normal
        if tile.is_double:
            return self.double
        ends = end.open_ends
        if ends is None and end.before is not None:
            layout: Any = end.before.plan.layout.read(end.before.table)
            ends = layout.ends
        # The tile is no double, so equal ends can never make the same set.
        return self.both_ends if ends and {tile.low, tile.high} == set(ends) else self.normal

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        if verdict.decided_by is None:
            return verdict
        worth = self.worth(end, verdict.winners)
        return attrs.evolve(
            verdict,
            points=tuple(
                [worth if end.shares_side(seat, verdict.winners) else 0 for seat in end.seats]
            ),
        )


@attrs.frozen
class LastLayer(Effect):
    """Remembers who laid the last tile, under the key ``last-layer``."""

    code = "last-layer"
    keeps = (LAST_LAYER,)
    point = "scorer"

    def concerns(self, action: Action) -> bool:
        return action.lays

    def idle_in(self, game: GameLike) -> tuple[str, ...]:
        """It changes nothing itself: others look at what it remembers."""
        return ("",)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        last = state.plan.seats - 1
        return None if type(value) is int and 0 <= value <= last else f"must be a seat, 0 to {last}"

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        draft.rest = draft.rest.with_ext(LAST_LAYER, state.to_move)


@attrs.frozen
class ForcedPassPoints(Effect):
    """A point for whoever laid the last tile each time an opponent has to pass."""

    code = "forced-pass-points"
    point = "scorer"
    sentence = (
        "Each time an opponent has to pass, whoever laid the last tile gets {points} at once."
    )

    points: int = 1
    """What a pass is worth."""

    def params(self) -> dict[str, object]:
        return {**super().params(), "points": counted(self.points, "point")}

    def concerns(self, action: Action) -> bool:
        return action.is_pass

    def idle_in(self, game: GameLike) -> tuple[str, ...]:
        return () if any(action.is_pass for action in game.actions) else ("",)

    def position_words(self) -> tuple[str, ...]:
        return ("points",)

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        """Find who laid the last tile and pay them, unless the passer is on their side."""
        seat = last_layer(state)
        if seat is None:
            return
        sides = state.plan.sides
        if sides[seat] == sides[state.to_move]:
            return
        book(draft, seat, self.points)


def last_layer(state: State) -> Seat | None:
    """Give the seat that laid the last tile; None before the first. Needs :class:`LastLayer`."""
    seat: Seat | None = state.rest.get(LAST_LAYER)
    return seat


@attrs.frozen
class CollectHands(Settlement):
    """
    Everybody loses the count of the own hand, and the winner gets the sum.

    Points sum to zero; where several win jointly, to less by under the number of them.
    """

    code = "collect-hands"
    shares = True
    sentence = (
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
        stuck = say("collect-hands.full", "each other player loses their own count")
        if self.stuck == "difference":
            stuck = say(
                "collect-hands.difference",
                "each other player loses the difference to the winner's count",
            )
        return {"stuck": stuck}

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        """Take from the others what they pay, and share it among the winners."""
        less = 0
        if end.reason is EndReason.BLOCKED and self.stuck == "difference":
            less = min([end.counts[seat] for seat in winners], default=0)
        # The side of the lightest hand may hold more than the other one: nobody pays it then.
        paid = [
            max(end.counts[seat] - less, 0) if seat not in winners and seat not in end.left else 0
            for seat in end.seats
        ]
        share = sum(paid) // len(winners) if winners else 0
        return tuple([share if seat in winners else -paid[seat] for seat in end.seats])


@attrs.frozen
class HandsAgainst(Settlement):
    """Everybody's own count is added to their total; the lowest total is best."""

    code = "hands-against"
    sentence = "Each player's own count is added to their total, and nothing else."

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        return tuple(end.counts)


@attrs.frozen
class WinnerCollects(Settlement):
    """The winner of a round scores what all others hold; joint winners share it, rounded down."""

    code = "winner-collects"
    shares = True
    sentence = (
        "The winner of a round scores the counts of all others; joint winners share them, rounded "
        "down. The others score nothing."
    )

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        pot = sum(end.counts[seat] for seat in end.seats if seat not in winners)
        return _to_winners(end, winners, pot // len(winners) if winners else 0)
