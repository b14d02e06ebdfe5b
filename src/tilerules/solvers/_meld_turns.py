"""
The best turn where jokers on the table may not be used at will.

The free optimum is a bound, and mostly it is in order as it is. If not, every old joker is
decided: it stays and stands for one face, or it is freed and its price is paid. In each such
*case* the jokers that stay are natural tiles of their faces and the price is forced, so the
free optimum of the case bounds it. Cases are taken best bound first.

Within a case it is branch and bound. Each joker that stays, each locked meld and each freed
joker that may not go anywhere demands a meld of the new table; the melds are decided one by
one, and every step is bounded by the free optimum around the melds decided. A turn with all
of them decided is in order or not by the tiles laid alone, and laying more never breaks the
joker rules; so where it is not in order yet, one more tile of a face that matters is forced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

import attrs

from tilerules.layouts.joker_rules import JokerRules, TableJoker, joker_problems, table_jokers
from tilerules.layouts.melds import Meld, MeldKind, MeldRules, Table, table_tiles
from tilerules.solvers._meld_build import best_table, keeps_limit, loose_steps
from tilerules.solvers._meld_counts import Counts, counts_of, faces_of, question_of, used_by
from tilerules.solvers._meld_dp import high_ones
from tilerules.solvers._meld_homes import Demand, demands_of, faces_held
from tilerules.solvers._meld_listing import Branch, Word, every_word
from tilerules.tiles import Joker, NumberTile

__all__ = ["Answer", "Turn"]

Weights: TypeAlias = "tuple[int, int, int]"
"""What a tile and a point are worth, and the points of a joker."""

_Way: TypeAlias = "tuple[NumberTile | None, tuple[NumberTile, ...]]"
"""What a joker keeps standing for, and the price of one that is freed."""

_MOST_REMEMBERED = 8
"""So many ways to lay melds around jokers are tried before all are."""


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


@attrs.frozen
class _Part:
    """
    A case of which some melds are decided.
    """

    demands: tuple[Demand, ...]
    """What is not met yet."""
    forced: Counts
    """Tiles of the hand that have to be laid."""
    melds: tuple[Meld, ...] = ()
    """Melds that the new table has to have."""
    n_taken: tuple[int, ...] = ()
    """For each, how many of its jokers meet a demand."""

    def met_by(self, meld: Meld) -> Iterator[_Part]:
        """
        Meet the next demand by one more meld, and with it any of the later ones that it meets.

        Jokers that stay have to be taken with it here: those left stand beside it.
        """
        first, *rest = self.demands
        room = len(meld.jokers) - first.takes_joker
        fitting = [at for at, one in enumerate(rest) if one.face is not None and meld in one.melds]
        for n_more in range(min(room, len(fitting)) + 1):
            for more in combinations(fitting, n_more):
                yield _Part(
                    tuple([one for at, one in enumerate(rest) if at not in more]),
                    self.forced,
                    (*self.melds, meld),
                    (*self.n_taken, first.takes_joker + n_more),
                )

    def met_before(self) -> Iterator[_Part]:
        """Give every way to meet the next demand by a meld decided before."""
        first, *rest = self.demands
        if first.face is not None:
            return
        for at, (meld, taken) in enumerate(zip(self.melds, self.n_taken, strict=True)):
            more = taken + first.takes_joker
            if more <= len(meld.jokers) and meld in first.melds:
                n_taken = (*self.n_taken[:at], more, *self.n_taken[at + 1 :])
                yield _Part(tuple(rest), self.forced, self.melds, n_taken)


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
        # A turn that leaves these as they are is in order.
        self._with_jokers = Counter([table[at] for at in {joker.at for joker in self.jokers}])
        self._lately: list[Table] = [tuple(self._with_jokers.elements())]

    def value_of(self, laid: Counts) -> int:
        """Give what tiles laid are worth for the goal."""
        tile, point, joker = self.weights
        points = sum([n * sum(row) for n, row in enumerate(laid.rows, 1)]) + joker * laid.jokers
        return tile * len(laid) + point * points

    def is_in_order(self, laid: Counts, table: Table) -> bool:
        """Whether jokers are used as they may be."""
        if not self._with_jokers - Counter(table):
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

    def every(
        self, hand: Counts, admits: Callable[[Counts], bool] | None = None
    ) -> Iterator[Answer]:
        """
        Give one turn for each different multiset of tiles that can be laid.

        Args:
            hand: The tiles that may be laid.
            admits: Says whether some part of these tiles may be of interest.
        """
        staying: dict[Branch, list[NumberTile]] = {}
        cases = self._cases(hand, self.none) if self.jokers else [_Case((), self.none)]
        for case in cases:
            faces = [face for face in case.faces if face is not None]
            for branch in self._branches(hand, case.forced, faces):
                staying[branch] = faces
        for word in every_word(tuple(staying), hand, self._can_be_laid, admits):
            if len(word.laid):
                found = self._turn_of(word, staying)
                if found is not None:
                    yield found

    def _turn_of(self, word: Word, staying: Mapping[Branch, Sequence[NumberTile]]) -> Answer | None:
        """Give a turn that lays the tiles of a word, or None if there is none in order."""
        for branch, table in word.tables():
            found = self.in_order(word.laid, table, staying[branch])
            if found is not None:
                return found
            word.is_doubtful = True
        if not word.is_doubtful:
            return None
        found = self._as_lately(word.laid)
        if found is None:
            found = self.best(word.laid, word.laid)
            if found is not None:
                self._remember(self._around_jokers(found.table))
        return found

    def _as_lately(self, laid: Counts) -> Answer | None:
        """Give a turn in which jokers lie in melds as in one found before, if there is one."""
        there = self.lying + laid
        for melds in self._lately:
            made = counts_of(table_tiles(melds), self.rules)
            if not there.holds(made):
                continue
            rest = there - made
            found = self.solve(rest, rest)
            if found is not None:
                table = self.rules.table((*found[1], *melds))
                if self.is_in_order(laid, table):
                    self._remember(melds)
                    return Answer(self.value_of(laid), laid, table)
        return None

    def _remember(self, melds: Table) -> None:
        """Keep the melds around jokers, the latest first: the next turn may well have them."""
        others = [one for one in self._lately if one != melds]
        self._lately = [melds, *others[: _MOST_REMEMBERED - 1]]

    def _around_jokers(self, table: Table) -> Table:
        """Give the melds of a table that have jokers or hold a former meld that had."""
        former = [meld.naturals for meld in self._with_jokers]
        return tuple(
            [
                meld
                for meld in table
                if meld.jokers or any(set(meld.naturals).issuperset(held) for held in former)
            ]
        )

    def _can_be_laid(self, hand: Counts, forced: Counts) -> bool:
        return self.best(hand, forced) is not None

    def _branches(
        self, hand: Counts, forced: Counts, staying: Sequence[NumberTile]
    ) -> Iterator[Branch]:
        """Give what is to be read of one case: by jokers laid and 1s that stand high."""
        as_tiles = counts_of(staying, self.rules)
        lying = self.lying + as_tiles
        lying = Counts(lying.rows, lying.jokers - len(staying))
        steps = loose_steps(self.rules, _more_copies(lying + hand, self.rules))
        for jokers in range(lying.jokers + hand.jokers, lying.jokers + forced.jokers - 1, -1):
            may = Counts((lying + hand).rows, jokers)
            question = question_of(may, may, tile_weight=0, point_weight=0, joker_points=0)
            for high in high_ones(question, steps):
                yield Branch(steps, lying, hand, forced, jokers, high)

    def in_order(self, laid: Counts, table: Table, staying: Sequence[NumberTile]) -> Answer | None:
        """Put jokers that stay back on a table so that all is in order, or give None."""
        for with_jokers in _with_jokers(table, staying, self.rules):
            if keeps_limit(with_jokers, self.rules) and self.is_in_order(laid, with_jokers):
                return Answer(self.value_of(laid), laid, self.rules.table(with_jokers))
        return None

    def _free(self, hand: Counts, forced: Counts | None) -> Answer | None:
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
        """
        tile, point, joker = self.weights
        question = question_of(may, must, tile_weight=tile, point_weight=point, joker_points=joker)
        more_copies = _more_copies(may, self.rules)
        found = best_table(question, self.rules, more_copies=more_copies, floor=floor)
        if found is None:
            return None
        solution, table = found
        return used_by(solution, self.rules), table

    def _by_cases(self, hand: Counts, forced: Counts) -> Answer | None:
        search = _Search(self, hand, None if len(forced) else Answer(0, self.none, self.table))
        parts = []
        for case in self._cases(hand, forced):
            jokers = zip(self.jokers, case.faces, strict=True)
            demands = demands_of(self.table, jokers, hand, self.rules, self.joker_rules)
            part = _Part(demands, case.forced)
            bound = search.bound(part)
            if bound is not None:
                parts.append((part, bound))
        parts.sort(key=lambda one: -one[1].value)
        for part, bound in parts:
            if search.can_gain(bound.value):
                search.explore(part, bound)
        return search.answer(max([bound.value for _part, bound in parts], default=0))

    def _cases(self, hand: Counts, forced: Counts) -> Iterator[_Case]:
        """Give every way to keep or to pay the jokers."""
        seen = set()
        ways = [self._ways(joker) for joker in self.jokers]
        for way in product(*ways):
            if not self._are_different(way):
                continue
            needed = counts_of([face for _kept, price in way for face in price], self.rules)
            if self.joker_rules.source == "rack_or_table":
                needed = _beyond(needed, self.lying)
            both = _most(forced, needed)
            case = _Case(tuple([kept for kept, _price in way]), both)
            if hand.holds(both) and case not in seen:
                seen.add(case)
                yield case

    def _are_different(self, way: Sequence[_Way]) -> bool:
        """Whether no two jokers of one meld are taken to have stood for the same face."""
        stood_for = [
            (joker.at, kept or price[0])
            for joker, (kept, price) in zip(self.jokers, way, strict=True)
            if kept or len(price) == 1
        ]
        return len(set(stood_for)) == len(stood_for)

    def _ways(self, joker: TableJoker) -> list[_Way]:
        """Give what one joker may keep standing for, then what it may be paid with."""
        stays: list[_Way] = [(face, ()) for face in joker.faces]
        if self.joker_rules.source == "rearrange":
            return [*stays, (None, ())]
        if joker.is_open and self.joker_rules.group_both_colours:
            return [*stays, (None, joker.faces)]
        return [*stays, *[(None, (face,)) for face in joker.faces]]


