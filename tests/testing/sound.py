"""
A small game in which nothing is wrong, and one that never ends.
"""

from __future__ import annotations

from typing import Any

import attrs

from tilerules import Variant, double_set
from tilerules.decks import Shuffler
from tilerules.layouts import LineLayout
from tilerules.rules.blocking import Pass, WentOut, dead_tile, draw
from tilerules.rules.dealing import DealEach
from tilerules.rules.kinds import Bundle, Starting
from tilerules.rules.laying import one_tile
from tilerules.scorers.matches import HighestTotal, Rounds
from tilerules.scorers.settlements import WinnerPoint
from tilerules.scorers.tie_breakers import Count
from tilerules.state import Draft

__all__ = ["DEAD", "ENDLESS", "SOUND", "ByLot", "small_game"]


@attrs.frozen
class ByLot(Starting):
    """Somebody opens, with any tile."""

    code = "by-lot"
    sentence = "Who opens is drawn by lot."

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """Draw a lot."""
        draft.to_move = chance.lot(draft.plan.seats)


def small_game(name: str, title: str, blocking: Bundle, **parts: Any) -> Variant:
    """Make a game of dominoes with a small set, for two or three."""
    known: dict[str, Any] = {
        "tiles": double_set(5),
        "seats": (2, 3),
        "dealing": DealEach(each=5),
        # A tile is laid, or drawn, or everybody passes once between two tiles.
        "most_moves": 21 * 3,
    }
    return Variant.of(
        name=name,
        title=title,
        layout=LineLayout(),
        starting=ByLot(),
        turn=one_tile(),
        blocking=blocking,
        scorer=WinnerPoint(),
        tie_breakers=(Count(),),
        match=(Rounds(2), HighestTotal()),
        **{**known, **parts},
    )


SOUND = small_game("sound", "Sound", draw(1))
"""Draw dominoes: nothing is wrong with it."""

DEAD = small_game("dead", "Dead tiles", dead_tile(), seats=(3,), dealing=DealEach(each=6))
"""The same with tiles laid face down: nothing is wrong with it either."""

ENDLESS = small_game(
    "endless",
    "Endless",
    Bundle(actions=(Pass(),), endings=(WentOut(),)),
    tiles=double_set(2),
    seats=(2,),
    dealing=DealEach(each=3),
    most_moves=10**9,
)
"""One may always pass, and a round in which everybody does has no end."""
