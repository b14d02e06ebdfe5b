"""
The game as the source text has it; every other way of playing it is a house rule.
"""

from __future__ import annotations

from tilerules import Preset, Variant, numbered_set
from tilerules.melds import MeldLayout
from tilerules.melds.laying import melding
from tilerules.melds.turns import best_turn
from tilerules.rules.blocking import Draw, Pass, WentOut
from tilerules.rules.dealing import DealEach
from tilerules.rules.endings import all_idle
from tilerules.rules.hosting import Time
from tilerules.rules.kinds import Bundle
from tilerules.rules.starting import DrawForStart
from tilerules.scorers.matches import FirstTo, HighestTotal
from tilerules.scorers.settlements import CollectHands
from tilerules.scorers.tie_breakers import Count, FewestTiles
from tilerules.scorers.values import FixedValue

__all__ = ["PRESETS", "RUMMY"]

_DRAW_OR_PASS = Bundle(
    actions=(Draw(1), Pass(only_without=("draw",))),
    endings=(WentOut(),),
)
"""Whoever lays nothing draws a tile, and passes when there is none."""

PRESETS = (
    Preset(
        name="pagat",
        title="Tile rummy as pagat.com has it",
        rules=("rummy/joker-lock",),
        source="R2",
    ),
    Preset(
        name="manufacturer",
        title="Tile rummy as the manufacturers' leaflets have it",
        rules=(
            "rummy/quiet-opening",
            "rummy/joker-destination:to=new-meld",
            "table/time-limit:seconds=60,fine=0,tiles=3",
            "rummy/most-wins:rounds=4",
        ),
        source="R3, R4, R5",
    ),
)
"""Published ways of playing it."""

RUMMY = Variant.of(
    name="rummy",
    title="Tile rummy",
    summary="Lay groups and runs of numbered tiles, and rearrange those on the table.",
    tiles=numbered_set(),
    seats=(2, 3, 4),
    dealing=DealEach(each=14),
    layout=MeldLayout(),
    starting=DrawForStart(),
    turn=melding(),
    blocking=(_DRAW_OR_PASS, all_idle()),
    scorer=CollectHands(),
    tie_breakers=(Count(), FewestTiles()),
    match=(FirstTo(200), HighestTotal()),
    values=(FixedValue("J", 30),),
    limits=(Time(seconds=120, tiles=3, ends_turn=True),),
    presets=PRESETS,
    adviser=best_turn,
    clauses={
        # the source text
        "tiles": "TR-1 to TR-4",
        "deal-each": "TR-6, TR-7",
        "clockwise": "TR-10",
        "melds": "TR-11",
        "start-draw": "TR-8, TR-9",
        "lay": "TR-5, TR-12, TR-15",
        "initial-meld": "TR-12 to TR-14",
        "draw": "TR-17",
        "went-out": "TR-18",
        "collect-hands": "TR-19 to TR-21",
        "value-J": "TR-22",
        "time": "TR-16",
        "first-to": "TR-23",
        # pages that say what it leaves out
        "freed-jokers": "R2, R7, R12, R13",
        "pass": "R4",
        "stuck": "R4, R5",
        "count": "R4, R5",
        "highest-total": "R4",
        # house rules: the pages that have them
        "counter-clockwise": "R6, R17",
        "hands-against": "R18",
        "joker-each": "R7",
        "league-points": "R11",
        "most-rounds-won": "R5",
        "rounds": "R4",
        "unopened-pay": "R7",
    },
)
"""Tile rummy for two to four, 14 tiles each, to 200 points."""
