"""
Leaving in the middle: Ctrl-C, a lost connection and a kill are one thing to a command.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

__all__ = ["signals_interrupt"]

_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextlib.contextmanager
def signals_interrupt() -> Iterator[None]:
    """
    Make each of the signals that end a program raise KeyboardInterrupt, the first one alone.

    A terminal that is lost sends two, and who is in a hurry presses Ctrl-C twice: the second
    must not cut off what the first has begun, which is to save the game. A signal that was
    ignored before, as under ``nohup``, stays so.
    """
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    mine = [number for number in _SIGNALS if before[number] not in (signal.SIG_IGN, None)]

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        for number in mine:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in mine:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, before[number])
