"""
A move that was not taken from the list is what its notation says.
"""

from __future__ import annotations

import attrs
import pytest

import tilerules
from tilerules import IllegalMoveError, InvalidNotationError, Move, Round
from tilerules.play.restoring.reading import read_position


@pytest.fixture
def round_() -> Round:
    """
    Give a round of a game of melds: three tiles lie, seat 0 can add one of its two.
    """
    game = tilerules.variant("rummy")
    left = game.tiles.full
    for tiles in ("r1 r2 r3", "r4 k9", "k1", "b1"):
        left &= ~game.tiles.mask(tiles, within=left)
    aside = ",".join(map(str, game.tiles.bag(left)))
    return read_position(
        f"{game.key}@{game.version} seats:2 move:0 hands:r4,k9/k1 stock:b1 aside:{aside} "
        'layout:r1,r2,r3 ext:{"opened":[0,1]}',
        game,
    )


def test_what_else_a_move_carries_is_not_believed(round_: Round) -> None:
    """
    The table that goes with a notation does not make another table legal.
    """
    legal = round_.parse("r1 r2 r3 r4")
    forged = Move(kind="lay", notation="r1 r2 r3 r4 | k9", data=legal.data)

    assert legal in round_.legal_moves
    assert forged not in round_.legal_moves
    assert ["meld-too-short"] == [reason.code for reason in round_.explain(forged)]
    with pytest.raises(IllegalMoveError):
        round_.play(forged)


def test_a_bare_notation_is_enough(round_: Round) -> None:
    """
    A move of nothing but kind and notation is the move of that notation.
    """
    bare = Move(kind="lay", notation="r1 r2 r3 r4")

    assert bare in round_.legal_moves
    assert round_.play("r1 r2 r3 r4") == round_.play(bare)


@pytest.mark.parametrize("kind", ["draw", "lay"])
def test_garbage_is_no_notation(round_: Round, kind: str) -> None:
    """
    A move whose notation cannot be read is not played, though its kind is legal.
    """
    legal = round_.parse("draw" if kind == "draw" else "r1 r2 r3 r4")
    assert () == round_.explain(legal)
    with pytest.raises(InvalidNotationError):
        round_.play(attrs.evolve(legal, notation="garbage"))
