"""
Bots that know no game: they try moves on rounds that agree with what they see.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilerules.errors import NoSampleError, PluginError, SeatError
from tilerules.faults import faults_of
from tilerules.play.judging import count
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.round import Round
from tilerules.state import Move, Seat

if TYPE_CHECKING:
    from tilerules.play.views import RoundView

__all__ = ["PlayoutBot", "advise"]

_GATHERING = 100
"""What the first sample costs, about, in moves played at random: all that has been seen is
gathered for it."""
_SAMPLE = 10
"""What another sample costs, about, in moves played at random."""

Worth: TypeAlias = "tuple[int, int]"
"""How good an end is for a seat: by the standing of the match, then by what is counted."""


@attrs.frozen
class PlayoutBot:
    """
    Plays the move that does best in rounds played out at random.

    Each round is sampled from what the bot's view allows. Where moves are too many to list, a
    playout would cost too much, and moves are judged by the hand they leave.
    """

    rng: random.Random = attrs.field(factory=random.Random, repr=False)
    """Where chance comes from."""
    budget: int = 1_500
    """How many moves are played in imagination for one choice, about."""
    most: int = 24
    """How many legal moves are looked at, the first ones in their order."""

    def choose(self, view: RoundView) -> Move:
        """
        Choose a move.

        Args:
            view: The view of the seat to move.

        Raises:
            SeatError: The seat is not to move.
        """
        moves = list(islice(view.legal_moves, self.most))
        if view.seat is None or not moves:
            raise SeatError(f"{view!r} has no move to choose")
        if len(moves) == 1:
            return moves[0]
        depth = 0 if isinstance(view.legal_moves, LazyMoves) else self.budget
        totals = self._try(view, view.seat, moves, depth)
        best = max(range(len(moves)), key=totals.__getitem__)
        return moves[best]

    def _try(
        self, view: RoundView, seat: Seat, moves: Sequence[Move], depth: int
    ) -> list[tuple[int, int, float]]:
        """Give each move's worth, added up over sampled rounds; chance settles what is level."""
        totals = [(0, 0)] * len(moves)
        left, cost = self.budget, _GATHERING
        while left > 0:
            try:
                sampled = view.sample(self.rng, history=False)
            except NoSampleError:
                break
            left -= cost
            cost = _SAMPLE
            for at, move in enumerate(moves):
                end, used = self._play_out(sampled.play(move), depth)
                standing, held = _worth(end, seat)
                totals[at] = (totals[at][0] + standing, totals[at][1] + held)
                left -= used
            if depth == 0:
                # Another sample would say the same of one's own hand.
                break
        return [(*total, self.rng.random()) for total in totals]

    def _play_out(self, state: Round, depth: int) -> tuple[Round, int]:
        """Play on at random; give the last state and how many moves it took."""
        used = 1
        choose = self.rng.choice
        while state.to_move is not None and used <= depth:
            state = state.play(choose(state.legal_moves))
            used += 1
        return state, used


def _worth(state: Round, seat: Seat) -> Worth:
    """Say how much better off a seat is than its opponents are on average, times their number."""
    sides = state.plan.sides
    others = [other for other in range(state.seats) if sides[other] != sides[seat]]
    outcome = state.outcome
    if outcome is None:
        return 0, _lead(count(state.plan, state.masks, state.rest.dead), seat, others)
    standing = state.variant.ranking
    keys: list[Any] = [
        standing.keys((outcome,), outcome.points, one)[0] for one in range(state.seats)
    ]
    return _lead(keys, seat, others), _lead(outcome.counts, seat, others)


def _lead(keys: Sequence[int], seat: Seat, others: Sequence[Seat]) -> int:
    """Compare by keys of which lower ones are better."""
    return sum(keys[other] for other in others) - len(others) * keys[seat]


def advise(view: RoundView, rng: random.Random) -> Move:
    """
    Suggest a move: the variant's own adviser is asked first.

    Args:
        view: The view of the seat to move.
        rng: Where chance comes from.

    Raises:
        SeatError: The seat is not to move.
        PluginError: The variant's adviser failed, or suggested a move that is not legal.
    """
    adviser = view.variant.adviser
    if adviser is not None and view.legal_moves:
        with faults_of(view.variant):
            advice = adviser(view)
        if advice is not None and advice not in view.legal_moves:
            raise PluginError(f"the adviser of {view.variant.key!r} suggests {advice!r}")
        if advice is not None:
            return advice
    return PlayoutBot(rng).choose(view)
