"""
What an author writes: a part that is its own house rule, and where a checker must object.

Not a test module: :mod:`test_house_rule_classes` has type checkers read it. Lines they must refuse
end with ``# refused``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tilerules import HouseRule, house_rule, param
from tilerules.rules import NextOpener, Right
from tilerules.scorers import RoundEnd, Rung, Settlement
from tilerules.state import Draft, Seat


@house_rule("aunty/win-worth", "A win is worth more", variants=["gaple"])
class WinWorth(Settlement):
    code = "win-worth"
    sentence = "The winner of a round gets {each} points."
    each: int = param(3, "What a winner gets.", least=1, most=99)
    shared: bool = param(False, "Whether level seats get it.")
    name: str = attrs.field(default="win")

    def points(self, end: RoundEnd, winners: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.each if seat in winners else 0 for seat in end.seats)


@house_rule("aunty/fewest", "The fewest tiles", variants=["gaple"])
class Fewest(Rung):
    rank = 180
    because = "the fewest tiles"

    def key(self, end: RoundEnd, seat: Seat) -> int:
        return len(end.held[seat])


@house_rule("aunty/zero", "Seat 0 opens", variants=["gaple"], into="starting.later")
class ZeroOpens(NextOpener):
    def right(self, draft: Draft, last: object) -> Right:
        return 0, None


each: int = WinWorth(7, True).each
rule: HouseRule = WinWorth.house_rule
default = WinWorth()
rank: int = Fewest(place=120).rank

if TYPE_CHECKING:
    WinWorth("7")  # refused
    WinWorth(each=7, eech=7)  # refused
    default.each = 4  # refused
    words: str = default.each  # refused
    HouseRule(key="a/b", title="B", tune=4, variants=["gaple"])  # refused
