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
from itertools import combinations, islice, product
from typing import Literal, TypeAlias

import attrs

from tilerules.melds.matching import Wish, refused
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table, one_of
from tilerules.melds.notation import BrokenMeld
from tilerules.texts import Listed, Reason, counted, say
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
    ways: list[list[tuple[NumberTile, ...]]] = []
    for joker in freed:
        parts: list[tuple[NumberTile, ...]] = [
            (face,) for face in joker.faces if (joker.at, face) not in kept
        ]
        if takes_all and joker.is_open:
            parts = [joker.faces]
        ways.append([part for part in parts if all(there[face] for face in part)])
    best: dict[int, tuple[NumberTile, ...]] = {}
    most = sum(map(bool, ways))

    def go_on(first: int, paid: dict[int, tuple[NumberTile, ...]], left: int) -> None:
        """Pay the jokers from one on; it must stay true that no tile is spent twice."""
        nonlocal best
        if len(paid) > len(best):
            best = paid
        for at in range(first, len(freed)):
            # No more can be paid than there are left who have any price.
            if len(best) == most or len(paid) + left <= len(best):
                return
            left -= bool(ways[at])
            spent = Counter(face for part in paid.values() for face in part)
            taken = {paid[other] for other in paid if freed[other].at == freed[at].at}
            for part in ways[at]:
                is_taken = len(part) == 1 and part in taken
                if not is_taken and all(there[face] > spent[face] for face in part):
                    go_on(at + 1, {**paid, at: part}, left)

    go_on(0, {}, most)
    return tuple(best.get(at, ()) for at in range(len(freed)))


Stays: TypeAlias = "tuple[NumberTile | None, ...]"
"""What each old joker still stands for; None for one that is freed."""

Moves: TypeAlias = "Sequence[tuple[TableJoker, TableJoker]]"
"""Each old joker with the new one that it became."""

_MOST_TRIED = 4096
"""So many ways are tried in which the jokers of a table can have moved."""

_MOST_BLAMED = 256
"""So many ways are compared to say what is wrong with a table that is not in order."""

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
    after = table_jokers(new, rules)
    if joker_rules.destination == "any":
        after = _to_stay_or_not(before, after)
    after += (TableJoker(_NOWHERE, (), False),) * (len(before) - len(after))
    # Which joker became which is not known: a turn is in order if it is so in any way. Hence
    # a broken table with too many ways to try them all breaks no rule for certain.
    is_in_order = case.is_in_order(after)
    if is_in_order or (is_in_order is None and any(isinstance(one, BrokenMeld) for one in new)):
        return ()
    ways = (way for order in _orders(before, after) for way in case.ways(order))
    return min((case.judge(*way) for way in islice(ways, _MOST_BLAMED)), key=len)


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
        "the joker of {meld} must stay what it was, or go into a new meld: {there} holds all of "
        "{former}",
    ),
    "joker-without-two-tiles": (
        "joker_dest",
        "the freed joker of {meld} went to {there}, with {tiles} just laid; it needs two",
    ),
    "joker-not-paid": ("joker_source", "to free the joker of {meld} you need {faces} {where}"),
}
"""The option that forbids it and what is said, by code."""


def _reason(code: str, **params: object) -> Reason:
    option, template = _TEXTS[code]
    return Reason(code=code, template=template, params=params, option=option)


_NO_WAY = Reason(code="joker-moved-otherwise", template="the jokers moved in another way")


