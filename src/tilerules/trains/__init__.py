"""
The family of trains: rows of dominoes that all begin at one double, the engine.
"""

from tilerules.trains import data as _data  # noqa: F401  # registers what they are in JSON
from tilerules.trains import pictures as _pictures  # noqa: F401  # registers where tiles lie
from tilerules.trains import words as _words  # noqa: F401  # registers what they sound like
from tilerules.trains.best_trains import BestTrain, best_train
from tilerules.trains.doubles import (
    ChainThenCover,
    CoverAnywhere,
    CoverFirst,
    Doubles,
    OneDouble,
    doubles_of,
)
from tilerules.trains.engines import (
    ENGINES,
    PASSED_ON,
    EngineFirst,
    EngineLaid,
    EngineOpens,
    EngineRule,
    HighestInHand,
    OwnHighest,
    RequiredInHand,
    SeekEngine,
    SetAside,
    double_of,
    from_hand,
)
from tilerules.trains.first_trains import FirstTrain, OnOwnTrain, Stop, UnbrokenTrain, first_train
from tilerules.trains.first_turns import FIRST_TURNS, FirstTurns, in_first_turn, turn_is_over
from tilerules.trains.last_tiles import (
    CoverLast,
    LastDouble,
    OutAfterFirstTurns,
    OutOnceCovered,
    OutOnDouble,
)
from tilerules.trains.layout import (
    CHAINS,
    ENDS,
    ENGINE,
    LAID,
    MARKED,
    OPEN,
    BoundTrains,
    TrainsLayout,
    TrainsState,
)
from tilerules.trains.markers import AfterMarking, Markers, MarkOwn, UnmarkOwn
from tilerules.trains.reading import Train, TrainEnd, Trains
from tilerules.trains.whose import CommunalTrains, OwnTrainFirst, PrivateTrains, on_own_train

__all__ = [
    "CHAINS",
    "ENDS",
    "ENGINE",
    "ENGINES",
    "FIRST_TURNS",
    "LAID",
    "MARKED",
    "OPEN",
    "PASSED_ON",
    "AfterMarking",
    "BestTrain",
    "BoundTrains",
    "ChainThenCover",
    "CommunalTrains",
    "CoverAnywhere",
    "CoverFirst",
    "CoverLast",
    "Doubles",
    "EngineFirst",
    "EngineLaid",
    "EngineOpens",
    "EngineRule",
    "FirstTrain",
    "FirstTurns",
    "HighestInHand",
    "LastDouble",
    "MarkOwn",
    "Markers",
    "OnOwnTrain",
    "OneDouble",
    "OutAfterFirstTurns",
    "OutOnDouble",
    "OutOnceCovered",
    "OwnHighest",
    "OwnTrainFirst",
    "PrivateTrains",
    "RequiredInHand",
    "SeekEngine",
    "SetAside",
    "Stop",
    "Train",
    "TrainEnd",
    "Trains",
    "TrainsLayout",
    "TrainsState",
    "UnbrokenTrain",
    "UnmarkOwn",
    "best_train",
    "double_of",
    "doubles_of",
    "first_train",
    "from_hand",
    "in_first_turn",
    "on_own_train",
    "turn_is_over",
]
