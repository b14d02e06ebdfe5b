"""
What the table obliges to can be read off the table, whatever was played.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import tilerules
from tilerules import Domino, Round, Variant

KEYS = [
    "mexican-train",
    "mexican-train+satisfy",
    "mexican-train+pagat",
    "mexican-train+pressman",
    "mexican-train+cardinal",
]

DUTIES = [
    "follow-up-on-double",
    "satisfy",
    "satisfy-first-laid",
    "satisfy-last-laid",
    "follow-up-then-satisfy",
    "foot",
    "none",
]


def open_doubles(round_: Round) -> set[tuple[str, int]]:
    """Find the uncovered doubles from the rows of the trains alone: label and number."""
    layout: Any = round_.variant.layout
    found = set()
    for train in round_.layout.trains:
        for end, line in zip(train.ends, train.lines, strict=True):
            if line and line[-1][0] == line[-1][1]:
                # With toes a double stays at the end of its row until the last one is laid.
                begun = sum(1 for other in train.lines[1:] if other[0][0] == line[-1][0])
                assert begun < layout.toes
                found.add((end.label, line[-1][0]))
    return found


def check(round_: Round, laid_by_now: list[str]) -> None:
    """Compare what the round keeps with what the rows say."""
    if not round_.table:
        return
    layout = round_.layout
    assert open_doubles(round_) == {(end.label, end.pips) for end in layout.open_doubles}
    # The order in which they lie open is the order in which they were laid.
    order = [str(Domino(end.pips, end.pips)) for end in layout.open_doubles]
    assert order == sorted(order, key=laid_by_now.index)
    for train in layout.trains:
        ends = {pips for line in train.lines for pips in line[-1:] and line[-1][1:]}
        assert {end.pips for end in train.ends} == (ends or {layout.engine.low})
    bound = round_.plan.layout
    assert round_.table == bound.load(bound.dump(round_.table))


def walk(variant: Variant, seats: int, seed: int) -> None:
    """Play a round by chance, and check every state."""
    rng = random.Random(f"{variant} {seats} {seed}")
    round_ = variant.deal(seats, seed=seed)
    laid: list[str] = []
    while round_.to_move is not None:
        check(round_, laid)
        before = round_
        round_ = round_.play(rng.choice(list(round_.legal_moves)))
        assert round_.move is not None
        if round_.move.tile is not None:
            laid.append(str(round_.move.tile))
        same_turn = round_.to_move == before.to_move and round_.turn.laid
        assert round_.turn.owed >= 0
        if round_.turn.owed:
            assert same_turn or round_.turn.drawn
    check(round_, laid)


@pytest.mark.parametrize("key", KEYS)
def test_presets(key: str) -> None:
    """Ends, doubles, their order and what is written follow from the rows, in every preset."""
    variant = tilerules.variant(key)
    for seed in range(6):
        walk(variant, variant.seats[seed % len(variant.seats)], seed)


@pytest.mark.parametrize("duty", DUTIES)
def test_duties(game: Variant, duty: str) -> None:
    """Likewise under every duty a double may bring."""
    variant = game.with_rules(f"doubles:duty={duty}")
    for seed in range(6):
        walk(variant, 2 + seed, seed)


def test_a_position_needs_no_further_state() -> None:
    """A round set up from its position has the same duties, moves and future."""
    variant = tilerules.variant("mexican-train+pagat")
    rng = random.Random(4)
    round_ = variant.deal(4, seed=4)
    while round_.to_move is not None:
        again = tilerules.parse_position(str(round_.position))
        assert round_ == again
        assert list(round_.legal_moves) == list(again.legal_moves)
        round_ = round_.play(rng.choice(list(round_.legal_moves)))
