"""
Melds and their notation: by the worked examples (TR-E) and trouble rows (R), and against brute
force over all stand-ins.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from budgets import count
from reference.melds import is_meld
from tilerules.decks import numbered_set
from tilerules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidNotationError,
    InvalidVariantError,
)
from tilerules.melds.jokers import JokerRules, joker_problems
from tilerules.melds.meld import MeldKind, MeldRules, all_melds, meld_readings, table_tiles
from tilerules.melds.notation import BrokenMeld, dump_table, parse_meld, parse_table, read_table
from tilerules.melds.problems import explain_meld
from tilerules.tiles import Joker, Tile

RULES = MeldRules()
HIGH = MeldRules(one_high="high_or_low")
ONE_JOKER = MeldRules(max_jokers_per_meld=1)
THREE = (("r", "red"), ("y", "yellow"), ("k", "black"))
SMALL = MeldRules(tile_set=numbered_set(colours=THREE, highest=5))


def codes(text: str, rules: MeldRules = RULES) -> list[str]:
    """Give the codes of what is wrong with one meld."""
    with pytest.raises(IllegalMoveError) as caught:
        parse_meld(text, rules)
    return [reason.code for reason in caught.value.reasons]


@pytest.mark.parametrize(
    ("text", "written", "value"),
    [
        ("b9 b10 b11", "b9 b10 b11", 30),
        ("r10 k10 J", "r10 k10 J(y10)", 30),
        ("b8 b9 J", "b8 b9 J(b10)", 27),
        ("J b8 b9", "J(b7) b8 b9", 24),
        ("k12 k13 J", "J(k11) k12 k13", 36),
        ("J b5 b6 b7", "J(b4) b5 b6 b7", 22),
        ("J b1 b2", "b1 b2 J(b3)", 6),
        ("[r4,b4,J]", "r4 b4 J(y4)", 12),
        ("r6 b6 J(k6)", "r6 b6 J(y6)", 18),
        ("J(y6) b6 r6", "r6 b6 J(y6)", 18),
        ("b7 J(b8) J(b9)", "b7 J(b8) J(b9)", 24),
        ("b7 J(r7) J(k7)", "b7 J(r7) J(y7)", 21),
        ("r1 J J r4", "r1 J(r2) J(r3) r4", 10),
        ("r4 r5 J J r8", "r4 r5 J(r6) J(r7) r8", 30),
        ("r1 r2 r4 r5 J", "r1 r2 J(r3) r4 r5", 15),
        ("r11 r12 J", "r11 r12 J(r13)", 36),
        ("b11 b12 b13 J", "J(b10) b11 b12 b13", 46),
        ("k10 b10 J", "k10 b10 J(r10)", 30),
        ("r8 r6 r7", "r6 r7 r8", 21),
        ("y8 J(k8) J(r8)", "y8 J(r8) J(k8)", 24),
        (
            "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13",
            "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13",
            91,
        ),
    ],
    ids=[
        "TR-E3",
        "TR-E5",
        "TR-E6",
        "TR-E6b",
        "TR-E7-R05",
        "TR-E15",
        "TR-E28",
        "R26",
        "S7",
        "any-order",
        "TR-E16c-run",
        "TR-E16c-group",
        "R16",
        "R29",
        "R20",
        "R24-up",
        "R24-down",
        "R03",
        "R22",
        "R28",
        "TR-E9",
    ],
)
def test_a_meld_is_read_and_written_canonically(text: str, written: str, value: int) -> None:
    """A meld has one writing, tells what its jokers stand for, and is worth its faces."""
    meld = parse_meld(text, RULES)

    assert written == str(meld)
    assert value == meld.value
    assert meld == parse_meld(str(meld), RULES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r12 r13 r1", ["meld-gap"]),
        ("r4 r4 k4", ["meld-two-of-one-colour"]),
        ("b5 b7 b8", ["meld-gap"]),
        ("r9 b9", ["meld-too-short"]),
        ("r6 r6 y6 k6 b6", ["meld-too-long", "meld-two-of-one-colour"]),
        ("r7 r7 J", ["meld-two-of-one-colour"]),
        ("r13 y13 k13 k13", ["meld-two-of-one-colour"]),
        ("r1 r2 r5", ["meld-gap"]),
        ("r7 b8 k7", ["meld-number-mismatch"]),
        ("r1 b2 r3", ["meld-colour-mismatch"]),
        ("J J", ["meld-jokers-only"]),
        ("r5 r5 r6", ["meld-repeated-number"]),
        ("k13 J k2", ["meld-gap"]),
        ("J(r7) r7 k7", ["meld-two-of-one-colour"]),
        ("r3 r4 J(r7)", ["meld-gap"]),
    ],
    ids=[
        "TR-E8a-R31",
        "TR-E8b",
        "TR-E8c",
        "TR-E8d",
        "TR-E8e",
        "TR-E29-R38",
        "R01",
        "R10a",
        "R10b",
        "R10c",
        "R15",
        "R24",
        "R31",
        "declared-group",
        "declared-run",
    ],
)
def test_what_is_wrong_with_tiles_is_told(text: str, expected: list[str]) -> None:
    """Tiles that are no meld are refused with every reason."""
    assert expected == codes(text)


def test_all_problems_are_told_at_once() -> None:
    """R10: a meld with several faults names each."""
    expected = ["meld-too-many-jokers", "meld-too-long", "meld-number-mismatch"]

    assert expected == codes("r7 k7 b8 J J", ONE_JOKER)


@pytest.mark.parametrize(
    ("text", "n_choices"), [("b7 J J", 4), ("J b7 J", 4), ("b9 b8 J", 2), ("b13 J J", 2)]
)
def test_what_can_be_read_in_several_ways_has_to_be_declared(text: str, n_choices: int) -> None:
    """TR-E16c: an ambiguous meld is refused with the choices, each of which can be read."""
    with pytest.raises(AmbiguousMoveError) as caught:
        parse_meld(text, RULES)

    assert n_choices == len(caught.value.choices)
    for choice in caught.value.choices:
        assert choice == str(parse_meld(choice, RULES))


def test_jokers_in_one_meld_can_be_limited() -> None:
    """R28: with at most one joker in a meld, two are refused and one is not."""
    assert ["meld-too-many-jokers"] == codes("y8 J(r8) J(k8)", ONE_JOKER)
    assert "y8 k8 J(r8)" == str(parse_meld("y8 k8 J", ONE_JOKER))


def test_a_one_may_stand_high_by_option() -> None:
    """R31: 12-13-1 is a run worth 26 with a high 1; 13-1-2 and a 1 at both ends never are."""
    meld = parse_meld("k12 k13 k1", HIGH)

    assert (MeldKind.RUN, 26, "k12 k13 k1") == (meld.kind, meld.value, str(meld))
    assert "k12 k13 J(k1)" == str(parse_meld("k12 k13 J", HIGH))
    assert ["meld-gap"] == codes("k12 k13 k1 k2", HIGH)
    assert ["meld-gap"] == codes("k13 J k2", HIGH)
    assert codes(" ".join(f"b{n}" for n in [*range(1, 14), 1]), HIGH)


def test_a_run_can_be_read_as_it_stands() -> None:
    """R22, R29: read in order, a run ascends as written."""
    with pytest.raises(IllegalMoveError) as caught:
        parse_meld("r6 r8 r7", RULES, ordered=True)

    assert ["meld-not-in-order"] == [reason.code for reason in caught.value.reasons]
    with pytest.raises(IllegalMoveError):
        parse_meld("J r3 r2 r1", RULES, ordered=True)
    assert "r6 r7 r8" == str(parse_meld("r6 r7 r8", RULES, ordered=True))
    assert "r6 k6 J(y6)" == str(parse_meld("k6 J r6", RULES, ordered=True))


@pytest.mark.parametrize("text", ["x3 r4 r5", "r14 k14 b14", "J(J) r1 r2", "J(r99) r1", "r0"])
def test_what_is_no_tile_cannot_be_read(text: str) -> None:
    """R23: impossible tiles are refused as notation."""
    with pytest.raises(InvalidNotationError):
        parse_meld(text, RULES)


def test_a_table_is_a_multiset_in_canonical_order() -> None:
    """R12: equal melds stand twice, in any order and writing, and a table reads back."""
    table = parse_table("J b6 r6 | r3,r2,r1 | [r1 r2 r3] |", RULES)

    assert "r1 r2 r3 | r1 r2 r3 | r6 b6 J(y6)" == dump_table(table)
    assert table == parse_table(dump_table(table), RULES)
    assert () == parse_table("", RULES)
    assert 9 == len(table_tiles(table))


def test_a_table_with_broken_melds_is_read_and_explained() -> None:
    """R10: every broken meld of a table is reported."""
    found = read_table("r1 r2 r5 | r3 r4 r5 | r7 b8 k7", RULES)

    assert [True, False, True] == [isinstance(one, BrokenMeld) for one in found]
    assert "r1 r2 r5" == str(found[0])
    with pytest.raises(IllegalMoveError) as caught:
        parse_table("r1 r2 r5 | r3 r4 r5 | r7 b8 k7", RULES)
    assert ["meld-gap", "meld-number-mismatch"] == [r.code for r in caught.value.reasons]


def test_the_numbers_of_melds() -> None:
    """There are 65 groups and 264 runs without a joker."""
    kinds = Counter(meld.kind for meld in all_melds(RULES) if not meld.jokers)

    assert {MeldKind.GROUP: 65, MeldKind.RUN: 264} == kinds


def test_the_numbers_of_short_melds_by_jokers() -> None:
    """Groups and runs of up to 5 are 185, 494 and 494 sets of tiles with 0, 1 and 2 jokers."""
    sets: dict[int, set[tuple[str, ...]]] = {0: set(), 1: set(), 2: set()}
    for meld in all_melds(RULES, longest_run=5):
        sets[len(meld.jokers)].add(tuple(sorted(str(tile) for tile in meld.tiles)))

    assert [185, 494, 494] == [len(found) for found in sets.values()]


@pytest.mark.parametrize(
    "rules",
    [
        SMALL,
        MeldRules(tile_set=SMALL.tile_set, one_high="high_or_low"),
        MeldRules(tile_set=SMALL.tile_set, max_jokers_per_meld=1),
        MeldRules(tile_set=SMALL.tile_set, min_group=2, min_run=4),
    ],
    ids=["plain", "one-high", "one-joker", "other-sizes"],
)
def test_every_small_set_of_tiles_agrees_with_brute_force(rules: MeldRules) -> None:
    """K5: kind and value of each reading of up to 4 tiles are those of all stand-ins."""
    faces = rules.tile_set.faces
    for size in range(1, 5):
        for tiles in combinations_with_replacement(faces, size):
            if sum(isinstance(tile, Joker) for tile in tiles) <= 2:
                assert_agrees(tiles, rules)


@pytest.mark.slow
def test_random_sets_of_tiles_agree_with_brute_force() -> None:
    """K5: so do random sets of up to 14 tiles of the full set, most of them near a meld."""
    rng = random.Random(5)
    melds = list(all_melds(RULES))
    for _ in range(count("melds: random sets of tiles")):
        tiles = list(rng.choice(melds).tiles)
        if rng.random() < 0.6:
            tiles[rng.randrange(len(tiles))] = rng.choice(RULES.tile_set.tiles)
        if rng.random() < 0.3:
            tiles.append(rng.choice(RULES.tile_set.tiles))
        rng.shuffle(tiles)
        if tiles.count(Joker()) <= 2 and len(tiles) <= 14:
            assert_agrees(tuple(tiles), RULES)


def assert_agrees(tiles: tuple[Tile, ...], rules: MeldRules) -> None:
    """Compare readings and explanation with brute force."""
    places = [(tile, None) for tile in tiles]
    readings = meld_readings(places, rules)
    found = {(meld.kind.value, meld.value) for meld in readings}

    assert is_meld(tiles, rules) == found, tiles
    assert bool(found) != bool(explain_meld(places, rules)), tiles
    for meld in readings:
        assert Counter(tiles) == Counter(meld.tiles)


def test_rules_that_make_no_melds_are_refused() -> None:
    """Sizes under 2 or beyond the set, a negative limit and an unknown option are refused."""
    with pytest.raises(InvalidVariantError):
        MeldRules(min_run=1)
    for size in ({"min_run": 1 << 31}, {"min_group": 107}):
        with pytest.raises(InvalidVariantError, match="at most 106"):
            MeldRules(**size)  # type: ignore[arg-type]
    with pytest.raises(InvalidVariantError):
        MeldRules(min_group=0)
    with pytest.raises(InvalidVariantError):
        MeldRules(max_jokers_per_meld=-1)
    with pytest.raises(InvalidVariantError):
        MeldRules(one_high="both")  # type: ignore[arg-type]


RACK = JokerRules(price="rack")
ANY = JokerRules(price="rearrange")
LOCK = JokerRules(lock=True)
BOTH = JokerRules(both_colours=True)
NEW = JokerRules(destination="new_meld")
TWO = JokerRules(destination="new_meld_two_from_rack")
DEFAULT = JokerRules()

E14 = ("r7 k7 J", "r7 k7 b7 | b8 b9 J", "b7 b8 b9")
E15 = ("J b5 b6 b7 | b1 b2 b3", "b1 b2 b3 J b5 b6 b7 b8", "b8")
E16 = ("b1 b2 b3 b4 | J b5 b6 b7", "b1 b2 b3 b4 b5 b6 b7 | r10 k10 J", "r10 k10")
E16_SWAP = ("b1 b2 b3 b4 | J b5 b6 b7", "b1 b2 b3 | b4 b5 b6 b7 | r10 k10 J", "r10 k10")
E16B = (
    "r1 r2 r3 r4 | k1 k2 k3 k4 | y1 y2 y3 y4 | b1 b2 b3 J",
    "r1 k1 y1 b1 | r2 k2 y2 b2 | r3 k3 y3 b3 | r4 k4 y4 | r10 k10 J",
    "r10 k10",
)
R26 = ("r4 b4 J", "r4 b4 k4 | r9 b9 J", "k4 r9 b9")
SAME_PLACE = ("r6 b6 J(y6)", "r6 b6 y6 J", "y6")
INTO_OLD = ("r7 k7 J | b8 b9 b10", "r7 k7 b7 | b8 b9 b10 J", "b7")
TWO_JOKERS = ("y5 J(r5) J(k5) | r4 y4 k4 b4", "y3 y4 y5 | r4 k4 b4 | k5 b5 J J", "y3 k5 b5")


@pytest.mark.parametrize(
    ("turn", "joker_rules", "expected"),
    [
        (E14, DEFAULT, []),
        (E14, RACK, []),
        (E14, LOCK, []),
        (E14, BOTH, ["joker-not-paid"]),
        (E14, NEW, []),
        (E14, TWO, []),
        (E15, DEFAULT, []),
        (E15, LOCK, []),
        (E15, RACK, []),
        (E15, NEW, []),
        (E16, ANY, []),
        (E16, DEFAULT, []),
        (E16_SWAP, DEFAULT, []),
        (E16, RACK, ["joker-not-paid"]),
        (E16_SWAP, RACK, ["joker-not-paid"]),
        (E16B, ANY, []),
        (E16B, DEFAULT, ["joker-not-paid"]),
        (E16B, JokerRules(price="rearrange", lock=True), ["joker-meld-locked"]),
        (R26, DEFAULT, []),
        (R26, BOTH, ["joker-not-paid"]),
        (SAME_PLACE, DEFAULT, []),
        (SAME_PLACE, RACK, []),
        (INTO_OLD, DEFAULT, []),
        (INTO_OLD, NEW, ["joker-not-in-new-meld"]),
        (TWO_JOKERS, RACK, []),
        (TWO_JOKERS, JokerRules(price="rack", both_colours=True), ["joker-not-paid"]),
    ],
)
def test_a_freed_joker_has_its_price(
    turn: tuple[str, str, str], joker_rules: JokerRules, expected: list[str]
) -> None:
    """TR-E14 to TR-E16b, R25, R26: what each edition's joker rules refuse."""
    old, new, laid = turn
    found = joker_problems(
        parse_table(old, RULES),
        parse_table(new, RULES),
        RULES.tile_set.read(laid),
        RULES,
        joker_rules,
    )

    assert expected == [reason.code for reason in found]
    assert all(str(reason) for reason in found)
