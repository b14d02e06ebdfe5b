"""
What can be laid: the best turn, the best opening, every distinct play, and whether tiles can
be arranged at all.

Everything here is exact, in pure Python; :mod:`tilerules.solvers._meld_dp` explains the
algorithm. Tiles are multisets of faces: of equal tiles it never matters which one is laid.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from tilerules.layouts.melds import MeldRules, Table, table_tiles
from tilerules.solvers._meld_build import build
from tilerules.solvers._meld_counts import (
    Counts,
    TableLike,
    as_table,
    check_counts,
    counts_of,
    faces_of,
    question_of,
    used_by,
)
from tilerules.solvers._meld_dp import solve
from tilerules.solvers._meld_steps import steps_for
from tilerules.tiles import Joker, Tile, TilesLike

__all__ = ["Goal", "Play", "arrange", "best_play"]

Goal: TypeAlias = Literal["tiles", "points", "tiles_then_points"]
"""What is best: most tiles laid, most points laid, or most tiles and of those most points."""

_MANY = 1 << 20
"""More than all points of any hand."""
_WEIGHTS = {"tiles": (1, 0), "points": (0, 1), "tiles_then_points": (_MANY, 1)}


@attrs.frozen(kw_only=True)
class Play:
    """
    One turn: the tiles laid and the whole table after it.
    """

    laid: tuple[Tile, ...] = attrs.field(converter=tuple)
    """The tiles laid from the hand, in set order; empty where none can be."""
    table: Table = attrs.field(converter=tuple)
    """Every meld on the table afterwards, in canonical order."""
    value: int
    """The points of the tiles laid, jokers as told by ``joker_value``."""
    proven: bool = True
    """Whether it is certain that no better play exists."""

    def __str__(self) -> str:
        return " | ".join(str(meld) for meld in self.table)


def points_of(tiles: tuple[Tile, ...], joker_value: int) -> int:
    """Add the points of tiles, jokers at a given value."""
    return sum([joker_value if isinstance(tile, Joker) else tile.pips for tile in tiles])


def best_play(
    hand: TilesLike,
    table: TableLike,
    rules: MeldRules,
    *,
    by: Goal = "tiles_then_points",
    joker_value: int = 30,
) -> Play:
    """
    Find the best turn: tiles of the hand laid by rearranging the table at will.
    """
    before = as_table(table, rules)
    held, lying = counts_of(hand, rules), counts_of(table_tiles(before), rules)
    check_counts(held + lying, rules)
    tile_weight, point_weight = _WEIGHTS[by]
    question = question_of(
        held,
        lying,
        tile_weight=tile_weight,
        point_weight=point_weight,
        joker_points=joker_value,
    )
    steps = steps_for(rules)
    solution = solve(question, steps)
    if solution is None or not solution.value:
        return Play(laid=(), table=before, value=0)
    laid = faces_of(used_by(solution, rules) - lying, rules)
    return Play(laid=laid, table=build(solution, steps), value=points_of(laid, joker_value))


def arrange(tiles: TilesLike, rules: MeldRules) -> Table | None:
    """
    Arrange tiles to melds, all of them, or say that it cannot be done.

    >>> [str(meld) for meld in arrange("b5 b6 b7 r5 k5 y5 b4", MeldRules())]
    ['b4 b5 b6 b7', 'r5 y5 k5']
    """
    counts = counts_of(tiles, rules)
    check_counts(counts, rules)
    none = Counts(tuple([(0,) * len(rules.letters)] * rules.highest), 0)
    question = question_of(none, counts, tile_weight=0, point_weight=0, joker_points=0)
    steps = steps_for(rules)
    solution = solve(question, steps)
    return None if solution is None else build(solution, steps)
