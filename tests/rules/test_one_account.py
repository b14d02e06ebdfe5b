"""
A side has one account, and who went out is a fact of the round.
"""

from __future__ import annotations

import random

import attrs
import pytest

import tilerules
from tilerules import InvalidVariantError, Match, PluginError, Round, Variant
from tilerules.scorers import Adjustment, RoundEnd, Verdict
from tilerules.testing.checks.house_rules import settings
from tilerules.testing.lookup import applied

GAPLE = tilerules.variant("gaple")
TRAIN = tilerules.variant("mexican-train")
FOUR = [one for one in tilerules.variants() if 4 in one.seats]
BY = ("table/partners:by=sum", "table/partners:by=winner")


def rounds(variant: Variant, seed: int, number: int = 2) -> Match:
    """
    Play rounds of a match at random; the host calls time now and then where it may.
    """
    rng = random.Random(seed)
    match = variant.match(4, seed=seed)
    has_time = variant.action("time") is not None
    while True:
        state = match.round
        if state.outcome is not None:
            if match.number == number or match.outcome is not None:
                return match
            match = match.next_round()
        elif has_time and rng.random() < 0.05:
            match = match.host("time")
        elif state.plan.is_lazy:
            # A turn of many tiles is searched for; without one there is nothing to wait for.
            match = match.play(next(iter(state.legal_moves)))
        else:
            match = match.play(rng.choice(list(state.legal_moves)))


def test_a_fine_is_the_sides() -> None:
    """
    Who overruns in every turn loses the match with the partner: the side pays 11 each time.
    """
    variant = GAPLE.with_rules(
        "pass", "out-wins", "partners:by=sum", "time-limit:fine=11", "rounds:rounds=3"
    )
    match, fines = variant.match(["A", "B", "C", "D"], seed=0), 0
    while match.outcome is None:
        if match.round.outcome is not None:
            match = match.next_round()
        if match.round.to_move == 0:
            match, fines = match.host("time"), fines + 1
        match = match.play(next(iter(match.round.legal_moves)))
    won = sum(1 for one in match.outcomes if 0 in one.winners)

    assert fines
    assert (won - 11 * fines,) * 2 == (match.totals[0], match.totals[2])
    assert (3 - won,) * 2 == (match.totals[1], match.totals[3])
    assert (1, 3) == match.outcome.winners


@pytest.mark.slow
@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("variant", FOUR, ids=str)
def test_partners_are_level(variant: Variant, by: str) -> None:
    """
    With every rule that scores beside them partners have the same points after each round.
    """
    partners, tried = variant.with_rules(by), 0
    for rule in variant.house_rules:
        parts = [partners.settlement, *partners.adjustments, *partners.effects, partners.ranking]
        for bound in settings(rule):
            try:
                changed = applied(partners, bound)
            except InvalidVariantError:
                continue
            now = [changed.settlement, *changed.adjustments, *changed.effects, changed.ranking]
            if now == parts and bound.rule.key != "table/time-limit":
                continue
            if changed.plan(4).is_lazy and tried > 6:
                continue
            match, tried = rounds(changed, tried, 1 if changed.plan(4).is_lazy else 2), tried + 1
            for outcome in match.outcomes:
                assert outcome.points[:2] == outcome.points[2:], bound
            assert match.totals[:2] == match.totals[2:]
    assert tried


@pytest.mark.parametrize(
    ("rules", "hands", "sums"),
    [
        # What both hold goes onto the total of the side.
        ((), ("", "1-2", "5-5", "3-4"), (10, 10)),
        (("winner-collects",), ("", "1-2", "5-5", "3-4"), (10, 0)),
        (("winner-collects",), ("1-1", "", "5-5", "3-4"), (0, 12)),
    ],
)
@pytest.mark.parametrize("by", BY)
def test_what_a_side_gets(
    by: str, rules: tuple[str, ...], hands: tuple[str, ...], sums: tuple[int, int]
) -> None:
    """
    A settlement books once to a side what its sentence gives a player, for the hands of both.
    """
    if by.endswith("sum") and hands[0]:
        pytest.skip("the lower sum is that of the side that went out")
    outcome = TRAIN.with_rules(by, *rules).score(list(hands))

    assert (*sums, *sums) == outcome.points


def test_a_part_that_books_to_one_partner_is_told_so() -> None:
    """
    An adjustment that gives one of two partners more is at fault, by name.
    """

    @attrs.frozen
    class Own(Adjustment):
        """Pays the first seat alone."""

        code = "own"
        rank = 700

        def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
            return attrs.evolve(verdict, points=(verdict.points[0] + 1, *verdict.points[1:]))

    rules = GAPLE.with_rules("partners").put(Own())

    with pytest.raises(PluginError, match=r"own.*one account"):
        rules.score(["1-1", "2-2", "3-3", "4-4"])


def out_on_a_double(*rules: str) -> Round:
    """
    Play the round in which the first player goes out with a double in the first turn.
    """
    game = tilerules.variant("mexican-train+cardinal").with_rules(*rules)
    hands = ["12-12 12-5 5-5", "12-3 0-2 7-8", "12-1 1-2 7-9"]
    deals = (game.deal(3, hands=hands, seed=seed) for seed in range(80))
    state = next(one for one in deals if one.to_move == 0)
    for move in ("12-12", "5-12@0", "5-5@0"):
        state = state.play(move)
    while state.outcome is None:
        state = state.play(next(iter(state.legal_moves)))
    return state


def test_who_went_out_with_a_double_did_so_whoever_moves_after() -> None:
    """
    What the others hold counts twice, also where they have their first turns first.
    """
    twice = "last-double:must=count-twice"
    for rules in ((twice,), (twice, "others-finish-first-turns")):
        state = out_on_a_double(*rules)
        assert state.outcome is not None
        counts = state.outcome.counts
        assert counts[0] == 0 < min(counts[1:])
        assert tuple(2 * one for one in counts) == state.outcome.points
        assert state == tilerules.parse_position(str(state.position))


def test_who_went_out_collects() -> None:
    """
    A lone [0-0] counts nothing, but its owner has not gone out.
    """
    outcome = TRAIN.with_rules("winner-collects").score(["", "5-5", "0-0"])

    assert ((10, 0, 0), (0,)) == (outcome.points, outcome.winners)
