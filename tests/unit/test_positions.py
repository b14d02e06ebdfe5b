"""
Positions: one line of text, both ways, and everything that is not one.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgets import count
from property.registered import ids, quick_variants, variants
from testing.sound import DEAD, SOUND
from tilerules import (
    InvalidPositionError,
    RulesVersionError,
    TilerulesError,
    UnknownHouseRuleError,
    UnknownVariantError,
    Variant,
    parse_position,
)
from tilerules.testing import strategies as tst
from tilerules.testing.lookup import OneVariant
from tilerules.testing.subjects import listed

REGISTRY = OneVariant(DEAD)

GOOD = (
    "dead@1 seats:3 move:1 "
    "hands:0-0,0-3,0-4,1-1,3-4/0-1,0-2,1-3,2-2,2-3,3-5/0-5,1-2,2-4,3-3,4-4,5-5 "
    "stock:1-4,2-5,4-5 layout:1-5"
)
"""Seat 0 has laid 1-5."""

OVER = (
    "dead@1 seats:3 hands:/4-4/0-1 dead:5-5// stock:0-0,3-5,0-4 "
    "layout:2-2,2-4,4-3,3-2,2-0,0-3,3-3,3-1,1-2,2-5,5-4,4-1,1-1,1-5,5-0 "
    'over:{"by":0,"counts":[10,8,1],"decided_by":"count","leader":2,"points":[0,0,1],'
    '"reason":"went_out","winners":[2]}'
)


def test_good_positions_are_read() -> None:
    """
    A position has no past; what it says is there, and it is written the same again.
    """
    state = parse_position(GOOD, registry=REGISTRY)

    assert (1, 3, (), None) == (state.to_move, state.seats, state.moves, state.parent)
    assert "0-0 0-3 0-4 1-1 3-4" == str(state.hands[0])
    assert ["1-4", "2-5", "4-5"] == [str(tile) for tile in state.stock]
    assert ["0-1@L", "1-3@L", "3-5@R"] == [str(move) for move in state.legal_moves]
    assert GOOD == str(state.position)
    over = parse_position(OVER, registry=REGISTRY)
    assert OVER == str(over.position)
    assert over.to_move is None
    assert over.outcome is not None
    assert (2,) == over.outcome.winners


def test_blanks_and_order_of_fields_do_not_matter() -> None:
    """
    Fields may come in any order, with any blanks between them.
    """
    first, *fields = GOOD.split()

    assert parse_position(GOOD, registry=REGISTRY) == parse_position(
        f"  {first}   {'  '.join(reversed(fields))} ", registry=REGISTRY
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats:3", "seats:4", "is for 3 seats, not 4"),
        ("seats:3", "seats:three", "seats is a number"),
        ("seats:3 ", "", "the field 'seats' is missing"),
        ("move:1", "move:3", "from 0 to 2"),
        ("move:1", "move:-1", "move is a number"),
        ("move:1", "move:٣", "move is a number"),
        ("move:1 ", "", "move"),
        ("move:1", "mover:1", "'mover:1' is no field"),
        ("move:1", "move:1 move:1", "stands twice"),
        ("move:1", "move", "'move' is no field"),
        ("hands:0-0,", "hands:", "these tiles lie nowhere: 0-0"),
        ("hands:0-0,", "hands:0-0,0-1,", "0-1 in hands lies somewhere else"),
        ("hands:0-0,", "hands:0-0,1-5,", "1-5 in hands lies somewhere else"),
        ("hands:0-0,", "hands:0-0,6-6,", "'6-6' is not a tile"),
        ("/0-1", ",0-1", "hands must name 3 lots"),
        ("/0-1", "/0-1/", "hands must name 3 lots"),
        ("stock:1-4,", "stock:1-4,1-4,", "1-4 in stock lies somewhere else"),
        ("layout:1-5", "layout:1-5,1-4", "'1-4' does not match the 5"),
        ("layout:1-5", "layout:1-5,5-1", "1-5 lies twice"),
        ("layout:1-5", "layout:1-5-5", "'1-5-5' is not a tile"),
        ("layout:1-5", "layout:1-5 points:1,2", "points must be 3 numbers"),
        ("layout:1-5", "layout:1-5 points:1,2,x", "points must be 3 numbers"),
        ("layout:1-5", "layout:1-5 idle:-1", "idle is a number"),
        ("layout:1-5", "layout:1-5 idle:9999999999", "idle is a number"),
        ("layout:1-5", "layout:1-5 turn:[]", "turn must be a JSON object"),
        ("layout:1-5", 'layout:1-5 turn:{"owed":-1}', "not negative"),
        ("layout:1-5", 'layout:1-5 turn:{"owed":true}', "not negative"),
        ("layout:1-5", 'layout:1-5 turn:{"debt":1}', "turn has laid, draws, drawn and owed"),
        ("layout:1-5", 'layout:1-5 turn:{"laid":[7]}', "laid move is text"),
        ("layout:1-5", 'layout:1-5 turn:{"laid":["zz"]}', "zz"),
        ("layout:1-5", 'layout:1-5 turn:{"draws":2,"drawn":1}', "some of the tiles drawn"),
        ("layout:1-5", 'layout:1-5 turn:{"owed":22}', "above 21, the tiles of the set"),
        ("layout:1-5", 'layout:1-5 turn:{"laid":["x5-5"]}', "x5-5 lays no tile"),
        ("layout:1-5", 'layout:1-5 turn:{"laid":["2-2@L"]}', "2-2 lies not on the table"),
        ("layout:1-5", 'layout:1-5 turn:{"laid":["1-5","1-5"]}', "1-5.* was laid before"),
        ("layout:1-5", "layout:1-5 ext:{", "ext is not JSON"),
        ("layout:1-5", "layout:1-5 ext:" + "[" * 50_000, "ext"),
        ("layout:1-5", "layout:1-5 " + "x" * 200_000, "too long"),
    ],
    ids=range(38),
)
def test_bad_positions(old: str, new: str, said: str) -> None:
    """
    What is wrong is named; nothing is guessed.
    """
    assert old in GOOD
    with pytest.raises(InvalidPositionError, match=said):
        parse_position(GOOD.replace(old, new, 1), registry=REGISTRY)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"by":0,', "", "over must have"),
        ('"by":0', '"by":3', "no seat 3"),
        ('"by":0', '"by":true', "no seat True"),
        ('"leader":2', '"leader":"2"', "no seat '2'"),
        ('"winners":[2]', '"winners":[7]', "no seat 7"),
        ('"winners":[2]', '"winners":2', "winners must be a list"),
        ('"counts":[10,8,1]', '"counts":[10,8]', "counts must have 3"),
        ('"points":[0,0,1]', '"points":[0,0,1.5]', "points must be a list of numbers"),
        ('"reason":"went_out"', '"reason":"bored"', "bored"),
        ('"reason":"went_out"', '"reason":null', "None"),
        ('"decided_by":"count"', '"decided_by":3', "decided_by must be"),
        ('"by":0', '"by":NaN', "NaN is no JSON"),
    ],
    ids=range(12),
)
def test_bad_endings(old: str, new: str, said: str) -> None:
    """
    The outcome of a finished round is checked field by field.
    """
    assert old in OVER
    with pytest.raises(InvalidPositionError, match=said):
        parse_position(OVER.replace(old, new, 1), registry=REGISTRY)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", InvalidPositionError),
        ("   ", InvalidPositionError),
        (None, TypeError),
        (7, TypeError),
        (f"{GOOD}\n{GOOD}", InvalidPositionError),
        (GOOD.replace("dead@1", "dread@1"), UnknownVariantError),
        (GOOD.replace("dead@1", "dead@1;home/none"), UnknownHouseRuleError),
    ],
    ids=range(7),
)
def test_what_is_no_position(text: str, kind: type[Exception]) -> None:
    """
    Nothing, several lines, and unknown rules are refused by kind.
    """
    with pytest.raises(kind):
        parse_position(text, registry=REGISTRY)


def test_version_is_checked() -> None:
    """
    A position of other rules is refused.
    """
    variant = variants()[0]
    line = str(variant.deal(variant.seats[0], seed=1).position)
    with pytest.raises(RulesVersionError, match=f"@{variant.version}"):
        parse_position(line.replace(f"@{variant.version}", "@999", 1))


@pytest.mark.parametrize("variant", [*quick_variants(), SOUND], ids=ids)
@settings(max_examples=count("records and positions"))
@given(data=st.data())
def test_round_trip(variant: Variant, data: st.DataObject) -> None:
    """
    Any round comes back from its position, and goes on with the same legal moves.
    """
    state = data.draw(tst.rounds(variant))
    again = parse_position(str(state.position), registry=OneVariant(variant))

    assert state == again
    assert hash(state) == hash(again)
    assert listed(state) == listed(again)
    assert state.outcome == again.outcome


@given(cut=st.integers(0, len(GOOD)), glued=st.text(max_size=8), at=st.integers(0, len(GOOD)))
def test_damaged_positions_are_refused_or_read(cut: int, glued: str, at: int) -> None:
    """
    However a line is damaged, it is read or refused with an error of the library.
    """
    for text in (GOOD[:cut], GOOD[:at] + glued + GOOD[at:], OVER[:cut] + glued + OVER[at:]):
        try:
            parse_position(text, registry=REGISTRY)
        except TilerulesError:
            continue
