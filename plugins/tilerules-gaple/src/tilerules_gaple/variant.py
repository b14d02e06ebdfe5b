"""
The game as the source text has it; every other way of playing it is a house rule.
"""

from __future__ import annotations

from tilerules import Variant, double_set
from tilerules.layouts import LineLayout
from tilerules.rules.blocking import dead_tile
from tilerules.rules.dealing import DealEach, hand_sizes
from tilerules.rules.laying import one_tile
from tilerules.rules.openings import HolderOpens, TurnedUp
from tilerules.rules.starting import ByDeal, WinnerOpens
from tilerules.scorers.matches import HighestTotal, Rounds
from tilerules.scorers.settlements import WinnerPoint
from tilerules.scorers.tie_breakers import Count, LowestEnd, LowestTile

__all__ = ["GAPLE"]

GAPLE = Variant.of(
    name="gaple",
    title="Gaple",
    summary="Single-line dominoes with dead tiles: the lowest count wins.",
    tiles=double_set(6),
    seats=(4, 5),
    dealing=DealEach(hand_sizes(s4=7, s5=5)),
    layout=LineLayout(),
    starting=ByDeal(
        all_dealt=HolderOpens("0-0"),
        some_left=TurnedUp(),
        later=WinnerOpens(double="all-dealt"),
    ),
    turn=one_tile(),
    blocking=dead_tile(),
    scorer=WinnerPoint(),
    tie_breakers=(Count(), LowestTile(), LowestEnd()),
    match=(Rounds(1), HighestTotal()),
    clauses={
        # the source text
        "deal-each": "SL-1, SL-7",
        "line": "SL-5, SL-6",
        "holder-opens": "SL-4, SL-7",
        "turned-up": "SL-10, SL-11",
        "winner-opens": "SL-8, SL-9, SL-11",
        "opening": "SL-4, SL-8",
        "place": "SL-5, SL-12",
        "clockwise": "SL-12",
        "discard": "SL-13, SL-14",
        "pass": "SL-15",
        "went-out": "SL-16",
        "blocked": "SL-16",
        "count": "SL-17, SL-20",
        "value-0-0": "SL-18, SL-19",
        "lowest-tile": "SL-21",
        "lowest-end": "SL-22",
        "winner-point": "SL-20, SL-26",
        "partners": "SL-26",
        "rounds": "SL-11, SL-26",
        # house rules: the pages that have them
        "block-double-owner": "G3",
        "counter-clockwise": "G11",
        "draw": "web descriptions; G1 contradicts",
        "fewest-tiles": "G2",
        "fewest-tiles-in-block": "G4",
        "first-to": "G9",
        "forced-pass-points": "G2",
        "locker": "G15",
        "out-wins": "G2, G4, G5",
        "round-double": "G7",
        "time": "G7, G8",
        "win-bonuses": "G2",
    },
)
"""Gaple for four (7 tiles each) or five (5 each, one turned up)."""
