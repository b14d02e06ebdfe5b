"""
How the first tile of a round comes to lie on the table, and with what.

The opening obligation is kept in the state under the key ``opening``: a tile's notation, or
``"doubles"``; seats whose right to open passed on for want of such a tile stand under
``opening-passed``, for everybody has seen it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, TypeAlias

import attrs

from tilerules.component import Component
from tilerules.decks import Shuffler
from tilerules.errors import InvalidDealError
from tilerules.state import Draft, Seat, State
from tilerules.texts import say
from tilerules.tiles import Pips

__all__ = [
    "OPENING",
    "PASSED",
    "HolderOpens",
    "Opening",
    "Right",
    "RoundDouble",
    "TurnedUp",
    "check_duty",
    "holder",
    "reopen",
]

OPENING = "opening"
"""The key under which a state keeps what the opener must lay."""


PASSED = "opening-passed"
"""The key under which a state keeps the seats whose right to open passed on."""


_Ext: TypeAlias = "tuple[tuple[str, Hashable], ...]"


Right: TypeAlias = "tuple[Seat, str | None]"
"""The seat entitled to open, and what it must lay on an empty table; None: any tile."""


@attrs.frozen
class Opening(Component, ABC):
    """
    How the first tile comes to lie on the table.
    """

    point = "starting"
    keeps: ClassVar[tuple[str, ...]] = (OPENING, PASSED)
    heeds_right: ClassVar[bool] = True
    """Whether who won before matters."""
    turns_up: ClassVar[bool] = False
    """Whether a tile lies already when the opener is to move."""

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        return check_duty(state, key, value)

    def check_left(self, left: int) -> None:
        """
        Check that a round can be opened so when a number of tiles is left undealt.

        Raises:
            InvalidDealError: It cannot, or not with every deal.
        """

    @abstractmethod
    def begin(self, draft: Draft, chance: Shuffler, right: Right | None) -> None:
        """
        Set ``to_move``, what lies on the table already, and what the opener must lay.

        Args:
            draft: The round that begins.
            chance: The round's chance.
            right: Who is entitled by an earlier round; None where none was won by anybody.

        Raises:
            InvalidDealError: A round cannot be opened so with these hands.
        """


@attrs.frozen
class _DoubleOpens(Opening):
    """A round is opened by the holder of a double, with it."""

    fallback: str | None = None
    """``"next-double-up"``: where nobody holds it, the next higher double; None: refuse."""

    def params(self) -> dict[str, object]:
        fall = say(
            "opens.fallback",
            "; where nobody holds it, the next higher double opens, after the highest the lowest, "
            "and where no hand has a double, somebody drawn by lot opens with any tile",
        )
        return {**super().params(), "fall": fall if self.fallback else ""}

    @abstractmethod
    def double(self, highest: Pips, number: int) -> str:
        """Give the double that opens a round, by its number from 1."""

    def check_left(self, left: int) -> None:
        """
        Without a fallback the tile must be in a hand.

        Raises:
            InvalidDealError: It may be one of those left.
        """
        self._refuse_undealt(left, self.double(0, 1))

    def begin(self, draft: Draft, chance: Shuffler, right: Right | None) -> None:
        rest: Any = draft.rest
        tile_set = draft.plan.tile_set
        tile = self.double(tile_set.highest, rest.setup.number)
        if rest.stock:
            self._refuse_undealt(len(rest.stock), tile)
        if right is not None and self.heeds_right:
            draft.to_move, rest.ext = _pass_on(draft, *right)
            return
        tries = [tile]
        if self.fallback is not None:
            top = tile_set.highest + 1
            first = tile_set.dominoes[tile_set.id_of(tile)].low
            tries = [f"{n % top}-{n % top}" for n in range(first, first + top)]
        for word in tries:
            seat = holder(draft, word)
            if seat is not None:
                draft.to_move, rest.ext = seat, ((OPENING, word),)
                return
        draft.to_move = chance.lot(draft.plan.seats)

    def _refuse_undealt(self, left: int, tile: str) -> None:
        """
        Refuse a deal in which the tile that is to open the round may be in no hand.

        Raises:
            InvalidDealError: Not all tiles are dealt.
        """
        if left and self.fallback is None:
            undealt = "1 tile is" if left == 1 else f"{left} tiles are"
            raise InvalidDealError(
                f"whoever holds [{tile}] is to open, but {undealt} not dealt and it may be among "
                "them; deal all tiles, or let another double open where nobody holds it "
                "(with a house rule: ':fallback=true')"
            )


@attrs.frozen
class HolderOpens(_DoubleOpens):
    """The first round is opened by the holder of one tile, with it."""

    code = "holder-opens"
    sentence = "whoever holds [{tile}] opens the first round with it{fall}."

    tile: str = "0-0"
    """The tile: a double."""
    fallback: str | None = None
    """``"next-double-up"``: where nobody holds the tile, the next higher double; None: refuse."""

    def double(self, highest: Pips, number: int) -> str:
        return self.tile


@attrs.frozen
class RoundDouble(_DoubleOpens):
    """Round *k* is opened by the holder of the double *k - 1*, after the highest again from 0."""

    code = "round-double"
    heeds_right = False
    sentence = (
        "whoever holds [0-0] opens the first round with it, [1-1] the second, and so on, and "
        "after the highest double [0-0] again, whoever won{fall}."
    )

    def double(self, highest: Pips, number: int) -> str:
        pips = (number - 1) % (highest + 1)
        return f"{pips}-{pips}"


@attrs.frozen
class TurnedUp(Opening):
    """
    An undealt tile is turned up; the opener plays on it, an ordinary turn.
    """

    code = "turned-up"
    keeps = ()
    turns_up = True
    sentence = (
        "one undealt tile is turned up to begin the layout, the others stay face down, and the "
        "first opener is drawn by lot."
    )

    def check_left(self, left: int) -> None:
        """
        One tile at least must be left to turn up.

        Raises:
            InvalidDealError: There is none.
        """
        if not left:
            raise InvalidDealError("all tiles are dealt: there is none to turn up")

    def begin(self, draft: Draft, chance: Shuffler, right: Right | None) -> None:
        """Turn the first tile of the stock up; the opener may lay what fits."""
        rest: Any = draft.rest
        self.check_left(len(rest.stock))
        if right is not None:
            draft.to_move = right[0]
        else:
            # Of rounds that nobody won the first had an opener, and kept the right.
            openers = (one.start.to_move for one in rest.setup.previous)
            before: Seat | None = next((seat for seat in openers if seat is not None), None)
            draft.to_move = chance.lot(draft.plan.seats) if before is None else before
        draft.table = draft.plan.layout.put(draft.table, draft.to_move, rest.stock[0], 0)
        rest.stock = rest.stock[1:]


def holder(draft: Draft, tile: str) -> Seat | None:
    """Give the seat that holds a tile, if one does."""
    bit = draft.plan.tile_set.named.get(tile, 0)
    for seat, mask in enumerate(draft.masks):
        if mask & bit:
            return seat
    return None


def _pass_on(draft: Draft, seat: Seat, word: str | None) -> tuple[Seat, _Ext]:
    """
    Let a seat open, or pass the right round the table to the first that can meet the duty.

    Where nobody can, the entitled seat opens with any tile. Seats are passed over in the order
    of play, partner or not, and that is no turn of theirs.

    Returns:
        The opener, and what the state keeps about its duty.
    """
    wanted = draft.plan.tile_set.named[word] if word is not None else 0
    passed: list[Seat] = []
    at = seat
    for _ in range(draft.plan.seats if wanted else 0):
        if draft.masks[at] & wanted:
            duty: _Ext = ((OPENING, word),)
            return at, (*duty, (PASSED, tuple(passed))) if passed else duty
        passed.append(at)
        at = draft.plan.next_seat(draft, at)
    return seat, ()


def reopen(draft: Draft) -> None:
    """
    Pass the duty to open on to ``to_move``, after the opener's turn ended without a tile.

    It goes round the table like any right to open, and lapses where nobody can meet it.
    """
    word = draft.rest.get(OPENING)
    draft.rest = draft.rest.with_ext(OPENING, None).with_ext(PASSED, None)
    draft.to_move, duty = _pass_on(draft, draft.to_move, word)
    for key, value in duty:
        draft.rest = draft.rest.with_ext(key, value)


def check_duty(state: State, key: str, value: Hashable) -> str | None:
    """
    Check what a position says about the duty to open: :meth:`Component.check_kept` of openings.

    While nothing lies the duty is the mover's, and it is only ever laid on who can meet it.
    """
    seats = state.plan.seats
    if key == PASSED:
        listed = value if isinstance(value, tuple) else ()
        known = all(type(one) is int and 0 <= one < seats for one in listed)
        if not listed or not known or len(set(listed)) < len(listed):
            return f"must name different seats from 0 to {seats - 1}"
        return None
    wanted = state.plan.tile_set.named.get(value, 0) if isinstance(value, str) else 0
    if not wanted:
        return f"must be a tile of {state.plan.tile_set.key}"
    seat = state.to_move
    if not state.table and seat is not None and not state.masks[seat] & wanted:
        return f"seat {seat} is to open with it and has it not"
    return None
