"""
The shuffle: recomputed from its specification, held to a golden file, and uniform.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testing.sound import SOUND
from tilerules import InvalidSeedError
from tilerules.decks import Shuffler, check_seed, seed_text
from tilerules.testing import strategies as tst

GOLDEN: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("golden_shuffles.json").read_text(encoding="utf-8")
)
"""Orders written down once; they may change only together with ``SHUFFLE_VERSION``."""


def by_specification(
    n: int, seed: int | str, round_number: int = 1, purpose: str = "deal", attempt: int = 0
) -> list[int]:
    """
    Shuffle the numbers below *n* as the docstring of :mod:`tilerules.decks` says.

    This is what somebody who checks a deal in another language would write.
    """
    canonical = f"i:{seed}" if isinstance(seed, int) else f"s:{seed}"
    lines = ["tilerules-shuffle-1", canonical, str(round_number), purpose, str(attempt)]
    ways = math.factorial(n)
    size = next(b for b in itertools.count(1) if 256**b >= ways * 2**64)
    stream = hashlib.shake_256("\n".join(lines).encode("utf-8")).digest(64 * size)
    blocks = (stream[at : at + size] for at in range(0, len(stream), size))
    numbers = (int.from_bytes(block, "big") for block in blocks)
    number = next(one for one in numbers if one < 256**size // ways * ways)
    order = list(range(n))
    for i in range(n, 1, -1):
        number, j = divmod(number, i)
        order[i - 1], order[j] = order[j], order[i - 1]
    return order


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["title"])
def test_golden_shuffle(golden: dict[str, Any]) -> None:
    """
    A seed gives the order that is written down, by the library and by the specification.
    """
    seed, number, purpose, attempt = (
        golden[key] for key in ("seed", "round", "purpose", "attempt")
    )
    shuffler = Shuffler(seed, number)

    assert golden["order"] == shuffler.shuffled(range(golden["tiles"]), purpose, attempt)
    assert golden["order"] == by_specification(golden["tiles"], seed, number, purpose, attempt)


@given(
    n=st.integers(2, 110), seed=tst.seeds(), number=st.integers(1, 40), attempt=st.integers(0, 9)
)
def test_shuffle_follows_its_specification(
    n: int, seed: int | str, number: int, attempt: int
) -> None:
    """
    For any number of tiles, seed, round and attempt.
    """
    shuffled = Shuffler(seed, number).shuffled(range(n), "deal", attempt)

    assert by_specification(n, seed, number, "deal", attempt) == shuffled


@given(seed=tst.seeds(), seats=st.sampled_from(SOUND.seats))
def test_deal_is_cut_from_the_shuffled_set(seed: int | str, seats: int) -> None:
    """
    Seat 0 is dealt the first stretch of the set in shuffled order, and so on; the stock keeps
    its order.
    """
    order = [SOUND.tiles.tiles[at] for at in by_specification(len(SOUND.tiles), seed)]
    dealt = SOUND.deal(seats, seed=seed)

    for seat, hand in enumerate(dealt.hands):
        assert sorted(map(str, order[5 * seat : 5 * seat + 5])) == sorted(map(str, hand))
    assert tuple(order[5 * seats :]) == dealt.stock


@pytest.mark.parametrize("unordered", range(1, 8))
def test_order_within_a_hand_may_be_left(unordered: int) -> None:
    """
    Where the order of the first items does not matter, they are the same items.
    """
    whole = Shuffler(3).shuffled(range(28))
    part = Shuffler(3).shuffled(range(28), unordered=unordered)

    assert whole[unordered:] == part[unordered:]
    assert set(whole[:unordered]) == set(part[:unordered])


def test_every_tile_comes_first_equally_often() -> None:
    """
    Over 28,000 seeds each of 28 tiles comes first 1,000 times, give or take 160 (D24).
    """
    first = Counter(Shuffler(seed).shuffled(range(28))[0] for seed in range(28_000))

    assert set(range(28)) == set(first)
    assert all(840 <= count <= 1160 for count in first.values())


def test_every_order_of_four_is_equally_likely() -> None:
    """
    Over 24,000 seeds each of the 24 orders comes 1,000 times, give or take 160.
    """
    orders = Counter(tuple(Shuffler(seed).shuffled("abcd")) for seed in range(24_000))

    assert 24 == len(orders)
    assert all(840 <= count <= 1160 for count in orders.values())


def test_purposes_rounds_and_attempts_are_independent() -> None:
    """
    A redeal, a lot and the next round each have an order of their own.
    """
    orders = [
        Shuffler(1, number).shuffled(range(28), purpose, attempt)
        for number, purpose, attempt in itertools.product((1, 2), ("deal", "start"), (0, 1))
    ]

    assert len(orders) == len({tuple(order) for order in orders})


def test_items_stay_as_they_are() -> None:
    """
    Shuffling gives a new list, also of nothing or of one thing.
    """
    items = [3, 1, 2]
    Shuffler(0).shuffled(items)

    assert [3, 1, 2] == items
    assert [] == Shuffler(0).shuffled([])
    assert ["x"] == Shuffler(0).shuffled(["x"])
    assert {0, 1, 2} == {Shuffler(seed).lot(3) for seed in range(50)}


@pytest.mark.parametrize("seed", [0, 7, 2**200, "", "7", "game-1", "Ümläut ☃", "a\nb"], ids=repr)
def test_good_seeds(seed: int | str) -> None:
    """
    Non-negative ints of any size and all texts are seeds.
    """
    assert check_seed(seed) == seed
    assert seed == SOUND.deal(2, seed=seed).rest.setup.seed


@pytest.mark.parametrize(
    "seed",
    [-1, -42, True, False, 1.0, float("nan"), b"7", (1, 2), [7], "\ud800", int],
    ids=repr,
)
def test_bad_seeds(seed: Any) -> None:
    """
    Negative, bool, float, bytes, lists and lone surrogates are refused by name (X07).
    """
    for use in (
        check_seed,
        lambda one: SOUND.deal(2, seed=one),
        lambda one: SOUND.match(2, seed=one),
    ):
        kind = InvalidSeedError if type(seed) in (int, str) else TypeError
        with pytest.raises(kind, match="seed"):
            use(seed)


def test_an_int_and_its_digits_are_different_seeds() -> None:
    """
    ``7`` and ``"7"`` are written apart, and deal apart.
    """
    assert ("i:7", "s:7") == (seed_text(7), seed_text("7"))
    assert Shuffler(7).shuffled(range(28)) != Shuffler("7").shuffled(range(28))


# --- what is thrown away ----------------------------------------------------------------------


def block_bytes(n: int) -> int:
    """
    Give the bytes of a block, as the specification says.
    """
    return next(b for b in itertools.count(1) if 256**b >= math.factorial(n) * 2**64)


def shuffled_by(monkeypatch: pytest.MonkeyPatch, n: int, *numbers: int) -> list[int]:
    """
    Shuffle the numbers below *n* where the stream holds the blocks given, and nothing else.
    """
    size = block_bytes(n)
    stream = b"".join(number.to_bytes(size, "big") for number in numbers)

    class Stream:
        def __init__(self, text: bytes) -> None:
            pass

        def digest(self, length: int) -> bytes:
            assert length <= len(stream), "more is read than there is"
            return stream[:length]

    monkeypatch.setattr("tilerules.decks.shuffle.shake_256", Stream)
    return Shuffler(0).shuffled(range(n))


@pytest.mark.parametrize("n", [3, 5, 6, 28, 106])
def test_numbers_of_an_incomplete_stretch_are_thrown_away(
    monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    """
    The highest numbers, too few for all orders, are passed over for the next block; the last
    number below them is not.
    """
    ways, space = math.factorial(n), 256 ** block_bytes(n)
    bound = space // ways * ways
    assert bound < space
    by_number = {number: shuffled_by(monkeypatch, n, number) for number in (0, 1, bound - 1)}

    assert 3 == len(set(map(tuple, by_number.values())))
    for number, order in by_number.items():
        for high in (bound, space - 1):
            assert order == shuffled_by(monkeypatch, n, high, number)
        assert order == shuffled_by(monkeypatch, n, bound, space - 1, bound, number)


@pytest.mark.parametrize("n", range(2, 7))
def test_every_order_comes_from_equally_many_numbers(
    monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    """
    Any n! numbers in succession give every order once, the first ones and the last accepted.
    """
    ways = math.factorial(n)
    bound = 256 ** block_bytes(n) // ways * ways
    for first in (0, 1, bound - ways):
        orders = {
            tuple(shuffled_by(monkeypatch, n, number)) for number in range(first, first + ways)
        }
        assert set(itertools.permutations(range(n))) == orders
