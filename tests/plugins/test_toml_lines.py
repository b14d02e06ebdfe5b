"""
The places of keys in TOML documents.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerules.plugins.files.toml_lines import KeyPath, key_lines

DOCUMENT = '''\
title = """a
b = 3 # not a key
""" # a comment with = and [brackets]
"quo.ted".x = 'k = 1'
point = 1.5
[[parts]]
name = "a"
later = {name = "b", deep.down = [1,
  [2]], when = 1979-05-27 07:32:00}
[[parts]]
name = "b"
[parts.sub]
list = [
  {x = 1},  # first
  "]",
]
[table."a-b"]
s = 1\r
'''

LINES: dict[KeyPath, int] = {
    ("title",): 1,
    ("quo.ted",): 4,
    ("quo.ted", "x"): 4,
    ("point",): 5,
    ("parts",): 6,
    ("parts", 0): 6,
    ("parts", 0, "name"): 7,
    ("parts", 0, "later"): 8,
    ("parts", 0, "later", "name"): 8,
    ("parts", 0, "later", "deep"): 8,
    ("parts", 0, "later", "deep", "down"): 8,
    ("parts", 0, "later", "deep", "down", 0): 8,
    ("parts", 0, "later", "deep", "down", 1): 9,
    ("parts", 0, "later", "deep", "down", 1, 0): 9,
    ("parts", 0, "later", "when"): 9,
    ("parts", 1): 10,
    ("parts", 1, "name"): 11,
    ("parts", 1, "sub"): 12,
    ("parts", 1, "sub", "list"): 13,
    ("parts", 1, "sub", "list", 0): 14,
    ("parts", 1, "sub", "list", 0, "x"): 14,
    ("parts", 1, "sub", "list", 1): 15,
    ("table", "a-b"): 17,
    ("table", "a-b", "s"): 18,
}


def test_lines() -> None:
    """
    Each key is found on its line, through strings, comments, arrays and tables of all kinds.
    """
    assert LINES == key_lines(DOCUMENT)


def paths(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """
    Give the paths of all values in a document.
    """
    inner = enumerate(value) if isinstance(value, list) else ()
    pairs = value.items() if isinstance(value, dict) else inner
    found = {path} if path else set()
    return found.union(*(paths(one, (*path, key)) for key, one in pairs))


def test_every_path_has_a_line() -> None:
    """
    What the standard library's reader finds has a line, but for tables that only a header's
    dotted key implies.
    """
    assert {("table",)} == paths(tomllib.loads(DOCUMENT)) - set(key_lines(DOCUMENT))


KEYS = st.sampled_from(["a", "b-c", '"d.e"', "'f g'", '"h\\u0041"'])
SCALARS = st.sampled_from(["1", "1.5", "true", '"x = 1"', "'[a]'", '"""x\n# y\n"""', "1979-05-27"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(KEYS, inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=6,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.sampled_from(["", "[t]\n", "[[t]]\n"]))
def test_any_document(table: dict[str, str], header: str) -> None:
    """
    In any document the reader accepts, every value has a line within it.
    """
    text = header + "".join(f"{key} = {value}\n" for key, value in table.items())
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # two spellings of one key
        pytest.skip("no TOML")
    lines = key_lines(text)

    assert paths(read) == set(lines)
    assert all(1 <= line <= text.count("\n") for line in lines.values())
