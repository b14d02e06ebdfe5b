"""
Reading TOML, and on which line of it each key stands.

The standard library's reader gives values without their places; the places are those of what
looks like a key in a document that it has accepted.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from tilerules.errors import PluginLoadError

__all__ = ["KeyPath", "key_lines", "read_toml"]

KeyPath = tuple["str | int", ...]
"""The way to a value: keys of tables and indices of arrays."""


_KEY = re.compile(r"""[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'""")
_KEYS = rf"(?:{_KEY.pattern})(?:[ \t]*\.[ \t]*(?:{_KEY.pattern}))*"
_LINE = re.compile(
    rf"^[ \t]*(?:(?P<keys>{_KEYS})[ \t]*="
    rf"|(?P<open>\[\[?)[ \t]*(?P<table>{_KEYS})[ \t]*\]\]?[ \t\r]*(?:\#|$))",
    re.MULTILINE,
)
_MANY_LINES = re.compile("\"{3}|'{3}")


def key_lines(text: str) -> dict[KeyPath, int]:
    """
    Give the line, from 1, of each key that stands at the beginning of one, and of each table.

    What stands inside a value has no line of its own, nor has what follows a text of several
    lines, in which anything may look like a key.

    >>> key_lines("a = 1\\n[b.c]\\nd = [{e = 2}]")
    {('a',): 1, ('b',): 2, ('b', 'c'): 2, ('b', 'c', 'd'): 3}
    """
    lines: dict[KeyPath, int] = {}
    count: dict[KeyPath, int] = {}
    around: KeyPath = ()
    for found in _LINE.finditer(_MANY_LINES.split(text)[0]):
        line = text.count("\n", 0, found.start()) + 1
        path = around if found["keys"] else ()
        words = _KEY.findall(found["keys"] or found["table"])
        for place, word in enumerate(words, 1):
            path = (*path, word.strip("\"'"))
            lines.setdefault(path, line)
            if found["open"] == "[[" and place == len(words):
                count[path] = count.get(path, -1) + 1
            if path in count:
                path = (*path, count[path])
                lines.setdefault(path, line)
        if found["table"]:
            around = path
    return lines


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """
    Read a TOML file.

    Returns:
        What stands in it, and its text.

    Raises:
        PluginLoadError: It cannot be read; the message gives the line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PluginLoadError(f"{path}: cannot be read: {error.strerror}") from error
    try:
        text = data.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PluginLoadError(
            f"{path.name}:{line}: this is no text in UTF-8; save the file in that encoding"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise PluginLoadError(f"{path.name}{_no_toml(str(error), text)}") from error
    except (ValueError, RecursionError) as error:
        raise PluginLoadError(
            f"{path.name}: this is no TOML: a number is too long, or brackets are nested too deep"
        ) from error
    return table, text


def _no_toml(says: str, text: str) -> str:
    """Say line and fault of a text that is no TOML, from what the parser says of it."""
    found = re.fullmatch(r"(?P<fault>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", says)
    number = int(found["line"]) if found else text.count("\n") + 1
    fault = f"{found['fault']} at column {found['column']}" if found else says
    line = text.splitlines()[number - 1 : number]
    if any(sign in "\u201c\u201d\u201e\u2018\u2019" for sign in "".join(line)):
        fault += "; quotes must be straight"
    return f":{number}: this is no TOML: {fault}"
