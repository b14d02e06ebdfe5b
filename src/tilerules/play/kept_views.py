"""
Views that leave the process: as text that holds what they show and what their seat has seen.

Nothing else is written, and nothing is sampled for it. What is read back shows the same, and
samples by the same law.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.moves import LegalMoves, ListedMoves
from tilerules.pictures.hands import HIDDEN, Holding
from tilerules.play.base import Resolved
from tilerules.play.events import Event
from tilerules.play.knowledge import Present, hidden_position, public_moves, without_copies
from tilerules.play.own_state import check_writable
from tilerules.play.pictured import Story, faces_of
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.round import Round
from tilerules.play.sampling.seen import DEAD, Exit, Look, Place, Seen, Start
from tilerules.state import FRESH, Move, Rest, Seat, Setup, Turn
from tilerules.tiles import Tile

if TYPE_CHECKING:
    from tilerules.play.variant import Variant

__all__ = ["KeptView", "written"]

_KINDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (Exit, Look, Move, Place, Present, Rest, Seen, Setup, Start, Turn)
}
"""The records that a text may hold, by name."""

_FIELDS = {
    kind: [one.name for one in attrs.fields(kind) if (kind, one.name) != (Look, "move")]
    for kind in _KINDS.values()
}
"""What is written of each, in order. A look's move is read from its notation."""

_WORDS = frozenset({int, str, bool, type(None)})
"""The types that JSON has words for."""

_PLAN, _TILE, _TABLE, _UNREAD = "plan", "tile", "table", "unread"
"""What else may stand in a text for a value that JSON has no word for."""


def written(round_: Round, seen: Seen) -> str:
    """
    Write all that a view of a round that goes on shows and knows.

    Raises:
        PluginError: A rule keeps something that cannot be written.
    """
    for state in round_.states:
        check_writable(round_.variant, state.rest.ext)
    viewer, tile_set = seen.viewer, round_.plan.tile_set
    legal: Any = round_.legal_moves if viewer == round_.to_move else ()
    is_lazy = isinstance(legal, LazyMoves)
    tables: dict[str, int] = {}
    told = {
        "seats": round_.seats,
        "seen": _out(seen, seen.present.plan, tables),
        "moves": _out(public_moves(round_, viewer), seen.present.plan, tables),
        "position": hidden_position(round_, viewer),
        "legal": None
        if is_lazy
        else [_out(without_copies(tile_set, m), seen.present.plan, tables) for m in legal],
        # Most states leave the table as it was: each is written once.
        "tables": list(tables),
    }
    return json.dumps(told, separators=(",", ":"), ensure_ascii=True)


