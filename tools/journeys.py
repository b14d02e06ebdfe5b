#!/usr/bin/env python3
"""
Say through how many functions and files of the library a call goes.

Each journey is made once to warm up, so that what is remembered is, and once under a profile
function. A file is counted once; a switch is a call that leads into another file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import FrameType

import tilerules
from tilerules import Round

HOME = str(Path(tilerules.__file__).parent)


class Trace:
    """
    The calls of one journey.
    """

    def __init__(self) -> None:
        self.functions: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call of the library."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(HOME):
            self.functions.append((code.co_filename[len(HOME) + 1 :], code.co_qualname))

    @property
    def files(self) -> list[str]:
        """The files, in the order in which they are first come to."""
        return list(dict.fromkeys(file for file, _name in self.functions))

    @property
    def switches(self) -> int:
        """How often a call leads into another file than the call before it."""
        names = [file for file, _name in self.functions]
        return sum(one != two for one, two in pairwise(names))


def traced(call: Callable[[], object]) -> Trace:
    """Make a journey."""
    call()
    trace = Trace()
    sys.setprofile(trace)
    try:
        call()
    finally:
        sys.setprofile(None)
    return trace


def opened(key: str, seats: int, seed: int, moves: int) -> Round:
    """Give a round some moves after its deal."""
    round_ = tilerules.variant(key).deal(seats, seed=seed)
    for _move in range(moves):
        round_ = round_.play(next(iter(round_.legal_moves)))
    return round_


def backwards(round_: Round) -> str:
    """Write the first legal move with the tile's higher end first, which is not canonical."""
    move = next(move for move in round_.legal_moves if move.tile is not None and move.place)
    low, high = str(move.tile).split("-")
    return f"{high}-{low}@{move.place}"


def journeys() -> dict[str, Callable[[], object]]:
    """Give the journeys by name."""
    line, rummy = opened("gaple", 4, 7, 1), opened("rummy", 2, 3, 0)
    while len(rummy.layout) < 4:
        rummy = rummy.play(next(iter(rummy.legal_moves)))
    tile = backwards(line)
    listed = next(iter(line.legal_moves))
    held = line.hands[line.to_move or 0]
    wrong = next(str(tile) for tile in line.variant.tiles.tiles if tile not in held)
    gaple = tilerules.variant("gaple")
    table = next(move.notation for move in rummy.legal_moves if move.kind == "lay")
    return {
        f"gaple: play({tile!r})": lambda: line.play(tile),
        "gaple: play(a listed move)": lambda: line.play(listed),
        f"gaple: explain({wrong!r})": lambda: line.explain(f"{wrong}@L"),
        "gaple: with_rules('pass')": lambda: gaple.with_rules("pass"),
        f"rummy: play({table[:24]!r}...)": lambda: rummy.play(table),
    }


def main() -> int:
    """Print a line for each journey, and the files of it."""
    for name, call in journeys().items():
        trace = traced(call)
        print(
            f"{name}: {len(trace.functions)} calls, {len(set(trace.functions))} functions, "
            f"{len(trace.files)} files, {trace.switches} switches"
        )
        print("   " + " > ".join(trace.files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
