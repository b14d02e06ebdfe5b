"""
Who opens a round, and with what.

The opening obligation is kept in the state under the key ``opening``: a tile's notation, or
``"doubles"``; seats whose right to open passed on for want of such a tile stand under
``opening-passed``, for everybody has seen it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component
from tilerules.decks import Shuffler
from tilerules.errors import InvalidDealError
from tilerules.rules.parts import Starting
from tilerules.rules.state import Draft, PlanLike, Seat, State
from tilerules.texts import Text
from tilerules.tiles import TileMask

__all__ = [
    "BlockDoubleOwner",
    "ByDeal",
    "HolderOpens",
    "NextOpener",
    "RoundDouble",
    "TurnedUp",
    "WinnerOpens",
    "WinnerWithDouble",
]


@attrs.frozen
class NextOpener(Component, ABC):
    """
    Who is entitled to open a round that follows another.
    """

    point: ClassVar[str] = "starting"
    word: ClassVar[str | None] = None
    """What the opener must lay on an empty table: ``"doubles"``, or anything."""

    @abstractmethod
    def entitled(self, last: Any) -> tuple[Seat, str | None]:
        """
        Give the seat entitled after a round that was decided, and what it must lay.

        Args:
            last: The last decided round of the match.
        """


@attrs.frozen
class WinnerOpens(NextOpener):
    """The winner of the last round opens."""

    code: ClassVar[str] = "winner-opens"
    sentence: ClassVar[str] = "The winner of a round opens the next."

    def entitled(self, last: Any) -> tuple[Seat, str | None]:
        """Give the seat with the best hand."""
        return last.outcome.leader, None


@attrs.frozen
class WinnerWithDouble(NextOpener):
    """The winner of the last round opens, with any double; without one the right passes on."""

    code: ClassVar[str] = "winner-with-double"
    sentence: ClassVar[str] = (
        "The winner of a round opens the next, with any double; without one the right passes "
        "round the table to the first player who has one."
    )

    def entitled(self, last: Any) -> tuple[Seat, str | None]:
        """Give the seat with the best hand; it needs a double."""
        return last.outcome.leader, "doubles"


@attrs.frozen
class BlockDoubleOwner(NextOpener):
    """After a block the owner of the double of the blocking number opens, with that double."""

    code: ClassVar[str] = "block-double-owner"
    sentence: ClassVar[str] = (
        "After a block whoever owned the double of the blocking number opens the next round; "
        "otherwise the winner does. {inner}"
    )

    otherwise: NextOpener = WinnerWithDouble()
    """Who is entitled where the round was not blocked on one number."""

    def params(self) -> dict[str, object]:
        """Include the other rule's sentence."""
        inner = " ".join(str(text) for text in self.otherwise.describe())
        return {"otherwise": self.otherwise.code, "inner": inner}

    def entitled(self, last: Any) -> tuple[Seat, str | None]:
        """Find who laid the double, or held it at the end."""
        ends = last.layout.ends
        if last.outcome.reason.value == "blocked" and ends and ends[0] == ends[1]:
            word = f"{ends[0]}-{ends[0]}"
            bit = last.plan.tile_set.named[word]
            for state in last.states:
                for seat, mask in enumerate(state.masks):
                    if (mask | state.rest.dead[seat]) & bit:
                        return seat, self.otherwise.entitled(last)[1]
        return self.otherwise.entitled(last)


def _entitled(previous: Sequence[Any], later: NextOpener) -> tuple[Seat, str | None] | None:
    """
    Give who is entitled by the last decided round; None where there is none.

    After an undecided round the right has not passed: the same opener, the same rule.
    """
    for last in reversed(previous):
        if not last.outcome.is_tie:
            return later.entitled(last)
    return None


def _pass_on(draft: Draft, seat: Seat, word: str) -> Seat:
    """
    Pass the right to open round the table to the first seat that can meet it.

    Where nobody can, the entitled seat opens with any tile.
    """
    wanted = draft.plan.tile_set.named[word]
    passed: list[Seat] = []
    at = seat
    for _ in range(draft.plan.seats):
        if draft.masks[at] & wanted:
            ext = [("opening", word)]
            if passed:
                ext.append(("opening-passed", tuple(passed)))
            draft.rest.ext = tuple(ext)  # type: ignore[misc]  # the draft's rest is one too
            return at
        passed.append(at)
        at = draft.plan.next_seat(draft, at)  # type: ignore[arg-type]  # a draft can be read
    return seat


