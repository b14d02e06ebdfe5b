"""
Slow and plain answers about melds, to compare the solver with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product

from tilerules.melds.meld import Meld, MeldRules, all_melds
from tilerules.tiles import Joker, NumberTile, Tile

Faces = tuple[int, ...]


def is_meld(tiles: tuple[Tile, ...], rules: MeldRules) -> set[tuple[str, int]]:
    """Try all stand-ins for the jokers; give the kind and the value of all valid readings."""
    naturals = [tile for tile in tiles if isinstance(tile, NumberTile)]
    n_jokers = len(tiles) - len(naturals)
    found: set[tuple[str, int]] = set()
    if not naturals or n_jokers > rules.joker_limit:
        return found
    faces = [NumberTile(c, n) for c in rules.letters for n in range(1, rules.highest + 1)]
    for stand_ins in product(faces, repeat=n_jokers):
        shown = naturals + list(stand_ins)
        numbers = [face.number for face in shown]
        colours = [face.colour for face in shown]
        if (
            len(shown) >= rules.min_group
            and len(set(numbers)) == 1
            and len(set(colours)) == len(shown)
        ):
            found.add(("group", sum(numbers)))
        if len(shown) >= rules.min_run and len(set(colours)) == 1 and _consecutive(numbers, rules):
            found.add(("run", sum(numbers)))
    return found


def _consecutive(numbers: list[int], rules: MeldRules) -> bool:
    orders = [sorted(numbers)]
    if rules.one_high == "high_or_low" and 1 in numbers:
        orders.append(sorted(rules.highest + 1 if n == 1 else n for n in numbers))
    return len(numbers) <= rules.highest and any(
        order == list(range(order[0], order[0] + len(order))) for order in orders
    )


class Reference:
    """
    Plays by trying every set of melds.
    """

    def __init__(self, rules: MeldRules, *, longest_run: int | None = None) -> None:
        self.rules = rules
        faces = list(rules.tile_set.faces)
        if Joker() not in faces:
            faces.append(Joker())
        self.faces = faces
        self.place = {face: i for i, face in enumerate(faces)}
        self.melds: list[Meld] = []
        seen: set[tuple[int, ...]] = set()
        self.needs: list[tuple[int, ...]] = []
        for meld in all_melds(rules, longest_run=longest_run):
            places = tuple(sorted(self.place[tile] for tile in meld.tiles))
            if places not in seen:
                seen.add(places)
                self.melds.append(meld)
                self.needs.append(places)

    def counts(self, tiles: Iterable[Tile]) -> Faces:
        """Count faces."""
        counted = Counter(tiles)
        return tuple(counted[face] for face in self.faces)

    def can_arrange(self, tiles: Iterable[Tile]) -> bool:
        """Whether tiles can be arranged, by exact cover."""
        return _cover(self, self.counts(tiles))

    def best(self, hand: Iterable[Tile], table: Iterable[Tile], weights: dict[Tile, int]) -> int:
        """The most that can be laid, over every sub-multiset of the hand."""
        hand, table = list(hand), list(table)
        best = -1
        for size in range(len(hand) + 1):
            for laid in set(combinations(sorted(hand, key=str), size)):
                worth = sum(weights[tile] for tile in laid)
                if worth > best and self.can_arrange([*table, *laid]):
                    best = worth
        return best


@lru_cache(maxsize=200_000)
def _cover(reference: Reference, left: Faces) -> bool:
    first = next((i for i, count in enumerate(left) if count), None)
    if first is None:
        return True
    for need in reference.needs:
        if need[0] == first or first in need:
            after = list(left)
            for place in need:
                after[place] -= 1
            if min(after) >= 0 and _cover(reference, tuple(after)):
                return True
    return False


def arrangements(reference: Reference, tiles: Iterable[Tile]) -> set[tuple[Meld, ...]]:
    """Every table that some tiles can make."""
    every = _melds_by_first(reference)
    found: set[tuple[Meld, ...]] = set()

    def go(left: Faces, made: tuple[Meld, ...]) -> None:
        first = next((i for i, count in enumerate(left) if count), None)
        if first is None:
            found.add(reference.rules.table(made))
            return
        for meld, places in every.get(first, ()):
            after = list(left)
            for place in places:
                after[place] -= 1
            if min(after) >= 0:
                go(tuple(after), (*made, meld))

    go(reference.counts(tiles), ())
    return found


@lru_cache(maxsize=64)
def _melds_by_first(reference: Reference) -> dict[int, list[tuple[Meld, tuple[int, ...]]]]:
    found: dict[int, list[tuple[Meld, tuple[int, ...]]]] = {}
    for meld in all_melds(reference.rules):
        places = tuple(sorted(reference.place[tile] for tile in meld.tiles))
        for place in set(places):
            found.setdefault(place, []).append((meld, places))
    return found
