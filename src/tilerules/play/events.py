"""
What has happened in a round, as one seat saw it.
"""

from __future__ import annotations

import attrs

from tilerules.play.base import Resolved
from tilerules.state import Move, Seat
from tilerules.tiles import Tile

__all__ = ["Event"]


@attrs.frozen
class Event:
    """
    Something that happened in a round, as one seat saw it.
    """

    move: Move
    """The move, hidden tiles left out."""
    seat: Seat | None
    """Who moved; of a move of the host, whom it was about."""
    is_host: bool = False
    """Whether the host made it."""
    brought: tuple[Tile, ...] = ()
    """The tiles that came into the viewer's own hand by it."""

    @classmethod
    def of(
        cls, plan: Resolved, move: Move, to_move: Seat | None, brought: tuple[Tile, ...]
    ) -> Event:
        """Make the event of a move of whoever was to move."""
        seat = to_move if move.seat is None else move.seat
        return cls(move, seat, move.kind in plan.host_actions, brought)
