"""
Every different set of tiles that can be laid, with one turn for each.

A set of hand tiles is read number by number, as a word is read letter by letter: each letter
says how many tiles of each colour are laid. The states of :mod:`tilerules.melds._solver.search`
then are an automaton, and a set can be laid if reading it leads to a state at the end. What
follows from a state is found once, and so is whether any word leads from it to the end.

Words with the same beginning
share the states it leads to, its *front*; these are found one at a time, as mostly the first
will do. The walk does not go on where no word leads to the end.

Several *branches* are read side by side, and a word counts if any of them accepts it: how many
jokers are used, how many 1s stand high, and what is decided about jokers of the table.

All branches of all cases are read at once. A table that
a branch gives is mostly in order. Where it is not, turns listed one after the other are alike,
so the melds around jokers of the latest ones are tried next; only then is a turn searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import attrs

from tilerules.melds._solver.best_turn import best_turn
from tilerules.melds._solver.build import build
from tilerules.melds._solver.counts import (
    Counts,
    Edge,
    Row,
    Solution,
    counts_of,
    high_ones,
    question_of,
)
from tilerules.melds._solver.effort import OutOfEffortError
from tilerules.melds._solver.explicit import loose_model
from tilerules.melds._solver.model import Model
from tilerules.melds._solver.search import PackedEdge, advance, option_tables
from tilerules.melds._solver.turn import Answer, Case, Turn, cases_of, more_copies
from tilerules.melds.meld import Table, table_tiles
from tilerules.tiles import NumberTile

Key: TypeAlias = int
"""A state of the solver; or ``~n``: there is no run so far, and n jokers are in groups."""


class TooLongError(Exception):
    """The solver is quicker."""


class Branch:
    """
    Tiles of which all have to be used, with hand tiles still to be chosen.
    """

    def __init__(
        self, model: Model, lying: Counts, hand: Counts, forced: Counts, jokers: int, high: Row
    ) -> None:
        """
        Prepare a branch.

        Args:
            model: What each colour can do.
            lying: The tiles on the table, with natural tiles for jokers that stay.
            hand: The tiles that may be laid.
            forced: Those of them that have to be.
            jokers: How many jokers are used in all.
            high: How many 1s of each colour stand after the highest number.
        """
        self.model = model
        self.n_numbers = len(lying.rows)
        self.has_high = model.rules.last_place > self.n_numbers
        self.jokers = jokers
        self.n_laid_jokers = jokers - lying.jokers
        self.effort = 0
        self._forced = forced.rows
        self._lying = [*lying.rows]
        self._most = [*(lying + hand).rows]
        if self.has_high:
            # The 1s at the top are not at the bottom.
            self._lying[0] = _less(self._lying[0], high)
            self._most[0] = _less(self._most[0], high)
            self._lying.append(high)
            self._most.append(high)
        self._nexts: dict[tuple[int, Key, Row], dict[Key, PackedEdge]] = {}
        self._is_alive: dict[tuple[int, Key], bool] = {}
        self._choices = [choices_of(row) for row in hand.rows] + [[(0,) * model.n_colours]]

    @property
    def start(self) -> tuple[Key, ...]:
        return (0, ~0) if self.model.is_normal and self.jokers else (0,)

    def nexts(self, v: int, key: Key, laid: Row) -> dict[Key, PackedEdge]:
        """
        Give the states that a state leads to, fewest jokers first, with the edges to them.

        Args:
            v: The place, from 0.
            key: The state before it.
            laid: The tiles laid of its number.
        """
        found = self._nexts.get((v, key, laid))
        if found is None:
            self.effort -= 1
            if self.effort < 0:
                raise TooLongError
            found = self._nexts[v, key, laid] = self._make_nexts(v, key, laid)
        return found

    def _make_nexts(self, v: int, key: Key, laid: Row) -> dict[Key, PackedEdge]:
        model = self.model
        row = tuple([a + b for a, b in zip(self._lying[v], laid, strict=True)])
        is_number = v < self.n_numbers
        if min(row) < 0 or (is_number and min(_less(laid, self._forced[v])) < 0):
            return {}
        trail: dict[Key, PackedEdge] = {}
        if key < 0:
            if is_number or not any(row):
                for jokers, choice in model.groups.best(row, row, self.jokers - ~key):
                    trail[key - jokers] = (key, jokers, choice, 0)
            return trail
        advance(
            model,
            option_tables(model, v, len(self._most), self._most, row, row),
            model.groups.choices(row if is_number else (0,) * model.n_colours, self.jokers),
            {key: 0},
            trail,
            (-1,) * (self.jokers + 1),
            keeps_flag=model.is_normal and self.jokers > 0,
        )
        shift = model.joker_shift
        return {new: trail[new] for new in sorted(trail, key=lambda new: new >> shift & 15)}

    def is_alive(self, v: int, key: Key) -> bool:
        """Whether any tiles lead from a state to the end."""
        if v == len(self._most):
            return self._accepts(key)
        known = self._is_alive.get((v, key))
        if known is None:
            known = self._is_alive[v, key] = any(
                self.is_alive(v + 1, new)
                for laid in self._choices[v]
                for new in self.nexts(v, key, laid)
            )
        return known

    def _accepts(self, key: Key) -> bool:
        """Whether all jokers are accounted for at the end."""
        if key < 0:
            return ~key == self.jokers
        if key >> self.model.joker_shift & 15 == self.jokers:
            return True
        # Jokers that fill no gap are added to any run.
        return self.model.is_normal and bool(key & self.model.flag)

    def build(self, trail: Sequence[tuple[PackedEdge, Key]]) -> Table:
        """
        Make the table that some edges lead to.

        Args:
            trail: The edges, each with the state after it.
        """
        end = trail[-1][1]
        parked = 0
        if end >= 0 and self.model.is_normal:
            parked = self.jokers - (end >> self.model.joker_shift & 15)
        edges = tuple(
            [
                Edge(in_groups, group_jokers, self.model.choices(packed), after)
                for (_before, group_jokers, in_groups, packed), after in trail
            ]
        )
        return build(Solution(0, edges, parked), self.model)


def choices_of(row: Row) -> list[Row]:
    """Give every way to take some tiles of a number, most of the first colour first."""
    return list(product(*[range(n, -1, -1) for n in row]))


def _less(row: Row, other: Row) -> Row:
    return tuple([a - b for a, b in zip(row, other, strict=True)])


Rows: TypeAlias = "tuple[Row, ...]"

_EFFORT = 200
"""How many states to go on from before the solver is asked instead."""


class _Front:
    """
    The states of a branch that the beginning of a word leads to, found when asked for.
    """

    def __init__(self, branch: Branch, parent: _Front | None = None, laid: Row = ()) -> None:
        self.branch = branch
        self.v: int = 0 if parent is None else parent.v + 1
        self._parent = parent
        self._laid = laid
        self._keys: list[Key] = [] if parent else [*branch.start]
        self._back: dict[Key, PackedEdge] = {}
        self._at = 0

    def key(self, i: int) -> Key | None:
        """Give a state by its place in the order they are found in; None if there is none."""
        while len(self._keys) <= i:
            if self._parent is None:
                return None
            before = self._parent.key(self._at)
            if before is None:
                return None
            for new, edge in self.branch.nexts(self.v - 1, before, self._laid).items():
                if new not in self._back:
                    self._back[new] = edge
                    self._keys.append(new)
            self._at += 1
        return self._keys[i]

    def alive(self) -> Key | None:
        """
        Give a state from which some word goes on to the end, or None.

        Raises:
            TooLongError: It takes too much effort.
        """
        self.branch.effort = _EFFORT
        i = 0
        while (key := self.key(i)) is not None:
            if self.branch.is_alive(self.v, key):
                return key
            i += 1
        return None

    def table(self, key: Key) -> Table:
        """Make a table of the tiles read on the way to a state at the end."""
        trail: list[tuple[PackedEdge, Key]] = []
        front: _Front = self
        while front._parent is not None:
            edge = front._back[key]
            trail.append((edge, key))
            key, front = edge[0], front._parent
        return self.branch.build(trail[::-1])


@attrs.define
class Word:
    """
    A set of tiles that can be laid, or perhaps can.
    """

    laid: Counts
    fronts: Sequence[_Front]
    is_doubtful: bool = False
    """Whether some branch may accept it of which :meth:`tables` gave no table."""

    def tables(self) -> Iterator[tuple[Branch, Table]]:
        """Give a table of all tiles for each branch that is known to accept it."""
        for front in self.fronts:
            try:
                key = front.alive()
            except TooLongError:
                self.is_doubtful = True
                continue
            if key is not None:
                yield front.branch, front.table(key)


def every_word(
    branches: Sequence[Branch],
    hand: Counts,
    can_be_laid: Callable[[Counts, Counts], bool],
    admits: Callable[[Counts], bool] | None = None,
) -> Iterator[Word]:
    """
    Give each set of hand tiles that some branch accepts, none laid included.

    The order: by the first number, then colour, then the jokers, of which two sets lay a
    different number, the one that lays more first.

    Args:
        branches: What may be decided about jokers and high 1s.
        hand: The tiles that may be laid.
        can_be_laid: Says whether some of these tiles can be laid, those that must among them.
        admits: Says whether some part of these tiles may be of interest.
    """
    # A beginning is followed only if some word goes on from it, or there would be long searches
    # between few words; where that is hard to tell, the solver is asked.
    last = len(hand.rows)
    choices = [choices_of(row) for row in hand.rows]
    none = tuple([(0,) * len(row) for row in hand.rows])

    def follow(fronts: Sequence[_Front], rows: Rows) -> list[_Front]:
        """Give the fronts that lead on or may, those known to first; none if no word does."""
        doubtful: list[_Front] = []
        for i, front in enumerate(fronts):
            try:
                if front.alive() is not None:
                    return [*fronts[i:], *doubtful]
            except TooLongError:
                doubtful.append(front)
        may = Counts((*rows, *hand.rows[len(rows) :]), hand.jokers)
        must = Counts((*rows, *none[len(rows) :]), 0)
        return doubtful if doubtful and can_be_laid(may, must) else []

    def walk(fronts: Sequence[_Front], rows: Rows) -> Iterator[Word]:
        v = len(rows)
        if v == last:
            yield from _words(fronts, rows)
            return
        for laid in choices[v]:
            longer = (*rows, laid)
            if admits is None or admits(Counts((*longer, *hand.rows[v + 1 :]), hand.jokers)):
                after = follow([_Front(one.branch, one, laid) for one in fronts], longer)
                if after:
                    yield from walk(after, longer)

    return walk([_Front(branch) for branch in branches], ())


def _words(fronts: Sequence[_Front], rows: Rows) -> Iterator[Word]:
    """Give the words that may end here: one for each number of jokers laid, most first."""
    by_jokers: dict[int, list[_Front]] = {}
    for front in fronts:
        if front.branch.has_high:
            front = _Front(front.branch, front, (0,) * len(rows[0]))
        by_jokers.setdefault(front.branch.n_laid_jokers, []).append(front)
    for jokers in sorted(by_jokers, reverse=True):
        yield Word(Counts(rows, jokers), by_jokers[jokers])


_MOST_REMEMBERED = 8
"""So many ways to lay melds around jokers are tried before all are."""


def every_turn(
    turn: Turn, hand: Counts, admits: Callable[[Counts], bool] | None = None
) -> Iterator[Answer]:
    """
    Give one turn for each different multiset of tiles that can be laid.

    The effort of the turn is what may be done for each of them.

    Args:
        turn: The table and the rules.
        hand: The tiles that may be laid.
        admits: Says whether some part of these tiles may be of interest.
    """
    # The branches together accept every turn in order, and perhaps others: each word is judged.
    staying: dict[Branch, list[NumberTile]] = {}
    cases = cases_of(turn, hand, turn.none) if turn.jokers else [Case((), turn.none)]
    for case in cases:
        faces = [face for face in case.faces if face is not None]
        for branch in _branches(turn, hand, case.forced, faces):
            staying[branch] = faces
    listing = _Listing(turn, staying)

    def can_be_laid(tiles: Counts, forced: Counts) -> bool:
        turn.effort.renew()
        return best_turn(turn, tiles, forced) is not None

    for word in every_word(tuple(staying), hand, can_be_laid, admits):
        if len(word.laid):
            found = listing.turn_of(word)
            if found is not None:
                yield found


def _branches(
    turn: Turn, hand: Counts, forced: Counts, staying: Sequence[NumberTile]
) -> Iterator[Branch]:
    """Give what is to be read of one case: by jokers laid and 1s that stand high."""
    as_tiles = counts_of(staying, turn.rules)
    lying = turn.lying + as_tiles
    lying = Counts(lying.rows, lying.jokers - len(staying))
    model = loose_model(turn.rules, more_copies(lying + hand, turn.rules))
    for jokers in range(lying.jokers + hand.jokers, lying.jokers + forced.jokers - 1, -1):
        may = Counts((lying + hand).rows, jokers)
        question = question_of(may, may)
        for high in high_ones(question, model.rules):
            yield Branch(model, lying, hand, forced, jokers, high)


class _Listing:
    """
    The words of one turn, made into tables in order.
    """

    def __init__(self, turn: Turn, staying: Mapping[Branch, Sequence[NumberTile]]) -> None:
        self.turn = turn
        self.staying = staying
        self._lately: list[Table] = [tuple(turn.with_jokers.elements())]

    def turn_of(self, word: Word) -> Answer | None:
        """Give a turn that lays the tiles of a word, or None if there is none in order."""
        for branch, table in word.tables():
            found = self.turn.in_order(word.laid, table, self.staying[branch])
            if found is not None:
                return found
            word.is_doubtful = True
        if not word.is_doubtful:
            return None
        self.turn.effort.renew()
        found = self._as_lately(word.laid)
        if found is None:
            found = best_turn(self.turn, word.laid, word.laid)
            if found is not None:
                self._remember(self._around_jokers(found.table))
        return found

    def _as_lately(self, laid: Counts) -> Answer | None:
        """Give a turn in which jokers lie in melds as in one found before, if there is one."""
        turn = self.turn
        there = turn.lying + laid
        for melds in self._lately:
            made = counts_of(table_tiles(melds), turn.rules)
            if not there.holds(made):
                continue
            rest = there - made
            try:
                found = turn.solve(rest, rest)
            except OutOfEffortError:
                return None
            if found is not None:
                table = turn.rules.table((*found[1], *melds))
                if turn.is_in_order(laid, table):
                    self._remember(melds)
                    return Answer(turn.value_of(laid), laid, table)
        return None

    def _remember(self, melds: Table) -> None:
        """Keep the melds around jokers, the latest first: the next turn may well have them."""
        others = [one for one in self._lately if one != melds]
        self._lately = [melds, *others[: _MOST_REMEMBERED - 1]]

    def _around_jokers(self, table: Table) -> Table:
        """Give the melds of a table that have jokers or hold a former meld that had."""
        former = [meld.naturals for meld in self.turn.with_jokers]
        return tuple(
            [
                meld
                for meld in table
                if meld.jokers or any(set(meld.naturals).issuperset(held) for held in former)
            ]
        )
