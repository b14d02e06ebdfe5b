"""The plain engines against the worked examples of the two rules digests."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator

import pytest

from reference import gaple as g
from reference import mexican_train as mt

DOUBLE_SIX = [(a, b) for a in range(7) for b in range(a, 7)]
DOUBLE_TWELVE = [(a, b) for a in range(13) for b in range(a, 13)]
BLOCK = g.Ending("blocked")
DEFAULT = g.Rules()


def judge(
    *hands: str,
    dead: dict[int, str] | None = None,
    ending: g.Ending = BLOCK,
    rules: g.Rules = DEFAULT,
) -> g.Result:
    """Score hands written as tiles."""
    live = [g.parse_tiles(hand) for hand in hands]
    out = [g.parse_tiles((dead or {}).get(seat, "")) for seat in range(len(hands))]
    return g.score(live, out, ending, rules)


def line_of(
    *hands: str, turned_up: str, opener: int = 0, stock: str = "", rules: g.Rules = DEFAULT
) -> g.NaiveGaple:
    """Start a Gaple round from hands written as tiles."""
    return g.NaiveGaple(
        [g.parse_tiles(hand) for hand in hands],
        opener=opener,
        turned_up=g.parse_tiles(turned_up)[0],
        stock=g.parse_tiles(stock),
        rules=rules,
    )


def deal_gaple(seed: int, seats: int, each: int, rules: g.Rules) -> g.NaiveGaple:
    """Deal a Gaple round as the digest says for this deal."""
    rng = random.Random(seed)
    deck = rng.sample(DOUBLE_SIX, 28)
    hands = [deck[s * each : (s + 1) * each] for s in range(seats)]
    rest = deck[seats * each :]
    if not rest:
        opener, opening = g.first_opener(hands)
        return g.NaiveGaple(hands, opener=opener, opening=opening, rules=rules)
    return g.NaiveGaple(
        hands,
        opener=rng.randrange(seats),
        turned_up=rest[0],
        stock=rest[1:] if rules.cannot_play == "draw" else (),
        rules=rules,
    )


# --- Gaple: scoring ---------------------------------------------------------


def test_sl_e1_lowest_count_wins() -> None:
    """SL-E1: 6, 6, 6, 5."""
    result = judge("[1-1][1-3]", "[1-5]", "[2-4]", "[2-3]")
    assert result["counts"] == (6, 6, 6, 5)
    assert result["winners"] == (3,)
    assert result["decided_by"] == "count"
    assert result["points"] == (0, 0, 0, 1)


def test_sl_e2_lowest_tile() -> None:
    """SL-E2: four sixes, A has the lowest tile; B's blank end does not help."""
    result = judge("[1-1][1-3]", "[0-6]", "[2-4]", "[3-3]")
    assert result["counts"] == (6, 6, 6, 6)
    assert (result["winners"], result["decided_by"]) == ((0,), "lowest-tile")


def test_sl_e3_lowest_end_of_the_lowest_tile() -> None:
    """SL-E3: all ten; B's [1-3] beats A's [2-2]; D's blank end does not help."""
    result = judge("[2-2][1-5]", "[1-3][3-3]", "[4-6]", "[0-5][2-3]")
    assert result["counts"] == (10, 10, 10, 10)
    assert (result["winners"], result["decided_by"]) == ((1,), "lowest-end")


def test_sl_e4_pips() -> None:
    """SL-E4."""
    assert judge("[4-4]", "[0-3]")["counts"] == (8, 3)


@pytest.mark.parametrize(
    ("hand", "with_25", "plain"),
    [
        ("[0-0]", 25, 0),
        ("[0-0][0-5]", 5, 5),
        ("[0-0][3-4]", 32, 7),
        ("[0-0][0-5][3-4]", 12, 12),
    ],
)
def test_sl_e5_the_25_rule(hand: str, with_25: int, plain: int) -> None:
    """SL-E5."""
    assert judge(hand, "[6-6]")["counts"][0] == plain
    assert judge(hand, "[6-6]", rules=g.Rules(blank_double="25"))["counts"][0] == with_25


@pytest.mark.parametrize(
    ("live", "dead", "counted", "live_only"),
    [("[0-0]", "[0-5]", 5, 30), ("[0-5]", "[0-0]", 5, 5), ("", "[0-0]", 25, 25)],
)
def test_sl_e19_dead_blanks(live: str, dead: str, counted: int, live_only: int) -> None:
    """SL-E19, and decision 12; under `blank_scope=live` only live tiles save."""
    for scope, expected in (("counted", counted), ("live", live_only)):
        rules = g.Rules(blank_double="25", blank_scope=scope)  # type: ignore[arg-type]
        assert judge(live, "[6-6]", dead={0: dead}, rules=rules)["counts"][0] == expected


def test_sl_e14_lowest_ends() -> None:
    """SL-E14."""
    result = judge("[0-5]", "[1-4]", "[2-3]", "[6-6]")
    assert (result["winners"], result["decided_by"]) == ((0,), "lowest-end")


