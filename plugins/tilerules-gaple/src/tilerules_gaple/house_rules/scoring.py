"""
House rules about what tiles and wins are worth, who wins a round, and what settles a tie.
"""

from __future__ import annotations

import attrs

from tilerules import HouseRule, InvalidVariantError, Parameter, Variant
from tilerules.scorers.kinds import Rung
from tilerules.scorers.settlements import ForcedPassPoints, LastLayer, WinBonuses
from tilerules.scorers.tie_breakers import (
    Count,
    FewestTiles,
    FewestTilesInBlock,
    Locker,
    LowestEnd,
    LowestTile,
    OutWins,
)
from tilerules_gaple.components import BlankDouble

__all__ = ["RULES"]

_LIVE = Parameter("live", False, "Only tiles still in the hand count, not dead ones.")


def _live_tie_break(variant: Variant) -> Variant:
    return variant.tune("lowest-tile", live_only=True).tune("lowest-end", live_only=True)


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


RULES = (
    HouseRule(
        key="gaple/lone-blank",
        title="A lone [0-0] costs points",
        text="[0-0] counts so much if its holder has no other tile with a blank, else nothing.",
        apply=lambda variant, points, live: variant.put(BlankDouble(points, 0, live)),
        variants=("gaple",),
        parameters=(
            Parameter("points", 25, "What it counts without another blank.", least=0),
            _LIVE,
        ),
        source="SL-18, SL-19",
    ),
    HouseRule(
        key="gaple/blank-double",
        title="[0-0] counts 2 alone and 1 with another blank",
        text=(
            "It counts 2 if its holder has no other tile with a blank, else 1. Different hands can "
            "then be level to the last step: such a round is a tie."
        ),
        apply=lambda variant, live: variant.put(BlankDouble(2, 1, live)),
        variants=("gaple",),
        parameters=(_LIVE,),
        source="G4",
    ),
    HouseRule(
        key="gaple/out-wins",
        title="Going out wins",
        text=(
            "Whoever lays the last tile of a hand without having a dead one wins, whatever the "
            "counts."
        ),
        apply=lambda variant: variant.put(OutWins()),
        variants=("gaple",),
        source="G2, G4, G5",
    ),
    HouseRule(
        key="gaple/block-fewest-tiles",
        title="A block is won by the fewest tiles",
        text="Only between equal numbers of tiles the count decides.",
        apply=lambda variant, live: variant.put(FewestTilesInBlock(live)),
        variants=("gaple",),
        parameters=(_LIVE,),
        source="G4",
    ),
    HouseRule(
        key="gaple/tie-fewest-tiles",
        title="Of equal counts the fewest tiles win",
        text="It is looked at before the lowest tile, which would leave nothing to decide.",
        apply=lambda variant, live: variant.put(FewestTiles(live)),
        variants=("gaple",),
        parameters=(_LIVE,),
        source="G2",
    ),
    HouseRule(
        key="gaple/tie-to-locker",
        title="Of equal counts in a block the one who blocked wins",
        text=(
            "That is whoever laid the last tile. It is looked at before the lowest tile, and "
            "after the number of tiles where that counts too."
        ),
        apply=lambda variant: variant.put(Locker(), LastLayer()),
        variants=("gaple",),
        source="G15",
    ),
    HouseRule(
        key="gaple/tie-break",
        title="Other steps to settle equal counts",
        text=(
            "What they leave undecided is a tie, which those who are level share; it gives no "
            "points. Steps that other rules add are looked at besides."
        ),
        apply=_tie_break,
        variants=("gaple",),
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
    HouseRule(
        key="gaple/live-tie-break",
        title="Dead tiles take no part in the tie-break",
        text="The lowest tile and its end are sought among the tiles still in the hands.",
        apply=_live_tie_break,
        variants=("gaple",),
        source="other reading of SL-21",
    ),
    HouseRule(
        key="gaple/win-bonuses",
        title="A win counts by the way it was won",
        text="The bonus takes the place of the one point of a plain win.",
        apply=lambda variant, **worth: variant.put(WinBonuses(**worth), LastLayer()),
        variants=("gaple",),
        parameters=(
            Parameter("normal", 1, "A plain win.", least=0),
            Parameter("both_ends", 3, "Going out with a tile that matched both ends.", least=0),
            Parameter("double", 4, "Going out with a double.", least=0),
            Parameter("block", 1, "A block won by the side that laid the last tile.", least=0),
            Parameter("lost_block", 2, "A block won by another.", least=0),
        ),
        source="G2",
    ),
    HouseRule(
        key="gaple/forced-pass-points",
        title="Points for each pass forced on an opponent",
        text=(
            "They go at once to whoever laid the last tile, unless the passer is their partner. A "
            "dead tile is no pass."
        ),
        apply=lambda variant, points: variant.put(ForcedPassPoints(points), LastLayer()),
        variants=("gaple",),
        parameters=(Parameter("points", 1, "What a pass is worth.", least=1),),
        source="G2",
    ),
)
"""The rules, as the game's page lists them."""
