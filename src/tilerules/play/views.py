"""
What one seat, or a spectator, may know of a round.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from tilerules.decks import TileBag
from tilerules.errors import SeatError, shown
from tilerules.faults import faults_of
from tilerules.looks import LIGHT, Svg, Theme
from tilerules.moves import NO_MOVES, LegalMoves, ListedMoves
from tilerules.play.documents import ViewData, view_data
from tilerules.play.events import Event
from tilerules.play.judging import Outcome
from tilerules.play.knowledge import (
    Present,
    cleaned,
    hidden_position,
    known_zones,
    public_moves,
    without_copies,
)
from tilerules.play.plans.lazy import LazyMoves
from tilerules.state import Move, Seat, unfrozen
from tilerules.texts import Reason
from tilerules.tiles import Tile, TilesLike

if TYPE_CHECKING:
    from tilerules.play.kept_views import KeptView
    from tilerules.play.round import Round
    from tilerules.play.sampling.sampling import History
    from tilerules.play.variant import Variant

__all__ = ["Bot", "RandomBot", "RoundView", "check_seat", "looked_at"]


class _Behind:
    """
    What a view is read from. It is no field of it, so that no copy, pickle or listing of its
    fields hands it out.
    """

    __slots__ = ("_sampler", "_source")

    _source: Round | KeptView
    """The round; or what another process sent."""
    _sampler: History | _Finished
    """What the seat has seen, once somebody has sampled."""


@attrs.frozen(init=False, repr=False, eq=False)
class RoundView(_Behind):
    """
    A round as one seat sees it. It depends on nothing that seat could not know.

    After the round everything is open. Tuples have one entry a seat. What a view shows is made
    when it is read, so that a view itself costs next to nothing. Views come from
    :meth:`Round.view`.

    Of equal tiles, masks and ids in a view always are the lowest copies: which of two equal tiles
    somebody holds could tell who has the other one.

    In Python nothing is secret from code of the same process. What is sent away, written or
    listed by way of a view's attributes holds nothing hidden; to be safe from a bot that digs
    deeper, run it in a process of its own and send it the view.
    """

    variant: Variant
    """The rules in force."""
    seat: Seat | None
    """Whose view it is; None for a spectator."""
    names: tuple[str, ...]
    """The seats' names."""
    hands: tuple[TileBag | None, ...]
    """Each hand as far as it is known; None where it is hidden."""
    hand_sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    dead: tuple[TileBag | None, ...]
    """Each seat's dead tiles as far as they are known; None where they are hidden."""
    dead_counts: tuple[int, ...]
    """How many dead tiles each seat has."""
    stock_count: int
    """How many tiles are left face down."""
    layout: Any
    """What lies on the table."""
    to_move: Seat | None
    """The seat to move; None when the round is over."""
    scored: tuple[int, ...]
    """Points scored during play so far."""
    outcome: Outcome | None
    """How the round ended; None while it goes on."""
    legal_moves: LegalMoves
    """The legal moves when the seat is to move; else empty."""
    moves: tuple[Move, ...]
    """The moves so far, hidden tiles left out."""
    events: tuple[Event, ...]
    """What has happened, and by whom, the first thing first."""
    position: str
    """The position as text, what is hidden written ``?``."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Asked for what is not there: fields nobody has read yet.
            read = _READ.get(name)
            if read is None:
                raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
            source = self._source
            with faults_of(source.variant):
                if _is_round(source):
                    found = read(source, self.seat)
                elif name in _TOLD:
                    found = getattr(source, name)
                else:
                    found = read(source.stand_in, self.seat)
            # A hidden write: the same comes out whenever it is read.
            object.__setattr__(self, name, found)
            return found

    def _key(self) -> tuple[Any, ...]:
        """Give all that can be seen."""
        return tuple([getattr(self, name) for name in _SHOWN])

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, RoundView):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        shown = (self.hand_sizes, self.to_move, self.scored, self.moves)
        return hash((self.variant, self.seat, *shown))

    @property
    def hand(self) -> TileBag:
        """
        The seat's own tiles.

        Raises:
            SeatError: A spectator has none.
        """
        if self.seat is None:
            raise SeatError("a spectator has no hand")
        return self.hands[self.seat]  # type: ignore[return-value]  # one's own is known

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.to_move is None

    def to_dict(self) -> ViewData:
        """
        Give the view as plain JSON values, tiles and moves in notation.

        What they are says :func:`tilerules.json_schema`. Where legal moves are too many to list,
        ``legal_moves`` is None.
        """
        return view_data(self)

    def parse(self, text: str) -> Move:
        """
        Read the notation of a move, legal or not, by what the seat knows.

        Raises:
            InvalidNotationError: It is no move of this game.
            AmbiguousMoveError: It could lead to several positions; ``choices`` names them.
        """
        return self.stand_in().parse(text)

    def explain(self, move: Move | str) -> tuple[Reason, ...]:
        """
        Say everything that speaks against a move of the seat, by what it knows.

        Args:
            move: The move, or its notation.

        Returns:
            Every reason; empty exactly when the seat may play it. Of a seat that is not to move,
            and of a spectator, all that is said is that.

        Raises:
            InvalidNotationError: The text is no move of this game.
            AmbiguousMoveError: The text fits several moves.
        """
        here = self.stand_in()
        if here.to_move is None or here.to_move == self.seat:
            return here.explain(move)
        if isinstance(move, str):
            here.parse(move)
        name = self.names[here.to_move]
        return (Reason(code="not-your-turn", template="{name} is to move", params={"name": name}),)

    def sample(self, rng: random.Random, *, history: bool = True) -> Round:
        """
        Give a full round that agrees with everything the seat knows.

        What others hold is drawn at random among what their moves and the deal allow: a seat
        that passed holds nothing that it would have had to lay. Each deal that agrees is as
        likely as any other, whatever the players would rather have done. Where the ways to place
        the tiles are too many to count, or moves are searched for, that holds nearly: the law is
        tested by shares (who holds which face), and no share was seen to differ.

        Args:
            rng: Where chance comes from; the global generator is never used.
            history: Whether the round has its moves. Without them it begins where it stands,
                like one set up from a position: it agrees with as much, and costs far less.

        Raises:
            TypeError: ``rng`` is no :class:`random.Random`.
            NoSampleError: No such round was found in a bounded search.
        """
        if not isinstance(rng, random.Random):
            raise TypeError(f"rng is a random.Random of yours, not {shown(rng)}")
        try:
            sampler = self._sampler
        except AttributeError:
            sampler = _sampler_of(self._source, self.seat)
            # A hidden write: bots sample a view many times, and what the seat has seen stays as
            # it is.
            object.__setattr__(self, "_sampler", sampler)
        with faults_of(sampler.plan.variant):
            return sampler.sample(rng, history=history)

    def picture(
        self,
        *,
        last: bool = True,
        marks: TilesLike | None = None,
        theme: Theme | str = LIGHT,
        size: int | None = None,
    ) -> Svg:
        """
        Draw what the seat sees; what it does not know lies face down.

        Args:
            last: Whether the tiles that were laid last have a thick rim.
            marks: The tiles with a wedge, in the seat's own hand when it is to move; by default
                those that it can lay, where moves are listed.
            theme: The colours, or the name of a theme: ``"light"``, ``"dark"``, ``"print"``.
            size: How wide the picture is, in pixels; as its tiles want by default.

        Raises:
            PictureError: There is no such theme.
            InvalidNotationError: A tile to be marked is none of the game.
        """
        from tilerules.play.pictured import draw_view

        return draw_view(self, last=last, marks=marks, theme=theme, size=size)

    def _repr_svg_(self) -> str:
        return str(self.picture())

    def stand_in(self) -> Round:
        """
        Give a round that answers for the view: its own once it is over, else one in which hidden
        tiles lie in set order. What it says of the seat's own moves holds for the real one.
        """
        source: Any = self._source
        if not _is_round(source):
            return source.stand_in  # type: ignore[no-any-return]
        if source.to_move is None:
            return source  # type: ignore[no-any-return]
        legal: Any = self.legal_moves
        if isinstance(legal, LazyMoves):
            return legal._state  # type: ignore[return-value]  # see ``_legal_moves``
        return Present.of(source, self.seat).stand_in()

    def __copy__(self) -> RoundView:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> RoundView:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # What leaves the process must not carry what this seat may not know.
        source: Any = self._source
        if not _is_round(source):
            return _reopened, (source.variant, source.text, self.seat)
        with faults_of(source.variant):
            if source.to_move is None:
                return _replayed, (*_story(source), self.seat)
            from tilerules.play.kept_views import written
            from tilerules.play.sampling.seen import Seen

            sampler: Any = getattr(self, "_sampler", None)
            seen = Seen.of(source, self.seat) if sampler is None else sampler.seen
            return _reopened, (source.variant, written(source, seen), self.seat)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<RoundView of {self.variant.key} for {who}>"

    def __str__(self) -> str:
        from tilerules.play.show import show_view

        return show_view(self)


RoundViewDraft: Any = unfrozen(RoundView)
"""A :class:`RoundView` while it is being made."""


def check_seat(seat: object, seats: int) -> None:
    """
    Check that there is a seat.

    Raises:
        SeatError: There is none.
    """
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise SeatError(f"there is no seat {shown(seat)}; seats go from 0 to {seats - 1}")


def looked_at(source: Round | KeptView, seat: Seat | None) -> RoundView:
    """Make a view of a round, or of what was sent of one."""
    view: Any = RoundViewDraft()
    view.seat = seat
    view._source = source
    view.__class__ = RoundView
    return view  # type: ignore[no-any-return]


def _is_round(source: object) -> bool:
    from tilerules.play.round import Round

    return isinstance(source, Round)


def _reopened(variant: Variant, text: str, seat: Seat | None) -> RoundView:
    """Make a view again of a round that went on: what pickle calls."""
    from tilerules.play.kept_views import KeptView

    return looked_at(KeptView(variant, text), seat)


def _story(round_: Round) -> tuple[Any, ...]:
    """Give what a finished round is played from again: all of it is open, but for the seed."""
    from tilerules.play.position import Position

    start = round_.start
    moves = tuple([move.notation for move in round_.moves])
    return round_.variant, str(Position.of(start)), cleaned(start.rest.setup), moves


def _replayed(*told: Any) -> RoundView:
    """Make a view again of a finished round: what pickle calls."""
    from tilerules.play.restoring.reading import restore

    *story, seat = told
    return looked_at(restore(*story), seat)


class _Finished:
    """
    A finished round, for sampling: all of it is open, but for the seed of the deal.
    """

    def __init__(self, round_: Round) -> None:
        from tilerules.play.restoring.reading import restore
        from tilerules.play.round import Round
        from tilerules.play.sampling.evidence import copied

        self.plan = round_.plan
        self._full = restore(*_story(round_))
        bare = copied(self._full)
        bare.parent = bare.move = None
        bare.__class__ = Round
        self._bare: Round = bare

    def sample(self, rng: random.Random, *, history: bool) -> Round:
        """Give the round itself."""
        return self._full if history else self._bare


def _sampler_of(source: Any, seat: Seat | None) -> History | _Finished:
    from tilerules.play.sampling.sampling import History
    from tilerules.play.sampling.seen import Seen

    with faults_of(source.variant):
        if not _is_round(source):
            return History(source.seen)
        if source.to_move is None:
            return _Finished(source)
        return History(Seen.of(source, seat))


# --- what a view shows of a round -------------------------------------------------------------


def _bags(round_: Round, seat: Seat | None, zone: int) -> tuple[TileBag | None, ...]:
    """Give hands or dead tiles as far as they are known."""
    tile_set = round_.plan.tile_set
    masks = known_zones(round_, seat)[zone]
    return tuple([None if mask is None else TileBag(tile_set, mask) for mask in masks])


def _layout(round_: Round, seat: Seat | None) -> Any:
    plan = round_.plan
    if plan.tile_set.has_copies:
        return plan.layout.read(plan.layout.lowest(round_.table))
    return round_.layout


def _legal_moves(round_: Round, seat: Seat | None) -> LegalMoves:
    if seat is None or seat != round_.to_move:
        return NO_MOVES
    legal: Any = round_.legal_moves
    if not isinstance(legal, LazyMoves):
        tile_set = round_.plan.tile_set
        return ListedMoves([without_copies(tile_set, move) for move in legal])
    if round_.plan.looks_back:
        # Only the round itself can answer.
        return legal
    return legal.shown(lambda: Present.of(round_, seat).stand_in())


def _events(round_: Round, seat: Seat | None) -> tuple[Event, ...]:
    states, moves = round_.states, public_moves(round_, seat)
    events = []
    for (before, after), move in zip(pairwise(states), moves, strict=True):
        # By faces: which of two copies somebody holds tells nothing, and may change with what is
        # hidden.
        brought: tuple[Tile, ...] = ()
        if seat is not None and after.masks[seat] & ~before.masks[seat]:
            brought = tuple(after.hands[seat] - before.hands[seat])
        events.append(Event.of(before.plan, move, before.to_move, brought))
    return tuple(events)


_READ: Mapping[str, Callable[[Any, Seat | None], Any]] = {
    "variant": lambda round_, _seat: round_.variant,
    "names": lambda round_, _seat: round_.names,
    "hands": lambda round_, seat: _bags(round_, seat, 0),
    "hand_sizes": lambda round_, _seat: tuple([mask.bit_count() for mask in round_.masks]),
    "dead": lambda round_, seat: _bags(round_, seat, 1),
    "dead_counts": lambda round_, _seat: tuple([one.bit_count() for one in round_.rest.dead]),
    "stock_count": lambda round_, _seat: len(round_.rest.stock),
    "layout": _layout,
    "to_move": lambda round_, _seat: round_.to_move,
    "scored": lambda round_, _seat: round_.scored,
    "outcome": lambda round_, _seat: round_.outcome,
    "legal_moves": _legal_moves,
    "moves": public_moves,
    "events": _events,
    "position": hidden_position,
}
_TOLD = frozenset({"legal_moves", "moves", "events", "position"})
"""What a view that was sent says in so many words; the rest is read from its stand-in."""

_SHOWN = (*[name for name in ("seat", *_READ) if name not in ("legal_moves", "events")],)


class Bot(Protocol):
    """Something that plays: it sees its own view and nothing else."""

    def choose(self, view: RoundView) -> Move:
        """
        Choose a move.

        Args:
            view: The view of the seat to move.

        Returns:
            One of ``view.legal_moves``.
        """


@attrs.frozen
class RandomBot:
    """
    Plays a random legal move.
    """

    rng: random.Random = attrs.field(factory=random.Random, repr=False)
    """Where chance comes from."""

    def choose(self, view: RoundView) -> Move:
        """
        Choose among all legal moves, or as :meth:`LazyMoves.draw` does where they explode.

        Raises:
            SeatError: The seat is not to move.
        """
        legal = view.legal_moves
        move: Move | None
        if isinstance(legal, LazyMoves):
            move = legal.draw(self.rng)
        else:
            move = self.rng.choice(legal) if legal else None
        if move is None:
            raise SeatError(f"{view!r} has no move to choose")
        return move
