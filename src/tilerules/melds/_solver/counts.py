"""
Hands and tables as counts, what the solver is asked about them, and what it answers.

Tiles are told apart by face only. A :class:`Question` says how many tiles of each face there
are, how many have to be used and what the others are worth; a :class:`Solution` says, place by
place, what goes into groups and what into runs.

Place by place: 1 to 13, and 14 where a 1 may stand after the highest number. How many 1s of each
colour stand there has to be decided before; :func:`high_ones` gives every choice, and
:func:`places_of` the places of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from operator import add, ge, sub
from typing import TypeAlias

import attrs

from tilerules.errors import InvalidPositionError
from tilerules.melds.meld import Meld, MeldRules, Table, kept_by_rules
from tilerules.melds.notation import parse_table
from tilerules.tiles import Joker, NumberTile, Tile, TilesLike

Row: TypeAlias = "tuple[int, ...]"
"""A number for each colour."""

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


@kept_by_rules
def _places(rules: MeldRules) -> dict[Tile, int]:
    """Number the faces: by number, then by colour; the joker is last."""
    n_colours = len(rules.letters)
    found: dict[Tile, int] = {Joker(): rules.highest * n_colours}
    for face in rules.tile_set.faces:
        if isinstance(face, NumberTile):
            found[face] = (face.number - 1) * n_colours + rules.colour_order[face.colour]
    return found


@kept_by_rules
def _most(rules: MeldRules) -> Counts:
    return counts_of(rules.tile_set.tiles, rules)


def as_table(like: TableLike, rules: MeldRules) -> Table:
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
    may: Counts, must: Counts, *, tile_weight: int = 0, point_weight: int = 0, joker_points: int = 0
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


@attrs.frozen
class Question:
    """
    What is to be solved, in counts.
    """

    count: tuple[Row, ...]
    """For each number from 1, the tiles of each colour, table and hand together."""
    must: tuple[Row, ...]
    """How many of them have to be used."""
    weights: tuple[int, ...]
    """For each number, what using one more tile is worth, not negative."""
    jokers: int
    """Jokers, table and hand together."""
    jokers_must: int
    """How many of them have to be used."""
    joker_weights: tuple[int, ...]
    """For each number, what one more joker that stands for it is worth. The normal form needs
    them to be equal."""


@attrs.frozen
class Edge:
    """
    What a solution does at one place.
    """

    in_groups: Row
    """Natural tiles of each colour that go into groups."""
    group_jokers: int
    """Jokers that go into groups."""
    in_runs: tuple[tuple[int, int], ...]
    """For each colour, natural tiles and jokers that go into runs."""
    state: int
    """The state afterwards."""


Trail: TypeAlias = "tuple[Edge, ...]"


@attrs.frozen
class Solution:
    """
    The best there is.
    """

    value: int
    """The weights of everything used beyond what has to be."""
    trail: Trail
    """What goes where, place by place."""
    parked: int
    """Jokers still to be added to any run."""

    @property
    def has_run(self) -> bool:
        """Whether any tile is in a run."""
        return any(used for edge in self.trail for used, _jokers in edge.in_runs)


@attrs.frozen
class Places:
    """
    A question with the number of high 1s decided; each list has an item for each place.
    """

    count: list[Row]
    """The tiles of each colour, table and hand together."""
    must: list[Row]
    """How many of them have to be used."""
    weights: list[int]
    """What using one more tile is worth."""
    joker_weights: list[int]
    """What one more joker is worth there."""
    base: int = 0
    """What the high 1s are worth that do not have to be used; at the top they have no weight."""

    def __len__(self) -> int:
        return len(self.count)


def high_ones(question: Question, rules: MeldRules) -> list[Row]:
    """Give every choice of how many 1s of each colour stand after the highest number."""
    if rules.last_place == rules.highest:
        return [(0,) * len(rules.letters)]
    ones, tops = question.count[0], question.count[-1]
    most = [min(one, top + question.jokers) for one, top in zip(ones, tops, strict=True)]
    return list(product(*[range(n + 1) for n in most]))


def places_of(question: Question, rules: MeldRules, high: Row) -> Places:
    """
    Give the places of a question.

    Args:
        question: What is to be solved.
        rules: Which melds are valid.
        high: How many 1s of each colour stand after the highest number.
    """
    count, must = [*question.count], [*question.must]
    weights, joker_weights = [*question.weights], [*question.joker_weights]
    if rules.last_place == rules.highest:
        return Places(count, must, weights, joker_weights)
    ones, needed = count[0], must[0]
    gain = sum([max(0, h - m) for h, m in zip(high, needed, strict=True)])
    count[0] = tuple([n - h for n, h in zip(ones, high, strict=True)])
    must[0] = tuple([max(0, m - h) for m, h in zip(needed, high, strict=True)])
    base = gain * weights[0]
    return Places(
        [*count, high], [*must, high], [*weights, 0], [*joker_weights, joker_weights[0]], base
    )
