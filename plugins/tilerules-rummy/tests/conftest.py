"""
The game, tables set up by hand, and a player who knows what is best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

import tilerules
from tilerules import Match, Round, Variant
from tilerules.melds.turns import TurnBuilder

SetUp: TypeAlias = Callable[..., Round]


@pytest.fixture(scope="session")
def rummy() -> Variant:
    """The game without house rules."""
    return tilerules.variant("rummy")


@pytest.fixture(scope="session")
def set_up(rummy: Variant) -> SetUp:
    """
    Give a function that sets a round up: the table, the hands, what else matters.

    Everybody has opened unless told otherwise. Tiles that are named nowhere are out of play,
    so that a stock can be small.
    """

    def make(
        table: str,
        *hands: str,
        to_move: int = 0,
        opened: Sequence[int] | None = None,
        stock: str = "",
        idle: int = 0,
        rules: Sequence[str] = (),
        preset: str = "",
    ) -> Round:
        variant = rummy.with_preset(preset) if preset else rummy
        variant = variant.with_rules(*rules) if rules else variant
        tile_set = variant.tiles
        left = tile_set.full
        layout = variant.plan(len(hands)).layout.load(table)
        for tiles in (*(tile for meld in layout for tile in meld.tiles), *hands, stock):
            left &= ~tile_set.mask(tiles if isinstance(tiles, str) else [tiles], within=left)

        def write(text: str) -> str:
            return ",".join(map(str, tile_set.read(text)))

        seats = range(len(hands)) if opened is None else opened
        fields = {
            "seats": str(len(hands)),
            "move": str(to_move),
            "hands": "/".join(map(write, hands)),
            "stock": write(stock),
            "aside": ",".join(map(str, tile_set.bag(left))),
            "layout": variant.plan(len(hands)).layout.dump(layout),
            "idle": str(idle) if idle else "",
            "ext": f'{{"opened":[{",".join(map(str, seats))}]}}' if seats else "",
        }
        words = [f"{key}:{value}" for key, value in fields.items() if value]
        spec = ";".join([f"{variant.key}@{variant.version}", *map(str, variant.applied)])
        return tilerules.parse_position(" ".join([spec, *words]))

    return make


def _best(round_: Round) -> Round:
    """Play the best move there is, or draw, or pass."""
    turn = TurnBuilder.of(round_).best()
    if turn.before is not None:
        return round_.play(turn.finish())
    return round_.play("pass" if round_.explain("draw") else "draw")


@pytest.fixture(scope="session")
def finish() -> Callable[[Round], Round]:
    """Give a function that plays a round to its end, the best move in each turn."""

    def play(round_: Round) -> Round:
        while round_.to_move is not None:
            round_ = _best(round_)
        return round_

    return play


@pytest.fixture(scope="session")
def finish_match(finish: Callable[[Round], Round]) -> Callable[[Match], Match]:
    """Give a function that plays a match to its end, or so many rounds of it."""

    def play(match: Match, rounds: int = 1000) -> Match:
        while True:
            match = _with_round(match, finish(match.round))
            if match.outcome is not None or len(match.rounds) >= rounds:
                return match
            match = match.next_round()

    return play


def _with_round(match: Match, round_: Round) -> Match:
    for move in round_.moves[len(match.round.moves) :]:
        match = match.play(move)
    return match
