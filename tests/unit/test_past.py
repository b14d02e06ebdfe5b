"""
A match costs what its rounds cost: no round holds all rounds before it.
"""

from __future__ import annotations

import gc
import pickle
from random import Random

import pytest

import tilerules
from tilerules import InvalidDealError, Match, Round, RoundNotOverError, dumps, loads
from tilerules.play.past import Past

RNG = Random(4)
GAPLE = tilerules.variant("gaple").with_rules("table/target:points=99")


def finished(state: Round) -> Round:
    """Play to the end at random."""
    while state.to_move is not None:
        state = state.play(RNG.choice(state.legal_moves))
    return state


def played(rounds: int) -> Match:
    """Play some rounds of a match, the last one not begun."""
    match = GAPLE.match(4, seed=1)
    while len(match.rounds) < rounds:
        match = Match(match.variant, match.seed, (*match.rounds[:-1], finished(match.round)))
        match = match.next_round()
    return match


def reached(root: object) -> int:
    """Count what a value holds, rounds and what belongs to them, each thing once."""
    seen: set[int] = set()
    left = [root]
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, type) or callable(one):
            continue
        seen.add(id(one))
        left += [
            more
            for more in gc.get_referents(one)
            if type(more) in (tuple, list, Round, Past)
            or type(more).__module__ == "tilerules.state"
        ]
    return len(seen)


def test_a_match_holds_each_round_once() -> None:
    """
    Twice the rounds hold twice as much, not four times.
    """
    short, long = reached(played(6)), reached(played(12))

    assert long < 2.6 * short


def test_rounds_are_made_again() -> None:
    """
    Rounds that others have followed are the same values as when they were played.
    """
    match, ends = GAPLE.match(4, seed=1), []
    for _ in range(4):
        ends.append(finished(match.round))
        match = Match(match.variant, match.seed, (*match.rounds[:-1], ends[-1])).next_round()

    assert tuple(ends) == match.rounds[:-1]
    assert [one.moves for one in ends] == [one.moves for one in match.rounds[:-1]]
    assert [one.outcome for one in ends] == [*match.outcomes]
    assert match.past is not None
    assert [one.outcome for one in reversed(ends)] == [one.outcome for one in reversed(match.past)]
    totals = [sum(points) for points in zip(*(one.points for one in match.outcomes), strict=True)]
    assert totals == [*match.totals]
    assert ends[1:3] == [*match.past[1:3]]
    assert ends[-1] == match.past[-1]
    with pytest.raises(IndexError):
        match.past[4]


def test_equal_and_pickled_by_value() -> None:
    """
    Matches with the same rounds are equal, also after a record or a pickle, which is linear.
    """
    match = played(5)

    assert match == loads(dumps(match)) == pickle.loads(pickle.dumps(match))
    assert hash(match) == hash(loads(dumps(match)))
    assert match != played(4)
    assert len(pickle.dumps(played(12))) < 3 * len(pickle.dumps(played(5)))


def test_back_crosses_rounds() -> None:
    """
    Taking moves back leads through the beginning of a round to the end of the one before.
    """
    match = played(3)
    second = match.rounds[1]
    again = loads(dumps(match))
    assert isinstance(again, Match)

    assert match == match.back(0)
    for one in (match, again):
        assert second.parent == one.back().round
        assert 2 == len(one.back().rounds)
        assert second == one.back().play(second.moves[-1]).round
        assert one.back(len(second.moves)).round == second.start
        assert one.back(len(second.moves) + 1).round == one.rounds[0].parent
        assert one.back().play(second.moves[-1]).next_round() == match


@pytest.mark.parametrize("wrong", [-1, 10_000])
def test_back_too_far(wrong: int) -> None:
    """
    More moves than were played cannot be taken back.
    """
    with pytest.raises(ValueError, match="moves"):
        played(2).back(wrong)


def test_a_round_that_goes_on_is_last() -> None:
    """
    A match is made of rounds of which only the last may go on.
    """
    match = played(2)

    with pytest.raises(RoundNotOverError, match="round 1 is not over"):
        Match(match.variant, match.seed, (match.round, match.round))


def test_rounds_of_other_seats() -> None:
    """
    The finished rounds of a match are no past of a round with another number of seats.
    """
    with pytest.raises(InvalidDealError, match="of 5 seats, not 4"):
        GAPLE.deal(5, seed=1, previous=played(3).past)
