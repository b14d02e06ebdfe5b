"""
Reading the fields of a position into a round.

Everything is checked here that text from outside may get wrong: that each tile lies in one
place, that numbers are numbers and seats are seats. What rules keep and how a round ended is
compared with the rules in :mod:`tilerules.play.own_state` and :mod:`.outcomes`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilerules.decks import TileBag
from tilerules.errors import (
    InvalidNotationError,
    InvalidPositionError,
    TilerulesError,
    nearest,
    shown,
)
from tilerules.play.base import Resolved
from tilerules.play.judging import Outcome
from tilerules.play.own_state import check_kept, check_words
from tilerules.play.position import FIELDS
from tilerules.play.restoring.outcomes import check_outcome
from tilerules.play.round import Round
from tilerules.rules.blocking import WentOut
from tilerules.state import GONE, EndReason, Move, Rest, Setup, Turn
from tilerules.texts import join, parse_json, shortened
from tilerules.tiles import TileMask

if TYPE_CHECKING:
    from tilerules.play.variant import Variant

__all__ = ["PositionReader", "read_position", "restore"]

_MOST_TEXT = 100_000

_MOST_SAID = 300
"""A sentence of a part longer than this repeats what it was given."""


def freeze(value: Any) -> Any:
    """Make the lists of parsed JSON tuples, so that it can be kept in a state."""
    if isinstance(value, list):
        return tuple(freeze(one) for one in value)
    if isinstance(value, dict):
        return tuple(sorted((key, freeze(one)) for key, one in value.items()))
    return value


class PositionReader:
    """Reads the fields of one position."""

    def __init__(self, variant: Variant, fields: dict[str, str], setup: Setup) -> None:
        self.fields = fields
        for key in ("seats", "hands"):
            if key not in fields:
                raise InvalidPositionError(
                    f"the field {key!r} is missing: after the variant stand fields such as "
                    "seats:4 move:0 hands:…"
                )
        seats = self._int("seats", 0)
        if seats not in variant.seats:
            known = join(variant.seats, "or")
            raise InvalidPositionError(f"{variant.key} is for {known} seats, not {seats}")
        self.seats = seats
        self._plan: Resolved = variant.plan(seats)
        self.setup = setup
        self._free: TileMask = self._plan.tile_set.full

    def _int(self, key: str, default: int) -> int:
        text = self.fields.get(key)
        if text is None:
            return default
        if not re.fullmatch("[0-9]{1,9}", text):
            raise InvalidPositionError(f"{key} is a number, not {shown(text)}")
        return int(text)

    def _take(self, words: str, zone: str) -> list[int]:
        """Take tiles out of what has not been placed yet, lower copies first."""
        taken: list[int] = []
        for tile in self._plan.tile_set.read(words):
            left = self._plan.tile_set.copies[tile] & self._free
            if not left:
                raise InvalidPositionError(f"{tile} in {zone} lies somewhere else already")
            low = left & -left
            self._free ^= low
            taken.append(low.bit_length() - 1)
        return taken

    def _zones(self, key: str, count: int) -> tuple[TileMask, ...]:
        if key not in self.fields:
            return (0,) * count
        parts = self.fields[key].split("/")
        if len(parts) != count:
            raise InvalidPositionError(f"{key} must name {count} lots of tiles, not {len(parts)}")
        return tuple(sum(1 << tile for tile in self._take(part, key)) for part in parts)

    def _object(self, key: str) -> dict[str, Any]:
        try:
            found = parse_json(self.fields[key])
        except ValueError as error:
            raise InvalidPositionError(f"{key} is not JSON: {error}") from error
        if not isinstance(found, dict):
            raise InvalidPositionError(f"{key} must be a JSON object")
        return found

    def round(self) -> Round:
        """Make the round."""
        # Layout, hands, dead tiles, aside, stock: of equal tiles the lower copies lie in what is
        # read first. No rule is shown the draft before every tile is in it.
        plan, fields = self._plan, self.fields
        draft = plan.draft()
        draft.table = plan.layout.load(fields.get("layout", ""))
        self._lie(draft.table)
        draft.masks = self._zones("hands", self.seats)
        dead = self._zones("dead", self.seats)
        aside = self._zones("aside", 1)[0]
        stock = tuple(self._take(fields.get("stock", ""), "stock"))
        if self._free:
            missing = TileBag(plan.tile_set, self._free)
            raise InvalidPositionError(
                f"these tiles lie nowhere: {missing}; write them in hands, dead, stock or layout, "
                "or in aside if they are out of play"
            )
        kept = self._object("ext") if "ext" in fields else {}
        ext = tuple((key, freeze(kept[key])) for key in sorted(kept))
        draft.rest = Rest(dead, stock, aside, self._points(), self._int("idle", 0), ext, self.setup)
        is_over = "over" in fields
        draft.to_move = None if is_over else self._mover()
        if "turn" in fields:
            draft.turn = self._turn(draft)
        if ext:
            check_kept(plan.variant, draft)
        check_words(plan.variant, draft)
        if not plan.layout.tiles(draft.table):
            self._check_empty(draft)
        if not is_over:
            self._check_goes_on(draft)
        return self._over(draft) if is_over else plan.resume(draft)

    def _check_goes_on(self, draft: Any) -> None:
        """Check that nobody's hand is empty where the round would have ended by that."""
        gone = draft.rest.get(GONE, ())
        empty = [seat for seat, hand in enumerate(draft.masks) if not hand and seat not in gone]
        ends = [one for one in self._plan.variant.endings if type(one) is WentOut]
        if empty and any(one.by_discard for one in ends):
            raise InvalidPositionError(
                f"hands: seat {empty[0]} has no tile, but then the round is over"
            )

    def _check_empty(self, draft: Any) -> None:
        """Check that a round of these rules may have an empty table."""
        problem = self._plan.variant.starting.problem_with_empty(draft)
        if problem is not None:
            raise InvalidPositionError(f"nothing lies on the table: {problem}")

    def _mover(self) -> int:
        seat = self._int("move", -1)
        if not 0 <= seat < self.seats:
            raise InvalidPositionError(f"move must name a seat from 0 to {self.seats - 1}")
        return seat

    def _lie(self, table: Any) -> None:
        """Take the tiles of the layout out of what is free."""
        for tile in TileBag(self._plan.tile_set, self._plan.layout.tiles(table)):
            self._take(str(tile), "layout")

    def _points(self) -> tuple[int, ...]:
        if "points" not in self.fields:
            return (0,) * self.seats
        words = self.fields["points"].split(",")
        if len(words) != self.seats or not all(re.fullmatch("-?[0-9]{1,18}", w) for w in words):
            raise InvalidPositionError(f"points must be {self.seats} numbers")
        return tuple(int(word) for word in words)

    def _turn(self, draft: Any) -> Turn:
        found = self._object("turn")
        numbers = {key: found.get(key, 0) for key in ("draws", "drawn", "owed")}
        laid = found.get("laid", [])
        if set(found) - {"laid", *numbers} or not isinstance(laid, list):
            raise InvalidPositionError(f"turn has laid, draws, drawn and owed, not {shown(found)}")
        if any(type(n) is not int or n < 0 for n in numbers.values()):
            raise InvalidPositionError(f"the numbers of a turn are not negative: {shown(numbers)}")
        moves = []
        for word in laid:
            if not isinstance(word, str):
                raise InvalidNotationError(f"a laid move is text, not {shown(word)}")
            moves.append(self._plan.parse(draft, word))
        self._check_numbers(numbers)
        self._check_laid(draft, moves)
        return Turn(tuple(moves), numbers["draws"], numbers["drawn"], numbers["owed"])

    def _check_numbers(self, numbers: dict[str, int]) -> None:
        """Check that a turn's tiles are no more than there can be."""
        most = len(self._plan.tile_set)
        if numbers["draws"] > numbers["drawn"] or max(numbers.values()) > most:
            raise InvalidPositionError(
                f"draws are some of the tiles drawn, and no number of a turn is above {most}, the "
                f"tiles of the set: {shown(numbers)}"
            )

    def _check_laid(self, draft: Any, moves: list[Move]) -> None:
        """Check that the moves of a turn laid tiles, and that these lie on the table."""
        left = self._plan.layout.tiles(draft.table)
        for move in moves:
            action = self._plan.actions.get(move.kind)
            if action is None or not action.lays:
                raise InvalidPositionError(f"turn: {move.notation} lays no tile of the table")
            if move.tile is None:
                continue
            copies = self._plan.tile_set.copies[move.tile] & left
            if not copies:
                raise InvalidPositionError(
                    f"turn: {move.notation} was not laid in this turn: {move.tile} lies not on the "
                    "table, or was laid before"
                )
            left ^= copies & -copies

    def _over(self, draft: Any) -> Round:
        """Set up a round that has ended, with the outcome it had."""
        # Seats and numbers are checked before rules are asked: they use a seat as an index.
        if "move" in self.fields:
            raise InvalidPositionError("nobody is to move in a round that is over: drop move")
        found = self._object("over")
        known = {"reason", "by", "winners", "counts", "points", "decided_by", "leader"}
        if set(found) != known:
            raise InvalidPositionError(f"over must have {', '.join(sorted(known))}")
        for key in ("winners", "counts", "points"):
            numbers = found[key]
            if not isinstance(numbers, list) or any(type(n) is not int for n in numbers):
                raise InvalidPositionError(f"{key} must be a list of numbers")
            if key != "winners" and len(numbers) != self.seats:
                raise InvalidPositionError(f"{key} must have {self.seats} numbers")
        for seat in (found["by"], found["leader"], *found["winners"]):
            if seat is not None and (type(seat) is not int or not 0 <= seat < self.seats):
                raise InvalidPositionError(f"there is no seat {shown(seat)}")
        if found["decided_by"] is not None and not isinstance(found["decided_by"], str):
            raise InvalidPositionError("decided_by must be a code or null")
        reason = self._reason(found["reason"])
        draft.end = (reason, found["by"])
        claimed = Outcome(
            reason,
            tuple(found["winners"]),
            tuple(found["counts"]),
            tuple(found["points"]),
            found["decided_by"],
            found["leader"],
            self.setup.names,
        )
        draft.outcome = check_outcome(draft, claimed)
        draft.__class__ = Round
        return draft  # type: ignore[no-any-return]

    @staticmethod
    def _reason(word: object) -> EndReason:
        for reason in EndReason:
            if reason.value == word:
                return reason
        known = ", ".join(reason.value for reason in EndReason)
        raise InvalidPositionError(f"reason is one of {known}, not {shown(word)}")


