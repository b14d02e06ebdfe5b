"""
The finished rounds of a match: what each costs is kept once, however many follow it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, overload

import attrs

from tilerules.play.judging import Outcome
from tilerules.play.round import Round
from tilerules.state import Move

__all__ = ["Past", "PastOutcomes"]


class Past(Sequence[Round]):
    """
    The finished rounds before one, in order: a sequence of :class:`~tilerules.Round`.

    Each link holds one round and the link before it. A match and the setup of its rounds share
    the links, so that a match holds each round once. Of a round that others have followed only its
    beginning, moves and outcome are kept; the states between are made again when they are asked
    for.
    """

    __slots__ = ("_checked", "_moves", "_round", "_start", "before", "number", "outcome", "totals")

    before: Past | None
    """The rounds before the last one; None where there are none."""
    number: int
    """How many rounds there are."""
    outcome: Outcome
    """How the last one ended."""
    totals: tuple[int, ...]
    """Each seat's points over all of them."""

    _round: Round | None
    _start: Round
    _moves: tuple[Move, ...]

    def __init__(self, before: Past | None, last: Round) -> None:
        """
        Put a finished round after others.

        Args:
            before: The rounds before it.
            last: The round.
        """
        outcome = last.outcome
        assert outcome is not None
        self._round, self._start, self._moves = last, last.start, last.moves
        self.before, self.outcome = before, outcome
        self.number, self.totals = 1, outcome.points
        self._checked: object = None
        if before is not None:
            self.number = before.number + 1
            pairs = zip(before.totals, outcome.points, strict=True)
            self.totals = tuple([total + more for total, more in pairs])
            # Hidden, and no matter: the round can be made again from what is left.
            before._round = None

    @classmethod
    def of(cls, rounds: Sequence[Round]) -> Past | None:
        """Link finished rounds; None where there are none."""
        if isinstance(rounds, Past):
            return rounds
        past = None
        for one in rounds:
            past = cls(past, one)
        return past

    @property
    def start(self) -> Round:
        """The last round as it began."""
        return self._start

    @property
    def last(self) -> Round:
        """The last round, as it ended."""
        found = self._round
        if found is None:
            found = self._start
            for move in self._moves:
                # What was played once is legal; host moves have their steps like any other.
                found = found.plan.steps[move.kind](found, move)
        return found

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the last round."""
        return self._moves

    def check(self, variant: object, test: Any) -> None:
        """
        Test each link once for a variant, the first one first.

        Args:
            variant: What it is tested for.
            test: Is given a link; raises where something is wrong with it.
        """
        links: list[Past] = []
        link: Past | None = self
        while link is not None and link._checked is not variant:
            links.append(link)
            link = link.before
        for one in reversed(links):
            test(one)
            one._checked = variant

    def links(self) -> Iterator[Past]:
        """Give the links, the last one first."""
        link: Past | None = self
        while link is not None:
            yield link
            link = link.before

    def _at(self, index: int) -> Past:
        """Give the link of a round."""
        number = index + 1 if index >= 0 else self.number + 1 + index
        if not 0 < number <= self.number:
            raise IndexError("there is no such round")
        return next(link for link in self.links() if link.number == number)

    @overload
    def __getitem__(self, index: int) -> Round: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Round, ...]: ...
    def __getitem__(self, index: int | slice) -> Round | tuple[Round, ...]:
        if isinstance(index, slice):
            links = [*self.links()][::-1][index]
            return tuple(link.last for link in links)
        return self._at(index).last

    def __len__(self) -> int:
        return self.number

    def __iter__(self) -> Iterator[Round]:
        for link in reversed([*self.links()]):
            yield link.last

    def __reversed__(self) -> Iterator[Round]:
        for link in self.links():
            yield link.last

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Past):
            return NotImplemented
        if self.number != other.number:
            return False
        for mine, theirs in zip(self.links(), other.links(), strict=True):
            if mine is theirs:
                return True
            if (mine._start, mine._moves) != (theirs._start, theirs._moves):
                return False
        return True

    def __hash__(self) -> int:
        return hash((self.number, self.totals))

    def __copy__(self) -> Past:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Past:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # Link by link, each without those before it: a chain must not be walked by pickle itself.
        told = []
        for link in reversed([*self.links()]):
            _restore, (variant, position, setup, moves) = link.last.__reduce__()
            told.append((variant, position, attrs.evolve(setup, previous=()), moves))
        return _linked, (tuple(told),)

    def __repr__(self) -> str:
        return f"<{self.number} finished rounds>"


def _linked(told: Sequence[tuple[Any, ...]]) -> Past | None:
    """Make the links again that were pickled."""
    restore = import_module("tilerules.play.restoring.reading").restore
    past: Past | None = None
    for variant, position, setup, moves in told:
        setup = setup if past is None else attrs.evolve(setup, previous=past)
        past = Past(past, restore(variant, position, setup, moves))
    return past


class PastOutcomes(Sequence[Outcome]):
    """
    The outcomes of finished rounds, in order; none is copied.
    """

    __slots__ = ("_past",)

    def __init__(self, past: Past) -> None:
        self._past = past

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Outcome, ...]: ...
    def __getitem__(self, index: int | slice) -> Outcome | tuple[Outcome, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self._past._at(index).outcome

    def __len__(self) -> int:
        return self._past.number

    def __iter__(self) -> Iterator[Outcome]:
        return iter([link.outcome for link in self._past.links()][::-1])

    def __reversed__(self) -> Iterator[Outcome]:
        return (link.outcome for link in self._past.links())
