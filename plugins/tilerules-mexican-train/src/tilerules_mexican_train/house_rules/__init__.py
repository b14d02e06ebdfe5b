"""
The house rules: every way of playing it that is not the default.

They are grouped by decision points, a module each: tiles, deal and engine (``opening``), what
a turn consists of and where one may play (``playing``), what doubles oblige to (``doubles``),
what a player does who cannot play (``failing``), and what rounds and matches are worth
(``scoring``).
"""

from __future__ import annotations

from tilerules import moved_rules
from tilerules_mexican_train.house_rules import doubles, failing, opening, playing, scoring

__all__ = ["HOUSE_RULES", "MOVED"]

HOUSE_RULES = (
    *opening.RULES,
    *playing.RULES,
    *doubles.RULES,
    *failing.RULES,
    *scoring.RULES,
)
"""Every house rule, in the order of the decision points."""


def _larger_set(highest: int, size: int, first_engine: int) -> str:
    first = f" mexican-train/first-engine:pips={first_engine}" if first_engine else ""
    return f"table/tiles:set=double-{highest} mexican-train/hand-size:size={size}{first}"


MOVED = moved_rules(
    "mexican-train",
    ("mexican-train",),
    {
        "larger-set:highest=15,size=11,first_engine=0": _larger_set,
        "rounds:number=5": "table/rounds:rounds={number}",
    },
)
"""Keys that are rules of the table now."""
