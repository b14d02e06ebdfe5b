"""Hands: how many tiles, which stretches of the shuffled set, and what is dealt again."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules
from tilerules import InvalidDealError, InvalidVariantError, double_set
from tilerules.decks import Shuffler
from tilerules.errors import InvalidNotationError
from tilerules.rules.dealing import MOST_REDEALS, DealEach, check_names, hand_sizes, read_hands

SIX = double_set(6)
TABLE = DealEach(hand_sizes(s2=7, s3=6), each=5)


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 6), (4, 5), (5, 5)])
def test_hand_size(seats: int, size: int) -> None:
    """The table says how many tiles, and where it has no row one number for all."""
    assert size == TABLE.hand_size(28, seats)


@pytest.mark.parametrize(
    ("dealing", "tiles", "seats", "problem"),
    [
        (TABLE, 28, 6, "6 seats of 5 tiles need 30, but only 28 can be dealt"),
        (TABLE, 13, 2, "2 seats of 7 tiles need 14, but only 13"),
        (DealEach(hand_sizes(s2=7, s3=6)), 28, 4, "no hand size for 4 seats, only for 2 and 3"),
    ],
)
def test_no_such_deal(dealing: DealEach, tiles: int, seats: int, problem: str) -> None:
    """A deal that there is not is refused with what there is."""
    with pytest.raises(InvalidDealError, match=problem):
        dealing.hand_size(tiles, seats)


@pytest.mark.parametrize(
    "parameters",
    [{"sizes": ((2, 0),)}, {"sizes": ((2, "7"),)}, {"each": 0}, {"redeal_doubles": 0}],
)
def test_no_such_dealing(parameters: dict[str, Any]) -> None:
    """Sizes that nobody can have are refused when the part is made."""
    with pytest.raises(InvalidVariantError, match="deal-each: "):
        DealEach(**parameters)


def test_hands_are_stretches_of_the_shuffled_set() -> None:
    """The first tiles go to seat 0, and so on; what is left is the stock, in order."""
    round_ = tilerules.variant("draw").deal(2, seed=5)
    bits = [1 << tile for tile in range(28)]
    order = Shuffler(5).shuffled(bits, "deal", unordered=7)

    assert (sum(order[:7]), sum(order[7:14])) == round_.masks
    assert tuple(bit.bit_length() - 1 for bit in order[14:]) == round_.rest.stock


@pytest.mark.parametrize("limit", [3, 4])
def test_too_many_doubles_are_dealt_again(limit: int) -> None:
    """No hand has so many doubles, the first deal that will do is taken, and told."""
    game = tilerules.variant("draw").put(DealEach(each=7, redeal_doubles=limit))
    redealt = 0
    for seed in range(12):
        round_ = game.deal(4, seed=seed)
        redeals = round_.rest.setup.redeals
        redealt += redeals > 0
        most = [
            max((hand & SIX.doubles).bit_count() for hand in masks)
            for masks in [_dealt(seed, attempt) for attempt in range(redeals + 1)]
        ]
        assert [True] * redeals + [False] == [found >= limit for found in most]
        assert _dealt(seed, redeals) == round_.masks
        assert game.dealing.can_deal(round_.plan, round_.masks)
    assert redealt


def _dealt(seed: int, attempt: int) -> tuple[int, ...]:
    """Deal all tiles to four, by the shuffle of one attempt."""
    bits = [1 << tile for tile in range(28)]
    order = Shuffler(seed).shuffled(bits, "deal", attempt, unordered=7)
    return tuple(sum(order[at : at + 7]) for at in range(0, 28, 7))


def test_a_deal_that_never_comes() -> None:
    """Dealing again ends: with all seven doubles among four hands one has two."""
    game = tilerules.variant("draw").put(DealEach(each=7, redeal_doubles=1))
    with pytest.raises(InvalidDealError, match=f"{MOST_REDEALS} deals in succession had 1"):
        game.deal(4, seed=0)
    assert not game.dealing.can_deal(game.plan(4), (SIX.mask("1-1"), 0, 0, 0))


@pytest.mark.parametrize(
    ("hands", "error", "problem"),
    [
        (["1-1"], InvalidDealError, "2 seats need 2 hands, not 1"),
        ("1-1", InvalidDealError, "2 seats need 2 hands, not 1"),
        (7, InvalidDealError, "hands are a sequence or a mapping"),
        (["1-1", "1-1"], InvalidDealError, "seat 1 cannot be dealt 1-1"),
        (["1-1", "2-2"], InvalidDealError, "seat 1 cannot be dealt 2-2"),
        (["1-1", "9-9"], InvalidNotationError, "9-9"),
    ],
)
def test_hands_by_name_are_checked(hands: Any, error: type[Exception], problem: str) -> None:
    """There is one hand a seat, and no tile is dealt twice or was set aside."""
    with pytest.raises(error, match=problem):
        read_hands(SIX, hands, 2, SIX.mask("2-2"))


def test_hands_by_name() -> None:
    """Hands are numbered as they come, of copies the lowest that is free."""
    twice = attrs.evolve(SIX, tiles=tuple(tile for tile in SIX.tiles for _copy in range(2)))
    first, second = read_hands(twice, ["1-1,1-2", "1-1"], 2, 0)

    assert twice.copies[SIX.tile("1-1")] == (first | second) & twice.copies[SIX.tile("1-1")]
    assert not first & second
    assert (2, 1) == (first.bit_count(), second.bit_count())


@pytest.mark.parametrize("names", [["Ani", "Ani"], ["Ani", ""], ["Ani", 7], ["Ani", "Bu\ndi"]])
def test_names_that_cannot_be(names: list[Any]) -> None:
    """Names are different lines of text."""
    with pytest.raises(InvalidDealError, match="name"):
        check_names(names)
    assert ("Ani", "Budi") == check_names(["Ani", "Budi"])
