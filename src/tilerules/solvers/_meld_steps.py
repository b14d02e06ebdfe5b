"""
What can be done with one colour, or with the groups of one number, at one place.

The solver (:mod:`tilerules.solvers._meld_dp`) goes through the places 1 to 13 and keeps, for
each colour, how long the open runs are. This module makes its tables. Two *models* exist:

:class:`NormalSteps`
    counts a joker only where it has to fill a gap; the solver adds the rest at the end. Few
    states, but it needs that jokers are fewer than the shortest run, that a full run with one
    more joker can be split, and that a meld may have all the jokers.
:class:`ExplicitSteps`
    puts every joker somewhere and is exact for every tile set and every limit.

An *option* is one way to go on, packed into an int so that the options of all colours can be
added: the next lengths, the jokers, whether a run is complete, the jokers that the runs still
open will need, the natural tiles used, and for each colour what was done.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import TypeAlias

from tilerules.layouts.melds import Meld, MeldRules
from tilerules.solvers._meld_groups import split_groups
from tilerules.tiles import NumberTile

__all__ = [
    "ExplicitSteps",
    "GroupChoices",
    "GroupOption",
    "NormalSteps",
    "OptionTable",
    "Steps",
    "steps_for",
]

GroupOption: TypeAlias = "tuple[tuple[int, ...], int, tuple[int, ...]]"
"""Natural tiles of each colour in groups, their number, and for each colour the offset of this
choice in the options of a state."""
Options: TypeAlias = "tuple[int, ...]"
StateOptions: TypeAlias = "tuple[tuple[int, tuple[Options, ...]], ...]"
"""For each number of jokers left: which group choices have options, as bits, and those."""
Lengths: TypeAlias = "tuple[int, ...]"
Signature: TypeAlias = "tuple[int, int, int, tuple[int, ...], bool]"
"""Colour, tiles, of which must be used, tiles ahead, may a joker start a run."""
RowSignature: TypeAlias = "tuple[Lengths, Lengths, tuple[Lengths, ...], bool]"
"""Tiles of each colour, of which must be used, tiles of each place ahead, may a joker start a
run."""

_MOST_ROWS = 1 << 16
_JOKER_BITS = 4
_CHOICE_BITS = 8


class OptionTable(dict[int, StateOptions]):
    """
    The options of a colour at one place, by state, made when first asked for.
    """

    __slots__ = ("signature", "steps")

    def __init__(self, steps: Steps, signature: Signature) -> None:
        super().__init__()
        self.steps = steps
        self.signature = signature

    def __missing__(self, state: int) -> StateOptions:
        steps, colour = self.steps, self.signature[0]
        width = steps.width
        found = []
        for left in range(steps.rules.n_jokers + 1):
            rows = tuple([steps.options(self.signature, state, at, left) for at in range(width)])
            mask = sum([1 << colour * width + at for at, row in enumerate(rows) if row])
            found.append((mask, rows))
        self[state] = tuple(found)
        return self[state]


class GroupChoices(dict[int, tuple[GroupOption, ...]]):
    """
    Choices of tiles for groups, by which offsets have any option.
    """

    __slots__ = ("every", "width")

    def __init__(self, every: tuple[GroupOption, ...], width: int) -> None:
        super().__init__()
        self.every = every
        self.width = width

    def __missing__(self, mask: int) -> tuple[GroupOption, ...]:
        width = self.width
        found = self[mask] = tuple(
            option
            for option in self.every
            if all(mask >> c * width + at & 1 for c, at in enumerate(option[2]))
        )
        return found


class Steps:
    """
    What both models share: the layout of a packed option, and tables made when first needed.
    """

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
        self.run_melds: dict[tuple[str, tuple[tuple[int, int], ...]], list[Meld]] = {}
        self._tables: dict[Signature, OptionTable] = {}
        self._row_tables: dict[RowSignature, tuple[OptionTable, ...]] = {}
        self._groups: dict[tuple[tuple[int, ...], int], tuple[GroupChoices, ...]] = {}
        self._strengths: dict[int, int] = {}
        self._debts: dict[int, int] = {}
        self._choice_mask = (1 << _CHOICE_BITS * self.n_colours) - 1
        self._choices: dict[int, tuple[tuple[int, int], ...]] = {}
        self._group_melds: dict[tuple[int, tuple[int, ...], int], tuple[Meld, ...]] = {}
        self._most_groups: dict[tuple[tuple[int, ...], int], int] = {}
        self._best_groups: dict[
            tuple[tuple[int, ...], tuple[int, ...], int], tuple[tuple[int, tuple[int, ...]], ...]
        ] = {}

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
        found = []
        for used in range(least, free + 1):
            for jokers in range(left + 1):
                for code, run in self.nexts(
                    state, used, jokers, used == free, ahead, left, is_start
                ):
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

    def lengths(self, code: int) -> Lengths:
        """Give the lengths of the open runs of a state."""
        raise NotImplementedError

    def nexts(
        self,
        state: int,
        used: int,
        jokers: int,
        is_all: bool,
        ahead: tuple[int, ...],
        left: int,
        is_start: bool,
    ) -> Iterator[tuple[int, bool]]:
        """Give each state after this place, and whether a run is complete."""
        raise NotImplementedError

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

    def groups(self, counts: tuple[int, ...], fillers: int) -> tuple[GroupChoices, ...]:
        """Give every choice of tiles for groups out of those of one number, by jokers."""
        key = (counts, fillers)
        found = self._groups.get(key)
        if found is None:
            every: list[list[GroupOption]] = [[] for _ in range(fillers + 1)]
            for jokers, option in self.make_groups(counts, fillers):
                every[jokers].append(option)
            found = tuple(GroupChoices(tuple(options), self.width) for options in every)
            self._groups[key] = found
        return found

    def make_groups(
        self, counts: tuple[int, ...], fillers: int
    ) -> Iterator[tuple[int, GroupOption]]:
        """Make what :meth:`groups` gives, with the jokers of each, no group first."""
        raise NotImplementedError

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

    def most_groups(self, counts: tuple[int, ...], jokers: int) -> int:
        """Give the most groups that tiles of one number can make."""
        key = (counts, jokers)
        found = self._most_groups.get(key)
        if found is None:
            least = self.rules.min_group
            sizes = range(1, self.copies + self.rules.n_jokers + 1)
            fitting = [
                n for n in sizes if sum([min(n, count) for count in counts]) + jokers >= least * n
            ]
            found = max(fitting, default=0) if least <= self.n_colours else 0
            self._most_groups[key] = found
        return found

    def beats(self, code: int) -> int:
        """Give the states of a colour that one can replace, as bits."""
        return 1 << code

    def best_groups(
        self, counts: tuple[int, ...], must: tuple[int, ...], jokers: int
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """
        Give, for each number of jokers that fits, the most tiles in groups and which.

        Args:
            counts: Tiles of each colour.
            must: How many of them have to be in groups.
            jokers: The most jokers.
        """
        key = (counts, must, jokers)
        found = self._best_groups.get(key)
        if found is None:
            best: dict[int, tuple[int, ...]] = {}
            for choice in product(*[range(m, n + 1) for m, n in zip(must, counts, strict=True)]):
                for held in range(jokers + 1):
                    if sum(choice) > sum(best.get(held, (-1,))) and (
                        split_groups(choice, held, self.rules) is not None
                    ):
                        best[held] = choice
            found = self._best_groups[key] = tuple(best.items())
        return found

    def choices(self, option: int) -> tuple[tuple[int, int], ...]:
        """Read the natural tiles and the jokers put into runs of each colour."""
        packed = option >> self.choice_shift & self._choice_mask
        found = self._choices.get(packed)
        if found is None:
            parts = [packed >> _CHOICE_BITS * c for c in range(self.n_colours)]
            found = tuple([(part & 15, part >> 4 & 15) for part in parts])
            self._choices[packed] = found
        return found

    def group_melds(self, number: int, in_groups: tuple[int, ...], jokers: int) -> tuple[Meld, ...]:
        """Make the groups of one number."""
        key = (number, in_groups, jokers)
        found = self._group_melds.get(key)
        if found is None:
            groups = split_groups(in_groups, jokers, self.rules)
            assert groups is not None
            letters = self.rules.letters
            found = self._group_melds[key] = tuple(
                [
                    self.rules.group(number, [letters[c] for c in colours], jokers=held)
                    for colours, held in groups
                ]
            )
        return found


class NormalSteps(Steps):
    """
    Jokers as fillers in their normal form.

    In a solution with some run, a joker whose place a natural tile could take is exchanged for
    it and goes to a run's end; so does one that starts a run, except where the run has no
    room above it, and one that ends a run of full length. What is left fills gaps.
    """

    def __init__(self, rules: MeldRules, copies: int) -> None:
        least = rules.min_run
        self.states = [
            tuple(reversed(state))
            for state in combinations_with_replacement(range(least + 1), copies)
        ]
        open_ = [state for state in self.states if state[0] < least]
        self.code = {state: i for i, state in enumerate(open_)}
        bits = max(1, (len(self.states) - 1).bit_length())
        for state in self.states:
            self.code.setdefault(state, len(self.code))
        self.by_code = {code: state for state, code in self.code.items()}
        self._beats: dict[int, int] = {}
        super().__init__(rules, bits, copies, copies)

    def lengths(self, code: int) -> Lengths:
        return self.by_code[code]

    def nexts(
        self,
        state: int,
        used: int,
        jokers: int,
        is_all: bool,
        ahead: tuple[int, ...],
        left: int,
        is_start: bool,
    ) -> Iterator[tuple[int, bool]]:
        least = self.least
        lengths = self.by_code.get(state)
        if lengths is None or (jokers and not is_all):
            return
        owed = [length for length in lengths if 0 < length < least]
        n_long = lengths.count(least)
        spare = used + jokers - len(owed)
        if spare < 0:
            return
        grown = [length + 1 for length in owed]
        spare_jokers = max(0, jokers - len(owed))
        naturals = spare - spare_jokers
        extended = min(naturals, n_long)
        grown += [least] * extended + [1] * (naturals - extended)
        for bridges in range(min(spare_jokers, n_long - extended) + 1):
            starts = spare_jokers - bridges
            if starts and not is_start:
                continue
            after = grown + [least - 1] * bridges + [1] * starts
            if len(after) <= self.slots:
                yield self._code_of(after, ahead, left - jokers), least in after

    def _code_of(self, after: list[int], ahead: tuple[int, ...], left: int) -> int:
        """Number a state; runs that no tile can lengthen count as closed."""
        owed = [length for length in after if length < self.least]
        room = max(0, ahead[0] - len(owed)) + left if ahead[0] >= 0 else 0
        n_long = min(len(after) - len(owed), room)
        kept = [self.least] * n_long + sorted(owed, reverse=True)
        return self.code[tuple(kept + [0] * (self.slots - len(kept)))]

    def beats(self, code: int) -> int:
        """A longer run replaces a shorter one, a complete one also none."""
        if code not in self._beats:
            mine = self.by_code[code]
            self._beats[code] = sum(
                1 << other
                for other, lengths in self.by_code.items()
                if any(self._is_as_good(mine, order) for order in permutations(lengths))
            )
        return self._beats[code]

    def _is_as_good(self, mine: Lengths, other: Lengths) -> bool:
        return all(a >= b > 0 or a in (b, self.least) for a, b in zip(mine, other, strict=True))

    def make_groups(
        self, counts: tuple[int, ...], fillers: int
    ) -> Iterator[tuple[int, GroupOption]]:
        for choice in product(*[range(count + 1) for count in counts]):
            n_groups = max(choice)
            total = sum(choice)
            jokers = max(0, self.rules.min_group * n_groups - total)
            if jokers <= fillers and (not n_groups or self.rules.min_group <= self.n_colours):
                offsets = tuple(2 * g + (jokers > 0 and g < n_groups) for g in choice)
                yield jokers, (choice, total, offsets)


class ExplicitSteps(Steps):
    """
    Every joker has its place. A slot is (length up to the least, jokers, has a natural tile);
    jokers are only counted where a limit can matter.
    """

    def __init__(self, rules: MeldRules, copies: int) -> None:
        self.counts_jokers = rules.joker_limit < rules.n_jokers
        self.limit = rules.joker_limit
        self.counts_naturals = self.limit >= rules.min_run
        self.code: dict[tuple[tuple[int, int, bool], ...], int] = {(): 0}
        self.by_code: dict[int, tuple[tuple[int, int, bool], ...]] = {0: ()}
        super().__init__(rules, 16, copies, copies + rules.n_jokers)
        self._nexts: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def lengths(self, code: int) -> Lengths:
        return tuple(slot[0] for slot in self.by_code[code])

    def number(self, state: list[tuple[int, int, bool]]) -> int:
        """Number a state."""
        key = tuple(sorted(state))
        code = self.code.get(key)
        if code is None:
            code = self.code[key] = len(self.code)
            self.by_code[code] = key
        return code

    def grow(
        self, slot: tuple[int, int, bool] | None, is_joker: bool
    ) -> tuple[int, int, bool] | None:
        """Give a slot with one more tile, or None where the limit forbids it."""
        length, jokers, has_natural = slot or (0, 0, not self.counts_naturals)
        if is_joker and (jokers >= self.limit if self.counts_jokers else self.limit == 0):
            return None
        return (
            min(length + 1, self.least),
            jokers + (is_joker and self.counts_jokers),
            has_natural or not is_joker,
        )

    def assignments(
        self, slots: tuple[tuple[int, int, bool], ...], used: int, jokers: int
    ) -> Iterator[tuple[str, ...]]:
        """
        Give every way to spread tiles: ``n`` natural, ``j`` joker, ``-`` closed; first for the
        open runs in order, then for new ones.
        """
        if not slots:
            yield tuple("n" * used + "j" * jokers)
            return
        length, _jokers, has_natural = slots[0]
        rest = slots[1:]
        if used:
            for more in self.assignments(rest, used - 1, jokers):
                yield ("n", *more)
        if jokers and self.grow(slots[0], True) is not None:
            for more in self.assignments(rest, used, jokers - 1):
                yield ("j", *more)
        if length == self.least and has_natural:
            for more in self.assignments(rest, used, jokers):
                yield ("-", *more)

    def after(
        self, slots: tuple[tuple[int, int, bool], ...], actions: tuple[str, ...]
    ) -> list[tuple[int, int, bool]] | None:
        """Give the state after an assignment, or None where it is not allowed."""
        found = []
        for i, action in enumerate(actions):
            if action != "-":
                slot = self.grow(slots[i] if i < len(slots) else None, action == "j")
                if slot is None:
                    return None
                found.append(slot)
        return found if len(found) <= self.slots else None

    def nexts(
        self,
        state: int,
        used: int,
        jokers: int,
        is_all: bool,
        ahead: tuple[int, ...],
        left: int,
        is_start: bool,
    ) -> Iterator[tuple[int, bool]]:
        key = (state, used, jokers)
        codes = self._nexts.get(key)
        if codes is None:
            slots = self.by_code[state]
            spread = self.assignments(slots, used, jokers)
            after = [self.after(slots, actions) for actions in spread]
            codes = tuple(dict.fromkeys(self.number(one) for one in after if one is not None))
            self._nexts[key] = codes
        for code in codes:
            if ahead[0] >= 0 or all(slot[2] for slot in self.by_code[code]):
                yield code, True

    def make_groups(
        self, counts: tuple[int, ...], fillers: int
    ) -> Iterator[tuple[int, GroupOption]]:
        for choice in product(*[range(count + 1) for count in counts]):
            offsets = tuple(2 * g for g in choice)
            for jokers in range(fillers + 1):
                if split_groups(choice, jokers, self.rules) is not None:
                    yield jokers, (choice, sum(choice), offsets)


@lru_cache(maxsize=64)
def steps_for(rules: MeldRules, more_copies: int = 0, *, is_explicit: bool = False) -> Steps:
    """
    Give the tables of some rules, by default in the smallest model that is exact for them.

    Args:
        rules: Which melds are valid.
        more_copies: How many more tiles of a face there may be than the set has.
        is_explicit: Whether every joker has to be placed.
    """
    numbered = [face for face in rules.tile_set.faces if isinstance(face, NumberTile)]
    copies = max(rules.tile_set.copies[face].bit_count() for face in numbered) + more_copies
    is_normal = (
        not is_explicit
        and rules.n_jokers < rules.min_run
        and rules.highest >= 2 * rules.min_run - 1
        and rules.joker_limit == rules.n_jokers
    )
    return NormalSteps(rules, copies) if is_normal else ExplicitSteps(rules, copies)
