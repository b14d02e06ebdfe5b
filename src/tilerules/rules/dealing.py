"""
How tiles are dealt, and when they are dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import attrs

from tilerules.component import GameLike
from tilerules.decks import Shuffler, TileSet
from tilerules.errors import InvalidDealError, InvalidVariantError, shown
from tilerules.rules.kinds import Dealing
from tilerules.state import Draft, PlanLike
from tilerules.texts import Listed, Text, counted, is_line, join, plural, ranges, say
from tilerules.tiles import TileMask

__all__ = ["MOST_REDEALS", "DealEach", "check_names", "hand_sizes", "read_hands"]

MOST_REDEALS = 1000
"""After so many deals in succession that have to be thrown away there is something wrong."""


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

    code = "deal-each"
    sentence = "Tiles are dealt: {how}."

    sizes: tuple[tuple[int, int], ...] = attrs.field(
        default=(), converter=tuple[tuple[int, int], ...]
    )
    """Pairs of seats and hand size."""
    each: int | None = None
    """The hand size where the table has no row; None: there is no such deal."""
    redeal_doubles: int | None = None
    """Deal again when a hand has this many doubles; None: never."""

    def __attrs_post_init__(self) -> None:
        for row in self.sizes:
            if not isinstance(row, tuple) or [*map(type, row)] != [int, int] or min(row) < 1:
                raise InvalidVariantError(
                    f"{self.code}: sizes are pairs of seats and hand size, not {shown(row)}"
                )
        for number in (self.each, self.redeal_doubles):
            if number is not None and (type(number) is not int or number < 1):
                raise InvalidVariantError(
                    f"{self.code}: a number from 1 is wanted, not {shown(number)}"
                )

    def params(self) -> dict[str, object]:
        return {**super().params(), "how": self._rows(tuple(dict(self.sizes)))}

    def _rows(self, numbers: tuple[int, ...]) -> Listed:
        """Put the rows for some numbers of seats in words, equal ones in one, the rest in one."""
        sizes = dict(self.sizes)
        rows = []
        for size, same in groupby((n for n in numbers if n in sizes), sizes.__getitem__):
            one, many = "{each} each for {seats} player", "{each} each for {seats} players"
            seats = [*same]
            row = {"each": size, "seats": ranges(seats), "n": seats[-1]}
            rows.append(say("deal-each.row", one, many, "n", **row))
        if self.each is not None:
            other = "{each} each for any other number of players" if rows else "{each} each"
            rows.append(say("deal-each.rest", other, each=self.each))
        return Listed(rows, ",")

    def describe(self) -> tuple[Text, ...]:
        if self.redeal_doubles is None:
            return super().describe()
        doubles = counted(self.redeal_doubles, "double")
        again = Text(
            code=f"{self.code}.redeal-doubles",
            template="If a hand has {doubles} or more, all tiles are dealt again.",
            params={"redeal_doubles": self.redeal_doubles, "doubles": doubles},
        )
        return (*super().describe(), again)

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """Leave out the rows of numbers of seats that the game is not for."""
        sizes, *others = self.describe()
        how = self._rows(tuple(n for n, _size in self.sizes if n in game.seats))
        return (sizes.with_params(how=how), *others)

    def check_hands(self, plan: PlanLike, hands: tuple[TileMask, ...]) -> None:
        """
        Refuse an empty hand; hands a caller names may be of different sizes.

        Raises:
            InvalidDealError: A seat has no tiles.
        """
        for seat, hand in enumerate(hands):
            if not hand:
                raise InvalidDealError(f"seat {seat} is dealt no tiles")

    def can_deal(self, plan: PlanLike, hands: tuple[TileMask, ...]) -> bool:
        """Say whether no hand would have been dealt again for its doubles."""
        if self.redeal_doubles is None:
            return True
        doubles = plan.tile_set.doubles
        return all((hand & doubles).bit_count() < self.redeal_doubles for hand in hands)

    def hand_size(self, tiles: int, seats: int) -> int:
        """
        Look the number of seats up.

        Raises:
            InvalidDealError: The table has no row for it, or there are too few tiles.
        """
        size = dict(self.sizes).get(seats, self.each)
        if size is None:
            known = join((row[0] for row in self.sizes), "and")
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
        # The order of the bits is what the seed promises: seat 0 has the first stretch, and only
        # within a hand may the shuffle leave it as it comes.
        seats = plan.seats
        all_tiles = range(len(plan.tile_set))
        doubles = plan.tile_set.doubles if self.redeal_doubles is not None else 0
        limit = self.redeal_doubles
        bit_of = [1 << tile for tile in all_tiles]
        cuts: dict[int, list[slice]] = {}

        def cut(tiles: int) -> list[slice]:
            """Give each seat's stretch of a deck of so many tiles, and the rest."""
            each = self.hand_size(tiles, seats)
            ends = range(0, seats * each + 1, each)
            found = [slice(at, at + each) for at in ends[:-1]] + [slice(ends[-1], None)]
            return cuts.setdefault(tiles, found)

        def deal(draft: Draft, chance: Shuffler, aside: TileMask) -> None:
            deck = [bit for bit in bit_of if not bit & aside] if aside else bit_of
            *stretches, left = cuts.get(len(deck)) or cut(len(deck))
            before = draft.rest.setup.redeals
            for attempt in range(before, before + MOST_REDEALS):
                order = chance.shuffled(deck, "deal", attempt, unordered=stretches[0].stop)
                masks = [sum(order[stretch]) for stretch in stretches]
                if limit is None or all((mask & doubles).bit_count() < limit for mask in masks):
                    break
            else:
                raise InvalidDealError(
                    f"{MOST_REDEALS} deals in succession had {limit} doubles in a hand"
                )
            draft.masks = tuple(masks)
            rest: Any = draft.rest
            rest.stock = tuple([bit.bit_length() - 1 for bit in order[left]])
            if attempt != before:
                rest.setup = attrs.evolve(rest.setup, redeals=attempt)

        return deal


_LONGEST_NAME = 100


def check_names(names: Sequence[Any]) -> tuple[str, ...]:
    """
    Check the names of the seats.

    Raises:
        InvalidDealError: One is no text, is empty or longer than 100 characters, has a character
            that breaks or turns a line or cannot be written at all, or two are the same.
    """
    for name in names:
        if not isinstance(name, str) or not name:
            raise InvalidDealError(f"a seat's name is a text, not {shown(name)}")
        if len(name) > _LONGEST_NAME:
            raise InvalidDealError(
                f"a seat's name has at most {_LONGEST_NAME} characters, not {len(name)}"
            )
        if not is_line(name):
            raise InvalidDealError(f"a seat's name is one line of text, not {shown(name)}")
    if len(set(names)) < len(names):
        raise InvalidDealError(f"two seats have the same name: {shown(list(names))}")
    return tuple(names)


def read_hands(
    tile_set: TileSet, hands: Sequence[Any], seats: int, aside: TileMask
) -> tuple[TileMask, ...]:
    """
    Number the hands a caller wants dealt.

    Raises:
        InvalidDealError: There is not one hand a seat, or a tile is dealt twice.
        InvalidNotationError: Something is no tile of the set.
    """
    if not isinstance(hands, Sequence):
        raise InvalidDealError(f"hands are a sequence or a mapping, one a seat, not {shown(hands)}")
    if isinstance(hands, str) or len(hands) != seats:
        count = 1 if isinstance(hands, str) else len(hands)
        raise InvalidDealError(f"{plural(seats, 'seat')} need {plural(seats, 'hand')}, not {count}")
    # A copy set aside or in an earlier hand is nobody else's; which copy it is tells nothing.
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
