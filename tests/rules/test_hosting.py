"""What a host may do: let players go, call time, fine."""

from __future__ import annotations

import pytest

from testing.sound import small_game
from tilerules import EndReason, InvalidNotationError, Round, double_set
from tilerules.component import Component
from tilerules.play import Variant
from tilerules.rules.blocking import draw
from tilerules.rules.dealing import DealEach
from tilerules.rules.hosting import Abandoned, Leave, Penalty, Time

GAME: Variant = small_game(
    "hosted", "Hosted", draw(), tiles=double_set(5), seats=(3,), dealing=DealEach(each=5)
)


def dealt(*parts: Component) -> Round:
    """Deal a game in which the host may do something; seat 0 is to move, six tiles are left."""
    seed = next(seed for seed in range(50) if GAME.deal(3, seed=seed).to_move == 0)
    round_: Round = GAME.put(*parts).deal(3, seed=seed)
    return round_


def codes(state: Round, text: str) -> list[str]:
    """Give what speaks against a move of the host's."""
    return [reason.code for reason in state.explain(text, host=True)]


def test_who_leaves() -> None:
    """The hand is put aside, the turn passes on if it was theirs, and nobody leaves twice."""
    state = dealt(Leave(), Abandoned())
    hand = state.masks[0]
    after = state.play("leave", host=True)

    assert (0, hand, 1) == (after.masks[0], after.rest.aside, after.to_move)
    assert ["has-left"] == codes(after, "leave@0")
    assert 0 == state.play("leave@1", host=True).to_move
    assert 2 == after.play(after.legal_moves[0]).to_move
    assert 1 == after.play(after.legal_moves[0]).play("leave@2", host=True).outcome.winners[0]  # type: ignore[union-attr]


def test_the_last_one_wins() -> None:
    """When only one has not left, they win, whatever they hold."""
    over = dealt(Leave(), Abandoned()).play("leave@1", host=True).play("leave", host=True)

    assert over.outcome is not None
    assert (EndReason.ABANDONED, (2,)) == (over.outcome.reason, over.outcome.winners)


@pytest.mark.parametrize(
    ("time", "tiles", "points", "to_move"),
    [
        (Time(), 5, (0, 0, 0), 0),
        (Time(tiles=2), 7, (0, 0, 0), 0),
        (Time(tiles=9), 11, (0, 0, 0), 0),
        (Time(fine=4), 5, (-4, 0, 0), 0),
        (Time(ends_turn=True), 5, (0, 0, 0), 1),
    ],
)
def test_time(time: Time, tiles: int, points: tuple[int, ...], to_move: int) -> None:
    """Whoever takes too long gets tiles, as many as there are, or points, or loses the turn."""
    state = dealt(time)
    after = state.play("time", host=True)

    assert (tiles, to_move) == (after.masks[0].bit_count(), after.to_move)
    assert points == after.rest.points
    assert 21 - 15 - (tiles - 5) == len(after.rest.stock)
    assert ["not-to-move"] == codes(state, "time@1")


@pytest.mark.parametrize(
    ("penalty", "text", "tiles", "points"),
    [
        (Penalty(), "penalty:2@1", (5, 7, 5), (0, 0, 0)),
        (Penalty(), "penalty:1", (6, 5, 5), (0, 0, 0)),
        (Penalty(), "penalty:60", (11, 5, 5), (0, 0, 0)),
        (Penalty(in_points=True), "penalty:2@2", (5, 5, 5), (0, 0, -2)),
    ],
)
def test_penalty(
    penalty: Penalty, text: str, tiles: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """A fine is tiles from the stock, as far as there are any, or points."""
    after = dealt(penalty).play(text, host=True)

    assert tiles == tuple(mask.bit_count() for mask in after.masks)
    assert points == after.rest.points
    assert 0 == after.to_move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("penalty:0", "wrong-number"),
        ("penalty:6@1", "wrong-number"),
        ("penalty:5@3", "no-such-seat"),
        ("leave@3", "no-such-seat"),
    ],
)
def test_what_a_host_may_not_do(text: str, code: str) -> None:
    """There has to be such a seat, and a fine has its bounds."""
    state = dealt(Penalty(most=5), Leave(), Abandoned())

    assert [code] == codes(state, text)
    assert [] == codes(state, "penalty:5@2")


@pytest.mark.parametrize("text", ["penalty", "penalty:x", "penalty:2@", "leave:2", "leave@x"])
def test_garbled(text: str) -> None:
    """A host move that is garbled is said to be, with what to write."""
    state = dealt(Penalty(), Leave(), Abandoned())
    with pytest.raises(InvalidNotationError, match="for a seat that is not to move"):
        state.parse(text)


def test_one_seat_has_one_word() -> None:
    """The seat to move need not be named; where it is, the move is the same."""
    state = dealt(Penalty())

    assert state.parse("penalty:2") == state.parse("penalty:2@0")
    assert "penalty:2@1" == str(state.parse("penalty:2@1"))


def test_players_are_no_hosts() -> None:
    """No host move is listed, and no player may make one."""
    state = dealt(Penalty(), Leave(), Abandoned(), Time())

    assert all(move.seat is None and move.kind == "place" for move in state.legal_moves)
    assert state.explain("leave")
