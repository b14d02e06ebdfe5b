"""
What the host of a game may do: let a player go, call time, give a penalty.

Host moves stand outside the turn and outside ``legal_moves``. No player may make them: ``play``
and ``explain`` refuse them unless the host asks, and then decide about them like about any other.
They are written ``leave``, ``time`` or ``penalty:3`` for the
seat to move, and name any other seat behind an ``@``: ``leave@2``, ``penalty:3@2``.

The library keeps no clock. Who runs the game measures the time and makes the move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, ClassVar

import attrs

from tilerules.errors import InvalidNotationError, shown
from tilerules.rules.kinds import Action, Effect, Ending, HostAction
from tilerules.rules.openings import reopen
from tilerules.state import (
    FRESH,
    GONE,
    Draft,
    EndReason,
    Move,
    MoverState,
    PlanLike,
    Seat,
    State,
    are_seats,
    book,
)
from tilerules.texts import Listed, Reason, counted, named, say

__all__ = ["HOST_WORDS", "Abandoned", "Leave", "Penalty", "StaysAway", "Time"]

HOST_WORDS = ("leave", "penalty", "time")
"""The words host moves begin with, whether a variant has them or not."""


_NOTATION = re.compile(r"[a-z]+(?::(?P<number>[0-9]{1,4}))?(?:@(?P<seat>[0-9]{1,3}))?")


def _whose(state: MoverState, move: Move) -> Seat:
    """Give the seat a host move is about."""
    return state.to_move if move.seat is None else move.seat


def _end_turn(draft: Draft, seat: Seat) -> None:
    """Pass the turn on from a seat, and with it the duty to open the round."""
    draft.turn = FRESH
    draft.to_move = draft.plan.next_seat(draft, seat)
    if not draft.table:
        reopen(draft)


def _take(draft: Draft, seat: Seat, tiles: int) -> None:
    """Move tiles from the stock to a hand, as many as there are."""
    stock = draft.rest.stock
    masks = [*draft.masks]
    masks[seat] |= sum(1 << tile for tile in stock[:tiles])
    draft.masks = tuple(masks)
    draft.rest = draft.rest.put(stock=stock[tiles:])


def _fine(draft: Draft, seat: Seat, points: int) -> None:
    """Take points off the total of a seat's side, or where the lowest is best add them."""
    book(draft, seat, points if draft.plan.variant.ranking.lowest else -points)


@attrs.frozen
class _SeatMove(HostAction):
    """A host move about one seat."""

    numbered: ClassVar[bool] = False
    """Whether a number follows the word."""
    texts = {
        "no-such-seat": "there is no seat {seat}; seats go from 0 to {last}",
        "has-left": "{name} has left the round",
    }

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say whether there is such a seat, and whether it still takes part."""
        seat = _whose(state, move)
        if not 0 <= seat < state.plan.seats:
            yield self.reason("no-such-seat", seat=seat, last=state.plan.seats - 1)
        elif seat in state.rest.get(GONE, ()):
            yield self.reason("has-left", seat=seat, name=named(state.rest.setup.names, seat))

    def parse(self, state: State, text: str) -> Move | None:
        word = re.match("[a-z]*", text)
        if word is None or word[0] != self.code:
            return None
        found = _NOTATION.fullmatch(text)
        if found is None or (found["number"] is not None) != self.numbered:
            example = f"{self.code}:3" if self.numbered else self.code
            raise InvalidNotationError(
                f"{shown(text)}: write {example}, or {example}@2 for a seat that is not to move",
                text=text,
                part=text[len(self.code) :],
            )
        number = int(found["number"]) if self.numbered else None
        seat = None if found["seat"] is None else int(found["seat"])
        if seat == state.to_move:
            seat = None
        head = self.code if number is None else f"{self.code}:{number}"
        return Move(
            kind=self.code,
            notation=head if seat is None else f"{head}@{seat}",
            seat=seat,
            data=number,
        )

    def candidates(self, state: State) -> Iterator[Move]:
        """Give the move for every seat, and for one that is not there."""
        word = f"{self.code}:2" if self.numbered else self.code
        for seat in range(state.plan.seats + 1):
            move = self.parse(state, f"{word}@{seat}")
            if move is not None:
                yield move


@attrs.frozen
class Leave(_SeatMove):
    """
    A player leaves: ``leave``, ``leave@2``.

    Seats keep their numbers. The hand goes to the tiles that count against nobody; dead tiles
    stay where they lie. The turn stays with the same player unless it is the leaver's; the
    seat is passed over from then on and cannot win.
    """

    code = "leave"
    verb = "leave"
    keeps = (GONE,)
    sentence = (
        "A player who leaves puts the hand aside unseen, takes no further turn and cannot win."
    )

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        return None if are_seats(value, state.plan.seats) else "must be seats, in order"

    def skips(self, state: State, seat: Seat) -> bool:
        return seat in state.rest.get(GONE, ())

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        """Put the hand aside, and pass the turn on if it was the leaver's."""

        def leave(state: MoverState, move: Move, draft: Draft) -> None:
            seat = _whose(state, move)
            rest = state.rest
            masks = [*state.masks]
            aside = rest.aside | masks[seat]
            masks[seat] = 0
            draft.masks = tuple(masks)
            left = tuple(sorted((*rest.get(GONE, ()), seat)))
            draft.rest = rest.put(aside=aside).with_ext(GONE, left)
            if seat == state.to_move:
                _end_turn(draft, seat)

        return leave


