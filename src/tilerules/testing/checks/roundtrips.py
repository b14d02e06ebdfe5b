"""Does what is written down, sent or copied come back as it was?"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterable, Iterator

from tilerules.errors import IllegalMoveError, TilerulesError
from tilerules.play.match import Match
from tilerules.play.restoring.reading import read_position
from tilerules.play.round import Round
from tilerules.records import dumps, loads, parse_position
from tilerules.testing.lookup import OneVariant, portable
from tilerules.testing.subjects import Spot, Walk, check, listed

__all__ = ["copies", "duties", "positions", "records", "without_past"]


def differences(old: Round, new: Round, *, with_moves: bool = True) -> Iterator[str]:
    """Say in what a round that came back differs from the one that was sent."""
    if new != old or hash(new) != hash(old):
        yield f"another position: {new.position} instead of {old.position}"
    elif with_moves and listed(new) != listed(old):
        yield f"other legal moves: {_names(new)} instead of {_names(old)}"
    elif new.outcome != old.outcome:
        yield f"another outcome: {new.outcome!r} instead of {old.outcome!r}"


def _names(state: Round) -> str:
    return " ".join(move.notation for move in listed(state)) or "none"


def _read(state: Round) -> Round:
    """Write the position of a round and read it back by the rules it was played by."""
    return read_position(str(state.position), state.variant)


def without_past(state: Round) -> Round | None:
    """
    Give a round without its history; None where its position cannot be read.

    That is for ``positions`` to tell: other checks would only tell it again.
    """
    try:
        return _read(state)
    except (TilerulesError, TypeError, ValueError):
        return None


@check(
    "positions",
    "str(round_.position) is one line that tells everything the rules look at; read back it "
    "gives an equal round with the same legal moves in the same order. What a layout dumps it "
    "must load; what a rule keeps must be plain: numbers, texts, None and tuples of them.",
)
def positions(spot: Spot) -> Iterable[str]:
    """Write the position and read it back."""
    state = spot.state
    try:
        line = str(state.position)
        again = _read(state)
    except (TilerulesError, TypeError, ValueError) as error:
        yield f"the position cannot be written and read: {type(error).__name__}: {error}"
        return
    for difference in differences(state, again):
        yield f"a position comes back as {difference}"
    if again.parent is not None or again.moves:
        yield "a round made from a position has a past"
    if str(again.position) != line or len(line.splitlines()) != 1:
        yield f"the position is written {str(again.position)!r} after reading"


@check(
    "duties",
    "What a player owes, and how a round ends, follows from the layout, the turn and what a "
    "rule keeps in its own state, not from earlier states: a round set up from a position goes "
    "on exactly as the original did.",
)
def duties(spot: Spot) -> Iterable[str]:
    """Read the position back and play the rest of the walk on it."""
    later = spot.walk.states[spot.number + 1 :]
    if spot.state is not spot.walk.states[spot.number]:
        return
    state = without_past(spot.state)
    if state is None:
        return
    is_lazy = spot.state.plan.is_lazy
    for count, real in enumerate(later, 1):
        move = real.move
        assert move is not None
        try:
            state = state.play(move.notation)
        except IllegalMoveError as error:
            yield f"{count} moves after the position was read, {error}"
            return
        # Where each move has to be searched for, the moves of a few states have to do.
        with_moves = not is_lazy or count % 16 == 1
        for difference in differences(real, state, with_moves=with_moves):
            yield f"{count} moves after the position was read ({move}) there is {difference}"
            return


@check(
    "records",
    "dumps gives JSON, and loads gives an equal round with the same moves, outcome and legal "
    "moves.",
)
def records(walk: Walk) -> Iterable[str]:
    """Write the round and read it back, at its end and half way."""
    registry = OneVariant(walk.variant)
    for state in (walk.last, walk.states[len(walk.states) // 2]):
        try:
            text = dumps(state, registry=registry)
            json.loads(text, parse_constant=_refuse_constant)
            again = loads(text, registry=registry)
            placed = parse_position(str(state.position), registry=registry)
        except (TilerulesError, TypeError, ValueError) as error:
            yield f"it cannot be written and read: {type(error).__name__}: {error}"
            return
        if isinstance(again, Match):
            yield "the record of a round is read as a match"
            return
        for difference in differences(state, again):
            yield f"a record comes back as {difference}"
        if again.moves != state.moves or dumps(again, registry=registry) != text:
            yield "a record comes back with other moves or another deal"
        for difference in differences(state, placed):
            yield f"a position comes back, its rules looked up, as {difference}"


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


@check(
    "copies",
    "A round survives pickle, copy and deepcopy, is found in a set, and has a short repr. "
    "Components must be classes of a module, with plain values in their fields.",
)
def copies(walk: Walk) -> Iterable[str]:
    """Copy the last state in every way."""
    state = walk.last
    if len(repr(state)) > 500:
        yield f"repr is {len(repr(state))} characters long"
    packed = _packable(walk)
    try:
        unpacked = pickle.loads(pickle.dumps(packed))
    except (pickle.PicklingError, AttributeError, TypeError, TilerulesError) as error:
        yield f"pickle fails: {type(error).__name__}: {error}"
        return
    copied = {
        "pickle": (packed, unpacked),
        "copy.copy": (state, copy.copy(state)),
        "copy.deepcopy": (state, copy.deepcopy(state)),
    }
    for name, (old, new) in copied.items():
        for difference in differences(old, new):
            yield f"{name} gives {difference}"
        if new.moves != old.moves or new not in {old}:
            yield f"{name} gives a round with other moves or another hash"


def _packable(walk: Walk) -> Round:
    """Give the last state as a round of a variant that can be pickled, if there is one."""
    sent = portable(walk.variant)
    if sent is walk.variant:
        return walk.last
    state = sent.deal(walk.seats, seed=walk.seed)
    for move in walk.last.moves:
        state = state.host(move.notation)
    return state
