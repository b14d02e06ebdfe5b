"""
How tiles of one number fall into groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from tilerules.layouts.melds import MeldRules

__all__ = ["split_groups"]

GroupSplit: TypeAlias = "tuple[tuple[tuple[int, ...], int], ...]"
"""Groups: the places of their colours, and their jokers."""
Sizes: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The places of the colours of each group."""


@lru_cache(maxsize=65536)
def _split(
    choice: tuple[int, ...], jokers: int, n_groups: int, least: int, limit: int
) -> GroupSplit | None:
    """Spread tiles and jokers over so many groups, or give None."""
    n_colours = len(choice)

    def place(colour: int, sizes: Sizes) -> Sizes | None:
        if colour == n_colours:
            deficit = [max(0, least - len(one)) for one in sizes]
            room = sum(min(limit, n_colours - len(one)) for one in sizes)
            fits = all(sizes) and max(deficit) <= limit and sum(deficit) <= jokers <= room
            return sizes if fits else None
        order = sorted(range(n_groups), key=lambda i: len(sizes[i]))
        for held in _choices(order, choice[colour]):
            after = tuple((*one, colour) if i in held else one for i, one in enumerate(sizes))
            found = place(colour + 1, after)
            if found is not None:
                return found
        return None

    sizes = place(0, ((),) * n_groups)
    if sizes is None:
        return None
    held = [max(0, least - len(one)) for one in sizes]
    for i, one in enumerate(sizes):
        more = min(min(limit, n_colours - len(one)) - held[i], jokers - sum(held))
        held[i] += max(0, more)
    return tuple(zip(sizes, held, strict=True))


def _choices(order: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Give every choice of so many, those with the first ones first."""
    if not count:
        yield ()
        return
    for i, one in enumerate(order):
        for more in _choices(order[i + 1 :], count - 1):
            yield (one, *more)


def split_groups(choice: tuple[int, ...], jokers: int, rules: MeldRules) -> GroupSplit | None:
    """
    Make groups of natural tiles and jokers, or give None.

    Args:
        choice: How many tiles of each colour.
        jokers: How many jokers; all have to be used.
        rules: Which melds are valid.

    Returns:
        The places of the colours of each group, and its jokers.
    """
    total = sum(choice)
    if not total:
        return None if jokers else ()
    for n_groups in range(max(choice), total + 1):
        if rules.min_group * n_groups > total + jokers:
            break
        found = _split(choice, jokers, n_groups, rules.min_group, rules.joker_limit)
        if found is not None:
            return found
    return None
