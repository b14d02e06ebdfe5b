"""
Running a study: handing out blocks, keeping what comes back, and stopping.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, nullcontext
from json import loads
from queue import SimpleQueue

from tilerules.errors import StudyError, check_type, nearest, shown
from tilerules.studies.logs import StudyLog
from tilerules.studies.playing import Played, play_block
from tilerules.studies.results import Result
from tilerules.studies.study import Study
from tilerules.studies.tallies import Tally
from tilerules.studies.workers import cores, make_pool, stop

__all__ = ["Progress", "run"]

Progress = Callable[[int, int, Result], None]
"""Called with the blocks that are kept, those there are, and the result so far."""

_BREAKS = 3
"""So often in a row a pool may break before a block comes back."""

_LEAST = 200
"""Before so many units no precision is believed: what is rare may not have happened yet."""


def run(
    study: Study,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    log: str | os.PathLike[str] | None = None,
    precision: Mapping[str, float] | None = None,
    window: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """
    Run a study, or go on with one.

    Args:
        study: What to play.
        executor: Who plays it; by default a pool of processes of its own, whose workers may be
            killed, and end with this process.
        workers: How many processes that pool has; as many as there are cores by default.
        log: A file to keep finished blocks in. If it is there already, the study goes on from it.
        precision: By measure, the half width of the interval of each difference (of the mean,
            where there is but one arm) at which to stop. It is looked at after every block,
            counted from the first, so that it does not matter who is done when.
        window: How many blocks are handed out at once; twice the workers by default.
        progress: Called after every block.

    Returns:
        The result, of the blocks from the first to where it stopped.

    Raises:
        StudyError: The log is another study's, the software of a worker is not the driver's,
            there is no such measure, or a pool broke that cannot be replaced.
        UnitError: A unit has failed; it brings a record that leads to the failure.
        UnknownVariantError: A variant is not installed, here or on a worker.
    """
    check_type("study", study, Study)
    for measure, width in (precision or {}).items():
        if measure not in study.measures:
            known = nearest(measure, study.measures)
            raise StudyError(f"there is no measure {shown(measure)}{known}")
        if not width > 0:
            raise StudyError(f"the precision of {measure} is above 0, not {shown(width)}")
    identity = study.identity()
    keeper = None if log is None else StudyLog(log, identity)
    with closing(keeper) if keeper else nullcontext():
        prefix = _Prefix(study, precision or {})
        if keeper is not None:
            for number, tally in keeper.blocks():
                prefix.put(number, tally)
        if prefix.is_done:
            return prefix.result
        crew = _Crew(executor, cores() if workers is None else workers, window, study)
        with closing(crew):
            for played in crew.play(prefix.missing(), identity["software"]):
                if keeper is not None:
                    keeper.put(played.block, played.tally)
                prefix.put(played.block, Tally.from_data(loads(played.tally)), played.seconds)
                if progress is not None:
                    progress(prefix.kept, study.blocks, prefix.result)
                if prefix.is_done:
                    break
    return prefix.result


class _Prefix:
    """
    The blocks from the first on without a gap; those that came early wait.
    """

    def __init__(self, study: Study, precision: Mapping[str, float]) -> None:
        self._study = study
        self._precision = precision
        self._total = Tally.empty(len(study.arms), len(study.measures))
        self._merged = 0
        self._waiting: dict[int, Tally] = {}
        self._seconds = 0.0
        self.is_done = False

    def put(self, block: int, tally: Tally, seconds: float = 0.0) -> None:
        """Add a block, in any order; one that is there already changes nothing."""
        self._seconds += seconds
        if block >= self._merged:
            self._waiting[block] = tally
        while not self.is_done and self._merged in self._waiting:
            self._total.add(self._waiting.pop(self._merged))
            self._merged += 1
            self.is_done = self._merged == self._study.blocks or self._is_precise()

    def _is_precise(self) -> bool:
        if not self._precision or self._total.units < _LEAST:
            return False
        result = self.result
        return all(result.half_width(name) <= width for name, width in self._precision.items())

    @property
    def kept(self) -> int:
        """How many blocks of the study are there."""
        return self._merged + sum(block < self._study.blocks for block in self._waiting)

    @property
    def result(self) -> Result:
        """What the prefix says."""
        return Result(self._study, self._total.copy(), self._seconds)

    def missing(self) -> Iterator[int]:
        """Give the blocks that are not there, in order."""
        for block in range(self._merged, self._study.blocks):
            if block not in self._waiting:
                yield block


class _Crew:
    """
    Who plays: blocks are handed out a window at a time, however many there are.
    """

    def __init__(
        self, executor: Executor | None, workers: int, window: int | None, study: Study
    ) -> None:
        if workers < 1:
            raise StudyError(f"a study needs a worker, not {workers}")
        self._workers = workers
        self._is_own = executor is None
        self._pool = executor or make_pool(workers)
        self._window = window or 2 * max(workers, getattr(executor, "_max_workers", 0) or 0)
        self._study = study
        self._flying: dict[Future[Played], int] = {}
        self._back: SimpleQueue[Future[Played]] = SimpleQueue()

    def play(self, blocks: Iterable[int], software: dict[str, str]) -> Iterator[Played]:
        """
        Give the blocks as they are played, in any order.

        Raises:
            StudyError: A pool of the caller's broke, or one of ours again and again.
        """
        left, breaks = iter(blocks), 0
        again: list[int] = []
        while True:
            try:
                while len(self._flying) < self._window:
                    block = again.pop() if again else next(left, None)
                    if block is None:
                        break
                    again.append(block)  # until it is handed out, it is ours
                    self._hand_out(block, software)
                    again.pop()
                if not self._flying:
                    return
                played = self._next()
            except BrokenExecutor as error:
                breaks += 1
                if not self._is_own or breaks > _BREAKS:
                    raise StudyError(
                        "the pool of workers has broken, as when one is killed or lacks memory;"
                        f" what a log has is kept: run the study again to go on ({error})"
                    ) from error
                again += self._flying.values()
                self._flying.clear()
                stop(self._pool)
                self._pool = make_pool(self._workers)
            else:
                breaks = 0
                yield played

    def _hand_out(self, block: int, software: dict[str, str]) -> None:
        future = self._pool.submit(play_block, self._study, block, software)
        self._flying[future] = block
        future.add_done_callback(self._back.put)

    def _next(self) -> Played:
        """Wait for a block; those of a pool that has been replaced do not count."""
        while True:
            future = self._back.get()
            if future in self._flying:
                # A block that is lost stays with those that are flying, to be played again.
                played = future.result()
                del self._flying[future]
                return played

    def close(self) -> None:
        """Let go of what is not needed any more."""
        for future in self._flying:
            future.cancel()
        if self._is_own:
            if self._flying:
                stop(self._pool)
            else:
                self._pool.shutdown()
