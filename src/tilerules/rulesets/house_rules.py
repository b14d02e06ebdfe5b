"""
House rules: named changes of components, and presets, named lists of house rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from tilerules.component import RulesLike
from tilerules.errors import (
    InvalidVariantError,
    MovedRuleWarning,
    TilerulesError,
    UnknownHouseRuleError,
    check_type,
    nearest,
    of_type,
    shown,
    warn_caller,
)
from tilerules.faults import FAULTS, said
from tilerules.rulesets.data_form import (
    Putting,
    Rows,
    made,
    parameters_in,
    parts,
    rows,
    tuned,
    tuning,
)
from tilerules.rulesets.parameters import Parameter, Value, row, show
from tilerules.texts import is_line

__all__ = [
    "EVERY",
    "TABLE",
    "BoundRule",
    "HouseRule",
    "MovedRule",
    "Preset",
    "find_rules",
    "moved_rules",
    "values_of",
    "written",
]

R = TypeVar("R", bound=RulesLike)

_KEY = re.compile(r"[a-z][a-z0-9-]*/[a-z0-9][a-z0-9-]*")


_PRESET = re.compile(r"[a-z0-9][a-z0-9-]*")


EVERY = "*"
"""In place of the name of a variant: every variant that a rule makes sense for."""


TABLE = "table"
"""The namespace of the rules that any game may be played with; no plugin has it."""


def _codes(value: str | Iterable[str]) -> tuple[str, ...]:
    """Read codes: one or several."""
    return (value,) if isinstance(value, str) else row(value)


@attrs.frozen
class HouseRule:
    """
    A named change of components, with typed parameters.

    What it changes is data: parts to ``put``, codes to ``drop``, parameters to ``tune`` and
    ``fields`` to set, done in this order: drop, put with the fields, tune. A parameter stands in
    the data for its value, and need not be listed again. What data cannot say, ``apply`` does.

    >>> rule = HouseRule(
    ...     key="kitchen/reserve",
    ...     title="Tiles that are never drawn",
    ...     tune={"draw.reserve": Parameter("tiles", 2, "How many.", least=0)},
    ...     variants=["draw"],
    ... )
    >>> print(rule.bind(tiles=1))
    kitchen/reserve:tiles=1

    Raises:
        InvalidVariantError: A field is not what it should be; the rule is named.
    """

    key: str = attrs.field(validator=of_type(str))
    """``namespace/name``; the namespace is the distribution's name without ``tilerules-``."""
    title: str
    """What it is called, one line."""
    put: tuple[Putting, ...] = attrs.field(kw_only=True, default=(), converter=parts)
    """
    Parts to add, or to put in the place of those of the same code: a part, or several. A class
    stands for the part made with those parameters that are named like its fields;
    :class:`~tilerules.Make` sets further ones.
    """
    drop: tuple[str, ...] = attrs.field(
        kw_only=True, default=(), converter=_codes, validator=of_type(str, each=True)
    )
    """
    The codes of parts to take out. One that is not there is passed over, for another rule may have
    dropped it; only of a rule that does nothing else it is refused.
    """
    tune: Rows = attrs.field(kw_only=True, default=(), converter=tuning)
    """
    Parameters to set, by their part and name: ``{"draw.most": 1}``. The part is named by its code
    or, where there is only one of its kind, by the field of the variant.
    """
    fields: Rows = attrs.field(kw_only=True, default=(), converter=rows)
    """Other fields of the variant to set: ``{"seats": (2,)}``."""
    apply: Callable[..., Any] | None = attrs.field(
        kw_only=True,
        default=None,
        repr=False,
        validator=attrs.validators.optional(attrs.validators.is_callable()),
    )
    """
    The change as a function, where data does not say it: called with the variant and the
    parameters by keyword, it gives the changed variant. It must give equal results for equal
    arguments.
    """
    variants: tuple[str, ...] = attrs.field(
        kw_only=True, converter=row, validator=of_type(str, each=True)
    )
    """The names of the variants it is for; :data:`EVERY` for all it makes sense for."""
    why_not: Callable[[Any], str] | None = attrs.field(kw_only=True, default=None, repr=False)
    """
    Says why the rule makes no sense for a variant, as a sentence's end behind the variant's name;
    an empty text where it does. None: it always does.
    """
    parameters: tuple[Parameter, ...] = attrs.field(
        kw_only=True, default=(), converter=row, validator=of_type(Parameter, each=True)
    )
    """Its parameters: those given, then those that stand in the data."""
    version: int = attrs.field(kw_only=True, default=1, validator=of_type(int))
    """Rises when its effect changes."""
    source: str = attrs.field(kw_only=True, default="", validator=of_type(str))
    """Who plays so: a clause or page."""
    text: str = attrs.field(kw_only=True, default="", validator=of_type(str))
    """What it does, where the title does not say it all."""

    def __attrs_post_init__(self) -> None:
        if not _KEY.fullmatch(self.key):
            raise InvalidVariantError(
                f"{shown(self.key)} is no key of a house rule; write namespace/name in small "
                "letters, digits and hyphens"
            )
        standing = parameters_in((self.put, self.tune, self.fields))
        found = tuple(dict.fromkeys((*self.parameters, *standing)))
        object.__setattr__(self, "parameters", found)
        problem = next(iter(self._problems()), "")
        if problem:
            raise InvalidVariantError(f"house rule {self.key}: {problem}")

    def _problems(self) -> Iterable[str]:
        """Find everything that is not what it should be."""
        if not is_line(self.title):
            yield f"the title is a line of text, not {shown(self.title)}"
        if not all(self.variants):
            yield f"variants are names of variants, not {shown(self.variants)}"
        names = [parameter.name for parameter in self.parameters]
        if len(set(names)) < len(names):
            yield f"two parameters have one name: {', '.join(names)}"
        if self.version < 1:
            yield f"the version is a number from 1, not {shown(self.version)}"
        is_data = bool(self.put or self.drop or self.tune or self.fields)
        if is_data is (self.apply is not None):
            yield (
                "what it changes is said as data or by apply, not by both"
                if is_data
                else "it changes nothing: give put, drop, tune, fields, or apply"
            )

    def change(self, variant: Any, params: Mapping[str, Value]) -> Any:
        """
        Give a variant with the change.

        Args:
            variant: The variant.
            params: Every parameter with its value.

        Raises:
            InvalidVariantError: The variant has no such part or parameter, or what comes out is
                no game.
        """
        if self.apply is not None:
            return self.apply(variant, **params)
        given = {one.name: one.meant(params[one.name]) for one in self.parameters}
        for code in self.drop:
            does_more = self.put or self.tune or self.fields or len(self.drop) > 1
            variant = variant.drop(code, missing_ok=bool(does_more))
        if self.put or self.fields:
            fields = {name: made(value, given) for name, value in self.fields}
            variant = variant.put(*(made(part, given) for part in self.put), **fields)
        for code, values in tuned(self.tune, given).items():
            variant = variant.tune(code, **values)
        return variant

    @property
    def name(self) -> str:
        """The key without its namespace."""
        return self.key.partition("/")[2]

    def bind(self, params: Mapping[str, object] | None = None, /, **more: object) -> BoundRule:
        """
        Fix the parameters.

        Raises:
            InvalidVariantError: A parameter is unknown or has a wrong value.
        """
        return BoundRule(self, values_of(self, {**(params or {}), **more}))

    def is_for(self, variant: RulesLike) -> bool:
        """Whether it is for a variant, and makes sense for it."""
        names = {EVERY, variant.key.partition("+")[0], *variant.extends}
        return not names.isdisjoint(self.variants) and not (self.why_not and self.why_not(variant))

    def __str__(self) -> str:
        return self.key


