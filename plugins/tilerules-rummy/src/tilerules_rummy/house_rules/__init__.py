"""
Tile rummy's house rules: every way of playing it that is not the default.

They are grouped by decision points, a module each: the initial meld and what one does in a
turn (``melding``), jokers (``jokers``), what a round is worth (``scoring``), and the frame
around it: the deal, who opens, match (``table``).
"""

from __future__ import annotations

from tilerules_rummy.house_rules import jokers, melding, scoring, table
from tilerules_rummy.house_rules.table import MOVED

__all__ = ["HOUSE_RULES", "MOVED"]

HOUSE_RULES = (*melding.RULES, *jokers.RULES, *scoring.RULES, *table.RULES)
"""Every house rule, as the game's page lists them."""
