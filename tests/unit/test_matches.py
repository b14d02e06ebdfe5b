"""
Matches: rounds in succession, totals, standing.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given

from testing.sound import SOUND
from tilerules import IllegalMoveError, Match, MatchOutcome, RoundNotOverError, RoundOverError
from tilerules.play import Variant
from tilerules.play.judging import Outcome
from tilerules.play.match import rank_seats
from tilerules.rules.seating import Partners
from tilerules.scorers.kinds import Length
from tilerules.scorers.matches import FirstTo, HighestTotal, LowestTotal, MostRoundsWon, Rounds
from tilerules.state import EndReason
from tilerules.testing import strategies as tst


@attrs.frozen
class Never(Length):
    """A match without an end."""

    code = "never"

    def is_over(self, outcomes: Sequence[Any], totals: Sequence[int]) -> bool:
        return False


def outcome(points: tuple[int, ...], *winners: int) -> Outcome:
    """
    Make the outcome of a round by its points.
    """
    decided = "count" if len(winners) == 1 else None
    leader = winners[0] if decided else None
    return Outcome(EndReason.BLOCKED, winners, points, points, decided, leader)


def finished(match: Match) -> Match:
    """
    Play the round that is going on with the first legal move each time.
    """
    while match.round.to_move is not None:
        match = match.play(next(iter(match.round.legal_moves)))
    return match


def standing(variant: Variant, *outcomes: Outcome) -> MatchOutcome:
    """
    Judge a match of rounds with given outcomes.
    """
    rounds = []
    for one in outcomes:
        state = variant.deal(len(one.points), seed=1)
        object.__setattr__(state, "to_move", None)
        object.__setattr__(state, "end", (one.reason, None))
        object.__setattr__(state, "outcome", one)
        rounds.append(state)
    return Match(variant, 1, tuple(rounds)).standing()


def test_match_from_beginning_to_end() -> None:
    """
    Rounds are dealt from the seed and their number; the totals are the sums of their points.
    """
    match = SOUND.match(["Zoe", "Abe"], seed=5)
    assert SOUND.deal(["Zoe", "Abe"], seed=5) == match.round
    assert ((0, 0), None, ()) == (match.totals, match.outcome, match.outcomes)

    match = finished(match)
    first = match.round
    assert match.outcome is None
    match = match.next_round()
    assert match.round == SOUND.deal(2, seed=5, previous=[first])
    assert 2 == match.round.rest.setup.number
    assert first.start.hands != match.round.hands
    assert ("Zoe", "Abe") == match.names == match.round.names

    match = finished(match)
    assert match.outcome is not None
    assert match.totals == match.outcome.totals
    assert match.totals == tuple(
        sum(one.points[seat] for one in match.outcomes) for seat in range(2)
    )
    assert "the match" in str(match.outcome)
    assert str(match).startswith("Round 2 of Sound; totals: Zoe ")


def test_match_is_a_value() -> None:
    """
    Playing gives a new match; the old one stays, and can be hashed and sent.
    """
    match = SOUND.match(2, seed=5)
    after = match.play(next(iter(match.round.legal_moves)))

    assert match != after
    assert match == SOUND.match(2, seed=5)
    assert hash(match) == hash(SOUND.match(2, seed=5))
    assert after == pickle.loads(pickle.dumps(after))
    assert "<Match of sound: 2 seats, round 1>" == repr(match)
    assert 1 == len(match.rounds)


def test_too_early_and_too_late() -> None:
    """
    The next round needs a finished one and a match that goes on; nothing is played after it.
    """
    match = SOUND.match(2, seed=5)
    with pytest.raises(RoundNotOverError, match=r"round 1 is not over: seat [01] is to move"):
        match.next_round()
    with pytest.raises(IllegalMoveError):
        match.play("pass")
    match = finished(match)
    with pytest.raises(RoundOverError, match="round is over"):
        match.play("pass")
    match = finished(match.next_round())
    with pytest.raises(RoundOverError, match="match is over") as caught:
        match.next_round()
    assert ["match-over"] == [reason.code for reason in caught.value.reasons]


@given(match=tst.matches(SOUND))
def test_totals_are_computed_from_the_rounds(match: Match) -> None:
    """
    Asked twice, or of a copy, totals and standing are the same (R32).
    """
    again = Match(match.variant, match.seed, match.rounds)

    assert match.totals == match.totals == again.totals
    assert match.standing() == again.standing()
    assert len(match.outcomes) in (len(match.rounds), len(match.rounds) - 1)


# --- standing ---------------------------------------------------------------------------------

LOWEST = SOUND.put(LowestTotal(), Never())
HIGHEST = SOUND.put(HighestTotal(), Never())


@pytest.mark.parametrize(
    ("variant", "totals", "winners", "ranks"),
    [
        (LOWEST, (40, 12, 30), (1,), (3, 1, 2)),
        (LOWEST, (9, 10, 100), (0,), (1, 2, 3)),
        (LOWEST, (10, 10, 12), (0, 1), (1, 1, 3)),
        (LOWEST, (20, 20, 35), (0, 1), (1, 1, 3)),
        (LOWEST, (5, 5, 5), (0, 1, 2), (1, 1, 1)),
        (HIGHEST, (40, 12, 30), (0,), (1, 3, 2)),
        (HIGHEST, (-5, 0, -1), (1,), (3, 1, 2)),
        (HIGHEST, (9, 100, 10), (1,), (3, 1, 2)),
    ],
    ids=str,
)
def test_winners_and_ranks(
    variant: Variant, totals: tuple[int, ...], winners: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """
    Computed from the totals as numbers; equal totals share a place (M11, M12, M13).
    """
    result = standing(variant, outcome(totals, 0))

    assert (winners, ranks, totals) == (result.winners, result.ranks, result.totals)
    assert ("total" if len(winners) == 1 else None) == result.decided_by


def test_most_rounds_won_comes_before_the_total() -> None:
    """
    The code of what decided is that of the first key in which the winner is better.
    """
    won = SOUND.put(MostRoundsWon(), Never())
    lowest = SOUND.put(MostRoundsWon(lowest=True), Never())
    rounds = (outcome((0, 9), 0), outcome((0, 9), 0), outcome((0, 9), 1))
    level = (outcome((3, 9), 0), outcome((4, 0), 1))

    assert ((0,), "rounds-won") == astuple(standing(won, *rounds))
    assert ((1,), "total") == astuple(standing(won, *level))
    assert ((0,), "total") == astuple(standing(lowest, *level))
    assert ((0, 1), None) == astuple(standing(won, outcome((1, 1), 0, 1)))


def astuple(result: MatchOutcome) -> tuple[tuple[int, ...], str | None]:
    """
    Give winners and what decided.
    """
    return result.winners, result.decided_by


def test_partners_stand_together() -> None:
    """
    A side wins as a whole, and one side that stands alone shares with nobody.
    """
    variant = SOUND.put(Partners(), HighestTotal(), Never(), seats=(4,)).tune("dealing", each=4)
    result = standing(variant, outcome((5, 0, 5, 0), 0))

    assert ((0, 2), "total", (1, 3, 1, 3)) == (result.winners, result.decided_by, result.ranks)
    assert "win the match" in str(result)


@pytest.mark.parametrize(
    ("length", "totals", "rounds", "is_over"),
    [
        (Rounds(3), (0, 0), 2, False),
        (Rounds(3), (0, 0), 3, True),
        (FirstTo(7), (6, 2), 9, False),
        (FirstTo(7), (6, 7), 1, True),
        (FirstTo(7, most=4), (0, 0), 4, True),
        (FirstTo(7, most=4), (0, 0), 3, False),
    ],
    ids=str,
)
def test_length(length: Length, totals: tuple[int, ...], rounds: int, is_over: bool) -> None:
    """
    A number of rounds, or a target, or whichever comes first.
    """
    assert is_over == length.is_over([None] * rounds, totals)


def test_ranks() -> None:
    """
    Equal keys share a place, and the next is left out.
    """
    assert (1, 1, 3) == rank_seats([(10,), (10,), (12,)])
    assert (2, 1) == rank_seats([(10, 2), (10, 1)])
    assert () == rank_seats([])
