"""
Every different set of tiles that can be laid, by one walk instead of a search for each.

Sets are read as words (:mod:`tilerules.solvers._meld_branches`). Words with the same beginning
share the states it leads to, its *front*; these are found one at a time, as mostly the first
will do. The walk does not go on where no word leads to the end.

Several *branches* are read side by side, and a word counts if any of them accepts it: how many
jokers are used, how many 1s stand high, and what is decided about jokers of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import attrs

from tilerules.layouts.melds import Table
from tilerules.solvers._meld_branches import Branch, Key, TooLongError, choices_of
from tilerules.solvers._meld_counts import Counts
from tilerules.solvers._meld_layers import Step
from tilerules.solvers._meld_questions import Row

__all__ = ["Word", "every_word"]

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
        self._back: dict[Key, Step] = {}
        self._at = 0

    def key(self, i: int) -> Key | None:
        """Give a state by its place in the order they are found in; None if there is none."""
        while len(self._keys) <= i:
            if self._parent is None:
                return None
            before = self._parent.key(self._at)
            if before is None:
                return None
            for new, step in self.branch.nexts(self.v - 1, before, self._laid).items():
                if new not in self._back:
                    self._back[new] = step
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
        trail: list[tuple[Step, Key]] = []
        front: _Front = self
        while front._parent is not None:
            step = front._back[key]
            trail.append((step, key))
            key, front = step[0], front._parent
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
