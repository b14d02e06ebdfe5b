"""
The kinds of part a variant is made of.

A turn is a set of **actions**, each listing what fits, and flat, keyed tuples of small parts:
**constraints** only take moves away, **permits** only lift named constraints,
**continuations** keep the turn with its player, **effects** watch, **endings** end the round.
Winner and ties are one ladder of ranked **rungs**; **settlement** and **adjustments** come
after it.

Every class here may be subclassed by a plugin: a frozen attrs class, its parameters as
fields, compared by value. Only the methods shown are asked for. A part is *bound* once per
variant and number of seats where it wants tables (``lister``, ``doer``); the plain methods
are enough everywhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, ClassVar, TypeAlias

import attrs

from tilerules.component import Component
from tilerules.decks import Shuffler, TileSet
from tilerules.layouts.base import PlaceId, PlaceMask
from tilerules.state import Draft, EndReason, Move, MoverState, PlanLike, Seat, State, Turn
from tilerules.texts import Reason, Text
from tilerules.tiles import TileId, TileMask

__all__ = [
    "PLACE",
    "Action",
    "Bundle",
    "Constraint",
    "Continuation",
    "Dealing",
    "Effect",
    "Ending",
    "HostAction",
    "Lister",
    "Order",
    "Permit",
    "Sides",
    "Starting",
]

PLACE = "place"
"""The kind of move that lays one tile at a place."""


Lister: TypeAlias = Callable[[MoverState, PlaceMask, TileMask], Iterable[Move]]
"""From a state, closed places and barred tiles to the moves that fit."""


@attrs.frozen
class Action(Component, ABC):
    """
    One kind of move.
    """

    point = "turn"
    lays: ClassVar[bool] = False
    """Whether it lays tiles on the layout."""
    at_place: ClassVar[bool] = False
    """Whether it lays one tile, at a place of the layout that the move names."""
    idle: ClassVar[bool] = False
    """Whether it means that nothing is done in a turn: a pass, or time that ran out."""
    buries: ClassVar[bool] = False
    """Whether it makes tiles dead: out of play, and counted against their owner."""
    keeps_turn: ClassVar[bool] = False
    """Whether it is done beside what a turn is for, and never ends one."""
    lazy: ClassVar[bool] = False
    """Whether listing all its moves is out of the question."""
    verb: ClassVar[str] = ""
    """
    What a player does by it, said to them: ``"end the turn"``; ``{data}`` stands for what else the
    move says. Nothing: tiles that are laid or drawn speak for themselves.
    """
    example: ClassVar[str] = ""
    """How a move of the kind is written, where it is not by the kind alone."""
    shortcuts = {
        "quick_lister": ("lister",),
        "picker": ("lister",),
        "putter": ("doer",),
        "put_and_list": ("putter", "doer", "quick_lister", "lister"),
    }
    only_without: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=tuple[str, ...])
    """Kinds of which no move may be legal if this one is to be."""

    @property
    def kind(self) -> str:
        """The kind of its moves: the part's code."""
        return self.code

    def position_words(self) -> tuple[str, ...]:
        return ("dead",) if self.buries else ()

    @property
    def is_pass(self) -> bool:
        """Whether a player passes by it."""
        return self.idle

    @property
    def may_bring(self) -> bool:
        """Whether :meth:`brings` is ever to be asked."""
        return type(self).brings is not Action.brings

    def brings(self, state: State) -> bool:
        """
        Whether the action can still bring a tile into a hand, in this turn or a later one.

        Whether a round is blocked, or a turn idle, is asked of this, never of a kind of move.
        """
        return False

    def advance(self, turn: Turn, move: Move) -> Turn:
        """Give the turn as it stands after the move, should it go on."""
        if not self.lays:
            return turn
        return turn.laying(move)

    @abstractmethod
    def lister(self, plan: PlanLike) -> Lister:
        """Bind the listing of what fits, in a fixed order."""

    def quick_lister(self, plan: PlanLike) -> Callable[[MoverState], tuple[Move, ...]] | None:
        """
        Bind a faster listing for states in which a tile lies and nothing is closed or barred.

        Returns:
            A function that lists what :meth:`lister` would; None where there is none.
        """
        return None

    def picker(self, plan: PlanLike) -> Callable[[MoverState, Random], Move | None] | None:
        """
        Bind the choice of a move at random, where listing takes long.

        Returns:
            A function of a state and where chance comes from, which gives a move that fits, or
            None where it finds none at once; None where moves are listed.
        """
        return None

    @abstractmethod
    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        """
        Bind what the move does.

        The draft starts as a copy with the turn passed on. The function changes hands,
        layout and rest as far as the move itself does.
        """

    def putter(self, plan: PlanLike) -> Callable[[Any, Seat, TileId, PlaceId], Any] | None:
        """
        Bind the laying of the move's one tile, where that is all it does.

        Returns:
            The ``put`` of the layout; None where :meth:`doer` does anything else.
        """
        return None

    def put_and_list(
        self, plan: PlanLike
    ) -> Callable[[MoverState, Move, Draft], tuple[Move, ...]] | None:
        """
        Bind what :meth:`doer` does, and then :meth:`quick_lister` for the next seat, in one call.

        Returns:
            A function that fills the hands and the table of a draft, in which the next seat is to
            move, and gives its list; None where there is none.
        """
        return None

    @abstractmethod
    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say everything that mechanically speaks against a move of this kind."""

    @abstractmethod
    def parse(self, state: State, text: str) -> Move | None:
        """
        Read notation; None where it is of another kind.

        Raises:
            InvalidNotationError: It is of this kind but garbled.
            AmbiguousMoveError: It could lead to different positions.
        """

    def candidates(self, state: State) -> Iterable[Move]:
        """Give every move of the kind one could write down: what tests try."""
        return ()

    def public(self, state: MoverState, move: Move, viewer: Seat | None) -> Move:
        """Give the move as a seat, or a spectator (None), may see it."""
        return move


@attrs.frozen
class HostAction(Action):
    """
    A move the host makes: outside the turn, not in ``legal_moves``, possibly for a seat that
    is not to move.
    """

    point = "limits"

    @property
    def is_pass(self) -> bool:
        return False

    def skips(self, state: State, seat: Seat) -> bool:
        """Say whether a seat takes no turn any more because of such a move."""
        return False

    @property
    def may_skip(self) -> bool:
        """Whether :meth:`skips` is ever to be asked."""
        return type(self).skips is not HostAction.skips

    def lister(self, plan: PlanLike) -> Lister:
        return lambda state, shut, barred: ()


@attrs.frozen
class Constraint(Component):
    """
    Takes moves away, never gives any.

    Answer with :meth:`shut` or :meth:`barred` where the answer depends on the place or the
    tile alone: they are asked once a state. Override :meth:`forbids` for anything else.
    """

    point = "turn"
    kinds: ClassVar[tuple[str, ...] | None] = None
    """The kinds of move it concerns; None for all that lay one tile at a place."""
    opening: ClassVar[bool] = False
    """Whether it holds only while nothing lies on the table."""
    temporary: ClassVar[bool] = False
    """Whether it goes away when everybody passes: a block need not count on it."""
    shortcuts = {"closer": ("shut",)}

    def concerns(self, action: Action) -> bool:
        """
        Whether it is about the moves of an action: by default those of :attr:`kinds`.

        Override it where what an action does tells, not what it is called.
        """
        return action.at_place if self.kinds is None else action.code in self.kinds

    def active(self, state: MoverState) -> bool:
        """Say whether it may forbid anything now."""
        return True

    def shut(self, state: MoverState) -> PlaceMask:
        """Give the places it closes."""
        return 0

    def closer(self, plan: PlanLike) -> Callable[[MoverState], PlaceMask]:
        """Bind :meth:`shut` where tables make it faster."""
        return self.shut

    def barred(self, state: MoverState) -> TileMask:
        """Give the tiles it bars."""
        return 0

    def forbids(self, state: MoverState, move: Move) -> bool:
        """Say whether it forbids a move; lifted or not is not its business."""
        if move.place_id >= 0 and self.shut(state) >> move.place_id & 1:
            return True
        return bool(self.barred(state) & move.bit)

    def refusal(self, state: MoverState, move: Move) -> Reason:
        """Say why."""
        return self.reason(move=str(move))

    def refusals(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say every reason, where one part has several; by default the one of :meth:`refusal`."""
        return (self.refusal(state, move),)


