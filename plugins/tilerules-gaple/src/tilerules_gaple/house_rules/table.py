"""
House rules about the frame of a round: sides, direction, host, match.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.hosting import Abandoned, Leave, Penalty, Time
from tilerules.rules.seating import CounterClockwise, Partners
from tilerules.scorers.matches import FirstTo, Rounds

__all__ = ["RULES"]


def _time_limit(variant: Variant, seconds: int, fine: int, tiles: int) -> Variant:
    return variant.put(Time(seconds, tiles, -fine))


def _penalty(variant: Variant, unit: str) -> Variant:
    return variant.put(Penalty(points_each=-1 if unit == "points" else 0))


RULES = (
    HouseRule(
        key="gaple/counter-clockwise",
        title="Counter-clockwise",
        text="The turn, and a right to open that passes on, goes to the seat before.",
        apply=lambda variant: variant.put(CounterClockwise(sit_out=variant.order.sit_out)),
        variants=("gaple",),
        source="G11",
    ),
    HouseRule(
        key="gaple/partners",
        title="Partners",
        text="Four play as two sides, partners facing each other.",
        apply=lambda variant, by: variant.put(Partners(by_sum=by == "sum")),
        variants=("gaple",),
        parameters=(
            Parameter(
                "by",
                "winner",
                "The side of the single winner wins, or the side with the lower sum.",
                choices=("winner", "sum"),
            ),
        ),
        source="SL-26, G1, G6, G7",
    ),
    HouseRule(
        key="gaple/rounds",
        title="A match of several rounds",
        text="The highest total wins; equal totals share the match.",
        apply=lambda variant, rounds: variant.put(Rounds(rounds)),
        variants=("gaple",),
        parameters=(Parameter("rounds", 10, "How many.", least=1),),
        source="SL-26, G6",
    ),
    HouseRule(
        key="gaple/first-to",
        title="A match to a number of points",
        text="A plain win is one point, so that it is a number of rounds won.",
        apply=lambda variant, target: variant.put(FirstTo(target)),
        variants=("gaple",),
        parameters=(Parameter("target", 7, "The total that ends the match.", least=1),),
        source="G9",
    ),
    HouseRule(
        key="gaple/leave",
        title="A player may leave the round",
        text=(
            "The host says so with the move leave, or leave@2. The seat is passed over from then "
            "on and cannot win; the last side left wins."
        ),
        apply=lambda variant: variant.put(Leave(), Abandoned()),
        variants=("gaple",),
        source="custom",
    ),
    HouseRule(
        key="gaple/time-limit",
        title="A time limit for each turn",
        text=(
            "The host says with the move time that it has run out. The player is fined and still "
            "has to move."
        ),
        apply=_time_limit,
        variants=("gaple",),
        parameters=(
            Parameter("seconds", 30, "How long a turn may take.", least=1),
            Parameter("fine", 11, "Points the player loses.", least=0),
            Parameter("tiles", 0, "Tiles the player takes from the stock.", least=0),
        ),
        source="G7, G8",
    ),
    HouseRule(
        key="gaple/penalty",
        title="The host may fine a player",
        text="The host says so with the move penalty:3, or penalty:3@2.",
        apply=_penalty,
        variants=("gaple",),
        parameters=(
            Parameter(
                "unit",
                "points",
                "What the number means: points lost, or tiles taken from the stock.",
                choices=("points", "tiles"),
            ),
        ),
        source="custom",
    ),
)
"""The rules, as the game's page lists them."""
