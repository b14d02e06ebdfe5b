"""
Moves on a line, and moves that are words, as text.
"""

from __future__ import annotations

import pytest

from testing.sound import DEAD, SOUND
from tilerules import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidNotationError,
    Move,
    Round,
    parse_position,
)
from tilerules.testing.lookup import OneVariant


def at(line: str, hand: str, *, dead: bool = False) -> Round:
    """
    Give a round with a line, seat 0 to move with a hand, and all other tiles elsewhere.
    """
    variant = DEAD if dead else SOUND
    taken = {str(tile) for tile in (*variant.tiles.read(line), *variant.tiles.read(hand))}
    left = [str(tile) for tile in variant.tiles.faces if str(tile) not in taken]
    seats = variant.seats[0]
    # Seat 1 holds most of the others, so that the round is not blocked.
    others = [",".join(left[2:]), left[0]][: seats - 1]
    hands = "/".join([hand.replace(" ", ","), *others])
    stock = ",".join(left[seats - 2 : 2])
    layout = f"layout:{line.replace(' ', ',')}" if line else ""
    return parse_position(
        f"{variant.key}@1 seats:{seats} move:0 hands:{hands} stock:{stock} {layout}",
        registry=OneVariant(variant),
    )


APART = at("3-4", "3-5 4-5 3-3 0-1")
EQUAL = at("3-1 1-4 4-3", "3-5 3-3 0-1")
EMPTY = at("", "3-5 0-1")
STUCK = at("3-4", "0-1 2-2", dead=True)


@pytest.mark.parametrize(
    ("state", "text", "canonical"),
    [
        (APART, "3-5@L", "3-5@L"),
        (APART, "5-3@L", "3-5@L"),
        (APART, "[5-3]@L", "3-5@L"),
        (APART, "  3-5@L  ", "3-5@L"),
        (APART, "[ 5-3 ] @ L", "3-5@L"),
        (APART, "3-5", "3-5@L"),
        (APART, "4-5", "4-5@R"),
        (EQUAL, "3-5@L", "3-5@L"),
        (EQUAL, "3-5@R", "3-5@L"),
        (EQUAL, "3-5", "3-5@L"),
        (EMPTY, "3-5", "3-5"),
        (EMPTY, "[5-3]", "3-5"),
        (STUCK, "x0-1", "x0-1"),
        (STUCK, "x1-0", "x0-1"),
        (STUCK, "x[1-0]", "x0-1"),
    ],
    ids=range(15),
)
def test_good_moves(state: Round, text: str, canonical: str) -> None:
    """
    A move is canonical when made: on equal ends the right end *is* the left one.
    """
    move = state.parse(text)

    assert canonical == move.notation == str(move)
    assert () == state.explain(text)
    assert state.play(text) == state.play(canonical)
    assert canonical == str(state.play(text).move)
    assert move in state.legal_moves


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (state, text)
        for state in (APART, EQUAL, EMPTY)
        for text in ("", "nonsense", "3-5@", "3-5@X", "3-5@l", "3-5@L@R", "9-9@L", "@L", "3-5 @L x")
    ]
    + [(APART, "Pass"), (APART, "pass!"), (APART, "drawn"), (STUCK, "x"), (STUCK, "x9-9")],
    ids=range(32),
)
def test_what_is_no_move(state: Round, text: str) -> None:
    """
    What cannot be read is no illegal move but no move, and changes nothing.
    """
    for use in (state.parse, state.play, state.explain):
        with pytest.raises(InvalidNotationError):
            use(text)


@pytest.mark.parametrize("value", [None, 7, b"pass", ["pass"], 3.5], ids=repr)
def test_what_is_no_text(value: object) -> None:
    """
    A move is a Move or its notation.
    """
    for use in (APART.parse, APART.play):
        with pytest.raises(InvalidNotationError, match="notation"):
            use(value)  # type: ignore[arg-type]  # it is to be refused


def test_bare_tile_that_fits_at_both_ends() -> None:
    """
    Where two positions would result the choices are named.
    """
    with pytest.raises(AmbiguousMoveError) as caught:
        at("3-5 5-4", "3-4 0-1").play("3-4")

    assert ("3-4@L", "3-4@R") == caught.value.choices


@pytest.mark.parametrize(
    ("state", "text", "codes"),
    [
        (APART, "2-2@L", {"not-held", "does-not-fit"}),
        (APART, "0-1", {"fits-nowhere"}),
        (APART, "3-5@R", {"does-not-fit"}),
        (APART, "pass", {"must-place"}),
        (APART, "draw", {"must-place"}),
        (APART, "mark", {"no-such-move"}),
        (APART, "x3-5", {"no-such-move"}),
        (APART, "leave@1", {"no-such-move"}),
        (EMPTY, "pass", {"must-place"}),
        (STUCK, "x2-3", {"not-held"}),
        (STUCK, "pass", {"no-such-move"}),
        (STUCK, "2-2", {"fits-nowhere"}),
    ],
    ids=range(12),
)
def test_moves_that_are_not_legal(state: Round, text: str, codes: set[str]) -> None:
    """
    Every reason is given, and play raises them all.
    """
    reasons = state.explain(text)
    with pytest.raises(IllegalMoveError) as caught:
        state.play(text)

    assert codes == {reason.code for reason in reasons}
    assert reasons == caught.value.reasons
    assert state.parse(text) not in state.legal_moves
    assert all(str(reason) for reason in reasons)


def test_bare_tile_never_means_a_discard() -> None:
    """
    Who cannot play and writes a bare tile is told how to lay it face down.
    """
    (reason,) = STUCK.explain("2-2")

    assert "x2-2" in str(reason)


def test_moves_of_other_rounds_are_equal() -> None:
    """
    A move is its notation, whatever round it was read for.
    """
    move = at("3-1", "3-5 0-1").parse("3-5@L")

    assert APART.parse("3-5@L") == move
    assert hash(APART.parse("3-5@L")) == hash(move)
    assert move in APART.legal_moves
    assert APART.play(move) == APART.play("3-5@L")
    assert move != Move(kind="discard", notation="3-5@L")
    assert move != "3-5@L"
    assert "<Move 3-5@L>" == repr(move)
