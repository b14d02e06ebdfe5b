"""
House rules about the frame of a round: the deal, who opens, match.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant, moved_rules
from tilerules.rules.starting import NextSeatOpens, WinnerOpens
from tilerules.scorers.matches import MostRoundsWon, Rounds
from tilerules_rummy.components import JokerEach

__all__ = ["MOVED", "RULES"]

_LATER = {"winner": WinnerOpens(double="never"), "rotate": NextSeatOpens()}


def _next_starter(variant: Variant, who: str) -> Variant:
    return variant.tune("start-draw", later=_LATER[who])


def _joker_each(variant: Variant, redeal_pairs: int) -> Variant:
    # There are as many jokers as seats then.
    return variant.put(JokerEach(redeal_pairs=redeal_pairs or None), seats=(2,))


RULES = (
    HouseRule(
        key="rummy/joker-each",
        title="Two players begin with a joker and 13 other tiles each",
        text="The set has two jokers, so it is for two.",
        apply=_joker_each,
        variants=("rummy",),
        parameters=(
            Parameter(
                "redeal_pairs",
                3,
                "Deal again when a hand has so many pairs of equal tiles; 0: never.",
                least=0,
                most=6,
            ),
        ),
        source="R7",
    ),
    HouseRule(
        key="rummy/draw-before-deal",
        title="Lots for the opener are drawn before the deal",
        text="What was drawn then says nothing about where the tiles are.",
        apply=lambda variant: variant.tune("start-draw", when="before"),
        variants=("rummy",),
        source="R3, R6",
    ),
    HouseRule(
        key="rummy/next-starter",
        title="No lots for later rounds",
        text="Where the winner opens, lots are drawn after a round that nobody won alone.",
        apply=_next_starter,
        variants=("rummy",),
        parameters=(
            Parameter(
                "who",
                "winner",
                "Who opens: the last winner, or the player after the last opener.",
                choices=tuple(_LATER),
            ),
        ),
        source="option tr.next_starter",
    ),
    HouseRule(
        key="rummy/max-rounds",
        title="A last round",
        text="The match ends after so many rounds at the latest; the highest total wins.",
        apply=lambda variant, rounds: variant.tune("first-to", most=rounds),
        variants=("rummy",),
        parameters=(Parameter("rounds", 10, "How many.", least=1),),
        source="option tr.max_rounds",
    ),
    HouseRule(
        key="rummy/most-wins",
        title="Most rounds won",
        text="Whoever has won most of so many rounds wins the match; then the totals decide.",
        apply=lambda variant, rounds: variant.put(Rounds(rounds), MostRoundsWon()),
        variants=("rummy",),
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
