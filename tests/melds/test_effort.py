"""
What a search of melds may do: it is counted, and what was found by then is legal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from reference.meld_positions import assert_legal, positions, shuffled
from tilerules.decks import numbered_set
from tilerules.melds import jokers
from tilerules.melds._solver import effort as efforts
from tilerules.melds.best_sets import (
    OpeningRules,
    best_opening,
    best_play,
    maximal_plays,
    opening_problems,
    playable_sets,
)
from tilerules.melds.jokers import JokerRules, joker_problems
from tilerules.melds.meld import MeldRules, Table
from tilerules.melds.notation import parse_table, read_table
from tilerules.tiles import Tile

RULES = MeldRules()
STRICT = JokerRules(price="rack", destination="new_meld_two_from_rack", lock=True)


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many ways of going on are counted."""
    noted: list[int] = []
    spend = efforts.Effort.spend

    def note(self: efforts.Effort, number: int) -> None:
        noted.append(number)
        spend(self, number)

    monkeypatch.setattr(efforts.Effort, "spend", note)
    return noted


def hard() -> Iterator[tuple[list[Tile], Table]]:
    """Give hands and tables with jokers on which the best turn is not the free one."""
    for hand, table in positions(random.Random(4), RULES, 30, 80, 14):
        if any(meld.jokers for meld in table):
            yield hand, table


@pytest.mark.slow
@pytest.mark.parametrize("limit", [0, 2_000, 20_000])
def test_a_limit_is_kept(ways: list[int], limit: int) -> None:
    """A search looks at hardly more ways than it may, and what it gives then is legal."""
    for hand, table in hard():
        ways.clear()
        play = best_play(hand, table, RULES, jokers=STRICT, limit=limit)

        assert_legal(hand, table, play, RULES)
        assert not joker_problems(table, play.table, play.laid, RULES, STRICT)
        # What is looked at before it is counted may come on top, no more.
        assert sum(ways) <= limit + 20_000


@pytest.mark.slow
def test_more_effort_is_never_worse() -> None:
    """With a larger limit as much is laid or more, and a proven play is as good as any."""
    for hand, table in hard():
        found = [
            best_play(hand, table, RULES, jokers=STRICT, limit=limit)
            for limit in (0, 3_000, 30_000, 1_000_000)
        ]
        values = [(len(play.laid), play.value) for play in found]

        assert sorted(values) == values
        assert all(
            value == values[-1] for value, play in zip(values, found, strict=True) if play.proven
        )


def test_no_time_is_no_proof() -> None:
    """With no second to look nothing is proven, but for what is known without looking."""
    hand = shuffled(random.Random(3), RULES, 0.0)[:20]

    assert not best_play(hand, "", RULES, seconds=0).proven
    with pytest.raises(ValueError, match="seconds is a number from 0, not -1"):
        best_play(hand, "", RULES, seconds=-1)


@pytest.mark.slow
def test_enough_is_enough() -> None:
    """A play with as many tiles as are enough is given, and not called the best unless it is."""
    for hand, table in hard():
        best = best_play(hand, table, RULES, by="tiles", jokers=STRICT)
        play = best_play(hand, table, RULES, by="tiles", jokers=STRICT, enough=1)

        assert bool(best.laid) == bool(play.laid)
        assert not play.proven or len(play.laid) == len(best.laid)


@pytest.mark.slow
def test_the_worth_of_huge_melds_is_bounded(ways: list[int]) -> None:
    """Almost all tiles as one opening: what they are worth takes no more than is allowed."""
    tiles = shuffled(random.Random(1), RULES, 1.0)[:105]
    for rules in (RULES, MeldRules(one_high="high_or_low"), MeldRules(max_jokers_per_meld=1)):
        for opening in (OpeningRules(), OpeningRules(at_least=700), OpeningRules(at_least=10**9)):
            ways.clear()
            problems = opening_problems((), (), tiles, rules, opening)

            assert bool(problems) is (opening.at_least > 700)
            assert sum(ways) <= 1_200_000


def test_a_huge_hand_opens() -> None:
    """The best opening of almost all tiles is found, and laid it is one."""
    tiles = shuffled(random.Random(2), RULES, 1.0)[:105]
    play = best_opening(tiles, RULES, at_least=100)

    assert play is not None
    assert play.value >= 100
    assert_legal(tiles, (), play, RULES)


def test_all_maximal_plays_together_are_bounded(ways: list[int]) -> None:
    """Where a limit cuts the search for maximal plays short, none of those given is proven."""
    hand = shuffled(random.Random(5), RULES, 0.2)[:24]
    found = maximal_plays(hand, "", RULES, limit=2_000)

    assert sum(ways) <= 10 * 2_000 + 20_000
    assert not any(play.proven for play in found)
    assert all(play.proven for play in maximal_plays(hand[:14], "", RULES))


def test_the_first_play_of_a_huge_hand_needs_no_listing() -> None:
    """The first of the plays of a hand of a hundred tiles comes without the others."""
    hand = shuffled(random.Random(6), RULES, 0.5)[:100]

    assert next(playable_sets(hand, "", RULES)).laid


MANY = MeldRules(tile_set=numbered_set(jokers=8))
EIGHT = " | ".join(f"J y{n} k{n}" for n in range(1, 9))
ELSEWHERE = (
    "J(r1) r2 r3 | J(r4) r5 r6 | J(r7) r8 r9 | J(b1) b2 b3 | J(b4) b5 b6 | J(b7) b8 b9 | "
    "J(r10) r11 r12 | J(b10) b11 b12 | y1 y2 y3 y4 y5 y6 y7 y8 | k1 k2 k3 k4 k5 k6 k7 k8"
)
TAKEN_APART = "J J J J J J J J | y1 k1 y2 k2 y3 k3 y4 k4 y5 k5 y6 k6 y7 k7 y8 k8"


@pytest.mark.parametrize("price", ["rearrange", "rack_or_table", "rack"])
@pytest.mark.parametrize("destination", ["any", "new_meld", "new_meld_two_from_rack"])
@pytest.mark.parametrize("after", [EIGHT, ELSEWHERE, TAKEN_APART], ids=["same", "moved", "broken"])
def test_not_all_orders_of_many_jokers_are_tried(
    monkeypatch: pytest.MonkeyPatch, price: Any, destination: Any, after: str
) -> None:
    """Of the 40,320 ways in which eight jokers can have moved few are looked at, by any rules."""
    judged = 0
    case = jokers._Case
    refusals, holds = case.judge, case._holds

    def count(method: Any) -> Any:
        def counted(*args: Any) -> Any:
            nonlocal judged
            judged += 1
            return method(*args)

        return counted

    monkeypatch.setattr(case, "judge", count(refusals))
    monkeypatch.setattr(case, "_holds", count(holds))
    old, new = parse_table(EIGHT, MANY), read_table(after, MANY)
    laid = MANY.tile_set.read(" ".join(f"r{n} b{n}" for n in range(1, 13)))
    for lock in (False, True):
        for both in (False, True):
            rules = JokerRules(price=price, destination=destination, lock=lock, both_colours=both)
            judged = 0
            found = joker_problems(old, new, laid, MANY, rules)

            assert judged <= 4096 + 256
            assert not (after == EIGHT and found)
