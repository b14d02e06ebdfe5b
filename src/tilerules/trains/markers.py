"""
Markers on trains: when they are put on, and when they come off.

Whether a train carries one is part of the layout. A marker is settled once, at the end of a
turn: a failed turn, which is a ``pass``, puts it on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import ClassVar

import attrs

from tilerules.rules.blocking import WordAction
from tilerules.rules.kinds import Action, Continuation, Effect, Lister
from tilerules.state import FRESH, Draft, Move, MoverState, PlanLike, State
from tilerules.texts import Reason, say
from tilerules.trains.first_turns import turn_is_over
from tilerules.trains.layout import MARKED, OPEN
from tilerules.trains.whose import on_own_train

__all__ = ["AfterMarking", "MarkOwn", "Markers", "UnmarkOwn"]

_OFF = {
    "own-train": say(
        "markers.own-train",
        "It comes off at the end of a turn in which they lay a tile on that train and do not pass.",
    ),
    "any-play": say(
        "markers.any-play",
        "It comes off at the end of a turn in which they lay any tile and do not pass.",
    ),
    "manual": say("markers.manual", "It comes off only when they take it off."),
}


MOVED = "marker-moved"
"""The key under which stands that the mover has moved the marker in this turn."""


@attrs.frozen
class Markers(Effect):
    """
    Puts a marker on the train of who fails, and takes it off again.
    """

    code = "markers"
    point = "blocking"
    sentence = (
        "Whoever passes puts a marker, e.g. a coin, on the end of their own train, beside the "
        "engine if it is not started: now everybody may play there. Tiles go beyond the marker, "
        "which moves to the new end. {how}"
    )

    off: str = attrs.field(default="own-train", validator=attrs.validators.in_(tuple(_OFF)))
    """What takes it off: a tile on the ``own-train``, ``any-play``, or by hand (``manual``)."""
    stays_on_double: bool = False
    """Whether it stays on while the train ends on an uncovered double."""

    def params(self) -> dict[str, object]:
        how = _OFF[self.off]
        if self.stays_on_double and self.off != "manual":
            stays = "{how} It stays on while that train ends on an uncovered double."
            how = say("markers.stays", stays, how=how)
        return {**super().params(), "how": how}

    def concerns(self, action: Action) -> bool:
        return True

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        """Settle the marker of the seat whose turn is over; the host's moves leave it."""
        if draft.turn is not FRESH or not state.table:
            return
        if move.place_id >= 0 and not (state.rest.ext or draft.table[MARKED]):
            return  # most moves: there is nothing to settle
        if not turn_is_over(state, move, draft):
            return
        if state.rest.ext and state.rest.get(MOVED):
            draft.rest = draft.rest.with_ext(MOVED, None)
        action = state.plan.actions.get(move.kind)
        if action is None:
            return
        seat: int = state.to_move
        is_on = draft.table[MARKED] >> seat & 1
        if action.idle:
            if not is_on:
                draft.table = draft.plan.layout.mark(draft.table, seat, on=True)
        elif is_on and self._comes_off(state, move, draft):
            draft.table = draft.plan.layout.mark(draft.table, seat, on=False)

    def _comes_off(self, state: MoverState, move: Move, draft: Draft) -> bool:
        if self.off == "manual":
            return False
        layout, seat = draft.plan.layout, state.to_move
        if self.stays_on_double and any(
            [layout.train_of(place) == seat for place in draft.table[OPEN]]
        ):
            return False
        laid = (*state.turn.laid, move) if move.place_id >= 0 else state.turn.laid
        return self.off == "any-play" or any([on_own_train(state, one) for one in laid])


@attrs.frozen
class _MarkerMove(WordAction):
    """Moves the mover's marker at the beginning of a turn; the turn goes on."""

    point = "blocking"
    keeps = (MOVED,)
    keeps_turn = True
    puts_on: ClassVar[bool] = True
    texts = {
        "no-trains": "there are no trains yet",
        "turn-begun": "the marker is moved before anything else is done in a turn, and once",
        "has-marker": "your train has a marker already",
        "lacks-marker": "your train has no marker",
    }

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        return None if type(value) is int and value == 1 else "must be 1"

    def lister(self, plan: PlanLike) -> Lister:
        """List the word at the beginning of a turn, where it changes anything."""
        only = (self._move(),)
        return lambda state, shut, barred: () if any(self.problems(state, only[0])) else only

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        def turn_marker(state: MoverState, move: Move, draft: Draft) -> None:
            seat: int = state.to_move
            draft.table = plan.layout.mark(state.table, seat, on=self.puts_on)
            draft.rest = draft.rest.with_ext(MOVED, 1)

        return turn_marker

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say whether it can be moved, and whether it would change anything."""
        if not state.table:
            yield self.reason("no-trains")
            return
        if state.turn != FRESH or state.rest.get(MOVED):
            yield self.reason("turn-begun")
        is_on = bool(state.table[MARKED] >> state.to_move & 1)
        if is_on is self.puts_on:
            yield self.reason("has-marker" if is_on else "lacks-marker")


@attrs.frozen
class MarkOwn(_MarkerMove):
    """Open the own train to all: ``mark``."""

    code = "mark"
    verb = "put a marker on their own train"
    sentence = (
        "At the beginning of a turn a player may choose to put the marker on their own train."
    )


@attrs.frozen
class UnmarkOwn(_MarkerMove):
    """Take the marker off the own train: ``unmark``."""

    code = "unmark"
    verb = "take the marker off their own train"
    puts_on = False
    sentence = "At the beginning of a turn a player may take the marker off their own train."


@attrs.frozen
class AfterMarking(Continuation):
    """Moving the marker does not end the turn."""

    code = "after-marking"
    point = "blocking"

    def concerns(self, action: Action) -> bool:
        return isinstance(action, _MarkerMove)

    def goes_on(self, state: MoverState, move: Move, draft: Draft) -> bool:
        return True
