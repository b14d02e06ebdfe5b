"""
Who plays first, round after round, whoever won.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component
from tilerules.decks import Shuffler
from tilerules.rules.start_draw import draw_lots
from tilerules.rules.state import Draft, Seat, State

__all__ = ["ByDealer", "FirstPlayer", "HighestDrawn", "LotThenRotate"]


@attrs.frozen
class FirstPlayer(Component, ABC):
    """
    Who plays first, or draws for the engine first where it comes out of a hand.
    """

    point: ClassVar[str] = "starting"

    def params(self) -> dict[str, object]:
        """Name what is done first, for the sentence."""
        following = "the player after the one who played first in the round before"
        return {**super().params(), "does": "plays first", "next": following}

    @abstractmethod
    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Give the seat; ``draft.rest.setup.previous`` holds the rounds before this one."""


@attrs.frozen
class LotThenRotate(FirstPlayer):
    """A lot for the first round, then always the next seat."""

    code: ClassVar[str] = "lot-then-rotate"
    sentence: ClassVar[str] = (
        "Who {does} in the first round is drawn by lot; in each further round it is {next}."
    )

    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Take the seat after the last opener, or draw the lot."""
        before = _last_opener(draft.rest.setup.previous)
        if before is None:
            return self.lot(draft, chance)
        return draft.plan.next_seat(draft, before)  # type: ignore[arg-type]  # a draft can be read

    def lot(self, draft: Draft, chance: Shuffler) -> Seat:
        """Draw a seat."""
        return chance.lot(draft.plan.seats)


@attrs.frozen
class HighestDrawn(LotThenRotate):
    """Everybody draws a tile; the highest plays first, later always the next seat."""

    code: ClassVar[str] = "draw-highest"
    keeps: ClassVar[tuple[str, ...]] = ("drawn-pips",)
    sentence: ClassVar[str] = (
        "Before the first deal everybody draws a tile, and whoever has the most pips {does}; "
        "those level for it draw again. In each further round it is {next}."
    )

    def lot(self, draft: Draft, chance: Shuffler) -> Seat:
        """
        Draw tiles until one is the highest.

        All see what was drawn; the pips are kept, a draw at a time, None for who did not draw.
        """
        tile_set = draft.plan.tile_set
        pool = chance.shuffled(range(len(tile_set)), "start")
        seat, draws = draw_lots(tile_set, pool, draft.plan.seats, chance)
        pips = tuple(
            tuple(tile_set.tile(word).pips if word else None for word in draw) for draw in draws
        )
        draft.rest = draft.rest.with_ext("drawn-pips", pips)
        return seat

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        """Check that every draw has pips, or None, for each seat."""
        draws = value if isinstance(value, tuple) else ()
        numbers = [pips for draw in draws if isinstance(draw, tuple) for pips in draw]
        seats = state.plan.seats
        are_draws = all(isinstance(draw, tuple) and len(draw) == seats for draw in draws)
        if draws and are_draws and all(pips is None or type(pips) is int for pips in numbers):
            return None
        return f"must be draws of {seats} numbers each"


@attrs.frozen
class ByDealer(FirstPlayer):
    """The dealer, or the player after the dealer; seat 0 deals first, then always the next seat."""

    code: ClassVar[str] = "dealer"
    sentence: ClassVar[str] = "{who} {does}; the deal passes to the next player."

    left: bool = False
    """Whether it is the player after the dealer."""

    def params(self) -> dict[str, object]:
        """Say who."""
        who = "The player after the dealer" if self.left else "The dealer"
        return {**super().params(), "who": who}

    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Follow the order of play from seat 0."""
        seat = 0
        for _ in range(draft.rest.setup.number - 1 + self.left):
            seat = draft.plan.next_seat(draft, seat)  # type: ignore[arg-type]  # can be read
        return seat


def _last_opener(previous: Sequence[Any]) -> Seat | None:
    """Give who played first in the last round, or laid its engine; None if it is not known."""
    if not previous:
        return None
    states = previous[-1].states
    if states[0].table:
        return states[0].to_move  # type: ignore[no-any-return]
    laid = next((state for state in states if state.table), None)
    return None if laid is None else laid.parent.to_move
