"""
The worked examples SL-E1 to SL-E21, by name, with their exact results.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilerules
from testing.playing import moves
from tilerules import Outcome, Round, Variant
from tilerules.scorers.results import RoundEnd
from tilerules.scorers.tie_breakers import Count, LowestEnd, LowestTile
from tilerules.state import EndReason

SetUp = Callable[..., Round]


def result(outcome: Outcome | None) -> tuple[tuple[int, ...], tuple[int, ...], str | None]:
    """Give counts, winners and what decided."""
    assert outcome is not None
    return outcome.counts, outcome.winners, outcome.decided_by


def tie_keys(gaple: Variant, *hands: str) -> list[tuple[int, ...]]:
    """Give (score, lowest tile, lowest end of it) for each hand."""
    plan = gaple.plan(len(hands))
    masks = tuple(plan.tile_set.mask(hand) for hand in hands)
    counts = gaple.score(list(hands)).counts
    end = RoundEnd(plan, EndReason.BLOCKED, masks, (0,) * len(hands), counts)
    keys = [rung.keys(end) for rung in (Count(), LowestTile(), LowestEnd())]
    return [
        (count, *tile, *low) for count, tile, low in zip(keys[0], keys[1], keys[2], strict=True)
    ]


def test_sl_e1(gaple: Variant) -> None:
    """SL-E1: 6, 6, 6, 5: D."""
    hands = {"A": "[1-1][1-3]", "B": "[1-5]", "C": "[2-4]", "D": "[2-3]"}
    outcome = gaple.score(hands)
    assert result(outcome) == ((6, 6, 6, 5), (3,), "count")
    assert outcome.names == ("A", "B", "C", "D")
    assert str(outcome).startswith("D wins, by the lowest count")


def test_sl_e2(gaple: Variant) -> None:
    """SL-E2: all 6; lowest tiles 2, 6, 6, 6: A."""
    hands = ("[1-1][1-3]", "[0-6]", "[2-4]", "[3-3]")
    assert result(gaple.score(hands)) == ((6, 6, 6, 6), (0,), "lowest-tile")
    assert [key[1] for key in tie_keys(gaple, *hands)] == [2, 6, 6, 6]


def test_sl_e3(gaple: Variant) -> None:
    """SL-E3: 10 each; keys A (10,4,2), B (10,4,1), C (10,10,4), D (10,5,0): B."""
    hands = ("[2-2][1-5]", "[1-3][3-3]", "[4-6]", "[0-5][2-3]")
    assert result(gaple.score(hands)) == ((10, 10, 10, 10), (1,), "lowest-end")
    assert tie_keys(gaple, *hands) == [(10, 4, 2), (10, 4, 1), (10, 10, 4), (10, 5, 0)]


def test_sl_e4(gaple: Variant) -> None:
    """SL-E4: [4-4] is 8, [0-3] is 3."""
    assert gaple.score(["[4-4]", "[0-3]"]).counts == (8, 3)


@pytest.mark.parametrize(
    ("hand", "with_25", "plain"),
    [
        ("[0-0]", 25, 0),
        ("[0-0][0-5]", 5, 5),
        ("[0-0][3-4]", 32, 7),
        ("[0-0][0-5][3-4]", 12, 12),
    ],
)
def test_sl_e5(gaple: Variant, hand: str, with_25: int, plain: int) -> None:
    """SL-E5: 25, 5, 32, 12 by the rule of 25; 0, 5, 7, 12 without."""
    assert gaple.score([hand, "6-6"]).counts == (plain, 12)
    assert gaple.with_rules("lone-blank").score([hand, "6-6"]).counts == (with_25, 12)


def test_sl_e6(set_up: SetUp) -> None:
    """SL-E6: four moves and no discard."""
    round_ = set_up("2-3,3-5", "[2-5][5-5][0-1][2-2]", "6-6", "1-1", "0-0")
    assert set(moves(round_)) == {"2-5@L", "2-5@R", "5-5@R", "2-2@L"}
    assert len(moves(round_)) == 4
    assert round_.play("2-5@L").layout.ends == (5, 5)
    assert round_.play("2-5@R").layout.ends == (2, 2)
    assert round_.explain("x0-1")[0].code == "must-place"


def test_sl_e7(set_up: SetUp) -> None:
    """SL-E7: three discards, or one pass."""
    hands = ("[0-1][3-4][6-6]", "2-2", "1-1", "0-0")
    assert moves(set_up("2-3,3-5", *hands)) == ["x0-1", "x3-4", "x6-6"]
    assert moves(set_up("2-3,3-5", *hands, rules=["pass"])) == ["pass"]


def test_sl_e8(set_up: SetUp) -> None:
    """SL-E8: both ends 4: one move, the left; the right is read and recorded as the left."""
    round_ = set_up("4-4", "[4-6][0-1]", "6-6", "1-1", "0-0")
    assert moves(round_) == ["4-6@L"]
    played = round_.play("6-4@R")
    assert played.layout.ends == (6, 4)
    assert [move.notation for move in played.moves] == ["4-6@L"]
    assert played == round_.play("4-6@L") == round_.play("4-6")
    assert round_.parse("4-6@R") in round_.legal_moves


def test_sl_e9(gaple: Variant, set_up: SetUp) -> None:
    """SL-E9: A goes out with a dead [6-6]: 12, 7, 10, 10: B wins, and opens next."""
    round_ = set_up("1-1", "1-2", "3-4", "5-5", "6-4", dead=["6-6"]).play("1-2")
    assert result(round_.outcome) == ((12, 7, 10, 10), (1,), "count")
    assert round_.outcome is not None
    assert round_.outcome.reason is EndReason.WENT_OUT
    after = gaple.deal(4, seed=5, previous=[round_])
    assert after.rest.setup.number == 2
    with_double = [any(tile.is_double for tile in hand) for hand in after.hands]
    assert after.to_move == next(seat for seat in (1, 2, 3, 0) if with_double[seat])


def test_sl_e10(gaple: Variant) -> None:
    """SL-E10: C holds [0-0]: C opens with it, D is next, ends 0/0."""
    tiles = [str(tile) for tile in gaple.tiles.tiles]
    hands = [tiles[7:14], tiles[14:21], tiles[:7], tiles[21:]]
    round_ = gaple.deal(4, hands=hands)
    assert (round_.to_move, moves(round_)) == (2, ["0-0"])
    opened = round_.play("0-0")
    assert (opened.to_move, opened.layout.ends) == (3, (0, 0))


def test_sl_e11(gaple: Variant, set_up: SetUp) -> None:
    """SL-E11: winner C and D without a double, A opens with [3-3] or [5-5]."""
    won_by_c = set_up("0-0", "3-3", "4-4", "1-1", "5-5")
    hands = ["3-3 5-5 0-1 0-2 0-3 0-4 0-5", "0-0 1-1 2-2 4-4 6-6 0-6 1-2"]
    hands += ["1-3 1-4 1-5 1-6 2-3 2-4 2-5", "2-6 3-4 3-5 3-6 4-5 4-6 5-6"]
    round_ = gaple.deal(4, hands=hands, previous=[won_by_c])
    assert (round_.to_move, moves(round_)) == (0, ["3-3", "5-5"])


def test_sl_e12(gaple: Variant) -> None:
    """SL-E12: 25 dealt, one of three turned up, two hidden; [2-6] gives the ends 2/6."""
    seed = next(s for s in range(500) if str(gaple.deal(5, seed=s).layout) == "[2|6]")
    round_ = gaple.deal(5, seed=seed)
    assert sum(map(len, round_.hands)) == 25
    assert round_.layout.ends == (2, 6)
    assert len(round_.stock) == 2
    assert round_.view(None).stock_count == 2
    assert len({gaple.deal(5, seed=s).to_move for s in range(60)}) == 5


def test_sl_e13(set_up: SetUp) -> None:
    """SL-E13: all seven 6-tiles lie, both ends 6: the round ends at once, all count."""
    line = "6-1,1-2,2-6,6-3,3-4,4-6,6-5,5-0,0-6"
    round_ = set_up(line, "6-6 0-0", "0-1", "0-2", "1-1")
    assert moves(round_) == ["6-6@L"]
    over = round_.play("6-6")
    assert result(over.outcome) == ((0, 1, 2, 2), (0,), "count")
    assert over.outcome is not None
    assert over.outcome.reason is EndReason.BLOCKED
    assert (over.to_move, moves(over)) == (None, [])


def test_sl_e14(gaple: Variant) -> None:
    """SL-E14: 5, 5, 5, 12; lowest tiles equal; ends 0, 1, 2: A."""
    outcome = gaple.score(["[0-5]", "[1-4]", "[2-3]", "[6-6]"])
    assert result(outcome) == ((5, 5, 5, 12), (0,), "lowest-end")


def test_sl_e15(gaple: Variant) -> None:
    """SL-E15: an empty hand beats a lone [0-0]; by the rule of 25 it is 0 to 25."""
    hands = {"A": "", "B": "[0-0]"}
    assert result(gaple.score(hands)) == ((0, 0), (0,), "lowest-tile")
    assert result(gaple.with_rules("lone-blank").score(hands)) == ((0, 25), (0,), "count")


def test_sl_e16(gaple: Variant) -> None:
    """SL-E16: the individual winner of SL-E1 is D: B and D."""
    hands = ["[1-1][1-3]", "[1-5]", "[2-4]", "[2-3]"]
    outcome = gaple.with_rules("partners").score(hands)
    assert result(outcome) == ((6, 6, 6, 5), (1, 3), "count")
    assert (outcome.points, outcome.leader) == ((0, 1, 0, 1), 3)


def test_sl_e17(gaple: Variant) -> None:
    """SL-E17: by the winner A and C; by the sums 35 to 13 B and D."""
    hands = ["[0-5]", "[0-6]", "[6-6][5-5][4-4]", "[1-6]"]
    single = gaple.with_rules("partners").score(hands)
    assert result(single) == ((5, 6, 30, 7), (0, 2), "count")
    by_sum = gaple.with_rules("partners:by=sum").score(hands)
    assert result(by_sum) == ((5, 6, 30, 7), (1, 3), "count")
    assert by_sum.leader == 1


@pytest.mark.parametrize("seed", range(30))
def test_sl_e18(gaple: Variant, seed: int, finish: Callable[[Round], Round]) -> None:
    """SL-E18: with dead tiles the opener is the first to be empty, the others hold one each."""
    over = finish(gaple.deal(4, seed=seed))
    assert over.outcome is not None
    everything = sum(map(len, over.hands)) + sum(map(len, over.dead)) + len(over.layout)
    assert everything == 28
    if over.outcome.reason is EndReason.WENT_OUT:
        opener = over.start.to_move
        assert [len(hand) for hand in over.hands] == [seat != opener for seat in range(4)]
        assert len(over.moves) == 6 * 4 + 1


def test_sl_e19(gaple: Variant) -> None:
    """SL-E19: a dead [0-5] saves the live [0-0]: 5."""
    kitchen = gaple.with_rules("lone-blank")
    assert kitchen.score(["[0-0]x[0-5]", "6-6"]).counts == (5, 12)
    assert gaple.with_rules("lone-blank:live=true").score(["0-0 x0-5", "6-6"]).counts == (30, 12)


def test_sl_e20(gaple: Variant, set_up: SetUp) -> None:
    """SL-E20: a double 4, both ends 3, a block by the winner 1, by another 2, three passes 3."""
    bonus = gaple.with_rules("win-bonuses")
    hands = {"A": "", "B": "3-4", "C": "5-6"}
    assert bonus.score(hands, last_tile="3-3", ends=(3, 5)).points == (4, 0, 0)
    assert bonus.score(hands, last_tile="2-5", ends=(2, 5)).points == (3, 0, 0)
    blocked = {"A": "0-1", "B": "3-4", "C": "5-6"}
    assert bonus.score(blocked, reason="blocked", by="A").points == (1, 0, 0)
    assert bonus.score(blocked, reason="blocked", by="B").points == (2, 0, 0)
    # and the same in play
    round_ = set_up("2-3,3-5", "2-5", "1-1", "0-1", "6-6", rules=["win-bonuses"])
    assert round_.play("2-5@R").outcome.points == (3, 0, 0, 0)  # type: ignore[union-attr]
    rules = ["pass", "forced-pass-points"]
    round_ = set_up("1-1,1-6", "6-6 0-1", "2-2", "3-3", "4-4", rules=rules)
    for move in ("6-6", "pass", "pass", "pass"):
        round_ = round_.play(move)
    assert (round_.scored, round_.to_move) == ((3, 0, 0, 0), 0)


def test_sl_e21(gaple: Variant, finish: Callable[[Round], Round]) -> None:
    """SL-E21: rounds 1, 2, 7, 8 are opened with [0-0], [1-1], [6-6], [0-0]."""
    orado = gaple.with_rules("round-double")
    previous: list[Round] = []
    opened = []
    for _round in range(8):
        round_ = orado.deal(4, seed=11, previous=previous)
        opened.append(moves(round_))
        previous.append(finish(round_))
    assert [opened[number - 1] for number in (1, 2, 7, 8)] == [["0-0"], ["1-1"], ["6-6"], ["0-0"]]
    assert tilerules.loads(tilerules.dumps(previous[-1])) == previous[-1]