def test_sl_e15_empty_hand_against_the_lone_blank_double() -> None:
    """SL-E15: the empty hand is best; with the 25 rule the count decides."""
    ending = g.Ending("went_out", 0, (1, 2), (1, 3))
    plain = judge("", "[0-0]", ending=ending)
    assert plain["counts"] == (0, 0)
    assert (plain["winners"], plain["decided_by"]) == ((0,), "lowest-tile")
    with_25 = judge("", "[0-0]", ending=ending, rules=g.Rules(blank_double="25"))
    assert with_25["counts"] == (0, 25)
    assert (with_25["winners"], with_25["decided_by"]) == ((0,), "count")


def test_sl_e16_side_of_the_individual_winner() -> None:
    """SL-E16."""
    rules = g.Rules(partners="individual_winner")
    result = judge("[1-1][1-3]", "[1-5]", "[2-4]", "[2-3]", rules=rules)
    assert result["winners"] == (1, 3)
    assert result["points"] == (0, 1, 0, 1)
    assert result["leader"] == 3


def test_sl_e17_individual_winner_against_sum() -> None:
    """SL-E17, and decision 19 for who opens next."""
    hands = ("[0-5]", "[0-6]", "[6-6][5-5][4-4]", "[1-6]")
    single = judge(*hands, rules=g.Rules(partners="individual_winner"))
    assert (single["winners"], single["leader"]) == ((0, 2), 0)
    by_sum = judge(*hands, rules=g.Rules(partners="sum"))
    assert (by_sum["winners"], by_sum["leader"]) == ((1, 3), 1)
    assert by_sum["counts"] == (5, 6, 30, 7)


@pytest.mark.parametrize(
    ("ending", "points"),
    [
        (g.Ending("went_out", 0, (3, 3), (3, 5)), 4),
        (g.Ending("went_out", 0, (2, 5), (2, 5)), 3),
        (g.Ending("went_out", 0, (2, 5), (5, 5)), 1),
        (g.Ending("went_out", 0, (2, 5), (2, 6)), 1),
        (g.Ending("went_out", 0, None), 1),
        (g.Ending("went_out", 1, (3, 3), (3, 5)), 1),
        (g.Ending("blocked", 0), 1),
        (g.Ending("blocked", 1), 2),
    ],
)
def test_sl_e20_win_bonuses(ending: g.Ending, points: int) -> None:
    """SL-E20: by a double 4, by both ends 3, a block 1, a block lost 2."""
    rules = g.Rules(win_bonuses=g.WinBonuses())
    result = judge("[0-1]", "[3-4]", "[5-6]", ending=ending, rules=rules)
    assert result["points"] == (points, 0, 0)


def test_sl_e20_forced_passes() -> None:
    """SL-E20: three opponents' passes give the last layer three points."""
    rules = g.Rules(cannot_play="pass", pass_points=1)
    hands = ("[6-6][1-6][2-6]", "[1-1][0-1]", "[2-2][0-2]", "[3-3][0-3]")
    game = g.NaiveGaple([g.parse_tiles(h) for h in hands], opener=0, rules=rules)
    for move in ("6-6", "pass", "pass", "pass"):
        game.play(move)
    assert game.pass_points == [3, 0, 0, 0]
    assert game.to_move == 0


def test_decision_15_not_for_a_partners_pass() -> None:
    """Decision 15: two opponents' passes count, the partner's does not; a side has one account."""
    rules = g.Rules(cannot_play="pass", pass_points=1, partners="sum")
    hands = ("[6-6][1-6][2-6]", "[1-1][0-1]", "[2-2][0-2]", "[3-3][0-3]")
    game = g.NaiveGaple([g.parse_tiles(h) for h in hands], opener=0, rules=rules)
    for move in ("6-6", "pass", "pass", "pass"):
        game.play(move)
    assert game.pass_points == [2, 0, 2, 0]


def test_decision_13_a_tie_can_remain() -> None:
    """Decision 13: {[0-0][1-6]} against {[0-2][2-5]} under 2_1."""
    result = judge("[0-0][1-6]", "[0-2][2-5]", rules=g.Rules(blank_double="2_1"))
    assert result["counts"] == (9, 9)
    assert (result["winners"], result["decided_by"]) == ((0, 1), None)
    assert (result["points"], result["leader"]) == ((0, 0), None)


def test_decision_16_rungs_in_front_of_lowest_tile() -> None:
    """Decision 16: locker and fewest tiles act when they stand in front."""
    hands = ("[1-5]", "[0-2][0-4]", "[6-6]")
    blocked = g.Ending("blocked", 1)
    default = judge(*hands, ending=blocked)
    assert (default["winners"], default["decided_by"]) == ((1,), "lowest-tile")
    fewest = g.Rules(tiebreak=("fewest_tiles", "lowest_tile", "lowest_end"))
    result = judge(*hands, ending=blocked, rules=fewest)
    assert (result["winners"], result["decided_by"]) == ((0,), "fewest-tiles")
    locker = g.Rules(tiebreak=("locker", "lowest_tile", "lowest_end"))
    result = judge(*hands, ending=g.Ending("blocked", 0), rules=locker)
    assert (result["winners"], result["decided_by"]) == ((0,), "locker")


