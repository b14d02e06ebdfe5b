"""
A turn of melds in the making: tile by tile, with what is still wrong, and undo.

Where a turn is one move, the complete new table, a person makes it in steps. A builder is a
value like a round: every step gives a new one and leaves the old one as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

import attrs

from tilerules.decks import TileBag
from tilerules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidNotationError,
    RoundOverError,
    shown,
)
from tilerules.faults import faults_of
from tilerules.melds.best_sets import MOST_WAYS, Goal
from tilerules.melds.changes import MeldStep, steps
from tilerules.melds.laying import lay_move
from tilerules.melds.meld import Meld, MeldKind, MeldRules
from tilerules.melds.notation import BrokenMeld, read_table, tile_words
from tilerules.melds.plays import MeldPlays, meld_rules
from tilerules.state import Move, PlanLike, Seat, State
from tilerules.texts import Listed, Reason, named
from tilerules.tiles import NumberTile, Tile, TilesLike

__all__ = ["Askable", "Asked", "Judging", "TurnBuilder", "Viewed", "best_turn"]

Words: TypeAlias = "tuple[str, ...]"
"""The tiles of one meld as they are written, jokers with what they stand for if that is told."""


class Judging(PlanLike, Protocol):
    """
    The game as a whole, which judges moves.
    """

    def problems(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Give every reason against a move."""


class Asked(State, Protocol):
    """
    A round, as far as a turn asks it.
    """

    @property
    def plan(self) -> Judging:
        """The game as a whole."""

    @property
    def layout(self) -> Any:
        """The melds on the table."""

    def explain(self, move: Move | str, /) -> tuple[Reason, ...]:
        """Say everything that speaks against a move."""


class Viewed(Protocol):
    """
    A seat's view of a round, as far as a turn asks it.
    """

    @property
    def seat(self) -> Seat | None:
        """Whose view it is."""

    @property
    def layout(self) -> Any:
        """The melds on the table."""

    def stand_in(self) -> Asked:
        """Give a round that answers for the view."""


Askable: TypeAlias = "Asked | Viewed"
"""A round, for its seat to move, or that seat's view of it."""


