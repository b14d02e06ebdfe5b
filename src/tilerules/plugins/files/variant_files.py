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

House rules are applied first, then the tile set, then parts are removed and components added, then
parameters set. Every error names the file, the line and the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, Protocol

import attrs

from tilerules.component import Component
from tilerules.errors import PluginLoadError, TilerulesError, nearest, shown
from tilerules.play import Variant
from tilerules.plugins.files.toml_lines import KeyPath, key_lines, read_toml
from tilerules.plugins.files.values import (
    BadValueError,
    make_component,
    read_parameters,
    sentence_of,
    way_to,
)
from tilerules.rulesets import Preset
from tilerules.rulesets.house_rules import TABLE
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS
from tilerules.texts import shortened

__all__ = ["Lookup", "VariantFile", "load_variant_file"]

_KEYS: dict[str, type] = {
    "name": str,
    "title": str,
    "summary": str,
    "version": int,
    "extends": str,
    "seats": list,
    "tiles": str,
    "most-moves": int,
    "clauses": dict,
    "presets": list,
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
    """A variant as a file has it, not yet looked up."""

    path: Path
    """The file."""
    table: Mapping[str, Any]
    """What stands in it."""
    text: str = attrs.field(repr=False)
    """The file's text, where errors find their lines."""

    @property
    def name(self) -> str:
        """The variant's name."""
        return str(self.table["name"])

    @property
    def extends(self) -> str:
        """The name, without preset and version, of the variant it extends."""
        return str(self.table["extends"]).partition("+")[0].partition("@")[0].strip()

    @property
    def _parameters(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.table.get("parameters", {})
        return found

    def wrong(self, where: KeyPath, message: str) -> NoReturn:
        """
        Refuse the file.

        Raises:
            PluginLoadError: Always.
        """
        raise PluginLoadError(f"{shortened(self._place(where), 200)}: {message}")

    def _place(self, where: KeyPath) -> str:
        """
        Give file, line and key: the line of the key, or of the nearest table around it; none where
        that cannot be told.
        """
        lines, known = key_lines(self.text), where
        while known and known not in lines:
            known = known[:-1]
        line = lines.get(known, 0) if where else 1
        if line and len(where) == 2 and isinstance(where[1], int):
            # An item of a list of texts may have a line of its own.
            item = f'"{self.table[str(where[0])][where[1]]}"'
            below = enumerate(self.text.split("\n")[line - 1 :], line)
            line = next((number for number, one in below if item in one), line)
        key = ".".join(str(part) for part in where if not isinstance(part, int))
        place = f"{self.path.name}:{line}" if line else self.path.name
        return f"{place}: {key}" if key else place

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
                self.wrong((key,), f"must be {_SAID[wanted]}, not {shown(value)}")
        for key in _NEEDED:
            if key not in self.table:
                self.wrong((), f"the key {key!r} is missing")
        if self.name == self.extends:
            self.wrong(("name",), f"{self.name!r} is the game it extends; give it another name")
        for code, clause in self.table.get("clauses", {}).items():
            if type(clause) is not str:
                self.wrong(("clauses", code), f"must be {_SAID[str]}, not {shown(clause)}")
        for key, kind in (("house-rules", str), ("remove", str), ("seats", int)):
            for at, item in enumerate(self.table.get(key, ())):
                if type(item) is not kind:
                    self.wrong((key, at), f"must be {_SAID[kind]}, not {shown(item)}")

    # --- building -------------------------------------------------------------------------

    def build(self, lookup: Lookup) -> Variant:
        """
        Make the variant.

        Args:
            lookup: Where the variant it extends and named components are found.

        Raises:
            PluginLoadError: Something in the file is wrong; the message says where.
        """
        base = self._try(("extends",), lambda: lookup.variant(self.table["extends"]))
        base = self._with_rules(base)
        variant = self._with_parts(self._with_tiles(base), lookup)
        for code, params in self._parameters.items():
            variant = self._tuned(variant, code, params, lookup)
        self._check_moves_named(base, variant)
        variant = self._named(variant)
        self._check_deal(variant)
        return variant

    def _named(self, variant: Variant) -> Variant:
        """Make it a game of its own, of which what was applied has become part."""
        variant = attrs.evolve(variant, preset="", applied=(), presets=(), base=None)
        table = {"title": f"{variant.title} ({self.name})", **self.table}
        if "clauses" in table:
            table["clauses"] = {**variant.clauses, **table["clauses"]}
        if "presets" in table:
            table["presets"] = [self._preset(at, one) for at, one in enumerate(table["presets"])]
        for key in ("name", "title", "summary", "version", "seats", "most-moves", "clauses"):
            if key in table:
                # One at a time, so that an error is found on the line of the key it is about.
                variant = self._with_field(variant, key, table[key])
        if "presets" in table:
            variant = self._with_field(variant, "presets", table["presets"])
            self._check_presets(variant)
        return variant

    def _with_field(self, variant: Variant, key: str, value: Any) -> Variant:
        fields: dict[str, Any] = {
            key.replace("-", "_"): tuple(value) if isinstance(value, list) else value
        }
        return self._try((key,), lambda: variant.put(**fields))

    def _with_tiles(self, variant: Variant) -> Variant:
        """Play it with another set of tiles, as the rule of the table has it."""
        if "tiles" not in self.table:
            return variant
        text = f"{TABLE}/tiles:set={self.table['tiles']}"
        return self._try(("tiles",), lambda: variant.find_rules(text)[0](variant))

    def _preset(self, at: int, table: object) -> Preset:
        """Read a preset: its name, what it is called, its rules, and who plays so."""
        known = {field.name for field in attrs.fields(Preset)}
        where: KeyPath = ("presets", at)
        if not isinstance(table, dict):
            self.wrong(where, f"must be a table with a name, a title and rules, not {shown(table)}")
        for key in table:
            if key not in known:
                self.wrong((*where, key), f"there is no such key{nearest(key, known)}")
        try:
            return Preset(**table)
        except (TypeError, TilerulesError) as error:
            self.wrong(where, str(error).removeprefix("Preset.__init__() "))

    def _check_presets(self, variant: Variant) -> None:
        """Apply each preset, so that a rule that is not there is found at once."""
        for at, preset in enumerate(variant.presets):
            self._try(("presets", at), lambda name=preset.name: variant.with_preset(name))  # type: ignore[misc]

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
            if code in {getattr(variant, name).code for name in SINGLE_PARTS}:
                self.wrong(("remove", at), f"no game can do without {shown(code)}; it can be tuned")
            if code not in codes:
                self.wrong(("remove", at), f"there is no part {shown(code)}{nearest(code, codes)}")
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
            self.wrong(where, f"there is no part {shown(code)}{nearest(code, named)}")
        if not isinstance(table, dict):
            self.wrong(where, f"must be a table of parameters, not {shown(table)}")

        def tune() -> Variant:
            params = read_parameters(type(part), table, lookup.component, where)
            try:
                changed = attrs.evolve(part, **params)
            except (TypeError, ValueError) as error:
                raise BadValueError(sentence_of(error), way_to(error, table, where)) from error
            return variant.put(changed)

        return self._try(where, tune)

    # --- checking the game ----------------------------------------------------------------

    def _check_moves_named(self, base: Variant, variant: Variant) -> None:
        """
        Check the kinds of move that an action of the file waits for.

        A kind that is not in the game is no error of a rule, which may be made for several
        games; in a file it is a slip of the pen that would make a move legal at all times.
        """
        kinds = {action.code for action in (*base.actions, *variant.actions)}
        kinds |= {code for action in base.actions for code in action.only_without}
        for where, table in self._tables_of_parts():
            for key, value in table.items():
                if key.replace("-", "_") == "only_without" and isinstance(value, list):
                    for at, code in enumerate(value):
                        if code not in kinds:
                            says = f"there is no kind of move {shown(code)}{nearest(code, kinds)}"
                            self.wrong((*where, key, at), says)

    def _tables_of_parts(self) -> Iterator[tuple[KeyPath, Mapping[str, object]]]:
        """Give the tables with parameters of parts, and the ways to them."""
        for at, one in enumerate(self.table.get("components", ())):
            if isinstance(one, dict):
                yield ("components", at), one
        for code, one in self._parameters.items():
            yield ("parameters", code), one

    def _check_deal(self, variant: Variant) -> None:
        """Check that the game can be begun: with each number of players the file names, or any."""
        named = "seats" in self.table
        tuned = [code for code in ("dealing", variant.dealing.code) if code in self._parameters]
        where: KeyPath = ("parameters", tuned[0]) if tuned else ()
        for at, seats in enumerate(variant.seats):
            try:
                variant.deal(seats, seed=0)
            except TilerulesError as error:
                if named or at == len(variant.seats) - 1:
                    self.wrong(("seats", at) if named else where, str(error))
            else:
                if not named:
                    return

    def refuse_circle(self, files: Mapping[str, VariantFile]) -> NoReturn:
        """
        Refuse a file that waits for itself, or for files that do.

        Args:
            files: Those that wait, by name.

        Raises:
            PluginLoadError: Always; it names the circle.
        """
        names = [self.name]
        while files[names[-1]].extends not in names:
            names.append(files[names[-1]].extends)
        circle = [*names, files[names[-1]].extends]
        self.wrong(("extends",), f"files extend each other in a circle: {' > '.join(circle)}")


def load_variant_file(path: Path) -> VariantFile:
    """
    Read a variant file and check its form.

    Raises:
        PluginLoadError: It cannot be read; the message gives the line.
    """
    found = VariantFile(path, *read_toml(path))
    found.check()
    return found
