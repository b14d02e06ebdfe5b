"""
What a turn may do with the jokers of the table: by examples, and against brute force.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgets import count
from reference.joker_turns import is_in_order
from tilerules.decks import TileSet, numbered_set
from tilerules.melds.jokers import JokerRules, joker_problems
from tilerules.melds.meld import Meld, MeldRules, Table, all_melds
from tilerules.melds.notation import parse_table, read_table
from tilerules.texts import Reason
from tilerules.tiles import Tile

RULES = MeldRules()
SETS = (
    numbered_set(highest=4),
    numbered_set(colours=(("r", "red"), ("y", "yellow"), ("k", "black")), highest=5),
)


def problems(old: str, new: str, laid: str, joker_rules: JokerRules) -> tuple[Reason, ...]:
    """Judge a turn, whose table need not be whole."""
    return joker_problems(
        parse_table(old, RULES),
        read_table(new, RULES),
        RULES.tile_set.read(laid),
        RULES,
        joker_rules,
    )


def codes(old: str, new: str, laid: str, joker_rules: JokerRules) -> list[str]:
    """Give the codes of what is wrong."""
    return [reason.code for reason in problems(old, new, laid, joker_rules)]


@cache
def counted(tile_set: TileSet) -> tuple[tuple[Meld, Counter[Tile]], ...]:
    """Give every meld of a set with its tiles counted."""
    return tuple((meld, Counter(meld.tiles)) for meld in all_melds(MeldRules(tile_set=tile_set)))


def tables(tiles: Counter[Tile], tile_set: TileSet, rng: random.Random) -> Iterator[Table]:
    """Give ways to make melds of all tiles, in random order."""
    if not tiles:
        yield ()
        return
    first = next(iter(tiles))
    fitting = [one for one in counted(tile_set) if one[1][first] and one[1] <= tiles]
    for meld, held in rng.sample(fitting, len(fitting)):
        for others in tables(tiles - held, tile_set, rng):
            yield (meld, *others)


def random_turn(seed: int) -> tuple[Table, tuple[Table, ...], tuple[Tile, ...], MeldRules]:
    """Make a table of one to three melds, some tiles to lay and a few tables with them."""
    rng = random.Random(seed)
    tile_set = rng.choice(SETS)
    left = Counter(tile_set.tiles)
    n_jokers = rng.choice((1, 2, 2))
    with_jokers = [one for one in counted(tile_set) if len(one[0].jokers) == n_jokers]
    old: list[Meld] = []
    for meld, tiles in (rng.choice(with_jokers), *rng.sample(counted(tile_set), rng.randint(0, 2))):
        if tiles <= left and len(meld) < 5:
            old.append(meld)
            left -= tiles
    prices = [face for meld in old for face in meld.joker_faces for _copy in range(2)]
    others = rng.sample(sorted(left.elements(), key=str), 4)
    laid = tuple((Counter(rng.sample([*prices, *others], rng.randint(2, 4))) & left).elements())
    there = [tile for meld in old for tile in meld.tiles] + list(laid)
    rng.shuffle(there)
    rules = MeldRules(tile_set=tile_set)
    if len(there) > 12:
        return (), (), laid, rules
    found = islice(tables(Counter(there), tile_set, rng), 3)
    return rules.table(old), tuple(rules.table(one) for one in found), laid, rules


JOKER_RULES = [
    JokerRules(price=source, destination=dest, lock=lock, both_colours=both)
    for source in ("rearrange", "rack_or_table", "rack")
    for dest in ("any", "new_meld", "new_meld_two_from_rack")
    for lock in (False, True)
    for both in (False, True)
]


@given(st.integers(0, 1_000_000))
@settings(max_examples=count("joker rules: shared tables"))
def test_the_predicate_agrees_with_brute_force(seed: int) -> None:
    """Section 7: a turn is in order if some matching of old tiles and new ones is."""
    old, after, laid, rules = random_turn(seed)
    for new in after:
        for joker_rules in random.Random(seed).sample(JOKER_RULES, 8):
            found = joker_problems(old, new, laid, rules, joker_rules)
            assert is_in_order(old, new, rules, joker_rules) == (not found)


FULL = "r6 b6 J J"
"""Its jokers are y6 and k6."""


@pytest.mark.parametrize("joker_rules", [JokerRules(), JokerRules(price="rack")])
def test_two_jokers_of_a_meld_have_two_prices(joker_rules: JokerRules) -> None:
    """Section 7: each joker costs the tile it stood for, so y6 and y6 do not pay for y6 and k6."""
    twice = "r6 y6 b6 | y5 y6 J(y7) J(y8)"
    assert ["joker-not-paid"] == codes(FULL, twice, "y6 y5 y6", joker_rules)
    assert "you need k6 " in str(problems(FULL, twice, "y6 y5 y6", joker_rules)[0])
    both = "r6 y6 k6 b6 | k1 k2 J(k3) | r9 k9 J"
    assert [] == codes(FULL, both, "y6 k6 k1 k2 r9 k9", joker_rules)


def test_what_a_joker_still_stands_for_pays_for_no_other() -> None:
    """Section 7: where one joker stays y6, the other was k6."""
    old, rack = "b6 k6 J J | y6 y7 y8 y9", JokerRules(price="rack")
    new = "y6 k6 b6 J(r6) | y7 y8 y9 | r6 r7 J(r8)"
    assert ["joker-not-paid"] == codes(old, new, "r6 r7", rack)
    assert "you need y6 " in str(problems(old, new, "r6 r7", rack)[0])
    assert [] == codes("b6 k6 J J", "y6 k6 b6 J(r6) | r6 r7 J(r8)", "y6 r6 r7", rack)


def test_a_copy_from_the_table_is_not_just_laid() -> None:
    """new_meld_two_from_rack: what lay beside the joker before is not one of the two tiles."""
    two = JokerRules(price="rearrange", destination="new_meld_two_from_rack")
    old, new = "y1 J(y2) J(y3)", "y1 r1 J | y1 k1 J"
    assert "joker-without-two-tiles" in codes(old, new, "r1 y1 k1", two)


def test_copies_that_moved_alike_are_counted() -> None:
    """Two equal runs with a joker after them, and ever so many ways to tell them apart."""
    run = " ".join(f"b{number}" for number in range(1, 13))
    other = run.replace("b", "k")
    old = f"{run} J(b13) | {run} | {other} J(k13) | {other}"
    new = f"{run} | {run} | {other} | {other} | r1 y1 J(k1) J(b1)"
    assert ["joker-not-paid", "joker-not-paid"] == codes(old, new, "r1 y1", JokerRules())


# --- tables that are not whole ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("r7 k7 | r10 k10 J", ["joker-not-paid"]),
        ("r10 k10 J", ["joker-not-paid"]),
        ("r7 k7 b7 | b8 b9 | r10 k10 J", []),
        ("r7 J | k7 r10", []),
        ("r7 k7 | r10 J(k10)", ["joker-not-paid"]),
        ("r7 k7 | r10 k10", []),
    ],
)
def test_of_a_broken_table_what_is_certain_is_said(new: str, expected: list[str]) -> None:
    """
    A joker taken without its price is named whatever else is wrong.

    One in a broken meld may yet stay what it was, and of one that is missing that is enough.
    """
    assert expected == codes("r7 k7 J", new, "r10 k10 b7 b8 b9", JokerRules())


def test_a_lock_is_broken_by_a_move_not_by_a_gap() -> None:
    """A tile that is missing has not been taken to another meld."""
    lock = JokerRules(lock=True)
    assert [] == codes("r7 k7 b7 J", "r7 k7 J", "", lock)
    assert ["joker-meld-locked"] == codes("r7 k7 b7 J", "r7 k7 J | b7 b8", "b8", lock)


@pytest.mark.parametrize("new", ["k{0} J(k{1}) k{2}", "k{0} J b13"], ids=["melds", "broken"])
def test_eight_jokers_are_judged_at_once(new: str) -> None:
    """That many jokers can have moved in many ways does not make an answer slow."""
    rules = MeldRules(tile_set=numbered_set(jokers=8))
    old = parse_table(" | ".join(f"r{n} J(r{n + 1}) r{n + 2}" for n in range(1, 9)), rules)
    table = read_table(" | ".join(new.format(n, n + 1, n + 2) for n in range(1, 9)), rules)
    began = time.process_time()
    found = joker_problems(old, table, (), rules, JokerRules(price="rack"))
    assert {"joker-not-paid"} >= {reason.code for reason in found}
    assert time.process_time() - began < 5
