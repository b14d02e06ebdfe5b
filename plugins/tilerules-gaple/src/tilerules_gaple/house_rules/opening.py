"""
House rules about the deal, and about who opens a round with what.
"""

from __future__ import annotations

from functools import partial

import attrs

from tilerules import HouseRule, InvalidVariantError, Parameter, Variant
from tilerules.rules import BlockDoubleOwner, DealEach, HolderOpens, RoundDouble, WinnerOpens

__all__ = ["RULES"]

_DOUBLES = tuple(f"{pips}-{pips}" for pips in range(7))
_FALLBACK = Parameter(
    "fallback",
    False,
    "Where nobody holds that double, the next higher one opens, after [6-6] the lowest; without "
    "it the rule is only for numbers of players to whom all tiles are dealt.",
    means={True: "next-double-up", False: None},
)

_LATER = {
    "winner": WinnerOpens(double="never"),
    "winner-with-double": WinnerOpens(double="always"),
    "block-double-owner": BlockDoubleOwner(),
}


def _hands(variant: Variant, size: int, seats: int) -> Variant:
    dealing = variant.dealing
    if not isinstance(dealing, DealEach):
        raise InvalidVariantError(f"{variant.name} does not deal the same number to every seat")
    sizes = {**dict(dealing.sizes), seats: size}
    return variant.put(
        attrs.evolve(dealing, sizes=sorted(sizes.items())),
        seats=sorted({*variant.seats, seats}),
    )


_rule = partial(HouseRule, variants=("gaple",))

RULES = (
    _rule(
        "gaple/hands",
        "Another hand size",
        text=(
            "So many tiles for every player at a table of so many. One of the tiles that are left "
            "is turned up to begin the line."
        ),
        apply=_hands,
        parameters=(
            Parameter("size", 6, "Tiles for each player.", least=1),
            Parameter("seats", 4, "The number of players it is for.", least=2, most=5),
        ),
        source="G1, G5, G11",
    ),
    _rule(
        "gaple/redeal",
        "Many doubles in a hand: deal again",
        text="All tiles are dealt again, before the first turn, as often as a hand has so many.",
        tune={
            "dealing.redeal_doubles": Parameter(
                "doubles", 5, "So many doubles, or more, in a hand.", least=4, most=7
            )
        },
        source="G4, G9, G11",
    ),
    _rule(
        "gaple/first-opener",
        "Another double opens the first round",
        text="Where all tiles are dealt, its holder opens the first round with it.",
        tune={"by-deal.all_dealt": HolderOpens},
        parameters=(
            Parameter("tile", "6-6", "The double whose holder opens with it.", choices=_DOUBLES),
        ),
        source="G2, G3, G5, G9",
    ),
    _rule(
        "gaple/holder-opens",
        "A holder opens also where not all tiles are dealt",
        text=(
            "No tile is turned up: the holder of a double opens the first round with it. That "
            "double may be one of the tiles left, so that without a fallback only those play to "
            "whom all tiles are dealt."
        ),
        tune={"by-deal.some_left": HolderOpens},
        parameters=(
            Parameter(
                "tile",
                "0-0",
                "The double whose holder opens the first round where some tiles are left.",
                choices=_DOUBLES,
            ),
            _FALLBACK,
        ),
        source="G3, G5",
    ),
    _rule(
        "gaple/round-double",
        "Each round is opened by the next double",
        text="[0-0] opens the first round, [1-1] the second, and so on, whoever won before.",
        tune={"by-deal.all_dealt": RoundDouble, "by-deal.some_left": RoundDouble},
        parameters=(_FALLBACK,),
        source="G7",
    ),
    _rule(
        "gaple/next-opener",
        "Who opens the later rounds",
        text=(
            "The winner with any tile, the winner with a double, or after a block whoever holds "
            "the double of the blocking number. On a turned-up tile the winner opens."
        ),
        tune={
            "by-deal.later": Parameter("who", "winner", "Who is entitled to open.", means=_LATER)
        },
        source="SL-8, SL-11, G3",
    ),
)
"""The rules, as the game's page lists them."""
