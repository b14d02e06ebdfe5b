"""
The best train from a hand: against a plain listing of all trains, by example, and by property.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerules.decks import double_set, numbered_set
from tilerules.errors import InvalidNotationError
from tilerules.solvers import BestTrain, best_train
from tilerules.tiles import Domino

Goal: TypeAlias = Literal["tiles", "pips"]

GOALS: tuple[Goal, ...] = ("tiles", "pips")

each_goal = pytest.mark.parametrize("by", GOALS)


def hand_of(text: str, highest: int = 12) -> tuple[Domino, ...]:
    """Read a hand."""
    return tuple(tile for tile in double_set(highest).read(text) if isinstance(tile, Domino))


def trains_of(
    hand: Sequence[Domino], end: int, laid: tuple[Domino, ...] = ()
) -> Iterator[tuple[Domino, ...]]:
    """Give every train of a hand, the empty one included."""
    yield laid
    for tile in hand:
        if end in (tile.low, tile.high):
            rest = [other for other in hand if other is not tile]
            yield from trains_of(rest, tile.other(end), (*laid, tile))


def rank(tiles: Sequence[Domino], by: Goal) -> tuple[int, int]:
    """Give what trains are compared by, the higher the better."""
    count, pips = len(tiles), sum(tile.pips for tile in tiles)
    return (count, pips) if by == "tiles" else (pips, count)


def check_train(train: BestTrain, hand: Sequence[Domino]) -> None:
    """Check that a train can be laid from a hand."""
    assert len(train.tiles) == len(set(train.tiles))
    assert set(train.tiles) <= set(hand)
    end = train.start
    for tile in train.tiles:
        end = tile.other(end)
    assert end == train.end


def check_best(hand: Sequence[Domino], start: int) -> None:
    """Check every goal against the listing of all trains."""
    trains = list(trains_of(hand, start))
    for end_on_double in (True, False):
        allowed = [
            train for train in trains if end_on_double or not (train and train[-1].is_double)
        ]
        for by in GOALS:
            found = best_train(hand, start, by=by, end_on_double=end_on_double)
            check_train(found, hand)
            assert found.tiles in allowed
            best = max(rank(train, by) for train in allowed)
            assert (best, True) == (rank(found.tiles, by), found.proven)


class TestAgainstListing:
    """The answer is the best of all trains."""

    @pytest.mark.parametrize("highest", [0, 1, 2])
    def test_every_hand_of_a_small_set(self, highest: int) -> None:
        """
        Every hand of a small set, from every number of pips and one beyond, is solved.
        """
        tiles = double_set(highest).dominoes
        for size in range(len(tiles) + 1):
            for hand in combinations(tiles, size):
                for start in range(highest + 2):
                    check_best(hand, start)

    def test_every_hand_of_double_three(self) -> None:
        """
        Every hand of at most eight tiles of the double-three set is solved.
        """
        tiles = double_set(3).dominoes
        for size in range(9):
            for hand in combinations(tiles, size):
                check_best(hand, 3)

    @pytest.mark.parametrize(
        ("highest", "most", "rounds"), [(4, 9, 500), (6, 10, 2000), (9, 10, 2000), (12, 10, 2000)]
    )
    def test_random_hands(self, highest: int, most: int, rounds: int) -> None:
        """
        Random hands of the usual sets are solved.
        """
        rng = random.Random(f"trains {highest}")
        tiles = double_set(highest).dominoes
        for _ in range(rounds):
            hand = rng.sample(tiles, rng.randint(0, most))
            check_best(hand, rng.randint(0, highest))

    def test_random_hands_that_hang_together(self) -> None:
        """
        Larger hands over few numbers, with many circles and branches, are solved.
        """
        rng = random.Random("dense trains")
        for _ in range(300):
            numbers = rng.sample(range(13), 7)
            tiles = [
                tile for tile in double_set(12).dominoes if {tile.low, tile.high} <= {*numbers}
            ]
            check_best(rng.sample(tiles, 11), rng.choice(numbers))


class TestExamples:
    """Trains that can be checked by hand."""

    @pytest.mark.parametrize(
        ("hand", "start", "train"),
        [
            # MT-E18
            (
                "[12-5][5-7][7-8][8-11][11-1][1-9][3-3][0-4]",
                12,
                "5-12 5-7 7-8 8-11 1-11 1-9",
            ),
            ("", 12, ""),
            ("[0-1][3-3]", 12, ""),
            ("[12-12]", 12, "12-12"),
            ("[12-12][3-12][3-3]", 12, "12-12 3-12 3-3"),
            # A double is laid when its pips come up first, not at the end.
            ("[1-2][2-2][2-3]", 1, "1-2 2-2 2-3"),
            # The circle is walked before the branch that does not come back.
            ("[1-2][2-3][1-3][1-9]", 1, "1-2 2-3 1-3 1-9"),
            # Two equally long branches: the heavier one.
            ("[0-5][5-8][5-9]", 0, "0-5 5-9"),
            # The longest branch is not the one that begins with the heaviest tile.
            ("[0-12][0-1][1-2][2-3]", 0, "0-1 1-2 2-3"),
            # 0-0 is worth nothing and is a tile all the same.
            ("[0-6][0-0]", 6, "0-6 0-0"),
        ],
    )
    def test_longest(self, hand: str, start: int, train: str) -> None:
        """
        The longest train is found, doubles where their pips are shown.
        """
        found = best_train(hand_of(hand), start)
        assert (train, True) == (str(found), found.proven)

    def test_goals_differ(self) -> None:
        """
        One heavy tile beats three light ones by pips, and loses by tiles.
        """
        hand = hand_of("[0-12][0-1][1-2][2-3]")
        assert "0-1 1-2 2-3" == str(best_train(hand, 0))
        assert "0-12" == str(best_train(hand, 0, by="pips"))

    def test_more_tiles_break_a_tie_by_pips(self) -> None:
        """
        Of equally heavy trains the one with more tiles is the best by pips.
        """
        found = best_train(hand_of("[2-8][2-3][3-1][0-1]"), 2, by="pips")
        assert ("2-3 1-3 0-1", 10) == (str(found), found.pips)
        found = best_train(hand_of("[0-6][0-0]"), 6, by="pips")
        assert ("0-6 0-0", 6) == (str(found), found.pips)

    @pytest.mark.parametrize(
        ("hand", "start"),
        [
            ("[0-6][2-3][1-4][3-5][6-6][5-6][3-6][0-1][0-2]", 2),
            ("[5-6][4-5][1-4][3-6][5-7][6-7][0-8][3-4][1-8]", 3),
        ],
    )
    def test_branch_given_up(self, hand: str, start: int) -> None:
        """
        A branch counts only if the train still comes to where it begins.
        """
        check_best(hand_of(hand), start)

    @pytest.mark.parametrize(
        ("hand", "start", "train"),
        [
            ("[6-6]", 6, ""),
            ("[6-4][4-4]", 6, "4-6"),
            ("[6-4][4-4][4-1]", 6, "4-6 4-4 1-4"),
            ("[6-6][6-4]", 6, "6-6 4-6"),
            # A circle passes the double twice: it is laid on the way.
            ("[6-6][6-4][4-1][1-6]", 6, "6-6 1-6 1-4 4-6"),
            # The branch that ends on a double is shorter by it.
            ("[6-4][4-4][6-2][2-3]", 6, "2-6 2-3"),
        ],
    )
    def test_no_double_at_the_end(self, hand: str, start: int, train: str) -> None:
        """
        Where no double may be the last tile, the best of the other trains is found.
        """
        found = best_train(hand_of(hand), start, end_on_double=False)
        assert (train, True) == (str(found), found.proven)

    @each_goal
    @pytest.mark.parametrize("highest", [6, 12, 18, 36])
    def test_whole_set_with_even_numbers(self, highest: int, by: Goal) -> None:
        """
        A whole set in which every number is on evenly many other tiles is one train.
        """
        tiles = double_set(highest).dominoes
        found = best_train(tiles, highest, by=by)
        check_train(found, tiles)
        assert (len(tiles), True) == (found.length, found.proven)

    def test_whole_set_with_odd_numbers(self) -> None:
        """
        Of the double-nine set four tiles stay: ten odd numbers, of which two may stay odd.
        """
        tiles = double_set(9).dominoes
        found = best_train(tiles, 9)
        check_train(found, tiles)
        assert (51, True) == (found.length, found.proven)

    def test_far_apart_numbers(self) -> None:
        """
        The size of the numbers does not matter.
        """
        tiles = [Domino(0, 10**12), Domino(10**12, 10**12), Domino(5, 10**12)]
        assert 3 == best_train(tiles, 0).length

    def test_long_branch(self) -> None:
        """
        A train of thousands of tiles needs no deep recursion.
        """
        tiles = [Domino(i, i + 1) for i in range(3000)]
        found = best_train(reversed(tiles), 0)
        assert tuple(tiles) == found.tiles


HEAVY = random.Random("hard trains").sample(double_set(12).dominoes, 60)
"""A hand whose best train takes many positions."""


class TestLimit:
    """A search that stops says so."""

    @each_goal
    @pytest.mark.parametrize("limit", [0, 1, 5, 20])
    def test_met(self, limit: int, by: Goal) -> None:
        """
        At the limit there is a train, and it is not called proven.
        """
        found = best_train(HEAVY, 12, by=by, limit=limit)
        check_train(found, HEAVY)
        assert found.length > 0
        assert not found.proven

    @each_goal
    def test_huge(self, by: Goal) -> None:
        """
        A limit that is not met changes nothing.
        """
        unlimited = best_train(HEAVY, 12, by=by, limit=None)
        assert unlimited.proven
        assert unlimited == best_train(HEAVY, 12, by=by, limit=10**9)

    @each_goal
    def test_more_is_never_worse(self, by: Goal) -> None:
        """
        Every step of the limit gives a train as good as before or better, proven only at the end.
        """
        best = rank(best_train(HEAVY, 12, by=by, limit=None).tiles, by)
        before = (0, 0)
        for limit in range(0, 400, 8):
            found = best_train(HEAVY, 12, by=by, limit=limit)
            now = rank(found.tiles, by)
            assert before <= now <= best
            assert now == best or not found.proven
            before = now

    def test_not_needed(self) -> None:
        """
        What is decided at once is proven even where nothing may be searched.
        """
        assert best_train(hand_of("[1-2][2-3]"), 1, limit=0).proven

    def test_proven_means_best(self) -> None:
        """
        Under any small limit, what is called proven is the best of all trains.
        """
        rng = random.Random("limits")
        seen = {True: 0, False: 0}
        for _ in range(300):
            hand = rng.sample(double_set(6).dominoes, 10)
            by = rng.choice(GOALS)
            found = best_train(hand, 3, by=by, limit=rng.randint(0, 6))
            check_train(found, hand)
            best = max(rank(train, by) for train in trains_of(hand, 3))
            assert rank(found.tiles, by) == best or not found.proven
            seen[found.proven] += 1
        assert min(seen.values()) > 20


@st.composite
def hands(draw: st.DrawFn, highest: int = 9, most: int = 24) -> tuple[list[Domino], int]:
    """Draw a hand and a start."""
    tiles = st.sampled_from(double_set(highest).dominoes)
    hand = draw(st.lists(tiles, unique=True, max_size=most))
    return hand, draw(st.integers(0, highest))


class TestProperties:
    """What holds for every hand."""

    @given(hands(), st.sampled_from(GOALS), st.booleans())
    def test_valid(self, case: tuple[list[Domino], int], by: Goal, end_on_double: bool) -> None:
        """
        The train can be laid, is proven, and ends as it may.
        """
        hand, start = case
        found = best_train(hand, start, by=by, end_on_double=end_on_double)
        check_train(found, hand)
        assert found.proven
        assert end_on_double or not (found.tiles and found.tiles[-1].is_double)

    @given(hands(), st.sampled_from(GOALS), st.booleans(), st.randoms(use_true_random=False))
    def test_order(
        self,
        case: tuple[list[Domino], int],
        by: Goal,
        end_on_double: bool,
        rng: random.Random,
    ) -> None:
        """
        The order of the hand does not change the train.
        """
        hand, start = case
        other = rng.sample(hand, len(hand))
        expected = best_train(hand, start, by=by, end_on_double=end_on_double)
        assert expected == best_train(other, start, by=by, end_on_double=end_on_double)

    @given(hands(), st.sampled_from(double_set(9).dominoes), st.sampled_from(GOALS), st.booleans())
    def test_another_tile(
        self, case: tuple[list[Domino], int], tile: Domino, by: Goal, end_on_double: bool
    ) -> None:
        """
        Another tile in the hand never makes the train worse.
        """
        hand, start = case
        fewer = [other for other in hand if other != tile]
        less = best_train(fewer, start, by=by, end_on_double=end_on_double)
        more = best_train([*fewer, tile], start, by=by, end_on_double=end_on_double)
        assert rank(less.tiles, by) <= rank(more.tiles, by)

    @given(hands())
    def test_goals(self, case: tuple[list[Domino], int]) -> None:
        """
        No train is longer than the longest or heavier than the heaviest.
        """
        longest, heaviest = (best_train(*case, by=by) for by in GOALS)
        assert heaviest.length <= longest.length
        assert longest.pips <= heaviest.pips

    @given(hands(), st.sampled_from(GOALS))
    def test_rest_does_not_go_on(self, case: tuple[list[Domino], int], by: Goal) -> None:
        """
        No tile that stays in the hand fits at the end of the train.
        """
        hand, start = case
        found = best_train(hand, start, by=by)
        rest = set(hand) - set(found.tiles)
        assert not [tile for tile in rest if found.end in (tile.low, tile.high)]


class TestInput:
    """What cannot be answered is refused."""

    def test_tiles(self) -> None:
        """
        A bag of tiles, or any iterable, is a hand.
        """
        tile_set = double_set(6)
        bag = tile_set.bag(tile_set.mask("[6-5][5-5]"))
        expected = best_train(list(hand_of("[5-6][5-5]")), 6)
        assert expected == best_train(bag, 6) == best_train(iter(bag), 6)

    def test_twice(self) -> None:
        """
        A tile that is there twice is refused and named.
        """
        for tile in (Domino(4, 6), Domino(6, 6)):
            with pytest.raises(InvalidNotationError, match=f"{tile} is there twice") as refusal:
                best_train([Domino(1, 6), tile, Domino(tile.high, tile.low)], 6)
            assert str(tile) == refusal.value.part

    @pytest.mark.parametrize("tile", [numbered_set().tile("r5"), "4-6", (4, 6), None])
    def test_no_domino(self, tile: object) -> None:
        """
        What is no domino is refused.
        """
        with pytest.raises(InvalidNotationError, match="made of dominoes"):
            best_train([Domino(1, 6), tile], 6)  # type: ignore[list-item]

    @pytest.mark.parametrize("start", [-1, True, 1.0, "6", None])
    def test_start(self, start: object) -> None:
        """
        A start that is no number of pips is refused.
        """
        with pytest.raises(InvalidNotationError, match="start is an int from 0"):
            best_train([Domino(1, 6)], start)  # type: ignore[arg-type]

    @pytest.mark.parametrize("limit", [-1, False, 1.5])
    def test_limit(self, limit: object) -> None:
        """
        A limit that is no number of positions is refused.
        """
        with pytest.raises(InvalidNotationError, match="limit is an int from 0"):
            best_train([Domino(1, 6)], 6, limit=limit)  # type: ignore[arg-type]

    @pytest.mark.parametrize("by", ["", "tile", "points", None])
    def test_goal(self, by: object) -> None:
        """
        An unknown goal is refused, and the known ones are named.
        """
        with pytest.raises(InvalidNotationError, match="'tiles' or by 'pips'"):
            best_train([Domino(1, 6)], 6, by=by)  # type: ignore[arg-type]


class TestResult:
    """A train is a value."""

    def test_attributes(self) -> None:
        """
        It tells its tiles, their number, their pips and its open end.
        """
        train = best_train(hand_of("[6-4][4-4][4-1]"), 6)
        assert hand_of("[6-4][4-4][4-1]") == train.tiles
        assert (3, 23, 1, 6) == (train.length, train.pips, train.end, train.start)

    def test_empty(self) -> None:
        """
        An empty train leaves the start open.
        """
        train = best_train([], 6)
        assert ((), 0, 0, 6, "") == (
            train.tiles,
            train.length,
            train.pips,
            train.end,
            str(train),
        )

    def test_frozen(self) -> None:
        """
        It cannot be changed, and equal ones are equal keys.
        """
        train = best_train(hand_of("[6-4]"), 6)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            train.proven = False  # type: ignore[misc]
        assert 1 == len({train, best_train(hand_of("[6-4]"), 6)})
