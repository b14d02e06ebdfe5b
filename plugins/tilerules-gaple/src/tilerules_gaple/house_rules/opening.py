"""
House rules about the deal, and about who opens a round with what.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilerules import HouseRule, InvalidVariantError, Parameter, Variant
from tilerules.rules.dealing import DealEach
from tilerules.rules.openings import HolderOpens, RoundDouble
from tilerules.rules.starting import BlockDoubleOwner, ByDeal, NextOpener, WinnerOpens

__all__ = ["RULES"]

_DOUBLES = tuple(f"{pips}-{pips}" for pips in range(7))
_FALLBACK = Parameter(
    "fallback",
    False,
    "Where nobody holds that double, the next higher one opens, after [6-6] the lowest; without "
    "it the rule is only for numbers of players to whom all tiles are dealt.",
)

_LATER: dict[str, NextOpener] = {
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


def _open(variant: Variant, **changes: Any) -> Variant:
    starting = variant.starting
    if not isinstance(starting, ByDeal):
        raise InvalidVariantError(f"{variant.name} does not open by the deal")
    return variant.put(attrs.evolve(starting, **changes))


def _fall(fallback: bool) -> str | None:
    return "next-double-up" if fallback else None


RULES = (
    HouseRule(
        key="gaple/hands",
        title="Another hand size",
        text=(
            "So many tiles for every player at a table of so many. One of the tiles that are left "
            "is turned up to begin the line."
        ),
        apply=_hands,
        variants=("gaple",),
        parameters=(
            Parameter("size", 6, "Tiles for each player.", least=1, most=14),
            Parameter("seats", 4, "The number of players it is for.", least=2, most=5),
        ),
        source="G1, G5, G11",
    ),
    HouseRule(
        key="gaple/redeal",
        title="Many doubles in a hand: deal again",
        text="All tiles are dealt again, before the first turn, as often as a hand has so many.",
        apply=lambda variant, doubles: variant.tune("dealing", redeal_doubles=doubles),
        variants=("gaple",),
        parameters=(
            Parameter("doubles", 5, "So many doubles, or more, in a hand.", least=4, most=7),
        ),
        source="G4, G9, G11",
    ),
    HouseRule(
        key="gaple/first-opener",
        title="Another double opens the first round",
        text="Where all tiles are dealt, its holder opens the first round with it.",
        apply=lambda variant, tile: _open(variant, all_dealt=HolderOpens(tile)),
        variants=("gaple",),
        parameters=(
            Parameter("tile", "6-6", "The double whose holder opens with it.", choices=_DOUBLES),
        ),
        source="G2, G3, G5, G9",
    ),
    HouseRule(
        key="gaple/holder-opens",
        title="A holder opens also where not all tiles are dealt",
        text=(
            "No tile is turned up: the holder of a double opens the first round with it. That "
            "double may be one of the tiles left, so that without a fallback only those play to "
            "whom all tiles are dealt."
        ),
        apply=lambda variant, tile, fallback: _open(
            variant, some_left=HolderOpens(tile, _fall(fallback))
        ),
        variants=("gaple",),
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
    HouseRule(
        key="gaple/round-double",
        title="Each round is opened by the next double",
        text="[0-0] opens the first round, [1-1] the second, and so on, whoever won before.",
        apply=lambda variant, fallback: _open(
            variant,
            all_dealt=RoundDouble(_fall(fallback)),
            some_left=RoundDouble(_fall(fallback)),
        ),
        variants=("gaple",),
        parameters=(_FALLBACK,),
        source="G7",
    ),
    HouseRule(
        key="gaple/next-opener",
        title="Who opens the later rounds",
        text=(
            "The winner with any tile, the winner with a double, or after a block whoever holds "
            "the double of the blocking number. On a turned-up tile the winner opens."
        ),
        apply=lambda variant, who: _open(variant, later=_LATER[who]),
        variants=("gaple",),
        parameters=(Parameter("who", "winner", "Who is entitled to open.", choices=tuple(_LATER)),),
        source="SL-8, SL-11, G3",
    ),
)
"""The rules, as the game's page lists them."""
