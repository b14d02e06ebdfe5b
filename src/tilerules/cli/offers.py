"""
Which moves a person is offered by number.
"""

from __future__ import annotations

from itertools import islice

from tilerules.cli.common import CommandError
from tilerules.play import LazyMoves, Round
from tilerules.rules.state import Move

__all__ = ["listed", "numbered", "only_move"]

_SHOWN, _SUGGESTED = 40, 8
"""How many moves are listed, and how many where they are too many to list."""


def listed(round_: Round) -> list[Move]:
    """Give the moves that are listed: all of them where they are few."""
    legal = round_.legal_moves
    return list(islice(legal, _SUGGESTED if isinstance(legal, LazyMoves) else _SHOWN))


def numbered(round_: Round, number: int) -> Move:
    """
    Give a move by its number in the list, from 1.

    Raises:
        CommandError: There is none.
    """
    moves = listed(round_)
    if not 1 <= number <= len(moves):
        raise CommandError(f"there is no move {number}; they go from 1 to {len(moves)}")
    return moves[number - 1]


def only_move(round_: Round) -> str:
    """Give the notation of the one legal move, where there is but one; else nothing."""
    legal = round_.legal_moves
    if isinstance(legal, LazyMoves) or len(legal) > 1:
        return ""
    return str(next(iter(legal)))
