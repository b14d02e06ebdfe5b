"""
The worked examples of the rules digest, by their number.

Position P: the engine is 12-12; A's train ends 5, no marker; B's ends 9, marked; C's is not
started; D's is not started, marked; the Mexican Train is not started. A, seat 0, is to move.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilerules
from testing.playing import moves, play
from tilerules import Domino, EndReason, Match, Round, Variant, double_set
from tilerules.solvers import best_train
from tilerules_mexican_train.tables import DOUBLE_NINE, HANDS

SetUp = Callable[..., Round]

SATISFY = ["doubles:duty=satisfy"]


@pytest.mark.parametrize(
    ("rules", "highest"), [((), 12), (("double-nine",), 9)], ids=["double-12", "double-9"]
)
def test_mt_e1_engines(
    game: Variant, finish: Callable[..., Round], rules: tuple[str, ...], highest: int
) -> None:
    """MT-E1: 12-12, 11-11, ... 0-0 in 13 rounds; 9-9, ... in 10."""
    variant = game.with_rules(*rules)
    rounds: list[Round] = []
    for _ in range(highest + 1):
        rounds.append(finish(variant.deal(2, seed=1, previous=rounds)))
    engines = [one.layout.engine for one in rounds]
    assert [Domino(n, n) for n in range(highest, -1, -1)] == engines
    outcomes = [one.outcome for one in rounds]
    assert not variant.length.is_over(outcomes[:-1], (0, 0))
    assert variant.length.is_over(outcomes, (0, 0))


def test_mt_e2_where_tiles_go(position_p: SetUp) -> None:
    """MT-E2: four moves, three without a Mexican Train; nothing on C's train."""
    hand = "[5-7][9-9][12-3][4-8]"
    assert ["5-7@0", "9-9@1", "3-12@3", "3-12@M"] == moves(position_p(hand))
    private = position_p(hand, rules=["no-communal-train"])
    assert ["5-7@0", "9-9@1", "3-12@3"] == moves(private)


def test_mt_e3_draw_one(position_p: SetUp) -> None:
    """MT-E3: nothing fits, so one tile is drawn."""
    assert ["draw"] == moves(position_p("[4-8][0-1]"))


@pytest.mark.parametrize(("rules", "then"), [((), "draw"), (("draw-once",), "pass")])
def test_mt_e4_a_drawn_double(position_p: SetUp, rules: tuple[str, ...], then: str) -> None:
    """MT-E4: a drawn double may be played, and owes a follow-up with or without a draw."""
    round_ = position_p("[4-8][0-1]", stock="5-5 2-3", rules=rules).play("draw")
    assert ["5-5@0", "pass"] == moves(round_)
    round_ = round_.play("5-5@0")
    assert [then] == moves(round_)
    if then == "pass":
        assert round_.play("pass").layout[0].is_marked


def test_mt_e5_a_draw_without_luck(position_p: SetUp) -> None:
    """MT-E5: marker on, three tiles in hand, the turn is over."""
    round_ = play(position_p("[4-8][0-1]", stock="2-6 2-8"), "draw")
    assert ["pass"] == moves(round_)
    round_ = round_.play("pass")
    assert (True, 5) == (round_.layout[0].is_marked, round_.layout[0].end.pips)
    assert (3, 1) == (len(round_.hands[0]), round_.to_move)


def test_mt_e6_marker_beside_the_engine(position_p: SetUp) -> None:
    """MT-E6: others may start C's train once C has failed; it stays C's."""
    round_ = position_p("5-7 12-4", c="1-4 1-6", d="6-12 8-8", stock="2-3 7-7", to_move=2)
    round_ = play(round_, "draw", "pass")
    assert round_.layout[2].is_marked
    assert "6-12@2" in moves(round_)
    round_ = round_.play("6-12@2")
    assert (True, 6, 2) == (
        round_.layout[2].is_marked,
        round_.layout[2].end.pips,
        round_.layout[2].owner,
    )
    assert "4-12@2" not in moves(round_)


def test_mt_e7_the_marker_comes_off_by_the_own_train(position_p: SetUp) -> None:
    """MT-E7: the Mexican Train leaves the marker on; by a house rule any play takes it off."""
    marked = "12-12;0*=12-5;1*=12-9;3*="
    round_ = position_p("5-7 12-3 4-8", trains=marked)
    assert round_.play("3-12@M").layout[0].is_marked
    assert not round_.play("5-7@0").layout[0].is_marked
    any_play = position_p("5-7 12-3 4-8", trains=marked, rules=["marker-off"])
    assert not any_play.play("3-12@M").layout[0].is_marked