def test_tiebreak_tiles() -> None:
    """A dead [1-2] makes the tie only where dead tiles are looked at."""
    for which, winner in (("counted", 0), ("live", 1)):
        rules = g.Rules(tiebreak_tiles=which)  # type: ignore[arg-type]
        result = judge("[2-5]", "[4-6]", dead={0: "[1-2]"}, rules=rules)
        assert result["winners"] == (0,), which
        result = judge("[3-6]", "[2-2][3-3]", dead={0: "[0-1]"}, rules=rules)
        assert result["winners"] == (winner,), which


# --- Gaple: play ------------------------------------------------------------


def test_sl_e6_must_play_when_able() -> None:
    """SL-E6: four moves, no discard."""
    for move, ends in (("2-5@L", (5, 5)), ("2-5@R", (2, 2)), ("5-5@R", (2, 5)), ("2-2@L", (2, 5))):
        game = line_of("[2-5][5-5][0-1][2-2]", "[2-6][5-6]", turned_up="2-3")
        game.line.append((3, 5))
        assert set(game.legal()) == {"2-5@L", "2-5@R", "5-5@R", "2-2@L"}
        game.play(move)
        assert game.ends == ends


def test_sl_e7_cannot_play() -> None:
    """SL-E7: three discards, or one pass."""
    for rules, expected in (
        (g.Rules(), {"x0-1", "x3-4", "x6-6"}),
        (g.Rules(cannot_play="pass"), {"pass"}),
    ):
        game = line_of("[0-1][3-4][6-6]", "[2-2]", turned_up="2-5", rules=rules)
        assert set(game.legal()) == expected


def test_sl_e8_equal_ends() -> None:
    """SL-E8: one move is listed; the right end is recorded as the left."""
    game = line_of("[4-6][0-0]", "[6-6]", turned_up="4-4")
    assert game.legal() == ["4-6@L"]
    game.play("6-4@R")
    assert game.moves == ["4-6@L"]
    assert game.ends == (6, 4)


def test_sl_e9_out_with_a_dead_tile_does_not_win() -> None:
    """SL-E9: A 12, B 7, C 10, D 10; B wins and opens next if able."""
    game = line_of("[1-2]", "[3-4]", "[5-5]", "[4-6]", turned_up="1-1")
    game.dead[0] = {(6, 6)}
    game.play("1-2")
    result = game.result()
    assert result is not None
    assert result["reason"] == "went_out"
    assert result["counts"] == (12, 7, 10, 10)
    assert result["winners"] == (1,)
    hands = [[(0, 1)], [(2, 2), (0, 0)], [(3, 3)], [(4, 4)]]
    assert g.next_opener([result], hands) == (1, frozenset({(2, 2), (0, 0)}))


def test_decision_1_out_wins_needs_no_dead_tile() -> None:
    """Decision 1: with a dead tile, or by a dead tile, the count decides."""
    rules = g.Rules(winner="out_wins")
    played = g.Ending("went_out", 0, (1, 2), (1, 1))
    discarded = g.Ending("went_out", 0)
    clean = judge("", "[0-0]", ending=played, rules=rules)
    assert (clean["winners"], clean["decided_by"]) == ((0,), "went-out")
    dead = judge("", "[0-0]", dead={0: "[6-6]"}, ending=played, rules=rules)
    assert (dead["winners"], dead["decided_by"]) == ((1,), "count")
    by_discard = judge("", "[3-4]", dead={0: "[6-6]"}, ending=discarded, rules=rules)
    assert by_discard["winners"] == (1,)


def test_sl_e10_first_opener() -> None:
    """SL-E10: C holds 0-0, opens with it, then D; ends 0/0."""
    hands = [DOUBLE_SIX[7:14], DOUBLE_SIX[14:21], DOUBLE_SIX[:7], DOUBLE_SIX[21:]]
    opener, opening = g.first_opener(hands)
    game = g.NaiveGaple(hands, opener=opener, opening=opening)
    assert game.to_move == 2
    assert game.legal() == ["0-0"]
    game.play("0-0")
    assert (game.to_move, game.ends) == (3, (0, 0))


def test_sl_e11_the_right_passes_to_a_double() -> None:
    """SL-E11: winner C and D hold no double, A does."""
    won_by_c = judge("[6-6]", "[5-5]", "[0-1]", "[4-4]")
    hands = [[(3, 3), (5, 5), (0, 1)], [(2, 2)], [(0, 2)], [(0, 3)]]
    assert g.next_opener([won_by_c], hands) == (0, frozenset({(3, 3), (5, 5)}))
    counter = g.Rules(direction="counter_clockwise")
    assert g.next_opener([won_by_c], hands, counter) == (1, frozenset({(2, 2)}))
    game = g.NaiveGaple(hands, opener=0, opening={(3, 3), (5, 5)})
    assert game.legal() == ["3-3", "5-5"]


def test_decisions_2_and_9_next_opener_is_total() -> None:
    """No double anywhere: any tile; after a tie the same right once more."""
    won_by_c = judge("[6-6]", "[4-4]", "[0-1]")
    won_by_b = judge("[6-6]", "[0-1]", "[4-4]")
    tie = judge("[1-6]", "[2-5]", "[6-6]", rules=g.Rules(tiebreak=()))
    assert tie["winners"] == (0, 1)
    assert g.next_opener([won_by_c, won_by_b, tie], [[(0, 1)], [(0, 2)], [(0, 3)]]) == (1, None)
    assert g.next_opener([tie], [[(1, 1)], [(2, 2)], [(0, 0)]]) == (2, frozenset({(0, 0)}))


