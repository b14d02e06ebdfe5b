#!/usr/bin/env python3
"""
Write one readable round of every installed variant into tests/playthroughs/.

A test plays each round again and compares. When rules change on purpose, run

    .venv/bin/python tools/playthroughs.py [VARIANT ...]

and read what became different: it belongs in the changelog, with a higher rules version.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import tilerules
from tilerules import Round, Variant

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "playthroughs"

SEED = "playthrough"

LAZY_MOVES = 8
"""Where moves are too many to list, one of the first so many is chosen."""


def path_of(variant: Variant) -> Path:
    """
    Give the file of a variant.
    """
    return FOLDER / f"{variant.name}.txt"


def playthrough(variant: Variant) -> str:
    """
    Play a round and write it down: the deal, each move with the table after it, the result.
    """
    seats = variant.seats[(len(variant.seats) - 1) // 2]
    state = variant.deal(seats, seed=SEED)
    lines = [
        f"{variant.title}: {variant}@{variant.version}, {seats} seats, seed {SEED!r}",
        "",
        str(state),
        "",
    ]
    number = 0
    while state.to_move is not None:
        moves = list(islice(state.legal_moves, LAZY_MOVES if state.plan.is_lazy else None))
        # Not always the first one, which would lay low tiles on the left end for ever.
        move = moves[5 * number % len(moves)]
        number += 1
        after = state.play(move)
        choice = "the only move" if len(moves) == 1 else f"one of {len(moves)}"
        if state.plan.is_lazy and len(moves) == LAZY_MOVES:
            choice = f"one of {LAZY_MOVES} or more"
        lines.append(f"{number:3}. {state.names[state.to_move]}: {move}  ({choice})")
        if after.table != state.table:
            lines += [f"     {line}" for line in str(after.layout).splitlines()]
        state = after
    return "\n".join([*lines, "", str(state), *_result(state), ""])


def _result(state: Round) -> list[str]:
    """
    Say what came out, and what decided it.
    """
    outcome = state.outcome
    assert outcome is not None
    return [
        "",
        f"reason: {outcome.reason.value}",
        f"winners: {', '.join(map(str, outcome.winners)) or 'nobody'}",
        f"decided by: {outcome.decided_by or 'nothing, it is a tie'}",
        f"counts: {', '.join(map(str, outcome.counts))}",
        f"points: {', '.join(map(str, outcome.points))}",
    ]


def main(names: list[str]) -> int:
    """
    Write the files of the variants that are named, or of all.
    """
    variants = [tilerules.variant(name) for name in names] or tilerules.variants()
    for variant in variants:
        path_of(variant).write_text(playthrough(variant), encoding="utf-8")
        print(path_of(variant).relative_to(FOLDER.parents[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
