"""
Rounds set up by hand: what lies on the table, who holds what.
"""

from __future__ import annotations

from tilerules import Round, Variant
from tilerules.play.restoring.reading import read_position

__all__ = ["set_up"]


def set_up(
    variant: Variant,
    layout: str,
    *hands: str,
    to_move: int = 0,
    stock: str = "",
    more: str = "",
) -> Round:
    """
    Set a round up; tiles that are named nowhere are out of play.

    Args:
        variant: The game; no tile of it may be there twice.
        layout: What lies on the table, as in a position.
        hands: The tiles of each seat, with blanks between.
        to_move: The seat to move.
        stock: The tiles left face down, the next to be drawn first.
        more: Further words of the position.
    """
    tile_set = variant.tiles
    bound = variant.plan(len(hands)).layout
    left = tile_set.full & ~bound.tiles(bound.load(layout))
    for tiles in (*hands, stock):
        left &= ~tile_set.mask(tiles)

    def write(text: str) -> str:
        return ",".join(map(str, tile_set.read(text)))

    fields = {
        "seats": str(len(hands)),
        "move": str(to_move),
        "hands": "/".join(map(write, hands)),
        "stock": write(stock),
        "aside": ",".join(map(str, tile_set.bag(left))),
        "layout": layout,
    }
    words = [f"{key}:{value}" for key, value in fields.items() if value]
    return read_position(" ".join([f"{variant.key}@{variant.version}", *words, more]), variant)
