"""
Matches: openers that follow the history, how long they last, and who wins them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilerules
from tilerules import (
    EndReason,
    InvalidDealError,
    Match,
    Outcome,
    Round,
    RoundNotOverError,
    RoundOverError,
    Variant,
)

SetUp = Callable[..., Round]
FinishMatch = Callable[[Match], Match]


def outcome_of(round_: Round) -> Outcome:
    """Give the outcome of a round that is over."""
    assert round_.outcome is not None
    return round_.outcome


def entitled(leader: int, round_: Round, step: int = 1) -> int:
    """Give the first seat from the leader on that was dealt a double."""
    seats = [(leader + step * distance) % round_.seats for distance in range(round_.seats)]
    start = round_.start
    return next(seat for seat in seats if any(tile.is_double for tile in start.hands[seat]))


@pytest.mark.parametrize("direction", [(), ("direction",)])
def test_openers_follow_the_history(
    gaple: Variant, direction: tuple[str, ...], finish_match: FinishMatch
) -> None:
    """Each later round is opened by the last winner, or the next seat with a double."""
    match = gaple.with_rules("rounds:rounds=30", *direction).match(4, seed="history")
    passed_on = 0
    while True:
        match = finish_match(match)
        if match.outcome is not None:
            break
        leader = outcome_of(match.round).leader
        assert leader is not None
        match = match.next_round()
        opener = match.round.to_move
        assert opener == entitled(leader, match.round, -1 if direction else 1)
        assert all(str(move)[0] == str(move)[-1] for move in match.round.legal_moves)
        passed_on += opener != leader
    assert len(match.rounds) == 30
    assert passed_on, "in some of thirty rounds the winner has no double"


def test_with_a_turned_up_tile_the_winner_moves_first(
    gaple: Variant, finish_match: FinishMatch
) -> None:
    """No double is needed: five seats, ten rounds."""
    match = finish_match(gaple.with_rules("rounds:rounds=10").match(5, seed=4))
    for _round in range(9):
        leader = outcome_of(match.round).leader
        match = match.next_round()
        assert match.round.to_move == leader
        match = finish_match(match)
    assert match.outcome is not None


def test_a_tie_keeps_the_right(gaple: Variant, finish_match: FinishMatch) -> None:
    """After a round that nobody won the last winner is entitled still."""
    rules = gaple.with_rules("rounds:rounds=60", "tie-break", "pass")
    match = finish_match(rules.match(4, seed=8))
    leader, ties = outcome_of(match.round).leader, 0
    while match.outcome is None:
        match = match.next_round()
        expected = "0-0" if leader is None else None
        if expected is not None:
            assert [str(move) for move in match.round.legal_moves] == [expected]
        else:
            assert match.round.to_move == entitled(leader or 0, match.round)
        match = finish_match(match)
        outcome = outcome_of(match.round)
        if outcome.is_tie:
            ties += 1
            assert outcome.points == (0, 0, 0, 0)
        else:
            leader = outcome.leader
    assert ties, "equal counts occur in sixty rounds"


def test_partners_by_winner(gaple: Variant, finish_match: FinishMatch) -> None:
    """The individual winner opens next; both partners get the point."""
    match = gaple.with_rules("partners", "rounds:rounds=12").match(4, seed=2)
    match = finish_match(match)
    while match.outcome is None:
        outcome = outcome_of(match.round)
        assert outcome.winners in ((0, 2), (1, 3))
        assert outcome.leader in outcome.winners
        assert outcome.counts[outcome.leader or 0] == min(outcome.counts)
        match = match.next_round()
        assert match.round.to_move == entitled(outcome.leader or 0, match.round)
        match = finish_match(match)
    assert match.totals[0] == match.totals[2]
    assert match.totals[1] == match.totals[3]
    assert sum(match.totals) == 24


def test_partners_by_sum(gaple: Variant, finish_match: FinishMatch) -> None:
    """The better hand of the side that won opens next, if need be after a partner."""
    match = gaple.with_rules("partners:by=sum", "rounds:rounds=40").match(4, seed=3)
    match = finish_match(match)
    differs = 0
    while match.outcome is None:
        outcome = outcome_of(match.round)
        sums = [outcome.counts[0] + outcome.counts[2], outcome.counts[1] + outcome.counts[3]]
        assert outcome.winners == ((0, 2) if sums[0] < sums[1] else (1, 3)) or sums[0] == sums[1]
        best = min(outcome.winners, key=lambda seat: outcome.counts[seat])
        assert outcome.counts[outcome.leader or 0] == outcome.counts[best]
        differs += outcome.counts[best] != min(outcome.counts)
        match = match.next_round()
        assert match.round.to_move == entitled(outcome.leader or 0, match.round)
        match = finish_match(match)
    assert differs, "in some rounds the lowest hand is on the losing side"


def test_partners_win_the_match_together(gaple: Variant, finish_match: FinishMatch) -> None:
    """A side has one account, also for points for passes, and wins the match with it."""
    rules = gaple.with_rules("partners", "pass", "forced-pass-points", "target:points=15")
    match = rules.match(["Ana", "Budi", "Caro", "Dewi"], seed=6)
    while match.outcome is None:
        match = match.next_round() if match.round.outcome else finish_match(match)
    best = max(range(4), key=lambda seat: match.totals[seat])
    assert match.totals[best] >= 15
    assert match.outcome.winners == tuple(sorted({best, (best + 2) % 4}))
    assert match.outcome.ranks[best] == match.outcome.ranks[(best + 2) % 4] == 1
    assert match.totals[best] == match.totals[(best + 2) % 4]


def test_a_single_round(gaple: Variant, finish_match: FinishMatch) -> None:
    """Without a house rule a match is one round, and its winner wins it."""
    match = gaple.match(4, seed=1)
    assert match.outcome is None
    with pytest.raises(RoundNotOverError, match="round 1 is not over"):
        match.next_round()
    match = finish_match(match)
    assert match.outcome is not None
    assert match.outcome.winners == outcome_of(match.round).winners
    assert match.outcome.totals == match.totals == outcome_of(match.round).points
    with pytest.raises(RoundOverError, match="the match is over"):
        match.next_round()


def test_rounds(gaple: Variant, finish_match: FinishMatch) -> None:
    """``rounds:n``: the highest total, equal totals jointly."""
    joint = 0
    for seed in range(12):
        match = gaple.with_rules("rounds:rounds=3").match(4, seed=seed)
        while match.outcome is None:
            match = match.next_round() if match.round.outcome else finish_match(match)
        assert len(match.rounds) == 3
        best = max(match.totals)
        winners = tuple(seat for seat in range(4) if match.totals[seat] == best)
        assert match.outcome.winners == winners
        assert (match.outcome.decided_by is None) == (len(winners) > 1)
        joint += len(winners) > 1
    assert joint


def test_first_to(gaple: Variant, finish_match: FinishMatch) -> None:
    """``first_to:n``: as soon as somebody has won so many rounds."""
    match = gaple.with_rules("target:points=3").match(4, seed=5)
    while match.outcome is None:
        assert max(match.totals) < 3
        match = match.next_round() if match.round.outcome else finish_match(match)
    won = [sum(seat in outcome.winners for outcome in match.outcomes) for seat in range(4)]
    assert max(won) == 3
    assert match.totals == tuple(won)
    assert match.outcome.winners == (won.index(3),)


def test_a_match_is_recorded_and_resumed(gaple: Variant, finish_match: FinishMatch) -> None:
    """Openers and deals after loading are those without saving."""
    match = finish_match(gaple.with_rules("rounds:rounds=4").match(4, seed="saved"))
    loaded = tilerules.loads(tilerules.dumps(match))
    assert loaded == match
    assert isinstance(loaded, Match)
    assert loaded.next_round() == match.next_round()
    assert loaded.next_round().round.start.hands == match.next_round().round.start.hands


def test_rounds_before_must_be_finished_and_of_the_same_seats(
    gaple: Variant, set_up: SetUp
) -> None:
    """The history is checked before a tile moves."""
    with pytest.raises(InvalidDealError, match="finished rounds of 4 seats"):
        gaple.deal(4, seed=1, previous=[gaple.deal(4, seed=1)])
    five = set_up("0-0", "1-2", "1-1", "3-3", "4-4", "5-5")
    assert outcome_of(five).reason is EndReason.BLOCKED
    with pytest.raises(InvalidDealError, match="finished rounds of 4 seats"):
        gaple.deal(4, seed=1, previous=[five])
