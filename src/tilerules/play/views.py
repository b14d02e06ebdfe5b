"""
What one seat, or a spectator, may know of a round.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from tilerules.errors import InvalidDealError, shown
from tilerules.play.blame import Blaming, misshapen
from tilerules.play.judge import Outcome
from tilerules.play.legal import LazyMoves
from tilerules.play.round import Round
from tilerules.rules.state import LEFT, Move, Seat
from tilerules.tiles import TileBag

if TYPE_CHECKING:
    from tilerules.variants import Variant

__all__ = ["Bot", "RandomBot", "RoundView", "make_view"]


@attrs.frozen(repr=False, eq=False)
class RoundView:
    """
    A round as one seat sees it. It depends on nothing that seat could not know.

    After the round everything is open. Tuples have one entry a seat. What few bots look at is
    made when it is first asked for.
    """

    variant: Variant
    """The rules in force."""
    seat: Seat | None
    """Whose view it is; None for a spectator."""
    names: tuple[str, ...]
    """The seats' names."""
    hands: tuple[TileBag | None, ...]
    """Each hand as far as it is known; None where it is hidden."""
    counts: tuple[int, ...]
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
    points: tuple[int, ...]
    """Points scored during play so far."""
    outcome: Outcome | None
    """How the round ended; None while it goes on."""
    legal_moves: Collection[Move]
    """The legal moves when the seat is to move; else empty."""
    _round: Round
    _moves: tuple[Move, ...] | None = attrs.field(default=None, init=False)
    _position: str | None = attrs.field(default=None, init=False)
    _history: Any = attrs.field(default=None, init=False)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, hidden tiles left out."""
        if self._moves is None:
            with Blaming(self.variant):
                object.__setattr__(self, "_moves", public_moves(self._round, self.seat))
        return self._moves  # type: ignore[return-value]  # just made

    @property
    def position(self) -> str:
        """The position as text, what is hidden written ``?``."""
        if self._position is None:
            with Blaming(self.variant):
                object.__setattr__(self, "_position", hidden_position(self._round, self.seat))
        return self._position  # type: ignore[return-value]  # just made

    def _key(self) -> tuple[Any, ...]:
        """Give all that can be seen."""
        return (
            self.seat,
            self.names,
            self.hands,
            self.counts,
            self.dead,
            self.dead_counts,
            self.stock_count,
            self.layout,
            self.to_move,
            self.points,
            self.outcome,
            self.variant,
            self.moves,
            self.position,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RoundView):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.variant, self.seat, self.counts, self.to_move, self.points, self.moves))

    @property
    def hand(self) -> TileBag:
        """
        The seat's own tiles.

        Raises:
            InvalidDealError: A spectator has none.
        """
        if self.seat is None:
            raise InvalidDealError("a spectator has no hand")
        return self.hands[self.seat]  # type: ignore[return-value]  # one's own is known

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.to_move is None

    def to_dict(self) -> dict[str, Any]:
        """
        Give the view as plain JSON values, tiles and moves in notation.

        Where legal moves are too many to list, ``legal_moves`` is None.
        """
        legal: list[str] | None = None
        if not isinstance(self.legal_moves, LazyMoves):
            legal = [move.notation for move in self.legal_moves]
        outcome = self.outcome
        return {
            "variant": str(self.variant),
            "version": self.variant.version,
            "seat": self.seat,
            "names": list(self.names),
            "to_move": self.to_move,
            "hands": [_words(bag) for bag in self.hands],
            "counts": list(self.counts),
            "dead": [_words(bag) for bag in self.dead],
            "dead_counts": list(self.dead_counts),
            "stock_count": self.stock_count,
            "layout": str(self.layout),
            "points": list(self.points),
            "moves": [move.notation for move in self.moves],
            "legal_moves": legal,
            "position": self.position,
            "outcome": None
            if outcome is None
            else {
                "reason": outcome.reason.value,
                "winners": list(outcome.winners),
                "counts": list(outcome.counts),
                "points": list(outcome.points),
                "decided_by": outcome.decided_by,
            },
        }

    def sample(self, rng: random.Random) -> Round:
        """
        Give a full round that agrees with everything the seat knows.

        What others hold is drawn at random among what their moves and the deal allow: a seat
        that passed holds nothing that it would have had to lay.

        Args:
            rng: Where chance comes from; the global generator is never used.

        Raises:
            InvalidDealError: ``rng`` is no :class:`random.Random`, or no such round was found in a
                bounded search.
        """
        from tilerules.play.sampling import History, sample_round

        if not isinstance(rng, random.Random):
            raise InvalidDealError(f"rng is a random.Random of yours, not {shown(rng)}")
        with Blaming(self.variant):
            if self._history is None:
                # A hidden write: bots sample a view many times, and what the seat has seen
                # stays as it is.
                object.__setattr__(self, "_history", History(self._round, self.seat))
            return sample_round(self._history, rng)

    def __reduce__(self) -> tuple[Any, ...]:
        # What is sent to another process must not carry what this seat may not know: a round
        # that agrees with all it knows stands for the real one, and samples just as well.
        return make_view, (self.sample(random.Random(0)), self.seat)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<RoundView of {self.variant.key} for {who}>"

    def __str__(self) -> str:
        from tilerules.play.show import show_view

        return show_view(self)


def _words(bag: TileBag | None) -> list[str] | None:
    return None if bag is None else [str(tile) for tile in bag]


def public_moves(round_: Round, viewer: Seat | None) -> tuple[Move, ...]:
    """Give the history as a seat may see it; all of it once the round is over."""
    if round_.to_move is None:
        return round_.moves
    plan = round_.plan
    found = []
    for state in round_.states[1:]:
        move: Any = state.move
        action: Any = plan.action_of(move)
        seen = action.public(state.parent, move, viewer)
        if not isinstance(seen, Move):
            raise misshapen(round_.variant, action, "what others see of a move is a Move", seen)
        found.append(seen)
    return tuple(found)


def hidden_position(round_: Round, viewer: Seat | None) -> str:
    """Write the position with a ``?`` for every tile the viewer may not see."""
    if round_.to_move is None:
        return str(round_.position)
    words = []
    for word in str(round_.position).split():
        key, colon, value = word.partition(":")
        if key in ("hands", "dead") and colon:
            parts = value.split("/")
            masked = [
                part if seat == viewer else ",".join("?" for _tile in part.split(",") if part)
                for seat, part in enumerate(parts)
            ]
            word = f"{key}:{'/'.join(masked)}"
        elif key == "stock" and colon:
            word = "stock:" + ",".join("?" for _tile in value.split(","))
        elif key == "aside" and colon:
            word = "aside:" + ",".join(_aside(round_, viewer))
        words.append(word)
    return " ".join(words)


def _aside(round_: Round, viewer: Seat | None) -> list[str]:
    """Write the tiles out of play, with a ``?`` for one that left another's hand unseen."""
    start, aside = round_.start, round_.rest.aside
    known = 0 if start.rest.get(LEFT) else start.rest.aside
    if viewer is not None:
        for state in round_.states:
            known |= state.masks[viewer]
    shown = TileBag(round_.plan.tile_set, aside & known)
    return [*map(str, shown), *["?"] * (aside & ~known).bit_count()]


