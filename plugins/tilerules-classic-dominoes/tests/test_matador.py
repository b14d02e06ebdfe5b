"""
Matador, by example: what fits to what, and which way round.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import tilerules
from tilerules import (
    AmbiguousMoveError,
    EndReason,
    InvalidNotationError,
    InvalidVariantError,
    double_set,
)
from tilerules.layouts import BoundLine, LineLayout, LineState
from tilerules_classic_dominoes import MATADOR
from tilerules_classic_dominoes.sums import SumsTo

LAYOUT: BoundLine = LineLayout(touching=SumsTo()).bind(double_set(6), 2)
MATADORS = {"0-0", "1-6", "2-5", "3-4"}


def fitting(state: LineState, label: str) -> set[str]:
    """
    Give the notations of the tiles that go to a place.
    """
    mask = LAYOUT.fitting(state, LAYOUT.labels.index(label))
    return {str(tile) for tile in LAYOUT.tile_set.bag(mask)}


def test_what_fits_to_a_three() -> None:
    """
    Wikipedia: to a three goes any tile with a four, and its other end is the new open end.
    """
    state = LAYOUT.load("3-3")
    assert {"0-4", "1-4", "2-4", "4-4", "4-5", "4-6", "0-0"} == fitting(state, "L")
    assert MATADORS - {"0-0"} == fitting(state, "L+") == fitting(state, "L-")

    state = LAYOUT.put(state, 0, LAYOUT.tile_set.id_of("2-4"), LAYOUT.labels.index("L"))
    assert "[2|4][3|3]" == str(LAYOUT.read(state))


def test_after_the_double_six() -> None:
    """
    Cards Dice Dominoes: to 6-6 go 1-0, 1-2, 1-3, 1-4, 1-5 and any matador.
    """
    state = LAYOUT.load("6-6")
    wanted = {str(tile) for tile in LAYOUT.tile_set.bag(LAYOUT.wanted(state))}

    # 1-1 shows a one as well, though the page leaves it out.
    assert {"0-1", "1-1", "1-2", "1-3", "1-4", "1-5"} | MATADORS == wanted


def test_blank_end_is_closed() -> None:
    """
    To a blank end only a matador can be laid.
    """
    state = LAYOUT.load("0-4")

    assert {"0-0"} == fitting(state, "L")
    assert MATADORS - {"0-0"} == fitting(state, "L-") == fitting(state, "L+")


@pytest.mark.parametrize(
    ("tile", "place", "layout"),
    [
        ("3-4", "R-", "[6|6][4|3]"),
        ("3-4", "R+", "[6|6][3|4]"),
        ("3-4", "L-", "[3|4][6|6]"),
        ("3-4", "L+", "[4|3][6|6]"),
        ("1-6", "R-", "[6|6][6|1]"),
        ("0-0", "R", "[6|6][0|0]"),
        ("1-1", "R", "[6|6][1|1]"),
        ("1-5", "L", "[5|1][6|6]"),
    ],
)
def test_ways(tile: str, place: str, layout: str) -> None:
    """
    A matador can be turned: the place says whether its lower or higher end looks outwards.
    """
    where = LAYOUT.labels.index(place)
    tile_id = LAYOUT.tile_set.id_of(tile)
    state = LAYOUT.put(LAYOUT.load("6-6"), 0, tile_id, where)

    assert layout == str(LAYOUT.read(state))
    assert state == LAYOUT.load(LAYOUT.dump(state))


def test_a_way_must_be_named() -> None:
    """
    A matador without its way is ambiguous, and the choices are offered.
    """
    dealt = MATADOR.deal(2, seed=1, hands=["6-6 5-5", "3-4 1-3 2-2"]).play("6-6")

    with pytest.raises(AmbiguousMoveError) as caught:
        dealt.play("3-4@R")
    assert ("3-4@L-", "3-4@L+") == tuple(caught.value.choices)
    with pytest.raises(AmbiguousMoveError):
        dealt.play("3-4")
    assert "[3|4][6|6]" == str(dealt.play("3-4@R-").layout)
    assert "[3|1][6|6]" == str(dealt.play("1-3").layout)


def test_refusals() -> None:
    """
    A tile that does not add up is refused, and so is a plain tile with a way.
    """
    dealt = MATADOR.deal(2, seed=1, hands=["6-6 5-5", "3-4 1-3 2-2"]).play("6-6")

    assert ["does-not-fit"] == [reason.code for reason in dealt.explain("2-2@L")]
    assert ["does-not-fit"] == [reason.code for reason in dealt.explain("1-3@L+")]


def test_only_matadors_go_on() -> None:
    """
    Blanks at both ends close the line to everybody who has no matador.
    """
    tiles = MATADOR.tiles
    others = tiles.bag(tiles.full & ~tiles.mask("0-4 0-3 0-0 1-6 2-5 3-4"))
    hands = f"{','.join(map(str, others))}/0-0,1-6,2-5,3-4"
    round_ = tilerules.parse_position(f"matador@1 seats:2 move:0 hands:{hands} layout:0-4,3-0")
    assert ["pass"] == [str(move) for move in round_.legal_moves]

    after = round_.play("pass")
    assert MATADORS == {str(move.tile) for move in after.legal_moves}


def test_blocked() -> None:
    """
    A round is blocked when nobody holds a tile that fits and all are drawn, and only then.
    """
    blocked = 0
    for seed in range(40):
        rng = random.Random(seed)
        round_ = MATADOR.deal(2, seed=seed)
        while round_.outcome is None:
            round_ = round_.play(rng.choice(list(round_.legal_moves)))
        fits = LAYOUT.wanted(round_.table) & (round_.masks[0] | round_.masks[1])
        is_blocked = round_.outcome.reason is EndReason.BLOCKED
        blocked += is_blocked

        assert is_blocked == (all(round_.masks) and not fits and not round_.stock)
    assert blocked


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("3-3,3-5", "do not add up to 7"),
        ("3-3,4-6,4-6", "lies twice"),
        ("0-4,2-2", "do not add up"),
    ],
)
def test_what_cannot_lie(text: str, problem: str) -> None:
    """
    A layout that nobody could have laid is refused.
    """
    with pytest.raises(InvalidNotationError, match=problem):
        LAYOUT.load(text)


def test_larger_sets() -> None:
    """
    With double-nine touching halves add up to ten; another total is refused.
    """
    nine = LineLayout(touching=SumsTo(10)).bind(double_set(9), 2)
    state = nine.load("9-9")
    wanted = {str(tile) for tile in nine.tile_set.bag(nine.wanted(state))}
    ones = {f"{min(1, pips)}-{max(1, pips)}" for pips in range(10)}
    assert ones | {"0-0", "2-8", "3-7", "4-6", "5-5"} == wanted

    with pytest.raises(InvalidVariantError, match="add up to 10, not 7"):
        LineLayout(touching=SumsTo(7)).bind(double_set(9), 2)


def test_line_of_whole_rounds() -> None:
    """
    In every round, touching halves add up to seven unless one of the two tiles is a matador.
    """
    for seed in range(40):
        rng = random.Random(seed)
        round_ = MATADOR.deal(2 + seed % 3, seed=seed)
        while round_.outcome is None:
            round_ = round_.play(rng.choice(list(round_.legal_moves)))
        halves = round_.layout.halves
        for (a, b), (c, d) in pairwise(halves):
            assert b + c == 7 or {a + b, c + d} & {0, 7}
