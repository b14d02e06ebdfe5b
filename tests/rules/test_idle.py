"""
Rounds that end because nobody lays anything any more.
"""

from __future__ import annotations

from testing.sound import small_game
from tilerules import Round
from tilerules.rules.blocking import Pass, WentOut
from tilerules.rules.dealing import DealEach
from tilerules.rules.endings import all_idle
from tilerules.rules.hosting import Abandoned, Leave
from tilerules.rules.kinds import Bundle
from tilerules.state import EndReason

GAME = small_game(
    "idle",
    "Idle",
    Bundle(actions=(Pass(),), endings=(WentOut(),)) + all_idle(),
    seats=(3,),
    dealing=DealEach(each=7),
).put(Leave(), Abandoned())
"""All tiles are dealt, and anybody may pass."""


def dealt() -> Round:
    """
    Give a round that seat 0 opens.
    """
    deals = (GAME.deal(3, seed=seed) for seed in range(100))
    return next(deal for deal in deals if deal.to_move == 0)


def test_a_full_circle_of_passes_ends_a_round() -> None:
    """
    Two of three do not end it, the third does.
    """
    two = dealt().play("pass").play("pass")
    over = two.play("pass")

    assert 2 == two.to_move
    assert over.outcome is not None
    assert EndReason.BLOCKED is over.outcome.reason


def test_a_tile_laid_begins_the_count_anew() -> None:
    """
    Passes before it do not count.
    """
    state = dealt().play("pass").play("pass")
    state = state.play(next(move for move in state.legal_moves if move.kind == "place"))
    state = state.play("pass").play("pass")

    assert 2 == state.to_move
    assert state.play("pass").to_move is None


def test_a_pass_of_who_leaves_does_not_count() -> None:
    """
    Everybody who stays has a turn before the round ends.
    """
    state = dealt().play("pass").host("leave@0")
    assert (1, 0) == (state.to_move, state.rest.idle)
    state = state.play("pass")
    assert 2 == state.to_move
    assert state.play("pass").to_move is None


def test_who_leaves_without_having_passed_takes_nothing_away() -> None:
    """
    The passes of those who stay count on, and the circle is shorter by one.
    """
    state = dealt().play("pass").host("leave@2")
    assert (1, 1) == (state.to_move, state.rest.idle)
    assert state.play("pass").to_move is None
