"""
Two checkouts of the library in one process, so that both meet the same load of the machine.

A :class:`World` is a checkout with modules of its own: while one is entered, ``import tilerules``
gives the library of that checkout and its games. What is made inside is used inside.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, TracebackType
from typing import NamedTuple, TypeAlias

__all__ = ["ROOT", "BaseError", "Loop", "Paired", "World", "base_root", "compare"]

ROOT = Path(__file__).resolve().parents[1]
"""The checkout that is measured."""

Loop: TypeAlias = "Callable[[int], object]"
"""Does a thing so many times."""


class BaseError(Exception):
    """There is no checkout to compare with; the text says why."""


class World:
    """
    A checkout with modules of its own.
    """

    def __init__(self, root: Path) -> None:
        self.paths = [str(root / "src"), *sorted(map(str, root.glob("plugins/*/src")))]
        self._modules: dict[str, ModuleType] = {}
        self._outside: dict[str, ModuleType] = {}
        self._path: list[str] = []

    def __enter__(self) -> World:
        self._outside = _taken_out()
        sys.modules.update(self._modules)
        self._path = list(sys.path)
        here = str(ROOT / "src"), str(ROOT / "plugins")
        sys.path[:] = [*self.paths, *(one for one in self._path if not one.startswith(here))]
        importlib.invalidate_caches()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._modules = _taken_out()
        sys.modules.update(self._outside)
        sys.path[:] = self._path


def _taken_out() -> dict[str, ModuleType]:
    """Take the modules of the library and its plugins out of those that are imported."""
    ours = [name for name in sys.modules if name.split(".")[0].split("_")[0] == "tilerules"]
    return {name: sys.modules.pop(name) for name in ours}


@contextlib.contextmanager
def base_root(base: str) -> Iterator[Path]:
    """
    Give the folder of a checkout to compare with.

    Args:
        base: A folder, or what git calls a revision. Empty: the commit before, which is HEAD while
            something has been changed since, else the one before it.

    Raises:
        BaseError: There is none.
    """
    if base and (Path(base) / "src" / "tilerules").is_dir():
        yield Path(base).resolve()
        return
    if not base:
        base = "HEAD" if _git("status", "--porcelain", "--", "src", "plugins") else "HEAD~1"
    packed = _git("archive", "--format=tar", base, "src", "plugins")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def _git(*arguments: str) -> bytes:
    """
    Ask git.

    Raises:
        BaseError: It does not know, or is not there.
    """
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *arguments], capture_output=True, check=False
        )
    except OSError as error:
        raise BaseError(f"git cannot be run: {error}") from error
    if done.returncode:
        raise BaseError(done.stderr.decode(errors="replace").strip())
    return done.stdout


class Paired(NamedTuple):
    """
    What a thing costs here, and how many times as much it costs in the other world.
    """

    microseconds: float
    """CPU time here, the median."""
    ratio: float | None
    """The median of the other over the median here; None where it cannot be done there."""


def compare(here: tuple[World, Loop], there: tuple[World, Loop] | None, *, quick: bool) -> Paired:
    """
    Measure loops of two worlds in turn.

    Args:
        here: The world that is measured, and the loop that was made in it.
        there: Those to compare with; None: there are none.
        quick: Whether it is to be fast rather than exact.
    """
    sides = [here] if there is None else [here, there]
    seconds = 0.01 if quick else 0.15
    # The same number on both sides, so that both do the same things.
    number = min(_count(world, loop, seconds) for world, loop in sides)
    times: list[list[float]] = [[] for _ in sides]
    for repetition in range(3 if quick else 9):
        order = range(len(sides))
        for side in order if repetition % 2 else reversed(order):
            world, loop = sides[side]
            times[side].append(_timed(world, loop, number) / number)
    mine, *others = map(statistics.median, times)
    return Paired(mine * 1e6, others[0] / mine if others else None)


def _count(world: World, loop: Loop, seconds: float) -> int:
    """Say how many times a thing is done in a time, once it is warm."""
    number = 1
    _timed(world, loop, number)
    while True:
        taken = _timed(world, loop, number)
        if taken > seconds / 4:
            return max(1, round(number * seconds / taken))
        number *= 2


def _timed(world: World, loop: Loop, number: int) -> float:
    """Give the CPU time of a loop, in seconds."""
    with world, warnings.catch_warnings():
        # Entry points name the plugins of this checkout; what the other one lacks is passed over.
        warnings.simplefilter("ignore")
        gc.collect()
        start = time.process_time()
        loop(number)
        return time.process_time() - start
