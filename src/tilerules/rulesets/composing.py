"""
House rules put together: what each changes, who changes the same, what can be played then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Self, TypeVar

import attrs

from tilerules.errors import HouseRuleConflictError, InvalidVariantError, shown
from tilerules.faults import faults_of
from tilerules.rulesets.house_rules import TABLE, BoundRule, HouseRule
from tilerules.rulesets.leaves import Change, changes, idle_leaves, leaves, within
from tilerules.rulesets.rulebook import checked_texts
from tilerules.rulesets.ruleset import Ruleset

__all__ = ["apply_rules", "in_given_order", "once"]

R = TypeVar("R", bound=Ruleset)

_SEATS_LEAF = re.compile(r"(?:seats|dealing\.\w+)\[([0-9]+)\]")
"""The paths of what is said about one number of seats."""


@attrs.define
class _Composing(Generic[R]):
    """
    House rules as they are applied one after the other.
    """

    base: R
    current: R
    later_wins: bool = False
    changed_by: dict[str, BoundRule] = attrs.field(factory=dict)
    """The rule that changed each leaf last."""
    origins: dict[tuple[str, str], BoundRule] = attrs.field(factory=dict)
    named: list[tuple[BoundRule, set[int]]] = attrs.field(factory=list)

    @classmethod
    def of(cls, base: R, rules: Iterable[BoundRule], *, later_wins: bool = False) -> Self:
        found = cls(base, base, later_wins)
        for rule in rules:
            found.apply(rule)
        return found

    def apply(self, rule: BoundRule) -> None:
        """
        Apply one more rule.

        Raises:
            HouseRuleConflictError: It changes what an earlier one has changed, or cannot be
                applied behind the others.
        """
        after = self._applied(rule)
        found = changes(self.current, after)
        for change in found:
            earlier = self.changed_by.get(change.path)
            if earlier is not None and not self.later_wins:
                raise HouseRuleConflictError(
                    f"{earlier} and {rule} both change {change.path} "
                    f"(to {change.old!r} and to {change.new!r}); use one of them "
                    "(a program may also say on_conflict='last')",
                    rules=(str(earlier), str(rule)),
                    parameter=change.path,
                )
        self.changed_by.update((change.path, rule) for change in found)
        self.named.append((rule, _seats_named(found)))
        self.origins.update(dict.fromkeys(_sourced(after, rule, found), rule))
        self.current = after

    def _applied(self, rule: BoundRule) -> R:
        """Apply one rule; say so if only an earlier rule stands in its way."""
        try:
            return rule(self.current)
        except InvalidVariantError as error:
            if not self.changed_by:
                raise
            try:
                rule(self.base)
            except InvalidVariantError:
                raise error from None
            others = sorted({str(other) for other in self.changed_by.values()})
            raise HouseRuleConflictError(
                f"{rule} cannot be used after {', '.join(others)}: {error}",
                rules=(*others, str(rule)),
            ) from error

    def variant(self) -> R:
        """
        Give what the rules have made of the variant.

        Raises:
            InvalidVariantError: Together they make no game.
        """
        clauses = {**self.current.clauses, **_clauses(self.origins)}
        made = attrs.evolve(self.current, clauses=clauses)
        made = _playable(_in_order(self.base, made), self.named)
        idle = idle_leaves(made)
        felt = {rule for path, rule in self.changed_by.items() if path not in idle}
        without = tuple(rule for rule, _seats in self.named if rule not in felt)
        return attrs.evolve(made, without_effect=without)


def apply_rules(base: R, rules: Iterable[BoundRule], *, on_conflict: str) -> R:
    """
    Apply house rules; refuse two that change the same leaf.

    In which order they are given does not matter: they are applied in one of their own, rules of
    the table first, and where one goes only before another, before that.

    Args:
        base: The variant they are applied to.
        rules: The rules.
        on_conflict: ``"refuse"``, or ``"last"``: of two that cannot be used together the one
            given later wins.

    Raises:
        HouseRuleConflictError: Two of them change the same parameter of the same part, or take
            the same rank.
        InvalidVariantError: Together they make no game.
    """
    if on_conflict not in ("refuse", "last"):
        raise InvalidVariantError(f"on_conflict is 'refuse' or 'last', not {shown(on_conflict)}")
    given = tuple(rules)
    try:
        return _in_some_order(base, sorted(given, key=_place)).variant()
    except HouseRuleConflictError:
        if on_conflict == "refuse":
            raise
    return in_given_order(base, given, later_wins=True)


def in_given_order(base: R, rules: Iterable[BoundRule], *, later_wins: bool = False) -> R:
    """
    Apply house rules just in the order they are given in.

    Raises:
        HouseRuleConflictError: One of them cannot be used behind those before it.
        InvalidVariantError: Together they make no game.
    """
    return _Composing.of(base, rules, later_wins=later_wins).variant()


def _place(rule: BoundRule) -> tuple[bool, str, str]:
    """Say where a rule stands: those of the table first, for others may look at the tile set."""
    return not rule.rule.key.startswith(f"{TABLE}/"), rule.rule.key, str(rule)


def _in_some_order(base: R, rules: Sequence[BoundRule]) -> _Composing[R]:
    """
    Apply rules in this order, or where one cannot follow another, with that one behind it.

    Raises:
        HouseRuleConflictError: They go together in neither order.
    """
    done: list[BoundRule] = []
    found = _Composing(base, base)
    for rule in rules:
        try:
            found.apply(rule)
            done.append(rule)
        except HouseRuleConflictError as error:
            names = [str(one) for one in done]
            at = min(names.index(name) for name in error.rules if name in names)
            done.insert(at, rule)
            try:
                found = _Composing.of(base, done)
            except (HouseRuleConflictError, InvalidVariantError):
                raise error from None
    return found


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
