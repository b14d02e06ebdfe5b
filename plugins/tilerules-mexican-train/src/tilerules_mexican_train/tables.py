"""
How many tiles each player gets, as published.
"""

from __future__ import annotations

from tilerules import Variant
from tilerules.rules.dealing import hand_sizes

__all__ = ["DOUBLE_NINE", "HANDS", "Sizes", "in_order"]

Sizes = tuple[tuple[int, int], ...]
"""Pairs of seats and hand size."""

HANDS: dict[str, Sizes] = {
    # Puremco's later wording: the nearest to the source text.
    "standard": hand_sizes(s2=16, s3=15, s4=14, s5=12, s6=11, s7=10, s8=9),
    "alternative": hand_sizes(s2=16, s3=16, s4=15, s5=14, s6=12, s7=10, s8=9),
    # The leaflet of the first edition, which names no hands for fewer players.
    "older": hand_sizes(s5=12, s6=11, s7=10, s8=9),
    "larger": hand_sizes(s4=18, s5=14, s6=12, s7=10, s8=9),
    "good-sam": hand_sizes(s2=16, s3=15, s4=14, s5=13, s6=12, s7=11, s8=10),
    "pagat": hand_sizes(s2=15, s3=15, s4=15, s5=11, s6=11, s7=10, s8=10, s9=8, s10=8),
    "pressman": hand_sizes(s2=15, s3=15, s4=15, s5=11, s6=11, s7=8, s8=8),
    "cardinal": hand_sizes(s2=15, s3=15, s4=15, s5=12, s6=12, s7=11, s8=11),
}
"""Tables for the double-twelve set, by the name a house rule gives them."""

DOUBLE_NINE: Sizes = hand_sizes(s2=12, s3=11, s4=10)
"""The table for the double-nine set."""


_ACTIONS = ("place", "stop", "mark", "unmark", "draw", "pass")


def in_order(variant: Variant) -> Variant:
    """
    Put the actions into one order, whichever house rule brought which of them first.

    It is the order in which legal moves are listed.
    """

    def place(code: str) -> int:
        return _ACTIONS.index(code) if code in _ACTIONS else len(_ACTIONS)

    return variant.put(actions=sorted(variant.actions, key=lambda action: place(action.code)))
