"""
The game as the source text has it; every other way of playing it is a house rule.
"""

from __future__ import annotations

from tilerules import Variant, double_set
from tilerules.layouts.trains import TrainsLayout
from tilerules.rules.blocking import Draw, DrawAgain, Pass, WentOut
from tilerules.rules.blocks import BlockedForGood
from tilerules.rules.collecting import HandsAgainst
from tilerules.rules.dealing import DealEach
from tilerules.rules.declining import DeclineDrawn
from tilerules.rules.duties import Doubles
from tilerules.rules.engines import EngineOpens
from tilerules.rules.markers import Markers
from tilerules.rules.matches import LowestTotal
from tilerules.rules.parts import Bundle
from tilerules.rules.scoring import Count
from tilerules.rules.tallies import RoundPerDouble
from tilerules.rules.trains import PrivateTrains
from tilerules.rules.turns import PlaceTile
from tilerules_mexican_train.presets import PRESETS
from tilerules_mexican_train.tables import HANDS, most_moves

__all__ = ["MEXICAN_TRAIN"]

_TILES = double_set(12)
_SEATS = tuple(seats for seats, _size in HANDS["standard"])

_TURN = Bundle(
    actions=(PlaceTile(),),
    constraints=(PrivateTrains(),),
    continuations=(Doubles(),),
)

# Where a turn may be stopped, that comes before drawing and passing, too.
_CANNOT_PLAY = Bundle(
    actions=(
        Draw(1, only_without=("place", "stop")),
        Pass(only_without=("place", "draw", "stop")),
    ),
    permits=(DeclineDrawn(),),
    continuations=(DrawAgain(),),
    effects=(Markers(),),
    endings=(WentOut(), BlockedForGood()),
)

MEXICAN_TRAIN = Variant.of(
    name="mexican-train",
    title="Mexican Train",
    summary="Own trains, a communal train, and markers for who cannot play: fewest pips win.",
    tiles=_TILES,
    seats=_SEATS,
    dealing=DealEach(HANDS["standard"]),
    layout=TrainsLayout(),
    starting=EngineOpens(),
    turn=_TURN,
    blocking=_CANNOT_PLAY,
    scorer=HandsAgainst(),
    tie_breakers=(Count(),),
    match=(RoundPerDouble(13), LowestTotal()),
    most_moves=most_moves(len(_TILES), max(_SEATS)),
    presets=PRESETS,
    clauses={
        "engine": "MT-1, MT-2",
        "set-aside": "MT-1, MT-2",
        "required-in-hand": "MT-1",
        "trains": "MT-3",
        "private-train": "MT-4, MT-10",
        "place": "MT-4",
        "draw": "MT-5, MT-8",
        "decline-drawn": "MT-8",
        "doubles": "MT-6, MT-7, MT-8",
        "pass": "MT-9",
        "markers": "MT-9, MT-10",
        "went-out": "MT-11",
        "blocked": "MT-11",
        "count": "MT-12, MT-13",
        "hands-against": "MT-12, MT-14",
        "lowest-total": "MT-14",
        "pass-at-will": "MT-4",
    },
)
"""Mexican Train with the double-twelve set, for two to eight."""