def read_position(text: str, variant: Variant, *, setup: Setup | None = None) -> Round:
    """
    Make the round at a position; it has no moves and no parent.

    Args:
        text: The line.
        variant: The variant it names, with its house rules.
        setup: Names and history, where the caller knows them.

    Raises:
        InvalidPositionError: The line cannot be read, tiles are missing or doubled, or what it
            says contradicts itself or the rules.
    """
    if len(text) > _MOST_TEXT:
        raise InvalidPositionError(f"a position of {len(text)} characters is too long")
    fields: dict[str, str] = {}
    for word in text.split()[1:]:
        key, colon, value = word.partition(":")
        if key not in FIELDS or not colon:
            raise InvalidPositionError(
                f"{shown(word)} is no field of a position{nearest(key[:40], FIELDS)}"
            )
        if key in fields:
            raise InvalidPositionError(f"the field {key!r} stands twice")
        fields[key] = value
    try:
        return PositionReader(variant, fields, setup or Setup()).round()
    except InvalidPositionError:
        raise
    except (TilerulesError, ValueError, TypeError, LookupError, RecursionError) as error:
        # The last three: what single rules keep is read by them alone, and may be anything.
        raise InvalidPositionError(
            f"{shortened(str(error), _MOST_SAID)} (in the position {shortened(text)})"
        ) from error


def restore(variant: Variant, text: str, setup: Setup, moves: Sequence[str]) -> Round:
    """Make a round from its beginning and its moves: what pickle calls."""
    state = read_position(text, variant, setup=setup)
    for move in moves:
        # Whoever made a move made it then: the host's are the host's again.
        state = state.host(move)
    return state
