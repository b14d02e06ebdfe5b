"""
House rules about a turn, and about the trains one may play on.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tilerules import HouseRule, InvalidVariantError, Parameter, Variant
from tilerules.trains.first_trains import first_train
from tilerules.trains.first_turns import FirstTurns
from tilerules.trains.whose import CommunalTrains, OwnTrainFirst
from tilerules_mexican_train.tables import in_order

__all__ = ["RULES"]


def _communal(variant: Variant, opens: str) -> Variant:
    layout: Any = variant.layout
    if not layout.communal:
        raise InvalidVariantError("there is no Mexican Train that could be opened")
    changed = variant.put(CommunalTrains(opens))
    return changed if opens.startswith("after") else changed.put(FirstTurns())


def _first_train(variant: Variant, end_on_double: bool) -> Variant:
    return in_order(variant.put(*first_train(end_on_double=end_on_double)))


def _own_first(variant: Variant, excused: bool) -> Variant:
    changed = variant.put(OwnTrainFirst())
    return changed.tune("doubles", excuses=True) if excused else changed


_rule = partial(HouseRule, variants=("mexican-train",))

RULES = (
    _rule(
        "mexican-train/no-communal-train",
        "No Mexican Train: private trains only",
        text="So the source text reads, which never mentions it.",
        tune={"trains.communal": 0},
        drop="communal-train",
        source="MT-4, M3",
    ),
    _rule(
        "mexican-train/communal-trains",
        "Several Mexican Trains",
        tune={"trains.communal": Parameter("number", 2, "How many.", least=2, most=12)},
        source="GK",
    ),
    _rule(
        "mexican-train/communal-train",
        "When the Mexican Train is open",
        apply=_communal,
        parameters=(
            Parameter(
                "opens",
                "after-own",
                "May be started by a player who has started their own train, or when all have; "
                "nobody plays on it in the first turn; or only the first player does then.",
                choices=("after-own", "after-all", "not-first-turn", "first-player-then-all"),
            ),
        ),
        source="M13, M14, M15, M27",
    ),
    _rule(
        "mexican-train/own-train-first",
        "The own train comes first",
        text="A player who has not started their own train plays nowhere else.",
        apply=_own_first,
        parameters=(
            Parameter(
                "excused",
                False,
                "Where doubles must be covered: whether such a player need not; else the cover "
                "comes before their own train.",
            ),
        ),
        source="M12, M13, M19",
    ),
    _rule(
        "mexican-train/first-train",
        "A whole train in the first turn",
        apply=_first_train,
        parameters=(Parameter("end_on_double", True, "Whether it may end on a double."),),
        source="M2, M4, M16, M21",
    ),
    _rule(
        "mexican-train/first-tiles",
        "Several tiles in the first turn",
        text="With three this is MT-3 as it can be read.",
        apply=lambda variant, most: in_order(variant.put(*first_train(most))),
        parameters=(Parameter("most", 3, "How many.", least=2),),
        source="MT-3, M14",
    ),
)
"""The rules, as the game's page lists them."""
