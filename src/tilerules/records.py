"""
Records: rounds and matches as JSON, and positions, both ways.

A record holds the format's version; the variant, its rules version, the house rules with
their parameters and versions, the plugins with theirs; the seats; each round's beginning as a
position; and the moves as notation. Everything else is recomputed by playing it. A record is
replayed by the rules it names or refused with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import metadata
from typing import Any

from tilerules.decks import Seed, check_seed
from tilerules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidDealError,
    InvalidNotationError,
    InvalidPositionError,
    InvalidSeedError,
    InvalidVariantError,
    MissingPluginError,
    RecordError,
    RulesVersionError,
    TilerulesError,
    UnknownHouseRuleError,
    UnknownTagError,
    UnknownVariantError,
    nearest,
    shown,
)
from tilerules.play.match import Match
from tilerules.play.positions import Position, read_position
from tilerules.play.round import Round
from tilerules.plugins import Registry, default_registry
from tilerules.rules.dealing import check_names
from tilerules.rules.state import Setup
from tilerules.variants import Variant

__all__ = ["FORMAT", "dumps", "loads", "parse_position", "read_header"]

FORMAT = "tilerules-record-1"
"""The version of the format."""

_MOST_TEXT = 16_000_000
_HEADER = {"format", "kind", "variant", "rules_version", "house_rules", "plugins", "seats"}
_KEYS = {
    "round": _HEADER | {"deal", "moves"},
    "match": _HEADER | {"seed", "rounds"},
}
_DEAL = {"seed", "number", "redeals", "position"}
_ROUND = {"deal", "moves"}


# --- writing ----------------------------------------------------------------------------------


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
            "seed": setup.seed,
            "number": setup.number,
            "redeals": setup.redeals,
            "position": str(Position.of(round_.start)),
        },
        "moves": [move.notation for move in round_.moves],
    }


# --- reading ----------------------------------------------------------------------------------


def loads(text: str, *, registry: Registry | None = None) -> Round | Match:
    """
    Read a record: the rules it names are looked up and its moves are played again.

    Args:
        text: What :func:`dumps` wrote.
        registry: Where variants and house rules are looked up; all installed ones by default.

    Raises:
        RecordError: It is no record, or a move in it is not legal; it says where.
        UnknownTagError: It has a key or a move this version does not know.
        RulesVersionError: It was made under other versions of the rules.
        MissingPluginError: Its variant or a house rule is not installed.
        InvalidVariantError: The registry is none.
    """
    record = _parse(text)
    kind = record.get("kind")
    if kind not in ("round", "match"):
        raise UnknownTagError(f"kind is 'round' or 'match', not {kind!r}")
    _check_keys(record, _KEYS[kind], "the record")
    variant = _variant_of(record, _chosen(registry))
    names, seats = _seats_of(record["seats"])
    if kind == "round":
        return _round_in(record, "", variant, names, seats, ())
    rounds: list[Round] = []
    if not isinstance(record["rounds"], list) or not record["rounds"]:
        raise RecordError("rounds must be a list of at least one round")
    for number, one in enumerate(record["rounds"], 1):
        where = f"round {number}: "
        if rounds and rounds[-1].outcome is None:
            raise RecordError(f"round {number - 1} is not over, but another follows it")
        _check_keys(one, _ROUND, f"round {number}")
        rounds.append(_round_in(one, where, variant, names, seats, tuple(rounds)))
    return Match(variant, _seed_of(record["seed"], ""), tuple(rounds))


def _chosen(registry: Registry | None) -> Registry:
    """
    Give the registry to look things up in.

    Raises:
        InvalidVariantError: It is none.
    """
    if registry is not None and not isinstance(registry, Registry):
        raise InvalidVariantError(f"registry is a Registry, not {shown(registry)}")
    return default_registry() if registry is None else registry


def read_header(text: str) -> dict[str, Any]:
    """
    Read what a record says of itself, without needing its plugins.

    Returns:
        The keys format, kind, variant, rules_version, house_rules, plugins and seats, as far
        as they are there.

    Raises:
        RecordError: It is no record.
    """
    return {key: value for key, value in _parse(text).items() if key in _HEADER}


def _parse(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}")
    if len(text) > _MOST_TEXT:
        raise RecordError(f"a record of {len(text)} characters is too long")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise RecordError(f"the key {key!r} stands twice")
            found[key] = value
        return found

    def no_constant(name: str) -> None:
        raise RecordError(f"{name} is no JSON")

    try:
        record = json.loads(text, object_pairs_hook=unique, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no JSON record: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    if "format" not in record:
        raise RecordError(f"a record has a key 'format', here {FORMAT!r}; this one lacks it")
    if record["format"] != FORMAT:
        raise RulesVersionError(
            f"this version reads the format {FORMAT!r}, not {record['format']!r:.80}"
        )
    return record


def _check_keys(value: Any, keys: set[str], where: str) -> None:
    if not isinstance(value, dict):
        raise RecordError(f"{where} must be a JSON object, not {value!r:.80}")
    for key in value:
        if key not in keys:
            raise UnknownTagError(f"{where} has an unknown key {key!r}{nearest(key, keys)}")
    for key in sorted(keys):
        if key not in value:
            raise RecordError(f"{where} lacks the key {key!r}")


def _variant_of(record: Mapping[str, Any], registry: Registry) -> Variant:
    """Look the rules up, each in the version it was recorded with."""
    header = {key: record[key] for key in _HEADER}
    key = record["variant"]
    if not isinstance(key, str):
        raise RecordError(f"variant must be a key, not {key!r:.80}")
    try:
        variant = registry.variant(key)
    except UnknownVariantError as error:
        raise MissingPluginError(
            f"the record needs the variant {key!r}: {error}", missing=key, header=header
        ) from error
    if variant.version != record["rules_version"]:
        raise RulesVersionError(
            f"the record was made under {key}@{record['rules_version']}; installed is "
            f"{key}@{variant.version}"
        )
    if not isinstance(record["house_rules"], list):
        raise RecordError("house_rules must be a list")
    bound = []
    for at, one in enumerate(record["house_rules"], 1):
        _check_keys(one, {"key", "version", "params"}, f"house rule {at}")
        rules = {rule.key: rule for rule in variant.house_rules}
        rule = rules.get(one["key"]) if isinstance(one["key"], str) else None
        if rule is None:
            raise MissingPluginError(
                f"the record needs the house rule {one['key']!r}, which is not installed"
                f"{nearest(str(one['key']), rules)}",
                missing=str(one["key"]),
                header=header,
            )
        if rule.version != one["version"]:
            raise RulesVersionError(
                f"the record was made under version {one['version']} of the house rule "
                f"{rule.key}; installed is version {rule.version}"
            )
        if not isinstance(one["params"], dict):
            raise RecordError(f"params of {rule.key} must be a JSON object")
        try:
            bound.append(rule.bind(one["params"]))
        except TilerulesError as error:
            raise RecordError(f"house rule {at}: {error}") from error
    try:
        # What was played together was not refused then; replay does not judge it again.
        return variant.with_rules(*bound, on_conflict="last") if bound else variant
    except (UnknownHouseRuleError, TilerulesError) as error:
        raise RecordError(f"the house rules of the record: {error}") from error


def _seats_of(value: Any) -> tuple[tuple[str, ...], int]:
    if type(value) is int:
        return (), value
    if isinstance(value, list):
        try:
            return check_names(value), len(value)
        except InvalidDealError as error:
            raise RecordError(f"seats: {error}") from error
    raise RecordError(f"seats must be a number or a list of names, not {value!r:.80}")


def _seed_of(value: Any, where: str) -> Seed:
    try:
        return check_seed(value)
    except InvalidSeedError as error:
        raise RecordError(f"{where}{error}") from error


def _round_in(
    record: Mapping[str, Any],
    where: str,
    variant: Variant,
    names: tuple[str, ...],
    seats: int,
    previous: tuple[Round, ...],
) -> Round:
    """Set a round up and play its moves."""
    deal, moves = record["deal"], record["moves"]
    _check_keys(deal, _DEAL, f"{where}deal")
    for key in ("number", "redeals"):
        if type(deal[key]) is not int or deal[key] < 0:
            raise RecordError(f"{where}{key} must be a number, not {deal[key]!r:.80}")
    seed = None if deal["seed"] is None else _seed_of(deal["seed"], where)
    setup = Setup(names, seed, deal["number"], deal["redeals"], previous)
    if not isinstance(deal["position"], str):
        raise RecordError(f"{where}position must be text")
    try:
        state = read_position(deal["position"], variant, setup=setup)
    except InvalidPositionError as error:
        raise RecordError(f"{where}{error}") from error
    if state.seats != seats:
        raise RecordError(f"{where}the deal is for {state.seats} seats, the record for {seats}")
    if not isinstance(moves, list):
        raise RecordError(f"{where}moves must be a list")
    for step, move in enumerate(moves, 1):
        state = _replay(state, move, f"{where}move {step}")
    return state


def _replay(state: Round, move: Any, where: str) -> Round:
    if not isinstance(move, str):
        raise RecordError(f"{where} must be text, not {move!r:.80}")
    try:
        return state.play(move)
    except InvalidNotationError as error:
        raise UnknownTagError(f"{where}: {error}") from error
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise RecordError(f"{where}: {error}") from error


def parse_position(text: str, *, registry: Registry | None = None) -> Round:
    """
    Make the round at a position; it has no moves and its parent is None.

    Args:
        text: The line that ``str(round_.position)`` gives.
        registry: Where variants and house rules are looked up; all installed ones by default.

    Raises:
        InvalidPositionError: The line cannot be read or cannot occur.
        UnknownVariantError: Its variant is not installed.
        UnknownHouseRuleError: A house rule is not installed.
        RulesVersionError: It was written under another version of the rules.
    """
    if not isinstance(text, str) or not text.strip():
        raise InvalidPositionError(f"a position is one line of text, not {text!r:.80}")
    if "\n" in text.strip():
        raise InvalidPositionError("a position is one line of text")
    spec, *rules = text.split()[0].split(";")
    variant = _chosen(registry).variant(spec)
    return read_position(text, with_all(variant, rules))


def with_all(variant: Variant, rules: Iterable[str]) -> Variant:
    """Apply recorded house rules, which were not refused when they were recorded."""
    rules = tuple(rules)
    return variant.with_rules(*rules, on_conflict="last") if rules else variant
