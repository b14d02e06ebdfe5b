"""
House rules about what a player does who cannot play.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.blocking import Draw, DrawAgain, Pass

__all__ = ["RULES"]


def _pass(variant: Variant) -> Variant:
    return variant.drop("discard", "draw", "after-drawing", missing_ok=True).put(
        Pass(only_without=("place",))
    )


def _draw(variant: Variant, most: int, reserve: int) -> Variant:
    return variant.drop("discard", missing_ok=True).put(
        Draw(most or None, reserve, only_without=("place",)),
        Pass(only_without=("place", "draw")),
        DrawAgain(),
    )


def _discard_plays_on(variant: Variant) -> Variant:
    return variant.tune("went-out", by_discard=False).tune("order", sit_out=True)


RULES = (
    HouseRule(
        key="gaple/pass",
        title="Pass instead of a dead tile",
        text="A player who cannot play passes; no tile is laid face down.",
        apply=_pass,
        variants=("gaple",),
        source="SL-15",
    ),
    HouseRule(
        key="gaple/draw",
        title="Draw from the stock instead of a dead tile",
        text=(
            "A player who cannot play draws until a tile fits or so many are drawn, and passes "
            "when that did not help or the stock is used up."
        ),
        apply=_draw,
        variants=("gaple",),
        parameters=(
            Parameter("most", 0, "Tiles that may be drawn in a turn; 0: no limit.", least=0),
            Parameter("reserve", 0, "Tiles of the stock that are never drawn.", least=0),
        ),
        source="web descriptions; G1 contradicts",
    ),
    HouseRule(
        key="gaple/discard-plays-on",
        title="A last tile laid face down does not end the round",
        text=(
            "A player whose last tile is dead takes no further turn; the round ends by a last "
            "tile laid in the line, by a block, or when all hands are empty."
        ),
        apply=_discard_plays_on,
        variants=("gaple",),
        source="other reading of SL-16",
    ),
)
"""The rules, as the game's page lists them."""
