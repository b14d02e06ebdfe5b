"""
House rules about what tiles, rounds and matches are worth.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.scorers.matches import HALF, HighestTotal, LowestThenRoundsWon
from tilerules.scorers.settlements import WinnerCollects
from tilerules.scorers.values import FixedValue, HighestDouble

__all__ = ["RULES"]

_FOR = ("mexican-train",)


def _double_blank(variant: Variant, points: int) -> Variant:
    return variant.put(FixedValue("0-0", points))


RULES = (
    HouseRule(
        key="mexican-train/double-blank",
        title="[0-0] costs points",
        apply=_double_blank,
        variants=_FOR,
        parameters=(Parameter("points", 50, "What it counts; 25 and 50 are usual.", least=1),),
        source="M13, M14",
    ),
    HouseRule(
        key="mexican-train/highest-double",
        title="The highest double costs more than its pips",
        text="[12-12] kept in hand in a later round costs 48 points instead of 24.",
        apply=lambda variant, points: variant.put(HighestDouble(points)),
        variants=_FOR,
        parameters=(Parameter("points", 48, "What it counts.", least=0),),
        source="M14",
    ),
    HouseRule(
        key="mexican-train/winner-collects",
        title="The winner of a round scores what the others hold",
        text="The highest total wins the match.",
        apply=lambda variant: variant.put(WinnerCollects(), HighestTotal()),
        variants=_FOR,
        source="M20",
    ),
    HouseRule(
        key="mexican-train/half-match",
        title="Rounds for half of the doubles only",
        text="The match stops half way down: with the double-twelve set after [6-6], 7 rounds.",
        apply=lambda variant: variant.tune("length", rounds=HALF),
        variants=_FOR,
        source="M15",
    ),
    HouseRule(
        key="mexican-train/ties-by-rounds-won",
        title="Of equal totals whoever won more rounds wins the match",
        apply=lambda variant: variant.put(LowestThenRoundsWon()),
        variants=_FOR,
        source="GK",
    ),
)
"""The rules, as the game's page lists them."""