class _Search:
    """
    Branch and bound through the parts of one turn.
    """

    def __init__(self, turn: Turn, hand: Counts, best: Answer | None) -> None:
        self.turn = turn
        self.hand = hand
        self.there = turn.lying + hand
        self.held = faces_held(self.there, turn.rules)
        self.best = best
        self.n_solved = 0

    @property
    def is_cut_short(self) -> bool:
        """Whether the limit of subproblems is reached."""
        return self.n_solved >= self.turn.limit

    def can_gain(self, bound: int) -> bool:
        """Whether something of that value would be better than the best known."""
        return self.best is None or bound > self.best.value

    def answer(self, bound: int) -> Answer | None:
        """Give the best found; it is proven if all was searched or it reaches the bound."""
        if self.best is None:
            return None
        is_proven = not self.is_cut_short or self.best.value >= bound
        return attrs.evolve(self.best, is_proven=is_proven)

    def explore(self, part: _Part, bound: Answer) -> None:
        """Look for a better turn in a part of which the bound is known, and what attains it."""
        staying = [demand.face for demand in part.demands if demand.face is not None]
        found = self.turn.in_order(bound.laid, bound.table, staying)
        if found is not None:
            self.best = found
            return
        waiting = []
        for after in self._branches(part, bound):
            found = self.bound(after)
            if found is None:
                continue
            if found.value < bound.value:
                waiting.append((after, found))
                continue
            self.explore(after, found)
            if not self.can_gain(bound.value):
                return
        waiting.sort(key=lambda one: -one[1].value)
        for after, found in waiting:
            if self.can_gain(found.value):
                self.explore(after, found)

    def _branches(self, part: _Part, bound: Answer) -> Iterator[_Part]:
        """Give the parts of a part: any turn in order that it has is in one of them."""
        if part.demands:
            yield from part.met_before()
            for meld in part.demands[0].melds:
                if self.held.issuperset(meld.naturals):
                    yield from part.met_by(meld)
        else:
            yield from self._with_one_more(part, bound)

    def _with_one_more(self, part: _Part, bound: Answer) -> Iterator[_Part]:
        """Force one more tile than a turn lays, of each face in turn that joker rules ask for."""
        rules = self.turn.rules
        asked = {face for meld in part.melds for face in meld.naturals}
        asked.update(face for joker in self.turn.jokers for face in joker.faces)
        for face in sorted(asked, key=str):
            row, colour = face.number - 1, rules.colour_order[face.colour]
            more = bound.laid.rows[row][colour] + 1
            if more <= self.hand.rows[row][colour]:
                yield attrs.evolve(part, forced=_most(part.forced, counts_of([face] * more, rules)))

    def bound(self, part: _Part) -> Answer | None:
        """
        Find the best turn with the melds decided and other jokers used at will.

        Jokers that stay are natural tiles. None is given where nothing beats the best known.
        """
        turn, rules = self.turn, self.turn.rules
        made = counts_of(table_tiles(part.melds), rules)
        if self.is_cut_short or not self.there.holds(made):
            return None
        faces = [demand.face for demand in part.demands if demand.face is not None]
        as_tiles, n_staying = counts_of(faces, rules), len(faces)
        may = self.there - made + as_tiles
        must = _beyond(turn.lying + part.forced, made) + as_tiles
        must = Counts(must.rows, max(0, must.jokers - n_staying))
        may = Counts(may.rows, may.jokers - n_staying)
        if not may.holds(must):
            return None
        self.n_solved += 1
        fixed = made - turn.lying - as_tiles
        fixed = Counts(fixed.rows, fixed.jokers + n_staying)
        floor = -1
        if self.best is not None:
            floor = max(-1, self.best.value - turn.value_of(must + fixed))
        found = turn.solve(may, must, floor)
        if found is None:
            return None
        used, table = found
        laid = used + fixed
        return Answer(turn.value_of(laid), laid, (*table, *part.melds))


def _with_jokers(table: Table, faces: Sequence[NumberTile], rules: MeldRules) -> Iterator[Table]:
    """Give every way to put jokers back in place of natural tiles."""
    if not faces:
        yield table
        return
    for i, meld in enumerate(table):
        if faces[0] in meld.naturals and len(meld.jokers) < rules.joker_limit:
            after = _with_joker(meld, faces[0], rules)
            if after is not None:
                yield from _with_jokers((*table[:i], after, *table[i + 1 :]), faces[1:], rules)


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


@lru_cache(maxsize=64)
def _n_copies(rules: MeldRules) -> int:
    """Give how many tiles of a face the set has at most."""
    copies = rules.tile_set.copies
    return max([n.bit_count() for face, n in copies.items() if face != Joker()])


def _more_copies(tiles: Counts, rules: MeldRules) -> int:
    """Give how many more tiles of a face there are than the set has, if any."""
    return max(0, max(map(max, tiles.rows)) - _n_copies(rules))
