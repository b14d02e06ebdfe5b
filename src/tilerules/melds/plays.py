"""
What the player to move could lay, by the rules in force.

The solver knows hands and tables; here it is told what a state demands: the initial meld, the
price of freed jokers, what a joker counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

import attrs

from tilerules.decks import TileBag
from tilerules.errors import InvalidVariantError, RoundOverError
from tilerules.melds.best_sets import (
    MOST_WAYS,
    Goal,
    OpeningRules,
    Play,
    Terms,
    best_opening,
    best_play,
    is_opening,
    maximal_plays,
    playable_sets,
)
from tilerules.melds.duties import FreedJokers, InitialMeld
from tilerules.melds.extending import extended, extended_plays
from tilerules.melds.jokers import JokerRules
from tilerules.melds.layout import BoundMelds
from tilerules.melds.meld import Meld, MeldKind, MeldRules, Table, kept_by_rules
from tilerules.state import PlanLike, State, has_mover
from tilerules.tiles import Joker, TileMask

__all__ = ["MeldPlays", "meld_rules"]

_MOST_ADDED = 1000
"""So many ways to add tiles to melds are compared."""


def meld_rules(plan: PlanLike) -> MeldRules:
    """
    Give the rules of melds of a variant.

    Raises:
        InvalidVariantError: Its layout has no melds.
    """
    layout = plan.layout
    if not isinstance(layout, BoundMelds):
        raise InvalidVariantError(
            f"{type(layout).__name__} has no melds; laying melds needs a layout that has"
        )
    return layout.rules


@attrs.frozen(kw_only=True)
class MeldPlays:
    """
    The plays of one seat: each says what is laid and the whole table after it.

    There can be more than a hundred thousand; :meth:`maximal` ones are few.
    Every play keeps the rules in force; where jokers or the initial meld make it too hard to
    prove that none is better, :attr:`Play.proven <tilerules.melds.best_sets.Play.proven>` says so.
    """

    hand: TileBag
    """The tiles that may be laid."""
    table: Table
    """The melds on the table."""
    rules: MeldRules
    """Which melds are valid."""
    jokers: JokerRules | None = None
    """What may be done with jokers on the table; None: anything."""
    opening: OpeningRules | None = None
    """What has to be laid first; None where the seat has opened."""
    joker_value: int = 0
    """What a joker counts in a hand, for goals in points."""
    may_extend: bool = False
    """Whether tiles may be added to melds without an opening."""

    @classmethod
    def of(cls, state: State, barred: TileMask = 0) -> MeldPlays:
        """
        Read off a state what its seat to move has and must heed.

        Args:
            state: A round that is going on.
            barred: Tiles that may not be laid.

        Raises:
            RoundOverError: The round is over.
        """
        if not has_mover(state):
            raise RoundOverError("a play", (), "the round is over")
        plan = state.plan
        told: dict[str, Any] = {}
        for part in plan.variant.constraints:
            if isinstance(part, FreedJokers):
                told["jokers"] = part
            elif isinstance(part, InitialMeld) and part.active(state):
                told.update(opening=part, may_extend=part.lay_off)
        joker = plan.tile_set.copies.get(Joker(), 0)
        if joker:
            told["joker_value"] = plan.hold(joker & -joker, 0)[0][0]
        hand = plan.tile_set.bag(state.masks[state.to_move] & ~barred)
        return cls(hand=hand, table=state.table.melds, rules=meld_rules(plan), **told)

    def every(self) -> Iterator[Play]:
        """
        Give each different multiset of tiles that can be laid, once, with one table for it.

        First comes what :meth:`some` gives, at once. The others: by the first number, and there
        by the first colour, of which two plays lay different counts, the one that lays more
        comes first; jokers come after all numbers. Plays that only add to melds, where that is
        allowed before the initial meld, come last.
        """
        first = self.some()
        if first is not None:
            yield first
            for play in chain(self._solved(playable_sets), self._extending()):
                if play is not None and play.laid != first.laid:
                    yield play

    def some(self) -> Play | None:
        """
        Give any play, mostly at once; None where nothing can be laid.

        Where to find one takes more than :meth:`best` may do, None is given too: nobody is bound
        to lay what is that hard to find.
        """
        found = self.quick() or self._one_added() or self._best("tiles", {"enough": 1})
        return found if found is not None and found.laid else None

    def best(
        self,
        *,
        by: Goal = "tiles_then_points",
        limit: int = MOST_WAYS,
        seconds: float | None = None,
    ) -> Play | None:
        """
        Give the best play; None where nothing can be laid.

        Args:
            by: What is best: most tiles, most points, or most tiles and of those most points.
            limit: How many ways to look at, as :class:`~tilerules.melds.best_sets.Terms` says.
            seconds: How long to look; by default as long as it takes.
        """
        found = self._best(by, {"limit": limit, "seconds": seconds})
        if found is None or found.proven:
            return found
        plays = [play for play in (found, self.quick(), self._one_added()) if play is not None]
        best = max(plays, key=lambda play: _worth(play, by))
        return attrs.evolve(best, proven=False) if best.laid else None

    def _best(self, by: Goal, terms: Terms) -> Play | None:
        looked = list(islice(self._extending(), _MOST_ADDED + 1))
        added = [play for play in looked if play is not None]
        plays = [*self._solved(best_play, by=by, **terms), *added]
        best = max(plays, key=lambda play: _worth(play, by), default=None)
        if best is None or len(looked) <= _MOST_ADDED:
            return best
        return attrs.evolve(best, proven=False)

    def quick(self) -> Play | None:
        """
        Give a play with many tiles, found at once; None where there is none of its kind.

        Melds with jokers stay as they lie, no joker is laid where a meld may have only some, no 1
        is put after the highest number, and an initial meld comes from the hand alone: so what
        makes the best play hard to find, and to prove, does not come up.
        """
        opening, hand = self.opening, tuple(self.hand)
        rules = _with_low_ones(self.rules)
        if rules.joker_limit < rules.n_jokers:
            hand = tuple([tile for tile in hand if not isinstance(tile, Joker)])
        play: Play | None
        if opening is not None:
            beside = self.table
            play = best_opening(
                hand,
                rules,
                at_least=opening.at_least,
                single=opening.single,
                joker=opening.joker,
            )
        else:
            beside = tuple([one for one in self.table if one.jokers or _is_high(one)])
            loose = tuple([one for one in self.table if not one.jokers and not _is_high(one)])
            play = best_play(hand, loose, rules, by="tiles", joker_value=self.joker_value)
        if play is None or not play.laid:
            return None
        return attrs.evolve(play, table=self.rules.table((*beside, *play.table)))

    def _one_added(self) -> Play | None:
        """Give a play that adds one tile to a meld, where that is allowed."""
        if self.opening is not None and not self.may_extend:
            return None
        for at, meld in enumerate(self.table):
            for tile in self.rules.addable(meld):
                if tile in self.hand:
                    *_, longer = extended(meld, Counter([tile]), self.rules)
                    melds = (*self.table[:at], longer, *self.table[at + 1 :])
                    value = self.joker_value if isinstance(tile, Joker) else tile.pips
                    return Play(laid=(tile,), table=self.rules.table(melds), value=value)
        return None

    def maximal(self, *, limit: int = MOST_WAYS, seconds: float | None = None) -> tuple[Play, ...]:
        """
        Give each multiset that can be laid while no larger one can.

        Args:
            limit: How far to look, as for :func:`~tilerules.melds.best_sets.maximal_plays`; where
                that is not enough some may be missing, and none is proven.
            seconds: How long to look; by default as long as it takes.
        """
        most = limit // _MOST_ADDED
        looked = list(islice(self._extending(), most + 1))
        added = [play for play in looked if play is not None]
        plays = (*self._solved(maximal_plays, limit=limit, seconds=seconds), *added)
        if len(looked) > most:
            plays = tuple([attrs.evolve(play, proven=False) for play in plays])
        if not self.may_extend:
            return plays
        masks = [self.rules.tile_set.mask(play.laid) for play in plays]
        return tuple(
            play
            for play, mask in zip(plays, masks, strict=True)
            if not any(mask != other and mask & other == mask for other in masks)
        )

    def _solved(self, solver: Callable[..., Any], **goal: Any) -> Iterator[Play]:
        """Ask the solver; a player who has not opened and cannot need not be searched for."""
        opening, table = self.opening, self.table
        if opening is not None and not is_opening((), (), self.hand, self.rules, opening):
            return
        beside: Table = ()
        if opening is not None and not opening.rearrange:
            # The table stays as it is, so the melds of the hand make a table of their own.
            opening, table, beside = attrs.evolve(opening, rearrange=True), (), table
        found = solver(
            self.hand,
            table,
            self.rules,
            joker_value=self.joker_value,
            jokers=self.jokers,
            opening=opening,
            **goal,
        )
        for play in (found,) if isinstance(found, Play) else found:
            if play.laid and beside:
                yield attrs.evolve(play, table=self.rules.table((*beside, *play.table)))
            elif play.laid or not play.proven:
                yield play

    def _extending(self) -> Iterator[Play | None]:
        if not self.may_extend or self.opening is None:
            return iter(())
        return extended_plays(
            self.hand, self.table, self.rules, self.opening, joker_value=self.joker_value
        )


@kept_by_rules
def _with_low_ones(rules: MeldRules) -> MeldRules:
    """Give the rules under which no 1 stands after the highest number; mostly these themselves."""
    return rules if rules.one_high == "low" else attrs.evolve(rules, one_high="low")


def _is_high(meld: Meld) -> bool:
    """Whether a 1 stands after the highest number in a meld."""
    return meld.kind is MeldKind.RUN and meld.faces[-1].number < meld.faces[0].number


def _worth(play: Play, by: Goal) -> tuple[int, ...]:
    return {
        "tiles": (len(play.laid),),
        "points": (play.value,),
        "tiles_then_points": (len(play.laid), play.value),
    }[by]
