"""
The model for every tile set and limit: each joker has its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

import attrs

from tilerules.melds._solver.counts import Row
from tilerules.melds._solver.groups import GroupOption, split_groups
from tilerules.melds._solver.model import Here, Lengths, Model, Ways
from tilerules.melds._solver.normal import NormalModel
from tilerules.melds.meld import MeldRules, kept_by_rules
from tilerules.tiles import NumberTile

Slot: TypeAlias = "tuple[int, int, bool]"
"""An open run: its length up to the least, its jokers, whether it has a natural tile."""


class ExplicitModel(Model):
    """
    Every joker has its place; in a slot they are only counted where a limit can matter.
    """

    def __init__(self, rules: MeldRules, copies: int) -> None:
        self.counts_jokers = rules.joker_limit < rules.n_jokers
        self.limit = rules.joker_limit
        self.counts_naturals = self.limit >= rules.min_run
        self.code: dict[tuple[Slot, ...], int] = {(): 0}
        self.by_code: dict[int, tuple[Slot, ...]] = {0: ()}
        super().__init__(rules, 16, copies, copies + rules.n_jokers)
        self._nexts: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def lengths(self, code: int) -> Lengths:
        return tuple(slot[0] for slot in self.by_code[code])

    def number(self, state: list[Slot]) -> int:
        key = tuple(sorted(state))
        code = self.code.get(key)
        if code is None:
            code = self.code[key] = len(self.code)
            self.by_code[code] = key
        return code

    def grow(self, slot: Slot | None, is_joker: bool) -> Slot | None:
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
        self, slots: tuple[Slot, ...], used: int, jokers: int
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

    def after(self, slots: tuple[Slot, ...], actions: tuple[str, ...]) -> list[Slot] | None:
        """Give the state after an assignment, or None where it is not allowed."""
        found = []
        for i, action in enumerate(actions):
            if action != "-":
                slot = self.grow(slots[i] if i < len(slots) else None, action == "j")
                if slot is None:
                    return None
                found.append(slot)
        return found if len(found) <= self.slots else None

    def nexts(self, state: int, used: int, jokers: int, here: Here) -> Ways:
        key = (state, used, jokers)
        codes = self._nexts.get(key)
        if codes is None:
            slots = self.by_code[state]
            spread = self.assignments(slots, used, jokers)
            after = [self.after(slots, actions) for actions in spread]
            codes = tuple(dict.fromkeys(self.number(one) for one in after if one is not None))
            self._nexts[key] = codes
        for code in codes:
            if here.ahead[0] >= 0 or all(slot[2] for slot in self.by_code[code]):
                yield code, True

    def make_groups(self, counts: Row, fillers: int) -> Iterator[tuple[int, GroupOption]]:
        for choice in product(*[range(count + 1) for count in counts]):
            offsets = tuple(2 * g for g in choice)
            for jokers in range(fillers + 1):
                if split_groups(choice, jokers, self.rules) is not None:
                    yield jokers, (choice, sum(choice), offsets)


@kept_by_rules
def model_for(rules: MeldRules, more_copies: int = 0, *, is_explicit: bool = False) -> Model:
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
    return NormalModel(rules, copies) if is_normal else ExplicitModel(rules, copies)


def loose_model(rules: MeldRules, more_copies: int = 0) -> Model:
    """
    Give the tables of some rules, or smaller ones that allow a meld to have all the jokers.
    """
    if 0 < rules.joker_limit < rules.n_jokers:
        model = model_for(_without_limit(rules), more_copies)
        if isinstance(model, NormalModel):
            return model
    return model_for(rules, more_copies)


@kept_by_rules
def _without_limit(rules: MeldRules) -> MeldRules:
    return attrs.evolve(rules, max_jokers_per_meld=None)
