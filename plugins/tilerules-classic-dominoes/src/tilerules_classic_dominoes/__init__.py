"""
The classic domino games: Block, Draw, All Fives and Matador.

The first two are declarations of a screenful. The others each bring something the library does
not have: :mod:`.cross` a layout that branches, with points for its open ends, and :mod:`.sums`
another way of matching, in which a tile can be turned.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilerules import HouseRule, MovedRule, Variant, hookimpl
from tilerules.component import Component
from tilerules_classic_dominoes import pictures as _pictures  # noqa: F401  # registers where tiles lie
from tilerules_classic_dominoes._version import __version__
from tilerules_classic_dominoes.cross import CrossLayout
from tilerules_classic_dominoes.house_rules import HOUSE_RULES, MOVED
from tilerules_classic_dominoes.leads import Lead
from tilerules_classic_dominoes.scoring import EndsScore, GoingOut, LightestHand, OpponentsPips
from tilerules_classic_dominoes.sums import SumsTo
from tilerules_classic_dominoes.variants import ALL_FIVES, BLOCK, DRAW, MATADOR

__all__ = ["ALL_FIVES", "BLOCK", "DRAW", "HOUSE_RULES", "MATADOR", "__version__"]


@hookimpl
def tilerules_variants() -> tuple[Variant, ...]:
    """Declare the games."""
    return (BLOCK, DRAW, ALL_FIVES, MATADOR)


@hookimpl
def tilerules_house_rules() -> tuple[HouseRule, ...]:
    """Declare their house rules."""
    return HOUSE_RULES


@hookimpl
def tilerules_moved_rules() -> tuple[MovedRule, ...]:
    """Declare the keys they had once."""
    return MOVED


@hookimpl
def tilerules_components() -> Mapping[str, type[Component]]:
    """Name the new components, for variants written without Python."""
    return {
        "cross": CrossLayout,
        "ends-score": EndsScore,
        "going-out": GoingOut,
        "lead": Lead,
        "lightest-hand": LightestHand,
        "opponents-pips": OpponentsPips,
        "sums-to": SumsTo,
    }
