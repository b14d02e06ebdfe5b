"""
The clauses of the source text that carry a rule, one test each.

SL-2 (a tile has two sides) and SL-27 (the game can be competitive) say nothing to test.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from testing.playing import moves
from tilerules import IllegalMoveError, InvalidVariantError, Round, Variant

SetUp = Callable[..., Round]


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


def test_sl_1_five_tiles_each_for_five(gaple: Variant) -> None:
    """SL-1: five players get five tiles, four get seven, by house rule six."""
    five = gaple.deal(5, seed=1)
    assert [len(hand) for hand in five.hands] == [5] * 5
    assert len(five.stock) + len(five.layout) == 3
    assert [len(hand) for hand in gaple.deal(4, seed=1).hands] == [7] * 4
    six = gaple.with_rules("hands:size=6").deal(4, seed=1)
    assert [len(hand) for hand in six.hands] == [6] * 4
    assert len(six.stock) + len(six.layout) == 4


def test_sl_3_one_tile_begins_the_line(gaple: Variant) -> None:
    """SL-3: nobody lays at the same time as another: one tile starts, one seat moves."""
    four = gaple.deal(4, seed=1)
    assert len(four.layout) == 0
    assert len(four.play("0-0").layout) == 1
    assert len(gaple.deal(5, seed=1).layout) == 1


@pytest.mark.parametrize("seed", range(5))
def test_sl_4_the_first_round_opens_with_0_0(gaple: Variant, seed: int) -> None:
    """SL-4: whoever starts must start with [0-0]."""
    round_ = gaple.deal(4, seed=seed)
    assert moves(round_) == ["0-0"]
    other = next(str(tile) for tile in round_.hands[round_.to_move or 0] if str(tile) != "0-0")
    assert codes(round_, other) == ["opening"]
    assert round_.explain(other)[0].clause == "SL-4, SL-7"
    assert "opened with 0-0" in str(round_.explain(other)[0])


def test_sl_5_one_line_one_tile_a_turn(set_up: SetUp) -> None:
    """SL-5: a player adds one tile to the one line; then the next is to move."""
    round_ = set_up("2-3,3-5", "2-5 2-6", "5-6", "1-1", "0-0").play("2-6@L")
    assert str(round_.layout) == "[6|2][2|3][3|5]"
    assert round_.to_move == 1


def test_sl_6_at_either_end_that_matches(set_up: SetUp) -> None:
    """SL-6: either end, if the touching halves match; doubles are ordinary tiles."""
    round_ = set_up("2-3,3-5", "2-5 5-5 0-1", "2-2", "1-1", "0-0")
    assert set(moves(round_)) == {"2-5@L", "2-5@R", "5-5@R"}
    assert codes(round_, "5-5@L") == ["does-not-fit"]
    assert round_.play("5-5@R").layout.ends == (2, 5)


def test_sl_7_the_holder_of_0_0_opens(gaple: Variant) -> None:
    """SL-7: with four players and seven tiles each, whoever holds [0-0]; five would need 35."""
    for seed in range(8):
        round_ = gaple.deal(4, seed=seed)
        assert "0-0" in round_.hands[round_.to_move or 0]
    with pytest.raises(InvalidVariantError, match=r"5 seats of 7 tiles need 35, but only 28"):
        gaple.with_rules("hands:size=7,seats=5")


def test_sl_8_later_rounds_open_with_any_double(gaple: Variant, set_up: SetUp) -> None:
    """SL-8: the last winner opens with a double of their choice."""
    won_by_1 = set_up("0-0", "1-2", "1-1", "3-3", "4-4")
    hands = ["0-0 0-1 0-2 0-3 0-4 0-5 0-6", "1-1 2-2 1-2 1-3 1-4 1-5 1-6"]
    hands += ["2-3 2-4 2-5 2-6 3-3 3-4 3-5", "3-6 4-4 4-5 4-6 5-5 5-6 6-6"]
    round_ = gaple.deal(4, hands=hands, previous=[won_by_1])
    assert round_.to_move == 1
    assert moves(round_) == ["1-1", "2-2"]
    assert "opened with a double" in str(round_.explain("1-2")[0])


def test_sl_9_the_right_passes_on_to_the_next_double(gaple: Variant, set_up: SetUp) -> None:
    """SL-9: without a double of one's own the next player who has one opens; no turn is lost."""
    won_by_1 = set_up("0-0", "1-2", "1-1", "3-3", "4-4")
    hands = ["0-0 1-1 2-2 3-3 0-1 0-2 0-3", "0-4 0-5 0-6 1-2 1-3 1-4 1-5"]
    hands += ["1-6 2-3 2-4 2-5 2-6 3-4 3-5", "3-6 4-4 4-5 4-6 5-5 5-6 6-6"]
    round_ = gaple.deal(4, hands=hands, previous=[won_by_1])
    assert round_.to_move == 3
    assert moves(round_) == ["4-4", "5-5", "6-6"]
    assert round_.moves == ()


