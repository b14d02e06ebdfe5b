"""
How programs like this one have gone wrong: the rows of the trouble list that concern rummy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

import tilerules
from tilerules import AmbiguousMoveError, IllegalMoveError, Joker, Move, Round, Variant
from tilerules.melds import parse_meld
from tilerules.melds.plays import MeldPlays
from tilerules.melds.turns import TurnBuilder

SetUp = Callable[..., Round]


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


def best(round_: Round) -> str:
    """Give the best table."""
    play = MeldPlays.of(round_).best()
    assert play is not None
    return str(play)


@pytest.mark.parametrize("order", ["r13 y13 k13 k13", "k13 k13 r13 y13", "k13 r13 k13 y13"])
def test_r01_colours_differ_whatever_the_order(set_up: SetUp, order: str) -> None:
    """R01: the colours of a group are pairwise different; best use leaves one k13."""
    round_ = set_up("", f"{order} r1", "k1")
    assert ["meld-two-of-one-colour"] == codes(round_, order)
    assert "r13 y13 k13" == best(round_)


def test_r02_best_is_best(set_up: SetUp) -> None:
    """R02: not the longest run first: of r3 to r7, b6 and k6 only r7 is left."""
    round_ = set_up("", "r3 r4 r5 r6 r7 b6 k6 r1", "k1")
    after = round_.play(best(round_))
    assert "r1 r7" == str(after.hands[0])


def test_r03_a_joker_counts_in_the_opening(set_up: SetUp) -> None:
    """R03: k10 b10 J are 30."""
    assert [] == codes(set_up("", "k10 b10 J r1", "k1", opened=()), "k10 b10 J")


def test_r04_what_a_joker_counts_is_an_option(set_up: SetUp) -> None:
    """R04: where it counts nothing k10 b10 J are 20; where it is forbidden they are no opening."""
    for worth, least in (("zero", 20), ("forbidden", 0)):
        rules = [f"joker-in-opening:worth={worth}"]
        round_ = set_up("", "k10 b10 J r1", "k1", opened=(), rules=rules)
        assert ["opening-too-low"] == codes(round_, "k10 b10 J")
        assert f"worth {least}" in str(round_.explain("k10 b10 J")[0])


def test_r05_numbers_stay_within_1_to_13(set_up: SetUp) -> None:
    """R05: J r12 r13 is 36, and nothing makes a 14."""
    round_ = set_up("", "J r12 r13 r1", "k1")
    assert 36 == round_.play("J r12 r13").layout[0].value
    rules = round_.plan.layout.rules
    with pytest.raises(IllegalMoveError):
        parse_meld("r12 r13 J", rules, ordered=True)


def test_r06_the_sum_of_the_melds(set_up: SetUp) -> None:
    """R06: r4 r5 r6 and three 5s are 30; with three 4s they are 27."""
    round_ = set_up("", "r4 r5 r6 k5 b5 y5 k4 b4 y4 r1", "k1", opened=())
    assert [] == codes(round_, "r4 r5 r6 | k5 b5 y5")
    assert ["opening-too-low"] == codes(round_, "r4 r5 r6 | k4 b4 y4")


def test_r08_table_tiles_stay(set_up: SetUp) -> None:
    """R08: a table that leaves out what lay there is refused; the tiles are named."""
    round_ = set_up("r1 r2 r3 | b9 k9 y9", "y1 y2 y3 r1", "k1")
    (reason,) = round_.explain("b9 k9 y9 | y1 y2 y3")
    assert "vanished" == reason.code
    assert "r1, r2 and r3 lay on the table and must lie there again" == str(reason)


def test_r09_a_tile_from_the_hand(set_up: SetUp) -> None:
    """R09: the same table again is no turn."""
    assert ["nothing-laid"] == codes(set_up("r1 r2 r3", "k1", "k2"), "r1 r2 r3")


@pytest.mark.parametrize("meld", ["r1 r2 r5", "r7 b8 k7", "r1 b2 r3"])
def test_r10_one_check_for_every_path(set_up: SetUp, meld: str) -> None:
    """R10: what is no meld is refused by explain, in and play alike."""
    round_ = set_up("", f"{meld} k13", "k1")
    assert codes(round_, meld)
    assert round_.parse(meld) not in round_.legal_moves
    with pytest.raises(IllegalMoveError):
        round_.play(meld)


def test_r12_equal_melds(set_up: SetUp) -> None:
    """R12: both copies of a run may lie there, and other plays leave them so."""
    round_ = set_up("r1 r2 r3 | r1 r2 r3", "k1 k2 k3 y13", "k4")
    assert 3 == len(round_.play("r1 r2 r3 | r1 r2 r3 | k1 k2 k3").layout)
    assert "r1 r2 r3 | r1 r2 r3 | k1 k2 k3" == best(round_)


def test_r13_copies_are_two_tiles(set_up: SetUp) -> None:
    """R13: of two r7 one is laid and one is left."""
    after = set_up("", "r7 r7 k7 b7", "k1").play("r7 k7 b7")
    assert "r7" == str(after.hands[0])


def test_r15_jokers_only(set_up: SetUp) -> None:
    """R15: two jokers, or a joker alone, are refused without a crash."""
    round_ = set_up("", "J J r1", "k1")
    for meld in ("J J", "J"):
        assert "meld-jokers-only" in codes(round_, meld)


def test_r16_jokers_inside(set_up: SetUp) -> None:
    """R16: r1 J J r4 is a run of 10."""
    assert 10 == set_up("", "r1 J J r4 k1", "k2").play("r1 J J r4").layout[0].value


def test_r17_needs_are_counts(set_up: SetUp) -> None:
    """R17: with one joker a meld that needs two is not offered, and refused if tried."""
    round_ = set_up("", "J r5 k9", "k1")
    assert ["pass"] == [move.notation for move in round_.legal_moves]
    assert "not-held" in codes(round_, "J(r4) r5 J(r6)")


def test_r18_from_the_hand_to_the_table(set_up: SetUp) -> None:
    """R18: what a move takes from the hand is what the table gains."""
    round_ = set_up("r1 r2 r3", "r4 r5 k9", "k1")
    after = round_.play("r1 r2 r3 r4 r5")
    gained = Counter(t for m in after.layout for t in m.tiles) - Counter(
        t for m in round_.layout for t in m.tiles
    )
    assert Counter(round_.hands[0]) - Counter(after.hands[0]) == gained


def test_r19_adding_in_the_opening_turn(set_up: SetUp) -> None:
    """R19: whether the opener may add to the table in the same turn is an option."""
    move = "b5 b6 b7 b8 | r10 b10 k10"
    for rules, refused in (([], []), (["quiet-opening"], ["opening-changes-table"])):
        round_ = set_up("b5 b6 b7", "r10 b10 k10 b8 r1", "k1", opened=(1,), rules=rules)
        assert refused == codes(round_, move)


def test_r20_jokers_are_written_in_place(set_up: SetUp) -> None:
    """R20: in any order read, a run is written ascending with what its joker stands for."""
    round_ = set_up("", "r1 r2 r4 r5 J k9", "k1")
    assert "r1 r2 J(r3) r4 r5" == round_.parse("r1 r2 r4 r5 J").notation


@pytest.mark.parametrize("seed", range(4))
def test_r21_suggestions_keep_the_table(
    rummy: Variant, finish: Callable[[Round], Round], seed: int
) -> None:
    """R21: every table on the way to the end holds all tiles of the one before."""
    for before, after in pairwise(finish(rummy.deal(3, seed=seed)).states):
        old = Counter(tile for meld in before.layout for tile in meld.tiles)
        assert not old - Counter(tile for meld in after.layout for tile in meld.tiles)


def test_r22_order_is_told(set_up: SetUp) -> None:
    """R22: r6 r8 r7 is a run in any order, and none as an ordered one."""
    round_ = set_up("", "r6 r7 r8 k1", "k2")
    assert "r6 r7 r8" == round_.parse("r6 r8 r7").notation
    with pytest.raises(IllegalMoveError):
        parse_meld("r6 r8 r7", round_.plan.layout.rules, ordered=True)


def test_r24_jokers_extend_on_either_side(set_up: SetUp) -> None:
    """R24: twins are no run; a joker goes before 11 where nothing comes after 13."""
    assert codes(set_up("", "r5 r5 r6 k1", "k2"), "r5 r5 r6")
    assert 36 == set_up("", "r11 r12 J k1", "k2").play("r11 r12 J").layout[0].value
    round_ = set_up("b11 b12 b13", "J k1", "k2")
    assert "J(b10) b11 b12 b13" == round_.parse("b11 b12 b13 J").notation


def test_r25_a_joker_left_alone(set_up: SetUp) -> None:
    """R25: a lone joker is no end of a turn; in a new meld it is one, by house rule."""
    table, hand = "b1 b2 b3 b4 | J(b4) b5 b6 b7", "r10 k10 r1"
    alone = codes(set_up(table, hand, "k1"), "b1 b2 b3 b4 b5 b6 b7 | J")
    assert {"meld-jokers-only", "nothing-laid"} <= set(alone)
    free = set_up(table, hand, "k1", rules=["joker-price:of=nothing"])
    assert [] == codes(free, "b1 b2 b3 b4 b5 b6 b7 | r10 k10 J")


def test_r26_the_price_of_a_joker(set_up: SetUp) -> None:
    """R26: k4 alone frees the joker of r4 b4 J, or k4 and y4 together."""
    hand, one = "k4 y4 r10 k10 r1", "r4 b4 k4 | r10 k10 J"
    both = ["both-colours"]
    assert [] == codes(set_up("r4 b4 J", hand, "k1"), one)
    assert ["joker-not-paid"] == codes(set_up("r4 b4 J", hand, "k1", rules=both), one)
    assert [] == codes(set_up("r4 b4 J", hand, "k1", rules=both), "r4 b4 k4 y4 | r10 k10 J")


def test_r27_a_fetched_joker_is_laid(set_up: SetUp) -> None:
    """R27: a joker never goes to a hand, and is not touched before the opening."""
    assert ["vanished"] == codes(set_up("r4 b4 J", "k4 r1", "k1"), "r4 b4 k4")
    early = set_up("r4 b4 J", "k4 r10 k10 r1", "k1", opened=())
    assert ["opening-too-low"] == codes(early, "r4 b4 k4 | r10 k10 J")


def test_r28_few_jokers_in_a_meld(set_up: SetUp) -> None:
    """R28: J y8 J is a meld by default, with one joker at most it is none."""
    hand, move = "J y8 J r1", "y8 J(y9) J(y10)"
    assert [] == codes(set_up("", hand, "k1"), move)
    few = set_up("", hand, "k1", rules=["jokers-per-meld"])
    assert "meld-too-many-jokers" in codes(few, move)


def test_r29_adjacent_jokers(set_up: SetUp) -> None:
    """R29: r4 r5 J J r8 is 30; J r3 r2 r1 is no run as it is written."""
    assert 30 == set_up("", "r4 r5 J J r8 k1", "k2").play("r4 r5 J J r8").layout[0].value
    round_ = set_up("", "J r3 r2 r1 k1", "k2")
    with pytest.raises(IllegalMoveError):
        parse_meld("J r3 r2 r1", round_.plan.layout.rules, ordered=True)


def test_r31_a_one_after_the_highest(set_up: SetUp) -> None:
    """R31: k12 k13 k1 is no run; by house rule it is, and k12 k13 k1 k2 still is none."""
    hand = "k12 k13 k1 k2 J r5"
    low, high = set_up("", hand, "r1"), set_up("", hand, "r1", rules=["high-one"])
    for move in ("k12 k13 k1", "k13 J k2"):
        assert codes(low, move)
    assert [] == codes(high, "k12 k13 k1")
    assert 26 == high.play("k12 k13 k1").layout[0].value
    assert codes(high, "k12 k13 k1 k2")
    assert codes(high, "k13 J k2")


def test_r32_counting_twice(set_up: SetUp) -> None:
    """R32: asked twice, a result is the same."""
    after = set_up("r1 r2 r3", "r4", "k3 J").play("r1 r2 r3 r4")
    assert after.outcome == after.plan.judge(after) == after.plan.judge(after)


def test_r33_moves_name_their_target(set_up: SetUp) -> None:
    """R33: k10 to the group of 10s and k10 to the run are two moves, listed as one."""
    round_ = set_up("k7 k8 k9 | r10 y10 b10", "k10 r1", "k1")
    group, run = "k7 k8 k9 | r10 y10 k10 b10", "k7 k8 k9 k10 | r10 y10 b10"
    moves = [round_.parse(group), round_.parse(run)]
    assert moves[0] != moves[1]
    assert all(move in round_.legal_moves for move in moves)
    assert round_.play(group) != round_.play(run)
    assert 1 == sum(move in moves for move in round_.legal_moves)


def test_r34_lots_know_no_seat(rummy: Variant) -> None:
    """R34: equal lots are drawn again, and every seat opens now and then."""
    openers = Counter(rummy.deal(4, seed=seed).to_move for seed in range(80))
    assert {0, 1, 2, 3} == set(openers)
    assert max(openers.values()) < 40


def test_r35_cancelling_gives_everything_back(set_up: SetUp) -> None:
    """R35: a turn that is taken back is as if it had not begun."""
    start = TurnBuilder.of(set_up("r1 r2 r3", "r4 k9 r9", "k1"))
    assert start == start.put("r4", 1).undo()
    assert start == start.put("r4", 1).put("k9 r9").reset()


@pytest.mark.parametrize("move", ["r1 r2 r3 | r4 y4 k4", "r1 r2 r3 r4 | y4 k4 b4", "r1 r2 r3"])
def test_r36_the_last_tile_ends_the_round(set_up: SetUp, move: str) -> None:
    """R36: whether in a new meld, by adding or by rearranging, the last tile ends it."""
    tables = {
        "r1 r2 r3 | r4 y4 k4": ("r1 r2 r3", "r4 y4 k4"),
        "r1 r2 r3 r4 | y4 k4 b4": ("r1 r2 r3 | r4 y4 k4", "b4"),
        "r1 r2 r3": ("", "r1 r2 r3"),
    }
    table, hand = tables[move]
    after = set_up(table, hand, "k1").play(move)
    assert after.outcome is not None
    assert (0,) == after.outcome.winners


def test_r37_after_somebody_left(set_up: SetUp) -> None:
    """R37: the last player left wins nothing for the own tiles, nor for those put aside."""
    round_ = set_up("r1 r2 r3", "r9", "r6", rules=["leave"])
    after = round_.host("leave@1")
    assert after.outcome is not None
    assert (0,) == after.outcome.winners
    assert (0, 0) == after.outcome.points


def test_r38_a_joker_does_not_hide_twins(set_up: SetUp) -> None:
    """R38: J r7 r7 is neither a group nor a run."""
    assert codes(set_up("", "J r7 r7 k1", "k2"), "J r7 r7")


def test_r39_a_hand_without_a_meld(set_up: SetUp) -> None:
    """R39: nothing to lay is an ordinary case."""
    round_ = set_up("", "r1 k5 b9", "k1")
    assert MeldPlays.of(round_).best() is None
    assert () == MeldPlays.of(round_).maximal()
    assert (15, 1) == round_.plan.variant.score(["r1 k5 b9", "k1"], reason="blocked").counts


def test_r40_steps_see_each_other(set_up: SetUp) -> None:
    """R40: b4 before b5, then b3 before b4."""
    start = TurnBuilder.of(set_up("b5 b6 b7", "b3 b4 k9", "k1"))
    after = start.put("b4", 1).put("b3", 1)
    assert () == after.problems
    assert "b3 b4 b5 b6 b7" == after.finish().notation


def test_copies_are_internal(set_up: SetUp) -> None:
    """Two players with a copy each: whichever lies on the table, the positions are equal."""
    one = set_up("", "r7 k7 b7", "r7 k7 b7 k1", stock="b1")
    after = one.play("r7 k7 b7")
    assert after.layout == one.plan.layout.load("r7,k7,b7")
    other = set_up("", "r7 k7 b7 k1", "r7 k7 b7", to_move=1, stock="b1")
    assert after.layout == other.play("r7 k7 b7").layout


def test_garbled_tables(set_up: SetUp) -> None:
    """A text that is no table is an error of notation, and a far too long one too."""
    round_ = set_up("r1 r2 r3", "r4", "k1")
    for text in ("r1 r2 q9", "r1 | z", "r4(r5) r5", "J(J) r4 r5", "r1 " * 2000, "", "lay"):
        with pytest.raises(tilerules.InvalidNotationError):
            round_.parse(text)
    with pytest.raises(AmbiguousMoveError) as caught:
        round_.parse("r1 r2 r3 | J k5 J")
    assert all(choice.startswith("r1 r2 r3 | ") for choice in caught.value.choices)
    assert all(round_.parse(choice) for choice in caught.value.choices)
    assert Joker() in round_.parse(caught.value.choices[0]).data[-1].tiles  # type: ignore[index]


def test_a_move_is_its_notation(set_up: SetUp) -> None:
    """What a move made by hand carries besides its notation is not believed."""
    round_ = set_up("r1 r2 r3", "r4 k9", "k1")
    legal = round_.parse("r1 r2 r3 r4")
    forged = Move(kind="lay", notation="r1 r2 r3 r4 | k9", data=legal.data)
    assert forged not in round_.legal_moves
    assert ["meld-too-short"] == [reason.code for reason in round_.explain(forged)]
    with pytest.raises(IllegalMoveError):
        round_.play(forged)
    bare = Move(kind="lay", notation="r1 r2 r3 r4")
    assert bare in round_.legal_moves
    assert round_.play(bare) == round_.play(legal)
    assert Move(kind="lay", notation="q") not in round_.legal_moves


def test_emptiness_is_cheap(rummy: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether there is a move, and whether one is legal, is told without searching for plays."""

    def refuse(plays: MeldPlays) -> None:
        raise AssertionError("plays were searched for")

    monkeypatch.setattr(MeldPlays, "every", refuse)
    round_ = rummy.deal(3, seed=1)
    assert round_.legal_moves
    assert round_.parse("draw") in round_.legal_moves
    assert round_.parse("r1 r2 r3") not in round_.legal_moves


def test_a_list_is_found_once(set_up: SetUp) -> None:
    """The first moves found are kept, and iterating again, or side by side, gives the same."""
    moves = set_up("r1 r2 r3", "r4 r5 r6 k9", "k1", stock="b1").legal_moves
    one, other = iter(moves), iter(moves)
    pairs = [(next(one), next(other)) for _ in range(3)]
    assert all(first == second for first, second in pairs)
    assert list(moves) == list(moves)
    assert len(moves) == len(list(moves)) == len({*moves})
