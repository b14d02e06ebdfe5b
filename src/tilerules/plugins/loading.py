"""
From a source to what a plugin declares, without trusting it.

Everything here deals with one plugin at a time: a plugin that fails, in whatever way, fails
alone and leaves nothing behind.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import attrs

from tilerules.component import Component
from tilerules.errors import PluginConflictError, PluginError, nearest, shown
from tilerules.faults import FAULTS, said
from tilerules.play import Variant
from tilerules.plugins.files.variant_files import Lookup, VariantFile
from tilerules.plugins.hookspecs import API_VERSION, GROUP, HOOKS, TilerulesHooks
from tilerules.plugins.sources import Source, failed
from tilerules.rulesets import HouseRule, MovedRule

__all__ = ["Declared", "build_variant", "inspect_plugin", "load"]

_IMPL_MARK = f"{GROUP}_impl"
_API_NAME = "tilerules_api"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")

T = TypeVar("T")
R = TypeVar("R", HouseRule, MovedRule)

HOOK_OF: dict[type[Any], str] = {
    HouseRule: "tilerules_house_rules",
    MovedRule: "tilerules_moved_rules",
}


@attrs.frozen
class Declared:
    """What one plugin declares."""

    variants: tuple[Variant, ...] = ()
    """Its variants."""
    house_rules: tuple[HouseRule, ...] = ()
    """Its house rules."""
    moved_rules: tuple[MovedRule, ...] = ()
    """Keys its house rules had once."""
    components: tuple[tuple[str, type[Component]], ...] = ()
    """Its component classes, each as ``namespace/name``."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of everything it declares."""
        return (
            *(f"variant {variant.name}" for variant in self.variants),
            *(f"house rule {rule.key}" for rule in self.house_rules),
            *(f"house rule {rule.key}" for rule in self.moved_rules),
            *(f"component {name}" for name, _class in self.components),
        )


