"""
House rules about what tiles, rounds and matches are worth.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Make, Parameter
from tilerules.scorers import (
    HALF,
    FixedValue,
    HighestDouble,
    HighestTotal,
    LowestThenRoundsWon,
    OutWins,
    WinnerCollects,
)

__all__ = ["RULES"]


_rule = partial(HouseRule, variants=("mexican-train",))

RULES = (
    _rule(
        "mexican-train/double-blank",
        "[0-0] costs points",
        put=Make(FixedValue, tile="0-0"),
        parameters=(Parameter("points", 50, "What it counts; 25 and 50 are usual.", least=1),),
        source="M13, M14",
    ),
    _rule(
        "mexican-train/highest-double",
        "The highest double costs more than its pips",
        text="[12-12] kept in hand in a later round costs 48 points instead of 24.",
        put=HighestDouble,
        parameters=(Parameter("points", 48, "What it counts.", least=0),),
        source="M14",
    ),
    _rule(
        "mexican-train/winner-collects",
        "The winner of a round scores what the others hold",
        text="Whoever goes out wins it, whatever the counts; the highest total wins the match.",
        version=2,
        put=(WinnerCollects(), HighestTotal(), OutWins()),
        source="M20",
    ),
    _rule(
        "mexican-train/half-match",
        "Rounds for half of the doubles only",
        text="The match stops half way down: with the double-twelve set after [6-6], 7 rounds.",
        tune={"length.rounds": HALF},
        source="M15",
    ),
    _rule(
        "mexican-train/ties-by-rounds-won",
        "Of equal totals whoever won more rounds wins the match",
        put=LowestThenRoundsWon(),
        source="GK",
    ),
)
"""The rules, as the game's page lists them."""
