"""
One turn for each different multiset of tiles that can be laid.

All branches of all cases are read at once (:mod:`tilerules.solvers._meld_listing`). A table that
a branch gives is mostly in order. Where it is not, turns listed one after the other are alike,
so the melds around jokers of the latest ones are tried next; only then is a turn searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tilerules.layouts.melds import Table, table_tiles
from tilerules.solvers._meld_best_turn import best_turn
from tilerules.solvers._meld_branches import Branch
from tilerules.solvers._meld_cases import Case, cases_of
from tilerules.solvers._meld_counts import Counts, counts_of, question_of
from tilerules.solvers._meld_listing import Word, every_word
from tilerules.solvers._meld_models import loose_steps
from tilerules.solvers._meld_places import high_ones
from tilerules.solvers._meld_turns import Answer, Turn, more_copies
from tilerules.tiles import NumberTile

__all__ = ["every_turn"]

_MOST_REMEMBERED = 8
"""So many ways to lay melds around jokers are tried before all are."""


def every_turn(
    turn: Turn, hand: Counts, admits: Callable[[Counts], bool] | None = None
) -> Iterator[Answer]:
    """
    Give one turn for each different multiset of tiles that can be laid.

    Args:
        turn: The table and the rules.
        hand: The tiles that may be laid.
        admits: Says whether some part of these tiles may be of interest.
    """
    staying: dict[Branch, list[NumberTile]] = {}
    cases = cases_of(turn, hand, turn.none) if turn.jokers else [Case((), turn.none)]
    for case in cases:
        faces = [face for face in case.faces if face is not None]
        for branch in _branches(turn, hand, case.forced, faces):
            staying[branch] = faces
    listing = _Listing(turn, staying)

    def can_be_laid(tiles: Counts, forced: Counts) -> bool:
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
    steps = loose_steps(turn.rules, more_copies(lying + hand, turn.rules))
    for jokers in range(lying.jokers + hand.jokers, lying.jokers + forced.jokers - 1, -1):
        may = Counts((lying + hand).rows, jokers)
        question = question_of(may, may, tile_weight=0, point_weight=0, joker_points=0)
        for high in high_ones(question, steps.rules):
            yield Branch(steps, lying, hand, forced, jokers, high)


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
            found = turn.solve(rest, rest)
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
