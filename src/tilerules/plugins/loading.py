"""
From an entry point to what a plugin declares, without trusting it.

Everything here deals with one plugin at a time: a plugin that fails, in whatever way, fails
alone and leaves nothing behind.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from types import SimpleNamespace
from typing import Any

import attrs
import pluggy

from tilerules.component import Component
from tilerules.errors import PluginConflictError, PluginError, PluginLoadError, nearest
from tilerules.plugins.hookspecs import API_VERSION, GROUP, TilerulesHooks
from tilerules.variants import HouseRule, Variant

__all__ = ["Declared", "Source", "entry_point_sources", "inspect_plugin", "load"]

_HOOKS = tuple(name for name in vars(TilerulesHooks) if name.startswith("tilerules_"))
_IMPL_MARK = f"{GROUP}_impl"
_API_NAME = "tilerules_api"


@attrs.frozen
class Source:
    """
    Where a plugin comes from.
    """

    distribution: str
    """The distribution's name."""
    name: str
    """The entry point's name."""
    value: str = ""
    """What the entry point names."""
    version: str = ""
    """The distribution's version."""
    load: Callable[[], Any] = attrs.field(eq=False, repr=False, default=lambda: None)
    """Imports the plugin."""

    @property
    def sort_key(self) -> tuple[str, str, str]:
        """Distribution, name, value: the order plugins are loaded in."""
        return self.distribution, self.name, self.value

    def __str__(self) -> str:
        return f"{self.distribution} ({self.name})" if self.distribution else self.name


@attrs.frozen
class Declared:
    """
    What one plugin declares.
    """

    variants: tuple[Variant, ...] = ()
    """Its variants."""
    house_rules: tuple[HouseRule, ...] = ()
    """Its house rules."""
    components: tuple[tuple[str, type[Component]], ...] = ()
    """Its named component classes."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of everything it declares."""
        return (
            *(f"variant {variant.name}" for variant in self.variants),
            *(f"house rule {rule.key}" for rule in self.house_rules),
            *(f"component {name}" for name, _class in self.components),
        )


def _names(variable: str) -> set[str]:
    return {name.strip() for name in os.environ.get(variable, "").split(",") if name.strip()}


def entry_point_sources() -> tuple[Source, ...]:
    """
    Find the installed plugins, sorted; entries listed twice are merged.

    ``TILERULES_DISABLE_PLUGINS`` and ``TILERULES_ONLY_PLUGINS`` name distributions or entry
    points, separated by commas.
    """
    disabled, only = _names("TILERULES_DISABLE_PLUGINS"), _names("TILERULES_ONLY_PLUGINS")
    found: dict[tuple[str, str, str], Source] = {}
    for entry in metadata.entry_points(group=GROUP):
        dist = entry.dist
        name = dist.metadata["Name"] if dist is not None else ""
        version = dist.version if dist is not None else ""
        if {name, entry.name} & disabled or (only and not {name, entry.name} & only):
            continue
        source = Source(name or "", entry.name, entry.value, version or "", entry.load)
        found.setdefault(source.sort_key, source)
    return tuple(sorted(found.values(), key=lambda source: source.sort_key))


def load(source: Source) -> Any:
    """
    Import a plugin.

    Raises:
        PluginLoadError: The import failed, in whatever way.
    """
    try:
        return source.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin that calls sys.exit() must not end the host
        raise _failed(source, f"cannot be imported: {type(error).__name__}: {error}") from error


def _failed(source: Source, what: str) -> PluginLoadError:
    return PluginLoadError(f"plugin {source}: {what}", distribution=source.distribution)


def inspect_plugin(plugin: Any, source: Source) -> Declared:
    """
    Ask a plugin what it declares, and check it.

    Raises:
        PluginLoadError: It is written for a newer API, implements a hook that does not exist
            or with arguments it does not have, or declares something unusable.
    """
    _check_api(plugin, source)
    holder = _hook_holder(plugin, source)
    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(TilerulesHooks)
    try:
        manager.register(holder, name=source.name)
        manager.check_pending()
    except Exception as error:
        raise _failed(source, f"its hooks are not those of tilerules: {error}") from error
    try:
        found = Declared(
            _variants(_call(manager, "tilerules_variants"), source),
            _rules(_call(manager, "tilerules_house_rules"), source),
            _components(_call(manager, "tilerules_components"), source),
        )
    except PluginError:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _failed(source, f"a hook failed: {type(error).__name__}: {error}") from error
    twice = sorted({key for key in found.keys if found.keys.count(key) > 1})
    if twice:
        raise PluginConflictError(
            f"plugin {source} declares twice: {', '.join(twice)}",
            distribution=source.distribution,
        )
    return found


