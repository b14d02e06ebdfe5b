"""
House rules about tiles, deal, engine and first player.
"""

from __future__ import annotations

from functools import partial

from tilerules import HouseRule, Parameter, Variant, double_set
from tilerules.rules import ByDealer, DealEach, HighestDrawn
from tilerules.trains.engines import (
    EngineRule,
    HighestInHand,
    OwnHighest,
    RequiredInHand,
    from_hand,
)
from tilerules_mexican_train.tables import DOUBLE_NINE, HANDS

__all__ = ["RULES"]


def _hands(variant: Variant, table: str) -> Variant:
    sizes = HANDS[table]
    seats = tuple(count for count, _size in sizes)
    return variant.tune("dealing", sizes=sizes, each=None).put(seats=seats)


_MOST_SEATS = {6: 4, 9: 8, 12: 12, 15: 12, 18: 16}
"""For how many a set serves where the hand size is chosen, by its highest double."""


def _hand_size(variant: Variant, size: int) -> Variant:
    most = _MOST_SEATS[variant.tiles.highest]
    return variant.tune("dealing", sizes=(), each=size).put(seats=range(2, most + 1))


def _with_set(variant: Variant, highest: int, dealing: DealEach) -> Variant:
    tiles = double_set(highest)
    most = max(dict(dealing.sizes), default=_MOST_SEATS[highest])
    changed = variant.put(
        dealing,
        tiles=tiles,
        seats=range(2, most + 1),
    )
    return changed.tune("length", doubles=highest + 1)


def _double_nine(variant: Variant, size: int) -> Variant:
    return _with_set(variant, 9, DealEach((), size) if size else DealEach(DOUBLE_NINE))


def _engine(variant: Variant, found: str, all_draw: bool) -> Variant:
    rules: dict[str, EngineRule] = {
        "required": RequiredInHand(whole_circles=all_draw),
        "required-or-lower": RequiredInHand(next_lower=True, whole_circles=all_draw),
        "highest": HighestInHand(whole_circles=all_draw),
        "own-highest": OwnHighest(whole_circles=all_draw),
    }
    return variant.tune("starting", engine=rules[found]).put(*from_hand())


_PLAYERS = {
    "highest-drawn": HighestDrawn(),
    "dealer": ByDealer(),
    "left-of-dealer": ByDealer(left=True),
}

_rule = partial(HouseRule, variants=("mexican-train",))

RULES = (
    _rule(
        "mexican-train/hands",
        "Another published table of hand sizes",
        apply=_hands,
        parameters=(
            Parameter(
                "table",
                "alternative",
                "Whose table.",
                choices=tuple(HANDS),
            ),
        ),
        source="M1, M2, M4, M5, M8, M17, M26, M28",
    ),
    _rule(
        "mexican-train/hand-size",
        "Another hand size, the same for any number of players",
        text=(
            "As MT-3 can be read: three dominoes each. For as many players as the tiles serve, "
            "up to twelve."
        ),
        apply=_hand_size,
        parameters=(Parameter("size", 3, "Tiles for each player.", least=1),),
        source="MT-3",
    ),
    _rule(
        "mexican-train/double-nine",
        "The double-nine set, for two to four",
        text="With a hand size of one's own for as many as the tiles serve, up to eight.",
        apply=_double_nine,
        parameters=(
            Parameter(
                "size", 0, "Tiles for each player; 0: 12, 11 or 10 by number.", least=0, most=27
            ),
        ),
        source="MT-1, M1",
    ),
    _rule(
        "mexican-train/engine",
        "The engine comes out of a hand",
        text=(
            "Its holder lays it, a forced move, and goes on with the first turn. Where nobody has "
            "it, tiles are drawn, a move each, until it shows; if the stock cannot serve all "
            "players until then, the tiles are dealt again."
        ),
        apply=_engine,
        parameters=(
            Parameter(
                "found",
                "required",
                "The double of the round, that or the next lower one held, the highest in any "
                "hand, or the first player's own highest.",
                choices=("required", "required-or-lower", "highest", "own-highest"),
            ),
            Parameter(
                "all_draw",
                False,
                "Where nobody has it, all draw one before anybody lays it.",
            ),
        ),
        source="M2, M5, M8, M26, M28",
    ),
    _rule(
        "mexican-train/first-engine",
        "Another double begins the match",
        text=(
            "Each further round takes the next lower double, after 0-0 the highest. With 11 this "
            "is MT-1 as it stands."
        ),
        tune={
            "starting.first": Parameter("pips", 11, "Its number; the set must have it.", least=0)
        },
        source="MT-1, M7",
    ),
    _rule(
        "mexican-train/first-player",
        "Another way to find the first player",
        text="Where the engine comes out of a hand, this says who seeks it first.",
        tune={
            "starting.opener": Parameter("who", "highest-drawn", "Who plays first.", means=_PLAYERS)
        },
        source="M10, M14",
    ),
)
"""The rules, as the game's page lists them."""