@attrs.frozen
class StaysAway(Effect):
    """Whoever left a round stays away from the rest of the match. It needs :class:`Leave`."""

    code = "stays-away"
    point = "limits"
    sentence = "Whoever leaves stays away from all further rounds, and cannot win the match."

    def concerns(self, action: Action) -> bool:
        return False

    def begin(self, draft: Draft) -> None:
        """Put the hands of those who are away aside, and let the next seat open for them."""
        previous = draft.rest.setup.previous
        away: tuple[Seat, ...] = previous[-1].rest.get(GONE, ()) if previous else ()
        if not away:
            return
        masks = [*draft.masks]
        aside = draft.rest.aside
        for seat in away:
            aside |= masks[seat]
            masks[seat] = 0
        draft.masks = tuple(masks)
        draft.rest = draft.rest.put(aside=aside).with_ext(GONE, away)
        if draft.to_move in away:
            _end_turn(draft, draft.to_move)

    def away(self, state: State) -> tuple[Seat, ...]:
        found: tuple[Seat, ...] = state.rest.get(GONE, ())
        return found


@attrs.frozen
class Abandoned(Ending):
    """The round ends when only one player, or one side, has not left; they win it."""

    code = "abandoned"
    point = "limits"
    # Between going out and the block, so that both keep the promises about when they hold.
    rank = 150
    reason_why = EndReason.ABANDONED
    sentence = "When all others have left, whoever remains wins the round."

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        left = draft.rest.get(GONE)
        if not left:
            return False
        sides = draft.plan.sides
        return len({side for seat, side in enumerate(sides) if seat not in left}) < 2


@attrs.frozen
class Time(_SeatMove):
    """
    The player to move has taken too long: ``time``.
    """

    code = "time"
    idle = True
    verb = "run out of time"
    sentence = "A turn may take {time}; whoever takes longer {how}."
    texts = {
        **_SeatMove.texts,
        "not-to-move": "{name} is not to move, so their time does not run",
    }

    seconds: int = 60
    """How long a turn may take."""
    tiles: int = 0
    """How many tiles the player takes from the stock, as many as there are."""
    fine: int = 0
    """Points the player is fined: they go off the total, or where the lowest is best onto it."""
    ends_turn: bool = False
    """Whether the turn is over; else the player still has to move."""

    def params(self) -> dict[str, object]:
        done = []
        if self.tiles:
            takes = "takes {tiles} from the stock, or what is left of it,"
            done.append(say("time.takes", takes, tiles=counted(self.tiles, "tile")))
        if self.fine:
            done.append(say("time.fined", "is fined {points}", points=counted(self.fine, "point")))
        ends = say("time.moves-on", "loses the turn")
        done.append(ends if self.ends_turn else say("time.stays", "must still move"))
        time = counted(self.seconds, "second")
        return {**super().params(), "time": time, "how": Listed(done)}

    def position_words(self) -> tuple[str, ...]:
        return ("points",) if self.fine else ()

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        found = tuple(super().problems(state, move))
        yield from found
        if not found and _whose(state, move) != state.to_move:
            seat = _whose(state, move)
            name = named(state.rest.setup.names, seat)
            yield self.reason("not-to-move", seat=seat, name=name)

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        """Give tiles and points, and pass the turn on if the rule says so."""

        def overrun(state: MoverState, move: Move, draft: Draft) -> None:
            seat = _whose(state, move)
            _take(draft, seat, self.tiles)
            _fine(draft, seat, self.fine)
            if self.ends_turn:
                _end_turn(draft, seat)

        return overrun


@attrs.frozen
class Penalty(_SeatMove):
    """
    The host fines a player: ``penalty:3``, ``penalty:3@2``.
    """

    code = "penalty"
    verb = "get a penalty of {data}"
    example = "penalty:3"
    numbered = True
    sentence = "The host may give any player a penalty of up to {unit}."
    texts = {
        **_SeatMove.texts,
        "wrong-number": "a penalty is from 1 to {most}, not {number}",
    }

    most: int = 99
    """The highest number that may be given at once."""
    in_points: bool = False
    """Whether it is a fine of points, off the total or where the lowest is best onto it; else of
    tiles from the stock."""

    def params(self) -> dict[str, object]:
        unit = counted(self.most, "point")
        if not self.in_points:
            tiles = counted(self.most, "tile")
            from_stock = "{tiles} from the stock, as far as there are any"
            unit = say("penalty.tiles", from_stock, tiles=tiles)
        return {**super().params(), "unit": unit}

    def position_words(self) -> tuple[str, ...]:
        return ("points",) if self.in_points else ()

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        yield from super().problems(state, move)
        if not isinstance(move.data, int) or not 1 <= move.data <= self.most:
            yield self.reason("wrong-number", number=move.data)

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        def fine(state: MoverState, move: Move, draft: Draft) -> None:
            number: Any = move.data  # a legal one has a number
            if self.in_points:
                _fine(draft, _whose(state, move), number)
            else:
                _take(draft, _whose(state, move), number)

        return fine
