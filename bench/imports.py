"""
What ``import tilerules`` costs beside importing attrs and pluggy, over a bare interpreter.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from options import Options, parse

REPETITIONS = 21
GOAL = 1.6


def cost(code: str) -> float:
    """Give the time of an interpreter that runs a line, in milliseconds."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return 1e3 * (time.perf_counter() - start)


def run(out: Callable[[str], None] = print, options: Options | None = None) -> bool:
    """
    Print the ratio.

    Args:
        out: Takes each line.
        options: How to run.

    Returns:
        Whether the goal was met.
    """
    lines = {
        "bare": "pass",
        "attrs and pluggy": "import attrs, pluggy",
        "tilerules": "import tilerules",
    }
    times: dict[str, list[float]] = {name: [] for name in lines}
    for _ in range(7 if options is not None and options.quick else REPETITIONS):
        for name, code in lines.items():
            times[name].append(cost(code))
    medians = {name: statistics.median(found) for name, found in times.items()}
    base = medians["attrs and pluggy"] - medians["bare"]
    ours = medians["tilerules"] - medians["bare"]
    out(f"over a bare interpreter: attrs and pluggy {base:.1f} ms, tilerules {ours:.1f} ms")
    out(f"goal: under {GOAL} times attrs and pluggy; reached: {ours / base:.2f}")
    return ours / base < GOAL


if __name__ == "__main__":
    run(options=parse())
