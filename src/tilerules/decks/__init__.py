"""
Tile sets, bags of tiles, seeds and the shuffle: what exists before anyone sits down.

A **tile set** is the equipment: it numbers its tiles once (``0 <= tile id < len(tile_set)``),
copies of one face next to each other, so that a collection of tiles is an int with one bit a
tile. A **bag** wraps such an int for reading.
"""

from tilerules.decks.sets import TileBag, TileSet, double_set, numbered_set
from tilerules.decks.shuffle import (
    SEED_BITS,
    SHUFFLE_VERSION,
    Seed,
    Shuffler,
    check_seed,
    seed_text,
)

__all__ = [
    "SEED_BITS",
    "SHUFFLE_VERSION",
    "Seed",
    "Shuffler",
    "TileBag",
    "TileSet",
    "check_seed",
    "double_set",
    "numbered_set",
    "seed_text",
]