@attrs.frozen
class Permit(Component):
    """
    Lifts named constraints, forbids nothing.

    That a kind of move is only for who has none of another kind (``only_without``) can be lifted
    too: the code is ``must-`` and the other kind.
    """

    point = "turn"
    lifts: ClassVar[tuple[str, ...]] = ()
    """The codes of the constraints it lifts."""
    kinds: ClassVar[tuple[str, ...] | None] = None
    """The kinds of move for which it lifts a ``must-``; None for all."""
    shortcuts = {"active": ("opens", "permits")}

    def concerns(self, action: Action) -> bool:
        """Whether it lifts a ``must-`` for the moves of an action: see :attr:`kinds`."""
        return self.kinds is None or action.code in self.kinds

    def active(self, state: MoverState) -> bool:
        """Say whether it may lift anything now."""
        return True

    def opens(self, state: MoverState) -> PlaceMask:
        """Give the places at which it lifts them."""
        return 0

    def permits(self, state: MoverState, move: Move) -> bool:
        """Say whether it lifts them for a move."""
        return move.place_id >= 0 and bool(self.opens(state) >> move.place_id & 1)


@attrs.frozen
class Continuation(Component):
    """
    Keeps the turn with its player after a move.
    """

    point = "turn"
    kinds: ClassVar[tuple[str, ...] | None] = None
    """The kinds of move after which it is asked; None for all."""
    shortcuts = {"tiles": ("goes_on",)}

    def concerns(self, action: Action) -> bool:
        """Whether it is asked after the moves of an action: see :attr:`kinds`."""
        return self.kinds is None or action.code in self.kinds

    def tiles(self, plan: PlanLike) -> TileMask | None:
        """
        Promise that only moves of these tiles may keep the turn; None: no promise.

        It is asked once, when a variant is resolved.
        """
        return None

    def goes_on(self, state: MoverState, move: Move, draft: Draft) -> bool:
        """
        Say whether the turn goes on.

        The draft's ``turn`` already counts the move; it may be replaced, e.g. to owe a tile.
        """
        return False

    def lacks(self, state: MoverState, move: Move, after: State) -> TileMask:
        """
        Give tiles of which the mover has none left, seen from the turn being over.

        Asked after such a move, by who samples hands from what is public; the answer must not
        depend on any hand.
        """
        return 0


