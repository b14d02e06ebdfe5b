"""
House rules about the frame of a round: the deal, who opens, direction, host, match.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.hosting import Abandoned, Leave, Penalty
from tilerules.rules.seating import CounterClockwise
from tilerules.rules.starting import NextSeatOpens, WinnerOpens
from tilerules.scorers.matches import MostRoundsWon, Rounds
from tilerules_rummy.components import JokerEach

__all__ = ["RULES"]

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
        key="rummy/counter-clockwise",
        title="Counter-clockwise",
        apply=lambda variant: variant.put(CounterClockwise(sit_out=variant.order.sit_out)),
        variants=("rummy",),
        source="R6, R17",
    ),
    HouseRule(
        key="rummy/time-limit",
        title="Another time limit",
        text="The host says with the move time that it has run out.",
        apply=lambda variant, **limit: variant.tune("time", **limit),
        variants=("rummy",),
        parameters=(
            Parameter("seconds", 60, "How long a turn may take.", least=1),
            Parameter("tiles", 3, "Tiles taken by who is too slow; some play with 1.", least=0),
        ),
        source="R3, R10",
    ),
    HouseRule(
        key="rummy/penalty",
        title="The host may give penalty tiles",
        text="For a table left in disorder, say, with the move penalty:3, or penalty:3@2.",
        apply=lambda variant: variant.put(Penalty()),
        variants=("rummy",),
        source="R3, section 7, 2",
    ),
    HouseRule(
        key="rummy/leave",
        title="A player may leave the round",
        text="With the move leave, or leave@2; the hand is put aside and counts for nobody.",
        apply=lambda variant: variant.put(Leave(), Abandoned()),
        variants=("rummy",),
        source="custom",
    ),
    HouseRule(
        key="rummy/target",
        title="A match to another number of points",
        apply=lambda variant, points: variant.tune("first-to", target=points),
        variants=("rummy",),
        parameters=(Parameter("points", 500, "The total that ends the match.", least=1),),
        source="custom",
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
        key="rummy/rounds",
        title="A match of several rounds",
        text="The highest total wins.",
        apply=lambda variant, rounds: variant.put(Rounds(rounds)),
        variants=("rummy",),
        parameters=(Parameter("rounds", 4, "How many.", least=1),),
        source="R4",
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
