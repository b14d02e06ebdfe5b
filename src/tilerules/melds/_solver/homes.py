"""
The melds that a joker of the table may stay in or go to.

A joker that stays, the tiles of a locked meld, and a freed joker that is limited in where it
may go each *demand* one meld of the new table. This module lists the melds that meet a demand.
Of melds that can be cut in two, so that one part still meets it, only the parts are listed:
a table with the parts is one table more to choose from, and it lays the same tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import attrs

from tilerules.melds._solver.counts import Counts
from tilerules.melds.jokers import JokerRules, TableJoker
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table, kept_by_rules
from tilerules.tiles import NumberTile


@attrs.frozen
class Demand:
    """
    Something that one meld of the new table has to meet.
    """

    melds: tuple[Meld, ...]
    """The melds that meet it, the likeliest first."""
    takes_joker: bool
    """Whether it takes a joker of that meld."""
    face: NumberTile | None = None
    """What a joker that stays stands for."""


def demands_of(
    table: Table,
    jokers: Iterable[tuple[TableJoker, NumberTile | None]],
    hand: Counts,
    rules: MeldRules,
    joker_rules: JokerRules,
) -> tuple[Demand, ...]:
    """
    Give the demands that the old jokers make, those of jokers that stay first.

    A joker that stays demands a meld with something of its old one; a locked meld of which one was
    freed demands that its tiles lie together; a freed joker that may not go anywhere demands a
    meld to go to.

    Args:
        table: The table before the turn.
        jokers: Its jokers, with the face each keeps or None where it is freed.
        hand: The tiles that may be laid.
        rules: Which melds are valid.
        joker_rules: What may be done with jokers.
    """
    # A lock is one demand of its meld, however many of its jokers are freed; where one stays, the
    # melds listed for that already hold all its tiles.
    stays: list[Demand] = []
    locks: dict[int, Demand] = {}
    moves: list[Demand] = []
    for joker, face in jokers:
        old = table[joker.at]
        if face is not None:
            melds = _where_it_stays(old, face, rules, joker_rules.lock)
            stays.append(Demand(melds, takes_joker=True, face=face))
            continue
        if joker_rules.lock:
            locks[joker.at] = Demand(_around(old, rules), takes_joker=False)
        if joker_rules.destination != "any":
            n_laid = 2 if joker_rules.destination == "new_meld_two_from_rack" else 0
            moves.append(Demand(_where_it_goes(hand, rules, n_laid), takes_joker=True))
    return (*stays, *locks.values(), *moves)


@lru_cache(maxsize=1024)
def _where_it_stays(
    old: Meld, face: NumberTile, rules: MeldRules, is_locked: bool
) -> tuple[Meld, ...]:
    """Give every meld in which a joker of an old one can stay: with a tile, or all, of that."""
    naturals = set(old.naturals)
    found = []
    for meld in _with_joker_for(face, rules):
        held = naturals.intersection(meld.naturals)
        # Without a lock, another joker of its old meld will do beside it.
        is_pair = min(len(meld.jokers), len(old.jokers)) > 1 and not is_locked
        if held == naturals or (held and not is_locked) or is_pair:
            n_between = _most_between(meld, old, rules)
            spans = [(at - n_between - 1, at + n_between + 1) for at in meld.jokers]
            if is_pair:
                spans = [(meld.jokers[0] - n_between - 1, meld.jokers[-1] + n_between + 1)]
            if is_locked:
                # What else may have to stay with a second joker is not known here.
                places = range(len(meld)) if len(meld.jokers) > 1 else _places(meld, naturals)
                spans = [(min(*meld.jokers, *places), max(*meld.jokers, *places))]
            if not _can_be_cut(meld, rules, spans):
                found.append(meld)
    return tuple(sorted(found, key=lambda meld: (meld != old, len(meld.jokers), len(meld))))


def _most_between(meld: Meld, old: Meld, rules: MeldRules) -> int:
    """
    Give how many tiles there can be between a joker and the nearest tile of its old run.

    All faces between them are in both runs, each held by another joker in one of them.
    """
    return len(old.jokers) - 1 if len(meld.jokers) == 1 else 2 * rules.n_jokers - 2


@lru_cache(maxsize=1024)
def _around(old: Meld, rules: MeldRules) -> tuple[Meld, ...]:
    """Give every meld that holds all natural tiles of an old one."""
    naturals = set(old.naturals)
    melds = _runs(old.naturals[0].colour, rules)
    if old.kind is MeldKind.GROUP:
        melds += _groups(rules)
    found = []
    for meld in melds:
        if naturals.issubset(meld.naturals):
            places = _places(meld, naturals)
            if not _can_be_cut(meld, rules, [(min(places), max(places))]):
                found.append(meld)
    return tuple(sorted(found, key=lambda meld: (len(meld.jokers), len(meld))))


@lru_cache(maxsize=256)
def _where_it_goes(hand: Counts, rules: MeldRules, n_laid: int) -> tuple[Meld, ...]:
    """Give every meld with a joker that can have so many tiles of the hand beside it."""
    every = (*(run for letter in rules.letters for run in _runs(letter, rules)), *_groups(rules))
    held = faces_held(hand, rules)
    found = []
    for meld in every:
        if meld.jokers:
            beside = len(held.intersection(meld.naturals))
            beside += min(len(meld.jokers) - 1, hand.jokers)
            # Where tiles of the hand have to lie in the meld, its parts might have too few.
            if beside >= n_laid and (n_laid or not _can_be_cut(meld, rules, ())):
                found.append((beside, meld))
    found.sort(key=lambda one: (-one[0], len(one[1])))
    return tuple([meld for _beside, meld in found])


def _places(meld: Meld, faces: set[NumberTile]) -> list[int]:
    return [at for at, face in enumerate(meld.faces) if face in faces]


def _can_be_cut(meld: Meld, rules: MeldRules, spans: Sequence[tuple[int, int]]) -> bool:
    """
    Whether a run can be cut in two with no cut between some first and last places.

    A group is never cut; nor is a run where so many jokers exist that a part could be of
    jokers alone.
    """
    least = rules.min_run
    if meld.kind is MeldKind.GROUP or rules.n_jokers >= least:
        return False
    return any(
        all(not low < at <= high for low, high in spans)
        for at in range(least, len(meld) - least + 1)
    )


def faces_held(tiles: Counts, rules: MeldRules) -> set[NumberTile]:
    return {
        rules.face(letter, number)
        for number, row in enumerate(tiles.rows, 1)
        for letter, n in zip(rules.letters, row, strict=True)
        if n
    }


def _with_joker_for(face: NumberTile, rules: MeldRules) -> Iterator[Meld]:
    """Give every meld in which a joker can stand for a face."""
    yield from (run for run in _runs(face.colour, rules) if face in run.joker_faces)
    for group in _groups(rules):
        # The colours of jokers are not kept in a group.
        is_free = group.jokers and face not in group.naturals
        if is_free and group.faces[0].number == face.number:
            yield group


@lru_cache(maxsize=64)
def _runs(colour: str, rules: MeldRules) -> tuple[Meld, ...]:
    highest, last = rules.highest, rules.last_place
    return tuple(
        [
            rules.run(colour, low, high, jokers=held)
            for low in range(1, last + 1)
            for high in range(low + rules.min_run - 1, min(low + highest - 1, last) + 1)
            for n_jokers in range(min(rules.joker_limit, high - low) + 1)
            for held in combinations(range(low, high + 1), n_jokers)
        ]
    )


@kept_by_rules
def _groups(rules: MeldRules) -> tuple[Meld, ...]:
    letters = rules.letters
    return tuple(
        [
            rules.group(number, colours, jokers=size - len(colours))
            for number in range(1, rules.highest + 1)
            for size in range(rules.min_group, len(letters) + 1)
            for n_colours in range(max(1, size - rules.joker_limit), size + 1)
            for colours in combinations(letters, n_colours)
        ]
    )
