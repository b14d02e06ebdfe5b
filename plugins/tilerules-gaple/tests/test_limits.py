"""
What the host may do: players who leave, time, penalties.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import tilerules
from tilerules import EndReason, IllegalMoveError, InvalidNotationError, Round, Variant

SetUp = Callable[..., Round]


@pytest.fixture(scope="module")
def hosted(gaple: Variant) -> Variant:
    """The game with everything the host may do."""
    return gaple.with_rules("leave", "time-limit:fine=11", "penalty", "pass")


def codes(round_: Round, move: str) -> set[str]:
    """Give the codes of the reasons against a move."""
    return {reason.code for reason in round_.explain(move, host=True)}


def everything(round_: Round) -> int:
    """Count the tiles of all zones."""
    zones = (*round_.masks, *round_.rest.dead, round_.rest.aside)
    return sum(mask.bit_count() for mask in zones) + len(round_.stock) + len(round_.layout)


# --- leaving ------------------------------------------------------------------------------------


def test_another_seat_leaves_and_the_turn_stays(hosted: Variant) -> None:
    """The seats keep their numbers, the tiles are accounted for, the mover is the same."""
    round_ = hosted.deal(4, seed=3)
    mover, other = round_.to_move or 0, ((round_.to_move or 0) + 2) % 4
    after = round_.host(f"leave@{other}")
    assert after.to_move == mover
    assert after.seats == 4
    assert len(after.hands[other]) == 0
    assert after.rest.aside == round_.masks[other]
    assert everything(after) == 28
    assert after.turn == round_.turn
    assert after.legal_moves == round_.legal_moves


def test_the_mover_leaves_and_the_next_is_to_move(set_up: SetUp) -> None:
    """The turn passes on, and the seat is passed over from then on."""
    rules = ["leave", "pass"]
    round_ = set_up("2-6", "2-2 1-6 1-1", "2-3 3-3", "3-4 0-4", "4-5 5-5", rules=rules)
    round_ = round_.play("2-2").host("leave")
    assert round_.to_move == 2
    round_ = round_.play("pass").play("pass").play("1-6")
    assert round_.to_move == 2, "seat 1 is passed over"


def test_a_leaver_is_written_with_the_seat_unless_it_is_to_move(hosted: Variant) -> None:
    """``leave@1`` is ``leave`` when seat 1 is to move."""
    round_ = hosted.deal(4, seed=3)
    mover = round_.to_move or 0
    assert round_.parse(f"leave@{mover}").notation == "leave"
    assert round_.parse(f"leave@{mover}") == round_.parse("leave")
    other = (mover + 1) % 4
    assert round_.parse(f"leave@0{other}").notation == f"leave@{other}"
    assert round_.host(f"leave@{mover}") == round_.host("leave")


def test_a_leaver_cannot_win(set_up: SetUp) -> None:
    """An empty place has the lowest count, but does not win; nor does going out follow."""
    round_ = set_up("2-6", "2-2 1-2", "3-3", "0-4", "5-5", rules=["leave"]).host("leave@1")
    assert round_.outcome is None
    over = round_.host("leave@3").play("2-2").play("x0-4")
    assert over.outcome is not None
    assert over.outcome.reason is EndReason.WENT_OUT
    assert over.outcome.counts == (3, 0, 4, 0)
    assert over.outcome.winners == (0,)


def test_the_last_one_left_wins(hosted: Variant) -> None:
    """The round is abandoned when one seat, or one side, is left."""
    round_ = hosted.deal(4, seed=3)
    for seat in (0, 1):
        round_ = round_.host(f"leave@{seat}")
    assert round_.outcome is None
    over = round_.host("leave@2")
    assert over.outcome is not None
    assert over.outcome.reason is EndReason.ABANDONED
    assert (over.outcome.winners, over.outcome.decided_by) == ((3,), "abandoned")
    assert over.outcome.points == (0, 0, 0, 1)
    assert str(over.outcome).startswith("seat 3 wins, by the others having left")


@pytest.mark.parametrize("by", ["winner", "sum"])
def test_the_last_side_left_wins(gaple: Variant, by: str) -> None:
    """With partners it takes both of a side to leave; a leaver's partner may still win."""
    round_ = gaple.with_rules("leave", f"partners:by={by}").deal(4, seed=3)
    one_left = round_.host("leave@0")
    assert one_left.outcome is None
    both_left = one_left.host("leave@2").outcome
    assert both_left is not None
    assert (both_left.reason, both_left.winners) == (EndReason.ABANDONED, (1, 3))
    alone = round_.host("leave@1").host("leave@3").outcome
    assert alone is not None
    assert alone.winners == (0, 2)
    pair = round_.host("leave@1").host("leave@0").host("leave@2").outcome
    assert pair is not None
    assert (pair.winners, pair.leader) == ((3,), 3)


