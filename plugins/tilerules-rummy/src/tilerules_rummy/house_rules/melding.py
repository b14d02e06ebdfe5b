"""
House rules about the initial meld, and about what one may and must do in a turn.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Parameter
from tilerules.rules import DrawAgain, StockFirst

__all__ = ["RULES"]

_ONLY_IF_STUCK = ("draw", "lay")


_rule = partial(HouseRule, variants=("rummy",))

RULES = (
    _rule(
        "rummy/initial-meld",
        "Another initial meld",
        text="The first tiles a player lays must be worth so many points; 1: any meld will do.",
        tune={
            "initial-meld.at_least": Parameter(
                "points", 50, "The fewest points.", least=1, most=100
            )
        },
        source="R6, R19, R25",
    ),
    _rule(
        "rummy/single-opening",
        "One meld alone must be worth the initial points",
        tune={"initial-meld.single": True},
        source="R14",
    ),
    _rule(
        "rummy/quiet-opening",
        "No rearranging in the turn of the initial meld",
        text="Adding to melds counts as rearranging: the table stays as it is in that turn.",
        tune={"initial-meld.rearrange": False},
        source="R3, R7, R20",
    ),
    _rule(
        "rummy/lay-off-before-opening",
        "Tiles may be added to melds before the initial meld",
        text="Only that: melds are not changed otherwise, and no new ones are laid.",
        tune={"initial-meld.lay_off": True},
        source="literal reading of TR-12",
    ),
    _rule(
        "rummy/high-one",
        "A 1 may also stand after the 13",
        text="It ends the run there and still counts 1; 13-1-2 is no run.",
        tune={"melds.one_high": "high_or_low"},
        source="R20",
    ),
    _rule(
        "rummy/must-lay",
        "Only who can lay nothing may draw",
        tune={"draw.only_without": ("lay",)},
        put=StockFirst(),
        source="strict reading of TR-17",
    ),
    _rule(
        "rummy/draw-more",
        "Draw until a tile can be laid",
        text="A player who can lay nothing goes on drawing, and may lay in the same turn.",
        tune={
            "draw.most": Parameter(
                "most",
                0,
                "How many tiles may be drawn in a turn; 0: no limit.",
                least=0,
                means={0: None},
            ),
            "draw.only_without": ("lay",),
            "pass.only_without": _ONLY_IF_STUCK,
        },
        put=DrawAgain(),
        source="R8",
    ),
    _rule(
        "rummy/no-idle-pass",
        "With an empty stock whoever can lay must",
        tune={"pass.only_without": _ONLY_IF_STUCK},
        source="R4, R7",
    ),
    _rule(
        "rummy/last-turns",
        "Once the stock is empty everybody has one more turn",
        text="Often played with rummy/full-hands.",
        tune={"stuck.last_turns": True, "idle-turns.laying_counts": True},
        source="R22",
    ),
)
"""The rules, as the game's page lists them."""
