"""
Hands and tables as counts, and back.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import add, ge, sub
from typing import TypeAlias

import attrs

from tilerules.errors import InvalidPositionError
from tilerules.melds._solver.questions import Question, Row, Solution
from tilerules.melds.meld import Meld, MeldRules, Table
from tilerules.melds.notation import parse_table
from tilerules.tiles import Joker, NumberTile, Tile, TilesLike

TableLike: TypeAlias = "str | Iterable[Meld]"
"""Melds, or the notation of a table."""


@attrs.frozen
class Counts:
    """
    A multiset of faces.
    """

    rows: tuple[Row, ...]
    """For each number from 1, the tiles of each colour."""
    jokers: int
    """How many jokers."""

    def __add__(self, other: Counts) -> Counts:
        pairs = zip(self.rows, other.rows, strict=True)
        rows = tuple([tuple(map(add, mine, theirs)) for mine, theirs in pairs])
        return Counts(rows, self.jokers + other.jokers)

    def __sub__(self, other: Counts) -> Counts:
        pairs = zip(self.rows, other.rows, strict=True)
        rows = tuple([tuple(map(sub, mine, theirs)) for mine, theirs in pairs])
        return Counts(rows, self.jokers - other.jokers)

    def __or__(self, other: Counts) -> Counts:
        """Give the smallest multiset that holds both."""
        return self + other.beyond(self)

    def beyond(self, other: Counts) -> Counts:
        """Give what another multiset lacks of this one."""
        more = self - other
        rows = tuple([tuple([max(0, n) for n in row]) for row in more.rows])
        return Counts(rows, max(0, more.jokers))

    def __len__(self) -> int:
        return sum(map(sum, self.rows)) + self.jokers

    def holds(self, other: Counts) -> bool:
        """Whether every tile of another multiset is in this one."""
        pairs = zip(self.rows, other.rows, strict=True)
        return self.jokers >= other.jokers and all(
            [all(map(ge, mine, theirs)) for mine, theirs in pairs]
        )


@lru_cache(maxsize=64)
def _places(rules: MeldRules) -> dict[Tile, int]:
    """Number the faces: by number, then by colour; the joker is last."""
    n_colours = len(rules.letters)
    found: dict[Tile, int] = {Joker(): rules.highest * n_colours}
    for face in rules.tile_set.faces:
        if isinstance(face, NumberTile):
            found[face] = (face.number - 1) * n_colours + rules.colour_order[face.colour]
    return found


@lru_cache(maxsize=64)
def _most(rules: MeldRules) -> Counts:
    """Count the tiles of the set."""
    return counts_of(rules.tile_set.tiles, rules)


def as_table(like: TableLike, rules: MeldRules) -> Table:
    """Read a table, or put melds in order."""
    if isinstance(like, str):
        return parse_table(like, rules)
    return rules.table(like)


def counts_of(like: TilesLike, rules: MeldRules) -> Counts:
    """
    Count tiles.

    Raises:
        InvalidNotationError: Some part of it is not a tile of the set.
    """
    places = _places(rules)
    n_colours = len(rules.letters)
    flat = [0] * (rules.highest * n_colours + 1)
    tiles = rules.tile_set.read(like) if isinstance(like, str) else like
    for tile in tiles:
        place = places.get(tile) if not isinstance(tile, str) else None
        if place is None:
            place = places[rules.tile_set.tile(tile)]
        flat[place] += 1
    return Counts(
        tuple([tuple(flat[i : i + n_colours]) for i in range(0, len(flat) - 1, n_colours)]),
        flat[-1],
    )


def check_counts(counts: Counts, rules: MeldRules) -> None:
    """
    Refuse more tiles of a face than the set has.

    Raises:
        InvalidPositionError: There are too many.
    """
    most = _most(rules)
    if most.holds(counts):
        return
    face = faces_of(counts.beyond(most), rules)[0]
    raise InvalidPositionError(f"more tiles {face} than {rules.tile_set.key} has")


def used_by(solution: Solution, rules: MeldRules) -> Counts:
    """Count the tiles that a solution uses."""
    rows = []
    jokers = solution.parked
    for edge in solution.trail:
        jokers += edge.group_jokers + sum([held for _used, held in edge.in_runs])
        rows.append(tuple([g + u[0] for g, u in zip(edge.in_groups, edge.in_runs, strict=True)]))
    for high in rows[rules.highest :]:
        rows[0] = tuple([a + b for a, b in zip(rows[0], high, strict=True)])
    return Counts(tuple(rows[: rules.highest]), jokers)


@lru_cache(maxsize=64)
def _weights(highest: int, tile: int, point: int, joker_points: int) -> tuple[Row, Row]:
    numbers = range(1, highest + 1)
    return (
        tuple([tile + point * number for number in numbers]),
        (tile + point * joker_points,) * highest,
    )


def question_of(
    may: Counts, must: Counts, *, tile_weight: int, point_weight: int, joker_points: int
) -> Question:
    """
    Ask for the best use of tiles.

    Args:
        may: The tiles that may be used.
        must: Those of them that must be.
        tile_weight: What any tile is worth.
        point_weight: What a point is worth.
        joker_points: The points of a joker.
    """
    weights, joker_weights = _weights(len(may.rows), tile_weight, point_weight, joker_points)
    return Question(may.rows, must.rows, weights, may.jokers, must.jokers, joker_weights)


def faces_of(counts: Counts, rules: MeldRules) -> tuple[Tile, ...]:
    """Give the tiles counted, in set order."""
    found: list[Tile] = []
    for face in rules.tile_set.faces:
        if isinstance(face, NumberTile):
            found += [face] * counts.rows[face.number - 1][rules.colour_order[face.colour]]
        else:
            found += [face] * counts.jokers
    return tuple(found)
