"""
House rules about what a player does who cannot play, or does not want to.
"""

from __future__ import annotations

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.endings import AllPassed, IdleTurns, PassAtWill
from tilerules.trains.first_turns import FirstTurns
from tilerules.trains.last_tiles import OutAfterFirstTurns
from tilerules.trains.markers import AfterMarking, MarkOwn, UnmarkOwn
from tilerules_mexican_train.tables import in_order

__all__ = ["RULES"]

_FOR = ("mexican-train",)


def _marker_off(variant: Variant, by: str) -> Variant:
    changed = variant.tune("markers", off=by)
    return in_order(changed.put(UnmarkOwn(), AfterMarking())) if by == "manual" else changed


RULES = (
    HouseRule(
        key="mexican-train/draw-until-playable",
        title="Draw until a tile fits",
        apply=lambda variant: variant.tune("draw", most=None),
        variants=_FOR,
        source="M11, M25",
    ),
    HouseRule(
        key="mexican-train/draw-once",
        title="No second draw in a turn",
        text="Who has drawn for the first tile does not draw again for a double.",
        apply=lambda variant: variant.tune("draw", once=True),
        variants=_FOR,
        source="M14",
    ),
    HouseRule(
        key="mexican-train/must-play-drawn",
        title="A drawn tile that fits must be laid",
        apply=lambda variant: variant.drop("decline-drawn"),
        variants=_FOR,
        source="M14, M25",
    ),
    HouseRule(
        key="mexican-train/pass-at-will",
        title="Passing although one could play",
        text="It puts the marker on. The round also ends when all pass in succession.",
        apply=lambda variant: variant.put(PassAtWill(), IdleTurns(), AllPassed()),
        variants=_FOR,
        source="MT-4",
    ),
    HouseRule(
        key="mexican-train/marker-off",
        title="Another way for the marker to come off",
        apply=_marker_off,
        variants=_FOR,
        parameters=(
            Parameter(
                "by",
                "any-play",
                "Any tile its owner lays, or only the owner's own hand, at the beginning of a "
                "turn.",
                choices=("any-play", "manual"),
            ),
        ),
        source="MT-10, M14, M22",
    ),
    HouseRule(
        key="mexican-train/marker-stays-on-doubles",
        title="The marker stays on while the train ends on an uncovered double",
        apply=lambda variant: variant.tune("markers", stays_on_double=True),
        variants=_FOR,
        source="M16",
    ),
    HouseRule(
        key="mexican-train/marker-at-will",
        title="The marker may be put on at will",
        text="At the beginning of a turn, which goes on.",
        apply=lambda variant: in_order(variant.put(MarkOwn(), AfterMarking())),
        variants=_FOR,
        source="M14",
    ),
    HouseRule(
        key="mexican-train/others-finish-first-turns",
        title="Who goes out in a first turn lets the others have theirs",
        apply=lambda variant: variant.put(OutAfterFirstTurns(), FirstTurns()),
        variants=_FOR,
        source="M16",
    ),
)
"""The rules, as the game's page lists them."""
