"""A game as a variant file: every part that can be named in one, with the parameters it has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

import attrs

from tilerules.component import Component
from tilerules.play import Variant
from tilerules.plugins import Registry
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS
from tilerules.rulesets.table import TILE_SETS

__all__ = ["variant_file_text"]

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def variant_file_text(variant: Variant, registry: Registry) -> str:
    """
    Write a variant file that changes nothing, for somebody to change.

    Args:
        variant: What it extends, and the house rules it names.
        registry: Where the components that are parameters have their names from.
    """
    names = {cls: name for name, cls in registry.components().items()}
    extends = f"{variant.name}+{variant.preset}" if variant.preset else variant.name
    lines = [
        "# Everything that can be tuned. Leave in what you change.",
        f"name = {_text(f'my-{variant.name}')}",
        f"title = {_text(f'My {variant.title}')}",
        f"extends = {_text(extends)}",
        f"house-rules = {_value(tuple(map(str, variant.applied)), names)}",
    ]
    if variant.tiles.key in TILE_SETS:
        lines.append(f"tiles = {_text(variant.tiles.key)}")
    for part in _parts(variant):
        params = list(_params(part, names))
        if params:
            lines += ["", f"[parameters.{_key(str(part.code))}]"]
        for key, value in params:
            # What a house rule put there is there, even where a file could not name it.
            mark = "" if _can_be_named(getattr(part, key), names) else "# "
            lines.append(f"{mark}{key} = {value}")
    return "\n".join(lines)


def _parts(variant: Variant) -> Iterator[Component]:
    for name in SINGLE_PARTS:
        yield getattr(variant, name)
    for name in PARTS:
        yield from getattr(variant, name)


def _params(part: Component, names: Mapping[type, str]) -> Iterator[tuple[str, str]]:
    for field in attrs.fields(type(part)):
        if field.init:
            yield field.name, _value(getattr(part, field.name), names)


def _can_be_named(value: object, names: Mapping[type, str]) -> bool:
    """Whether every component in a value has a name that a file can use."""
    if isinstance(value, tuple):
        return all(_can_be_named(one, names) for one in value)
    if not isinstance(value, Component):
        return True
    inner = (getattr(value, field.name) for field in attrs.fields(type(value)) if field.init)
    return type(value) in names and all(_can_be_named(one, names) for one in inner)


def _value(value: object, names: Mapping[type, str]) -> str:
    """Write a value as :mod:`tilerules.plugins.files.values` reads it."""
    if value is None:
        return _text("none")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Component):
        words = [("component", _text(names.get(type(value), str(value.code))))]
        words += _params(value, names)
        return f"{{{', '.join(f'{key} = {one}' for key, one in words)}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(_value(one, names) for one in value)}]"
    return _text(value) if isinstance(value, str) else str(value)


def _key(text: str) -> str:
    return text if _BARE_KEY.fullmatch(text) else _text(text)


def _text(text: str) -> str:
    """Write a text in quotes; what JSON escapes, TOML escapes in the same way."""
    return json.dumps(text)
