"""
What can be laid: the best turn, the best opening, every distinct play, and whether tiles can
be arranged at all.

All answers are exact under every rule of jokers and openings, in pure Python; only a search that
reaches its ``limit`` says that its answer is not proven. The algorithm is explained in
``_solver/model.py``, turns where jokers on the table are not free in ``_solver/best_turn.py``, and
how all plays are listed in ``_solver/listing.py``. Tiles are multisets of faces: of equal tiles
it never matters which one is laid.

>>> from tilerules.melds.notation import parse_table
>>> from tilerules.melds.changes import steps
>>> rules = MeldRules()
>>> play = best_play("b4 b6 b7", "r5 y5 k5 b5", rules)
>>> str(play)
'b4 b5 b6 b7 | r5 y5 k5'
>>> for step in steps(parse_table("r5 y5 k5 b5", rules), play.table, play.laid):
...     print(step)
b4 b5 b6 b7: b4 b6 b7 from the hand, b5 from r5 y5 k5 b5
r5 y5 k5: what is left of r5 y5 k5 b5
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import NoneType
from typing import Literal, TypeAlias, TypedDict, Unpack

import attrs

from tilerules.errors import check_type, shown
from tilerules.melds._solver.best_turn import best_turn
from tilerules.melds._solver.build import best_table
from tilerules.melds._solver.counts import (
    Counts,
    TableLike,
    as_table,
    check_counts,
    counts_of,
    faces_of,
    question_of,
)
from tilerules.melds._solver.effort import Effort, OutOfEffortError
from tilerules.melds._solver.listing import every_turn
from tilerules.melds._solver.maximal import maximal_sets
from tilerules.melds._solver.openings import (
    OpeningRules,
    best_melds,
    best_worth,
    minimal_openings,
    worth_of,
)
from tilerules.melds._solver.turn import Answer, Turn
from tilerules.melds.jokers import JokerRules, joker_problems
from tilerules.melds.meld import Meld, MeldRules, Table, table_tiles
from tilerules.texts import Reason, join
from tilerules.tiles import Joker, Tile, TilesLike

__all__ = [
    "Goal",
    "OpeningRules",
    "Play",
    "Terms",
    "arrange",
    "best_opening",
    "best_play",
    "is_opening",
    "keep_melds",
    "maximal_plays",
    "opening_problems",
    "playable_sets",
]

Goal: TypeAlias = Literal["tiles", "points", "tiles_then_points"]
"""What is best: most tiles laid, most points laid, or most tiles and of those most points."""

_MANY = 1 << 20
"""More than all points of any hand."""

MOST_WAYS = 500_000
"""So many ways are looked at for one play, unless another limit is told."""

_WEIGHTS = {"tiles": (1, 0), "points": (0, 1), "tiles_then_points": (_MANY, 1)}


class Terms(TypedDict, total=False):
    """
    What binds a player, besides hand, table and valid melds.
    """

    joker_value: int
    """The points of a joker laid; by default 30."""
    jokers: JokerRules | None
    """What may be done with jokers on the table; by default, anything."""
    opening: OpeningRules | None
    """What has to be laid first; by default, the player has opened."""
    limit: int
    """How many *ways* to go on to look at for one play, some microseconds each, before the best
    found is returned as not proven; by default half a million. It is always a legal one. To find
    the best of 14 tiles on a full table some thousands are looked at."""
    enough: int | None
    """A play with so many tiles will do, or with so many points where these are the goal; it is
    proven only if it is the best as well."""
    seconds: float | None
    """How many seconds to look for one play; by default as long as it takes. With them the same
    question may be answered differently the next time."""


@attrs.frozen(kw_only=True)
class Play:
    """
    One turn: the tiles laid and the whole table after it.
    """

    laid: tuple[Tile, ...]
    """The tiles laid from the hand, in set order; empty where none can be."""
    table: Table
    """Every meld on the table afterwards, in canonical order."""
    value: int
    """The points of the tiles laid, jokers as told by ``joker_value``; of an opening, what its
    melds are worth."""
    proven: bool = True
    """Whether it is certain that no better play exists."""

    def __str__(self) -> str:
        return " | ".join(str(meld) for meld in self.table)


@attrs.frozen
class _Seat:
    """
    What one player may do: hand, table and the rules in force.
    """

    hand: Counts
    table: Table
    rules: MeldRules
    opening: OpeningRules | None
    turn: Turn
    """A turn on this table; on an empty one where the table has to stay as it is."""
    joker_value: int
    enough: int | None
    """What is worth so much will do."""

    def play(self, answer: Answer) -> Play:
        laid = faces_of(answer.laid, self.rules)
        value = sum([self.joker_value if isinstance(t, Joker) else t.pips for t in laid])
        table = answer.table
        if self.turn.table != self.table:
            table = self.rules.table((*self.table, *table))
        return Play(laid=laid, table=table, value=value, proven=answer.is_proven)

    def best(self, hand: Counts, forced: Counts | None = None) -> Answer | None:
        """Find the best turn with some tiles, of which some have to be laid."""
        found = best_turn(self.turn, hand, forced, enough=self.enough)
        if self.opening is None or found is None or not len(found.laid) or self.opens(found.laid):
            return found
        return self._best_opening(hand, forced or self.turn.none, found.value)

    def opens(self, laid: Counts) -> bool:
        assert self.opening is not None
        least = self.opening.at_least
        return best_worth(laid, self.rules, self.opening, enough=least) >= least

    def every(self) -> Iterator[Answer]:
        """Find one turn for each multiset of tiles that can be laid."""
        if self.opening is None:
            return every_turn(self.turn, self.hand)
        may_open = lru_cache(maxsize=4096)(self.opens)
        return (one for one in every_turn(self.turn, self.hand, may_open) if may_open(one.laid))

    def _best_opening(self, hand: Counts, forced: Counts, bound: int) -> Answer | None:
        """Find the best turn that contains an opening, where the best of all does not."""
        assert self.opening is not None
        turn, effort = self.turn, self.turn.effort
        enough = bound if self.enough is None else min(bound, self.enough)
        best = None if len(forced) else Answer(0, turn.none, turn.table)
        # Whatever is not searched for in time: these melds can be laid beside the table.
        beside = best_melds(hand, self.rules, self.opening, effort)
        if beside is not None:
            laid = counts_of(table_tiles(beside[0]), self.rules)
            if laid.holds(forced):
                table = self.rules.table((*turn.table, *beside[0]))
                best = Answer(turn.value_of(laid), laid, table)
        try:
            for opening in minimal_openings(hand, self.rules, self.opening, effort):
                if best is not None and best.value >= enough:
                    break
                found = best_turn(turn, hand, forced | opening, enough=enough)
                if found is not None and (best is None or found.value > best.value):
                    best = found
        except OutOfEffortError:
            pass
        if best is None or not (effort.is_out or best.value >= enough):
            return best
        return attrs.evolve(best, is_proven=best.value >= bound)


def _seat(
    hand: TilesLike,
    table: TableLike,
    rules: MeldRules,
    by: Goal = "tiles",
    *,
    joker_value: int = 30,
    jokers: JokerRules | None = None,
    opening: OpeningRules | None = None,
    limit: int = MOST_WAYS,
    enough: int | None = None,
    seconds: float | None = None,
) -> _Seat:
    """
    Check what was asked.

    Raises:
        InvalidNotationError: Some tile is not of the set.
        ValueError: A value is of no use.
        InvalidPositionError: There are more tiles of a face than the set has.
    """
    check_type("by", by, str)
    if by not in _WEIGHTS:
        known = join(map(repr, _WEIGHTS), "or")
        raise ValueError(f"a play is best by {known}, not by {shown(by)}")
    for name, number in (("joker_value", joker_value), ("limit", limit), ("enough", enough or 0)):
        check_type(name, number, int)
        if number < 0:
            raise ValueError(f"{name} is an int from 0, not {shown(number)}")
    check_type("rules", rules, MeldRules)
    check_type("jokers", jokers, JokerRules, NoneType)
    check_type("opening", opening, OpeningRules, NoneType)
    before = as_table(table, rules)
    held = counts_of(hand, rules)
    check_counts(held + counts_of(table_tiles(before), rules), rules)
    is_free = opening is None or opening.rearrange
    if seconds is not None and not (type(seconds) in (int, float) and seconds >= 0):
        raise ValueError(f"seconds is a number from 0, not {shown(seconds)}")
    weights = (*_WEIGHTS[by], joker_value)
    turn = Turn(before if is_free else (), rules, jokers, weights, Effort(limit, seconds))
    if enough is not None:
        enough *= weights[0] or weights[1]
    return _Seat(held, before, rules, opening, turn, joker_value, enough)


def best_play(
    hand: TilesLike,
    table: TableLike,
    rules: MeldRules,
    *,
    by: Goal = "tiles_then_points",
    **terms: Unpack[Terms],
) -> Play:
    """
    Find the best turn: which tiles to lay, and the table after it.

    Args:
        hand: The tiles held.
        table: The melds on the table; all their tiles stay there.
        rules: Which melds are valid.
        by: What is best.
        terms: What binds the player, as :class:`Terms` says.

    Returns:
        The best play; with nothing laid and the table unchanged where there is none.

    Raises:
        InvalidNotationError: Some tile is not of the set.
        ValueError: A value is of no use.
        InvalidPositionError: There are more tiles of a face than the set has.
    """
    seat = _seat(hand, table, rules, by, **terms)
    found = seat.best(seat.hand)
    if found is None or not len(found.laid):
        proven = found is None or found.is_proven
        return Play(laid=(), table=seat.table, value=0, proven=proven)
    return seat.play(found)


def best_opening(
    hand: TilesLike,
    rules: MeldRules,
    *,
    at_least: int = 30,
    single: bool = False,
    joker: Literal["value", "zero", "forbidden"] = "value",
    limit: int = MOST_WAYS,
    seconds: float | None = None,
) -> Play | None:
    """
    Find the melds of the hand alone with most tiles that are worth enough.

    >>> best_opening("r10 k10 J b1", MeldRules()).value
    30
    >>> best_opening("b8 b9 J", MeldRules()) is None
    True

    Args:
        hand: The tiles held.
        rules: Which melds are valid.
        at_least: The fewest points that the melds must be worth.
        single: Whether one meld alone must be worth them; then it is all that is laid.
        joker: What a joker is worth.
        limit: As in :class:`Terms`.
        seconds: Likewise.

    Returns:
        The melds as a play on an empty table, its value what they are worth; or None.
    """
    opening = OpeningRules(at_least=at_least, single=single, joker=joker)
    held = counts_of(hand, rules)
    check_counts(held, rules)
    found = best_melds(held, rules, opening, Effort(limit, seconds))
    if found is None:
        return None
    melds, is_proven = found
    laid = faces_of(counts_of(table_tiles(melds), rules), rules)
    return Play(laid=laid, table=melds, value=worth_of(melds, opening), proven=is_proven)


def opening_problems(
    old: Table,
    new: Table,
    laid: TilesLike,
    rules: MeldRules,
    opening: OpeningRules,
) -> tuple[Reason, ...]:
    """
    Say what keeps a turn from being an opening; nothing if it is one.

    Some of the tiles just laid have to form melds by themselves that are worth enough; a joker
    counts at its best there. The rest of the table is then free, or, without ``rearrange``,
    must be as it was.

    Args:
        old: The table before the turn.
        new: The table after it.
        laid: The tiles laid from the hand.
        rules: Which melds are valid.
        opening: What has to be laid.
    """
    found = []
    counts = counts_of(laid, rules)
    worth = best_worth(counts, rules, opening, enough=opening.at_least)
    if worth < opening.at_least:
        worth = best_worth(counts, rules, opening)
        found.append(
            Reason(
                code="opening-too-low",
                template=(
                    "before your first meld of {least} or more, made of tiles from your hand "
                    "alone, you may not use the table; these tiles are worth {worth}"
                ),
                params={"worth": worth, "least": opening.at_least},
                option="initial_meld",
            )
        )
    if not opening.rearrange:
        after = list(new)
        for meld in old:
            if meld in after:
                after.remove(meld)
                continue
            found.append(
                Reason(
                    code="opening-changes-table",
                    template="before your first meld, and in its turn, you may not change {meld}",
                    params={"meld": str(meld)},
                    option="rearrange_on_initial_turn",
                )
            )
    return tuple(found)


def is_opening(
    old: Table, new: Table, laid: TilesLike, rules: MeldRules, opening: OpeningRules
) -> bool:
    """
    Whether a turn is an opening; :func:`opening_problems` says why not.
    """
    return not opening_problems(old, new, laid, rules, opening)


def arrange(tiles: TilesLike, rules: MeldRules) -> Table | None:
    """
    Arrange tiles to melds, all of them, or say that it cannot be done.

    >>> [str(meld) for meld in arrange("b5 b6 b7 r5 k5 y5 b4", MeldRules())]
    ['b4 b5 b6 b7', 'r5 y5 k5']

    Raises:
        InvalidNotationError: Some tile is not of the set.
        InvalidPositionError: There are more tiles of a face than the set has.
    """
    counts = counts_of(tiles, rules)
    check_counts(counts, rules)
    return _arrange(counts, rules)


def _arrange(counts: Counts, rules: MeldRules) -> Table | None:
    question = question_of(counts, counts)
    found = best_table(question, rules)
    return None if found is None else found[1]


def keep_melds(
    old: Table,
    new: Table,
    laid: TilesLike,
    rules: MeldRules,
    *,
    jokers: JokerRules | None = None,
) -> Table:
    """
    Arrange the tiles of a new table so that more melds of the old one stay as they are.

    Each old meld in turn is kept if all other tiles can still be arranged. This is quick and
    mostly keeps as many as possible, but not always.

    Args:
        old: The table before a turn.
        new: The table after it.
        laid: The tiles laid.
        rules: Which melds are valid.
        jokers: What may be done with jokers on the table; the new table is given back as it
            is if keeping melds would break this.
    """
    left = counts_of(table_tiles(new), rules)
    kept: list[Meld] = []
    rest = new
    for meld in old:
        tiles = counts_of(meld.tiles, rules)
        if left.holds(tiles):
            found = _arrange(left - tiles, rules)
            if found is not None:
                kept.append(meld)
                left, rest = left - tiles, found
    table = rules.table((*kept, *rest))
    if jokers is not None and joker_problems(old, table, rules.tile_set.read(laid), rules, jokers):
        return new
    return table


def playable_sets(
    hand: TilesLike, table: TableLike, rules: MeldRules, **terms: Unpack[Terms]
) -> Iterator[Play]:
    """
    Give each different multiset of tiles that can be laid, once, with one table for it.

    The order: by the first number, and there by the first colour, of which two plays lay
    different counts, the one that lays more comes first; jokers come after all numbers. There
    can be more than a hundred thousand; the iterator finds them one at a time.

    Args:
        hand: The tiles held.
        table: The melds on the table.
        rules: Which melds are valid.
        terms: What binds the player, as :class:`Terms` says.
    """
    seat = _seat(hand, table, rules, **terms)
    return (seat.play(found) for found in seat.every())


def maximal_plays(
    hand: TilesLike, table: TableLike, rules: MeldRules, **terms: Unpack[Terms]
) -> tuple[Play, ...]:
    """
    Give each multiset of tiles that can be laid while no larger one that holds it can.

    Arguments as for :func:`best_play`; the order is that of :func:`playable_sets`. Ten times the
    limit is for all of them together; where that or the time is not enough, some may be missing,
    and none is proven.
    """
    terms["limit"] = 10 * terms.get("limit", MOST_WAYS)
    seat = _seat(hand, table, rules, **terms)
    found = maximal_sets(seat.best, seat.hand, rules, seat.turn.effort)
    return tuple(seat.play(one) for one in found)
