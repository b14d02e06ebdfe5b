"""
How programs like this one have gone wrong: the cases about line dominoes, by id.

Left out are those about rules the game does not have: the heaviest tile opens (D13), moves of
several tiles (D16), pay-offs of two-player games (D21), counting the ends (D27).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from testing.playing import moves
from tilerules import (
    EndReason,
    IllegalMoveError,
    InvalidDealError,
    InvalidVariantError,
    Outcome,
    Round,
    Variant,
    double_set,
)

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")

SetUp = Callable[..., Round]
Finish = Callable[[Round], Round]


def outcome_of(round_: Round) -> Outcome:
    """Give the outcome of a round that is over."""
    assert round_.outcome is not None
    return round_.outcome


@pytest.mark.parametrize(("highest", "count"), [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_d01_every_pair_once(highest: int, count: int) -> None:
    """D01: a set holds each unordered pair exactly once."""
    tiles = double_set(highest).tiles
    assert len(tiles) == len(set(tiles)) == count
    assert [str(tile) for tile in tiles].count("0-0") == 1


def test_d03_the_first_tile_has_no_end(gaple: Variant, set_up: SetUp) -> None:
    """D03: on an empty line one action a tile; left and right are read as the same."""
    names = ["next-opener:who=winner", "holder-opens:fallback=true"]
    rules = gaple.with_rules(*names)
    won_by_0 = set_up("0-0", "1-1", "4-4", "3-3", "5-5", rules=names)
    hands = ["6-6 1-3 2-6", "0-1 0-2 0-3", "0-4 0-5 0-6", "1-1 1-2 1-4"]
    round_ = rules.deal(4, hands=hands, previous=[won_by_0])
    assert round_.to_move == 0
    assert moves(round_) == ["1-3", "2-6", "6-6"]
    assert round_.play("6-6@R") == round_.play("6-6@L") == round_.play("6-6")


def test_d04_an_empty_line_is_not_blocked(gaple: Variant, set_up: SetUp) -> None:
    """D04: a fresh deal goes on; with a free opening there are as many moves as tiles."""
    won_by_2 = set_up("0-0", "3-3", "4-4", "1-1", "5-5", rules=["next-opener:who=winner"])
    free = gaple.with_rules("next-opener:who=winner").deal(4, seed=1, previous=[won_by_2])
    assert free.outcome is None
    assert len(free.legal_moves) == len(free.hands[2]) == 7


@pytest.mark.parametrize(
    ("line", "hand", "count"),
    [("3-1,1-2,2-3", "3-5", 1), ("3-1,1-5", "3-5", 2), ("3-1,1-2,2-3", "3-3", 1)],
)
def test_d05_no_two_moves_lead_to_one_position(
    set_up: SetUp, line: str, hand: str, count: int
) -> None:
    """D05: with equal ends a tile is offered once."""
    round_ = set_up(line, f"{hand} 0-0", "6-6", "4-4", "0-6")
    assert len(round_.legal_moves) == count


@pytest.mark.parametrize("seed", range(20))
def test_d05_in_random_rounds(gaple: Variant, seed: int) -> None:
    """D05: no two legal moves of a state lead to the same, mirrored or not."""
    rng = random.Random(seed)
    round_ = gaple.deal(4, seed=seed)
    while round_.to_move is not None:
        seen = set()
        for move in round_.legal_moves:
            after = round_.play(move)
            seen.add((after.masks, after.rest.dead, tuple(sorted(after.layout.ends))))
        assert len(seen) == len(round_.legal_moves)
        round_ = round_.play(rng.choice(list(round_.legal_moves)))


def test_d06_who_opens_is_defined_after_every_end(gaple: Variant, set_up: SetUp) -> None:
    """D06: after a win, a block won or lost, and a tie; a level block keeps the opener."""
    names = ["tie-break"]
    rules = gaple.with_rules(*names)
    won = set_up("2-6", "2-2", "3-3", "4-4", "5-5", rules=names).play("2-2")
    block = set_up("0-6", "0-5 1-1", "2-2", "3-3", "4-4", rules=names).play("0-5")
    lost = set_up("0-6", "0-5 1-4", "1-1", "3-3", "4-4", rules=names).play("0-5")
    tie = set_up("0-0", "1-5", "2-4", "6-6", "5-5", rules=names)
    for previous in ([won], [block], [lost], [tie], [won, tie], [tie, tie], [lost, tie]):
        for seats_hands in range(5):
            round_ = rules.deal(4, seed=seats_hands, previous=previous)
            assert round_.to_move in range(4)
            assert round_.legal_moves
    assert moves(rules.deal(4, seed=1, previous=[tie])) == ["0-0"]


def test_d07_every_pass_is_a_move(gaple: Variant) -> None:
    """D07: the opener holds all 6-tiles and lays [6-6]: three passes, then the opener again."""
    rules = gaple.with_rules("pass", "first-opener:tile=6-6")
    others = [str(tile) for tile in gaple.tiles.tiles if tile.high != 6]  # type: ignore[attr-defined]
    hands = ["0-6 1-6 2-6 3-6 4-6 5-6 6-6", others[:7], others[7:14], others[14:]]
    round_ = rules.deal(4, hands=hands)
    assert round_.to_move == 0
    for move in ("6-6", "pass", "pass", "pass"):
        assert move in moves(round_)
        round_ = round_.play(move)
    assert [str(move) for move in round_.moves] == ["6-6", "pass", "pass", "pass"]
    assert round_.to_move == 0


def test_d08_what_decides_a_block_is_a_named_option(gaple: Variant) -> None:
    """D08: pips by default, 3 against 12; by house rule the fewest tiles."""
    hands = {"A": "6-6", "B": "0-1 0-2"}
    assert gaple.score(hands, reason="blocked").counts == (12, 3)
    assert gaple.score(hands, reason="blocked").winners == (1,)
    fewest = gaple.with_rules("block-fewest-tiles")
    assert fewest.score(hands, reason="blocked").winners == (0,)


def test_d09_level_is_an_explicit_tie(gaple: Variant) -> None:
    """D09: without a tie-break both have won and get nothing."""
    outcome = gaple.with_rules("tie-break").score({"A": "1-5", "B": "2-4"}, reason="blocked")
    assert (outcome.winners, outcome.points, outcome.decided_by) == ((0, 1), (0, 0), None)
    assert outcome.is_tie


def test_d10_a_refused_move_changes_nothing(set_up: SetUp) -> None:
    """D10: the tile stays in the hand; there is no pass for who can play."""
    for rules in ([], ["pass"]):
        round_ = set_up("2-3,3-5", "1-3 5-6", "0-0", "1-1", "4-4", rules=rules)
        before = str(round_.position)
        for text in ("1-3@L", "1-3@R", "pass", "x1-3", "0-0@L", "draw"):
            with pytest.raises(IllegalMoveError) as caught:
                round_.play(text)
            assert caught.value.reasons
        assert str(round_.position) == before


@pytest.mark.parametrize(
    ("hand", "on", "off"), [("0-0 3-4", 32, 7), ("0-0 0-5", 5, 5), ("0-0", 25, 0)]
)
def test_d12_the_lone_blank_looks_at_the_whole_hand(
    gaple: Variant, hand: str, on: int, off: int
) -> None:
    """D12: an option, neither always nor never."""
    assert gaple.with_rules("lone-blank").score([hand, "6-6"]).counts == (on, 12)
    assert gaple.score([hand, "6-6"]).counts == (off, 12)


def test_d14_seats_decide_nothing(gaple: Variant) -> None:
    """D14: permuting the seats permutes the result and changes nothing else."""
    rng = random.Random(14)
    faces = [str(tile) for tile in gaple.tiles.tiles]
    variants = [
        gaple.with_rules(*rules)
        for rules in ((), ("blank-double",), ("tie-break",), ("tie-fewest-tiles", "lone-blank"))
    ]
    for variant in variants:
        for _case in range(100):
            deck = rng.sample(faces[:18], 10)
            hands = [deck[:2], deck[2:4], deck[4:7], deck[7:]]
            shuffled = rng.sample(range(4), 4)
            plain = variant.score(hands, reason="blocked")
            moved = variant.score([hands[seat] for seat in shuffled], reason="blocked")
            assert moved.counts == tuple(plain.counts[seat] for seat in shuffled)
            assert moved.points == tuple(plain.points[seat] for seat in shuffled)
            assert {shuffled[seat] for seat in moved.winners} == set(plain.winners)
            assert moved.decided_by == plain.decided_by


@pytest.mark.parametrize(("tile", "points"), [("3-5", 3), ("3-6", 1)])
def test_d15_a_finish_on_both_ends_is_seen_from_the_ends(
    set_up: SetUp, tile: str, points: int
) -> None:
    """D15: from the ends before the last tile, whatever the number of passes."""
    rules = ["pass", "win-bonuses", "out-wins"]
    for seat in (1, 2, 3):
        hands = ["1-1 2-2", "0-0", "4-6", "6-6 0-1"]
        hands[seat] = tile
        round_ = set_up("3-4,4-5", *hands, rules=rules)
        for _pass in range(seat):
            round_ = round_.play("pass")
        assert outcome_of(round_.play(moves(round_)[0])).points[seat] == points


def test_d17_an_unfinished_round_has_no_outcome(gaple: Variant) -> None:
    """D17: None after three moves."""
    round_ = gaple.deal(4, seed=1)
    for _move in range(3):
        round_ = round_.play(moves(round_)[0])
    assert round_.outcome is None


def test_d18_a_block_is_seen_from_the_tiles(set_up: SetUp) -> None:
    """D18: six 4-tiles lie, both ends 4, C holds [4-4]: not blocked; all seven: over at once."""
    line = "4-1,1-2,2-4,4-3,3-5,5-4,4-6,6-0,0-4"
    round_ = set_up(line, "1-1", "2-2", "4-4 6-6", "3-3 0-0", to_move=2, rules=["pass"])
    assert round_.outcome is None
    assert [reason.code for reason in round_.explain("pass")] == ["must-place"]
    assert outcome_of(round_.play("4-4")).reason is EndReason.BLOCKED


def test_d19_nothing_survives_a_blocked_round(gaple: Variant, finish: Finish) -> None:
    """D19: a new round starts from a fresh value, whatever went before."""
    rules = gaple.with_rules("pass")
    blocked = next(
        over
        for over in (finish(rules.deal(4, seed=seed)) for seed in range(200))
        if outcome_of(over).reason is EndReason.BLOCKED
    )
    after = rules.deal(4, seed=1, previous=[blocked])
    assert after.rest.idle == 0
    assert after.scored == (0, 0, 0, 0)
    assert set(dict(after.rest.ext)) <= {"opening", "opening-passed"}
    assert rules.deal(4, seed=1) == rules.deal(4, seed=1)


@pytest.mark.parametrize("tile", ["0-0", "3-3", "6-6"])
def test_d20_text_and_behaviour_are_one(gaple: Variant, tile: str) -> None:
    """D20: the rule book names the tile that opens, and nothing else may."""
    rules = gaple.with_rules(f"first-opener:tile={tile}")
    assert f"whoever holds [{tile}] opens the first round with it" in str(rules.rulebook())
    round_ = rules.deal(4, seed=2)
    assert moves(round_) == [tile]
    assert f"opened with {tile}" in str(round_.explain("1-2")[-1])


def test_d22_without_a_double(gaple: Variant) -> None:
    """D22: drawn by lot and any tile, the same for the same seed; redeals are counted."""
    rules = gaple.with_rules("holder-opens:fallback=true")
    hands = ["0-1 0-2", "0-3 0-4", "5-6 0-6", "1-2 1-3"]
    one, two = (rules.deal(4, hands=hands, seed=22) for _ in range(2))
    assert one == two
    assert len(one.legal_moves) == 2
    again = gaple.with_rules("redeal:doubles=4")
    redealt = [again.deal(4, seed=seed).rest.setup.redeals for seed in range(60)]
    assert any(redealt)
    assert redealt == [again.deal(4, seed=seed).rest.setup.redeals for seed in range(60)]


def test_d23_a_deal_is_checked_before_a_tile_moves(gaple: Variant) -> None:
    """D23: more than there are tiles, an empty hand, a tile twice, too few hands."""
    for size, seats in ((8, 4), (6, 5), (7, 5)):
        with pytest.raises(InvalidVariantError, match=f"{seats} seats of {size} tiles"):
            gaple.with_rules(f"hands:size={size},seats={seats}")
    assert gaple.deal(4, seed=1).stock == ()
    with pytest.raises(InvalidDealError, match="seat 2 is dealt no tiles"):
        gaple.deal(4, hands=["0-1", "0-2", "", "0-3"])
    with pytest.raises(InvalidDealError, match="seat 3 cannot be dealt 0-1"):
        gaple.deal(4, hands=["0-1", "0-2", "0-4", "0-1"])
    with pytest.raises(InvalidDealError, match="4 seats need 4 hands, not 3"):
        gaple.deal(4, hands=["0-1", "0-2", "0-4"])
    with pytest.raises(InvalidDealError, match="for 4 or 5 seats, not 8"):
        gaple.deal(8, seed=1)


def test_d24_one_unbiased_shuffle(gaple: Variant) -> None:
    """D24: over 28,000 seeds each tile is turned up 1,000 times, give or take 160."""
    turned = Counter(str(gaple.deal(5, seed=seed).layout) for seed in range(28_000))
    assert len(turned) == 28
    assert all(abs(count - 1000) < 160 for count in turned.values())


def test_d25_too_many_doubles(gaple: Variant) -> None:
    """D25: a hand of five doubles is dealt again at 5, played at 6."""
    doubles = gaple.tiles.doubles

    def most(round_: Round) -> int:
        return max((mask & doubles).bit_count() for mask in round_.masks)

    seed = next(seed for seed in range(5000) if most(gaple.deal(4, seed=seed)) == 5)
    at_5 = gaple.with_rules("redeal:doubles=5").deal(4, seed=seed)
    at_6 = gaple.with_rules("redeal:doubles=6").deal(4, seed=seed)
    assert (most(at_5) < 5, at_5.rest.setup.redeals) == (True, 1)
    assert (most(at_6), at_6.rest.setup.redeals) == (5, 0)


def test_d26_drawing_until_or_once(set_up: SetUp) -> None:
    """D26: from [1-1][2-2][3-4] three draws; or one, then a pass. Each is a move."""
    table = ("4-6", "1-2", "6-6", "0-0", "0-1")
    until = set_up(*table, stock="1-1 2-2 3-4", rules=["draw"])
    for _draw in range(3):
        until = until.play("draw")
    assert moves(until) == ["3-4@L"]
    assert [str(move) for move in until.moves] == ["draw"] * 3
    one = set_up(*table, stock="1-1 2-2 3-4", rules=["draw:most=1"]).play("draw")
    assert moves(one) == ["pass"]


def test_d28_leaving_keeps_the_seats(gaple: Variant) -> None:
    """D28: seat 3 to move, seat 1 leaves: seat 3 still to move, all tiles accounted for."""
    rules = gaple.with_rules("leave")
    seed = next(seed for seed in range(99) if rules.deal(4, seed=seed).to_move == 3)
    round_ = rules.deal(4, seed=seed)
    after = round_.host("leave@1")
    assert (after.to_move, after.seats) == (3, 4)
    assert sum(map(len, after.hands)) + after.rest.aside.bit_count() == 28
    assert after.play("0-0").to_move == 0
