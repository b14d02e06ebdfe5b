"""
Exact answers about tiles: pure functions that know no rules of a round.
"""

from tilerules.melds.best_sets import (
    OpeningRules,
    Play,
    Terms,
    arrange,
    best_opening,
    best_play,
    is_opening,
    keep_melds,
    maximal_plays,
    opening_problems,
    playable_sets,
)
from tilerules.melds.changes import MeldStep, steps
from tilerules.trains.best_trains import BestTrain, best_train

__all__ = [
    "BestTrain",
    "MeldStep",
    "OpeningRules",
    "Play",
    "Terms",
    "arrange",
    "best_opening",
    "best_play",
    "best_train",
    "is_opening",
    "keep_melds",
    "maximal_plays",
    "opening_problems",
    "playable_sets",
    "steps",
]
