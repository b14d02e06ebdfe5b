"""
A match: rounds in succession, with totals.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.decks import Seed
from tilerules.errors import RoundNotOverError, RoundOverError, check_type, shown
from tilerules.faults import faults_of, misshapen
from tilerules.looks import html_table
from tilerules.play.base import Resolved
from tilerules.play.documents import MatchData, match_data
from tilerules.play.judging import Outcome
from tilerules.play.past import Past, PastOutcomes
from tilerules.play.round import Round
from tilerules.play.views import RoundView
from tilerules.state import GONE, Move, Seat
from tilerules.texts import Listed, Reason, named, per_seat, say, seat_names

if TYPE_CHECKING:
    from tilerules.play.variant import Variant

__all__ = ["Match", "MatchOutcome", "MatchView", "rank_seats", "stand"]


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

    def render(self, *, language: str = "") -> str:
        """
        Say the outcome in one line.

        Args:
            language: The language, e.g. ``"id"``; English by default.
        """
        called = [named(self.names, seat) for seat in range(len(self.totals))]
        n = len(self.winners)
        facts = {"n": n, "who": Listed(called[seat] for seat in self.winners)}
        pairs = zip(called, self.totals, strict=True)
        totals = [say("outcome.count", "{name} {count}", name=name, count=n) for name, n in pairs]
        facts["totals"] = Listed(totals, ",")
        if self.decided_by is None:
            found = say("match-outcome.tie", "{who} share the match ({totals})", **facts)
        else:
            one = "{who} wins the match ({totals})"
            many = "{who} win the match ({totals})"
            found = say("match-outcome.wins", one, many, "n", **facts)
        return found.render(language=language)

    def _repr_html_(self) -> str:
        names = seat_names(self.names, len(self.totals))
        rows = zip(names, self.totals, self.ranks, strict=True)
        return html_table(["player", "total", "place"], rows, f"{self}.")

    def __str__(self) -> str:
        return self.render()


def rank_seats(keys: list[tuple[Any, ...]]) -> tuple[int, ...]:
    """
    Give each seat's place by its keys; lower is better.

    >>> rank_seats([(10,), (10,), (12,)])
    (1, 1, 3)
    """
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)


def stand(
    variant: Variant,
    plan: Resolved,
    outcomes: Sequence[Outcome],
    totals: tuple[int, ...],
    names: tuple[str, ...] = (),
    *,
    away: Collection[Seat] = (),
) -> MatchOutcome:
    """
    Give the standing after some rounds, as if the match were stopped there.

    Args:
        variant: The rules.
        plan: The game as a whole.
        outcomes: The outcomes of the rounds.
        totals: Each seat's points over them.
        names: The seats' names.
        away: The seats that have left the match.
    """
    seats = range(plan.seats)
    keys = _keys(variant, outcomes, totals)
    codes = variant.ranking.codes
    if len(outcomes) == 1 and outcomes[0].is_tie:
        # A tie may leave all totals level: who does not share the only round comes after.
        keys = [(*keys[seat], seat not in outcomes[0].winners) for seat in seats]
        codes = (*codes, "round")
    if away:
        keys = [(seat in away, *keys[seat]) for seat in seats]
        codes = ("stayed", *codes)
    sides = plan.sides
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
    return MatchOutcome(winners, totals, decided_by, rank_seats(keys), names)


def _keys(
    variant: Variant, outcomes: Sequence[Outcome], totals: tuple[int, ...]
) -> list[tuple[Any, ...]]:
    """
    Ask for each seat's keys.

    Raises:
        PluginError: They are not a tuple each, with one key a code, or cannot be compared.
    """
    standing = variant.ranking
    with faults_of(variant):
        keys = [standing.keys(outcomes, totals, seat) for seat in range(len(totals))]
    wanted = len(standing.codes)
    for one in keys:
        if type(one) is not tuple or len(one) != wanted or not wanted:
            what = f"keys must be a tuple of {wanted}, one for each of its codes"
            raise misshapen(variant, standing, what, one)
    try:
        sorted(keys)
    except TypeError as error:
        what = f"the keys of all seats must be comparable ({error})"
        raise misshapen(variant, standing, what, keys) from error
    return keys


@attrs.frozen(repr=False, init=False)
class Match:
    """
    Rounds played to a target, or for a number of rounds.

    A match is a value like a round: :meth:`play` and :meth:`next_round` give a new one. Begin one
    with ``variant.match``. Between two rounds, when :attr:`round` is over and :meth:`next_round`
    has not been called, hands lie open, so that players can see how the round ended.
    """

    variant: Variant
    """The rules."""
    seed: Seed
    """The seed: round *k* is dealt from it and *k*."""
    past: Past | None
    """The rounds before the one that is being played, or was played last."""
    round: Round
    """The round that is being played, or was played last."""

    def __init__(self, variant: Variant, seed: Seed, rounds: Sequence[Round]) -> None:
        """
        Make a match of rounds.

        Args:
            variant: The rules.
            seed: The seed.
            rounds: The rounds so far, at least one; all but the last one are over.

        Raises:
            TypeError: They are no rounds, or there is none.
            RoundNotOverError: One is not over, but another follows it.
        """
        check_type("rounds", rounds, Sequence)
        if not rounds:
            raise TypeError("a match has at least one round; begin one with variant.match")
        for number, one in enumerate(rounds, 1):
            check_type("a round", one, Round)
            if one.outcome is None and number < len(rounds):
                raise RoundNotOverError(f"round {number} is not over, but another follows it")
        self._set(variant, seed, Past.of(rounds[:-1]), rounds[-1])

    def _set(self, variant: Variant, seed: Seed, past: Past | None, last: Round) -> None:
        self.__attrs_init__(variant, seed, past, last)

    @classmethod
    def of(cls, variant: Variant, seed: Seed, past: Past | None, last: Round) -> Match:
        """Make a match of its rounds but the last one, and that; nothing is checked or copied."""
        match = object.__new__(cls)
        match._set(variant, seed, past, last)
        return match

    def _with(self, past: Past | None, last: Round) -> Match:
        return Match.of(self.variant, self.seed, past, last)

    @property
    def number(self) -> int:
        """How many rounds there are, the one that is going on included."""
        return 1 if self.past is None else self.past.number + 1

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds so far; the last one may be going on."""
        return (*(self.past or ()), self.round)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.round.names

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the finished rounds."""
        return tuple(self._finished[0])

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points over the finished rounds."""
        return self._finished[1]

    @property
    def _finished(self) -> tuple[Sequence[Outcome], tuple[int, ...]]:
        """The outcomes of the finished rounds, and the totals."""
        past = self.past if self.round.outcome is None else Past(self.past, self.round)
        if past is None:
            return (), (0,) * self.round.seats
        return PastOutcomes(past), past.totals

    @property
    def outcome(self) -> MatchOutcome | None:
        """How the match ended; None while it goes on."""
        if self.round.outcome is None:
            return None
        outcomes, totals = self._finished
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
        return self._judge(*self._finished)

    def _judge(self, outcomes: Sequence[Outcome], totals: tuple[int, ...]) -> MatchOutcome:
        names = self.round.rest.setup.names
        return stand(self.variant, self.round.plan, outcomes, totals, names, away=self._away)

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
        return self._with(self.past, after)

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
                f"round {self.number} is not over: {self.names[self.round.to_move or 0]} is to move"
            )
        if self.outcome is not None:
            reason = Reason(code="match-over", template="the match is over")
            raise RoundOverError("next round", (reason,), f"the match is over: {self.outcome}")
        setup = self.round.rest.setup
        past = Past(self.past, self.round)
        dealt = self.variant.deal(setup.names or self.round.seats, seed=self.seed, previous=past)
        return self._with(past, dealt)

    def view(self, seat: Seat | None) -> MatchView:
        """
        Give what one seat may know of the match.

        Args:
            seat: The seat; None for a spectator.

        Raises:
            SeatError: There is no such seat.
        """
        return MatchView.of(self, seat)

    def back(self, n: int = 1) -> Match:
        """
        Go back by moves, across the beginnings of rounds too.

        A deal is no move: before the first move of a round was the last one of the round before.
        What has been seen stays seen: whoever takes back a draw has looked at a tile.

        Args:
            n: How many moves, from 0.

        Raises:
            ValueError: The number is below 0, or so many moves have not been played.
        """
        check_type("a number of moves", n, int)
        if n < 0:
            raise ValueError(f"a number of moves is 0 or more, not {shown(n)}")
        past, state = self.past, self.round
        for _ in range(n):
            while state.parent is None and past is not None:
                state, past = past.last, past.before
            if state.parent is None:
                raise ValueError(f"there are no {shown(n)} moves to take back")
            state = state.parent
        return self._with(past, state)

    def __reduce__(self) -> tuple[Any, ...]:
        return Match.of, (self.variant, self.seed, self.past, self.round)

    def __hash__(self) -> int:
        return hash((self.seed, self.number, self.round))

    def __repr__(self) -> str:
        state = "over" if self.outcome else f"round {self.number}"
        return f"<Match of {self.variant.key}: {self.round.seats} seats, {state}>"

    def _repr_html_(self) -> str:
        # A table of scores, and below it the round that is going on, or was played last.
        points = [outcome.points for outcome in self.outcomes]
        rows = [(number, *row) for number, row in enumerate(points, 1)]
        scores = html_table(
            ["round", *self.names], [*rows, ("total", *self.totals)], self.variant.title
        )
        end = "" if self.outcome is None else f"<p>{html.escape(str(self.outcome))}.</p>"
        return f"{scores}{end}{self.round.picture()}"

    def __str__(self) -> str:
        told = per_seat(self.names, self.totals)
        return f"Round {self.number} of {self.variant.title}; totals: {told}\n{self.round}"


