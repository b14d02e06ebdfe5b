"""
House rules: parameters, composition, conflicts, presets.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from testing.sound import SOUND
from tilerules import (
    HouseRule,
    HouseRuleConflictError,
    InvalidVariantError,
    Parameter,
    Preset,
    TilerulesError,
    UnknownHouseRuleError,
    UnknownVariantError,
    Variant,
)
from tilerules.rules.blocking import Discard
from tilerules.rules.dealing import DealEach
from tilerules.rules.seating import CounterClockwise
from tilerules.scorers.tie_breakers import FewestTiles

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")


def rule(name: str, apply: Any, *parameters: Parameter, namespace: str = "home") -> HouseRule:
    """
    Make a house rule for the sound game.
    """
    return HouseRule(
        key=f"{namespace}/{name}",
        title=f"The rule {name}",
        apply=apply,
        variants=("sound",),
        parameters=parameters,
    )


SIZE = rule(
    "size",
    lambda variant, each: variant.tune("dealing", each=each),
    Parameter("each", 4, "Tiles for each seat.", least=1, most=7),
)
REDEAL = rule("redeal", lambda variant: variant.tune("dealing", redeal_doubles=4))
SMALL = rule("small", lambda variant: variant.tune("dealing", each=3))
TWO = rule("two", lambda variant: variant.put(seats=(2,)))
COUNTER = rule("counter", lambda variant: variant.put(CounterClockwise()))
FEWEST = rule("fewest", lambda variant: variant.put(FewestTiles()))
DRAW = rule(
    "draw",
    lambda variant, how: variant.tune("draw", most={"one": 1, "two": 2, "all": None}[how]),
    Parameter("how", "two", "How many tiles are drawn.", choices=("one", "two", "all")),
)
NO_DRAW = rule("bar-draw", lambda variant: variant.drop("draw", "after-drawing"))
SWITCH = rule(
    "switch",
    lambda variant, on: variant.put(seats=(2, 3, 4)) if on else variant,
    Parameter("on", True, "Whether four may play."),
)
BROKEN = rule("broken", lambda variant: 1 // 0)
NO_VARIANT = rule("no-variant", lambda variant: "nothing")
OTHER_SIZE = rule("size", lambda variant: variant.put(DealEach(each=2)), namespace="other")

KNOWN = (
    SIZE,
    REDEAL,
    SMALL,
    TWO,
    COUNTER,
    FEWEST,
    DRAW,
    NO_DRAW,
    SWITCH,
    BROKEN,
    NO_VARIANT,
    OTHER_SIZE,
)
HOME = attrs.evolve(
    SOUND,
    house_rules=KNOWN,
    presets=(
        Preset(name="calm", title="A calm game", rules=("home/two", "home/draw:how=all")),
        Preset(name="odd", title="An odd one", rules=("home/size", "home/small")),
    ),
)


# --- parameters -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("home/size", {"each": 4}),
        ("home/size:each=7", {"each": 7}),
        ("  home/size:each= 7 ", {"each": 7}),
        ("draw:how=all", {"how": "all"}),
        ("switch:on=no", {"on": False}),
        ("switch:on=true", {"on": True}),
        ("two", {}),
    ],
)
def test_keys_are_read(text: str, changed: dict[str, object]) -> None:
    """
    ``namespace/name:k=v``, or the short name where it is unambiguous; defaults are filled in.
    """
    applied = HOME.with_rules(text).applied[0]

    assert changed == dict(applied.params)
    assert HOME.with_rules(text) == HOME.with_rules(str(applied))


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("home/sizes", UnknownHouseRuleError, "did you mean 'home/size'"),
        ("siz", UnknownHouseRuleError, "did you mean 'size'"),
        ("size", UnknownHouseRuleError, "home/size or other/size"),
        ("", UnknownHouseRuleError, "known:"),
        ("home/size:eash=4", InvalidVariantError, "did you mean 'each'"),
        ("home/two:x=1", InvalidVariantError, "has no parameters"),
        ("home/size:each=8", InvalidVariantError, "at most 7"),
        ("home/size:each=0", InvalidVariantError, "at least 1"),
        ("home/size:each=many", InvalidVariantError, "of type int"),
        ("home/size:each=4.5", InvalidVariantError, "of type int"),
        ("home/size:each", InvalidVariantError, "name=value"),
        ("home/size:each=4,each=5", InvalidVariantError, "once each"),
        ("home/draw:how=three", InvalidVariantError, "one of one, two, all"),
        ("home/switch:on=maybe", InvalidVariantError, "of type bool"),
        ("home/switch:on=1", InvalidVariantError, "of type bool"),
    ],
)
def test_bad_keys(text: str, kind: type[TilerulesError], said: str) -> None:
    """
    What is wrong is named, and the nearest word offered.
    """
    with pytest.raises(kind, match=said):
        HOME.with_rules(text)


def test_known_rules_are_listed_once() -> None:
    """
    A list of what there is names each rule once, in full.
    """
    with pytest.raises(UnknownHouseRuleError) as caught:
        HOME.with_rules("")

    listed = str(caught.value).partition("known: ")[2].split(", ")

    assert "…" == listed.pop()
    assert sorted(rule.key for rule in HOME.house_rules)[: len(listed)] == listed


@pytest.mark.parametrize("value", [True, 4.0, None, "four", [4]], ids=repr)
def test_values_are_of_the_type_of_the_default(value: object) -> None:
    """
    A bool is no number, and a number no text.
    """
    with pytest.raises(InvalidVariantError, match="each"):
        SIZE.bind(each=value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"key": "size"}, "namespace/name"),
        ({"key": "Home/size"}, "namespace/name"),
        ({"key": "home/size:x"}, "namespace/name"),
        ({"apply": "later"}, "callable"),
        ({"apply": None}, "changes nothing"),
        ({"drop": "draw"}, "not by both"),
    ],
    ids=str,
)
def test_bad_rules(fields: dict[str, Any], said: str) -> None:
    """
    A house rule needs a key with a namespace, and either data or a function that applies it.
    """
    kind = TypeError if fields.get("apply") else InvalidVariantError
    with pytest.raises(kind, match=said):
        attrs.evolve(SIZE, **fields)


def test_a_rule_that_fails_is_named() -> None:
    """
    What its function raises, or gives instead of a variant, is told with its key (P14).
    """
    with pytest.raises(InvalidVariantError, match=r"home/broken failed: ZeroDivisionError"):
        HOME.with_rules("broken")
    with pytest.raises(InvalidVariantError, match=r"home/no-variant gave 'nothing'"):
        HOME.with_rules("no-variant")
    with pytest.raises(TypeError, match="a house rule must be of type str, not 7"):
        HOME.with_rules(7)  # type: ignore[arg-type]  # it is to be refused


def size(variant: Variant) -> int | None:
    """
    Give the size of every hand.
    """
    assert isinstance(variant.dealing, DealEach)
    return variant.dealing.each


# --- composition ------------------------------------------------------------------------------


def test_rules_compose_and_leave_the_variant_alone() -> None:
    """
    Each changes its part; what was applied is kept, in order, with its parameters.
    """
    changed = HOME.with_rules("home/two", "home/size:each=6").with_rules(DRAW)

    assert ((2,), 6, 2) == (changed.seats, size(changed), changed.action("draw").most)
    assert "sound home/two home/size:each=6 home/draw" == str(changed)
    assert ((2, 3), 5) == (HOME.seats, size(HOME))
    assert changed == HOME.with_rules("home/two", "home/size:each=6", "home/draw")


@pytest.mark.parametrize("first", KNOWN[:9], ids=str)
@pytest.mark.parametrize("second", KNOWN[:9], ids=str)
def test_order_does_not_matter(first: HouseRule, second: HouseRule) -> None:
    """
    Two rules give the same in either order, or are refused in either.
    """

    def result(*rules: HouseRule) -> Variant | str:
        try:
            return HOME.with_rules(*rules)
        except HouseRuleConflictError:
            return "refused"

    assert result(first, second) == result(second, first)


@pytest.mark.parametrize(
    ("rules", "parameter"),
    [
        (("home/size", "home/small"), "dealing.each"),
        (("home/size:each=6", "other/size"), "dealing.each"),
        (("home/two", "home/switch"), "seats[4]"),
    ],
)
def test_conflict_names_both_rules_and_the_parameter(
    rules: tuple[str, str], parameter: str
) -> None:
    """
    Two rules that change one parameter of one part are refused together, in either order with
    the same words; the later one wins where the caller says so.
    """
    with pytest.raises(HouseRuleConflictError) as caught:
        HOME.with_rules(*rules)

    with pytest.raises(HouseRuleConflictError) as turned:
        HOME.with_rules(*reversed(rules))

    assert str(turned.value) == str(caught.value)
    assert sorted(rules) == sorted(caught.value.rules)
    assert parameter == caught.value.parameter
    assert all(word in str(caught.value) for word in (*rules, parameter))
    later = HOME.with_rules(*rules, on_conflict="last")
    assert later == HOME.with_rules(rules[1])
    assert rules == tuple(map(str, later.applied))


def test_conflict_is_found_over_several_calls() -> None:
    """
    Rules applied one after the other are held against each other as in one call.
    """
    with pytest.raises(HouseRuleConflictError, match=r"home/size and home/small.*dealing.each"):
        HOME.with_rules("home/size").with_rules("home/small")


def test_rules_that_touch_different_parameters_of_one_part_compose() -> None:
    """
    Conflict is judged by the parameter, not by the part.
    """
    changed = HOME.with_rules("home/size", "home/redeal")

    assert DealEach(each=4, redeal_doubles=4) == changed.dealing


def test_rule_that_only_another_rule_stops_is_a_conflict() -> None:
    """
    A rule whose part an earlier one took away is refused together with it, by name.
    """
    with pytest.raises(
        HouseRuleConflictError, match="home/draw cannot be used after home/bar-draw"
    ):
        HOME.with_rules("home/draw", "home/bar-draw")


def test_equal_ranks_are_refused() -> None:
    """
    Two rules that add different rungs of one rank make no game, in either order.
    """

    @attrs.frozen
    class Toss(FewestTiles):
        """A rung at the place of another one."""

        code = "toss"

    toss = rule("toss", lambda variant: variant.put(Toss()))
    for rules in ((FEWEST, toss), (toss, FEWEST)):
        with pytest.raises(HouseRuleConflictError, match="rank"):
            HOME.with_rules(*rules)


def test_on_conflict_is_checked() -> None:
    """
    There are two ways to deal with a conflict.
    """
    with pytest.raises(InvalidVariantError, match="'refuse' or 'last'"):
        HOME.with_rules("home/two", on_conflict="first")


# --- what is known of them --------------------------------------------------------------------


def test_rulebook_lists_them() -> None:
    """
    The rules in force say which house rules they are made of, with their titles.
    """
    book = HOME.with_rules("home/two", "home/size:each=6").rulebook()

    assert ("home/two (The rule two)", "home/size:each=6 (The rule size)") == tuple(
        map(str, book.house_rules)
    )
    assert "House rules: home/two (The rule two)" in str(book)


def test_presets() -> None:
    """
    A preset is a named list of rules; further rules come on top, and conflict with what they
    change again only among themselves.
    """
    calm = HOME.with_preset("calm")

    assert ("sound+calm", "A calm game", ()) == (calm.key, calm.title, calm.applied)
    assert ((2,), None) == (calm.seats, calm.action("draw").most)
    assert "sound+calm home/draw:how=one" == str(calm.with_rules("home/draw:how=one"))
    with pytest.raises(UnknownVariantError, match="did you mean 'calm'"):
        HOME.with_preset("clam")
    with pytest.raises(HouseRuleConflictError):
        HOME.with_preset("odd")


def test_a_variant_changed_by_hand_forgets_its_rules() -> None:
    """
    After a change by hand the rules no longer tell what the variant is, so it does not say so.
    """
    changed = HOME.with_rules("home/two").put(Discard(only_without=("place", "draw")))

    assert () == changed.applied
    assert "sound" == str(changed)
    assert (2,) == changed.seats
