"""
Lots: hidden tiles given to places that may not hold every tile, at random.

:class:`EvenLots` gives every way of placing them the same chance; it counts the ways, once,
and is for as many as can be counted. :func:`matched` finds some way quickly, however many
there are.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import factorial, prod
from typing import TypeAlias

from tilerules.tiles import TileId, TileMask, bits

__all__ = ["EvenLots", "matched", "one_of"]

_MOST_STEPS = 1_000
"""So many steps are worth counting: a millisecond."""

_WIDTH = 10
"""Bits for the free places of one group: a set has fewer tiles than this can count."""

_LAST = (1 << _WIDTH) - 1

Choices: TypeAlias = "tuple[tuple[float, int, int], ...]"
"""Ways to place a tile: the chance of this one or one before it, the group, what is free then."""


class EvenLots:
    """
    Tiles for groups of places, every way of placing them as likely as any other.

    Groups that may hold the same tiles are one while it is decided who gets which. A tile that
    may lie in every group needs no decision: only the others are counted, tile by tile, by how
    many ways there are to place the rest.
    """

    def __init__(
        self, sizes: Sequence[int], layers: Sequence[tuple[TileId, dict[int, Choices]]]
    ) -> None:
        self._sizes = sizes
        self._layers = layers
        self._begin = 0
        self._merged: list[list[int]] = []
        self._forced: list[list[TileId]] = []
        self._free: list[TileId] = []

    @classmethod
    def of(cls, sizes: Sequence[int], masks: Sequence[TileMask]) -> EvenLots | None:
        """
        Count the ways.

        Args:
            sizes: How many places each group has.
            masks: The tiles that each group may hold.

        Returns:
            The lots; None where there are more steps than are worth counting, no way at all, or
            not one tile for each place.
        """
        by_mask: dict[TileMask, list[int]] = {}
        for group, mask in enumerate(masks):
            by_mask.setdefault(mask, []).append(group)
        merged = list(by_mask.values())
        room = [sum([sizes[group] for group in one]) for one in merged]
        pool = 0
        for mask in by_mask:
            pool |= mask
        if pool.bit_count() != sum(room):
            return None
        # Tiles with the same homes are one lot until the end: there are few kinds of homes.
        homes: dict[tuple[int, ...], TileMask] = {(): pool}
        for at, mask in enumerate(by_mask):
            split: dict[tuple[int, ...], TileMask] = {}
            for home, tiles in homes.items():
                if tiles & mask:
                    split[(*home, at)] = tiles & mask
                if tiles & ~mask:
                    split[home] = tiles & ~mask
            homes = split
        forced = [list(bits(homes.pop((at,), 0))) for at in range(len(merged))]
        room = [count - len(tiles) for count, tiles in zip(room, forced, strict=True)]
        if min(room, default=0) < 0:
            return None
        open_ = tuple([at for at, count in enumerate(room) if count])
        left: dict[tuple[int, ...], TileMask] = {}
        for home, tiles in homes.items():
            home = tuple([at for at in home if room[at]])
            left[home] = left.get(home, 0) | tiles
        free = list(bits(left.pop(open_, 0)))
        told = sorted(
            [(home, tile) for home, tiles in left.items() for tile in bits(tiles)],
            key=lambda one: (len(one[0]), one),
        )
        begin = sum([count << _WIDTH * at for at, count in enumerate(room)])
        layers = _counted(told, begin, len(merged))
        if layers is None:
            return None
        lots = cls(sizes, layers)
        lots._begin, lots._merged, lots._forced, lots._free = begin, merged, forced, free
        return lots

    def draw(self, rng: random.Random) -> list[list[TileId]]:
        """Draw the tiles of each group, those of one group in any order."""
        # ``room`` says after each tile how many places of each group are free; those left in the
        # end are for tiles that may lie anywhere. Each group gets as many tiles as it has places.
        chance = rng.random
        found = [[*tiles] for tiles in self._forced]
        room = self._begin
        for tile, choices in self._layers:
            ways = choices[room]
            at, after = ways[0][1:]
            if len(ways) > 1:
                lot = chance()
                for share, at, after in ways:  # noqa: B007  # the last one stands
                    if lot < share:
                        break
            found[at].append(tile)
            room = after
        free = sorted(self._free, key=lambda _tile: chance()) if self._free else []
        drawn: list[list[TileId]] = [[]] * len(self._sizes)
        begin = 0
        for at, groups in enumerate(self._merged):
            end = begin + (room >> _WIDTH * at & _LAST)
            tiles = found[at]
            tiles += free[begin:end]
            begin = end
            if len(groups) == 1:
                drawn[groups[0]] = tiles
                continue
            tiles.sort(key=lambda _tile: chance())
            first = 0
            for group in groups:
                drawn[group] = tiles[first : first + self._sizes[group]]
                first += self._sizes[group]
        return drawn


def _counted(
    told: Sequence[tuple[tuple[int, ...], TileId]], begin: int, groups: int
) -> list[tuple[TileId, dict[int, Choices]]] | None:
    """Count the ways to place the tiles that may not lie everywhere; None where there are none."""
    # ``room`` packs the free places of all groups into one int. Forwards only rooms that can be
    # reached are found; backwards each gets the number of ways on from there, so that a tile drawn
    # by these shares makes every whole way as likely as any other.
    rooms: list[set[int]] = [{begin}]
    steps = 0
    for home, _tile in told:
        steps += len(rooms[-1]) * len(home)
        if steps > _MOST_STEPS:
            return None
        after = set()
        for room in rooms[-1]:
            for at in home:
                if room >> _WIDTH * at & _LAST:
                    after.add(room - (1 << _WIDTH * at))
        rooms.append(after)
    left = sum([begin >> _WIDTH * at & _LAST for at in range(groups)]) - len(told)
    ways = {
        room: factorial(left)
        // prod([factorial(room >> _WIDTH * at & _LAST) for at in range(groups)])
        for room in rooms[-1]
    }
    layers: list[tuple[TileId, dict[int, Choices]]] = []
    for (home, tile), before in zip(reversed(told), reversed(rooms[:-1]), strict=True):
        choices: dict[int, Choices] = {}
        counts: dict[int, int] = {}
        for room in before:
            total, found = 0, []
            for at in home:
                after_it = room - (1 << _WIDTH * at)
                if room >> _WIDTH * at & _LAST and after_it in ways:
                    total += ways[after_it]
                    found.append((total, at, after_it))
            if found:
                counts[room] = total
                choices[room] = tuple([(sum_ / total, at, left) for sum_, at, left in found])
        layers.append((tile, choices))
        ways = counts
    layers.reverse()
    return layers if begin in ways else None


def matched(masks: Sequence[TileMask], rng: random.Random) -> list[TileId] | None:
    """
    Give slots tiles of their own, at random.

    One slot after the other takes one of the free tiles it may hold, each with the same chance;
    where there is none, others make room.

    Args:
        masks: The tiles that each slot may hold.
        rng: Where chance comes from.

    Returns:
        A tile for each slot; None where there are not enough.
    """
    free = 0
    for mask in masks:
        free |= mask
    found: list[TileId] = []
    chance, size = rng.random, free.bit_length()
    for mask in masks:
        fitting = mask & free
        # Most slots may hold most tiles: one draw will do.
        tile: TileId | None = int(chance() * size)
        if not fitting >> tile & 1:  # type: ignore[operator]  # a number so far
            tile = one_of(fitting, rng) if fitting else _room(masks, found, free, rng)
            if tile is None:
                return None
        found.append(tile)  # type: ignore[arg-type]  # not None, as just seen
        free = free ^ 1 << tile if fitting else free & ~sum([1 << one for one in found])  # type: ignore[operator]
    return found


def one_of(mask: TileMask, rng: random.Random) -> TileId:
    """Give one of the tiles of a mask, each with the same chance."""
    chance, size = rng.random, mask.bit_length()
    # Where there are many tiles one of the first blind draws hits; few are counted off.
    for _draw in range(4):
        tile = int(chance() * size)
        if mask >> tile & 1:
            return tile
    for _skipped in range(int(chance() * mask.bit_count())):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _room(
    masks: Sequence[TileMask], found: list[TileId], free: TileMask, rng: random.Random
) -> TileId | None:
    """Find the next slot a tile by giving others one of the free tiles; None if there is no way."""
    holder = {tile: slot for slot, tile in enumerate(found)}
    untried = -1

    def place(slot: int) -> TileId | None:
        nonlocal untried
        while tiles := masks[slot] & untried:
            spare = tiles & free
            tile = one_of(spare or tiles, rng)
            untried ^= 1 << tile
            if spare:
                return tile
            instead = place(holder[tile])
            if instead is not None:
                found[holder[tile]] = instead
                return tile
        return None

    return place(len(found))
