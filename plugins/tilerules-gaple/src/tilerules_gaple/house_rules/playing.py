"""
House rules about what a player does who cannot play.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Make, Parameter
from tilerules.rules import Draw, DrawAgain, Pass

__all__ = ["RULES"]


_rule = partial(HouseRule, variants=("gaple",))

RULES = (
    _rule(
        "gaple/pass",
        "Pass instead of a dead tile",
        text="A player who cannot play passes; no tile is laid face down.",
        drop=("discard", "draw", "after-drawing"),
        put=Pass(only_without=("place",)),
        source="SL-15",
    ),
    _rule(
        "gaple/draw",
        "Draw from the stock instead of a dead tile",
        text=(
            "A player who cannot play draws until a tile fits or so many are drawn, and passes "
            "when that did not help or the stock is used up."
        ),
        drop="discard",
        put=(
            Make(Draw, only_without=("place",)),
            Pass(only_without=("place", "draw")),
            DrawAgain(),
        ),
        parameters=(
            Parameter(
                "most",
                0,
                "Tiles that may be drawn in a turn; 0: no limit.",
                least=0,
                means={0: None},
            ),
            Parameter("reserve", 0, "Tiles of the stock that are never drawn.", least=0),
        ),
        source="web descriptions; G1 contradicts",
    ),
    _rule(
        "gaple/discard-plays-on",
        "A last tile laid face down does not end the round",
        text=(
            "A player whose last tile is dead takes no further turn; the round ends by a last "
            "tile laid in the line, by a block, or when all hands are empty."
        ),
        tune={"went-out.by_discard": False, "order.sit_out": True},
        source="other reading of SL-16",
    ),
)
"""The rules, as the game's page lists them."""
