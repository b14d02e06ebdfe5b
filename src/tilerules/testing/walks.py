"""Rounds played at random, and what they leave behind as text."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from tilerules.decks import Seed
from tilerules.play import Variant
from tilerules.records import dumps
from tilerules.testing.lookup import OneVariant
from tilerules.testing.subjects import Walk, listed, pick

__all__ = ["GlobalRandomError", "no_global_random", "show_last", "trace", "trace_of", "walk"]


def walk(variant: Variant, seats: int, seed: Seed, *, most: int) -> Walk:
    """
    Deal a round and play it at random.

    Args:
        variant: The rules.
        seats: How many seats.
        seed: The seed of the deal, and of the choice of moves.
        most: The walk stops after this many moves.

    Raises:
        TilerulesError: The round cannot be dealt; what a move raises is kept in the walk.
    """
    rng = random.Random(f"{seed!r}")
    states = [variant.deal(seats, seed=seed)]
    error: Exception | None = None
    for _ in range(most):
        try:
            move = pick(states[-1], rng.randrange(1 << 16))
            if move is None:
                break
            states.append(states[-1].play(move))
        except Exception as raised:  # whatever a rule raises is a finding, not a crash
            error = raised
            break
    return Walk(variant, seats, seed, tuple(states), error)


def trace(variant: Variant, seats: int, seed: Seed, *, most: int) -> str:
    """
    Play a round at random and write down everything it shows.

    Two traces of the same arguments are equal, in any process on any Python.
    """
    return trace_of(walk(variant, seats, seed, most=most))


def trace_of(played: Walk) -> str:
    """Write down everything a round that has been played shows."""
    lines = [str(played.variant.rulebook())]
    for state in played.states:
        # Where each move has to be searched for, the first one has to do.
        moves = listed(state) if isinstance(state.legal_moves, tuple) else listed(state, 1)
        names = " ".join(move.notation for move in moves)
        lines += [f"{state.to_move} {state.move}: {names}", str(state.position)]
    return "\n".join([*lines, *show_last(played)])


def show_last(played: Walk) -> list[str]:
    """Write down the last state: its record, what everybody sees, its text, what stopped it."""
    last = played.last
    views = [last.view(seat).to_dict() for seat in (None, *range(last.seats))]
    record = dumps(last, registry=OneVariant(played.variant))
    shown = [record, json.dumps(views), str(last), repr(last.outcome)]
    return shown if played.error is None else [*shown, repr(played.error)]


class GlobalRandomError(Exception):
    """A rule asked Python's global generator, which a seed does not rule."""


def _refuse(name: str) -> Callable[..., NoReturn]:
    def refuse(*_args: Any, **_kwargs: Any) -> NoReturn:
        raise GlobalRandomError(f"random.{name} was called")

    return refuse


@contextlib.contextmanager
def no_global_random() -> Iterator[None]:
    """
    Let every function of the global :mod:`random` generator raise for a while.

    Generators of one's own, ``random.Random(seed)``, work as ever.

    Raises:
        GlobalRandomError: On leaving, if the generator was used through an earlier import.
    """
    shared = {
        name: value
        for name, value in vars(random).items()
        if getattr(value, "__self__", None) is random._inst and name not in ("getstate", "setstate")
    }
    before = random.getstate()
    for name in shared:
        setattr(random, name, _refuse(name))
    try:
        yield
    finally:
        for name, value in shared.items():
            setattr(random, name, value)
    if random.getstate() != before:
        raise GlobalRandomError("Python's global generator was used")
