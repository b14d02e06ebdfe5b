"""Does every rule say what it keeps, and what it never would?"""

from __future__ import annotations

from collections.abc import Iterable

from tilerules.play.own_state import owners
from tilerules.testing.subjects import Walk, check
from tilerules.texts import join

__all__ = ["keeps"]

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
