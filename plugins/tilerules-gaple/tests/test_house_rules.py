"""
Every option value that is not the default, by its house rule, and every decision on an open
point, by its number.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence

import pytest

from testing.playing import moves
from tilerules import (
    HouseRuleConflictError,
    InvalidDealError,
    InvalidVariantError,
    Outcome,
    Round,
    Variant,
)
from tilerules.state import EndReason
from tilerules_gaple import HOUSE_RULES

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")

SetUp = Callable[..., Round]

OPTIONS = {
    "deal=4x6": "hands:size=6",
    "start_tile=hold:6-6": "first-opener:tile=6-6",
    "start_tile=hold:3-3": "first-opener:tile=3-3",
    "start_tile=hold (not all dealt)": "holder-opens:fallback=true",
    "start_tile=round_double": "round-double",
    "next_opener=winner": "next-opener:who=winner",
    "next_opener=winner_with_double (not all dealt)": "next-opener:who=winner-with-double",
    "next_opener=block_double_owner": "next-opener:who=block-double-owner",
    "cannot_play=pass": "pass",
    "cannot_play=draw": "draw",
    "cannot_play=draw up to k": "draw:most=1",
    "end_on_discard=false": "discard-plays-on",
    "winner=out_wins": "out-wins",
    "blank_double=25_if_only_blank": "lone-blank",
    "blank_double=2_1": "blank-double",
    "tiebreak: fewest_tiles": "tie-fewest-tiles",
    "tiebreak: locker": "tie-to-locker",
    "tiebreak: none": "tie-break",
    "tiebreak: lowest_tile alone": "tie-break:steps=lowest-tile",
    "tiebreak: any chain": "tie-break:steps=locker+fewest-tiles+lowest-end",
    "team=individual_winner, sides=partners": "partners",
    "team=sum": "partners:by=sum",
    "match=rounds:n": "rounds:rounds=8",
    "match=first_to:n": "target:points=5",
    "order=counter-clockwise": "direction",
    "tiebreak_tiles=live": "live-tie-break",
    "blank_scope=live": "lone-blank:live=true",
    "redeal at 5": "redeal",
    "redeal at 6": "redeal:doubles=6",
    "bonuses: wins": "win-bonuses",
    "bonuses: passes": "forced-pass-points",
}
"""Each value of the options that is not the default, and the house rule that reaches it."""


def outcome_of(round_: Round) -> Outcome:
    """Give the outcome of a round that is over."""
    assert round_.outcome is not None
    return round_.outcome


# --- the rules as a whole -----------------------------------------------------------------------


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_has_a_house_rule(gaple: Variant, option: str) -> None:
    """A house rule changes parameters, and the book names it with its title."""
    kitchen = gaple.with_rules(OPTIONS[option])
    assert kitchen != gaple
    assert kitchen.diff(gaple)
    rule = kitchen.applied[0].rule
    assert f"{kitchen.applied[0]} ({rule.title}" in str(kitchen.rulebook())


def test_every_house_rule_is_documented(gaple: Variant) -> None:
    """Each has a title, a text, a source, and a text for each parameter."""
    assert len(HOUSE_RULES) == 19
    assert set(HOUSE_RULES) <= set(gaple.house_rules)
    for rule in HOUSE_RULES:
        assert rule.key.startswith("gaple/")
        assert rule.title
        assert not rule.title.endswith(".")
        assert rule.text.endswith(".")
        assert rule.source
        assert all(parameter.text.endswith(".") for parameter in rule.parameters)


def test_the_order_of_house_rules_does_not_matter(gaple: Variant) -> None:
    """Any two are refused together in both orders, or give the same rules in both."""
    refused = set()
    for one, other in itertools.combinations(sorted(rule.key for rule in HOUSE_RULES), 2):
        both = []
        for pair in ((one, other), (other, one)):
            try:
                both.append(gaple.with_rules(*pair))
            except (HouseRuleConflictError, InvalidVariantError):
                both.append(None)
        assert both[0] == both[1], (one, other)
        if both[0] is None:
            refused.add((one.partition("/")[2], other.partition("/")[2]))
    assert refused == {
        ("blank-double", "lone-blank"),
        ("draw", "pass"),
        ("first-opener", "round-double"),
        # Neither number of seats is dealt all tiles then.
        ("hands", "holder-opens"),
        ("hands", "round-double"),
        ("holder-opens", "round-double"),
    }


def test_rules_that_share_an_option_are_refused(gaple: Variant) -> None:
    """The refusal names both rules and the parameter; the later may be asked to win."""
    with pytest.raises(HouseRuleConflictError) as caught:
        gaple.with_rules("lone-blank", "blank-double")
    assert caught.value.rules == ("gaple/blank-double", "gaple/lone-blank")
    assert caught.value.parameter.startswith("values[value-0-0]")
    last = gaple.with_rules("lone-blank", "blank-double", on_conflict="last")
    assert last.score(["0-0", "1-1"]).counts == (2, 2)


@pytest.mark.parametrize(
    "rules",
    [
        (),
        ("pass", "out-wins", "first-opener", "tie-fewest-tiles", "win-bonuses"),
        ("draw:most=2,reserve=1", "hands", "holder-opens:fallback=true", "redeal:doubles=6"),
        ("round-double", "partners:by=sum", "forced-pass-points", "pass", "target:points=7"),
        ("next-opener:who=block-double-owner", "discard-plays-on", "direction"),
        ("lone-blank:live=true", "tie-to-locker", "live-tie-break", "leave", "time-limit"),
        ("blank-double", "tie-break", "block-fewest-tiles", "penalty", "rounds:rounds=1"),
    ],
)
def test_the_rule_book_reads_well(gaple: Variant, rules: Sequence[str]) -> None:
    """Sentences begin with a capital, end with a full stop, and leave no placeholder."""
    book = gaple.with_rules(*rules).rulebook()
    for rule in book.rules:
        text = str(rule).removesuffix(f" ({rule.source})")
        assert text[0].isupper() or text.startswith("[0-0]")
        assert text.endswith(".")
        assert "{" not in text
        assert "  " not in text
        assert ".." not in text
        assert "None" not in text


# --- the deal, and who opens --------------------------------------------------------------------


def test_option_4x6(gaple: Variant) -> None:
    """Six each for four, one turned up, three undealt; five still get five."""
    six = gaple.with_rules("hands:size=6")
    round_ = six.deal(4, seed=1)
    assert ([len(hand) for hand in round_.hands], len(round_.layout)) == ([6] * 4, 1)
    assert len(round_.stock) == 3
    assert [len(hand) for hand in six.deal(5, seed=1).hands] == [5] * 5


def test_option_14_each_for_two(gaple: Variant) -> None:
    """A hand size may be given for another number of players."""
    two = gaple.with_rules("hands:size=14,seats=2").deal(2, seed=1)
    assert [len(hand) for hand in two.hands] == [14, 14]
    assert moves(two) == ["0-0"]


@pytest.mark.parametrize("tile", ["6-6", "3-3"])
def test_option_first_opener(gaple: Variant, tile: str) -> None:
    """The holder of another double opens the first round, with it."""
    for seed in range(5):
        round_ = gaple.with_rules(f"first-opener:tile={tile}").deal(4, seed=seed)
        assert moves(round_) == [tile]
        assert tile in round_.hands[round_.to_move or 0]


def test_option_next_opener_winner(gaple: Variant, set_up: SetUp) -> None:
    """The winner opens with any tile, whatever doubles there are."""
    won_by_2 = set_up("0-0", "3-3", "4-4", "1-1", "5-5", rules=["next-opener:who=winner"])
    round_ = gaple.with_rules("next-opener:who=winner").deal(4, seed=1, previous=[won_by_2])
    assert round_.to_move == 2
    assert len(round_.legal_moves) == 7


def test_option_next_opener_block_double_owner(gaple: Variant, set_up: SetUp) -> None:
    """After a block on 0 the holder of [0-0] opens with it; otherwise the winner, a double."""
    names = ["next-opener:who=block-double-owner"]
    rules = gaple.with_rules(*names)
    ended = ("0-1,1-2,2-0", "3-3", "4-4", "1-1", "5-5")
    blocked = set_up(*ended, rules=names)
    assert outcome_of(blocked).reason is EndReason.BLOCKED
    for seed in range(5):
        round_ = rules.deal(4, seed=seed, previous=[blocked])
        assert moves(round_) == ["0-0"]
    hands = ("2-3", "3-3", "4-4", "1-2", "5-5")
    out = set_up(*hands, to_move=2, rules=names).play("1-2")
    plainly_out = set_up(*hands, to_move=2).play("1-2")
    round_ = rules.deal(4, seed=1, previous=[out])
    assert moves(round_)[0] in ("0-0", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6")
    assert round_.to_move == gaple.deal(4, seed=1, previous=[plainly_out]).to_move
    six = gaple.with_rules(*names, "hands")
    blocked = set_up(*ended, rules=[*names, "hands"])
    for seed in range(5):
        round_ = six.deal(4, seed=seed, previous=[blocked])
        assert round_.to_move == outcome_of(blocked).leader, "a tile is turned up"
    ended = ("0-1,1-2", "3-3", "4-4", "5-5", "6-6")
    round_ = rules.deal(4, seed=1, previous=[set_up(*ended, rules=names)])
    assert round_.to_move == gaple.deal(4, seed=1, previous=[set_up(*ended)]).to_move


def test_option_round_double_with_fallback(gaple: Variant) -> None:
    """Where the double may be undealt, the next higher one that is held opens."""
    rules = gaple.with_rules("hands", "round-double:fallback=true")
    for seed in range(30):
        round_ = rules.deal(4, seed=seed)
        held = {str(tile) for hand in round_.hands for tile in hand if tile.is_double}
        assert moves(round_) == [min(held)]
        assert len(round_.layout) == 0


@pytest.mark.parametrize("limit", [5, 6])
def test_option_redeal(gaple: Variant, limit: int) -> None:
    """No hand has so many doubles; the deal that has is dealt again, and that is counted."""
    rules = gaple.with_rules(f"redeal:doubles={limit}")

    def most_doubles(round_: Round) -> int:
        doubles = round_.plan.tile_set.doubles
        return max((mask & doubles).bit_count() for mask in round_.masks)

    seed = next(seed for seed in range(50_000) if most_doubles(gaple.deal(4, seed=seed)) == limit)
    again = rules.deal(4, seed=seed)
    assert again.rest.setup.redeals == 1
    assert most_doubles(again) < limit
    assert again == rules.deal(4, seed=seed)


def test_sampled_hands_would_not_have_been_dealt_again(gaple: Variant) -> None:
    """
    Everybody knows that no hand was dealt with so many doubles, so no sample has one.
    """
    view = gaple.with_rules("redeal:doubles=4").deal(4, seed=4).view(1)
    rng = random.Random(2)
    for _ in range(150):
        hands = view.sample(rng).hands
        assert all(sum(tile.is_double for tile in hand) < 4 for hand in hands)


# --- who cannot play ----------------------------------------------------------------------------


def test_option_draw_until_it_fits(set_up: SetUp) -> None:
    """One draws, a move each time, until a tile fits, and must then lay it."""
    round_ = set_up("4-6", "1-2", "6-6", "0-0", "0-1", stock="1-1 2-2 3-4 5-5", rules=["draw"])
    for _draw in range(3):
        assert moves(round_) == ["draw"]
        round_ = round_.play("draw")
    assert moves(round_) == ["3-4@L"]
    assert round_.to_move == 0
    assert [str(tile) for tile in round_.stock] == ["5-5"]


def test_option_draw_up_to_k(set_up: SetUp) -> None:
    """After so many tiles one passes; with an empty stock at once."""
    hands = ("1-2", "6-6", "0-0", "0-1")
    round_ = set_up("4-6", *hands, stock="1-1 2-2 3-4", rules=["draw:most=1"])
    round_ = round_.play("draw")
    assert moves(round_) == ["pass"]
    assert {reason.code for reason in round_.explain("draw")} == {"drawn-enough"}
    assert round_.play("pass").to_move == 1
    empty = set_up("4-6", *hands, rules=["draw"])
    assert moves(empty) == ["pass"]
    reserve = set_up("4-6", *hands, stock="1-1 2-2", rules=["draw:reserve=2"])
    assert moves(reserve) == ["pass"]


def test_option_draw_is_blocked_only_with_an_empty_stock(set_up: SetUp) -> None:
    """While there is something to draw a round is not blocked."""
    hands = ("1-2", "3-3", "0-0", "0-1")
    assert set_up("4-6", *hands, stock="1-1", rules=["draw"]).outcome is None
    last = set_up("4-6", *hands, stock="1-1", rules=["draw"]).play("draw")
    assert outcome_of(last).reason is EndReason.BLOCKED
    assert outcome_of(last).counts == (5, 6, 0, 1)


# --- what counts, and who wins ------------------------------------------------------------------


def test_option_blank_double_2_1(gaple: Variant) -> None:
    """[0-0] counts 2 alone and 1 with another blank."""
    rules = gaple.with_rules("blank-double")
    assert rules.score(["0-0", "1-1"]).counts == (2, 2)
    assert rules.score(["0-0 0-5", "1-1"]).counts == (6, 2)
    assert rules.score(["0-0 x0-5", "1-1"]).counts == (6, 2)
    live = gaple.with_rules("blank-double:live=true")
    assert live.score(["0-0 x0-5", "1-1"]).counts == (7, 2)


def test_option_live_tie_break(gaple: Variant) -> None:
    """A dead [0-1] is the lowest tile only where dead tiles are looked at."""
    hands = ["[3-6]x[0-1]", "[2-2][3-3]"]
    assert gaple.score(hands).winners == (0,)
    assert gaple.with_rules("live-tie-break").score(hands).winners == (1,)


def test_option_fewest_tiles(gaple: Variant) -> None:
    """Of equal counts the fewer tiles win, dead ones counted or not."""
    hands = ["[0-1][0-5]", "[2-4]", "[6-6]"]
    assert gaple.score(hands).winners == (0,)
    fewest = gaple.with_rules("tie-fewest-tiles").score(hands)
    assert (fewest.winners, fewest.decided_by) == ((1,), "fewest-tiles")
    dead = ["[2-4]x[0-1]", "[2-5]", "[6-6]"]
    assert gaple.with_rules("tie-fewest-tiles").score(dead).winners == (1,)
    live = gaple.with_rules("tie-fewest-tiles:live=true").score(dead)
    assert (live.winners, live.decided_by) == ((0,), "lowest-tile")


def test_option_locker(gaple: Variant, set_up: SetUp) -> None:
    """Of equal counts in a block whoever laid the last tile wins."""
    rules = gaple.with_rules("tie-to-locker")
    hands = ["[0-2][0-4]", "[1-5]", "[6-6]"]
    assert rules.score(hands, reason="blocked", by=1).decided_by == "locker"
    assert rules.score(hands, reason="blocked", by=1).winners == (1,)
    assert rules.score(hands, reason="blocked", by=2).winners == (0,)
    table = ("0-6,6-2", "1-2 4-5", "3-6", "5-5", "6-6")
    locked = outcome_of(set_up(*table, rules=["tie-to-locker"]).play("1-2"))
    assert (locked.reason, locked.counts) == (EndReason.BLOCKED, (9, 9, 10, 12))
    assert (locked.winners, locked.decided_by) == ((0,), "locker")
    assert outcome_of(set_up(*table).play("1-2")).winners == (1,)


def test_option_fewest_tiles_in_a_block(gaple: Variant) -> None:
    """The number of tiles comes before the count, in a block only."""
    rules = gaple.with_rules("block-fewest-tiles")
    hands = ["[6-6]", "[0-1][0-2]"]
    blocked = rules.score(hands, reason="blocked")
    assert (blocked.winners, blocked.decided_by) == ((0,), "fewest-tiles-in-block")
    assert rules.score(["", "[6-6]", "[0-1]"]).decided_by == "count"
    assert gaple.score(hands, reason="blocked").winners == (1,)


def test_option_no_tie_break(gaple: Variant) -> None:
    """Equal counts stay an explicit tie, worth nothing to anybody."""
    outcome = gaple.with_rules("tie-break").score(["1-5", "2-4", "6-6"])
    assert (outcome.winners, outcome.decided_by, outcome.points) == ((0, 1), None, (0, 0, 0))
    lowest_tile = gaple.with_rules("tie-break:steps=lowest-tile")
    assert lowest_tile.score(["1-5", "2-4"]).is_tie
    assert lowest_tile.score(["1-5", "1-1 1-3"]).winners == (1,)


def test_option_sum_merges_the_hands(gaple: Variant) -> None:
    """
    A side's lowest tile is that of either partner, its end the end of that tile; a side is
    empty only if neither holds a counted tile.
    """
    rules = gaple.with_rules("partners:by=sum")
    # 0+2 holds [2-2] and [3-6], 1+3 an empty hand and [4-4][1-4]
    by_tile = rules.score(["2-2", "", "3-6", "4-4 1-4"])
    assert (by_tile.counts, by_tile.winners) == ((4, 0, 9, 13), (0, 2))
    assert by_tile.decided_by == "lowest-tile"
    # both lowest tiles count 5; the ends of these are 2 and 1, [0-6] does not matter
    by_end = rules.score(["2-3", "1-4", "0-6", "3-3"])
    assert (by_end.winners, by_end.decided_by) == ((1, 3), "lowest-end")
    # an empty side against a lone [0-0]
    empty = rules.score(["", "0-0", "", ""])
    assert (empty.winners, empty.decided_by) == ((0, 2), "lowest-tile")


def test_option_counter_clockwise(gaple: Variant, set_up: SetUp) -> None:
    """The turn goes to the seat before; so does a right to open that passes on."""
    rules = gaple.with_rules("direction")
    opened = rules.deal(4, seed=1)
    assert opened.play("0-0").to_move == ((opened.to_move or 0) - 1) % 4
    won_by_1 = set_up("0-0", "1-2", "1-1", "3-3", "4-4", rules=["direction"])
    hands = ["0-0 1-1 2-2 3-3 0-1 0-2 0-3", "0-4 0-5 0-6 1-2 1-3 1-4 1-5"]
    hands += ["1-6 2-3 2-4 2-5 2-6 3-4 3-5", "3-6 4-4 4-5 4-6 5-5 5-6 6-6"]
    assert rules.deal(4, hands=hands, previous=[won_by_1]).to_move == 0
    sitting_out = gaple.with_rules("direction", "discard-plays-on")
    assert sitting_out.deal(4, seed=1).play("0-0").to_move == ((opened.to_move or 0) - 1) % 4


def test_option_win_bonuses_are_the_sides(gaple: Variant) -> None:
    """With partners a bonus is won by the side of whoever laid the last tile."""
    rules = gaple.with_rules("win-bonuses", "partners")
    # A goes out with a double but has a dead tile; C has the lowest count
    outcome = rules.score(
        {"A": "x1-1", "B": "6-6", "C": "0-1", "D": "5-5"}, by="A", last_tile="3-3", ends=(3, 3)
    )
    assert (outcome.winners, outcome.leader, outcome.points) == ((0, 2), 2, (4, 0, 4, 0))
    blocked = rules.score(["0-1", "6-6", "2-2", "5-5"], reason="blocked", by=2)
    assert blocked.points == (1, 0, 1, 0)
    assert gaple.with_rules("win-bonuses").score(["0-1", "6-6"], reason="blocked").points == (1, 0)


# --- decisions on open points -------------------------------------------------------------------


def test_decision_01_out_wins_needs_a_hand_without_dead_tiles(
    gaple: Variant, set_up: SetUp
) -> None:
    """Only a last tile laid in the line by a seat without dead tiles wins at once."""
    rules = gaple.with_rules("out-wins")
    clean = rules.score({"A": "", "B": "0-0"}, reason="went_out", by="A", last_tile="1-2")
    assert (clean.winners, clean.decided_by) == ((0,), "out-wins")
    with_dead = rules.score({"A": "x6-6", "B": "0-1"}, reason="went_out", by="A", last_tile="1-2")
    assert (with_dead.winners, with_dead.decided_by) == ((1,), "count")
    hands = ("6-6", "0-1", "1-1", "2-2")
    by_discard = outcome_of(set_up("2-3,3-5", *hands, rules=["out-wins"]).play("x6-6"))
    assert (by_discard.winners, by_discard.decided_by) == ((1,), "count")


def test_decision_02_without_any_double_any_tile_opens(gaple: Variant, set_up: SetUp) -> None:
    """Custom hands without a double: the entitled opener lays what they like."""
    hands = ["0-1 0-2", "0-3 0-4", "0-5 0-6", "1-2 1-3"]
    names = ["holder-opens:fallback=true", "next-opener:who=winner-with-double"]
    rules = gaple.with_rules(*names)
    won_by_1 = set_up("0-0", "1-2", "1-1", "3-3", "4-4", rules=names)
    later = rules.deal(4, hands=hands, previous=[won_by_1])
    assert (later.to_move, moves(later)) == (1, ["0-3", "0-4"])
    openers = {rules.deal(4, hands=hands, seed=seed).to_move for seed in range(30)}
    assert openers == {0, 1, 2, 3}, "nobody is entitled to a first round: drawn by lot"
    first = rules.deal(4, hands=hands, seed=1)
    assert len(first.legal_moves) == 2


def test_decision_03_passing_the_right_on_is_no_turn(gaple: Variant, set_up: SetUp) -> None:
    """No dead tile, no pass, no move; the next seat in direction, partner or not."""
    hands = ["0-0 1-1 2-2 3-3 0-1 0-2 0-3", "0-4 0-5 0-6 1-2 1-3 1-4 1-5"]
    hands += ["1-6 2-3 2-4 2-5 2-6 3-4 3-5", "3-6 4-4 4-5 4-6 5-5 5-6 6-6"]
    for rules in ((), ("partners",)):
        won_by_1 = set_up("0-0", "1-2", "1-1", "3-3", "4-4", rules=rules)
        round_ = gaple.with_rules(*rules).deal(4, hands=hands, previous=[won_by_1])
        assert round_.to_move == 3
        assert round_.moves == ()
        assert not any(round_.rest.dead)
        assert round_.scored == (0, 0, 0, 0)


def test_decision_04_a_holder_is_refused_where_not_all_are_dealt(gaple: Variant) -> None:
    """Every such deal is refused, not only those without the tile; the fallback allows it."""
    for rules in (["hands", "holder-opens"], ["hands", "round-double"]):
        with pytest.raises(InvalidVariantError, match=r"4 tiles are not dealt.*':fallback=true'"):
            gaple.with_rules(*rules)
    with pytest.raises(InvalidDealError, match="3 tiles are not dealt"):
        gaple.with_rules("holder-opens:tile=6-6").deal(5, seed=1)
    allowed = gaple.with_rules("hands", "holder-opens:tile=6-6,fallback=true")
    for seed in range(30):
        round_ = allowed.deal(4, seed=seed)
        held = {str(tile) for hand in round_.hands for tile in hand if tile.is_double}
        first = "6-6" if "6-6" in held else min(held)
        assert moves(round_) == [first]


def test_decision_05_without_a_match_to_the_turned_up_tile(set_up: SetUp) -> None:
    """The first player has an ordinary turn: a dead tile, or a pass."""
    hands = ("1-1 3-3", "2-2", "4-4", "5-5")
    assert moves(set_up("2-6", *hands)) == ["x1-1", "x3-3"]
    assert moves(set_up("2-6", *hands, rules=["pass"])) == ["pass"]


def test_decision_06_going_out_comes_before_the_block(set_up: SetUp) -> None:
    """The last tile empties the hand and blocks: the reason is going out."""
    over = set_up("2-6", "2-2", "3-3", "4-4", "5-5").play("2-2")
    assert outcome_of(over).reason is EndReason.WENT_OUT


def test_decision_07_a_block_ends_at_once(set_up: SetUp) -> None:
    """With dead tiles in use too: nobody lays further tiles face down."""
    round_ = set_up("6-2", "1-2 3-5 3-3", "4-4 4-5", "5-5", "0-0 0-4", dead=["", "3-4"])
    assert round_.play("1-2").outcome is not None
    assert outcome_of(round_.play("1-2")).reason is EndReason.BLOCKED
    assert outcome_of(round_.play("1-2")).counts == (14, 24, 10, 4)


def test_decision_08_a_last_dead_tile_need_not_end_the_round(set_up: SetUp) -> None:
    """Seats without tiles are skipped; it ends by a last tile laid, a block, or no tiles."""
    rules = ["discard-plays-on"]
    round_ = set_up("2-6", "1-1", "2-3 2-2", "3-4 0-4", "5-5 0-0", rules=rules).play("x1-1")
    assert (round_.to_move, round_.outcome) == (1, None)
    round_ = round_.play("2-3@L").play("3-4@L").play("x0-0")
    assert round_.to_move == 1, "seat 0 sits out"
    over = set_up("2-6", "1-1", "2-3", "3-4 0-4", "5-5", rules=rules).play("x1-1").play("2-3@L")
    assert outcome_of(over).reason is EndReason.WENT_OUT
    assert outcome_of(over).counts == (2, 0, 11, 10)
    # all hands empty: each last tile went face down but nothing was blocked before
    last = set_up("2-6", "", "", "", "3-3", to_move=3, rules=rules, dead=["1-1", "4-4", "5-5"])
    assert outcome_of(last).reason is EndReason.BLOCKED, "nothing fits any more"
    ends_at_once = set_up("2-6", "1-1", "2-3 2-2", "3-4", "5-5").play("x1-1")
    assert outcome_of(ends_at_once).reason is EndReason.WENT_OUT


def test_decision_09_after_a_tie_the_same_opener(
    gaple: Variant, set_up: SetUp, finish: Callable[[Round], Round]
) -> None:
    """The right has not passed: the same opener by the same rule."""
    rules = gaple.with_rules("tie-break")
    tie = set_up("0-0", "1-5", "2-4", "6-6", "5-5", rules=["tie-break"])
    assert outcome_of(tie).is_tie
    won_by_2 = set_up("0-0", "3-3", "4-4", "1-1", "5-5", rules=["tie-break"])
    # first round: the opening tile again
    assert moves(rules.deal(4, seed=3, previous=[tie])) == ["0-0"]
    assert moves(rules.deal(4, seed=3, previous=[tie, tie])) == ["0-0"]
    # later: the winner of the last round that was won
    after = rules.deal(4, seed=3, previous=[won_by_2, tie])
    again = rules.deal(4, seed=3, previous=[tie, won_by_2])
    assert (after.to_move, moves(after)) == (again.to_move, moves(again))
    # a turned-up tile: whom the lot chose
    ties = (finish(rules.deal(5, seed=seed)) for seed in range(2000))
    first = next(one for one in ties if outcome_of(one).is_tie)
    for seed in range(6):
        assert rules.deal(5, seed=seed, previous=[first]).to_move == first.start.to_move


def test_decision_10_partners_with_five_seats(gaple: Variant) -> None:
    """Refused, with the number that would do."""
    with pytest.raises(InvalidDealError, match="for 4 seats, not 5"):
        gaple.with_rules("partners").deal(5, seed=1)


def test_decision_11_a_partners_blank_saves_nothing(gaple: Variant) -> None:
    """The lone [0-0] counts 25 whatever the partner holds."""
    outcome = gaple.with_rules("lone-blank", "partners").score(["0-0", "6-6", "0-5", "5-5"])
    assert outcome.counts == (25, 12, 5, 10)


def test_decision_12_the_effective_value_is_the_tile(gaple: Variant) -> None:
    """In the tie-break [0-0] is worth 25 (or 0), its end 0; a dead one alone is 25."""
    rules = gaple.with_rules("lone-blank")
    assert rules.score(["x0-0", "6-6"]).counts == (25, 12)
    assert rules.score(["x0-0 0-5", "6-6"]).counts == (5, 12)
    lone = rules.score(["0-0", "6-6 5-6 1-1"])
    assert (lone.counts, lone.winners, lone.decided_by) == ((25, 25), (1,), "lowest-tile")
    # beside [0-5] it is a tile worth 0, the lowest there is
    beside = rules.score(["0-0 0-5", "1-1 1-2"])
    assert (beside.counts, beside.winners, beside.decided_by) == ((5, 5), (0,), "lowest-tile")


def test_decision_13_a_tie_can_remain(gaple: Variant) -> None:
    """{[0-0][1-6]} against {[0-2][2-5]} with 2 or 1 for the blank double."""
    outcome = gaple.with_rules("blank-double").score(["[0-0][1-6]", "[0-2][2-5]"])
    assert outcome.counts == (9, 9)
    assert (outcome.winners, outcome.decided_by, outcome.leader) == ((0, 1), None, None)
    assert outcome.points == (0, 0)
    assert outcome.is_tie


@pytest.mark.parametrize(
    ("tile", "ends", "points"),
    [("2-5", (2, 5), 3), ("2-5", (5, 2), 3), ("2-5", (5, 5), 1), ("5-5", (5, 5), 4)],
)
def test_decision_14_fitting_both_ends(
    gaple: Variant, tile: str, ends: tuple[int, int], points: int
) -> None:
    """Two different ends, matched by the tile's two; a double is the double bonus only."""
    rules = gaple.with_rules("win-bonuses")
    outcome = rules.score({"A": "", "B": "6-6"}, last_tile=tile, ends=ends)
    assert outcome.points == (points, 0)


