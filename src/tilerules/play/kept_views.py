"""
Views that leave the process: as text that holds what they show and what their seat has seen.

Nothing else is written, and nothing is sampled for it. What is read back shows the same, and
samples by the same law.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.decks import TileBag
from tilerules.play.base import Resolved
from tilerules.play.knowledge import Present, hidden_position, public_moves, without_copies
from tilerules.play.own_state import check_writable
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.round import Round
from tilerules.play.sampling.seen import Exit, Look, Place, Seen, Start
from tilerules.state import FRESH, Move, Rest, Seat, Setup, Turn

if TYPE_CHECKING:
    from tilerules.play.judging import Outcome
    from tilerules.play.variant import Variant

__all__ = ["KeptView", "written"]


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
    told = {
        "seen": _seen_out(seen),
        "moves": [_move_out(move) for move in public_moves(round_, viewer)],
        "position": hidden_position(round_, viewer),
        "legal": None
        if isinstance(legal, LazyMoves)
        else [_move_out(without_copies(tile_set, move)) for move in legal],
    }
    return json.dumps(told, separators=(",", ":"), ensure_ascii=True)


class KeptView:
    """
    What a view showed and knew, read back. It has the attributes of a view.
    """

    variant: Variant
    """The rules in force."""
    text: str
    """What was sent."""
    plan: Resolved
    """The variant, resolved for the number of seats."""
    outcome: Outcome | None = None
    """Always None: the round goes on."""

    def __init__(self, variant: Variant, text: str) -> None:
        self.variant = variant
        self.text = text
        self._told = json.loads(text)
        self.plan = variant.plan(len(self._told["seen"]["counts"]))

    @cached_property
    def present(self) -> Present:
        """The round as it is, as far as it is known."""
        told, plan = self._told["seen"], self.plan
        return Present(
            plan=plan,
            viewer=told["viewer"],
            table=_table_in(plan, told["table"]),
            hands=tuple(told["hands"]),
            counts=tuple(told["counts"]),
            dead=tuple(told["dead"]),
            dead_counts=tuple(told["dead_counts"]),
            aside=told["aside"],
            aside_count=told["aside_count"],
            stock_count=told["stock_count"],
            to_move=told["to_move"],
            turn=_turn_in(plan, told["turn"]),
            rest=_rest_in(told["rest"], dead=plan.zero, aside=0),
        )

    @cached_property
    def seen(self) -> Seen:
        """What the viewer has seen."""
        told, plan = self._told["seen"], self.plan
        start = told["start"]
        looks: list[Look] = []
        table: Any = None
        for kind, notation, to_move, text, points, ext in told["looks"]:
            table = table if text is None else _table_in(plan, text)
            looks.append(Look(kind, notation, to_move, table, tuple(points), _tuples(ext)))
        must_open = told["must_open"]
        return Seen(
            present=self.present,
            start=Start(
                table=_table_in(plan, start["table"]),
                to_move=start["to_move"],
                turn=_turn_in(plan, start["turn"]),
                rest=_rest_in(start["rest"], dead=tuple(start["dead"]), aside=start["aside"]),
                stock_count=start["stock_count"],
            ),
            mine=tuple([Place(*place) for place in told["mine"]]),
            others=tuple([Place(*place) for place in told["others"]]),
            exits=tuple([Exit(*exit_) for exit_ in told["exits"]]),
            bars=_tuples(told["bars"]),
            fitting=_tuples(told["fitting"]),
            must_open=None if must_open is None else tuple(must_open),
            looks=tuple(looks),
            stock_faces=tuple(told["stock_faces"]),
            is_dealt=told["is_dealt"],
            is_told=told["is_told"],
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        named: tuple[str, ...] = self.present.rest.setup.names
        return named or tuple([f"seat {seat}" for seat in range(self.plan.seats)])

    @property
    def hands(self) -> tuple[TileBag | None, ...]:
        """Each hand as far as it is known."""
        return self._own(self.present.hands)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.present.counts

    @property
    def dead(self) -> tuple[TileBag | None, ...]:
        """Each seat's dead tiles as far as they are known."""
        return self._own(self.present.dead)

    @property
    def dead_counts(self) -> tuple[int, ...]:
        """How many dead tiles each seat has."""
        return self.present.dead_counts

    @property
    def stock_count(self) -> int:
        """How many tiles are left face down."""
        return self.present.stock_count

    @property
    def layout(self) -> Any:
        """What lies on the table."""
        return self.plan.layout.read(self.present.table)

    @property
    def to_move(self) -> Seat:
        """The seat to move."""
        return self.present.to_move

    @property
    def points(self) -> tuple[int, ...]:
        """Points scored during play so far."""
        return self.present.rest.points

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, hidden tiles left out."""
        tables = [self.seen.start.table, *[look.table for look in self.seen.looks]]
        return tuple(
            [
                self._move(told, table)
                for told, table in zip(self._told["moves"], tables, strict=False)
            ]
        )

    @property
    def position(self) -> str:
        """The position as text."""
        return self._told["position"]  # type: ignore[no-any-return]

    @cached_property
    def legal_moves(self) -> Collection[Move]:
        """The legal moves when the seat is to move; else empty."""
        legal = self._told["legal"]
        if legal is None:
            return self.present.stand_in().legal_moves
        return tuple([self._move(told, self.present.table) for told in legal])

    def _own(self, masks: Sequence[int]) -> tuple[TileBag | None, ...]:
        viewer, tile_set = self.present.viewer, self.plan.tile_set
        return tuple(
            [TileBag(tile_set, m) if seat == viewer else None for seat, m in enumerate(masks)]
        )

    def _move(self, told: Sequence[Any], table: Any) -> Move:
        """Make a move again; what it carries beyond plain values is read from its notation."""
        move = _move_in(self.plan, told)
        if told[-1]:
            return move
        draft = self.present.draft(self.present.hands, self.present.dead, 0, ())
        draft.table = table
        return attrs.evolve(move, data=self.plan.parse(draft, move.notation).data)


def _seen_out(seen: Seen) -> dict[str, Any]:
    present, start = seen.present, seen.start
    dump = present.plan.layout.dump
    looks: list[list[Any]] = []
    before: str | None = None
    for look in seen.looks:
        table = dump(look.table) if look.table else ""
        looks.append(
            [
                look.kind,
                look.notation,
                look.to_move,
                None if table == before else table,
                look.points,
                look.ext,
            ]
        )
        before = table
    return {
        "viewer": seen.viewer,
        "table": dump(present.table) if present.table else "",
        "hands": present.hands,
        "counts": present.counts,
        "dead": present.dead,
        "dead_counts": present.dead_counts,
        "aside": present.aside,
        "aside_count": present.aside_count,
        "stock_count": present.stock_count,
        "to_move": present.to_move,
        "turn": _turn_out(present.turn),
        "rest": _rest_out(present.rest),
        "start": {
            "table": dump(start.table) if start.table else "",
            "to_move": start.to_move,
            "turn": _turn_out(start.turn),
            "rest": _rest_out(start.rest),
            "dead": start.rest.dead,
            "aside": start.rest.aside,
            "stock_count": start.stock_count,
        },
        "mine": [attrs.astuple(place) for place in seen.mine],
        "others": [attrs.astuple(place) for place in seen.others],
        "exits": [attrs.astuple(exit_) for exit_ in seen.exits],
        "bars": seen.bars,
        "fitting": seen.fitting,
        "must_open": seen.must_open,
        "looks": looks,
        "stock_faces": seen.stock_faces,
        "is_dealt": seen.is_dealt,
        "is_told": seen.is_told,
    }


def _table_in(plan: Resolved, text: str) -> Any:
    return plan.layout.load(text) if text else plan.layout.empty


def _rest_out(rest: Rest) -> list[Any]:
    setup = rest.setup
    return [rest.points, rest.idle, rest.ext, setup.names, setup.number, setup.redeals]


def _rest_in(told: Sequence[Any], dead: tuple[int, ...], aside: int) -> Rest:
    points, idle, ext, names, number, redeals = told
    return Rest(
        dead=dead,
        aside=aside,
        points=tuple(points),
        idle=idle,
        ext=_tuples(ext),
        setup=Setup(tuple(names), None, number, redeals, (), given=True),
    )


def _turn_out(turn: Turn) -> list[Any]:
    return [[_move_out(move) for move in turn.laid], turn.draws, turn.drawn, turn.owed]


def _turn_in(plan: Resolved, told: Sequence[Any]) -> Turn:
    laid, draws, drawn, owed = told
    turn = Turn(tuple([_move_in(plan, move) for move in laid]), draws, drawn, owed)
    return FRESH if turn == FRESH else turn


def _move_out(move: Move) -> list[Any]:
    """Write a move; the last entry says whether what it carries is written too."""
    is_plain = _is_plain(move.data)
    return [
        move.kind,
        move.notation,
        None if move.tile is None else str(move.tile),
        move.place,
        move.seat,
        move.tile_id,
        move.place_id,
        move.data if is_plain else None,
        is_plain,
    ]


def _move_in(plan: Resolved, told: Sequence[Any]) -> Move:
    kind, notation, tile, place, seat, tile_id, place_id, data, _is_plain = told
    return Move(
        kind=kind,
        notation=notation,
        tile=None if tile is None else plan.tile_set.tile(tile),
        place=place,
        seat=seat,
        data=_tuples(data),
        tile_id=tile_id,
        bit=0 if tile_id < 0 else 1 << tile_id,
        place_id=place_id,
    )


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or type(value) in (int, str, bool)


def _tuples(value: Any) -> Any:
    """Give JSON's lists as tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
