"""
Nothing breaks, and nothing grows, along a history of five thousand moves.

Attrs-generated methods on a linked chain die after a few hundred links, and so do pickle and
deepcopy; a round must not walk its own history recursively anywhere.
"""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from collections.abc import Callable

import pytest

from testing.sound import ENDLESS
from tilerules import Match, Round, dumps, loads, parse_position
from tilerules.testing.lookup import OneVariant

MOVES = 5_000


def play_on(state: Round, moves: int = MOVES) -> Round:
    """
    Pass again and again.
    """
    for _ in range(moves):
        state = state.play("pass")
    return state


@pytest.fixture(scope="module")
def long_round() -> Round:
    """
    Give a round of five thousand moves.
    """
    return play_on(ENDLESS.deal(2, seed=1))


def calls(function: Callable[[Round], object], state: Round) -> int:
    """
    Count the calls a function makes when it is given a round.
    """
    count = 0

    def note(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function(state)
    finally:
        sys.setprofile(before)
    return count


def test_equality_and_hash(long_round: Round) -> None:
    """
    Two long rounds are compared and hashed, and the way there is no part of it.
    """
    again = play_on(ENDLESS.deal(2, seed=1))

    assert again == long_round
    assert hash(again) == hash(long_round)
    assert {long_round} == {again, long_round}
    assert long_round == play_on(ENDLESS.deal(2, seed=1), 2)
    assert MOVES == len(long_round.moves) == len(long_round.states) - 1


def test_repr_and_text(long_round: Round) -> None:
    """
    The repr is short, and the table, the position and the views can be written.
    """
    assert len(repr(long_round)) < 200
    assert "to move" in str(long_round)
    assert len(str(long_round.position)) < 200
    assert MOVES == len(long_round.view(0).moves)
    assert len(repr(long_round.view(0))) < 200


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(long_round: Round, protocol: int) -> None:
    """
    A long round comes out of a pickle with its moves.
    """
    again = pickle.loads(pickle.dumps(long_round, protocol))

    assert long_round == again
    assert long_round.moves == again.moves


def test_copies(long_round: Round) -> None:
    """
    A value needs no copy, and a container of it can be copied.
    """
    assert copy.copy(long_round) is long_round
    assert copy.deepcopy(long_round) is long_round
    assert [long_round] == copy.deepcopy([long_round])


def test_records(long_round: Round) -> None:
    """
    A long round, and a match of it, come back from a record with their moves.
    """
    registry = OneVariant(ENDLESS)
    again = loads(dumps(long_round), registry=registry)
    match = Match(ENDLESS, 1, (long_round,))

    assert isinstance(again, Round)
    assert long_round == again
    assert long_round.moves == again.moves
    assert match == loads(dumps(match), registry=registry)


def test_long_round_can_be_freed() -> None:
    """
    Letting the last state of a chain go neither recurses nor leaves anything.
    """
    gc.freeze()
    try:
        state = play_on(ENDLESS.deal(2, seed=2))
        del state
        gc.collect()
        left = [one for one in gc.get_objects() if type(one) is Round]
    finally:
        gc.unfreeze()

    assert [] == left


def test_late_move_costs_what_an_early_one_does(long_round: Round) -> None:
    """
    Playing, explaining and listing make as many calls after five thousand moves as after two.
    """
    early = play_on(ENDLESS.deal(2, seed=1), 2)
    fresh = parse_position(str(long_round.position), registry=OneVariant(ENDLESS))

    uses: tuple[Callable[[Round], object], ...] = (
        lambda state: state.play("pass"),
        lambda state: state.play(next(iter(state.legal_moves))),
        lambda state: state.explain("2-2"),
        hash,
        lambda state: str(state.position),
    )
    for use in uses:
        use(early)  # tables are made when first needed
        counts = {calls(use, state) for state in (early, long_round, fresh)}
        assert 1 == len(counts), counts


def test_rounds_make_no_classes() -> None:
    """
    Playing a thousand rounds makes no class.
    """

    def classes() -> int:
        return sum(isinstance(one, type) for one in gc.get_objects())

    play_on(ENDLESS.deal(2, seed=0), 3)
    before = classes()
    for seed in range(1_000):
        play_on(ENDLESS.deal(2, seed=seed), 2)

    assert before == classes()
