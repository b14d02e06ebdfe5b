"""
The worked examples of the rules digest, by their names.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilerules
from tilerules import AmbiguousMoveError, Match, Outcome, Round, Variant
from tilerules.decks import Shuffler
from tilerules.rules.starting import draw_lots

SetUp = Callable[..., Round]


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


def opening(set_up: SetUp, hand: str, *rules: str) -> Round:
    """Set up an empty table and a player who has not opened."""
    return set_up("", f"{hand} r1", "k1", opened=(), rules=rules)


def test_tr_e1_two_losers(rummy: Variant) -> None:
    """TR-E1: 15 and 22 are left."""
    assert (37, -15, -22) == rummy.score(["", "r10 k5", "b13 b9"]).points


def test_tr_e2_a_joker_is_left(rummy: Variant) -> None:
    """TR-E2: J and k5 against r10 and r12."""
    outcome = rummy.score(["", "J k5", "r10 r12"])
    assert (57, -35, -22) == outcome.points
    assert (0,) == outcome.winners


def test_tr_e3_thirty_is_enough(set_up: SetUp) -> None:
    """TR-E3: b9 b10 b11 are 30."""
    assert [] == codes(opening(set_up, "b9 b10 b11"), "b9 b10 b11")


def test_tr_e4_several_melds_may_make_thirty(set_up: SetUp) -> None:
    """TR-E4: 21 and 9 are 30, but not where one meld alone must be worth it."""
    hand, move = "r7 b7 k7 r2 r3 r4", "r7 b7 k7 | r2 r3 r4"
    assert [] == codes(opening(set_up, hand), move)
    assert ["opening-too-low"] == codes(opening(set_up, hand, "single-opening"), move)


def test_tr_e5_a_joker_in_a_group(set_up: SetUp) -> None:
    """TR-E5: r10 k10 J are 30."""
    assert [] == codes(opening(set_up, "r10 k10 J"), "r10 k10 J")


def test_tr_e6_a_joker_in_a_run(set_up: SetUp) -> None:
    """TR-E6: b8 b9 J are 27, or 24 with the joker in front."""
    round_ = opening(set_up, "b8 b9 J")
    for move, worth in (("b8 b9 J", 27), ("J b8 b9", 27)):
        assert ["opening-too-low"] == codes(round_, move)
        assert f"worth {worth}" in str(round_.explain(move)[0])
    assert "J(b7) b8 b9" == round_.parse("J b8 b9").notation


def test_tr_e7_a_joker_beside_the_highest(set_up: SetUp) -> None:
    """TR-E7: k12 k13 J: the joker can only be 11, 36 points."""
    round_ = opening(set_up, "k12 k13 J")
    assert "J(k11) k12 k13" == round_.parse("k12 k13 J").notation
    assert [] == codes(round_, "k12 k13 J")


@pytest.mark.parametrize("meld", ["r12 r13 r1", "r4 r4 k4", "b5 b7 b8", "r9 b9", "r6 y6 k6 b6 r6"])
def test_tr_e8_no_melds(set_up: SetUp, meld: str) -> None:
    """TR-E8: none of these is a meld."""
    round_ = set_up("", f"{meld} r1", "k1")
    assert codes(round_, meld)
    assert all(reason.option == "melds" for reason in round_.explain(meld))


def test_tr_e9_a_run_of_thirteen(set_up: SetUp) -> None:
    """TR-E9: b1 to b13 is one run."""
    run = " ".join(f"b{number}" for number in range(1, 14))
    assert 1 == len(set_up("", f"{run} r1", "k1").play(run).layout)


def test_tr_e10_from_a_group_to_a_run(set_up: SetUp) -> None:
    """TR-E10: the b5 of a group of four goes into a run with three tiles from the hand."""
    round_ = set_up("r5 b5 k5 y5", "b4 b6 b7 r1", "k1")
    after = round_.play("b4 b5 b6 b7 | r5 k5 y5")
    assert "r1" == str(after.hands[0])


def test_tr_e11_a_run_is_split(set_up: SetUp) -> None:
    """TR-E11: with a second r5, r3 to r7 becomes two runs; r3 to r6 does not."""
    assert [] == codes(set_up("r3 r4 r5 r6 r7", "r5 r1", "k1"), "r3 r4 r5 | r5 r6 r7")
    assert ["meld-too-short"] == codes(set_up("r3 r4 r5 r6", "r5 r1", "k1"), "r3 r4 r5 | r5 r6")


def test_tr_e12_nothing_is_left_loose(set_up: SetUp) -> None:
    """TR-E12: taking r6 out of r5 r6 r7 leaves two tiles that are no melds."""
    round_ = set_up("r5 r6 r7", "b6 k6 r1", "k1")
    assert ["meld-too-short", "meld-too-short"] == codes(round_, "r6 b6 k6 | r5 | r7")
    assert ["vanished"] == codes(round_, "r6 b6 k6")


def test_tr_e13_a_tile_from_the_hand(set_up: SetUp) -> None:
    """TR-E13: moving the table's tiles about is no turn."""
    round_ = set_up("r1 r2 r3 r4 r5 r6", "k1", "k2")
    assert ["nothing-laid"] == codes(round_, "r1 r2 r3 | r4 r5 r6")
    assert ["nothing-laid"] == codes(round_, "r1 r2 r3 r4 r5 r6")


