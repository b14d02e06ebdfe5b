"""
What a variant is made of, leaf by leaf.
"""

from __future__ import annotations

import attrs
import pytest

from testing.sound import SOUND
from tilerules import HouseRule, HouseRuleConflictError
from tilerules.decks import TileSet
from tilerules.rules.kinds import Effect
from tilerules.rulesets.leaves import leaves
from tilerules.scorers.kinds import Settlement
from tilerules.scorers.results import RoundEnd
from tilerules.scorers.tie_breakers import Count, FewestTiles
from tilerules.state import Seat
from tilerules.testing import examine_house_rule


@attrs.frozen
class LikeFewest(FewestTiles):
    """Another step at the very place of the ladder."""

    code = "like-fewest"


def test_parts_in_an_order_take_a_rank() -> None:
    """
    Steps of the ladder and endings have a leaf for their place, which names who has it.
    """
    found = leaves(SOUND.put(FewestTiles()))

    assert "count" == found[f"ladder@{Count.rank}"].value
    assert "fewest-tiles" == found[f"ladder@{FewestTiles.rank}"].value
    assert {"went-out", "blocked"} == {
        leaf.value for path, leaf in found.items() if path.startswith("endings@")
    }


def test_a_new_step_is_seen_to_take_its_rank() -> None:
    """
    A step that is put into the ladder changes the leaf of its rank.
    """
    (change,) = (
        one
        for one in SOUND.put(FewestTiles()).diff(SOUND)
        if one.path == f"ladder@{FewestTiles.rank}"
    )

    assert (None, "fewest-tiles") == (change.old, change.new)


@pytest.mark.parametrize("turned", [False, True])
def test_two_rules_that_want_one_rank_are_refused_together(turned: bool) -> None:
    """
    In either order the second one cannot be used after the first, and the rank is named.
    """
    rules = [
        HouseRule(key=f"home/{part.code}", title=part.code, variants=("sound",), apply=apply)
        for part, apply in (
            (FewestTiles, lambda variant: variant.put(FewestTiles())),
            (LikeFewest, lambda variant: variant.put(LikeFewest())),
        )
    ]
    with pytest.raises(HouseRuleConflictError, match=f"share rank {FewestTiles.rank}"):
        SOUND.with_rules(*(reversed(rules) if turned else rules))


def worth_of_a_plugin(module: str, worth: int) -> type[Settlement]:
    """
    Make a class as a plugin would: of a name and a code that another plugin has too.
    """

    @attrs.frozen
    class Worth(Settlement):
        """A win is worth a number of points."""

        code = "worth"
        sentence = f"A win counts {worth}."

        def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
            return tuple(worth if seat in winners else 0 for seat in end.seats)

    Worth.__qualname__, Worth.__module__ = "Worth", module
    return Worth


FIVE, TEN = worth_of_a_plugin("five", 5), worth_of_a_plugin("ten", 10)


def put(part: type[Settlement]) -> HouseRule:
    """
    Make the house rule that puts a part in.
    """
    key = f"{part.__module__}/worth"
    return HouseRule(key=key, title=key, apply=lambda v: v.put(part()), variants=("sound",))


@pytest.mark.parametrize("turned", [False, True])
def test_classes_of_one_name_are_not_one(turned: bool) -> None:
    """
    Two rules that put in parts of the same class name and code are refused in either order, and
    the message tells the classes apart.
    """
    rules = [put(FIVE), put(TEN)]
    with pytest.raises(HouseRuleConflictError, match="both change settlement") as refused:
        SOUND.with_rules(*(reversed(rules) if turned else rules))

    assert "settlement" == refused.value.parameter
    assert "'five.Worth'" in str(refused.value)
    assert "'ten.Worth'" in str(refused.value)


def test_classes_of_one_name_show_in_a_diff() -> None:
    """
    Variants that are unequal differ in something; the classes are named in full.
    """
    one, other = SOUND.put(FIVE()), SOUND.put(TEN())

    assert one != other
    assert ["settlement: 'five.Worth' -> 'ten.Worth'"] == [str(one) for one in other.diff(one)]
    again = worth_of_a_plugin("five", 7)
    assert "settlement: 'five.Worth' -> 'another five.Worth'" == str(
        SOUND.put(again()).diff(one)[0]
    )


def test_sets_of_one_key_show_in_a_diff() -> None:
    """
    A set of tiles is what it holds, not what it is called.
    """
    fewer = TileSet(SOUND.tiles.key, SOUND.tiles.tiles[:-1])

    assert ["tiles"] == [one.path for one in SOUND.put(tiles=fewer).diff(SOUND)]


def in_either_order(rule: HouseRule, other: HouseRule) -> list[str]:
    """
    Give what the kit finds about two rules in either order.
    """
    findings = examine_house_rule(rule, SOUND, seeds=(0,), seats=2, beside=[other])
    return [finding.found for finding in findings if finding.code == "order"]


@attrs.frozen(eq=False, slots=False)
class Itself(Effect):
    """A part that is equal to nothing but itself, for what is no parameter."""

    code = "itself"

    def __attrs_post_init__(self) -> None:
        vars(self)["made"] = object()

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


def test_the_kit_says_in_what_an_order_differs() -> None:
    """
    Where no parameter differs the field of the variant is named: nothing is left empty.
    """
    itself = HouseRule(
        key="home/itself",
        title="Itself",
        apply=lambda variant: variant.put(Itself()),
        variants=("sound",),
    )
    (found,) = in_either_order(itself, put(FIVE))

    assert found.endswith("in the other order: effects")


def test_the_kit_has_nothing_against_rules_that_are_refused_in_both_orders() -> None:
    """
    Parts of the same class name out of two plugins give no result that depends on the order.
    """
    assert [] == in_either_order(put(FIVE), put(TEN))
