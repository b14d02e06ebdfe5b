"""
Bettering hidden tiles that do not fit a history: by exchanging two of them.

Where moves are searched for, what somebody would have had to lay is no mask of tiles, and a
random filling hardly ever explains why nothing was laid. It is bettered step by step: whoever
could have laid something gets another tile for one of those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import attrs

from tilerules.state import Seat
from tilerules.tiles import TileId, TileMask

__all__ = ["Failure", "Slot", "exchanged"]


@attrs.define(eq=False)
class Slot:
    """One place for a tile at the beginning of the round."""

    seat: Seat | None
    """Whose hand it is in, or comes to; None for stock never drawn, and for tiles aside."""
    index: int
    """Its place in the stock; below 0 for a place in a hand, aside, or among dead tiles."""
    since: int
    """The number of the state from which the tile is in the hand."""
    until: int | None = None
    """The number of the state from which it is not; None while it is."""
    tile: TileId | None = None
    """The tile, once it is settled."""
    is_open: bool = True
    """Whether the tile may also lie elsewhere, for all the viewer knows."""


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
    slots: Sequence[Slot],
    failure: Failure,
    allowed: Callable[[Slot], TileMask],
    rng: random.Random,
) -> list[Slot] | None:
    """
    Exchange a tile that was in the way for another one; None where no two can change places.

    Args:
        slots: The tiles that were tried.
        failure: Why they do not fit.
        allowed: Gives the tiles that a slot may hold.
        rng: Where chance comes from.
    """

    def fits(slot: Slot, other: Slot) -> bool:
        # A tile that left a hand must be in it when it did.
        if other.until is not None and (slot.seat != other.seat or slot.since >= other.until):
            return False
        return bool(allowed(slot) >> other.tile & 1)  # type: ignore[operator]  # all are settled

    there = [slot for slot in slots if slot.is_open]
    held = [
        slot
        for slot in there
        if slot.seat == failure.seat
        and slot.since <= failure.moves
        and (slot.until is None or failure.moves < slot.until)
    ]
    due = [slot for slot in held if failure.tiles >> slot.tile & 1]  # type: ignore[operator]
    others = [slot for slot in there if slot not in held]
    # Where none of the tiles in the way can go, any other change may still help.
    for mine in (due, held):
        pairs = [(a, b) for a in mine for b in others if fits(a, b) and fits(b, a)]
        if pairs:
            one, other = rng.choice(pairs)
            new = {
                one: attrs.evolve(one, tile=other.tile, until=other.until),
                other: attrs.evolve(other, tile=one.tile, until=one.until),
            }
            return [new.get(slot, slot) for slot in slots]
    return None
