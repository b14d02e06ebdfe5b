"""
The registry: what the installed plugins declare.

It is an ordinary object. :func:`default_registry` makes one from the installed entry points
when something is first asked for, never at import; tests make their own.
"""

from __future__ import annotations

import os
import re
import threading
import warnings
from collections.abc import Iterable, Mapping
from importlib import metadata
from typing import Any

import attrs

from tilerules.component import Component
from tilerules.errors import (
    PluginConflictError,
    PluginError,
    RulesVersionError,
    UnknownVariantError,
    nearest,
)
from tilerules.plugins.loading import (
    Declared,
    Source,
    entry_point_sources,
    inspect_plugin,
    load,
)
from tilerules.variants import HouseRule, Variant

__all__ = ["PluginReport", "PluginWarning", "Registry", "default_registry", "find_pickled"]

_KEY = re.compile(r"([^+@]+)(?:\+([^+@]+))?(?:@([0-9]{1,6}))?")


class PluginWarning(UserWarning):
    """A plugin could not be used; the others can."""


@attrs.frozen
class PluginReport:
    """
    What became of one plugin.
    """

    source: Source
    """Where it comes from."""
    declared: Declared | None = None
    """What it declares; None where it failed."""
    error: PluginError | None = attrs.field(default=None, eq=False)
    """Why it failed; None where it did not."""
    aliases: tuple[str, ...] = ()
    """Other entry points that name the same object."""

    @property
    def is_loaded(self) -> bool:
        """Whether it can be used."""
        return self.error is None


@attrs.define(repr=False, eq=False)
class Registry:
    """
    Variants, house rules and components, by key.
    """

    _reports: list[PluginReport] = attrs.field(init=False, factory=list)
    _objects: list[tuple[Any, int]] = attrs.field(init=False, factory=list)
    _owners: dict[str, list[Source]] = attrs.field(init=False, factory=dict)
    _resolved: dict[str, Variant] = attrs.field(init=False, factory=dict)
    _lock: Any = attrs.field(init=False, factory=threading.RLock)

    @classmethod
    def from_sources(cls, sources: Iterable[Source], *, strict: bool = False) -> Registry:
        """
        Load plugins; one that fails is reported and warned of, the others are used.

        Args:
            sources: Where they come from; their order does not matter.
            strict: Raise the first failure instead.

        Raises:
            PluginError: Strict, and a plugin failed.
        """
        registry = cls()
        for source in sorted(sources, key=lambda source: source.sort_key):
            try:
                plugin = load(source)
                registry.register(plugin, source=source)
            except PluginError as error:
                if strict:
                    raise
                registry._reports.append(PluginReport(source, None, error))
        conflicts = registry.conflicts()
        if strict and conflicts:
            raise registry._conflict(next(iter(conflicts)))
        registry._warn()
        return registry

    def _warn(self) -> None:
        for report in self._reports:
            if report.error is not None:
                warnings.warn(str(report.error), PluginWarning, stacklevel=4)
        for key in self.conflicts():
            warnings.warn(str(self._conflict(key)), PluginWarning, stacklevel=4)

    def register(
        self, plugin: object, *, name: str = "", distribution: str = "", source: Source | None = None
    ) -> PluginReport:
        """
        Add a plugin: a module or object with hook implementations.

        Args:
            plugin: The plugin.
            name: What it is called; the module's name by default.
            distribution: The distribution it belongs to; house rules' namespaces follow it.
            source: Both in one.

        Raises:
            PluginLoadError: It is unusable; nothing of it remains.
            PluginConflictError: It declares one key twice, or its name is taken.
        """
        if source is None:
            name = name or getattr(plugin, "__name__", type(plugin).__name__)
            source = Source(distribution, name)
        with self._lock:
            for known, place in self._objects:
                if known is plugin:
                    old = self._reports[place]
                    alias = attrs.evolve(old, aliases=(*old.aliases, source.name))
                    self._reports[place] = alias
                    return alias
            if any(r.is_loaded and r.source.sort_key == source.sort_key for r in self._reports):
                raise PluginConflictError(
                    f"a plugin named {source} is registered already",
                    distribution=source.distribution,
                )
            declared = inspect_plugin(plugin, source)
            self._objects.append((plugin, len(self._reports)))
            report = PluginReport(source, declared)
            self._reports.append(report)
            for key in declared.keys:
                self._owners.setdefault(key, []).append(source)
            self._resolved.clear()
            return report

    @property
    def plugins(self) -> tuple[PluginReport, ...]:
        """What became of each plugin, sorted by distribution and name."""
        return tuple(sorted(self._reports, key=lambda report: report.source.sort_key))

    def conflicts(self) -> dict[str, tuple[Source, ...]]:
        """Give the keys that several plugins declare; none of them can be used."""
        return {
            key: tuple(sources)
            for key, sources in sorted(self._owners.items())
            if len(sources) > 1
        }

    def _conflict(self, key: str) -> PluginConflictError:
        who = " and ".join(str(source) for source in self._owners[key])
        return PluginConflictError(
            f"{key} is declared by {who}; uninstall or disable one of them",
            distribution=self._owners[key][0].distribution,
        )

    def _declared(self) -> list[Declared]:
        return [report.declared for report in self.plugins if report.declared is not None]

    def _is_clear(self, key: str) -> bool:
        return len(self._owners.get(key, ())) == 1

    def house_rules(self) -> tuple[HouseRule, ...]:
        """Give every usable house rule, sorted by key."""
        rules = [rule for declared in self._declared() for rule in declared.house_rules]
        clear = [rule for rule in rules if self._is_clear(f"house rule {rule.key}")]
        return tuple(sorted(clear, key=lambda rule: rule.key))

    def components(self) -> Mapping[str, type[Component]]:
        """Give every named component class, sorted by name."""
        pairs = [pair for declared in self._declared() for pair in declared.components]
        return dict(sorted(pair for pair in pairs if self._is_clear(f"component {pair[0]}")))

    def variants(self) -> tuple[Variant, ...]:
        """Give every usable variant without presets, sorted by key."""
        names = [variant.name for declared in self._declared() for variant in declared.variants]
        clear = sorted(name for name in names if self._is_clear(f"variant {name}"))
        return tuple(self._plain(name) for name in clear)

    def _plain(self, name: str) -> Variant:
        """Give a variant with the house rules of all plugins that are for it."""
        with self._lock:
            if name not in self._resolved:
                for declared in self._declared():
                    for variant in declared.variants:
                        if variant.name == name:
                            rules = [r for r in self.house_rules() if name in r.variants]
                            self._resolved[name] = attrs.evolve(variant, house_rules=rules)
            return self._resolved[name]

    def variant(self, key: str) -> Variant:
        """
        Look a variant up.

        Args:
            key: ``name[+preset][@N]``.

        Raises:
            UnknownVariantError: No plugin declares it; the nearest name is offered.
            PluginConflictError: Two plugins declare it.
            RulesVersionError: ``@N`` is not the installed rules version.
        """
        match = _KEY.fullmatch(key.strip()) if isinstance(key, str) else None
        if match is None:
            raise UnknownVariantError(
                f"{key!r} is no key of a variant; write name, name+preset or name@version",
                key=str(key),
            )
        name, preset, version = match.groups()
        owners = self._owners.get(f"variant {name}", [])
        if not owners:
            raise UnknownVariantError(self._unknown(name), key=key)
        if len(owners) > 1:
            raise self._conflict(f"variant {name}")
        found = self._plain(name)
        if preset:
            whole = f"{name}+{preset}"
            with self._lock:
                if whole not in self._resolved:
                    self._resolved[whole] = found.with_preset(preset)
                found = self._resolved[whole]
        if version is not None and int(version) != found.version:
            raise RulesVersionError(f"{name}@{version} is not installed, {name}@{found.version} is")
        return found

    def _unknown(self, name: str) -> str:
        names = [variant.name for variant in self.variants()]
        said = f"no installed plugin declares the variant {name!r}{nearest(name, names)}"
        failed = [report for report in self.plugins if report.error is not None]
        if failed:
            said += "; these plugins failed: " + "; ".join(str(r.error) for r in failed)
        missing = missing_games(self)
        if missing:
            said += f"; not installed: {', '.join(missing)} (pip install 'tilerules[games]')"
        return said


