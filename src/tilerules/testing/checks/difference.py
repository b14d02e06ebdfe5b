"""Does a house rule make the difference that it speaks of?"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from tilerules.errors import IllegalMoveError, InvalidDealError, TilerulesError
from tilerules.play import Variant
from tilerules.play.match import Match
from tilerules.play.round import Round
from tilerules.rulesets.leaves import changes, idle_leaves
from tilerules.state import EndReason
from tilerules.testing.lookup import applied
from tilerules.testing.subjects import RuleCase, check, pick
from tilerules.tiles import bits

__all__ = ["difference"]

_ROUNDS = 400
"""How many rounds are played with and without a rule."""

_MOVES = 60_000
"""After how many moves no further round is begun."""

_LAZY_MOVES = 40
"""The same where moves have to be searched for."""

_GIVEN = 10
"""One match, and so many less one rounds from hands set up, by turns."""

_LEAST = 30
"""Fewer rounds say nothing: where moves have to be searched for, few can be played."""

_ENDS = 300
"""How many ends of rounds are judged with and without a rule."""

_ROUNDS_A_MATCH = 30
"""How many rounds of one match are looked at."""


def _told(state: Round) -> tuple[object, ...]:
    """Give what a difference may show in while a round is played, and after it."""
    moves = state.legal_moves
    return (
        state.to_move,
        moves if isinstance(moves, tuple) else pick(state, 0),
        state.masks,
        state.rest.dead,
        state.rest.stock,
        state.table,
        state.outcome,
    )


def _stands(match: Match) -> tuple[object, ...]:
    """Give what a difference may show in between two rounds."""
    return match.totals, match.outcome


def _matched(one: Variant, other: Variant, seats: int, seed: int) -> Iterator[bool]:
    """Play the same match by both rules; say after each move whether they differ."""
    rng = random.Random(seed)
    match, twin = one.match(seats, seed=seed), other.match(seats, seed=seed)
    for _ in range(_ROUNDS_A_MATCH):
        while True:
            yield _told(match.round) != _told(twin.round) or _stands(match) != _stands(twin)
            move = pick(match.round, rng.randrange(1 << 16))
            if move is None:
                break
            match, twin = match.play(move.notation), twin.play(move.notation)
        if match.outcome is not None:
            # Who would open another round is asked where a match is one round, too.
            dealt = (
                _told(variant.deal(seats, seed=seed, previous=played.rounds))
                for variant, played in ((one, match), (other, twin))
            )
            yield next(dealt) != next(dealt)
            return
        match, twin = match.next_round(), twin.next_round()


def _given(one: Variant, other: Variant, seats: int, seed: int) -> Iterator[bool]:
    """Play the same round from hands of any size: rare states are near where hands are small."""
    rng = random.Random(seed)
    faces = [str(tile) for tile in one.tiles.tiles]
    rng.shuffle(faces)
    most = rng.randint(1, max(len(faces) // seats, 1))
    hands = [[faces.pop() for _ in range(rng.randint(1, most))] for _ in range(seats)]
    texts = [" ".join(hand) for hand in hands]
    state, twin = (variant.deal(seats, hands=texts, seed=seed) for variant in (one, other))
    while True:
        yield _told(state) != _told(twin)
        move = pick(state, rng.randrange(1 << 16))
        if move is None:
            return
        state, twin = state.play(move.notation), twin.play(move.notation)


def _judged(one: Variant, other: Variant, seats: int, seed: int) -> bool:
    """Whether the same end of a round, with few tiles left and often level, is judged apart."""
    rng = random.Random(seed)
    plan = one.plan(seats)
    pool = rng.sample(range(len(plan.tile_set)), min(3 * seats, len(plan.tile_set)))
    masks = [sum(1 << pool.pop() for _ in range(rng.randint(0, 2))) for _ in range(seats)]
    out = [seat for seat, mask in enumerate(masks) if not mask]
    if len(out) > 1:
        return False
    hands = [" ".join(str(plan.tile_set.tiles[t]) for t in bits(mask)) for mask in masks]
    by = out[0] if out else rng.randrange(seats)
    reason = EndReason.WENT_OUT if out else EndReason.BLOCKED
    found: list[object] = []
    for variant in (one, other):
        try:
            found.append(variant.score(hands, by=by, reason=reason.value))
        except TilerulesError as error:
            found.append(type(error))
    return found[0] != found[1]


def _differ(one: Variant, other: Variant) -> tuple[bool, int, int]:
    """Look for a difference; give whether there is one, and how many rounds and ends were tried."""
    seats = [count for count in one.seats if count in other.seats]
    plans = [(one.plan(count), other.plan(count)) for count in seats]
    if one.seats != other.seats or any(
        a.host_actions.keys() != b.host_actions.keys() for a, b in plans
    ):
        return True, 0, 0
    for number in range(_ENDS):
        if _judged(one, other, seats[number % len(seats)], number):
            return True, 0, number
    for number in range(_ROUNDS):
        count = seats[number % len(seats)]
        try:
            if _told(one.deal(count, seed=number)) != _told(other.deal(count, seed=number)):
                return True, 0, _ENDS
        except InvalidDealError:
            continue
    moves, rounds = 0, 0
    most = _LAZY_MOVES if any(plan.is_lazy for plan, _ in plans) else _MOVES
    for number in range(_ROUNDS):
        play = _given if number % _GIVEN else _matched
        try:
            for is_other in play(one, other, seats[number // _GIVEN % len(seats)], number):
                if is_other:
                    return True, rounds, _ENDS
                moves += 1
        except InvalidDealError:
            continue  # a house rule may leave deals that cannot be dealt
        except IllegalMoveError:
            return True, rounds, _ENDS
        rounds += 1
        if moves > most:
            break
    return False, rounds, _ENDS


@check(
    "difference",
    "A house rule makes the difference that it speaks of: with it, some round goes on, ends or is "
    "judged otherwise than without it. A part whose methods are never asked, or always answer "
    "nothing, is only words; one that can do nothing beside others says so in idle_in().",
)
def difference(case: RuleCase) -> Iterable[str]:
    """Play rounds and judge ends with and without the rule, until something differs."""
    bound = case.rule.bind()
    try:
        changed = applied(case.variant, bound)
    except TilerulesError:
        return  # ``parameters`` says it
    idle = idle_leaves(case.variant) | idle_leaves(changed)
    if all(change.path in idle for change in changes(case.variant, changed)):
        return
    found, rounds, ends = _differ(case.variant, changed)
    if not found and rounds >= _LEAST:
        yield (
            f"{bound} made no difference to any move, count or point in {rounds} rounds or matches "
            f"and {ends} ends of rounds, some of them from hands set up for it"
        )
