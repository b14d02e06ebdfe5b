"""
Where the tiles of melds lie in a picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from tilerules.melds.layout import Melds
from tilerules.melds.meld import Meld, Table
from tilerules.pictures.laying_out import WIDTH, lay_out
from tilerules.pictures.scene import Placed, Scene

__all__: list[str] = []

_PITCH = 1.9
_GAP = 0.8
"""Between two melds of a row."""


@attrs.frozen
class _Spread:
    """A meld at a place."""

    meld: Meld
    x: float
    row: int

    @property
    def end(self) -> float:
        return self.x + len(self.meld)


@lay_out.register
def _(layout: Melds, *, names: Sequence[str] = (), before: Sequence[Melds] = ()) -> Scene:
    tiles = [
        Placed(
            one.x + at,
            one.row * _PITCH,
            tile,
            stands_for=None if tile == face else face,
        )
        for one in _spread([*[earlier.melds for earlier in before], layout.melds])
        for at, (tile, face) in enumerate(zip(one.meld.tiles, one.meld.faces, strict=True))
    ]
    return Scene(tuple(tiles), room=(0, 0, WIDTH, 1.4))


def _spread(tables: Iterable[Table]) -> list[_Spread]:
    """
    Find a place for each meld: one that is left alone stays, one that grows stays if it can.
    """
    placed: list[_Spread] = []
    for table in tables:
        wanted = Counter(table)
        kept: list[_Spread] = []
        gone: list[_Spread] = []
        for one in placed:
            is_there = wanted[one.meld] > 0
            wanted[one.meld] -= is_there
            (kept if is_there else gone).append(one)
        for meld in wanted.elements():
            old = [one for one in gone if one.meld.faces[0] == meld.faces[0]]
            places = [(one.x, one.row) for one in old if _is_free(one.x, one.row, meld, kept)]
            x, row = places[0] if places else _free_place(meld, kept)
            kept.append(_Spread(meld, x, row))
        placed = kept
    return placed


def _is_free(x: float, row: int, meld: Meld, placed: Sequence[_Spread]) -> bool:
    end = x + len(meld)
    return (end <= WIDTH or not x) and all(
        one.row != row or one.end + _GAP <= x or end + _GAP <= one.x for one in placed
    )


def _free_place(meld: Meld, placed: Sequence[_Spread]) -> tuple[float, int]:
    """Give the first place with room for a meld."""
    row = 0
    while True:
        ends = sorted([one.end + _GAP for one in placed if one.row == row])
        for x in (0.0, *ends):
            if _is_free(x, row, meld, placed):
                return x, row
        row += 1