def missing_games(registry: Registry) -> tuple[str, ...]:
    """Name the distributions of the ``games`` extra that are not installed."""
    try:
        wanted = metadata.requires("tilerules") or []
    except metadata.PackageNotFoundError:
        return ()
    names = [
        re.split(r"[^A-Za-z0-9._-]", text, maxsplit=1)[0]
        for text in wanted
        if re.search(r"extra\s*==\s*['\"]games['\"]", text)
    ]
    have = {report.source.distribution for report in registry.plugins}
    return tuple(sorted(name for name in set(names) if name not in have))


_default: Registry | None = None
_default_lock = threading.RLock()


def default_registry() -> Registry:
    """
    Give the registry of the installed plugins, loaded on first use.

    ``TILERULES_STRICT_PLUGINS=1`` makes a plugin that fails an error.

    Raises:
        PluginError: Strict, and a plugin failed.
    """
    global _default
    with _default_lock:
        if _default is None:
            strict = os.environ.get("TILERULES_STRICT_PLUGINS", "") not in ("", "0")
            _default = Registry.from_sources(entry_point_sources(), strict=strict)
        return _default


def find_pickled(
    key: str, version: int, rules: tuple[tuple[str, dict[str, Any]], ...], origin: str
) -> Variant:
    """
    Find the variant that an unpickled round names.

    Raises:
        UnknownVariantError: It is not installed in this process.
        RulesVersionError: It is installed in another rules version.
    """
    try:
        variant = default_registry().variant(f"{key}@{version}")
    except UnknownVariantError as error:
        raise UnknownVariantError(
            f"the variant {key!r} of {origin} is not installed in this process: {error}", key=key
        ) from error
    known = {rule.key: rule for rule in variant.house_rules}
    bound = [known[name].bind(params) for name, params in rules if name in known]
    if len(bound) < len(rules):
        missing = [name for name, _params in rules if name not in known]
        raise UnknownVariantError(
            f"house rules {', '.join(missing)} are not installed in this process", key=key
        )
    return variant.with_rules(*bound, on_conflict="last") if bound else variant
