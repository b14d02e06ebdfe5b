"""
What can be told of a hidden hand by what its holder did.

A seat that passed, drew or laid a tile face down had nothing that it would have had to lay; one
that the right to open passed over had nothing to open with; whoever stopped drawing before
having to had drawn what fits.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import attrs

from tilerules.play.base import Resolved
from tilerules.play.round import Round, RoundDraft
from tilerules.state import FRESH, Move, Seat
from tilerules.tiles import TileMask

__all__ = ["Evidence", "copied"]


def copied(state: Round) -> Any:
    """Give a draft that is as a round."""
    draft: Any = object.__new__(RoundDraft)
    for field in attrs.fields(Round):
        setattr(draft, field.name, getattr(state, field.name))
    return draft


class Evidence:
    """
    What a viewer can tell of the hands of others.
    """

    states: Sequence[Round]
    """Every state of the round, the first one first."""
    viewer: Seat | None
    """Who looks; None for a spectator."""
    plan: Resolved
    """The game as a whole."""

    def __init__(self, states: Sequence[Round], viewer: Seat | None) -> None:
        self.states = states
        self.viewer = viewer
        self.plan = states[0].plan

    def bars(self) -> list[tuple[Seat, int, TileMask]]:
        """Give what seats cannot have held: seat, number of the state, tiles."""
        found: list[tuple[Seat, int, TileMask]] = []
        start = self.states[0]
        # Once a tile lies, drawing may have changed what was known of the opening.
        if not start.table:
            lacked = self.plan.variant.starting.lacked(start)
            found += [(seat, 0, mask) for seat, mask in lacked]
        for at, state in enumerate(self.states[1:]):
            move: Any = state.move
            before = self.states[at]
            action = self.plan.actions.get(move.kind)
            seat = before.to_move
            if action is None or seat is None or seat == self.viewer:
                continue
            kinds = [
                kind
                for kind in action.only_without
                if self._lays_one(kind) and not self.plan.waives(before, move, kind)
            ]
            if kinds:
                found.append((seat, at, self._would_lay(before, kinds)))
            if state.turn == FRESH:
                found.append((seat, at + 1, self._has_not(before, move, state)))
        return found

    def drawn_to_fit(
        self, bars: Sequence[tuple[Seat, int, TileMask]], drawn: Collection[tuple[Seat, int]]
    ) -> dict[tuple[Seat | None, int], TileMask]:
        """
        Give what tiles just drawn can only be, by the seat and the number of the state.

        Whoever could have drawn one more, and had none that fitted before the last, drew one
        that fits: else there would have been no choice but to draw on.

        Args:
            bars: What :meth:`bars` gives.
            drawn: The seats that drew a tile, each with the number of the state after it.
        """
        lacked: dict[tuple[Seat | None, int], TileMask] = {}
        for holder, at, mask in bars:
            lacked[holder, at] = lacked.get((holder, at), 0) | mask
        found: dict[tuple[Seat | None, int], TileMask] = {}
        for at, (before, after) in enumerate(zip(self.states, self.states[1:], strict=False)):
            seat = before.to_move
            if seat == self.viewer or (seat, at) not in drawn:
                continue
            kinds = self._due_instead(before, after.move)
            fits = self._would_lay(before, kinds) if kinds else 0
            if not fits & ~lacked.get((seat, at - 1), 0):
                found[seat, at] = fits
        return {key: fits for key, fits in found.items() if fits}

    def is_told(self, fitting: Collection[tuple[Seat | None, int]]) -> bool:
        """
        Whether masks of tiles tell all there is to the moves of others.

        That somebody had *some* tile that fitted, as who stops drawing at will, no mask tells,
        unless it was the one just drawn. Nor does one tell that no move was there where moves are
        searched for.

        Args:
            fitting: Whose tile just drawn is known to fit, with the number of the state after it.
        """
        actions = self.plan.actions
        for at, (before, after) in enumerate(zip(self.states, self.states[1:], strict=False)):
            move: Any = after.move
            seat = before.to_move
            if seat == self.viewer or move.kind not in actions:
                continue
            others = [actions[kind] for kind in actions[move.kind].only_without if kind in actions]
            if any([other.lazy for other in others]):
                return False
            if (seat, at) not in fitting and self._due_instead(before, move):
                return False
        return True

    def _due_instead(self, state: Round, move: Any) -> list[str]:
        """Give the kinds of which one was possible, or another move would have been due."""
        actions = self.plan.actions
        for due in actions[move.kind].only_without if move.kind in actions else ():
            other = actions.get(due)
            if other is None or other.lays or self.plan.waives(state, move, due):
                continue
            lays = [kind for kind in other.only_without if self._lays_one(kind)]
            rest = [kind for kind in other.only_without if kind not in lays]
            if any(kind in actions and actions[kind].lazy for kind in rest):
                continue
            if self.plan.kinds_open(state, [due]) and not self.plan.kinds_open(state, rest):
                return lays
        return []

    def _has_not(self, before: Round, move: Move, after: Round) -> TileMask:
        """Give the tiles that would have kept the turn, had the mover held them."""
        mask, action = 0, self.plan.action_of(move)
        for part in self.plan.variant.continuations:
            if action is not None and part.concerns(action):
                mask |= part.lacks(before, move, after)
        return mask

    def _lays_one(self, kind: str) -> bool:
        action = self.plan.actions.get(kind)
        return action is not None and action.lays and not action.lazy

    def _would_lay(self, state: Round, kinds: list[str]) -> TileMask:
        """Give the tiles that could have been laid, had the mover held them."""
        draft = copied(state)
        masks = [*state.masks]
        masks[state.to_move] = self.plan.tile_set.full & ~self.plan.layout.tiles(state.table)  # type: ignore[index]
        draft.masks = tuple(masks)
        mask = 0
        for move in self.plan.kinds_open(draft, kinds):
            if move.tile is not None:
                mask |= self.plan.tile_set.copies[move.tile]
        return mask
