"""
Who plays the rounds of a study.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from tilerules.errors import StudyError, nearest
from tilerules.moves import ListedMoves
from tilerules.play import Round
from tilerules.play.bots import advise
from tilerules.play.plans.lazy import LazyMoves

if TYPE_CHECKING:
    from tilerules.state import Move

__all__ = ["BOTS", "BrokenPlayError", "Chooser", "make_bot", "play_random", "play_with"]

Chooser: TypeAlias = "Callable[[Round], Move | None]"
"""Chooses a move for the seat that is to move."""


class BrokenPlayError(Exception):
    """Play has failed; the cause says why."""

    def __init__(self, state: Round) -> None:
        super().__init__(state)
        self.state = state
        """The state before the move that failed."""


def play_random(state: Round, rng: random.Random) -> tuple[Round, int]:
    """
    Play a round to its end at random; where moves are too many to list, they are drawn.

    Args:
        state: The round.
        rng: Where chance comes from.

    Returns:
        The end, and how many moves that took.

    Raises:
        BrokenPlayError: A rule has failed.
    """
    dice = rng.random
    length = 0
    try:
        while state.to_move is not None:
            legal = state.legal_moves
            if type(legal) is ListedMoves:
                state = state.play(legal[int(dice() * len(legal))])
            else:
                state = state.play(_any(rng, state))
            length += 1
    except Exception as error:
        raise BrokenPlayError(state) from error
    return state, length


def play_with(state: Round, choosers: Sequence[Chooser]) -> tuple[Round, int]:
    """
    Play a round to its end by bots.

    Args:
        state: The round.
        choosers: One a seat.

    Returns:
        The end, and how many moves that took.

    Raises:
        BrokenPlayError: A rule or a bot has failed, or a bot chose what is not legal.
    """
    length = 0
    try:
        while (seat := state.to_move) is not None:
            move = choosers[seat](state)
            if move is None:
                raise StudyError(f"the bot of seat {seat} gave no move")
            state = state.play(move)
            length += 1
    except Exception as error:
        raise BrokenPlayError(state) from error
    return state, length


def _any(rng: random.Random, state: Round) -> Move:
    """Choose a legal move at random."""
    legal = state.legal_moves
    if isinstance(legal, LazyMoves):
        return legal.draw(rng) or legal[0]
    return legal[int(rng.random() * len(legal))]


def _heaviest(_rng: random.Random, state: Round) -> Move:
    """
    Lay the heaviest tile that fits, of equal moves the first; lay the lightest face down, of equal
    ones the last.

    Raises:
        StudyError: Moves are too many to list.
    """
    legal = state.legal_moves
    if isinstance(legal, LazyMoves):
        raise StudyError(
            f"the bot 'heaviest' chooses a single tile, and in {state.variant.key} moves are whole"
            " melds; the bots 'random' and 'adviser' play there"
        )
    pips = state.plan.pips
    laid = [move for move in legal if move.bit and move.kind != "discard"]
    if laid:
        return max(laid, key=lambda move: pips[move.bit])
    return min(reversed(tuple(legal)), key=lambda move: pips[move.bit] if move.bit else 0)


def _adviser(rng: random.Random, state: Round) -> Move:
    """Do what the library advises the seat to move, by what it sees."""
    return advise(state.view(state.to_move), rng)


BOTS: dict[str, Callable[[random.Random, Round], Move]] = {
    "random": _any,
    "heaviest": _heaviest,
    "adviser": _adviser,
}
"""The bots that have a short name; they need no view, or make it themselves."""


def make_bot(name: str, rng: random.Random) -> Chooser:
    """
    Make a bot by its name.

    Args:
        name: A short name, or ``"module:factory"``; what the factory makes has ``choose(view)``.
        rng: Where its chance comes from.

    Raises:
        StudyError: There is no such bot, or no such module here.
    """
    if name in BOTS:
        return partial(BOTS[name], rng)
    module, colon, attribute = name.partition(":")
    if not colon:
        raise StudyError(f"no bot {name!r}{nearest(name, BOTS)}; or write 'module:factory'")
    try:
        factory = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise StudyError(f"there is no bot {name!r} in this process: {error}") from error
    bot = factory(rng)
    return lambda state: bot.choose(state.view(state.to_move))
