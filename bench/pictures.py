"""
Pictures: how long one takes, and how large replays are.

A picture is to take less than 3 ms, and a replay of a round of Mexican Train less than 20 kB as
servers send it. The command fails where that does not hold; the sizes do not depend on the machine.
"""

from __future__ import annotations

import gzip
import random
import sys
from collections.abc import Sequence
from statistics import median
from time import process_time

from options import parser

import tilerules
from tilerules import Round
from tilerules.rendering import replay_page

MOST_MS, MOST_KB = 3.0, 20.0

GAMES = (("gaple", 4), ("all-fives", 3), ("mexican-train", 4), ("rummy", 3))


def played(key: str, seats: int, most: int) -> Round:
    """Play a round at random."""
    rng = random.Random(3)
    state = tilerules.variant(key).deal(seats, seed=3)
    for _ in range(most):
        if state.is_over:
            break
        state = state.play(rng.choice(state.legal_moves.first(20)))
    return state


def main(arguments: Sequence[str]) -> int:
    """Print a line for each game; 1 where a promise is broken."""
    options = parser().parse_args(arguments)
    status = 0
    for key, seats in GAMES:
        end = played(key, seats, 12 if key == "rummy" else 1000)
        states = end.states[:: max(1, len(end.states) // (4 if options.quick else 20))]
        times = []
        for state in states:
            state.picture()
            begun = process_time()
            for _ in range(5):
                state.picture()
            times.append((process_time() - begun) * 200)
        size = len(gzip.compress(replay_page(end).encode())) / 1000
        print(
            f"{key}: a picture {median(times):.2f} ms, at most {max(times):.2f}; "
            f"a replay of {len(end.states)} states {size:.1f} kB"
        )
        if median(times) >= MOST_MS or size >= MOST_KB:
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
