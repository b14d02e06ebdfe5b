#!/usr/bin/env python3
"""
Record what the command line shows, for the documentation.

    .venv/bin/python tools/recording.py           writes docs/howto/terminal.txt
    .venv/bin/python tools/recording.py --check   fails if it would be written differently
"""

from __future__ import annotations

import difflib
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECORDING = ROOT / "docs" / "howto" / "terminal.txt"

SESSION: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("tilerules score gaple A=2-2,1-5 B=1-3,3-3 C=6-4 D=0-5,2-3", ()),
    ("tilerules score gaple -r gaple/lone-blank:points=25 A=0-0 B=5-6 C=6-6,x1-1", ()),
    ("tilerules play gaple --seed 3 --easy", ("why 6-6", "hint", "1", "undo", "2", "quit")),
    ("tilerules explain tilerules-gaple.json 4-5", ()),
    ("tilerules replay tilerules-gaple.json", ()),
    ("tilerules play --resume tilerules-gaple.json --easy --plain", ("hint", "quit")),
    ("tilerules rules gapel", ()),
)
"""Each command, and what is typed while it runs."""


def record() -> str:
    """
    Run the session in an empty folder, and write it down as a terminal would show it.
    """
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    shown = []
    with tempfile.TemporaryDirectory() as folder:
        for command, typed in SESSION:
            done = subprocess.run(
                [sys.executable, "-m", "tilerules.cli", *shlex.split(command)[1:]],
                input="".join(f"{line}\n" for line in typed),
                cwd=folder,
                env={**kept, "PYTHONUTF8": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            shown.append(f"$ {command}\n{done.stdout}")
    return "\n".join(shown)


def main(arguments: Sequence[str]) -> int:
    """
    Write the recording, or check it.
    """
    text = record()
    if "--check" not in arguments:
        RECORDING.write_text(text, encoding="utf-8")
        return 0
    old = RECORDING.read_text(encoding="utf-8") if RECORDING.exists() else ""
    if old == text:
        return 0
    name = RECORDING.relative_to(ROOT).as_posix()
    lines = difflib.unified_diff(old.splitlines(), text.splitlines(), name, "now", lineterm="")
    print("\n".join(lines))
    print(f"{name} is out of date; run tools/recording.py and read what became different")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
