"""
House rules in company: who wins, what is one rule given twice, and for whom there is a game left.
"""

from __future__ import annotations

import itertools

import pytest

from tilerules import HouseRuleConflictError, InvalidDealError, InvalidVariantError, Variant
from tilerules.rulesets.leaves import leaves

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")

STEPS = ("fewest-tiles", "locker", "lowest-tile", "lowest-end")
CHAINS = [chain for length in range(1, 5) for chain in itertools.permutations(STEPS, length)]


def kinds(variant: Variant) -> set[str]:
    """Give the kinds of move a variant has."""
    return {action.code for action in variant.actions}


def test_the_later_of_pass_and_draw_wins(gaple: Variant) -> None:
    """Wholly: nothing of the other is left."""
    last_draws = gaple.with_rules("pass", "draw", on_conflict="last")
    assert last_draws == gaple.with_rules("draw")
    last_passes = gaple.with_rules("draw", "pass", on_conflict="last")
    assert last_passes == gaple.with_rules("pass")
    assert kinds(last_passes) == {"place", "pass"}


@pytest.mark.parametrize("first", ["pass", "draw"])
def test_pass_and_draw_are_refused_in_either_order(gaple: Variant, first: str) -> None:
    """Like other rules that change the same thing."""
    second = {"pass": "draw", "draw": "pass"}[first]
    with pytest.raises(HouseRuleConflictError, match="on_conflict='last'") as caught:
        gaple.with_rules(first, second)
    assert caught.value.rules == ("gaple/draw", "gaple/pass")
    assert caught.value.parameter


@pytest.mark.parametrize("on_conflict", ["refuse", "last"])
@pytest.mark.parametrize("rule", ["pass", "draw:most=2", "lone-blank", "hands:size=5"])
def test_a_rule_given_twice_is_applied_once(gaple: Variant, rule: str, on_conflict: str) -> None:
    """In one call or in two."""
    once = gaple.with_rules(rule)
    for twice in (
        gaple.with_rules(rule, rule, on_conflict=on_conflict),
        once.with_rules(rule, on_conflict=on_conflict),
    ):
        assert twice == once
        assert twice.applied == once.applied


def test_a_rule_given_twice_differently_is_a_conflict(gaple: Variant) -> None:
    """The last may win, also if it was the first as well."""
    two, three = "lone-blank:points=2", "lone-blank:points=3"
    with pytest.raises(HouseRuleConflictError, match=r"points=2.*points=3"):
        gaple.with_rules(two, three)
    last = gaple.with_rules(two, three, two, on_conflict="last")
    assert last == gaple.with_rules(two)
    assert [str(rule) for rule in last.applied] == [f"gaple/{three}", f"gaple/{two}"]


def test_hand_sizes_for_different_numbers_of_seats(gaple: Variant) -> None:
    """A row of the table each; a second rule for the same row is refused."""
    two, three = "hands:size=14,seats=2", "hands:size=9,seats=3"
    both = gaple.with_rules(two, three)
    assert both == gaple.with_rules(three, two)
    assert both.seats == (2, 3, 4, 5)
    assert [len(hand) for hand in both.deal(3, seed=1).hands] == [9] * 3
    with pytest.raises(HouseRuleConflictError) as caught:
        gaple.with_rules(two, "hands:size=13,seats=2")
    assert caught.value.parameter == "dealing.sizes[2]"
    assert [change.path for change in both.diff(gaple)] == [
        "seats[2]",
        "seats[3]",
        "dealing.sizes[2]",
        "dealing.sizes[3]",
    ]
    assert leaves(both)["dealing.sizes[3]"].value == 9


@pytest.mark.parametrize("rule", ["holder-opens", "round-double"])
def test_seats_that_are_left_out(gaple: Variant, rule: str) -> None:
    """Where three tiles are left a holder may be missing; the fallback lets five play."""
    four = gaple.with_rules(rule)
    assert four.seats == (4,)
    assert "- For 4 players." in str(four.rulebook())
    assert "to 5 players" not in str(four.rulebook())
    with pytest.raises(InvalidDealError, match=r"for 4 seats, not 5: .*':fallback=true'"):
        four.deal(5)
    assert gaple.with_rules(f"{rule}:fallback=true").seats == (4, 5)


@pytest.mark.parametrize("rule", ["holder-opens", "round-double"])
def test_rules_that_leave_no_game(gaple: Variant, rule: str) -> None:
    """Refused at once, with what is wrong for each number of players."""
    with pytest.raises(InvalidVariantError, match=r"makes no game: for 4 players: .* 5 players: "):
        gaple.with_rules("hands", rule)
    assert gaple.with_rules("hands", f"{rule}:fallback=true").seats == (4, 5)
    # A later rule may give what an earlier one lacked.
    assert gaple.with_rules(rule).with_rules("hands:size=14,seats=2").seats == (2, 4)


def test_partners_are_four(gaple: Variant) -> None:
    """A rule about another number of players is refused beside it, in either order."""
    for rules in (("partners", "hands:size=7,seats=2"), ("hands:size=7,seats=2", "partners")):
        with pytest.raises(InvalidVariantError, match="partners need four seats, not 2"):
            gaple.with_rules(*rules)
    assert gaple.with_rules("partners", "hands").seats == (4,)
    with pytest.raises(InvalidDealError, match="partners need four seats, not 5"):
        gaple.with_rules("partners").deal(5)


@pytest.mark.parametrize("chain", CHAINS, ids="+".join)
def test_every_chain_of_steps(gaple: Variant, chain: tuple[str, ...]) -> None:
    """After the count come just these steps, in their order."""
    variant = gaple.with_rules(f"tie-break:steps={'+'.join(chain)}")
    assert [rung.code for rung in variant.plan(4).ladder] == ["count", *chain]
    live = gaple.with_rules("live-tie-break", f"tie-break:steps={'+'.join(chain)}")
    assert live == gaple.with_rules(f"tie-break:steps={'+'.join(chain)}", "live-tie-break")


def test_chains_decide_in_their_order(gaple: Variant) -> None:
    """One hand has fewer tiles, another the lowest tile, a third blocked the round."""
    hands = ["2-6", "1-1 0-6", "1-2 0-5"]

    def winner(steps: str) -> tuple[int, ...]:
        return gaple.with_rules(f"tie-break:steps={steps}").score(hands, by=2).winners

    assert winner("fewest-tiles+locker") == (0,)
    assert winner("locker+fewest-tiles") == (2,)
    assert winner("lowest-tile+locker") == (1,)
    assert winner("lowest-end+lowest-tile") == (2,) or winner("lowest-end") != (2,)
    assert winner("none") == (0, 1, 2)


@pytest.mark.parametrize("steps", ["lowest", "locker+locker", "+", "none+locker", "locker+"])
def test_chains_that_are_none(gaple: Variant, steps: str) -> None:
    """Unknown steps, and steps that stand twice."""
    with pytest.raises(InvalidVariantError, match="each once and joined by"):
        gaple.with_rules(f"tie-break:steps={steps}")


def test_the_leader_is_found_the_usual_way(gaple: Variant) -> None:
    """A moved step decides rounds, not which of two partners opens next."""
    hands = ["5-5", "0-4", "6-6", "2-2"]
    plain = gaple.with_rules("partners:by=sum")
    moved = gaple.with_rules("partners:by=sum", "tie-break:steps=lowest-end+lowest-tile")
    assert plain.score(hands).leader == moved.score(hands).leader
