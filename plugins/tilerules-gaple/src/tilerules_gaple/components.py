"""
What only Gaple has: the blank double that counts by its company.
"""

from __future__ import annotations

import attrs

from tilerules import Domino
from tilerules.scorers.kinds import TileValue
from tilerules.scorers.results import Held
from tilerules.scorers.values import NamesDead
from tilerules.state import PlanLike
from tilerules.texts import say

__all__ = ["BlankDouble"]

_BLANK = Domino(0, 0)


@attrs.frozen
class BlankDouble(NamesDead, TileValue):
    """
    [0-0] counts one thing as its holder's only blank and another beside a further one.
    """

    code = "value-0-0"
    sentence = (
        "[0-0] counts {alone} if its holder has no other tile with a blank, else {otherwise}{dead}."
    )

    alone: int = 25
    """What it counts when it is its holder's only blank."""
    otherwise: int = 0
    """What it counts beside another blank."""
    live_only: bool = False
    """Whether only tiles still in the hand can save it, not dead ones."""

    @property
    def dead_words(self) -> object:
        if self.live_only:
            return say("value-0-0.live", "; a dead tile does not help")
        return say("value-0-0.all", "; a dead tile helps as well")

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Look at the whole hand of the holder; a partner's tiles do not save it."""
        is_saved = any(
            isinstance(tile, Domino) and tile.low == 0 and tile != _BLANK
            for _value, tile, is_dead in held
            if not (is_dead and self.live_only)
        )
        worth = self.otherwise if is_saved else self.alone
        return tuple(
            (worth if tile == _BLANK else value, tile, is_dead) for value, tile, is_dead in held
        )
