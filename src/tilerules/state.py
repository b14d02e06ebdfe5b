"""
What a rule sees of a round.

Parts of a variant never import the state machine. They are handed a :class:`State` to read
and, where they change something, a :class:`Draft` of the next one to write to. Both are
protocols; the library's rounds fulfil them.

A hand is an int mask of tile ids; ``state.plan.tile_set`` turns it into tiles.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeGuard, TypeVar

import attrs

from tilerules.decks import Seed, TileSet
from tilerules.layouts.base import PlaceId
from tilerules.tiles import Tile, TileId, TileMask

__all__ = [
    "FRESH",
    "GONE",
    "Draft",
    "EndReason",
    "Move",
    "MoverState",
    "PlanLike",
    "Rest",
    "RestDraft",
    "Seat",
    "Setup",
    "State",
    "Turn",
    "are_seats",
    "book",
    "has_mover",
    "unfrozen",
]

Seat: TypeAlias = int
"""A place at the table, from 0."""

T = TypeVar("T")


def are_seats(value: object, seats: int) -> bool:
    """Whether a value is some of the seats 0 to ``seats - 1``, in order, each once."""
    known = range(seats)
    return (
        isinstance(value, tuple)
        and all(type(seat) is int and seat in known for seat in value)
        and value == tuple(sorted(set(value)))
    )


def unfrozen(cls: type[T]) -> type[T]:
    """
    Make the sibling of a frozen slotted class whose attributes can be assigned.

    The one trick on the hot path: ``draft = object.__new__(unfrozen(C))``, plain assignments,
    then ``draft.__class__ = C`` freezes it. A frozen attrs ``__init__`` costs several times as
    much, and rounds and their small records are made once a move.
    """
    return type(
        f"{cls.__name__}Draft",
        (cls,),
        {
            "__slots__": (),
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
            "__module__": cls.__module__,
        },
    )


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Move:
    """
    One move. A move *is* its canonical notation: two moves are equal when their kinds and
    notations are, whatever round they were read for.
    """

    kind: str
    """What is done: ``"place"``, ``"discard"``, ``"draw"``, ``"pass"``, ..."""
    notation: str
    """The canonical notation, e.g. ``"4-6@L"``."""
    tile: Tile | None = None
    """The tile it is about, if one."""
    place: str | None = None
    """The label of the place, if one."""
    seat: Seat | None = None
    """Whose it is, for host moves that name a seat; else the seat to move."""
    data: Hashable = None
    """What else it says: a number, a declaration, a whole table."""
    tile_id: TileId = attrs.field(default=-1, eq=False)
    """The physical tile; -1 for none."""
    bit: TileMask = attrs.field(default=0, eq=False)
    """The physical tile as a mask."""
    place_id: PlaceId = attrs.field(default=-1, eq=False)
    """The number of the place; -1 for none."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not Move:
            return NotImplemented
        return self.notation == other.notation and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self.notation)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<Move {self.notation}>"


@attrs.frozen
class Turn:
    """
    What the layout cannot tell about the turn that is being played.
    """

    laid: tuple[Move, ...] = ()
    """The moves of this turn that laid tiles, in order."""
    draws: int = 0
    """Tiles drawn since the last one was laid, or since the turn began."""
    drawn: int = 0
    """Tiles drawn in the whole turn."""
    owed: int = 0
    """Tiles that must still be laid before the turn may end."""

    def laying(self, move: Move) -> Turn:
        """Give the turn with one more tile laid, should it go on."""
        after: Any = object.__new__(TurnDraft)
        after.laid = (*self.laid, move)
        after.draws = 0
        after.drawn = self.drawn
        after.owed = self.owed - 1 if self.owed else 0
        after.__class__ = Turn
        return after  # type: ignore[no-any-return]

    def drawing(self) -> Turn:
        """Give the turn with one more tile drawn."""
        after: Any = object.__new__(TurnDraft)
        after.laid = self.laid
        after.draws = self.draws + 1
        after.drawn = self.drawn + 1
        after.owed = self.owed
        after.__class__ = Turn
        return after  # type: ignore[no-any-return]


