"""
One table: a match, who sits where, and what people have agreed to. A value, as a match is one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import tilerules
from tilerules import IllegalMoveError, Match, Move, Reason

LATE = 2
"""How many times in a row a person's time may run out before a bot sits in."""


def digest(token: str) -> str:
    """Give what is kept of a token: whoever reads the database cannot play with it."""
    return hashlib.sha256(token.encode()).hexdigest()


class RefusedError(Exception):
    """What was asked cannot be done; the reasons are what the library gives."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = reasons


def refused(code: str, text: str) -> RefusedError:
    """Make a refusal of the app's own."""
    return RefusedError(Reason(code=code, template=text))


@dataclass(frozen=True)
class Seat:
    """Who sits at a seat."""

    token: str | None
    """The digest of the person's token; None: nobody but a bot ever sits here."""
    away: bool = False
    """Whether a bot sits in for the person."""
    late: int = 0
    """How many times in a row the person's time has run out."""


@dataclass(frozen=True)
class Table:
    """A table. Every change gives a new one; the old one is still there if saving fails."""

    match: Match
    host: str
    """The digest of the host's token."""
    seats: tuple[Seat, ...]
    seconds: float
    """How long a person may think."""
    version: int = 0
    """How many changes there have been."""
    undo_by: int | None = None
    """Who wants to take back a move, if anybody does."""
    agreed: frozenset[int] = frozenset()
    """Who agrees to that; else, between two rounds, who is ready for the next."""

    # --- who is who -------------------------------------------------------------------------

    def seat_of(self, token: str | None) -> int | None:
        """Give the seat of a token; None for the host and for spectators, who have none or any."""
        mine = digest(token or "")
        for number, seat in enumerate(self.seats):
            if seat.token and hmac.compare_digest(seat.token, mine):
                return number
        return None

    def is_host(self, token: str | None) -> bool:
        """Say whether a token is the host's."""
        return hmac.compare_digest(self.host, digest(token or ""))

    @property
    def people(self) -> frozenset[int]:
        """The seats at which somebody sits who can be asked."""
        here = {number for number, seat in enumerate(self.seats) if seat.token and not seat.away}
        return frozenset(here - {*self.match.view(None).gone})

    def person_at(self, seat: int | None) -> int:
        """Check that somebody sits at a seat who may act."""
        if seat is None:
            raise refused("not-seated", "only who sits at the table may do this")
        if self.seats[seat].away:
            raise refused("away", "a bot sits here for you: come back first")
        return seat

    # --- moves ------------------------------------------------------------------------------

    def why_not(self, seat: int | None, text: str) -> Sequence[Reason]:
        """Say all that speaks against a move, by what its seat knows."""
        return self.match.round.view(seat).explain(text)

    def move(self, seat: int | None, text: str) -> Table:
        """Play a person's move."""
        seat = self.person_at(seat)
        reasons = self.why_not(seat, text)
        if reasons or self.match.round.to_move != seat:
            raise RefusedError(*reasons)
        return self._with(self.match.play(text), seat, Seat(self.seats[seat].token))

    def bot_move(self, move: Move) -> Table:
        """Play what a bot has chosen."""
        return self._with(self.match.play(move))

    def host_move(self, text: str) -> Table:
        """Play a move that only the host may make: ``leave@2``, ``penalty:3@1``."""
        return self._with(self.match.host(text))

    def time_out(self, seat: int) -> Table | None:
        """Note that a person's time is up; None: the rules say nothing, so a bot must move."""
        late = self.seats[seat].late + 1
        sitting = replace(self.seats[seat], late=late, away=late >= LATE)
        try:
            return self._with(self.match.host(f"time@{seat}"), seat, sitting)
        except IllegalMoveError:
            return self._with(self.match, seat, sitting) if sitting.away else None

    def moved_for(self, seat: int, move: Move) -> Table:
        """Play a bot's move for a person whose time is up."""
        sitting = replace(self.seats[seat], late=self.seats[seat].late + 1)
        return self._with(self.match.play(move), seat, sitting)

    # --- what people agree to ---------------------------------------------------------------

    def ready(self, seat: int | None) -> Table:
        """Be ready for the next round; it is dealt once everybody is. The host need not wait."""
        after = self.match.next_round()
        if seat is None:
            return self._with(after)
        return self._agree(self.person_at(seat), None)

    def undo(self, seat: int | None, agree: bool = True) -> Table:
        """Want one's last move taken back, or agree to it, or speak against it."""
        seat = self.person_at(seat)
        if not agree:
            return replace(self, undo_by=None, agreed=frozenset(), version=self.version + 1)
        by = seat if self.undo_by is None else self.undo_by
        self._before(by)
        return self._agree(seat, by)

    def _agree(self, seat: int, undo_by: int | None) -> Table:
        agreed = self.agreed | {seat} if undo_by == self.undo_by else frozenset({seat})
        version = self.version + 1
        return replace(self, undo_by=undo_by, agreed=agreed, version=version)._settled()

    def _settled(self) -> Table:
        """Do what everybody agrees to, if everybody does."""
        if not self.agreed or not self.people <= self.agreed:
            return self
        if self.undo_by is None:
            return self._with(self.match.next_round())
        return self._with(self._before(self.undo_by))

    def _before(self, seat: int) -> Match:
        """Give the match as it was before a seat's last move."""
        number = 1
        try:
            while (before := self.match.back(number)).round.to_move != seat:
                number += 1
        except ValueError:
            raise refused("nothing-to-undo", "there is no move of that seat") from None
        return before

    # --- going and coming back --------------------------------------------------------------

    def leave(self, seat: int) -> Table:
        """Let a bot sit in for somebody."""
        return self._sit(seat, away=True)

    def come_back(self, seat: int) -> Table:
        """Give the seat back."""
        return self._sit(seat, away=False)

    def _sit(self, seat: int, *, away: bool) -> Table:
        if self.seats[seat].token is None:
            raise refused("no-person", "a bot has this seat")
        after = self._put(seat, Seat(self.seats[seat].token, away=away))
        agreed = after.agreed - {seat}
        return replace(after, agreed=agreed, version=self.version + 1)._settled()

    def _put(self, number: int, seat: Seat) -> Table:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def _with(self, match: Match, number: int = 0, seat: Seat | None = None) -> Table:
        """Go on with another match; what was being agreed to is off the table."""
        here = self if seat is None else self._put(number, seat)
        fields: dict[str, Any] = {"undo_by": None, "agreed": frozenset()}
        return replace(here, match=match, version=self.version + 1, **fields)

    # --- what is shown, and what is kept ----------------------------------------------------

    def show(self, seat: int | None) -> dict[str, Any]:
        """Give what one seat may see; None for the host and for spectators."""
        return {
            "version": self.version,
            "seat": seat,
            "bots": [not one.token or one.away for one in self.seats],
            "seconds": self.seconds,
            "undo_by": self.undo_by,
            "agreed": sorted(self.agreed),
            "match": self.match.view(seat).to_dict(),
        }

    def save(self) -> tuple[str, str]:
        """Give the record of the match, and the rest as JSON."""
        rest = {
            "host": self.host,
            "seats": [asdict(seat) for seat in self.seats],
            "seconds": self.seconds,
            "version": self.version,
            "undo_by": self.undo_by,
            "agreed": sorted(self.agreed),
        }
        return tilerules.dumps(self.match), json.dumps(rest)

    @classmethod
    def load(cls, record: str, rest: str) -> Table:
        """Make the table again; the record is played through and checked."""
        match = tilerules.loads(record)
        if not isinstance(match, Match):
            raise tilerules.RecordError("this record is a single round, not a match")
        kept = json.loads(rest)
        seats = tuple(Seat(**seat) for seat in kept.pop("seats"))
        return cls(match, seats=seats, agreed=frozenset(kept.pop("agreed")), **kept)
