"""
The jokers of a table, and what each may stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import attrs

from tilerules.layouts.meld_notation import BrokenMeld
from tilerules.layouts.melds import Meld, MeldKind, MeldRules
from tilerules.tiles import NumberTile

__all__ = ["Proposed", "TableJoker", "n_jokers_of", "naturals_of", "table_jokers"]

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
