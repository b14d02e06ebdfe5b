"""
Steps: from a state and a legal move to the next state, bound once for each kind of move.

A step drafts the next state, lets the action do what the move does, asks the continuations
whether the turn goes on, lets the effects watch, asks the endings, lists the next legal
moves, and freezes the draft. Only the parts that concern the kind of move are in it, and an
ending is asked only where it can hold, by the promise it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

from tilerules.errors import InvalidVariantError
from tilerules.layouts.base import PlaceId
from tilerules.moves import NO_MOVES, ListedMoves
from tilerules.play.base import Resolved
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.plans.listing import Listings
from tilerules.play.round import Round, RoundDraft, UnjudgedRound
from tilerules.rules.kinds import Action, Ending, HostAction
from tilerules.state import FRESH, Draft, Move, MoverState, Seat
from tilerules.tiles import TileId

__all__ = ["Steps"]

Step: TypeAlias = Callable[[MoverState, Move], Round]


Doer: TypeAlias = Callable[[MoverState, Move, Draft], None]


Putter: TypeAlias = Callable[[Any, Seat, TileId, PlaceId], Any]


Endings: TypeAlias = "tuple[Ending, ...]"


class Steps:
    """
    The steps of a variant for a number of seats, by kind of move.
    """

    of: dict[str, Step]
    """The step of each kind of move, the host's too."""
    emptied: Endings
    """The endings that can hold only when the mover's hand is empty."""
    always: Endings
    """The endings that are asked after every move."""
    stuck: Endings
    """The endings that can hold only when the seat to move next has nothing to lay."""

    def __init__(self, plan: Resolved, listings: Listings) -> None:
        self._plan = plan
        self._listings = listings
        self.emptied, self.always, self.stuck = _group(
            plan.variant.endings, listings, is_lazy=plan.is_lazy
        )
        self.of = {
            **{kind: self._host_step(one) for kind, one in plan.host_actions.items()},
            **{kind: self._step(action) for kind, action in plan.actions.items()},
        }

    def _step(self, action: Action) -> Step:
        """Make the step of one kind of move."""
        # The order is the rules': the turn counts the move before the action and the continuations
        # see it; effects see whether the turn is over; endings see what effects have done, emptied
        # before always before stuck, which is their order by rank (see ``_group``). A step changes
        # nothing but its draft, fills every slot of it, and makes it a round last.
        plan, order = self._plan, self._plan.order
        apply, advance, put = action.doer(plan), action.advance, action.putter(plan)
        effects = tuple(part.after for part in plan.variant.effects if part.concerns(action))
        parts = [part for part in plan.variant.continuations if part.concerns(action)]
        continuations = tuple(part.goes_on for part in parts)
        tiles = [part.tiles(plan) for part in parts]
        # The tiles after which the turn may go on at all; None: it depends on more.
        keeping = None if None in tiles else reduce(or_, tiles, 0)
        skips, emptied, always = plan.may_skip, self.emptied, self.always
        first, stuck, fall_back = self._listings.first, self.stuck, self._fall_back
        is_lazy = plan.is_lazy
        if not (continuations or skips or effects or always or is_lazy):
            return self._plain_step(action, apply, put)

        def step(state: MoverState, move: Move) -> Round:
            seat: Seat = state.to_move
            draft: Any = RoundDraft()
            draft.plan = plan
            draft.to_move = seat
            draft.turn = FRESH
            draft.rest = state.rest
            draft.parent = state
            draft.move = move
            draft.end = draft.outcome = None
            if put is None:
                draft.masks = state.masks
                draft.table = state.table
            else:
                masks = [*state.masks]
                masks[seat] ^= move.bit
                draft.masks = tuple(masks)
                draft.table = put(state.table, seat, move.tile_id, move.place_id)
            if keeping is None or move.bit & keeping:
                draft.turn = advance(state.turn, move)
                if put is None:
                    apply(state, move, draft)
                for goes_on in continuations:
                    if goes_on(state, move, draft):
                        break
                else:
                    draft.turn = FRESH
                    draft.to_move = plan.next_seat(draft, seat) if skips else order[seat]
            else:
                if put is None:
                    apply(state, move, draft)
                draft.to_move = plan.next_seat(draft, seat) if skips else order[seat]
            for effect in effects:
                effect(state, move, draft)
            if emptied and not draft.masks[seat]:
                for ending in emptied:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
            for ending in always:
                if ending.ended(state, move, draft):
                    return finish(draft, ending, seat)
            if is_lazy:
                draft.legal_moves = LazyMoves(plan, draft)
            else:
                moves = first(draft)
                if not moves:
                    for ending in stuck:
                        if ending.ended(state, move, draft):
                            return finish(draft, ending, seat)
                    moves = fall_back(draft)
                draft.legal_moves = moves if type(moves) is ListedMoves else ListedMoves(moves)
            draft.__class__ = Round
            return draft  # type: ignore[no-any-return]

        return step

    def _plain_step(self, action: Action, apply: Doer, put: Putter | None) -> Step:
        """
        Make the step of a kind of move that always ends the turn and that nothing watches.

        It does what the general step would; most moves of line games take this shape.
        """
        # For every such move this has to be what the general step does: whatever is added there
        # needs its place here, or its condition where this step is chosen.
        plan, order, fresh = self._plan, self._plan.order, FRESH
        emptied, stuck, fall_back = self.emptied, self.stuck, self._fall_back
        # Once a move has laid a tile nobody need ask whether one lies.
        first = self._listings.once_laid if action.lays else self._listings.first
        put_and_list = action.put_and_list(plan) if self._listings.is_quick(action) else None

        def step(state: MoverState, move: Move) -> Round:
            seat: Seat = state.to_move
            draft: Any = RoundDraft()
            draft.plan = plan
            draft.to_move = order[seat]
            draft.turn = fresh
            draft.rest = state.rest
            draft.parent = state
            draft.move = move
            draft.end = draft.outcome = None
            if put_and_list is not None:
                moves = put_and_list(state, move, draft)
            elif put is not None:
                masks = [*state.masks]
                masks[seat] ^= move.bit
                draft.masks = tuple(masks)
                draft.table = put(state.table, seat, move.tile_id, move.place_id)
                moves = None
            else:
                draft.masks = state.masks
                draft.table = state.table
                apply(state, move, draft)
                moves = None
            if not draft.masks[seat]:
                for ending in emptied:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
            if moves is None:
                moves = first(draft)
            if not moves:
                for ending in stuck:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
                moves = fall_back(draft)
            draft.legal_moves = moves if type(moves) is ListedMoves else ListedMoves(moves)
            draft.__class__ = Round
            return draft  # type: ignore[no-any-return]

        return step

    def _host_step(self, action: HostAction) -> Step:
        """Make the step of a host move: the turn stays where it is unless the move says so."""
        plan = self._plan
        apply = action.doer(plan)
        effects = tuple(part.after for part in plan.variant.effects if part.concerns(action))

        def step(state: MoverState, move: Move) -> Round:
            draft = plan.draft()
            for name in ("masks", "table", "rest", "turn", "to_move"):
                setattr(draft, name, getattr(state, name))
            draft.parent, draft.move = state, move
            apply(state, move, draft)
            for effect in effects:
                effect(state, move, draft)
            for ending in self.emptied:
                if ending.ended(state, move, draft):
                    return finish(draft, ending, _whose(state, move))
            return self.settle(state, move, draft, _whose(state, move))

        return step

    def settle(self, state: Any, move: Move | None, draft: Any, seat: Seat | None) -> Round:
        """
        Ask the endings that an empty hand has nothing to do with, list the legal moves, and
        freeze the draft.
        """
        for ending in self.always:
            if ending.ended(state, move, draft):
                return finish(draft, ending, seat)
        if self._plan.is_lazy:
            draft.legal_moves = LazyMoves(self._plan, draft)
        else:
            moves = self._listings.first(draft)
            if not moves:
                for ending in self.stuck:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
                moves = self._fall_back(draft)
            draft.legal_moves = moves if type(moves) is ListedMoves else ListedMoves(moves)
        draft.__class__ = Round
        return draft  # type: ignore[no-any-return]

    def _fall_back(self, state: Any) -> tuple[Move, ...]:
        """
        List what there is to do for a seat with nothing in the first tier.

        Raises:
            InvalidVariantError: Nothing at all.
        """
        for fallback in self._listings.fallbacks:
            moves = fallback(state)
            if moves:
                return moves
        raise InvalidVariantError(
            f"the rules of {self._plan.variant.key} leave a player without a move and do not "
            "end the round; add a fallback such as passing, or an ending"
        )


