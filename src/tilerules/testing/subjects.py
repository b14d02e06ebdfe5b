"""
What a check is: a code, what would be right, and a question to a subject.

A check's function yields one text for each thing it finds, or nothing. The examination adds
where it was.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

import attrs

from tilerules.decks import Seed
from tilerules.play import Variant
from tilerules.play.round import Round
from tilerules.play.views import RoundView
from tilerules.rules.kinds import Action
from tilerules.rulesets import BoundRule, HouseRule
from tilerules.state import Move

__all__ = [
    "FEW",
    "FEW_LAZY",
    "Check",
    "RuleCase",
    "Spot",
    "Walk",
    "candidates",
    "check",
    "listed",
    "pick",
    "refused",
    "sample",
]

FEW = 40
"""How many moves of a state are looked at, and how many refused ones are tried."""

FEW_LAZY = 4
"""How many are looked at where moves are too many to list, and each has to be searched for."""

T = TypeVar("T")
S = TypeVar("S")


@attrs.frozen
class Check(Generic[T]):
    """One question of the kit."""

    code: str
    """Its name, which a finding bears."""
    right: str
    """What holds where nothing is wrong."""
    ask: Callable[[T], Iterable[str]]
    """Says what is wrong with a subject, one text for each thing."""


def check(code: str, right: str) -> Callable[[Callable[[T], Iterable[str]]], Check[T]]:
    """Make a check of the function that asks."""
    return lambda ask: Check(code, right, ask)


@attrs.frozen
class Walk:
    """A round played at random, as far as it went."""

    variant: Variant
    """The rules."""
    seats: int
    """How many seats."""
    seed: Seed
    """The seed of the deal, and of the choice of moves."""
    states: tuple[Round, ...]
    """Every state, the deal first."""
    error: Exception | None = None
    """What the last move raised; None where it was played."""

    @property
    def last(self) -> Round:
        """The last state."""
        return self.states[-1]


@attrs.frozen(slots=False)
class Spot:
    """One state of a walk."""

    walk: Walk
    """The walk."""
    number: int
    """How many moves lead to the state."""
    state: Round
    """The state; one move beside the walk where a host's move was tried."""
    rng: random.Random
    """Where chance comes from."""

    @cached_property
    def tries(self) -> tuple[Move, ...]:
        """The moves that are tried: listed ones, and some of those one could write down."""
        most = 3 * FEW_LAZY if self.state.plan.is_lazy else FEW
        found = dict.fromkeys(sample(self.rng, listed(self.state)))
        found.update(dict.fromkeys(sample(self.rng, candidates(self.state), most)))
        return tuple(found)


@attrs.frozen
class RuleCase:
    """A house rule with a variant it is for."""

    rule: HouseRule
    """The rule."""
    variant: Variant
    """The variant without it."""
    beside: tuple[BoundRule, ...] = ()
    """The rules it is tried together with."""


def refused(by: type[Exception] | tuple[type[Exception], ...], ask: Callable[[], object]) -> bool:
    """Whether a call is refused with one of some errors."""
    try:
        ask()
    except by:
        return True
    return False


def candidates(state: Round) -> Iterator[Move]:
    """Give every move one could write down, legal or not, host moves included."""
    actions: list[Action] = [*state.plan.actions.values(), *state.plan.host_actions.values()]
    for action in actions:
        yield from action.candidates(state)


def listed(state: Round | RoundView, most: int | None = None) -> tuple[Move, ...]:
    """Give the first legal moves of a round or a view: all of them where they are few."""
    if most is None:
        most = FEW if isinstance(state.legal_moves, tuple) else FEW_LAZY
    return tuple(islice(state.legal_moves, most))


def pick(state: Round, number: int) -> Move | None:
    """Give a legal move by any number, 0 being the first one; None where the round is over."""
    moves = state.legal_moves
    if isinstance(moves, tuple):
        return moves[number % len(moves)] if moves else None
    found = listed(state, 1 + number % FEW_LAZY)
    return found[-1] if found else None


def sample(rng: random.Random, items: Iterable[S], most: int = FEW) -> Sequence[S]:
    """Give some of many items, in their order; all of them where they are few."""
    pool = list(islice(items, 25 * FEW))
    if len(pool) <= most:
        return pool
    return [pool[at] for at in sorted(rng.sample(range(len(pool)), most))]
