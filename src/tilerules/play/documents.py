"""
Views and matches as JSON: the types of the documents, how they are made, and their schema.

What a document holds is a view's own: nothing its seat may not know. Names are those of the
attributes it is read from. ``schema_version`` rises when a document changes so that a reader
would have to change.
"""

from __future__ import annotations

import types
from typing import (
    Any,
    Literal,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from tilerules.decks import TileBag
from tilerules.layouts.data import FORMS, layout_data
from tilerules.play.judging import Outcome
from tilerules.play.plans.lazy import LazyMoves
from tilerules.state import Move

__all__ = [
    "SCHEMA_VERSION",
    "EventData",
    "MatchData",
    "MatchOutcomeData",
    "MoveData",
    "OutcomeData",
    "ViewData",
    "json_schema",
    "match_data",
    "view_data",
]

SCHEMA_VERSION = 1
"""The version of the documents."""


class MoveData(TypedDict):
    """A legal move."""

    kind: str
    """What is done: ``"place"``, ``"draw"``, ``"pass"``, ..."""
    text: str
    """The move in notation: what is to be sent back."""
    tile: str | None
    """The tile it is about, if one."""
    place: str | None
    """The label of the place, if one."""


class EventData(TypedDict):
    """Something that happened, as the viewer saw it."""

    seat: int | None
    """Whose it was: who moved, or whom the host spoke of."""
    is_host: bool
    """Whether the host did it."""
    kind: str
    """What is done."""
    text: str
    """The move in notation, hidden tiles left out."""
    tile: str | None
    """The tile it is about, if one is shown."""
    place: str | None
    """The label of the place, if one."""
    brought: list[str]
    """The tiles that came into the viewer's own hand by it."""


class OutcomeData(TypedDict):
    """How a round ended."""

    reason: str
    """Why the round ended: ``"went_out"``, ``"blocked"``, ..."""
    winners: list[int]
    """The winning seats, sorted."""
    counts: list[int]
    """What is counted against each seat."""
    points: list[int]
    """What the round adds to each seat's total."""
    decided_by: str | None
    """The code of what decided; null where it is shared."""
    leader: int | None
    """The seat whose hand was best; null for a tie."""
    is_tie: bool
    """Whether nobody won alone, or with partners."""


class ViewData(TypedDict):
    """What one seat, or a spectator, may know of a round."""

    schema_version: int
    """The version of the document."""
    document: Literal["view"]
    """Which document it is."""
    variant: str
    """The rules in force, by name."""
    rules_version: int
    """The version of the rules."""
    seat: int | None
    """Whose view it is; null for a spectator."""
    names: list[str]
    """The seats' names."""
    to_move: int | None
    """The seat to move; null when the round is over."""
    is_over: bool
    """Whether the round has ended."""
    hands: list[list[str] | None]
    """Each hand as far as it is known; null where it is hidden."""
    hand_sizes: list[int]
    """How many tiles each seat holds."""
    dead: list[list[str] | None]
    """Each seat's dead tiles as far as they are known; null where they are hidden."""
    dead_counts: list[int]
    """How many dead tiles each seat has."""
    stock_count: int
    """How many tiles are left face down."""
    layout: Any
    """What lies on the table, in the form of its ``kind``."""
    scored: list[int]
    """Points scored during play so far."""
    events: list[EventData]
    """What has happened, the first thing first."""
    legal_moves: list[MoveData] | None
    """What the seat may do when it is to move; null where moves are too many to list."""
    position: str
    """The position as text, what is hidden written ``?``."""
    outcome: OutcomeData | None
    """How the round ended; null while it goes on."""


class MatchOutcomeData(TypedDict):
    """How a match ended, or would if it were stopped."""

    winners: list[int]
    """The winning seats, sorted."""
    totals: list[int]
    """Each seat's points over the finished rounds."""
    decided_by: str | None
    """The code of what decided; null where it is shared."""
    ranks: list[int]
    """Each seat's place from 1."""


class MatchData(TypedDict):
    """What one seat, or a spectator, may know of a match."""

    schema_version: int
    """The version of the document."""
    document: Literal["match"]
    """Which document it is."""
    variant: str
    """The rules in force, by name."""
    rules_version: int
    """The version of the rules."""
    seat: int | None
    """Whose view it is; null for a spectator."""
    names: list[str]
    """The seats' names."""
    number: int
    """The number of the round, from 1."""
    finished: list[OutcomeData]
    """How the rounds ended that are over."""
    totals: list[int]
    """Each seat's points over the finished rounds."""
    standing: MatchOutcomeData
    """The standing by the finished rounds."""
    gone: list[int]
    """The seats that have left."""
    is_between: bool
    """Whether the round is over, and another is to be dealt."""
    outcome: MatchOutcomeData | None
    """How the match ended; null while it goes on."""
    round: ViewData
    """The round that is being played, or was played last."""


def _move(move: Move) -> MoveData:
    tile = None if move.tile is None else str(move.tile)
    return {"kind": move.kind, "text": move.notation, "tile": tile, "place": move.place}


def _words(bag: TileBag | None) -> list[str] | None:
    return None if bag is None else [str(tile) for tile in bag]


def _outcome(outcome: Outcome) -> OutcomeData:
    return {
        "reason": outcome.reason.value,
        "winners": [*outcome.winners],
        "counts": [*outcome.counts],
        "points": [*outcome.points],
        "decided_by": outcome.decided_by,
        "leader": outcome.leader,
        "is_tie": outcome.is_tie,
    }


def view_data(view: Any) -> ViewData:
    """Write a :class:`~tilerules.RoundView`."""
    legal, outcome = view.legal_moves, view.outcome
    return {
        "schema_version": SCHEMA_VERSION,
        "document": "view",
        "variant": str(view.variant),
        "rules_version": view.variant.version,
        "seat": view.seat,
        "names": [*view.names],
        "to_move": view.to_move,
        "is_over": view.is_over,
        "hands": [_words(bag) for bag in view.hands],
        "hand_sizes": [*view.hand_sizes],
        "dead": [_words(bag) for bag in view.dead],
        "dead_counts": [*view.dead_counts],
        "stock_count": view.stock_count,
        "layout": layout_data(view.layout),
        "scored": [*view.scored],
        "events": [
            {
                "seat": event.seat,
                "is_host": event.is_host,
                **_move(event.move),
                "brought": [str(tile) for tile in event.brought],
            }
            for event in view.events
        ],
        "legal_moves": None if isinstance(legal, LazyMoves) else [_move(move) for move in legal],
        "position": view.position,
        "outcome": None if outcome is None else _outcome(outcome),
    }


def _match_outcome(outcome: Any) -> MatchOutcomeData:
    return {
        "winners": [*outcome.winners],
        "totals": [*outcome.totals],
        "decided_by": outcome.decided_by,
        "ranks": [*outcome.ranks],
    }


def match_data(view: Any) -> MatchData:
    """Write a :class:`~tilerules.MatchView`."""
    return {
        "schema_version": SCHEMA_VERSION,
        "document": "match",
        "variant": str(view.variant),
        "rules_version": view.variant.version,
        "seat": view.seat,
        "names": [*view.names],
        "number": view.number,
        "finished": [_outcome(one) for one in view.finished],
        "totals": [*view.totals],
        "standing": _match_outcome(view.standing),
        "gone": [*view.gone],
        "is_between": view.is_between,
        "outcome": None if view.outcome is None else _match_outcome(view.outcome),
        "round": view_data(view.round),
    }


_DOCUMENTS = {"view": ViewData, "match": MatchData}


def json_schema(document: Literal["view", "match"]) -> dict[str, Any]:
    """
    Give the JSON Schema (draft 2020-12) of a document.

    Objects are closed: what the schema does not name is not there. The forms of a layout are
    those of the games that have been loaded.

    Args:
        document: ``"view"``, what :meth:`RoundView.to_dict` gives, or ``"match"``, what
            :meth:`MatchView.to_dict` does.

    Raises:
        ValueError: There is no such document.
    """
    if document not in _DOCUMENTS:
        raise ValueError(f"there is no document {document!r}; there is: {', '.join(_DOCUMENTS)}")
    found: dict[str, Any] = {}
    top = _schema_of(_DOCUMENTS[document], found)
    _schema_of(ViewData, found)
    forms = [_schema_of(form, found) for form in FORMS]
    found[ViewData.__name__]["properties"]["layout"] = {"oneOf": forms}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"tilerules {document}, version {SCHEMA_VERSION}",
        **top,
        "$defs": found,
    }


_PLAIN = {int: "integer", str: "string", bool: "boolean", type(None): "null"}


def _schema_of(kind: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Make the schema of a type; those of objects are put among what was found, by name."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_typeddict(kind):
        name = kind.__name__
        if name not in found:
            found[name] = {}
            hints = get_type_hints(kind)
            found[name] = {
                "type": "object",
                "description": (kind.__doc__ or "").strip(),
                "properties": {key: _schema_of(hint, found) for key, hint in hints.items()},
                "required": [*hints],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": [*args]}
    if origin is list:
        return {"type": "array", "items": _schema_of(args[0], found)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema_of(one, found) for one in args]}
    return {}