def test_leaving_may_block_the_round(set_up: SetUp) -> None:
    """When the only hand with a tile that fits goes, the round is blocked at once."""
    round_ = set_up("2-6", "1-1", "3-3 4-4", "2-5", "5-5", rules=["leave", "pass"])
    over = round_.host("leave@2")
    assert over.outcome is not None
    assert (over.outcome.reason, over.outcome.winners) == (EndReason.BLOCKED, (0,))


def test_the_duty_to_open_passes_on(gaple: Variant, set_up: SetUp) -> None:
    """The opener leaves before opening: [0-0] is gone, so the next seat lays any tile."""
    round_ = gaple.with_rules("leave").deal(4, seed=3)
    after = round_.host("leave")
    assert after.to_move == ((round_.to_move or 0) + 1) % 4
    assert len(after.legal_moves) == 7
    # a double is still asked for after a won round, from the next who has one
    won_by_1 = set_up("0-0", "1-2", "1-1", "3-3", "4-4", rules=["leave"])
    hands = ["0-0 0-1 0-2 0-3 0-4 0-5 0-6", "1-1 2-2 1-2 1-3 1-4 1-5 1-6"]
    hands += ["2-3 2-4 2-5 2-6 3-4 3-5 3-6", "3-3 4-4 4-5 4-6 5-5 5-6 6-6"]
    later = gaple.with_rules("leave").deal(4, hands=hands, previous=[won_by_1]).host("leave")
    assert later.to_move == 3
    assert [str(move) for move in later.legal_moves] == ["3-3", "4-4", "5-5", "6-6"]


def test_a_leavers_tiles_stay_hidden(hosted: Variant) -> None:
    """Nobody but the leaver may know them, in views and samples; afterwards all is open."""
    round_ = hosted.deal(4, seed=3).host("leave@2")
    hidden = {str(tile) for tile in round_.start.hands[2]}
    for seat in (0, 1, 3, None):
        view = round_.view(seat)
        assert "aside:?,?,?,?,?,?,?" in view.position
        sampled = view.sample(random.Random(5))
        assert sampled.view(seat) == view
        assert sampled.rest.aside.bit_count() == 7
        assert sampled.rest.aside != round_.rest.aside
    own = round_.view(2).position
    assert all(tile in own for tile in hidden)
    again = tilerules.parse_position(str(round_.position)).view(0)
    assert "aside:?,?,?,?,?,?,?" in again.position
    assert again.sample(random.Random(5)).rest.aside != round_.rest.aside


# --- time and penalties -------------------------------------------------------------------------


def test_time_runs_for_the_player_to_move(hosted: Variant) -> None:
    """A fine of 11 points, and the move is still to be made."""
    round_ = hosted.deal(4, seed=3)
    mover = round_.to_move or 0
    late = round_.host("time")
    assert late.to_move == mover
    assert late.scored[mover] == -11
    assert late == round_.host(f"time@{mover}")
    other = (mover + 1) % 4
    assert codes(round_, f"time@{other}") == {"not-to-move"}
    assert late.legal_moves == round_.legal_moves


def test_time_may_cost_tiles(gaple: Variant) -> None:
    """From the stock, as many as there are."""
    rules = gaple.with_rules("time-limit:seconds=20,fine=0,tiles=2")
    round_ = rules.deal(5, seed=3)
    mover = round_.to_move or 0
    late = round_.host("time")
    assert len(late.hands[mover]) == 7
    assert late.stock == ()
    assert everything(late) == 28
    assert late.host("time").masks == late.masks
    assert "20 seconds" in str(rules.rulebook())