def _check_api(plugin: Any, source: Source) -> None:
    wanted = inspect.getattr_static(plugin, _API_NAME, 1)
    if type(wanted) is not int or wanted < 1:
        raise _failed(source, f"{_API_NAME} must be a number from 1, not {wanted!r}")
    if wanted > API_VERSION:
        raise _failed(
            source,
            f"it needs version {wanted} of the plugin API, this tilerules has {API_VERSION}; "
            "upgrade tilerules",
        )


def _hook_holder(plugin: Any, source: Source) -> SimpleNamespace:
    """
    Collect a plugin's hook implementations without evaluating its properties.

    Older versions of pluggy read every attribute of what is registered; a holder of the
    functions alone has nothing else to read.
    """
    holder = SimpleNamespace()
    for name in dir(plugin):
        static = inspect.getattr_static(plugin, name, None)
        if isinstance(static, property):
            continue
        inner = static.__func__ if isinstance(static, staticmethod | classmethod) else static
        is_marked = getattr(inner, _IMPL_MARK, None) is not None if callable(inner) else False
        looks_like_hook = name.startswith("tilerules_") and name != _API_NAME
        if (is_marked or (looks_like_hook and callable(inner))) and name not in _HOOKS:
            raise _failed(source, f"there is no hook {name!r}{nearest(name, _HOOKS)}")
        if is_marked:
            setattr(holder, name, getattr(plugin, name))
        elif looks_like_hook and callable(inner):
            raise _failed(source, f"{name} lacks the decorator @tilerules.hookimpl")
    if not vars(holder):
        raise _failed(source, f"it implements no hook; there are {', '.join(_HOOKS)}")
    return holder


def _call(manager: pluggy.PluginManager, hook: str) -> list[Any]:
    return [one for one in getattr(manager.hook, hook)() if one is not None]


def _flat(results: Iterable[Any], source: Source, hook: str) -> list[Any]:
    found = []
    for result in results:
        if isinstance(result, str | Mapping) or not isinstance(result, Iterable):
            raise _failed(source, f"{hook} must give several things, e.g. a tuple, not {result!r}")
        found += list(result)
    return found


def _variants(results: list[Any], source: Source) -> tuple[Variant, ...]:
    found = _flat(results, source, "tilerules_variants")
    for one in found:
        if not isinstance(one, Variant):
            raise _failed(source, f"tilerules_variants gave {one!r}, which is no Variant")
    return tuple(attrs.evolve(one, origin=source.distribution or source.name) for one in found)


def _rules(results: list[Any], source: Source) -> tuple[HouseRule, ...]:
    found = _flat(results, source, "tilerules_house_rules")
    namespace = source.distribution.removeprefix("tilerules-") or source.name
    for one in found:
        if not isinstance(one, HouseRule):
            raise _failed(source, f"tilerules_house_rules gave {one!r}, which is no HouseRule")
        if one.key.partition("/")[0] != namespace:
            raise _failed(
                source,
                f"the house rule {one.key} must be named {namespace}/{one.name}: the namespace "
                "is the distribution's name without 'tilerules-'",
            )
    return tuple(found)


def _components(
    results: list[Any], source: Source
) -> tuple[tuple[str, type[Component]], ...]:
    found: list[tuple[str, type[Component]]] = []
    for result in results:
        if not isinstance(result, Mapping):
            raise _failed(source, f"tilerules_components must give a mapping, not {result!r}")
        for name, cls in result.items():
            is_component = isinstance(cls, type) and issubclass(cls, Component)
            if not isinstance(name, str) or not is_component:
                raise _failed(source, f"tilerules_components gave {name!r}: {cls!r}, no component")
            found.append((name, cls))
    return tuple(found)
