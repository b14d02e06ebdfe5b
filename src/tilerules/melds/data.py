"""
Melds as plain data.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from tilerules.layouts.data import FORMS, layout_data
from tilerules.melds.layout import Melds

__all__ = ["MeldData", "MeldTileData", "MeldsData"]


class MeldTileData(TypedDict):
    """A tile in a meld."""

    tile: str
    """The tile; ``J`` for a joker."""
    stands_for: str
    """The face at its place: its own, or what the joker stands for."""


class MeldData(TypedDict):
    """A run or a group."""

    label: str
    """Its number, from 1."""
    kind: Literal["run", "group"]
    """Run or group."""
    text: str
    """The meld in notation."""
    tiles: list[MeldTileData]
    """Its tiles, place by place."""
    fits: list[str]
    """The faces that can be added to it."""


class MeldsData(TypedDict):
    """The melds on the table."""

    kind: Literal["melds"]
    """Which form it is."""
    melds: list[MeldData]
    """In canonical order: runs by colour, then groups by number."""


FORMS.append(MeldsData)


@layout_data.register
def _(layout: Melds) -> MeldsData:
    fits = {end.label: [str(tile) for tile in end.fits] for end in layout.open_ends}
    return {
        "kind": "melds",
        "melds": [
            {
                "label": label,
                "kind": meld.kind.value,
                "text": str(meld),
                "tiles": [
                    {"tile": str(tile), "stands_for": str(face)}
                    for tile, face in zip(meld.tiles, meld.faces, strict=True)
                ],
                "fits": fits.get(label, []),
            }
            for label, meld in ((str(at), meld) for at, meld in enumerate(layout.melds, 1))
        ],
    }
