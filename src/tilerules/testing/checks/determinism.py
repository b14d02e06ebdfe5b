"""Does a round depend on nothing but its seed?"""

from __future__ import annotations

from collections.abc import Iterable

from tilerules.errors import TilerulesError
from tilerules.testing.subjects import Walk, check
from tilerules.testing.walks import (
    GlobalRandomError,
    no_global_random,
    show_last,
    trace,
    trace_of,
)
from tilerules.testing.walks import walk as play

__all__ = ["first_difference", "global_random", "same_seed"]


def first_difference(one: str, other: str) -> str:
    """Give the first line in which two texts differ, as a sentence."""
    lines, others = one.splitlines(), other.splitlines()
    for number, (a, b) in enumerate(zip(lines, others, strict=False), 1):
        if a != b:
            return f"line {number} of the trace is {b!r:.200} instead of {a!r:.200}"
    return f"one trace has {len(lines)} lines, the other {len(others)}"


@check(
    "same-seed",
    "Equal seeds give equal rounds. Chance comes from the Shuffler a rule is handed, and from "
    "nowhere else: no clock, no id(), no counter that outlives the round.",
)
def same_seed(walk: Walk) -> Iterable[str]:
    """Play the same round again and compare everything it shows."""
    again = trace(walk.variant, walk.seats, walk.seed, most=len(walk.states) - 1)
    before = trace_of(walk)
    if again != before:
        yield first_difference(before, again)


@check(
    "global-random",
    "Python's global random generator is never used, for a seed does not rule it and other "
    "code of the process does. Use the Shuffler a rule is handed.",
)
def global_random(walk: Walk) -> Iterable[str]:
    """Play and show the round with every function of the global generator raising."""
    try:
        with no_global_random():
            again = play(walk.variant, walk.seats, walk.seed, most=len(walk.states) - 1)
            shown = show_last(again)
    except (GlobalRandomError, TilerulesError) as error:  # the latter if a rule asked
        shown = [repr(error)]
    for line in shown:
        if GlobalRandomError.__name__ in line:
            yield line
            return
