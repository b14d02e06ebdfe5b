"""
What tiles are worth, who wins a round and what settles a tie, and how rounds make a match.

An author imports from here: ``from tilerules.scorers import Rung, Count``.
"""

from tilerules.scorers import kinds, matches, results, settlements, tie_breakers, values
from tilerules.scorers.kinds import *
from tilerules.scorers.matches import *
from tilerules.scorers.results import *
from tilerules.scorers.settlements import *
from tilerules.scorers.tie_breakers import *
from tilerules.scorers.values import *

__all__: list[str] = []
__all__ += kinds.__all__
__all__ += matches.__all__
__all__ += results.__all__
__all__ += settlements.__all__
__all__ += tie_breakers.__all__
__all__ += values.__all__
