"""
When a joker on the table may be used anew: a question about the table before and after a turn.

A joker **stays** if it stands for the same face as before, beside at least one tile of its old
meld; otherwise it is **freed**, and a freed joker has a *price* and a *destination*. Equal
jokers and copies have no identity, so a turn is in order if some matching of the old tiles to
the new ones is. In a group the colours of jokers are not kept: such a joker stands for any of
the colours that are missing.

Tiles are matched exactly: every way in which the old jokers can be the new ones, and every way
in which copies that lie in different melds can have changed places, is tried until one is in
order; the reasons given are those of the way that comes closest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Literal, TypeAlias

import attrs

from tilerules.layouts.melds import Meld, MeldKind, MeldRules, Table
from tilerules.texts import Reason
from tilerules.tiles import NumberTile, Tile

__all__ = ["JokerRules", "TableJoker", "joker_problems", "table_jokers"]

Owner: TypeAlias = "dict[tuple[NumberTile, int], int]"
"""Where the copy of a face from an old meld lies: the place of a meld of the new table."""


@attrs.frozen(kw_only=True)
class JokerRules:
    """
    What a player may do with a joker that lies on the table.
    """

    source: Literal["rearrange", "rack_or_table", "rack"] = "rack_or_table"
    """The price of a freed joker: nothing; a natural tile of its old face on the new table; or
    such a tile among those just laid."""
    dest: Literal["any", "new_meld", "new_meld_two_from_rack"] = "any"
    """Where a freed joker may go: into any meld; into one that holds no whole former meld; or
    into such a one with at least two tiles just laid."""
    lock: bool = False
    """Whether the natural tiles of a meld with a joker have to stay in one meld, and the joker
    with them unless it is freed."""
    group_both_colours: bool = False
    """Whether a joker in a group that lacks several colours costs all of them, not one."""

    @property
    def is_free(self) -> bool:
        """Whether these rules forbid nothing."""
        return self.source == "rearrange" and self.dest == "any" and not self.lock


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


def table_jokers(table: Iterable[Meld], rules: MeldRules) -> tuple[TableJoker, ...]:
    """
    Give the jokers of a table with what they may stand for.
    """
    found = []
    for at, meld in enumerate(table):
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


def joker_problems(
    old: Table, new: Table, laid: Iterable[Tile], rules: MeldRules, joker_rules: JokerRules
) -> tuple[Reason, ...]:
    """
    Say what a turn does with jokers that it may not; nothing if all is in order.

    Args:
        old: The table before the turn.
        new: The table after it, with every tile of the old one and those laid.
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
    for owner in case.owners():
        for order in dict.fromkeys(permutations(after, len(before))):
            found = case.judge(owner, order)
            if not found:
                return ()
            if best is None or len(found) < len(best):
                best = found
    return best or ()


