"""
The history of a round, played again from other hidden tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilerules.errors import TilerulesError
from tilerules.play.round import Round
from tilerules.play.sampling.repair import Failure, Slot
from tilerules.play.sampling.seen import ASIDE, DEAD, HAND, Look, Seen
from tilerules.state import Move, Seat
from tilerules.tiles import TileId, TileMask

__all__ = ["replay"]


def replay(seen: Seen, slots: Sequence[Slot]) -> Round | Failure:
    """Play the history again from other hidden tiles; or say where it cannot have been so."""
    start, plan = seen.start, seen.present.plan
    draft = plan.draft()
    hands = [0] * plan.seats
    dead = [*start.rest.dead]
    stock = [0] * start.stock_count
    aside = start.rest.aside
    leaving: dict[tuple[Seat | None, int], list[TileId]] = {}
    for slot in slots:
        tile: Any = slot.tile
        seat: Any = slot.seat
        if slot.index == HAND:
            hands[seat] |= 1 << tile
        elif slot.index == ASIDE:
            aside |= 1 << tile
        elif slot.index == DEAD:
            dead[seat] |= 1 << tile
        else:
            stock[slot.index] = tile
        if slot.until is not None:
            leaving.setdefault((slot.seat, slot.until), []).append(tile)
    draft.masks = tuple(hands)
    draft.table, draft.to_move, draft.turn = start.table, start.to_move, start.turn
    draft.rest = start.rest.put(stock=tuple(stock), aside=aside, dead=tuple(dead))
    try:
        state: Round = plan.resume(draft)
    except TilerulesError:
        return Failure(0, None)
    if state.to_move is None:
        # The round went on: with such hands it would have been over as it began.
        return Failure(0, None)
    for at, look in enumerate(seen.looks, 1):
        move = _as_played(state, look, leaving.get((state.to_move, at), ()))
        after = _played(state, look, move)
        if after is None:
            return Failure(at - 1, state.to_move, _due(state, look))
        state = after
    return state


def _due(state: Round, look: Look) -> TileMask:
    """Give the tiles the mover would have had to lay rather than make a move."""
    action = state.plan.actions.get(look.kind)
    for kind in action.only_without if action is not None else ():
        better = state.plan.offer(state, kind) if kind in state.plan.actions else None
        if better is not None and state.to_move is not None:
            after = state.play(better)
            return state.masks[state.to_move] & ~after.masks[state.to_move]
    return 0


def _played(state: Round, look: Look, move: Move | str | None) -> Round | None:
    """Play a move of the history; None where it could not be, or leads elsewhere."""
    if move is None:
        return None
    try:
        after = state.host(move)
    except TilerulesError:
        return None
    return after if _looks_alike(after, look) else None


def _as_played(state: Round, look: Look, tiles: Sequence[TileId]) -> Move | str | None:
    """Give the move of the history as it would be in the sampled round."""
    legal: Any = state.legal_moves
    if look.notation is not None:
        if isinstance(legal, tuple):
            # Mostly it is the very same move: nothing need be read again.
            for mine in legal:
                if mine is look.move:
                    return mine
        return look.notation
    for candidate in legal:
        if candidate.kind == look.kind and candidate.tile_id in tiles:
            return candidate  # type: ignore[no-any-return]
    return None


def _looks_alike(state: Round, look: Look) -> bool:
    """Whether everybody would see the same, but for tiles in hands and what lies face down."""
    if (state.to_move, state.table) != (look.to_move, look.table):
        return False
    return (state.rest.points, state.rest.ext) == (look.points, look.ext)
