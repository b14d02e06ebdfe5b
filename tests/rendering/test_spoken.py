"""
Moves, tables and results as sentences.
"""

from __future__ import annotations

import random

import attrs
import pytest

import tilerules
from tilerules import RandomBot, Round, Variant
from tilerules.layouts import Line
from tilerules.melds.layout import Melds
from tilerules.rendering import YOU, say_move, say_outcome, say_place, say_table
from tilerules.tiles import Domino
from tilerules.trains.reading import Train, TrainEnd, Trains

NAMES = (YOU, "Budi", "Caro", "Dewi")


def step(round_: Round, *moves: str) -> list[str]:
    """
    Play moves and say them to the first seat.
    """
    said = []
    for move in moves:
        after = round_.play(move)
        said.append(say_move(round_, after, 0))
        round_ = after
    return said


def round_of(*hands: str, rules: tuple[str, ...] = ()) -> Round:
    """
    Deal known hands of Gaple.
    """
    return tilerules.variant("gaple").with_rules(*rules).deal(NAMES, hands=hands, seed=1)


HANDS = (
    "0-0 1-2 1-3 1-4 1-5 1-6 2-2",
    "0-1 2-3 2-4 2-5 2-6 3-3 3-4",
    "3-5 3-6 4-4 4-5 4-6 5-5 5-6",
    "0-2 0-3 0-4 0-5 0-6 1-1 6-6",
)


def test_placing() -> None:
    """
    A tile is laid at an end; the listener is spoken to.
    """
    assert ["You lay 0-0.", "Budi lays 0-1 at the left end."] == (
        step(round_of(*HANDS), "0-0", "0-1")
    )


def test_face_down_tiles_are_named_to_their_owner_only() -> None:
    """
    What is laid face down is told to the one who lays it.
    """
    before = round_of(*HANDS).play("0-0").play("0-1")
    after = before.play("x4-5")

    assert "Caro lays a tile face down." == say_move(before, after, 0)
    assert "Caro lays 4-5 face down." == say_move(before, after, 2)
    assert "Caro lays a tile face down." == say_move(before, after, None)


def test_passing_and_host_moves() -> None:
    """
    Words alone are verbs; a host move is about the seat it names.
    """
    before = round_of(*HANDS, rules=("gaple/pass",)).play("0-0").play("0-1")

    assert "Caro passes." == say_move(before, before.play("pass"), 0)


def test_drawing() -> None:
    """
    A drawn tile is told to whoever drew it, and not before.
    """
    rule = ("gaple/draw", "gaple/hands:size=5")
    round_ = tilerules.variant("gaple").with_rules(*rule).deal(NAMES, seed=1)
    bot = RandomBot(random.Random(1))
    while "draw" not in [str(move) for move in round_.legal_moves]:
        round_ = round_.play(bot.choose(round_.view(round_.to_move)))
    seat = round_.to_move
    after = round_.play("draw")
    (tile,) = set(after.hands[seat or 0]) - set(round_.hands[seat or 0])

    assert f"draw {tile}." in say_move(round_, after, seat).replace("draws", "draw")
    assert "a tile." in say_move(round_, after, seat, planned=True)
    assert "a tile." in say_move(round_, after, None)


def test_only_single_moves() -> None:
    """
    Two rounds that are not one move apart are refused.
    """
    round_ = round_of(*HANDS)
    with pytest.raises(ValueError, match="by one move"):
        say_move(round_, round_)


@pytest.mark.parametrize("variant", tilerules.variants(), ids=lambda variant: variant.key)
def test_every_game_can_be_listened_to(variant: Variant) -> None:
    """
    Each move of each installed game is one sentence, and the table is one line.
    """
    round_ = variant.deal(variant.seats[0], seed=1)
    bot = RandomBot(random.Random(1))
    for _ in range(60):
        if round_.to_move is None:
            break
        after = round_.play(bot.choose(round_.view(round_.to_move)))
        said = say_move(round_, after, None)
        assert said.endswith(".")
        assert "\n" not in said + say_table(after.layout, after.names)
        round_ = after


def test_lines() -> None:
    """
    Of a line the ends are told.
    """
    assert "Nothing is laid." == say_table(Line(), NAMES)
    assert "The ends are 6 and 4." == say_table(Line(((6, 3), (3, 4))), NAMES)
    assert "at the right end" == say_place(Line(), "R", NAMES)


def test_trains() -> None:
    """
    Of trains the engine, the ends, the markers and uncovered doubles are told.
    """
    uncovered = TrainEnd("M", None, 5, Domino(5, 5), 0)
    trains = Trains(
        Domino(9, 9),
        (
            Train("0", 0, False, ((),), (TrainEnd("0", 0, 9, None),)),
            Train("1", 1, True, (((9, 4),),), (TrainEnd("1", 1, 4, Domino(4, 9)),)),
            Train("M", None, False, (((9, 5), (5, 5)),), (uncovered,)),
        ),
    )

    assert (
        "The engine is 9-9. Your train is not started. The train of Budi ends in 4, marked. "
        "The communal train ends in 5 (an uncovered double)."
    ) == say_table(trains, NAMES)
    assert "on the train of Budi" == say_place(trains, "1", NAMES)
    assert "on your train" == say_place(trains, "0", NAMES)
    assert "on the communal train" == say_place(trains, "M", NAMES)
    assert "Nothing is laid." == say_table(Trains(), NAMES)


def test_melds() -> None:
    """
    Of melds all are told.
    """
    assert "Nothing is laid." == say_table(Melds(), NAMES)


def test_other_layouts() -> None:
    """
    A layout nobody has taught to speak is told as it prints itself.
    """

    class Ring:
        def __str__(self) -> str:
            return "a ring\nof tiles"

    assert "a ring of tiles" == say_table(Ring(), NAMES)
    assert "at X" == say_place(Ring(), "X", NAMES)


def test_outcomes() -> None:
    """
    Winner and deciding step are told with the clause; a tie is called one.
    """
    score = tilerules.variant("gaple").score
    won = score({"A": "1-1", "B": "2-2"})
    yours = score({YOU: "1-1", "B": "2-2"})
    level = attrs.evolve(won, winners=(0, 1), decided_by=None)

    assert "A wins, by the lowest count (SL-17)." == say_outcome(won, ("A", "B"), "SL-17")
    assert "You win, by the lowest count." == say_outcome(yours, (YOU, "B"))
    assert "A and B are level: nothing decides between them." == say_outcome(level, ("A", "B"))
    assert "Nobody wins." == say_outcome(attrs.evolve(won, winners=()), ("A", "B"))
