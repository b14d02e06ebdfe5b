"""
A match: rounds in succession, with totals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tilerules.decks import Seed
from tilerules.errors import RoundNotOverError, RoundOverError, of_type
from tilerules.faults import faults_of, misshapen
from tilerules.play.judging import Outcome
from tilerules.play.round import Round
from tilerules.state import Move, Seat
from tilerules.texts import Reason, join, per_seat, seat_names

if TYPE_CHECKING:
    from tilerules.play.variant import Variant

__all__ = ["Match", "MatchOutcome", "rank_seats"]


@attrs.frozen
class MatchOutcome:
    """
    How a match ended.
    """

    winners: tuple[Seat, ...]
    """The winning seats, sorted, with partners the whole side; several sides share it."""
    totals: tuple[int, ...]
    """Each seat's points over all rounds."""
    decided_by: str | None
    """The code of what decided, e.g. ``"total"``; None where it is shared."""
    ranks: tuple[int, ...]
    """Each seat's place from 1; equal seats share a place, and the next is left out."""
    names: tuple[str, ...] = attrs.field(default=(), eq=False)
    """The seats' names, for display."""

    def __str__(self) -> str:
        names = seat_names(self.names, len(self.totals))
        who = join([names[seat] for seat in self.winners], "and")
        verb = "share the match" if self.decided_by is None else "wins the match"
        if self.decided_by is not None and len(self.winners) > 1:
            verb = "win the match"
        return f"{who} {verb} ({per_seat(names, self.totals)})"


def rank_seats(keys: list[tuple[Any, ...]]) -> tuple[int, ...]:
    """
    Give each seat's place by its keys; lower is better.

    >>> rank_seats([(10,), (10,), (12,)])
    (1, 1, 3)
    """
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)


