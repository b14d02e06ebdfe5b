"""
What single tiles are worth.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import attrs

from tilerules.component import Component, GameLike
from tilerules.scorers.kinds import TileValue
from tilerules.scorers.results import Held
from tilerules.state import PlanLike
from tilerules.texts import Text
from tilerules.tiles import Domino, Tile

__all__ = ["FixedValue", "HighestDouble", "NamesDead"]


@attrs.frozen
class NamesDead(Component, ABC):
    """A part whose sentence names dead tiles under ``{dead}``, in games that have them."""

    @property
    @abstractmethod
    def dead_words(self) -> object:
        """The words on dead tiles."""

    def params(self) -> dict[str, object]:
        return {**super().params(), "dead": self.dead_words}

    def idle_in(self, game: GameLike) -> tuple[str, ...]:
        return () if any(action.buries for action in game.actions) else ("live_only",)

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        texts = self.describe()
        if any(action.buries for action in game.actions):
            return texts
        return tuple([one.with_params(dead="") for one in texts])


def _revalued(held: Held, face: Tile, points: int) -> Held:
    """Give held tiles, one of which counts something else."""
    return tuple([(points if tile == face else value, tile, dead) for value, tile, dead in held])


@attrs.frozen
class FixedValue(TileValue):
    """One tile counts something else than its pips."""

    sentence = "[{tile}] counts {points}."

    tile: str
    """The tile."""
    points: int
    """What it counts."""

    @property
    def code(self) -> str:  # type: ignore[override]  # one part a tile
        """One key for each tile, so that two rules about different tiles do not collide."""
        return f"value-{self.tile}"

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        return _revalued(held, plan.tile_set.tile(self.tile), self.points)


@attrs.frozen
class HighestDouble(TileValue):
    """The highest double of the set counts something else than its pips."""

    code = "value-highest-double"
    sentence = "The highest double of the set counts {points}."

    points: int = 48
    """What it counts."""

    def revalue(self, plan: PlanLike, held: Held) -> Held:
        highest = Domino(plan.tile_set.highest, plan.tile_set.highest)
        return _revalued(held, highest, self.points)
