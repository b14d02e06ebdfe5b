"""
Hands as they lie before their seats: a tile keeps its place as long as it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import attrs

from tilerules.pictures.scene import Mark, Placed
from tilerules.tiles import Tile

__all__ = ["GAP", "HIDDEN", "Holding", "Slot", "lay_hand", "settle"]

GAP = 0.12
"""Between the tiles of a hand."""

HIDDEN = -1
"""What stands for a tile that nobody knows."""

Holding: TypeAlias = "tuple[Sequence[int], Sequence[int]]"
"""The tiles of a hand, and dead ones: a number for each face, or :data:`HIDDEN`."""


@attrs.frozen
class Slot:
    """
    A place in a hand.
    """

    tile: Tile | None
    """The tile; None for a hidden one."""
    is_dead: bool = False
    """Whether it is dead."""


def settle(story: Iterable[Holding]) -> list[tuple[int, bool] | None]:
    """
    Find the places of a hand's tiles from what it was.

    Tiles that come take the first free places; what goes leaves a free one. A tile that dies
    stays where it was.

    Args:
        story: What the seat held, from the beginning to now.

    Returns:
        What is at each place, and whether it is dead; None where a tile has gone.

    >>> settle([((1, 2, 3), ()), ((1, 3), (2,)), ((3, 4), (2,))])
    [(4, False), (2, True), (3, False)]
    """
    places: list[tuple[int, bool] | None] = []
    old_hand: Sequence[int] = ()
    old_dead: Sequence[int] = ()
    for hand, dead in story:
        lost, more = _change(old_hand, hand)
        risen, died = _change(old_dead, dead)
        old_hand, old_dead = hand, dead
        for tile, was_dead in (*[(t, False) for t in lost], *[(t, True) for t in risen]):
            # Of tiles that nobody can tell apart the last one goes.
            at = len(places) - 1 - places[::-1].index((tile, was_dead))
            if not was_dead and tile in died:
                died.remove(tile)
                places[at] = (tile, True)
            else:
                places[at] = None
        for come in (*[(t, False) for t in more], *[(t, True) for t in died]):
            if None in places:
                places[places.index(None)] = come
            else:
                places.append(come)
    return places


def _change(old: Sequence[int], new: Sequence[int]) -> tuple[list[int], list[int]]:
    """Give what has gone, and what has come."""
    gone, come = [*old], []
    for tile in new:
        if tile in gone:
            gone.remove(tile)
        else:
            come.append(tile)
    return gone, come


def lay_hand(
    places: Iterable[Slot | None],
    *,
    marked: Iterable[Tile] = (),
    is_domino: bool,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
) -> tuple[Placed, ...]:
    """
    Lay a hand in a row to the right.

    Args:
        places: What is at each place.
        marked: Faces that are marked.
        is_domino: Whether hidden tiles are dominoes.
        x: The left edge.
        y: The upper edge.
        scale: How large the tiles are.
    """
    pointed = frozenset(marked)
    found = []
    for at, slot in enumerate(places):
        if slot is None:
            continue
        marks: set[Mark] = {"dead"} if slot.is_dead else set()
        if slot.tile in pointed and not slot.is_dead:
            marks.add("marked")
        found.append(
            Placed(
                x + at * (1 + GAP) * scale,
                y,
                slot.tile,
                marks=frozenset(marks),
                is_domino=is_domino,
                scale=scale,
            )
        )
    return tuple(found)