TurnDraft: Any = unfrozen(Turn)
"""A :class:`Turn` while it is being made."""

GONE = "left"
"""The key under which a state keeps the seats that have left the round."""

FRESH = Turn()
"""The turn nobody has begun; a state whose turn *is* ``FRESH`` starts one."""


@attrs.frozen
class Setup:
    """
    Where a round came from. Rules may look at it when the round begins, not later: it takes
    no part in equality.
    """

    names: tuple[str, ...] = ()
    """A name for each seat, for display; empty where none were given."""
    seed: Seed | None = None
    """The seed of the deal; None where the tiles were given."""
    number: int = 1
    """The round's place in its match, from 1."""
    redeals: int = 0
    """How often the tiles were dealt again before play."""
    previous: Sequence[Any] = ()
    """The finished rounds before this one, which share what they hold."""
    given: bool = False
    """Whether the hands were given rather than dealt: there is no dealing again."""

    @staticmethod
    def after(previous: Sequence[Any], names: tuple[str, ...], seed: Seed | None) -> Setup:
        """Make the setup of the round that is dealt after others."""
        # Field by field: see ``unfrozen``.
        setup: Any = object.__new__(SetupDraft)
        setup.names = names
        setup.seed = seed
        setup.number = len(previous) + 1
        setup.redeals = 0
        setup.previous = previous
        setup.given = False
        setup.__class__ = Setup
        return setup  # type: ignore[no-any-return]


SetupDraft: Any = unfrozen(Setup)
"""A :class:`Setup` while it is being made."""


@attrs.frozen
class Rest:
    """
    What changes seldom: everything of a state but hands, layout and turn.
    """

    dead: tuple[TileMask, ...] = ()
    """Each seat's dead tiles."""
    stock: tuple[TileId, ...] = ()
    """The undealt tiles, the next to be drawn first."""
    aside: TileMask = 0
    """Tiles out of play that count against nobody."""
    points: tuple[int, ...] = ()
    """Points scored during play, each seat's."""
    idle: int = 0
    """Turns in succession in which nothing was laid; kept where a part asks for it."""
    ext: tuple[tuple[str, Hashable], ...] = ()
    """The state of single rules, by key, sorted; values are plain and hashable."""
    setup: Setup = attrs.field(default=Setup(), eq=False)
    """Where the round came from."""

    def get(self, key: str, default: Any = None) -> Any:
        """Give what a rule keeps under its key."""
        for name, value in self.ext:
            if name == key:
                return value
        return default

    def put(self, **changes: Any) -> Rest:
        """
        Give a copy with some fields changed.

        A hyphen in the name of a rule's own state cannot be a keyword: see :meth:`with_ext`.
        """
        fresh = self._copied()
        for name, value in changes.items():
            setattr(fresh, name, value)
        fresh.__class__ = Rest
        return fresh  # type: ignore[no-any-return]

    def with_stock(self, stock: tuple[TileId, ...]) -> Rest:
        """Give a copy with another stock: what every draw does."""
        fresh = self._copied()
        fresh.stock = stock
        fresh.__class__ = Rest
        return fresh  # type: ignore[no-any-return]

    def with_dead(self, dead: tuple[TileMask, ...]) -> Rest:
        """Give a copy with other dead tiles: what every tile laid face down does."""
        fresh = self._copied()
        fresh.dead = dead
        fresh.__class__ = Rest
        return fresh  # type: ignore[no-any-return]

    def _copied(self) -> Any:
        """Give a draft that is like it, made field by field: see ``unfrozen``."""
        fresh: Any = object.__new__(RestDraft)
        fresh.dead, fresh.stock, fresh.aside = self.dead, self.stock, self.aside
        fresh.points, fresh.idle = self.points, self.idle
        fresh.ext, fresh.setup = self.ext, self.setup
        return fresh

    def with_ext(self, key: str, value: Hashable) -> Rest:
        """Give a copy in which ``key`` is set, or gone when the value is None."""
        kept = [item for item in self.ext if item[0] != key]
        if value is not None:
            kept.append((key, value))
        return self.put(ext=tuple(sorted(kept, key=lambda item: item[0])))


