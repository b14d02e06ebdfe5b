"""
The meld solver: by the worked examples (TR-E) and trouble rows (R), and against brute force on
small sets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import attrs
import pytest

from budgets import count
from reference.meld_positions import GOALS, assert_legal, positions, shuffled, weights_of
from reference.melds import Reference, arrangements
from tilerules.decks import numbered_set
from tilerules.errors import InvalidPositionError, InvalidVariantError
from tilerules.melds._solver.counts import counts_of
from tilerules.melds._solver.openings import best_worth, minimal_openings
from tilerules.melds.best_sets import (
    OpeningRules,
    Play,
    arrange,
    best_opening,
    best_play,
    is_opening,
    keep_melds,
    maximal_plays,
    opening_problems,
    playable_sets,
)
from tilerules.melds.changes import steps
from tilerules.melds.jokers import JokerRules, joker_problems
from tilerules.melds.meld import MeldRules, Table, table_tiles
from tilerules.melds.notation import dump_table, parse_table
from tilerules.tiles import Joker, NumberTile, Tile

RULES = MeldRules()
FOUR = (("r", "red"), ("y", "yellow"), ("k", "black"), ("b", "blue"))
REDUCED = {
    "three-colours": MeldRules(tile_set=numbered_set(colours=FOUR[:3], highest=5)),
    "one-copy": MeldRules(tile_set=numbered_set(colours=FOUR[:3], highest=7, copies=1)),
    "runs-only": MeldRules(tile_set=numbered_set(colours=FOUR[:2], highest=6)),
    "one-high": MeldRules(
        tile_set=numbered_set(colours=FOUR[:3], highest=6), one_high="high_or_low"
    ),
    "short": MeldRules(tile_set=numbered_set(colours=FOUR[:3], highest=4)),
    "one-joker-each": MeldRules(tile_set=numbered_set(highest=6), max_jokers_per_meld=1),
    "no-jokers-in-melds": MeldRules(
        tile_set=numbered_set(colours=FOUR[:3], highest=6), max_jokers_per_meld=0
    ),
    "four-jokers": MeldRules(
        tile_set=numbered_set(colours=FOUR[:3], highest=5, copies=1, jokers=4)
    ),
    "three-copies": MeldRules(
        tile_set=numbered_set(colours=FOUR[:3], highest=6, copies=3, jokers=1)
    ),
    "pairs": MeldRules(
        tile_set=numbered_set(colours=FOUR[:3], highest=6, jokers=1), min_run=2, min_group=2
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", REDUCED)
def test_best_plays_are_those_of_brute_force(name: str) -> None:
    """On small sets the best play is worth what trying everything finds."""
    rules = REDUCED[name]
    reference, rng = Reference(rules), random.Random(name)
    n = count("melds: positions against brute force")
    for i, (hand, table) in enumerate(positions(rng, rules, n, 10, 7)):
        by = GOALS[i % 3]
        weights = weights_of(rules, by)
        play = best_play(hand, table, rules, by=by)

        assert_legal(hand, table, play, rules)
        assert play.proven
        assert reference.best(hand, table_tiles(table), weights) == sum(
            weights[tile] for tile in play.laid
        ), (hand, dump_table(table))


@pytest.mark.parametrize("name", REDUCED)
def test_what_can_be_arranged_is_what_exact_cover_arranges(name: str) -> None:
    """On small sets tiles are arranged if and only if an exact cover exists."""
    rules = REDUCED[name]
    reference, rng = Reference(rules), random.Random(name)
    for _ in range(count("melds: arrangements against exact cover")):
        tiles = shuffled(rng, rules, 0.5)[: rng.randint(0, 9)]
        table = arrange(tiles, rules)

        assert reference.can_arrange(tiles) == (table is not None)
        assert table is None or Counter(table_tiles(table)) == Counter(tiles)


def laid_by(hand: str, table: str, rules: MeldRules = RULES) -> str:
    """Give the tiles of the best play as text."""
    play = best_play(hand, table, rules)
    return " ".join(str(tile) for tile in play.laid)


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("b4 b6 b7", "r5 b5 k5 y5", "b4 b6 b7"),
        ("r5", "r3 r4 r5 r6 r7", "r5"),
        ("r5", "r3 r4 r5 r6", ""),
        ("b6 k6", "r5 r6 r7", ""),
        ("r3 r4 r5 r6 r7 b6 k6", "", "r3 r4 r5 r6 b6 k6"),
        ("y1", "r1 r2 r3 | r1 r2 r3", ""),
        ("b8 b9 b10 b11", "b5 b6 b7", "b8 b9 b10 b11"),
        ("J", "b11 b12 b13", "J"),
        ("J", "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13", "J"),
        ("b4 b3", "b5 b6 b7", "b3 b4"),
        ("", "r1 r2 r3", ""),
        ("J J", "", ""),
    ],
    ids=[
        "TR-E10",
        "TR-E11a",
        "TR-E11b",
        "TR-E12",
        "R02",
        "R12",
        "TR-E27",
        "R24",
        "full-run",
        "R40",
        "R39",
        "R15",
    ],
)
def test_worked_examples(hand: str, table: str, expected: str) -> None:
    """The best plays of the worked examples."""
    if expected == "r3 r4 r5 r6 b6 k6":
        # Six tiles either way; which of the two sixes' runs is cut does not matter.
        assert 6 == len(best_play(hand, table, RULES).laid)
    else:
        assert expected == laid_by(hand, table)


def test_the_greedy_run_is_not_taken() -> None:
    """R02: of r3-r7, b6 and k6 one tile is left over, and not by taking the longest run."""
    play = best_play("r3 r4 r5 r6 r7 b6 k6", "", RULES, by="tiles")

    assert 6 == len(play.laid)


def test_a_joker_has_a_run_to_be_added_to() -> None:
    """A solution without any run does not hide one with a run, to which jokers are added."""
    rules = REDUCED["one-copy"]
    hand = rules.tile_set.read("J y7 y6 J k5 y1 k1 r5 k4 r7 k7 r1 y2")
    by_points = weights_of(rules, "points")

    assert 94 == sum(by_points[tile] for tile in best_play(hand, (), rules, by="points").laid)


def test_more_tiles_than_the_set_has_are_refused() -> None:
    """A third copy of a face is no position."""
    with pytest.raises(InvalidPositionError, match="r3"):
        best_play("r3 r3", "r3 r4 r5", RULES)
    with pytest.raises(InvalidPositionError):
        arrange("J J J", RULES)


@pytest.mark.parametrize(
    ("hand", "single", "joker", "expected"),
    [
        ("b9 b10 b11", False, "value", 30),
        ("r7 b7 k7 r2 r3 r4", False, "value", 30),
        ("r7 b7 k7 r2 r3 r4", True, "value", None),
        ("r10 k10 J", False, "value", 30),
        ("r10 k10 J", False, "zero", None),
        ("r10 k10 J", False, "forbidden", None),
        ("b8 b9 J", False, "value", None),
        ("k12 k13 J", False, "value", 36),
        ("b7 J J", False, "value", None),
        ("b9 J J", False, "value", 30),
        ("r4 r5 r6 k5 b5 y5", False, "value", 30),
        ("r4 r5 r6 k4 b4 y4", False, "value", None),
        ("r11 r12 J", True, "value", 36),
    ],
    ids=[
        "TR-E3",
        "TR-E4",
        "TR-E4-single",
        "TR-E5-R03",
        "R04",
        "R04-forbidden",
        "TR-E6",
        "TR-E7",
        "TR-E16c",
        "nine",
        "R06",
        "R06b",
        "R24",
    ],
)
def test_openings(hand: str, single: bool, joker: str, expected: int | None) -> None:
    """The openings of the worked examples, and what they are worth."""
    found = best_opening(hand, RULES, single=single, joker=joker)  # type: ignore[arg-type]
    opening = OpeningRules(single=single, joker=joker)  # type: ignore[arg-type]

    assert expected == (None if found is None else found.value)
    assert (expected is not None) == is_opening((), (), hand, RULES, opening)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three-colours", "one-high"])
def test_openings_are_those_of_brute_force(name: str) -> None:
    """An opening has most tiles of all sets of melds that are worth enough."""
    rules = REDUCED[name]
    reference, rng = Reference(rules), random.Random(3)
    for _ in range(100):
        hand = shuffled(rng, rules, 0.4)[: rng.randint(3, 8)]
        at_least = rng.randint(5, 25)
        best = 0
        for size in range(1, len(hand) + 1):
            for tiles in set(combinations(sorted(hand, key=str), size)):
                for melds in arrangements(reference, tiles):
                    if sum(meld.value for meld in melds) >= at_least:
                        best = size
        found = best_opening(hand, rules, at_least=at_least)

        assert best == (0 if found is None else len(found.laid)), (hand, at_least)
        assert found is None or found.value >= at_least


def test_an_opening_may_be_rearranged_or_not() -> None:
    """TR-E26, TR-E27: whether the table is free in the opening turn is an option."""
    free, closed = OpeningRules(), OpeningRules(rearrange=False)
    old, new = parse_table("b5 b6 b7", RULES), parse_table("b5 b6 b7 b8 b9 b10 b11", RULES)

    assert is_opening(old, new, "b8 b9 b10 b11", RULES, free)
    problems = opening_problems(old, new, "b8 b9 b10 b11", RULES, closed)
    assert ["opening-changes-table"] == [problem.code for problem in problems]
    assert "b9 b10 b11" == " ".join(
        map(str, best_play("b9 b10 b11 r5", "r2 r3 r4", RULES, opening=closed).laid)
    )
    assert "r5 b9 b10 b11" == " ".join(
        map(str, best_play("b9 b10 b11 r5", "r2 r3 r4", RULES, opening=free).laid)
    )


def test_an_opening_is_found_where_the_best_play_has_none() -> None:
    """The best opening turn is that of brute force, also where it is not the best turn."""
    rules = REDUCED["three-colours"]
    reference, rng = Reference(rules), random.Random(8)
    n_other = 0
    for hand, table in positions(rng, rules, 120, 8, 6):
        opening = OpeningRules(at_least=rng.randint(6, 20))
        play = best_play(hand, table, rules, by="tiles", opening=opening)
        best = 0
        for size in range(1, len(hand) + 1):
            for tiles in set(combinations(sorted(hand, key=str), size)):
                if reference.can_arrange([*table_tiles(table), *tiles]) and is_opening(
                    (), (), tiles, rules, opening
                ):
                    best = size
        n_other += best != len(best_play(hand, table, rules, by="tiles").laid)

        assert play.proven
        assert best == len(play.laid)
        assert not play.laid or is_opening(table, play.table, play.laid, rules, opening)
    assert n_other > 10


JOKER_RULES = [
    JokerRules(price=source, destination=dest, lock=lock, both_colours=both)
    for source in ("rearrange", "rack_or_table", "rack")
    for dest in ("any", "new_meld", "new_meld_two_from_rack")
    for lock in (False, True)
    for both in (False, True)
]


def joker_positions(
    rng: random.Random, name: str, share: int = 1
) -> Iterator[tuple[list[Tile], Table, JokerRules]]:
    """Give small hands and tables with jokers, each with rules about them."""
    rules = REDUCED[name]
    reference = Reference(rules)
    number = count("melds: turns under joker rules against brute force")
    for _ in range(number // SHARES.get(name, 1) // share):
        tiles = shuffled(rng, rules, 0.1)
        n_pool = rng.randint(6, 8)
        pool, rest = tiles[:n_pool], tiles[n_pool:]
        lying = table_tiles(best_play(pool, (), rules).table)
        table = rng.choice(sorted(arrangements(reference, lying), key=dump_table))
        yield rest[: rng.randint(1, 4)], table, rng.choice(JOKER_RULES)


JOKER_SETS = ("three-colours", "one-copy", "one-joker-each", "one-high", "four-jokers")
SHARES = {"four-jokers": 3}
"""So many times fewer positions, as there are many tables to try."""


@pytest.mark.slow
@pytest.mark.parametrize("name", JOKER_SETS)
def test_best_plays_under_joker_rules_are_those_of_brute_force(name: str) -> None:
    """Where jokers are not free, for every price, destination and lock, a play is the best."""
    rules = REDUCED[name]
    reference = Reference(rules)
    n_less = 0
    for hand, table, joker_rules in joker_positions(random.Random(name), name):
        best = _best_by_force(reference, hand, table, joker_rules)
        play = best_play(hand, table, rules, by="tiles", jokers=joker_rules)

        assert_legal(hand, table, play, rules)
        assert not joker_problems(table, play.table, play.laid, rules, joker_rules)
        assert play.proven
        assert best == len(play.laid), (hand, dump_table(table), joker_rules)
        n_less += best < len(best_play(hand, table, rules, by="tiles").laid)
    assert n_less


@pytest.mark.slow
@pytest.mark.parametrize("name", JOKER_SETS)
def test_all_plays_under_joker_rules_are_those_of_brute_force(name: str) -> None:
    """Where jokers are not free, the plays are all that some table in order lays, each once."""
    rules = REDUCED[name]
    reference = Reference(rules)
    for hand, table, joker_rules in joker_positions(random.Random(f"all {name}"), name, share=2):
        found = list(playable_sets(hand, table, rules, jokers=joker_rules))
        for play in found:
            assert_legal(hand, table, play, rules)
            assert play.proven
            assert not joker_problems(table, play.table, play.laid, rules, joker_rules)
        every = {
            laid
            for laid in all_sets(hand, table, reference)
            if any(
                not joker_problems(table, new, laid, rules, joker_rules)
                for new in arrangements(reference, [*table_tiles(table), *laid])
            )
        }

        assert len(found) == len({play.laid for play in found})
        assert every == {play.laid for play in found}, (hand, dump_table(table), joker_rules)


def test_every_play_of_a_listing_is_in_order() -> None:
    """Melds around jokers that were right for one play are not taken for another as they are."""
    rules, joker_rules = REDUCED["three-colours"], JokerRules(destination="new_meld", lock=True)
    table = parse_table("r3 r4 J(r5) | y1 y2 J(y3) | k1 k2 k3", rules)
    found = list(playable_sets("r5 k4 r1 k5 y3 k3", table, rules, jokers=joker_rules))

    assert len(found) > 5
    for play in found:
        assert not joker_problems(table, play.table, play.laid, rules, joker_rules)


def test_a_freed_joker_may_go_beside_tiles_of_the_table() -> None:
    """joker_dest=new_meld: the new meld need not be made of tiles of the hand."""
    rules = JokerRules(destination="new_meld")
    play = best_play("b7", "r7 k7 J | r8 r9 r10 r11 | y10 y11 y12 y13", RULES, jokers=rules)

    assert play.proven
    assert 1 == len(play.laid)


def test_a_tile_of_the_hand_may_be_needed_where_one_of_the_table_would_do() -> None:
    """joker_dest=new_meld_two_from_rack: a meld decided can hold the copy from the table.

    With the r5 of the table beside the joker, three tiles can be laid, but only one of them lies
    there; the best turn in order lays the other r5.
    """
    rules = JokerRules(price="rearrange", destination="new_meld_two_from_rack")
    table = "r4 r5 r6 | k1 k2 k3 k4 | k6 k7 k8 k9 | r12 y12 k12 J"
    play = best_play("r5 k5 y4 b6", table, RULES, jokers=rules)

    assert play.proven
    assert ["r5", "k5"] == [str(tile) for tile in play.laid]
    every = playable_sets("r5 k5 y4 b6", table, RULES, jokers=rules)
    assert [["r5", "k5"], ["k5"]] == [[str(tile) for tile in play.laid] for play in every]


@pytest.mark.parametrize(
    ("hand", "table", "joker_rules", "expected"),
    [
        ("b11 r8 k8 r1 r2 y5 y6", "b8 J(b9) J(b10)", JokerRules(price="rack"), "r8 k8 b11"),
        (
            "J b5",
            "r12 y12 k12 J",
            JokerRules(price="rearrange", destination="new_meld_two_from_rack"),
            "b5 J",
        ),
        ("r10 k10", "b1 b2 b3 b4 | J b5 b6 b7", JokerRules(), "r10 k10"),
    ],
    ids=["two-jokers-stay-together", "a-joker-is-a-tile-laid", "the-price-lies-on-the-table"],
)
def test_a_joker_does_what_its_rules_allow(
    hand: str, table: str, joker_rules: JokerRules, expected: str
) -> None:
    """What the joker rules allow is found by the search and by the listing."""
    best = best_play(hand, table, RULES, jokers=joker_rules)
    every = playable_sets(hand, table, RULES, jokers=joker_rules)

    assert best.proven
    assert expected == " ".join(map(str, best.laid))
    assert expected in [" ".join(map(str, play.laid)) for play in every]


def _best_by_force(
    reference: Reference, hand: list[Tile], table: Table, joker_rules: JokerRules
) -> int:
    for size in range(len(hand), 0, -1):
        for laid in set(combinations(sorted(hand, key=str), size)):
            for new in arrangements(reference, [*table_tiles(table), *laid]):
                if not joker_problems(table, new, laid, reference.rules, joker_rules):
                    return size
    return 0


@pytest.mark.parametrize(
    ("hand", "table", "joker_rules", "expected"),
    [
        ("b7 b8 b9", "r7 k7 J", JokerRules(), 3),
        ("r10 k10", "b1 b2 b3 b4 | J b5 b6 b7", JokerRules(), 2),
        ("r10 k10", "b1 b2 b3 b4 | J b5 b6 b7", JokerRules(price="rack"), 0),
        (
            "r10 k10",
            "r1 r2 r3 r4 | k1 k2 k3 k4 | y1 y2 y3 y4 | b1 b2 b3 J",
            JokerRules(price="rearrange"),
            2,
        ),
        (
            "r10 k10",
            "r1 r2 r3 r4 | k1 k2 k3 k4 | y1 y2 y3 y4 | b1 b2 b3 J",
            JokerRules(),
            0,
        ),
        (
            "r10 k10",
            "r1 r2 r3 r4 | k1 k2 k3 k4 | y1 y2 y3 y4 | b1 b2 b3 J",
            JokerRules(lock=True),
            0,
        ),
        ("b8", "J b5 b6 b7 | b1 b2 b3", JokerRules(price="rack", lock=True), 1),
    ],
    ids=[
        "TR-E14",
        "TR-E16",
        "TR-E16-rack",
        "TR-E16b-free",
        "TR-E16b",
        "TR-E16b-lock",
        "TR-E15",
    ],
)
def test_worked_examples_with_jokers(
    hand: str, table: str, joker_rules: JokerRules, expected: int
) -> None:
    """The joker examples, as best plays."""
    play = best_play(hand, table, RULES, jokers=joker_rules)

    assert play.proven
    assert expected == len(play.laid)


def all_sets(hand: list[Tile], table: Table, reference: Reference) -> set[tuple[Tile, ...]]:
    """Give every multiset that can be laid, by trying."""
    return {
        tuple(reference.rules.tile_set.bag(reference.rules.tile_set.mask(laid)))
        for size in range(1, len(hand) + 1)
        for laid in set(combinations(sorted(hand, key=str), size))
        if reference.can_arrange([*table_tiles(table), *laid])
    }


@pytest.mark.parametrize("name", ["three-colours", "one-copy", "one-high", "one-joker-each"])
def test_all_and_maximal_plays_are_those_of_brute_force(name: str) -> None:
    """The plays are all there are, each once; so are the maximal ones, and the best is best."""
    rules = REDUCED[name]
    reference, rng = Reference(rules), random.Random(name)
    for hand, table in positions(rng, rules, 60, 9, 7):
        every = all_sets(hand, table, reference)
        found = list(playable_sets(hand, table, rules))
        for play in found:
            assert_legal(hand, table, play, rules)
        laid = [play.laid for play in found]

        assert len(set(laid)) == len(laid)
        assert every == set(laid)
        counted = {one: Counter(one) for one in every}
        maximal = {one for one in every if not any(counted[one] < counted[more] for more in every)}
        assert maximal == {play.laid for play in maximal_plays(hand, table, rules)}
        weights = weights_of(rules, "tiles_then_points")
        most = max((sum(weights[t] for t in one) for one in every), default=0)
        best = {one for one in every if sum(weights[t] for t in one) == most}
        assert best_play(hand, table, rules).laid in (best or {()})


@pytest.mark.parametrize("hand", ["r1 r2 r3 r3 y3 k3 b3 J", "r1 y1 k1 b1 r2 r3 y2 y3 J J"])
def test_the_plays_come_in_the_documented_order(hand: str) -> None:
    """Plays are ordered by how much they lay of each number, then colour, then jokers."""
    letters = RULES.letters
    faces = [NumberTile(letter, n) for n in range(1, 14) for letter in letters]
    laid = [play.laid for play in playable_sets(hand, "b5 b6 b7", RULES)]
    keys = [[-one.count(face) for face in (*faces, Joker())] for one in laid]

    assert sorted(keys) == keys
    assert len(laid) > 20


def test_maximal_plays_come_in_the_same_order() -> None:
    """Low numbers come before early colours there, too."""
    plays = maximal_plays("r3 y1 y2 y3 k3", "", RULES)
    assert ["y1 y2 y3", "r3 y3 k3"] == [str(play) for play in plays]


OPENINGS = {
    "open": OpeningRules(),
    "closed": OpeningRules(rearrange=False),
    "open-single": OpeningRules(single=True),
    "closed-single": OpeningRules(single=True, rearrange=False),
    "closed-no-jokers": OpeningRules(joker="forbidden", rearrange=False),
    "closed-worthless-jokers": OpeningRules(joker="zero", rearrange=False),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_all_openings_are_those_of_brute_force(name: str) -> None:
    """With an opening to be laid, the plays are all that contain one; the best is one of them."""
    rules = REDUCED["three-colours"]
    reference, rng = Reference(rules), random.Random(21)
    weights = weights_of(rules, "tiles_then_points")
    n_barred = 0
    for hand, table in positions(rng, rules, 50, 8, 7):
        opening = attrs.evolve(OPENINGS[name], at_least=rng.randint(6, 20))
        plays = list(playable_sets(hand, table, rules, opening=opening))
        best = best_play(hand, table, rules, opening=opening)
        found = [play.laid for play in plays]
        free = all_sets(hand, table if opening.rearrange else (), reference)
        every = {laid for laid in free if is_opening((), (), laid, rules, opening)}
        n_barred += len(free) - len(every)

        for play in (*plays, best):
            assert_legal(hand, table, play, rules)
            assert not play.laid or is_opening(table, play.table, play.laid, rules, opening)
        assert len(found) == len(set(found))
        assert every == set(found), (hand, dump_table(table))
        assert best.proven
        worth = {laid: sum(weights[tile] for tile in laid) for laid in (*every, best.laid)}
        assert max(worth.values()) == worth[best.laid]
        assert bool(every) == bool(best.laid)
    assert n_barred > 50


def test_other_melds_may_lie_beside_a_single_opening_meld() -> None:
    """Where one meld has to be worth 30 and the table stays, more melds of the hand may be laid."""
    opening = OpeningRules(single=True, rearrange=False)
    play = best_play("r10 k10 b10 r1 r2 r3", "r4 r5 r6", RULES, opening=opening)

    assert "r1 r2 r3 | r4 r5 r6 | r10 k10 b10" == str(play)


def test_a_high_1_is_worth_1_in_an_opening() -> None:
    """More tiles with a 1 after 13 are not enough, so fewer that are worth more are laid."""
    found = best_opening("r11 r12 r13 r1 y13 k13", MeldRules(one_high="high_or_low"), at_least=38)

    assert found is not None
    assert (39, "r13 y13 k13") == (found.value, str(found))


def test_an_opening_may_be_the_same_meld_twice() -> None:
    """Two equal groups can be the only opening."""
    hand = counts_of("r9 k9 b9 r9 k9 b9", RULES)

    assert [hand] == list(minimal_openings(hand, RULES, OpeningRules(at_least=50)))


@pytest.mark.parametrize("least", [500, 5000])
def test_an_opening_out_of_reach_is_not_searched_for(least: int) -> None:
    """What no tiles of the hand can be worth is known at once, however many melds they make."""
    hand = counts_of(shuffled(random.Random(1), RULES, 0.1)[:40], RULES)
    opening = OpeningRules(at_least=least)

    assert best_worth(hand, RULES, opening) < least
    assert [] == list(minimal_openings(hand, RULES, opening))


@pytest.mark.slow
def test_every_opening_holds_a_minimal_one() -> None:
    """The minimal openings are openings, and each opening of some hand holds one of them."""
    rng = random.Random(5)
    for _ in range(count("melds: minimal openings")):
        hand = shuffled(rng, RULES, 0.3)[:9]
        opening = OpeningRules(at_least=rng.choice([10, 20, 30]))
        found = list(minimal_openings(counts_of(hand, RULES), RULES, opening))
        for tiles in found:
            assert best_worth(tiles, RULES, opening) >= opening.at_least
        for size in range(3, 6):
            for laid in combinations(hand, size):
                if is_opening((), (), laid, RULES, opening):
                    assert any(counts_of(laid, RULES).holds(tiles) for tiles in found)


def test_plays_are_found_one_at_a_time() -> None:
    """The first plays of a hand with a vast number of them come at once."""
    rng = random.Random(1)
    hand = shuffled(rng, RULES, 0.1)[:30]

    assert 50 == len(list(islice(playable_sets(hand, "", RULES), 50)))


def test_steps_name_only_what_changes() -> None:
    """A play is told as the melds that change, with where their tiles come from."""
    old = parse_table("r5 y5 k5 b5 | r1 r2 r3 | k7 k8 k9", RULES)
    play = best_play("b4 b6 b7 r4", old, RULES)
    told = [str(step) for step in steps(old, play.table, play.laid)]

    assert [
        "r1 r2 r3 r4: r4 from the hand, all of r1 r2 r3",
        "b4 b5 b6 b7: b4 b6 b7 from the hand, b5 from r5 y5 k5 b5",
        "r5 y5 k5: what is left of r5 y5 k5 b5",
    ] == told


@pytest.mark.slow
def test_few_old_melds_change() -> None:
    """Keeping old melds changes fewer of them, and neither the tiles nor what is legal."""
    rng = random.Random(7)
    before = after = 0
    for hand, table in positions(rng, RULES, 40, 70, 15):
        play = best_play(hand, table, RULES, jokers=JokerRules())
        kept = keep_melds(table, play.table, play.laid, RULES, jokers=JokerRules())
        before += len(steps(table, play.table, play.laid))
        after += len(steps(table, kept, play.laid))

        assert Counter(table_tiles(kept)) == Counter(table_tiles(play.table))
        assert not joker_problems(table, kept, play.laid, RULES, JokerRules())
        assert_legal(hand, table, Play(laid=play.laid, table=kept, value=0), RULES)
    assert after < before


def test_steps_account_for_every_tile() -> None:
    """The tiles of the steps are those of the melds that changed, each from one place."""
    rng = random.Random(6)
    for hand, table in positions(rng, RULES, 60, 60, 15):
        play = best_play(hand, table, RULES)
        told = steps(table, play.table, play.laid)
        sources = Counter(
            (source, tile) for step in told for source, tiles in step.sources for tile in tiles
        )

        assert Counter(play.laid) == Counter(
            {tile: n for (source, tile), n in sources.items() if source is None}
        )
        for step in told:
            assert Counter(step.meld.tiles) == sum(
                (Counter(tiles) for _source, tiles in step.sources), Counter()
            )


@pytest.mark.parametrize(
    ("wrong", "kind", "said"),
    [
        ({"by": "beauty"}, ValueError, "'tiles', 'points' or 'tiles_then_points', not by 'beauty'"),
        ({"by": ["tiles"]}, TypeError, "by must be of type str"),
        ({"joker_value": -1}, ValueError, "joker_value is an int from 0"),
        ({"joker_value": 2.5}, TypeError, "joker_value must be of type int, not 2.5"),
        ({"limit": True}, TypeError, "limit must be of type int, not True"),
        ({"jokers": "x"}, TypeError, "of type JokerRules or NoneType, not 'x'"),
        ({"opening": 30}, TypeError, "of type OpeningRules or NoneType, not 30"),
        ({"rules": None}, TypeError, "of type MeldRules, not None"),
    ],
    ids=str,
)
def test_values_of_no_use_are_refused(
    wrong: dict[str, Any], kind: type[Exception], said: str
) -> None:
    """
    What is no way to be best, and no number, is named with what would have been right.
    """
    with pytest.raises(kind, match=said):
        best_play("r1 r2 r3", "", **{"rules": MeldRules(), **wrong})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"joker": "forbiden"}, "'value', 'zero' or 'forbidden', not 'forbiden'"),
        ({"at_least": "30"}, "at_least is an int from 0, not '30'"),
        ({"at_least": -5}, "at_least is an int from 0"),
        ({"at_least": True}, "at_least is an int from 0"),
        ({"single": "x"}, "single is true or false"),
    ],
    ids=str,
)
def test_openings_of_no_use_are_refused(wrong: dict[str, Any], said: str) -> None:
    """
    A misspelt word is not read as another rule.
    """
    with pytest.raises(InvalidVariantError, match=said):
        best_opening("r10 k10 J b1", MeldRules(), **wrong)
