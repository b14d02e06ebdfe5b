"""
Counting sequences of moves.
"""

from __future__ import annotations

from typing import Any

import pytest

import tilerules
from tilerules import InvalidDepthError, Round, perft


def dealt() -> Round:
    """
    Deal a round of Gaple, four seats.
    """
    return tilerules.variant("gaple").deal(seats=4, seed=7)


def finished() -> Round:
    """
    Play a round to its end, always the first move.
    """
    state = dealt()
    while state.to_move is not None:
        state = state.play(next(iter(state.legal_moves)))
    return state


def test_no_move_is_one_sequence() -> None:
    """
    At depth 0 there is one sequence, also of a round that is over.
    """
    assert 1 == perft(dealt(), 0)
    assert 1 == perft(finished(), 0)


def test_a_round_that_is_over_adds_nothing() -> None:
    """
    Only sequences of exactly that length count: none is longer than the round.
    """
    last = finished().parent
    assert last is not None
    assert last.parent is not None

    assert 0 == perft(finished(), 1)
    assert len(last.legal_moves) == perft(last, 1)
    assert sum(perft(last.parent.play(move), 3) for move in last.parent.legal_moves) == perft(
        last.parent, 4
    )


def test_representatives_are_counted() -> None:
    """
    Where moves explode, what iterating yields is counted.
    """
    state = tilerules.variant("rummy").deal(seats=2, seed=1)
    while len(state.legal_moves) < 4:
        state = state.play(next(iter(state.legal_moves)))

    moves = list(state.legal_moves)
    assert len(moves) == perft(state, 1)
    assert sum(len(state.play(move).legal_moves) for move in moves) == perft(state, 2)


def test_long_sequences() -> None:
    """
    Sequences may be as long as a round: nothing recurses.
    """
    state = finished().parent
    assert state is not None

    assert 0 == perft(state, 5000)


@pytest.mark.parametrize("depth", [-1, -(10**9)])
def test_negative_depth(depth: int) -> None:
    """
    A negative depth is refused, saying so.
    """
    with pytest.raises(InvalidDepthError, match=f"from 0, not {depth}"):
        perft(dealt(), depth)


@pytest.mark.parametrize("depth", [True, 1.0, "1", None])
def test_depth_of_another_type(depth: Any) -> None:
    """
    A depth that is no int is a TypeError, a bool too.
    """
    with pytest.raises(TypeError, match="a depth is an int, not"):
        perft(dealt(), depth)


@pytest.mark.parametrize("what", [None, "gaple", 7, dealt().view(0)])
def test_no_round(what: Any) -> None:
    """
    What is no round is a TypeError, a view too: it does not know the other hands.
    """
    with pytest.raises(TypeError, match="perft counts from a Round, not"):
        perft(what, 1)