@attrs.frozen(repr=False)
class TurnBuilder:
    """
    A table on which one player is laying and moving tiles. Make one with :meth:`of`.

    Melds are numbered from 1, as ``str()`` shows them; new ones come last, and one that is
    emptied is gone. Tiles may lie in any order and in unfinished melds: :attr:`problems` says
    what is still wrong, and :meth:`finish` gives the move once nothing is.
    """

    start: Askable
    """What the turn was begun with: the round, or a seat's view of it."""
    melds: tuple[Words, ...]
    """The melds as they lie now."""
    before: TurnBuilder | None = attrs.field(default=None, eq=False)
    """The builder before the last step; None at the beginning."""

    @classmethod
    def of(cls, round_: Askable) -> TurnBuilder:
        """
        Begin a turn.

        Args:
            round_: A round, for its seat to move, or that seat's view.

        Raises:
            TypeError: It is no round.
            InvalidVariantError: It is one of a game without melds.
            RoundOverError: The round is over.
            IllegalMoveError: Somebody else is to move.
        """
        start = _round_of(round_)
        meld_rules(start.plan)
        if start.to_move is None:
            raise RoundOverError("a turn", start.explain("pass"), "the round is over")
        if start is not round_ and getattr(round_, "seat", None) != start.to_move:
            reason = Reason(
                code="not-to-move",
                template="{name} is to move",
                params={"name": named(start.rest.setup.names, start.to_move)},
            )
            raise IllegalMoveError("a turn", (reason,))
        return cls(round_, tuple(_words(meld) for meld in start.layout))

    # --- reading --------------------------------------------------------------------------

    @property
    def rules(self) -> MeldRules:
        """Which melds are valid."""
        return meld_rules(self._round.plan)

    @property
    def hand(self) -> TileBag:
        """The tiles still in the hand."""
        tile_set, seat = self._round.plan.tile_set, self._round.to_move
        held = 0 if seat is None else self._round.masks[seat]
        left = Counter(tile_set.bag(held)) - (self._on_table() - self._lay_before())
        return tile_set.bag(tile_set.mask(left.elements(), within=held))

    @property
    def loose(self) -> TileBag:
        """The tiles of the table that have been taken up and lie nowhere yet."""
        tile_set = self._round.plan.tile_set
        missing = self._lay_before() - self._on_table()
        return tile_set.bag(tile_set.mask(missing.elements(), within=self._round.table.mask))

    @property
    def problems(self) -> tuple[Reason, ...]:
        """Everything that keeps the table from being the end of a turn; empty if nothing does."""
        return self._against(self._proposal())

    def finish(self) -> Move:
        """
        Give the move.

        Raises:
            IllegalMoveError: Something is still wrong; ``reasons`` says all of it.
        """
        move = self._proposal()
        reasons = self._against(move)
        if reasons:
            raise IllegalMoveError(move, reasons)
        return move

    # --- steps ----------------------------------------------------------------------------

    def put(self, tiles: TilesLike, to: int | None = None) -> TurnBuilder:
        """
        Lay tiles that are loose or in the hand.

        Args:
            tiles: The tiles; a joker may be told what it stands for, ``J(b10)``.
            to: The number of the meld they go to; None: they begin a new one.

        Raises:
            InvalidNotationError: There is no such tile to lay, or no such meld.
        """
        words = self._read(tiles)
        there = Counter(self.hand) + Counter(self.loose)
        for tile in map(self._tile, words):
            if not there[tile]:
                raise InvalidNotationError(
                    f"there is no {tile} to lay: the hand is {self.hand or 'empty'}, and loose on "
                    f"the table is {self.loose or 'nothing'}",
                    text=str(tile),
                    part=str(tile),
                )
            there[tile] -= 1
        melds = [*self.melds]
        if to is None:
            melds.append(words)
        else:
            at = self._at(to)
            melds[at] = (*self._there(at, words), *words)
        return self._after(melds)

    def take(self, tiles: TilesLike, of: int) -> TurnBuilder:
        """
        Take tiles out of a meld: they are loose, or back in the hand they came from.

        Args:
            tiles: The tiles; of several jokers the one that stands for something, ``J(b10)``, or
                else one without which there is still a meld.
            of: The number of the meld.

        Raises:
            InvalidNotationError: The meld has no such tile, or there is no such meld.
        """
        melds, at = [*self.melds], self._at(of)
        left = melds[at]
        for word in self._read(tiles):
            without = self._without(word, left)
            if without is None:
                raise InvalidNotationError(
                    f"meld {of}, {' '.join(melds[at])}, has no {word}", text=word, part=word
                )
            left = without
        melds[at] = left
        return self._after(melds)

    def shift(self, tiles: TilesLike, of: int, to: int | None = None) -> TurnBuilder:
        """
        Move tiles from one meld to another, or to a new one, in one step.

        Raises:
            InvalidNotationError: The meld has no such tile, or there is no such meld.
        """
        words = self._read(tiles)
        if to == of:
            return self
        if to is not None:
            self._at(to)
        taken = self.take(words, of)
        # The number of the target changes if a meld before it was emptied.
        is_emptied = len(taken.melds) < len(self.melds)
        number = to - 1 if to is not None and is_emptied and of < to else to
        return attrs.evolve(taken.put(words, number), before=self)

    def split(self, of: int, after: int) -> TurnBuilder:
        """
        Split a meld in two.

        Args:
            of: The number of the meld.
            after: How many of its first tiles stay; the others make a new meld.

        Raises:
            InvalidNotationError: There is no such meld, or nothing to split off.
        """
        melds, at = [*self.melds], self._at(of)
        words = melds[at]
        if type(after) is not int or not 0 < after < len(words):
            raise InvalidNotationError(
                f"meld {of} has {len(words)} tiles and cannot be split after {shown(after)}",
                text=shown(after),
                part=shown(after),
            )
        melds[at] = words[:after]
        return self._after([*melds, words[after:]])

    def undo(self) -> TurnBuilder:
        """Go back one step; at the beginning there is nothing to undo."""
        return self if self.before is None else self.before

    def reset(self) -> TurnBuilder:
        """Go back to the beginning: everything to where it was."""
        return TurnBuilder.of(self.start)

    # --- help -----------------------------------------------------------------------------

    def hint(
        self,
        *,
        by: Goal = "tiles_then_points",
        limit: int = MOST_WAYS,
        seconds: float | None = None,
    ) -> tuple[MeldStep, ...]:
        """
        Say how to make the best play from the table as it was, in steps a person can follow.

        Args:
            by: What is best, as for :meth:`tilerules.melds.plays.MeldPlays.best`.
            limit: How far to look for it, likewise.
            seconds: How long, likewise.

        Returns:
            The melds to make and where their tiles come from; nothing where none can be laid.
        """
        play = MeldPlays.of(self._round).best(by=by, limit=limit, seconds=seconds)
        return () if play is None else steps(self._round.table.melds, play.table, play.laid)

    def best(
        self,
        *,
        by: Goal = "tiles_then_points",
        limit: int = MOST_WAYS,
        seconds: float | None = None,
    ) -> TurnBuilder:
        """Lay the best play, as one step; nothing changes where none can be laid."""
        play = MeldPlays.of(self._round).best(by=by, limit=limit, seconds=seconds)
        return self if play is None else self._after([_words(meld) for meld in play.table])

    def __str__(self) -> str:
        width = len(str(len(self.melds)))
        lines = []
        for number, words in enumerate(self.melds, 1):
            mark = "" if isinstance(self._settled(words), Meld) else "  (no meld yet)"
            lines.append(f"{number:{width}}: {' '.join(words)}{mark}")
        lines += [f"loose: {self.loose}"] if self.loose else []
        return "\n".join([*lines, f"hand: {self.hand or 'empty'}"])

    def __repr__(self) -> str:
        return f"<TurnBuilder {' | '.join(map(' '.join, self.melds)) or 'empty table'}>"

    # --- inside ---------------------------------------------------------------------------

    @property
    def _round(self) -> Asked:
        return _round_of(self.start)

    def _there(self, at: int, added: Words) -> Words:
        """
        Give the tiles of a meld as others are added.

        What the jokers of a group are written as is not kept, so a tile of any colour fits in.
        """
        words = self.melds[at]
        group = self._settled(words)
        if not isinstance(group, Meld) or group.kind is not MeldKind.GROUP:
            return words
        number = group.faces[0].number
        tiles = map(self._tile, added)
        is_wider = any(isinstance(tile, NumberTile) and tile.number == number for tile in tiles)
        return tuple(map(str, group.tiles)) if is_wider else words

    def _without(self, word: str, words: Words) -> Words | None:
        """Take a tile out of a meld; None if it has none such."""
        same = [at for at, one in enumerate(words) if self._tile(one) == self._tile(word)]
        exact = [at for at in same if words[at] == word]
        choices = [words[:at] + words[at + 1 :] for at in exact or same]
        valid = [left for left in choices if left and isinstance(self._settled(left), Meld)]
        return next(iter(valid or choices), None)

    def _after(self, melds: Iterable[Words]) -> TurnBuilder:
        """Make the next builder: melds that are valid are put in order."""
        kept = []
        for words in melds:
            if words:
                settled = self._settled(words)
                kept.append(_words(settled) if isinstance(settled, Meld) else words)
        return TurnBuilder(self.start, tuple(kept), self)

    def _settled(self, words: Words) -> Meld | BrokenMeld:
        """Read a meld; one whose jokers could stand for several things is none yet."""
        try:
            (found,) = read_table(" ".join(words), self.rules)
        except AmbiguousMoveError as error:
            reason = Reason(
                code="joker-unclear",
                template="{meld} could be {choices}; say what the joker stands for",
                params={"meld": " ".join(words), "choices": Listed(error.choices, "or")},
            )
            return BrokenMeld(tuple((self._tile(word), None) for word in words), (reason,))
        return found

    def _proposal(self) -> Move:
        return lay_move(map(self._settled, self.melds), self.rules)

    def _against(self, move: Move) -> tuple[Reason, ...]:
        # Not the round's own explain(), which reads a move from its notation: a meld whose
        # jokers are unclear could not be read.
        with faults_of(self._round.plan.variant):
            return self._round.plan.problems(self._round, move)

    def _on_table(self) -> Counter[Tile]:
        return Counter(self._tile(word) for words in self.melds for word in words)

    def _lay_before(self) -> Counter[Tile]:
        return Counter(tile for meld in self.start.layout for tile in meld.tiles)

    def _tile(self, word: str) -> Tile:
        return self._round.plan.tile_set.tile(word.partition("(")[0])

    def _read(self, tiles: TilesLike) -> Words:
        """
        Read tiles, of which jokers may be declared, as words.

        Raises:
            InvalidNotationError: Something is no tile, or nothing is said.
        """
        try:
            text = tiles if isinstance(tiles, str) else " ".join(map(str, tiles))
        except TypeError:
            said = shown(tiles)
            raise InvalidNotationError(
                f"tiles are written in a text or given in a list, not {said}", text=said, part=said
            ) from None
        words = tile_words(text)
        if not words:
            raise InvalidNotationError("no tile is named", text=text)
        for word in words:
            read_table(word, self.rules)
        return words

    def _at(self, number: int) -> int:
        """
        Give the place of a meld.

        Raises:
            InvalidNotationError: There is no such meld.
        """
        if type(number) is not int or not 1 <= number <= len(self.melds):
            there = f"they go from 1 to {len(self.melds)}" if self.melds else "the table is empty"
            raise InvalidNotationError(
                f"there is no meld {shown(number)}; {there}",
                text=shown(number),
                part=shown(number),
            )
        return number - 1


def _round_of(start: Askable) -> Asked:
    """
    Give the round itself, or one that answers for a view.

    Raises:
        TypeError: It is neither.
    """
    answers = getattr(start, "stand_in", None)
    found: Asked | Any = start if answers is None else answers()
    if not hasattr(found, "plan") or not hasattr(found, "explain"):
        raise TypeError(f"a turn is part of a round or of a view of one, not {shown(start)}")
    return found


def best_turn(view: Askable) -> Move | None:
    """
    Advise to lay as many tiles as can be laid, and of those the most points.

    Args:
        view: The view of the seat to move.

    Returns:
        The move; None where nothing can be laid.
    """
    turn = TurnBuilder.of(view).best()
    return None if turn.before is None else turn.finish()


def _words(meld: Meld) -> Words:
    """Write a meld; in a group of two colours or more a joker needs no declaration."""
    if meld.kind is MeldKind.GROUP and len(meld.naturals) > 1:
        return tuple(map(str, meld.tiles))
    return tuple(str(meld).split())
