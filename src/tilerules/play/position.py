"""
Positions: a round's state as one line of text, both ways.

A position names the variant with its house rules, then fields ``key:value`` in a fixed order,
those that are empty left out::

    gaple@1;gaple/pass seats:4 move:2 hands:0-1,4-6/1-1/2-2/3-3 layout:0-0,0-5

Tiles of a seat are joined by commas, seats by slashes; what single rules keep is JSON without
blanks. The position of a round that is over holds its outcome.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import attrs

from tilerules.decks import TileBag
from tilerules.play.base import RoundLike
from tilerules.play.own_state import check_writable
from tilerules.rulesets.ruleset import Ruleset
from tilerules.state import FRESH, PlanLike, Turn
from tilerules.tiles import TileMask

__all__ = ["FIELDS", "Position", "spec_of"]

FIELDS = (
    "seats",
    "move",
    "hands",
    "dead",
    "stock",
    "aside",
    "layout",
    "turn",
    "points",
    "idle",
    "ext",
    "over",
)
"""The fields after the name of the rules, in the order they are written."""


@attrs.frozen
class Position:
    """
    A round's state as text. ``str()`` gives the line.
    """

    text: str
    """The line."""

    @classmethod
    def of(cls, round_: RoundLike) -> Position:
        """
        Write the position of a round.

        Raises:
            PluginError: A rule keeps something that cannot be written.
        """
        # A field that is left out is read as what is empty: whoever adds one gives it such a value.
        rest, plan = round_.rest, round_.plan
        fields: dict[str, str] = {"seats": str(round_.seats)}
        if round_.to_move is not None:
            fields["move"] = str(round_.to_move)
        fields["hands"] = _zones(plan, round_.masks)
        if any(rest.dead):
            fields["dead"] = _zones(plan, rest.dead)
        if rest.stock:
            fields["stock"] = ",".join(str(tile) for tile in round_.stock)
        if rest.aside:
            fields["aside"] = _zones(plan, (rest.aside,))
        if round_.table:
            fields["layout"] = plan.layout.dump(round_.table)
        if round_.turn != FRESH:
            fields["turn"] = _json(_turn_out(round_.turn))
        if any(rest.points):
            fields["points"] = ",".join(map(str, rest.points))
        if rest.idle:
            fields["idle"] = str(rest.idle)
        if rest.ext:
            check_writable(round_.variant, rest.ext)
            fields["ext"] = _json(dict(rest.ext))
        if round_.end is not None:
            fields["over"] = _json(_over_out(round_))
        words = [f"{key}:{fields[key]}" for key in FIELDS if key in fields]
        return cls(" ".join([spec_of(round_.variant), *words]))

    def __str__(self) -> str:
        return self.text


def spec_of(variant: Ruleset) -> str:
    """Write a variant with its version and house rules, as one word."""
    return ";".join([f"{variant.key}@{variant.version}", *map(str, variant.applied)])


def _json(value: object) -> str:
    """Write JSON without blanks, those inside texts escaped."""
    text = json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return text.replace(" ", "\\u0020")


def _zones(plan: PlanLike, masks: Sequence[TileMask]) -> str:
    bags = (TileBag(plan.tile_set, mask) for mask in masks)
    return "/".join(",".join(str(tile) for tile in bag) for bag in bags)


def _turn_out(turn: Turn) -> dict[str, object]:
    return {
        "laid": [move.notation for move in turn.laid],
        "draws": turn.draws,
        "drawn": turn.drawn,
        "owed": turn.owed,
    }


def _over_out(round_: RoundLike) -> dict[str, object]:
    outcome: Any = round_.outcome
    by = round_.end[1] if round_.end else None
    return {
        "reason": outcome.reason.value,
        "by": by,
        "winners": outcome.winners,
        "counts": outcome.counts,
        "points": outcome.points,
        "decided_by": outcome.decided_by,
        "leader": outcome.leader,
    }