def test_sl_e12_five_seats() -> None:
    """SL-E12: 25 dealt, [2-6] turned up, ends 2/6, an ordinary first turn."""
    others = [t for t in DOUBLE_SIX if t != (2, 6)]
    hands = [others[5 * seat : 5 * seat + 5] for seat in range(5)]
    game = g.NaiveGaple(hands, opener=3, turned_up=(2, 6))
    assert game.ends == (2, 6)
    assert game.to_move == 3
    with pytest.raises(ValueError, match="four seats"):
        g.NaiveGaple(hands, opener=0, turned_up=(2, 6), rules=g.Rules(partners="sum"))


def test_sl_e13_block_at_once() -> None:
    """SL-E13: the seventh 6 goes down with 6 at both ends: all count."""
    game = line_of("[6-6][0-0]", "[0-1]", "[0-2]", turned_up="1-6")
    game.line = [(6, 1), (1, 2), (2, 6), (6, 3), (3, 4), (4, 6), (6, 5), (5, 0), (0, 6)]
    assert not game.over
    assert game.legal() == ["6-6@L"]
    game.play("6-6@L")
    result = game.result()
    assert result is not None
    assert (result["reason"], result["counts"]) == ("blocked", (0, 1, 2))
    assert (game.to_move, game.legal()) == (None, [])


def test_decision_5_first_player_without_a_match() -> None:
    """Decision 5: an ordinary turn; nobody matches: blocked from the start."""
    game = line_of("[1-1]", "[2-2]", turned_up="2-6")
    assert game.legal() == ["x1-1"]
    stuck = line_of("[1-1]", "[3-3]", turned_up="2-6")
    result = stuck.result()
    assert result is not None
    assert (result["reason"], result["winners"]) == ("blocked", (0,))


def test_decision_6_went_out_before_blocked() -> None:
    """Decision 6: the last tile also blocks: the reason is going out."""
    game = line_of("[2-2]", "[3-3]", turned_up="2-6")
    game.play("2-2@L")
    result = game.result()
    assert result is not None
    assert result["reason"] == "went_out"


def test_decision_8_discard_does_not_end() -> None:
    """Decision 8: an empty seat is skipped; a last tile played ends."""
    rules = g.Rules(end_on_discard=False)
    game = line_of("[1-1]", "[2-3][2-2]", "[3-4]", turned_up="2-6", rules=rules)
    game.play("x1-1")
    assert (game.to_move, game.over) == (1, False)
    game.play("2-3@L")
    game.play("3-4@L")
    result = game.result()
    assert result is not None
    assert (result["reason"], result["counts"]) == ("went_out", (2, 4, 0))

    ended = line_of("[1-1]", "[2-3][2-2]", "[3-4]", turned_up="2-6")
    ended.play("x1-1")
    result = ended.result()
    assert result is not None
    assert (result["reason"], result["winners"]) == ("went_out", (0,))


def test_d26_drawing() -> None:
    """Draw until it fits, or up to k and pass; stock empty: pass."""
    deal = {"turned_up": "4-6", "stock": "1-1 2-2 3-4"}
    until = line_of("[1-2]", "[6-6]", rules=g.Rules(cannot_play="draw"), **deal)  # type: ignore[arg-type]
    for _ in range(3):
        assert until.legal() == ["draw"]
        until.play("draw")
    assert until.legal() == ["3-4@L"]
    assert until.to_move == 0

    one = line_of(
        "[1-2]",
        "[6-6]",
        rules=g.Rules(cannot_play="draw", draw_up_to=1),
        **deal,  # type: ignore[arg-type]
    )
    one.play("draw")
    assert one.legal() == ["pass"]
    one.play("pass")
    assert one.to_move == 1


def test_drawing_is_not_blocked_while_stock_is_left() -> None:
    """Nothing fits: blocked once the stock is empty; unused stock is no help."""
    hands = ("[1-2]", "[3-3]")
    game = line_of(*hands, turned_up="4-6", stock="1-1", rules=g.Rules(cannot_play="draw"))
    assert game.legal() == ["draw"]
    game.play("draw")
    result = game.result()
    assert result is not None
    assert (result["reason"], result["counts"]) == ("blocked", (5, 6))
    for rules in (g.Rules(), g.Rules(cannot_play="pass")):
        assert line_of(*hands, turned_up="4-6", stock="1-1", rules=rules).over


def test_no_pass_point_to_the_passer() -> None:
    """Section 3, item 12: an opponent's pass; one's own gives nothing."""
    rules = g.Rules(cannot_play="draw", draw_up_to=1, pass_points=1)
    stock = "1-1 2-2 3-3"
    game = line_of("[4-5][1-2]", "[2-3]", turned_up="4-6", stock=stock, rules=rules)
    for move in ("4-5@L", "draw", "pass", "draw", "pass"):
        game.play(move)
    assert game.pass_points == [1, 0]


