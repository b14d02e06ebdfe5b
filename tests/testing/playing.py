"""
Moves as text: what tests of the games write.
"""

from __future__ import annotations

from tilerules import Round

__all__ = ["moves", "play"]


def moves(round_: Round) -> list[str]:
    """
    Give the legal moves in notation.
    """
    return [move.notation for move in round_.legal_moves]


def play(round_: Round, *texts: str) -> Round:
    """
    Play several moves; those of the host as the host.
    """
    for text in texts:
        round_ = round_.host(text)
    return round_
