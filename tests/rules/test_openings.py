"""
Who opens a round, with what, and what becomes of that duty.
"""

from __future__ import annotations

import random

from testing.sound import small_game
from tilerules import Round, Variant, double_set
from tilerules.rules.blocking import pass_turn
from tilerules.rules.dealing import DealEach
from tilerules.rules.hosting import Abandoned, Leave, Time
from tilerules.rules.openings import OPENING, PASSED
from tilerules.rules.starting import ByDeal

GAME: Variant = small_game(
    "opening", "Opening", pass_turn(), tiles=double_set(4), seats=(3,), dealing=DealEach(each=5)
).put(ByDeal(), Leave(), Abandoned(), Time(ends_turn=True))
FIRST = ["0-0 0-1 0-2 0-3 0-4", "1-1 2-2 3-3 4-4 1-2", "1-3 1-4 2-3 2-4 3-4"]
LATER = ["0-1 0-2 0-3 0-4 1-2", "1-3 1-4 2-3 2-4 3-4", "0-0 1-1 2-2 3-3 4-4"]
"""Only seat 2 has doubles."""
DOUBLES = ["0-0", "1-1", "2-2", "3-3", "4-4"]


def won_by(seat: int) -> Round:
    """
    Give a round that a seat has won, by what is counted or by going out.
    """
    for seed in range(200):
        rng = random.Random(seed)
        state = GAME.deal(3, hands=FIRST, seed=0)
        while state.outcome is None:
            state = state.play(rng.choice(list(state.legal_moves)))
        if state.outcome.leader == seat:
            return state
    raise AssertionError(f"seat {seat} never wins")


def moves(state: Round) -> list[str]:
    """
    Write the legal moves.
    """
    return [move.notation for move in state.legal_moves]


def test_the_first_round_is_opened_with_the_named_tile() -> None:
    """
    Its holder opens, and may lay nothing else.
    """
    state = GAME.deal(3, hands=FIRST, seed=0)

    assert (0, ["0-0"]) == (state.to_move, moves(state))


def test_who_was_passed_over_is_kept() -> None:
    """
    Seats without a double that the right to open passed stand in the state, for all have seen
    it: so no round that agrees with a view gives them one.
    """
    state = GAME.deal(3, hands=LATER, seed=0, previous=[won_by(0)])

    assert (2, DOUBLES) == (state.to_move, moves(state))
    assert ("doubles", (0, 1)) == (state.rest.get(OPENING), state.rest.get(PASSED))
    view = state.view(None)
    for seed in range(10):
        sampled = view.sample(random.Random(seed))
        for seat in (0, 1):
            assert not [tile for tile in sampled.hands[seat] if str(tile) in DOUBLES]


def test_nobody_is_passed_over_who_can_open() -> None:
    """
    Where the winner has a double there is nothing to keep.
    """
    state = GAME.deal(3, hands=[*LATER[1:], LATER[0]], seed=0, previous=[won_by(1)])

    assert (1, "doubles", None) == (state.to_move, state.rest.get(OPENING), state.rest.get(PASSED))


def test_the_duty_to_open_passes_on_when_the_host_ends_the_turn() -> None:
    """
    The opener leaves, or runs out of time: the next who has a double opens, with one.
    """
    hands = ["2-2 0-1 0-2 0-3 0-4", "1-2 1-3 1-4 2-3 2-4", "0-0 1-1 3-3 4-4 3-4"]
    state = GAME.deal(3, hands=hands, seed=0, previous=[won_by(0)])
    assert (0, ["2-2"]) == (state.to_move, moves(state))
    for word in ("leave", "time"):
        after = state.host(word)
        assert (2, ["0-0", "1-1", "3-3", "4-4"]) == (after.to_move, moves(after))
        assert (1,) == after.rest.get(PASSED)


def test_a_duty_that_nobody_can_meet_lapses() -> None:
    """
    The tile that was to open is out of play with who left: the next opens with any tile.
    """
    after = GAME.deal(3, hands=FIRST, seed=0).host("leave")

    assert (1, 5) == (after.to_move, len(after.legal_moves))
    assert after.rest.get(OPENING) is None
