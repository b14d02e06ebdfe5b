"""
The log of a study: one line a block, and a study can go on from whatever a crash has left.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tilerules.errors import StudyError
from tilerules.studies.study import digest_of
from tilerules.studies.tallies import Tally

__all__ = ["StudyLog"]

_SYNC = 1.0
"""The seconds after which what was written is on the disk; the system keeps it until then."""


class StudyLog:
    """
    A file of JSON lines: a header that names the study, then the blocks as they come.

    A last line that is torn is cut off. A line elsewhere that does not agree with its checksum
    counts as not written.
    """

    def __init__(self, path: str | os.PathLike[str], identity: dict[str, Any]) -> None:
        """
        Open or begin a log.

        Args:
            path: The file.
            identity: That of the study.

        Raises:
            StudyError: The file is the log of another study, or no log, or cannot be opened.
        """
        self._path = Path(path)
        head = {"digest": digest_of(identity), "identity": identity}
        header = json.dumps(head, separators=(",", ":")).encode() + b"\n"
        try:
            self._file = self._path.open("a+b")
        except OSError as error:
            raise StudyError(f"the log {self._path} cannot be opened: {error.strerror}") from error
        try:
            self._file.seek(0)
            first = self._file.readline()
            if first != header:
                self._check(first, header, identity)
                self._file.truncate(0)
                self._file.write(header)
                self._file.flush()
        except BaseException:
            self._file.close()
            raise
        self._start = len(header)
        self._synced = 0.0

    def _check(self, first: bytes, header: bytes, identity: dict[str, Any]) -> None:
        """
        See whether a file is a log that was begun, and torn at once; nothing else is cut.

        Raises:
            StudyError: It is not.
        """
        if header.startswith(first):
            return
        try:
            theirs = json.loads(first)["identity"]
            names = sorted(identity | theirs)
        except (ValueError, LookupError, TypeError) as error:
            raise StudyError(f"{self._path} is no log of a study; name another file") from error
        told = "; ".join(
            f"{name}: {theirs.get(name)} there, {identity.get(name)} here"
            for name in names
            if identity.get(name) != theirs.get(name)
        )
        raise StudyError(f"{self._path} is the log of another study ({told})")

    def blocks(self) -> Iterator[tuple[int, Tally]]:
        """Give the blocks that are kept; what a crash has torn is cut off."""
        self._file.seek(self._start)
        for line in self._file:
            if not line.endswith(b"\n"):
                self._file.truncate(self._file.tell() - len(line))
                break
            try:
                entry = json.loads(line)
                number, tally = entry["block"], Tally.from_data(entry["tally"])
                if entry["crc"] == _crc(tally.to_text()):
                    yield number, tally
            except (ValueError, LookupError, TypeError, AttributeError):
                continue  # damaged by a disk: the block is played again
        self._file.seek(0, os.SEEK_END)

    def put(self, block: int, tally: str) -> None:
        """Keep a block: its number, and the text of its tally."""
        line = f'{{"block":{block},"crc":{_crc(tally)},"tally":{tally}}}\n'
        self._file.write(line.encode())
        # The system has it now: it outlives this process. A machine that stops may lose a second.
        self._file.flush()
        if time.monotonic() - self._synced >= _SYNC:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Put all of it on the disk."""
        if not self._file.closed:
            self._sync()
            self._file.close()


def _crc(text: str) -> int:
    return zlib.crc32(text.encode())
