"""
Legal moves have one face, in every variant.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

import tilerules
from tilerules import LegalMoves, Move, TooManyMovesError
from tilerules.moves import ListedMoves
from tilerules.play.plans.lazy import LazyMoves

ROUNDS = {one.key: one.deal(one.seats[0], seed=3) for one in tilerules.variants()}


@pytest.mark.parametrize("key", ROUNDS)
def test_same_face(key: str) -> None:
    """
    In every variant one iterates, asks `in` and `bool`, and takes by number or the first few.
    """
    moves = ROUNDS[key].legal_moves

    assert isinstance(moves, LegalMoves)
    assert moves
    assert moves[0] in moves
    assert moves[0] == next(iter(moves)) == moves.first(1)[0]
    assert moves.first(3) == moves[:3]
    assert () == moves.first(0)
    assert min(2, moves.count(limit=2)) == len(moves.first(2))
    with pytest.raises(IndexError):
        moves[10**9]


@pytest.mark.parametrize("key", ROUNDS)
def test_nobody_to_move(key: str) -> None:
    """
    A round that is over, and a view of one who is not to move, have the same face, empty.
    """
    round_ = ROUNDS[key]
    assert round_.to_move is not None
    idle = round_.view((round_.to_move + 1) % round_.seats)

    assert isinstance(idle.legal_moves, LegalMoves)
    assert not idle.legal_moves
    assert () == idle.legal_moves.first(2)
    assert 0 == len(idle.legal_moves) == idle.legal_moves.count()


def test_listed_is_a_value() -> None:
    """
    Listed moves are a tuple: compared, hashed and pickled by what they hold.
    """
    moves = tilerules.variant("block").deal(2, seed=3).legal_moves
    again = pickle.loads(pickle.dumps(moves))

    assert isinstance(moves, ListedMoves)
    assert (moves, hash(moves)) == (again, hash(again))
    assert type(again) is ListedMoves


class Endless(LazyMoves):
    """Moves without an end that say how many were found."""

    found = 0

    def __iter__(self) -> Iterator[Move]:
        for number in range(10**6):
            type(self).found += 1
            yield Move(kind="place", notation=str(number))


def endless() -> Endless:
    """Give moves none of which has been found."""
    Endless.found = 0
    state = tilerules.variant("rummy").deal(2, seed=3)
    return Endless(state.plan, state)


def test_numbers_find_no_further() -> None:
    """
    What is taken by number finds the moves up to there and no more.
    """
    moves = endless()

    assert "7" == moves[7].notation
    assert 8 == Endless.found


def test_negative_number_is_refused() -> None:
    """
    Where moves are found as they are looked at none is counted from the end.
    """
    with pytest.raises(IndexError, match="counted from 0"):
        endless()[-1]


def test_counting_ends() -> None:
    """
    `len`, and `list` with it, refuse to count beyond ten thousand; `count` stops where told.
    """
    with pytest.raises(TooManyMovesError, match=r"more than 10000 .* first"):
        len(endless())
    with pytest.raises(TooManyMovesError):
        list(endless())
    assert 12 == endless().count(limit=12)


def test_list_finds_once() -> None:
    """
    `list` asks for the length first; what is counted is not found again.
    """
    round_ = tilerules.variant("rummy").deal(2, seed=3)
    moves = round_.legal_moves
    listed = list(moves)

    assert isinstance(moves, LazyMoves)
    assert all(a is b for a, b in zip(listed, moves, strict=True))
    assert len(moves) == len(listed) == moves.count()


@pytest.mark.parametrize("wrong", ["1", 1.5, None])
def test_wrong_types(wrong: object) -> None:
    """
    A number of moves is an int.
    """
    with pytest.raises(TypeError):
        ROUNDS["rummy"].legal_moves.first(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["gaple", "rummy"])
def test_odd_numbers(key: str) -> None:
    """
    Numbers below 0 are refused, and a number beyond all there are gives all, in every variant.
    """
    moves = ROUNDS[key].legal_moves if key == "rummy" else DRAWING.legal_moves

    for asked in (lambda: moves.first(-1), lambda: moves.count(limit=-1)):
        with pytest.raises(ValueError, match="0 or more"):
            asked()
    with pytest.raises(TypeError, match="int, not True"):
        moves.count(limit=True)
    with pytest.raises(IndexError):
        moves[10**30]
    assert 1 == moves.count(limit=1) == len(moves.first(1))
    if key == "gaple":
        assert [*moves] == [*moves.first(10**30)]


DRAWING = tilerules.variant("gaple").deal(4, seed=1)
