"""
The best turn where jokers on the table may not be used at will.

The free optimum is a bound, and mostly it is in order as it is. If not, every old joker is
decided (:mod:`tilerules.melds._solver.turn`), and cases are taken best bound first.

Within a case it is branch and bound. Each joker that stays, each locked meld and each freed
joker that may not go anywhere demands a meld of the new table; the melds are decided one by
one, and every step is bounded by the free optimum around the melds decided. With all of them
decided, the prices paid and the jokers in place, a turn is in order or not by how many copies
of the faces in these melds it lays, and more copies never break the joker rules; so where it
is not in order yet, one more tile of such a face is forced.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import attrs

from tilerules.melds._solver.counts import Counts, counts_of
from tilerules.melds._solver.effort import OutOfEffortError
from tilerules.melds._solver.homes import Demand, demands_of, faces_held
from tilerules.melds._solver.turn import Answer, Turn, cases_of
from tilerules.melds.meld import Meld, table_tiles


def best_turn(
    turn: Turn, hand: Counts, forced: Counts | None = None, *, enough: int | None = None
) -> Answer | None:
    """
    Find the best turn; the empty one if nothing can be laid, None if ``forced`` cannot.

    Where the effort of the turn is used up, what is given may be neither: it is not proven then,
    nor is None.

    Args:
        turn: The table and the rules.
        hand: The tiles that may be laid.
        forced: Of these, the tiles that have to be laid.
        enough: Any turn will do that is worth so much.
    """
    try:
        found = turn.free(hand, forced)
    except OutOfEffortError:
        has_to = forced is not None and len(forced)
        return None if has_to else Answer(0, turn.none, turn.table, is_proven=False)
    if found is None or turn.is_in_order(found.laid, found.table):
        return found
    if not len(found.laid):
        return Answer(0, turn.none, turn.table)
    return _by_cases(turn, hand, forced or turn.none, enough, found.value)


def _by_cases(
    turn: Turn, hand: Counts, forced: Counts, enough: int | None, most: int
) -> Answer | None:
    empty = None if len(forced) else Answer(0, turn.none, turn.table)
    search = _Search(turn, hand, empty, enough)
    parts = []
    for case in cases_of(turn, hand, forced):
        jokers = zip(turn.jokers, case.faces, strict=True)
        demands = demands_of(turn.table, jokers, hand, turn.rules, turn.joker_rules)
        part = _Part(demands, case.forced)
        bound = search.bound(part)
        if bound is not None:
            parts.append((part, bound))
    parts.sort(key=lambda one: -one[1].value)
    for part, bound in parts:
        if search.can_gain(bound.value):
            search.explore(part, bound)
    # Where the effort is used up, what a case is bounded by may not be known.
    if not turn.effort.is_out:
        most = max([bound.value for _part, bound in parts], default=0)
    return search.answer(most)


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


class _Search:
    """
    Branch and bound through the parts of one turn.
    """

    def __init__(self, turn: Turn, hand: Counts, best: Answer | None, enough: int | None) -> None:
        self.turn = turn
        self.hand = hand
        self.there = turn.lying + hand
        self.held = faces_held(self.there, turn.rules)
        self.best = best
        self.enough = enough

    def can_gain(self, bound: int) -> bool:
        if self.best is None:
            return True
        return bound > self.best.value and (self.enough is None or self.best.value < self.enough)

    def answer(self, bound: int) -> Answer | None:
        """Give the best found; it is proven if all was searched or it reaches the bound."""
        if self.best is None:
            return None
        is_enough = self.enough is not None and self.best.value >= self.enough
        is_proven = self.best.value >= bound or not (self.turn.effort.is_out or is_enough)
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
        """Force one more tile than a turn lays, of each face in turn of the melds decided."""
        rules = self.turn.rules
        for face in sorted({face for meld in part.melds for face in meld.naturals}, key=str):
            row, colour = face.number - 1, rules.colour_order[face.colour]
            more = bound.laid.rows[row][colour] + 1
            if more <= self.hand.rows[row][colour]:
                yield attrs.evolve(part, forced=part.forced | counts_of([face] * more, rules))

    def bound(self, part: _Part) -> Answer | None:
        """
        Find the best turn with the melds decided and other jokers used at will.

        Jokers that stay are natural tiles. None is given where nothing beats the best known.
        """
        # The melds decided are taken out of what there is, and a joker that stays is put in as the
        # tile it stands for; what is left is asked freely, so the answer is never too little.
        turn, rules = self.turn, self.turn.rules
        made = counts_of(table_tiles(part.melds), rules)
        if self.turn.effort.is_out or not self.there.holds(made):
            return None
        faces = [demand.face for demand in part.demands if demand.face is not None]
        as_tiles, n_staying = counts_of(faces, rules), len(faces)
        may = self.there - made + as_tiles
        must = (turn.lying + part.forced).beyond(made) + as_tiles
        must = Counts(must.rows, max(0, must.jokers - n_staying))
        may = Counts(may.rows, may.jokers - n_staying)
        if not may.holds(must):
            return None
        fixed = made - turn.lying - as_tiles
        fixed = Counts(fixed.rows, fixed.jokers + n_staying)
        floor = -1
        if self.best is not None:
            floor = max(-1, self.best.value - turn.value_of(must + fixed))
        try:
            found = turn.solve(may, must, floor)
        except OutOfEffortError:
            return None
        if found is None:
            return None
        used, table = found
        laid = used + fixed
        return Answer(turn.value_of(laid), laid, (*table, *part.melds))
