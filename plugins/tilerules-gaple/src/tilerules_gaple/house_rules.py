"""
Gaple's house rules: every way of playing it that is not the default.
"""

from __future__ import annotations

from typing import Any

import attrs
from tilerules_gaple.components import BlankDouble

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.blocking import Draw, DrawAgain, EmptyHandsSitOut, Pass
from tilerules.rules.dealing import DealEach
from tilerules.rules.matches import FirstTo, Rounds
from tilerules.rules.scoring import (
    FewestTiles,
    ForcedPassPoints,
    LastLayer,
    Locker,
    OutWins,
    WinBonuses,
)
from tilerules.rules.seating import CounterClockwise, Partners
from tilerules.rules.starting import (
    BlockDoubleOwner,
    ByDeal,
    HolderOpens,
    RoundDouble,
    WinnerOpens,
    WinnerWithDouble,
)

__all__ = ["HOUSE_RULES"]


def _pass(variant: Variant) -> Variant:
    return variant.drop("discard").put(Pass(only_without=("place",)))


def _draw(variant: Variant, most: int, reserve: int) -> Variant:
    return (
        variant.drop("discard")
        .put(
            Draw(most or None, reserve, only_without=("place",)),
            Pass(only_without=("place", "draw")),
            DrawAgain(),
        )
        # A drawn tile is laid or drawn past: all of the stock, and a pass for every seat
        # between two tiles.
        .put(most_moves=28 * 6)
    )


def _hands(variant: Variant, size: int) -> Variant:
    dealing = variant.dealing
    if not isinstance(dealing, DealEach):
        return variant.put(DealEach((), size))
    return variant.put(attrs.evolve(dealing, sizes=(), each=size))


def _first_opener(variant: Variant, tile: str, fallback: bool) -> Variant:
    return _all_dealt(variant, tile=tile, fallback="next-double-up" if fallback else None)


def _all_dealt(variant: Variant, **changes: Any) -> Variant:
    """Change how a round opens where all tiles are dealt."""
    starting = variant.starting
    if not isinstance(starting, ByDeal) or not isinstance(starting.all_dealt, HolderOpens):
        return variant.put(ByDeal(HolderOpens(**changes)))
    opens = attrs.evolve(starting.all_dealt, **changes)
    return variant.put(attrs.evolve(starting, all_dealt=opens))


_LATER = {
    "winner": WinnerOpens(),
    "winner-with-double": WinnerWithDouble(),
    "block-double-owner": BlockDoubleOwner(),
}


def _next_opener(variant: Variant, who: str) -> Variant:
    return _all_dealt(variant, later=_LATER[who])


def _hold_always(variant: Variant, tile: str, fallback: bool) -> Variant:
    return variant.put(HolderOpens(tile, fallback="next-double-up" if fallback else None))


def _round_double(variant: Variant, fallback: bool) -> Variant:
    return variant.put(RoundDouble("next-double-up" if fallback else None))


def _sit_out(variant: Variant) -> Variant:
    return variant.tune("went-out", by_discard=False).put(EmptyHandsSitOut(variant.order))


def _counter_clockwise(variant: Variant) -> Variant:
    if isinstance(variant.order, EmptyHandsSitOut):
        return variant.put(EmptyHandsSitOut(CounterClockwise()))
    return variant.put(CounterClockwise())


_FALLBACK = Parameter(
    "fallback", False, "Where nobody holds the tile, the next higher double opens."
)
_GAPLE = ("gaple",)

