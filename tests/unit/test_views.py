"""Views keep secrets, also in another process and in what they sample."""

from __future__ import annotations

import pickle
import random

import pytest

import tilerules
from tilerules.errors import TilerulesError

VARIANTS = tilerules.variants()


def _some_way_in(variant: tilerules.Variant, seats: int) -> tilerules.Round:
    state = variant.deal(seats, seed=3)
    for _ in range(6):
        if state.to_move is None:
            break
        state = state.play(next(iter(state.legal_moves)))
    return state


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_pickled_view_is_equal_and_carries_no_secret(variant: tilerules.Variant) -> None:
    """A view comes out of a pickle equal, without the real hands and without the seed."""
    state = _some_way_in(variant, variant.seats[-1])
    for seat in range(state.seats):
        view = state.view(seat)
        sent = pickle.loads(pickle.dumps(view))
        assert view == sent
        assert view.to_dict() == sent.to_dict()
        inside = sent.sample(random.Random(1))
        assert state.hands[seat] == inside.hands[seat]
        assert inside.rest.setup.seed is None
        others = [other for other in range(state.seats) if other != seat]
        assert any(state.hands[other] != inside.hands[other] for other in others)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_notation_is_read_after_the_end_too(variant: tilerules.Variant) -> None:
    """A finished round reads its own moves, or refuses them with an error of the library."""
    state = variant.deal(variant.seats[0], seed=4)
    while state.to_move is not None:
        state = state.play(next(iter(state.legal_moves)))
    for move in state.moves:
        try:
            assert move.kind == state.parse(move.notation).kind
        except TilerulesError:
            continue
