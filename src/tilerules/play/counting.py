"""
How many ways a round can go on: the number that tells two sets of rules apart.
"""

from __future__ import annotations

from tilerules.errors import InvalidDepthError, shown
from tilerules.faults import faults_of
from tilerules.play.round import Round

__all__ = ["perft"]


def perft(round_: Round, depth: int) -> int:
    """
    Count the sequences of exactly so many legal moves.

    As chess programs count, only the leaves at that depth count: a round that is over earlier
    adds nothing, and no move at all is one sequence. Counted is what iterating ``legal_moves``
    yields: where moves explode and it is lazy, its representatives; moves of the host never.

    Args:
        round_: Where the sequences begin.
        depth: How many moves each has, from 0. Numbers, and the time they take, grow with each.

    Returns:
        The number of sequences, from 0.

    Raises:
        InvalidDepthError: The depth is negative.
        TypeError: The first is no round, or the depth no int; a bool is none.

    >>> import tilerules
    >>> round_ = tilerules.variant("gaple").deal(seats=4, seed=7)
    >>> [perft(round_, depth) for depth in range(8)]
    [1, 1, 1, 2, 5, 15, 51, 176]
    """
    if not isinstance(round_, Round):
        raise TypeError(f"perft counts from a Round, not {type(round_).__name__} {shown(round_)}")
    if isinstance(depth, bool) or not isinstance(depth, int):
        raise TypeError(f"a depth is an int, not {type(depth).__name__} {shown(depth)}")
    if depth < 0:
        raise InvalidDepthError(f"a depth is a number of moves from 0, not {shown(depth)}")
    if depth == 0:
        return 1
    total = 0
    steps = round_.plan.steps
    # Not recursive: sequences may be as long as a round.
    pending = [(round_, depth)]
    with faults_of(round_.variant):
        while pending:
            state, left = pending.pop()
            moves = state.legal_moves
            if left == 1:
                total += moves.count()
            else:
                # What the list yields is legal, so nothing is left to be checked.
                pending += [(steps[move.kind](state, move), left - 1) for move in moves]
    return total
