"""
The groups that tiles of one number can make, with their jokers.

:class:`Groups` keeps what the solver asks again and again: every choice of tiles for groups, the
most groups and the most tiles in groups, and the melds themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from tilerules.melds._solver.counts import Row
from tilerules.melds.meld import Meld, MeldRules

GroupOption: TypeAlias = "tuple[Row, int, tuple[int, ...]]"
"""Natural tiles of each colour in groups, their number, and for each colour the offset of this
choice in the options of a state."""

GroupSplit: TypeAlias = "tuple[tuple[tuple[int, ...], int], ...]"
"""Groups: the places of their colours, and their jokers."""

Sizes: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The places of the colours of each group."""

Maker: TypeAlias = "Callable[[Row, int], Iterator[tuple[int, GroupOption]]]"
"""Makes every choice of some tiles for groups, with the jokers of each, no group first."""


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


class Groups:
    """
    What tiles of one number can make under some rules; each answer is made once.
    """

    def __init__(self, rules: MeldRules, copies: int, make: Maker) -> None:
        """
        Prepare the answers.

        Args:
            rules: Which melds are valid.
            copies: How many tiles of a face there are at most.
            make: Makes the choices of a model.
        """
        self.rules = rules
        self.copies = copies
        self._make = make
        self._choices: dict[tuple[Row, int], tuple[GroupChoices, ...]] = {}
        self._most: dict[tuple[Row, int], int] = {}
        self._best: dict[tuple[Row, Row, int], tuple[tuple[int, Row], ...]] = {}
        self._melds: dict[tuple[int, Row, int], tuple[Meld, ...]] = {}

    def choices(self, counts: Row, fillers: int) -> tuple[GroupChoices, ...]:
        """Give every choice of tiles for groups out of those of one number, by jokers."""
        key = (counts, fillers)
        found = self._choices.get(key)
        if found is None:
            every: list[list[GroupOption]] = [[] for _ in range(fillers + 1)]
            for jokers, option in self._make(counts, fillers):
                every[jokers].append(option)
            width = 2 * (self.copies + 1)
            found = tuple([GroupChoices(tuple(options), width) for options in every])
            self._choices[key] = found
        return found

    def most(self, counts: Row, jokers: int) -> int:
        """Give the most groups that tiles of one number can make."""
        key = (counts, jokers)
        found = self._most.get(key)
        if found is None:
            least = self.rules.min_group
            sizes = range(1, self.copies + self.rules.n_jokers + 1)
            fitting = [
                n for n in sizes if sum([min(n, count) for count in counts]) + jokers >= least * n
            ]
            found = max(fitting, default=0) if least <= len(counts) else 0
            self._most[key] = found
        return found

    def best(self, counts: Row, must: Row, jokers: int) -> tuple[tuple[int, Row], ...]:
        """
        Give, for each number of jokers that fits, the most tiles in groups and which.

        Args:
            counts: Tiles of each colour.
            must: How many of them have to be in groups.
            jokers: The most jokers.
        """
        key = (counts, must, jokers)
        found = self._best.get(key)
        if found is None:
            best: dict[int, Row] = {}
            for choice in product(*[range(m, n + 1) for m, n in zip(must, counts, strict=True)]):
                for held in range(jokers + 1):
                    if sum(choice) > sum(best.get(held, (-1,))) and (
                        split_groups(choice, held, self.rules) is not None
                    ):
                        best[held] = choice
            found = self._best[key] = tuple(best.items())
        return found

    def melds(self, number: int, in_groups: Row, jokers: int) -> tuple[Meld, ...]:
        key = (number, in_groups, jokers)
        found = self._melds.get(key)
        if found is None:
            groups = split_groups(in_groups, jokers, self.rules)
            assert groups is not None
            letters = self.rules.letters
            found = self._melds[key] = tuple(
                [
                    self.rules.group(number, [letters[c] for c in colours], jokers=held)
                    for colours, held in groups
                ]
            )
        return found


@lru_cache(maxsize=65536)
def _split(choice: Row, jokers: int, n_groups: int, least: int, limit: int) -> GroupSplit | None:
    """Spread tiles and jokers over so many groups, or give None."""
    # A colour goes into as many groups as it has tiles, into none twice; each group keeps a tile
    # that is no joker. The smallest groups are tried first, as those need tiles most.
    n_colours = len(choice)

    def place(colour: int, sizes: Sizes) -> Sizes | None:
        if colour == n_colours:
            deficit = [max(0, least - len(one)) for one in sizes]
            room = sum(min(limit, n_colours - len(one)) for one in sizes)
            fits = all(sizes) and max(deficit) <= limit and sum(deficit) <= jokers <= room
            return sizes if fits else None
        order = sorted(range(n_groups), key=lambda i: len(sizes[i]))
        for held in _choices(order, choice[colour]):
            after = tuple((*one, colour) if i in held else one for i, one in enumerate(sizes))
            found = place(colour + 1, after)
            if found is not None:
                return found
        return None

    sizes = place(0, ((),) * n_groups)
    if sizes is None:
        return None
    held = [max(0, least - len(one)) for one in sizes]
    for i, one in enumerate(sizes):
        more = min(min(limit, n_colours - len(one)) - held[i], jokers - sum(held))
        held[i] += max(0, more)
    return tuple(zip(sizes, held, strict=True))


def _choices(order: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """Give every choice of so many, those with the first ones first."""
    if not count:
        yield ()
        return
    for i, one in enumerate(order):
        for more in _choices(order[i + 1 :], count - 1):
            yield (one, *more)


def split_groups(choice: Row, jokers: int, rules: MeldRules) -> GroupSplit | None:
    """
    Make groups of natural tiles and jokers, or give None.

    Args:
        choice: How many tiles of each colour.
        jokers: How many jokers; all have to be used.
        rules: Which melds are valid.

    Returns:
        The places of the colours of each group, and its jokers.
    """
    total = sum(choice)
    if not total:
        return None if jokers else ()
    for n_groups in range(max(choice), total + 1):
        if rules.min_group * n_groups > total + jokers:
            break
        found = _split(choice, jokers, n_groups, rules.min_group, rules.joker_limit)
        if found is not None:
            return found
    return None
