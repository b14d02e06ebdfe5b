"""
House rules together: on top of presets, with each other, and with other numbers of seats.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

import tilerules
from testing.playing import moves
from tilerules import (
    Domino,
    HouseRuleConflictError,
    InvalidDealError,
    InvalidVariantError,
    Round,
    Variant,
)

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")

SetUp = Callable[..., Round]

PRESETS = ("satisfy", "pagat", "pressman", "cardinal")

DUTIES = (
    "follow-up-anywhere",
    "follow-up-on-double",
    "satisfy",
    "satisfy-first-laid",
    "satisfy-last-laid",
    "follow-up-then-satisfy",
    "foot",
    "none",
)


def about_doubles(variant: Variant) -> object:
    """Give every part that says what a double obliges to, but for waiting, a rule of its own."""
    parts = {part.code: part for part in variant.parts}
    doubles = attrs.evolve(parts["doubles"], waits=False)
    return doubles, parts.get("cover-first"), parts.get("cover-anywhere"), variant.layout


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("duty", DUTIES)
def test_a_duty_replaces_that_of_a_preset(game: Variant, preset: str, duty: str) -> None:
    """A duty on top of a preset is the duty alone: nothing of the preset's is left."""
    rule = f"doubles:duty={duty}"
    above = tilerules.variant(f"mexican-train+{preset}").with_rules(rule)
    assert about_doubles(game.with_rules(rule)) == about_doubles(above)


def test_no_duty_on_top_of_satisfy(position_p: SetUp) -> None:
    """Where doubles oblige to nothing, they bind nobody; on the double alone, only their layer."""
    rules = ["doubles:duty=none"]
    round_ = position_p("9-9 9-4", b="9-0 12-3", rules=rules, preset="satisfy").play("9-9@1")
    assert (1, ["0-9@1", "3-12@3", "3-12@M"]) == (round_.to_move, moves(round_))
    rules = ["doubles:duty=follow-up-on-double"]
    round_ = position_p("9-9 4-8", b="9-0 12-3", rules=rules, preset="satisfy").play("9-9@1")
    round_ = round_.play("draw").play("pass")
    assert (1, ["0-9@1", "3-12@3", "3-12@M"]) == (round_.to_move, moves(round_))


def test_the_source_text_s_duty_on_top_of_a_preset(position_p: SetUp) -> None:
    """MT-7: the second tile goes anywhere again, and the next player owes nothing."""
    rules = ["doubles:duty=follow-up-anywhere"]
    round_ = position_p("9-9 9-4 5-7 4-8", b="9-0 12-3", rules=rules, preset="satisfy")
    round_ = round_.play("9-9@1")
    assert ["5-7@0", "4-9@1"] == moves(round_)
    assert ["0-9@1", "3-12@3", "3-12@M"] == moves(round_.play("5-7@0"))


def test_rules_that_exclude_each_other(game: Variant) -> None:
    """Two lengths of a match, or the opening of a train that is not there, are refused."""
    for one, other in (
        ("half-match", "rounds"),
        ("no-communal-train", "communal-train"),
        ("no-communal-train", "communal-trains"),
        ("hand-size", "double-nine"),
        ("first-engine:pips=14", "first-engine:pips=9"),
    ):
        for pair in ((one, other), (other, one)):
            with pytest.raises(HouseRuleConflictError):
                game.with_rules(*pair)


def test_a_preset_without_a_mexican_train() -> None:
    """Nothing is said about when a train opens that is not there."""
    variant = tilerules.variant("mexican-train+pagat").with_rules("no-communal-train")
    assert "communal-train" not in {part.code for part in variant.parts}


def test_half_of_the_doubles(game: Variant) -> None:
    """M15: 7 rounds of 13, the engines going down one by one as ever."""
    variant = game.with_rules("half-match")
    assert "7 rounds, for half of the 13 doubles" in str(variant.rulebook())
    with pytest.raises(InvalidVariantError, match="rounds"):
        game.tune("length", rounds="third")


@pytest.mark.parametrize(
    ("rule", "seats"),
    [
        ("hand-size:size=3", 12),
        ("hand-size:size=8", 11),
        ("hand-size:size=16", 5),
        ("double-nine:size=6", 8),
        ("double-nine:size=10", 5),
        ("tiles:set=double-15 hand-size:size=11", 12),
        ("tiles:set=double-15 hand-size:size=14", 9),
        ("tiles:set=double-18 hand-size:size=11", 16),
    ],
)
def test_a_hand_size_serves_as_many_as_it_can(game: Variant, rule: str, seats: int) -> None:
    """Decision 12: a hand size of one's own, where seats times size leave the engine."""
    variant = game.with_rules(*rule.split())
    assert tuple(range(2, seats + 1)) == variant.seats
    round_ = variant.deal(seats, seed=1)
    assert len(variant.tiles) - 1 == len(round_.stock) + sum(map(len, round_.hands))
    with pytest.raises(InvalidDealError):
        variant.deal(seats + 1, seed=1)


def test_any_double_of_a_larger_set_begins(game: Variant) -> None:
    """The first engine is any double of the set: also the next below the highest (top-1)."""
    for rules, engine in (
        (("tiles:set=double-15", "first-engine:pips=14"), 14),
        (("tiles:set=double-18", "first-engine:pips=17"), 17),
        (("tiles:set=double-15", "first-engine:pips=9"), 9),
    ):
        round_ = game.with_rules(*rules).deal(2, seed=1)
        assert Domino(engine, engine) == round_.layout.engine
    with pytest.raises(InvalidVariantError, match="16-16"):
        game.with_rules("tiles:set=double-15", "first-engine:pips=16")
