"""The library's own components by name, for variants written without Python."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType

from tilerules.component import Component

__all__ = ["core_components"]


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not found.name.rpartition(".")[2].startswith("_"):
            yield import_module(found.name)


_PACKAGES = ("layouts", "rules", "scorers", "trains", "melds")
"""Where the library's components are. By name: the families stand beside each other."""


def _classes() -> Iterator[type[Component]]:
    """Give every public component class that can be used as it is."""
    packages = [import_module(f"tilerules.{name}") for name in _PACKAGES]
    for module in (found for package in packages for found in _modules(package)):
        for public in getattr(module, "__all__", ()):
            cls = getattr(module, public)
            if not (inspect.isclass(cls) and issubclass(cls, Component)):
                continue
            if cls.__module__ == module.__name__ and cls.code and not inspect.isabstract(cls):
                yield cls


def _class_name(cls: type[Component]) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()


@cache
def core_components() -> Mapping[str, type[Component]]:
    """
    Give every component of the library that can be used as it is, by its code.

    Where the code tells objects apart rather than classes, or several classes share one because
    they stand for each other, they go by the names of the classes.

    >>> core_components()["pass"]
    <class 'tilerules.rules.blocking.Pass'>
    """
    by_code: dict[object, list[type[Component]]] = {}
    for cls in _classes():
        by_code.setdefault(cls.code, []).append(cls)
    found = {}
    for code, classes in by_code.items():
        for cls in classes:
            is_clear = isinstance(code, str) and len(classes) == 1
            found[str(code) if is_clear else _class_name(cls)] = cls
    return MappingProxyType(dict(sorted(found.items())))
