"""
What a player owes who lays melds: the initial meld, and the price of freed jokers.

Who has opened is kept in the state under the key ``opened``: the seats, sorted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

import attrs

from tilerules.melds.best_sets import OpeningRules, is_opening, opening_problems
from tilerules.melds.extending import is_extended
from tilerules.melds.jokers import JokerRules, joker_problems
from tilerules.melds.meld import Table, table_tiles
from tilerules.melds.notation import BrokenMeld
from tilerules.rules.kinds import Constraint, Effect
from tilerules.state import Draft, Move, MoverState, Seat, State, are_seats
from tilerules.texts import Reason, Text, counted, say
from tilerules.tiles import Tile

__all__ = [
    "OPENED",
    "FreedJokers",
    "InitialMeld",
    "Opened",
    "has_opened",
    "laid_of",
    "proposed_tiles",
]

OPENED = "opened"
"""The key under which the seats stand that have laid their initial meld."""


def has_opened(state: State, seat: Seat) -> bool:
    """Whether a seat has laid its initial meld. Needs :class:`Opened`."""
    return seat in state.rest.get(OPENED, ())


def proposed_tiles(move: Move) -> tuple[Tile, ...]:
    """Give all tiles of the table that a move proposes."""
    melds: Any = move.data
    return tuple(tile for meld in melds for tile in meld.tiles)


def laid_of(state: State, move: Move) -> tuple[Tile, ...]:
    """Give the tiles of a proposed table that come from the mover's hand."""
    added = Counter(proposed_tiles(move))
    added.subtract(table_tiles(state.table.melds))
    mover = state.to_move
    held = Counter(() if mover is None else state.plan.tile_set.bag(state.masks[mover]))
    return tuple((added & held).elements())


def _table_of(move: Move) -> Table:
    """Give the valid melds of a proposed table."""
    melds: Any = move.data
    return tuple(meld for meld in melds if not isinstance(meld, BrokenMeld))


_JOKER_WORTH = {
    "value": say("initial-meld.joker-value", "is worth what it stands for"),
    "zero": say("initial-meld.joker-zero", "is worth nothing in them"),
    "forbidden": say("initial-meld.no-joker", "may not be among them"),
}


@attrs.frozen(kw_only=True)
class InitialMeld(Constraint, OpeningRules):
    """
    What a player lays first must be worth enough by itself.
    """

    code = "initial-meld"
    kinds = ("lay",)
    sentence = (
        "The initial meld of a player in a round is {what}; a joker {joker_worth}. {before} {rest}"
    )

    lay_off: bool = False
    """Whether a player may add tiles to melds on the table before the initial meld."""

    def params(self) -> dict[str, object]:
        before = say("initial-meld.nothing", "Before it a player may lay nothing else.")
        if self.lay_off:
            before = say(
                "initial-meld.lay-off",
                "Before it a player may do no more than add tiles to melds on the table.",
            )
        what = say(
            "initial-meld.several",
            "one or more melds laid in one turn, made of tiles from the hand alone and worth "
            "{points} or more together",
            points=counted(self.at_least, "point"),
        )
        if self.single:
            what = say(
                "initial-meld.single",
                "one meld, made of tiles from the hand alone and worth {points} or more",
                points=counted(self.at_least, "point"),
            )
        return {
            **super().params(),
            "what": what,
            "before": before,
            "joker_worth": _JOKER_WORTH[self.joker],
            "rest": self._rest(),
        }

    def _rest(self) -> Text:
        """Say what else the player may do in the same turn."""
        if self.rearrange:
            more = "In the same turn the player may go on to rearrange the table."
            return say("initial-meld.rearrange", more)
        if self.lay_off:
            adds = "In that turn the melds on the table may only be added to."
            return say("initial-meld.adds", adds)
        stays = "In that turn the melds on the table stay as they are."
        return say("initial-meld.stays", stays)

    def active(self, state: MoverState) -> bool:
        return not has_opened(state, state.to_move)

    def forbids(self, state: MoverState, move: Move) -> bool:
        return any(self.refusals(state, move))

    def refusals(self, state: MoverState, move: Move) -> Iterable[Reason]:
        old, new = state.table.melds, _table_of(move)
        rules = state.plan.layout.rules
        found = opening_problems(old, new, laid_of(state, move), rules, self)
        if found and self.lay_off and is_extended(old, new, only=self._is_short(found)):
            found = ()
        return [attrs.evolve(reason, option=self.code, clause=self.source) for reason in found]

    @staticmethod
    def _is_short(reasons: Iterable[Reason]) -> bool:
        return any(reason.code == "opening-too-low" for reason in reasons)

    def is_met(self, state: MoverState, move: Move) -> bool:
        """Whether a legal move is more than adding to melds, so that it opens."""
        if not self.lay_off:
            return True
        return is_opening((), (), laid_of(state, move), state.plan.layout.rules, self)