def load(source: Source) -> object:
    """
    Import a plugin.

    Raises:
        PluginError: The import failed, in whatever way.
    """
    try:
        return source.load()
    except (PluginError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a plugin that calls sys.exit() must not end the host
        raise failed(source, f"cannot be imported: {said(error)}") from error


def inspect_plugin(plugin: object, source: Source) -> Declared:
    """
    Ask a plugin what it declares, and check it.

    Raises:
        PluginLoadError: It is written for a newer API, implements a hook that does not exist
            or with arguments it does not have, or declares something unusable.
        PluginConflictError: It declares one key twice.
    """
    try:
        _check_api(plugin, source)
        given: dict[str, list[Any]] = {hook: [] for hook in HOOKS}
        # Each is called by itself: what another plugin does cannot matter.
        for hook, function in _hooks(plugin, source):
            result = function()
            if result is not None:
                given[hook].append(result)
        found = Declared(
            _variants(given["tilerules_variants"], source),
            _rules(HouseRule, given["tilerules_house_rules"], source),
            _rules(MovedRule, given["tilerules_moved_rules"], source),
            _components(given["tilerules_components"], source),
        )
    except (PluginError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise failed(source, f"a hook failed: {said(error)}") from error
    twice = sorted({key for key in found.keys if found.keys.count(key) > 1})
    if twice:
        raise PluginConflictError(
            f"plugin {source}: declares twice: {', '.join(twice)}",
            distribution=source.distribution,
        )
    return found


def build_variant(file: VariantFile, source: Source, lookup: Lookup) -> Declared:
    """
    Make the variant of a file.

    Raises:
        PluginLoadError: Something in the file is wrong, or what it names fails.
    """
    try:
        variant = file.build(lookup)
    except PluginError:
        raise
    except FAULTS as error:
        raise failed(source, f"cannot be made: {said(error)}") from error
    return Declared((attrs.evolve(variant, origin=source.name),))


def _check_api(plugin: object, source: Source) -> None:
    wanted = inspect.getattr_static(plugin, _API_NAME, 1)
    if type(wanted) is not int or wanted < 1:
        raise failed(source, f"{_API_NAME} must be a number from 1, not {shown(wanted)}")
    if wanted > API_VERSION:
        raise failed(
            source,
            f"it needs version {wanted} of the plugin API, this tilerules has {API_VERSION}; "
            "upgrade tilerules",
        )


# --- finding its hooks ------------------------------------------------------------------------


def _hooks(plugin: object, source: Source) -> list[tuple[str, Callable[[], Any]]]:
    """Find a plugin's hook implementations without evaluating anything else of it."""
    found: list[tuple[str, Callable[[], Any]]] = []
    for name in dir(plugin):
        static = inspect.getattr_static(plugin, name, None)
        function = static.__func__ if isinstance(static, staticmethod | classmethod) else static
        options = getattr(function, _IMPL_MARK, None) if inspect.isroutine(function) else None
        if isinstance(options, dict):
            hook = options.get("specname") or name
            if hook not in HOOKS and options.get("optionalhook"):
                continue
            _check_hook(hook, source)
            _check_plain(plugin, name, static, options, source)
            found.append((hook, getattr(plugin, name)))
            _check_arguments(hook, found[-1][1], source)
        elif name.startswith("tilerules_") and name != _API_NAME and callable(function):
            _check_hook(name, source)
            raise failed(source, f"{name} lacks the decorator @tilerules.hookimpl")
    if not found:
        raise failed(source, f"it implements no hook; there are {', '.join(HOOKS)}")
    return found


def _check_hook(hook: str, source: Source) -> None:
    if hook not in HOOKS:
        raise failed(source, f"there is no hook {shown(hook)}{nearest(hook, HOOKS)}")


def _check_plain(
    plugin: object, name: str, static: object, options: Mapping[str, object], source: Source
) -> None:
    """Refuse what can be marked but not called: wrappers, and methods of a bare class."""
    if options.get("wrapper") or options.get("hookwrapper"):
        raise failed(source, f"{name} is a wrapper; hooks only declare, so it has nothing to wrap")
    if inspect.isclass(plugin) and not isinstance(static, staticmethod | classmethod):
        raise failed(source, "it is a class; let the entry point name an object of it")


def _check_arguments(hook: str, function: Any, source: Source) -> None:
    _self, *known = inspect.signature(getattr(TilerulesHooks, hook)).parameters
    for name, parameter in inspect.signature(function).parameters.items():
        if name not in known and parameter.default is parameter.empty:
            said = nearest(name, known) if known else "; it takes none"
            raise failed(source, f"the hook {hook} has no argument {name!r}{said}")


# --- asking them ------------------------------------------------------------------------------


def _flat(results: Iterable[Any], kind: type[T], source: Source, hook: str) -> list[T]:
    """Give everything that several implementations of a hook gave, each of the right kind."""
    found: list[T] = []
    for result in results:
        if isinstance(result, str | Mapping) or not isinstance(result, Iterable):
            raise failed(
                source, f"{hook} must give several things, e.g. a tuple, not {shown(result)}"
            )
        for one in result:
            if not isinstance(one, kind):
                raise failed(source, f"{hook} gave {shown(one)}, which is no {kind.__name__}")
            if type(one) is not kind:
                raise failed(
                    source,
                    f"{hook} gave a {type(one).__name__}, a class of its own made of "
                    f"{kind.__name__}; give a {kind.__name__}, whose parts may be your own",
                )
            found.append(one)
    return found


def _variants(results: list[Any], source: Source) -> tuple[Variant, ...]:
    found = _flat(results, Variant, source, "tilerules_variants")
    origin = source.distribution or source.name
    return tuple(attrs.evolve(one, origin=origin, package=source.package) for one in found)


def _rules(kind: type[R], results: list[Any], source: Source) -> tuple[R, ...]:
    found = _flat(results, kind, source, HOOK_OF[kind])
    for one in found:
        if one.key.partition("/")[0] != source.namespace:
            raise failed(
                source,
                f"the house rule {one.key} must be named {source.namespace}/{one.name}: its "
                "namespace is the distribution's name without 'tilerules-', or the file's name",
            )
    return tuple(found)


def _components(results: list[Any], source: Source) -> tuple[tuple[str, type[Component]], ...]:
    found: list[tuple[str, type[Component]]] = []
    for result in results:
        if not isinstance(result, Mapping):
            raise failed(source, f"tilerules_components must give a mapping, not {shown(result)}")
        for name, cls in result.items():
            is_component = inspect.isclass(cls) and issubclass(cls, Component)
            if not isinstance(name, str) or not is_component:
                raise failed(
                    source, f"tilerules_components gave {shown(name)}: {shown(cls)}, no component"
                )
            if not _NAME.fullmatch(name):
                raise failed(source, f"{shown(name)} is no name of a component, e.g. 'draw-two'")
            found.append((f"{source.namespace}/{name}", cls))
    return tuple(found)
