"""
Gaple's house rules: every way of playing it that is not the default.

They are grouped by decision points, a module each: the deal and who opens (``opening``), what
one does in a turn (``playing``), what a round is worth and who wins it (``scoring``), and the
frame around it: sides, direction, match, host (``table``).
"""

from __future__ import annotations

from tilerules_gaple.house_rules import opening, playing, scoring, table

__all__ = ["HOUSE_RULES"]

HOUSE_RULES = (*opening.RULES, *playing.RULES, *scoring.RULES, *table.RULES)
"""Every house rule, in the order of the decision points."""
