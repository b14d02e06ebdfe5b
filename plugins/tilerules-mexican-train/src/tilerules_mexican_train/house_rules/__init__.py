"""
The house rules: every way of playing it that is not the default.

They are grouped by decision points, a module each: tiles, deal and engine (``opening``), what
a turn consists of and where one may play (``playing``), what doubles oblige to (``doubles``),
what a player does who cannot play (``failing``), and what rounds and matches are worth
(``scoring``).
"""

from __future__ import annotations

from tilerules_mexican_train.house_rules import doubles, failing, opening, playing, scoring

__all__ = ["HOUSE_RULES"]

HOUSE_RULES = (
    *opening.RULES,
    *playing.RULES,
    *doubles.RULES,
    *failing.RULES,
    *scoring.RULES,
)
"""Every house rule, in the order of the decision points."""
