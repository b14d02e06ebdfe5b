"""
House rules about jokers.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant

__all__ = ["RULES"]

_PRICES = {"hand": "rack", "nothing": "rearrange"}
_DESTINATIONS = {"new-meld": "new_meld", "new-meld-two-tiles": "new_meld_two_from_rack"}


def _price(variant: Variant, of: str) -> Variant:
    return variant.tune("freed-jokers", price=_PRICES[of])


def _destination(variant: Variant, to: str) -> Variant:
    return variant.tune("freed-jokers", destination=_DESTINATIONS[to])


RULES = (
    HouseRule(
        key="rummy/joker-in-opening",
        title="Jokers count less in the initial meld",
        apply=lambda variant, worth: variant.tune("initial-meld", joker=worth),
        variants=("rummy",),
        parameters=(
            Parameter(
                "worth",
                "forbidden",
                "They may not be used in it, or count nothing.",
                choices=("forbidden", "zero"),
            ),
        ),
        source="R13, R15",
    ),
    HouseRule(
        key="rummy/joker-price",
        title="Another price for a joker on the table",
        apply=_price,
        variants=("rummy",),
        parameters=(
            Parameter(
                "of",
                "hand",
                "The tile it stands for must come from the hand; or it costs nothing and is freed "
                "by rearranging the other tiles away.",
                choices=tuple(_PRICES),
            ),
        ),
        source="R8, R15, R25",
    ),
    HouseRule(
        key="rummy/joker-destination",
        title="A freed joker must go into a new meld",
        text="That is a meld of the new table that holds no whole former meld.",
        apply=_destination,
        variants=("rummy",),
        parameters=(
            Parameter(
                "to",
                "new-meld",
                "Into a new meld, or into one with two tiles from the hand.",
                choices=tuple(_DESTINATIONS),
            ),
        ),
        source="R8, R12",
    ),
    HouseRule(
        key="rummy/joker-lock",
        title="No tile may be taken from a meld with a joker",
        text="It may be added to, and its joker may be replaced.",
        apply=lambda variant: variant.tune("freed-jokers", lock=True),
        variants=("rummy",),
        source="R2, R8",
    ),
    HouseRule(
        key="rummy/both-colours",
        title="A joker in a group of three costs both missing tiles",
        apply=lambda variant: variant.tune("freed-jokers", both_colours=True),
        variants=("rummy",),
        source="R10, R12",
    ),
    HouseRule(
        key="rummy/jokers-per-meld",
        title="Few jokers in one meld",
        apply=lambda variant, most: variant.tune("melds", max_jokers_per_meld=most),
        variants=("rummy",),
        parameters=(Parameter("most", 1, "How many at most.", least=0, most=1),),
        source="R13",
    ),
)
"""The rules, as the game's page lists them."""
