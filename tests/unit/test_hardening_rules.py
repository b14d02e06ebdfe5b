"""
House rules that are none, and components that answer in a wrong shape: who did wrong is named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import tilerules
from testing.sound import DEAD, SOUND
from tilerules import HouseRule, Parameter, PluginError, Variant
from tilerules.errors import InvalidVariantError
from tilerules.rules.blocking import Pass
from tilerules.rules.dealing import DealEach
from tilerules.rules.kinds import Constraint
from tilerules.scorers.matches import HighestTotal
from tilerules.scorers.settlements import WinnerPoint
from tilerules.state import Move
from tilerules.texts import Text

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")


def rule(apply: Callable[..., Any] = lambda v: v, **fields: Any) -> HouseRule:
    """Make a house rule for the sound game."""
    known = {"key": "tests/one", "title": "One", "variants": ("sound",)}
    return HouseRule(apply=apply, **{**known, **fields})


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"variants": "sound"}, TypeError),
        ({"variants": (5,)}, TypeError),
        ({"variants": None}, TypeError),
        ({"title": " "}, InvalidVariantError),
        ({"title": None}, InvalidVariantError),
        ({"version": 0}, InvalidVariantError),
        ({"version": True}, TypeError),
        ({"version": "1"}, TypeError),
        ({"parameters": ("size",)}, TypeError),
        ({"parameters": 5}, TypeError),
        ({"parameters": (Parameter("a", 1), Parameter("a", 2))}, InvalidVariantError),
        ({"source": None}, TypeError),
        ({"apply": 5}, TypeError),
    ],
    ids=str,
)
def test_house_rules_are_checked_when_made(fields: dict[str, Any], kind: type[Exception]) -> None:
    """
    The refusal names the rule; a wrong type is refused as such.
    """
    with pytest.raises(kind, match="tests/one" if kind is InvalidVariantError else None):
        rule(**{"apply": lambda v: v, **fields})


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"name": 5, "default": 1}, TypeError),
        ({"name": "a b", "default": 1}, InvalidVariantError),
        ({"name": "a", "default": 1.5}, TypeError),
        ({"name": "a", "default": None}, TypeError),
        ({"name": "a", "default": []}, TypeError),
        ({"name": "a", "default": "two words"}, InvalidVariantError),
        ({"name": "a", "default": 1, "least": 3, "most": 2}, InvalidVariantError),
        ({"name": "a", "default": 1, "least": 2}, InvalidVariantError),
        ({"name": "a", "default": 10**5000}, InvalidVariantError),
        ({"name": "a", "default": "x", "least": 1}, TypeError),
        ({"name": "a", "default": 1, "least": True}, TypeError),
        ({"name": "a", "default": 1, "choices": (2, 3)}, InvalidVariantError),
        ({"name": "a", "default": 1, "choices": (1, True)}, TypeError),
        ({"name": "a", "default": "x", "choices": "xy"}, TypeError),
        ({"name": "a", "default": "x", "choices": ("x", "y z")}, InvalidVariantError),
        ({"name": "a", "default": 1, "choices": 5}, TypeError),
    ],
    ids=range(16),
)
def test_parameters_are_checked_when_made(arguments: dict[str, Any], kind: type[Exception]) -> None:
    """
    A default is one of the values, and values are of one type that a key can hold.
    """
    with pytest.raises(kind):
        Parameter(**arguments)


def test_values_of_parameters_can_be_written_and_read() -> None:
    """
    What is bound can be named in a key: numbers of up to nine digits.
    """
    sized = rule(lambda v, size: v, parameters=(Parameter("size", 1),))
    bound = sized.bind(size=10**9 - 1)
    known = attrs.evolve(SOUND, house_rules=(sized,))
    assert known.with_rules(str(bound)).applied == (bound,)
    for size in (10**9, 10**5000, "x" * 1000, None):
        with pytest.raises(InvalidVariantError) as caught:
            sized.bind(size=size)
        assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "apply",
    [
        lambda v: attrs.evolve(v, name="other"),
        lambda v: attrs.evolve(v, version=7),
        lambda v: attrs.evolve(v, preset="mine"),
        lambda v: DEAD,
        lambda v: None,
    ],
    ids=["name", "version", "preset", "game", "nothing"],
)
def test_a_house_rule_gives_the_same_game(apply: Callable[[Variant], Variant]) -> None:
    """
    A rule that renames the variant, or gives another one, is refused and named.
    """
    with pytest.raises(InvalidVariantError, match="tests/one"):
        SOUND.with_rules(rule(apply))


def test_one_key_is_one_rule() -> None:
    """
    Two different rules of one key are refused; one rule given twice is kept once.
    """
    four = rule(lambda v: v.put(DealEach(each=4)))
    three = rule(lambda v: v.put(DealEach(each=3)))
    for policy in ("refuse", "last"):
        with pytest.raises(InvalidVariantError, match="tests/one"):
            SOUND.with_rules(four, three, on_conflict=policy)
    assert SOUND.with_rules(four, four).applied == (four.bind(),)
    assert SOUND.with_rules(four).with_rules(four).applied == (four.bind(),)


def test_what_can_never_be_dealt_is_refused() -> None:
    """
    A rule about one number of seats must work for that number; others may drop some.
    """
    gaple = tilerules.variant("gaple")
    with pytest.raises(InvalidVariantError, match="35"):
        gaple.with_rules("gaple/hands:size=7,seats=5")
    assert gaple.with_rules("gaple/hands:size=14,seats=2").seats == (2, 4, 5)
    with pytest.raises(InvalidVariantError, match="makes no game"):
        SOUND.with_rules(rule(lambda v: v.put(DealEach(each=20))))
    assert SOUND.with_rules(rule(lambda v: v.put(DealEach(each=10)))).seats == (2,)


# --- components in a wrong shape --------------------------------------------------------------


@attrs.frozen
class Answering(WinnerPoint):
    """It settles a round with whatever it is told."""

    answer: Any = ()

    def points(self, end: Any, winners: Any) -> Any:
        return self.answer


@attrs.frozen
class Keyed(HighestTotal):
    """It ranks by whatever it is told."""

    answer: Any = ()

    def keys(self, outcomes: Any, totals: Any, seat: int) -> Any:
        return self.answer[seat]


@attrs.frozen
class Sized(DealEach):
    """It names whatever hand size it is told."""

    size: Any = 0

    def hand_size(self, tiles: int, seats: int) -> Any:
        return self.size


@attrs.frozen
class Describing(Pass):
    """It describes itself by whatever it is told."""

    answer: Any = ()

    def describe(self) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@attrs.frozen
class Unsayable(Constraint):
    """It forbids doubles with a sentence that cannot be made."""

    code = "unsayable"
    sentence = "Not on a {weekday}."

    def barred(self, state: Any) -> int:
        return int(state.plan.tile_set.doubles)


@attrs.frozen
class Hiding(Pass):
    """What others see of it is no move."""

    def public(self, state: Any, move: Move, viewer: Any) -> Any:
        return "pass"


HANDS = {"A": "0-0", "B": "5-5"}


@pytest.mark.parametrize(
    "answer", [(), (1,), (1, 2, 3), [1, 2], (0.5, 1), (True, 1), None], ids=range(7)
)
def test_points_are_one_int_a_seat(answer: Any) -> None:
    """
    The settlement is named when its points are anything else.
    """
    assert SOUND.put(Answering(answer=(3, 4))).score(HANDS).points == (3, 4)
    with pytest.raises(PluginError, match=r"winner-point.*Answering.*points"):
        SOUND.put(Answering(answer=answer)).score(HANDS)


def finished(variant: Variant) -> tilerules.Match:
    """Play the first round of a match."""
    match = variant.match(2, seed=1)
    while match.round.outcome is None:
        match = match.play(next(iter(match.round.legal_moves)))
    return match


@pytest.mark.parametrize(
    "answer", [(1, 2), ((), ()), ((1, 2), (1, 2)), ([1], [2]), ((1,), ("a",))], ids=range(5)
)
def test_keys_of_a_standing(answer: Any) -> None:
    """
    A standing gives a tuple a seat, a key for each of its codes, comparable.
    """
    assert finished(SOUND.put(Keyed(answer=((2,), (1,))))).standing().winners == (1,)
    with pytest.raises(PluginError, match=r"highest-total.*Keyed"):
        finished(SOUND.put(Keyed(answer=answer))).standing()


@pytest.mark.parametrize("size", [0, -1, 2.0, True, "5", None, 99], ids=str)
def test_hand_sizes(size: Any) -> None:
    """
    A deal of no tiles, or of more than there are, names the component.
    """
    with pytest.raises(PluginError, match=r"deal-each.*Sized"):
        SOUND.put(Sized(size=size)).deal(2, seed=1)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "text",
        ("text",),
        5,
        ValueError("no words"),
        (Text(code="pass", template="{gone}"),),
        (Text(code="pass", template=None),),  # type: ignore[arg-type]  # it is to be refused
    ],
    ids=range(7),
)
def test_descriptions(answer: Any) -> None:
    """
    A rule book names the component that cannot describe itself.
    """
    game = DEAD.put(Describing(only_without=("place", "discard"), answer=answer))
    with pytest.raises(PluginError, match="pass"):
        game.rulebook()


def test_reasons_that_cannot_be_said() -> None:
    """
    A refusal whose sentence lacks a parameter names the component.
    """
    state = SOUND.put(Unsayable()).deal(2, hands=["0-0 1-2", "1-1 2-3"], seed=1)
    double = "0-0" if state.to_move == 0 else "1-1"
    for ask in (state.explain, state.play):
        with pytest.raises(PluginError, match="unsayable"):
            ask(double)


def test_what_others_see_is_a_move() -> None:
    """
    A view names the action that shows something else.
    """
    state = SOUND.put(Hiding()).deal(2, seed=1)
    while state.to_move is not None and not any(move.kind == "pass" for move in state.legal_moves):
        state = state.play(next(iter(state.legal_moves)))
    assert state.to_move is not None, "nobody ever had to pass"
    state = state.play("pass")
    with pytest.raises(PluginError, match=r"pass.*Hiding"):
        _ = state.view(0).moves