@pytest.mark.parametrize(
    ("rules", "expected"), [((), ["5-7@0", "4-9@1"]), (tuple(SATISFY), ["4-9@1"])]
)
def test_mt_e8_the_second_tile(
    position_p: SetUp, rules: tuple[str, ...], expected: list[str]
) -> None:
    """MT-E8: on the double or elsewhere; to satisfy it, on the double only."""
    assert expected == moves(position_p("9-9 9-4 5-7", rules=rules).play("9-9@1"))


@pytest.mark.parametrize(
    ("drawn", "rules", "expected"),
    [
        ("1-9", (), ["1-9@1", "pass"]),
        ("2-5", (), ["2-5@0", "pass"]),
        ("2-6", (), ["pass"]),
        ("2-5", tuple(SATISFY), ["pass"]),
    ],
)
def test_mt_e9_a_draw_for_the_second_tile(
    position_p: SetUp, drawn: str, rules: tuple[str, ...], expected: list[str]
) -> None:
    """MT-E9: one is drawn; it may go anywhere open, else the marker goes on."""
    stock = f"{drawn} 3-3"
    round_ = play(position_p("9-9 4-8", stock=stock, rules=rules, b="1-1 2-7"), "9-9@1")
    assert ["draw"] == moves(round_)
    round_ = round_.play("draw")
    assert expected == moves(round_)
    assert round_.play("pass").layout[0].is_marked


@pytest.mark.parametrize(
    ("rules", "expected"),
    [((), ["0-9@1", "7-12@3", "7-12@M"]), (tuple(SATISFY), ["0-9@1"])],
)
def test_mt_e10_the_next_player(
    position_p: SetUp, rules: tuple[str, ...], expected: list[str]
) -> None:
    """MT-E10: free, or bound to cover what the one before could not."""
    round_ = position_p("9-9 4-8", b="9-0 7-12", stock="2-6 3-3", rules=rules)
    round_ = play(round_, "9-9@1", "draw", "pass")
    assert round_.to_move == 1
    assert expected == moves(round_)


def test_mt_e11_the_last_tile_is_a_double(position_p: SetUp) -> None:
    """MT-E11: out at once; by the strict rule it must be covered by a drawn tile."""
    out = position_p("9-9").play("9-9@1")
    assert out.outcome is not None
    strict = position_p("9-9", stock="1-9 0-2", rules=["last-double"]).play("9-9@1")
    assert ["draw"] == moves(strict)
    drawn = strict.play("draw")
    assert ["1-9@1", "pass"] == moves(drawn)
    assert drawn.play("1-9@1").outcome is not None
    kept = drawn.play("pass")
    assert (None, 1, 1) == (kept.outcome, len(kept.hands[0]), kept.to_move)


def test_mt_e12_one_more_tile_only(position_p: SetUp) -> None:
    """MT-E12: after two doubles one more tile is owed, not two."""
    round_ = play(position_p("9-9 5-5 5-7 7-9 0-1"), "9-9@1", "5-5@0")
    assert (0, 1) == (round_.to_move, round_.turn.owed)
    assert round_.play("5-7@0").to_move == 1


def test_mt_e13_blocked_all_count(position_p: SetUp) -> None:
    """MT-E13: the stock is empty and nothing fits: all count, at once."""
    round_ = position_p("5-7 4-8", b="1-1", c="10-10", d="11-11", stock="").play("5-7@0")
    assert round_.outcome is not None
    assert (EndReason.BLOCKED, (12, 2, 20, 22)) == (
        round_.outcome.reason,
        round_.outcome.counts,
    )


@pytest.mark.parametrize(
    ("rules", "c"),
    [((), 6), (("double-blank",), 56), (("double-blank:points=25",), 31)],
)
def test_mt_e14_counts(game: Variant, rules: tuple[str, ...], c: int) -> None:
    """MT-E14: B counts 32; C 6, or with [0-0] at 50 or 25 points 56 or 31."""
    hands = {"A": "", "B": "[5-3][9-9][6-0]", "C": "[0-0][4-2]"}
    outcome = game.with_rules(*rules).score(hands)
    assert ((0, 32, c), (0, 32, c)) == (outcome.counts, outcome.points)
    assert (0,) == outcome.winners


