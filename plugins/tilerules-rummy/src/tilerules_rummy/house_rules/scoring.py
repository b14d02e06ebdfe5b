"""
House rules about what a round is worth.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Make, Parameter
from tilerules.scorers import FixedValue, HandsAgainst, LowestTotal
from tilerules_rummy.components import LeaguePoints, UnopenedPay

__all__ = ["RULES"]


_rule = partial(HouseRule, variants=("rummy",))

RULES = (
    _rule(
        "rummy/joker-value",
        "Another penalty for a joker in the hand",
        put=Make(FixedValue, tile="J"),
        parameters=(Parameter("points", 25, "What it counts, 25 or 50.", least=1),),
        source="R7, R17, R25",
    ),
    _rule(
        "rummy/full-hands",
        "In a stuck round losers pay their whole hands",
        text="By default they pay the difference to the lowest.",
        tune={"collect-hands.stuck": "full"},
        source="R22",
    ),
    _rule(
        "rummy/unopened-pay",
        "Losers without an initial meld pay a fixed sum",
        put=UnopenedPay,
        parameters=(
            Parameter("points", 100, "What they pay.", least=0),
            Parameter("able", 200, "What they pay if they could have laid one.", least=0),
        ),
        source="R7",
    ),
    _rule(
        "rummy/league-points",
        "A cap on losses, and bonuses",
        put=LeaguePoints,
        parameters=(
            Parameter("cap", 25, "The most a loser pays.", least=0),
            Parameter("winner", 50, "What the winner gets on top.", least=0),
            Parameter("runner_up", 5, "What the best loser gets on top.", least=0),
        ),
        source="R11",
    ),
    _rule(
        "rummy/penalty-points",
        "Counts are added up, and the lowest total wins",
        put=(HandsAgainst(), LowestTotal()),
        source="R18",
    ),
)
"""The rules, as the game's page lists them."""
