"""
Points on which the pages differ: every other answer than the default, as a house rule.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant, moved_rules

__all__ = ["HOUSE_RULES", "MOVED"]

_ALL = ("block", "draw", "all-fives", "matador")
_DRAWING = ("draw", "all-fives", "matador")


def _multiple(variant: Variant, of: int) -> Variant:
    return variant.tune("ends-score", multiple=of).tune("settlement", nearest=of)


HOUSE_RULES = (
    HouseRule(
        key="classic-dominoes/lead",
        title="Who leads",
        apply=lambda variant, first, later: variant.tune("starting", first=first, later=later),
        variants=_ALL,
        parameters=(
            Parameter(
                "first",
                "highest-double",
                "Who leads the first round.",
                choices=("lot", "highest-double"),
            ),
            Parameter(
                "later", "next-seat", "Who leads a later round.", choices=("winner", "next-seat")
            ),
        ),
        source="Diversity Dominoes League; Pagat, All Fives",
    ),
    HouseRule(
        key="classic-dominoes/no-spinner",
        title="No spinner",
        text="The layout is one line, as in Muggins.",
        apply=lambda variant: variant.tune("layout", spinner=False),
        variants=("all-fives",),
        source="Foster's Hoyle",
    ),
    HouseRule(
        key="classic-dominoes/multiple",
        title="Another multiple than five",
        text="Both for the open ends and for rounding what a hand is worth; 3 makes it All Threes.",
        apply=_multiple,
        variants=("all-fives",),
        parameters=(Parameter("of", 3, "The multiple.", least=2, most=10),),
        source="Britannica 1911",
    ),
    HouseRule(
        key="classic-dominoes/reserve",
        title="Tiles that are never drawn",
        apply=lambda variant, tiles: variant.tune("draw", reserve=tiles),
        variants=_DRAWING,
        parameters=(Parameter("tiles", 1, "How many stay where they are.", choices=(0, 1, 2)),),
        source="Britannica 1911; Foster's Hoyle",
    ),
    HouseRule(
        key="classic-dominoes/draw-few",
        title="Draw a few tiles, then pass",
        apply=lambda variant, most: variant.tune("draw", most=most),
        variants=_DRAWING,
        parameters=(Parameter("most", 1, "Tiles that may be drawn in a turn.", least=1, most=7),),
        source="Wikipedia, Matador",
    ),
    HouseRule(
        key="classic-dominoes/blocked-total",
        title="A blocked round scores all that the others hold",
        apply=lambda variant: variant.tune("settlement", blocked="total"),
        variants=("block", "draw"),
        source="Britannica 1911",
    ),
    HouseRule(
        key="classic-dominoes/blocked-difference",
        title="A blocked round scores the difference",
        apply=lambda variant: variant.tune("settlement", blocked="difference"),
        variants=("all-fives", "matador"),
        source="Wikipedia, Matador",
    ),
)
"""The rules, in the order of the decision points."""

MOVED = moved_rules(
    "classic-dominoes",
    _ALL,
    {
        "hands:each=6": "table/hand-size:size={each}",
        "partners": "table/partners:by=sum",
        "target:points=250": "table/target:points={points}",
    },
)
"""Keys that are rules of the table now."""
