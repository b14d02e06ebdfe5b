"""Can it be dealt, for whom, and do rounds make a match?"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from tilerules.errors import (
    InvalidDealError,
    InvalidSeedError,
    RoundNotOverError,
    RoundOverError,
)
from tilerules.play import Variant
from tilerules.play.match import Match
from tilerules.records import dumps, loads
from tilerules.testing.lookup import OneVariant, can_travel
from tilerules.testing.subjects import Walk, check, listed, refused

__all__ = ["deals", "matches", "next_rounds"]


@check(
    "deals",
    "Every number of seats a variant declares can be dealt, whatever the seed; every other one "
    "is refused with InvalidDealError, and so is a bad seed with InvalidSeedError; what is of a "
    "wrong type is refused with TypeError.",
)
def deals(variant: Variant) -> Iterable[str]:
    """Deal for every number of seats, and for some that are not declared."""
    for seats in variant.seats:
        for seed in ("deals", 0):
            try:
                dealt = variant.deal(seats, seed=seed)
            except InvalidDealError as error:
                yield f"{seats} seats are declared, but with seed {seed!r}: {error}"
                break
            if not all(dealt.masks) and dealt.to_move is not None:
                yield f"{seats} seats: a seat is dealt no tile"
    for seats in (0, -1, max(variant.seats) + 1, True):
        if not refused((InvalidDealError, TypeError), partial(variant.deal, seats, seed=0)):
            yield f"a deal for {seats!r} seats is not refused"
    for bad in (-1, True, 1.5, (1, 2)):
        deal: Callable[..., object] = partial(variant.deal, variant.seats[0])
        if not refused((InvalidSeedError, TypeError), partial(deal, seed=bad)):
            yield f"the seed {bad!r} is not refused"


@check(
    "next-round",
    "Whatever way a round ended, won, blocked or tied, the next round of the match has an "
    "opener who has a move.",
)
def next_rounds(walk: Walk) -> Iterable[str]:
    """Deal a round after the finished one."""
    if walk.last.outcome is None:
        return
    try:
        dealt = walk.variant.deal(walk.seats, seed=walk.seed, previous=(walk.last,))
    except Exception as error:  # whatever a starting rule raises is a finding
        if not (walk.variant.applied and isinstance(error, InvalidDealError)):
            said = f"{type(error).__name__}: {error}"
            yield f"after {walk.last.outcome} no round can be dealt: {said}"
        return
    if dealt.rest.setup.number != 2:
        yield f"the round after the first is number {dealt.rest.setup.number}"
    if dealt.to_move is not None and not dealt.legal_moves:
        yield f"after {walk.last.outcome} seat {dealt.to_move} is to open and has no move"


@check(
    "matches",
    "A match adds up what its rounds were worth, deals round k from its seed and k, refuses to "
    "go on too early or too late, and survives records and pickle.",
)
def matches(walk: Walk) -> Iterable[str]:
    """Play a match of up to two rounds, if rounds are played to their end at all."""
    if walk.last.to_move is not None:
        return
    match = walk.variant.match(walk.seats, seed=walk.seed)
    for _ in range(2):
        is_on = match.round.to_move is not None
        if is_on and not refused(RoundNotOverError, match.next_round):
            yield "the next round is dealt although one is going on"
        match = _finish(match)
        if match.round.outcome is None:
            return
        if match.outcome is not None:
            yield from _too_late(match)
            break
        match = match.next_round()
    yield from _sums(match)
    yield from _comes_back(match)


def _finish(match: Match) -> Match:
    """Play the round that is going on, always with the first legal move."""
    for _ in range(match.variant.most_moves):
        moves = listed(match.round, 1)
        if not moves:
            break
        match = match.play(moves[0])
    return match


def _too_late(match: Match) -> Iterator[str]:
    outcome = match.outcome
    assert outcome is not None
    if not outcome.winners or len(outcome.totals) != match.round.seats or not str(match):
        yield f"the match ends with {outcome!r}"
    if not refused(RoundOverError, match.next_round):
        yield "a round is dealt although the match is over"


def _sums(match: Match) -> Iterator[str]:
    points = [outcome.points for outcome in match.outcomes]
    totals = tuple(map(sum, zip(*points, strict=True))) if points else match.totals
    if match.totals != totals:
        yield f"the totals are {match.totals}, the points of the rounds add up to {totals}"
    last = match.rounds[-1]
    again = match.variant.deal(last.seats, seed=match.seed, previous=match.rounds[:-1])
    if again != last.start:
        yield f"round {len(match.rounds)} is not dealt from the seed and its number"


def _comes_back(match: Match) -> Iterator[str]:
    registry = OneVariant(match.variant)
    read = loads(dumps(match, registry=registry), registry=registry)
    copies = {"a record": read}
    if can_travel(match.variant):
        copies["pickle"] = pickle.loads(pickle.dumps(match))
    for name, again in copies.items():
        same_moves = isinstance(again, Match) and [one.moves for one in again.rounds] == [
            one.moves for one in match.rounds
        ]
        if again != match or not same_moves:
            yield f"a match comes back from {name} as {again!r}"
