"""
Does a late move cost what an early one does?

Nothing here is timed: what is compared is what is kept, and how many calls a move makes.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from types import FrameType
from typing import Any

from tilerules.play.round import Round
from tilerules.testing.checks.roundtrips import without_past
from tilerules.testing.subjects import Walk, check, listed

__all__ = ["growth", "memory"]

_LEAST = 12
"""Shorter walks say nothing about growth."""


def _atoms(value: object) -> int:
    """Count the plain values in nested tuples."""
    if isinstance(value, tuple | list | frozenset | set):
        return sum(map(_atoms, value))
    if isinstance(value, str | bytes):
        return 1 + len(value) // 16
    return 1


def _calls(function: Callable[[], object]) -> int:
    """Count the calls a function makes, of Python and of C functions."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    # What the collector tidies up meanwhile would be counted too.
    was_enabled = gc.isenabled()
    gc.disable()
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(before)
        if was_enabled:
            gc.enable()
    return count


@check(
    "growth",
    "A late move costs what an early one does: what a rule keeps does not grow with every "
    "move, and no rule walks through the moves of the round.",
)
def growth(walk: Walk) -> Iterable[str]:
    """Weigh what is kept after each move, and compare a late move with one without a past."""
    sizes = [_atoms(state.rest.ext) for state in walk.states]
    moves = len(sizes) - 1
    if moves < _LEAST:
        return
    grown = sum(after > before for before, after in pairwise(sizes))
    if grown > moves * 2 // 3:
        yield (
            f"what rules keep in their own state grew with {grown} of {moves} moves, from "
            f"{sizes[0]} to {sizes[-1]} values"
        )
    late = walk.states[-2] if walk.last.to_move is None else walk.last
    yield from _extra_calls(walk, late)


def _extra_calls(walk: Walk, late: Round) -> Iterable[str]:
    """Play one move on a state with a past and on the same state without one."""
    move = next(iter(listed(late, 1)), None)
    if move is None:
        return
    fresh = without_past(late)
    if fresh is None:
        return
    for state in (late, fresh):
        state.play(move.notation)  # tables are made when first needed
    # By turns, and the least of each: a bounded cache may drop what one of them needs.
    turns = [
        [_calls(partial(state.play, move.notation)) for state in (late, fresh)] for _ in "12345"
    ]
    counted = [min(calls) for calls in zip(*turns, strict=True)]
    past = len(late.moves)
    # Where a play makes thousands of calls, what equal keys of caches compare is no growth.
    if counted[0] - counted[1] > max(past * 2 // 3, 10, counted[1] // 50):
        yield (
            f"playing {move} after {past} moves makes {counted[0]} calls, and "
            f"{counted[1]} where the same position has no past"
        )


@check(
    "memory",
    "A round that nobody holds any more is gone: no rule keeps states, in caches or elsewhere.",
)
def memory(walk: Walk) -> Iterable[str]:
    """Play the round again, let it go, and see what is left."""
    gc.freeze()  # what exists already is none of our business
    try:
        _play_again(walk)
        gc.collect()
        left = sum(type(one) is Round for one in gc.get_objects())
    finally:
        gc.unfreeze()
    if left:
        yield f"{left} of {len(walk.states)} states are still held after the round was let go"


def _play_again(walk: Walk) -> None:
    state = walk.variant.deal(walk.seats, seed=walk.seed)
    for move in walk.last.moves:
        state = state.host(move.notation)
