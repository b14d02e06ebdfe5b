"""
The jokers of a table: when they may be used anew, and what is paid for them.

A joker **stays** if it stands for the same face as before, beside at least one tile of its old
meld; otherwise it is **freed**, and a freed joker has a *price* and a *destination*. Equal
jokers and copies have no identity, so a turn is in order if some matching of the old tiles to
the new ones is. In a group the colours of jokers are not kept: such a joker stands for any of
the colours that are missing.

Tiles are matched exactly: every way in which the old jokers can be the new ones is tried until
one is in order, with the copies of faces told apart where it matters
(:mod:`tilerules.melds.matching`); the reasons given are those of the way that comes closest.

Of a table that is not whole, with broken melds or tiles missing, no more is said than what is
certain: a joker in a broken meld may stand for anything, and one that is missing is not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Literal, TypeAlias

import attrs

from tilerules.melds.matching import Wish, refused
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table, one_of
from tilerules.melds.notation import BrokenMeld
from tilerules.texts import Reason, join, plural
from tilerules.tiles import NumberTile, Tile

__all__ = [
    "JokerRules",
    "Proposed",
    "TableJoker",
    "joker_problems",
    "n_jokers_of",
    "naturals_of",
    "pay",
    "table_jokers",
]

Proposed: TypeAlias = "Sequence[Meld | BrokenMeld]"
"""A table on which some melds may be none."""


@attrs.frozen
class TableJoker:
    """
    A joker on the table.
    """

    at: int
    """The place of its meld on the table, from 0."""
    faces: tuple[NumberTile, ...]
    """What it may stand for: one face, or in a group any colour that is missing."""
    is_open: bool
    """Whether fewer jokers than colours missing leave open what it stands for."""


def table_jokers(table: Iterable[Meld | BrokenMeld], rules: MeldRules) -> tuple[TableJoker, ...]:
    """
    Give the jokers of a table with what they may stand for.
    """
    found: list[TableJoker] = []
    for at, meld in enumerate(table):
        if isinstance(meld, BrokenMeld):
            found += [TableJoker(at, faces, True) for faces in _told(meld, rules)]
            continue
        if not meld.jokers:
            continue
        if meld.kind is MeldKind.RUN:
            found += [TableJoker(at, (face,), False) for face in meld.joker_faces]
            continue
        naturals = meld.naturals
        held = {tile.colour for tile in naturals}
        number = naturals[0].number
        missing = tuple(NumberTile(c, number) for c in rules.letters if c not in held)
        is_open = len(missing) > len(meld.jokers)
        found += [TableJoker(at, missing, is_open)] * len(meld.jokers)
    return tuple(found)


def _told(meld: BrokenMeld, rules: MeldRules) -> Iterator[tuple[NumberTile, ...]]:
    """Give what each joker of a broken meld may stand for: what was told, or anything."""
    faces = tuple(face for face in rules.tile_set.faces if isinstance(face, NumberTile))
    for tile, told in meld.places:
        if not isinstance(tile, NumberTile):
            yield faces if told is None else (told,)


def naturals_of(meld: Meld | BrokenMeld) -> tuple[NumberTile, ...]:
    """Give the tiles of a meld, or of what was meant as one, that are no jokers."""
    if isinstance(meld, Meld):
        return meld.naturals
    return tuple(tile for tile in meld.tiles if isinstance(tile, NumberTile))


def n_jokers_of(meld: Meld | BrokenMeld) -> int:
    """Count its jokers."""
    return len(meld.tiles) - len(naturals_of(meld))


def pay(
    freed: Sequence[TableJoker],
    kept: Collection[tuple[int, NumberTile]],
    there: Counter[NumberTile],
    *,
    takes_all: bool,
) -> tuple[tuple[NumberTile, ...], ...]:
    """
    Pay as many freed jokers as possible, each with tiles of its own.

    Jokers of one meld stood for different faces, so no two of them have the same price, nor
    one the face that another still stands for.

    Args:
        freed: The jokers.
        kept: The old meld and the face of each joker that stays.
        there: The tiles that may pay.
        takes_all: Whether a joker that could be several faces costs them all.

    Returns:
        What is paid for each joker, nothing where there is nothing to pay with.
    """
    # A way is one price, or nothing, for each joker. It holds if every tile is there as often as it
    # is spent and no two jokers of a meld have one price; paying all costs, none may be left out.
    best: tuple[tuple[NumberTile, ...], ...] = ((),) * len(freed)
    ways: list[list[tuple[NumberTile, ...]]] = []
    for joker in freed:
        if takes_all and joker.is_open:
            ways.append([joker.faces, ()])
        else:
            faces = [face for face in joker.faces if (joker.at, face) not in kept]
            ways.append([*[(face,) for face in faces], ()])
    n_paid = 0
    for way in product(*ways):
        single = [
            (joker.at, part) for joker, part in zip(freed, way, strict=True) if len(part) == 1
        ]
        spent = Counter(face for part in way for face in part)
        is_enough = all([there[face] >= n for face, n in spent.items()])
        if len(set(single)) == len(single) and is_enough and sum(map(bool, way)) > n_paid:
            best, n_paid = way, sum(map(bool, way))
            if n_paid == len(freed):
                break
    return best


Stays: TypeAlias = "tuple[NumberTile | None, ...]"
"""What each old joker still stands for; None for one that is freed."""

Moves: TypeAlias = "Sequence[tuple[TableJoker, TableJoker]]"
"""Each old joker with the new one that it became."""

_MOST_TRIED = 4096
"""So many ways are tried in which the jokers of a table with broken melds can have moved."""

_NOWHERE, _ANYWHERE = -1, -2
"""The places of a tile that is missing from the new table, and of one that lies no matter where."""


@attrs.frozen(kw_only=True)
class JokerRules:
    """
    What a player may do with a joker that lies on the table.
    """

    price: Literal["rearrange", "rack_or_table", "rack"] = one_of(
        "rack_or_table", "rearrange", "rack"
    )
    """What freeing one costs: nothing (``"rearrange"``); a natural tile of its old face on the
    table; or such a tile among those just laid."""
    destination: Literal["any", "new_meld", "new_meld_two_from_rack"] = one_of(
        "any", "new_meld", "new_meld_two_from_rack"
    )
    """Where it may go: into any meld; into one that holds no whole former meld; or into such a
    one with at least two tiles just laid."""
    lock: bool = False
    """Whether the natural tiles of a meld with a joker have to stay in one meld, and the joker
    with them unless it is freed."""
    both_colours: bool = False
    """Whether a joker in a group that lacks several colours costs all of them, not one."""

    @property
    def is_free(self) -> bool:
        """Whether these rules forbid nothing."""
        return self.price == "rearrange" and self.destination == "any" and not self.lock


def joker_problems(
    old: Table, new: Proposed, laid: Iterable[Tile], rules: MeldRules, joker_rules: JokerRules
) -> tuple[Reason, ...]:
    """
    Say what a turn does with jokers that it may not; nothing if all is in order.

    Args:
        old: The table before the turn.
        new: The table after it, with every tile of the old one and those laid; of one that
            is not whole only what is certain is said.
        laid: The tiles laid from the hand.
        rules: Which melds are valid.
        joker_rules: What may be done with jokers.
    """
    if joker_rules.is_free:
        return ()
    before = table_jokers(old, rules)
    if not before:
        return ()
    case = _Case(old, new, tuple(laid), rules, joker_rules, before)
    best: tuple[Reason, ...] | None = None
    after = table_jokers(new, rules)
    if joker_rules.destination == "any":
        after = _to_stay_or_not(before, after)
    after += (TableJoker(_NOWHERE, (), False),) * (len(before) - len(after))
    # Which joker became which is not known: a turn is in order if it is so in any way. Hence
    # a broken table with too many ways to try them all breaks no rule for certain.
    is_broken = any(isinstance(meld, BrokenMeld) for meld in new)
    for order in _orders(before, after):
        if is_broken and case.n_tried > _MOST_TRIED:
            return ()
        found = case.judge(order)
        if not found:
            return ()
        if best is None or len(found) < len(best):
            best = found
    return best or ()


def _to_stay_or_not(
    before: Sequence[TableJoker], after: Sequence[TableJoker]
) -> tuple[TableJoker, ...]:
    """Make new jokers equal that lie in melds where none stays, if it matters not where they go."""
    faces = {face for joker in before for face in joker.faces}
    homes = {joker.at for joker in after if not faces.isdisjoint(joker.faces)}
    freed = TableJoker(_ANYWHERE, (), False)
    return tuple(joker if joker.at in homes else freed for joker in after)


def _orders(
    before: Sequence[TableJoker], after: Sequence[TableJoker], first: int = 0
) -> Iterator[tuple[TableJoker, ...]]:
    """
    Give every way in which old jokers can have become new ones.

    Equal jokers can be exchanged, so equal old ones took their places in order, from the place
    ``first`` on, and of equal new ones only the first is tried.
    """
    if not before:
        yield ()
        return
    tried = set()
    for at in range(first, len(after)):
        if after[at] not in tried:
            tried.add(after[at])
            rest = (*after[:at], *after[at + 1 :])
            next_first = at if before[1:2] == before[:1] else 0
            for others in _orders(before[1:], rest, next_first):
                yield (after[at], *others)


_TEXTS = {
    "joker-meld-locked": ("joker_lock", "tiles are taken from {meld}, which has a joker"),
    "joker-not-in-new-meld": (
        "joker_dest",
        "the freed joker of {meld} went to {there}, which holds the former meld {former}",
    ),
    "joker-without-two-tiles": (
        "joker_dest",
        "the freed joker of {meld} went to {there}, with {tiles} just laid; it needs two",
    ),
    "joker-not-paid": ("joker_source", "the joker of {meld} is freed, but no {faces} is {where}"),
}
"""The option that forbids it and what is said, by code."""


def _reason(code: str, **params: object) -> Reason:
    option, template = _TEXTS[code]
    return Reason(code=code, template=template, params=params, option=option)


class _Case:
    """
    One turn to be judged.
    """

    def __init__(
        self,
        old: Table,
        new: Proposed,
        laid: tuple[Tile, ...],
        rules: MeldRules,
        joker_rules: JokerRules,
        before: tuple[TableJoker, ...],
    ) -> None:
        self.old = old
        self.new = new
        self.rules = rules
        self.joker_rules = joker_rules
        self.before = before
        self.n_tried = 0
        self.laid = Counter(tile for tile in laid if isinstance(tile, NumberTile))
        self.homes: dict[NumberTile, list[int]] = {}
        for at, meld in enumerate(new):
            for face in naturals_of(meld):
                self.homes.setdefault(face, []).append(at)
        self.on_table = Counter({face: len(homes) for face, homes in self.homes.items()})
        self.lying = Counter(face for meld in old for face in meld.naturals)

    def judge(self, order: Sequence[TableJoker]) -> tuple[Reason, ...]:
        """Give the problems if the old jokers became these new ones."""
        moved = list(zip(self.before, order, strict=True))
        best: tuple[Reason, ...] | None = None
        for stays in self._ways_to_stay(moved):
            self.n_tried += 1
            left = refused(list(self._wishes(moved, stays)))
            if left is None:
                continue
            found = self._unpaid(moved, stays) + left
            if not found:
                return ()
            if best is None or len(found) < len(best):
                best = tuple(found)
        return best or ()

    def _wishes(self, moved: Moves, stays: Stays) -> Iterator[Wish]:
        """Wish where copies of faces went: beside a joker that stays, together, or apart."""
        staying = [one for one, face in zip(moved, stays, strict=True) if face is not None]
        freed = [one for one, face in zip(moved, stays, strict=True) if face is None]
        for joker, now in staying:
            yield from self._beside(joker, now, moved)
        if self.joker_rules.lock:
            for at in sorted({joker.at for joker in self.before}):
                yield self._together(at, [now.at for joker, now in staying if joker.at == at])
        if self.joker_rules.destination != "any":
            for joker, now in freed:
                if now.at != _NOWHERE:
                    yield from self._apart(joker, now, moved)
                    if self.joker_rules.destination == "new_meld_two_from_rack":
                        yield from self._two_laid(joker, now, moved)

    def _ways_to_stay(self, moved: Moves) -> Iterator[Stays]:
        """Give every choice of jokers that stay; those of one meld stand for different faces."""
        ways: list[list[NumberTile | None]] = []
        for joker, now in moved:
            ways.append([*[face for face in joker.faces if face in now.faces], None])
        for way in product(*ways):
            kept = [
                (face, joker.at, now.at)
                for face, (joker, now) in zip(way, moved, strict=True)
                if face is not None
            ]
            if all(
                one[0] != other[0] or (one[1] != other[1] and one[2] != other[2])
                for one, other in combinations(kept, 2)
            ):
                yield way

    def _beside(self, joker: TableJoker, now: TableJoker, moved: Moves) -> Iterator[Wish]:
        """Wish for something of its old meld beside a joker that stays."""
        same = [1 for before, after in moved if (before.at, after.at) == (joker.at, now.at)]
        if len(same) == 1:
            there = naturals_of(self.new[now.at])
            faces = [face for face in self.old[joker.at].naturals if face in there]
            yield Wish(tuple([{(face, joker.at): now.at} for face in faces]))

    def _together(self, at: int, homes_of_jokers: Sequence[int]) -> Wish:
        """Wish that the tiles of a locked meld that are there lie in one, with its jokers."""
        faces = [face for face in self.old[at].naturals if self.on_table[face] >= self.lying[face]]
        homes = set(range(len(self.new))).intersection(
            *[{home} for home in homes_of_jokers], *[self.homes[face] for face in faces]
        )
        return Wish(
            tuple([{(face, at): home for face in faces} for home in sorted(homes)]),
            _reason("joker-meld-locked", meld=str(self.old[at])),
        )

    def _apart(self, joker: TableJoker, now: TableJoker, moved: Moves) -> Iterator[Wish]:
        """Wish that the meld to which a freed joker went holds no former meld whole."""
        # One tile of a former meld elsewhere is enough; where all its copies must be here, no claim
        # says so, and the wish is granted by nothing.
        there = set(naturals_of(self.new[now.at]))
        for at, former in enumerate(self.old):
            faces = former.naturals
            is_whole = all(after.at == now.at for before, after in moved if before.at == at)
            is_missing = any(self.on_table[face] < self.lying[face] for face in faces)
            if not there.issuperset(faces) or not is_whole or is_missing:
                continue
            elsewhere = [
                {(face, at): home} for face in faces for home in self.homes[face] if home != now.at
            ]
            yield Wish(
                tuple(elsewhere),
                _reason(
                    "joker-not-in-new-meld",
                    meld=str(self.old[joker.at]),
                    there=str(self.new[now.at]),
                    former=str(former),
                ),
            )

    def _two_laid(self, joker: TableJoker, now: TableJoker, moved: Moves) -> Iterator[Wish]:
        """Wish that the meld to which a freed joker went has two tiles from the hand."""
        meld = self.new[now.at]
        naturals = naturals_of(meld)
        more = self.on_table - self.lying
        laid = [face for face in dict.fromkeys(naturals) if more[face]]
        n_jokers = n_jokers_of(meld) - sum(1 for _old, after in moved if after.at == now.at)
        if n_jokers >= 2:
            return
        # Copies from the hand are told apart by negative places.
        grants = [
            dict.fromkeys(zip(faces, places, strict=True), now.at)
            for faces in combinations(laid, 2 - n_jokers)
            for places in product(*[range(-more[face], 0) for face in faces])
        ]
        count = min(1, n_jokers + len(laid))
        yield Wish(
            tuple(grants),
            _reason(
                "joker-without-two-tiles",
                meld=str(self.old[joker.at]),
                there=str(meld),
                count=count,
                tiles=plural(count, "tile"),
            ),
        )

    def _unpaid(self, moved: Moves, stays: Stays) -> list[Reason]:
        """Say of each freed joker that no natural tile pays for it."""
        price = self.joker_rules.price
        ways = list(zip(moved, stays, strict=True))
        freed = [old for (old, now), face in ways if face is None and now.at != _NOWHERE]
        if price == "rearrange" or not freed:
            return []
        there = self.laid if price == "rack" else self.on_table
        takes_all = self.joker_rules.both_colours
        kept = {(old.at, face) for (old, _now), face in ways if face is not None}
        paid = pay(freed, kept, there, takes_all=takes_all)
        where = "among the tiles just laid" if price == "rack" else "on the table"
        # A face that another joker of the meld stood for is no price any more.
        gone = kept | {
            (old.at, face) for old, spent in zip(freed, paid, strict=True) for face in spent
        }
        found = []
        for joker, spent in zip(freed, paid, strict=True):
            if spent:
                continue
            faces = joker.faces
            if not (takes_all and joker.is_open):
                faces = tuple(face for face in faces if (joker.at, face) not in gone)
            found.append(
                _reason(
                    "joker-not-paid",
                    meld=str(self.old[joker.at]),
                    faces=join(faces, "and" if takes_all and joker.is_open else "or"),
                    where=where,
                )
            )
        return found
