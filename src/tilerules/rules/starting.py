"""
Who opens a round: by a tile at first, by what happened before later on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component, GameLike
from tilerules.decks import Shuffler
from tilerules.rules.ends import EndReason
from tilerules.rules.openings import HolderOpens, Opening, Right, TurnedUp, holder
from tilerules.rules.parts import Starting
from tilerules.rules.state import Draft, State
from tilerules.texts import Text

__all__ = ["BlockDoubleOwner", "ByDeal", "NextOpener", "Right", "WinnerOpens"]


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
            seat = holder(draft, word)
            if seat is not None:
                return seat, word
        return self.otherwise.right(draft, last)


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


def _only(opening: Opening, where: str) -> list[Text]:
    """Describe an opening that needs no condition, being the only one."""
    return [attrs.evolve(one, code=f"{one.code}.{where}.only") for one in opening.describe()]
