"""
Paying for freed jokers with the tiles they stood for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import product

from tilerules.layouts.laid_jokers import TableJoker
from tilerules.tiles import NumberTile

__all__ = ["pay"]


def pay(
    freed: Sequence[TableJoker],
    kept: Collection[tuple[int, NumberTile]],
    there: Counter[NumberTile],
    *,
    takes_all: bool,
) -> tuple[tuple[NumberTile, ...], ...]:
    """
    Pay as many freed jokers as possible, each with tiles of its own.

    Jokers of one meld stood for different faces, so no two of them have the same price, nor
    one the face that another still stands for.

    Args:
        freed: The jokers.
        kept: The old meld and the face of each joker that stays.
        there: The tiles that may pay.
        takes_all: Whether a joker that could be several faces costs them all.

    Returns:
        What is paid for each joker, nothing where there is nothing to pay with.
    """
    best: tuple[tuple[NumberTile, ...], ...] = ((),) * len(freed)
    ways: list[list[tuple[NumberTile, ...]]] = []
    for joker in freed:
        if takes_all and joker.is_open:
            ways.append([joker.faces, ()])
        else:
            faces = [face for face in joker.faces if (joker.at, face) not in kept]
            ways.append([*[(face,) for face in faces], ()])
    n_paid = 0
    for way in product(*ways):
        single = [
            (joker.at, part) for joker, part in zip(freed, way, strict=True) if len(part) == 1
        ]
        spent = Counter(face for part in way for face in part)
        is_enough = all([there[face] >= n for face, n in spent.items()])
        if len(set(single)) == len(single) and is_enough and sum(map(bool, way)) > n_paid:
            best, n_paid = way, sum(map(bool, way))
            if n_paid == len(freed):
                break
    return best
