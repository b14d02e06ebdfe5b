"""
Legal moves where there are too many to list.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NoReturn

from tilerules.errors import AmbiguousMoveError, InvalidNotationError
from tilerules.faults import faults_of
from tilerules.moves import MOST_COUNTED, LegalMoves
from tilerules.play.base import Resolved
from tilerules.state import Move, State

__all__ = ["LazyMoves"]

_KEPT = 64
"""So many moves of a state are kept once they have been found."""


class LazyMoves(LegalMoves):
    """
    The legal moves of a state, found when they are looked at.

    Iteration yields representatives, each legal; ``in`` and ``bool`` are exact, for moves that
    are never listed too, and list nothing. The first few that were found are kept.
    """

    __slots__ = ("_drawn", "_first", "_is_all", "_plan", "_shown", "_state")

    def __init__(self, plan: Resolved, state: State) -> None:
        self._plan = plan
        self._state = state
        self._first: tuple[Move, ...] = ()
        self._drawn: Move | None = None
        self._is_all = False
        self._shown: LazyMoves | None = None

    def __iter__(self) -> Iterator[Move]:
        known = self._first
        yield from known
        if not self._is_all:
            yield from self._find(len(known))

    def _find(self, skipped: int) -> Iterator[Move]:
        """Find the moves anew, and leave out so many that are known."""
        found: list[Move] = []
        with faults_of(self._plan.variant):
            for number, move in enumerate(self._plan.iterate(self._state)):
                if number < _KEPT:
                    # Others may be iterating too: what is kept is replaced, never changed.
                    found.append(move)
                    if number >= len(self._first):
                        self._first = tuple(found)
                if number >= skipped:
                    yield move
        self._is_all = len(found) == len(self._first) < _KEPT

    def draw(self, rng: random.Random) -> Move | None:
        """
        Give a legal move at random, found without listing the others.

        Every kind that has a move is as likely as any other; of a kind whose moves explode, what
        is laid depends on which tiles chance leaves out. Not every legal move can come.

        Args:
            rng: Where chance comes from.

        Returns:
            The move; None where there is none.
        """
        with faults_of(self._plan.variant):
            self._drawn = self._plan.draw(self._state, rng)
        return self._drawn

    def has_given(self, move: object) -> bool:
        """
        Whether a move is one of those found here before: the very same object.

        One that a view has found is as good, unless it is about a single tile: there of several
        copies it may be another one.
        """
        if move is self._drawn:
            return move is not None
        if any([move is one for one in self._first]):
            return True
        shown = self._shown
        return shown is not None and shown.has_given(move) and move.tile_id < 0  # type: ignore[attr-defined]

    def shown(self, stand_in: Callable[[], State]) -> LazyMoves:
        """
        Give the same moves for the view of the seat to move.

        Args:
            stand_in: Makes a state in which they are the same and nothing hidden can be found.
        """
        if self._shown is None:
            self._shown = LazyMoves(self._plan, stand_in())
        return self._shown

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        if self.has_given(move):
            return True
        with faults_of(self._plan.variant):
            try:
                read = self._plan.parse(self._state, move.notation)
            except (InvalidNotationError, AmbiguousMoveError):
                return False
            return not self._plan.against(self._state, move, read)

    def __bool__(self) -> bool:
        if self._first:
            return True
        # Kinds of which there are few moves first: one of them is enough.
        kinds = sorted(self._plan.actions.values(), key=lambda action: action.lazy)
        with faults_of(self._plan.variant):
            return any(self._plan.offer(self._state, action.code) for action in kinds)

    def __len__(self) -> int:
        # ``list`` asks for the length before it iterates: so that nothing is found twice, what was
        # counted is kept.
        found = self.first(MOST_COUNTED + 1)
        if len(found) <= MOST_COUNTED:
            self._first, self._is_all = found, True
        return super().__len__()

    def __copy__(self) -> LazyMoves:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> LazyMoves:
        return self

    def __reduce__(self) -> NoReturn:
        # They are found in a state, and a state holds every hand.
        raise TypeError("legal moves that explode are not pickled; pickle the round or the view")

    def __repr__(self) -> str:
        return "<LazyMoves>"
