"""
Seeds and the shuffle.

The shuffle is specified so that any language can recompute it, and is exactly uniform:

1. The canonical seed text is ``tilerules-shuffle-1``, the seed, the number of the round, the
   purpose (``deal`` or ``start``) and the number of the attempt, each on its own line; the
   seed is written ``i:`` and decimal digits for an int, which is below 2**256, and ``s:`` and
   the text for a str.
2. SHAKE-256 of that text in UTF-8 is a stream of bytes. Blocks of ``b`` bytes are read as
   big-endian numbers, where ``b`` is the least with ``256**b >= n! * 2**64``.
3. A number at or above the largest multiple of ``n!`` in the block's range is thrown away and
   the next block is read.
4. For ``i = n, n-1, ..., 2``: ``j`` is the number modulo ``i``, the number is divided by
   ``i``, and places ``i-1`` and ``j`` are exchanged.

Python's global :mod:`random` is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_256
from math import factorial
from typing import TypeAlias, TypeVar

import attrs

from tilerules.errors import InvalidSeedError, check_type, shown

__all__ = ["SEED_BITS", "SHUFFLE_VERSION", "Seed", "Shuffler", "check_seed", "seed_text"]

Seed: TypeAlias = "int | str"
"""An int from 0 to below 2**256, or a str; ``7`` and ``"7"`` differ."""


T = TypeVar("T")


SHUFFLE_VERSION = 1
"""Rises when the same seed would give another order."""


SEED_BITS = 256
"""
An int seed has at most so many bits: more than the shuffle can use, and few enough that any
language reads it out of a record.
"""


_SEED_LIMIT = 1 << SEED_BITS


def check_seed(seed: Seed) -> Seed:
    """
    Check a seed.

    Raises:
        InvalidSeedError: It is an int below 0 or from 2**256, or text that is no UTF-8.
    """
    if type(seed) is int and 0 <= seed < _SEED_LIMIT:
        return seed
    check_type("a seed", seed, int, str)
    if isinstance(seed, str):
        try:
            seed.encode()
        except UnicodeEncodeError as error:
            raise InvalidSeedError(f"a seed must be encodable as UTF-8: {error}") from error
    elif seed < 0:
        raise InvalidSeedError(f"a seed is not negative: {shown(seed)}")
    elif seed >= _SEED_LIMIT:
        raise InvalidSeedError(f"a seed is below 2**{SEED_BITS}, not {shown(seed)}; take a text")
    return seed


def seed_text(seed: Seed) -> str:
    """
    Write a seed canonically.

    >>> seed_text(7), seed_text("7")
    ('i:7', 's:7')
    """
    return f"i:{seed}" if isinstance(seed, int) else f"s:{seed}"


@lru_cache(maxsize=256)
def _radices(n: int) -> tuple[int, int, tuple[tuple[int, tuple[tuple[int, int], ...]], ...]]:
    """
    Prepare the shuffle of ``n`` places.

    Returns:
        The bytes of a block, the bound at which it is rejected, and the radices ``n`` to 2,
        each with its place ``radix - 1``, in stretches with the products of their radices: a
        big number is divided once a stretch, and the remainder, which fits a machine word, by
        each radix.
    """
    ways = factorial(n)
    size = ((ways << 64).bit_length() + 7) // 8
    space = 1 << 8 * size
    stretches: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    radices: list[tuple[int, int]] = []
    product = 1
    for radix in range(n, 1, -1):
        if product * radix >= 1 << 30:
            stretches.append((product, tuple(radices)))
            product, radices = 1, []
        product *= radix
        radices.append((radix, radix - 1))
    if radices:
        stretches.append((product, tuple(radices)))
    return size, space - space % ways, tuple(stretches)


@attrs.define
class Shuffler:
    """
    The chance of one round: permutations and lots that depend on nothing but the seed.
    """

    seed: Seed
    """The seed of the match; :func:`check_seed` has seen it."""
    round_number: int = 1
    """Counted from 1."""

    def shuffled(
        self, items: Sequence[T], purpose: str = "deal", attempt: int = 0, *, unordered: int = 1
    ) -> list[T]:
        """
        Give items in an order; all orders are equally likely.

        Args:
            items: What is shuffled; it stays as it is.
            purpose: Orders for different purposes are independent.
            attempt: Redeals count up from 0.
            unordered: So many of the first items are somebody's whole hand: their order among
                themselves does not matter, and is left as it comes.
        """
        # Every language has to find the same order: a number below n!, without bias, and its digits
        # to the radices n, n - 1, ... say which place changes with which.
        order = list(items)
        n = len(order)
        size, bound, stretches = _radices(n)
        stream = shake_256(
            f"tilerules-shuffle-{SHUFFLE_VERSION}\n{seed_text(self.seed)}\n"
            f"{self.round_number}\n{purpose}\n{attempt}".encode()
        )
        number = int.from_bytes(stream.digest(size), "big")
        blocks = 1
        while number >= bound:
            blocks += 1
            number = int.from_bytes(stream.digest(size * blocks)[-size:], "big")
        for product, radices in stretches:
            if radices[0][1] < unordered:
                break
            number, part = divmod(number, product)
            for radix, place in radices:
                j = part % radix
                part //= radix
                order[place], order[j] = order[j], order[place]
        return order

    def lot(self, n: int, purpose: str = "start", attempt: int = 0) -> int:
        """Draw one of 0 to ``n - 1``, all equally likely."""
        return self.shuffled(range(n), purpose, attempt)[0]
