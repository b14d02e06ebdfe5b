"""
Bad input: each a typed error that names the thing, with nothing changed and nothing lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import tilerules
from tilerules import (
    HouseRuleConflictError,
    IllegalMoveError,
    InvalidDealError,
    InvalidNotationError,
    InvalidPositionError,
    InvalidSeedError,
    InvalidVariantError,
    MissingPluginError,
    RecordError,
    Round,
    RoundOverError,
    RulesVersionError,
    SeatError,
    TilerulesError,
    UnknownHouseRuleError,
    UnknownTagError,
    UnknownVariantError,
    Variant,
)


@pytest.fixture
def record(gaple: Variant) -> dict[str, Any]:
    """A record of two moves, to be spoilt."""
    round_ = gaple.deal(4, seed=1).play("0-0")
    found: dict[str, Any] = json.loads(tilerules.dumps(round_.play(next(iter(round_.legal_moves)))))
    return found


def test_impossible_deals(gaple: Variant) -> None:
    """Five seats of seven, and numbers of seats there is no deal for."""
    with pytest.raises(InvalidVariantError, match="5 seats of 7 tiles need 35, but only 28"):
        gaple.with_rules("hands:size=7,seats=5")
    for seats in (0, 3, 6, -4):
        with pytest.raises(InvalidDealError, match=f"for 4 or 5 seats, not {seats}"):
            gaple.deal(seats)
    for odd in (True, "4", None, 4.0, ["a", "a", "b", "c"], ["a", "b", "c", ""]):
        with pytest.raises(InvalidDealError if isinstance(odd, list) else TypeError):
            gaple.deal(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, True, 1.5, (1, 2), b"7"])
def test_seeds(gaple: Variant, seed: object) -> None:
    """A seed is a non-negative int or a str."""
    kind = InvalidSeedError if type(seed) is int else TypeError
    with pytest.raises(kind):
        gaple.deal(4, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(kind):
        gaple.match(4, seed=seed)  # type: ignore[arg-type]


def test_unknown_names_offer_the_nearest(gaple: Variant) -> None:
    """A variant, a house rule, a parameter, a choice."""
    with pytest.raises(UnknownVariantError, match="did you mean 'gaple'"):
        tilerules.variant("gapel")
    with pytest.raises(UnknownHouseRuleError, match="did you mean 'gaple/pass'"):
        gaple.with_rules("gaple/pas")
    with pytest.raises(InvalidVariantError, match="did you mean 'points'"):
        gaple.with_rules("lone-blank:point=3")
    with pytest.raises(InvalidVariantError, match="by is one of winner, sum"):
        gaple.with_rules("partners:by=sums")
    for spoilt in ("lone-blank:points=x", "lone-blank:points=-1", "hands:size", "hands:size=99"):
        with pytest.raises(InvalidVariantError):
            gaple.with_rules(spoilt)


def test_conflicting_house_rules(gaple: Variant) -> None:
    """Both are named, with what both change and the way out."""
    with pytest.raises(HouseRuleConflictError, match="on_conflict='last'") as caught:
        gaple.with_rules("pass", "draw")
    assert caught.value.rules == ("gaple/draw", "gaple/pass")
    assert caught.value.parameter == "actions[draw]"


@pytest.mark.parametrize(
    "text",
    ["", "7-7", "6-4@X", "@L", "6-4@", "4-6@L@R", "x", "x6-6@L", "passs", "6-4 6-5", "💥"],
)
def test_malformed_moves(gaple: Variant, text: str) -> None:
    """Text that is no move at all, for explain and play alike."""
    round_ = gaple.deal(4, seed=1)
    for ask in (round_.explain, round_.play, round_.parse):
        with pytest.raises(InvalidNotationError):
            ask(text)


def test_moves_of_another_type(gaple: Variant) -> None:
    """A move is a Move or its notation."""
    for odd in (None, 5, ["0-0"]):
        with pytest.raises(InvalidNotationError, match="a Move or its notation"):
            gaple.deal(4, seed=1).play(odd)  # type: ignore[arg-type]
        with pytest.raises(InvalidNotationError, match="a Move or its notation"):
            gaple.deal(4, seed=1).explain(odd)  # type: ignore[arg-type]


def test_moves_the_rules_do_not_know(gaple: Variant) -> None:
    """They are read, and refused with what there is instead."""
    known = r"there is: place \(0-0\), discard \(x0-0\)"
    for text in ("pass", "draw", "stop", "mark", "leave", "time", "penalty:3@2"):
        with pytest.raises(IllegalMoveError, match=known):
            gaple.deal(4, seed=1).play(text)


def test_moves_after_the_end(gaple: Variant, finish: Callable[[Round], Round]) -> None:
    """A round that is over takes none."""
    over = finish(gaple.deal(4, seed=1))
    with pytest.raises(RoundOverError):
        over.play("0-0")
    assert [reason.code for reason in over.explain("0-0")] == ["round-over"]


@pytest.mark.parametrize(
    ("hands", "facts", "kind"),
    [
        ([], {}, InvalidDealError),
        (["1-1"], {}, InvalidDealError),
        (["1-1"] * 6, {}, InvalidDealError),
        (["1-1", "1-1"], {}, InvalidDealError),
        (["1-1", "x1-1"], {}, InvalidDealError),
        ("1-1", {}, TypeError),
        (None, {}, TypeError),
        (["1-1", "1-2"], {"reason": "out"}, InvalidDealError),
        (["1-1", "1-2"], {"by": 7}, SeatError),
        ({"A": "1-1", "B": "1-2"}, {"by": "C"}, SeatError),
        ({"A": "", "B": "1-2"}, {"last_tile": "1-2"}, InvalidDealError),
        ({"A": "", "B": "1-2"}, {"last_tile": "2-5", "ends": (2, 9)}, InvalidDealError),
        ({"A": "", "B": "1-2"}, {"last_tile": "2-5", "ends": 5}, TypeError),
        ({"A": "", "B": "1-2"}, {"last_tile": "2-5", "ends": (3, 4)}, InvalidDealError),
        ({"A": "1-1", "B": "1-2"}, {"reason": "went_out"}, InvalidDealError),
        ({"A": "", "B": "1-2"}, {"reason": "went_out", "by": "B"}, InvalidDealError),
        ({"A": "", "B": "1-2"}, {"reason": "abandoned"}, InvalidDealError),
        ({"A": "", "B": "1-2"}, {"reason": "decided"}, InvalidDealError),
    ],
)
def test_hands_that_cannot_be_scored(
    gaple: Variant, hands: Any, facts: Any, kind: type[Exception]
) -> None:
    """Too few, too many, a tile twice, facts that cannot be."""
    with pytest.raises(kind):
        gaple.score(hands, **facts)


def test_tiles_that_are_none(gaple: Variant) -> None:
    """In hands to be scored or dealt."""
    for odd in (["1-7", "1-1"], [None, "1-1"], [5, "1-1"]):
        kind = InvalidNotationError if isinstance(odd[0], str) else TypeError
        with pytest.raises(kind):
            gaple.score(odd)
        with pytest.raises(kind):
            gaple.deal(4, hands=[*odd, "2-2", "3-3"])


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"moves": ["0-0", "plcae"]}, UnknownTagError),
        ({"moves": ["0-0", "6-6@L"]}, RecordError),
        ({"moves": ["0-0", 7]}, RecordError),
        ({"moves": "0-0"}, RecordError),
        ({"variant": "gapel"}, MissingPluginError),
        ({"house_rules": [{"key": "gaple/pas", "version": 1, "params": {}}]}, MissingPluginError),
        ({"house_rules": [{"key": "gaple/pass", "version": 9, "params": {}}]}, RulesVersionError),
        ({"rules_version": 9}, RulesVersionError),
        ({"seats": 5}, RecordError),
        ({"slde": 1}, UnknownTagError),
        ({"format": "tilerules-record-9"}, RulesVersionError),
        ({"format": 9}, RulesVersionError),
    ],
)
def test_spoilt_records(
    record: dict[str, Any], change: dict[str, Any], error: type[TilerulesError]
) -> None:
    """What is wrong, and where."""
    with pytest.raises(error):
        tilerules.loads(json.dumps({**record, **change}))


def test_a_spoilt_move_is_located(record: dict[str, Any]) -> None:
    """The step is named; what the record says of itself can still be read."""
    text = json.dumps({**record, "moves": ["0-0", "plcae"]})
    with pytest.raises(UnknownTagError, match="move 2"):
        tilerules.loads(text)
    assert tilerules.read_header(text)["variant"] == "gaple"


@pytest.mark.parametrize("text", ['{"a": NaN}', "[" * 100_000, '{"format": 1, "format": 2}', "x"])
def test_hostile_json(text: str) -> None:
    """It is refused as no record."""
    with pytest.raises(RecordError):
        tilerules.loads(text)


def test_a_record_without_a_format() -> None:
    """It lacks a key; that is no other version."""
    with pytest.raises(RecordError, match=r"'format'.*lacks it") as caught:
        tilerules.loads("{}")
    assert not isinstance(caught.value, RulesVersionError)


def test_positions_that_lack_something() -> None:
    """The field is named, and what is to be done about tiles that were forgotten."""
    with pytest.raises(InvalidPositionError, match="'seats' is missing"):
        tilerules.parse_position("gaple@1")
    with pytest.raises(InvalidPositionError, match="'hands' is missing"):
        tilerules.parse_position("gaple@1 seats:4 move:0")
    with pytest.raises(InvalidPositionError, match=r"lie nowhere.*write them in hands"):
        tilerules.parse_position("gaple@1 seats:4 move:0 hands:0-0/1-1/2-2/3-3")


def test_score_shows_what_was_written(gaple: Variant) -> None:
    """The seat and the hand as it was given."""
    with pytest.raises(InvalidNotationError, match=r"Budi: .*7-7.*in '1-2 7-7'"):
        gaple.score({"Ana": "1-1", "Budi": "1-2 7-7"})
    with pytest.raises(InvalidDealError, match=r"Budi: 1-1 in '\[1-1\]' is counted"):
        gaple.score({"Ana": "1-1", "Budi": "[1-1]"})
    with pytest.raises(InvalidDealError, match="scores 2 to 5 hands, not 1"):
        gaple.score({"Ana": "1-1"})


def test_named_hands(gaple: Variant) -> None:
    """Their names are the seats', or must be the same."""
    hands = {"Ana": "0-0", "Budi": "1-1", "Caro": "2-2", "Dewi": "3-3"}
    assert gaple.deal(4, seed=1, hands=hands).names == tuple(hands)
    turned = gaple.deal(["Dewi", "Caro", "Budi", "Ana"], seed=1, hands=hands)
    assert list(map(str, turned.hands[0])) == ["3-3"]
    assert turned.names == ("Dewi", "Caro", "Budi", "Ana")
    with pytest.raises(InvalidDealError, match="the seats are Eva, Budi, Caro, Dewi"):
        gaple.deal(["Eva", "Budi", "Caro", "Dewi"], hands=hands)
    with pytest.raises(InvalidDealError, match="4 seats need 4 hands"):
        gaple.deal(4, hands={"Ana": "0-0"})
    with pytest.raises(InvalidDealError, match="a seat's name is a text"):
        gaple.deal(4, hands={1: "0-0", 2: "1-1", 3: "2-2", 4: "3-3"})  # type: ignore[dict-item]