@attrs.frozen(repr=False)
class Match:
    """
    Rounds played to a target, or for a number of rounds.

    A match is a value like a round: :meth:`play` and :meth:`next_round` give a new one. Begin one
    with ``variant.match``.

    Raises:
        TypeError: It has no rounds.
    """

    variant: Variant
    """The rules."""
    seed: Seed
    """The seed: round *k* is dealt from it and *k*."""
    rounds: tuple[Round, ...] = attrs.field(validator=[of_type(tuple), of_type(Round, each=True)])
    """The rounds so far, at least one; the last one may be going on."""

    def __attrs_post_init__(self) -> None:
        if not self.rounds:
            raise TypeError("a match has at least one round; begin one with variant.match")

    @property
    def round(self) -> Round:
        """The round that is being played, or was played last."""
        return self.rounds[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.round.names

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the finished rounds."""
        return tuple(one.outcome for one in self.rounds if one.outcome is not None)

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points over the finished rounds."""
        return tuple(
            sum(outcome.points[seat] for outcome in self.outcomes)
            for seat in range(self.round.seats)
        )

    @property
    def outcome(self) -> MatchOutcome | None:
        """How the match ended; None while it goes on."""
        outcomes, totals = self.outcomes, self.totals
        if len(outcomes) < len(self.rounds):
            return None
        with faults_of(self.variant):
            is_over = self.variant.length.is_over(outcomes, totals)
        sides, away = self.round.plan.sides, self._away
        is_over = is_over or len({sides[s] for s in range(self.round.seats) if s not in away}) < 2
        return self._judge(outcomes, totals) if is_over else None

    @property
    def _away(self) -> set[Seat]:
        """The seats that have left the match."""
        if not self.variant.effects or self.round.outcome is None:
            return set()
        with faults_of(self.variant):
            return {seat for part in self.variant.effects for seat in part.away(self.round)}

    def standing(self) -> MatchOutcome:
        """Give the standing by the finished rounds, as if the match were stopped here."""
        return self._judge(self.outcomes, self.totals)

    def _judge(self, outcomes: tuple[Outcome, ...], totals: tuple[int, ...]) -> MatchOutcome:
        standing, seats = self.variant.ranking, range(self.round.seats)
        keys = self._keys(outcomes, totals)
        codes = standing.codes
        if len(outcomes) == 1 and outcomes[0].is_tie:
            # A tie may leave all totals level: who does not share the only round comes after.
            keys = [(*keys[seat], seat not in outcomes[0].winners) for seat in seats]
            codes = (*codes, "round")
        away = self._away
        if away:
            keys = [(seat in away, *keys[seat]) for seat in seats]
            codes = ("stayed", *codes)
        sides = self.round.plan.sides
        # A side stands where its better seat stands.
        keys = [min(keys[s] for s in seats if sides[s] == sides[seat]) for seat in seats]
        best = min(keys)
        winners = tuple(seat for seat in seats if keys[seat] == best)
        decided_by = None
        if len({sides[seat] for seat in winners}) == 1:
            others = [keys[seat] for seat in seats if seat not in winners]
            level = (
                max(
                    (next(i for i, (a, b) in enumerate(zip(key, best, strict=True)) if a != b))
                    for key in others
                )
                if others
                else 0
            )
            decided_by = codes[level]
        names = self.round.rest.setup.names
        return MatchOutcome(winners, totals, decided_by, rank_seats(keys), names)

    def _keys(
        self, outcomes: tuple[Outcome, ...], totals: tuple[int, ...]
    ) -> list[tuple[Any, ...]]:
        """
        Ask for each seat's keys.

        Raises:
            PluginError: They are not a tuple each, with one key a code, or cannot be compared.
        """
        standing = self.variant.ranking
        with faults_of(self.variant):
            keys = [standing.keys(outcomes, totals, seat) for seat in range(self.round.seats)]
        wanted = len(standing.codes)
        for one in keys:
            if type(one) is not tuple or len(one) != wanted or not wanted:
                what = f"keys must be a tuple of {wanted}, one for each of its codes"
                raise misshapen(self.variant, standing, what, one)
        try:
            sorted(keys)
        except TypeError as error:
            what = f"the keys of all seats must be comparable ({error})"
            raise misshapen(self.variant, standing, what, keys) from error
        return keys

    def play(self, move: Move | str, *, host: bool = False) -> Match:
        """
        Play a move of the round that is going on.

        Args:
            move: One of its legal moves, or the notation.
            host: Whether the host asks, as in :meth:`Round.play`.

        Raises:
            IllegalMoveError: It is not legal.
            RoundOverError: The round is over; :meth:`next_round` deals the next.
        """
        after = self.round.play(move, host=host)
        return attrs.evolve(self, rounds=(*self.rounds[:-1], after))

    def host(self, move: Move | str) -> Match:
        """
        Play a move of the host in the round that is going on: see :meth:`Round.host`.

        Raises:
            IllegalMoveError: It is not legal.
            RoundOverError: The round is over.
        """
        return self.play(move, host=True)

    def next_round(self) -> Match:
        """
        Deal the next round.

        Raises:
            RoundNotOverError: The round is still going on.
            RoundOverError: The match is over.
        """
        if self.round.outcome is None:
            raise RoundNotOverError(
                f"round {len(self.rounds)} is not over: {self.names[self.round.to_move or 0]} "
                "is to move"
            )
        if self.outcome is not None:
            reason = Reason(code="match-over", template="the match is over")
            raise RoundOverError("next round", (reason,), f"the match is over: {self.outcome}")
        setup = self.round.rest.setup
        dealt = self.variant.deal(
            setup.names or self.round.seats, seed=self.seed, previous=self.rounds
        )
        return attrs.evolve(self, rounds=(*self.rounds, dealt))

    def __hash__(self) -> int:
        return hash((self.seed, len(self.rounds), self.round))

    def __repr__(self) -> str:
        state = "over" if self.outcome else f"round {len(self.rounds)}"
        return f"<Match of {self.variant.key}: {self.round.seats} seats, {state}>"

    def __str__(self) -> str:
        told = per_seat(self.names, self.totals)
        return f"Round {len(self.rounds)} of {self.variant.title}; totals: {told}\n{self.round}"
