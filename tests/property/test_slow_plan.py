"""
The library's plan and the plain one agree about every state they are shown.
"""

from __future__ import annotations

import random

import pytest

from property.registered import ids, is_lazy, played_by_default
from property.slow_plan import is_decided, is_legal, legal_moves, next_state
from tilerules import InvalidDealError, Round, Variant
from tilerules.testing.subjects import listed, pick

STATES = 16
"""How many states of a round are compared, about."""


def a_round(variant: Variant, seats: int) -> Round | None:
    """
    Deal a round; by some house rules not every number of seats, or seed, can be dealt.
    """
    for seed in range(10):
        try:
            return variant.deal(seats, seed=seed)
        except InvalidDealError:
            continue
    return None


def compare(state: Round) -> None:
    """
    Compare the legal moves of a state, and membership of all that could be written down.
    """
    if state.to_move is None:
        assert not state.legal_moves
        return
    moves = listed(state, None if state.plan.is_lazy else 10_000)
    if state.plan.is_lazy:
        assert all(is_legal(state, move) for move in moves if is_decided(state, move.kind))
        slow = [move for move in legal_moves(state) if is_decided(state, move.kind)]
        assert all(move in state.legal_moves for move in slow[:20])
    else:
        slow = legal_moves(state)
        assert sorted(map(str, slow)) == sorted(map(str, moves)), str(state.position)


def compare_step(state: Round, after: Round) -> None:
    """
    Compare what came of a move.
    """
    assert after.move is not None
    slow = next_state(state, after.move)
    for name in ("masks", "table", "to_move", "turn", "rest", "end"):
        expected = getattr(slow, name)
        assert expected == getattr(after, name), f"{name} after {after.move}: {state.position}"


def play(state: Round, rng: random.Random) -> list[Round]:
    """
    Play a round at random and give all its states.
    """
    states = [state]
    for _ in range(24 if state.plan.is_lazy else state.variant.most_moves):
        move = pick(states[-1], rng.randrange(1000))
        if move is None:
            break
        states.append(states[-1].play(move))
    return states


@pytest.mark.parametrize(
    "variant",
    # Where moves are searched for, house rules would take long and hardly touch the plan.
    [one for one in played_by_default() if not (is_lazy(one) and one.applied)],
    ids=ids,
)
def test_plans_agree(variant: Variant) -> None:
    """
    Both list the same moves, and both come to the same next state, mover and end.
    """
    dealt = [state for seats in variant.seats if (state := a_round(variant, seats)) is not None]
    assert dealt
    for start in {dealt[0].seats: dealt[0], dealt[-1].seats: dealt[-1]}.values():
        rng = random.Random(str(start.position))
        states = play(start, rng)
        last = len(states) - 1
        count = STATES // 4 if start.plan.is_lazy else STATES
        for at in sorted({0, last, *(rng.randint(0, last) for _ in range(count))}):
            compare(states[at])
            if at < last:
                compare_step(states[at], states[at + 1])
