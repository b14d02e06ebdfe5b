"""
Killed workers, killed drivers, torn logs and broken units: what is done is kept, to the bit.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
)
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

import tilerules
from budgets import count, sample
from tilerules.errors import IllegalMoveError, StudyError, UnitError, UnknownVariantError
from tilerules.studies import Arm, Result, Study, run

STUDY = Study(
    arms={"dead": Arm("gaple"), "pass": Arm("gaple", ["gaple/pass"])},
    units=1500,
    block=50,
    seed="s1",
)

DRIVER = """
import sys
from tilerules.studies import Arm, Study, run
arms = {"dead": Arm("gaple"), "pass": Arm("gaple", ["gaple/pass"])}
study = Study(arms=arms, units=int(sys.argv[2]), block=50, seed="s1")
def told(done, blocks, result):
    print(done, flush=True)
run(study, workers=2, log=sys.argv[1], progress=told)
"""


def one_thread(study: Study, **more: Any) -> Result:
    """
    Run a study in this process.
    """
    with ThreadPoolExecutor(1) as pool:
        return run(study, executor=pool, **more)


class Played:
    """
    Counts the blocks that are played.
    """

    number = 0

    def __call__(self, _done: int, _blocks: int, _result: Result) -> None:
        self.number += 1


@pytest.fixture(scope="module")
def undisturbed() -> str:
    """
    Give what comes of the study where nothing happens.
    """
    return one_thread(STUDY).fingerprint()


def workers_of(pid: int) -> set[int]:
    """
    Give the processes that a process has made, by the system's own list.
    """
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue  # it has ended meanwhile
            if int(parent) == pid:
                found.add(int(entry.name))
    return found


def is_alive(pid: int) -> bool:
    """
    Whether a process is there, and does not only wait to be buried.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@on_linux
def test_killed_workers_are_replaced(undisturbed: str, tmp_path: Path) -> None:
    """
    Two workers killed at two moments cost time, and no bit of the result.
    """
    dice = Random(time.time_ns())
    moments = dice.sample(range(2, 25), 2)
    before = workers_of(os.getpid())
    killed = []

    def told(done: int, _blocks: int, _result: Result) -> None:
        mine = sorted(workers_of(os.getpid()) - before)
        if moments and done >= moments[0] and mine:
            moments.pop(0)
            killed.append(dice.choice(mine))
            os.kill(killed[-1], signal.SIGKILL)

    result = run(STUDY, workers=2, log=tmp_path / "log", progress=told)

    assert 2 == len(killed)
    assert undisturbed == result.fingerprint()
    assert undisturbed == run(STUDY, workers=1, log=tmp_path / "log").fingerprint()


