"""
What a person reads.
"""

from __future__ import annotations

from tilerules import Variant


def test_names_stand_with_the_labels_of_their_trains(game: Variant) -> None:
    """Moves call a train by its seat's number, so that whose it is must be seen with the names."""
    round_ = game.deal(["Ana", "Budi", "Player 3"], seed=1)
    for text in (str(round_), str(round_.view(0)), str(round_.view(None))):
        lines = [line.lstrip("> ") for line in text.splitlines()]
        assert any(line.startswith("0 Ana ") for line in lines)
        assert any(line.startswith("1 Budi ") for line in lines)
        assert any(line.startswith("2 Player 3 ") for line in lines)


def test_seats_without_names_are_called_as_their_trains(game: Variant) -> None:
    """``seat 1`` says which train it is by itself."""
    assert "> seat 1  " in str(game.deal(3, seed=1))
