"""Is a variant the data it claims to be, and does its rule book say so?"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator

import attrs

from tilerules.component import Component
from tilerules.play import Variant
from tilerules.play.own_state import owners
from tilerules.rulesets.leaves import POINTS
from tilerules.rulesets.ruleset import PARTS, SINGLE_PARTS
from tilerules.scorers.kinds import Rung
from tilerules.testing.subjects import Walk, check, refused
from tilerules.texts import join

__all__ = ["all_parts", "keeps", "kinds", "parts", "rulebook"]


def all_parts(variant: Variant) -> Iterator[tuple[str, Component]]:
    """Give every component of a variant with its path, those inside others too."""
    for name in SINGLE_PARTS:
        yield from _with_inner(name, getattr(variant, name))
    for name in PARTS:
        for part in getattr(variant, name):
            yield from _with_inner(f"{name}[{part.code}]", part)


def _with_inner(path: str, part: Component) -> Iterator[tuple[str, Component]]:
    yield path, part
    for field in attrs.fields(type(part)):
        value = getattr(part, field.name)
        if isinstance(value, Component):
            yield from _with_inner(f"{path}.{field.name}", value)


@check(
    "parts",
    "Every component is a frozen attrs class with a code and a decision point, compared by the "
    "values of its fields; the values are hashable: tuples rather than lists, no functions.",
)
def parts(variant: Variant) -> Iterable[str]:
    """Try to change, copy, compare and hash each component."""
    for path, part in all_parts(variant):
        name = f"{type(part).__name__} ({path})"
        if not part.code or part.point not in POINTS:
            yield f"{name} has the code {part.code!r} and the decision point {part.point!r}"
        if "__attrs_attrs__" not in vars(type(part)):
            yield f"{name} is not decorated with @attrs.frozen, so its own fields are none"
        if not _is_frozen(part):
            yield f"{name} can be changed; decorate the class with @attrs.frozen"
        for field in attrs.fields(type(part)):
            value = getattr(part, field.name)
            if callable(value) and not isinstance(value, type):
                yield f"{name} keeps the function {value!r} in {field.name}"
        try:
            is_value = copy.deepcopy(part) == part and hash(copy.deepcopy(part)) == hash(part)
        except TypeError as error:
            yield f"{name} cannot be compared or hashed: {error}"
            continue
        if not is_value:
            yield f"{name} differs from a copy of itself"


def _is_frozen(part: Component) -> bool:
    """Whether assigning to a component is refused."""
    names = [field.name for field in attrs.fields(type(part))] or ["anything"]
    old = getattr(part, names[0], None)
    return refused(AttributeError, lambda: setattr(part, names[0], old))


@check(
    "kinds",
    "A constraint is about a kind of move that the game has: of any other nobody would ask it.",
)
def kinds(variant: Variant) -> Iterable[str]:
    """Ask each constraint whether any action concerns it."""
    known = [action.code for action in variant.actions]
    for part in variant.constraints:
        if not any(part.concerns(action) for action in variant.actions):
            about = join(part.kinds or ("tiles laid at a place",), "and")
            yield (
                f"{type(part).__name__} ({part.code}) is about {about} only; "
                f"the moves of this game are {join(known, 'and')}; set its `kinds`"
            )


@check(
    "rulebook",
    "Every part can put itself in words: each sentence is complete, every {name} in it stands "
    "for a parameter, a rung says in `because` what decides by it, and the variant has a title.",
)
def rulebook(variant: Variant) -> Iterable[str]:
    """Write the rule book, part by part."""
    if not variant.title.strip():
        yield f"the variant {variant.name} has no title"
    for path, part in all_parts(variant):
        try:
            said = [str(text) for text in part.describe()]
        except (KeyError, IndexError, ValueError) as error:
            yield f"{type(part).__name__} ({path}) cannot be described: {error!r}"
            continue
        for sentence in said:
            if not sentence.strip() or "{" in sentence:
                yield f"{type(part).__name__} ({path}) says {sentence!r}"
        if isinstance(part, Rung) and part.decides and not part.because.strip():
            yield f"{type(part).__name__} ({path}) decides who wins and has no `because`"
    if variant.title not in str(variant.rulebook()):
        yield "the rule book does not bear the variant's title"


_NONSENSE = ("?", None)
"""A value of a kind that can be kept, and that no rule means by anything."""


@check(
    "keeps",
    "Every key under which a rule keeps a state of its own stands in the `keeps` of the part that "
    "writes there; a position that holds any other key is refused. Its check_kept() refuses what "
    "the rule would never have written: a position is text, and may claim anything.",
)
def keeps(walk: Walk) -> Iterable[str]:
    """Compare the keys in every state with those that the parts declare, and offer nonsense."""
    known = owners(walk.variant)
    for number, state in enumerate(walk.states):
        for key, _value in state.rest.ext:
            if key not in known:
                declared = ", ".join(sorted(map(repr, known))) or "none"
                yield (
                    f"after {number} moves something is kept under {key!r}, which no part names "
                    f"in `keeps`; they name {declared}"
                )
            elif all(part.check_kept(state, key, _NONSENSE) is None for part in known[key]):
                names = join(sorted({type(part).__name__ for part in known[key]}), "and")
                yield f"check_kept() of {names} has nothing against {_NONSENSE!r} under {key!r}"