def test_tr_e14_a_joker_is_replaced(set_up: SetUp) -> None:
    """TR-E14: b7 for the joker of r7 k7 J, which is laid anew; or both colours are needed."""
    hand = "b7 b8 b9 r1"
    move = "r7 k7 b7 | b8 b9 J"
    assert [] == codes(set_up("r7 k7 J", hand, "k1"), move)
    assert [] == codes(set_up("r7 k7 J", hand, "k1"), "r7 k7 b7 | J b8 b9")
    both = set_up("r7 k7 J", hand, "k1", rules=["both-colours"])
    assert ["joker-not-paid"] == codes(both, move)
    assert "y7 and b7" in str(both.explain(move)[0])


@pytest.mark.parametrize("preset", ["", "pagat", "manufacturer"])
def test_tr_e15_a_joker_meld_is_added_to(set_up: SetUp, preset: str) -> None:
    """TR-E15: two runs are joined around a joker and added to, whatever the profile."""
    round_ = set_up("J(b4) b5 b6 b7 | b1 b2 b3", "b8 r1", "k1", preset=preset)
    assert [] == codes(round_, "b1 b2 b3 J b5 b6 b7 b8")


E16 = "b1 b2 b3 b4 | J(b4) b5 b6 b7"


def test_tr_e16_the_stack_exchange_case(set_up: SetUp) -> None:
    """TR-E16: the joker goes free by the b4 of the other run; from the hand alone it does not."""
    joined, paid = "b1 b2 b3 b4 b5 b6 b7 | r10 k10 J", "b1 b2 b3 | b4 b5 b6 b7 | r10 k10 J"

    def judged(*rules: str) -> list[list[str]]:
        round_ = set_up(E16, "r10 k10 r1", "k1", rules=rules)
        return [codes(round_, joined), codes(round_, paid)]

    assert [[], []] == judged("joker-price:of=nothing")
    assert [] == judged()[1]
    assert [["joker-not-paid"], ["joker-not-paid"]] == judged("joker-price:of=hand")


E16B = "r1 r2 r3 r4 | k1 k2 k3 k4 | y1 y2 y3 y4 | b1 b2 b3 J(b4)"


def test_tr_e16b_no_natural_b4(set_up: SetUp) -> None:
    """TR-E16b: the table is turned round and the joker goes free; by default it may not."""
    groups = "r1 k1 y1 b1 | r2 k2 y2 b2 | r3 k3 y3 b3 | r4 k4 y4"
    freed = f"{groups} | r10 k10 J"

    def judged(*rules: str) -> list[str]:
        return codes(set_up(E16B, "r10 k10 r1", "k1", rules=rules), freed)

    assert [] == judged("joker-price:of=nothing")
    assert ["joker-not-paid"] == judged()
    assert "joker-meld-locked" in judged("joker-lock")
    left = codes(set_up(E16B, "r10 k10 r1", "k1"), f"{groups} J")
    assert "nothing-laid" in left


