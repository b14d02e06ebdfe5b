"""
Nobody buries more than a few tiles: a rule for those who cannot play.

Two small parts do it. A *constraint* takes dead tiles away from whoever has enough of them, and
an *action* gives them something else to do.
"""

from __future__ import annotations

import attrs

from tilerules import HouseRule, Parameter, Variant
from tilerules.rules.blocking import Pass
from tilerules.rules.kinds import Constraint
from tilerules.state import MoverState
from tilerules.tiles import TileMask

__all__ = ["FEW_DEAD_TILES", "FewDeadTiles"]


@attrs.frozen
class FewDeadTiles(Constraint):
    """
    Nobody lays a further tile face down who has laid so many.
    """

    code = "few-dead-tiles"
    point = "blocking"
    # The kinds of move it may forbid.
    kinds = ("discard",)
    sentence = "Nobody lays more than {most} of their tiles face down; who then cannot play passes."
    # What `explain` says to somebody who tries.
    texts = {"few-dead-tiles": "nobody lays more than {most} of their tiles face down"}

    most: int = 2
    """How many dead tiles a player may have."""

    def barred(self, state: MoverState) -> TileMask:
        """Bar every tile, or none: whoever is to move may have enough dead ones."""
        dead = state.rest.dead[state.to_move]
        # Sets of tiles are numbers here, one bit a tile, so that this is asked once a turn.
        return state.plan.tile_set.full if dead.bit_count() >= self.most else 0


def few_dead_tiles(variant: Variant, most: int) -> Variant:
    """Add the constraint, and passing where nothing can be laid, face up or face down."""
    changed = variant.put(FewDeadTiles(most), Pass(only_without=("place", "discard")))
    # With passing a round takes more moves. Tests hold it to this bound: after each tile
    # everybody may pass once.
    tiles, seats = len(variant.tiles), max(variant.seats)
    return changed.put(most_moves=tiles * seats)


FEW_DEAD_TILES = HouseRule(
    key="auntys-rules/few-dead-tiles",
    title="Only a few dead tiles, then pass",
    text="Whoever has so many and still cannot play passes.",
    apply=few_dead_tiles,
    variants=("gaple",),
    parameters=(Parameter("most", 2, "Dead tiles a player may have.", least=1, most=7),),
    source="Aunty's kitchen",
)
