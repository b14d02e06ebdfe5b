"""
Positions: a round's state as one line of text, both ways.

A position names the variant with its house rules, then fields ``key:value`` in a fixed order,
those that are empty left out::

    gaple@1;gaple/pass seats:4 move:2 hands:0-1,4-6/1-1/2-2/3-3 layout:0-0,0-5

Tiles of a seat are joined by commas, seats by slashes; what single rules keep is JSON without
blanks. The position of a round that is over holds its outcome.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.errors import InvalidNotationError, InvalidPositionError, TilerulesError, nearest
from tilerules.play.judge import Outcome
from tilerules.play.plan import Plan
from tilerules.play.round import Round
from tilerules.rules.ends import EndReason
from tilerules.rules.state import FRESH, Rest, Setup, Turn
from tilerules.texts import listing
from tilerules.tiles import TileBag, TileMask

if TYPE_CHECKING:
    from tilerules.variants import Variant

__all__ = ["Position", "read_position", "restore"]

_FIELDS = (
    "seats",
    "move",
    "hands",
    "dead",
    "stock",
    "aside",
    "layout",
    "turn",
    "points",
    "idle",
    "ext",
    "over",
)
_MOST_TEXT = 100_000


@attrs.frozen
class Position:
    """
    A round's state as text. ``str()`` gives the line.
    """

    text: str
    """The line."""

    @classmethod
    def of(cls, round_: Round) -> Position:
        """Write the position of a round."""
        rest, plan = round_.rest, round_.plan
        fields: dict[str, str] = {"seats": str(round_.seats)}
        if round_.to_move is not None:
            fields["move"] = str(round_.to_move)
        fields["hands"] = _zones(plan, round_.masks)
        if any(rest.dead):
            fields["dead"] = _zones(plan, rest.dead)
        if rest.stock:
            fields["stock"] = ",".join(str(tile) for tile in round_.stock)
        if rest.aside:
            fields["aside"] = _zones(plan, (rest.aside,))
        if round_.table:
            fields["layout"] = plan.layout.dump(round_.table)
        if round_.turn != FRESH:
            fields["turn"] = _json(_turn_out(round_.turn))
        if any(rest.points):
            fields["points"] = ",".join(map(str, rest.points))
        if rest.idle:
            fields["idle"] = str(rest.idle)
        if rest.ext:
            fields["ext"] = _json(dict(rest.ext))
        if round_.end is not None:
            fields["over"] = _json(_over_out(round_))
        words = [f"{key}:{fields[key]}" for key in _FIELDS if key in fields]
        return cls(" ".join([spec_of(round_.variant), *words]))

    def __str__(self) -> str:
        return self.text


def spec_of(variant: Variant) -> str:
    """Write a variant with its version and house rules, as one word."""
    return ";".join([f"{variant.key}@{variant.version}", *map(str, variant.applied)])


def _json(value: object) -> str:
    """Write JSON without blanks, those inside texts escaped."""
    text = json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return text.replace(" ", "\\u0020")


def _zones(plan: Plan, masks: Sequence[TileMask]) -> str:
    bags = (TileBag(plan.tile_set, mask) for mask in masks)
    return "/".join(",".join(str(tile) for tile in bag) for bag in bags)


def _turn_out(turn: Turn) -> dict[str, object]:
    return {
        "laid": [move.notation for move in turn.laid],
        "draws": turn.draws,
        "drawn": turn.drawn,
        "owed": turn.owed,
    }


def _over_out(round_: Round) -> dict[str, object]:
    outcome: Any = round_.outcome
    by = round_.end[1] if round_.end else None
    return {
        "reason": outcome.reason.value,
        "by": by,
        "winners": outcome.winners,
        "counts": outcome.counts,
        "points": outcome.points,
        "decided_by": outcome.decided_by,
        "leader": outcome.leader,
    }


def freeze(value: Any) -> Any:
    """Make the lists of parsed JSON tuples, so that it can be kept in a state."""
    if isinstance(value, list):
        return tuple(freeze(one) for one in value)
    if isinstance(value, dict):
        return tuple(sorted((key, freeze(one)) for key, one in value.items()))
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def read_position(text: str, variant: Variant, *, setup: Setup | None = None) -> Round:
    """
    Make the round at a position; it has no moves and no parent.

    Args:
        text: The line.
        variant: The variant it names, with its house rules.
        setup: Names and history, where the caller knows them.

    Raises:
        InvalidPositionError: The line cannot be read, or tiles are missing or doubled.
    """
    if len(text) > _MOST_TEXT:
        raise InvalidPositionError(f"a position of {len(text)} characters is too long")
    fields: dict[str, str] = {}
    for word in text.split()[1:]:
        key, colon, value = word.partition(":")
        if key not in _FIELDS or not colon:
            raise InvalidPositionError(f"{word!r} is no field of a position{nearest(key, _FIELDS)}")
        if key in fields:
            raise InvalidPositionError(f"the field {key!r} stands twice")
        fields[key] = value
    try:
        return _Reader(variant, fields, setup or Setup()).round()
    except InvalidPositionError:
        raise
    except (TilerulesError, ValueError, TypeError, LookupError, RecursionError) as error:
        # The last three: what single rules keep is read by them alone, and may be anything.
        raise InvalidPositionError(f"{error} (in the position {text[:200]!r})") from error


class _Reader:
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
            known = listing(variant.seats, "or")
            raise InvalidPositionError(f"{variant.key} is for {known} seats, not {seats}")
        self.seats = seats
        self.plan = variant.plan(seats)
        self.setup = setup
        self.free = self.plan.tile_set.full

    def _int(self, key: str, default: int) -> int:
        text = self.fields.get(key)
        if text is None:
            return default
        if not re.fullmatch("[0-9]{1,6}", text):
            raise InvalidPositionError(f"{key} is a number, not {text!r}")
        return int(text)

    def _take(self, words: str, zone: str) -> list[int]:
        """Take tiles out of what has not been placed yet, lower copies first."""
        taken: list[int] = []
        for tile in self.plan.tile_set.read(words):
            left = self.plan.tile_set.copies[tile] & self.free
            if not left:
                raise InvalidPositionError(f"{tile} in {zone} lies somewhere else already")
            low = left & -left
            self.free ^= low
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
            found = json.loads(self.fields[key], parse_constant=_no_constant)
        except ValueError as error:
            raise InvalidPositionError(f"{key} is not JSON: {error}") from error
        if not isinstance(found, dict):
            raise InvalidPositionError(f"{key} must be a JSON object")
        return found

    def round(self) -> Round:
        """Make the round."""
        plan, fields = self.plan, self.fields
        draft = plan.draft()
        draft.table = plan.layout.load(fields.get("layout", ""))
        self._lie(draft.table)
        draft.masks = self._zones("hands", self.seats)
        dead = self._zones("dead", self.seats)
        aside = self._zones("aside", 1)[0]
        stock = tuple(self._take(fields.get("stock", ""), "stock"))
        if self.free:
            missing = TileBag(plan.tile_set, self.free)
            raise InvalidPositionError(
                f"these tiles lie nowhere: {missing}; write them in hands, dead, stock or layout, "
                "or in aside if they are out of play"
            )
        ext = (
            tuple(sorted((k, freeze(v)) for k, v in self._object("ext").items()))
            if ("ext" in fields)
            else ()
        )
        draft.rest = Rest(dead, stock, aside, self._points(), self._int("idle", 0), ext, self.setup)
        is_over = "over" in fields
        draft.to_move = self._int("move", 0 if is_over else -1)
        if not 0 <= draft.to_move < self.seats:
            raise InvalidPositionError(f"move must name a seat from 0 to {self.seats - 1}")
        if "turn" in fields:
            draft.turn = self._turn(draft)
        return self._over(draft) if is_over else plan.resume(draft)

    def _lie(self, table: Any) -> None:
        """Take the tiles of the layout out of what is free."""
        for tile in TileBag(self.plan.tile_set, self.plan.layout.tiles(table)):
            self._take(str(tile), "layout")

    def _points(self) -> tuple[int, ...]:
        if "points" not in self.fields:
            return (0,) * self.seats
        words = self.fields["points"].split(",")
        if len(words) != self.seats or not all(re.fullmatch("-?[0-9]{1,9}", w) for w in words):
            raise InvalidPositionError(f"points must be {self.seats} numbers")
        return tuple(int(word) for word in words)

    def _turn(self, draft: Any) -> Turn:
        found = self._object("turn")
        numbers = {key: found.get(key, 0) for key in ("draws", "drawn", "owed")}
        laid = found.get("laid", [])
        if set(found) - {"laid", *numbers} or not isinstance(laid, list):
            raise InvalidPositionError(f"turn has laid, draws, drawn and owed, not {found!r}")
        if any(type(n) is not int or n < 0 for n in numbers.values()):
            raise InvalidPositionError(f"the numbers of a turn are not negative: {numbers!r}")
        moves = []
        for word in laid:
            if not isinstance(word, str):
                raise InvalidNotationError(f"a laid move is text, not {word!r}")
            moves.append(self.plan.parse(draft, word))
        return Turn(tuple(moves), numbers["draws"], numbers["drawn"], numbers["owed"])

    def _over(self, draft: Any) -> Round:
        """Set up a round that has ended, with the outcome it had."""
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
                raise InvalidPositionError(f"there is no seat {seat!r}")
        if found["decided_by"] is not None and not isinstance(found["decided_by"], str):
            raise InvalidPositionError("decided_by must be a code or null")
        reason = EndReason(found["reason"])
        draft.to_move = None
        draft.end = (reason, found["by"])
        draft.judged = Outcome(
            reason,
            tuple(found["winners"]),
            tuple(found["counts"]),
            tuple(found["points"]),
            found["decided_by"],
            found["leader"],
            self.setup.names,
        )
        draft.__class__ = Round
        return draft  # type: ignore[no-any-return]


def restore(variant: Variant, text: str, setup: Setup, moves: Sequence[str]) -> Round:
    """Make a round from its beginning and its moves: what pickle calls."""
    state = read_position(text, variant, setup=setup)
    for move in moves:
        state = state.play(move)
    return state
