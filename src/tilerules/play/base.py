"""
What the state machine knows of rounds and of the rules they are played by.

A round is played by its plan, and a plan makes rounds. So that each can be read without the
other, listings, steps and judging are written to :class:`Resolved`, which a plan fulfils, and
what writes and shows rounds to :class:`RoundLike`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from tilerules.component import RulesLike
from tilerules.decks import TileBag, TileSet
from tilerules.layouts.base import BoundLayout
from tilerules.rules.kinds import Action, Ending, HostAction
from tilerules.rulesets.ruleset import Ruleset
from tilerules.scorers.kinds import Adjustment, Rung, TileValue
from tilerules.scorers.results import Held
from tilerules.state import EndReason, Move, Rest, Seat, State
from tilerules.texts import Reason
from tilerules.tiles import Pips, Tile, TileMask

__all__ = ["Playable", "Resolved", "RoundLike", "Step"]

Step: TypeAlias = Callable[[Any, Move], Any]
"""From a state and a legal move to the next state."""


class Resolved(ABC):
    """
    A variant for a number of seats, as rounds, listings, steps and the judge see it.
    """

    variant: Any
    """The variant."""
    seats: int
    """How many seats there are."""
    tile_set: TileSet
    """The tiles in use."""
    layout: BoundLayout
    """The layout, bound to tiles and seats."""
    sides: tuple[int, ...]
    """The side each seat belongs to."""
    order: tuple[Seat, ...]
    """Each seat's successor, sitting out apart."""
    zero: tuple[int, ...]
    """A nought for each seat."""
    nothing: Rest
    """The rest of a state in which nothing has happened."""
    pips: Mapping[TileMask, Pips]
    """The pips of each tile by its mask."""
    values: tuple[TileValue, ...]
    """What changes the values of tiles, by rank."""
    ladder: tuple[Rung, ...]
    """The rungs that find a winner, by rank."""
    leading: tuple[Rung, ...]
    """The rungs that tell which hand of the winning side was best, by rank."""
    adjustments: tuple[Adjustment, ...]
    """What changes a verdict, by rank."""
    has_partners: bool
    """Whether several seats are one side."""
    actions: dict[str, Action]
    """The actions by kind, in the order moves are listed."""
    host_actions: dict[str, HostAction]
    """The moves of the host by kind."""
    is_lazy: bool
    """Whether the legal moves are too many to list."""
    may_skip: bool
    """Whether a seat may ever be passed over."""
    lists_openly: bool
    """Whether the list of legal moves is the same tuple for all who may see it: no move is
    searched for, and none says which of several copies it is about."""
    looks_back: bool
    """Whether some part looks at more than the present: see :attr:`Component.looks_back
    <tilerules.component.Component.looks_back>`."""
    steps: dict[str, Step]
    """From a state and a legal move to the next state, by kind of move, the host's too."""
    iterate: Callable[[State], Iterator[Move]]
    """Gives the legal moves of a state one by one."""
    offer: Callable[[State, str], Move | None]
    """Gives one move of a kind, to show that there is one."""
    draw: Callable[[State, random.Random], Move | None]
    """Gives a legal move at random, without listing those of a kind that explodes."""
    waives: Callable[[State, Move, str], bool]
    """Says whether a move is allowed although one of another kind is possible."""
    judge: Callable[[Any], Any]
    """Decides a finished round."""

    @abstractmethod
    def faces(self, mask: TileMask) -> Hashable:
        """Give what a mask is to a player: copies of one face are the same."""

    @abstractmethod
    def lowest(self, mask: TileMask) -> TileMask:
        """Give the lowest copy of each face in a mask: of equal tiles the lower one moves."""

    @abstractmethod
    def by_pips(self, hand: TileMask, dead: TileMask) -> Held:
        """Give the counted tiles of a seat as if nothing changed what they are worth."""

    @abstractmethod
    def hold(self, hand: TileMask, dead: TileMask) -> Held:
        """Give the counted tiles of a seat: effective value, face, whether it is dead."""

    @abstractmethod
    def next_seat(self, state: State, seat: Seat) -> Seat:
        """Give the seat whose turn comes after ``seat``'s."""

    @abstractmethod
    def brings(self, state: State) -> bool:
        """Whether any action can still bring a tile into a hand, in this turn or a later one."""

    @abstractmethod
    def kinds_open(self, state: State, kinds: Collection[str]) -> tuple[Move, ...]:
        """Give the moves of some kinds that the seat to move has, fallback or not."""

    @abstractmethod
    def action_of(self, move: Move) -> Action | None:
        """Give the action a move belongs to, if the variant has one."""

    @abstractmethod
    def problems(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Give every reason against a move; none when it is legal."""

    @abstractmethod
    def against(
        self, state: State, move: Move | str, read: Move, *, host: bool = False
    ) -> tuple[Reason, ...]:
        """
        Judge what the notation of a move says.

        Whatever else a move carries may have been written by hand, or for another state.

        Args:
            state: A round that is going on.
            move: The move, or its notation.
            read: What :meth:`parse` made of the notation.
            host: Whether the host asks, who may make the moves of the host too.

        Returns:
            Every reason against it.
        """

    @abstractmethod
    def parse(self, state: State, text: str) -> Move:
        """Read the notation of a move, legal or not."""

    @abstractmethod
    def draft(self) -> Any:
        """Make an empty draft of a round."""

    @abstractmethod
    def resume(self, draft: Any) -> Any:
        """Freeze a draft set up from a position that is not over."""


class RoundLike(State, Protocol):
    """
    A round, to show and to write down.
    """

    @property
    def variant(self) -> Ruleset:
        """The rules in force."""

    @property
    def seats(self) -> int:
        """How many seats there are."""

    @property
    def states(self) -> tuple[RoundLike, ...]:
        """Every state from the beginning to this one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""

    @property
    def hands(self) -> tuple[TileBag, ...]:
        """Each seat's tiles."""

    @property
    def dead(self) -> tuple[TileBag, ...]:
        """Each seat's dead tiles."""

    @property
    def stock(self) -> tuple[Tile, ...]:
        """The undealt tiles left face down."""

    @property
    def layout(self) -> Any:
        """What lies on the table."""

    @property
    def scored(self) -> tuple[int, ...]:
        """Points scored during play so far."""

    @property
    def end(self) -> tuple[EndReason, Seat | None] | None:
        """Why the round ended and whose move ended it; None while it goes on."""

    @property
    def outcome(self) -> Any:
        """How the round ended; None while it goes on."""


class Playable(RulesLike, Protocol):
    """
    A variant, to whoever asks it for plans.
    """

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats it is for."""

    @property
    def endings(self) -> tuple[Ending, ...]:
        """What ends the round."""

    def plan(self, seats: int) -> Resolved:
        """Give the variant resolved for a number of seats."""