def _are_apart(moved: Moves, stays: Stays) -> bool:
    """Whether the jokers that stay in one meld, the old or the new, stand for different faces."""
    kept = [(face, *way) for face, way in zip(stays, moved, strict=True) if face is not None]
    return all(
        one[0] != other[0] or (one[1].at != other[1].at and one[2].at != other[2].at)
        for one, other in combinations(kept, 2)
    )


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
        self.laid = Counter(tile for tile in laid if isinstance(tile, NumberTile))
        self.homes: dict[NumberTile, list[int]] = {}
        for at, meld in enumerate(new):
            for face in naturals_of(meld):
                self.homes.setdefault(face, []).append(at)
        self.on_table = Counter({face: len(homes) for face, homes in self.homes.items()})
        self.lying = Counter(face for meld in old for face in meld.naturals)
        self.added = self.on_table - self.lying
        self.payers = self.laid if joker_rules.price == "rack" else self.on_table

    def is_in_order(self, after: Sequence[TableJoker]) -> bool | None:
        """
        Whether the old jokers can have become these new ones; None where too much would be tried.

        With up to six jokers all is tried, and mostly one look is enough.
        """
        # Depth first, a joker after the other, likeliest first. A way is left as soon as a joker is
        # freed that nothing pays for, or two stand for one face: neither can get better.
        n_tried = 0

        def place(moved: Moves, stays: Stays, rest: Sequence[TableJoker], first: int) -> bool:
            nonlocal n_tried
            if n_tried > _MOST_TRIED:
                return False
            n_tried += 1
            at = len(moved)
            if at == len(self.before):
                return self._holds(moved, stays)
            joker = self.before[at]
            for to in sorted(
                {new: n for n, new in reversed([*enumerate(rest)][first:])}.values(),
                key=lambda n: not set(joker.faces).intersection(rest[n].faces),
            ):
                new = rest[to]
                others = (*rest[:to], *rest[to + 1 :])
                next_first = to if self.before[at + 1 : at + 2] == (joker,) else 0
                for face in (*[one for one in joker.faces if one in new.faces], None):
                    if not self._is_possible(joker, new, face):
                        continue
                    ways = [*moved, (joker, new)], (*stays, face)
                    if _are_apart(*ways) and place(*ways, others, next_first):
                        return True
            return False

        found = place([], (), after, 0)
        return found if found or n_tried <= _MOST_TRIED else None

    def _is_possible(self, joker: TableJoker, now: TableJoker, face: NumberTile | None) -> bool:
        """
        Whether a joker can have become another one, whatever the others did.

        One that stays has something of its old meld beside it; of one that is freed a tile that
        might pay for it is there.
        """
        if face is None:
            is_free = self.joker_rules.price == "rearrange" or now.at == _NOWHERE
            return is_free or any(self.payers[one] for one in joker.faces)
        old = self.old[joker.at]
        there = naturals_of(self.new[now.at])
        return len(old.jokers) > 1 or not set(there).isdisjoint(old.naturals)

    def _holds(self, moved: Moves, stays: Stays) -> bool:
        """Whether one way is in order."""
        wishes = []
        for wish in self._wishes(moved, stays):
            if not wish.grants:
                return False
            wishes.append(wish)
        return not self._unpaid(moved, stays) and refused(wishes) == []

    def ways(self, order: Sequence[TableJoker]) -> Iterator[tuple[Moves, Stays]]:
        """Give every choice of jokers that stay, if the old ones became these new ones."""
        moved = list(zip(self.before, order, strict=True))
        choices = [[*[face for face in old.faces if face in new.faces], None] for old, new in moved]
        return ((moved, stays) for stays in product(*choices) if _are_apart(moved, stays))

    def judge(self, moved: Moves, stays: Stays) -> tuple[Reason, ...]:
        """Give the problems of one way; of one that is none at all, more than any has."""
        left = refused(list(self._wishes(moved, stays)))
        if left is None:
            return (_NO_WAY,) * (len(self.before) * len(self.new) + 1)
        return (*self._unpaid(moved, stays), *left)

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
        laid = [face for face in dict.fromkeys(naturals) if self.added[face]]
        n_jokers = n_jokers_of(meld) - sum(1 for _old, after in moved if after.at == now.at)
        if n_jokers >= 2:
            return
        # Copies from the hand are told apart by negative places.
        grants = [
            dict.fromkeys(zip(faces, places, strict=True), now.at)
            for faces in combinations(laid, 2 - n_jokers)
            for places in product(*[range(-self.added[face], 0) for face in faces])
        ]
        count = min(1, n_jokers + len(laid))
        yield Wish(
            tuple(grants),
            _reason(
                "joker-without-two-tiles",
                meld=str(self.old[joker.at]),
                there=str(meld),
                count=count,
                tiles=counted(count, "tile"),
            ),
        )

    def _unpaid(self, moved: Moves, stays: Stays) -> list[Reason]:
        """Say of each freed joker that no natural tile pays for it."""
        price = self.joker_rules.price
        ways = list(zip(moved, stays, strict=True))
        freed = [old for (old, now), face in ways if face is None and now.at != _NOWHERE]
        if price == "rearrange" or not freed:
            return []
        takes_all = self.joker_rules.both_colours
        kept = {(old.at, face) for (old, _now), face in ways if face is not None}
        paid = pay(freed, kept, self.payers, takes_all=takes_all)
        where = say("joker.on-table", "on the table")
        if price == "rack":
            where = say("joker.from-hand", "from your hand")
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
                    faces=Listed(faces, "and" if takes_all and joker.is_open else "or"),
                    where=where,
                )
            )
        return found