def test_mt_e15_three_games(game: Variant, scripted_match: Callable[..., Match]) -> None:
    """MT-E15: totals 35, 41 and 47; A is lowest and wins."""
    match = scripted_match(
        game,
        ("12-1", "5-3 9-9 6-0", "0-0 4-2"),
        ("10-8 1-1", "11-1", "12-12 8-9"),
        ("7-7 0-1", "3-3 1-2", "10-1"),
    )
    assert [(0, 32, 6), (20, 0, 41), (15, 9, 0)] == [one.counts for one in match.outcomes]
    assert (35, 41, 47) == match.totals
    assert match.outcome is not None
    assert ((0,), "total") == (match.outcome.winners, match.outcome.decided_by)


@pytest.mark.parametrize(
    ("rules", "seats", "size", "stock"),
    [
        *[(("double-nine",), s, h, k) for s, h, k in ((2, 12, 30), (3, 11, 21), (4, 10, 14))],
        *[
            (("hands:table=older",), s, h, k)
            for s, h, k in ((5, 12, 30), (6, 11, 24), (7, 10, 20), (8, 9, 18))
        ],
    ],
)
def test_mt_e16_the_older_table(
    game: Variant, rules: tuple[str, ...], seats: int, size: int, stock: int
) -> None:
    """MT-E16: hand sizes and stock of the first edition."""
    round_ = game.with_rules(*rules).deal(seats, seed=1)
    assert [size] * seats == [len(hand) for hand in round_.hands]
    assert stock == len(round_.stock)


def test_mt_e17_hand_sizes(game: Variant) -> None:
    """MT-E17: hand sizes and stock of the default table and of the other later one."""
    for rules, sizes, stocks in (
        ((), (16, 15, 14, 12, 11, 10, 9), (58, 45, 34, 30, 24, 20, 18)),
        (("hands",), (16, 16, 15, 14, 12, 10, 9), (58, 42, 30, 20, 18, 20, 18)),
    ):
        variant = game.with_rules(*rules)
        rounds = [variant.deal(seats, seed=1) for seats in range(2, 9)]
        assert sizes == tuple(len(one.hands[0]) for one in rounds)
        assert stocks == tuple(len(one.stock) for one in rounds)


@pytest.mark.parametrize(
    ("rules", "most"), [(("first-train",), 6), (("first-tiles:most=3",), 3), ((), 1)]
)
def test_mt_e18_the_first_turn(game: Variant, rules: tuple[str, ...], most: int) -> None:
    """MT-E18: a train of six tiles, of three, or one tile; the solver finds the six."""
    hand = "[12-5][5-7][7-8][8-11][11-1][1-9][3-3][0-4]"
    other = "[2-2][4-4][6-6][2-4][2-6][4-6][0-2][0-6]"
    variant = game.with_rules(*rules, "hand-size:size=8")
    deals = (variant.deal(2, hands=[hand, other], seed=seed) for seed in range(20))
    round_ = next(deal for deal in deals if deal.to_move == 0)
    train = best_train(round_.hands[0], 12)
    assert 6 == train.length
    assert ["5-12@0", "5-12@M"] == moves(round_)
    laid = 0
    for tile in train.tiles:
        if round_.to_move != 0:
            break
        round_ = round_.play(f"{tile}@0")
        laid += 1
        if round_.to_move == 0:
            assert "stop" in moves(round_)
    assert (most, 1) == (laid, round_.to_move)


@pytest.mark.parametrize(("rules", "is_over"), [((), False), (("dead-doubles-bind",), True)])
def test_mt_e19_a_dead_double(position_p: SetUp, rules: tuple[str, ...], is_over: bool) -> None:
    """MT-E19: all tiles with a 9 lie; the duty is void, or else the round is blocked."""
    round_ = position_p(
        "9-9 0-5",
        b="1-1",
        c="10-10",
        d="11-11",
        stock="",
        trains=f"12-12;0=12-5;1*=12-9;3*=;M={_mexican_train()}",
        rules=[*SATISFY, *rules],
    )
    round_ = round_.play("9-9@1")
    assert is_over is (round_.outcome is not None)
    if not is_over:
        assert round_.to_move == 1