def test_decision_15_points_for_a_forced_pass(set_up: SetUp) -> None:
    """To whoever laid the last tile, not for the partner's pass, and for passes only."""
    hands = ("6-6 0-1", "2-2", "3-3", "4-4")

    def play(*rules: str) -> Round:
        round_ = set_up("1-1,1-6", *hands, rules=["forced-pass-points", *rules])
        for move in ("6-6", "pass", "pass", "pass"):
            round_ = round_.play(move)
        return round_

    assert play("pass").scored == (3, 0, 0, 0)
    assert play("pass", "partners").scored == (2, 0, 2, 0)
    dead = set_up("1-1,1-6", "6-6 0-1", "2-2 0-2", *hands[2:], rules=["forced-pass-points"])
    assert dead.play("6-6").play("x2-2").scored == (0, 0, 0, 0)
    # not for one's own pass, and nobody laid the turned-up tile
    own = play("pass").play("0-1").outcome
    assert own is not None
    assert own.points == (4, 0, 0, 0)
    first = set_up("1-6", "2-2", "1-1", "3-3", "4-4", rules=["forced-pass-points", "pass"])
    assert first.play("pass").scored == (0, 0, 0, 0)


def test_decision_16_locker_and_fewest_tiles_stand_first(gaple: Variant) -> None:
    """They are looked at before the lowest tile, else they would never act."""
    for rules in (("tie-to-locker",), ("tie-fewest-tiles",), ("tie-to-locker", "tie-fewest-tiles")):
        variant = gaple.with_rules(*rules)
        ranks = {rung.code: rung.rank for rung in variant.ladder}
        for code in set(ranks) & {"locker", "fewest-tiles"}:
            assert ranks["count"] < ranks[code] < ranks["lowest-tile"] < ranks["lowest-end"]


