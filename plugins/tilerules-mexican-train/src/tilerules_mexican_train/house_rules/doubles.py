"""
House rules about what doubles oblige to.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from tilerules import HouseRule, Parameter, Variant
from tilerules.trains.doubles import ChainThenCover, CoverAnywhere, CoverFirst, OneDouble
from tilerules.trains.first_turns import FirstTurns
from tilerules.trains.last_tiles import (
    CoverLast,
    LastDouble,
    LastDoubles,
    OutOnceCovered,
    OutOnDouble,
)

__all__ = ["RULES"]

_FOOT = 3

_FOLLOW_UP: dict[str, Any] = {"owes": "anything", "binds": False, "order": "any", "chain": False}
"""The duty of the source text. The others say what they change, so that none keeps a rest of
what a preset has set."""

_DUTIES: dict[str, dict[str, Any]] = {
    "follow-up-anywhere": {},
    "follow-up-on-double": {"owes": "cover"},
    "satisfy": {"owes": "cover", "binds": True},
    "satisfy-first-laid": {"owes": "cover", "binds": True, "order": "first", "chain": True},
    "satisfy-last-laid": {"owes": "cover", "binds": True, "order": "last", "chain": True},
    "follow-up-then-satisfy": {"binds": True, "order": "first"},
    "foot": {"owes": "cover", "binds": True},
    "none": {"owes": "nothing"},
}


def _doubles(variant: Variant, duty: str) -> Variant:
    wanted = {**_FOLLOW_UP, **_DUTIES[duty]}
    changed = variant.tune("doubles", **wanted)
    changed = changed.tune("trains", toes=_FOOT if duty == "foot" else 1)
    if wanted["owes"] != "cover" and not wanted["binds"]:
        return changed.drop("cover-first", "cover-anywhere", missing_ok=True)
    return changed.put(ChainThenCover() if wanted["chain"] else CoverFirst(), CoverAnywhere())


def _last_double(variant: Variant, must: str) -> Variant:
    if must == "count-twice":
        return variant.put(OutOnDouble(), LastDoubles())
    went_out = next(part for part in variant.endings if part.code == "went-out")
    fields = attrs.asdict(went_out, recurse=False)
    return variant.put(LastDouble(), CoverLast(), OutOnceCovered(**fields))


_rule = partial(HouseRule, variants=("mexican-train",))

RULES = (
    _rule(
        "mexican-train/doubles",
        "Another duty after a double",
        text=(
            "The second tile must go on the double; or doubles must be satisfied: covered before "
            "anything else is played, by whoever's turn it is, and with several laid in one turn "
            "in the order laid or the other way round; or the second tile may go anywhere, but "
            "then the double binds the others; or it takes three tiles, a chicken foot; or "
            "nothing follows from it. On top of a preset the second tile may go anywhere again."
        ),
        apply=_doubles,
        parameters=(
            Parameter("duty", "satisfy", "What a double obliges to.", choices=tuple(_DUTIES)),
        ),
        source="M4, M8, M9, M11, M14, M15",
    ),
    _rule(
        "mexican-train/dead-doubles-bind",
        "A double must be covered even if nothing can cover it",
        text="Matters where doubles must be satisfied.",
        tune={"doubles.dead_binds": True},
        source="D",
    ),
    _rule(
        "mexican-train/first-doubles-wait",
        "Doubles oblige to nothing until all have had a first turn",
        tune={"doubles.waits": True},
        put=FirstTurns(),
        source="M4, M21",
    ),
    _rule("mexican-train/one-double", "One double in a turn", put=OneDouble(), source="M14, M23"),
    _rule(
        "mexican-train/last-double",
        "Going out with a double",
        text="It must be covered by a drawn tile, or it makes the others' points count twice.",
        version=2,
        apply=_last_double,
        parameters=(
            Parameter("must", "be-covered", "What follows.", choices=("be-covered", "count-twice")),
        ),
        source="M14, M16, M23",
    ),
)
"""The rules, as the game's page lists them."""
