"""
What a double obliges to.

Two duties are told apart. Whoever lays a double *owes* a further tile in the same turn; that is
counted in ``turn.owed``. And an uncovered double may *bind*: until it is covered nobody plays
anywhere else. Which doubles are uncovered, and in which order they were laid, is read off the
layout, so that a position needs no further state. All parameters stand in :class:`Doubles`; the
constraint and the permit that go with a binding double look them up there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import attrs

from tilerules.errors import InvalidVariantError
from tilerules.layouts.base import PlaceId, PlaceMask
from tilerules.rules.kinds import Action, Constraint, Continuation, Permit
from tilerules.spoken import say_place
from tilerules.state import Draft, Move, MoverState, PlanLike, State, Turn
from tilerules.texts import Listed, Reason, Text, say
from tilerules.tiles import TileMask
from tilerules.trains.first_turns import FIRST_TURNS
from tilerules.trains.layout import ENDS, LAID, OPEN, TrainsState
from tilerules.trains.words import seats_called

__all__ = ["ChainThenCover", "CoverAnywhere", "CoverFirst", "Doubles", "OneDouble", "doubles_of"]

_OWES = {
    "nothing": say("doubles-nothing", "A double obliges its player to nothing more."),
    "anything": say(
        "doubles",
        "After a double its player lays a further tile in the same turn, on the double or on any "
        "other train open to them; one tile is owed, however many doubles were laid. A player who "
        "has no such tile does what is done by anybody who cannot play.",
    ),
    "cover": say(
        "doubles-cover",
        "After a double its player lays a tile on it in the same turn. A player who has no such "
        "tile does what is done by anybody who cannot play.",
    ),
}


_ORDER = {
    "any": say("doubles-bind.any", "any of several may be covered first"),
    "first": say("doubles-bind.first", "of several the one laid first is covered first"),
    "last": say("doubles-bind.last", "of several the one laid last is covered first"),
}


_MORE = {
    "chain": say(
        "doubles-chain",
        "Further doubles may be laid before that; each of them is covered then.",
    ),
    "bind": say(
        "doubles-bind",
        "While a double is uncovered nobody plays elsewhere: the duty to cover it, no matter whose "
        "train it is on, goes round the table; {order}.",
    ),
    "dead": say(
        "doubles-dead", "A double that must be covered binds even when nothing can cover it."
    ),
    "void": say("doubles-void", "The duty is void when all tiles of the number lie on the table."),
    "wait": say("doubles-wait", "Doubles oblige to nothing until everybody has had a first turn."),
    "excuse": say("doubles-excuse", "A player who has not started their own train need not cover."),
}


@attrs.frozen
class Doubles(Continuation):
    """
    Keeps the turn of who has laid a double, and says what uncovered doubles mean for all.
    """

    code = "doubles"

    owes: str = attrs.field(default="anything", validator=attrs.validators.in_(tuple(_OWES)))
    """What the layer owes: ``"nothing"``, ``"anything"`` that may be laid, or a ``"cover"``."""
    binds: bool = False
    """Whether an uncovered double must be covered before anybody plays elsewhere."""
    order: str = attrs.field(default="any", validator=attrs.validators.in_(tuple(_ORDER)))
    """Which of several comes first: ``"any"``, the ``"first"`` or the ``"last"`` laid."""
    chain: bool = False
    """Whether its layer may lay further doubles first; each of them is owed a cover."""
    dead_binds: bool = False
    """Whether a double binds of whose number no further tile can come."""
    waits: bool = False
    """Whether doubles oblige nobody until all have had a first turn."""
    excuses: bool = False
    """Whether a seat that has not started its train is not bound."""

    def position_words(self) -> tuple[str, ...]:
        return ("owed",)

    def describe(self) -> tuple[Text, ...]:
        is_due = self.binds or self.owes == "cover"
        which = {
            "chain": self.chain,
            "bind": self.binds,
            "dead": self.dead_binds,
            "void": is_due and not self.dead_binds,
            "wait": self.waits,
            "excuse": self.excuses,
        }
        order = _ORDER[self.order]
        more = [_MORE[name].with_params(order=order) for name, holds in which.items() if holds]
        return (_OWES[self.owes], *more)

    def tiles(self, plan: PlanLike) -> TileMask | None:
        return None if self.chain else plan.tile_set.doubles

    def concerns(self, action: Action) -> bool:
        return action.lays

    def goes_on(self, state: MoverState, move: Move, draft: Draft) -> bool:
        doubles: TileMask = draft.plan.tile_set.doubles
        if not (move.bit & doubles or (self.chain and state.turn.owed)):
            return False
        if not state.table or not draft.masks[state.to_move]:
            return False
        owed = self._owed(move, draft)
        if owed:
            turn = draft.turn
            draft.turn = Turn(turn.laid, turn.draws, turn.drawn, owed)
        return owed > 0

    def _owed(self, move: Move, draft: Draft) -> int:
        """Give the number of tiles owed after a double, or a cover in a chain."""
        if self.owes == "nothing" or (self.waits and draft.rest.get(FIRST_TURNS)):
            return 0
        if self.owes == "anything":
            return 1
        alive = self.alive(draft.plan, draft.table)
        if not self.chain:
            return int(move.place_id in alive)
        doubles: TileMask = draft.plan.tile_set.doubles
        return len({one.place_id for one in draft.turn.laid if one.bit & doubles} & {*alive})

    def bound(self, state: State) -> PlaceMask:
        """Give the places one of which must be played on next; 0 while nothing binds."""
        table, turn = state.table, state.turn
        if not table or not table[OPEN]:
            return 0
        if not self.binds:
            return 1 << turn.laid[-1].place_id if turn.owed and self.owes == "cover" else 0
        if turn.owed and self.owes == "anything":
            return 0
        if self.waits and state.rest.get(FIRST_TURNS):
            return 0
        if self.excuses and state.plan.layout.unstarted(table) >> state.to_move & 1:
            return 0
        alive = self.alive(state.plan, table)
        if self.order != "any":
            alive = alive[:1] if self.order == "first" else alive[-1:]
        return sum([1 << place for place in alive])

    def alive(self, plan: PlanLike, table: TrainsState) -> tuple[PlaceId, ...]:
        """Give the uncovered doubles that oblige to a cover, in the order laid."""
        opened: tuple[PlaceId, ...] = table[OPEN]
        if self.dead_binds:
            return opened
        showing, ends, laid = plan.tile_set.showing, table[ENDS], table[LAID]
        return tuple([place for place in opened if showing[ends[place]] & ~laid])


def _find(plan: PlanLike) -> Doubles:
    for part in plan.variant.continuations:
        if isinstance(part, Doubles):
            return part
    raise InvalidVariantError(f"{plan.variant.name} has no part that says what a double obliges to")


# Plans are compared by identity, so that this is a look-up by address.
doubles_of: Callable[[Any], Doubles] = lru_cache(maxsize=256)(_find)
"""Give what a game says about doubles; InvalidVariantError where it says nothing."""


@attrs.frozen
class CoverFirst(Constraint):
    """While a double must be covered nothing else may be laid. Goes with :class:`Doubles`."""

    code = "cover-first"
    texts = {"cover-first": "a double must be covered first: {where}"}

    def active(self, state: MoverState) -> bool:
        return bool(state.table and state.table[OPEN])

    def shut(self, state: MoverState) -> PlaceMask:
        bound = doubles_of(state.plan).bound(state)
        return ~bound if bound else 0

    def refusal(self, state: MoverState, move: Move) -> Reason:
        layout = state.plan.layout
        bound = doubles_of(state.plan).bound(state)
        reading, names = layout.read(state.table), seats_called(state)
        where = [
            say(
                "cover-first.where",
                "[{tile}] {place}",
                tile=end.tile,
                place=say_place(reading, end.label, names),
            )
            for end in reading.open_doubles
            if bound >> layout.labels.index(end.label) & 1
        ]
        return self.reason(where=Listed(where, "or"))


@attrs.frozen
class ChainThenCover(CoverFirst):
    """As its parent, but who has just laid a double may lay another anywhere."""

    def forbids(self, state: MoverState, move: Move) -> bool:
        doubles: TileMask = state.plan.tile_set.doubles
        laid = state.turn.laid
        if move.bit & doubles and laid and laid[-1].bit & doubles:
            return False
        return super().forbids(state, move)


@attrs.frozen
class CoverAnywhere(Permit):
    """A double that must be covered may be covered on whosever train it lies."""

    code = "cover-anywhere"
    lifts = ("private-train", "communal-train", "own-train-first")

    def opens(self, state: MoverState) -> PlaceMask:
        # Asked in every state: most have no uncovered double.
        if not state.table or not state.table[OPEN]:
            return 0
        return doubles_of(state.plan).bound(state)


@attrs.frozen
class OneDouble(Constraint):
    """No more than one double in a turn."""

    code = "one-double"
    temporary = True
    sentence = "No more than one double is laid in a turn."
    texts = {"one-double": "only one double may be laid in a turn"}

    def active(self, state: MoverState) -> bool:
        doubles: TileMask = state.plan.tile_set.doubles
        return any([move.bit & doubles for move in state.turn.laid])

    def barred(self, state: MoverState) -> TileMask:
        return state.plan.tile_set.doubles
