"""
The same rounds in new processes, with other hash seeds.

What depends on the order of a set, or on ``hash()`` of a text, is the same throughout one
process; only another process shows it.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tilerules.decks import Seed
from tilerules.play import Variant
from tilerules.testing.walks import no_global_random, trace

__all__ = ["Job", "hash_seed_differences", "main", "traces_in_process"]

Job: TypeAlias = "tuple[Variant, int, Seed, int]"
"""Variant, seats, seed, and the most moves to play."""

_PROGRAM = "from tilerules.testing.processes import main; main()"


def traces_in_process(jobs: Sequence[Job], *, hash_seed: int) -> tuple[str, ...]:
    """
    Play rounds in a new process, the global random generator out of order.

    Args:
        jobs: The rounds. Their variants must survive pickle.
        hash_seed: The value of ``PYTHONHASHSEED``.

    Returns:
        The trace of each.

    Raises:
        RuntimeError: The process failed; the message is what it wrote.
    """
    env = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=pickle.dumps(tuple(jobs)),
        capture_output=True,
        env=env,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    found: tuple[str, ...] = pickle.loads(done.stdout)
    return found


def hash_seed_differences(
    jobs: Sequence[Job], *, hash_seeds: Sequence[int] = (0, 1, 2)
) -> Iterator[tuple[Job, str, str]]:
    """
    Find rounds that differ between processes.

    Args:
        jobs: The rounds.
        hash_seeds: The processes' values of ``PYTHONHASHSEED``; the first one is compared with.

    Yields:
        The job and the two traces that differ.
    """
    first, *others = [traces_in_process(jobs, hash_seed=one) for one in hash_seeds]
    for other in others:
        for job, one, two in zip(jobs, first, other, strict=True):
            if one != two:
                yield job, one, two


def main() -> None:
    """Read jobs from standard input and write their traces to standard output."""
    jobs: tuple[Job, ...] = pickle.load(sys.stdin.buffer)
    with no_global_random():
        found = tuple(trace(variant, seats, seed, most=most) for variant, seats, seed, most in jobs)
    sys.stdout.buffer.write(pickle.dumps(found))