def values_of(
    rule: HouseRule | MovedRule, given: Mapping[str, object]
) -> tuple[tuple[str, Value], ...]:
    """
    Give every parameter its value.

    Raises:
        InvalidVariantError: A parameter is unknown or has a wrong value.
    """
    known = {parameter.name: parameter for parameter in rule.parameters}
    for name in given:
        if name not in known:
            raise InvalidVariantError(
                f"{rule.key} has no parameter {shown(name)}{nearest(name, known)}"
                if known
                else f"{rule.key} has no parameters, so no {shown(name)}"
            )
    values = []
    for name, parameter in known.items():
        try:
            value = parameter.check(given[name]) if name in given else parameter.default
        except InvalidVariantError as error:
            raise InvalidVariantError(f"{rule.key}: {error}") from error
        values.append((name, value))
    return tuple(values)


def written(rule: HouseRule | MovedRule, values: Iterable[tuple[str, Value]]) -> str:
    """Write a rule with those of its parameters that have not their defaults."""
    defaults = {parameter.name: parameter.default for parameter in rule.parameters}
    told = [f"{name}={show(value)}" for name, value in values if value != defaults[name]]
    return rule.key + (f":{','.join(told)}" if told else "")


@attrs.frozen(kw_only=True)
class MovedRule:
    """
    A key that a house rule had, and what to write now.

    Texts, positions, records and variant files that name it are read as if they named the new
    one, under a :class:`~tilerules.MovedRuleWarning`.

    Raises:
        InvalidVariantError: The key is none, or :attr:`now` names a parameter that is not there.
    """

    key: str = attrs.field(validator=of_type(str))
    """``namespace/name`` as it was."""
    now: str | Callable[..., str] = attrs.field(repr=False)
    """
    The rules to write instead, one or several with spaces between; ``{name}`` stands for a
    parameter. Or a function that is called with the parameters by keyword and gives that.
    """
    variants: tuple[str, ...] = attrs.field(converter=row, validator=of_type(str, each=True))
    """The names of the variants it was for."""
    parameters: tuple[Parameter, ...] = attrs.field(
        default=(), converter=row, validator=of_type(Parameter, each=True)
    )
    """The parameters and defaults it had."""
    version: int = attrs.field(default=1, validator=of_type(int))
    """The last version it had; records of it name that."""

    def __attrs_post_init__(self) -> None:
        if not _KEY.fullmatch(self.key):
            raise InvalidVariantError(f"{shown(self.key)} is no key of a house rule")
        try:
            self.instead({})
        except (KeyError, IndexError, TypeError) as error:
            raise InvalidVariantError(
                f"moved rule {self.key}: {type(error).__name__}: {error}"
            ) from error

    @property
    def name(self) -> str:
        """The key without its namespace."""
        return self.key.partition("/")[2]

    def instead(self, given: Mapping[str, object]) -> str:
        """
        Say what to write now.

        Args:
            given: Parameters it was given; the others have their defaults.

        Raises:
            InvalidVariantError: One is unknown or has a wrong value.
        """
        values = {name: show(value) for name, value in values_of(self, given)}
        if isinstance(self.now, str):
            return self.now.format_map(values)
        return self.now(**dict(values_of(self, given)))