def test_sl_e21_round_double() -> None:
    """SL-E21."""
    assert [g.round_double(k) for k in (1, 2, 7, 8)] == [(0, 0), (1, 1), (6, 6), (0, 0)]


@pytest.mark.parametrize("text", ["1-3@L", "5-6@L", "pass", "x1-3", "5-6@M", "nonsense", "draw"])
def test_d10_refusals_change_nothing(text: str) -> None:
    """D10, D14: a refused move leaves everything as it was."""
    game = line_of("[1-3][5-6]", "[5-5]", turned_up="2-5")
    before = ([set(h) for h in game.hands], list(game.line), game.to_move, list(game.moves))
    with pytest.raises(ValueError, match="not legal"):
        game.play(text)
    after = ([set(h) for h in game.hands], list(game.line), game.to_move, list(game.moves))
    assert after == before


GAPLE_RULES = [
    g.Rules(),
    g.Rules(end_on_discard=False),
    g.Rules(cannot_play="pass", winner="out_wins", direction="counter_clockwise"),
    g.Rules(cannot_play="draw"),
    g.Rules(cannot_play="draw", draw_up_to=1, pass_points=1),
    g.Rules(blank_double="25", win_bonuses=g.WinBonuses(), partners="sum"),
]


GAPLE_DEALS = [(4, 7), (4, 6), (5, 5)]


@pytest.mark.parametrize(
    ("rules", "seats", "each"),
    [(r, *deal) for r in GAPLE_RULES for deal in GAPLE_DEALS if deal[0] == 4 or not r.partners],
)
def test_gaple_invariants(rules: g.Rules, seats: int, each: int) -> None:
    """Random rounds end, keep all tiles, and list moves exactly when needed."""
    for seed in range(60):
        game = deal_gaple(seed, seats, each, rules)
        rng = random.Random(seed)
        opener = game.to_move
        tiles_before = sorted(all_tiles(game))
        while not game.over:
            legal = game.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            fits = game.ends is None or any(
                end in t for t in game.hands[game.to_move or 0] for end in game.ends
            )
            assert fits == (legal[0][0] not in "xpd")
            game.play(rng.choice(legal))
            assert sorted(all_tiles(game)) == tiles_before
            assert all(a[1] == b[0] for a, b in itertools.pairwise(game.line))
            assert len(game.moves) < 200
        result = game.result()
        assert result is not None
        if result["reason"] == "blocked":
            assert game.ends is not None
            assert not any(e in t for h in game.hands for t in h for e in game.ends)
        if rules == g.Rules():
            assert len(result["winners"]) == 1  # consequence 3
            if result["reason"] == "went_out":  # consequence 2, SL-E18
                out = [seat for seat, hand in enumerate(game.hands) if not hand]
                assert out == [opener]
                assert sum(map(len, game.hands)) == seats - 1


def all_tiles(game: g.NaiveGaple) -> Iterator[g.Tile]:
    """Yield every tile of every zone, lower end first."""
    for zone in (*game.hands, *game.dead, game.line, game.stock):
        for face in zone:
            yield g.tile(face)


def test_seats_may_be_renamed() -> None:
    """D14: turning the seats round turns the result round, nothing else."""
    rng = random.Random(1)
    for rules in (g.Rules(), g.Rules(blank_double="2_1"), g.Rules(tiebreak=())):
        for _ in range(200):
            deck = rng.sample(DOUBLE_SIX, 12)
            live = [deck[3 * s : 3 * s + rng.randrange(1, 4)] for s in range(4)]
            dead: list[Collection[g.Tile]] = [()] * 4
            one = g.score(live, dead, BLOCK, rules)
            other = g.score(live[1:] + live[:1], dead, BLOCK, rules)
            assert {(w - 1) % 4 for w in one["winners"]} == set(other["winners"])
            assert one["decided_by"] == other["decided_by"]


# --- Mexican Train ----------------------------------------------------------

A, B, C, D = range(4)


def position_p(
    hand: str,
    *,
    stock: str = "0-2 0-6 0-10",
    rules: mt.Rules = mt.DEFAULT,
    b: str = "1-1 2-9",
    c: str = "10-10 10-11",
    d: str = "11-11 10-12",
) -> mt.NaiveMexicanTrain:
    """Build position P: A ends 5; B ends 9, marked; D not started, marked."""
    game = mt.NaiveMexicanTrain(
        [mt.parse_tiles(h) for h in (hand, b, c, d)],
        mt.parse_tiles(stock),
        engine=12,
        opener=A,
        rules=rules,
    )
    game.trains[A] = [(12, 5)]
    game.trains[B] = [(12, 9)]
    game.markers = {B, D}
    return game


@pytest.mark.parametrize("rules", [mt.DEFAULT, mt.SATISFY])
def test_mt_e2_where_tiles_go(rules: mt.Rules) -> None:
    """MT-E2."""
    game = position_p("[5-7][9-9][12-3][4-8]", rules=rules)
    assert set(game.legal()) == {"5-7@0", "9-9@1", "3-12@3", "3-12@M"}


