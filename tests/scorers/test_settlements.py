"""What a round is worth, by example."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules
from tilerules import EndReason
from tilerules.scorers import (
    CollectHands,
    ForcedPassPoints,
    HandsAgainst,
    RoundEnd,
    Settlement,
    Verdict,
    WinBonuses,
    WinnerCollects,
    WinnerPoint,
)
from tilerules.tiles import Domino

PLAN: Any = tilerules.variant("gaple").plan(4)


def an_end(counts: tuple[int, ...] = (0, 7, 10, 5), **changes: Any) -> RoundEnd:
    """Make the end of a round of four from what is counted."""
    nothing = (0, 0, 0, 0)
    end = RoundEnd(PLAN, EndReason.WENT_OUT, nothing, nothing, counts, by=0)
    return attrs.evolve(end, **changes)


BLOCKED = {"reason": EndReason.BLOCKED}


@pytest.mark.parametrize(
    ("settlement", "winners", "changes", "points"),
    [
        (WinnerPoint(), (0,), {}, (1, 0, 0, 0)),
        (WinnerPoint(3), (0, 2), {}, (3, 0, 3, 0)),
        (WinnerPoint(), (), {}, (0, 0, 0, 0)),
        (HandsAgainst(), (0,), {}, (0, 7, 10, 5)),
        (WinnerCollects(), (0,), {}, (22, 0, 0, 0)),
        (WinnerCollects(), (0, 3), {}, (8, 0, 0, 8)),
        (WinnerCollects(), (), {}, (0, 0, 0, 0)),
        (CollectHands(), (0,), {}, (22, -7, -10, -5)),
        (CollectHands(), (3,), BLOCKED | {"counts": (6, 7, 10, 5)}, (-1, -2, -5, 8)),
        (CollectHands("full"), (3,), BLOCKED | {"counts": (6, 7, 10, 5)}, (-6, -7, -10, 23)),
        (CollectHands(), (0, 3), BLOCKED | {"counts": (5, 7, 10, 5)}, (3, -2, -5, 3)),
        # Who has left pays nothing.
        (CollectHands(), (0,), {"left": (2,)}, (12, -7, 0, -5)),
    ],
)
def test_points(
    settlement: Settlement,
    winners: tuple[int, ...],
    changes: dict[str, Any],
    points: tuple[int, ...],
) -> None:
    """A settlement gives every seat what its sentence says."""
    assert points == settlement.points(an_end(**changes), winners)


WINS: dict[str, tuple[int, dict[str, Any]]] = {
    "normal": (1, {"named_tile": Domino(2, 3), "open_ends": (2, 4)}),
    "double": (4, {"named_tile": Domino(2, 2), "open_ends": (2, 4)}),
    "both ends": (3, {"named_tile": Domino(2, 4), "open_ends": (4, 2)}),
    "equal ends": (1, {"named_tile": Domino(2, 4), "open_ends": (2, 2)}),
    "unknown": (1, {}),
    "another went out": (1, {"by": 1, "named_tile": Domino(2, 2)}),
    "own block": (1, BLOCKED),
    "nobody's block": (1, BLOCKED | {"by": None}),
    "lost block": (2, BLOCKED | {"by": 1}),
    "left over": (1, {"reason": EndReason.ABANDONED, "named_tile": Domino(2, 2)}),
}


@pytest.mark.parametrize("how", WINS)
def test_win_bonuses(how: str) -> None:
    """A win is worth more by its last tile, or by who laid the last tile before the block."""
    worth, changes = WINS[how]
    verdict = Verdict(winners=(0,), points=(9, 9, 9, 9), decided_by="count", leader=0)
    adjusted = WinBonuses().adjust(an_end(**changes), verdict)

    assert (worth, 0, 0, 0) == adjusted.points
    assert ((0,), 0) == (adjusted.winners, adjusted.leader)


def test_no_bonus_for_a_tie() -> None:
    """Where nothing decided, points stay as they are."""
    verdict = Verdict(winners=(0, 1), points=(2, 2, 0, 0))

    assert verdict == WinBonuses().adjust(an_end((0, 0, 5, 5)), verdict)


@pytest.mark.parametrize(("partners", "points"), [(False, (2, 0, 0, 0)), (True, (1, 0, 0, 0))])
def test_forced_passes(partners: bool, points: tuple[int, ...]) -> None:
    """A pass pays whoever laid the last tile, unless the passer is on their side."""
    game = tilerules.variant("gaple").with_rules("gaple/pass", "gaple/forced-pass-points")
    if partners:
        game = game.with_rules("table/partners:by=winner")
    effect = next(one for one in game.effects if isinstance(one, ForcedPassPoints))
    state: Any = game.deal(4, seed=1)
    rest = state.rest.with_ext("last-layer", 0).put(points=(1, 0, 0, 0))

    @attrs.define
    class Draft:
        """What the effect changes."""

        rest: Any
        plan: Any

    draft: Any = Draft(rest, state.plan)
    before: Any = attrs.make_class("Before", ["plan", "rest", "to_move"])(state.plan, rest, 2)
    effect.after(before, state.legal_moves[0], draft)

    assert points == draft.rest.points
