"""
A turn on one table: what it may do with the jokers there, and what it is worth.

:class:`Turn` answers for tiles and tables; the best turn is searched for in
:mod:`tilerules.melds._solver.best_turn`, and all turns are listed by
:mod:`tilerules.melds._solver.listing`.

A *case* decides about each joker of the table: it stays for one face, or is freed and paid.
In each such *case* the jokers that stay are natural tiles of their faces and the price is
forced, so the free optimum of the case bounds its turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

import attrs

from tilerules.melds._solver.build import best_table, keeps_limit
from tilerules.melds._solver.counts import Counts, counts_of, faces_of, question_of, used_by
from tilerules.melds._solver.effort import Effort
from tilerules.melds.jokers import JokerRules, TableJoker, joker_problems, table_jokers
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table, kept_by_rules, table_tiles
from tilerules.tiles import Joker, NumberTile

Weights: TypeAlias = "tuple[int, int, int]"
"""What a tile and a point are worth, and the points of a joker."""


@attrs.frozen
class Answer:
    """
    A turn: what is laid and the table after it.
    """

    value: int
    laid: Counts
    table: Table
    is_proven: bool = True


class Turn:
    """
    The turns of one table under some rules.
    """

    def __init__(
        self,
        table: Table,
        rules: MeldRules,
        joker_rules: JokerRules | None,
        weights: Weights,
        effort: Effort,
    ) -> None:
        self.table = table
        self.rules = rules
        self.joker_rules = joker_rules or JokerRules(price="rearrange")
        self.weights = weights
        self.effort = effort
        self.lying = counts_of(table_tiles(table), rules)
        self.none = Counts(((0,) * len(rules.letters),) * rules.highest, 0)
        self.jokers: tuple[TableJoker, ...] = ()
        if not self.joker_rules.is_free:
            self.jokers = table_jokers(table, rules)
        # A turn that leaves these as they are is in order.
        self.with_jokers = Counter([table[at] for at in {joker.at for joker in self.jokers}])

    def value_of(self, laid: Counts) -> int:
        """Give what tiles laid are worth for the goal."""
        tile, point, joker = self.weights
        points = sum([n * sum(row) for n, row in enumerate(laid.rows, 1)]) + joker * laid.jokers
        return tile * len(laid) + point * points

    def is_in_order(self, laid: Counts, table: Table) -> bool:
        if not self.with_jokers - Counter(table):
            return True
        tiles = faces_of(laid, self.rules)
        return not joker_problems(self.table, table, tiles, self.rules, self.joker_rules)

    def in_order(self, laid: Counts, table: Table, staying: Sequence[NumberTile]) -> Answer | None:
        """Put jokers that stay back on a table so that all is in order, or give None."""
        for with_jokers in _with_jokers(table, staying, self.rules):
            if keeps_limit(with_jokers, self.rules) and self.is_in_order(laid, with_jokers):
                return Answer(self.value_of(laid), laid, self.rules.table(with_jokers))
        return None

    def free(self, hand: Counts, forced: Counts | None) -> Answer | None:
        """Find the best turn with jokers used at will."""
        found = self.solve(self.lying + hand, self.lying + forced if forced else self.lying)
        if found is None:
            return None
        used, table = found
        laid = used - self.lying
        return Answer(self.value_of(laid), laid, table if len(laid) else self.table)

    def solve(self, may: Counts, must: Counts, floor: int = -1) -> tuple[Counts, Table] | None:
        """
        Give the best use of tiles, and a table of them.

        Args:
            may: The tiles that may be used.
            must: Those of them that must be.
            floor: What the others have to be worth more than.

        Raises:
            OutOfEffortError: It takes more than may be done.
        """
        tile, point, joker = self.weights
        question = question_of(may, must, tile_weight=tile, point_weight=point, joker_points=joker)
        more = more_copies(may, self.rules)
        found = best_table(question, self.rules, more_copies=more, floor=floor, effort=self.effort)
        if found is None:
            return None
        solution, table = found
        return used_by(solution, self.rules), table


def _with_jokers(table: Table, faces: Sequence[NumberTile], rules: MeldRules) -> Iterator[Table]:
    """Give every way to put jokers back in place of natural tiles."""
    if not faces:
        yield table
        return
    for i, meld in enumerate(table):
        if faces[0] in meld.naturals:
            after = _with_joker(meld, faces[0], rules)
            if after is not None:
                yield from _with_jokers((*table[:i], after, *table[i + 1 :]), faces[1:], rules)


def _with_joker(meld: Meld, face: NumberTile, rules: MeldRules) -> Meld | None:
    if len(meld.naturals) < 2:
        return None
    if meld.kind is MeldKind.GROUP:
        colours = [tile.colour for tile in meld.naturals if tile != face]
        return rules.group(face.number, colours, jokers=len(meld.jokers) + 1)
    low = meld.faces[0].number
    held = [low + i for i in meld.jokers] + [low + meld.faces.index(face)]
    return rules.run(face.colour, low, low + len(meld) - 1, jokers=held)


@kept_by_rules
def _n_copies(rules: MeldRules) -> int:
    """Give how many tiles of a face the set has at most."""
    copies = rules.tile_set.copies
    return max([n.bit_count() for face, n in copies.items() if face != Joker()])


def more_copies(tiles: Counts, rules: MeldRules) -> int:
    """Give how many more tiles of a face there are than the set has, if any."""
    return max(0, max(map(max, tiles.rows)) - _n_copies(rules))


Way: TypeAlias = "tuple[NumberTile | None, tuple[NumberTile, ...]]"
"""What a joker keeps standing for, and the price of one that is freed."""


@attrs.frozen
class Case:
    """
    What is decided about each joker: the face it keeps, or None if it is freed.
    """

    faces: tuple[NumberTile | None, ...]
    forced: Counts
    """Tiles of the hand that have to be laid."""


def cases_of(turn: Turn, hand: Counts, forced: Counts) -> Iterator[Case]:
    """
    Give every way to keep or to pay the jokers.

    Args:
        turn: The table and the rules.
        hand: The tiles that may be laid.
        forced: Those of them that have to be.
    """
    seen = set()
    ways = [_ways(turn, joker) for joker in turn.jokers]
    for way in product(*ways):
        if not _are_different(turn, way):
            continue
        needed = counts_of([face for _kept, price in way for face in price], turn.rules)
        if turn.joker_rules.price == "rack_or_table":
            needed = needed.beyond(turn.lying)
        both = forced | needed
        case = Case(tuple([kept for kept, _price in way]), both)
        if hand.holds(both) and case not in seen:
            seen.add(case)
            yield case


def _are_different(turn: Turn, way: Sequence[Way]) -> bool:
    """Whether no two jokers of one meld are taken to have stood for the same face."""
    stood_for = [
        (joker.at, kept or price[0])
        for joker, (kept, price) in zip(turn.jokers, way, strict=True)
        if kept or len(price) == 1
    ]
    return len(set(stood_for)) == len(stood_for)


def _ways(turn: Turn, joker: TableJoker) -> list[Way]:
    """Give what one joker may keep standing for, then what it may be paid with."""
    stays: list[Way] = [(face, ()) for face in joker.faces]
    if turn.joker_rules.price == "rearrange":
        return [*stays, (None, ())]
    if joker.is_open and turn.joker_rules.both_colours:
        return [*stays, (None, joker.faces)]
    return [*stays, *[(None, (face,)) for face in joker.faces]]