@attrs.frozen
class HolderOpens(Starting):
    """
    The first round is opened by the holder of one tile, with it.
    """

    code: ClassVar[str] = "holder-opens"
    sentence: ClassVar[str] = "Whoever holds [{tile}] opens the first round with it.{fall} {inner}"

    tile: str = "0-0"
    """The tile."""
    later: NextOpener = WinnerWithDouble()
    """Who opens later rounds."""
    fallback: str | None = None
    """``"next-double-up"``: where nobody holds the tile, the next higher double; None: refuse."""

    def params(self) -> dict[str, object]:
        """Include the sentence about later rounds."""
        fall = " Where nobody holds it, the next higher double opens." if self.fallback else ""
        return {
            "tile": self.tile,
            "later": self.later.code,
            "fallback": self.fallback,
            "fall": fall,
            "inner": " ".join(str(text) for text in self.later.describe()),
        }

    def describe(self) -> tuple[Text, ...]:
        """Say who opens first, and who later."""
        return super().describe()

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """Find the opener by the history of the match, or by the tile."""
        previous = draft.rest.setup.previous
        right = _entitled(previous, self.later) if previous else None
        if right is None:
            hold_open(draft, self.tile, self.fallback)
        elif right[1] is None:
            draft.to_move = right[0]
        else:
            draft.to_move = _pass_on(draft, *right)


def hold_open(draft: Draft, tile: str, fallback: str | None) -> None:
    """
    Let the holder of a tile open with it.

    Raises:
        InvalidDealError: Nobody holds it, and there is no fallback or no double either.
    """
    tile_set = draft.plan.tile_set
    tries = [tile]
    if fallback is not None:
        top = tile_set.highest + 1
        first = int(tile.split("-")[0])
        tries = [f"{n % top}-{n % top}" for n in range(first, first + top)]
    for word in tries:
        bit = tile_set.named[word]
        for seat, mask in enumerate(draft.masks):
            if mask & bit:
                draft.to_move = seat
                draft.rest.ext = (("opening", word),)  # type: ignore[misc]  # see _pass_on
                return
    if fallback is None:
        raise InvalidDealError(
            f"[{tile}] is in no hand, so nobody can open with it; deal all tiles, or use a "
            "starting rule with a fallback"
        )
    draft.to_move = 0


@attrs.frozen
class RoundDouble(Starting):
    """Round *k* is opened by the holder of the double *k - 1*, then again from 0."""

    code: ClassVar[str] = "round-double"
    sentence: ClassVar[str] = (
        "The first round is opened by whoever holds [0-0], with it, the second by [1-1], and so "
        "on, after the highest double again from [0-0]."
    )

    fallback: str | None = None
    """``"next-double-up"`` where nobody holds it; None: refuse."""

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """Find the holder."""
        pips = (draft.rest.setup.number - 1) % (draft.plan.tile_set.highest + 1)
        hold_open(draft, f"{pips}-{pips}", self.fallback)


@attrs.frozen
class TurnedUp(Starting):
    """
    An undealt tile is turned up; the opener plays on it.
    """

    code: ClassVar[str] = "turned-up"
    sentence: ClassVar[str] = (
        "One undealt tile is turned up to begin the layout. The first opener is drawn by lot; "
        "{inner}"
    )

    later: NextOpener = WinnerOpens()
    """Who opens later rounds. What it asks of the opener's tile does not matter here."""

    def params(self) -> dict[str, object]:
        """Include the sentence about later rounds."""
        inner = " ".join(str(text) for text in self.later.describe())
        return {"later": self.later.code, "inner": inner[:1].lower() + inner[1:]}

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Turn the first tile of the stock up.

        Raises:
            InvalidDealError: All tiles have been dealt.
        """
        if not draft.rest.stock:
            raise InvalidDealError("all tiles are dealt: there is none to turn up")
        right = _entitled(draft.rest.setup.previous, self.later)
        draft.to_move = chance.lot(draft.plan.seats) if right is None else right[0]
        tile, *stock = draft.rest.stock
        draft.table = draft.plan.layout.put(draft.table, draft.to_move, tile, 0)
        draft.rest.stock = tuple(stock)  # type: ignore[misc]  # see _pass_on


@attrs.frozen
class ByDeal(Starting):
    """
    One rule where all tiles are dealt, another where some are left.
    """

    code: ClassVar[str] = "by-deal"

    all_dealt: Starting = HolderOpens()
    """Where every tile is in a hand."""
    some_left: Starting = TurnedUp()
    """Where some are left."""

    def params(self) -> dict[str, object]:
        """Name the two rules."""
        return {"all_dealt": self.all_dealt.code, "some_left": self.some_left.code}

    def describe(self) -> tuple[Text, ...]:
        """Say both, each with its condition."""
        return tuple(
            attrs.evolve(text, template=f"{when} {text.template}")
            for when, rule in (
                ("Where all tiles are dealt:", self.all_dealt),
                ("Where not all are dealt:", self.some_left),
            )
            for text in rule.describe()
        )

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """Choose by what is left."""
        (self.some_left if draft.rest.stock else self.all_dealt).begin(draft, chance)

    def set_aside(self, plan: PlanLike, previous: Sequence[State]) -> TileMask:
        """Set nothing aside."""
        return 0
