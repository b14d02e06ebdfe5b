"""
Adding tiles to melds without changing them otherwise.

By some rules a player may do this before the initial meld, when nothing may be rearranged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TypeVar

from tilerules.melds.best_sets import OpeningRules, Play, arrange, is_opening, playable_sets
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table
from tilerules.tiles import Joker, NumberTile, Tile

__all__ = ["extended", "extended_plays", "extends", "is_extended"]

T = TypeVar("T")


def extends(new: Meld, old: Meld) -> bool:
    """
    Whether one meld is another one with tiles added, or none: every joker stays what it is.

    >>> rules = MeldRules()
    >>> extends(rules.run("b", 4, 8), rules.run("b", 5, 7))
    True
    """
    if new.kind is not old.kind:
        return False
    if new.kind is MeldKind.GROUP:
        same = new.faces[0].number == old.faces[0].number
        more_jokers = len(new.jokers) >= len(old.jokers)
        return same and more_jokers and set(new.naturals).issuperset(old.naturals)
    if old.faces[0] not in new.faces:
        return False
    at = new.faces.index(old.faces[0])
    jokers = {place - at for place in new.jokers if 0 <= place - at < len(old)}
    return new.faces[at : at + len(old)] == old.faces and jokers == set(old.jokers)


def is_extended(old: Table, new: Table, *, only: bool) -> bool:
    """
    Whether every meld of a table still lies in another one, some perhaps with tiles added.

    Args:
        old: The table before.
        new: The table after.
        only: Whether no further meld may lie there.
    """
    if only and len(new) > len(old):
        return False
    homes = [[at for at, meld in enumerate(new) if extends(meld, one)] for one in old]
    tenant: dict[int, int] = {}

    def place(meld: int, tried: set[int]) -> bool:
        """Find a home for a meld, moving others out of the way."""
        for at in homes[meld]:
            if at not in tried:
                tried.add(at)
                if at not in tenant or place(tenant[at], tried):
                    tenant[at] = meld
                    return True
        return False

    return all(place(meld, set()) for meld in range(len(old)))


def extended_plays(
    hand: Iterable[Tile],
    table: Table,
    rules: MeldRules,
    opening: OpeningRules,
    *,
    joker_value: int = 0,
) -> Iterator[Play | None]:
    """
    Give a play for each multiset of tiles that can be laid only by adding to melds.

    None is given for each way to lay tiles that is no such play, so that who takes them knows how
    many were looked at.

    Without ``opening.rearrange`` these are also openings of which some tiles are added to
    melds. Openings that the solver finds by itself are left out.

    Args:
        hand: The tiles held.
        table: The melds on the table.
        rules: Which melds are valid.
        opening: What an opening is.
        joker_value: The points of a joker laid.
    """
    # What opens by itself is the solver's: of each multiset only one play is given in all.
    seen: set[tuple[Tile, ...]] = set()
    held = Counter(hand)
    faces = rules.tile_set.faces

    def play(laid: Counter[Tile], melds: Iterable[Meld]) -> Play | None:
        tiles = tuple(face for face in faces for _ in range(laid[face]))
        if not tiles or tiles in seen:
            return None
        seen.add(tiles)
        opens = is_opening((), (), tiles, rules, opening)
        if opens and (opening.rearrange or arrange(tiles, rules) is not None):
            return None
        value = sum(joker_value if isinstance(tile, Joker) else tile.pips for tile in tiles)
        return Play(laid=tiles, table=rules.table(melds), value=value)

    for changed, added in _extensions(table, held, rules):
        yield play(added, changed)
        if opening.rearrange or not added:
            continue
        for fresh in playable_sets((held - added).elements(), (), rules):
            laid = added + Counter(fresh.laid)
            opens = is_opening((), (), tuple(laid.elements()), rules, opening)
            yield play(laid, (*changed, *fresh.table)) if opens else None


def _extensions(
    table: Table, hand: Counter[Tile], rules: MeldRules
) -> Iterator[tuple[Table, Counter[Tile]]]:
    """Give every way to add tiles of a hand to the melds of a table, adding none included."""
    if not table:
        yield (), Counter()
        return
    first, *others = table
    for meld in extended(first, hand, rules):
        added = Counter(meld.tiles)
        added.subtract(first.tiles)
        added = +added
        if added <= hand:
            for rest, more in _extensions(tuple(others), hand - added, rules):
                yield (meld, *rest), added + more


def extended(meld: Meld, hand: Counter[Tile], rules: MeldRules) -> Iterator[Meld]:
    """Give a meld, and all that tiles of a hand can make of it by being added."""
    jokers = min(hand[Joker()], rules.joker_limit - len(meld.jokers))
    yield meld
    if meld.kind is MeldKind.GROUP:
        yield from _wider(meld, hand, jokers, rules)
    else:
        yield from _longer(meld, hand, jokers, rules)


def _wider(meld: Meld, hand: Counter[Tile], jokers: int, rules: MeldRules) -> Iterator[Meld]:
    """Give what a group becomes with more colours, and with up to so many more jokers."""
    number = meld.faces[0].number
    letters = [tile.colour for tile in meld.naturals]
    room = len(rules.letters) - len(meld)
    missing = [
        letter
        for letter in rules.letters
        if letter not in letters and hand[NumberTile(letter, number)]
    ]
    for chosen in _subsets(missing, room):
        for more in range(min(jokers, room - len(chosen)) + 1):
            if chosen or more:
                colours = (*letters, *chosen)
                yield rules.group(number, colours, jokers=len(meld.jokers) + more)


def _longer(meld: Meld, hand: Counter[Tile], jokers: int, rules: MeldRules) -> Iterator[Meld]:
    """Give what a run becomes with tiles at its ends, up to so many more of them jokers."""
    colour, low = meld.faces[0].colour, meld.faces[0].number
    high = low + len(meld) - 1
    held = [low + place for place in meld.jokers]
    for start in range(low, 0, -1):
        for end in range(high, min(start + rules.highest - 1, rules.last_place) + 1):
            places = [*range(start, low), *range(high + 1, end + 1)]
            gaps = {place for place in places if not hand[rules.face(colour, place)]}
            for chosen in _subsets(places, jokers) if places else ():
                if gaps.issubset(chosen):
                    yield rules.run(colour, start, end, jokers=(*held, *chosen))


def _subsets(items: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Give all choices of up to so many items, the fewest first."""
    return chain.from_iterable(combinations(items, n) for n in range(max(most, 0) + 1))
