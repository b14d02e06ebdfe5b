"""
What tiles are worth, who wins a round and what settles a tie, and how rounds make a match.

An author imports from here: ``from tilerules.scorers import Rung, Count``.
"""

from tilerules.scorers.kinds import Adjustment, Length, Rung, Settlement, Standing, TileValue
from tilerules.scorers.matches import (
    HALF,
    FirstTo,
    HighestTotal,
    LowestThenRoundsWon,
    LowestTotal,
    MostRoundsWon,
    RoundPerDouble,
    Rounds,
)
from tilerules.scorers.results import Held, RoundEnd, Verdict
from tilerules.scorers.settlements import (
    CollectHands,
    ForcedPassPoints,
    HandsAgainst,
    LastLayer,
    WinBonuses,
    WinnerCollects,
    WinnerPoint,
)
from tilerules.scorers.tie_breakers import (
    Count,
    FewestTiles,
    FewestTilesInBlock,
    Locker,
    LowestEnd,
    LowestTile,
    OutWins,
    lowest_end,
)
from tilerules.scorers.values import FixedValue, HighestDouble, NamesDead

__all__ = [
    "HALF",
    "Adjustment",
    "CollectHands",
    "Count",
    "FewestTiles",
    "FewestTilesInBlock",
    "FirstTo",
    "FixedValue",
    "ForcedPassPoints",
    "HandsAgainst",
    "Held",
    "HighestDouble",
    "HighestTotal",
    "LastLayer",
    "Length",
    "Locker",
    "LowestEnd",
    "LowestThenRoundsWon",
    "LowestTile",
    "LowestTotal",
    "MostRoundsWon",
    "NamesDead",
    "OutWins",
    "RoundEnd",
    "RoundPerDouble",
    "Rounds",
    "Rung",
    "Settlement",
    "Standing",
    "TileValue",
    "Verdict",
    "WinBonuses",
    "WinnerCollects",
    "WinnerPoint",
    "lowest_end",
]
