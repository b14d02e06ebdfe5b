"""
Writing records.
"""

from __future__ import annotations

import datetime
import json
from functools import lru_cache
from importlib import metadata
from typing import IO, Any

from tilerules.errors import RecordError, TilerulesError, UnknownVariantError, check_type
from tilerules.play import Variant
from tilerules.play.match import Match
from tilerules.play.position import Position
from tilerules.play.round import Round
from tilerules.plugins import Registry
from tilerules.records.document import FORMAT
from tilerules.records.rules import chosen_registry
from tilerules.rulesets.house_rules import TABLE

__all__ = ["dump", "dumps", "plugin_versions"]


def dumps(
    value: Round | Match,
    *,
    indent: int | None = None,
    notes: Any = None,
    date: datetime.date | str | None = None,
    registry: Registry | None = None,
) -> str:
    """
    Write a round or a match as a JSON record.

    Args:
        value: What to write.
        indent: As in :func:`json.dumps`.
        notes: Text, or what JSON can hold, to be kept in the record; :func:`read_header` gives
            it back.
        date: When it was played, to be kept likewise.
        registry: Where a reader will look variants up; all installed ones by default.

    Raises:
        RecordError: Its rules are not what the record would name, or the notes are not such as
            JSON can hold.
    """
    check_type("what is written", value, Round, Match)
    _check_name(value.variant, registry)
    if isinstance(value, Round):
        record = {**_header(value, "round"), **_round_out(value)}
    else:
        record = {
            **_header(value.round, "match"),
            "seed": value.seed,
            "rounds": [_round_out(one) for one in value.rounds],
        }
    if notes is not None:
        record["notes"] = notes
    if date is not None:
        check_type("a date", date, datetime.date, str)
        record["date"] = date if isinstance(date, str) else date.isoformat()
    try:
        return json.dumps(record, indent=indent, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"the notes are not such as JSON can hold: {error}") from error


def dump(value: Round | Match, file: IO[str], **how: Any) -> None:
    """
    Write a round or a match into an open text file, as a line of its own: more can follow.

    Args:
        value: What to write.
        file: Where to.
        **how: As for :func:`dumps`; no ``indent``, for a record takes a line.

    Raises:
        RecordError: As :func:`dumps`.
        TypeError: There is an ``indent``, or something :func:`dumps` does not take.
    """
    if "indent" in how:
        raise TypeError("a record in a file of records is one line, and takes no indent")
    file.write(dumps(value, **how) + "\n")


def _header(round_: Round, kind: str) -> dict[str, object]:
    variant = round_.variant
    names = round_.rest.setup.names
    return {
        "format": FORMAT,
        "kind": kind,
        "variant": variant.key,
        "rules_version": variant.version,
        "house_rules": [
            {"key": one.rule.key, "version": one.rule.version, "params": dict(one.params)}
            for one in variant.applied
        ],
        "plugins": plugin_versions(variant),
        "seats": list(names) if names else round_.seats,
    }


def _check_name(variant: Variant, registry: Registry | None) -> None:
    """
    Check that an installed variant of the same key is the same game.

    Raises:
        RecordError: It is another: the variant was changed by hand, and a reader of the record
            would play by the rules that are installed.
    """
    if variant.origin:
        return
    known = chosen_registry(registry)
    try:
        installed = known.variant(variant.key).with_rules(*variant.applied, on_conflict="last")
    except UnknownVariantError:
        return  # read again with a registry that has it
    except TilerulesError:
        installed = None  # rules that the installed variant cannot have
    if installed != variant:
        raise RecordError(
            f"these rules of {variant.key} were changed by hand and are not the installed ones, "
            "which a record would name; make the change a house rule, or give the variant a name "
            "of its own: put(name=...)"
        )


def plugin_versions(variant: Variant) -> dict[str, str]:
    """Give the distributions that rules come from, with their versions."""
    spaces = {one.rule.key.partition("/")[0] for one in variant.applied} - {TABLE}
    found = {variant.origin} | {f"tilerules-{space}" for space in spaces}
    versions = ((name, _version_of(name)) for name in sorted(found - {""}))
    return {name: version for name, version in versions if version is not None}


@lru_cache(maxsize=256)
def _version_of(distribution: str) -> str | None:
    """Give the version of a distribution, if it is installed; it is read from a file, once."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _round_out(round_: Round) -> dict[str, object]:
    setup = round_.rest.setup
    return {
        "deal": {
            # Of given hands no seed is told: the deal would not be what it gives.
            "seed": None if setup.given else setup.seed,
            "number": setup.number,
            "redeals": setup.redeals,
            "position": str(Position.of(round_.start)),
        },
        "moves": [move.notation for move in round_.moves],
    }
