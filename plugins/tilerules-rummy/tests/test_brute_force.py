"""
A small set of tiles, on which every table can be tried.

What is listed is what brute force finds: each multiset of tiles that can be laid, once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules
from tilerules import IllegalMoveError, Round, Variant, numbered_set
from tilerules.melds import Meld, MeldLayout, MeldRules, all_melds, dump_table, table_tiles
from tilerules.melds.plays import MeldPlays
from tilerules.play.restoring.reading import read_position

EXAMPLES = settings.default.max_examples
"""What the profile in force says; each of these tests is about many games."""

SMALL = numbered_set(colours=(("r", "red"), ("y", "yellow"), ("k", "black")), highest=5, jokers=1)
"""31 tiles."""


def small_game(**opening: object) -> Variant:
    """Make the game with the small set; 9 points open."""
    game = tilerules.variant("rummy").put(tiles=SMALL)
    return game.tune("initial-meld", at_least=9, **opening)


VARIANTS = {
    "default": small_game(),
    "single": small_game(single=True),
    "zero": small_game(joker="zero"),
    "forbidden": small_game(joker="forbidden"),
    "quiet": small_game(rearrange=False),
    "single-quiet": small_game(single=True, rearrange=False),
    "lay-off": small_game(lay_off=True),
    "lay-off-quiet": small_game(lay_off=True, rearrange=False),
    "lock": small_game().tune("freed-jokers", lock=True),
    "free": small_game().tune("freed-jokers", price="rearrange"),
    "hand": small_game().tune("freed-jokers", price="rack"),
    "both-colours": small_game().tune("freed-jokers", both_colours=True),
    "new-meld": small_game().tune("freed-jokers", destination="new_meld"),
    "high-one": small_game().tune("melds", one_high="high_or_low"),
}


@cache
def melds_of(rules: MeldRules) -> tuple[tuple[Meld, Counter[str]], ...]:
    """Give every meld with its tiles counted."""
    return tuple((meld, Counter(map(str, meld.tiles))) for meld in all_melds(rules))


def tables(tiles: Counter[str], rules: MeldRules) -> Iterator[tuple[Meld, ...]]:
    """Give every way to make melds of all tiles."""
    if not tiles:
        yield ()
        return
    first = next(iter(tiles))
    for meld, counts in melds_of(rules):
        if counts[first] and counts <= tiles:
            for others in tables(tiles - counts, rules):
                yield (meld, *others)


def set_up(variant: Variant, seed: int, *, opened: bool) -> Round:
    """Set a round up at random: up to two melds on the table, five tiles in the hand."""
    rng = random.Random(seed)
    rules = variant.plan(2).layout.rules
    left = Counter(str(tile) for tile in SMALL.tiles)
    table: list[Meld] = []
    for meld, counts in rng.sample(melds_of(rules), 6):
        if len(table) < 2 and len(meld) < 5 and counts <= left:
            table.append(meld)
            left -= counts
    pool = sorted(left.elements())
    rng.shuffle(pool)
    words = [f"{variant.key}@{variant.version}", "seats:2", "move:0"]
    words += [f"hands:{','.join(pool[:5])}/{pool[5]}", f"aside:{','.join(pool[6:])}"]
    layout = "|".join(str(meld).replace(" ", ",") for meld in table)
    words += [f"layout:{layout}"] * bool(table) + ['ext:{"opened":[0]}'] * opened
    return read_position(" ".join(words), variant)


def laid(state: Round, notation: str) -> tuple[str, ...]:
    """Give the tiles that a move lays, sorted."""
    after = state.play(notation)
    gone = Counter(map(str, state.hands[0])) - Counter(map(str, after.hands[0]))
    return tuple(sorted(gone.elements()))


def playable(state: Round) -> set[tuple[str, ...]]:
    """Find what can be laid by trying every table."""
    hand = sorted(map(str, state.hands[0]))
    lying = Counter(map(str, table_tiles(state.layout.melds)))
    rules = state.plan.layout.rules
    chosen = {c for n in range(1, len(hand) + 1) for c in combinations(hand, n)}
    return {
        one
        for one in chosen
        if any(
            not state.explain(dump_table(table)) for table in tables(lying + Counter(one), rules)
        )
    }


@pytest.mark.parametrize("name", sorted(VARIANTS))
@given(st.integers(0, 1_000_000), st.booleans())
@settings(max_examples=EXAMPLES // 6, deadline=None)
def test_listed_is_what_can_be_laid(name: str, seed: int, opened: bool) -> None:
    """
    No multiset is missing from the list, none is in it twice, none too many.

    Where a freed joker is limited in where it may go, the solver may miss one, and says so.
    """
    state = set_up(VARIANTS[name], seed, opened=opened)
    listed = [laid(state, move.notation) for move in state.legal_moves if move.kind == "lay"]
    assert len(listed) == len(set(listed))
    if name == "new-meld":
        assert playable(state) >= set(listed)
    else:
        assert playable(state) == set(listed)


@pytest.mark.parametrize("name", sorted(VARIANTS))
@given(st.integers(0, 1_000_000), st.booleans())
@settings(max_examples=EXAMPLES // 6, deadline=None)
def test_few_plays(name: str, seed: int, opened: bool) -> None:
    """The best and the maximal plays are what they say among all that can be laid."""
    state = set_up(VARIANTS[name], seed, opened=opened)
    plays = MeldPlays.of(state)
    every = [play.laid for play in plays.every()]
    counts = [Counter(one) for one in every]
    largest = max(map(len, every), default=0)
    best = plays.best(by="tiles")
    assert largest == (0 if best is None else len(best.laid))
    assert best is None or best.laid in every
    maximal = {
        one for one, count in zip(every, counts, strict=True) if not dominated(count, counts)
    }
    assert maximal == {play.laid for play in plays.maximal()}


def dominated(count: Counter[object], others: Iterable[Counter[object]]) -> bool:
    """Say whether another multiset holds one and more."""
    return any(count < other for other in others)


def test_the_layout_may_be_tuned() -> None:
    """The fewest tiles of a meld are parameters of the layout."""
    bound = MeldLayout(min_run=4).bind(numbered_set(), 2)
    assert bound.load("k10,k11,k12,k13").melds
    with pytest.raises(IllegalMoveError):
        bound.load("k11,k12,k13")
