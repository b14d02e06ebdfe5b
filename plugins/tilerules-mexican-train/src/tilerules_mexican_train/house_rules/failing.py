"""
House rules about what a player does who cannot play, or does not want to.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules import AllPassed, IdleTurns, PassAtWill
from tilerules.trains.first_turns import FirstTurns
from tilerules.trains.last_tiles import OutAfterFirstTurns
from tilerules.trains.markers import AfterMarking, MarkOwn, UnmarkOwn
from tilerules_mexican_train.tables import in_order

__all__ = ["RULES"]


def _marker_off(variant: Variant, by: str) -> Variant:
    changed = variant.tune("markers", off=by)
    return in_order(changed.put(UnmarkOwn(), AfterMarking())) if by == "manual" else changed


_rule = partial(HouseRule, variants=("mexican-train",))

RULES = (
    _rule(
        "mexican-train/draw-until-playable",
        "Draw until a tile fits",
        tune={"draw.most": None},
        source="M11, M25",
    ),
    _rule(
        "mexican-train/draw-once",
        "No second draw in a turn",
        text="Who has drawn for the first tile does not draw again for a double.",
        tune={"draw.once": True},
        source="M14",
    ),
    _rule(
        "mexican-train/must-play-drawn",
        "A drawn tile that fits must be laid",
        drop="decline-drawn",
        source="M14, M25",
    ),
    _rule(
        "mexican-train/pass-at-will",
        "Passing although one could play",
        text="It puts the marker on. The round also ends when all pass in succession.",
        put=(PassAtWill(), IdleTurns(), AllPassed()),
        source="MT-4",
    ),
    _rule(
        "mexican-train/marker-off",
        "Another way for the marker to come off",
        apply=_marker_off,
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
    _rule(
        "mexican-train/marker-stays-on-doubles",
        "The marker stays on while the train ends on an uncovered double",
        tune={"markers.stays_on_double": True},
        source="M16",
    ),
    _rule(
        "mexican-train/marker-at-will",
        "The marker may be put on at will",
        text="At the beginning of a turn, which goes on.",
        apply=lambda variant: in_order(variant.put(MarkOwn(), AfterMarking())),
        source="M14",
    ),
    _rule(
        "mexican-train/others-finish-first-turns",
        "Who goes out in a first turn lets the others have theirs",
        put=(OutAfterFirstTurns(), FirstTurns()),
        source="M16",
    ),
)
"""The rules, as the game's page lists them."""
