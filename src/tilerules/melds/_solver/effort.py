"""
How much a search may still do.

The unit is a *way*: one way to go on from a state of the solver at one place, the step of its
innermost loop, some microseconds each. So a limit means the same on every machine.
"""

from __future__ import annotations

from time import monotonic


class OutOfEffortError(Exception):
    """The search has done what it may; it is known to none but the solver."""


class Effort:
    """
    What one search may do; its parts share it.
    """

    __slots__ = ("_end", "_limit", "_seconds", "left")

    def __init__(self, limit: int, seconds: float | None = None) -> None:
        self._limit = limit
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew, with as much as at first."""
        self.left = self._limit
        self._end = None if self._seconds is None else monotonic() + self._seconds

    @property
    def is_out(self) -> bool:
        """Whether nothing is left."""
        return self.left < 0

    def spend(self, ways: int) -> None:
        """
        Take note of ways looked at.

        Raises:
            OutOfEffortError: They were too many, or it took too long.
        """
        self.left -= ways
        if self._end is not None and monotonic() > self._end:
            self.left = -1
        if self.left < 0:
            raise OutOfEffortError
