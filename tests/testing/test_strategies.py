"""
The Hypothesis strategies give what they promise, without filtering anything.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor import pretty

from property.registered import ids, variants
from testing.sound import DEAD, ENDLESS, SOUND
from tilerules import InvalidDealError, Match, Move, Round, Variant
from tilerules.decks import check_seed
from tilerules.testing import strategies as tst
from tilerules.testing.subjects import listed
from tilerules.tiles import Tile

STRATEGIES: list[Callable[[Variant], st.SearchStrategy[Any]]] = [
    tst.tiles,
    tst.hands,
    tst.deals,
    tst.rounds,
    tst.finished_rounds,
    tst.matches,
    tst.illegal_moves,
]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("variant", [*variants(), SOUND, DEAD], ids=ids)
def test_no_health_check_is_hit(
    variant: Variant, strategy: Callable[[Variant], st.SearchStrategy[Any]]
) -> None:
    """
    Nothing is filtered away or too large, for any variant (X13).
    """
    count = 0

    examples = 2 if variant.plan(variant.seats[0]).is_lazy else 8

    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow], database=None)
    @given(value=strategy(variant))
    def draws(value: object) -> None:
        nonlocal count
        count += 1

    draws()
    assert count >= examples


@given(seed=tst.seeds())
def test_seeds(seed: int | str) -> None:
    """
    Every seed is one.
    """
    assert check_seed(seed) == seed


@given(tile=tst.tiles(SOUND), hand=tst.hands(SOUND, min_size=2, max_size=9))
def test_tiles_and_hands(tile: Tile, hand: tuple[Tile, ...]) -> None:
    """
    Tiles are of the set, and a hand can be held: no tile is in it twice.
    """
    assert tile in SOUND.tiles.faces
    assert 2 <= len(hand) <= 9
    assert hand == tuple(SOUND.tiles.bag(SOUND.tiles.mask(hand)))


@given(data=st.data())
def test_seats_are_those_that_are_asked_for(data: st.DataObject) -> None:
    """
    ``seats`` rules all strategies that deal.
    """
    for strategy in (tst.deals, tst.rounds, tst.finished_rounds):
        assert 3 == data.draw(strategy(SOUND, seats=3)).seats
    assert 3 == data.draw(tst.matches(SOUND, seats=3)).round.seats
    assert 3 == data.draw(tst.illegal_moves(SOUND, seats=3))[0].seats


@given(dealt=tst.deals(DEAD), state=tst.rounds(DEAD, max_moves=4), over=tst.finished_rounds(DEAD))
def test_stages_of_rounds(dealt: Round, state: Round, over: Round) -> None:
    """
    Deals have no moves, rounds no more than allowed, finished rounds an outcome.
    """
    assert () == dealt.moves
    assert len(state.moves) <= 4
    assert over.outcome is not None


@given(match=tst.matches(SOUND, max_rounds=2))
def test_matches(match: Match) -> None:
    """
    A match has as many rounds as allowed, all but the last one finished.
    """
    assert 1 <= len(match.rounds) <= 2
    assert all(one.outcome is not None for one in match.rounds[:-1])


@given(pair=tst.illegal_moves(DEAD))
def test_illegal_moves(pair: tuple[Round, Move]) -> None:
    """
    Each is refused in its round, with a reason.
    """
    state, move = pair

    assert state.explain(move)
    assert move not in state.legal_moves


def test_everything_is_reached() -> None:
    """
    Short and long rounds, blocks, dead tiles, ties, last rounds of a match: all are found.
    """
    assert find(tst.rounds(DEAD), lambda state: len(state.moves) > 12)
    assert find(tst.rounds(DEAD), lambda state: any(state.rest.dead))
    assert find(tst.rounds(SOUND), lambda state: state.turn.draws > 0)
    assert find(tst.finished_rounds(SOUND), lambda s: s.outcome.reason.value == "blocked")
    assert find(tst.matches(SOUND), lambda match: match.outcome is not None)
    assert find(tst.matches(SOUND), lambda match: 2 == len(match.rounds) and match.round.moves)
    assert find(tst.illegal_moves(SOUND), lambda pair: pair[1].kind == "place")
    assert find(tst.illegal_moves(SOUND), lambda pair: pair[1].kind == "pass")
    assert find(tst.illegal_moves(SOUND), lambda pair: pair[1].kind == "no-such-move")


def test_rounds_shrink_to_few_and_first_moves() -> None:
    """
    The simplest round with some property has the first seed, few moves, and the first ones.
    """
    simplest = find(tst.rounds(SOUND), lambda state: len(state.moves) >= 3)

    assert (2, 0) == (simplest.seats, simplest.rest.setup.seed)
    assert 3 == len(simplest.moves)
    state = simplest.start
    for move in simplest.moves:
        assert move == listed(state)[0]
        state = state.play(move)


def test_rounds_without_an_end_are_bounded() -> None:
    """
    A variant in which one may pass for ever gives rounds, not an endless loop.
    """
    assert 4 * len(ENDLESS.tiles) >= len(
        find(tst.rounds(ENDLESS), lambda s: len(s.moves) > 9).moves
    )


def test_examples_are_reported_by_their_position() -> None:
    """
    A failing example is one line that can be pasted, not every field of every earlier state.
    """
    state = find(tst.rounds(SOUND), lambda state: len(state.moves) > 5)

    assert f"parse_position({str(state.position)!r})" == pretty.pretty(state)
    for value in (SOUND, state.move, state.view(0), state.hands[0], SOUND.match(2, seed=1)):
        assert repr(value) == pretty.pretty(value)


def test_impossible_seats_are_an_error_when_drawn() -> None:
    """
    Arguments are checked when something is drawn, not when a module is imported.
    """
    strategy = tst.deals(SOUND, seats=9)
    with pytest.raises(InvalidDealError, match="9"):
        find(strategy, lambda _state: True)


def test_missing_hypothesis_is_explained() -> None:
    """
    Without Hypothesis the import says what to install, and the rest of the kit works.
    """
    program = """
import sys
sys.modules["hypothesis"] = None
import tilerules.testing
try:
    import tilerules.testing.strategies
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert "pip install 'tilerules[testing]'" in done.stdout
