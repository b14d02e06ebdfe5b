"""
What only Gaple has: the blank double that counts by its company.
"""

from __future__ import annotations

from typing import ClassVar

import attrs

from tilerules import Domino
from tilerules.rules.ends import Held
from tilerules.rules.parts import TileValue
from tilerules.rules.state import PlanLike

__all__ = ["BlankDouble"]

_BLANK = Domino(0, 0)


@attrs.frozen
class BlankDouble(TileValue):
    """
    [0-0] counts one thing alone and another beside a further tile with a blank.
    """

    code: ClassVar[str] = "value-0-0"
    sentence: ClassVar[str] = (
        "[0-0] counts {alone} if its holder has no other tile with a blank, else {otherwise}{scope}."
    )

    alone: int = 25
    """What it counts when it is its holder's only blank."""
    otherwise: int = 0
    """What it counts beside another blank."""
    live_only: bool = False
    """Whether only tiles still in the hand can save it, not dead ones."""

    def params(self) -> dict[str, object]:
        """Say which tiles save it."""
        scope = "; dead tiles do not help" if self.live_only else ""
        return {
            "alone": self.alone,
            "otherwise": self.otherwise,
            "live_only": self.live_only,
            "scope": scope,
        }

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        """Look at the whole hand of the holder; a partner's tiles do not save it."""
        others = [
            tile
            for _value, tile, is_dead in held
            if isinstance(tile, Domino)
            and tile != _BLANK
            and tile.low == 0
            and not (is_dead and self.live_only)
        ]
        worth = self.otherwise if others else self.alone
        return tuple(
            [(worth if tile == _BLANK else value, tile, dead) for value, tile, dead in held]
        )
