"""
What can be done with one colour at one place: the tables that the solver adds up.

The solver (:mod:`tilerules.melds._solver.search`) goes through the places 1 to 13 and keeps, for
each colour, how long the open runs are. How a state goes on is a matter of the *model*, of
which there are two:

:class:`~tilerules.melds._solver.normal.NormalModel`
    counts a joker only where it has to fill a gap; the solver adds the rest at the end. Few
    states, but it needs that jokers are fewer than the shortest run, that a full run with one
    more joker can be split, and that a meld may have all the jokers.
:class:`~tilerules.melds._solver.explicit.ExplicitModel`
    puts every joker somewhere and is exact for every tile set and every limit.

An *option* is one way to go on, packed into an int so that the options of all colours can be
added: the next lengths, the jokers, whether a run is complete, the jokers that the runs still
open will need, the natural tiles used, and for each colour what was done.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, TypeAlias

import attrs

from tilerules.melds._solver.counts import Row
from tilerules.melds._solver.groups import GroupOption, Groups
from tilerules.melds.meld import Meld, MeldRules

Options: TypeAlias = "tuple[int, ...]"

StateOptions: TypeAlias = "tuple[tuple[int, tuple[Options | int, ...]], ...]"
"""For each number of jokers left: which group choices have options, as bits, and those; of one
option alone itself."""

Lengths: TypeAlias = "tuple[int, ...]"
"""Those of the open runs of one colour, up to the least length of a run."""

Signature: TypeAlias = "tuple[int, int, int, tuple[int, ...], bool]"
"""Colour, tiles, of which must be used, tiles ahead, may a joker start a run."""

RowSignature: TypeAlias = "tuple[Row, Row, tuple[Row, ...], bool]"
"""Tiles of each colour, of which must be used, tiles of each place ahead, may a joker start a
run."""

Ways: TypeAlias = "Iterator[tuple[int, bool]]"
"""States after a place, each with whether a run is complete."""

_MOST_ROWS = 1 << 16

_JOKER_BITS = 4

_CHOICE_BITS = 8


class OptionTable(dict[int, StateOptions]):
    """
    The options of a colour at one place, by state, made when first asked for.
    """

    __slots__ = ("model", "signature")

    def __init__(self, model: Model, signature: Signature) -> None:
        super().__init__()
        self.model = model
        self.signature = signature

    def __missing__(self, state: int) -> StateOptions:
        model, colour = self.model, self.signature[0]
        width = model.width
        found = []
        for left in range(model.rules.n_jokers + 1):
            rows = tuple([model.options(self.signature, state, at, left) for at in range(width)])
            mask = sum([1 << colour * width + at for at, row in enumerate(rows) if row])
            found.append((mask, tuple([row[0] if len(row) == 1 else row for row in rows])))
        self[state] = tuple(found)
        return self[state]


@attrs.frozen
class Here:
    """
    What a colour has at one place, and what is ahead of it.
    """

    free: int
    """Natural tiles that are not in groups."""
    left: int
    """Jokers left for runs of any colour."""
    ahead: tuple[int, ...]
    """Tiles of the colour at the following places, -1 beyond the last."""
    is_start: bool
    """Whether a run may start with a joker here."""


class Model(ABC):
    """
    What both models share: the layout of a packed option, and tables made when first needed.
    """

    is_normal: ClassVar[bool] = False
    """Whether jokers that fill no gap are left for the solver to add at the end."""
    bits: int
    """Bits of one colour's state."""
    slots: int
    """How many runs of one colour may be open at once."""

    def __init__(self, rules: MeldRules, bits: int, copies: int, slots: int) -> None:
        self.rules = rules
        self.n_colours = len(rules.letters)
        self.copies = copies
        self.least = rules.min_run
        self.bits = bits
        self.slots = slots
        self.joker_shift = bits * self.n_colours
        self.flag = 1 << self.joker_shift + _JOKER_BITS
        self.key_mask = self.flag - 1
        self.run_shift = self.joker_shift + _JOKER_BITS + 1
        self.choice_shift = self.run_shift + self.n_colours.bit_length()
        self.used_shift = self.choice_shift + _CHOICE_BITS * self.n_colours
        self.need_shift = self.used_shift + 8
        self.run_mask = (1 << self.choice_shift) - (1 << self.run_shift)
        self.width = 2 * (self.copies + 1)
        self.groups = Groups(rules, copies, self.make_groups)
        self.run_melds: dict[tuple[str, tuple[tuple[int, int], ...]], list[Meld]] = {}
        self._tables: dict[Signature, OptionTable] = {}
        self._row_tables: dict[RowSignature, tuple[OptionTable, ...]] = {}
        self._strengths: dict[int, int] = {}
        self._debts: dict[int, int] = {}
        self._choice_mask = (1 << _CHOICE_BITS * self.n_colours) - 1
        self._choices: dict[int, tuple[tuple[int, int], ...]] = {}

    def table(self, signature: Signature) -> OptionTable:
        """
        Give the options of a colour at one place, by state and group choice.

        Args:
            signature: The colour by its place in the order of the set; tiles of it here; how
                many of them have to be used; its tiles at the following places, -1 beyond the
                last; whether a run may start with a joker here.
        """
        table = self._tables.get(signature)
        if table is None:
            table = self._tables[signature] = OptionTable(self, signature)
        return table

    def row_tables(self, signature: RowSignature) -> tuple[OptionTable, ...]:
        """
        Give the options of every colour at one place.

        Args:
            signature: As that of a colour, with all colours side by side.
        """
        tables = self._row_tables.get(signature)
        if tables is None:
            row, must, ahead, is_start = signature
            columns = zip(row, must, zip(*ahead, strict=True), strict=True)
            tables = tuple([self.table((c, *column, is_start)) for c, column in enumerate(columns)])
            # Turns on one table ask for the same few thousand rows again and again.
            if len(self._row_tables) >= _MOST_ROWS:
                self._row_tables.clear()
            self._row_tables[signature] = tables
        return tables

    def options(self, signature: Signature, state: int, offset: int, left: int) -> Options:
        """Make the options of a state with one choice for groups and some jokers left."""
        colour, count, must, ahead, is_start = signature
        grouped, is_full = divmod(offset, 2)
        free = count - grouped
        least = free if is_full else max(0, must - grouped)
        here = Here(free, left, ahead, is_start)
        found = []
        for used in range(least, free + 1):
            for jokers in range(left + 1):
                for code, run in self.nexts(state, used, jokers, here):
                    need = self.need(code, ahead)
                    if jokers + need <= left:
                        found.append(
                            code << self.bits * colour
                            | jokers << self.joker_shift
                            | run << self.run_shift
                            | jokers + need << self.need_shift
                            | used << self.used_shift
                            | (used | jokers << 4) << self.choice_shift + _CHOICE_BITS * colour
                        )
        return tuple(found)

    @abstractmethod
    def lengths(self, code: int) -> Lengths:
        """Give the lengths of the open runs of a state."""

    @abstractmethod
    def nexts(self, state: int, used: int, jokers: int, here: Here) -> Ways:
        """
        Give each state after a place, and whether a run is complete.

        Args:
            state: The state before it.
            used: Natural tiles that go into runs.
            jokers: Jokers that do.
            here: What there is at the place.
        """

    def need(self, code: int, ahead: tuple[int, ...]) -> int:
        """Give how many jokers the open runs will need for lack of tiles ahead."""
        lengths = [length for length in self.lengths(code) if 0 < length < self.least]
        need = 0
        for step, tiles in enumerate(ahead, 1):
            owed = sum(length <= self.least - step for length in lengths)
            if owed and tiles < 0:
                return 255
            need += max(0, owed - max(0, tiles))
        return need

    @abstractmethod
    def make_groups(self, counts: Row, fillers: int) -> Iterator[tuple[int, GroupOption]]:
        """Make every choice of some tiles for groups, with the jokers of each, no group first."""

    def strength(self, key: int) -> int:
        """
        Give a set of bits that holds that of every state this one can replace.
        """
        found = self._strengths.get(key)
        if found is None:
            jokers = key >> self.joker_shift & 15
            found = (1 << 16 - jokers) - 1
            if key & self.flag:
                found |= 1 << 16
            for c in range(self.n_colours):
                found |= self.beats(key >> self.bits * c & (1 << self.bits) - 1) << (
                    17 + (c << self.bits)
                )
            self._strengths[key] = found
        return found

    def debt(self, key: int) -> int:
        """
        Rate a state: the jokers used, then the tiles that its open runs lack to be complete.

        The less there is of both, the likelier it is that all tiles ahead find a place.
        """
        found = self._debts.get(key)
        if found is None:
            mask = (1 << self.bits) - 1
            lengths = [
                length
                for c in range(self.n_colours)
                for length in self.lengths(key >> self.bits * c & mask)
            ]
            lacking = sum([self.least - n for n in lengths if 0 < n < self.least])
            found = self._debts[key] = (key >> self.joker_shift & 15) << 8 | lacking
        return found

    def beats(self, code: int) -> int:
        """Give the states of a colour that one can replace, as bits."""
        return 1 << code

    def choices(self, option: int) -> tuple[tuple[int, int], ...]:
        """Read the natural tiles and the jokers put into runs of each colour."""
        packed = option >> self.choice_shift & self._choice_mask
        found = self._choices.get(packed)
        if found is None:
            parts = [packed >> _CHOICE_BITS * c for c in range(self.n_colours)]
            found = tuple([(part & 15, part >> 4 & 15) for part in parts])
            self._choices[packed] = found
        return found
