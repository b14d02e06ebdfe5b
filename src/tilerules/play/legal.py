"""
Legal moves where there are too many to list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from tilerules.play.blame import Blaming
from tilerules.rules.state import Move, State

if TYPE_CHECKING:
    from tilerules.play.plan import Plan

__all__ = ["LazyMoves"]


class LazyMoves(Collection[Move]):
    """
    The legal moves of a state, found when they are looked at.

    Iteration yields representatives, each legal; ``in`` and ``bool`` are exact, for moves that
    are never listed too. ``len`` counts the representatives and may take long.
    """

    __slots__ = ("_plan", "_state")

    def __init__(self, plan: Plan, state: State) -> None:
        self._plan = plan
        self._state = state

    def __iter__(self) -> Iterator[Move]:
        with Blaming(self._plan.variant):
            yield from self._plan.iterate(self._state)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or move.kind not in self._plan.actions:
            return False
        with Blaming(self._plan.variant):
            return not self._plan.problems(self._state, move)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        return sum(1 for _move in self)

    def __repr__(self) -> str:
        return "<LazyMoves>"
