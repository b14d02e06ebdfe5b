"""
The presets: exactly the options that the rules digest lists, and the rest as the default.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import tilerules
from testing.playing import moves, play
from tilerules import Match, Round, Variant

SetUp = Callable[..., Round]

FROM_HAND = {"engine-first", "engine-laid", "seek-engine"}
COVER = {"cover-first", "cover-anywhere"}
FIRST_TRAIN = {"first-train", "on-own-train", "first-turns", "stop"}

HANDS = {
    "satisfy": {2: 16, 3: 15, 4: 14, 5: 13, 6: 12, 7: 11, 8: 10},
    "pagat": {2: 15, 3: 15, 4: 15, 5: 11, 6: 11, 7: 10, 8: 10, 9: 8, 10: 8},
    "pressman": {2: 15, 3: 15, 4: 15, 5: 11, 6: 11, 7: 8, 8: 8},
    "cardinal": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 11, 8: 11},
}

ADDED = {
    "satisfy": FROM_HAND | COVER,
    "pagat": FROM_HAND | COVER | FIRST_TRAIN | {"communal-train"},
    "pressman": FROM_HAND,
    "cardinal": FROM_HAND | COVER | FIRST_TRAIN | {"communal-train"},
}
"""The codes of the parts that the default lacks."""

SATISFY = {"owes": "cover", "binds": True, "order": "any", "chain": False, "waits": False}

TUNED: dict[str, dict[str, dict[str, Any]]] = {
    "satisfy": {"doubles": SATISFY, "draw": {"most": 1, "once": True}},
    "pagat": {
        "doubles": {**SATISFY, "order": "first", "chain": True, "waits": True},
        "draw": {"most": 1, "once": True},
        "communal-train": {"when": "not-first-turn"},
        "first-train": {"most": None},
    },
    "pressman": {},
    "cardinal": {
        "doubles": SATISFY,
        "draw": {"most": 1, "once": True},
        "communal-train": {"when": "first-player-then-all"},
        "first-train": {"most": None},
    },
}
"""Parameters of parts that differ from the default, or belong to parts that it lacks."""

ENGINES = {
    "satisfy": ("required-in-hand", True),
    "pagat": ("required-in-hand", False),
    "pressman": ("highest-in-hand", False),
    "cardinal": ("own-highest", False),
}
"""How the engine is found, and whether all draw for it before anybody looks."""


@pytest.fixture(params=HANDS)
def preset(request: pytest.FixtureRequest) -> str:
    """Give the name of each preset."""
    return str(request.param)


def test_hand_sizes(preset: str) -> None:
    """Hands are those of the published tables, for no other number of seats."""
    variant = tilerules.variant(f"mexican-train+{preset}")
    assert tuple(HANDS[preset]) == variant.seats
    for seats, size in HANDS[preset].items():
        assert [size] * seats == [len(hand) for hand in variant.deal(seats, seed=2).hands]


def test_options(game: Variant, preset: str) -> None:
    """A preset has the options of its list; every other part is that of the default."""
    variant = tilerules.variant(f"mexican-train+{preset}")
    default = {part.code: part for part in game.parts}
    found: dict[str, Any] = {part.code: part for part in variant.parts}
    assert {*default, *ADDED[preset]} == {*found}
    for code, wanted in TUNED[preset].items():
        assert wanted == {name: getattr(found[code], name) for name in wanted}
    starting: Any = variant.starting
    assert ENGINES[preset] == (starting.engine.code, starting.engine.whole_circles)
    changed = {*ADDED[preset], *TUNED[preset], game.starting.code, game.dealing.code}
    for code in {*default} - changed:
        assert default[code] == found[code]


def test_whole_matches(finish_match: Callable[..., Match], preset: str) -> None:
    """A match of 13 rounds is played to its end for few, some and many seats."""
    variant = tilerules.variant(f"mexican-train+{preset}")
    for seats in {variant.seats[0], 4, variant.seats[-1]}:
        match = finish_match(variant.match(seats, seed=1), random.Random(seats))
        assert 13 == len(match.rounds)


def test_pagat_first_turns(set_up: SetUp) -> None:
    """A whole train, not on the Mexican Train; its end double waits, then binds, oldest first."""
    round_ = set_up(
        "12-12",
        "12-5 5-5 12-7 0-1",
        "12-6 6-6 5-8 6-9 0-2",
        preset="pagat",
        stock="2-2 2-3",
        more='ext:{"first-turns":3}',
    )
    assert ["5-12@0", "7-12@0"] == moves(round_)
    round_ = play(round_, "5-12@0", "5-5@0")
    assert (1, ["6-12@1"]) == (round_.to_move, moves(round_))
    round_ = play(round_, "6-12@1", "6-6@1")
    assert ["6-9@1", "stop"] == moves(round_)
    round_ = play(round_, "stop")
    assert (0, ["draw"]) == (round_.to_move, moves(round_))
    round_ = play(round_, "draw", "pass")
    assert ["5-8@0"] == moves(round_)


def test_cardinal_first_turns(set_up: SetUp) -> None:
    """The first player alone may begin the Mexican Train; a double in a train is covered."""
    round_ = set_up(
        "12-12",
        "12-3 3-3 3-8 0-1",
        "12-6 8-8 2-2",
        preset="cardinal",
        stock="1-1 2-3",
        more='ext:{"first-turns":3}',
    )
    assert ["3-12@0", "3-12@M"] == moves(round_)
    round_ = play(round_, "3-12@0", "3-3@0")
    assert ["3-8@0"] == moves(round_)
    round_ = round_.play("3-8@0")
    assert (1, ["6-12@1"]) == (round_.to_move, moves(round_))


def test_pressman_holder_begins_the_own_train() -> None:
    """The holder of the highest double lays it and goes on in the same turn."""
    variant = tilerules.variant("mexican-train+pressman").with_rules("hand-size:size=3")
    round_ = variant.deal(2, hands=["10-10 1-2 3-4", "11-11 11-3 0-0"], seed=1)
    assert (1, ["11-11"]) == (round_.to_move, moves(round_))
    assert ["3-11@1", "3-11@M"] == moves(round_.play("11-11"))
