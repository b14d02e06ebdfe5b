"""
House rules about what tiles and wins are worth, who wins a round, and what settles a tie.
"""

from __future__ import annotations

from functools import partial

import attrs

from tilerules import HouseRule, InvalidVariantError, Make, Parameter, Variant
from tilerules.scorers import (
    Count,
    FewestTiles,
    FewestTilesInBlock,
    ForcedPassPoints,
    LastLayer,
    Locker,
    LowestEnd,
    LowestTile,
    OutWins,
    Rung,
    WinBonuses,
)
from tilerules_gaple.components import BlankDouble

__all__ = ["RULES"]

_LIVE = Parameter("live", False, "Only tiles still in the hand count, not dead ones.")


_STEPS: dict[str, Rung] = {
    rung.code: rung for rung in (FewestTiles(), Locker(), LowestTile(), LowestEnd())
}


def _tie_break(variant: Variant, steps: str) -> Variant:
    """
    Let just these steps settle equal counts, in this order.

    A step keeps its usual rank if it comes after the one before it, and is moved just behind that
    one otherwise; so a step that another rule adds stands where it would.
    """
    chain = () if steps == "none" else tuple(steps.split("+"))
    for code in chain:
        if code not in _STEPS or chain.count(code) > 1:
            raise InvalidVariantError(
                f"steps is none, or some of {', '.join(_STEPS)}, each once and joined by +, "
                f"not {steps!r}"
            )
    rungs = {rung.code: rung for rung in variant.ladder}
    rank = Count.rank
    for code in chain:
        rung = rungs.get(code, _STEPS[code])
        rank = max(rank + 1, type(rung).rank)
        place = None if rank == type(rung).rank else rank
        variant = variant.put(attrs.evolve(rung, decides=True, place=place))
        if code == "locker":
            variant = variant.put(LastLayer())
    for code in ("lowest-tile", "lowest-end"):
        if code not in chain:
            variant = variant.tune(code, decides=False)
    return variant


_rule = partial(HouseRule, variants=("gaple",))

RULES = (
    _rule(
        "gaple/lone-blank",
        "A lone [0-0] costs points",
        text="[0-0] counts so much if its holder has no other tile with a blank, else nothing.",
        put=Make(
            BlankDouble,
            alone=Parameter("points", 25, "What it counts without another blank.", least=0),
            otherwise=0,
            live_only=_LIVE,
        ),
        source="SL-18, SL-19",
    ),
    _rule(
        "gaple/blank-double",
        "[0-0] counts 2 alone and 1 with another blank",
        text=(
            "It counts 2 if its holder has no other tile with a blank, else 1. Different hands can "
            "then be level to the last step: such a round is a tie."
        ),
        put=Make(BlankDouble, alone=2, otherwise=1, live_only=_LIVE),
        source="G4",
    ),
    _rule(
        "gaple/out-wins",
        "Going out wins",
        text=(
            "Whoever lays the last tile of a hand without having a dead one wins, whatever the "
            "counts."
        ),
        put=OutWins(),
        source="G2, G4, G5",
    ),
    _rule(
        "gaple/block-fewest-tiles",
        "A block is won by the fewest tiles",
        text="Only between equal numbers of tiles the count decides.",
        put=Make(FewestTilesInBlock, live_only=_LIVE),
        source="G4",
    ),
    _rule(
        "gaple/tie-fewest-tiles",
        "Of equal counts the fewest tiles win",
        text="It is looked at before the lowest tile, which would leave nothing to decide.",
        put=Make(FewestTiles, live_only=_LIVE),
        source="G2",
    ),
    _rule(
        "gaple/tie-to-locker",
        "Of equal counts in a block the one who blocked wins",
        text=(
            "That is whoever laid the last tile. It is looked at before the lowest tile, and "
            "after the number of tiles where that counts too."
        ),
        put=(Locker(), LastLayer()),
        source="G15",
    ),
    _rule(
        "gaple/tie-break",
        "Other steps to settle equal counts",
        text=(
            "What they leave undecided is a tie, which those who are level share; it gives no "
            "points. Steps that other rules add are looked at besides."
        ),
        apply=_tie_break,
        parameters=(
            Parameter(
                "steps",
                "none",
                "No step at all, or those to be taken in their order: fewest-tiles, locker, "
                "lowest-tile, lowest-end, joined by +, as in locker+lowest-tile.",
            ),
        ),
        source="G12, G13, G14",
    ),
    _rule(
        "gaple/live-tie-break",
        "Dead tiles take no part in the tie-break",
        text="The lowest tile and its end are sought among the tiles still in the hands.",
        tune={"lowest-tile.live_only": True, "lowest-end.live_only": True},
        source="other reading of SL-21",
    ),
    _rule(
        "gaple/win-bonuses",
        "A win counts by the way it was won",
        text="The bonus takes the place of the one point of a plain win.",
        put=(WinBonuses, LastLayer()),
        parameters=(
            Parameter("normal", 1, "A plain win.", least=0),
            Parameter("both_ends", 3, "Going out with a tile that matched both ends.", least=0),
            Parameter("double", 4, "Going out with a double.", least=0),
            Parameter("block", 1, "A block won by the side that laid the last tile.", least=0),
            Parameter("lost_block", 2, "A block won by another.", least=0),
        ),
        source="G2",
    ),
    _rule(
        "gaple/forced-pass-points",
        "Points for each pass forced on an opponent",
        version=2,
        text=(
            "They go at once to whoever laid the last tile, unless the passer is their partner. A "
            "dead tile is no pass."
        ),
        put=(ForcedPassPoints, LastLayer()),
        parameters=(Parameter("points", 1, "What a pass is worth.", least=1, most=1000),),
        source="G2",
    ),
)
"""The rules, as the game's page lists them."""