def test_previous_rounds_are_a_list(gaple: Variant, finish: Callable[[Round], Round]) -> None:
    """One round alone is refused, finished or not."""
    over = finish(gaple.deal(4, seed=1))
    with pytest.raises(TypeError, match="previous must be of type Sequence"):
        gaple.deal(4, previous=over)  # type: ignore[arg-type]
    assert gaple.deal(4, seed=1, previous=[over]).rest.setup.number == 2


def test_truncated_records(record: dict[str, Any]) -> None:
    """Cut anywhere, a record is refused."""
    text = json.dumps(record)
    for cut in range(0, len(text), 37):
        with pytest.raises(RecordError):
            tilerules.loads(text[:cut])


def test_spoilt_positions(gaple: Variant) -> None:
    """Tiles that lie nowhere or twice, no such seat, state of rules that is not theirs."""
    line = str(gaple.with_rules("leave").deal(4, seed=1).position)
    for old, new in (
        ("move:", "move:9"),
        ("seats:4", "seats:5"),
        ("hands:", "hands:0-0,"),
        ('"opening":"0-0"', '"opening":"7-7"'),
        ('"opening":"0-0"', '"left":5'),
        (" ext:", " exta:"),
    ):
        assert old in line
        with pytest.raises(InvalidPositionError):
            tilerules.parse_position(line.replace(old, new))
