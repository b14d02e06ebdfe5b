"""
Going out where the rules look at how: with a double, or in a first turn.
"""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from tilerules.component import GameLike
from tilerules.layouts.base import PlaceMask
from tilerules.rules.blocking import WentOut, can_draw
from tilerules.rules.kinds import Action, Constraint, Continuation, Effect
from tilerules.scorers.kinds import Adjustment
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.scorers.settlements import HandsAgainst
from tilerules.spoken import say_place
from tilerules.state import FRESH, Draft, Move, MoverState, State, Turn, are_seats
from tilerules.texts import Reason
from tilerules.tiles import Domino
from tilerules.trains.first_turns import FIRST_TURNS
from tilerules.trains.layout import ENDS, LAID
from tilerules.trains.words import seats_called

__all__ = [
    "CoverLast",
    "LastDouble",
    "LastDoubles",
    "OutAfterFirstTurns",
    "OutOnDouble",
    "OutOnceCovered",
]

LAST_DOUBLES = "last-doubles"
"""The key under which the seats stand whose last tile was a double."""


@attrs.frozen
class LastDouble(Continuation):
    """Whoever lays a double as the last tile draws and covers it, if there is one to draw."""

    code = "last-double"
    sentence = (
        "Whoever lays a double as the last tile is not out yet: they draw, and must cover it with "
        "a drawn tile. Where none may be drawn, or none can cover it, they are out."
    )

    def position_words(self) -> tuple[str, ...]:
        return ("owed",)

    def concerns(self, action: Action) -> bool:
        return action.lays

    def goes_on(self, state: MoverState, move: Move, draft: Draft) -> bool:
        plan = draft.plan
        if not move.bit & plan.tile_set.doubles or not state.table:
            return False
        if draft.masks[draft.to_move] or not can_draw(draft):
            return False
        pips = draft.table[ENDS][move.place_id]
        if not plan.tile_set.showing[pips] & ~draft.table[LAID]:
            return False
        turn = draft.turn
        draft.turn = Turn(turn.laid, turn.draws, turn.drawn, 1)
        return True


@attrs.frozen
class CoverLast(Constraint):
    """A double that was the last tile is covered before anything else. See :class:`LastDouble`."""

    code = "cover-last"
    temporary = True
    texts = {"cover-last": "the double {where} must be covered"}

    def active(self, state: MoverState) -> bool:
        """It holds while the mover has nothing but tiles drawn after the double."""
        turn = state.turn
        if not turn.owed or not turn.laid[-1].bit & state.plan.tile_set.doubles:
            return False
        held = state.masks[state.to_move].bit_count()
        return held == turn.draws

    def shut(self, state: MoverState) -> PlaceMask:
        return ~(1 << state.turn.laid[-1].place_id)

    def refusal(self, state: MoverState, move: Move) -> Reason:
        return self.reason(
            where=say_place(
                state.plan.layout.read(state.table),
                state.turn.laid[-1].place or "",
                seats_called(state),
            )
        )


@attrs.frozen
class OutOnceCovered(WentOut):
    """The round ends when a hand is empty and nothing is owed any more."""

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        return draft.turn is FRESH and super().ended(state, move, draft)


@attrs.frozen
class OutAfterFirstTurns(WentOut):
    """
    The round ends when a hand is empty and everybody has had a first turn.

    Needs :class:`~tilerules.trains.first_turns.FirstTurns`.
    """

    when = "always"
    sentence = (
        "The round ends when a player has no tile left; if that happens in the first turns, the "
        "others have theirs first."
    )

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        return not draft.rest.get(FIRST_TURNS) and not all(draft.masks)


@attrs.frozen
class LastDoubles(Effect):
    """
    Keeps who has laid a double as the last tile: the round may go on, and others move after it.
    """

    code = "last-doubles"
    keeps = (LAST_DOUBLES,)

    def concerns(self, action: Action) -> bool:
        return action.lays

    def idle_in(self, game: GameLike) -> tuple[str, ...]:
        """It changes nothing itself: :class:`OutOnDouble` looks at what it keeps."""
        return ("",)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        return None if value and are_seats(value, state.plan.seats) else "must be seats, in order"

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        seat = state.to_move
        if draft.masks[seat]:
            return
        kept = {*state.rest.get(LAST_DOUBLES, ())} - {seat}
        if move.bit & draft.plan.tile_set.doubles:
            kept.add(seat)
        draft.rest = draft.rest.with_ext(LAST_DOUBLES, tuple(sorted(kept)) or None)


@attrs.frozen
class OutOnDouble(Adjustment):
    """
    Going out with a double makes what the others hold count several times.

    Needs :class:`LastDoubles`.
    """

    code = "out-on-double"
    rank = 100
    points_only = True
    sentence = (
        "If the last tile of whoever goes out is a double, what the others hold counts {factor} "
        "times in the points of the round."
    )

    factor: int = 2
    """How many times."""

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        out = end.out
        if end.state is None:
            tile = end.named_tile
            is_double = isinstance(tile, Domino) and tile.is_double
        else:
            is_double = not set(out).isdisjoint(end.state.rest.get(LAST_DOUBLES, ()))
        if not out or not is_double:
            return verdict
        # Points that are one's own count are not the others', where a partner is left with tiles.
        own = out if isinstance(end.plan.variant.settlement, HandsAgainst) else ()
        points = [
            one if end.shares_side(seat, own) else one * self.factor
            for seat, one in enumerate(verdict.points)
        ]
        return attrs.evolve(verdict, points=tuple(points))
