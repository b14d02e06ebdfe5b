"""
Where a game is saved, so that it can be gone on with; leaving in the middle saves it.

Ctrl-C, a lost connection and a kill are one thing to a command.
"""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from tilerules.cli.common import CommandError
from tilerules.play.match import Match
from tilerules.records import dumps

__all__ = ["free_path", "save", "save_somewhere", "signals_interrupt", "write_whole"]

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


def free_path(name: str) -> Path:
    """Give a file name in the current folder that is not taken."""
    number = 1
    while True:
        path = Path(f"tilerules-{name}{f'-{number}' if number > 1 else ''}.json")
        if not path.exists():
            return path
        number += 1


def save(match: Match, path: Path) -> None:
    """Write a match to a file: whole or not at all."""
    write_whole(dumps(match, indent=1) + "\n", path)


def write_whole(text: str, path: Path) -> None:
    """Write a text to a file: whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise CommandError(f"{path}: {error.strerror}") from error


def save_somewhere(match: Match, path: Path) -> Path:
    """
    Write a match to a file, or to the folder for temporary files where that cannot be done.

    Returns:
        Where it is.
    """
    try:
        save(match, path)
    except CommandError:
        path = Path(tempfile.gettempdir()) / path.name
        save(match, path)
    return path
