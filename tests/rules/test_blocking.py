"""
When a round is blocked.
"""

from __future__ import annotations

import pytest

from tables import set_up
from testing.sound import small_game
from tilerules.rules.blocking import draw, pass_turn
from tilerules.state import EndReason

NO_STOCK = small_game("passing", "Passing", pass_turn())
RESERVED = {kept: small_game("drawing", "Drawing", draw(1, reserve=kept)) for kept in (0, 1, 2)}


def test_a_round_is_blocked_at_once_when_nothing_fits() -> None:
    """
    The move after which no hand has a tile for either end ends the round.
    """
    over = set_up(NO_STOCK, "2-3", "2-2 1-1", "4-4 5-5").play("2-2")

    assert over.outcome is None or over.outcome.reason is EndReason.BLOCKED
    assert over.to_move is None


def test_a_tile_in_any_hand_keeps_a_round_open() -> None:
    """
    It does not matter whose hand it is that has a tile for an end.
    """
    assert set_up(NO_STOCK, "2-3", "2-2 1-1", "4-4 3-5").play("2-2").to_move == 1
    assert set_up(NO_STOCK, "2-3", "2-2 1-2", "4-4 5-5").play("2-2").to_move == 1


@pytest.mark.parametrize("kept", RESERVED)
def test_a_round_is_open_while_a_tile_may_be_drawn(kept: int) -> None:
    """
    So many tiles as may never be drawn do not keep it open, and one more does.
    """
    stock = ["0-0", "0-1", "0-4"]
    hands = ("2-2 1-1", "4-4 5-5")
    game = RESERVED[kept]
    over = set_up(game, "2-3", *hands, stock=" ".join(stock[:kept])).play("2-2")
    goes_on = set_up(game, "2-3", *hands, stock=" ".join(stock[: kept + 1])).play("2-2")

    assert over.outcome is not None
    assert EndReason.BLOCKED is over.outcome.reason
    assert 1 == goes_on.to_move
