"""
Exact answers about tiles: pure functions that know no rules of a round.
"""

from tilerules.solvers.trains import BestTrain, best_train

__all__ = [
    "BestTrain",
    "best_train",
]
