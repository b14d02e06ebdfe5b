"""
Who wins: partners, and players who have left.
"""

from __future__ import annotations

from testing.sound import SOUND
from tilerules import Round, double_set
from tilerules.rules.dealing import DealEach
from tilerules.rules.hosting import Abandoned, Leave
from tilerules.rules.seating import Partners
from tilerules.state import EndReason

PAIRS = SOUND.put(
    Partners(), Leave(), Abandoned(), tiles=double_set(6), seats=(4,), dealing=DealEach(each=1)
)
HANDS = ["0-1", "1-1", "2-2", "3-3"]


def dealt(opener: int) -> Round:
    """
    Give a round that a seat opens; its only tile ends it.
    """
    deals = (PAIRS.deal(4, hands=HANDS, seed=seed) for seed in range(100))
    return next(deal for deal in deals if deal.to_move == opener)


def test_partners_win_together() -> None:
    """
    Who goes out wins with the partner, whatever that one holds.
    """
    over = dealt(1).play("1-1").outcome

    assert over is not None
    assert (EndReason.WENT_OUT, (1, 3)) == (over.reason, over.winners)


def test_a_partner_who_has_left_does_not_win() -> None:
    """
    A partner who has left has not won; the side has one account, which is booked to both.
    """
    over = dealt(1).host("leave@3").play("1-1").outcome

    assert over is not None
    assert (EndReason.WENT_OUT, (1,), 1) == (over.reason, over.winners, over.leader)
    assert (0, 1, 0, 1) == over.points


def test_the_last_side_wins_without_who_left() -> None:
    """
    Where the other side is gone, those of the winning side who stayed have won.
    """
    over = dealt(0).host("leave@3").host("leave@2").host("leave@1").outcome

    assert over is not None
    assert (EndReason.ABANDONED, (0,)) == (over.reason, over.winners)