@pytest.mark.parametrize("rules", [mt.DEFAULT, mt.SATISFY])
def test_mt_e3_draw_one(rules: mt.Rules) -> None:
    """MT-E3."""
    assert position_p("[4-8][0-1]", rules=rules).legal() == ["draw"]


@pytest.mark.parametrize(
    ("rules", "then"),
    [(mt.DEFAULT, "draw"), (mt.Rules(draws="one_per_turn"), "pass"), (mt.SATISFY, "pass")],
)
def test_mt_e4_a_drawn_double(rules: mt.Rules, then: str) -> None:
    """MT-E4: playable at once, may be declined; then it owes a follow-up."""
    game = position_p("[4-8][0-1]", stock="5-5 2-3", rules=rules)
    game.play("draw")
    assert game.legal() == ["5-5@0", "pass"]
    game.play("5-5@0")
    assert game.to_move == A
    assert game.legal() == [then]
    if then == "pass":
        game.play("pass")
        assert A in game.markers
        assert game.to_move == B


def test_mt_e4_must_play_drawn() -> None:
    """Option must_play_drawn: the drawn tile cannot be declined."""
    game = position_p("[4-8][0-1]", stock="5-6", rules=mt.Rules(must_play_drawn=True))
    game.play("draw")
    assert game.legal() == ["5-6@0"]


@pytest.mark.parametrize("rules", [mt.DEFAULT, mt.SATISFY])
def test_mt_e4_a_declined_tile_puts_the_marker_on(rules: mt.Rules) -> None:
    """Declining is a failure; the tile must be played once it is an old one."""
    game = position_p("[4-8][0-1]", stock="5-6", rules=rules, b="2-9 2-4")
    game.play("draw")
    game.play("pass")
    assert A in game.markers
    game.play("2-9@1")
    assert game.to_move == C
    game.seat = A
    assert game.legal() == ["5-6@0"]


@pytest.mark.parametrize("rules", [mt.DEFAULT, mt.SATISFY])
def test_mt_e5_a_draw_without_luck(rules: mt.Rules) -> None:
    """MT-E5: one draw, three tiles, marker on, turn over."""
    game = position_p("[4-8][0-1]", stock="2-6 3-5", rules=rules)
    game.play("draw")
    assert game.legal() == ["pass"]
    game.play("pass")
    assert len(game.hands[A]) == 3
    assert A in game.markers
    assert game.end(A) == 5
    assert game.to_move == B


@pytest.mark.parametrize("rules", [mt.DEFAULT, mt.SATISFY])
def test_mt_e6_marker_beside_the_engine(rules: mt.Rules) -> None:
    """MT-E6, decision 5: others start C's train, which stays C's and marked."""
    game = position_p("[5-7][12-4]", stock="2-3 7-7", rules=rules, c="1-4 1-6", d="6-12 8-8")
    assert "4-12@2" not in game.legal()
    game.seat = C
    game.play("draw")
    game.play("pass")
    assert C in game.markers
    assert "6-12@2" in game.legal()
    game.play("6-12@2")
    assert game.trains[C] == [(12, 6)]
    assert C in game.markers
    assert "4-12@2" not in game.legal()  # no second start
    game.seat = C
    assert "1-6@2" in game.legal()


def test_mt_e7_own_train_takes_the_marker_off() -> None:
    """MT-E7."""
    for move, marked in (("3-12@M", True), ("5-7@0", False)):
        game = position_p("[5-7][12-3][4-8]")
        game.markers.add(A)
        game.play(move)
        assert (A in game.markers) is marked
    game = position_p("[0-1][4-8]", b="5-6 4-4")
    game.markers.add(A)
    game.seat = B
    game.play("5-6@0")
    assert A in game.markers  # another's tile does not


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(mt.DEFAULT, {"4-9@1", "5-7@0"}), (mt.SATISFY, {"4-9@1"})],
)
def test_mt_e8_second_tile(rules: mt.Rules, expected: set[str]) -> None:
    """MT-E8: follow-up anywhere, or a cover only; nobody passes while able."""
    game = position_p("[9-9][9-4][5-7]", rules=rules)
    game.play("9-9@1")
    assert game.to_move == A
    assert set(game.legal()) == expected
    game.play("4-9@1")
    assert game.to_move == B


@pytest.mark.parametrize(
    ("drawn", "rules", "expected"),
    [
        ("1-9", mt.DEFAULT, ["1-9@1", "pass"]),
        ("2-5", mt.DEFAULT, ["2-5@0", "pass"]),
        ("1-9", mt.SATISFY, ["1-9@1", "pass"]),
        ("2-5", mt.SATISFY, ["pass"]),
        ("2-6", mt.DEFAULT, ["pass"]),
    ],
)
def test_mt_e9_draw_for_the_second_tile(drawn: str, rules: mt.Rules, expected: list[str]) -> None:
    """MT-E9."""
    game = position_p("[9-9][4-8]", stock=drawn + " 3-3", rules=rules)
    game.play("9-9@1")
    assert game.legal() == ["draw"]
    game.play("draw")
    assert game.legal() == expected
    if expected == ["pass"]:
        game.play("pass")
        assert A in game.markers


