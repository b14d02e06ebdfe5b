"""The registry of the installed plugins, loaded when something is first looked up."""

from __future__ import annotations

import os
import threading
from typing import Any

from tilerules.errors import PluginLoadError, UnknownHouseRuleError, UnknownVariantError
from tilerules.play import Variant
from tilerules.plugins.registry import Registry
from tilerules.plugins.sources import (
    FOLDERS,
    Source,
    chosen,
    entry_point_sources,
    folder_sources,
)

__all__ = ["STRICT", "default_registry", "find_pickled", "installed_sources", "is_strict"]

STRICT = "TILERULES_STRICT_PLUGINS"
"""The environment variable that makes a plugin that fails an error, unless empty or ``0``."""

_PATIENCE = 10.0
"""So many seconds a thread that has begun since the loading waits for its end."""

_default: Registry | None = None
_before: frozenset[int | None] | None = None
"""While plugins are loaded: the threads there were when it began."""
_default_lock = threading.RLock()


def installed_sources() -> tuple[Source, ...]:
    """
    Find every plugin the environment offers: entry points, and files in the folders that
    ``TILERULES_PLUGINS_DIR`` names.
    """
    folders = [one for one in os.environ.get(FOLDERS, "").split(os.pathsep) if one]
    files = (source for folder in folders for source in folder_sources(folder))
    return (*entry_point_sources(), *files)


def is_strict() -> bool:
    """Whether the environment wants failing plugins to be errors."""
    return os.environ.get(STRICT, "") not in ("", "0")


def default_registry() -> Registry:
    """
    Give the registry of the installed plugins, loaded on first use.

    ``TILERULES_DISABLE_PLUGINS`` and ``TILERULES_ONLY_PLUGINS`` choose among them,
    ``TILERULES_PLUGINS_DIR`` names folders of single-file plugins, and
    ``TILERULES_STRICT_PLUGINS=1`` makes a plugin that fails an error.

    Raises:
        PluginError: Strict, and a plugin failed.
        PluginLoadError: A plugin that is being loaded asks, or a thread that it has started and
            may wait for.
    """
    global _default, _before
    if _default is not None:
        return _default
    before = _before
    # A plugin may have started this thread and wait for it: then nobody would ever go on.
    is_new = before is not None and threading.get_ident() not in before
    if not _default_lock.acquire(timeout=_PATIENCE if is_new else -1):
        raise _asked_too_early()
    try:
        if _default is not None:
            return _default
        if _before is not None:
            raise _asked_too_early()
        _before = frozenset(thread.ident for thread in threading.enumerate())
        try:
            sources = chosen(installed_sources())
            registry = Registry.from_sources(sources, strict=is_strict(), warn=False)
        finally:
            _before = None
        _default = registry
    finally:
        _default_lock.release()
    # After it is in its place: where warnings are errors, the next call works all the same.
    registry.warn()
    return registry


def _asked_too_early() -> PluginLoadError:
    return PluginLoadError(
        "a plugin asked for variants or house rules while plugins are being loaded; hooks only "
        "declare"
    )


def find_pickled(
    key: str, version: int, rules: tuple[tuple[str, dict[str, Any]], ...], origin: str
) -> Variant:
    """
    Find the variant that an unpickled round names.

    Raises:
        UnknownVariantError: It is not installed in this process.
        UnknownHouseRuleError: A house rule of it is not.
        RulesVersionError: It is installed in another rules version.
    """
    try:
        variant = default_registry().variant(f"{key}@{version}")
    except UnknownVariantError as error:
        raise UnknownVariantError(
            f"the variant {key!r} of {origin} is not installed in this process: {error}", key=key
        ) from error
    known = variant.rules_by_key
    missing = [name for name, _params in rules if name not in known]
    if missing:
        raise UnknownHouseRuleError(
            f"not installed in this process: house rules {', '.join(missing)} for {key!r}",
            key=missing[0],
        )
    bound = [known[name].bind(params) for name, params in rules]
    return variant.with_rules(*bound, on_conflict="last") if bound else variant
