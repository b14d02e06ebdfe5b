"""
Permits that lift "only for who has none of another kind", in a small line game.
"""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from tilerules import IllegalMoveError, Round, Variant, double_set
from tilerules.layouts import LineLayout
from tilerules.rules.blocking import draw
from tilerules.rules.dealing import DealEach
from tilerules.rules.endings import AllPassed, DeclineDrawn, IdleTurns, PassAtWill
from tilerules.rules.kinds import Permit
from tilerules.rules.laying import one_tile
from tilerules.rules.starting import ByDeal
from tilerules.scorers.matches import HighestTotal, Rounds
from tilerules.scorers.settlements import WinnerPoint
from tilerules.scorers.tie_breakers import Count


@attrs.frozen
class DrawAtWill(Permit):
    """One may draw although a tile fits: it concerns a kind that is not the last one."""

    code = "draw-at-will"
    lifts = ("must-place",)
    kinds = ("draw",)

    def permits(self, state: Any, move: Any) -> bool:
        """Before anything has been drawn in the turn."""
        return bool(state.turn.drawn == 0)


def a_game(*permits: Permit, **parts: Any) -> Variant:
    """Make a draw game with permits."""
    return Variant.of(
        name="drawing",
        title="Drawing",
        tiles=double_set(6),
        seats=(2, 3),
        dealing=DealEach(each=5),
        layout=LineLayout(),
        starting=ByDeal(),
        turn=one_tile(),
        blocking=draw(1),
        scorer=WinnerPoint(),
        tie_breakers=(Count(),),
        match=(Rounds(), HighestTotal()),
        permits=permits,
        **parts,
    )


GAMES = {
    "none": a_game(),
    "decline": a_game(DeclineDrawn()),
    "at-will": a_game(PassAtWill(), effects=(IdleTurns(),), endings=(AllPassed(),)),
    "draw-at-will": a_game(DrawAtWill()),
    "both": a_game(DrawAtWill(), DeclineDrawn()),
}


def walk(variant: Variant, seed: int) -> list[Round]:
    """Play a round by chance; give every state."""
    rng = random.Random(seed)
    states = [variant.deal(2, seed=seed)]
    while states[-1].to_move is not None:
        states.append(states[-1].play(rng.choice(list(states[-1].legal_moves))))
    return states


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one != "both" else ()) for one in GAMES]
)
def test_lists_and_refusals_agree(name: str) -> None:
    """What is listed is what nothing speaks against, with and without permits."""
    for seed in range(8):
        for state in walk(GAMES[name], seed)[:-1]:
            written = [
                move
                for action in state.variant.actions
                for move in action.candidates(state)
                if not state.explain(move)
            ]
            assert sorted(map(str, written)) == sorted(map(str, state.legal_moves))
            assert list(state.plan.iterate(state)) == list(state.legal_moves)


def kinds_beside(name: str) -> set[frozenset[str]]:
    """Give the sets of kinds that were legal together."""
    return {
        frozenset(move.kind for move in state.legal_moves)
        for seed in range(20)
        for state in walk(GAMES[name], seed)[:-1]
    }


def test_what_stands_beside_what() -> None:
    """A pass or a draw stands beside tiles only where a permit allows it."""
    assert {frozenset(["place"]), frozenset(["draw"]), frozenset(["pass"])} >= kinds_beside("none")
    assert frozenset(["place", "pass"]) in kinds_beside("decline")
    assert frozenset(["place", "pass"]) in kinds_beside("at-will")
    assert frozenset(["place", "draw"]) in kinds_beside("draw-at-will")
    assert frozenset(["draw", "pass"]) not in kinds_beside("at-will")
    both = kinds_beside("both")
    assert frozenset(["place", "draw"]) in both
    assert frozenset(["place", "pass"]) in both


def test_a_pass_that_is_not_allowed_says_what_can_be_played() -> None:
    """The refusal names a possible move of the kind that comes first, and of that alone."""
    state = next(s for s in walk(GAMES["decline"], 3) if s.turn.draws == 0 and s.layout)
    with pytest.raises(IllegalMoveError) as caught:
        state.play("pass")
    (reason,) = caught.value.reasons
    kind = state.legal_moves[0].kind
    assert f"must-{kind}" == reason.code


def test_all_passing_ends_the_round() -> None:
    """With passing at will the round ends when everybody has passed."""
    state = GAMES["at-will"].deal(3, seed=2)
    state = state.play(next(iter(state.legal_moves)))
    for _ in range(3):
        state = state.play("draw") if "pass" not in map(str, state.legal_moves) else state
        state = state.play("pass")
    assert state.outcome is not None
