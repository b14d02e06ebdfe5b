"""
Bettering hidden tiles that do not fit a history: by exchanging two of them.

Where moves are searched for, what somebody would have had to lay is no mask of tiles, and a
random filling hardly ever explains why nothing was laid. It is bettered step by step: whoever
could have laid something gets another tile for one of those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import attrs

from tilerules.state import Seat
from tilerules.tiles import TileId, TileMask

__all__ = ["Failure", "Slot", "exchanged"]


class Slot(Protocol):
    """What is asked of one place for a tile at the beginning of a round."""

    @property
    def seat(self) -> Seat | None:
        """Whose hand it is in, or comes to."""

    @property
    def since(self) -> int:
        """The number of the state from which the tile is in the hand."""

    @property
    def until(self) -> int | None:
        """The number of the state from which it is not; None while it is."""

    @property
    def tile(self) -> TileId | None:
        """The tile."""

    @property
    def is_open(self) -> bool:
        """Whether the tile may also lie elsewhere, for all the viewer knows."""


S = TypeVar("S", bound=Slot)


@attrs.frozen
class Failure:
    """
    Why a history could not be played with some hidden tiles.
    """

    moves: int
    """How many moves could be played."""
    seat: Seat | None
    """Whose move could not."""
    tiles: TileMask = 0
    """The tiles of that seat that made another move due; 0 where it is not known."""


def exchanged(
    slots: Sequence[S],
    failure: Failure,
    allowed: Callable[[S], TileMask],
    rng: random.Random,
) -> list[S] | None:
    """
    Exchange a tile that was in the way for another one.

    Args:
        slots: The tiles that were tried.
        failure: Why they do not fit.
        allowed: Gives the tiles that a slot may hold.
        rng: Where chance comes from.

    Returns:
        The slots; None where no two can change places.
    """
    at = failure.moves
    there = [i for i, slot in enumerate(slots) if slot.is_open]
    held = [
        i
        for i in there
        if slots[i].seat == failure.seat
        and slots[i].since <= at
        and (slots[i].until is None or slots[i].until > at)  # type: ignore[operator]
    ]
    others = sorted(set(there).difference(held))
    due = [i for i in held if failure.tiles >> slots[i].tile & 1]  # type: ignore[operator]
    for mine in (due, held):
        pairs = [
            (i, j)
            for i in mine
            for j in others
            if _fits(slots[i], slots[j], allowed) and _fits(slots[j], slots[i], allowed)
        ]
        if pairs:
            i, j = rng.choice(pairs)
            found = list(slots)
            found[i] = attrs.evolve(slots[i], tile=slots[j].tile, until=slots[j].until)  # type: ignore[misc]
            found[j] = attrs.evolve(slots[j], tile=slots[i].tile, until=slots[i].until)  # type: ignore[misc]
            return found
    return None


def _fits(slot: S, other: S, allowed: Callable[[S], TileMask]) -> bool:
    """Say whether a slot may hold another one's tile, and let it leave the hand when it did."""
    if other.until is not None and (slot.seat != other.seat or slot.since >= other.until):
        return False
    return bool(allowed(slot) >> other.tile & 1)  # type: ignore[operator]
