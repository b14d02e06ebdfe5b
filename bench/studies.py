"""
What studies cost beside the rounds that are played: the tally, the driver, more workers.

The tally of a unit is measured beside the unit, in one process; the driver with an executor that
gives the same block for every block at once, so that what is left is its own, log included. Two
workers are compared with one by the CPU time that they take for the same blocks; a hundred by a
simulation (``many_workers.py``) with the costs that were measured.
"""

from __future__ import annotations

import pickle
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any

import attrs
from many_workers import busy_share
from options import Options, parse

from tilerules.studies import Arm, Study, run
from tilerules.studies.bots import play_random
from tilerules.studies.playing import Played, play_block

STUDY = Study(
    arms={"dead": Arm("gaple"), "pass": Arm("gaple", ["gaple/pass"])},
    units=400_000,
    block=2_000,
    seed="bench",
)


class Instant(Executor):
    """
    Gives one block's tally for every block, through a pickle as a process would.
    """

    def __init__(self, played: Played) -> None:
        self._played = played

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_more: Any) -> Future[Any]:
        """Give it as the block that is asked for."""
        _study, block, _software = pickle.loads(pickle.dumps((fn, args)))[1]
        future: Future[Any] = Future()
        future.set_result(pickle.loads(pickle.dumps(Played(block, self._played.tally, 0.0, 0))))
        return future


def plain_units(units: int) -> float:
    """Give the CPU time of units that nobody counts."""
    variants = list(STUDY.resolve().values())
    started = time.process_time()
    for unit in range(units):
        seed = f"{STUDY.seed}/{unit}"
        for variant in variants:
            state, _length = play_random(variant.deal(4, seed=seed), Random(seed))
            assert state.outcome is not None
    return time.process_time() - started


def counted_units(software: dict[str, str]) -> tuple[Played, float]:
    """Give a block, and the CPU time it took."""
    started = time.process_time()
    played = play_block(STUDY, 0, software)
    return played, time.process_time() - started


def driver(played: Played) -> float:
    """Give the CPU time that a block costs the driver, with a log."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        run(STUDY, executor=Instant(played), log=Path(folder) / "log")
        return (time.process_time() - started) / STUDY.blocks


def workers_time(workers: int, units: int) -> float:
    """Give the CPU time of all workers together for the same blocks."""
    return run(attrs.evolve(STUDY, units=units), workers=workers).seconds


def run_bench(out: Callable[[str], None] = print, options: Options | None = None) -> bool:
    """
    Print the costs.

    Args:
        out: Takes each line.
        options: How to run.

    Returns:
        Whether the goals were met.
    """
    quick = options is not None and options.quick
    repetitions = 3 if quick else 9
    software = STUDY.software()
    played, _warm = counted_units(software)
    pairs = [
        (plain_units(STUDY.block), counted_units(software)[1]) for _repetition in range(repetitions)
    ]
    tally = statistics.median(counted / plain for plain, counted in pairs) - 1
    block = statistics.median(counted for _plain, counted in pairs)
    each = statistics.median(driver(played) for _repetition in range(3 if quick else 5))
    ratios = [
        2 * workers_time(1, units) / workers_time(2, units)
        for units in [8_000 if quick else 40_000] * (1 if quick else 5)
    ]
    two = statistics.median(ratios)
    hundred = {seconds: busy_share(100, block=seconds, driver=each) for seconds in (block, 1, 3)}
    out(f"a unit of two arms of Gaple: {block / STUDY.block * 1e6:.0f} us")
    out(f"the tally: goal: under 10 % of a unit; reached: {100 * tally:.1f} %")
    out(f"the driver: goal: under 0.5 ms a block; reached: {1e3 * each:.3f} ms")
    out(f"two workers: goal: 1.8 of one by CPU time; reached: {two:.2f}")
    for seconds, share in hundred.items():
        out(
            f"100 workers, blocks of {seconds:.2f} s: goal: 95 % busy; reached: {100 * share:.1f} %"
        )
    return tally < 0.1 and each < 0.0005 and two >= 1.8 and min(hundred.values()) >= 0.95


if __name__ == "__main__":
    run_bench(options=parse())
