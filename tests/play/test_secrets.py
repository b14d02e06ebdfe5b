"""
What a seat may see, and what it can tell of others by their moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from testing.sound import SOUND, small_game
from tilerules import Domino, Round
from tilerules.play.sampling.evidence import Evidence
from tilerules.rules.blocking import pass_turn
from tilerules.rules.dealing import DealEach
from tilerules.rules.hosting import Abandoned, Leave
from tilerules.tiles import Tile

LEAVING = SOUND.put(Leave(), Abandoned())
PASSING = small_game("passing", "Passing", pass_turn(), seats=(3,), dealing=DealEach(each=6))


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_the_tiles_of_who_left_stay_hidden(viewer: int | None) -> None:
    """
    Others see that tiles are out of play, and not which; so do the rounds they imagine.
    """
    round_ = LEAVING.deal(3, seed=3)
    view = round_.host("leave@1").view(viewer)
    gone = set(map(str, round_.hands[1]))

    assert "aside:?,?,?,?,?" in view.position.split()
    imagined = [view.sample(random.Random(seed)).start.hands[1] for seed in range(5)]
    assert any(gone != set(map(str, hand)) for hand in imagined)


def test_who_left_knows_the_tiles() -> None:
    """
    The hand that was put aside is no secret to its owner.
    """
    round_ = LEAVING.deal(3, seed=3)
    view = round_.host("leave@1").view(1)

    assert f"aside:{','.join(map(str, round_.hands[1]))}" in view.position.split()


def after_a_pass() -> Round:
    """
    Play until somebody has passed and others still hold tiles.
    """
    for seed in range(100):
        state = PASSING.deal(3, seed=seed)
        while state.to_move is not None:
            if state.move is not None and state.move.kind == "pass":
                return state
            state = state.play(next(iter(state.legal_moves)))
    raise AssertionError("nobody ever passes")


def fitting(tiles: Iterable[Tile], ends: tuple[int, int]) -> list[str]:
    """
    Give the dominoes that show the number at an end.
    """
    found = [tile for tile in tiles if isinstance(tile, Domino)]
    return [str(tile) for tile in found if tile.low in ends or tile.high in ends]


def test_a_pass_tells_that_nothing_fitted() -> None:
    """
    Whoever passed has no tile for either end in any round that agrees with what was seen.
    """
    state = after_a_pass()
    assert state.parent is not None
    passed, ends, viewer = state.parent.to_move, state.layout.ends, state.to_move
    assert passed is not None
    others = [tile for seat, hand in enumerate(state.hands) if seat != viewer for tile in hand]
    assert fitting(others, ends), "nobody else holds a tile that fits: a pass tells nothing"
    view = state.view(viewer)

    for seed in range(20):
        assert [] == fitting(view.sample(random.Random(seed)).hands[passed], ends)


def test_a_pass_is_evidence() -> None:
    """
    Of everybody's moves, a pass bars just the tiles that could have been laid instead, from the
    hand as it was then.
    """
    state = after_a_pass()
    assert state.parent is not None
    passed, ends = state.parent.to_move, state.parent.layout.ends
    at = len(state.states) - 2
    barred = [
        PASSING.tiles.bag(tiles)
        for seat, number, tiles in Evidence(state.states, state.to_move).bars()
        if (seat, number) == (passed, at)
    ]
    lying = set(map(str, state.layout.tiles))

    assert [set(fitting(PASSING.tiles.tiles, ends)) - lying] == [
        set(map(str, tiles)) for tiles in barred
    ]
