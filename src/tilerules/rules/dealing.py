"""
How tiles are dealt, and when they are dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from tilerules.decks import Shuffler
from tilerules.errors import InvalidDealError
from tilerules.rules.parts import Dealing
from tilerules.rules.state import Draft, PlanLike
from tilerules.tiles import TileMask, TileSet

__all__ = ["DealEach", "hand_sizes"]

_MOST_REDEALS = 1000


def hand_sizes(**by_seats: int) -> tuple[tuple[int, int], ...]:
    """
    Write a table of hand sizes.

    >>> hand_sizes(s4=7, s5=5)
    ((4, 7), (5, 5))
    """
    return tuple(sorted((int(seats[1:]), size) for seats, size in by_seats.items()))


@attrs.frozen
class DealEach(Dealing):
    """
    Every seat gets the same number of tiles, by a table or one number for all.
    """

    code: ClassVar[str] = "deal-each"
    sentence: ClassVar[str] = "{how}"

    sizes: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=tuple)
    """Pairs of seats and hand size."""
    each: int | None = None
    """The hand size where the table has no row; None: there is no such deal."""
    redeal_doubles: int | None = None
    """Deal again when a hand has this many doubles; None: never."""

    def params(self) -> dict[str, object]:
        """Put the table in words."""
        rows = [f"{size} each for {seats} players" for seats, size in self.sizes]
        if self.each is not None:
            rows.append(f"{self.each} each" + (" for any other number" if rows else ""))
        how = f"Tiles are dealt: {', '.join(rows)}."
        if self.redeal_doubles is not None:
            how += f" With {self.redeal_doubles} doubles or more in a hand the deal is repeated."
        return {
            "sizes": self.sizes,
            "each": self.each,
            "redeal_doubles": self.redeal_doubles,
            "how": how,
        }

    def hand_size(self, tiles: int, seats: int) -> int:
        """
        Look the number of seats up.

        Raises:
            InvalidDealError: The table has no row for it, or there are too few tiles.
        """
        size = dict(self.sizes).get(seats, self.each)
        if size is None:
            known = ", ".join(str(row[0]) for row in self.sizes)
            raise InvalidDealError(
                f"these rules name no hand size for {seats} seats, only for {known}; "
                "give one with a house rule"
            )
        if size < 1 or seats * size > tiles:
            raise InvalidDealError(
                f"{seats} seats of {size} tiles need {seats * size}, but only {tiles} can be dealt"
            )
        return size

    def dealer(self, plan: PlanLike) -> Callable[[Draft, Shuffler, TileMask], None]:
        """Deal consecutive stretches of the shuffled set, the first to seat 0."""
        seats = plan.seats
        all_tiles = range(len(plan.tile_set))
        doubles = plan.tile_set.doubles if self.redeal_doubles is not None else 0
        limit = self.redeal_doubles

        bit_of = [1 << tile for tile in all_tiles]

        def deal(draft: Draft, chance: Shuffler, aside: TileMask) -> None:
            deck = [bit for bit in bit_of if not bit & aside] if aside else bit_of
            each = self.hand_size(len(deck), seats)
            for attempt in range(_MOST_REDEALS):
                order = chance.shuffled(deck, "deal", attempt)
                masks = [sum(order[at : at + each]) for at in range(0, seats * each, each)]
                if limit is None or all((mask & doubles).bit_count() < limit for mask in masks):
                    break
            else:
                raise InvalidDealError(
                    f"{_MOST_REDEALS} deals in succession had {limit} doubles in a hand"
                )
            draft.masks = tuple(masks)
            rest: Any = draft.rest
            rest.stock = tuple([bit.bit_length() - 1 for bit in order[seats * each :]])
            if attempt:
                rest.setup = attrs.evolve(rest.setup, redeals=attempt)

        return deal


def read_hands(
    tile_set: TileSet, hands: Sequence[Any], seats: int, aside: TileMask
) -> tuple[TileMask, ...]:
    """
    Number the hands a caller wants dealt.

    Raises:
        InvalidDealError: There is not one hand a seat, or a tile is dealt twice.
        InvalidNotationError: Something is no tile of the set.
    """
    if isinstance(hands, str) or len(hands) != seats:
        count = 1 if isinstance(hands, str) else len(hands)
        raise InvalidDealError(f"{seats} seats need {seats} hands, not {count}")
    free = tile_set.full & ~aside
    masks: list[TileMask] = []
    for seat, hand in enumerate(hands):
        mask = 0
        for tile in tile_set.read(hand):
            left = tile_set.copies[tile] & free & ~mask
            if not left:
                raise InvalidDealError(
                    f"seat {seat} cannot be dealt {tile}: every copy of it is in another hand "
                    "or set aside"
                )
            mask |= left & -left
        free &= ~mask
        masks.append(mask)
    return tuple(masks)
