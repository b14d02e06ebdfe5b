"""
Who opens a round, and with what.

The opening obligation is kept in the state under the key ``opening``: a tile's notation, or
``"doubles"``; seats whose right to open passed on for want of such a tile stand under
``opening-passed``, for everybody has seen it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar, TypeAlias

import attrs

from tilerules.component import Component, GameLike
from tilerules.decks import Shuffler
from tilerules.errors import InvalidDealError
from tilerules.rules.ends import EndReason
from tilerules.rules.parts import Starting
from tilerules.rules.state import Draft, Seat, State
from tilerules.texts import Text

__all__ = [
    "BlockDoubleOwner",
    "ByDeal",
    "HolderOpens",
    "NextOpener",
    "Opening",
    "Right",
    "RoundDouble",
    "TurnedUp",
    "WinnerOpens",
    "check_duty",
    "reopen",
]

OPENING = "opening"
PASSED = "opening-passed"

_Ext: TypeAlias = "tuple[tuple[str, Hashable], ...]"

Right: TypeAlias = "tuple[Seat, str | None]"
"""The seat entitled to open, and what it must lay on an empty table; None: any tile."""


# --- who opens a round that follows another ---------------------------------------------------


@attrs.frozen
class NextOpener(Component, ABC):
    """
    Who is entitled to open a round that follows another.
    """

    point: ClassVar[str] = "starting"

    @property
    def on_turned_up(self) -> NextOpener:
        """The rule where a tile is turned up, so that the opener does not lay the first."""
        return self

    @abstractmethod
    def right(self, draft: Draft, last: Any) -> Right:
        """
        Say who is entitled.

        Args:
            draft: The round that begins, its tiles dealt.
            last: The last round of the match that was won by somebody: a finished Round.
        """


@attrs.frozen
class WinnerOpens(NextOpener):
    """
    The winner of the last round opens; a side's is the one with its best hand.
    """

    code: ClassVar[str] = "winner-opens"
    sentence: ClassVar[str] = "{how}"

    double: str = attrs.field(
        default="all-dealt", validator=attrs.validators.in_(("never", "all-dealt", "always"))
    )
    """
    When a tile laid on an empty table must be a double: ``"never"``, ``"all-dealt"`` (where no
    tile is left undealt) or ``"always"``. Without one the right passes on.
    """

    def params(self) -> dict[str, object]:
        """Put the duty in words."""
        how = "The winner of a round opens the next"
        if self.double == "never":
            how += ", with any tile."
        else:
            where = (
                "where all tiles are dealt" if self.double == "all-dealt" else "on an empty table"
            )
            how += (
                f", {where} with a double of their choice; without one the right passes round "
                "the table to the first player who has one, and if nobody has, the winner opens "
                "with any tile."
            )
        return {"double": self.double, "how": how}

    def right(self, draft: Draft, last: Any) -> Right:
        """Give the seat with the best hand."""
        needs_double = self.double == "always" or (
            self.double == "all-dealt" and not draft.rest.stock
        )
        return last.outcome.leader, "doubles" if needs_double else None


@attrs.frozen
class BlockDoubleOwner(NextOpener):
    """
    After a block whoever now holds the double of the blocking number opens, with it.
    """

    code: ClassVar[str] = "block-double-owner"
    sentence: ClassVar[str] = (
        "After a block with the same number at both ends, whoever holds the double of that number "
        "opens the next round with it, unless a tile is turned up. After any other round the next "
        "rule holds."
    )

    otherwise: NextOpener = WinnerOpens()
    """Who is entitled after another end, or where nobody holds the double."""

    def describe(self) -> tuple[Text, ...]:
        """Say both rules."""
        return (*super().describe(), *self.otherwise.describe())

    @property
    def on_turned_up(self) -> NextOpener:
        """The other rule: there is nothing to open with the double."""
        return self.otherwise

    def right(self, draft: Draft, last: Any) -> Right:
        """Look at the ends of the last round, and for the double in the new hands."""
        ends = last.layout.ends
        if last.outcome.reason is EndReason.BLOCKED and ends and ends[0] == ends[1]:
            word = f"{ends[0]}-{ends[0]}"
            seat = _holder(draft, word)
            if seat is not None:
                return seat, word
        return self.otherwise.right(draft, last)


# --- how a round is opened --------------------------------------------------------------------


@attrs.frozen
class Opening(Component, ABC):
    """
    How the first tile comes to lie on the table.
    """

    point: ClassVar[str] = "starting"
    keeps: ClassVar[tuple[str, ...]] = (OPENING, PASSED)
    heeds_right: ClassVar[bool] = True
    """Whether who won before matters."""
    turns_up: ClassVar[bool] = False
    """Whether a tile lies already when the opener is to move."""

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        """Check the duty to open."""
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
class HolderOpens(Opening):
    """
    The first round is opened by the holder of one tile, with it.
    """

    code: ClassVar[str] = "holder-opens"
    sentence: ClassVar[str] = "whoever holds [{tile}] opens the first round with it{fall}."

    tile: str = "0-0"
    """The tile: a double."""
    fallback: str | None = None
    """``"next-double-up"``: where nobody holds the tile, the next higher double; None: refuse."""

    def params(self) -> dict[str, object]:
        """Include the words about the fallback."""
        return {"tile": self.tile, "fallback": self.fallback, "fall": _fall(self.fallback)}

    def check_left(self, left: int) -> None:
        """
        Without a fallback the tile must be in a hand.

        Raises:
            InvalidDealError: It may be one of those left.
        """
        if self.fallback is None:
            _refuse_undealt(left, self.tile)

    def begin(self, draft: Draft, chance: Shuffler, right: Right | None) -> None:
        """Find the opener by right, or by the tile."""
        if draft.rest.stock:
            self.check_left(len(draft.rest.stock))
        if right is None:
            _hold_open(draft, chance, self.tile, self.fallback)
        else:
            draft.to_move, draft.rest.ext = _pass_on(draft, *right)  # type: ignore[misc]  # below


@attrs.frozen
class RoundDouble(Opening):
    """
    Round *k* is opened by the holder of the double *k - 1*, after the highest again from 0.
    """

    code: ClassVar[str] = "round-double"
    heeds_right: ClassVar[bool] = False
    sentence: ClassVar[str] = (
        "whoever holds [0-0] opens the first round with it, [1-1] the second, and so on, and "
        "after the highest double [0-0] again, whoever won{fall}."
    )

    fallback: str | None = None
    """``"next-double-up"`` where nobody holds it; None: refuse."""

    def params(self) -> dict[str, object]:
        """Include the words about the fallback."""
        return {"fallback": self.fallback, "fall": _fall(self.fallback)}

    def check_left(self, left: int) -> None:
        """
        Without a fallback every double must be in a hand.

        Raises:
            InvalidDealError: One may be among those left.
        """
        if self.fallback is None:
            _refuse_undealt(left, "0-0")

    def begin(self, draft: Draft, chance: Shuffler, right: Right | None) -> None:
        """Find the holder; what happened before does not matter."""
        pips = (draft.rest.setup.number - 1) % (draft.plan.tile_set.highest + 1)
        tile = f"{pips}-{pips}"
        if self.fallback is None:
            _refuse_undealt(len(draft.rest.stock), tile)
        _hold_open(draft, chance, tile, self.fallback)


@attrs.frozen
class TurnedUp(Opening):
    """
    An undealt tile is turned up; the opener plays on it, an ordinary turn.
    """

    code: ClassVar[str] = "turned-up"
    keeps: ClassVar[tuple[str, ...]] = ()
    turns_up: ClassVar[bool] = True
    sentence: ClassVar[str] = (
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
        self.check_left(len(draft.rest.stock))
        if right is not None:
            draft.to_move = right[0]
        else:
            before = _opener_before(draft.rest.setup.previous)
            draft.to_move = chance.lot(draft.plan.seats) if before is None else before
        tile, *stock = draft.rest.stock
        draft.table = draft.plan.layout.put(draft.table, draft.to_move, tile, 0)
        draft.rest.stock = tuple(stock)  # type: ignore[misc]  # the draft's rest is one too


@attrs.frozen
class ByDeal(Starting):
    """
    One way to open where all tiles are dealt, another where some are left.
    """

    code: ClassVar[str] = "by-deal"

    all_dealt: Opening = HolderOpens()
    """Where every tile is in a hand."""
    some_left: Opening = TurnedUp()
    """Where some are left."""
    later: NextOpener = WinnerOpens()
    """Who is entitled to open a round that follows another."""

    def describe(self) -> tuple[Text, ...]:
        """Say each rule, different openings with their condition."""
        if self.all_dealt == self.some_left:
            return self._told(_only(self.all_dealt, "all-dealt"), (self.all_dealt,))
        found = [
            attrs.evolve(text, code=f"{text.code}.{code}", template=when + text.template)
            for code, when, part in (
                ("all-dealt", "where all tiles are dealt, ", self.all_dealt),
                ("some-left", "where some are left, ", self.some_left),
            )
            for text in part.describe()
        ]
        return self._told(found, (self.all_dealt, self.some_left))

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """Leave out the opening that never comes to pass with the hands of the game."""
        left = {game.undealt(seats) for seats in game.seats} - {None}
        if not left or (0 in left and len(left) > 1):
            return self.describe()
        code, part = ("some-left", self.some_left) if any(left) else ("all-dealt", self.all_dealt)
        return self._told(_only(part, code), (part,))

    def _told(self, found: Iterable[Text], openings: Sequence[Opening]) -> tuple[Text, ...]:
        """Begin with a capital, and add who opens a later round if that matters."""
        told = [
            attrs.evolve(text, template=text.template[:1].upper() + text.template[1:])
            for text in found
        ]
        if any(opening.heeds_right for opening in openings):
            told += [
                attrs.evolve(text, code=f"{text.code}.later") for text in self.later.describe()
            ]
            told.append(Text(code="right-stays.later", template=_RIGHT_STAYS))
        return tuple(told)

    def check_left(self, left: int) -> None:
        """
        Ask the opening there is then.

        Raises:
            InvalidDealError: A round cannot be opened so.
        """
        (self.some_left if left else self.all_dealt).check_left(left)

    def duty(self, state: State) -> str:
        """Give the code of the opening, or of the rule for a later round."""
        opening = self.some_left if state.rest.stock else self.all_dealt
        previous = state.rest.setup.previous
        if opening.heeds_right and any(one.outcome.leader is not None for one in previous):
            return f"{self.later.code}.later"
        return f"{opening.code}.{'some-left' if state.rest.stock else 'all-dealt'}"

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Choose by what is left.

        After a round that nobody won the right has not passed: it lies where the last round
        that was won left it.
        """
        opening = self.some_left if draft.rest.stock else self.all_dealt
        later = self.later.on_turned_up if opening.turns_up else self.later
        right = None
        for last in reversed(draft.rest.setup.previous):
            if last.outcome.leader is not None:
                right = later.right(draft, last)
                break
        opening.begin(draft, chance, right)


