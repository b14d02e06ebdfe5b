"""Laying one tile: what is listed, how it may be written, and what speaks against it."""

from __future__ import annotations

import pytest

import tilerules
from tilerules import AmbiguousMoveError, InvalidNotationError, InvalidVariantError, Round
from tilerules.melds import MeldLayout
from tilerules.rules.hypothetical import Hypothetical
from tilerules.rules.laying import PlaceTile, is_double
from tilerules.tiles import Domino, Joker

BLOCK = tilerules.variant("block")
TWO = "1-3,3-2"
EQUAL = "1-3,3-2,2-1"


def laid(layout: str, hand: str, others: str = "2-5 6-6") -> Round:
    """Set up a round of two with seat 0 to move."""
    seats = "/".join(text.replace(" ", ",") for text in (hand, others))
    tiles = BLOCK.tiles
    aside = tiles.bag(tiles.full & ~tiles.mask(f"{hand} {others} {layout}"))
    words = f"hands:{seats} layout:{layout} aside:{','.join(map(str, aside))}"
    return tilerules.parse_position(f"block@1 seats:2 move:0 {words}")


def codes(state: Round, text: str) -> list[str]:
    """Give what speaks against a move."""
    return [reason.code for reason in state.explain(text)]


@pytest.mark.parametrize(
    ("layout", "hand", "moves"),
    [
        ("1-2", "1-3 2-4 0-0", ["1-3@L", "2-4@R"]),
        (TWO, "1-2", ["1-2@L", "1-2@R"]),
        # Equal ends are one: the left one.
        (EQUAL, "1-5 1-4", ["1-4@L", "1-5@L"]),
        ("1-2", "0-0", ["pass"]),
    ],
)
def test_what_is_listed(layout: str, hand: str, moves: list[str]) -> None:
    """Places in order, within a place the tiles in set order."""
    assert moves == [str(move) for move in laid(layout, hand).legal_moves]


@pytest.mark.parametrize(
    ("layout", "text", "move"),
    [
        ("1-2", "1-3@L", "1-3@L"),
        ("1-2", "3-1@L", "1-3@L"),
        ("1-2", "[1-3] @ L", "1-3@L"),
        ("1-2", "1-3", "1-3@L"),
        (EQUAL, "1-4@R", "1-4@L"),
        (EQUAL, "1-4", "1-4@L"),
    ],
)
def test_ways_to_write(layout: str, text: str, move: str) -> None:
    """Every way to write a move is read as the move that is listed."""
    state = laid(layout, "1-4 2-4" if layout == EQUAL else "1-3 2-4")
    read = state.parse(text)

    assert (move, read) == (str(read), next(one for one in state.legal_moves if str(one) == move))


def test_a_bare_tile_that_fits_twice() -> None:
    """A bare tile is ambiguous where its holder could mean two places, and only then."""
    state = laid(TWO, "1-2 3-4")
    with pytest.raises(AmbiguousMoveError) as caught:
        state.parse("1-2")

    assert ("1-2@L", "1-2@R") == tuple(caught.value.choices)
    assert "not-held" in codes(laid(TWO, "3-4 1-4"), "1-2")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1-3@L", []),
        ("1-3@R", ["does-not-fit"]),
        ("4-4@L", ["does-not-fit"]),
        ("4-4", ["fits-nowhere"]),
        ("1-6@L", ["not-held"]),
        ("3-6@L", ["not-held", "does-not-fit"]),
        ("pass", ["must-place"]),
    ],
)
def test_what_speaks_against_it(text: str, found: list[str]) -> None:
    """Every reason is given: the tile, the place, and whether they match."""
    assert found == codes(laid("1-2", "1-3 4-4 2-6"), text)


def test_on_an_empty_table() -> None:
    """The first tile has no place; the end of a line is no matter, and is left out."""
    state = BLOCK.deal(2, seed=1)
    first = state.legal_moves[0]

    assert first.place is None
    assert (
        first == state.parse(f"{first}@L") == state.parse(f"{first}@R") == state.parse(str(first))
    )
    assert len(state.legal_moves) == state.masks[state.to_move or 0].bit_count()


@pytest.mark.parametrize(
    ("text", "problem"),
    [("1-3@X", "there is no place 'X'; known: L, R"), ("7-9@L", "'7-9' is not a tile of double-6")],
)
def test_garbled(text: str, problem: str) -> None:
    """A place or a tile that there is not is named."""
    with pytest.raises(InvalidNotationError, match=problem):
        laid("1-2", "1-3").parse(text)


def test_a_layout_without_places() -> None:
    """Single tiles cannot be laid on a layout that has no places for them."""
    with pytest.raises(InvalidVariantError, match="BoundMelds has no places for single tiles"):
        tilerules.variant("rummy").put(PlaceTile(), MeldLayout()).deal(2, seed=1)


def test_doubles() -> None:
    """A double is a domino with equal ends, and nothing else is."""
    assert is_double(Domino(3, 3))
    assert not any(is_double(tile) for tile in (Domino(0, 3), Joker(), "3-3"))


def test_hypothetical_states() -> None:
    """A state that nobody played is asked like a real one, and changing it changes no round."""
    state = laid("1-2", "1-3 2-4")
    other = Hypothetical.like(state)
    other.to_move, other.masks = 1, (0, state.masks[0])
    moves = [str(move) for move in state.plan.kinds_open(other, ("place",))]

    assert ["1-3@L", "2-4@R"] == moves
    assert (0, 2) == (state.to_move, len(state.hands[0]))
