"""
House rules put together: what each changes, who changes the same, what can be played then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import attrs

from tilerules.errors import HouseRuleConflictError, InvalidVariantError, shown
from tilerules.faults import faults_of
from tilerules.rulesets.house_rules import BoundRule, HouseRule
from tilerules.rulesets.leaves import Change, changes, leaves, within
from tilerules.rulesets.rulebook import checked_texts
from tilerules.rulesets.ruleset import Ruleset

__all__ = ["apply_rules", "once"]

R = TypeVar("R", bound=Ruleset)

_SEATS_LEAF = re.compile(r"(?:seats|dealing\.\w+)\[([0-9]+)\]")
"""The paths of what is said about one number of seats."""


def apply_rules(base: R, rules: Iterable[BoundRule], *, on_conflict: str) -> R:
    """
    Apply house rules in order; refuse two that change the same leaf.

    Args:
        base: The variant they are applied to.
        rules: The rules.
        on_conflict: ``"refuse"``, or ``"last"``: the later one wins.

    Raises:
        HouseRuleConflictError: Two of them change the same parameter of the same part, or take
            the same rank.
        InvalidVariantError: Together they make no game.
    """
    if on_conflict not in ("refuse", "last"):
        raise InvalidVariantError(f"on_conflict is 'refuse' or 'last', not {shown(on_conflict)}")
    changed_by: dict[str, BoundRule] = {}
    origins: dict[tuple[str, str], BoundRule] = {}
    named: list[tuple[BoundRule, set[int]]] = []
    current = base
    for rule in rules:
        after = _apply_one(base, current, rule, changed_by)
        found = changes(current, after)
        for change in found:
            earlier = changed_by.get(change.path)
            if earlier is not None and on_conflict == "refuse":
                raise HouseRuleConflictError(
                    f"{earlier} and {rule} both change {change.path} "
                    f"(to {change.old!r} and to {change.new!r}); use one of them "
                    "(a program may also say on_conflict='last')",
                    rules=(str(earlier), str(rule)),
                    parameter=change.path,
                )
            changed_by[change.path] = rule
        named.append((rule, _seats_named(found)))
        origins.update(dict.fromkeys(_sourced(after, rule, found), rule))
        current = after
    current = attrs.evolve(current, clauses={**current.clauses, **_clauses(origins)})
    return _playable(_in_order(base, current), named)


def _seats_named(found: Iterable[Change]) -> set[int]:
    """Give the numbers of seats that a rule adds, or for which it sets something of the deal."""
    paths = (_SEATS_LEAF.fullmatch(change.path) for change in found if change.new is not None)
    return {int(path[1]) for path in paths if path is not None}


def _sourced(changed: R, rule: BoundRule, found: Iterable[Change]) -> Iterator[tuple[str, str]]:
    """Give what now comes from where a rule comes from: the code it is told under, the leaf."""
    if not rule.rule.source:
        return
    with faults_of(changed):
        said = {
            text.code
            for part in changed.parts
            for text in checked_texts(changed, part, part.describe())
        }
    now = leaves(changed)
    for change in found:
        if change.path not in now:
            continue
        # A parameter that has a sentence of its own leaves the others of its part alone.
        parameter = within(change.part, change.path.rpartition(".")[2].partition("[")[0])
        yield (parameter if parameter in said else change.part), change.path


def _clauses(origins: Mapping[tuple[str, str], BoundRule]) -> dict[str, str]:
    """Name the sources of all rules that changed a thing, whatever order they were given in."""
    found: dict[str, dict[str, None]] = {}
    for (code, _leaf), rule in sorted(origins.items(), key=lambda item: item[1].rule.key):
        found.setdefault(code, {})[rule.rule.source] = None
    return {code: "; ".join(sources) for code, sources in found.items()}


def _playable(changed: R, named: Sequence[tuple[BoundRule, set[int]]]) -> R:
    """
    Leave the numbers of seats that the parts can be played with together.

    Args:
        changed: The variant as the rules have made it.
        named: The rules, each with the numbers of seats it says something about.

    Raises:
        InvalidVariantError: There are none, or not the one that a rule is about.
    """
    problems = {seats: changed.problem_with(seats) for seats in changed.seats}
    seats = tuple(count for count, problem in problems.items() if not problem)
    if not seats:
        rules = ", ".join(str(rule) for rule, _about in named)
        raise InvalidVariantError(f"{changed.name} with {rules} makes no game: {_why(problems)}")
    for rule, about in named:
        mine = {count: problems[count] for count in about if problems.get(count)}
        if mine and len(about) == 1:
            raise InvalidVariantError(f"{changed.name} cannot be played with {rule}: {_why(mine)}")
    return changed if seats == changed.seats else attrs.evolve(changed, seats=seats)


def _why(problems: Mapping[int, str]) -> str:
    return "; ".join(f"for {count} players: {problem}" for count, problem in problems.items())


def _in_order(base: R, changed: R) -> R:
    """Put the actions that rules added behind the others, by code: who came first is no matter."""
    place = {action.code: at for at, action in enumerate(base.actions)}
    last = len(place)
    actions = tuple(sorted(changed.actions, key=lambda one: (place.get(one.code, last), one.code)))
    if actions == changed.actions:
        return changed
    return attrs.evolve(changed, actions=actions)


def _apply_one(base: R, current: R, rule: BoundRule, changed_by: Mapping[str, BoundRule]) -> R:
    """Apply one rule; say so if only an earlier rule stands in its way."""
    try:
        return rule(current)
    except InvalidVariantError as error:
        if not changed_by:
            raise
        try:
            rule(base)
        except InvalidVariantError:
            raise error from None
        others = sorted({str(other) for other in changed_by.values()})
        raise HouseRuleConflictError(
            f"{rule} cannot be used after {', '.join(others)}: {error}",
            rules=(*others, str(rule)),
        ) from error


def once(rules: Sequence[BoundRule], *, keep_last: bool) -> tuple[BoundRule, ...]:
    """
    Leave each rule once that is given several times with equal parameters.

    Raises:
        InvalidVariantError: Two different rules have one key.
    """
    by_key: dict[str, HouseRule] = {}
    for bound in rules:
        if by_key.setdefault(bound.rule.key, bound.rule) != bound.rule:
            raise InvalidVariantError(f"two different house rules have the key {bound.rule.key!r}")
    if keep_last:
        return tuple(reversed(dict.fromkeys(reversed(rules))))
    return tuple(dict.fromkeys(rules))
