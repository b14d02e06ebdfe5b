"""
Positions that claim what no round of the game can be.
"""

from __future__ import annotations

import re

import pytest

import tilerules
from tilerules import InvalidPositionError, Variant

PRESETS = ("satisfy", "pagat", "pressman", "cardinal")


def test_an_engine_set_aside_lies_from_the_beginning(game: Variant) -> None:
    """Without the double in the middle there is no train to lay a tile on (MT-1)."""
    line = str(game.deal(3, seed=1).position)
    for zone in ("aside:12-12", "stock:12-12,"):
        empty = re.sub(" layout:12-12", "", line)
        empty = empty.replace("stock:", zone) if zone[0] == "s" else f"{empty} {zone}"
        with pytest.raises(InvalidPositionError, match="the engine, a double, lies in the middle"):
            tilerules.parse_position(empty)


@pytest.mark.parametrize("preset", PRESETS)
def test_an_engine_out_of_a_hand_is_known(preset: str) -> None:
    """While nothing lies the doubles that may begin the round are told, not just any (M2, M5)."""
    line = str(tilerules.variant(f"mexican-train+{preset}").deal(3, seed=1).position)
    assert tilerules.parse_position(line).to_move is not None
    with pytest.raises(InvalidPositionError, match="ext must say under 'engines'"):
        tilerules.parse_position(re.sub(" ext:.*", "", line))


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ('"laid":["pass"]', "pass lays no tile"),
        ('"laid":["9-9@0"]', "9-9 lies not on the table"),
        ('"laid":["9-12@0","9-12@0"]', "was laid before"),
        ('"draws":1', "some of the tiles drawn"),
        ('"drawn":1,"owed":92', "above 91, the tiles of the set"),
    ],
    ids=range(5),
)
def test_what_was_done_in_a_turn_can_be_seen(game: Variant, turn: str, said: str) -> None:
    """A turn that goes on has laid tiles of the table, and drawn no more than there are."""
    round_ = game.deal(hands=["9-12 9-9 3-4", "1-1 1-2 6-6"], seats=2, seed=1)
    while round_.to_move != 0:
        round_ = round_.play(next(iter(round_.legal_moves)))
    line = re.sub(" turn:.*", "", str(round_.play("9-12@0").play("draw").position))
    with pytest.raises(InvalidPositionError, match=said):
        tilerules.parse_position(f"{line} turn:{{{turn}}}")
