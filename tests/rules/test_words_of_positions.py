"""
A position tells only what its rules can bring about.
"""

from __future__ import annotations

import json

import pytest

import tilerules
from tilerules import InvalidPositionError, InvalidVariantError, RecordError


def position(rules: str, *changes: str) -> str:
    """
    Write the position after one move of a round of Gaple, with words added.
    """
    game = tilerules.variant("gaple").with_rules(*filter(None, rules.split(";")))
    state = game.deal(4, seed=7).play("0-0")
    keys = {change.partition(":")[0] for change in changes}
    words = [word for word in str(state.position).split() if word.partition(":")[0] not in keys]
    return " ".join([*words, *changes])


@pytest.mark.parametrize(
    ("rules", "word", "said"),
    [
        ("", "points:700,3,0,0", "points: no rule of gaple brings that about"),
        ("time-limit:fine=0", "points:1,0,0,0", "points: no rule"),
        ("pass;forced-pass-points;partners", "points:1,0,0,0", "partners have one account"),
        ("", "idle:2", "idle: no rule"),
        ("", 'turn:{"draws":1,"drawn":1}', "turn: a turn of gaple is a single move"),
        ("", 'turn:{"owed":1}', "owed: no rule"),
        ("", 'ext:{"left":[1]}', "ext: no rule"),
        ("leave", 'ext:{"left":[1]}', "seat 1 has tiles in hand, but has left"),
        ("leave", 'ext:{"left":[2]}', "seat 2 is to move, but has left"),
    ],
)
def test_a_word_that_no_rule_brings_about(rules: str, word: str, said: str) -> None:
    """
    It is refused, and the message names the word.
    """
    assert tilerules.parse_position(position(rules))
    with pytest.raises(InvalidPositionError, match=said):
        tilerules.parse_position(position(rules, word))


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ("time-limit:fine=5", "points:-5,0,0,0"),
        ("penalty:unit=points", "points:0,0,-99,0"),
        ("pass;forced-pass-points", "points:0,3,0,0"),
        ("pass;forced-pass-points;partners", "points:2,0,2,0"),
    ],
)
def test_a_word_that_a_rule_brings_about(rules: str, word: str) -> None:
    """
    It is read, and written again.
    """
    text = position(rules, word)

    assert set(text.split()) == set(str(tilerules.parse_position(text).position).split())


def test_dead_tiles() -> None:
    """
    They are in positions of games in which tiles become dead.
    """
    text = position("pass")
    hand = text.split("hands:")[1].split("/")[0]
    tile, *others = hand.split(",")
    without = text.replace(hand, ",".join(others))

    with pytest.raises(InvalidPositionError, match="dead: no rule of gaple"):
        tilerules.parse_position(f"{without} dead:{tile}///")


def test_a_hand_is_empty_but_the_round_goes_on() -> None:
    """
    It would have ended when the last tile was laid.
    """
    text = position("")
    hand = text.split("hands:")[1].split("/")[0]
    with pytest.raises(InvalidPositionError, match="hands: seat 0 has no tile"):
        tilerules.parse_position(f"{text.replace('hands:' + hand, 'hands:')} dead:{hand}///")


def test_a_match_is_dealt_from_its_seed() -> None:
    """
    A round of a match without a seed, with points nobody scored, was never played.
    """
    match = tilerules.variant("gaple").match(4, seed=7)
    record = json.loads(tilerules.dumps(match))
    deal = record["rounds"][0]["deal"]
    deal["seed"] = None
    with pytest.raises(RecordError, match="round 1: a round of a match is dealt from"):
        tilerules.loads(json.dumps(record))
    deal["position"] += " points:700,3,0,0"
    with pytest.raises(RecordError, match="round 1"):
        tilerules.loads(json.dumps(record))


def test_a_position_that_is_written_can_be_read() -> None:
    """
    Whatever fines a rule allows, their sum has a place in a position.
    """
    rules = tilerules.variant("gaple").with_rules("time-limit:fine=1000000", "pass")
    state = rules.deal(4, seed=7)
    for _ in range(1500):
        state = state.host("time")

    assert state.scored[state.to_move or 0] == -1_500_000_000
    assert state == tilerules.parse_position(str(state.position))
    with pytest.raises(InvalidVariantError, match="fine"):
        rules.with_rules("time-limit:fine=1000001")