_RIGHT_STAYS = (
    "After an undecided round whoever had the right to open has it again; where no round has been "
    "won yet, the next one is opened like the first."
)


# --- helpers ----------------------------------------------------------------------------------


def _only(opening: Opening, where: str) -> list[Text]:
    """Describe an opening that needs no condition, being the only one."""
    return [attrs.evolve(one, code=f"{one.code}.{where}.only") for one in opening.describe()]


def _fall(fallback: str | None) -> str:
    """Put the fallback in words."""
    if fallback is None:
        return ""
    return (
        "; where nobody holds it, the next higher double opens, after the highest the lowest, and "
        "where no hand has a double, somebody drawn by lot opens with any tile"
    )


def _holder(draft: Draft, tile: str) -> Seat | None:
    """Give the seat that holds a tile, if one does."""
    bit = draft.plan.tile_set.named.get(tile, 0)
    for seat, mask in enumerate(draft.masks):
        if mask & bit:
            return seat
    return None


def _hold_open(draft: Draft, chance: Shuffler, tile: str, fallback: str | None) -> None:
    """Let the holder of a double open with it; where no hand has a double, somebody by lot."""
    tries = [tile]
    if fallback is not None:
        tile_set = draft.plan.tile_set
        top = tile_set.highest + 1
        first = tile_set.dominoes[tile_set.id_of(tile)].low
        tries = [f"{n % top}-{n % top}" for n in range(first, first + top)]
    for word in tries:
        seat = _holder(draft, word)
        if seat is not None:
            draft.to_move = seat
            draft.rest.ext = ((OPENING, word),)  # type: ignore[misc]  # see TurnedUp.begin
            return
    draft.to_move = chance.lot(draft.plan.seats)


def _refuse_undealt(left: int, tile: str) -> None:
    """
    Refuse a deal in which the tile that is to open the round may be in no hand.

    Raises:
        InvalidDealError: Not all tiles are dealt.
    """
    if left:
        undealt = "1 tile is" if left == 1 else f"{left} tiles are"
        raise InvalidDealError(
            f"whoever holds [{tile}] is to open, but {undealt} not dealt and it may be among "
            "them; deal all tiles, or let another double open where nobody holds it "
            "(with a house rule: ':fallback=true')"
        )


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
        at = draft.plan.next_seat(draft, at)  # type: ignore[arg-type]  # a draft can be read
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


def _opener_before(previous: Sequence[Any]) -> Seat | None:
    """Give the seat that opened the first of rounds that nobody won, if it is known."""
    openers = (one.start.to_move for one in previous)
    return next((seat for seat in openers if seat is not None), None)


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