def _mexican_train() -> str:
    """Give a train from 12 on which all tiles with a 9 lie but 9-9 and 9-12."""
    return "12-0,0-9,9-1,1-2,2-9,9-3,3-4,4-9,9-5,5-6,6-9,9-7,7-8,8-9,9-10,10-11,11-9"


def test_mt_e20_a_first_turn_ends_on_a_double(set_up: SetUp) -> None:
    """MT-E20: where it binds, C covers or draws first, and may start its train later."""
    rules = ["first-train", *SATISFY]
    round_ = set_up(
        "6-6;0=6-3",
        "0-1",
        "6-4 4-4 0-2",
        "6-5 1-1",
        stock="2-2 2-3",
        to_move=1,
        rules=rules,
        more='ext:{"first-turns":6}',
    )
    round_ = play(round_, "6-4@1", "4-4@1")
    assert ["draw"] == moves(round_)
    round_ = play(round_, "draw", "pass")
    assert round_.to_move == 2
    assert ["draw"] == moves(round_)
    assert ["cover-first"] == [reason.code for reason in round_.explain("5-6@2")]
    waits = set_up(
        "6-6;0=6-3",
        "0-1",
        "6-4 4-4 0-2",
        "6-5 1-1",
        stock="2-2 2-3",
        to_move=1,
        rules=[*rules, "first-doubles-wait"],
        more='ext:{"first-turns":6}',
    )
    waits = play(waits, "6-4@1", "4-4@1")
    assert ["5-6@2", "5-6@M"] == moves(waits)


@pytest.mark.parametrize(
    ("duty", "first", "second"),
    [("satisfy-first-laid", "2-9@1", "2-5@0"), ("satisfy-last-laid", "2-5@0", "2-9@1")],
)
def test_mt_e21_two_doubles_in_one_turn(
    position_p: SetUp, duty: str, first: str, second: str
) -> None:
    """MT-E21: FIFO covers 9-9 first, LIFO 5-5."""
    round_ = position_p("9-9 5-5 2-9 2-5 0-1", b="1-1 2-7", rules=[f"doubles:duty={duty}"])
    round_ = play(round_, "9-9@1")
    assert {"5-5@0", "2-9@1"} == set(moves(round_))
    round_ = round_.play("5-5@0")
    assert [first] == moves(round_)
    round_ = round_.play(first)
    assert (0, [second]) == (round_.to_move, moves(round_))
    assert round_.play(second).to_move == 1


def test_mt_e22_the_highest_double_held(game: Variant) -> None:
    """MT-E22: 12-12 held from round 2 on costs 24, with the penalty 48."""
    hands = ["", "12-12"]
    assert (0, 24) == game.score(hands).counts
    assert (0, 48) == game.with_rules("highest-double").score(hands).counts


@pytest.mark.parametrize(
    ("highest", "tiles", "pips", "each"),
    [(9, 55, 495, 10), (12, 91, 1092, 13), (15, 136, 2040, 16), (18, 190, 3420, 19)],
)
def test_mt_e23_sets(game: Variant, highest: int, tiles: int, pips: int, each: int) -> None:
    """MT-E23: sizes and pips of the sets, and that a round can be dealt with each."""
    found = double_set(highest)
    assert (tiles, pips) == (len(found), sum(found.pips))
    assert [each] * (highest + 1) == [mask.bit_count() for mask in found.showing]
    rules = {
        9: ("double-nine",),
        12: (),
        15: ("tiles:set=double-15",),
        18: ("tiles:set=double-18",),
    }[highest]
    variant = game.with_rules(*rules)
    assert found == variant.tiles
    assert variant.deal(variant.seats[-1], seed=1).to_move is not None


def test_bigger_hands(game: Variant) -> None:
    """M28: 18 tiles for four, then 14, 12, 10 and 9."""
    larger = game.with_rules("hands:table=larger")
    assert [18, 14, 12, 10, 9] == [len(larger.deal(n, seed=1).hands[0]) for n in range(4, 9)]


def test_tables_fit_their_sets() -> None:
    """Every published table leaves its set at least the engine."""
    for name, sizes in HANDS.items():
        assert all(seats * size <= 90 for seats, size in sizes), name
    assert all(seats * size <= 54 for seats, size in DOUBLE_NINE)
    assert tilerules.variant("mexican-train").seats == tuple(range(2, 9))
