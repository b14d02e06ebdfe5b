"""
Random four-seat rounds of Gaple with passes, beside two peers.

The library plays through its public, checking, immutable API: deal, legal moves, play, read
the outcome. The peers are PyPI's ``dominoes`` and OpenSpiel's ``python_team_dominoes``, each
with its own deal. ``dominoes`` is told that [0-0] opens, as it does in Gaple: both play the same
rounds. A second loop is written as a program would write it that copies the legal moves and reads
the outcome at every move; a third way are lanes. All alternate in one process; what is printed is
the ratio of medians of CPU time per round.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import dominoes
import pyspiel
from open_spiel.python.games import team_dominoes  # noqa: F401  # registers the game
from options import Options, parse

import tilerules

REPETITIONS = 11
ROUNDS = 1500
GOALS = {"at every move": 2.4, "in lanes": 40.0}
"""How many times as fast as ``dominoes`` a loop is to be."""

Playouts = Callable[[int, random.Random], None]


def play_tilerules(rounds: int, rng: random.Random) -> None:
    """Play rounds with the library; every round has a new seed."""
    variant = tilerules.variant("gaple").with_rules("gaple/pass")
    first = rng.getrandbits(40)
    for seed in range(first, first + rounds):
        state = variant.deal(4, seed=seed)
        while state.to_move is not None:
            moves = state.legal_moves
            state = state.play(moves[int(rng.random() * len(moves))])  # type: ignore[index]
        assert state.outcome is not None


def play_reading(rounds: int, rng: random.Random) -> None:
    """Play rounds with the library; copy the moves and read the outcome at every move."""
    variant = tilerules.variant("gaple").with_rules("gaple/pass")
    first = rng.getrandbits(40)
    for seed in range(first, first + rounds):
        state = variant.deal(4, seed=seed)
        while state.outcome is None:
            moves = list(state.legal_moves)
            state = state.play(moves[int(rng.random() * len(moves))])


def play_dominoes(rounds: int, rng: random.Random) -> None:
    """Play rounds with ``dominoes``."""
    opener = dominoes.Domino(0, 0)
    for _ in range(rounds):
        game = dominoes.Game.new(starting_domino=opener)
        while game.result is None:
            moves = game.valid_moves
            game.make_move(*moves[int(rng.random() * len(moves))])


def play_lanes(rounds: int, rng: random.Random) -> None:
    """Play rounds with the library, in lanes: winners and points are arrays."""
    variant = tilerules.variant("gaple").with_rules("gaple/pass")
    played = 0
    for lanes in variant.lanes(4, rounds, seed=rng.getrandbits(40)):
        assert lanes.winners.any(axis=1).all()
        played += len(lanes.points)
    assert played == rounds


def play_openspiel(rounds: int, rng: random.Random) -> None:
    """Play rounds with OpenSpiel."""
    game = pyspiel.load_game("python_team_dominoes")
    for _ in range(rounds):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _chance in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
        state.returns()


def cost(play: Playouts, rounds: int, rng: random.Random) -> float:
    """Give the CPU time of a round, in microseconds."""
    start = time.process_time()
    play(rounds, rng)
    return (time.process_time() - start) / rounds * 1e6


def late_moves(out: Callable[[str], None], repetitions: int) -> None:
    """Print what a late move costs beside an early one."""
    variant = tilerules.variant("gaple").with_rules("gaple/pass")
    rng = random.Random(5)
    lots: dict[str, list[tuple[tilerules.Round, tilerules.Move]]] = {"early": [], "late": []}
    for seed in range(600):
        state = variant.deal(4, seed=seed)
        number = 0
        while state.to_move is not None:
            move = rng.choice(list(state.legal_moves))
            if move.kind == "place" and state.layout:
                if number in (2, 3, 4):
                    lots["early"].append((state, move))
                elif number in (18, 19, 20):
                    lots["late"].append((state, move))
            state = state.play(move)
            number += 1
    times: dict[str, list[float]] = {"early": [], "late": []}
    for _ in range(repetitions):
        for name, pairs in lots.items():
            start = time.process_time()
            for state, move in pairs:
                state.play(move)
            times[name].append((time.process_time() - start) / len(pairs))
    ratio = statistics.median(times["late"]) / statistics.median(times["early"])
    out(f"a tile laid as move 18 to 20 costs {ratio:.2f} of one laid as move 2 to 4")


def run(out: Callable[[str], None] = print, options: Options | None = None) -> bool:
    """
    Print the ratios.

    Args:
        out: Takes each line.
        options: How to run.

    Returns:
        Whether the goals were met.
    """
    quick = options is not None and options.quick
    repetitions = 5 if quick else REPETITIONS
    number = ROUNDS // 5 if quick else ROUNDS
    rng = random.Random(1)
    peers: dict[str, tuple[Playouts, int]] = {
        "tilerules": (play_tilerules, number),
        "at every move": (play_reading, number),
        "in lanes": (play_lanes, 8192 * (1 if quick else 4)),
        "dominoes": (play_dominoes, number),
        "OpenSpiel": (play_openspiel, number // 20),
    }
    times: dict[str, list[float]] = {name: [] for name in peers}
    for play, rounds in peers.values():
        play(rounds // 5, rng)
    for _ in range(repetitions):
        for name, (play, rounds) in peers.items():
            times[name].append(cost(play, rounds, rng))
    medians = {name: statistics.median(found) for name, found in times.items()}
    out(f"random rounds of four, deal and outcome included, {repetitions} repetitions")
    for name, median in medians.items():
        out(f"  {name:<13} {median:8.1f} us a round  {median / medians['tilerules']:6.2f} x")
    late_moves(out, repetitions)
    met = True
    for name, goal in GOALS.items():
        ratio = medians["dominoes"] / medians[name]
        met &= ratio >= goal
        out(f"{name}: goal: {goal} times dominoes; reached: {ratio:.2f}")
    return met


if __name__ == "__main__":
    run(options=parse())