@attrs.frozen(repr=False)
class MatchView:
    """
    A match as one seat, or a spectator, sees it.

    The finished rounds are open to everybody: the round that is going on is a
    :class:`RoundView`.
    """

    round: RoundView
    """The round that is being played, or was played last."""
    number: int
    """Its number, from 1."""
    finished: tuple[Outcome, ...]
    """How the rounds ended that are over."""
    standing: MatchOutcome
    """The standing by them, as if the match were stopped here."""
    gone: tuple[Seat, ...]
    """The seats that have left."""
    outcome: MatchOutcome | None
    """How the match ended; None while it goes on."""

    @classmethod
    def of(cls, match: Match, seat: Seat | None) -> MatchView:
        """
        Look at a match.

        Raises:
            SeatError: There is no such seat.
        """
        last = match.round
        return cls(
            last.view(seat),
            match.number,
            match.outcomes,
            match.standing(),
            last.rest.get(GONE, ()),
            match.outcome,
        )

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        return self.round.variant

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; None for a spectator."""
        return self.round.seat

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.round.names

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points over the finished rounds."""
        return self.standing.totals

    @property
    def is_between(self) -> bool:
        """Whether the round is over, and another is to be dealt: hands lie open."""
        return self.round.is_over and self.outcome is None

    def to_dict(self) -> MatchData:
        """Give the view as plain JSON values; see :func:`tilerules.json_schema`."""
        return match_data(self)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<MatchView of {self.variant.key} for {who}: round {self.number}>"
