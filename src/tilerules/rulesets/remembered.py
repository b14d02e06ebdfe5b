"""
What variants remember: those made of them, and plans of equal ones.

Variants are values, so what a change makes of one can be kept and given again. A thing is looked
up by its *gist*, which says of every value what class it is of and what it holds; what a class
says of its own equality is not asked. Where there is no telling that a value will stay as it is,
it has no gist, and nothing made with it is remembered.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from enum import Enum
from types import BuiltinFunctionType, FunctionType
from typing import Any, Generic, TypeVar

import attrs

from tilerules.component import Component
from tilerules.decks import TileSet
from tilerules.rulesets.house_rules import HouseRule

__all__ = ["Memory", "NoGistError", "Recent", "gist", "remembered"]

_MOST = 128
"""So many variants of a kind are kept by those they were made of: some megabytes with their
plans."""

V = TypeVar("V")

_HELD = "_tilerules_held"
"""The attribute of a class that keeps the names of what its objects hold."""

_PLAIN = frozenset({int, str, bool, type(None), bytes, float})

_SAME = (type, FunctionType, BuiltinFunctionType, Enum, HouseRule)
"""What is the same only as the same object."""

_FROZEN: object = Component.__setattr__
"""What refuses to assign: all frozen attrs classes share it."""


class NoGistError(Exception):
    """A value may change, or hides what it holds."""


def _fields(kind: type) -> tuple[str, ...]:
    """
    Give the names under which the objects of a class hold all they hold, and keep them there.

    Raises:
        NoGistError: The class is no frozen attrs class, or has a place for more.
    """
    if "__attrs_attrs__" not in vars(kind) or kind.__setattr__ is not _FROZEN:
        raise NoGistError
    found = tuple(field.name for field in attrs.fields(kind))
    slots = {name for base in kind.__mro__ for name in _slots(base)}
    if slots - {"__weakref__", "_attrs_cached_hash", *found}:
        raise NoGistError
    # With the class itself, so that it goes when the class goes.
    type.__setattr__(kind, _HELD, found)
    return found


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def gist(value: object) -> Hashable:
    """
    Give what a value comes to: two that have equal gists can stand for each other.

    It holds nothing but plain values, and numbers of objects: it tells values apart as long as
    one that has it is alive.

    Raises:
        NoGistError: There is no telling.
    """
    kind = type(value)
    if kind in _PLAIN:
        # Else 1, 1.0 and True were one, and 0.0 and -0.0.
        return kind, repr(value) if kind is float else value
    if kind is tuple:
        return tuple([gist(one) for one in value])  # type: ignore[attr-defined]  # a tuple
    names: tuple[str, ...] | None = vars(kind).get(_HELD)
    if names is None:
        if kind is TileSet:
            return value
        if isinstance(value, _SAME):
            return "same", id(value)
        names = _fields(kind)
    if kind.__dictoffset__ and not vars(value).keys() <= {*names}:
        raise NoGistError
    if not names:
        return id(kind)
    try:
        held = [getattr(value, name) for name in names]
    except AttributeError as error:  # a field that was never set
        raise NoGistError from error
    found: list[Hashable] = [id(kind)]
    for one in held:
        # Most are plain: for these it is quicker to do here what a call would do.
        of = type(one)
        found.append((of, one) if of is int or of is str or of is bool else gist(one))
    return tuple(found)


class Recent(Generic[V]):
    """
    The things of late use by key, a bounded number of them. Threads may share it.
    """

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[V, object]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> V | None:
        """Give what is kept under a key; None where nothing is."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: Hashable, made: V, *holding: object) -> V:
        """
        Keep a thing, unless another thread was first.

        Args:
            key: What it is asked for by.
            made: The thing.
            holding: What must not die before it, because the key says which objects they are.

        Returns:
            What is kept under the key now.
        """
        with self._lock:
            first = self._kept.setdefault(key, (made, holding))
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return first[0]


def remembered(kept: Recent[V], what: str, of: object, how: object, make: Callable[[], V]) -> V:
    """
    Give what was made of an object before, or make it.

    Args:
        kept: Where it is kept.
        what: Which kind of thing is made.
        of: What it is made of, as it is.
        how: All else that it depends on.
        make: Makes it. What it raises is not remembered.
    """
    try:
        key = what, id(of), gist(how)
    except (NoGistError, RecursionError):  # or tuples in tuples, deeper than Python goes
        return make()
    found = kept.get(key)
    return kept.keep(key, make(), of, how) if found is None else found


class Memory:
    """
    What a variant and all that are made of it remember.

    A registry gives each of its variants a new one, so that nothing of what is remembered is older
    than its plugins, or lives longer.
    """

    ruled: Recent[Any]
    """Variants with house rules or a preset."""
    changed: Recent[Any]
    """Variants with other parts. House rules make several each."""

    def __init__(self) -> None:
        self.ruled = Recent()
        self.changed = Recent()

    def __repr__(self) -> str:
        return f"<Memory of {len(self.ruled)} and {len(self.changed)} variants>"
