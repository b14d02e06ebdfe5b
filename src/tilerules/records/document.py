"""
A record as a JSON document: its format, its keys, its header.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from tilerules.errors import (
    RecordError,
    RulesVersionError,
    UnknownTagError,
    check_type,
    nearest,
    shown,
)
from tilerules.texts import parse_json

__all__ = ["FORMAT", "FREE", "HEADER", "check_keys", "check_kind", "parse_document", "read_header"]

FORMAT = "tilerules-record-1"
"""The version of the format."""

HEADER = {"format", "kind", "variant", "rules_version", "house_rules", "plugins", "seats"}
"""The keys in which a record says what it is."""

FREE = {"notes", "date"}
"""The keys of what a record may carry besides: it is kept, and nothing is read from it."""

_MOST_TEXT = 16_000_000
_KEYS = {
    "round": HEADER | {"deal", "moves"},
    "match": HEADER | {"seed", "rounds"},
}


def read_header(text: str) -> dict[str, Any]:
    """
    Read what a record says of itself, without needing its plugins.

    Returns:
        The keys format, kind, variant, rules_version, house_rules, plugins, seats, notes and
        date, as far as they are there.

    Raises:
        RecordError: It is no record.
    """
    return {key: value for key, value in parse_document(text).items() if key in HEADER | FREE}


def parse_document(text: str) -> dict[str, Any]:
    """
    Parse the JSON of a record, and check its format.

    Raises:
        RecordError: It is no JSON object, too long, or has a key twice.
        RulesVersionError: It is of another format.
    """
    check_type("a record", text, str)
    if len(text) > _MOST_TEXT:
        raise RecordError(f"a record of {len(text)} characters is too long")
    try:
        record = parse_json(text)
    except ValueError as error:
        raise RecordError(f"this is no JSON record: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    if "format" not in record:
        raise RecordError(f"a record has a key 'format', here {FORMAT!r}; this one lacks it")
    if record["format"] != FORMAT:
        raise RulesVersionError(
            f"this version reads the format {FORMAT!r}, not {shown(record['format'])}"
        )
    return record


def check_kind(record: dict[str, Any]) -> str:
    """
    Check that a document has the keys of its kind, and give the kind.

    Raises:
        UnknownTagError: It is neither a round nor a match, or has a key of neither.
        RecordError: It lacks a key, or tells of plugins in no way that can be read.
    """
    kind = record.get("kind")
    if not isinstance(kind, str) or kind not in _KEYS:
        raise UnknownTagError(f"kind is 'round' or 'match', not {shown(kind)}")
    check_keys(record, _KEYS[kind], "the record", free=FREE)
    plugins = record["plugins"]
    if not isinstance(plugins, dict) or not all(isinstance(one, str) for one in plugins.values()):
        raise RecordError(
            f"plugins must be an object of distributions and their versions, not {shown(plugins)}"
        )
    return kind


def check_keys(value: Any, keys: set[str], where: str, *, free: Set[str] = frozenset()) -> None:
    """
    Check that a JSON object has these keys and no others, but for some that it may have.

    Raises:
        UnknownTagError: It has another one.
        RecordError: It lacks one, or is no object.
    """
    if not isinstance(value, dict):
        raise RecordError(f"{where} must be a JSON object, not {shown(value)}")
    for key in value:
        if key not in keys | free:
            raise UnknownTagError(f"{where} has an unknown key {shown(key)}{nearest(key, keys)}")
    for key in sorted(keys):
        if key not in value:
            raise RecordError(f"{where} lacks the key {key!r}")