def _whose(state: MoverState, move: Move) -> Seat | None:
    return state.to_move if move.seat is None else move.seat


def finish(draft: Any, ending: Ending, seat: Seat | None) -> Round:
    """Freeze a draft in which the round is over."""
    draft.to_move = None
    draft.end = (ending.reason_why, seat)
    draft.legal_moves = NO_MOVES
    draft.__class__ = UnjudgedRound
    return draft  # type: ignore[no-any-return]


def _group(
    endings: Sequence[Ending], listings: Listings, *, is_lazy: bool
) -> tuple[Endings, Endings, Endings]:
    """
    Group the endings by when they need to be asked: emptied, always, stuck.

    Their promises may be used only where asking in groups keeps the order of ranks, and
    ``stuck`` only where moves that lay tiles, and no others, come first.
    """
    ranked = sorted(endings, key=lambda ending: ending.rank)
    groups = ("emptied", "always", "stuck")
    places = [groups.index(ending.when) for ending in ranked]
    tiers = listings.tiers
    layers_first = tiers is not None and all(action.lays for action in tiers[0])
    if places != sorted(places) or not layers_first or is_lazy:
        return (), tuple(ranked), ()
    emptied, always, stuck = (
        tuple(ending for ending in ranked if ending.when == group) for group in groups
    )
    return emptied, always, stuck
