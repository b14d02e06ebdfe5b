"""
Plain text that fits a terminal: wrapped lines and tables.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

__all__ = ["WIDTH", "fill", "table"]

WIDTH = 80
"""How many columns are used."""

_GAP = "  "
_SEAM = "\u200b"
_NUMBER = re.compile(r"-?[0-9]+")


def fill(text: str, width: int = WIDTH) -> str:
    """
    Wrap each line of a text; what follows is indented like the line.

    A row of tiles breaks between tiles; words joined by no-break spaces stay together.

    Args:
        text: Any text, of one or more lines.
        width: How many columns there are.

    >>> print(fill("- one two three four", 10))
    - one two
      three
      four
    """
    wrapped = "\n".join(_fill_line(line, width) for line in text.splitlines())
    return wrapped.replace("\u00a0", " ")


def _fill_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = re.match(r"[> ] .{1,24}?  (?=\[)|\s*(?:[->•] )?\s*", line)
    hang = len(indent[0]) if indent else 0
    # A row of tiles has no blanks, but may be broken between two of them.
    rows = textwrap.wrap(
        line.replace("][", f"]{_SEAM} [").replace("] [", "] ["),
        width,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return "\n".join(row.replace(f"{_SEAM} ", "").replace(_SEAM, "") for row in rows)


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], width: int = WIDTH) -> str:
    """
    Make a table without lines: columns as wide as they need be, numbers to the right, the last
    column wrapped.

    Args:
        headers: A title for each column.
        rows: The cells.
        width: How many columns of the terminal there are.

    >>> print(table(["seat", "pips"], [["Ana", 7], ["Budi", 12]]))
    seat  pips
    Ana      7
    Budi    12
    """
    cells = [[str(cell) for cell in row] for row in rows]
    count = len(headers)
    right = [bool(cells) and all(_NUMBER.fullmatch(row[i]) for row in cells) for i in range(count)]
    sizes = [max(len(row[i]) for row in [headers, *cells]) for i in range(count)]
    before = sum(sizes[:-1]) + len(_GAP) * (count - 1)
    last = max(width - before, 16)
    lines = []
    for row in [headers, *cells]:
        words = [
            cell.rjust(size) if is_right else cell.ljust(size)
            for cell, size, is_right in zip(row[:-1], sizes, right, strict=False)
        ]
        end = row[-1].rjust(sizes[-1]) if right[-1] else row[-1]
        first, *more = textwrap.wrap(end, last, drop_whitespace=not right[-1]) or [""]
        lines.append(_GAP.join([*words, first]).rstrip())
        lines += [" " * before + rest for rest in more]
    return "\n".join(lines)
