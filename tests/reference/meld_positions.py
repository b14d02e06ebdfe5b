"""
Hands and tables to try a meld solver on, and what every play has to keep.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from tilerules.melds.best_sets import Goal, Play, best_play
from tilerules.melds.meld import MeldRules, Table, meld_readings, table_tiles
from tilerules.tiles import Joker, Tile

GOALS: tuple[Goal, ...] = ("tiles", "points", "tiles_then_points")


def weights_of(rules: MeldRules, by: Goal) -> dict[Tile, int]:
    """Give what each face adds to a goal."""
    per_tile, per_point = {"tiles": (1, 0), "points": (0, 1), "tiles_then_points": (1000, 1)}[by]
    return {
        face: per_tile + per_point * (30 if isinstance(face, Joker) else face.pips)
        for face in (*rules.tile_set.faces, Joker())
    }


def assert_legal(hand: Iterable[Tile], table: Table, play: Play, rules: MeldRules) -> None:
    """Check that no tile comes or goes, and that every meld is one as it is written."""
    laid = Counter(play.laid)

    assert not laid - Counter(hand)
    assert Counter(table_tiles(play.table)) == Counter(table_tiles(table)) + laid
    for meld in play.table:
        places = [
            (tile, face if isinstance(tile, Joker) else None)
            for tile, face in zip(meld.tiles, meld.faces, strict=True)
        ]
        assert meld in meld_readings(places, rules)


def shuffled(rng: random.Random, rules: MeldRules, joker_pull: float) -> list[Tile]:
    """Shuffle a set, jokers rather in front."""
    tiles = list(rules.tile_set.tiles)
    tiles.sort(key=lambda tile: rng.random() * (joker_pull if isinstance(tile, Joker) else 1))
    return tiles


def positions(
    rng: random.Random, rules: MeldRules, count: int, most_table: int, most_hand: int
) -> Iterator[tuple[list[Tile], Table]]:
    """Give random hands and tables."""
    for _ in range(count):
        tiles = shuffled(rng, rules, rng.choice([0.3, 1]))
        pool = tiles[: rng.randint(0, most_table)]
        rest = tiles[len(pool) :]
        table = best_play(pool, (), rules).table if rng.random() < 0.8 else ()
        yield rest[: rng.randint(1, most_hand)], table
