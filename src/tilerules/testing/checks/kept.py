"""
Does every rule say what it keeps?
"""

from __future__ import annotations

from collections.abc import Iterable

from tilerules.play.kept import owners
from tilerules.testing.subjects import Walk, check

__all__ = ["keeps"]


@check(
    "keeps",
    "Every key under which a rule keeps a state of its own stands in the `keeps` of the part that "
    "writes there; a position that holds any other key is refused.",
)
def keeps(walk: Walk) -> Iterable[str]:
    """Compare the keys in every state with those that the parts declare."""
    known = owners(walk.variant)
    for number, state in enumerate(walk.states):
        for key, _value in state.rest.ext:
            if key not in known:
                declared = ", ".join(sorted(map(repr, known))) or "none"
                yield (
                    f"after {number} moves something is kept under {key!r}, which no part names "
                    f"in `keeps`; they name {declared}"
                )