def test_sl_10_an_undealt_tile_is_turned_up(gaple: Variant) -> None:
    """SL-10: where not all are dealt, one of the others is turned up; the rest stays hidden."""
    round_ = gaple.deal(5, seed=3)
    assert len(round_.layout.tiles) == 1
    assert len(round_.stock) == 2
    assert "draw" not in moves(round_)
    assert round_.view(0).stock_count == 2
    assert all(str(tile) not in round_.view(None).position for tile in round_.stock)


def test_sl_11_drawn_by_lot_and_then_the_winner(gaple: Variant, set_up: SetUp) -> None:
    """SL-11: a random starter in round one, the last winner later, with an ordinary tile."""
    starters = [gaple.deal(5, seed=seed).to_move for seed in range(60)]
    assert set(starters) == {0, 1, 2, 3, 4}
    won_by_3 = set_up("0-0", "1-2", "3-3", "4-4", "1-1", "5-5")
    for seed in range(8):
        round_ = gaple.deal(5, seed=seed, previous=[won_by_3])
        assert round_.to_move == 3
        ends = round_.layout.ends
        fits = [tile for tile in round_.hands[3] if {tile.low, tile.high} & set(ends)]
        assert bool(fits) == (not moves(round_)[0].startswith("x"))


def test_sl_12_play_goes_round(set_up: SetUp) -> None:
    """SL-12: in rotation, each adding a matching tile: seat 0, 1, 2, 3, 0."""
    round_ = set_up("0-1", "1-2 6-6", "2-3 6-5", "3-4 6-4", "4-5 6-3")
    seen = [round_.to_move]
    for move in ("1-2@R", "2-3@R", "3-4@R", "4-5@R"):
        round_ = round_.play(move)
        seen.append(round_.to_move)
    assert seen == [0, 1, 2, 3, 0]


def test_sl_13_who_cannot_play_lays_a_tile_face_down(set_up: SetUp) -> None:
    """SL-13: a tile of one's choice, and only if none fits."""
    round_ = set_up("2-3,3-5", "0-1 3-4 6-6", "2-2", "1-1", "0-0")
    assert moves(round_) == ["x0-1", "x3-4", "x6-6"]
    able = set_up("2-3,3-5", "0-1 2-6", "2-2", "1-1", "0-0")
    assert codes(able, "x0-1") == ["must-place"]
    assert able.explain("x0-1")[0].clause == "SL-13, SL-14"
    with pytest.raises(IllegalMoveError, match="write x6-6"):
        round_.play("6-6")


def test_sl_14_a_dead_tile_counts_against_its_owner(set_up: SetUp) -> None:
    """SL-14: out of play, and in the final count."""
    round_ = set_up("2-3,3-5", "0-1 6-6", "2-2 4-4", "1-1", "0-0").play("x6-6")
    assert "6-6" in round_.dead[0]
    assert "6-6" not in round_.hands[0]
    assert round_.view(1).dead_counts == (1, 0, 0, 0)
    assert round_.view(1).dead[0] is None
    over = set_up("0-0", "1-2", "1-1", "3-3", "4-4", dead=["6-6"])
    assert over.outcome is not None
    assert over.outcome.counts == (15, 2, 6, 8)


def test_sl_15_by_house_rule_one_passes(set_up: SetUp) -> None:
    """SL-15: no tile is laid down, one only passes."""
    round_ = set_up("2-3,3-5", "0-1 3-4", "2-2", "1-1", "0-0", rules=["pass"])
    assert moves(round_) == ["pass"]
    assert codes(round_, "x0-1") == ["no-such-move"]
    passed = round_.play("pass")
    assert passed.to_move == 1
    assert passed.masks == round_.masks


