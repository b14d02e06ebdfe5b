"""
Variants in TOML files, for people who do not program.

::

    name = "kitchen"
    title = "Kitchen gaple"
    extends = "gaple"
    house-rules = ["gaple/lone-blank:points=50"]
    remove = ["lowest-end"]

    [parameters.deal-each]
    redeal_doubles = 5

    [[components]]
    component = "fewest-tiles"

House rules are applied first, then parts are removed and components added, then parameters
set. Every error names the file, the line and the key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, Protocol

import attrs

from tilerules.component import Component
from tilerules.errors import PluginLoadError, TilerulesError, nearest
from tilerules.plugins.toml_lines import KeyPath, key_lines
from tilerules.plugins.values import BadValueError, make_component, read_parameters, sentence_of
from tilerules.variants import Variant
from tilerules.variants.leaves import PARTS, SINGLE_PARTS

__all__ = ["Lookup", "VariantFile", "load_variant_file"]

_KEYS: dict[str, type] = {
    "name": str,
    "title": str,
    "summary": str,
    "version": int,
    "extends": str,
    "seats": list,
    "house-rules": list,
    "remove": list,
    "parameters": dict,
    "components": list,
}
_SAID = {str: "a text in quotes", int: "a whole number", list: "a list", dict: "a table"}
_NEEDED = ("name", "extends")


class Lookup(Protocol):
    """What a variant file is read against: a registry."""

    def variant(self, key: str) -> Variant:
        """Look a variant up."""

    def component(self, name: str) -> type[Component]:
        """Look a component class up."""


@attrs.frozen(eq=False)
class VariantFile:
    """
    A variant as a file has it, not yet looked up.
    """

    path: Path
    """The file."""
    table: Mapping[str, Any]
    """What stands in it."""
    lines: Mapping[KeyPath, int]
    """On which line each key stands."""

    @property
    def name(self) -> str:
        """The variant's name."""
        return str(self.table["name"])

    @property
    def extends(self) -> str:
        """The name, without preset and version, of the variant it extends."""
        return str(self.table["extends"]).partition("+")[0].partition("@")[0].strip()

    def wrong(self, where: KeyPath, message: str) -> NoReturn:
        """
        Refuse the file.

        Raises:
            PluginLoadError: Always.
        """
        raise PluginLoadError(f"{self._place(where)}: {message}")

    def _place(self, where: KeyPath) -> str:
        """Give file, line and key; the line of the nearest table around what has none."""
        known = where
        while known and known not in self.lines:
            known = known[:-1]
        key = ".".join(str(part) for part in where if not isinstance(part, int))
        line = self.lines.get(known, 1)
        return f"{self.path.name}:{line}: {key}" if key else f"{self.path.name}:{line}"

    # --- checking the form ----------------------------------------------------------------

    def check(self) -> None:
        """
        Check that the keys are known and of the right types.

        Raises:
            PluginLoadError: One is not; the message says where.
        """
        for key, value in self.table.items():
            wanted = _KEYS.get(key)
            if wanted is None:
                self.wrong((key,), f"there is no such key{nearest(key, _KEYS)}")
            if type(value) is not wanted:
                self.wrong((key,), f"must be {_SAID[wanted]}, not {value!r}")
        for key in _NEEDED:
            if key not in self.table:
                self.wrong((), f"the key {key!r} is missing")
        for key, kind in (("house-rules", str), ("remove", str), ("seats", int)):
            for at, item in enumerate(self.table.get(key, ())):
                if type(item) is not kind:
                    self.wrong((key, at), f"must be {_SAID[kind]}, not {item!r}")

    # --- building -------------------------------------------------------------------------

    def build(self, lookup: Lookup) -> Variant:
        """
        Make the variant.

        Args:
            lookup: Where the variant it extends and named components are found.

        Raises:
            PluginLoadError: Something in the file is wrong; the message says where.
        """
        variant = self._try(("extends",), lambda: lookup.variant(self.table["extends"]))
        variant = self._with_rules(variant)
        variant = self._with_parts(variant, lookup)
        for code, params in self.table.get("parameters", {}).items():
            variant = self._tuned(variant, code, params, lookup)
        table = self.table
        fields = {key: table[key] for key in ("name", "summary", "version") if key in table}
        fields["title"] = table.get("title", f"{variant.title} ({self.name})")
        if "seats" in table:
            fields["seats"] = tuple(table["seats"])
        # It is a game of its own: what was applied has become part of it.
        return self._try(
            ("seats",) if "seats" in table else ("name",),
            lambda: attrs.evolve(variant, preset="", applied=(), presets=(), base=None, **fields),
        )

    def _try(self, where: KeyPath, make: Callable[[], Variant]) -> Variant:
        """Make something; an error gets its place in the file."""
        try:
            return make()
        except BadValueError as error:
            self.wrong(error.where, str(error))
        except TilerulesError as error:
            self.wrong(where, str(error))

    def _with_rules(self, variant: Variant) -> Variant:
        rules = self.table.get("house-rules", [])
        for at in range(len(rules)):
            # One more at a time, so that an error is found on the line of the rule it is about.
            self._try(("house-rules", at), lambda at=at: variant.with_rules(*rules[: at + 1]))  # type: ignore[misc]
        return variant.with_rules(*rules)

    def _with_parts(self, variant: Variant, lookup: Lookup) -> Variant:
        removed = self.table.get("remove", [])
        codes = {part.code for name in PARTS for part in getattr(variant, name)}
        for at, code in enumerate(removed):
            if code not in codes:
                self.wrong(("remove", at), f"there is no part {code!r}{nearest(code, codes)}")
        parts = []
        for at, one in enumerate(self.table.get("components", [])):
            where = ("components", at)
            try:
                parts.append(make_component(one, lookup.component, where))
            except BadValueError as error:
                self.wrong(error.where, str(error))
        if not removed and not parts:
            return variant
        # In one step, so that a part may take the place of one that is removed.
        kept = {
            name: tuple(part for part in getattr(variant, name) if part.code not in removed)
            for name in PARTS
        }
        changed: KeyPath = ("components",) if parts else ("remove",)
        return self._try(changed, lambda: variant.put(*parts, **kept))

    def _tuned(self, variant: Variant, code: str, table: object, lookup: Lookup) -> Variant:
        where = ("parameters", code)
        named = {part.code: part for name in PARTS for part in getattr(variant, name)}
        for name in SINGLE_PARTS:
            part = getattr(variant, name)
            named |= {name: part, part.code: part}
        part = named.get(code)
        if part is None:
            self.wrong(where, f"there is no part {code!r}{nearest(code, named)}")
        if not isinstance(table, dict):
            self.wrong(where, f"must be a table of parameters, not {table!r}")

        def tune() -> Variant:
            params = read_parameters(type(part), table, lookup.component, where)
            try:
                changed = attrs.evolve(part, **params)
            except (TypeError, ValueError) as error:
                raise BadValueError(sentence_of(error), where) from error
            return variant.put(changed)

        return self._try(where, tune)


def load_variant_file(path: Path) -> VariantFile:
    """
    Read a variant file and check its form.

    Raises:
        PluginLoadError: It cannot be read; the message gives the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text)
    except OSError as error:
        raise PluginLoadError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise PluginLoadError(f"{path.name}: this is no TOML: {error}") from error
    found = VariantFile(path, table, key_lines(text))
    found.check()
    return found
