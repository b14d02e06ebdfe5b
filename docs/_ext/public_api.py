"""
What the reference must hold: every public module, every public name, every attribute.

A module is public when no part of its dotted name begins with an underscore; its public names
are those in its ``__all__``. Nothing here needs Sphinx, so that the tests can ask the same
questions as the build.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache, cached_property

import attrs

import tilerules

DESCRIBED = (property, cached_property, staticmethod, classmethod)
"""What has a docstring beside functions, seen from a class."""

WITHOUT_API = ("tilerules.cli", "tilerules.testing.checks")
"""
Packages that nobody imports from: the command line, and the questions of the conformance kit.
What they do is told on pages of their own.
"""


def _targets(line: ast.stmt) -> Iterator[str]:
    """
    Give the names that a statement assigns to.
    """
    targets: list[ast.expr] = []
    if isinstance(line, ast.AnnAssign):
        targets = [line.target]
    elif isinstance(line, ast.Assign):
        targets = line.targets
    for target in targets:
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        yield from (part.id for part in parts if isinstance(part, ast.Name))


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(importlib.import_module(module)))


@cache
def assigned(module: str) -> frozenset[str]:
    """
    Give the names that a module assigns to at its top level.
    """
    return frozenset(name for line in _tree(module).body for name in _targets(line))


def _is_public(module: str) -> bool:
    parts = module.split(".")
    private = any(part.startswith("_") for part in parts)
    program = any(module == name or module.startswith(f"{name}.") for name in WITHOUT_API)
    return not private and not program


@cache
def modules() -> tuple[str, ...]:
    """
    Give the names of all public modules and packages, sorted.
    """
    walked = pkgutil.walk_packages(tilerules.__path__, f"{tilerules.__name__}.")
    found = [info.name for info in walked if _is_public(info.name)]
    return (tilerules.__name__, *sorted(found))


def is_package(module: str) -> bool:
    """
    Say whether a module is a package.
    """
    return hasattr(importlib.import_module(module), "__path__")


def names(module: str) -> tuple[str, ...]:
    """
    Give the public names of a module, in the order of its ``__all__``, dunder names left out.

    Raises:
        LookupError: The module does not say what is public.
    """
    loaded = importlib.import_module(module)
    if not hasattr(loaded, "__all__"):
        raise LookupError(f"{module} has no __all__")
    return tuple(name for name in loaded.__all__ if not name.startswith("__"))


@cache
def homes() -> dict[str, str]:
    """
    Give where every public name is documented: from ``tilerules.Round`` and
    ``tilerules.play.Round`` to ``tilerules.play.round.Round``.

    A name at home is not listed, nor is one that is a module. Classes and functions tell where
    they were made; anything else is at home where it is assigned.
    """
    found = {}
    for module in modules():
        for name in names(module):
            home = _home(module, name)
            if home != module and f"{module}.{name}" not in modules():
                found[f"{module}.{name}"] = f"{home}.{name}"
    return found


def _home(module: str, name: str) -> str:
    """
    Give the public module in which a name that this module offers is at home.
    """
    value = getattr(importlib.import_module(module), name)
    maker = _maker(value)
    if maker in modules():
        return maker
    offering = [
        other
        for other in modules()
        if name in names(other) and getattr(importlib.import_module(other), name) is value
    ]
    # What a private module made is at home in the lowest module that offers it.
    makes = [other for other in offering if (maker or name in assigned(other))]
    return min(makes or [module], key=is_package)


@cache
def bases() -> tuple[tuple[str, str], ...]:
    """
    Give each public class with every public class of the library that it derives from, nearest
    first.
    """
    at_home = {
        getattr(importlib.import_module(module), name): f"{module}.{name}"
        for module in modules()
        for name in names(module)
        if is_home(module, name) and inspect.isclass(getattr(importlib.import_module(module), name))
    }
    return tuple(
        (full, at_home[base])
        for cls, full in at_home.items()
        for base in cls.__mro__[1:]
        if base in at_home
    )


def is_home(module: str, name: str) -> bool:
    """
    Say whether a name is documented on the page of this module.
    """
    full = f"{module}.{name}"
    return full not in homes() and full not in modules()


def _maker(value: object) -> str:
    """
    Give the module a class or function was made in; empty for what cannot tell, or is not ours.
    """
    if not (isinstance(value, type) or inspect.isroutine(value)):
        return ""
    module = value.__module__ or ""
    return module if module.startswith("tilerules") else ""


def attributes(cls: type) -> Iterator[str]:
    """
    Give the public attributes that a class brings: fields, members, properties, methods.

    What only gives another value or another body to something a base class of this library
    documents is left out.
    """
    above = {
        name
        for base in cls.__mro__[1:]
        if base.__module__.startswith("tilerules")
        for name in (*vars(base), *_annotated(base))
    }
    if issubclass(cls, enum.Enum):
        yield from cls.__members__
    for name in dict.fromkeys((*_annotated(cls), *vars(cls))):
        if name.startswith("_") or name in above or name in getattr(cls, "__members__", ()):
            continue
        yield name


def _annotated(cls: type) -> tuple[str, ...]:
    return tuple(vars(cls).get("__annotations__", {}))


def public_classes(module: str) -> Iterator[type]:
    """
    Give the classes a module is the home of.
    """
    loaded = importlib.import_module(module)
    for name in names(module):
        value = getattr(loaded, name)
        if isinstance(value, type) and is_home(module, name) and _maker(value):
            yield value


def expected() -> Iterator[str]:
    """
    Give the full name of everything that must be found in the reference.
    """
    for module in modules():
        yield module
        loaded = importlib.import_module(module)
        for name in names(module):
            yield f"{module}.{name}"
            value = getattr(loaded, name)
            if isinstance(value, type) and _maker(value):
                for attribute in attributes(value):
                    yield f"{module}.{name}.{attribute}"


# --- texts that stand under attributes --------------------------------------------------------


@cache
def _texts(module: str) -> dict[tuple[str, str], str]:
    """
    Read the texts under assignments: by class ("" for the module itself) and name.
    """
    found: dict[tuple[str, str], str] = {}

    def read(owner: str, body: list[ast.stmt]) -> None:
        for line, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(line, ast.ClassDef):
                read(f"{owner}.{line.name}".lstrip("."), line.body)
            text = after.value if isinstance(after, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                for name in _targets(line):
                    found[owner, name] = inspect.cleandoc(text.value)

    read("", _tree(module).body)
    return found


def attribute_text(cls: type, name: str) -> str:
    """
    Give the text of an attribute: the one that stands under it, or its docstring.

    Base classes are asked too; empty where nobody says anything.
    """
    for owner in cls.__mro__:
        if not owner.__module__.startswith("tilerules"):
            continue
        text = _texts(owner.__module__).get((owner.__qualname__, name))
        if text:
            return text
        value = inspect.getattr_static(owner, name, None)
        if isinstance(value, DESCRIBED) or inspect.isfunction(value):
            text = inspect.getdoc(value) or ""
            if text:
                return text
    return ""


def name_text(module: str, name: str) -> str:
    """
    Give the text of a module's name; constants and aliases have it under them.
    """
    text = _texts(module).get(("", name), "")
    value = getattr(importlib.import_module(module), name)
    if not text and _maker(value):
        # A class has a text of its own, not the one it inherits.
        own = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
        text = own or ""
    return text


def fields(cls: type) -> tuple[str, ...]:
    """
    Give the public fields of an attrs class, in order.
    """
    return tuple(field.name for field in attrs.fields(cls) if not field.name.startswith("_"))


# --- sources ----------------------------------------------------------------------------------

SOURCE_CODE = re.compile(r"\b(?:(?:SL|MT|TR)(?:-[0-9]+)?|GK|D|[GMR][0-9]+)\b")
"""A code such as SL-13, M5 or GK: what it means stands on the page of sources."""


def source_codes(source: str) -> tuple[str, ...]:
    """
    Give the codes in what a rule names as its source.

    >>> source_codes("SL-7 to SL-9, G2")
    ('SL-7', 'SL-9', 'G2')
    """
    return tuple(SOURCE_CODE.findall(source))