def test_tr_e16c_one_tile_and_two_jokers(set_up: SetUp) -> None:
    """TR-E16c: b7 J J must be declared; the best readings open with 21 and 24, too low."""
    round_ = set_up("", "b7 J J r1", "k1", opened=())
    with pytest.raises(AmbiguousMoveError) as caught:
        round_.parse("b7 J J")
    assert {"b7 J(r7) J(y7)", "b7 J(b8) J(b9)", "J(b6) b7 J(b8)", "J(b5) J(b6) b7"} == set(
        caught.value.choices
    )
    for move in caught.value.choices:
        assert ["opening-too-low"] == codes(round_, move)
    assert "worth 24" in str(round_.explain("b7 J(b8) J(b9)")[0])


def test_tr_e17_time_runs_out(set_up: SetUp) -> None:
    """TR-E17: nine tiles before the turn: twelve after it, the table as it was, no draw."""
    round_ = set_up("r1 r2 r3", "k1 k2 k3 k4 k5 k6 k7 k8 k9", "y1", stock="b1 b2 b3 b4")
    after = round_.host("time")
    assert (12, 1) == (len(after.hands[0]), len(after.stock))
    assert round_.layout == after.layout
    assert 1 == after.to_move


def test_tr_e18_stuck(rummy: Variant) -> None:
    """TR-E18: 12, 20 and 35: plus 31, minus 8, minus 23."""
    outcome = rummy.score(["r12", "r10 k10", "b13 k13 r9"], reason="blocked")
    assert (31, -8, -23) == outcome.points
    assert "count" == outcome.decided_by


GOLIATH = ((24, -5, -16, -3), (-6, -11, 22, -5), (-32, -13, -2, 47))


def won(points: tuple[int, ...]) -> Outcome:
    """Make the outcome of a round that somebody went out of."""
    best = points.index(max(points))
    return Outcome(tilerules.EndReason.WENT_OUT, (best,), (0,) * len(points), points, "count", best)


