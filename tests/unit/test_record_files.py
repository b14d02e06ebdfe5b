"""
Many records in one file, and what a record carries besides.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import tilerules
from tilerules import RecordError, dump, dumps, load, loads, read_header

ROUND = tilerules.variant("gaple").deal(4, seed=1).play("0-0")
MATCH = tilerules.variant("rummy").match(2, seed=2)


def test_many_records() -> None:
    """
    What was written comes back in order, rounds and matches alike.
    """
    file = io.StringIO()
    dump(ROUND, file)
    dump(MATCH, file, notes="the second")
    file.write("\n")
    dump(ROUND, file)

    assert [ROUND, MATCH, ROUND] == [*load(io.StringIO(file.getvalue()))]
    assert [] == [*load([])]


def test_indented_records() -> None:
    """
    Records that were written with an indent are read too, alone and among others.
    """
    text = "\n".join([dumps(ROUND, indent=2), dumps(MATCH), dumps(MATCH, indent=1)])

    assert [ROUND, MATCH, MATCH] == [*load(text.splitlines(keepends=True))]


def test_records_are_read_as_they_are_asked_for() -> None:
    """
    Nothing behind the record that was asked for is looked at.
    """

    def lines() -> Iterator[str]:
        yield dumps(ROUND)
        yield dumps(ROUND)
        raise AssertionError("nobody asked for this")

    assert [ROUND, ROUND] == [*islice(load(lines()), 2)]


@pytest.mark.parametrize("wrong", ["{}", "no record", "{\n", "[1]"])
def test_where_it_is_wrong(wrong: str) -> None:
    """
    An error says at which line the record begins; those before it have been given.
    """
    found = load(f"{dumps(ROUND)}\n\n{wrong}".splitlines(keepends=True))

    assert ROUND == next(found)
    with pytest.raises(RecordError, match=r"^line 3: "):
        next(found)


def test_a_file_takes_no_indent() -> None:
    """
    A record of many is one line.
    """
    with pytest.raises(TypeError, match="indent"):
        dump(ROUND, io.StringIO(), indent=2)


@pytest.mark.parametrize("notes", ["a good game", {"event": ["club", 7]}, 5, False])
def test_notes_and_date(notes: Any) -> None:
    """
    Notes and a date are kept, told by the header, and nothing is read from them.
    """
    text = dumps(ROUND, notes=notes, date=datetime.date(2026, 12, 1))
    header = read_header(text)

    assert (notes, "2026-12-01") == (header["notes"], header["date"])
    assert ROUND == loads(text)
    assert "then" == read_header(dumps(MATCH, date="then"))["date"]
    assert not {"notes", "date"} & read_header(dumps(ROUND)).keys()


@pytest.mark.parametrize("notes", [object(), float("nan"), {1, 2}])
def test_notes_json_cannot_hold(notes: Any) -> None:
    """
    Notes are such as JSON can hold.
    """
    with pytest.raises(RecordError, match="notes"):
        dumps(ROUND, notes=notes)


def test_wrong_date() -> None:
    """
    A date is a date or text.
    """
    with pytest.raises(TypeError, match="a date"):
        dumps(ROUND, date=20261201)  # type: ignore[arg-type]
