"""A part that changes a plain method is believed, whatever shortcuts its parent has for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs

import tilerules
from tilerules.layouts.line import BoundLine, LineLayout
from tilerules.rules.parts import Lister
from tilerules.rules.state import Draft, Move, PlanLike, State
from tilerules.rules.turns import PlaceTile
from tilerules.tiles import TileMask, TileSet

PLAIN = tilerules.variant("gaple").with_rules("gaple/pass")


class WildBlanks(BoundLine):
    """A line to which a tile with a blank may be laid anywhere."""

    def fitting(self, state: Any, place: int) -> TileMask:
        """Add the blanks."""
        wild = self.tile_set.showing[0] if state else 0
        return super().fitting(state, place) | wild


@attrs.frozen
class WildLine(LineLayout):
    """The layout with such a line."""

    def bind(self, tile_set: TileSet, seats: int) -> WildBlanks:
        """Bind it."""
        return WildBlanks(tile_set)


@attrs.frozen
class NoDoubles(PlaceTile):
    """Lays no doubles once a tile lies, and notes who laid."""

    def lister(self, plan: PlanLike) -> Lister:
        """Bar doubles."""
        inner = super().lister(plan)
        doubles = plan.tile_set.doubles
        return lambda state, shut, barred: inner(
            state, shut, barred | (doubles if state.table else 0)
        )

    def doer(self, plan: PlanLike) -> Callable[[State, Move, Draft], None]:
        """Note the seat."""
        inner = super().doer(plan)

        def lay(state: State, move: Move, draft: Draft) -> None:
            inner(state, move, draft)
            draft.rest = draft.rest.with_ext("laid-by", state.to_move)

        return lay


def test_layout_that_says_what_fits_is_asked() -> None:
    """What is listed is what the layout says that fits."""
    state = PLAIN.put(WildLine()).deal(4, seed=3)
    rng = random.Random(2)
    n_wild = 0
    while state.to_move is not None:
        if state.table:
            layout, hand = state.plan.layout, state.masks[state.to_move]
            expected = {
                (tile, place)
                for place in (0, 1)
                for tile in range(28)
                if (layout.fitting(state.table, place) & hand) >> tile & 1  # type: ignore[attr-defined]
                and layout.same_as(state.table, tile, place) == place  # type: ignore[attr-defined]
            }
            listed = {(m.tile_id, m.place_id) for m in state.legal_moves if m.kind == "place"}
            assert listed == expected
            n_wild += len(expected)
            move = next((m for m in state.legal_moves if m.kind == "pass"), None)
            if move is None:
                fits = [m for m in state.legal_moves if not _is_wild(state, m)]
                if not fits:
                    break
                move = rng.choice(fits)
        else:
            move = state.legal_moves[0]  # type: ignore[index]
        state = state.play(move)
    assert n_wild


def _is_wild(state: tilerules.Round, move: Move) -> bool:
    """Say whether a plain line would not take the tile: it knows not how to lay it."""
    return not BoundLine.fitting(state.plan.layout, state.table, move.place_id) & move.bit  # type: ignore[arg-type]


def test_action_that_lists_and_does_is_asked() -> None:
    """A subclass's own lister and doer count, not the shortcuts of its parent."""
    state = PLAIN.put(NoDoubles()).deal(4, seed=3)
    rng = random.Random(1)
    while state.to_move is not None:
        doubles = state.plan.tile_set.doubles
        assert not state.table or not any(move.bit & doubles for move in state.legal_moves)
        before, state = state, state.play(rng.choice(state.legal_moves))  # type: ignore[arg-type]
        if state.move is not None and state.move.kind == "place":
            assert state.rest.get("laid-by") == before.to_move
