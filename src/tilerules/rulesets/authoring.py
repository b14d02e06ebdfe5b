"""
House rules written as a class: a part of one's own, and the house rule that puts it in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, dataclass_transform

import attrs

from tilerules.component import Component
from tilerules.errors import check_type, shown
from tilerules.rulesets.data_form import Putting, parts
from tilerules.rulesets.house_rules import HouseRule
from tilerules.rulesets.parameters import Parameter, Value

__all__ = ["house_rule", "param"]

C = TypeVar("C", bound=Component)
V = TypeVar("V", bool, int, str)

_TOLD = "tilerules.parameter"
"""The key of a field's metadata under which :func:`param` leaves what it was given."""


def param(
    default: V,
    text: str = "",
    *,
    choices: Iterable[V] = (),
    least: int | None = None,
    most: int | None = None,
) -> V:
    """
    Declare a field of a :func:`house_rule` class that is a parameter of the house rule, too.

    Args:
        default: The value where none is given.
        text: What it means.
        choices: The values it may have; none given: any of its type.
        least: The lowest number allowed.
        most: The highest number allowed.
    """
    told = {"text": text, "choices": tuple(choices), "least": least, "most": most}
    field: V = attrs.field(default=default, metadata={_TOLD: told})
    return field


@dataclass_transform(frozen_default=True, field_specifiers=(attrs.field,))
def house_rule(
    key: str,
    title: str,
    *,
    variants: Iterable[str],
    text: str = "",
    source: str = "",
    version: int = 1,
    into: str = "",
    put: Putting | Iterable[Putting] = (),
    drop: str | Iterable[str] = (),
    tune: Mapping[str, object] | None = None,
    fields: Mapping[str, object] | None = None,
) -> Callable[[type[C]], type[C]]:
    """
    Make a class a part of a variant and the house rule that puts it in, its ``house_rule``.

    The class becomes a frozen attrs class; fields made by :func:`param` are the parameters of the
    rule. Without a ``code`` of its own or of its bases it has the name in the key.

    >>> from tilerules.scorers import Settlement
    >>> @house_rule("aunty/win-worth", "A win is worth more", variants=["gaple"])
    ... class WinWorth(Settlement):
    ...     sentence = "The winner of a round gets {each} points."
    ...     each: int = param(3, "What a winner gets.", least=1, most=99)
    ...
    ...     def points(self, end, winners):
    ...         return tuple(self.each if seat in winners else 0 for seat in end.seats)
    >>> print(WinWorth.house_rule.bind(each=7))
    aunty/win-worth:each=7

    Args:
        key: ``namespace/name``.
        title: What the rule is called, one line.
        variants: The names of the variants it is for.
        text: What it does, where the title does not say it all.
        source: Who plays so.
        version: Rises when its effect changes.
        into: For a part of a part, the part and its field: ``"starting.later"``.
        put: What the rule puts in besides, as in :class:`~tilerules.HouseRule`.
        drop: What it drops.
        tune: What it tunes.
        fields: What it sets.

    Raises:
        InvalidVariantError: Something of it is not as it should be.
        TypeError: What it stands over is no class of parts.
    """

    def decorate(cls: type[C]) -> type[C]:
        if not (isinstance(cls, type) and issubclass(cls, Component)):
            raise TypeError(f"house rule {key}: {shown(cls)} is no class of parts")
        if not cls.code:
            cls.code = key.partition("/")[2]
        made = cls if "__attrs_attrs__" in vars(cls) else attrs.frozen(cls)
        made.house_rule = HouseRule(
            key=key,
            title=title,
            text=text,
            source=source,
            version=version,
            variants=tuple(variants),
            put=(*(() if into else (made,)), *parts(put)),
            drop=drop,
            tune={**(tune or {}), **({into: made} if into else {})},
            fields=fields or {},
            parameters=tuple(_parameters(made)),
        )
        return made

    check_type("key", key, str)
    return decorate


def _parameters(cls: type[Component]) -> Iterable[Parameter]:
    """Give the parameters that the fields of a class declare."""
    for field in attrs.fields(cls):
        told: Mapping[str, Any] | None = field.metadata.get(_TOLD)
        if told is not None:
            default: Value = field.default
            yield Parameter(field.alias or field.name, default, **told)
