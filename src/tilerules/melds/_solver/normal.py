"""
The small model: a joker counts only where it has to fill a gap.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product

from tilerules.melds._solver.counts import Row
from tilerules.melds._solver.groups import GroupOption
from tilerules.melds._solver.model import Here, Lengths, Model, Ways
from tilerules.melds.meld import MeldRules


class NormalModel(Model):
    """
    Jokers as fillers in their normal form.

    In a solution with some run, a joker whose place a natural tile could take is exchanged for
    it and goes to a run's end; so does one that starts a run, except where the run has no
    room above it, and one that ends a run of full length. What is left fills gaps.
    """

    is_normal = True

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

    def nexts(self, state: int, used: int, jokers: int, here: Here) -> Ways:
        least = self.least
        lengths = self.by_code.get(state)
        if lengths is None or (jokers and used < here.free):
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
            if starts and not here.is_start:
                continue
            after = grown + [least - 1] * bridges + [1] * starts
            if len(after) <= self.slots:
                yield self._code_of(after, here.ahead, here.left - jokers), least in after

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

    def make_groups(self, counts: Row, fillers: int) -> Iterator[tuple[int, GroupOption]]:
        for choice in product(*[range(count + 1) for count in counts]):
            n_groups = max(choice)
            total = sum(choice)
            jokers = max(0, self.rules.min_group * n_groups - total)
            if jokers <= fillers and (not n_groups or self.rules.min_group <= self.n_colours):
                offsets = tuple(2 * g + (jokers > 0 and g < n_groups) for g in choice)
                yield jokers, (choice, total, offsets)
