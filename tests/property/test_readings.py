"""
What one reads of a table, in every variant, without knowing which layout it is.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from property.registered import ids, is_lazy, presets, variants
from tilerules import AmbiguousMoveError, Domino, Round, Variant
from tilerules.layouts import OpenEnd, Reading
from tilerules.testing.subjects import pick
from tilerules.tiles import Tile

WAYS = "+-"
"""What stands behind a label that says which way round a tile lies."""


MISFIT = {"does-not-fit", "no-such-place"}
"""The reasons of a layout against a tile at a place."""


def played(variant: Variant, seats: int) -> Iterator[Round]:
    """
    Give the states of a random round, the first ones where moves are searched for.
    """
    rng = random.Random(f"{variant} {seats}")
    state = variant.deal(seats, seed=seats)
    for _ in range(14 if is_lazy(variant) else 1000):
        yield state
        move = pick(state, rng.randrange(1 << 16))
        if move is None:
            return
        state = state.play(move)
    yield state


def fits(end: OpenEnd, tile: Tile) -> bool:
    """
    Say whether a tile fits at an end, by what the end tells.
    """
    shows = isinstance(tile, Domino) and end.pips in (tile.low, tile.high)
    return shows or tile in end.fits


@pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)
def test_readings(variant: Variant) -> None:
    """
    The tiles of a reading are those nobody has, and what its open ends say to fit does.
    """
    is_laid = False
    for seats in {variant.seats[0], variant.seats[-1]}:
        for state in played(variant, seats):
            reading: Reading = state.layout
            tile_set = state.plan.tile_set
            elsewhere = Counter([*state.stock, *tile_set.bag(state.rest.aside)])
            for bag in (*state.hands, *state.dead):
                elsewhere.update(bag)

            assert Counter(tile_set.tiles) - elsewhere == Counter(reading.tiles)
            assert reading == pickle.loads(pickle.dumps(reading))
            assert bool(state.table) or () == reading.open_ends
            is_laid |= bool(reading.open_ends)
            check_moves(state, {end.label: end for end in reading.open_ends})
    assert is_laid


def check_moves(state: Round, ends: dict[str, OpenEnd]) -> None:
    """
    Check that moves go to open ends, and that what is told to fit there is never a misfit.
    """
    if state.to_move is None or is_lazy(state.variant):
        return
    for move in state.legal_moves:
        if move.place is not None:
            assert fits(ends[move.place.rstrip(WAYS)], move.tile)
    labels = state.plan.layout.labels
    for label, end in ends.items():
        ways = [label + way for way in ("", *WAYS) if label + way in labels]
        for tile in state.hands[state.to_move]:
            misfits = [not MISFIT.isdisjoint(reasons(state, f"{tile}@{way}")) for way in ways]
            assert fits(end, tile) is not all(misfits)


def reasons(state: Round, text: str) -> set[str]:
    """
    Give the codes of what speaks against a move; none where it only leaves open which way.
    """
    try:
        return {reason.code for reason in state.explain(text)}
    except AmbiguousMoveError:
        return set()