def test_sl_16_by_an_empty_hand_or_a_block(set_up: SetUp) -> None:
    """SL-16: the round stops when a hand is empty, be it by a discard, or nothing fits."""
    out = set_up("2-3,3-5", "2-6", "2-2", "1-1", "0-0").play("2-6@L")
    assert out.outcome is not None
    assert out.outcome.reason.value == "went_out"
    by_discard = set_up("2-3,3-5", "6-6", "2-2", "1-1", "0-0").play("x6-6")
    assert by_discard.outcome is not None
    assert by_discard.outcome.reason.value == "went_out"
    stuck = set_up("1-3,3-5", "5-1 0-4", "2-3 3-3", "6-6", "0-0").play("5-1@R")
    assert stuck.outcome is not None
    assert stuck.outcome.reason.value == "blocked"


def test_sl_17_pips_are_counted_dead_ones_too(gaple: Variant) -> None:
    """SL-17: [4-4] is 8, [0-3] is 3."""
    assert gaple.score(["[4-4]", "[0-3]"]).counts == (8, 3)
    assert gaple.score(["[0-1]x[4-4]", "x0-3"]).counts == (9, 3)


def test_sl_18_the_lone_0_0_may_count_25(gaple: Variant) -> None:
    """SL-18: some play that [0-0] is worth 25 without another blank."""
    kitchen = gaple.with_rules("lone-blank")
    assert kitchen.score(["0-0", "1-1"]).counts == (25, 2)
    assert gaple.score(["0-0", "1-1"]).counts == (0, 2)


def test_sl_19_beside_another_blank_it_counts_nothing(gaple: Variant) -> None:
    """SL-19: [0-0] with [0-5] is 5."""
    assert gaple.with_rules("lone-blank").score(["0-0 0-5", "1-1"]).counts == (5, 2)


def test_sl_20_the_lowest_count_wins(gaple: Variant) -> None:
    """SL-20: and not whoever went out."""
    outcome = gaple.score({"A": "x6-6", "B": "3-4", "C": "5-5"}, reason="went_out", by="A")
    assert outcome.winners == (1,)
    assert outcome.decided_by == "count"


def test_sl_21_of_equals_the_lowest_tile(gaple: Variant) -> None:
    """SL-21: by its pips."""
    outcome = gaple.score(["[2-2][3-3]", "[1-1][4-4]"])
    assert outcome.winners == (1,)
    assert outcome.decided_by == "lowest-tile"


def test_sl_22_then_the_lowest_end_of_that_tile(gaple: Variant) -> None:
    """SL-22: of the lowest tile, not of the whole hand: A's end 0 does not help."""
    outcome = gaple.score(["[2-2][0-6]", "[1-3][2-4]"])
    assert outcome.winners == (1,)
    assert outcome.decided_by == "lowest-end"


def test_sl_23_its_example(gaple: Variant) -> None:
    """SL-23: D has 5, the others 6."""
    outcome = gaple.score(["[1-1][1-3]", "[1-5]", "[2-4]", "[2-3]"])
    assert (outcome.counts, outcome.winners) == ((6, 6, 6, 5), (3,))


def test_sl_24_its_example(gaple: Variant) -> None:
    """SL-24: all have 6, A the lowest tile."""
    outcome = gaple.score(["[1-1][1-3]", "[0-6]", "[2-4]", "[3-3]"])
    assert (outcome.winners, outcome.decided_by) == ((0,), "lowest-tile")


def test_sl_25_its_example(gaple: Variant) -> None:
    """SL-25: A and B have a tile of 4; B's has the lower end."""
    outcome = gaple.score(["[2-2][1-5]", "[1-3][3-3]", "[6-4]", "[0-5][2-3]"])
    assert (outcome.winners, outcome.decided_by) == ((1,), "lowest-end")


def test_sl_26_the_side_of_the_winner_wins(gaple: Variant) -> None:
    """SL-26: the hands of partners are not added."""
    outcome = gaple.with_rules("partners").score(["5-5", "1-1", "0-4", "6-6"])
    assert outcome.winners == (1, 3)
    assert outcome.leader == 1
    assert outcome.points == (0, 1, 0, 1)
