"""
Do the shortcuts of a part say what its plain methods say?

A part whose class changes a plain method loses the shortcut made for the old one by itself. What
is left to find here is a shortcut that was written wrongly, or put in place from outside.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from tilerules.component import Shortcuts
from tilerules.layouts.base import BoundPlaces
from tilerules.play.base import Resolved
from tilerules.play.round import Round
from tilerules.rules.kinds import Action, Constraint, Continuation
from tilerules.testing.subjects import Spot, check, listed
from tilerules.texts import join

__all__ = ["shortcuts"]

_DRAWN = 4
"""How many moves of a kind are drawn at random."""


@check(
    "shortcuts",
    "A shortcut says what the plain methods say that it stands for: what is listed quickly is "
    "what lister() lists, what is picked at random fits. A class that changes a plain method need "
    "not change the shortcut.",
)
def shortcuts(spot: Spot) -> Iterable[str]:
    """Bind every shortcut and compare it with the plain way."""
    state = spot.state
    if state.to_move is None:
        return
    plan = state.plan
    # First the layout: actions list by it.
    if isinstance(plan.layout, BoundPlaces) and state.table:
        yield from _of_layout(state, plan.layout)
    for action in plan.actions.values():
        yield from _quick_list(state, plan, action)
        yield from _pick(state, plan, action)
        yield from _put(state, plan, action)
    for part in plan.variant.constraints:
        yield from _close(state, plan, part)
    for continuation in plan.variant.continuations:
        yield from _keep(state, plan, continuation)
    for permit in plan.variant.permits:
        if not permit.active(state) and any(permit.permits(state, m) for m in listed(state)):
            yield f"{_named(permit, 'active')} rules out what permits() gives"


def _named(part: Shortcuts, name: str) -> str:
    """Name a shortcut by the class of the part, and by the class it comes from if another."""
    cls = type(part)
    maker = next((one for one in cls.__mro__ if name in vars(one)), cls)
    return f"{cls.__qualname__}.{name}()" + ("" if maker is cls else f" of {maker.__qualname__}")


def _words(moves: Iterable[Any]) -> str:
    return join([str(move) for move in moves], "and") or "nothing"


def _quick_list(state: Any, plan: Resolved, action: Action) -> Iterator[str]:
    """Compare what an action lists quickly with what it lists."""
    quick = action.quick_lister(plan)
    if quick is None or not state.table:
        return
    mine, plain = tuple(quick(state)), tuple(action.lister(plan)(state, 0, 0))
    if mine != plain:
        yield f"{_named(action, 'quick_lister')} lists {_words(mine)}; lister() {_words(plain)}"


def _pick(state: Any, plan: Resolved, action: Action) -> Iterator[str]:
    """Draw moves at random and judge them."""
    pick = action.picker(plan)
    if pick is None:
        return
    for seed in range(_DRAWN):
        move = pick(state, random.Random(seed))
        if move is None:
            continue
        against = list(action.problems(state, move))
        if move.kind != action.code or against:
            said = "; ".join(map(str, against)) or f"it is of the kind {move.kind!r}"
            yield f"{_named(action, 'picker')} gives {move}, which does not fit: {said}"


def _put(state: Any, plan: Resolved, action: Action) -> Iterator[str]:
    """Lay tiles in every way that is offered and compare hands and table, and what is listed."""
    putter, put_and_list = action.putter(plan), action.put_and_list(plan)
    for move in listed(state) if state.table and (putter or put_and_list) else ():
        if move.kind != action.code:
            continue
        plain, quick = _next(state, plan), _next(state, plan)
        action.doer(plan)(state, move, plain)
        if putter is not None:
            table = putter(state.table, state.to_move, move.tile_id, move.place_id)
            if table != plain.table:
                yield f"{_named(action, 'putter')} lays {move} otherwise than doer()"
        if put_and_list is not None:
            mine, lister = put_and_list(state, move, quick), action.lister(plan)
            if (quick.masks, quick.table) != (plain.masks, plain.table):
                yield f"{_named(action, 'put_and_list')} does {move} otherwise than doer()"
            elif mine != tuple(lister(plain, 0, 0)):
                said = _words(lister(plain, 0, 0))
                yield f"{_named(action, 'put_and_list')} lists {_words(mine)}; lister() {said}"


def _next(state: Any, plan: Resolved) -> Any:
    """Make the draft in which a move is done after which the next seat is to move."""
    draft = plan.draft()
    draft.masks, draft.table, draft.rest = state.masks, state.table, state.rest
    draft.to_move = plan.order[state.to_move]
    return draft


def _close(state: Any, plan: Resolved, part: Constraint) -> Iterator[str]:
    """Compare the places that a constraint closes in two ways."""
    if (part.opening and state.table) or not part.active(state):
        return
    quick, plain = part.closer(plan)(state), part.shut(state)
    if quick != plain:
        yield f"{_named(part, 'closer')} closes the places {quick:b}; shut() {plain:b}"


def _keep(state: Any, plan: Resolved, part: Continuation) -> Iterator[str]:
    """Ask whether a turn goes on after tiles that are promised to end it."""
    promised = part.tiles(plan)
    if promised is None:
        return
    for move in listed(state):
        action = plan.actions[move.kind]
        if move.bit & promised or not part.concerns(action):
            continue
        draft = _next(state, plan)
        draft.parent, draft.move = state, move
        draft.turn = action.advance(state.turn, move)
        action.doer(plan)(state, move, draft)
        if part.goes_on(state, move, draft):
            yield f"{_named(part, 'tiles')} does not name {move.tile}; goes_on() after {move} does"


def _of_layout(state: Round, layout: BoundPlaces) -> Iterator[str]:
    """Compare what a layout lists with what it says that fits."""
    hand, table = state.masks[state.to_move], state.table  # type: ignore[index]  # as above
    fits = tuple(
        (tile, place)
        for place in layout.places(table)
        for tile in range(len(state.plan.tile_set))
        if (layout.fitting(table, place) & hand) >> tile & 1
        and layout.same_as(table, tile, place) == place
    )
    ways = {"lister": layout.lister(_pair)(table, hand, 0, 0)}
    quick = layout.quick_lister(_pair, tuple)
    if quick is not None:
        ways["quick_lister"] = quick(state)
    for name, found in ways.items():
        if tuple(found) != fits:
            mine, said = _faces(state, found), _faces(state, fits)
            yield f"{_named(layout, name)} lists {mine}; fitting() and same_as() give {said}"


def _pair(tile: int, place: int) -> tuple[int, int]:
    return tile, place


def _faces(state: Round, pairs: Iterable[tuple[int, int]]) -> str:
    tiles, labels = state.plan.tile_set.tiles, state.plan.layout.labels  # type: ignore[attr-defined]
    return _words(f"{tiles[tile]}@{labels[place]}" for tile, place in pairs)
