"""
Tiles as sets: what bags have in common, and what tile sets hold.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerules import Domino, TileBag, double_set, numbered_set

RUMMY = numbered_set(highest=3, copies=2, jokers=3)
DOMINOES = double_set(3)
MASKS = {RUMMY: st.integers(0, RUMMY.full), DOMINOES: st.integers(0, DOMINOES.full)}


@st.composite
def pairs(draw: st.DrawFn) -> tuple[TileBag, TileBag]:
    """
    Draw two bags of one set.
    """
    tile_set = draw(st.sampled_from([RUMMY, DOMINOES]))
    return tile_set.bag(draw(MASKS[tile_set])), tile_set.bag(draw(MASKS[tile_set]))


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("and_", lambda a, b: a & b),
        ("or_", lambda a, b: a | b),
        ("sub", lambda a, b: a - b),
        ("xor", lambda a, b: (a - b) + (b - a)),
    ],
)
@given(both=pairs())
def test_algebra(
    name: str, counted: Callable[[Any, Any], Counter[Any]], both: tuple[TileBag, TileBag]
) -> None:
    """
    Bags reckon as multisets of faces do.
    """
    one, other = both
    found = getattr(operator, name)(one, other)

    assert counted(Counter(one), Counter(other)) == Counter(found)
    assert one.tile_set is found.tile_set


@given(both=pairs())
def test_order(both: tuple[TileBag, TileBag]) -> None:
    """
    A bag is below another that has all its tiles.
    """
    one, other = both
    mine, theirs = Counter(one), Counter(other)

    assert (mine <= theirs) == (one <= other) == (other >= one)
    assert (mine < theirs) == (one < other) == (other > one)
    assert (not mine & theirs) == one.isdisjoint(other)
    assert one & other <= one <= one | other


def test_wrong_partners() -> None:
    """
    Bags of different sets, and what is no bag, have nothing to do with each other.
    """
    with pytest.raises(ValueError, match="double-3"):
        RUMMY.bag(1) & DOMINOES.bag(1)
    with pytest.raises(TypeError, match="the other bag"):
        RUMMY.bag(1) | {"r1"}  # type: ignore[operator]


def test_tile_sets_iterate() -> None:
    """
    A set gives its tiles and says whether it has a tile, or what a notation names.
    """
    assert [*DOMINOES] == [*DOMINOES.tiles]
    assert len(RUMMY) == len([*RUMMY])
    assert "1-2" in DOMINOES
    assert Domino(1, 2) in DOMINOES
    assert "1-5" not in DOMINOES
    assert 7 not in DOMINOES
    assert "r1" in RUMMY
