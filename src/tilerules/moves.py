"""
The legal moves of a state: one face, whether they are listed or too many to list.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from itertools import islice
from typing import Any, overload

from tilerules.errors import TooManyMovesError, check_type
from tilerules.state import Move

__all__ = ["MOST_COUNTED", "NO_MOVES", "LegalMoves", "ListedMoves"]

MOST_COUNTED = 10_000
"""So many moves ``len`` counts."""


def _check_number(what: str, number: int) -> None:
    """Refuse what is no number from 0."""
    check_type(what, number, int)
    if isinstance(number, bool):
        raise TypeError(f"{what} is an int, not {number}")
    if number < 0:
        raise ValueError(f"{what} is 0 or more, not {number}")


class LegalMoves(Collection[Move]):
    """
    The legal moves of a state, in a fixed order.

    Iterate, ask ``in`` and ``bool``, take ``[n]`` (from 0; it finds the moves up to there and no
    further), :meth:`first` or :meth:`count`: the same in every variant, whether moves are few and
    listed, or so many that they are found as they are looked at. There iteration yields
    representatives, while ``in`` and ``bool`` are exact for every move.
    """

    __slots__ = ()

    def first(self, n: int) -> tuple[Move, ...]:
        """
        Give the first moves, fewer if there are no more.

        Args:
            n: How many, from 0.

        >>> import tilerules
        >>> moves = tilerules.variant("rummy").deal(seats=2, seed=1).legal_moves
        >>> len(moves.first(1))
        1
        """
        _check_number("a number of moves", n)
        return tuple(islice(self, min(n, sys.maxsize)))

    def count(self, *, limit: int | None = None) -> int:
        """
        Count the moves that iteration yields.

        Args:
            limit: Where to stop; what is given is then ``limit``. None: never.
        """
        if limit is not None:
            _check_number("a limit", limit)
            limit = min(limit, sys.maxsize)
        return sum(1 for _move in islice(self, limit))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: Any) -> Any:
        """
        Give the move at a place, or the moves of a slice; neither counts from the end.

        Raises:
            IndexError: There is none, or the number is below 0.
        """
        if isinstance(index, slice):
            return tuple(islice(self, index.start, index.stop, index.step))
        check_type("the number of a move", index, int)
        is_there = 0 <= index < sys.maxsize
        found = next(islice(self, index, None), None) if is_there else None
        if found is None:
            raise IndexError(f"there is no legal move {index}; moves are counted from 0")
        return found

    def __len__(self) -> int:
        """
        Count the moves.

        Raises:
            TooManyMovesError: There are more than 10,000; :meth:`count` counts on.
        """
        found = self.count(limit=MOST_COUNTED + 1)
        if found > MOST_COUNTED:
            raise TooManyMovesError(
                f"there are more than {MOST_COUNTED} legal moves; iterate, take first(n), or "
                "count(limit=...)"
            )
        return found


class ListedMoves(tuple[Move, ...], LegalMoves):
    """
    Legal moves that are listed: a tuple with the methods of :class:`LegalMoves`.
    """

    __slots__ = ()

    def count(self, *, limit: int | None = None) -> int:  # type: ignore[override]  # of a tuple
        """Give the number of moves, or the limit if it is lower."""
        if limit is not None:
            _check_number("a limit", limit)
        return len(self) if limit is None else min(len(self), limit)


NO_MOVES = ListedMoves()
"""The legal moves of a round that is over."""
