"""
House rules as data, and as classes: what they change, what they offer, what is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from testing.sound import SOUND
from tilerules import HouseRule, InvalidVariantError, Make, Parameter, Variant, house_rule, param
from tilerules.rules import (
    Clockwise,
    CounterClockwise,
    DealEach,
    Draw,
    DrawForStart,
    NextOpener,
    Pass,
    Right,
)
from tilerules.scorers import Count, FewestTiles, FixedValue, RoundEnd, Settlement
from tilerules.state import Draft


def rule(**data: Any) -> HouseRule:
    """Make a house rule for the sound game out of data."""
    return HouseRule(key="home/rule", title="A rule", variants=["sound"], **data)


MOST = Parameter("number", 0, "How many; 0: no limit.", least=0, means={0: None})
TURN = Parameter("to", "left", means={"left": Clockwise(), "right": CounterClockwise()})


@pytest.mark.parametrize(
    ("made", "params", "by_hand"),
    [
        (rule(put=FewestTiles()), {}, lambda v: v.put(FewestTiles())),
        (rule(put=FewestTiles), {}, lambda v: v.put(FewestTiles())),
        (
            rule(put=DealEach, parameters=[Parameter("each", 4)]),
            {"each": 3},
            lambda v: v.put(DealEach(each=3)),
        ),
        (
            rule(put=Make(FixedValue, tile="0-0"), parameters=[Parameter("points", 25)]),
            {"points": 7},
            lambda v: v.put(FixedValue("0-0", 7)),
        ),
        (
            rule(put=[FewestTiles, Make(FixedValue, tile="0-0", points=Parameter("worth", 25))]),
            {"worth": 7},
            lambda v: v.put(FewestTiles(), FixedValue("0-0", 7)),
        ),
        (rule(tune={"draw.most": MOST}), {"number": 0}, lambda v: v.tune("draw", most=None)),
        (rule(tune={"draw.most": MOST}), {"number": 2}, lambda v: v.tune("draw", most=2)),
        (rule(drop=["draw", "after-drawing"]), {}, lambda v: v.drop("draw", "after-drawing")),
        (rule(drop=["draw", "nobody"]), {}, lambda v: v.drop("draw")),
        (
            rule(drop="draw", put=Pass(), fields={"seats": (2,), "most_moves": 99}),
            {},
            lambda v: v.drop("draw").put(Pass(), seats=(2,), most_moves=99),
        ),
        (rule(fields={"order": TURN}), {"to": "right"}, lambda v: v.put(order=CounterClockwise())),
    ],
)
def test_data_says_what_a_function_would_do(
    made: HouseRule, params: dict[str, Any], by_hand: Callable[[Variant], Variant]
) -> None:
    """A rule as data gives the variant that put, drop and tune give by hand."""
    expected, actual = by_hand(SOUND), SOUND.with_rules(made.bind(params))
    assert (expected, expected.most_moves) == (actual, actual.most_moves)
    assert SOUND.diff(expected) == SOUND.diff(actual)


def test_a_parameter_in_the_data_need_not_be_listed() -> None:
    """Parameters are those given, then those that stand in the data, each once."""
    other = Parameter("other", 1)
    made = rule(tune={"draw.most": MOST, "draw.reserve": other}, parameters=[other])
    assert (other, MOST) == made.parameters
    assert made == attrs.evolve(made)


def test_texts_that_mean_something_are_the_choices() -> None:
    """A parameter with a meaning for each word can have just these words, numbers are open."""
    assert ("left", "right") == TURN.choices
    assert () == MOST.choices
    with pytest.raises(InvalidVariantError, match="left, right"):
        rule(fields={"order": TURN}).bind(to="up")
    with pytest.raises(InvalidVariantError, match="at least 1"):
        Parameter("number", 1, least=1, means={0: None})


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        ({}, InvalidVariantError, "changes nothing"),
        ({"put": [3]}, TypeError, "put in"),
        ({"put": int}, TypeError, "no class of parts"),
        ({"drop": [3]}, TypeError, "drop"),
        ({"tune": {"draw": 3}}, InvalidVariantError, r"draw\.most, not 'draw'"),
        ({"tune": {3: {}}}, TypeError, "a name"),
        ({"fields": ["seats"]}, TypeError, "values by name"),
        (
            {
                "put": FewestTiles,
                "fields": {"seats": Parameter("a", 1), "order": Parameter("a", 2)},
            },
            InvalidVariantError,
            "one name",
        ),
    ],
    ids=str,
)
def test_wrong_data_is_refused(data: Any, kind: type[Exception], said: str) -> None:
    """What is no change of a variant is refused when the rule is made."""
    with pytest.raises(kind, match=said):
        rule(**data)


def test_a_field_that_is_none_is_refused_with_the_nearest() -> None:
    """A part is made with fields of its class only."""
    with pytest.raises(InvalidVariantError, match="no field 'pionts'; did you mean 'points'"):
        Make(FixedValue, pionts=3)


def test_a_part_that_is_not_there_is_refused() -> None:
    """A rule that only drops one part needs that part, and so does one that tunes."""
    for data in ({"drop": "drwa"}, {"tune": {"drwa.most": 1}}):
        with pytest.raises(InvalidVariantError, match=r"drwa.*did you mean 'draw'"):
            SOUND.with_rules(rule(**data))


@house_rule(
    "home/win-worth",
    "A win is worth more",
    variants=["sound"],
    text="Whoever wins.",
    source="ours",
    version=2,
    put=FewestTiles(),
    drop="draw",
    tune={"count.decides": True},
    fields={"seats": (2,)},
)
class WinWorth(Settlement):
    """A part that is its own house rule."""

    sentence = "The winner of a round gets {each} points."
    each: int = param(3, "What a winner gets.", least=1, most=99)
    by: str = param("all", choices=("all", "one"))
    other: int = 5

    def points(self, end: RoundEnd, winners: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.each if seat in winners else 0 for seat in end.seats)


def test_a_class_offers_a_rule_with_its_fields_as_parameters() -> None:
    """The rule of a class has its key and texts, and a parameter for each field by param."""
    made: HouseRule = WinWorth.house_rule
    each = Parameter("each", 3, "What a winner gets.", least=1, most=99)
    by = Parameter("by", "all", choices=("all", "one"))
    assert ("home/win-worth", "win-worth", 2, "ours") == (
        made.key,
        WinWorth.code,
        made.version,
        made.source,
    )
    assert (each, by) == made.parameters
    assert "home/win-worth:each=7" == str(made.bind(each=7))
    assert WinWorth(7, "one") == WinWorth(each=7, by="one", other=5)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        WinWorth().each = 4  # type: ignore[misc]


def test_a_class_puts_itself_in_beside_what_else_the_rule_does() -> None:
    """Such a rule does all it says, and the rule book has its sentence."""
    by_hand = SOUND.drop("draw").put(WinWorth(7), FewestTiles(), seats=(2,))
    changed = SOUND.with_rules(WinWorth.house_rule.bind(each=7))
    assert by_hand == changed
    assert "The winner of a round gets 7 points. (ours)" in str(changed.rulebook())


@house_rule("home/first-opens", "Seat 0 opens", variants=["sound"], into="starting.later")
class FirstOpens(NextOpener):
    """A part of a part."""

    def right(self, draft: Draft, last: object) -> Right:
        return 0, None


def test_a_part_of_a_part_goes_where_it_is_told() -> None:
    """A class that is no part of a variant by itself is set into a field of one that is."""
    by_lot = SOUND.put(DrawForStart())
    assert by_lot.tune("starting", later=FirstOpens()) == by_lot.with_rules(FirstOpens.house_rule)


@house_rule("home/one-drawn", "One drawn", variants=["sound"])
class OneDrawn(Draw):
    """A part that takes another's place."""

    most: int | None = 1


def test_a_class_keeps_the_code_of_the_part_it_replaces() -> None:
    """A subclass of a part with a code takes that part's place."""
    assert Draw.code == OneDrawn.code
    assert SOUND.put(OneDrawn()) == SOUND.with_rules(OneDrawn.house_rule)


def test_what_is_no_part_cannot_be_one() -> None:
    """The decorator stands over classes of parts, and into names a part and its field."""
    with pytest.raises(TypeError, match=r"home/x.*no class of parts"):
        house_rule("home/x", "X", variants=["sound"])(int)  # type: ignore[type-var]
    with pytest.raises(InvalidVariantError, match=r"draw\.most, not 'later'"):
        house_rule("home/x", "X", variants=["sound"], into="later")(Count)
    with pytest.raises(InvalidVariantError, match="no key of a house rule"):
        house_rule("x", "X", variants=["sound"])(Count)
