"""Is a house rule documented, repeatable, visible, within its bounds, and independent of order?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import attrs

from tilerules.errors import InvalidDealError, InvalidVariantError, TilerulesError
from tilerules.play import Variant
from tilerules.rulesets import BoundRule, HouseRule, Parameter
from tilerules.rulesets.composing import in_given_order
from tilerules.rulesets.house_rules import EVERY, TABLE
from tilerules.rulesets.leaves import changes, idle_leaves
from tilerules.rulesets.parameters import Value
from tilerules.testing.lookup import applied
from tilerules.testing.subjects import RuleCase, check, refused

__all__ = [
    "can_be_dealt",
    "documented",
    "effect",
    "order",
    "parameters",
    "repeatable",
    "settings",
    "workable",
]


def _other_values(parameter: Parameter) -> list[Value]:
    """Give the values of a parameter to try beside its default."""
    default = parameter.default
    values: list[Value] = list(parameter.choices)
    if not values and isinstance(default, bool):
        values = [not default]
    elif not values and isinstance(default, int):
        least, most = parameter.least, parameter.most
        values = [
            default - 1 if least is None else least,
            default + 1 if most is None else most,
        ]
    return [value for value in values if value != default or type(value) is not type(default)]


def settings(rule: HouseRule) -> Iterator[BoundRule]:
    """
    Give a house rule in every way worth trying.

    First by its defaults, then with each parameter in turn at each of its choices, or at the
    least and the most it may be; numbers without bounds one up and one down.
    """
    yield rule.bind()
    for parameter in rule.parameters:
        for value in _other_values(parameter):
            yield rule.bind({parameter.name: value})


def workable(rule: HouseRule, variant: Variant) -> Iterator[BoundRule]:
    """
    Give the settings of a house rule, a value that needs another one beside it with that one.

    Seven tiles each may be too many for five players and right for four: then the number of
    players goes along. A value that goes with nothing comes as it is.
    """
    for bound in settings(rule):
        yield next((one for one in _near(rule, bound) if _works(variant, one)), bound)


def _near(rule: HouseRule, bound: BoundRule) -> Iterator[BoundRule]:
    """Give a setting, and unless it is that of the defaults also with another value beside it."""
    yield bound
    values = dict(bound.params)
    if bound == rule.bind():
        return
    for parameter in rule.parameters:
        if values[parameter.name] == parameter.default:
            for value in _other_values(parameter):
                yield rule.bind({**values, parameter.name: value})


def _works(variant: Variant, bound: BoundRule) -> bool:
    return not refused(InvalidVariantError, lambda: applied(variant, bound))


@check(
    "documented",
    "Every parameter of a house rule has a text that says what it means.",
)
def documented(case: RuleCase) -> Iterable[str]:
    """Read what is written about the rule."""
    rule = case.rule
    for parameter in rule.parameters:
        if not parameter.text.strip():
            yield f"the parameter {parameter.name!r} of {rule.key} has no text"


@check(
    "repeatable",
    "Applying a house rule twice to one variant gives equal variants, so its components are "
    "compared by value: no lambda, list or plain object in a field, no counter outside.",
)
def repeatable(case: RuleCase) -> Iterable[str]:
    """Apply the rule twice."""
    for bound in settings(case.rule):
        one, other = bound(case.variant), bound(case.variant)
        if one != other:
            where = _differing(one, other)
            yield f"{bound} gives a different variant each time: {where}"
            return


def _differing(one: Variant, other: Variant) -> str:
    """Name what two variants differ in: parameters, else fields that are none of a part."""
    paths = [change.path for change in changes(one, other)]
    fields = [field.name for field in attrs.fields(Variant) if field.eq]
    beside = [name for name in fields if getattr(one, name) != getattr(other, name)]
    return ", ".join(paths or beside)


def _sentences(variant: Variant) -> list[str]:
    return [str(rule) for rule in variant.rulebook().rules]


@check(
    "effect",
    "A house rule changes something about the variant, and whatever it or one of its "
    "parameters changes can be read in the rule book: put the parameter into the sentence of "
    "the part it changes.",
)
def effect(case: RuleCase) -> Iterable[str]:
    """Compare rule books with and without the rule, and between its settings."""
    seen: list[tuple[BoundRule, Variant]] = []
    for bound in settings(case.rule):
        changed = bound(case.variant)
        if not seen and not changes(case.variant, changed):
            yield f"{bound} changes nothing about {case.variant}"
        for other, before in [(None, case.variant), *seen]:
            idle = idle_leaves(before) | idle_leaves(changed)
            different = [one for one in changes(before, changed) if one.path not in idle]
            if different and _sentences(before) == _sentences(changed):
                paths = ", ".join(change.path for change in different)
                instead = "without it" if other is None else f"with {other}"
                yield f"the rule book is the same with {bound} as {instead}, which changes {paths}"
                return
        seen.append((bound, changed))


def can_be_dealt(variant: Variant, *, seeds: Iterable[int] = range(8)) -> bool:
    """Whether any number of seats can be dealt with any of some seeds."""
    return not all(
        refused(InvalidDealError, partial(variant.deal, seats, seed=seed))
        for seats in variant.seats
        for seed in seeds
    )


@check(
    "parameters",
    "Every value a parameter admits, alone or with another value of one other parameter, makes a "
    "game that can be dealt for some number of seats; choices, least and most keep out the others.",
)
def parameters(case: RuleCase) -> Iterable[str]:
    """Apply the rule at the limits of its parameters, and deal."""
    for bound in workable(case.rule, case.variant):
        try:
            changed = applied(case.variant, bound)
        except TilerulesError as error:
            if EVERY in case.rule.variants and isinstance(error, InvalidVariantError):
                continue  # what makes no sense for one variant does for others
            yield f"{bound} is admitted, but {type(error).__name__}: {error}"
            continue
        if not can_be_dealt(changed):
            yield f"{bound} is admitted, but with it no number of seats can be dealt"


@check(
    "order",
    "Two house rules that can be applied in either order give the same result in both. Parts that "
    "are inserted need a rank of their own, and a rule reads the part it changes instead of "
    "replacing it whole.",
)
def order(case: RuleCase) -> Iterable[str]:
    """Apply the rule before and after each other rule."""
    mine = case.rule.bind()
    for other in case.beside:
        if _is_of_table(mine) != _is_of_table(other):
            continue  # those of the table always come first
        one, two = _together(case.variant, mine, other), _together(case.variant, other, mine)
        if one is not None and two is not None and one != two:
            where = _differing(one, two)
            yield f"{mine} and {other} give something else in the other order: {where}"


def _is_of_table(bound: BoundRule) -> bool:
    return bound.rule.key.startswith(f"{TABLE}/")


def _together(variant: Variant, *rules: BoundRule) -> Variant | None:
    """Apply rules just in this order, which house rules that are used together need not have."""
    try:
        return in_given_order(variant, rules)
    except TilerulesError:
        return None
