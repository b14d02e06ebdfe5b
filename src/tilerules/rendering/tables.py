"""Plain text that fits a terminal: wrapped lines and tables."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["WIDTH", "fill", "table"]

WIDTH = 80
"""How many columns are used."""

_GAP = "  "
# What a hand begins with, a mark and a name; or an item of a list; or nothing but blanks.
_HANG = re.compile(r"[> ] .{1,24}?  (?=\[)|\s*(?:[->•] )?\s*")
_LEAST = 16
"""A last column of fewer characters is not worth reading."""
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


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
    indent = _HANG.match(line)
    hang = " " * (len(indent[0]) if indent else 0)
    rows = [""]
    for glue, piece in _pieces(line):
        if rows[-1].strip() and len(rows[-1] + glue + piece) > width:
            rows.append(hang + piece)
        else:
            rows[-1] += glue + piece
    return "\n".join(rows)


def _pieces(line: str) -> Iterator[tuple[str, str]]:
    """Give each piece that is not to be broken, with the blanks before it."""
    for match in re.finditer(r"( *)([^ ]+)", line):
        glue = match[1]
        # A row of tiles has no blanks, but may be broken between two of them.
        for piece in re.split(r"(?<=\])(?=\[)", match[2]):
            yield glue, piece
            glue = ""


def table(headers: Sequence[str], rows: Iterable[Sequence[object]], width: int = WIDTH) -> str:
    """
    Make a table without lines: columns as wide as they need be, numbers to the right, the last
    column wrapped.

    Args:
        headers: A title for each column.
        rows: The cells.
        width: How many columns of the terminal there are. Where they are too few for the table,
            each row becomes a list of its cells.

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
    last = width - before
    if last < min(sizes[-1], _LEAST):
        return _listed(headers, cells, width)
    lines = []
    for row in [headers, *cells]:
        words = [
            cell.rjust(size) if is_right else cell.ljust(size)
            for cell, size, is_right in zip(row[:-1], sizes, right, strict=False)
        ]
        end = row[-1].rjust(sizes[-1]) if right[-1] else row[-1]
        first, *more = textwrap.wrap(end, max(last, 1), drop_whitespace=not right[-1]) or [""]
        lines.append(_GAP.join([*words, first]).rstrip())
        lines += [" " * before + rest for rest in more]
    return "\n".join(lines)


def _listed(headers: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> str:
    """Write each row below each other: its first cell, then the others with their headers."""
    lines = []
    for first, *others in rows:
        told = zip(headers[1:], others, strict=True)
        lines += [first, *(f"  {header}: {cell}" for header, cell in told if cell)]
    return fill("\n".join(lines), width)
