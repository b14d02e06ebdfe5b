"""Who comes after whom, and who plays with whom."""

from __future__ import annotations

import pytest

import tilerules
from tilerules import InvalidDealError
from tilerules.rules.kinds import Order
from tilerules.rules.seating import Clockwise, CounterClockwise, Partners, Singles


@pytest.mark.parametrize(
    ("order", "after"), [(Clockwise(), (1, 2, 3, 0)), (CounterClockwise(), (3, 0, 1, 2))]
)
def test_order(order: Order, after: tuple[int, ...]) -> None:
    """Each seat has its successor, and play goes so."""
    state = tilerules.variant("block").put(order).deal(4, seed=2)
    first = state.to_move or 0

    assert after == order.table(4)
    assert after[first] == state.play(state.legal_moves[0]).to_move


@pytest.mark.parametrize("sit_out", [False, True])
def test_who_has_no_tiles(sit_out: bool) -> None:
    """Only where the rule says so a seat without tiles takes no turn."""
    order = Clockwise(sit_out=sit_out)
    state = tilerules.variant("block").deal(4, seed=2)
    draft = type("Draft", (), {"masks": (0, *state.masks[1:])})

    assert sit_out == order.may_skip == order.skips(draft, 0)  # type: ignore[arg-type]
    assert not order.skips(draft, 1)  # type: ignore[arg-type]
    assert 1 + sit_out == len(order.describe())


def test_sides() -> None:
    """Everybody is a side of their own, or partners face each other."""
    assert (0, 1, 2) == Singles().of(3)
    assert (0, 1, 0, 1) == Partners().of(4)
    with pytest.raises(InvalidDealError, match="four seats, not 3"):
        Partners().of(3)


@pytest.mark.parametrize(("by_sum", "winners"), [(False, (0, 2)), (True, (1, 3))])
def test_partners_win_together(by_sum: bool, winners: tuple[int, ...]) -> None:
    """The side of the best hand wins, or the side of the lower sum."""
    game = tilerules.variant("gaple").put(Partners(by_sum=by_sum))

    assert winners == game.score(["0-1", "1-2", "6-6", "1-3"]).winners
