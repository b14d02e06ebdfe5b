"""
The places of keys in TOML documents.
"""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tilerules.plugins.files.toml_lines import KeyPath, key_lines

DOCUMENT = """\
title = "a = 1" # a comment with = and [brackets]
"quo.ted".x = 'k = 1'
point = 1.5
  [[parts]]
  name = "a"
  later = {name = "b", deep.down = [1,
    [2]], when = 1979-05-27 07:32:00}
[[parts]] # the second
name = "b"
[parts.sub]
list = [
  {x = 1},  # first
  "]",
]
[[parts.deep]]
y = 1
[ table . "a-b" ]
s = 1\r
"""

LINES: dict[KeyPath, int] = {
    ("title",): 1,
    ("quo.ted",): 2,
    ("quo.ted", "x"): 2,
    ("point",): 3,
    ("parts",): 4,
    ("parts", 0): 4,
    ("parts", 0, "name"): 5,
    ("parts", 0, "later"): 6,
    ("parts", 1): 8,
    ("parts", 1, "name"): 9,
    ("parts", 1, "sub"): 10,
    ("parts", 1, "sub", "list"): 11,
    ("parts", 1, "deep"): 15,
    ("parts", 1, "deep", 0): 15,
    ("parts", 1, "deep", 0, "y"): 16,
    ("table",): 17,
    ("table", "a-b"): 17,
    ("table", "a-b", "s"): 18,
}


def test_lines() -> None:
    """
    Each key that begins a line is found there: dotted, quoted, in tables and arrays of tables.
    """
    assert LINES == key_lines(DOCUMENT)


def test_what_follows_a_text_of_many_lines_has_no_line() -> None:
    """
    In a text of several lines anything may look like a key, so that no line is told after one.
    """
    text = 'a = 1\nb = """\nc = 2\n[d]\n"""\ne = 3\n'

    assert {("a",): 1, ("b",): 2} == key_lines(text)


def paths(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """
    Give the paths of all values in a document.
    """
    inner = enumerate(value) if isinstance(value, list) else ()
    pairs = value.items() if isinstance(value, dict) else inner
    found = {path} if path else set()
    return found.union(*(paths(one, (*path, key)) for key, one in pairs))


def test_every_line_is_of_a_key() -> None:
    """
    What has a line is a value that the standard library's reader finds.
    """
    assert set(key_lines(DOCUMENT)) <= paths(tomllib.loads(DOCUMENT))


KEYS = st.sampled_from(["a", "b-c", '"d.e"', "'f g'"])
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
    In any document the reader accepts, every key of a table that begins a line is found there,
    and nothing that is no value.
    """
    text = header + "".join(f"{key} = {value}\n" for key, value in table.items())
    read = tomllib.loads(text)
    lines = key_lines(text)
    before = text.split('"""', maxsplit=1)[0].count("\n")
    begun = [
        number for number, line in enumerate(text.splitlines(), 1) if line and number <= before
    ]

    assert set(lines) <= paths(read)
    assert set(begun) <= set(lines.values())
    assert all(1 <= line <= text.count("\n") for line in lines.values())
