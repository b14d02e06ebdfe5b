"""
Players who leave or run out of time, in a game to which the host's moves are added.
"""

from __future__ import annotations

import pytest

import tilerules
from testing.playing import moves, play
from tilerules import EndReason, Round, Variant
from tilerules.rules.hosting import Abandoned, Leave, Time

HANDS = ["12-1 12-2 2-3 3-4", "12-4 12-5 5-6 6-7", "12-7 12-8 8-9 9-10"]


def with_host(key: str, *rules: str) -> Variant:
    """Give a variant in which players leave and lose turns, with hands of four tiles."""
    variant = tilerules.variant(key).with_rules("hand-size:size=4", *rules)
    return variant.put(Leave(), Abandoned(), Time(ends_turn=True))


def deal(variant: Variant, hands: list[str], first: int) -> Round:
    """Deal the hands so that a seat plays first."""
    deals = (variant.deal(len(hands), hands=hands, seed=seed) for seed in range(40))
    return next(round_ for round_ in deals if round_.to_move == first)


def test_nobody_waits_for_the_first_turn_of_who_has_left() -> None:
    """The first player keeps the right to the Mexican Train, and it opens after the others."""
    variant = with_host("mexican-train", "communal-train:opens=first-player-then-all")
    round_ = deal(variant, HANDS, first=0).host("leave@1")
    assert ["1-12@0", "2-12@0", "1-12@M", "2-12@M"] == moves(round_)
    round_ = round_.play("1-12@0")
    assert (2, ["7-12@2", "8-12@2"]) == (round_.to_move, moves(round_))
    round_ = round_.play("7-12@2")
    assert (0, ["2-12@M"]) == (round_.to_move, moves(round_))


def test_a_turn_lost_to_the_clock_was_the_first_turn() -> None:
    """Doubles wait until all have had a first turn: one that ran out of time is one."""
    variant = with_host("mexican-train", "communal-train:opens=not-first-turn")
    round_ = play(deal(variant, HANDS, first=0), "time", "time")
    assert 4 == round_.rest.get("first-turns")
    round_ = round_.host("time")
    assert (0, ["1-12@0", "2-12@0", "1-12@M", "2-12@M"]) == (round_.to_move, moves(round_))


def test_time_that_does_not_end_the_turn_counts_nothing() -> None:
    """Who is only told to hurry still has the first turn."""
    variant = with_host("mexican-train", "communal-train:opens=not-first-turn").put(Time())
    round_ = deal(variant, HANDS, first=0)
    assert 7 == round_.host("time").rest.get("first-turns")


def test_the_train_of_who_has_left_need_not_be_started() -> None:
    """Where all trains must be started first, that means of those who still play."""
    variant = with_host("mexican-train", "communal-train:opens=after-all")
    round_ = play(deal(variant, HANDS, first=0), "leave@1", "1-12@0", "7-12@2")
    assert (0, ["2-12@M"]) == (round_.to_move, moves(round_))


@pytest.mark.parametrize("word", ["time", "leave"])
def test_a_moved_marker_is_forgotten_with_the_turn(word: str) -> None:
    """M08: the right to move the marker is the next player's own."""
    variant = with_host("mexican-train", "marker-at-will")
    round_ = play(deal(variant, HANDS, first=0), "mark", word)
    assert (1, True) == (round_.to_move, round_.layout[0].is_marked)
    assert "mark" in moves(round_)
    assert round_.play("mark").layout[1].is_marked


def test_another_s_leaving_leaves_the_turn_as_it_is() -> None:
    """Who has moved the marker may not move it again because somebody else left."""
    variant = with_host("mexican-train", "marker-at-will", "marker-off:by=manual")
    round_ = play(deal(variant, HANDS, first=0), "mark", "leave@2")
    assert 0 == round_.to_move
    assert "unmark" not in moves(round_)


def test_an_engine_that_has_left_with_its_holder() -> None:
    """M09: where the double of the round is out of play, the search for it ends in a block."""
    hands = ["0-1 0-2", "12-12 0-4", "0-5 0-6"]
    variant = tilerules.variant("mexican-train").with_rules("engine", "hand-size:size=2")
    round_ = deal(variant.put(Leave(), Abandoned()), hands, first=1).host("leave")
    while round_.to_move is not None:
        (only,) = moves(round_)
        assert only == "draw"
        round_ = round_.play(only)
    assert round_.outcome is not None
    assert EndReason.BLOCKED is round_.outcome.reason


@pytest.mark.parametrize("word", ["leave@2", "time@0", "penalty:3@1"])
def test_a_host_move_is_no_tile_on_a_train(game: Variant, word: str) -> None:
    """What follows its @ is a seat; without a rule for it the move is known and refused."""
    reasons = game.deal(3, seed=1).explain(word)
    assert ["no-such-move"] == [reason.code for reason in reasons]
