"""
House rules about a turn, and about the trains one may play on.
"""

from __future__ import annotations

from typing import Any

from tilerules import HouseRule, InvalidVariantError, Parameter, Variant
from tilerules.trains.first_trains import first_train
from tilerules.trains.first_turns import FirstTurns
from tilerules.trains.whose import CommunalTrains, OwnTrainFirst
from tilerules_mexican_train.tables import in_order

__all__ = ["RULES"]

_FOR = ("mexican-train",)


def _no_communal(variant: Variant) -> Variant:
    return variant.tune("trains", communal=0).drop("communal-train", missing_ok=True)


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


RULES = (
    HouseRule(
        key="mexican-train/no-communal-train",
        title="No Mexican Train: private trains only",
        text="So the source text reads, which never mentions it.",
        apply=_no_communal,
        variants=_FOR,
        source="MT-4, M3",
    ),
    HouseRule(
        key="mexican-train/communal-trains",
        title="Several Mexican Trains",
        apply=lambda variant, number: variant.tune("trains", communal=number),
        variants=_FOR,
        parameters=(Parameter("number", 2, "How many.", least=2, most=12),),
        source="GK",
    ),
    HouseRule(
        key="mexican-train/communal-train",
        title="When the Mexican Train is open",
        apply=_communal,
        variants=_FOR,
        parameters=(
            Parameter(
                "opens",
                "after-own",
                "May be started by who has started the own train, or when all have; nobody plays "
                "on it in the first turn; or only the first player does then.",
                choices=("after-own", "after-all", "not-first-turn", "first-player-then-all"),
            ),
        ),
        source="M13, M14, M15, M27",
    ),
    HouseRule(
        key="mexican-train/own-train-first",
        title="The own train comes first",
        text="Who has not started the own train plays nowhere else.",
        apply=_own_first,
        variants=_FOR,
        parameters=(
            Parameter(
                "excused",
                False,
                "Where doubles must be covered: whether such a player need not; else the cover "
                "comes before the own train.",
            ),
        ),
        source="M12, M13, M19",
    ),
    HouseRule(
        key="mexican-train/first-train",
        title="A whole train in the first turn",
        apply=_first_train,
        variants=_FOR,
        parameters=(Parameter("end_on_double", True, "Whether it may end on a double."),),
        source="M2, M4, M16, M21",
    ),
    HouseRule(
        key="mexican-train/first-tiles",
        title="Several tiles in the first turn",
        text="With three this is MT-3 as it can be read.",
        apply=lambda variant, most: in_order(variant.put(*first_train(most))),
        variants=_FOR,
        parameters=(Parameter("most", 3, "How many.", least=2),),
        source="MT-3, M14",
    ),
)
"""The rules, as the game's page lists them."""
