"""
The game, and tables set up by hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest

import tilerules
from tilerules import Match, Round, Variant

SetUp: TypeAlias = Callable[..., Round]

POSITION_P = "12-12;0=12-5;1*=12-9;3*="
"""A's train ends 5; B's ends 9 and is marked; C's and D's are not started, D's is marked."""


@pytest.fixture(scope="session")
def game() -> Variant:
    """The game without house rules."""
    return tilerules.variant("mexican-train")


@pytest.fixture(scope="session")
def set_up() -> SetUp:
    """
    Give a function that sets a round up: the trains, the hands, what else matters.

    Tiles that are named nowhere are out of play, so that a table can be small.
    """

    def make(
        trains: str,
        *hands: str,
        to_move: int = 0,
        stock: str = "",
        rules: Sequence[str] = (),
        preset: str = "",
        more: str = "",
    ) -> Round:
        key = f"mexican-train+{preset}" if preset else "mexican-train"
        variant = tilerules.variant(key).with_rules(*rules)
        tile_set = variant.tiles
        layout = variant.plan(len(hands)).layout
        left = tile_set.full & ~layout.tiles(layout.load(trains))
        for tiles in (*hands, stock):
            left &= ~tile_set.mask(tiles)

        def write(text: str) -> str:
            return ",".join(map(str, tile_set.read(text)))

        fields = {
            "seats": str(len(hands)),
            "move": str(to_move),
            "hands": "/".join(map(write, hands)),
            "stock": write(stock),
            "aside": ",".join(map(str, tile_set.bag(left))),
            "layout": trains,
        }
        words = [f"{name}:{value}" for name, value in fields.items() if value]
        spec = ";".join([f"{key}@{variant.version}", *map(str, variant.applied)])
        return tilerules.parse_position(" ".join([spec, *words, more]))

    return make


@pytest.fixture(scope="session")
def position_p(set_up: SetUp) -> SetUp:
    """Give a function that sets position P of the worked examples up; A, seat 0, is to move."""

    def make(
        hand: str,
        *,
        b: str = "1-1 2-9",
        c: str = "10-10 10-11",
        d: str = "11-11 3-10",
        stock: str = "0-2 0-6 0-10",
        trains: str = POSITION_P,
        to_move: int = 0,
        rules: Sequence[str] = (),
        preset: str = "",
        more: str = "",
    ) -> Round:
        return set_up(
            trains,
            hand,
            b,
            c,
            d,
            stock=stock,
            to_move=to_move,
            rules=rules,
            preset=preset,
            more=more,
        )

    return make


@pytest.fixture(scope="session")
def finish() -> Callable[..., Round]:
    """Give a function that plays a round to its end: by chance, or always the first move."""

    def play(round_: Round, rng: random.Random | None = None) -> Round:
        while round_.to_move is not None:
            moves = list(round_.legal_moves)
            round_ = round_.play(moves[0] if rng is None else rng.choice(moves))
        return round_

    return play


@pytest.fixture(scope="session")
def finish_match(finish: Callable[..., Round]) -> Callable[..., Match]:
    """Give a function that plays a match to its end."""

    def play(match: Match, rng: random.Random | None = None) -> Match:
        while True:
            for move in finish(match.round, rng).moves[len(match.round.moves) :]:
                match = match.play(move)
            if match.outcome is not None:
                return match
            match = match.next_round()

    return play


@pytest.fixture(scope="session")
def scripted_match() -> Callable[..., Match]:
    """
    Give a function that plays a match of given hands, a round each.

    In each round somebody holds one tile, begins with it, and so is out; the others keep all.
    """

    def play(variant: Variant, *rounds: Sequence[str]) -> Match:
        variant = variant.with_rules(f"rounds:rounds={len(rounds)}")
        previous: tuple[Round, ...] = ()
        for hands in rounds:
            deals = (
                variant.deal(len(hands), hands=hands, seed=seed, previous=previous)
                for seed in range(40)
            )
            out = next(seat for seat, hand in enumerate(hands) if len(hand.split()) == 1)
            round_ = next(deal for deal in deals if deal.to_move == out)
            previous = (*previous, round_.play(f"{hands[out]}@{out}"))
        return Match(variant, 1, previous)

    return play