HOUSE_RULES = (
    HouseRule(
        key="gaple/pass",
        title="Pass instead of a dead tile",
        text="A player who cannot play passes; no tile is laid face down.",
        apply=_pass,
        variants=_GAPLE,
        source="SL-15",
    ),
    HouseRule(
        key="gaple/draw",
        title="Draw from the stock",
        text="A player who cannot play draws until a tile fits, and passes when the stock is empty.",
        apply=_draw,
        variants=_GAPLE,
        parameters=(
            Parameter("most", 0, "How many tiles may be drawn in a turn; 0: no limit.", least=0),
            Parameter("reserve", 0, "How many tiles stay in the stock.", least=0),
        ),
        source="section 3, 18",
    ),
    HouseRule(
        key="gaple/hands",
        title="Another hand size",
        text="Every seat gets the same number of tiles; one is turned up if some are left.",
        apply=_hands,
        variants=_GAPLE,
        parameters=(Parameter("size", 6, "Tiles for each seat.", least=1, most=14),),
        source="G1, G5, G11",
    ),
    HouseRule(
        key="gaple/first-opener",
        title="Another tile opens the first round",
        apply=_first_opener,
        variants=_GAPLE,
        parameters=(
            Parameter(
                "tile",
                "6-6",
                "The tile whose holder opens with it.",
                choices=tuple(f"{pips}-{pips}" for pips in range(7)),
            ),
            _FALLBACK,
        ),
        source="G2, G3, G9",
    ),
    HouseRule(
        key="gaple/holder-opens",
        title="The holder of a tile opens, also where not all tiles are dealt",
        apply=_hold_always,
        variants=_GAPLE,
        parameters=(
            Parameter(
                "tile",
                "0-0",
                "The tile whose holder opens with it.",
                choices=tuple(f"{pips}-{pips}" for pips in range(7)),
            ),
            _FALLBACK,
        ),
        source="G3, G5",
    ),
    HouseRule(
        key="gaple/round-double",
        title="Round k is opened by the double k - 1",
        apply=_round_double,
        variants=_GAPLE,
        parameters=(_FALLBACK,),
        source="G7",
    ),
    HouseRule(
        key="gaple/next-opener",
        title="Who opens later rounds, where all tiles are dealt",
        apply=_next_opener,
        variants=_GAPLE,
        parameters=(
            Parameter("who", "winner", "Who is entitled to open.", choices=tuple(_LATER)),
        ),
        source="SL-11, G3",
    ),
    HouseRule(
        key="gaple/discard-plays-on",
        title="A last tile laid face down does not end the round",
        apply=_sit_out,
        variants=_GAPLE,
        source="section 4",
    ),
    HouseRule(
        key="gaple/out-wins",
        title="Going out wins",
        text="Whoever lays his last tile without having a dead one wins, whatever the counts.",
        apply=lambda variant: variant.put(OutWins()),
        variants=_GAPLE,
        source="G2, G4, G5",
    ),
    HouseRule(
        key="gaple/lone-blank",
        title="A lone [0-0] costs points",
        apply=lambda variant, points, live: variant.put(BlankDouble(points, 0, live)),
        variants=_GAPLE,
        parameters=(
            Parameter("points", 25, "What it counts without another blank.", least=0),
            Parameter("live", False, "Only tiles still in the hand can save it."),
        ),
        source="SL-18, SL-19",
    ),
    HouseRule(
        key="gaple/blank-double",
        title="[0-0] counts 2 alone, 1 with another blank",
        apply=lambda variant, live: variant.put(BlankDouble(2, 1, live)),
        variants=_GAPLE,
        parameters=(Parameter("live", False, "Only tiles still in the hand count as company."),),
        source="G4",
    ),
    HouseRule(
        key="gaple/live-tie-break",
        title="Dead tiles take no part in the tie-break",
        apply=lambda variant: variant.tune("lowest-tile", live_only=True).tune(
            "lowest-end", live_only=True
        ),
        variants=_GAPLE,
        source="section 4",
    ),
    HouseRule(
        key="gaple/tie-fewest-tiles",
        title="Of equal counts the fewest tiles win",
        apply=lambda variant: variant.put(FewestTiles()),
        variants=_GAPLE,
        source="G2",
    ),
    HouseRule(
        key="gaple/tie-to-locker",
        title="Of equal counts in a block the one who blocked wins",
        apply=lambda variant: variant.put(Locker(), LastLayer()),
        variants=_GAPLE,
        source="G15",
    ),
    HouseRule(
        key="gaple/redeal",
        title="Many doubles in a hand: deal again",
        apply=lambda variant, doubles: variant.tune("dealing", redeal_doubles=doubles),
        variants=_GAPLE,
        parameters=(Parameter("doubles", 5, "So many or more.", least=1, most=7),),
        source="G4, G9, G11",
    ),
    HouseRule(
        key="gaple/win-bonuses",
        title="A win counts by the way it was won",
        apply=lambda variant, **worth: variant.put(WinBonuses(**worth), LastLayer()),
        variants=_GAPLE,
        parameters=(
            Parameter("normal", 1, "A plain win."),
            Parameter("both_ends", 3, "The last tile matched both ends."),
            Parameter("double", 4, "The last tile was a double."),
            Parameter("block", 1, "A block won by who made it."),
            Parameter("lost_block", 2, "A block won by another."),
        ),
        source="G2",
    ),
    HouseRule(
        key="gaple/forced-pass-points",
        title="A point for each pass forced on an opponent",
        apply=lambda variant, points: variant.put(ForcedPassPoints(points), LastLayer()),
        variants=_GAPLE,
        parameters=(Parameter("points", 1, "What a pass is worth.", least=1),),
        source="G2",
    ),
    HouseRule(
        key="gaple/counter-clockwise",
        title="Counter-clockwise",
        apply=_counter_clockwise,
        variants=_GAPLE,
        source="G11",
    ),
    HouseRule(
        key="gaple/partners",
        title="Partners",
        text="Four play as two sides, partners facing; the side of the best hand wins.",
        apply=lambda variant, by: variant.put(Partners(by_sum=by == "sum"), seats=(4,)),
        variants=_GAPLE,
        parameters=(
            Parameter(
                "by",
                "winner",
                "The side of the best single hand wins, or the lower sum.",
                choices=("winner", "sum"),
            ),
        ),
        source="SL-26, G6, G7",
    ),
    HouseRule(
        key="gaple/rounds",
        title="A match of several rounds",
        apply=lambda variant, rounds: variant.put(Rounds(rounds)),
        variants=_GAPLE,
        parameters=(Parameter("rounds", 10, "How many.", least=1),),
        source="G6",
    ),
    HouseRule(
        key="gaple/first-to",
        title="A match to a number of points",
        apply=lambda variant, target: variant.put(FirstTo(target)),
        variants=_GAPLE,
        parameters=(Parameter("target", 7, "The total that ends the match.", least=1),),
        source="G9",
    ),
)
"""Every house rule, by the decision points of the game."""
