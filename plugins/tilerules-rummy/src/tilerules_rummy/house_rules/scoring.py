"""
House rules about what a round is worth.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.scorers.matches import LowestTotal
from tilerules.scorers.settlements import HandsAgainst
from tilerules.scorers.values import FixedValue
from tilerules_rummy.components import LeaguePoints, UnopenedPay

__all__ = ["RULES"]


def _penalty_points(variant: Variant) -> Variant:
    return variant.put(HandsAgainst(), LowestTotal())


RULES = (
    HouseRule(
        key="rummy/joker-value",
        title="Another penalty for a joker in the hand",
        apply=lambda variant, points: variant.put(FixedValue("J", points)),
        variants=("rummy",),
        parameters=(Parameter("points", 25, "What it counts, 25 or 50.", least=0),),
        source="R7, R17, R25",
    ),
    HouseRule(
        key="rummy/full-hands",
        title="In a stuck round losers pay their whole hands",
        text="By default they pay the difference to the lowest.",
        apply=lambda variant: variant.tune("collect-hands", stuck="full"),
        variants=("rummy",),
        source="R22",
    ),
    HouseRule(
        key="rummy/unopened-pay",
        title="Losers without an initial meld pay a fixed sum",
        apply=lambda variant, points, able: variant.put(UnopenedPay(points, able)),
        variants=("rummy",),
        parameters=(
            Parameter("points", 100, "What they pay.", least=0),
            Parameter("able", 200, "What they pay if they could have laid one.", least=0),
        ),
        source="R7",
    ),
    HouseRule(
        key="rummy/league-points",
        title="A cap on losses, and bonuses",
        apply=lambda variant, **points: variant.put(LeaguePoints(**points)),
        variants=("rummy",),
        parameters=(
            Parameter("cap", 25, "The most a loser pays.", least=0),
            Parameter("winner", 50, "What the winner gets on top.", least=0),
            Parameter("runner_up", 5, "What the best loser gets on top.", least=0),
        ),
        source="R11",
    ),
    HouseRule(
        key="rummy/penalty-points",
        title="Counts are added up, and the lowest total wins",
        apply=_penalty_points,
        variants=("rummy",),
        source="R18",
    ),
)
"""The rules, as the game's page lists them."""
