"""Where a command's text goes: plain, or with colours on a terminal that has them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from shutil import get_terminal_size
from typing import TYPE_CHECKING, ClassVar

from tilerules.rendering import fill, table

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Output", "RichOutput", "SpokenOutput", "make_output"]


class Output:
    """Plain text, 80 columns, no colour codes."""

    def line(self, text: str = "", *, style: str = "") -> None:
        """
        Write a text, wrapped.

        Args:
            text: One line, or several.
            style: What it is, for an output with colours: ``"title"``, ``"good"``, ``"bad"``,
                ``"faint"``, or nothing.
        """
        print(fill(text), flush=True)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Write a table."""
        print(table(headers, rows), flush=True)

    def raw(self, text: str) -> None:
        """Write a text as it is, for programs to read."""
        print(text, flush=True)

    def clear(self) -> None:
        """Leave nothing on the screen, nor above it; where there is none, nothing is to be done."""
        if sys.stdout.isatty():
            if os.environ.get("TERM") == "dumb":
                print("\n" * get_terminal_size().lines, flush=True)
            else:
                print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)

    def ask(self, prompt: str) -> str:
        """Ask for a line; where there is none any more, that is an EOFError."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            return self._typed(prompt)
        print(prompt, end="", flush=True)
        answer = sys.stdin.readline()
        if not answer:
            print(flush=True)
            raise EOFError
        # Nobody typed it here: a log would show the prompts alone.
        print(answer.rstrip("\n"), flush=True)
        return answer.strip()

    def _typed(self, prompt: str) -> str:
        """Ask at the terminal, with its editing keys."""
        # Importing it is what makes input() edit lines and remember them.
        if find_spec("readline") is not None:
            import readline  # noqa: F401
        try:
            # The prompt is handed over, or going back in what was typed would wipe it away.
            return input(prompt).strip()
        except EOFError:
            print(flush=True)
            raise


class SpokenOutput(Output):
    """Sentences alone, for whoever listens."""

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        for row in rows:
            cells = zip(headers, map(str, row), strict=True)
            self.line("; ".join(f"{header} {cell}" for header, cell in cells if cell))


class RichOutput(Output):
    """The same with colours, as wide as the terminal up to 100 columns."""

    _STYLES: ClassVar[dict[str, str]] = {
        "title": "bold cyan",
        "good": "green",
        "bad": "red",
        "faint": "dim",
        "": "",
    }

    def __init__(self, console: Console) -> None:
        self._console = console

    @property
    def _width(self) -> int:
        return min(self._console.width, 100)

    def line(self, text: str = "", *, style: str = "") -> None:
        self._console.print(
            fill(text, self._width), style=self._STYLES[style], markup=False, highlight=False
        )

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        head, *body = table(headers, rows, self._width).splitlines()
        self.line(head, style="title")
        self._console.print("\n".join(body), markup=False, highlight=False)

    def ask(self, prompt: str) -> str:
        if self._console.color_system is not None and find_spec("readline") is not None:
            # Marked so that they take no room on the line.
            prompt = f"\1\x1b[1m\2{prompt}\1\x1b[0m\2"
        return super().ask(prompt)


def make_output(*, plain: bool) -> Output:
    """
    Choose an output.

    Args:
        plain: Whether text without tables is wanted. Without colours it is, too, where ``rich``
            is not installed, where the output is no terminal, and where the terminal is dumb.
    """
    if plain:
        return SpokenOutput()
    is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if not is_terminal or find_spec("rich") is None:
        return Output()
    from rich.console import Console

    return RichOutput(Console())
