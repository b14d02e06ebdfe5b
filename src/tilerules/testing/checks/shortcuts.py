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
from tilerules.state import Move
from tilerules.testing.subjects import Spot, check, listed
from tilerules.texts import listing

__all__ = ["shortcuts"]

_DRAWN = 4
"""How many moves of a kind are drawn at random."""
_ZONES = ("masks", "table", "rest")


@check(
    "shortcuts",
    "A shortcut says what the plain methods say that it stands for: what is listed quickly is "
    "what lister() lists, what is laid quickly is what doer() or put() lays, what is picked at "
    "random fits. A class that changes a plain method need not change the shortcut.",
)
def shortcuts(spot: Spot) -> Iterable[str]:
    """Bind every shortcut and compare it with the plain way."""
    state = spot.state
    if state.to_move is None:
        return
    plan = state.plan
    # First the layout: actions list and lay by it.
    if isinstance(plan.layout, BoundPlaces) and state.table:
        yield from _of_layout(state, plan.layout)
    for action in plan.actions.values():
        yield from _quick_list(state, plan, action)
        yield from _quick_do(state, plan, action)
        yield from _pick(state, plan, action)
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
    return listing([str(move) for move in moves], "and") or "nothing"


def _quick_list(state: Any, plan: Resolved, action: Action) -> Iterator[str]:
    """Compare what an action lists quickly with what it lists."""
    quick = action.quick_lister(plan)
    if quick is None or not state.table:
        return
    mine, plain = tuple(quick(state)), tuple(action.lister(plan)(state, 0, 0))
    if mine != plain:
        yield f"{_named(action, 'quick_lister')} lists {_words(mine)}; lister() {_words(plain)}"


def _quick_do(state: Any, plan: Resolved, action: Action) -> Iterator[str]:
    """Compare what an action does quickly with what it does and lists."""
    quick = action.quick_doer(plan)
    if quick is None or not state.table:
        return
    do, lister, name = action.doer(plan), action.lister(plan), _named(action, "quick_doer")
    for move in listed(state):
        if move.kind != action.code:
            continue
        fast, slow = _draft(state, move), _draft(state, move)
        slow.masks, slow.table = state.masks, state.table
        do(state, move, slow)
        moves, plain = tuple(quick(state, move, fast)), tuple(lister(slow, 0, 0))
        for zone in _ZONES:
            if getattr(fast, zone) != getattr(slow, zone):
                yield f"{name} leaves other {zone} than doer() after {move}"
        if moves != plain:
            yield f"{name} lists {_words(moves)} after {move}; lister() {_words(plain)}"


def _draft(state: Round, move: Move) -> Any:
    """Make the draft that a move is played on: the turn is passed on, hands are not set."""
    plan = state.plan
    draft = plan.draft()
    draft.to_move = plan.order[state.to_move]  # type: ignore[index]  # somebody is to move
    draft.rest, draft.parent, draft.move = state.rest, state, move
    return draft


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
        draft = _draft(state, move)
        draft.masks, draft.table = state.masks, state.table
        draft.turn = action.advance(state.turn, move)
        action.doer(plan)(state, move, draft)
        if part.goes_on(state, move, draft):
            yield f"{_named(part, 'tiles')} does not name {move.tile}; goes_on() after {move} does"


def _of_layout(state: Round, layout: BoundPlaces) -> Iterator[str]:
    """Compare what a layout lists with what it says that fits, and how it lays."""
    seat: Any = state.to_move
    hand, table = state.masks[seat], state.table
    fits = tuple(
        (tile, place)
        for place in layout.places(table)
        for tile in range(len(state.plan.tile_set))
        if (layout.fitting(table, place) & hand) >> tile & 1
        and layout.same_as(table, tile, place) == place
    )
    ways = {"lister": layout.lister(_pair)(table, hand, 0, 0)}
    quick = layout.quick_lister(_pair)
    if quick is not None:
        ways["quick_lister"] = quick(state)
    for name, found in ways.items():
        if tuple(found) != fits:
            mine, said = _faces(state, found), _faces(state, fits)
            yield f"{_named(layout, name)} lists {mine}; fitting() and same_as() give {said}"
    placer, quick_placer = layout.placer(), layout.quick_placer(_pair)
    for move in listed(state):
        if move.tile_id < 0 or (move.tile_id, move.place_id) not in fits:
            continue
        put = layout.put(table, seat, move.tile_id, move.place_id)
        for name, lay in (("placer", placer), ("quick_placer", quick_placer)):
            if lay is None:
                continue
            draft = _draft(state, move)
            lay(state, move, draft)
            if draft.table != put or draft.masks[seat] != hand & ~move.bit:
                yield f"{_named(layout, name)} lays {move} otherwise than put()"


def _pair(tile: int, place: int) -> tuple[int, int]:
    return tile, place


def _faces(state: Round, pairs: Iterable[tuple[int, int]]) -> str:
    tiles, labels = state.plan.tile_set.tiles, state.plan.layout.labels  # type: ignore[attr-defined]
    return _words(f"{tiles[tile]}@{labels[place]}" for tile, place in pairs)
