"""
House rules about jokers.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Parameter

__all__ = ["RULES"]

_rule = partial(HouseRule, variants=("rummy",))

RULES = (
    _rule(
        "rummy/joker-in-opening",
        "Jokers count less in the initial meld",
        tune={
            "initial-meld.joker": Parameter(
                "worth",
                "forbidden",
                "They may not be used in it, or count nothing.",
                choices=("forbidden", "zero"),
            )
        },
        source="R13, R15",
    ),
    _rule(
        "rummy/joker-price",
        "Another price for a joker on the table",
        tune={
            "freed-jokers.price": Parameter(
                "of",
                "hand",
                "The tile it stands for must come from the hand; or it costs nothing and is freed "
                "by rearranging the other tiles away.",
                means={"hand": "rack", "nothing": "rearrange"},
            )
        },
        source="R8, R15, R25",
    ),
    _rule(
        "rummy/joker-destination",
        "A freed joker must go into a new meld",
        text="That is a meld of the new table that holds no whole former meld.",
        tune={
            "freed-jokers.destination": Parameter(
                "to",
                "new-meld",
                "Into a new meld, or into one with two tiles from the hand.",
                means={"new-meld": "new_meld", "new-meld-two-tiles": "new_meld_two_from_rack"},
            )
        },
        source="R8, R12",
    ),
    _rule(
        "rummy/joker-lock",
        "No tile may be taken from a meld with a joker",
        text="It may be added to, and its joker may be replaced.",
        tune={"freed-jokers.lock": True},
        source="R2, R8",
    ),
    _rule(
        "rummy/both-colours",
        "A joker in a group of three costs both missing tiles",
        tune={"freed-jokers.both_colours": True},
        source="R10, R12",
    ),
    _rule(
        "rummy/jokers-per-meld",
        "Few jokers in one meld",
        tune={
            "melds.max_jokers_per_meld": Parameter("most", 1, "How many at most.", least=0, most=1)
        },
        source="R13",
    ),
)
"""The rules, as the game's page lists them."""