@pytest.mark.parametrize(
    ("rules", "expected"),
    [(mt.DEFAULT, {"0-9@1", "7-12@M", "7-12@3"}), (mt.SATISFY, {"0-9@1"})],
)
def test_mt_e10_the_next_player(rules: mt.Rules, expected: set[str]) -> None:
    """MT-E10, M06: under satisfy the duty moves on."""
    game = position_p("[9-9][4-8]", stock="2-6 3-3", rules=rules, b="9-0 7-12")
    for move in ("9-9@1", "draw", "pass"):
        game.play(move)
    assert game.to_move == B
    assert set(game.legal()) == expected


def test_m06_the_duty_moves_until_met() -> None:
    """M06, M08: each draws one and marks; a cover leaves others' markers."""
    game = position_p("[9-9][4-8]", stock="2-6 3-3 3-4 4-4", rules=mt.SATISFY, c="3-9 1-4")
    for move in ("9-9@1", "draw", "pass", "2-9@1"):
        game.play(move)
    assert game.to_move == C  # B could cover and did
    game = position_p(
        "[9-9][4-8]", stock="2-6 3-3 3-4 4-4", rules=mt.SATISFY, b="0-1 5-6", c="3-9 1-4"
    )
    for move in ("9-9@1", "draw", "pass", "draw", "pass"):
        game.play(move)
    assert {A, B} <= game.markers
    assert game.legal() == ["3-9@1"]
    game.play("3-9@1")
    assert game.to_move == D
    assert B in game.markers
    assert C not in game.markers
    assert game.binding_double() is None


@pytest.mark.parametrize("rules", [mt.DEFAULT, mt.SATISFY])
def test_mt_e11_out_on_a_double(rules: mt.Rules) -> None:
    """MT-E11, decision 1: the round ends at once."""
    game = position_p("[9-9]", rules=rules)
    game.play("9-9@1")
    result = game.result()
    assert result is not None
    assert result["reason"] == "went_out"
    assert result["counts"][A] == 0
    assert game.legal() == []


def test_mt_e12_one_more_tile_only() -> None:
    """MT-E12: two doubles laid, one more tile is owed."""
    game = position_p("[9-9][5-5][5-7][7-9][0-1]")
    game.play("9-9@1")
    game.play("5-5@0")
    assert game.to_move == A
    game.play("5-7@0")
    assert game.to_move == B


def test_decision_2_follow_up_owed_and_stock_empty() -> None:
    """Decision 2: no draw; marker; turn over, though an own tile was laid."""
    game = position_p("[5-5][4-8]", stock="", b="5-6 1-1")
    game.play("5-5@0")
    assert game.legal() == ["pass"]
    game.play("pass")
    assert A in game.markers
    assert "5-6@0" in game.legal()


def test_decision_3_each_step_draws() -> None:
    """Decision 3: drawn follow-ups that are doubles draw once more each."""
    game = position_p("[5-5][4-8]", stock="9-9 12-11 0-0")
    game.play("5-5@0")
    game.play("draw")
    assert game.legal() == ["9-9@1", "pass"]
    game.play("9-9@1")
    assert game.legal() == ["draw"]
    game.play("draw")
    assert game.legal() == ["11-12@3", "11-12@M", "pass"]
    game.play("11-12@M")
    assert game.to_move == B
    assert A not in game.markers


def test_decision_4_follow_up_on_the_own_train() -> None:
    """Decision 4: it takes the marker off."""
    game = position_p("[9-9][5-7][4-8]")
    game.markers.add(A)
    game.play("9-9@1")
    game.play("5-7@0")
    assert A not in game.markers


def test_mt_e13_blocked_at_once_and_all_count() -> None:
    """MT-E13: seen from the tiles; every train counts as open."""
    game = position_p("[5-7][4-8]", stock="", b="1-1", c="10-10", d="11-11")
    assert not game.over
    game.play("5-7@0")
    result = game.result()
    assert result is not None
    assert (result["reason"], result["counts"]) == ("blocked", (12, 2, 20, 22))
    assert result["winners"] == (B,)


def test_blocked_is_not_nobody_can_play_now() -> None:
    """Section 7: A's private train ends 5 and B holds a 5: A marks, B plays."""
    game = position_p("[4-8]", stock="", b="5-7 1-1", c="10-10", d="11-11")
    game.markers = set()
    assert game.legal() == ["pass"]
    game.play("pass")
    assert "5-7@0" in game.legal()


@pytest.mark.parametrize(("blank", "c"), [(0, 6), (25, 31), (50, 56)])
def test_mt_e14_counts(blank: int, c: int) -> None:
    """MT-E14."""
    rules = mt.Rules(double_blank=blank)
    game = position_p("[5-7]", stock="2-2", b="5-3 9-9 6-0", c="0-0 4-2", d="1-1", rules=rules)
    game.play("5-7@0")
    result = game.result()
    assert result is not None
    assert result["counts"] == (0, 32, c, 2)


@pytest.mark.parametrize(("dead", "over"), [("void", False), ("stands", True)])
def test_mt_e19_dead_double(dead: str, over: bool) -> None:
    """MT-E19, decisions 6 and 7: void, or blocked with the stock empty."""
    rules = mt.Rules(double="satisfy", draws="one_per_turn", dead_double=dead)  # type: ignore[arg-type]
    game = position_p("[9-9][5-7][4-8]", stock="", b="1-1 5-6", c="10-10", d="11-11", rules=rules)
    nines = [(9, k) for k in range(12) if k != 9]
    game.trains["M"] = [*nines, (11, 12)]  # all other nines lie somewhere
    game.play("9-9@1")
    assert game.over is over
    if not over:
        assert game.to_move == B


