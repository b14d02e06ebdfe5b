"""
Writing records.
"""

from __future__ import annotations

import json
from importlib import metadata

from tilerules.errors import RecordError
from tilerules.play.match import Match
from tilerules.play.positions import Position
from tilerules.play.round import Round
from tilerules.records.document import FORMAT
from tilerules.variants import Variant

__all__ = ["dumps"]


def dumps(value: Round | Match, *, indent: int | None = None) -> str:
    """
    Write a round or a match as a JSON record.

    Args:
        value: What to write.
        indent: As in :func:`json.dumps`.

    Raises:
        RecordError: It is neither a round nor a match.
    """
    if isinstance(value, Round):
        record = {**_header(value, "round"), **_round_out(value)}
    elif isinstance(value, Match):
        record = {
            **_header(value.round, "match"),
            "seed": value.seed,
            "rounds": [_round_out(one) for one in value.rounds],
        }
    else:
        raise RecordError(f"only a Round or a Match can be written, not {type(value).__name__}")
    return json.dumps(record, indent=indent, ensure_ascii=False, allow_nan=False)


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
        "plugins": _plugins_of(variant),
        "seats": list(names) if names else round_.seats,
    }


def _plugins_of(variant: Variant) -> dict[str, str]:
    """Name the distributions the rules come from, with their versions."""
    found = {variant.origin} | {f"tilerules-{o.rule.key.split('/')[0]}" for o in variant.applied}
    versions = {}
    for name in sorted(found - {""}):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


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
