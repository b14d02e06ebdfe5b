"""
Table rules: what any game may be played with, whoever made it.

They have the namespace ``table``, which no plugin has. Where one makes no sense for a game it is
refused with the reason; where a game has a rule of the same short name, that is meant by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, TypeVar

import attrs

from tilerules.decks import TileSet, double_set, numbered_set
from tilerules.errors import InvalidVariantError
from tilerules.rules.dealing import DealEach
from tilerules.rules.hosting import Abandoned, Leave, Penalty, StaysAway, Time
from tilerules.rules.seating import Clockwise, CounterClockwise, Partners
from tilerules.rulesets.data_form import Make
from tilerules.rulesets.house_rules import EVERY, HouseRule
from tilerules.rulesets.parameters import Parameter
from tilerules.rulesets.ruleset import Ruleset
from tilerules.scorers.matches import FirstTo, Rounds
from tilerules.tiles import Domino, Joker, NumberTile

__all__ = ["TILE_SETS", "table_rules"]

R = TypeVar("R", bound=Ruleset)

_DOUBLES = {f"double-{highest}": partial(double_set, highest) for highest in (6, 9, 12, 15, 18)}

# The second is sold for up to six players.
_NUMBERED = {
    "numbered-106": partial(numbered_set),
    "numbered-160": partial(numbered_set, copies=3, jokers=4),
}

TILE_SETS: Mapping[str, Callable[[], TileSet]] = {**_DOUBLES, **_NUMBERED}
"""What makes the tile sets that can be asked for by name; sets of dominoes first."""

_MOST_FINE = 1_000_000
"""A position holds totals of eighteen digits: no round has so many fines."""

_ORDERS: dict[str, type[Any]] = {
    "counter-clockwise": CounterClockwise,
    "clockwise": Clockwise,
}


def _target(variant: R, points: int) -> R:
    length = variant.length
    if isinstance(length, FirstTo):
        return variant.put(attrs.evolve(length, target=points))
    return variant.put(FirstTo(points))


def _no_plain_deal(variant: Ruleset) -> str:
    if isinstance(variant.dealing, DealEach):
        return ""
    return f"deals in a way of its own ({variant.dealing.code}), which says how many tiles each"


@lru_cache(maxsize=64)
def _sets_like(tile_set: TileSet) -> tuple[str, ...]:
    """Name the sets with tiles of the same kind; none for a set of other tiles."""
    if all(isinstance(tile, Domino) for tile in tile_set.tiles):
        return tuple(_DOUBLES)
    if all(isinstance(tile, NumberTile | Joker) for tile in tile_set.tiles):
        return tuple(_NUMBERED)
    return ()


def _no_other_set(variant: Ruleset) -> str:
    if _sets_like(variant.tiles):
        return ""
    return f"is played with tiles of its own ({variant.tiles.key})"


def _tiles(variant: R, set: str) -> R:  # the parameter's name at the table
    tiles = TILE_SETS[set]()
    return variant.put(*variant.parts_for(tiles), tiles=tiles)


def _no_other_way_round(variant: Ruleset) -> str:
    if max(variant.seats) < 3:
        return "is for two players, to whom either way round is the same"
    if type(variant.order) in _ORDERS.values():
        return ""
    return f"has an order of play of its own ({variant.order.code})"


def _direction(variant: R, to: str) -> R:
    return variant.put(_ORDERS[to](sit_out=variant.order.sit_out))


def _not_for_four(variant: Ruleset) -> str:
    return "" if 4 in variant.seats else "is not for four players"


def _limit(variant: Ruleset, code: str, kind: type[Any]) -> Any:
    """
    Give a limit of the variant that the rule can change, or a new one.

    Raises:
        InvalidVariantError: The variant has another part of that code.
    """
    found = variant.action(code) or kind()
    if not isinstance(found, kind):
        raise InvalidVariantError(f"{variant.name} has a part {code!r} of its own")
    return found


def _time_limit(variant: R, **limit: int) -> R:
    return variant.put(attrs.evolve(_limit(variant, "time", Time), **limit))


def _penalty(variant: R, unit: str) -> R:
    return variant.put(
        attrs.evolve(_limit(variant, "penalty", Penalty), in_points=unit == "points")
    )


def _leave(variant: R, **params: str) -> R:
    left = variant.put(Leave(), Abandoned())
    return left.put(StaysAway()) if params["for"] == "match" else left


_rule = partial(HouseRule, variants=(EVERY,))

_RULES = (
    _rule(
        "table/rounds",
        "A match of so many rounds",
        text="Who then leads by the game's own reckoning wins the match.",
        put=Rounds,
        parameters=(Parameter("rounds", 5, "How many.", least=1),),
    ),
    _rule(
        "table/target",
        "A match to a number of points",
        text="Where the lowest total is best, whoever has it when somebody gets there wins.",
        apply=_target,
        parameters=(Parameter("points", 50, "The total that ends the match.", least=1),),
    ),
    _rule(
        "table/hand-size",
        "Another hand size",
        text="The same for any number of players to whom the tiles can be dealt.",
        why_not=_no_plain_deal,
        tune={
            "dealing.sizes": (),
            "dealing.each": Parameter("size", 5, "Tiles for each player.", least=1),
        },
    ),
    _rule(
        "table/direction",
        "The other way round",
        text="The turn, and a right to open that passes on, goes to the seat before.",
        why_not=_no_other_way_round,
        apply=_direction,
        parameters=(
            Parameter("to", "counter-clockwise", "Which way play goes.", choices=tuple(_ORDERS)),
        ),
    ),
    _rule(
        "table/partners",
        "Partners",
        version=2,
        text="Four play as two sides, partners facing each other.",
        why_not=_not_for_four,
        put=Make(
            Partners,
            by_sum=Parameter(
                "by",
                "winner",
                "The side of the single winner wins, or the side with the lower sum.",
                means={"winner": False, "sum": True},
            ),
        ),
    ),
    _rule(
        "table/time-limit",
        "A time limit for each turn",
        text="The host says with the move time that it has run out.",
        apply=_time_limit,
        parameters=(
            Parameter("seconds", 60, "How long a turn may take.", least=1),
            Parameter("fine", 10, "Points the player is fined.", least=0, most=_MOST_FINE),
            Parameter("tiles", 0, "Tiles the player takes from the stock.", least=0),
        ),
    ),
    _rule(
        "table/penalty",
        "The host may give penalties",
        text="The host says so with the move penalty:3, or penalty:3@2.",
        apply=_penalty,
        parameters=(
            Parameter(
                "unit",
                "points",
                "What the number means: points of a fine, or tiles taken from the stock.",
                choices=("points", "tiles"),
            ),
        ),
    ),
    _rule(
        "table/leave",
        "A player may leave",
        text=(
            "The host says so with the move leave, or leave@2. The seat is passed over from then "
            "on and cannot win; the last side left wins."
        ),
        apply=_leave,
        parameters=(
            Parameter(
                "for",
                "round",
                "For the rest of the round, or of the match.",
                choices=("round", "match"),
            ),
        ),
    ),
)


@lru_cache(maxsize=64)
def _set_rule(sets: tuple[str, ...]) -> HouseRule:
    """Give the rule about tile sets, for games with tiles of one kind."""
    return _rule(
        "table/tiles",
        "Another tile set",
        text="Hands stay as large as they are, for as many players as the tiles serve.",
        why_not=_no_other_set,
        apply=_tiles,
        parameters=(Parameter("set", sets[1], "The set.", choices=sets),),
    )


def table_rules(variant: Ruleset) -> tuple[HouseRule, ...]:
    """
    Give the table rules as they are for a variant.

    One that makes no sense for it is among them: it is refused when it is applied.
    """
    sets = _sets_like(variant.tiles) or tuple(TILE_SETS)
    return (*_RULES, _set_rule(sets))
