"""
Positions as the directive ``picture`` is given them, set up and drawn.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import tilerules
from tilerules import Round
from tilerules.looks import Svg

__all__ = ["draw_position", "set_up"]

SPLIT = ";"
"""Between two moves, or two hands."""


def set_up(variant: str, options: dict[str, Any]) -> Round:
    """
    Make the round that is drawn.
    """
    names = [name.strip() for name in options.get("seats", "").split(",") if name.strip()]
    if "position" in options:
        round_ = tilerules.parse_position(options["position"])
    else:
        rules = tilerules.variant(variant)
        if "rules" in options:
            rules = rules.with_rules(*options["rules"].split())
        hands = options.get("hands")
        round_ = rules.deal(
            names or rules.seats[0],
            seed=int(options.get("seed", 1)),
            **({} if hands is None else {"hands": [one.strip() for one in hands.split(SPLIT)]}),
        )
    for move in options.get("moves", "").split(SPLIT):
        if move.strip():
            round_ = round_.play(move.strip())
    return round_


def draw_position(variant: str, options: dict[str, Any], theme: str) -> Svg:
    """
    Draw what a directive asks for.
    """
    round_ = set_up(variant, options)
    marks = options.get("marks")
    if "layout" in options:
        before = [state.layout for state in round_.states[:-1]]
        laid = Counter(round_.layout.tiles) - Counter(before[-1].tiles if before else ())
        how = {"names": round_.names, "before": before, "last": [*laid.elements()]}
        picture: Svg = round_.layout.picture(theme=theme, marks=(marks or "").split(), **how)
        return picture
    seat = int(options["seat"]) if options.get("seat") else None
    return round_.picture(seat=seat, marks=marks, theme=theme)
