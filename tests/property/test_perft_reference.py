"""
Plain engines count as many sequences of moves as the library.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import tilerules
from property.registered import ids, played_by_default
from property.slow_plan import legal_moves
from property.test_mexican_train_reference import GAMES, twin
from reference import gaple
from tilerules import InvalidDealError, Round, Variant, perft

DEPTH = 4


def plain_count(engine: Any, depth: int) -> int:
    """
    Count with an engine that is copied for every move.
    """
    if depth == 0:
        return 1
    total = 0
    for move in engine.legal():
        after = copy.deepcopy(engine)
        after.play(move)
        total += plain_count(after, depth - 1)
    return total


def slow_count(state: Round, depth: int) -> int:
    """
    Count what the plainest reading of the parts lists.
    """
    if depth == 0 or state.to_move is None:
        return int(depth == 0)
    return sum(slow_count(state.play(move), depth - 1) for move in legal_moves(state))


def along(state: Round, every: int) -> list[Round]:
    """
    Give some states of a random round, the first and the last among them.
    """
    rng = random.Random(str(state.position))
    states = [state]
    while states[-1].to_move is not None:
        moves = list(states[-1].legal_moves)
        states.append(states[-1].play(rng.choice(moves)))
    return [*states[::every], states[-1]]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", GAMES)
def test_trains(key: str, seed: int) -> None:
    """
    The plain engine of Mexican Train counts the same from the deal and from later moments.
    """
    first = tilerules.variant(key).deal(2 + seed, seed=seed)
    while not first.table and first.rest.get("opening") is None:
        first = first.play("draw")
    naive = twin(first, GAMES[key])
    rng = random.Random(seed)
    state = first
    for number in range(40):
        if number % 8 == 0:
            for depth in range(DEPTH):
                assert plain_count(naive, depth) == perft(state, depth), str(state.position)
        if state.to_move is None:
            break
        move = rng.choice([move.notation for move in state.legal_moves])
        state = state.play(move)
        naive.play(move)


GAPLE: dict[tuple[str, ...], gaple.Rules] = {
    (): gaple.Rules(),
    ("pass",): gaple.Rules(cannot_play="pass"),
    ("draw", "direction"): gaple.Rules(cannot_play="draw", direction="counter_clockwise"),
    ("discard-plays-on",): gaple.Rules(end_on_discard=False),
}
"""House rules, and what the plain engine calls them."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", GAPLE, ids=" ".join)
def test_gaple(rules: tuple[str, ...], seed: int) -> None:
    """
    The plain engine of Gaple counts the same all along a round.
    """
    state = tilerules.variant("gaple").with_rules(*rules).deal(4, seed=seed)
    hands = [gaple.parse_tiles(str(hand)) for hand in state.hands]
    opener, opening = gaple.next_opener([], hands, GAPLE[rules])
    naive = gaple.NaiveGaple(hands, opener=opener, opening=opening, rules=GAPLE[rules])
    rng = random.Random(seed)
    while True:
        if len(naive.moves) % 5 == 0 or state.to_move is None:
            for depth in range(DEPTH):
                assert plain_count(naive, depth) == perft(state, depth), str(state.position)
        if state.to_move is None:
            break
        move = rng.choice([move.notation for move in state.legal_moves])
        state = state.play(move)
        naive.play(move)


@pytest.mark.parametrize(
    "variant",
    [one for one in played_by_default() if not one.plan(one.seats[0]).is_lazy],
    ids=ids,
)
def test_slow_plan(variant: Variant) -> None:
    """
    The plain plan counts the same, by every house rule, wherever moves are listed whole.
    """
    for seed in range(10):
        try:
            start = variant.deal(variant.seats[0], seed=seed)
        except InvalidDealError:
            continue  # by this rule such a deal is none
        for state in along(start, 16)[:5]:
            for depth in range(3):
                assert slow_count(state, depth) == perft(state, depth), str(state.position)
        break
