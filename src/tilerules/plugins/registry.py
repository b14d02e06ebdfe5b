"""
The registry: what a set of plugins declares, by key.

It is an ordinary object; tests make their own. The one of the installed plugins is
:func:`tilerules.default_registry`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from typing import TypeVar

import attrs

from tilerules.component import Component
from tilerules.errors import (
    InvalidVariantError,
    PluginConflictError,
    PluginError,
    PluginLoadError,
    RulesVersionError,
    UnknownVariantError,
    check_type,
    nearest,
    shown,
    warn_caller,
)
from tilerules.faults import said
from tilerules.play import Variant
from tilerules.plugins.files.core_components import core_components
from tilerules.plugins.files.variant_files import VariantFile
from tilerules.plugins.loading import Declared, build_variant, inspect_plugin, load
from tilerules.plugins.sources import Source, failed, normal_name
from tilerules.rulesets import HouseRule
from tilerules.rulesets.house_rules import TABLE
from tilerules.rulesets.remembered import Memory
from tilerules.rulesets.table import table_rules

__all__ = ["PluginReport", "PluginWarning", "Registry", "missing_games"]

T = TypeVar("T")

_KEY = re.compile(r"([^+@]+)(?:\+([^+@]+))?(?:@([0-9]{1,6}))?")


class PluginWarning(UserWarning):
    """A plugin could not be used; the others can."""


@attrs.frozen
class PluginReport:
    """What became of one plugin."""

    source: Source
    """Where it comes from."""
    declared: Declared | None = None
    """What it declares; None where it failed."""
    error: PluginError | None = attrs.field(default=None, eq=False)
    """Why it failed; None where it did not."""
    aliases: tuple[str, ...] = ()
    """Other entry points that name the same object."""
    plugin: object = attrs.field(default=None, eq=False, repr=False)
    """The plugin itself, where it was loaded."""

    @property
    def is_loaded(self) -> bool:
        """Whether it can be used."""
        return self.error is None


@attrs.frozen(eq=False)
class _Index:
    """What a set of reports comes to. It is made anew when one is added."""

    owners: Mapping[str, tuple[Source, ...]]
    """Who declares each key."""
    house_rules: tuple[HouseRule, ...]
    """Those declared once, sorted by key."""
    components: Mapping[str, type[Component]]
    """Those declared once, by their names with namespace."""
    variants: Mapping[str, Variant]
    """Those declared once, each with the house rules that are for it, sorted."""
    with_presets: dict[str, Variant] = attrs.field(factory=dict)
    """Variants with a preset, once asked for."""


def _index(reports: Iterable[PluginReport]) -> _Index:
    loaded = [(r.source, r.declared) for r in reports if r.declared is not None]
    owners: dict[str, tuple[Source, ...]] = {}
    for source, declared in loaded:
        for key in declared.keys:
            owners[key] = (*owners.get(key, ()), source)

    def clear(kind: str, pairs: Iterable[tuple[str, T]]) -> dict[str, T]:
        """Keep what is declared once, sorted."""
        found = {name: value for name, value in pairs if len(owners[f"{kind} {name}"]) == 1}
        return dict(sorted(found.items()))

    rules = clear("house rule", ((r.key, r) for _s, d in loaded for r in d.house_rules))
    moved = clear("house rule", ((r.key, r) for _s, d in loaded for r in d.moved_rules))
    variants = clear("variant", ((v.name, v) for _s, d in loaded for v in d.variants))
    whose = {key: sources[0] for key, sources in owners.items()}
    made = {}
    for name, variant in variants.items():
        # What it brings, what the table has, what plugins have for it.
        mine = {rule.key: rule for rule in variant.house_rules}
        source = whose[f"variant {name}"]
        with _asking(source, f"the variant {name} cannot be used"):
            for rule in (*table_rules(variant), *rules.values()):
                with _asking(
                    whose.get(f"house rule {rule.key}", source),
                    f"the house rule {rule.key} cannot say whether it is for {name}",
                ):
                    mine |= {rule.key: rule} if rule.is_for(variant) else {}
            made[name] = attrs.evolve(
                variant,
                house_rules=tuple(mine[key] for key in sorted(mine)),
                moved_rules=[
                    *variant.moved_rules,
                    *(rule for rule in moved.values() if name in rule.variants),
                ],
                memory=Memory(),
            )
    components = clear("component", (pair for _s, d in loaded for pair in d.components))
    return _Index(owners, tuple(rules.values()), components, made)


class _UnusableError(Exception):
    """What a plugin declares fails when it is asked: the plugin, and the error that says so."""

    def __init__(self, source: Source, error: PluginError) -> None:
        super().__init__(source, error)
        self.source, self.error = source, error


@contextmanager
def _asking(source: Source, what: str) -> Iterator[None]:
    """Name the plugin whose objects fail when they are asked."""
    try:
        yield
    except (_UnusableError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise _UnusableError(source, failed(source, f"{what}: {said(error)}")) from error


class Registry:
    """Variants, house rules and components, by key."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._reports: tuple[PluginReport, ...] = ()
        self._index = _index(())

    def __repr__(self) -> str:
        return f"<Registry of {len(self._reports)} plugins>"

    # --- filling --------------------------------------------------------------------------

    @classmethod
    def from_sources(
        cls, sources: Iterable[Source], *, strict: bool = False, warn: bool = True
    ) -> Registry:
        """
        Load plugins; one that fails is reported and warned of, the others are used.

        Args:
            sources: Where they come from; their order does not matter.
            strict: Raise the first failure instead.
            warn: Whether to warn.

        Raises:
            PluginError: Strict, and a plugin failed.
        """
        registry = cls()
        registry._load(sorted(sources, key=lambda source: source.sort_key))
        if strict and registry.failures():
            raise registry.failures()[0]
        if warn:
            registry.warn()
        return registry

    def _load(self, sources: Iterable[Source]) -> None:
        """Load plugins; variant files come when what they extend is there."""
        files: list[tuple[Source, VariantFile]] = []
        for source in sources:
            try:
                plugin = load(source)
                if isinstance(plugin, VariantFile):
                    files.append((source, plugin))
                else:
                    self.register(plugin, source=source)
            except PluginError as error:
                self._add(PluginReport(source, error=error))
        while files:
            waiting = {file.name: file for _source, file in files}
            ready = [pair for pair in files if pair[1].extends not in waiting]
            for source, file in ready or files:
                try:
                    if not ready:
                        file.refuse_circle(waiting)
                    self.register(file, source=source)
                except PluginError as error:
                    self._add(PluginReport(source, error=error))
            files = [pair for pair in files if ready and pair not in ready]

    def register(
        self,
        plugin: object,
        *,
        name: str = "",
        distribution: str = "",
        source: Source | None = None,
    ) -> PluginReport:
        """
        Add a plugin: a module or object with hook implementations, or a variant file.

        Args:
            plugin: The plugin.
            name: What it is called; the module's name by default.
            distribution: The distribution it belongs to; house rules' namespaces follow it.
            source: Both in one.

        Returns:
            What it declares. A plugin that is there already is not added again.

        Raises:
            PluginLoadError: It is unusable; nothing of it remains.
            PluginConflictError: It declares one key twice, or its name is taken.
        """
        if source is None:
            source = _source_of(plugin, name, distribution)
        check_type("source", source, Source)
        with self._lock:
            for report in self._reports:
                if report.plugin is plugin:
                    return self._add_alias(report, source)
            if any(r.is_loaded and r.source.place == source.place for r in self._reports):
                raise PluginConflictError(
                    f"a plugin named {source} is registered already",
                    distribution=source.distribution,
                )
            if source.namespace == TABLE and not isinstance(plugin, VariantFile):
                raise failed(
                    source,
                    f"the namespace {TABLE!r} is the library's own; give the distribution, or the "
                    "file, another name",
                )
            if isinstance(plugin, VariantFile):
                declared = build_variant(plugin, source, self)
            else:
                declared = inspect_plugin(plugin, source)
            report = PluginReport(source, declared, aliases=source.aliases, plugin=plugin)
            self._add(report)
            return report

    def _add_alias(self, report: PluginReport, source: Source) -> PluginReport:
        names = (*report.aliases, source.name, *source.aliases)
        known = attrs.evolve(report, aliases=tuple(sorted(set(names) - {report.source.name})))
        self._reports = tuple(known if one is report else one for one in self._reports)
        return known

    def _add(self, report: PluginReport) -> None:
        """
        Add a report in place of an earlier failure of the same plugin.

        Nothing counts before the whole index is made: a plugin whose objects fail then is the
        one that fails, even if it was there before and only a newcomer brings it out.
        """
        with self._lock:
            place = report.source.place
            kept = (r for r in self._reports if r.is_loaded or r.source.place != place)
            every = sorted((*kept, report), key=lambda one: one.source.sort_key)
            while True:
                try:
                    index = _index(every)
                    break
                except _UnusableError as found:
                    if found.source == report.source:
                        raise found.error from found.__cause__
                    failure = PluginReport(found.source, error=found.error)
                    every = [failure if r.source == found.source else r for r in every]
            self._reports, self._index = tuple(every), index

    # --- what went wrong ------------------------------------------------------------------

    @property
    def plugins(self) -> tuple[PluginReport, ...]:
        """What became of each plugin, sorted by distribution and name."""
        return self._reports

    def conflicts(self) -> dict[str, tuple[Source, ...]]:
        """Give the keys that several plugins declare; none of them can be used."""
        owners = self._index.owners
        return {key: owners[key] for key in sorted(owners) if len(owners[key]) > 1}

    def failures(self) -> tuple[PluginError, ...]:
        """Give everything that went wrong: plugins that failed, then conflicts."""
        failed = [report.error for report in self._reports if report.error is not None]
        return (*failed, *map(self._conflict, self.conflicts()))

    def warn(self) -> None:
        """Warn of everything that went wrong, once each."""
        for error in self.failures():
            warn_caller(str(error), PluginWarning)

    def _conflict(self, key: str) -> PluginConflictError:
        sources = self._index.owners[key]
        return PluginConflictError(
            f"{key} is declared by {' and '.join(map(str, sources))}; uninstall or disable one "
            "of them",
            distribution=sources[0].distribution,
        )

    # --- looking up -----------------------------------------------------------------------

    def variants(self) -> tuple[Variant, ...]:
        """Give every usable variant without presets, sorted by key."""
        return tuple(self._index.variants.values())

    def house_rules(self) -> tuple[HouseRule, ...]:
        """Give every usable house rule of the plugins, sorted by key."""
        return self._index.house_rules

    def components(self) -> Mapping[str, type[Component]]:
        """
        Give every named component class: the library's own by code, those of plugins as
        ``namespace/name``.
        """
        return {**core_components(), **self._index.components}

    def component(self, name: str) -> type[Component]:
        """
        Look a component class up.

        Args:
            name: ``namespace/name``, or the short name: the library's own comes first, then
                that of the one plugin that has it.

        Raises:
            InvalidVariantError: There is none, or several plugins have one.
        """
        check_type("the name of a component", name, str)
        known = self.components()
        if name in known:
            return known[name]
        found = [key for key in known if key.partition("/")[2] == name]
        if len(found) > 1:
            raise InvalidVariantError(
                f"{shown(name)} could be {' or '.join(found)}; write it in full"
            )
        if not found:
            words = {*known, *(key.partition("/")[2] for key in known if "/" in key)}
            raise InvalidVariantError(f"there is no component {shown(name)}{nearest(name, words)}")
        return known[found[0]]

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
        check_type("the key of a variant", key, str)
        match = _KEY.fullmatch(key.strip())
        if match is None:
            what = "is no key of a variant; write name, name+preset or name@version"
            raise UnknownVariantError(f"{shown(key)} {what}", key=key)
        name, preset, version = match.groups()
        index = self._index
        if len(index.owners.get(f"variant {name}", ())) > 1:
            raise self._conflict(f"variant {name}")
        found = index.variants.get(name)
        if found is None:
            raise UnknownVariantError(self._unknown(name), key=key)
        if preset:
            whole = f"{name}+{preset}"
            found = index.with_presets.get(whole) or index.with_presets.setdefault(
                whole, found.with_preset(preset)
            )
        if version is not None and int(version) != found.version:
            raise RulesVersionError(f"{name}@{version} is not installed, {name}@{found.version} is")
        return found

    def _unknown(self, name: str) -> str:
        known = self._index.variants
        hint = nearest(name, known)
        said = f"no installed plugin declares the variant {shown(name)}{hint}"
        failed = [report for report in self._reports if report.error is not None]
        if len(failed) == 1:
            said += f"; a plugin failed: {failed[0].error}"
        elif failed:
            names = ", ".join(str(report.source) for report in failed)
            said += f"; these plugins failed: {names} (see: tilerules plugins)"
        missing = missing_games(self)
        if missing and "did you mean" not in hint:
            said += f"; not installed: {', '.join(missing)} (pip install 'tilerules[games]')"
        return said


def _source_of(plugin: object, name: str, distribution: str) -> Source:
    """Say where an object given by hand comes from."""
    check_type("name", name, str)
    check_type("distribution", distribution, str)
    if not name:
        try:
            found = getattr(plugin, "__name__", "")
        except Exception as error:
            raise PluginLoadError(
                f"plugin {shown(plugin)}: it cannot be asked for its name: {said(error)}",
                distribution=distribution,
            ) from error
        name = found if isinstance(found, str) and found else type(plugin).__name__
    return Source(normal_name(distribution), name)


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
    return tuple(sorted(name for name in set(names) if normal_name(name) not in have))
