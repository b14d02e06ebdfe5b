"""
Random four-seat rounds of Mexican Train beside the plain engine of the tests.

No peer on PyPI plays it, so the yardstick is ``tests/reference/mexican_train.py``, which is
written as one would with sets and lists. Each side deals for itself, lists the legal moves, plays
one of them and reads the result at the end; the library does so through its public, checking,
immutable API. Both alternate in one process; what is printed is the ratio of CPU times, median
over the repetitions.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from options import Options, parse

import tilerules

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from reference import mexican_train as naive

REPETITIONS = 9
ROUNDS = 60
SEATS = 4
HAND = 14
GOAL = 3.0

GAMES = {"mexican-train": naive.DEFAULT, "mexican-train+satisfy": naive.SATISFY}

Playouts = Callable[[str, int, random.Random], int]
"""Plays rounds of a game and gives the number of moves."""


def play_tilerules(key: str, rounds: int, rng: random.Random) -> int:
    """Play rounds with the library; every round has a new seed."""
    variant = tilerules.variant(key)
    first = rng.getrandbits(40)
    moves = 0
    for seed in range(first, first + rounds):
        state = variant.deal(SEATS, seed=seed)
        while state.to_move is not None:
            legal = state.legal_moves
            state = state.play(legal[int(rng.random() * len(legal))])  # type: ignore[index]
            moves += 1
        assert state.outcome is not None
    return moves


def play_naive(key: str, rounds: int, rng: random.Random) -> int:
    """Play rounds with the plain engine."""
    tiles = [(low, high) for low in range(13) for high in range(low, 13) if low < 12]
    moves = 0
    for _ in range(rounds):
        rng.shuffle(tiles)
        hands = [tiles[seat * HAND : (seat + 1) * HAND] for seat in range(SEATS)]
        game = naive.NaiveMexicanTrain(
            hands, tiles[SEATS * HAND :], engine=12, opener=rng.randrange(SEATS), rules=GAMES[key]
        )
        while not game.over:
            legal = game.legal()
            game.play(legal[int(rng.random() * len(legal))])
            moves += 1
        assert game.result() is not None
    return moves


def cost(play: Playouts, key: str, rounds: int, rng: random.Random) -> tuple[float, float]:
    """Give the CPU time of a round and of a move, in microseconds."""
    start = time.process_time()
    moves = play(key, rounds, rng)
    taken = (time.process_time() - start) * 1e6
    return taken / rounds, taken / moves


def run(out: Callable[[str], None] = print, options: Options | None = None) -> bool:
    """
    Print the ratios.

    Args:
        out: Takes each line.
        options: How to run.

    Returns:
        Whether the goal was met.
    """
    repetitions = 3 if options is not None and options.quick else REPETITIONS
    rng = random.Random(1)
    met = True
    out(f"random rounds of four, deal and outcome included, {repetitions} repetitions")
    for key in GAMES:
        play_tilerules(key, ROUNDS // 4, rng)
        play_naive(key, ROUNDS // 20, rng)
        mine, theirs, ratios = [], [], []
        for _ in range(repetitions):
            mine.append(cost(play_tilerules, key, ROUNDS, rng))
            theirs.append(cost(play_naive, key, ROUNDS // 4, rng))
            ratios.append(theirs[-1][0] / mine[-1][0])
        for name, times in (("tilerules", mine), ("plain engine", theirs)):
            a_round, a_move = (statistics.median(column) for column in zip(*times, strict=True))
            out(f"  {key:<22} {name:<13} {a_round:9.0f} us a round {a_move:7.1f} us a move")
        ratio = statistics.median(ratios)
        met &= ratio >= GOAL
        out(f"  goal: {GOAL:.0f} times the plain engine; reached: {ratio:.1f}")
    return met


if __name__ == "__main__":
    run(options=parse())
