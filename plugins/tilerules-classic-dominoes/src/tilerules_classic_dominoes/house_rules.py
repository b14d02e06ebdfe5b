"""
Points on which the pages differ: every other answer than the default, as a house rule.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Parameter, moved_rules

__all__ = ["HOUSE_RULES", "MOVED"]

_ALL = ("block", "draw", "all-fives", "matador")
_DRAWING = ("draw", "all-fives", "matador")


_MULTIPLE = Parameter("of", 3, "The multiple.", least=2, most=10)
_rule = partial(HouseRule, variants=_ALL)

HOUSE_RULES = (
    _rule(
        "classic-dominoes/lead",
        "Who leads",
        tune={
            "starting.first": Parameter(
                "first",
                "highest-double",
                "Who leads the first round.",
                choices=("lot", "highest-double"),
            ),
            "starting.later": Parameter(
                "later", "next-seat", "Who leads a later round.", choices=("winner", "next-seat")
            ),
        },
        source="Diversity Dominoes League; Pagat, All Fives",
    ),
    _rule(
        "classic-dominoes/no-spinner",
        "No spinner",
        text="The layout is one line, as in Muggins.",
        tune={"layout.spinner": False},
        variants=("all-fives",),
        source="Foster's Hoyle",
    ),
    _rule(
        "classic-dominoes/multiple",
        "Another multiple than five",
        text="Both for the open ends and for rounding what a hand is worth; 3 makes it All Threes.",
        tune={"ends-score.multiple": _MULTIPLE, "settlement.nearest": _MULTIPLE},
        variants=("all-fives",),
        source="Britannica 1911",
    ),
    _rule(
        "classic-dominoes/reserve",
        "Tiles that are never drawn",
        tune={
            "draw.reserve": Parameter(
                "tiles", 1, "How many stay where they are.", choices=(0, 1, 2)
            )
        },
        variants=_DRAWING,
        source="Britannica 1911; Foster's Hoyle",
    ),
    _rule(
        "classic-dominoes/draw-few",
        "Draw a few tiles, then pass",
        tune={
            "draw.most": Parameter("most", 1, "Tiles that may be drawn in a turn.", least=1, most=7)
        },
        variants=_DRAWING,
        source="Wikipedia, Matador",
    ),
    _rule(
        "classic-dominoes/blocked-total",
        "A blocked round scores all that the others hold",
        tune={"settlement.blocked": "total"},
        variants=("block", "draw"),
        source="Britannica 1911",
    ),
    _rule(
        "classic-dominoes/blocked-difference",
        "A blocked round scores the difference",
        tune={"settlement.blocked": "difference"},
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