def totals(rounds: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Add points up, seat by seat."""
    return tuple(map(sum, zip(*rounds, strict=True)))


def test_tr_e19_goliaths_table() -> None:
    """TR-E19: three rounds that each sum to 0: -14, -29, +4, +39."""
    assert [0, 0, 0] == [sum(row) for row in GOLIATH]
    assert (-14, -29, 4, 39) == totals(GOLIATH)


def test_tr_e20_pressmans_table(rummy: Variant) -> None:
    """TR-E20: with a fourth round C wins the match by rounds won and by points."""
    rounds = (*GOLIATH, (-10, -25, 41, -6))
    added = totals(rounds)
    assert (-24, -54, 45, 33) == added
    outcomes = [won(row) for row in rounds]
    pressman = rummy.with_rules("most-wins:rounds=4")
    assert pressman.length.is_over(outcomes, added)
    assert not pressman.length.is_over(outcomes[:3], totals(GOLIATH))
    keys = [pressman.ranking.keys(outcomes, added, seat) for seat in range(4)]
    assert [-1, 0, -2, -1] == [key[0] for key in keys]
    assert 2 == keys.index(min(keys)) == added.index(max(added))


def test_tr_e21_two_hundred_after_three_rounds(rummy: Variant) -> None:
    """TR-E21: -63, 205, -142: over after the third round, and P2 wins."""
    rounds = ((37, -15, -22), (-40, 70, -30), (-60, 150, -90))
    added = totals(rounds)
    assert (-63, 205, -142) == added
    assert 0 == sum(added)
    assert rummy.length.is_over([won(row) for row in rounds], added)
    assert not rummy.length.is_over([won(row) for row in rounds[:2]], totals(rounds[:2]))
    keys = [rummy.ranking.keys((), added, seat) for seat in range(3)]
    assert 1 == keys.index(min(keys))


@pytest.mark.parametrize(("seats", "left"), [(2, 78), (3, 64), (4, 50)])
def test_tr_e22_what_is_left(rummy: Variant, seats: int, left: int) -> None:
    """TR-E22: 78, 64 and 50 tiles are left for two, three and four players."""
    assert left == len(rummy.deal(seats, seed=1).stock)


def test_tr_e23_unopened_hands_pay(set_up: SetUp) -> None:
    """TR-E23: a loser with 41 who has not opened pays 100, or 200 if able to."""
    for hand, pays in (("r13 k13 b8 r7", 100), ("r13 k13 b13 r2", 200)):
        round_ = set_up("r1 r2 r3", "r4", hand, opened=(0,), rules=["unopened-pay"])
        outcome = round_.play("r1 r2 r3 r4").outcome
        assert outcome is not None
        assert 41 == outcome.counts[1]
        assert (pays, -pays) == outcome.points


def test_tr_e24_league(rummy: Variant) -> None:
    """TR-E24: racks of 25, 15 and 10: A gets 100, the others -25, -15 and -5."""
    league = rummy.with_rules("league-points")
    assert (100, -25, -15, -5) == league.score(["", "r13 k12", "r10 k5", "b10"]).points
    assert (94, -25, -18, 4) == league.score(["", "r13 k13 r9", "b9 y9", "b1"]).points


def test_tr_e25_lots(rummy: Variant) -> None:
    """TR-E25: 11, J, 11: the joker is drawn again, then those level for the highest."""
    tiles, chance = rummy.tiles, Shuffler(1)

    def drawn(words: str) -> tuple[int, list[str]]:
        pool = []
        for word in words.split():
            copies = (i for i, tile in enumerate(tiles.tiles) if str(tile) == word)
            pool.append(next(i for i in copies if i not in pool))
        seat, draws = draw_lots(tiles, pool, 3, chance)
        return seat, [" ".join(tile or "-" for tile in draw) for draw in draws]

    assert (2, ["r11 J y11", "- b4 -", "k2 - k9"]) == drawn("r11 J y11 b4 k2 k9 b1")
    assert (1, ["r11 J y11", "- b12 -"]) == drawn("r11 J y11 b12 k2 k9 b1")


def test_tr_e26_adding_in_the_turn_of_the_opening(set_up: SetUp) -> None:
    """TR-E26: r5 may be added after b9 b10 b11 in the same turn, or only later."""
    hands, move = ("b9 b10 b11 r5 r1", "k1"), "r2 r3 r4 r5 | b9 b10 b11"
    for preset in ("", "pagat"):
        assert [] == codes(set_up("r2 r3 r4", *hands, opened=(1,), preset=preset), move)
    quiet = set_up("r2 r3 r4", *hands, opened=(1,), preset="manufacturer", stock="y1 y2")
    assert ["opening-changes-table"] == codes(quiet, move)
    later = quiet.play("r2 r3 r4 | b9 b10 b11").play("draw")
    assert [] == codes(later, move)


def test_tr_e27_an_opening_that_extends(set_up: SetUp) -> None:
    """TR-E27: b9 b10 b11 make 30 by themselves, so b5 to b11 may be one run."""
    hands, move = ("b8 b9 b10 b11 r1", "k1"), "b5 b6 b7 b8 b9 b10 b11"
    assert [] == codes(set_up("b5 b6 b7", *hands, opened=(1,)), move)
    quiet = set_up("b5 b6 b7", *hands, opened=(1,), rules=["quiet-opening"])
    assert ["opening-changes-table"] == codes(quiet, move)


def test_tr_e28_a_joker_beside_the_lowest(set_up: SetUp) -> None:
    """TR-E28: J b1 b2: the joker is 3, never 0 or 13."""
    round_ = set_up("", "J b1 b2 r1", "k1")
    assert "b1 b2 J(b3)" == round_.parse("J b1 b2").notation
    assert 6 == round_.play("J b1 b2").layout[0].value


def test_tr_e29_two_of_one_colour(set_up: SetUp) -> None:
    """TR-E29: r7 r7 J is no meld."""
    assert codes(set_up("", "r7 r7 J r1", "k1"), "r7 r7 J")


def test_tr_e30_joint_winners(rummy: Variant) -> None:
    """TR-E30: stuck with 12, 12 and 35: the third pays 23, each winner gets 11."""
    outcome = rummy.score(["r12", "k12", "b13 k13 r9"], reason="blocked")
    assert (11, 11, -23) == outcome.points
    assert (0, 1) == outcome.winners
    assert outcome.is_tie


def test_matches_can_be_played_by_their_examples(
    rummy: Variant, finish_match: Callable[[Match], Match]
) -> None:
    """The default match ends like TR-E21, with points that sum to 0 in every round."""
    match = finish_match(rummy.match(3, seed=5))
    assert match.outcome is not None
    assert all(0 == sum(outcome.points) for outcome in match.outcomes)
