"""
Nobody buries more than a few tiles: a rule for those who cannot play.

Two small parts do it. A *constraint* takes dead tiles away from whoever has enough of them, and
an *action* gives them something else to do.
"""

from __future__ import annotations

from tilerules import TileBag, house_rule, param
from tilerules.rules import Constraint, Pass
from tilerules.state import Move, MoverState

__all__ = ["FewDeadTiles"]


@house_rule(
    "auntys-rules/few-dead-tiles",
    "Only a few dead tiles, then pass",
    text="Whoever has so many and still cannot play passes.",
    variants=("gaple",),
    source="Aunty's kitchen",
    # The action: passing where nothing can be laid, face up or face down.
    put=Pass(only_without=("place", "discard")),
)
class FewDeadTiles(Constraint):
    """Nobody lays a further tile face down who has laid so many."""

    point = "blocking"
    # The kinds of move it may forbid.
    kinds = ("discard",)
    sentence = (
        "Nobody lays more than {most} of their tiles face down; whoever then cannot play passes."
    )
    # What `explain` says to somebody who tries.
    texts = {"few-dead-tiles": "nobody lays more than {most} of their tiles face down"}

    most: int = param(2, "Dead tiles a player may have.", least=1, most=7)

    def forbids(self, state: MoverState, move: Move) -> bool:
        """Forbid a dead tile to whoever has enough of them."""
        dead = TileBag(state.plan.tile_set, state.rest.dead[state.to_move])
        return len(dead) >= self.most
