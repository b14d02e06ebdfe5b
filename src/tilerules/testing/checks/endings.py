"""Does every round end, and is what comes out the same whoever sits where?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from tilerules.decks import TileSet
from tilerules.errors import RoundOverError
from tilerules.play import Variant
from tilerules.play.judging import Outcome
from tilerules.play.own_state import owners
from tilerules.play.round import Round
from tilerules.state import EndReason, Seat
from tilerules.testing.subjects import Spot, Walk, check
from tilerules.texts import join
from tilerules.tiles import Tile, bits

__all__ = ["bounds", "brings", "no_move", "outcomes", "seat_order", "tied_hands"]


@check(
    "no-move",
    "While a round goes on, its mover has a legal move. Add a fallback such as passing, or an "
    "ending for the case.",
)
def no_move(spot: Spot) -> Iterable[str]:
    """Look for something to do."""
    state = spot.state
    if state.to_move is not None and not state.legal_moves:
        yield f"seat {state.to_move} is to move and has no move"
    if state.to_move is None and state.legal_moves:
        yield "the round is over and has legal moves"


@check(
    "most-moves",
    "No round is longer than the variant's most_moves, which is a bound its rules keep: every "
    "move, or every so many, uses something up.",
)
def bounds(walk: Walk) -> Iterable[str]:
    """Count the moves."""
    most = walk.variant.most_moves
    if len(walk.states) - 1 > most:
        yield f"a round went on after {most} moves, the variant's most_moves"


@check(
    "brings",
    "An action that can make a hand larger says so in `brings`, for as long as it can; and no "
    "round is blocked before none can.",
)
def brings(walk: Walk) -> Iterable[str]:
    """Ask every action that made a hand larger, and all of them at the end."""
    last = walk.states[-1]
    plan = last.plan
    for before, after in pairwise(walk.states):
        action = None if after.move is None else plan.actions.get(after.move.kind)
        seat = before.to_move
        if action is None or seat is None or action.brings(before):
            continue
        if after.masks[seat].bit_count() > before.masks[seat].bit_count():
            yield (
                f"{after.move} has made the hand of seat {seat} larger, and "
                f"{type(action).__name__}.brings() says that it cannot"
            )
            return
    blocks = [one for one in last.variant.endings if one.reason_why is EndReason.BLOCKED]
    # An ending that promises nothing may end a round that could go on: all have passed.
    if any(one.when != "stuck" for one in blocks) or last.end is None:
        return
    if last.end[0] is EndReason.BLOCKED and plan.brings(last):
        kinds = [kind for kind, one in plan.actions.items() if one.brings(last)]
        yield f"the round is blocked although {join(kinds, 'and')} could still bring a tile"


@check(
    "outcomes",
    "A round has an outcome exactly when it is over: one count and one whole number of points "
    "a seat, the winners sorted. Nothing can be played after the end.",
)
def outcomes(spot: Spot) -> Iterable[str]:
    """Look at the outcome, and try to play on."""
    state = spot.state
    outcome = state.outcome
    if (outcome is None) != (state.to_move is not None):
        yield f"seat {state.to_move} is to move and the outcome is {outcome}"
    if outcome is None or state.to_move is not None:
        return
    for name, numbers in (("counts", outcome.counts), ("points", outcome.points)):
        if len(numbers) != state.seats or any(type(number) is not int for number in numbers):
            yield f"{name} are {numbers!r} for {state.seats} seats"
    winners = outcome.winners
    if list(winners) != sorted(set(winners)) or not set(winners) <= set(range(state.seats)):
        yield f"the winners are {winners!r}"
    if state.plan.judge(state) != outcome:
        yield "judging a second time gives another outcome"
    if not str(outcome) or not str(state):
        yield "the outcome or the round has no text"
    if state.move is not None and not _is_closed(state):
        yield f"{state.move} can be played after the end"


def _is_closed(state: Round) -> bool:
    """Whether a finished round refuses a move and says why."""
    try:
        state.play(str(state.move))
    except RoundOverError as error:
        return bool(error.reasons) and bool(state.explain(str(state.move)))
    return False


# --- who sits where ---------------------------------------------------------------------------

_SEATS_RIGHT = (
    "Who sits where decides nothing: the same hands at other seats give the same result for "
    "the same hands, and what cannot be decided is a tie. A rung gives a key for each seat and "
    "never looks at the seat's number."
)


def _exchanges(sides: Sequence[int]) -> Iterator[tuple[Seat, ...]]:
    """Give ways to change seats that leave partners partners: the new seat of each old one."""
    count = len(sides)
    ways = [tuple((seat + by) % count for seat in range(count)) for by in range(1, count)]
    for one, two in ((0, 1), (0, 2)):
        if two < count:
            swap = {one: two, two: one}
            ways.append(tuple(swap.get(seat, seat) for seat in range(count)))
    for way in dict.fromkeys(ways):
        pairs = {(sides[old], sides[new]) for old, new in enumerate(way)}
        if len(pairs) == len(set(sides)):
            yield way


def _renamed(outcome: Outcome, way: Sequence[Seat]) -> tuple[object, ...]:
    """Give what an outcome says after its seats are renamed."""

    def moved(values: Sequence[int]) -> tuple[int, ...]:
        found = [0] * len(values)
        for seat, value in enumerate(values):
            found[way[seat]] = value
        return tuple(found)

    leader = None if outcome.leader is None else way[outcome.leader]
    return (
        outcome.reason,
        tuple(sorted(way[seat] for seat in outcome.winners)),
        moved(outcome.counts),
        moved(outcome.points),
        outcome.decided_by,
        leader,
    )


def _compare(
    variant: Variant,
    hands: Sequence[str],
    by: Seat | None,
    opened: Sequence[Seat] | None = None,
    **facts: str | None,
) -> Iterator[str]:
    """Score hands, and score them again at other seats."""

    def score(held: Any, by: Seat | None, opened: Sequence[Seat] | None) -> Outcome:
        return variant.score(held, by=by, opened=opened, **facts)  # type: ignore[arg-type]

    here = tuple(range(len(hands)))
    outcome = score(hands, by, opened)
    for way in _exchanges(variant.plan(len(hands)).sides):
        moved = [""] * len(hands)
        for seat, hand in enumerate(hands):
            moved[way[seat]] = hand
        there = score(
            moved,
            None if by is None else way[by],
            None if opened is None else [way[seat] for seat in opened],
        )
        if _renamed(there, here) != _renamed(outcome, way):
            yield (
                f"the hands {' / '.join(hands)} give {outcome!r}; with seats 0 to "
                f"{len(hands) - 1} moved to {way} they give {there!r}"
            )
            return
    names = {f"player {seat}": hand for seat, hand in enumerate(hands)}
    if score(names, by, opened) != outcome:
        yield f"the hands {' / '.join(hands)} give another result when seats have names"


@check("seats", _SEATS_RIGHT)
def seat_order(walk: Walk) -> Iterable[str]:
    """Score the hands of a finished round at other seats."""
    state = walk.last
    if state.end is None:
        return
    reason, by = state.end
    tile = _last_tile(state)
    hands = [
        " ".join([str(hand), *(f"x{tile}" for tile in dead)])
        for hand, dead in zip(state.hands, state.dead, strict=True)
    ]
    opened = state.rest.get("opened", ()) if "opened" in owners(walk.variant) else None
    last_tile = None if tile is None else str(tile)
    yield from _compare(walk.variant, hands, by, opened, reason=reason.value, last_tile=last_tile)


def _last_tile(state: Round) -> Tile | None:
    move = state.move
    action = None if move is None else state.plan.actions.get(move.kind)
    return move.tile if move is not None and action is not None and action.lays else None


def _level_hands(tile_set: TileSet, seats: int) -> list[str]:
    """Give one tile to each seat: as many as there are of one worth, and to the rest heavy ones."""
    worths = Counter(tile_set.pips)
    level = max(worths, key=lambda pips: (worths[pips], pips))
    tiles = sorted(tile_set.tiles, key=lambda tile: (tile.pips != level, -tile.pips))
    return [str(tile) for tile in tiles[:seats]]


@check("seats", _SEATS_RIGHT)
def tied_hands(walk: Walk) -> Iterable[str]:
    """Score level hands, and small ones, which are often level, at other seats."""
    plan = walk.last.plan
    if len(plan.tile_set) < 2 * plan.seats:
        return
    yield from _compare(walk.variant, _level_hands(plan.tile_set, plan.seats), None)
    rng = random.Random(f"{walk.seed!r}")
    for _ in range(12):
        pool = rng.sample(range(len(plan.tile_set)), 2 * plan.seats)
        size = rng.randint(1, 2)
        masks = [sum(1 << pool.pop() for _ in range(size)) for _ in range(plan.seats)]
        if rng.random() < 0.2:
            masks[rng.randrange(plan.seats)] = 0
        hands = [" ".join(str(plan.tile_set.tiles[t]) for t in bits(mask)) for mask in masks]
        yield from _compare(walk.variant, hands, None)
