"""
The game as the source text has it; every other way of playing it is a house rule.
"""

from __future__ import annotations

from tilerules import Variant, double_set
from tilerules.rules.blocking import Draw, DrawAgain, Pass, WentOut
from tilerules.rules.dealing import DealEach
from tilerules.rules.endings import BlockedForGood, DeclineDrawn
from tilerules.rules.kinds import Bundle
from tilerules.rules.laying import PlaceTile
from tilerules.scorers.matches import LowestTotal, RoundPerDouble
from tilerules.scorers.settlements import HandsAgainst
from tilerules.scorers.tie_breakers import Count
from tilerules.trains.doubles import Doubles
from tilerules.trains.engines import EngineOpens
from tilerules.trains.layout import TrainsLayout
from tilerules.trains.markers import Markers
from tilerules.trains.whose import PrivateTrains
from tilerules_mexican_train.presets import PRESETS
from tilerules_mexican_train.tables import HANDS

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
    presets=PRESETS,
    clauses={
        "engine": "MT-1, MT-2",
        "set-aside": "MT-1, MT-2",
        "required-in-hand": "MT-1, M8",
        "highest-in-hand": "M5",
        "own-highest": "M26",
        "engine-first": "M2, M5, M8",
        "lot-then-rotate": "D",
        "draw-highest": "M10, M14",
        "dealer": "GK",
        "trains": "MT-3, MT-6, M1",
        "private-train": "MT-4, MT-10",
        "communal-train": "M13, M14, M15, M27",
        "own-train-first": "M12, M13, M19",
        "place": "MT-4",
        "first-train": "M2, M4",
        "on-own-train": "M2, M4",
        "unbroken-train": "M16",
        "stop": "M2, M4",
        "doubles": "MT-6, MT-7, MT-8",
        "doubles-cover": "M8, M9, M14",
        "doubles-nothing": "D",
        "doubles-chain": "M4, M11, M15",
        "doubles-bind": "M8, M14",
        "doubles-void": "M14",
        "doubles-dead": "D",
        "doubles-wait": "M4, M21",
        "doubles-excuse": "M19",
        "cover-first": "M4, M8, M14",
        "one-double": "M14, M23",
        "last-double": "M14, M16",
        "cover-last": "M14, M16",
        "draw": "MT-5, MT-8",
        "decline-drawn": "MT-8",
        "pass": "MT-9",
        "pass-at-will": "MT-4",
        "all-passed": "D",
        "markers": "MT-9, MT-10",
        "mark": "M14",
        "unmark": "MT-10",
        "went-out": "MT-11",
        "blocked": "MT-11",
        "value-0-0": "M13, M14",
        "value-highest-double": "M14",
        "count": "MT-12, MT-13",
        "hands-against": "MT-12, MT-14",
        "winner-collects": "M20",
        "out-wins": "M20",
        "out-on-double": "M23",
        "round-per-double": "MT-1, M14",
        "lowest-total": "MT-14",
    },
)
"""Mexican Train with the double-twelve set, for two to eight."""