@attrs.frozen
class Opened(Effect):
    """Remembers who has laid the initial meld."""

    code = "opened"
    keeps = (OPENED,)
    kinds = ("lay",)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        return None if are_seats(value, state.plan.seats) else "must be seats, in order"

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        """Note the mover at the first lay that is more than adding to melds."""
        seat = state.to_move
        if has_opened(state, seat):
            return
        duties = (part for part in state.plan.variant.constraints if isinstance(part, InitialMeld))
        if all(duty.is_met(state, move) for duty in duties):
            opened = tuple(sorted((*state.rest.get(OPENED, ()), seat)))
            draft.rest = draft.rest.with_ext(OPENED, opened)


_PRICES = {
    "rearrange": say(
        "freed-jokers.free", "A player may free a joker by rearranging melds, at no cost."
    ),
    "rack_or_table": say(
        "freed-jokers.from-anywhere",
        "A player may take a joker by putting in its place the tile it stands for, from the hand "
        "or the table, one tile for each joker; in a group that lacks several colours, {which}.",
    ),
    "rack": say(
        "freed-jokers.from-hand",
        "A player may take a joker by putting in its place the tile it stands for, from the hand, "
        "one tile for each joker; in a group that lacks several colours, {which}.",
    ),
}

_WHERE = {
    "any": say("freed-jokers.anywhere", ", in any meld"),
    "new_meld": say("freed-jokers.new", ", in a meld that holds no whole former meld"),
    "new_meld_two_from_rack": say(
        "freed-jokers.new-with-two",
        ", in a meld that holds no whole former meld, with two tiles or more just laid",
    ),
}


@attrs.frozen(kw_only=True)
class FreedJokers(Constraint, JokerRules):
    """
    What a joker costs that is taken from a meld on the table, and where it may go.
    """

    code = "freed-jokers"
    kinds = ("lay",)
    sentence = (
        "{price} A joker that has been freed must be used in the same turn{where}. To the letter: "
        "a joker on the table stays what it is as long as it lies beside a tile of its old meld "
        "and stands for the same tile; otherwise it is freed.{locked}"
    )

    def params(self) -> dict[str, object]:
        which = say("freed-jokers.any-one", "any one of them")
        if self.both_colours:
            which = say("freed-jokers.all", "all of them")
        locked = say(
            "freed-jokers.locked",
            " Other tiles may be added to a meld with a joker, but none taken from it.",
        )
        return {
            **super().params(),
            "price": _PRICES[self.price].with_params(which=which),
            "where": _WHERE[self.destination],
            "locked": locked if self.lock else "",
        }

    def active(self, state: MoverState) -> bool:
        return any(meld.jokers for meld in state.table.melds)

    def forbids(self, state: MoverState, move: Move) -> bool:
        return bool(self._problems(state, move))

    def refusals(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say each joker that was freed without its price or went where it may not."""
        return [
            attrs.evolve(reason, option=self.code, clause=self.source)
            for reason in self._problems(state, move)
        ]

    def _problems(self, state: MoverState, move: Move) -> tuple[Reason, ...]:
        """
        Judge what is certain about jokers, on a table that is not whole too.

        Of a table with more tiles than there are, nothing can be said.
        """
        melds: Any = move.data
        copies = state.plan.tile_set.copies
        counts = Counter(proposed_tiles(move))
        if any(count > copies[tile].bit_count() for tile, count in counts.items()):
            return ()
        old, laid = state.table.melds, laid_of(state, move)
        return joker_problems(old, melds, laid, state.plan.layout.rules, self)
