"""
House rules about the initial meld, and about what one may and must do in a turn.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.blocking import DrawAgain
from tilerules.rules.endings import StockFirst

__all__ = ["RULES"]

_ONLY_IF_STUCK = ("draw", "lay")


def _must_lay(variant: Variant) -> Variant:
    return variant.tune("draw", only_without=("lay",)).put(StockFirst())


def _draw_more(variant: Variant, most: int) -> Variant:
    changed = variant.tune("draw", most=most or None, only_without=("lay",))
    return changed.tune("pass", only_without=_ONLY_IF_STUCK).put(DrawAgain())


def _last_turns(variant: Variant) -> Variant:
    return variant.tune("stuck", last_turns=True).tune("idle-turns", laying_counts=True)


RULES = (
    HouseRule(
        key="rummy/initial-meld",
        title="Another initial meld",
        text="The first tiles a player lays must be worth so many points; 1: any meld will do.",
        apply=lambda variant, points: variant.tune("initial-meld", at_least=points),
        variants=("rummy",),
        parameters=(Parameter("points", 50, "The fewest points.", least=1, most=100),),
        source="R6, R19, R25",
    ),
    HouseRule(
        key="rummy/single-opening",
        title="One meld alone must be worth the initial points",
        apply=lambda variant: variant.tune("initial-meld", single=True),
        variants=("rummy",),
        source="R14",
    ),
    HouseRule(
        key="rummy/quiet-opening",
        title="No rearranging in the turn of the initial meld",
        text="Adding to melds counts as rearranging: the table stays as it is in that turn.",
        apply=lambda variant: variant.tune("initial-meld", rearrange=False),
        variants=("rummy",),
        source="R3, R7, R20",
    ),
    HouseRule(
        key="rummy/lay-off-before-opening",
        title="Tiles may be added to melds before the initial meld",
        text="Only that: melds are not changed otherwise, and no new ones are laid.",
        apply=lambda variant: variant.tune("initial-meld", lay_off=True),
        variants=("rummy",),
        source="literal reading of TR-12",
    ),
    HouseRule(
        key="rummy/high-one",
        title="A 1 may also stand after the 13",
        text="It ends the run there and still counts 1; 13-1-2 is no run.",
        apply=lambda variant: variant.tune("melds", one_high="high_or_low"),
        variants=("rummy",),
        source="R20",
    ),
    HouseRule(
        key="rummy/must-lay",
        title="Only who can lay nothing may draw",
        apply=_must_lay,
        variants=("rummy",),
        source="strict reading of TR-17",
    ),
    HouseRule(
        key="rummy/draw-more",
        title="Draw until a tile can be laid",
        text="A player who can lay nothing goes on drawing, and may lay in the same turn.",
        apply=_draw_more,
        variants=("rummy",),
        parameters=(
            Parameter("most", 0, "How many tiles may be drawn in a turn; 0: no limit.", least=0),
        ),
        source="R8",
    ),
    HouseRule(
        key="rummy/no-idle-pass",
        title="With an empty stock whoever can lay must",
        apply=lambda variant: variant.tune("pass", only_without=_ONLY_IF_STUCK),
        variants=("rummy",),
        source="R4, R7",
    ),
    HouseRule(
        key="rummy/last-turns",
        title="Once the stock is empty everybody has one more turn",
        text="Often played with rummy/full-hands.",
        apply=_last_turns,
        variants=("rummy",),
        source="R22",
    ),
)
"""The rules, as the game's page lists them."""