def test_engine_laid_from_the_hand() -> None:
    """Decision 14: a forced move of its holder, who then takes a turn."""
    game = mt.NaiveMexicanTrain(
        [[(12, 12), (1, 12)], [(1, 1)]], [(0, 0)], engine=12, opener=0, rules=mt.SATISFY
    )
    assert game.legal() == ["12-12"]
    game.play("12-12")
    assert game.to_move == 0
    assert game.legal() == ["1-12@0", "1-12@M"]


@pytest.mark.parametrize("text", ["5-7@1", "5-7@2", "4-8@0", "5-7@9", "pass", "draw", "x5-7"])
def test_m14_refusals_change_nothing(text: str) -> None:
    """M14: only what is listed can be played."""
    game = position_p("[5-7][4-8]")
    before = ([set(h) for h in game.hands], {p: list(t) for p, t in game.trains.items()})
    with pytest.raises(ValueError, match="not legal"):
        game.play(text)
    assert ([set(h) for h in game.hands], {p: list(t) for p, t in game.trains.items()}) == before
    assert (game.to_move, game.moves) == (A, [])


MT_HANDS = {2: 16, 3: 15, 4: 14, 5: 12, 6: 11, 7: 10, 8: 9}


def deal_trains(
    seed: int, seats: int, rules: mt.Rules, *, highest: int = 12, each: int | None = None
) -> mt.NaiveMexicanTrain:
    """Deal a round with one of the doubles set aside."""
    rng = random.Random(seed)
    engine = rng.randrange(highest + 1)
    tiles = [(a, b) for a in range(highest + 1) for b in range(a, highest + 1)]
    deck = [t for t in tiles if t != (engine, engine)]
    rng.shuffle(deck)
    each = each or MT_HANDS[seats]
    return mt.NaiveMexicanTrain(
        [deck[s * each : (s + 1) * each] for s in range(seats)],
        deck[seats * each :],
        engine=engine,
        opener=rng.randrange(seats),
        rules=rules,
        highest=highest,
    )


MT_RULES = [
    mt.DEFAULT,
    mt.SATISFY,
    mt.Rules(draws="one_per_turn", must_play_drawn=True),
    mt.Rules(double="satisfy", dead_double="stands"),
]


@pytest.mark.parametrize("rules", MT_RULES)
@pytest.mark.parametrize("seats", range(2, 9))
def test_mexican_train_invariants(rules: mt.Rules, seats: int) -> None:
    """Random rounds end, keep all tiles and chains, and pass only when due."""
    for seed in range(8):
        game = deal_trains(seed, seats, rules)
        rng = random.Random(seed)
        while not game.over:
            legal = game.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            if "pass" in legal and len(legal) > 1:
                # Only the tile just drawn may be declined.
                assert game.moves[-1] == "draw"
                assert not rules.must_play_drawn
                assert len({move.partition("@")[0] for move in legal[:-1]}) == 1
            game.play(rng.choice(legal))
            assert len(game.moves) < 1000
            on_table = [mt.tile(t) for train in game.trains.values() for t in train]
            everything = [*on_table, *game.stock, game.engine_tile]
            everything += [t for hand in game.hands for t in hand]
            assert sorted(everything) == DOUBLE_TWELVE
            for train in game.trains.values():
                line = [game.engine_tile, *train]
                assert all(a[1] == b[0] for a, b in itertools.pairwise(line))
        result = game.result()
        assert result is not None
        assert (result["reason"] == "went_out") == (not all(game.hands))
        assert min(result["counts"]) == result["counts"][result["winners"][0]]


class NeverBlocked(mt.NaiveMexicanTrain):
    """The same game, played on after a block."""

    def blocked(self) -> bool:
        """Return that it goes on."""
        return False


@pytest.mark.parametrize("rules", MT_RULES)
@pytest.mark.parametrize(("seats", "each"), [(2, 7), (3, 6), (5, 5)])
def test_blocked_means_passes_for_ever(rules: mt.Rules, seats: int, each: int) -> None:
    """After a block only passes follow; without one somebody plays in time."""
    blocks = 0
    for seed in range(150):
        game = deal_trains(seed, seats, rules, highest=6, each=each)
        game.__class__ = NeverBlocked
        rng = random.Random(seed)
        idle = 0
        while not game.over and idle < 3 * seats:
            blocked = mt.NaiveMexicanTrain.blocked(game)
            legal = game.legal()
            if blocked:
                assert legal == ["pass"]
            # Two circles: in the first a marker may open a train to a seat
            # that has failed already.
            assert blocked or idle < 2 * seats
            # Passing whenever allowed brings the blocks about.
            move = "pass" if "pass" in legal else rng.choice(legal)
            game.play(move)
            idle = idle + 1 if move == "pass" and not game.stock else 0
        blocks += not game.over
    assert blocks