def test_a_penalty_is_given_to_any_seat(hosted: Variant, gaple: Variant) -> None:
    """Points are lost, or tiles taken from the stock."""
    round_ = hosted.deal(4, seed=3)
    other = ((round_.to_move or 0) + 1) % 4
    fined = round_.host(f"penalty:3@{other}")
    assert fined.scored[other] == -3
    assert fined.to_move == round_.to_move
    tiles = gaple.with_rules("penalty:unit=tiles").deal(5, seed=3)
    seat = ((tiles.to_move or 0) + 1) % 5
    assert len(tiles.host(f"penalty:1@{seat}").hands[seat]) == 6
    assert len(tiles.host(f"penalty:9@{seat}").hands[seat]) == 7


# --- host moves in general ----------------------------------------------------------------------


def test_host_moves_stand_outside_the_legal_moves(hosted: Variant) -> None:
    """They are never listed; explain and play agree about them, for the host and for players."""
    round_ = hosted.deal(4, seed=3)
    texts = ["leave", "time", "penalty:1", "penalty:0", "penalty:100"]
    texts += [f"{word}@{seat}" for word in texts for seat in (0, 1, 2, 3, 4)]
    for state in (round_, round_.play("0-0"), round_.host("leave@1"), round_.host("leave")):
        for text in texts:
            move = state.parse(text)
            assert move not in state.legal_moves
            assert "host-only" in {reason.code for reason in state.explain(move)}
            for own in (move, text, move.notation):
                with pytest.raises(IllegalMoveError, match="no player may"):
                    state.play(own)
            if state.explain(move, host=True):
                with pytest.raises(IllegalMoveError):
                    state.host(move)
            else:
                assert state.host(move) == state.host(text) == state.play(move, host=True)


def test_reasons_against_host_moves(hosted: Variant, gaple: Variant) -> None:
    """No such seat, gone already, a number out of range, no such rule, a round that is over."""
    round_ = hosted.deal(4, seed=3)
    assert codes(round_, "leave@4") == {"no-such-seat"}
    assert codes(round_.host("leave@1"), "penalty:3@1") == {"has-left"}
    assert codes(round_, "penalty:0") == {"wrong-number"}
    assert codes(gaple.deal(4, seed=3), "leave@1") == {"no-such-move"}
    over = round_.host("leave@0").host("leave@1").host("leave@2")
    assert codes(over, "leave@3") == {"round-over"}
    for garbled in ("leave:3", "penalty", "penalty:x", "time@", "leave@-1", "penalty:3@one"):
        with pytest.raises(InvalidNotationError):
            round_.host(garbled)


def test_host_moves_are_recorded(hosted: Variant) -> None:
    """Records, positions and pickles know them; the history shows them to everybody."""
    round_ = hosted.deal(4, seed=3).host("penalty:2@2").play("0-0").host("time").host("leave")
    assert [move.notation for move in round_.moves][-1] == "leave"
    loaded = tilerules.loads(tilerules.dumps(round_))
    assert isinstance(loaded, Round)
    assert loaded == round_
    assert loaded.moves == round_.moves
    assert tilerules.parse_position(str(round_.position)) == round_
    assert round_.view(0).moves == round_.moves


def test_with_host_moves_a_round_plays_on(hosted: Variant) -> None:
    """Random rounds with random host moves keep their tiles and come to an end."""
    rng = random.Random(9)
    reasons = set()
    for seed in range(60):
        round_ = hosted.deal(rng.choice((4, 5)), seed=seed)
        while round_.to_move is not None:
            text = rng.choice(("leave", "time", "penalty:1")) + f"@{rng.randrange(5)}"
            if rng.random() < 0.15 and not round_.explain(text, host=True):
                round_ = round_.host(text)
            else:
                round_ = round_.play(rng.choice(list(round_.legal_moves)))
            assert everything(round_) == 28
            gone = round_.rest.get("left", ())
            assert round_.to_move not in gone
        assert round_.outcome is not None
        assert not set(round_.outcome.winners) & set(gone)
        assert round_.outcome.leader not in gone
        reasons.add(round_.outcome.reason)
    assert reasons == {EndReason.WENT_OUT, EndReason.BLOCKED, EndReason.ABANDONED}
