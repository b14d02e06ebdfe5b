"""
Gaple's house rules: every way of playing it that is not the default.

They are grouped by decision points, a module each: the deal and who opens (``opening``), what
one does in a turn (``playing``), what a round is worth and who wins it (``scoring``). Sides,
direction, match and host are for the rules of the table.
"""

from __future__ import annotations

from tilerules import moved_rules
from tilerules_gaple.house_rules import opening, playing, scoring

__all__ = ["HOUSE_RULES", "MOVED"]

HOUSE_RULES = (*opening.RULES, *playing.RULES, *scoring.RULES)
"""Every house rule, in the order of the decision points."""

MOVED = moved_rules(
    "gaple",
    ("gaple",),
    {
        "counter-clockwise": "table/direction:to=counter-clockwise",
        "first-to:target=7": "table/target:points={target}",
        "leave": "table/leave",
        "partners:by=winner": "table/partners:by={by}",
        "penalty:unit=points": "table/penalty:unit={unit}",
        "rounds:rounds=10": "table/rounds:rounds={rounds}",
        "time-limit:seconds=30,fine=11,tiles=0": (
            "table/time-limit:seconds={seconds},fine={fine},tiles={tiles}"
        ),
    },
)
"""Keys that are rules of the table now."""