def make_view(round_: Round, seat: Seat | None) -> RoundView:
    """Make the view of a seat, or of a spectator; see :meth:`Round.view`."""
    if seat is not None and (
        isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < round_.seats
    ):
        raise InvalidDealError(
            f"there is no seat {shown(seat)}; seats go from 0 to {round_.seats - 1}"
        )
    with Blaming(round_.variant):
        return _view_of(round_, seat)


def _view_of(round_: Round, seat: Seat | None) -> RoundView:
    is_open = round_.to_move is None
    seats = range(round_.seats)
    masks, dead, tile_set = round_.masks, round_.rest.dead, round_.plan.tile_set
    seen = [is_open or one == seat for one in seats]
    return RoundView(
        variant=round_.variant,
        seat=seat,
        names=round_.names,
        hands=tuple([TileBag(tile_set, masks[s]) if seen[s] else None for s in seats]),
        counts=tuple([mask.bit_count() for mask in masks]),
        dead=tuple([TileBag(tile_set, dead[s]) if seen[s] else None for s in seats]),
        dead_counts=tuple([mask.bit_count() for mask in dead]),
        stock_count=len(round_.rest.stock),
        layout=round_.layout,
        to_move=round_.to_move,
        points=round_.points,
        outcome=round_.outcome,
        legal_moves=round_.legal_moves if seat is not None and seat == round_.to_move else (),
        round=round_,
    )


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
            InvalidDealError: The seat is not to move.
        """
        legal = view.legal_moves
        move: Move | None
        if isinstance(legal, LazyMoves):
            move = legal.draw(self.rng)
        else:
            move = self.rng.choice(legal) if legal else None  # type: ignore[arg-type]  # a tuple
        if move is None:
            raise InvalidDealError(f"{view!r} has no move to choose")
        return move
