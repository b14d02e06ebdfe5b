"""
A slow and plain answer to whether a turn uses the jokers of the table as it may.

Every way in which each old tile can be one of the new ones is tried, with every choice of
what the jokers of groups stand for, before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from tilerules.melds.jokers import JokerRules
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table
from tilerules.tiles import NumberTile, Tile

Place = tuple[int, int]
"""A meld of a table and a tile of the meld, both from 0."""


def is_in_order(old: Table, new: Table, rules: MeldRules, joker_rules: JokerRules) -> bool:
    """Say whether some way of telling tiles and jokers apart keeps the rules."""
    return any(
        _keeps(old, new, home, before, after, rules, joker_rules)
        for home in _homes(old, new)
        for before in _readings(old, rules)
        for after in _readings(new, rules)
    )


def _places(table: Table) -> Iterator[tuple[Place, Tile]]:
    for at, meld in enumerate(table):
        for i, tile in enumerate(meld.tiles):
            yield (at, i), tile


def _homes(old: Table, new: Table) -> Iterator[dict[Place, Place]]:
    """Give every way in which the old tiles can be new ones of the same face."""
    ways = []
    for face in {tile for _place, tile in _places(old)}:
        from_ = [place for place, tile in _places(old) if tile == face]
        to = [place for place, tile in _places(new) if tile == face]
        ways.append([list(zip(from_, one, strict=True)) for one in permutations(to, len(from_))])
    for way in product(*ways):
        yield dict(pair for part in way for pair in part)


def _missing(meld: Meld, rules: MeldRules) -> list[NumberTile]:
    held = {tile.colour for tile in meld.naturals}
    number = meld.faces[0].number
    return [NumberTile(letter, number) for letter in rules.letters if letter not in held]


def _readings(table: Table, rules: MeldRules) -> Iterator[dict[Place, NumberTile]]:
    """Give every choice of what each joker stands for."""
    choices = []
    for at, meld in enumerate(table):
        places = [(at, i) for i in meld.jokers]
        faces: list[tuple[NumberTile, ...]] = [meld.joker_faces]
        if meld.kind is MeldKind.GROUP:
            faces = list(permutations(_missing(meld, rules), len(places)))
        choices.append([dict(zip(places, one, strict=True)) for one in faces])
    for way in product(*choices):
        yield {place: face for part in way for place, face in part.items()}


def _keeps(
    old: Table,
    new: Table,
    home: dict[Place, Place],
    before: dict[Place, NumberTile],
    after: dict[Place, NumberTile],
    rules: MeldRules,
    joker_rules: JokerRules,
) -> bool:
    def stays(joker: Place) -> bool:
        there = home[joker]
        is_beside = any(
            place != joker and place[0] == joker[0] and home[place][0] == there[0] for place in home
        )
        return is_beside and after[there] == before[joker]

    freed = [joker for joker in before if not stays(joker)]
    locked = {joker[0] for joker in before} if joker_rules.lock else set()
    for at in locked:
        inside = [place for place in home if place[0] == at and place not in freed]
        if len({home[place][0] for place in inside}) > 1:
            return False
    laid = {place for place, _tile in _places(new)} - set(home.values())
    if joker_rules.price != "rearrange":
        there = Counter(
            tile
            for place, tile in _places(new)
            if isinstance(tile, NumberTile) and (joker_rules.price != "rack" or place in laid)
        )
        if not _price(freed, old, before, rules, joker_rules) <= there:
            return False
    return joker_rules.destination == "any" or all(
        _is_new(home[joker][0], old, home)
        and (
            joker_rules.destination == "new_meld"
            or sum(place[0] == home[joker][0] for place in laid) >= 2
        )
        for joker in freed
    )


def _price(
    freed: list[Place],
    old: Table,
    before: dict[Place, NumberTile],
    rules: MeldRules,
    joker_rules: JokerRules,
) -> Counter[NumberTile]:
    price: Counter[NumberTile] = Counter()
    for joker in freed:
        meld = old[joker[0]]
        missing = _missing(meld, rules) if meld.kind is MeldKind.GROUP else []
        is_open = len(missing) > len(meld.jokers)
        price.update(missing if is_open and joker_rules.both_colours else [before[joker]])
    return price


def _is_new(at: int, old: Table, home: dict[Place, Place]) -> bool:
    """Say whether a new meld holds no old one whole."""
    return not any(
        all(home[former, i][0] == at for i in range(len(meld))) for former, meld in enumerate(old)
    )