@attrs.frozen
class Effect(Component):
    """
    Watches moves: points during play, markers, the state of a rule of its own.
    """

    point = "turn"
    kinds: ClassVar[tuple[str, ...] | None] = None
    """The kinds of move it watches; None for all that players make."""

    def concerns(self, action: Action) -> bool:
        """Whether it watches the moves of an action: see :attr:`kinds`."""
        if self.kinds is None:
            return not isinstance(action, HostAction)
        return action.code in self.kinds

    def begin(self, draft: Draft) -> None:
        """Set up at the beginning of a round what the rule keeps."""

    def away(self, state: State) -> tuple[Seat, ...]:
        """Give the seats that take no part in the rounds of the match after one that is over."""
        return ()

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        """
        Act on a move.

        The turn is over when ``draft.turn is FRESH``.
        """


@attrs.frozen
class Ending(Component):
    """
    Ends the round. The first by rank that says so gives the reason.
    """

    point = "blocking"
    rank: ClassVar[int] = 0
    """Lower is asked first."""
    reason_why: ClassVar[EndReason] = EndReason.DECIDED
    """What the outcome names as the reason."""
    when: ClassVar[str] = "always"
    """
    A promise about when it can hold: ``"emptied"``, only if the mover's hand is empty;
    ``"stuck"``, only if the seat to move next has no move of a kind that lays tiles;
    ``"always"``, no promise.
    """

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        """
        Say whether the round ends with this move.

        ``move`` is None, and ``state`` the draft itself, when a round begins.
        """
        return False


@attrs.frozen
class Order(Component):
    """
    The decision point ``order``: who comes after whom.
    """

    point = "order"
    sit_out: bool = attrs.field(default=False, kw_only=True)
    """Whether a seat without tiles takes no turn."""

    def describe(self) -> tuple[Text, ...]:
        if not self.sit_out:
            return super().describe()
        code = f"{self.code}.sit-out"
        sits = Text(code=code, template="A player without tiles takes no turn.")
        return (*super().describe(), sits)

    def table(self, seats: int) -> tuple[Seat, ...]:
        """Give each seat's successor."""
        return tuple((seat + 1) % seats for seat in range(seats))

    def skips(self, draft: State, seat: Seat) -> bool:
        """Say whether a seat takes no turn now."""
        return self.sit_out and not draft.masks[seat]

    @property
    def may_skip(self) -> bool:
        """Whether :meth:`skips` is ever to be asked."""
        return self.sit_out or type(self).skips is not Order.skips


@attrs.frozen
class Sides(Component):
    """
    The decision point ``sides``: who plays with whom.
    """

    point = "sides"
    by_sum: bool = False
    """Whether a side's hands are added; else the side of the best single hand wins."""

    def of(self, seats: int) -> tuple[int, ...]:
        """
        Give the side of each seat.

        Raises:
            InvalidDealError: The sides cannot be made with so many seats.
        """
        return tuple(range(seats))