@attrs.frozen
class BoundRule:
    """
    A house rule with its parameters fixed.
    """

    rule: HouseRule
    """The rule."""
    params: tuple[tuple[str, Value], ...] = ()
    """Every parameter and its value."""

    def __str__(self) -> str:
        return written(self.rule, self.params)

    def __call__(self, variant: R) -> R:
        """
        Apply the change.

        Raises:
            InvalidVariantError: The rule failed, or what it gave is no variant, or another one:
                name, preset and rules version are not a house rule's to change.
        """
        try:
            why = self.rule.why_not(variant) if self.rule.why_not else ""
            if why:
                raise InvalidVariantError(f"{self} makes no sense here: {variant.key} {why}")
            changed = self.rule.change(variant, dict(self.params))
        except TilerulesError:
            raise
        except FAULTS as error:
            raise InvalidVariantError(
                f"house rule {self.rule.key} failed: {said(error)}"
            ) from error
        if type(changed) is not type(variant):
            raise InvalidVariantError(
                f"house rule {self.rule.key} gave {shown(changed)} instead of a variant"
            )
        if (changed.key, changed.version) != (variant.key, variant.version):
            raise InvalidVariantError(
                f"house rule {self.rule.key} made {changed.key}@{changed.version} of "
                f"{variant.key}@{variant.version}; a house rule changes parts, and neither the "
                "name nor the version"
            )
        return changed


@attrs.frozen(kw_only=True)
class Preset:
    """
    A named, published list of house rules.
    """

    name: str = attrs.field(validator=of_type(str))
    """What follows the ``+`` in a key."""
    title: str
    """What it is called."""
    rules: tuple[str, ...] = attrs.field(converter=row, validator=of_type(str, each=True))
    """House rules with their parameters."""
    source: str = ""
    """Where it is published."""

    def __attrs_post_init__(self) -> None:
        if not _PRESET.fullmatch(self.name):
            raise InvalidVariantError(
                f"{shown(self.name)} is no name of a preset (small letters, digits, hyphens)"
            )
        if not is_line(self.title):
            raise InvalidVariantError(f"preset {self.name}: the title is a line of text")


