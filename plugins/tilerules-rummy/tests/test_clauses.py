"""
The clauses of the source text that carry a rule, one test each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

import tilerules
from tilerules import IllegalMoveError, InvalidDealError, Joker, Match, NumberTile, Round, Variant

SetUp = Callable[..., Round]

OPENED = "r1 r2 r3"
"""A table on which somebody has laid something."""


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


def test_tr_1_106_tiles_of_which_two_are_jokers(rummy: Variant) -> None:
    """TR-1: 106 tiles, two of them jokers."""
    assert 106 == len(rummy.tiles)
    assert 2 == list(rummy.tiles.tiles).count(Joker())


def test_tr_2_four_colours_from_1_to_13(rummy: Variant) -> None:
    """TR-2: the rest are numbered 1 to 13 in red, yellow, black and blue; colours are data."""
    naturals = [tile for tile in rummy.tiles.tiles if isinstance(tile, NumberTile)]
    assert {1, 13} == {min(t.number for t in naturals), max(t.number for t in naturals)}
    assert ("red", "yellow", "black", "blue") == tuple(name for _c, name in rummy.tiles.colours)
    okey = tilerules.numbered_set(colours=(("g", "green"), ("o", "orange"), ("k", "black")))
    assert "g1" in okey.bag(okey.full)


def test_tr_3_each_tile_is_there_twice(rummy: Variant) -> None:
    """TR-3: each tile matches exactly one other in colour and number."""
    assert {2} == set(Counter(rummy.tiles.tiles).values())


def test_tr_4_the_number_is_the_value(rummy: Variant) -> None:
    """TR-4: the number is the point value; all of them are worth 728."""
    assert 728 == sum(tile.pips for tile in rummy.tiles.tiles)
    assert (0, 13 + 1) == rummy.score({"A": "", "B": "r13 k1"}).counts


def test_tr_5_tiles_stay_in_the_hand_until_laid(rummy: Variant) -> None:
    """TR-5: nobody sees a tile before it is laid."""
    view = rummy.deal(3, seed=1).view(0)
    assert view.hands[1] is None
    assert 14 == view.hand_sizes[1]


def test_tr_6_two_to_four_players(rummy: Variant) -> None:
    """TR-6: two to four players, no more and no fewer."""
    assert (2, 3, 4) == rummy.seats
    for seats in (1, 5):
        with pytest.raises(InvalidDealError):
            rummy.deal(seats, seed=1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tr_7_each_draws_14(rummy: Variant, seats: int) -> None:
    """TR-7: shuffled, 14 each."""
    round_ = rummy.deal(seats, seed=1)
    assert [14] * seats == [len(hand) for hand in round_.hands]
    assert rummy.deal(seats, seed=2) != round_ == rummy.deal(seats, seed=1)


@pytest.mark.parametrize("seed", range(12))
def test_tr_8_the_highest_number_opens(rummy: Variant, seed: int) -> None:
    """TR-8: then each draws one more tile, and the highest number opens."""
    round_ = rummy.deal(4, seed=seed)
    _when, _size, draws = round_.rest.get("start-draw")
    drawn = [rummy.tiles.tile(tile) for tile in draws[0]]
    numbers = [tile.pips for tile in drawn]
    if Joker() not in drawn and 1 == numbers.count(max(numbers)):
        assert numbers.index(max(numbers)) == round_.to_move
        assert 1 == len(draws)
    else:
        assert len(draws) > 1


def test_tr_9_the_tiles_drawn_go_back(rummy: Variant) -> None:
    """TR-9: the tiles go back to the stock, which is shuffled again."""
    places = set()
    for seed in range(20):
        round_ = rummy.deal(4, seed=seed)
        assert 50 == len(round_.stock)
        shown = rummy.starting.shown(round_)
        assert not Counter(shown) - Counter(map(str, round_.stock))
        places.add(str(round_.stock[0]) == shown[0])
    assert False in places


def test_tr_10_clockwise(set_up: SetUp) -> None:
    """TR-10: the turn goes round from seat to seat, upwards."""
    round_ = set_up(OPENED, "k1", "k2", "k3", stock="b1 b2 b3 b4")
    order = []
    for _ in range(4):
        order.append(round_.to_move)
        round_ = round_.play("draw")
    assert [0, 1, 2, 0] == order


def test_tr_11_groups_and_runs(set_up: SetUp) -> None:
    """TR-11: three or four of one number in different colours; three or more in a row."""
    round_ = set_up("", "r7 y7 k7 b7 r7 r8 r9 r10 r11 b9", "k1", stock="b1")
    for table in ("r7 y7 k7", "r7 y7 k7 b7", "r8 r9 r10", "r7 r8 r9 r10 r11"):
        assert [] == codes(round_, table), table
    assert ["meld-too-short"] == codes(round_, "r7 y7")
    assert ["meld-two-of-one-colour"] == codes(round_, "r7 r7 k7")
    assert ["meld-too-short"] == codes(round_, "r7 r8")
    assert ["meld-colour-mismatch"] == codes(round_, "r7 r8 b9")


def test_tr_12_own_meld_before_anything_else(set_up: SetUp) -> None:
    """TR-12: before the own meld nothing may be rearranged, nor added to."""
    hands = ("r4 k13 b13 y13", "k1")
    round_ = set_up(OPENED, *hands, opened=(1,), stock="b1")
    assert ["opening-too-low"] == codes(round_, "r1 r2 r3 r4")
    assert [] == codes(round_, "r1 r2 r3 r4 | k13 b13 y13")
    assert [] == codes(set_up(OPENED, *hands, stock="b1"), "r1 r2 r3 r4")


def test_tr_13_the_first_meld_is_worth_30(set_up: SetUp) -> None:
    """TR-13: at least 30 points, in one meld or several, all from the hand."""
    round_ = set_up("", "r9 r10 r11 k9 b9 y9 y1 y2 y3", "k1", opened=())
    assert [] == codes(round_, "r9 r10 r11")
    assert ["opening-too-low"] == codes(round_, "k9 b9 y9")
    assert "first meld of 30 or more" in str(round_.explain("k9 b9 y9")[0])
    assert [] == codes(round_, "k9 b9 y9 | y1 y2 y3")
    after = round_.play("r9 r10 r11")
    assert (0,) == after.rest.get("opened")


def test_tr_14_a_joker_is_worth_what_it_stands_for(set_up: SetUp) -> None:
    """TR-14: in the first meld the joker has the value of the tile it replaces."""
    round_ = set_up("", "r10 k10 J b8 b9", "k1", opened=())
    assert [] == codes(round_, "r10 k10 J")
    assert ["opening-too-low"] == codes(round_, "b8 b9 J")


def test_tr_15_no_limit_to_melds_in_a_turn(set_up: SetUp) -> None:
    """TR-15: as many melds may be made and rearranged in a turn as one likes."""
    round_ = set_up(
        "r4 r5 r6 r7 | k4 k5 k6 k7 | b4 b5 b6 b7", "y4 y5 y6 y7 r1 r2 r3", "k1", stock="b1"
    )
    after = round_.play("r1 r2 r3 | r4 y4 k4 b4 | r5 y5 k5 b5 | r6 y6 k6 b6 | r7 y7 k7 b7")
    assert 5 == len(after.layout)


def test_tr_16_two_minutes_or_three_tiles(set_up: SetUp, rummy: Variant) -> None:
    """TR-16: whoever takes longer than two minutes takes three tiles; the table stays."""
    assert (120, 3) == (rummy.action("time").seconds, rummy.action("time").tiles)
    round_ = set_up(OPENED, "k1 k2", "k3", stock="b1 b2 b3 b4")
    after = round_.host("time")
    assert round_.layout == after.layout
    assert "k1 k2 b1 b2 b3" == str(after.hands[0])
    assert 1 == after.to_move
    assert ["not-to-move"] == [one.code for one in round_.explain("time@1", host=True)]


def test_tr_17_draw_one(set_up: SetUp) -> None:
    """TR-17: whoever lays nothing takes one tile, which ends the turn."""
    round_ = set_up(OPENED, "k1 k2", "k3", stock="b1 b2")
    after = round_.play("draw")
    assert "k1 k2 b1" == str(after.hands[0])
    assert 1 == after.to_move
    assert ["must-draw"] == codes(round_, "pass")


def test_tr_18_a_round_ends_with_an_empty_hand(set_up: SetUp) -> None:
    """TR-18: the round ends when a player has laid all tiles."""
    after = set_up(OPENED, "r4", "k3 k4", stock="b1").play("r1 r2 r3 r4")
    assert after.outcome is not None
    assert "went_out" == after.outcome.reason.value
    assert (0,) == after.outcome.winners


def test_tr_19_and_20_the_winner_gets_what_the_others_lose(set_up: SetUp) -> None:
    """TR-19, TR-20: opponents lose the points of their hands, and the winner gets them."""
    after = set_up(OPENED, "r4", "k3 k4", "b13", stock="b1").play("r1 r2 r3 r4")
    assert after.outcome is not None
    assert (20, -7, -13) == after.outcome.points
    assert 0 == sum(after.outcome.points)


def test_tr_21_the_example(rummy: Variant) -> None:
    """TR-21: 15 and 22 left: plus 37, minus 15, minus 22."""
    assert (37, -15, -22) == rummy.score(["", "r10 k5", "b13 b9"]).points


def test_tr_22_a_joker_held_counts_30(rummy: Variant) -> None:
    """TR-22: at the end a joker in the hand counts 30."""
    assert (0, 30, 31) == rummy.score(["", "J", "J r1"]).counts


def test_tr_23_to_200(rummy: Variant, finish_match: Callable[[Match], Match]) -> None:
    """TR-23: the match ends when somebody has 200 points, and not before."""
    match = finish_match(rummy.match(4, seed=3))
    assert match.outcome is not None
    assert max(match.totals) >= 200
    before = [sum(o.points[seat] for o in match.outcomes[:-1]) for seat in range(4)]
    assert max(before) < 200
    assert match.totals[match.outcome.winners[0]] == max(match.totals)


def test_tr_23_exactly_200_is_enough(rummy: Variant) -> None:
    """TR-23: who has 200 has reached 200."""
    assert rummy.length.is_over([], (-100, 200, -100))
    assert not rummy.length.is_over([], (-100, 199, -99))


def test_refusals_change_nothing(set_up: SetUp) -> None:
    """A refused table leaves everything as it was and says all that is wrong."""
    round_ = set_up(OPENED, "k1 k2", "k3", stock="b1")
    with pytest.raises(IllegalMoveError) as caught:
        round_.play("r1 r2 | b13 b12 b11")
    assert [
        "meld-too-short",
        "vanished",
        "not-held",
        "not-held",
        "not-held",
        "nothing-laid",
    ] == [reason.code for reason in caught.value.reasons]
    assert round_ == set_up(OPENED, "k1 k2", "k3", stock="b1")