@attrs.frozen
class Dealing(Component, ABC):
    """
    The decision point ``dealing``: hands, stock, redeals.
    """

    point = "dealing"

    @abstractmethod
    def hand_size(self, tiles: int, seats: int) -> int:
        """
        Say how many tiles each seat gets of a set of ``tiles``.

        Raises:
            InvalidDealError: There is no deal for so many seats.
        """

    @abstractmethod
    def dealer(self, plan: PlanLike) -> Callable[[Draft, Shuffler, TileMask], None]:
        """
        Bind the deal: a function of the draft, the chance and tiles to be left out.

        It sets the draft's ``masks`` and ``rest``. ``rest.setup.redeals`` counts the deals that
        were thrown away; a starting rule may raise it and deal again.
        """

    def check_hands(self, plan: PlanLike, hands: tuple[TileMask, ...]) -> None:
        """
        Check hands a caller wants dealt.

        Raises:
            InvalidDealError: They cannot be dealt by these rules.
        """

    def can_deal(self, plan: PlanLike, hands: tuple[TileMask, ...]) -> bool:
        """
        Say whether chance can deal some hands, each of the right size.

        Override it where everybody knows more of a deal than how many tiles each seat has;
        rounds sampled from a view then agree with it.
        """
        return True


@attrs.frozen
class Starting(Component, ABC):
    """
    The decision point ``starting``: who opens, and with what.
    """

    point = "starting"
    shortcuts = {"in_lanes": ("begin", "set_aside")}

    @abstractmethod
    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Set ``to_move``, what lies on the table already, and what the opener must lay.

        ``draft.rest.setup.previous`` holds the finished rounds of the match.
        """

    def in_lanes(self, plan: PlanLike) -> Sequence[TileId] | None:
        """
        Say how a first round is opened, for many rounds at once.

        Returns:
            Tiles: whoever holds the first of them that is in a hand opens with it. None of them:
            the opener is drawn by lot, and opens with any tile. None, as by default: otherwise.
        """
        return None

    def set_aside(self, tile_set: TileSet, previous: Sequence[State]) -> TileMask:
        """Give tiles to be taken out of the set before the shuffle."""
        return 0

    def opener_after(
        self, outcomes: Sequence[Any], before: Seat | None, order: Sequence[Seat]
    ) -> Seat | None:
        """
        Say who has the right to open the round after some, of which the tiles are not known.

        Args:
            outcomes: The outcomes of the rounds so far.
            before: Who opened the last one; None where that is not known.
            order: The seat after each seat.

        Returns:
            The seat; None, as by default: a lot decides, or tiles that are yet to be dealt.
        """
        return None

    def check_left(self, left: int) -> None:
        """
        Check that a round can be opened when a number of tiles is left undealt.

        Raises:
            InvalidDealError: It cannot, or not with every deal.
        """

    def problem_with_empty(self, state: State) -> str | None:
        """
        Say what is wrong with a position in which nothing lies on the table.

        Override it where a tile lies from the beginning, or something must be kept until one does.

        Args:
            state: The round being set up, all but its legal moves.

        Returns:
            What is wrong, and what would be right; None where the table may be empty.
        """
        return None

    def duty(self, state: State) -> str:
        """Give the code of the part that says what the opener must lay, for its clause."""
        return self.code

    def lacked(self, start: State) -> Sequence[tuple[Seat, TileMask]]:
        """Give the tiles that seats are seen not to hold by how the round began."""
        return ()

    def shown(self, state: State) -> Sequence[str]:
        """Give the tiles that were shown to everybody before the round began."""
        return ()

    def seen_in_stock(self, state: State) -> Sequence[str]:
        """Give the tiles of which everybody saw that they lay in the stock at the beginning."""
        return ()


@attrs.frozen
class Bundle:
    """
    Parts that belong together under a plain name: ``blocking=dead_tile()``.
    """

    actions: tuple[Action, ...] = ()
    """What one may do."""
    constraints: tuple[Constraint, ...] = ()
    """What takes moves away."""
    permits: tuple[Permit, ...] = ()
    """What lifts constraints."""
    continuations: tuple[Continuation, ...] = ()
    """What keeps the turn."""
    effects: tuple[Effect, ...] = ()
    """What watches."""
    endings: tuple[Ending, ...] = ()
    """What ends the round."""

    def __add__(self, other: Bundle) -> Bundle:
        return Bundle(
            *(
                getattr(self, field.name) + getattr(other, field.name)
                for field in attrs.fields(Bundle)
            )
        )
