"""
Equal tiles of which one was seen: how likely the hidden one is beside it.

Of two equal tiles in one place either may be the one that was seen. Fillings name the tile that
was, so that such a deal has two of them, and is half as likely as they say.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import Any

import attrs

from tilerules.decks import TileSet
from tilerules.play.sampling.repair import Slot
from tilerules.play.sampling.seen import Exit
from tilerules.tiles import Tile, TileId, TileMask, bits

__all__ = ["Twins"]

_SWEEPS = 5
"""So often each hidden copy of a known tile may change places: the shares then hardly change."""


@attrs.frozen
class Twins:
    """
    The hidden copies of tiles that others showed, or that were seen in the stock.
    """

    tile_set: TileSet
    """The tiles in use."""
    known: dict[TileId, tuple[tuple[Exit, ...], bool]]
    """For each copy the exits of its face, and whether the face was seen in the stock."""

    @classmethod
    def of(
        cls, tile_set: TileSet, hidden: TileMask, exits: Sequence[Exit], stock: Collection[Tile]
    ) -> Twins:
        """
        Find them.

        Args:
            tile_set: The tiles in use.
            hidden: The tiles that nobody has shown.
            exits: The tiles that left the hands of others.
            stock: What was seen in the stock.
        """
        known: dict[TileId, tuple[tuple[Exit, ...], bool]] = {}
        for tile in bits(hidden) if tile_set.has_copies else ():
            face = tile_set.tiles[tile]
            copies = tile_set.copies[face]
            mine = tuple([one for one in exits if one.tile is not None and copies >> one.tile & 1])
            if mine or face in stock:
                known[tile] = mine, face in stock
        return cls(tile_set, known)

    def even(
        self, slots: Sequence[Slot], allowed: Callable[[Slot], TileMask], rng: random.Random
    ) -> None:
        """
        Let hidden copies change places until each deal is as likely as any.

        Args:
            slots: The slots of others, all settled.
            allowed: Gives the tiles that a slot may hold.
            rng: Where chance comes from.
        """
        # Metropolis: an exchange is taken with the ratio of the shares after and before it, so
        # that in the long run each filling comes as often as its share says. What must stay true:
        # ``where`` names the slot of each twin, and only slots whose tile never left a hand move.
        movable = [slot for slot in slots if slot.is_open and slot.until is None]
        settled = {
            self.tile_set.tiles[slot.tile]  # type: ignore[index]  # all are settled
            for slot in slots
            if not slot.is_open
        }
        where = {slot.tile: slot for slot in movable if slot.tile in self.known}
        chance, number = rng.random, len(movable)
        for _sweep in range(_SWEEPS):
            for tile in list(where):
                one, other = where[tile], movable[int(chance() * number)]
                if one is other:
                    continue
                a: Any = one.tile
                b: Any = other.tile
                if not allowed(one) >> b & 1 or not allowed(other) >> a & 1:
                    continue
                before = self._share(a, one, settled) * self._share(b, other, settled)
                after = self._share(a, other, settled) * self._share(b, one, settled)
                if after < before and chance() * before >= after:
                    continue
                one.tile, other.tile = b, a
                where[a] = other
                if b in where:
                    where[b] = one

    def _share(self, tile: TileId, slot: Slot, settled: Collection[Tile]) -> float:
        """Give how likely a hidden tile is in a slot, beside one that has no twin seen there."""
        exits, in_stock = self.known.get(tile, ((), False))
        share = 1.0
        for exit_ in exits:
            if exit_.seat == slot.seat and slot.since < exit_.at:
                share /= 2
        if in_stock and slot.index >= 0 and self.tile_set.tiles[tile] in settled:
            share /= 2
        return share
