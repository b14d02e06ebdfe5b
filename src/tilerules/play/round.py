"""
A round: an immutable value that knows its legal moves.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.decks import TileBag
from tilerules.errors import (
    IllegalMoveError,
    InvalidNotationError,
    RoundOverError,
    TilerulesError,
    shown,
)
from tilerules.faults import FAULTS, blame, check_sayable, faults_of
from tilerules.looks import LIGHT, Svg, Theme
from tilerules.moves import NO_MOVES, LegalMoves, ListedMoves
from tilerules.play.base import Resolved
from tilerules.play.views import RoundView, RoundViewDraft, check_seat
from tilerules.state import EndReason, Move, Rest, Seat, Turn, unfrozen
from tilerules.texts import Reason
from tilerules.tiles import Tile, TileMask, TilesLike

if TYPE_CHECKING:
    from tilerules.play.judging import Outcome
    from tilerules.play.position import Position
    from tilerules.play.variant import Variant

__all__ = ["Round", "RoundDraft", "UnjudgedRound"]


@attrs.frozen(eq=False, repr=False, init=False, weakref_slot=False)
class Round:
    """
    One deal of a game, at one moment.

    Rounds are values: :meth:`play` gives a new one. Two rounds are equal when everything the
    rules look at is equal; the way there is not compared (compare :attr:`moves` too if it
    matters). Make one with ``variant.deal``, not by calling the class.
    """

    plan: Resolved
    """The variant, resolved for this number of seats."""
    masks: tuple[TileMask, ...]
    """Each seat's hand as a mask; :attr:`hands` is for reading."""
    table: Any
    """The state of the layout; :attr:`layout` is for reading."""
    to_move: Seat | None
    """The seat to move; None when the round is over."""
    turn: Turn
    """What has happened in the turn being played."""
    rest: Rest
    """Dead tiles, stock, points, and what single rules keep."""
    parent: Round | None
    """The round before the last move; None at the beginning."""
    move: Move | None
    """The last move; None at the beginning."""
    end: tuple[EndReason, Seat | None] | None
    """Why the round ended and whose move ended it; None while it goes on."""
    legal_moves: LegalMoves
    """
    The legal moves of the seat to move, in a fixed order: iterate, ``in``, ``bool``, ``[n]``,
    ``first(n)``, ``count(limit=...)``; ``len`` where they can be counted.

    Where moves explode, iteration yields representatives, found as they are looked at, while
    ``in`` and ``bool`` stay exact.
    """
    outcome: Outcome | None
    """How the round ended; None while it goes on."""

    # --- reading --------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        rules: Variant = self.plan.variant
        return rules

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.plan.seats

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names; ``"seat 0"`` and so on where none were given."""
        return self.rest.setup.names or tuple(f"seat {seat}" for seat in range(self.seats))

    @property
    def hands(self) -> tuple[TileBag, ...]:
        """Each seat's tiles."""
        return tuple(TileBag(self.plan.tile_set, mask) for mask in self.masks)

    @property
    def dead(self) -> tuple[TileBag, ...]:
        """Each seat's dead tiles."""
        return tuple(TileBag(self.plan.tile_set, mask) for mask in self.rest.dead)

    @property
    def stock(self) -> tuple[Tile, ...]:
        """The undealt tiles left face down, the next to be drawn first."""
        tiles = self.plan.tile_set.tiles
        return tuple(tiles[tile] for tile in self.rest.stock)

    @property
    def layout(self) -> Any:
        """What lies on the table, for reading: a line, trains, melds."""
        return self.plan.layout.read(self.table)

    @property
    def scored(self) -> tuple[int, ...]:
        """Points scored during play so far, each seat's."""
        return self.rest.points

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.to_move is None

    @property
    def start(self) -> Round:
        """The round as it began."""
        state = self
        while state.parent is not None:
            state = state.parent
        return state

    @property
    def states(self) -> tuple[Round, ...]:
        """Every state from the beginning to this one."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return tuple(reversed(found))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, the first one first."""
        return tuple(state.move for state in self.states if state.move is not None)

    # --- moving ---------------------------------------------------------------------------

    def play(self, move: Move | str, host: bool = False) -> Round:
        """
        Play a move.

        A move that is not one of :attr:`legal_moves`, the very same object, is read again from
        its notation, and what that says is judged.

        Args:
            move: One of :attr:`legal_moves`, or its notation.
            host: Whether the host asks: then it may be a move of the host too, such as ``time``
                or ``leave@2``. Never set it for what a player has sent.

        Returns:
            The round after it; this one stays as it is.

        Raises:
            IllegalMoveError: It is not legal; ``reasons`` says all that speaks against it.
            RoundOverError: The round has ended.
            InvalidNotationError: The text is no move.
            AmbiguousMoveError: The text fits several moves.
        """
        # ``host`` could be for keywords alone, but then a call costs a twentieth of a move more.
        legal = self.legal_moves
        try:
            # A move out of the list is found by identity, without comparing notations.
            if type(legal) is ListedMoves:
                for mine in legal:
                    if mine is move:
                        break
                else:
                    mine = self._read(move, host=host)
            elif isinstance(move, Move) and legal.has_given(move):  # type: ignore[attr-defined]
                mine = move
            else:
                mine = self._read(move, host=host)
            # Steps check nothing: whichever way was taken, the move is legal here.
            return self.plan.steps[mine.kind](self, mine)  # type: ignore[no-any-return]
        except TilerulesError:
            raise
        except FAULTS as error:
            raise blame(self.variant, error) from error

    def host(self, move: Move | str) -> Round:
        """
        Play a move of the host, as far as the rules have it: ``time``, ``penalty:3@2``, ``leave``.

        It is :meth:`play` with ``host=True``. The host may also move for the seat to move.

        Args:
            move: The move, or its notation; it may name a seat that is not to move.

        Returns:
            The round after it; this one stays as it is.

        Raises:
            IllegalMoveError: It is not legal; ``reasons`` says all that speaks against it.
            RoundOverError: The round has ended.
            InvalidNotationError: The text is no move.
            AmbiguousMoveError: The text fits several moves.
        """
        return self.play(move, host=True)

    def _read(self, move: Move | str, *, host: bool) -> Move:
        """Read a move that was not taken from the list; refuse it unless it is legal."""
        if self.to_move is None:
            text: object = move.notation if isinstance(move, Move) else move
            is_plain = isinstance(text, str) and text.isprintable() and len(text) < _MOST_SAID
            said = text if is_plain else shown(text)
            raise RoundOverError(move, self.explain(move), f"{said}: the round is over")
        text = _text_of(move)
        # A notation in the list is that move, and what the list has is legal: records, and what
        # players write in their own way, are replayed without judging what the list has judged.
        listed = self._listed(text)
        read = listed or self.plan.parse(self, text)
        listed = listed or self._listed(read.notation, read.kind)
        if listed is None or (isinstance(move, Move) and move != listed):
            reasons = self._against(move, read, host=host)
            if reasons:
                raise IllegalMoveError(read, reasons)
        return listed or read

    def _listed(self, text: str, kind: str | None = None) -> Move | None:
        """Give the listed move with a notation, and of a kind if one is named; None if none has."""
        legal = self.legal_moves
        for move in legal if type(legal) is ListedMoves else ():
            if move.notation == text and kind in (None, move.kind):
                return move
        return None

    def _against(self, move: Move | str, read: Move, *, host: bool) -> tuple[Reason, ...]:
        """Say all that speaks against a move that was read from its notation."""
        reasons = self.plan.against(self, move, read, host=host)
        for reason in reasons:
            check_sayable(self.variant, reason, reason.option)
        return reasons

    def parse(self, text: str) -> Move:
        """
        Read the notation of a move, legal or not; one of the host's too.

        Raises:
            InvalidNotationError: It is no move of this game.
            AmbiguousMoveError: It could lead to several positions; ``choices`` names them.
        """
        return self.plan.parse(self, text)

    def explain(self, move: Move | str, *, host: bool = False) -> tuple[Reason, ...]:
        """
        Say everything that speaks against a move.

        Args:
            move: The move, or its notation.
            host: Whether the host asks, as in :meth:`play`.

        Returns:
            Every reason; empty exactly when :meth:`play` would succeed.

        Raises:
            InvalidNotationError: The text is no move of this game.
            AmbiguousMoveError: The text fits several moves.
        """
        if self.to_move is None:
            return self.plan.problems(self, move)  # type: ignore[arg-type]  # not looked at
        with faults_of(self.variant):
            return self._against(move, self.plan.parse(self, _text_of(move)), host=host)

    # --- other forms ----------------------------------------------------------------------

    def view(self, seat: Seat | None) -> RoundView:
        """
        Give what one seat may know.

        Args:
            seat: The seat; None for a spectator.

        Raises:
            SeatError: There is no such seat.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.plan.seats):
            check_seat(seat, self.plan.seats)
        # Field by field: see ``unfrozen``.
        view: Any = RoundViewDraft()
        view.seat = seat
        view._source = self
        if self.plan.lists_openly:
            view.legal_moves = self.legal_moves if seat == self.to_move is not None else NO_MOVES
        view.__class__ = RoundView
        return view  # type: ignore[no-any-return]

    def picture(
        self,
        *,
        seat: Seat | None = None,
        last: bool = True,
        marks: TilesLike | None = None,
        theme: Theme | str = LIGHT,
        size: int | None = None,
    ) -> Svg:
        """
        Draw the round with every hand, or what one seat sees of it.

        A notebook shows a round like this by itself. A round is the whole truth: for one
        player's eyes name the seat, or draw a view.

        Args:
            seat: The seat whose eyes we look through; every hand is open by default.
            last: Whether the tiles that were laid last have a thick rim.
            marks: The tiles with a wedge, in the hand of the seat to move; by default those that
                it can lay, where moves are listed.
            theme: The colours, or the name of a theme: ``"light"``, ``"dark"``, ``"print"``.
            size: How wide the picture is, in pixels; as its tiles want by default.

        Raises:
            SeatError: There is no such seat.
            PictureError: There is no such theme.
            InvalidNotationError: A tile to be marked is none of the game.
        """
        from tilerules.play.pictured import draw_round

        if seat is not None:
            return self.view(seat).picture(last=last, marks=marks, theme=theme, size=size)
        return draw_round(self, last=last, marks=marks, theme=theme, size=size)

    def _repr_svg_(self) -> str:
        return str(self.picture())

    @property
    def position(self) -> Position:
        """The position as one line of text, without the way there."""
        from tilerules.play.position import Position

        return Position.of(self)

    def _key(self) -> tuple[Any, ...]:
        """Give all that rules look at, copies of one face being the same."""
        faces, rest = self.plan.faces, self.rest
        return (
            tuple(map(faces, self.masks)),
            tuple(map(faces, rest.dead)),
            self.stock,
            faces(rest.aside),
            self.table,
            self.to_move,
            self.turn,
            rest.points,
            rest.idle,
            rest.ext,
            self.end,
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Round):
            return NotImplemented
        return (
            self.seats == other.seats
            and self._key() == other._key()
            and self.variant == other.variant
            and (self.end is None or self.outcome == other.outcome)
        )

    def __hash__(self) -> int:
        return hash((*map(self.plan.faces, self.masks), self.table, self.to_move))

    def __copy__(self) -> Round:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Round:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A chain of parents must not be walked by pickle itself: it recurses. The beginning
        # and the moves say the same, and are played again on the other side.
        from tilerules.play.position import Position

        start = self.start
        moves = tuple(move.notation for move in self.moves)
        restore = import_module("tilerules.play.restoring.reading").restore
        return restore, (self.variant, str(Position.of(start)), start.rest.setup, moves)

    def __repr__(self) -> str:
        state = "over" if self.to_move is None else f"seat {self.to_move} to move"
        return f"<Round of {self.variant.key}: {self.seats} seats, {state}>"

    def __str__(self) -> str:
        from tilerules.play.show import show_round

        return show_round(self)


_MOST_SAID = 80
"""So long is what was asked for, where it stands in a message as it is."""


def _text_of(move: Move | str) -> str:
    """
    Give the notation of a move.

    Raises:
        InvalidNotationError: It is neither a move nor text.
    """
    if isinstance(move, str):
        return move
    if isinstance(move, Move):
        return move.notation
    raise InvalidNotationError(
        f"a move is a Move or its notation, not {type(move).__name__} {shown(move)}"
    )


class UnjudgedRound(Round):
    """
    A round that is over, until somebody asks how.

    Judging costs as much as several moves, and most ends of a search are never asked. So the
    outcome is found on demand; then the round is a plain one. In a round that goes on the field
    is read like any other: ``while round_.outcome is None`` costs nothing.
    """

    __slots__ = ()

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended."""
        try:
            found: Outcome = self.plan.judge(self)
        except TilerulesError:
            raise
        except FAULTS as error:
            raise blame(self.variant, error) from error
        # The one hidden write.
        Round.outcome.__set__(self, found)  # type: ignore[union-attr]  # the field's descriptor
        object.__setattr__(self, "__class__", Round)
        return found


RoundDraft: Any = unfrozen(Round)
"""A round while it is being made: attributes can be assigned, then ``__class__`` is set."""
