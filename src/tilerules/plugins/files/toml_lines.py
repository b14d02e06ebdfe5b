"""
Reading TOML, and on which line of it each key stands.

The standard library's reader gives values without their places. The one here gives places
without values; it trusts that the other has accepted the document.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from tilerules.errors import PluginLoadError

__all__ = ["KeyPath", "key_lines", "read_toml"]

KeyPath = tuple["str | int", ...]
"""The way to a value: keys of tables and indices of arrays."""


_TOKEN = re.compile(
    r"""
      (?P<skip>    [ \t\r]+ | \#[^\n]* )
    | (?P<newline> \n )
    | (?P<string>  \"{3} (?:[^\\]|\\.)*? \"{3,5} | '{3} .*? '{3,5}
                 | \" (?:[^"\\\n]|\\.)* \" | '[^'\n]*' )
    | (?P<mark>    [\[\]{}=,.] )
    | (?P<bare>    [^\s\[\]{}=,.\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)


@attrs.frozen
class _Token:
    kind: str
    text: str
    line: int


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind != "skip":
            yield _Token(kind, match[0], line)
        line += match[0].count("\n")
    yield _Token("newline", "\n", line)


class _Scanner:
    """Walks over the tokens of a document and notes where keys are."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.tables_in: dict[KeyPath, int] = {}

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def skip(self, *texts: str) -> bool:
        """Step over the next token if it is one of these."""
        if self.at < len(self.tokens) and self.token.text in texts:
            self.at += 1
            return True
        return False

    def document(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self.at < len(self.tokens):
            if self.skip("\n"):
                continue
            if self.skip("["):
                table = self.header()
            else:
                self.pair(table)
        return self.lines

    def header(self) -> KeyPath:
        """Read what follows the first bracket of ``[table]`` or ``[[array of tables]]``."""
        line, is_array = self.token.line, self.skip("[")
        keys = self.keys()
        while self.skip("]"):
            pass
        path: KeyPath = ()
        for place, key in enumerate(keys, 1):
            path = (*path, key)
            is_last = place == len(keys)
            if is_last and is_array:
                self.lines.setdefault(path, line)
                self.tables_in[path] = self.tables_in.get(path, -1) + 1
            if path in self.tables_in:
                path = (*path, self.tables_in[path])
        self.lines.setdefault(path, line)
        return path

    def keys(self) -> list[str]:
        """Read a key, dotted or not."""
        found = []
        while self.token.kind in ("bare", "string"):
            text = self.token.text
            is_bare = self.token.kind == "bare"
            found.append(text if is_bare else str(tomllib.loads(f"key = {text}")["key"]))
            self.at += 1
            if not self.skip("."):
                break
        return found

    def pair(self, table: KeyPath) -> None:
        """Read ``key = value``."""
        line = self.token.line
        path = table
        for key in self.keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.skip("=")
        self.value(path)

    def value(self, path: KeyPath) -> None:
        if self.skip("{"):
            while not self.skip("}"):
                if not self.skip(",", "\n"):
                    self.pair(path)
        elif self.skip("["):
            index = 0
            while not self.skip("]"):
                if self.skip(","):
                    index += 1
                elif not self.skip("\n"):
                    self.lines[(*path, index)] = self.token.line
                    self.value((*path, index))
        else:
            while self.token.text not in (",", "]", "}", "\n"):
                self.at += 1


def key_lines(text: str) -> dict[KeyPath, int]:
    """
    Give the line, from 1, of each key and of each item of an array.

    Args:
        text: A document that :func:`tomllib.loads` accepts.

    >>> key_lines('a = 1\\n[b]\\nc = [{d = 2},\\n  3]')
    {('a',): 1, ('b',): 2, ('b', 'c'): 3, ('b', 'c', 0): 3, ('b', 'c', 0, 'd'): 3, ('b', 'c', 1): 4}
    """
    return _Scanner(text).document()


def read_toml(path: Path) -> tuple[dict[str, Any], dict[KeyPath, int]]:
    """
    Read a TOML file.

    Returns:
        What stands in it, and on which lines.

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
    return table, key_lines(text)


def _no_toml(says: str, text: str) -> str:
    """Say line and fault of a text that is no TOML, from what the parser says of it."""
    found = re.fullmatch(r"(?P<fault>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", says)
    number = int(found["line"]) if found else text.count("\n") + 1
    fault = f"{found['fault']} at column {found['column']}" if found else says
    line = text.splitlines()[number - 1 : number]
    if any(sign in "\u201c\u201d\u201e\u2018\u2019" for sign in "".join(line)):
        fault += "; quotes must be straight"
    return f":{number}: this is no TOML: {fault}"