RestDraft: Any = unfrozen(Rest)
"""A :class:`Rest` while it is being made; in the draft of a round that begins, it is one."""


class PlanLike(Protocol):
    """
    A variant resolved for a number of seats: what rules may ask about the game as a whole.
    """

    @property
    def variant(self) -> Any:
        """The variant in force."""

    @property
    def seats(self) -> int:
        """How many seats there are."""

    @property
    def tile_set(self) -> TileSet:
        """The tiles in use."""

    @property
    def layout(self) -> Any:
        """The layout, bound to tiles and seats: a :class:`~tilerules.layouts.BoundLayout`."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The side each seat belongs to."""

    @property
    def actions(self) -> Mapping[str, Any]:
        """The actions of the variant by kind."""

    def hold(self, hand: TileMask, dead: TileMask) -> tuple[tuple[int, Tile, bool], ...]:
        """Give the counted tiles of a seat: effective value, face, whether it is dead."""

    def next_seat(self, state: State, seat: Seat) -> Seat:
        """Give the seat whose turn comes after ``seat``'s."""

    def lowest(self, mask: TileMask) -> TileMask:
        """Give the lowest copy of each face in a mask: of equal tiles the lower one moves."""

    def brings(self, state: State) -> bool:
        """Whether any action can still bring a tile into a hand, in this turn or a later one."""

    def action_of(self, move: Move) -> Any:
        """Give the action a move belongs to, one of the host's too; None if there is none."""

    def kinds_open(self, state: State, kinds: Collection[str]) -> tuple[Move, ...]:
        """Give the legal moves of some kinds for the seat to move, fallbacks apart."""


class State(Protocol):
    """A round, to read."""

    @property
    def plan(self) -> PlanLike:
        """The game as a whole."""

    @property
    def masks(self) -> tuple[TileMask, ...]:
        """Each seat's hand."""

    @property
    def table(self) -> Any:
        """The state of the layout; falsy while nothing is laid."""

    @property
    def to_move(self) -> Seat | None:
        """The seat to move; None when the round is over."""

    @property
    def turn(self) -> Turn:
        """The turn being played."""

    @property
    def rest(self) -> Rest:
        """Everything else."""

    @property
    def parent(self) -> State | None:
        """The state before the last move."""

    @property
    def move(self) -> Move | None:
        """The last move."""


class MoverState(State, Protocol):
    """A round that is not over: what a rule is asked about who is to move."""

    @property
    def to_move(self) -> Seat:
        """The seat to move."""


def has_mover(state: State) -> TypeGuard[MoverState]:
    """Whether a round is not over."""
    return state.to_move is not None


class Draft(Protocol):
    """
    The next state while it is being made: assign to its attributes.

    It can be read, too, wherever a :class:`MoverState` can.
    """

    plan: PlanLike
    """The game as a whole."""
    masks: tuple[TileMask, ...]
    """Each seat's hand."""
    table: Any
    """The state of the layout."""
    to_move: Seat
    """The seat to move."""
    turn: Turn
    """The turn being played; :data:`FRESH` once it is over."""
    rest: Rest
    """Everything else: replace it by ``draft.rest.put(...)``."""
    parent: State | None
    """The state before the move; None when a round begins."""
    move: Move | None
    """The move that is being made; None when a round begins."""


def book(draft: Draft, seat: Seat, points: int) -> None:
    """
    Book points that are scored during play, or with a negative number a fine.

    A side has one account: with partners every seat of the side shows the same.
    """
    sides = draft.plan.sides
    mine = sides[seat]
    scored = zip(draft.rest.points, sides, strict=True)
    draft.rest = draft.rest.put(
        points=tuple([one + points if side == mine else one for one, side in scored])
    )


class EndReason(enum.Enum):
    """Why a round ended."""

    WENT_OUT = "went_out"
    """A hand is empty."""
    BLOCKED = "blocked"
    """Nobody can play any more."""
    DECIDED = "decided"
    """A rule ended it, e.g. a hand that wins when dealt."""
    ABANDONED = "abandoned"
    """Too few players are left."""
