"""
The rules a record was made under, looked up among the installed ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilerules.errors import (
    MissingPluginError,
    RecordError,
    RulesVersionError,
    TilerulesError,
    UnknownVariantError,
    check_type,
    nearest,
    shown,
)
from tilerules.play import Variant
from tilerules.plugins import Registry, default_registry
from tilerules.records.document import HEADER, check_keys
from tilerules.rulesets import BoundRule, HouseRule, MovedRule
from tilerules.rulesets.house_rules import values_of, written

__all__ = ["chosen_registry", "variant_of"]

_HOUSE_RULE = {"key", "version", "params"}


def variant_of(record: Mapping[str, Any], registry: Registry) -> Variant:
    """
    Look the rules up, each in the version it was recorded with.

    Raises:
        MissingPluginError: The variant or a house rule is not installed.
        RulesVersionError: One is installed in another version.
        RecordError: The record does not name rules as it should.
    """
    variant = _base_of(record, registry)
    listed = record["house_rules"]
    if not isinstance(listed, list):
        raise RecordError("house_rules must be a list")
    rules = variant.rules_by_key
    moved = {rule.key: rule for rule in variant.moved_rules}
    bound: list[BoundRule] = []
    for at, one in enumerate(listed, 1):
        check_keys(one, _HOUSE_RULE, f"house rule {at}")
        key = one["key"] if isinstance(one["key"], str) else ""
        rule = rules.get(key) or moved.get(key)
        if rule is None:
            raise MissingPluginError(
                f"the record needs the house rule {shown(one['key'])}, which is not installed"
                f"{nearest(one['key'], rules)}",
                missing=str(one["key"]),
                header=_header_of(record),
            )
        again = _bound(variant, rule, one, f"house rule {at}")
        if any(other in bound for other in again):
            raise RecordError(f"house rule {at}: {rule.key} stands twice with the same parameters")
        bound += again
    try:
        # What was played together was not refused then; replay does not judge it again.
        return variant.with_rules(*bound, on_conflict="last") if bound else variant
    except TilerulesError as error:
        raise RecordError(f"the house rules of the record: {error}") from error


def _base_of(record: Mapping[str, Any], registry: Registry) -> Variant:
    """Look up the variant without its house rules."""
    key, version = record["variant"], record["rules_version"]
    if not isinstance(key, str) or "@" in key:
        raise RecordError(f"variant must be a key without a version, not {shown(key)}")
    _check_version(version, "rules_version")
    try:
        variant = registry.variant(key)
    except UnknownVariantError as error:
        raise MissingPluginError(
            f"the record needs the variant {shown(key)}: {error}",
            missing=key,
            header=_header_of(record),
        ) from error
    if variant.key != key:
        raise RecordError(f"variant must be written {variant.key!r}, not {shown(key)}")
    if variant.version != version:
        raise RulesVersionError(
            f"the record was made under {key}@{version}; installed is {key}@{variant.version}"
        )
    return variant


def _bound(
    variant: Variant, rule: HouseRule | MovedRule, one: Mapping[str, Any], where: str
) -> tuple[BoundRule, ...]:
    """
    Give a house rule its recorded parameters; of one that has moved, what stands in its place.

    A parameter that the record lacks has its default, as in a record from before it was added; a
    position names the parameters that differ from theirs, so that none can just be left out.
    """
    version, params = one["version"], one["params"]
    _check_version(version, f"{where}: version")
    if rule.version != version:
        raise RulesVersionError(
            f"the record was made under version {version} of the house rule {rule.key}; "
            f"installed is version {rule.version}"
        )
    if not isinstance(params, dict):
        raise RecordError(f"{where}: params of {rule.key} must be a JSON object")
    try:
        values = values_of(rule, params)
        found = (
            (BoundRule(rule, values),)
            if isinstance(rule, HouseRule)
            else variant.find_rules(written(rule, values))
        )
    except TilerulesError as error:
        raise RecordError(f"{where}: {error}") from error
    for name, value in values:
        # In a key a number is written as text, in JSON it is a number.
        if name in params and type(params[name]) is not type(value):
            raise RecordError(
                f"{where}: {name} of {rule.key} must be {shown(value)} as JSON writes it, not "
                f"{shown(params[name])}"
            )
    return found


def _check_version(value: object, what: str) -> None:
    if type(value) is not int or not 0 <= value < 10**9:
        raise RecordError(f"{what} must be a whole number, not {shown(value)}")


def _header_of(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: record[key] for key in HEADER}


def chosen_registry(registry: Registry | None) -> Registry:
    """Give the registry to look things up in: the one given, or that of what is installed."""
    if registry is None:
        return default_registry()
    check_type("registry", registry, Registry)
    return registry