class KeptView:
    """
    What a view showed and knew, read back.
    """

    variant: Variant
    """The rules in force."""
    text: str
    """What was sent."""
    plan: Resolved
    """The variant, resolved for the number of seats."""

    def __init__(self, variant: Variant, text: str) -> None:
        self.variant = variant
        self.text = text
        self._told = json.loads(text)
        self.plan = variant.plan(self._told["seats"])
        self._tables: list[Any] = [
            self.plan.layout.load(table) if table else self.plan.layout.empty
            for table in self._told["tables"]
        ]

    @cached_property
    def seen(self) -> Seen:
        """What the viewer has seen."""
        return self._in(self._told["seen"])  # type: ignore[no-any-return]

    @property
    def present(self) -> Present:
        """The round as it is, as far as it is known."""
        return self.seen.present

    @cached_property
    def stand_in(self) -> Round:
        """A round that shows what the view showed, hidden tiles in set order."""
        return self.present.stand_in()

    @property
    def story(self) -> Story:
        """What a picture needs of the way there."""
        seen = self.seen
        tables = [seen.start.table]
        for look in seen.looks:
            if look.table != tables[-1]:
                tables.append(look.table)
        held = tuple([tuple(_held(self, seat)) for seat in range(self.plan.seats)])
        return Story(tables, held, bool(seen.start.stock_count))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, hidden tiles left out."""
        tables = [self.seen.start.table, *[look.table for look in self.seen.looks]]
        return tuple(map(self._move, self._told["moves"], tables))

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened, and by whom."""
        seen, tiles = self.seen, self.plan.tile_set.tiles
        movers = [seen.start.to_move, *[look.to_move for look in seen.looks]]
        brought: dict[int, tuple[Tile, ...]] = {}
        for place in sorted(seen.mine, key=lambda place: place.tile or 0):
            if place.tile is not None and place.since:
                brought[place.since] = (*brought.get(place.since, ()), tiles[place.tile])
        return tuple(
            Event.of(self.plan, move, to_move, brought.get(number, ()))
            for number, (move, to_move) in enumerate(zip(self.moves, movers, strict=False), 1)
        )

    @property
    def position(self) -> str:
        """The position as text."""
        return self._told["position"]  # type: ignore[no-any-return]

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The legal moves when the seat is to move; else empty."""
        legal = self._told["legal"]
        if legal is None:
            return self.stand_in.legal_moves
        return ListedMoves([self._move(told, self.present.table) for told in legal])

    def _move(self, told: Any, table: Any) -> Move:
        """Make a move again; what it carries beyond plain values is read from its notation."""
        move: Move = self._in(told)
        if {_UNREAD: 0} not in told[Move.__name__]:
            return move
        draft = self.present.draft(self.present.hands, self.present.dead, 0, ())
        draft.table = table
        return attrs.evolve(move, data=self.plan.parse(draft, move.notation).data)

    def _in(self, told: Any) -> Any:
        """Make a value again: lists are tuples, an object holds one thing under its kind."""
        if type(told) is list:
            return tuple([one if type(one) in _WORDS else self._in(one) for one in told])
        if type(told) is not dict:
            return told
        [(kind, value)] = told.items()
        if kind == _PLAN:
            return self.plan
        if kind == _TABLE:
            return self._tables[value]
        if kind == _TILE:
            return self.plan.tile_set.tile(value)
        if kind == _UNREAD:
            return None
        record, fields = _KINDS[kind], self._in(value)
        if record is Move:
            return Move(**dict(zip(_FIELDS[Move], fields, strict=True)))
        made = record(*fields)
        # A turn that nobody has begun is known by identity.
        return FRESH if record is Turn and made == FRESH else made


def _out(value: Any, plan: Resolved, tables: dict[str, int]) -> Any:
    """
    Write a value as JSON; see :meth:`KeptView._in`.

    Args:
        value: A record of what has been seen, or something in one.
        plan: What tables are written by.
        tables: Each table that has been written, with its number; new ones are added.
    """
    kind = type(value)
    if kind is tuple:
        return [one if type(one) in _WORDS else _out(one, plan, tables) for one in value]
    names = _FIELDS.get(kind)
    if names is None:
        return {_PLAN: 0} if value is plan else value
    told: list[Any] = []
    for name in names:
        one = getattr(value, name)
        if name == "table":
            text = plan.layout.dump(one) if one else ""
            told.append({_TABLE: tables.setdefault(text, len(tables))})
        elif type(one) in _WORDS:
            told.append(one)
        elif kind is Move and name == "tile":
            told.append({_TILE: str(one)})
        elif name == "data" and not _is_plain(one):
            told.append({_UNREAD: 0})
        else:
            told.append(_out(one, plan, tables))
    return {kind.__name__: told}


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return type(value) in _WORDS


def _held(kept: KeptView, seat: Seat) -> Iterator[Holding]:
    """Give what a seat held after each move that changed it, as far as the viewer knows."""
    seen = kept.seen
    places = [one for one in (*seen.mine, *seen.others) if one.seat == seat and one.index != DEAD]
    exits = [one for one in seen.exits if one.seat == seat]
    times = sorted({0, *[one.since for one in places], *[one.at for one in exits]})
    if seat != seen.viewer:
        dead_at_first = sum(one.seat == seat and one.index == DEAD for one in seen.others)
        for at in times:
            gone = [one for one in exits if one.at <= at]
            hand = sum(one.since <= at for one in places) - len(gone)
            yield (
                (HIDDEN,) * hand,
                (HIDDEN,) * (dead_at_first + sum(o.dead_of == seat for o in gone)),
            )
        return
    faces = faces_of(kept.plan.tile_set)
    dead = [*faces(seen.start.rest.dead[seat])]
    died = Counter(faces(kept.present.dead[seat])) - Counter(dead)
    for at in times:
        held = [o.tile for o in places if o.since <= at and (o.until is None or at < o.until)]
        for one in exits:
            face = HIDDEN if one.tile is None or one.at != at else faces(1 << one.tile)[0]
            if died[face] > 0:
                died[face] -= 1
                dead.append(face)
        yield faces(sum(1 << tile for tile in held if tile is not None)), [*dead]
