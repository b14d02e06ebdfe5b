"""
The options: what each house rule does, and that every value plays whole matches.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

import tilerules
from tilerules import (
    HouseRule,
    HouseRuleConflictError,
    InvalidDealError,
    Joker,
    Match,
    Round,
    SeatError,
    Variant,
)
from tilerules.melds.plays import MeldPlays
from tilerules.rulesets import BoundRule
from tilerules.testing.checks.house_rules import settings
from tilerules_rummy import HOUSE_RULES

SetUp = Callable[..., Round]

TABLE = "r1 r2 r3"


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


SETTINGS = [setting for rule in HOUSE_RULES for setting in settings(rule)]
"""Each house rule by its defaults, and with each parameter at its other values."""


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_value_plays_whole_matches(
    rummy: Variant, setting: BoundRule, finish_match: Callable[[Match], Match]
) -> None:
    """A match comes to its end: of one round, if the rule does not speak of its length."""
    variant = rummy.with_rules(setting)
    if variant.length.code == "first-to" and setting.rule.key != "rummy/max-rounds":
        variant = variant.with_rules("rummy/max-rounds:rounds=1")
    match = finish_match(variant.match(variant.seats[0], seed=str(setting)))
    assert match.outcome is not None
    assert all(len(one.moves) <= variant.most_moves for one in match.rounds)


def test_every_option_of_the_digest_is_there(rummy: Variant) -> None:
    """Each option of section 6 is a parameter, at its default value."""
    parts = {part.code: part for part in rummy.constraints}
    meld, jokers = parts["initial-meld"], parts["freed-jokers"]
    assert (30, False, "value", True, False) == (
        meld.at_least,  # type: ignore[attr-defined]
        meld.single,  # type: ignore[attr-defined]
        meld.joker,  # type: ignore[attr-defined]
        meld.rearrange,  # type: ignore[attr-defined]
        meld.lay_off,  # type: ignore[attr-defined]
    )
    assert ("rack_or_table", "any", False, False) == (
        jokers.price,  # type: ignore[attr-defined]
        jokers.destination,  # type: ignore[attr-defined]
        jokers.lock,  # type: ignore[attr-defined]
        jokers.both_colours,  # type: ignore[attr-defined]
    )
    assert (None, "low") == (rummy.layout.max_jokers_per_meld, rummy.layout.one_high)  # type: ignore[attr-defined]
    assert ((), ("draw",)) == (
        rummy.action("draw").only_without,
        rummy.action("pass").only_without,
    )
    assert ("after", None) == (rummy.starting.when, rummy.starting.later)  # type: ignore[attr-defined]
    assert "difference" == rummy.settlement.stuck  # type: ignore[attr-defined]
    assert (200, None) == (rummy.length.target, rummy.length.most)  # type: ignore[attr-defined]
    assert len(HOUSE_RULES) >= 12


def test_initial_meld_of_50(set_up: SetUp) -> None:
    """initial-meld: 30 points are too few, or any meld will do."""
    hand = "r9 r10 r11 y1 y2 y3 k5"
    assert ["opening-too-low"] == codes(
        set_up("", hand, "k1", opened=(), rules=["initial-meld"]), "r9 r10 r11"
    )
    any_meld = set_up("", hand, "k1", opened=(), rules=["initial-meld:points=1"])
    assert [] == codes(any_meld, "y1 y2 y3")


def test_lay_off_before_opening(set_up: SetUp) -> None:
    """lay-off-before-opening: tiles may be added, no more, and that is no opening."""
    rules = ["lay-off-before-opening"]
    round_ = set_up(
        f"{TABLE} | k7 b7 J", "r4 y7 k2 k3 y1 y2", "y13", opened=(1,), rules=rules, stock="b1 b2"
    )
    assert [] == codes(round_, "r1 r2 r3 r4 | k7 b7 J")
    assert [] == codes(round_, "r1 r2 r3 r4 | k7 b7 y7 J")
    assert ["opening-too-low"] == codes(round_, "r1 r2 | r3 r4 | k7 b7 J")[-1:]
    listed = {move.notation for move in round_.legal_moves if move.kind == "lay"}
    assert {
        "r1 r2 r3 r4 | k7 b7 J(r7)",
        "r1 r2 r3 | y7 k7 b7 J(r7)",
        "r1 r2 r3 r4 | y7 k7 b7 J(r7)",
    } == listed
    after = round_.play("r1 r2 r3 r4 | k7 b7 J")
    assert (1,) == after.rest.get("opened")


def test_lay_off_while_opening_quietly(set_up: SetUp) -> None:
    """lay-off-before-opening and quiet-opening: both in one turn."""
    rules = ["lay-off-before-opening", "quiet-opening"]
    round_ = set_up("b5 b6 b7", "b8 r10 k10 y10 r1", "k1", opened=(1,), rules=rules)
    assert [] == codes(round_, "b5 b6 b7 b8 | r10 k10 y10")
    assert [] == codes(round_, "b5 b6 b7 | r10 k10 y10")
    assert "opening-changes-table" in codes(round_, "b5 b6 | b7 b8 | r10 k10 y10")
    laid = [move.notation for move in round_.legal_moves if move.kind == "lay"]
    assert {
        "b5 b6 b7 | r10 y10 k10",
        "b5 b6 b7 b8",
        "b5 b6 b7 b8 | r10 y10 k10",
    } == set(laid)
    assert 3 == len(laid)


def test_must_lay(set_up: SetUp) -> None:
    """must-lay: whoever can lay may not draw."""
    able = set_up(TABLE, "r4 k9", "k1", stock="b1", rules=["must-lay"])
    assert ["must-lay"] == codes(able, "draw")
    assert "r1 r2 r3 r4" in str(able.explain("draw")[0])
    assert ["r1 r2 r3 r4"] == [move.notation for move in able.legal_moves]
    assert "stock-first" in codes(able, "pass")
    unable = set_up(TABLE, "k9", "k1", stock="b1", rules=["must-lay"])
    assert ["draw"] == [move.notation for move in unable.legal_moves]
    empty = set_up(TABLE, "r4 k9", "k1", rules=["must-lay"])
    assert [] == codes(empty, "pass")


def test_draw_more(set_up: SetUp) -> None:
    """draw-more: draw until something can be laid, in the same turn; or up to so many."""
    round_ = set_up(TABLE, "k9", "k1", stock="b1 b2 r4 b4", rules=["draw-more"])
    after = round_.play("draw").play("draw").play("draw")
    assert 0 == after.to_move
    assert ["must-lay"] == codes(after, "draw") == codes(after, "pass")
    assert 1 == after.play("r1 r2 r3 r4").to_move
    two = set_up(TABLE, "k9", "k1", stock="b1 b2 b3", rules=["draw-more:most=2"])
    after = two.play("draw").play("draw")
    assert ["drawn-enough"] == codes(after, "draw")
    assert 1 == after.play("pass").to_move


def test_no_idle_pass(set_up: SetUp) -> None:
    """no-idle-pass: with an empty stock whoever can lay must."""
    rules = ["no-idle-pass"]
    assert ["must-lay"] == codes(set_up(TABLE, "r4 k9", "k1", rules=rules), "pass")
    assert [] == codes(set_up(TABLE, "k9", "k1", rules=rules), "pass")
    assert [] == codes(set_up(TABLE, "r4 k9", "k1", stock="b1", rules=rules), "draw")


def test_last_turns(set_up: SetUp) -> None:
    """last-turns: everybody has one more turn, whatever is laid; then whole hands are paid."""
    rules = ["last-turns", "full-hands"]
    round_ = set_up(TABLE, "k9", "r4 k5", "b2", stock="b1", rules=rules).play("draw")
    for move in ("r1 r2 r3 r4", "pass"):
        round_ = round_.play(move)
        assert round_.outcome is None
    round_ = round_.play("pass")
    assert round_.outcome is not None
    assert (10, 5, 2) == round_.outcome.counts
    assert (-10, -5, 15) == round_.outcome.points


def test_joker_value(rummy: Variant) -> None:
    """joker-value: a joker left counts 25, or 50."""
    assert 26 == rummy.with_rules("joker-value").score(["", "J r1"]).counts[1]
    assert 51 == rummy.with_rules("joker-value:points=50").score(["", "J r1"]).counts[1]


def test_unopened_pay_needs_play(rummy: Variant, set_up: SetUp) -> None:
    """unopened-pay: all who have opened pay their hands; hands scored without play say who has."""
    rules = rummy.with_rules("unopened-pay")
    hands = {"A": "", "B": "r10 k5", "C": "r13 k13"}
    with pytest.raises(InvalidDealError, match="name them as opened"):
        rules.score(hands)
    assert (41, -15, -26) == rules.score(hands, opened=["B", 2]).points
    assert (126, -100, -26) == rules.score(hands, opened=["C"]).points
    assert (200, -100, -100) == rules.score(hands, opened=[]).points
    with pytest.raises(SeatError, match="there is no seat"):
        rules.score(hands, opened=["D"])
    stuck = set_up(TABLE, "k9", "k1 k2", opened=(0,), rules=["unopened-pay"])
    stuck = stuck.play("pass").play("pass")
    assert stuck.outcome is not None
    assert (1,) == stuck.outcome.winners
    assert (-6, 6) == stuck.outcome.points


def test_penalty_points(rummy: Variant) -> None:
    """penalty-points: counts are added, and the lowest total wins."""
    variant = rummy.with_rules("penalty-points")
    assert (0, 15, 22) == variant.score(["", "r10 k5", "b13 b9"]).points
    assert (5,) < (10,) == variant.ranking.keys((), (5, 10), 1)


def test_penalty_points_with_other_ways_to_pay(rummy: Variant, set_up: SetUp) -> None:
    """penalty-points: what others have losers pay is added to their totals, a bonus taken off."""
    league = rummy.with_rules("penalty-points", "league-points")
    assert (-50, 20, 25) == league.score(["", "r13 k12", "r13 k13"]).points
    rules = ["penalty-points", "unopened-pay"]
    round_ = set_up(TABLE, "r4", "k1 k2", "k3", opened=(0, 2), rules=rules)
    outcome = round_.play("r1 r2 r3 r4").outcome
    assert outcome is not None
    assert (0, 100, 3) == outcome.points


def test_most_wins_counts_rounds_won_alone(rummy: Variant, set_up: SetUp) -> None:
    """most-wins: a joint win is no round won."""
    joint = set_up(TABLE, "k1", "b1").play("pass").play("pass").outcome
    assert joint is not None
    keys = rummy.with_rules("most-wins").ranking.keys([joint], (0, 0), 0)
    assert 0 == keys[0]


def test_joker_each(rummy: Variant) -> None:
    """joker-each: a joker and 13 others for each of two, and no hand with three pairs."""
    variant = rummy.with_rules("joker-each")
    assert (2,) == variant.seats
    redealt = 0
    for seed in range(60):
        round_ = variant.deal(2, seed=seed)
        redealt += round_.rest.setup.redeals > 0
        for hand in round_.hands:
            faces = Counter(hand)
            assert (14, 1) == (len(hand), faces[Joker()])
            assert sum(count // 2 for count in faces.values()) < 3
    assert redealt


def test_joker_each_is_known(rummy: Variant, set_up: SetUp) -> None:
    """joker-each: a sampled round gives the others their joker too, and no three pairs."""
    variant = rummy.with_rules("joker-each")
    for seed in range(12):
        view = variant.deal(2, seed=seed).play("draw").view(0)
        hand = view.sample(random.Random(seed)).start.hands[1]
        assert Joker() in hand
        assert sum(count // 2 for count in Counter(hand).values()) < 3
    later = set_up(TABLE, "k1 k2", "y1 y2", stock="b1 b2", rules=["joker-each"])
    assert 2 == len(later.view(0).sample(random.Random(1)).hands[1])


def test_draw_before_deal(rummy: Variant) -> None:
    """draw-before-deal: the lots say nothing about the stock."""
    variant = rummy.with_rules("draw-before-deal")
    rounds = [variant.deal(4, seed=seed) for seed in range(30)]
    assert all(variant.starting.shown(round_) for round_ in rounds)
    assert all(() == variant.starting.seen_in_stock(round_) for round_ in rounds)
    held = [
        tile
        for round_ in rounds
        for tile in variant.starting.shown(round_)
        if tile not in map(str, round_.stock)
    ]
    assert held


def test_next_starter(rummy: Variant, finish_match: Callable[..., Match]) -> None:
    """next-starter: the winner opens, or the player after the last opener."""
    for who in ("winner", "rotate"):
        variant = rummy.with_rules(f"next-starter:who={who}")
        match = finish_match(variant.match(3, seed=4), 4)
        for before, after in pairwise(match.rounds):
            assert before.outcome is not None
            opener = before.start.to_move
            assert opener is not None
            expected = before.outcome.leader if who == "winner" else (opener + 1) % 3
            assert expected == after.start.to_move
            assert after.rest.get("start-draw") is None


@pytest.mark.parametrize(("who", "draws_lots"), [("winner", True), ("rotate", False)])
def test_next_starter_after_a_joint_win(set_up: SetUp, who: str, draws_lots: bool) -> None:
    """next-starter: after a joint win lots are drawn for a winner, and rotating goes on."""
    rules = [f"next-starter:who={who}"]
    joint = set_up(TABLE, "k1", "b1", to_move=1, rules=rules).play("pass").play("pass")
    assert joint.outcome is not None
    assert joint.outcome.is_tie
    after = joint.variant.deal(2, seed=1, previous=[joint])
    assert draws_lots == (after.rest.get("start-draw") is not None)
    assert draws_lots or 0 == after.to_move


def test_counter_clockwise(set_up: SetUp) -> None:
    """counter-clockwise: the turn goes down."""
    round_ = set_up(TABLE, "k1", "k2", "k3", stock="b1", rules=["direction"])
    assert 2 == round_.play("draw").to_move


def test_time_limit(rummy: Variant, set_up: SetUp) -> None:
    """time-limit: other seconds, or one tile only."""
    variant = rummy.with_rules("time-limit:seconds=30,tiles=1")
    assert "30 seconds" in str(variant.rulebook())
    round_ = set_up(TABLE, "k1", "k2", stock="b1 b2", rules=["time-limit:tiles=1"])
    assert "k1 b1" == str(round_.host("time").hands[0])


def test_leave(set_up: SetUp) -> None:
    """leave: the hand counts for nobody, and the round goes on without the seat."""
    round_ = set_up(TABLE, "k9", "r4 k5", "b13", stock="b1", rules=["leave"]).host("leave@2")
    after = round_.play("draw").play("pass") if round_.explain("draw") else round_.play("draw")
    assert 1 == after.to_move
    done = after.play("r1 r2 r3 r4").play("pass").play("pass")
    assert done.outcome is not None
    assert 2 not in done.outcome.winners
    assert 0 == done.outcome.points[2]


def test_joker_destination_is_solved(set_up: SetUp) -> None:
    """joker-destination: what is listed and what is best keep to it."""
    rules = ["joker-destination"]
    round_ = set_up("r7 k7 J | y1 y2 y3", "b7 y5 r1 r10 k10", "k1", rules=rules)
    assert all(not round_.explain(move) for move in round_.legal_moves)
    best = MeldPlays.of(round_).best()
    assert best is not None
    assert best.proven or not codes(round_, str(best))
    assert "r10 k10 J" in str(round_.parse("y1 y2 y3 | r7 k7 b7 | r10 k10 J").notation)


def test_conflicts_are_refused(rummy: Variant) -> None:
    """Two rules that change one thing are refused together."""
    for one, other in (
        ("rounds", "most-wins:rounds=6"),
        ("target", "rounds"),
        ("initial-meld", "initial-meld:points=40"),
    ):
        with pytest.raises(HouseRuleConflictError):
            rummy.with_rules(one, other)


def test_rules_combine_in_any_order(rummy: Variant) -> None:
    """Rules about different things go together, and their order does not matter."""
    keys = ["joker-lock", "both-colours", "quiet-opening", "high-one", "league-points", "leave"]
    one, other = rummy.with_rules(*keys), rummy.with_rules(*reversed(keys))
    assert one == other
    assert one.deal(2, seed=1) == other.deal(2, seed=1)


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=str)
def test_rules_have_a_source(rule: HouseRule) -> None:
    """Every house rule says who plays so, and is written about in the rule book."""
    assert rule.source
    assert rule.title in str(tilerules.variant("rummy").with_rules(rule).rulebook())


def test_single_and_quiet_opening(set_up: SetUp) -> None:
    """single-opening and quiet-opening: one meld opens, and others may lie beside it."""
    rules = ["single-opening", "quiet-opening"]
    round_ = set_up(TABLE, "r10 y10 k10 k1 k2 k3 b9", "y1", opened=(1,), rules=rules)
    both = "r1 r2 r3 | k1 k2 k3 | r10 y10 k10"
    assert [] == codes(round_, both)
    assert both in [move.notation for move in round_.legal_moves]
    assert ["opening-too-low"] == codes(round_, "r1 r2 r3 | k1 k2 k3")
