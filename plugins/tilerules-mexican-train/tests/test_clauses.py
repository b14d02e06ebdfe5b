"""
The clauses of the source text that carry a rule, one test each.

MT-15 is the credit of the publisher.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testing.playing import moves
from tilerules import Domino, EndReason, IllegalMoveError, InvalidDealError, Match, Round, Variant

SetUp = Callable[..., Round]


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


def test_mt_1_the_engine_goes_down_from_the_highest(
    game: Variant, finish: Callable[..., Round]
) -> None:
    """MT-1: the first round begins with 12-12 (9-9), each further one with the next lower."""
    rounds: list[Round] = []
    for number in range(14):
        rounds.append(finish(game.deal(2, seed=3, previous=rounds)))
        expected = 12 - number % 13
        assert Domino(expected, expected) == rounds[-1].layout.engine
    nine = game.with_rules("double-nine").deal(2, seed=1)
    assert Domino(9, 9) == nine.layout.engine
    literal = game.with_rules("first-engine:pips=11").deal(2, seed=1)
    assert Domino(11, 11) == literal.layout.engine


@pytest.mark.parametrize("seats", range(2, 9))
def test_mt_2_the_engine_is_taken_out_before_the_shuffle(game: Variant, seats: int) -> None:
    """MT-2: the engine lies in the middle, and in no hand nor in the stock."""
    round_ = game.deal(seats, seed=seats)
    assert Domino(12, 12) == round_.layout.engine
    assert all(Domino(12, 12) not in tuple(hand) for hand in round_.hands)
    assert Domino(12, 12) not in round_.stock
    with pytest.raises(InvalidDealError):
        game.deal(2, hands=["12-12", "1-1"], seed=1)


def test_mt_3_has_no_effect_but_two_literal_readings(game: Variant) -> None:
    """MT-3: lining tiles up is no rule; three tiles each, or up to three at first, are options."""
    assert [16, 16] == [len(hand) for hand in game.deal(2, seed=1).hands]
    three = game.with_rules("hand-size:size=3").deal(2, seed=1)
    assert [3, 3] == [len(hand) for hand in three.hands]
    hands = ["12-5 5-7 7-8 8-11 0-1", "1-1 2-2 3-3 4-4 6-6"]
    first = game.with_rules("first-tiles:most=3", "hand-size:size=5")
    deals = (first.deal(2, hands=hands, seed=seed) for seed in range(20))
    round_ = next(deal for deal in deals if deal.to_move == 0)
    after = round_.play("5-12@0").play("5-7@0")
    assert ["7-8@0", "stop"] == moves(after)
    assert after.play("7-8@0").to_move == 1


def test_mt_4_choose_where_but_play(position_p: SetUp) -> None:
    """MT-4: one chooses where to play; that one may also pass is an option."""
    round_ = position_p("5-7 12-3")
    assert ["5-7@0", "3-12@3", "3-12@M"] == moves(round_)
    assert ["must-place"] == codes(round_, "pass")
    free = position_p("5-7 12-3", rules=["pass-at-will"])
    assert ["5-7@0", "3-12@3", "3-12@M", "pass"] == moves(free)
    passed = free.play("pass")
    assert passed.layout[0].is_marked
    assert passed.to_move == 1


def test_mt_5_draw_one_and_play_it_if_it_fits(position_p: SetUp) -> None:
    """MT-5: who has nothing to lay draws one tile."""
    round_ = position_p("4-8 0-1", stock="5-6 2-2")
    assert ["draw"] == moves(round_)
    drawn = round_.play("draw")
    assert ["5-6@0", "pass"] == moves(drawn)
    assert ["drawn-enough", "must-place"] == codes(drawn, "draw")
    assert drawn.play("5-6@0").to_move == 1


def test_mt_6_a_double_lies_crosswise(position_p: SetUp) -> None:
    """MT-6: how a double lies is for the eye; it is open until a tile lies on it."""
    after = position_p("9-9 9-4 5-7").play("9-9@1")
    (double,) = after.layout.open_doubles
    assert ("1", Domino(9, 9), 9) == (double.label, double.tile, double.pips)
    assert () == after.play("4-9@1").layout.open_doubles
    assert ("1",) == tuple(end.label for end in after.play("5-7@0").layout.open_doubles)


def test_mt_7_a_second_tile_on_the_double_or_elsewhere(position_p: SetUp) -> None:
    """MT-7: the second tile need not go on the double."""
    after = position_p("9-9 9-4 5-7 4-8").play("9-9@1")
    assert after.to_move == 0
    assert 1 == after.turn.owed
    assert ["5-7@0", "4-9@1"] == moves(after)
    assert after.play("5-7@0").to_move == 1


def test_mt_8_draw_for_the_second_tile_too(position_p: SetUp) -> None:
    """MT-8: one draws for it, also after a draw for the first, and need not play it."""
    after = position_p("9-9 4-8", stock="5-6 2-2").play("9-9@1")
    assert ["draw"] == moves(after)
    assert ["5-6@0", "pass"] == moves(after.play("draw"))
    twice = position_p("4-8 0-1", stock="9-9 5-5 5-6 2-2").play("draw").play("9-9@1").play("draw")
    assert ["5-5@0", "pass"] == moves(twice)
    assert ["draw"] == moves(twice.play("5-5@0"))


def test_mt_9_the_marker_of_who_fails(position_p: SetUp) -> None:
    """MT-9: who cannot play marks the own train, even one that is not started."""
    failed = position_p("4-8 0-1", stock="2-6").play("draw").play("pass")
    assert failed.layout[0].is_marked
    assert failed.to_move == 1
    unstarted = position_p("4-8", c="10-10", stock="2-6", to_move=2).play("draw").play("pass")
    assert unstarted.layout[2].is_marked
    assert not unstarted.layout[2].is_started
    other = position_p("4-8", d="12-3 8-8", stock="2-6", to_move=2).play("draw").play("pass")
    assert "3-12@2" in moves(other)


def test_mt_10_the_marker_opens_the_train_until_its_owner_plays_there(
    position_p: SetUp,
) -> None:
    """MT-10: a marked train is open to all; a tile of its owner on it takes the marker off."""
    marked = "12-12;0*=12-5;1*=12-9;3*="
    assert "2-5@0" in moves(position_p("5-7", b="2-5 1-1", trains=marked, to_move=1))
    assert not position_p("5-7 12-3", trains=marked).play("5-7@0").layout[0].is_marked
    assert position_p("5-7 12-3", trains=marked).play("3-12@M").layout[0].is_marked
    anywhere = position_p("5-7 12-3", trains=marked, rules=["marker-off"]).play("3-12@M")
    assert not anywhere.layout[0].is_marked


def test_mt_9_mt_10_the_marker_is_settled_once_at_the_end_of_the_turn(
    position_p: SetUp,
) -> None:
    """MT-9, MT-10: a double on the own train takes it off once followed up, and only then."""
    marked = "12-12;0*=12-5;1*=12-9;3*="
    round_ = position_p("5-5 12-3 4-8", trains=marked).play("5-5@0")
    assert round_.layout[0].is_marked
    assert not round_.play("3-12@M").layout[0].is_marked
    unmarked = position_p("5-5 4-8", b="1-1 2-7", stock="2-6 0-0").play("5-5@0")
    assert not unmarked.layout[0].is_marked
    assert unmarked.play("draw").play("pass").layout[0].is_marked


def test_mt_11_the_round_ends_by_going_out_or_a_block(position_p: SetUp) -> None:
    """MT-11: an empty hand ends it, on a double too, and so does a block."""
    out = position_p("5-7").play("5-7@0")
    assert out.outcome is not None
    assert EndReason.WENT_OUT is out.outcome.reason
    double = position_p("9-9").play("9-9@1")
    assert double.outcome is not None
    assert EndReason.WENT_OUT is double.outcome.reason
    stuck = position_p("5-7 4-8", b="1-1", c="10-10", d="11-11", stock="").play("5-7@0")
    assert stuck.outcome is not None
    assert EndReason.BLOCKED is stuck.outcome.reason


def test_mt_12_pips_left_are_counted(position_p: SetUp) -> None:
    """MT-12: the others count their pips; in a block everybody does."""
    out = position_p("5-7", b="5-3 9-9 6-0", c="4-2", d="1-1", stock="2-2").play("5-7@0")
    assert out.outcome is not None
    assert (0, 32, 6, 2) == out.outcome.counts
    stuck = position_p("5-7 4-8", b="1-1", c="10-10", d="11-11", stock="").play("5-7@0")
    assert stuck.outcome is not None
    assert (12, 2, 20, 22) == stuck.outcome.counts


def test_mt_13_being_out_first_is_best(position_p: SetUp) -> None:
    """MT-13: nobody can have less than the one who is out; the lowest count wins a block."""
    out = position_p("5-7").play("5-7@0")
    assert out.outcome is not None
    assert ((0,), "count") == (out.outcome.winners, out.outcome.decided_by)
    stuck = position_p("5-7 4-8", b="1-1", c="10-10", d="11-11", stock="").play("5-7@0")
    assert stuck.outcome is not None
    assert (1,) == stuck.outcome.winners


def test_mt_14_a_running_total_the_lowest_wins(
    game: Variant, finish_match: Callable[..., Match]
) -> None:
    """MT-14: what is counted is added up over all rounds; the lowest total wins."""
    match = finish_match(game.with_rules("rounds:rounds=3").match(3, seed=5))
    assert match.outcome is not None
    sums = tuple(sum(one.counts[seat] for one in match.outcomes) for seat in range(3))
    assert sums == match.totals
    winners = tuple(seat for seat in range(3) if sums[seat] == min(sums))
    assert winners == match.outcome.winners


def test_mt_14_equal_totals_share_the_match(
    game: Variant, scripted_match: Callable[..., Match]
) -> None:
    """MT-14: joint winners; by a house rule whoever won more rounds is in front."""
    rounds = (
        ("12-1", "2-2 0-2", "9-9 9-8"),
        ("3-3 1-2", "11-1", "9-9 9-8"),
        ("1-2 0-0", "0-1 0-2", "10-1"),
        ("9-1", "0-1 1-1", "8-8 7-8"),
    )
    level = scripted_match(game, *rounds).outcome
    assert level is not None
    assert ((12, 12, 101), (0, 1), None) == (level.totals, level.winners, level.decided_by)
    ahead = scripted_match(game.with_rules("ties-by-rounds-won"), *rounds).outcome
    assert ahead is not None
    assert ((0,), "rounds-won") == (ahead.winners, ahead.decided_by)


def test_refusals_name_their_clause(position_p: SetUp) -> None:
    """A refusal says which clause forbids the move, and changes nothing."""
    round_ = position_p("5-7 9-10 12-3")
    assert {"must-place": "MT-9", "private-train": "MT-4, MT-10"} == {
        reason.code: reason.clause for text in ("pass", "3-12@2") for reason in round_.explain(text)
    }
    with pytest.raises(IllegalMoveError, match="the train of seat 2 carries no marker"):
        round_.play("3-12@2")