@on_linux
def test_a_killed_driver_leaves_a_log_and_no_worker(undisturbed: str, tmp_path: Path) -> None:
    """
    A driver killed at any moment leaves its blocks for others to go on from, with another number of
    workers, and 5 seconds later none of its processes is there.
    """
    log = tmp_path / "log"
    command = [sys.executable, "-c", DRIVER, str(log), "1500"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdout is not None
        wanted = Random(time.time_ns()).randrange(1, 20)
        while int(driver.stdout.readline()) < wanted:
            pass
        workers = workers_of(driver.pid)
        driver.kill()
        driver.wait()
        deadline = time.monotonic() + 5
        while any(map(is_alive, workers)) and time.monotonic() < deadline:
            time.sleep(0.1)

        assert 2 == len(workers)
        assert [] == [pid for pid in workers if is_alive(pid)]
    kept = log.read_bytes().count(b"\n") - 1
    assert wanted <= kept
    again: list[int] = []
    result = run(STUDY, workers=1, log=log, progress=lambda n, _of, _result: again.append(n))

    assert undisturbed == result.fingerprint()
    assert 30 - kept == len(again)


def test_a_log_may_be_cut_at_any_byte(tmp_path: Path) -> None:
    """
    Cut at every byte of its last two lines, and of its header, a log is gone on from to the same
    result; what is whole in it is not played again.
    """
    study = attrs.evolve(STUDY, units=6, block=2)
    log = tmp_path / "log"
    whole = one_thread(study, log=log).fingerprint()
    data = log.read_bytes()
    lines = data.splitlines(keepends=True)
    header = len(lines[0])
    last_two = len(data) - len(lines[-1]) - len(lines[-2])
    every = [*range(last_two, len(data) + 1), *range(header)]
    cuts = sample(every, count("studies: places where a log is cut"))
    with ThreadPoolExecutor(1) as pool:
        for cut in cuts:
            log.write_bytes(data[:cut])
            blocks = Played()
            result = run(study, executor=pool, log=log, progress=blocks)

            assert whole == result.fingerprint(), cut
            assert 3 - max(0, data[:cut].count(b"\n") - 1) == blocks.number, cut
            assert sorted(lines) == sorted(log.read_bytes().splitlines(keepends=True)), cut


def test_a_damaged_line_is_played_again(tmp_path: Path) -> None:
    """
    A line whose numbers were changed, or that is no JSON any more, counts as not written.
    """
    study = attrs.evolve(STUDY, units=8, block=2)
    log = tmp_path / "log"
    whole = one_thread(study, log=log).fingerprint()
    lines = log.read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace('"units":2', '"units":3')
    lines[2] = "\0" * (len(lines[2]) - 1) + "\n"
    log.write_text("".join(lines))
    played: list[int] = []

    assert whole == one_thread(study, log=log, progress=lambda *_: played.append(1)).fingerprint()
    assert 2 == len(played)
    assert whole == one_thread(study, log=log, progress=lambda *_: played.append(1)).fingerprint()
    assert 2 == len(played)


def test_logs_of_others_are_left_alone(tmp_path: Path) -> None:
    """
    The log of another study is refused with what differs, a file that is no log is refused, and
    both stay as they are.
    """
    small = attrs.evolve(STUDY, units=2, block=2)
    log, notes = tmp_path / "log", tmp_path / "notes"
    one_thread(small, log=log)
    notes.write_text("My notes\n")
    before = log.read_bytes()
    draw = {"dead": Arm("gaple"), "pass": Arm("gaple", ["gaple/draw"])}

    with pytest.raises(StudyError, match=r"another study \(arms: .*gaple/pass.*gaple/draw"):
        one_thread(attrs.evolve(small, arms=draw), log=log)
    with pytest.raises(StudyError, match=r"\(seed: s1 there, s2 here\)"):
        one_thread(attrs.evolve(small, seed="s2"), log=log)
    with pytest.raises(StudyError, match="no log of a study"):
        one_thread(small, log=notes)
    assert before == log.read_bytes()
    assert "My notes\n" == notes.read_text()


class Stubborn:
    """
    A bot that fails in the fourth round it is asked in, on purpose.
    """

    asked = 0

    def choose(self, view: tilerules.RoundView) -> tilerules.Move | str:
        """
        Choose the first move, or one that is none.
        """
        Stubborn.asked += 1
        return "9-9" if Stubborn.asked > 30 else next(iter(view.legal_moves))


def stubborn(_dice: Random) -> Stubborn:
    """
    Make the bot.
    """
    return Stubborn()


def test_a_failing_unit_comes_back_as_a_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The error names arm, unit and seed, and its record leads to the state where it failed.
    """
    monkeypatch.setattr(Stubborn, "asked", 0)
    monkeypatch.setitem(sys.modules, "stubborn", sys.modules[__name__])
    arms = {"good": Arm("gaple"), "bad": Arm("gaple", bots=["stubborn:stubborn"])}
    with pytest.raises(UnitError, match=r"unit 1 of arm 'bad' has failed: .*9-9") as caught:
        one_thread(Study(arms=arms, units=4, block=2, seed="x"))
    error = caught.value
    state = tilerules.loads(error.record)
    assert isinstance(state, tilerules.Round)

    assert ("bad", 1, "x/1") == (error.arm, error.unit, error.seed)
    assert state.start == tilerules.variant("gaple").deal(4, seed="x/1")
    with pytest.raises((IllegalMoveError, tilerules.InvalidNotationError)):
        state.play("9-9")


def test_errors_of_units_travel(tmp_path: Path) -> None:
    """
    From a process too the error comes with what it carries, and other blocks are kept.
    """
    (tmp_path / "frail.py").write_text(
        "class Frail:\n"
        "    def choose(self, view):\n"
        "        if len(view.moves) > 20: raise RuntimeError('tired')\n"
        "        return next(iter(view.legal_moves))\n"
        "def make(dice): return Frail()\n"
    )
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n" + (
        "from tilerules.studies import *\nfrom tilerules import *\n"
        "study = Study(arms={'a': Arm('gaple', bots=['frail:make'])}, units=4, block=1)\n"
        "try: run(study, workers=1)\n"
        "except UnitError as e: print(e, len(loads(e.record).moves), e.__cause__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert "has failed: RuntimeError: tired 21" in done.stdout


class Elsewhere(Executor):
    """
    Plays at once, as a worker with other software would.
    """

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        """
        Play a block that was begun with other software.
        """
        study, block, software = args
        future: Future[Any] = Future()
        try:
            future.set_result(fn(study, block, {**software, "tilerules": "0.0.1"}))
        except Exception as error:
            future.set_exception(error)
        return future


def test_workers_with_other_software_are_refused() -> None:
    """
    What a worker has is compared before it plays, and both versions are named.
    """
    with pytest.raises(StudyError, match=r"tilerules: .* here, 0\.0\.1 there"):
        run(STUDY, executor=Elsewhere())


def test_rules_that_behave_otherwise_are_other_software() -> None:
    """
    Rules are known by what they do, too: versions of a folder one works in do not change.
    """
    plain, other = (attrs.evolve(STUDY, arms={"a": Arm(key)}) for key in ("block", "draw"))

    assert plain.software()["rules of a"] != other.software()["rules of a"]
    assert plain.software() == attrs.evolve(plain, seed="other").software()


class Broken(Executor):
    """
    A pool that has lost its workers.
    """

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        """
        Break.
        """
        raise BrokenExecutor("gone")


def test_a_pool_of_the_callers_is_not_replaced() -> None:
    """
    Whoever brings a pool is told that it broke, and what to do.
    """
    with pytest.raises(StudyError, match="run the study again to go on"):
        run(STUDY, executor=Broken())


def deadly(_dice: Random) -> object:
    """
    Kill the process that asks for a bot.
    """
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@on_linux
def test_a_block_that_kills_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Where no worker ever comes back, the study does not try for ever.
    """
    monkeypatch.setitem(sys.modules, "deadly", sys.modules[__name__])
    study = Study(arms={"a": Arm("block", bots=["deadly:deadly"])}, units=1, block=1)
    with pytest.raises(StudyError, match="pool of workers has broken"):
        run(study, workers=1)


def test_what_is_not_installed_is_said_by_name() -> None:
    """
    A variant that is nowhere is refused before anything is played.
    """
    with pytest.raises(UnknownVariantError, match="gapel"):
        run(Study(arms={"a": Arm("gapel")}, units=1, block=1))


class Instant(Executor):
    """
    Gives one block's tally for every block, at once.
    """

    def __init__(self, study: Study) -> None:
        with ThreadPoolExecutor(1) as pool:
            self.played = pool.submit(*task_of(study)).result()

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        """
        Give it as the block that is asked for.
        """
        future: Future[Any] = Future()
        future.set_result(attrs.evolve(self.played, block=args[1]))
        return future


def task_of(study: Study) -> tuple[Any, ...]:
    """
    Give the call that plays the first block.
    """
    from tilerules.studies.playing import play_block

    return play_block, study, 0, study.software()


def test_memory_stays_flat(tmp_path: Path) -> None:
    """
    However many blocks are queued, logged and read again, the driver needs no more memory.
    """
    import tracemalloc

    blocks = count("studies: blocks in the queue")
    study = attrs.evolve(STUDY, units=2 * blocks, block=2)
    sizes: list[int] = []

    def told(done: int, _blocks: int, _result: Result) -> None:
        if done in (blocks // 10, blocks):
            sizes.append(tracemalloc.get_traced_memory()[0])

    pool = Instant(study)
    tracemalloc.start()
    try:
        run(study, executor=pool, log=tmp_path / "log", progress=told)
        tracemalloc.reset_peak()
        run(study, executor=pool, log=tmp_path / "log")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert sizes[1] - sizes[0] < 100_000
    assert peak < sizes[0] + 1_000_000
