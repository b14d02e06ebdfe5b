"""Rounds make a match: when it is over, and who leads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tilerules.scorers import (
    HALF,
    FirstTo,
    HighestTotal,
    Length,
    LowestThenRoundsWon,
    LowestTotal,
    MostRoundsWon,
    RoundPerDouble,
    Rounds,
    Standing,
)


def won(*winners: int) -> Any:
    """Make the outcome of a round; without a winner a tie of all."""
    return SimpleNamespace(winners=winners or (0, 1, 2), is_tie=len(winners) != 1)


@pytest.mark.parametrize(
    ("length", "rounds", "totals", "is_over"),
    [
        (Rounds(2), 1, (9, 0, 0), False),
        (Rounds(2), 2, (0, 0, 0), True),
        (FirstTo(10), 1, (9, 0, 3), False),
        (FirstTo(10), 1, (0, 0, 10), True),
        (FirstTo(10, most=3), 2, (9, 0, 0), False),
        (FirstTo(10, most=3), 3, (9, 0, 0), True),
        (RoundPerDouble(7), 6, (0, 0, 0), False),
        (RoundPerDouble(7), 7, (0, 0, 0), True),
        (RoundPerDouble(7, HALF), 3, (0, 0, 0), False),
        (RoundPerDouble(7, HALF), 4, (0, 0, 0), True),
        (RoundPerDouble(7, 2), 1, (0, 0, 0), False),
        (RoundPerDouble(7, 2), 2, (0, 0, 0), True),
    ],
)
def test_length(length: Length, rounds: int, totals: tuple[int, ...], is_over: bool) -> None:
    """A match is over after its rounds, or when a total is reached."""
    assert is_over == length.is_over([won(0)] * rounds, totals)


OUTCOMES = [won(0), won(1), won(1), won()]
TOTALS = (12, 5, 5)


@pytest.mark.parametrize(
    ("standing", "keys"),
    [
        (HighestTotal(), [(-12,), (-5,), (-5,)]),
        (LowestTotal(), [(12,), (5,), (5,)]),
        (MostRoundsWon(), [(-1, -12), (-2, -5), (0, -5)]),
        (MostRoundsWon(lowest=True), [(-1, 12), (-2, 5), (0, 5)]),
        (LowestThenRoundsWon(), [(12, -1), (5, -2), (5, 0)]),
    ],
)
def test_standing(standing: Standing, keys: list[tuple[int, ...]]) -> None:
    """The lowest key leads; a tie wins nobody a round, and every key has its code."""
    assert keys == [standing.keys(OUTCOMES, TOTALS, seat) for seat in range(3)]
    assert len(keys[0]) == len(standing.codes)


@pytest.mark.parametrize(
    ("length", "sentence"),
    [
        (Rounds(1), "A match is a single round; if it is undecided, those who are level share"),
        (Rounds(4), "A match is 4 rounds."),
        (FirstTo(1), "The match ends when somebody has 1 point."),
        (
            FirstTo(50, 3),
            "The match ends when somebody has 50 points, after 3 rounds at the latest.",
        ),
        (RoundPerDouble(7), "A match is 7 rounds, one for each double."),
        (RoundPerDouble(7, HALF), "A match is 4 rounds, for half of the 7 doubles."),
        (RoundPerDouble(7, 1), "A match is a single round."),
        (RoundPerDouble(7, 3), "A match is 3 rounds."),
    ],
)
def test_words(length: Length, sentence: str) -> None:
    """The rule book says how long a match is."""
    (told,) = length.describe()

    assert str(told).startswith(sentence)
