"""
The best turn where jokers on the table may not be used at will.

The free optimum is a bound, and mostly it is in order as it is. If not, every old joker is
decided: it stays and stands for one face, or it is freed and its price is paid. In each such
*case* the jokers that stay are natural tiles of their faces and the price is forced, so the
free optimum of the case bounds it. Cases are taken best bound first. Where the optimum of a
case is not in order, the melds of its jokers are decided too (every meld in which a joker
can stay; with a lock, every meld that holds all tiles of the old one), which makes the case
exact. Only where a freed joker is limited in where it may go, a case may stay open; the
answer then says that it is not proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

import attrs

from tilerules.layouts.joker_rules import JokerRules, TableJoker, joker_problems, table_jokers
from tilerules.layouts.melds import Meld, MeldKind, MeldRules, Table, all_melds, table_tiles
from tilerules.solvers._meld_build import build
from tilerules.solvers._meld_counts import Counts, counts_of, faces_of, question_of, used_by
from tilerules.solvers._meld_dp import solve
from tilerules.solvers._meld_steps import steps_for
from tilerules.tiles import NumberTile

__all__ = ["Answer", "Turn"]

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


@attrs.frozen
class _Case:
    """
    What is decided about each joker: the face it keeps, or None if it is freed.
    """

    faces: tuple[NumberTile | None, ...]
    forced: Counts
    """Tiles of the hand that have to be laid."""


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
        limit: int,
    ) -> None:
        self.table = table
        self.rules = rules
        self.joker_rules = joker_rules or JokerRules(source="rearrange")
        self.weights = weights
        self.limit = limit
        self.lying = counts_of(table_tiles(table), rules)
        self.none = Counts(((0,) * len(rules.letters),) * rules.highest, 0)
        self.jokers: tuple[TableJoker, ...] = ()
        if not self.joker_rules.is_free:
            self.jokers = table_jokers(table, rules)
        self._steps = steps_for(rules)
        self._solved = 0

    def value_of(self, laid: Counts) -> int:
        """Give what tiles laid are worth for the goal."""
        tile, point, joker = self.weights
        points = sum([n * sum(row) for n, row in enumerate(laid.rows, 1)]) + joker * laid.jokers
        return tile * len(laid) + point * points

    def is_in_order(self, laid: Counts, table: Table) -> bool:
        """Whether jokers are used as they may be."""
        if not self.jokers:
            return True
        tiles = faces_of(laid, self.rules)
        return not joker_problems(self.table, table, tiles, self.rules, self.joker_rules)

    def best(self, hand: Counts, forced: Counts | None = None) -> Answer | None:
        """
        Find the best turn; the empty one if nothing can be laid, None if ``forced`` cannot.

        Args:
            hand: The tiles that may be laid.
            forced: Of these, the tiles that have to be laid.
        """
        found = self._free(hand, forced)
        if found is None or self.is_in_order(found.laid, found.table):
            return found
        if not len(found.laid):
            return Answer(0, self.none, self.table)
        return self._by_cases(hand, forced or self.none)

    def _free(self, hand: Counts, forced: Counts | None) -> Answer | None:
        """Find the best turn with jokers used at will."""
        must = self.lying + forced if forced else self.lying
        tile, point, joker = self.weights
        question = question_of(
            self.lying + hand,
            must,
            tile_weight=tile,
            point_weight=point,
            joker_points=joker,
        )
        solution = solve(question, self._steps)
        if solution is None:
            return None
        laid = used_by(solution, self.rules) - self.lying
        table = build(solution, self._steps) if len(laid) else self.table
        return Answer(self.value_of(laid), laid, table)

    def _by_cases(self, hand: Counts, forced: Counts) -> Answer | None:
        self._solved = 0
        best: Answer | None = None
        if not len(forced):
            best = Answer(0, self.none, self.table)
        bounded = []
        for case in self._cases(hand, forced):
            found = self._bound(case, hand)
            if found is not None:
                bounded.append((found.value, case, found))
        bounded.sort(key=lambda one: -one[0])
        is_proven = True
        for bound, case, found in bounded:
            if best is not None and bound <= best.value:
                break
            answer, is_exact = self._settle(case, hand, found)
            if answer is not None and (best is None or answer.value > best.value):
                best = answer
            if not is_exact and (best is None or best.value < bound):
                is_proven = False
        if best is None:
            return None
        return attrs.evolve(best, is_proven=is_proven)

    def _cases(self, hand: Counts, forced: Counts) -> Iterator[_Case]:
        """Give every way to keep or to pay the jokers."""
        seen = set()
        ways = [self._ways(joker) for joker in self.jokers]
        for way in product(*ways):
            needed = counts_of([face for _kept, price in way for face in price], self.rules)
            if self.joker_rules.source == "rack_or_table":
                needed = _beyond(needed, self.lying)
            both = _most(forced, needed)
            case = _Case(tuple([kept for kept, _price in way]), both)
            if hand.holds(both) and case not in seen:
                seen.add(case)
                yield case

    def _ways(self, joker: TableJoker) -> list[tuple[NumberTile | None, tuple[NumberTile, ...]]]:
        """Give what one joker may keep standing for, then what it may be paid with."""
        stays: list[tuple[NumberTile | None, tuple[NumberTile, ...]]]
        stays = [(face, ()) for face in joker.faces]
        if self.joker_rules.source == "rearrange":
            return [*stays, (None, ())]
        if joker.is_open and self.joker_rules.group_both_colours:
            return [*stays, (None, joker.faces)]
        return [*stays, *[(None, (face,)) for face in joker.faces]]

    def _bound(self, case: _Case, hand: Counts) -> Answer | None:
        """Find the best turn of a case with jokers that stay taken for natural tiles."""
        kept = [face for face in case.faces if face is not None]
        as_tiles = counts_of(kept, self.rules)
        must = self.lying + case.forced + as_tiles
        found = self._solve_rest(
            hand - case.forced, Counts(must.rows, must.jokers - len(kept)), len(kept)
        )
        if found is None:
            return None
        used, table = found
        laid = Counts(used.rows, used.jokers + len(kept)) - self.lying - as_tiles
        return Answer(self.value_of(laid), laid, table)

    def _solve_rest(
        self, hand: Counts, must: Counts, more_copies: int = 0
    ) -> tuple[Counts, Table] | None:
        self._solved += 1
        tile, point, joker = self.weights
        steps = steps_for(self.rules, more_copies)
        question = question_of(
            hand + must, must, tile_weight=tile, point_weight=point, joker_points=joker
        )
        solution = solve(question, steps)
        if solution is None:
            return None
        return used_by(solution, self.rules), build(solution, steps)

    def _settle(self, case: _Case, hand: Counts, bound: Answer) -> tuple[Answer | None, bool]:
        """Find the best turn of a case, and say whether it certainly is."""
        kept = [face for face in case.faces if face is not None]
        for table in self._with_jokers(bound.table, kept):
            if self.is_in_order(bound.laid, table):
                return attrs.evolve(bound, table=table), True
        best: Answer | None = None
        is_free = self.joker_rules.dest != "any" and None in case.faces
        for melds in self._homes(case, hand):
            if self._solved >= self.limit:
                return best, False
            found = self._with_melds(melds, case, hand)
            if (
                found is not None
                and (best is None or found.value > best.value)
                and self.is_in_order(found.laid, found.table)
            ):
                best = found
                if best.value == bound.value:
                    return best, True
        return best, not is_free

    def _with_jokers(self, table: Table, faces: list[NumberTile]) -> Iterator[Table]:
        """Give every way to put jokers back in place of natural tiles."""
        if not faces:
            yield self.rules.table(table)
            return
        for i, meld in enumerate(table):
            if faces[0] in meld.naturals and len(meld.jokers) < self.rules.joker_limit:
                after = _with_joker(meld, faces[0], self.rules)
                if after is not None:
                    yield from self._with_jokers((*table[:i], after, *table[i + 1 :]), faces[1:])

    def _homes(self, case: _Case, hand: Counts) -> Iterator[tuple[Meld, ...]]:
        """Give every choice of the new melds that jokers depend on."""
        there = self.lying + hand
        choices = []
        for joker, face in zip(self.jokers, case.faces, strict=True):
            old = self.table[joker.at]
            if face is not None:
                choices.append(list(self._where_it_stays(old, face, there)))
            elif self.joker_rules.lock:
                choices.append(list(self._around(old, there)))
            elif self.joker_rules.dest != "any":
                choices.append(list(self._new_homes(hand)))
        seen = set()
        for way in product(*choices):
            for melds in _merged(way):
                key = self.rules.table(melds)
                if key not in seen:
                    seen.add(key)
                    yield key

    def _where_it_stays(self, old: Meld, face: NumberTile, there: Counts) -> Iterator[Meld]:
        """Give every meld in which a joker of an old one can stay."""
        naturals = set(old.naturals)
        for meld in _possible(self.rules, there):
            if not meld.jokers or meld.kind is not old.kind:
                continue
            if old.kind is MeldKind.RUN:
                fits = face in meld.joker_faces
            else:
                fits = face.number == meld.faces[0].number and face not in meld.naturals
            held = naturals.intersection(meld.naturals)
            wanted = held == naturals if self.joker_rules.lock else bool(held)
            both = min(len(meld.jokers), len(old.jokers)) > 1 and not self.joker_rules.lock
            if fits and (wanted or both):
                yield meld

    def _around(self, old: Meld, there: Counts) -> Iterator[Meld]:
        """Give every meld that holds all natural tiles of an old one."""
        for meld in _possible(self.rules, there):
            if set(meld.naturals).issuperset(old.naturals):
                yield meld

    def _new_homes(self, hand: Counts) -> Iterator[Meld]:
        """Give short melds of one joker and tiles of the hand."""
        for meld in _possible(self.rules, Counts(hand.rows, 1)):
            if len(meld.jokers) == 1 and len(meld) <= 3:
                yield meld

    def _with_melds(self, melds: tuple[Meld, ...], case: _Case, hand: Counts) -> Answer | None:
        """Find the best turn that makes some melds."""
        tiles = counts_of(table_tiles(melds), self.rules)
        if not (self.lying + hand).holds(tiles):
            return None
        must = self.lying + case.forced
        rest_must = _beyond(must, tiles)
        rest = self.lying + hand - tiles
        if not rest.holds(rest_must):
            return None
        found = self._solve_rest(rest - rest_must, rest_must)
        if found is None:
            return None
        used, table = found
        laid = used + tiles - self.lying
        return Answer(self.value_of(laid), laid, self.rules.table((*table, *melds)))


def _beyond(wanted: Counts, there: Counts) -> Counts:
    """Give what is missing."""
    less = wanted - there
    return Counts(
        tuple([tuple([max(0, n) for n in row]) for row in less.rows]), max(0, less.jokers)
    )


def _most(one: Counts, other: Counts) -> Counts:
    """Give the smallest multiset that holds both."""
    return one + _beyond(other, one)


def _with_joker(meld: Meld, face: NumberTile, rules: MeldRules) -> Meld | None:
    """Put a joker in the place of a natural tile."""
    if len(meld.naturals) < 2:
        return None
    if meld.kind is MeldKind.GROUP:
        colours = [tile.colour for tile in meld.naturals if tile != face]
        return rules.group(face.number, colours, jokers=len(meld.jokers) + 1)
    low = meld.faces[0].number
    held = [low + i for i in meld.jokers] + [low + meld.faces.index(face)]
    return rules.run(face.colour, low, low + len(meld) - 1, jokers=held)


def _merged(way: Iterable[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Give melds as different ones, and equal ones as one meld as well."""
    melds = tuple(way)
    yield melds
    for i, j in combinations(range(len(melds)), 2):
        if melds[i] == melds[j]:
            yield tuple(meld for k, meld in enumerate(melds) if k != j)


@lru_cache(maxsize=16)
def _every(rules: MeldRules) -> tuple[Meld, ...]:
    return tuple(all_melds(rules))


def _possible(rules: MeldRules, there: Counts) -> Iterator[Meld]:
    """Give every meld that some tiles can make."""
    held = {
        NumberTile(letter, number)
        for number, row in enumerate(there.rows, 1)
        for letter, n in zip(rules.letters, row, strict=True)
        if n
    }
    for meld in _every(rules):
        if len(meld.jokers) <= there.jokers and held.issuperset(meld.naturals):
            yield meld
