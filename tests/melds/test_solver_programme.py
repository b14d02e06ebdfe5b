"""
The meld solver against an integer programme: over two thousand positions of the full set.

The programme knows melds and faces only, no states; it is :mod:`reference.meld_programme`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from budgets import count
from reference.meld_positions import GOALS, assert_legal, positions, shuffled, weights_of
from reference.meld_programme import Programme
from tilerules.melds.best_sets import Goal, best_play
from tilerules.melds.meld import MeldRules, Table, table_tiles
from tilerules.melds.notation import dump_table, parse_table
from tilerules.tiles import Joker, Tile

Position = tuple[list[Tile], Table]
Corner = Callable[[random.Random], Iterator[Position]]

pytestmark = pytest.mark.slow

RULES = MeldRules()
WHOLE = {
    "default": RULES,
    "one-high": MeldRules(one_high="high_or_low"),
    "one-joker-each": MeldRules(max_jokers_per_meld=1),
    "no-jokers-in-melds": MeldRules(max_jokers_per_meld=0),
}


@cache
def programme_of(name: str) -> Programme:
    """Make the programme of some rules, where there is a solver for it."""
    pytest.importorskip("scipy")
    return Programme(WHOLE[name])


def assert_as_programme(position: Position, by: Goal, name: str = "default") -> None:
    """Compare one play with the integer programme."""
    (hand, table), rules = position, WHOLE[name]
    weights = weights_of(rules, by)
    play = best_play(hand, table, rules, by=by)

    assert play.proven
    assert_legal(hand, table, play, rules)
    assert programme_of(name).best(hand, table_tiles(table), weights) == sum(
        weights[tile] for tile in play.laid
    ), (hand, dump_table(table))


@pytest.mark.parametrize("seed", range(8))
def test_best_plays_are_those_of_an_integer_programme(seed: int) -> None:
    """On the full set the best play is worth what the programme finds."""
    n = count("melds: integer programme")
    for i, position in enumerate(positions(random.Random(seed), RULES, n, 80, 25)):
        assert_as_programme(position, GOALS[i % 3])


def long_runs(rng: random.Random) -> Iterator[Position]:
    """Give hands with jokers, duplicates, and runs of nearly full length."""
    read = RULES.tile_set.read
    colour = rng.choice("rykb")
    missing = rng.sample(range(1, 14), rng.randint(0, 3))
    run = [f"{colour}{n}" for n in range(1, 14) if n not in missing]
    jokers = ["J"] * rng.randint(0, 2)
    others = [str(t) for t in shuffled(rng, RULES, 1) if not isinstance(t, Joker)]
    extra = [text for text in others if text not in run][: rng.randint(0, 8)]
    yield list(read(" ".join([*run, *jokers, *extra]))), ()
    twins = [text for text in run for _ in range(rng.randint(1, 2))]
    yield list(read(" ".join([*twins, *jokers]))), ()


def odd_tables(rng: random.Random) -> Iterator[Position]:
    """Give hands beside melds of jokers and beside a full run."""
    for text in (
        "r7 J(y7) J(k7)",
        "b12 b13 J | k1 k2 J",
        "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13",
    ):
        table = parse_table(text, RULES)
        left = Counter(RULES.tile_set.tiles) - Counter(table_tiles(table))
        yield rng.sample(list(left.elements()), rng.randint(0, 14)), table


def nearly_all(rng: random.Random) -> Iterator[Position]:
    """Give positions in which every tile, or nearly every one, lies on the table."""
    tiles = shuffled(rng, RULES, 1)
    n_held = rng.choice([0, 1, 2, 5, 14, 25])
    table = best_play(tiles[n_held:], (), RULES).table
    yield tiles[:n_held], table
    on_table = Counter(table_tiles(table))
    yield list((Counter(tiles) - on_table).elements()), table


def nothing(rng: random.Random) -> Iterator[Position]:
    """Give positions with nothing in the hand, or on the table, or either."""
    tiles = shuffled(rng, RULES, rng.choice([0.01, 1]))
    n_held = rng.choice([0, 1, 2, 14, 25, 60, len(tiles)])
    yield tiles[:n_held], ()
    yield [], best_play(tiles[: rng.randint(0, 60)], (), RULES).table


@pytest.mark.parametrize("corner", [long_runs, odd_tables, nearly_all, nothing])
def test_corner_plays_are_those_of_an_integer_programme(corner: Corner) -> None:
    """So it is in corners: full or empty tables and hands, long runs, tables of jokers."""
    rng = random.Random(corner.__name__)
    for i in range(count("melds: integer programme, corners")):
        for position in corner(rng):
            assert_as_programme(position, GOALS[i % 3])


def test_wraps_are_those_of_an_integer_programme() -> None:
    """So it is where a 1 may be high, for hands and tables of mostly 12, 13, 1 and 2."""
    rules, rng = WHOLE["one-high"], random.Random(12)
    for i in range(count("melds: integer programme, wraps")):
        tiles = shuffled(rng, rules, rng.choice([0.01, 1]))
        tiles.sort(key=lambda tile: tile.pips in range(3, 12) and rng.random() < 0.8)
        most = rng.randint(0, 30)
        table = best_play(tiles[:most], (), rules).table
        assert_as_programme(
            (tiles[most : most + rng.randint(1, 20)], table), GOALS[i % 3], "one-high"
        )


@pytest.mark.parametrize("name", WHOLE)
def test_plays_with_both_jokers_are_those_of_an_integer_programme(name: str) -> None:
    """So it is with two jokers, for tables of 0 to 60 tiles and every rule of melds."""
    rules, rng = WHOLE[name], random.Random(name)
    sizes = set()
    lying_first = [0, 10, 20, 30, 40, 50, 60, 75]
    for i, most in enumerate(lying_first * count("melds: integer programme, both jokers")):
        tiles = shuffled(rng, rules, 0.001 if i % 2 else 1)
        table = best_play(tiles[:most], (), rules).table
        lying = len(table_tiles(table))
        assert_as_programme((tiles[most : most + 14 + i % 12], table), GOALS[i % 3], name)
        sizes.add(min(lying // 15, 4))
    assert sizes == {0, 1, 2, 3, 4}
