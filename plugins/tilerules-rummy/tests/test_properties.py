"""
What holds for every deal and every way of playing.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules
from tilerules import IllegalMoveError, Round
from tilerules.melds import table_tiles
from tilerules.melds.plays import MeldPlays
from tilerules.melds.turns import TurnBuilder
from tilerules.tiles import Tile

Spot: TypeAlias = tuple[str, int, int, int]
"""A preset, seats, a seed, and how many moves have been played."""

EXAMPLES = settings.default.max_examples
"""What the profile in force says."""

SPOTS = st.tuples(
    st.sampled_from(["", "+pagat", "+manufacturer"]),
    st.integers(2, 4),
    st.integers(0, 3),
    st.integers(0, 200),
)


@cache
def played(key: str, seats: int, seed: int) -> tuple[Round, ...]:
    """Play a round with a bot that lays the best, or now and then draws all the same."""
    rng = random.Random(seed)
    round_ = tilerules.variant(f"rummy{key}").deal(seats, seed=seed)
    while round_.to_move is not None:
        turn = TurnBuilder.of(round_).best()
        can_draw = not round_.explain("draw")
        if turn.before is None or (can_draw and rng.random() < 0.4):
            round_ = round_.play("draw" if can_draw else "pass")
        else:
            round_ = round_.play(turn.finish())
    return round_.states


def at(spot: Spot) -> Round:
    """Give the state at a spot, one that is going on."""
    key, seats, seed, moves = spot
    states = played(key, seats, seed)
    return states[moves % (len(states) - 1)]


def on_table(round_: Round) -> Counter[Tile]:
    """Count the tiles of the table."""
    return Counter(table_tiles(round_.layout.melds))


@given(SPOTS)
@settings(max_examples=EXAMPLES, deadline=None)
def test_tiles_are_conserved(spot: Spot) -> None:
    """Every physical tile lies in one place, and the table's faces are its tiles."""
    state = at(spot)
    masks = [*state.masks, state.rest.aside, state.table.mask]
    masks += [1 << tile for tile in state.rest.stock]
    assert sum(masks) == state.plan.tile_set.full
    assert on_table(state) == Counter(state.plan.tile_set.bag(state.table.mask))


@given(SPOTS)
@settings(max_examples=EXAMPLES // 2, deadline=None)
def test_what_is_listed_is_legal(spot: Spot) -> None:
    """Each move that is listed can be played, lays something else, and keeps the table."""
    state = at(spot)
    seat = state.to_move
    assert seat is not None
    assert state.legal_moves
    hands = set()
    for move in islice(state.legal_moves, 5):
        assert move in state.legal_moves
        assert () == state.explain(move)
        assert state.parse(move.notation) == move
        after = state.play(move)
        if move.kind == "lay":
            hand = after.plan.faces(after.masks[seat])
            assert hand not in hands
            hands.add(hand)
            assert not on_table(state) - on_table(after)


@given(SPOTS, st.integers(0, 10_000))
@settings(max_examples=EXAMPLES * 2 // 3, deadline=None)
def test_what_is_refused_changes_nothing(spot: Spot, seed: int) -> None:
    """Candidates are refused with reasons, or played; the state stays as it was."""
    state = at(spot)
    before = str(state.position)
    tried = list(islice(state.variant.action("lay").candidates(state), 400))
    for move in random.Random(seed).sample(tried, min(6, len(tried))):
        reasons = state.explain(move)
        assert bool(reasons) != (move in state.legal_moves)
        if reasons:
            with pytest.raises(IllegalMoveError) as caught:
                state.play(move)
            assert reasons == caught.value.reasons
        else:
            state.play(move)
    assert before == str(state.position)


@given(SPOTS)
@settings(max_examples=EXAMPLES // 4, deadline=None)
def test_records_and_positions(spot: Spot) -> None:
    """What is written down comes back, with the same moves and the same legal ones."""
    state = at(spot)
    again = tilerules.loads(tilerules.dumps(state))
    assert isinstance(again, Round)
    assert (state, state.moves) == (again, again.moves)
    line = str(state.position)
    there = tilerules.parse_position(line)
    assert state == there
    assert line == str(there.position)
    first = [str(move) for move in islice(state.legal_moves, 3)]
    assert first == [str(move) for move in islice(there.legal_moves, 3)]


@given(SPOTS, st.integers(0, 10_000))
@settings(max_examples=EXAMPLES * 2 // 5, deadline=None)
def test_samples_agree_with_what_is_known(spot: Spot, seed: int) -> None:
    """A sampled round shows its viewer what the real one does, lots drawn included."""
    state = at(spot)
    rng = random.Random(seed)
    for viewer in (None, *range(state.seats)):
        view = state.view(viewer)
        sampled = view.sample(rng)
        assert view == sampled.view(viewer)
        stock = [str(tile) for tile in sampled.start.stock]
        assert not Counter(state.variant.starting.shown(state)) - Counter(stock)


@given(SPOTS)
@settings(max_examples=EXAMPLES * 2 // 5, deadline=None)
def test_best_and_maximal(spot: Spot) -> None:
    """The best play is a maximal one, and all of these are legal."""
    state = at(spot)
    plays = MeldPlays.of(state)
    best, maximal = plays.best(by="tiles"), plays.maximal()
    assert (best is None) == (not maximal)
    if best is None:
        return
    assert len(best.laid) == max(len(play.laid) for play in maximal)
    assert best.laid in {play.laid for play in maximal}
    for play in (best, *maximal[:4]):
        assert () == state.explain(str(play))
