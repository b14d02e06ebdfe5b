#!/usr/bin/env python3
"""
Play a whole game of each installed variant, and print it with its result and why.

Arguments name variants; without any, all installed ones are played. The first round of a match
is shown move by move, the others in a line each.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import pairwise

import tilerules
from tilerules import Bot, Match, RandomBot, Round, Variant
from tilerules.errors import UnknownVariantError
from tilerules.play import LazyMoves, PlayoutBot
from tilerules.rendering import fill, say_outcome

NAMES = ("Ana", "Budi", "Caro", "Dewi", "Emil", "Fitri", "Gita", "Hadi", "Ines", "Jaya")
SEED = 18
"""One with which no match takes long."""
LONG = 12
"""A notation longer than this, such as a whole table of melds, is not shown."""


def show(text: str) -> None:
    """
    Print a text, wrapped.
    """
    print(fill(text), flush=True)


def played(match: Match, bot: Bot) -> Match:
    """
    Play the round that is going on to its end.
    """
    while match.round.to_move is not None:
        match = match.play(bot.choose(match.round.view(match.round.to_move)))
    return match


def moves(round_: Round) -> str:
    """
    Write the moves of a round, each player's own after the name.
    """
    words = []
    last = None
    for before, after in pairwise(round_.states):
        move = str(after.move)
        if len(move) > LONG:
            laid = before.plan.layout.tiles(after.table) & ~before.plan.layout.tiles(before.table)
            bag = tilerules.TileBag(before.plan.tile_set, laid)
            move = "+".join(map(str, bag))
        if before.to_move != last and before.to_move is not None:
            # A name stays with its first move.
            move = f"{before.names[before.to_move]}:\u00a0{move}"
        words.append(move)
        last = before.to_move
    return " ".join(words)


def why(round_: Round) -> str:
    """
    Say who won a round, why, and what was counted.
    """
    outcome = round_.outcome
    if outcome is None:
        return "The round is not over."
    clause = round_.variant.clauses.get(outcome.decided_by or "", "")
    said = say_outcome(outcome, round_.names, clause)
    counts = ", ".join(
        f"{name} {count}" for name, count in zip(round_.names, outcome.counts, strict=True)
    )
    return f"{said} {outcome.reason.value.replace('_', ' ').capitalize()}; counted: {counts}."


def totals(match: Match) -> str:
    """
    Write the totals of a match so far.
    """
    return ", ".join(
        f"{name} {total}" for name, total in zip(match.names, match.totals, strict=True)
    )


def demonstrate(variant: Variant) -> None:
    """
    Play a match and print it.
    """
    seats = 4 if 4 in variant.seats else variant.seats[0]
    match = variant.match(NAMES[:seats], seed=SEED)
    # Where moves are too many to list, chance takes long to find an end.
    is_lazy = isinstance(match.round.legal_moves, LazyMoves)
    bot: Bot = (PlayoutBot if is_lazy else RandomBot)(random.Random(SEED))
    show(f"{variant.title} ({variant.key}), {seats} players")
    show("=" * 60)
    show(str(match.round))
    show("")
    match = played(match, bot)
    show(moves(match.round))
    show("")
    show(str(match.round).rpartition("\n")[0])
    show(why(match.round))
    while match.outcome is None:
        match = played(match.next_round(), bot)
        round_ = match.round
        show(f"Round {len(match.rounds)}, {len(round_.moves)} moves: {why(round_)}")
        show(f"  Totals: {totals(match)}.")
    if len(match.rounds) > 1:
        show(f"{match.outcome}.")
    show("")


def main(keys: Sequence[str]) -> int:
    """
    Demonstrate variants.
    """
    try:
        variants = [tilerules.variant(key) for key in keys] or tilerules.variants()
    except UnknownVariantError as error:
        print(f"demo: {error}", file=sys.stderr)
        return 2
    for variant in variants:
        demonstrate(variant)
    return 0 if variants else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
