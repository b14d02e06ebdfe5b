"""
House rules about the frame of a round: the deal, who opens, match.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Parameter, moved_rules
from tilerules.rules import NextSeatOpens, WinnerOpens
from tilerules.scorers import MostRoundsWon, Rounds
from tilerules_rummy.components import JokerEach

__all__ = ["MOVED", "RULES"]

_rule = partial(HouseRule, variants=("rummy",))

RULES = (
    _rule(
        "rummy/joker-each",
        "Two players begin with a joker and 13 other tiles each",
        text="The set has two jokers, so it is for two.",  # There are as many jokers as seats then.
        fields={"seats": (2,)},
        put=JokerEach,
        parameters=(
            Parameter(
                "redeal_pairs",
                3,
                "Deal again when a hand has so many pairs of equal tiles; 0: never.",
                least=0,
                most=6,
                means={0: None},
            ),
        ),
        source="R7",
    ),
    _rule(
        "rummy/draw-before-deal",
        "Lots for the opener are drawn before the deal",
        text="What was drawn then says nothing about where the tiles are.",
        tune={"start-draw.when": "before"},
        source="R3, R6",
    ),
    _rule(
        "rummy/next-starter",
        "No lots for later rounds",
        text="Where the winner opens, lots are drawn after a round that nobody won alone.",
        tune={
            "start-draw.later": Parameter(
                "who",
                "winner",
                "Who opens: the last winner, or the player after the last opener.",
                means={"winner": WinnerOpens(double="never"), "rotate": NextSeatOpens()},
            )
        },
        source="option tr.next_starter",
    ),
    _rule(
        "rummy/max-rounds",
        "A last round",
        text="The match ends after so many rounds at the latest; the highest total wins.",
        tune={"first-to.most": Parameter("rounds", 10, "How many.", least=1)},
        source="option tr.max_rounds",
    ),
    _rule(
        "rummy/most-wins",
        "Most rounds won",
        text="Whoever has won most of so many rounds wins the match; then the totals decide.",
        put=(Rounds, MostRoundsWon()),
        parameters=(Parameter("rounds", 4, "How many.", least=1),),
        source="R5",
    ),
)
"""The rules, as the game's page lists them."""

MOVED = moved_rules(
    "rummy",
    ("rummy",),
    {
        "counter-clockwise": "table/direction:to=counter-clockwise",
        "leave": "table/leave",
        "penalty": "table/penalty:unit=tiles",
        "rounds:rounds=4": "table/rounds:rounds={rounds}",
        "target:points=500": "table/target:points={points}",
        "time-limit:seconds=60,tiles=3": "table/time-limit:seconds={seconds},fine=0,tiles={tiles}",
    },
)
"""Keys that are rules of the table now."""