class _Case:
    """
    One turn to be judged.
    """

    def __init__(
        self,
        old: Table,
        new: Table,
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
            for face in meld.naturals:
                self.homes.setdefault(face, []).append(at)
        self.on_table = Counter({face: len(homes) for face, homes in self.homes.items()})

    def owners(self) -> Iterator[Owner]:
        """Give every way in which the tiles that matter can have moved."""
        matter = {joker.at for joker in self.before}
        if self.joker_rules.dest != "any":
            matter.update(self._swallowed())
        faces: dict[NumberTile, list[int]] = {}
        for at in range(len(self.old)):
            for face in self.old[at].naturals:
                faces.setdefault(face, []).append(at)
        wanted = {face for at in matter for face in self.old[at].naturals}
        choices: list[list[list[tuple[tuple[NumberTile, int], int]]]] = []
        for face, melds in faces.items():
            if face in wanted:
                homes = self.homes.get(face, [])
                choices.append(
                    [
                        [((face, at), home) for at, home in zip(melds, order, strict=True)]
                        for order in permutations(homes, len(melds))
                    ]
                )
        for way in product(*choices):
            yield {key: home for part in way for key, home in part}

    def _swallowed(self) -> Iterator[int]:
        """Give the old melds that may lie whole in a new meld with a joker."""
        for meld in self.new:
            if meld.jokers:
                held = set(meld.naturals)
                for at, former in enumerate(self.old):
                    if held.issuperset(former.naturals):
                        yield at

    def judge(self, owner: Owner, order: Sequence[TableJoker]) -> tuple[Reason, ...]:
        """Give the problems if the tiles moved so and the old jokers became the new ones."""
        moved = list(zip(self.before, order, strict=True))
        best: tuple[Reason, ...] | None = None
        for stays in self._ways_to_stay(moved, owner):
            freed = [i for i, is_staying in enumerate(stays) if not is_staying]
            found = self._unpaid([self.before[i] for i in freed])
            if self.joker_rules.lock:
                found += self._torn(owner, [one for i, one in enumerate(moved) if stays[i]])
            if self.joker_rules.dest != "any":
                for i in freed:
                    found += self._misplaced(*moved[i], owner, order)
            if not found:
                return ()
            if best is None or len(found) < len(best):
                best = tuple(found)
        return best or ()

    def _ways_to_stay(
        self, moved: Sequence[tuple[TableJoker, TableJoker]], owner: Owner
    ) -> Iterator[tuple[bool, ...]]:
        """Give every choice of jokers that stay; those of one meld stand for different faces."""
        ways: list[list[NumberTile | None]] = []
        for joker, now in moved:
            faces: list[NumberTile | None] = []
            if self._is_beside(joker, now, moved, owner):
                faces += [face for face in joker.faces if face in now.faces]
            ways.append([*faces, None])
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
                yield tuple(face is not None for face in way)

    def _is_beside(
        self,
        joker: TableJoker,
        now: TableJoker,
        moved: Sequence[tuple[TableJoker, TableJoker]],
        owner: Owner,
    ) -> bool:
        """Whether a joker has a tile of its old meld beside it."""
        if any(owner[face, joker.at] == now.at for face in self.old[joker.at].naturals):
            return True
        same = [1 for before, after in moved if (before.at, after.at) == (joker.at, now.at)]
        return len(same) > 1

    def _unpaid(self, freed: list[TableJoker]) -> list[Reason]:
        """Give the freed jokers that no natural tile is there for."""
        source = self.joker_rules.source
        if source == "rearrange" or not freed:
            return []
        there = self.laid if source == "rack" else self.on_table
        paid = _pay(freed, there, self.joker_rules.group_both_colours)
        where = "among the tiles just laid" if source == "rack" else "on the table"
        return [
            Reason(
                code="joker-not-paid",
                template="the joker of {meld} is freed, but no {faces} is {where}",
                params={
                    "meld": str(self.old[joker.at]),
                    "faces": self._price(joker),
                    "where": where,
                },
                option="joker_source",
            )
            for joker, is_paid in zip(freed, paid, strict=True)
            if not is_paid
        ]

    def _price(self, joker: TableJoker) -> str:
        is_all = joker.is_open and self.joker_rules.group_both_colours
        return (" and " if is_all else " or ").join(str(face) for face in joker.faces)

    def _torn(self, owner: Owner, staying: Sequence[tuple[TableJoker, TableJoker]]) -> list[Reason]:
        """Give the melds with a joker whose tiles do not stay together."""
        found = []
        for at in sorted({joker.at for joker in self.before}):
            homes = {owner[face, at] for face in self.old[at].naturals}
            homes.update(now.at for joker, now in staying if joker.at == at)
            if len(homes) > 1:
                found.append(
                    Reason(
                        code="joker-meld-locked",
                        template="tiles are taken from {meld}, which has a joker",
                        params={"meld": str(self.old[at])},
                        option="joker_lock",
                    )
                )
        return found

    def _misplaced(
        self, joker: TableJoker, now: TableJoker, owner: Owner, order: Sequence[TableJoker]
    ) -> list[Reason]:
        """Give what is wrong with the meld that a freed joker went to."""
        found = []
        meld = self.new[now.at]
        for at, former in enumerate(self.old):
            jokers = [
                other.at
                for before, other in zip(self.before, order, strict=True)
                if before.at == at
            ]
            homes = [owner.get((face, at)) for face in former.naturals] + jokers
            if set(homes) == {now.at}:
                found.append(
                    Reason(
                        code="joker-not-in-new-meld",
                        template="the freed joker of {meld} went to {there}, which holds the "
                        "former meld {former}",
                        params={
                            "meld": str(self.old[joker.at]),
                            "there": str(meld),
                            "former": str(former),
                        },
                        option="joker_dest",
                    )
                )
        if self.joker_rules.dest == "new_meld_two_from_rack":
            n_laid = self._n_laid(now.at, order)
            if n_laid < 2:
                found.append(
                    Reason(
                        code="joker-without-two-tiles",
                        template="the freed joker of {meld} went to {there}, with {count} tiles "
                        "just laid; it needs two",
                        params={
                            "meld": str(self.old[joker.at]),
                            "there": str(meld),
                            "count": n_laid,
                        },
                        option="joker_dest",
                    )
                )
        return found

    def _n_laid(self, at: int, order: Sequence[TableJoker]) -> int:
        """Count the tiles of a new meld that can be ones just laid."""
        meld = self.new[at]
        old_jokers = sum(1 for other in order if other.at == at)
        naturals = sum(1 for face in meld.naturals if self.laid[face])
        return naturals + len(meld.jokers) - old_jokers


def _pay(freed: list[TableJoker], there: Counter[NumberTile], takes_all: bool) -> list[bool]:
    """Pay as many freed jokers as possible, each with tiles of its own."""
    best = [False] * len(freed)
    ways: list[list[tuple[NumberTile, ...]]] = []
    for joker in freed:
        if takes_all and joker.is_open:
            ways.append([joker.faces, ()])
        else:
            ways.append([*[(face,) for face in joker.faces], ()])
    for way in product(*ways):
        spent = Counter(face for part in way for face in part)
        if all(there[face] >= count for face, count in spent.items()):
            paid = [bool(part) for part in way]
            if sum(paid) > sum(best):
                best = paid
    return best
