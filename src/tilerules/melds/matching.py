"""
Which copy of a face went where, as far as it matters.

A *claim* says that the copy of a face from one old meld, or from the hand, lies in one new meld.
Claims agree when no copy is in two melds and no tile is two copies; copies without a claim go
where there is room. A *wish* is granted by any one of several sets of claims. So a few wishes
are weighed against each other, instead of every way in which all equal tiles can have moved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import attrs

from tilerules.texts import Reason
from tilerules.tiles import NumberTile

__all__ = ["Claims", "Wish", "refused"]

Claims: TypeAlias = "Mapping[tuple[NumberTile, int], int]"
"""From a face and the place of an old meld to the place of a new one. Copies from the hand
have negative places of their own."""


@attrs.frozen
class Wish:
    """
    Something that a way of moving tiles should have.
    """

    grants: tuple[Claims, ...]
    """Each grants it."""
    reason: Reason | None = None
    """What is wrong without it; None: then the way is none at all."""


def refused(wishes: Sequence[Wish], claims: Claims | None = None) -> list[Reason] | None:
    """
    Give the reasons that are left when as many wishes as possible are granted together.

    Args:
        wishes: What should be.
        claims: What is decided already.

    Returns:
        The reasons of the wishes not granted; None where one of them has to be.
    """
    if not wishes:
        return []
    known: Claims = claims or {}
    first, rest = wishes[0], wishes[1:]
    # Nothing can be better: later wishes that nothing grants are refused in any case.
    least = sum([not wish.grants for wish in rest])
    best: list[Reason] | None = None
    for grant in first.grants:
        if _agree(grant, known):
            found = refused(rest, {**known, **grant})
            if found is not None and (best is None or len(found) < len(best)):
                best = found
                if len(best) == least:
                    return best
    if first.reason is not None:
        found = refused(rest, known)
        if found is not None and (best is None or len(found) + 1 < len(best)):
            best = [first.reason, *found]
    return best


def _agree(some: Claims, others: Claims) -> bool:
    """Whether each copy is in one meld only, and each tile one copy only."""
    return all(
        (place == other_place) == (home == other_home)
        for (face, place), home in some.items()
        for (other, other_place), other_home in others.items()
        if face == other
    )
