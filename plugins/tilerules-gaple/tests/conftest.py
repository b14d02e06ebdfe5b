"""
The game, and tables set up by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

import tilerules
from tilerules import Match, Round, Variant

SetUp: TypeAlias = Callable[..., Round]


@pytest.fixture(scope="session")
def gaple() -> Variant:
    """The game without house rules."""
    return tilerules.variant("gaple")


@pytest.fixture(scope="session")
def set_up(gaple: Variant) -> SetUp:
    """
    Give a function that sets a round up: the line, the hands, what else matters.

    Tiles that are named nowhere are out of play, so that a table can be small.
    """

    def make(
        line: str,
        *hands: str,
        to_move: int = 0,
        dead: Sequence[str] = (),
        stock: str = "",
        rules: Sequence[str] = (),
        more: str = "",
    ) -> Round:
        variant = gaple.with_rules(*rules)
        tile_set = variant.tiles
        buried = list(dead) + [""] * (len(hands) - len(dead))
        left = tile_set.full
        for tiles in (*hands, *buried, line, stock):
            left &= ~tile_set.mask(tiles)

        def write(text: str) -> str:
            return ",".join(map(str, tile_set.read(text)))

        fields = {
            "seats": str(len(hands)),
            "move": str(to_move),
            "hands": "/".join(map(write, hands)),
            "dead": "/".join(map(write, buried)) if any(buried) else "",
            "stock": write(stock),
            "aside": ",".join(map(str, tile_set.bag(left))),
            "layout": line,
        }
        words = [f"{key}:{value}" for key, value in fields.items() if value]
        spec = ";".join([f"gaple@{variant.version}", *map(str, variant.applied)])
        return tilerules.parse_position(" ".join([spec, *words, more]))

    return make


@pytest.fixture(scope="session")
def finish() -> Callable[[Round], Round]:
    """Give a function that plays a round to its end, always the first legal move."""

    def play(round_: Round) -> Round:
        while round_.to_move is not None:
            round_ = round_.play(next(iter(round_.legal_moves)))
        return round_

    return play


@pytest.fixture(scope="session")
def finish_match(finish: Callable[[Round], Round]) -> Callable[[Match], Match]:
    """Give a function that plays the current round of a match to its end."""

    def play(match: Match) -> Match:
        for move in finish(match.round).moves[len(match.round.moves) :]:
            match = match.play(move)
        return match

    return play
