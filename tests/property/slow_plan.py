"""
A round moved on by the plainest reading of a variant's parts.

No tables, no tiers, no masks, no listers: a move is legal when it is one that could be
written down, its action has no problem with it, no constraint forbids it, and no kind it
gives way to has a move. The library's plan does the same quickly; the tests hold the two
against each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from tilerules import Move, Round
from tilerules.rules.kinds import Action
from tilerules.state import FRESH

__all__ = ["is_decided", "is_legal", "legal_moves", "next_state"]

MOST = 400
"""Of lazy actions no more moves than this are tried."""


def _fits(state: Round, action: Action, move: Move) -> bool:
    """Say whether nothing but moves of other kinds speaks against a move."""
    if any(True for _problem in action.problems(state, move)):
        return False
    for one in state.variant.constraints:
        if not one.concerns(action) or (one.opening and state.table) or not one.active(state):
            continue
        lifted = (p.permits(state, move) for p in state.variant.permits if one.code in p.lifts)
        if one.forbids(state, move) and not any(lifted):
            return False
    return True


def _written(state: Round, action: Action) -> Iterable[Move]:
    return islice(action.candidates(state), MOST) if action.lazy else action.candidates(state)


def is_legal(state: Round, move: Move) -> bool:
    """Say whether a move of the seat to move is legal."""
    action = state.variant.action(move.kind)
    return _fits(state, action, move) and not any(
        _is_possible(state, other) and not _waived(state, move, other.code)
        for other in state.variant.actions
        if other.code in action.only_without
    )


def _is_possible(state: Round, action: Action) -> bool:
    """Say whether some move of a kind is legal."""
    return any(is_legal(state, written) for written in _written(state, action))


def _waived(state: Round, move: Move, kind: str) -> bool:
    """Say whether a permit allows a move although one of another kind is possible."""
    action = state.variant.action(move.kind)
    permits = [one for one in state.variant.permits if one.concerns(action)]
    return any(one.permits(state, move) for one in permits if f"must-{kind}" in one.lifts)


def is_decided(state: Round, kind: str) -> bool:
    """
    Say whether trying what could be written down decides the moves of a kind.

    It does not where the kind gives way, itself or through others, to one that explodes.
    """
    known = {action.code: action for action in state.variant.actions}
    others = [known[other] for other in known[kind].only_without if other in known]
    return all(not other.lazy and is_decided(state, other.code) for other in others)


def legal_moves(state: Round) -> list[Move]:
    """Give the legal moves among those that could be written down."""
    return [
        move
        for action in state.variant.actions
        for move in _written(state, action)
        if is_legal(state, move)
    ]


def _next_seat(state: Any) -> int:
    """Give the seat after the one to move, seats that take no turn left out."""
    variant = state.plan.variant
    after: int = state.to_move
    table: tuple[int, ...] = variant.order.table(state.plan.seats)
    for _ in range(state.plan.seats):
        after = table[after]
        if not any(part.skips(state, after) for part in (variant.order, *variant.limits)):
            return after
    return table[after]


def next_state(state: Round, move: Move) -> Any:
    """
    Give what comes after a move: a draft with hands, layout, turn, mover and end set.

    The parts are asked in the order in which a variant lists them, endings by their rank.
    """
    variant, action = state.variant, state.variant.action(move.kind)

    def concerned(parts: Iterable[Any]) -> list[Any]:
        return [part for part in parts if part.concerns(action)]

    draft = state.plan.draft()
    for name in ("masks", "table", "to_move", "rest"):
        setattr(draft, name, getattr(state, name))
    draft.parent, draft.move = state, move
    draft.turn = action.advance(state.turn, move)
    action.doer(state.plan)(state, move, draft)
    if not any(part.goes_on(state, move, draft) for part in concerned(variant.continuations)):
        draft.turn, draft.to_move = FRESH, _next_seat(draft)
    for effect in concerned(variant.effects):
        effect.after(state, move, draft)
    for ending in sorted(variant.endings, key=lambda ending: ending.rank):
        if ending.ended(state, move, draft):
            draft.end, draft.to_move = (ending.reason_why, state.to_move), None
            break
    return draft
