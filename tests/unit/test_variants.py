"""
Variants as data: making, changing, comparing, describing.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

from testing.sound import DEAD, SOUND
from tilerules import (
    HouseRule,
    InvalidDealError,
    InvalidVariantError,
    Preset,
    Registry,
    Variant,
    double_set,
    hookimpl,
)
from tilerules.decks import TileSet
from tilerules.rules.blocking import Discard, Pass, dead_tile
from tilerules.rules.dealing import DealEach
from tilerules.rules.laying import PlaceTile
from tilerules.scorers.kinds import Rung
from tilerules.scorers.matches import FirstTo
from tilerules.scorers.tie_breakers import Count, FewestTiles
from tilerules.state import Seat


@attrs.frozen
class Toss(Rung):
    """A rung that takes the rank of another."""

    code = "toss"
    rank = Count.rank

    def key(self, end: object, seat: Seat) -> int:
        return 0


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "Sound!"}, "no name of a variant"),
        ({"name": ""}, "no name of a variant"),
        ({"seats": ()}, "ascending"),
        ({"seats": (3, 2)}, "ascending"),
        ({"seats": (2, 2)}, "ascending"),
        ({"seats": (0, 2)}, "ascending"),
        ({"seats": ("2",)}, "ascending"),
        ({"actions": ()}, "no action lays tiles"),
        ({"actions": (Pass(),)}, "no action lays tiles"),
        ({"endings": ()}, "no ending"),
        ({"ladder": ()}, "no rung"),
        ({"ladder": (Count(), Toss())}, "share rank"),
        ({"actions": (PlaceTile(), Pass(), Pass(only_without=("place",)))}, "have the code 'pass'"),
        (
            {"actions": (PlaceTile(only_without=("pass",)), Pass(only_without=("place",)))},
            "pass, place wait for each other",
        ),
        ({"dealing": Count()}, "dealing"),
        ({"actions": (Count(),)}, "actions"),
        ({"tiles": "double-six"}, "tiles"),
    ],
    ids=str,
)
def test_parts_that_make_no_game(fields: dict[str, Any], said: str) -> None:
    """
    What is wrong is said, and nothing is made.
    """
    with pytest.raises((InvalidVariantError, TypeError), match=said):
        attrs.evolve(SOUND, **fields)


def test_missing_and_unknown_fields_are_named() -> None:
    """
    A variant without something it needs, or with something it does not know, names it.
    """
    with pytest.raises(TypeError, match=r"missing .*'title'"):
        Variant.of(name="half")
    with pytest.raises(TypeError, match=r"unexpected .*'weather'"):
        Variant.of(weather="fine", name="half", title="Half")
    with pytest.raises(TypeError, match=r"unexpected .*'weather'"):
        SOUND.put(weather="fine")


def test_put_adds_and_replaces_by_code() -> None:
    """
    A part with a code that is there replaces it, another one is added; the old variant stays.
    """
    changed = SOUND.put(Discard(only_without=("place", "draw")), DealEach(each=4))

    assert "discard" not in {action.code for action in SOUND.actions}
    assert "discard" in {action.code for action in changed.actions}
    assert DealEach(each=4) == changed.dealing
    assert DealEach(each=5) == SOUND.dealing
    assert SOUND == changed.drop("discard").put(SOUND.dealing)
    with pytest.raises(TypeError, match="no part"):
        SOUND.put("draw")  # type: ignore[arg-type]  # it is to be refused


def test_drop_refuses_what_is_not_there_or_needed() -> None:
    """
    The nearest code is offered, and what is left must be a game.
    """
    with pytest.raises(InvalidVariantError, match="did you mean 'draw'"):
        SOUND.drop("drew")
    with pytest.raises(InvalidVariantError, match="no action lays tiles"):
        SOUND.drop("place")


def test_tune_sets_parameters() -> None:
    """
    A part is found by its code or by its decision point, its parameters by their names.
    """
    assert DealEach(each=3) == SOUND.tune("dealing", each=3).dealing
    assert DealEach(each=3) == SOUND.tune("deal-each", each=3).dealing
    assert 2 == SOUND.tune("draw", most=2).action("draw").most
    with pytest.raises(InvalidVariantError, match="did you mean 'each'"):
        SOUND.tune("dealing", eash=3)
    with pytest.raises(InvalidVariantError, match="no part 'drw'; did you mean 'draw'"):
        SOUND.tune("drw", most=3)


def test_add_takes_a_bundle() -> None:
    """
    The parts of a bundle come together, those that are there already once.
    """
    changed = SOUND.drop("draw", "after-drawing").add(dead_tile())

    assert {"place", "pass", "discard"} == {action.code for action in changed.actions}
    assert SOUND.endings == changed.endings


def test_a_variant_of_its_name_is_a_plain_line_game() -> None:
    """
    What is not said of a variant is as in the plainest game, and each thing said changes that.
    """
    plain = Variant.of(name="plain", title="Plain")
    round_ = plain.deal(4, seed=1)
    while round_.outcome is None:
        round_ = round_.play(round_.legal_moves[0])

    assert (28, (2, 3, 4)) == (len(plain.tiles), plain.seats)
    assert ["place", "pass"] == [action.code for action in plain.actions]
    assert "6-6" == str(round_.moves[0])
    assert 1 == sum(round_.outcome.points)
    dead = Variant.of(name="plain", title="Plain", blocking=dead_tile(), seats=(3,))
    assert ["place", "discard"] == [action.code for action in dead.actions]
    assert (3,) == dead.seats


def test_a_variant_of_another_name_extends_the_first() -> None:
    """
    Given another name a variant is a game of its own: with the house rules of the first in a
    registry, without its presets and what was applied.
    """
    rule = HouseRule("plain/two", "Two", fields={"seats": (2,)}, variants=("plain",))
    preset = Preset(name="pair", title="Pair", rules=["plain/two"])
    plain = Variant.of(name="plain", title="Plain", house_rules=(rule,), presets=(preset,))
    base = Variant.of(name="plain", title="Plain", presets=(preset,))
    ruled = plain.with_preset("pair").put(name="other", title="Other")
    third = base.put(FewestTiles(), name="other", title="Other").put(name="third", title="Third")

    class Games:
        @hookimpl
        def tilerules_variants(self) -> tuple[Variant, ...]:
            return base, third

        @hookimpl
        def tilerules_house_rules(self) -> tuple[HouseRule, ...]:
            return (rule,)

    registry = Registry()
    registry.register(Games(), name="plain")
    found = registry.variant("third")

    assert ("other", (2,), (), ("plain",)) == (ruled.key, ruled.seats, ruled.presets, ruled.extends)
    assert ("third", (), ("other", "plain")) == (third.key, third.presets, third.extends)
    assert (2,) == found.with_rules("plain/two").seats
    assert found == pickle.loads(pickle.dumps(third))


def test_of_takes_one_bundle_or_several() -> None:
    """
    Parts that two bundles bring along stand once.
    """
    one = DEAD
    fields: dict[str, Any] = {
        "name": one.name,
        "title": one.title,
        "tiles": one.tiles,
        "seats": one.seats,
        "dealing": one.dealing,
        "layout": one.layout,
        "starting": one.starting,
        "constraints": one.constraints,
    }
    several = Variant.of(
        turn=dead_tile(),
        blocking=(dead_tile(), dead_tile()),
        scorer=one.settlement,
        tie_breakers=one.ladder,
        match=(one.length, one.ranking),
        actions=(PlaceTile(),),
        **fields,
    )

    assert set(one.actions) == set(several.actions)
    assert one.endings == several.endings


def test_diff_names_leaves_by_decision_point() -> None:
    """
    The parameters that differ, what they were and are, decision points in order.
    """
    changed = SOUND.put(FirstTo(7), seats=(2,)).tune("dealing", each=4).tune("draw", most=2)

    assert () == SOUND.diff(SOUND)
    assert [
        ("seats[3]", 3, None),
        ("dealing.each", 5, 4),
        ("actions[draw].most", 1, 2),
        ("length", "Rounds", "FirstTo"),
        ("length.most", None, None),
        ("length.rounds", 2, None),
        ("length.target", None, 7),
    ] == [(one.path, one.old, one.new) for one in changed.diff(SOUND)]
    assert "seats[3]: 3 -> None" == str(changed.diff(SOUND)[0])


def test_variants_are_values() -> None:
    """
    Equal parts make equal variants, which can be hashed, copied and sent.
    """
    again = SOUND.put(DealEach(each=4)).put(DealEach(each=5))

    assert SOUND == again
    assert hash(SOUND) == hash(again)
    assert SOUND != SOUND.put(DealEach(each=4))
    assert SOUND is copy.copy(SOUND) is copy.deepcopy(SOUND)
    assert SOUND == pickle.loads(pickle.dumps(SOUND))
    assert "<Variant sound>" == repr(SOUND)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        SOUND.name = "other"  # type: ignore[misc]  # it is to be refused


def test_rulebook_follows_the_parts() -> None:
    """
    Every part's sentence stands under its decision point, with its source.
    """
    book = SOUND.put(clauses={"count": "page 3"}).rulebook()
    text = str(book)

    assert text.startswith("Sound\n=====")
    assert "(page 3)" in text
    assert "Players\n- For 2 or 3 players." in text
    assert "draws one tile" in text
    assert "draws until one fits, 2 tiles at most" in str(SOUND.tune("draw", most=2).rulebook())
    points = [rule.point for rule in book.rules]
    assert points.index("tiles") < points.index("dealing")
    assert "Jumlah pemain: 2 or 3" in book.render({"seats": "Jumlah pemain: {seats}"})
    assert "Pemain\n" in book.render({"title-seats": "Pemain"})


@pytest.mark.parametrize(
    ("tiles", "seats", "each"),
    [(double_set(6), 8, 5), (double_set(6), 5, 7), (double_set(1), 2, 2)],
    ids=str,
)
def test_deals_that_do_not_fit(tiles: TileSet, seats: int, each: int) -> None:
    """
    Seats times hand must fit into the set; nothing is dealt short (D23).
    """
    variant = SOUND.put(DealEach(each=each), tiles=tiles, seats=(seats,))
    with pytest.raises(InvalidDealError, match=str(seats)):
        variant.deal(seats, seed=1)


@pytest.mark.parametrize(
    "wrong",
    [{"each": 0}, {"each": -7}, {"redeal_doubles": 0}, {"sizes": ((2, 0),)}, {"sizes": ((0, 7),)}],
    ids=str,
)
def test_deals_of_nothing(wrong: dict[str, Any]) -> None:
    """
    A hand size, a number of seats or of doubles below 1 is refused where it is given.
    """
    with pytest.raises(InvalidVariantError, match="deal-each"):
        DealEach(**wrong)


@pytest.mark.parametrize(
    "seats",
    [0, 1, 4, -2, True, 2.0, "2", "ab", None, ["a"], ["a", "a"], ["a", ""], ["a", 2]],
    ids=repr,
)
def test_bad_seats(seats: Any) -> None:
    """
    A number that is not declared, or names that are none, are refused before any tile moves.
    """
    kind = InvalidDealError if type(seats) in (int, list) else TypeError
    for use in (SOUND.deal, SOUND.match):
        with pytest.raises(kind):
            use(seats, seed=1)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (["0-0"], "2 seats need 2 hands"),
        (["0-0 0-0", "0-1"], "seat 0 cannot be dealt 0-0"),
        (["0-0", "0-0"], "seat 1 cannot be dealt 0-0"),
        ("0-0 0-1", "hands must be of type Mapping or Sequence, not '0-0 0-1'"),
        (5, "hands must be of type Mapping or Sequence, not 5"),
        (["", "0-1"], "seat 0"),
        (["6-6", "0-1"], "6-6 is not a tile|'6-6' is not a tile"),
    ],
    ids=str,
)
def test_bad_hands(hands: Any, said: str) -> None:
    """
    A tile in two hands, one that does not exist, a hand too few: named, and nothing dealt.
    """
    kind = ValueError if isinstance(hands, list) else TypeError
    with pytest.raises(kind, match=said):
        SOUND.deal(2, hands=hands)


def test_known_hands_are_dealt_in_seat_order() -> None:
    """
    What the caller deals is held; the rest is the stock; names are kept for display (X14).
    """
    dealt = SOUND.deal(["Zoe", "Abe"], hands=["5-5 0-1", "[2-3]"], seed=3)

    assert ["0-1 5-5", "2-3"] == [str(hand) for hand in dealt.hands]
    assert ("Zoe", "Abe") == dealt.names
    assert 21 - 3 == len(dealt.stock)
    assert dealt == SOUND.deal(2, hands={"x": "0-1 5-5", "y": "2-3"}, seed=3)


@pytest.mark.parametrize("previous", [["x"], [SOUND.deal(2, seed=1)], [DEAD.deal(3, seed=1)]])
def test_bad_history(previous: Any) -> None:
    """
    Only finished rounds of as many seats can have gone before.
    """
    kind = TypeError if previous == ["x"] else InvalidDealError
    with pytest.raises(kind, match="previous round"):
        SOUND.deal(2, seed=1, previous=previous)
