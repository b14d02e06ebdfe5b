"""
A process that plays every game there is; run as ``python -m sample_plugins.games``.

It prints as JSON what was played: every variant and preset to the end, and the beginning of every
variant with one house rule.
"""

from __future__ import annotations

import importlib.metadata
import json
import random
import warnings
from collections.abc import Iterator

import tilerules
from tilerules import NoEffectWarning, RandomBot, TilerulesError, Variant

__all__ = ["games"]

FEW = 6
"""How many moves are played of a variant with a house rule."""


def play(variant: Variant, most: int) -> list[str]:
    """
    Play a round at random, and give its moves.
    """
    bot = RandomBot(random.Random(1))
    round_ = variant.deal(variant.seats[-1], seed=1)
    while round_.to_move is not None and len(round_.moves) < most:
        round_ = round_.play(bot.choose(round_.view(round_.to_move)))
    return [move.notation for move in round_.moves]


def with_rules(variant: Variant) -> Iterator[Variant]:
    """
    Give a variant with each of its house rules that can stand alone.
    """
    for rule in variant.house_rules:
        try:
            with warnings.catch_warnings():
                # Some have no effect alone.
                warnings.simplefilter("ignore", NoEffectWarning)
                changed = variant.with_rules(rule)
            yield changed
        except TilerulesError:
            continue  # it needs another rule beside it


def games() -> dict[str, object]:
    """
    Play everything.
    """
    whole = [
        game
        for one in tilerules.variants()
        for game in (one, *(one.with_preset(preset.name) for preset in one.presets))
    ]
    begun = [game for one in tilerules.variants() for game in with_rules(one)]
    errors = [report for report in tilerules.default_registry().plugins if report.error]
    return {
        "pluggy": importlib.metadata.version("pluggy"),
        "attrs": importlib.metadata.version("attrs"),
        "errors": [f"{report.source}: {report.error}" for report in errors],
        "whole": {str(game): play(game, game.most_moves) for game in whole},
        "begun": {str(game): play(game, FEW) for game in begun},
    }


if __name__ == "__main__":
    print(json.dumps(games()))
