"""
A turn made tile by tile.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable

import pytest

from tilerules import IllegalMoveError, InvalidNotationError, Round, RoundOverError, Variant
from tilerules.melds.turns import TurnBuilder

SetUp = Callable[..., Round]


@pytest.fixture
def start(set_up: SetUp) -> TurnBuilder:
    """The worked example TR-E14 with something more on the table."""
    return TurnBuilder.of(set_up("r7 k7 J | y1 y2 y3 y4 y5 y6", "b7 b8 b9 y3 r1", "k1"))


def test_step_by_step(start: TurnBuilder) -> None:
    """Tiles are put down and taken up until nothing is wrong; then there is a move."""
    turn = start.put("b7", 2).take("J", 2)
    assert "J" == str(turn.loose)
    assert {"vanished"} == {reason.code for reason in turn.problems}
    turn = turn.put("b8 b9")
    assert {"vanished", "meld-too-short"} == {reason.code for reason in turn.problems}
    turn = turn.put("J", 3)
    assert () == turn.problems
    assert "y1 y2 y3 y4 y5 y6 | b8 b9 J(b10) | r7 k7 b7" == turn.finish().notation
    assert isinstance(turn.start, Round)
    after = turn.start.play(turn.finish())
    assert "r1 y3" == str(after.hands[0])


def test_split_and_shift(start: TurnBuilder) -> None:
    """A run is split around the second copy of a tile."""
    turn = start.split(1, 3).put("y3", 3)
    assert () == turn.problems
    assert "y1 y2 y3 | y3 y4 y5 y6 | r7 k7 J(y7)" == turn.finish().notation
    moved = start.shift("y6", 1).put("b7", 2)
    assert ("y6",) == moved.melds[-1]
    assert ["meld-too-short"] == [reason.code for reason in moved.problems]
    assert moved.shift("y6", 3, 1).melds == start.put("b7", 2).melds
    assert start is start.shift("y6", 1, 1)


def test_shift_goes_to_the_meld_that_is_named(set_up: SetUp) -> None:
    """Where the meld that is left becomes equal to the other one, too."""
    turn = TurnBuilder.of(set_up("r1 r2 r3 | r1 r2 r3 r4", "r9", "k1"))
    moved = turn.shift("r4", 2, 1)
    assert [("r1", "r2", "r3", "r4"), ("r1", "r2", "r3")] == list(moved.melds)
    with pytest.raises(InvalidNotationError):
        turn.shift("r4", 2, 3)


def test_emptied_melds_are_gone(start: TurnBuilder) -> None:
    """A meld that is moved away leaves no gap in the numbers."""
    turn = start.put("b8").put("b9")
    assert 4 == len(turn.melds)
    assert 3 == len(turn.shift("b8", 3, 4).melds)
    assert ("b9", "b8") == turn.shift("b8", 3, 4).melds[2]


def test_undo_and_reset(start: TurnBuilder) -> None:
    """Each step can be undone; a step of two parts is one."""
    one = start.put("b7", 2)
    two = one.shift("J", 2)
    assert two.undo() == one
    assert two.undo().undo() == start
    assert start.undo() is start
    assert start == two.reset()
    assert start.before is None


def test_own_tiles_go_back_to_the_hand(start: TurnBuilder) -> None:
    """What came from the hand may go back there, what lay on the table may not."""
    turn = start.put("b8 b9 b7").take("b9", 3)
    assert "r1 y3 b9" == str(turn.hand)
    assert not turn.loose
    other = start.take("y6", 1)
    assert "y6" == str(other.loose)
    assert start.hand == other.hand


def test_jokers_keep_what_they_stand_for(set_up: SetUp) -> None:
    """A joker that makes a run stands for one tile from then on; it may be told which."""
    start = TurnBuilder.of(set_up("", "b8 b9 J k5 J b7 r5", "k1"))
    run = start.put("b8 b9").put("J", 1)
    assert ("b8", "b9", "J(b10)") == run.melds[0]
    told = start.put("b8 b9").put("J(b7)", 1)
    assert ("J(b7)", "b8", "b9") == told.melds[0]
    unclear = start.put("k5 J J")
    assert ["joker-unclear"] == [r.code for r in unclear.problems if "unclear" in r.code]
    assert "k5 J(r5) J(y5)" in str(unclear.problems[0])
    assert () == unclear.put("r5", 1).problems
    assert ("r5", "k5", "J", "J") == unclear.put("r5", 1).melds[0]


def test_taking_one_of_two_jokers(set_up: SetUp) -> None:
    """Of two jokers the one that is named goes."""
    start = TurnBuilder.of(set_up("J b6 b7 J", "k1", "k2"))
    assert ("J(b5)", "b6", "b7", "J(b8)") == start.melds[0]
    assert ("b6", "b7", "J(b8)") == start.take("J(b5)", 1).melds[0]
    assert ("J(b5)", "b6", "b7") == start.take("J(b8)", 1).melds[0]


def test_taking_either_joker_leaves_a_meld(set_up: SetUp) -> None:
    """Where it is not said which of two jokers goes, it is one without which there is a meld."""
    after, before = "r8 r9 J(r10) J(r11)", "J(k3) J(k4) k5 k6"
    start = TurnBuilder.of(set_up(after, "k1", "k2"))
    assert ("r8", "r9", "J(r10)") == start.take("J", 1).melds[0]
    start = TurnBuilder.of(set_up(before, "k1", "k2"))
    assert ("J(k4)", "k5", "k6") == start.take("J", 1).melds[0]


def test_a_group_of_jokers_takes_any_colour(set_up: SetUp) -> None:
    """What the jokers of a group are written as is not kept, so each missing tile fits in."""
    start = TurnBuilder.of(set_up("b7 J(r7) J(y7)", "r7 y7 b8 r9", "k1"))
    assert () == start.put("r7", 1).problems
    assert () == start.put("y7", 1).problems
    assert ["meld-number-mismatch"] == [reason.code for reason in start.put("b8", 1).problems]
    paid = start.put("r7 y7", 1).take("J", 1)
    assert ("r7", "y7", "b7", "J") == paid.melds[0]


def test_finish_refuses(start: TurnBuilder) -> None:
    """An unfinished turn gives no move, but every reason."""
    with pytest.raises(IllegalMoveError) as caught:
        start.finish()
    assert ["nothing-laid"] == [reason.code for reason in caught.value.reasons]
    assert caught.value.reasons == start.problems


IMPOSSIBLE: dict[str, Callable[[TurnBuilder], object]] = {
    "not held": lambda turn: turn.put("k9"),
    "held once": lambda turn: turn.put("b7 b7"),
    "no tile": lambda turn: turn.put("q1"),
    "nothing": lambda turn: turn.put(""),
    "no such meld": lambda turn: turn.put("b7", 3),
    "no meld 0": lambda turn: turn.put("b7", 0),
    "not in the meld": lambda turn: turn.take("b7", 1),
    "nothing to take of": lambda turn: turn.take("y6", 9),
    "nothing before": lambda turn: turn.split(1, 0),
    "nothing after": lambda turn: turn.split(1, 6),
    "nowhere to": lambda turn: turn.shift("y6", 1, 7),
    "no tiles at all": lambda turn: turn.put(None),  # type: ignore[arg-type]
    "a number for tiles": lambda turn: turn.take(5, 1),  # type: ignore[arg-type]
    "a meld by text": lambda turn: turn.put("b7", "1"),  # type: ignore[arg-type]
    "no whole number": lambda turn: turn.split(1, 1.5),  # type: ignore[arg-type]
    "true is no number": lambda turn: turn.take("y6", True),
}


@pytest.mark.parametrize("name", sorted(IMPOSSIBLE))
def test_impossible_steps(start: TurnBuilder, name: str) -> None:
    """What cannot be done is refused, and changes nothing."""
    before = start.melds
    with pytest.raises(InvalidNotationError):
        IMPOSSIBLE[name](start)
    assert before == start.melds


def test_hints(start: TurnBuilder, set_up: SetUp) -> None:
    """A hint says which melds to make and where their tiles come from; it can be laid at once."""
    hint = [str(step) for step in start.hint()]
    assert any("from the hand" in step or "from r7" in step or "the hand" in step for step in hint)
    best = start.best()
    assert () == best.problems
    assert "r1" == str(best.hand)
    assert start == best.undo()
    nothing = TurnBuilder.of(set_up("", "r1 k5", "k1"))
    assert () == nothing.hint()
    assert nothing is nothing.best()


def test_from_a_view(rummy: Variant, set_up: SetUp) -> None:
    """A player builds a turn from what the seat sees, on its turn only."""
    round_ = set_up("r1 r2 r3", "r4 k9", "k1")
    turn = TurnBuilder.of(round_.view(0)).put("r4", 1)
    assert "r1 r2 r3 r4" == turn.finish().notation
    assert turn.start.hands[1] is None
    assert turn.reset() == TurnBuilder.of(round_.view(0))
    with pytest.raises(IllegalMoveError):
        TurnBuilder.of(round_.view(1))
    over = set_up("r1 r2 r3", "r4", "k1").play("r1 r2 r3 r4")
    with pytest.raises(RoundOverError):
        TurnBuilder.of(over)


def test_it_can_be_read(start: TurnBuilder) -> None:
    """Melds are numbered, unfinished ones marked, loose tiles and the hand told."""
    text = str(start.put("b8 b9").take("J", 2))
    assert text.splitlines() == [
        "1: y1 y2 y3 y4 y5 y6",
        "2: r7 k7  (no meld yet)",
        "3: b8 b9  (no meld yet)",
        "loose: J",
        "hand: r1 y3 b7",
    ]
    assert "y1 y2 y3 y4 y5 y6 | r7 k7 J" in repr(start)


def test_from_a_view_that_was_sent(rummy: Variant) -> None:
    """A view from another process builds the same turns, and its moves are legal at home."""
    rng = random.Random(3)
    round_ = rummy.deal(2, seed=3)
    laid = 0
    for _ in range(30):
        view = round_.view(round_.to_move)
        sent = pickle.loads(pickle.dumps(view))
        best = TurnBuilder.of(sent).best()
        assert TurnBuilder.of(view).best().melds == best.melds
        assert TurnBuilder.of(round_).best().melds == best.melds
        if best.before is not None:
            laid += 1
            round_ = round_.play(best.finish())
        else:
            drawn = sent.legal_moves.draw(rng)
            round_ = round_.play(drawn)
        if round_.to_move is None:
            break
    assert laid