def test_decision_17_the_opener_empties_first(
    gaple: Variant, finish: Callable[[Round], Round]
) -> None:
    """With dead tiles every turn takes a tile out of the hand, in every deal."""
    blocked = 0
    for variant, seats in (
        (gaple, 4),
        (gaple, 5),
        (gaple.with_rules("hands"), 4),
    ):
        for seed in range(40):
            over = finish(variant.deal(seats, seed=seed))
            if outcome_of(over).reason is EndReason.WENT_OUT:
                assert over.end == (EndReason.WENT_OUT, over.start.to_move)
            else:
                blocked += 1
    assert 10 < blocked < 60, "a block in about a fifth of the rounds"


def test_decision_18_points(gaple: Variant) -> None:
    """One to each winner; a bonus replaces it, pass points add, a tie gives nothing."""
    hands = ["", "1-1", "6-6", "5-5"]
    assert gaple.score(hands).points == (1, 0, 0, 0)
    assert gaple.with_rules("partners").score(hands).points == (1, 0, 1, 0)
    bonus = gaple.with_rules("win-bonuses", "partners")
    assert bonus.score(hands, last_tile="3-3").points == (4, 0, 4, 0)


def test_decision_18_pass_points_are_added(set_up: SetUp) -> None:
    """Points scored during play come on top of what the round is worth."""
    rules = ["pass", "forced-pass-points", "win-bonuses"]
    round_ = set_up("1-1,1-6", "6-6 0-1", "2-2", "3-3", "4-4", rules=rules)
    for move in ("6-6", "pass", "pass", "pass", "0-1"):
        round_ = round_.play(move)
    assert outcome_of(round_).points == (4, 0, 0, 0)


def test_decision_19_the_opener_after_a_sum(gaple: Variant) -> None:
    """Of the winning side the lower count, then the lowest tile, then its lowest end."""
    rules = gaple.with_rules("partners:by=sum")
    assert rules.score(["5-5", "0-2", "6-6", "0-1"]).leader == 3
    assert rules.score(["5-5", "0-4", "6-6", "1-1 0-2"]).leader == 3
    assert rules.score(["5-5", "0-4", "6-6", "2-2"]).leader == 1
    # neither the number of tiles nor the lock, and with fewer steps for ties all the same
    fewest = gaple.with_rules("partners:by=sum", "tie-fewest-tiles")
    assert fewest.score(["5-5", "0-4", "6-6", "1-1 0-2"]).leader == 3
    no_steps = gaple.with_rules("partners:by=sum", "tie-break")
    assert no_steps.score(["5-5", "0-4", "6-6", "2-2"]).leader == 1