def moved_rules(
    namespace: str, variants: Iterable[str], table: Mapping[str, str | Callable[..., str]]
) -> tuple[MovedRule, ...]:
    """
    Write several moved rules down.

    >>> first_to, = moved_rules("aunty", ["gaple"], {"until:won=7": "table/target:points={won}"})
    >>> first_to.instead({"won": 3})
    'table/target:points=3'

    Args:
        namespace: Of the old keys.
        variants: The names of the variants they were for.
        table: By the old name, with all its parameters and the defaults they had: what to write
            now, as in :attr:`MovedRule.now`.

    Raises:
        InvalidVariantError: A key is none, or a parameter is not there.
    """
    names = tuple(variants)
    found = []
    for text, now in table.items():
        name, _colon, tail = text.partition(":")
        pairs = (one.partition("=") for one in tail.split(",") if one)
        parameters = [Parameter(param, _plain(value)) for param, _equals, value in pairs]
        found.append(
            MovedRule(key=f"{namespace}/{name}", now=now, variants=names, parameters=parameters)
        )
    return tuple(found)


def _plain(text: str) -> Value:
    """Read a default: a number, true or false, or else a word."""
    return int(text) if text.isdecimal() else {"true": True, "false": False}.get(text, text)


def find_rules(
    known: Iterable[HouseRule],
    moved: Iterable[MovedRule],
    text: str,
    variant_name: str,
    *,
    warn: bool = True,
) -> tuple[BoundRule, ...]:
    """
    Read ``namespace/name[:k=v[,k=v]]``, or the short name.

    A short name means the game's own rule where it has one of that name, else that of the table.
    A key that has moved gives what stands in its place: several rules, perhaps.

    Args:
        known: The rules there are.
        moved: Keys that they had once.
        text: What is read.
        variant_name: The game, for what is said of it.
        warn: Whether to warn of a key that has moved.

    Raises:
        UnknownHouseRuleError: There is no such rule for the variant.
        InvalidVariantError: A parameter is wrong.
    """
    check_type("a house rule", text, str)
    rules, old = tuple(known), tuple(moved)
    key, _colon, tail = text.strip().partition(":")
    params: dict[str, object] = {}
    for pair in tail.split(",") if tail else ():
        name, equals, value = pair.partition("=")
        if not equals or name.strip() in params:
            raise InvalidVariantError(f"{shown(text)}: write parameters as name=value, once each")
        params[name.strip()] = value.strip()
    found = _named(rules, old, key, params)
    if not found:
        hint = nearest(key, [rule.key for rule in rules], also=[rule.name for rule in rules])
        raise UnknownHouseRuleError(
            f"{variant_name} knows no house rule {shown(key)}{hint}", key=key
        )
    if len(found) > 1:
        raise UnknownHouseRuleError(
            f"{key!r} could be {' or '.join(rule.key for rule in found)}; write it in full",
            key=key,
        )
    first = found[0]
    if isinstance(first, HouseRule):
        return (first.bind(params),)
    instead = first.instead(params)
    if warn:
        warn_caller(f"{shown(text.strip())} is now written {instead}", MovedRuleWarning)
    return tuple(
        rule for one in instead.split() for rule in find_rules(rules, old, one, variant_name)
    )


def _named(
    rules: Iterable[HouseRule], moved: Iterable[MovedRule], key: str, params: Mapping[str, object]
) -> Sequence[HouseRule | MovedRule]:
    """Give the rules a key can mean: more than one where a short name is ambiguous."""
    every: tuple[HouseRule | MovedRule, ...] = (*rules, *moved)
    if "/" in key:
        return [rule for rule in every if rule.key == key][:1]
    mine = [rule for rule in every if rule.name == key]
    own = [r for r in mine if isinstance(r, HouseRule) and not r.key.startswith(f"{TABLE}/")]
    if own:
        return own
    table = [rule for rule in mine if isinstance(rule, HouseRule)]
    if table and params.keys() <= {parameter.name for parameter in table[0].parameters}:
        return table
    # Of old, when the name was the game's own, it had other parameters.
    return [rule for rule in mine if isinstance(rule, MovedRule)] or table
