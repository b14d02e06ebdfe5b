"""
Positions from outside: each is refused with its field named, or read and written again equal.
"""

from __future__ import annotations

import random
import re

import tilerules
from budgets import count
from property.registered import quick_variants
from tilerules import InvalidPositionError, Variant
from tilerules.play.position import FIELDS

RULES = ("table/leave", "table/time-limit", "table/partners")
WORDS = (
    "points:700,3,0,0",
    "points:5,5",
    "dead:0-0///",
    "idle:3",
    'turn:{"owed":1}',
    'turn:{"draws":1,"drawn":1}',
    'ext:{"left":[1]}',
    'ext:{"opening":1}',
    'ext:{"opened":[0]}',
    'ext:{"first-turns":3}',
)
"""Words of one game and another."""


def some_position(variant: Variant, rng: random.Random) -> str:
    """
    Play some moves of a round, with a rule of the table now and then.
    """
    if rng.random() < 0.5:
        rule = rng.choice(RULES)
        if rule != "table/partners" or 4 in variant.seats:
            variant = variant.with_rules(rule)
    state = variant.deal(rng.choice(variant.seats), seed=rng.randrange(1000))
    for _ in range(rng.randrange(40)):
        if state.outcome is not None:
            break
        state = state.play(rng.choice(list(state.legal_moves)))
    return str(state.position)


def mutated(text: str, rng: random.Random) -> str:
    """
    Change a number, or give, take or exchange a word.
    """
    way = rng.randrange(4)
    head, *words = text.split()
    if way == 0:
        numbers = list(re.finditer("[0-9]+", " ".join(words)))
        one, body = rng.choice(numbers), " ".join(words)
        return f"{head} {body[: one.start()]}{rng.randrange(14)}{body[one.end() :]}"
    if way == 1:
        words.remove(rng.choice(words))
    word = rng.choice(WORDS)
    if way == 2:
        words = [one for one in words if one.split(":")[0] != word.split(":")[0]]
    if way > 1:
        words.append(word)
    return " ".join([head, *words])


def test_mutated_positions() -> None:
    """
    What is read is written as it was typed, up to the order of words and tiles.
    """
    rng, read = random.Random(15), 0
    games = quick_variants()
    tries = count("mutated positions")
    for number in range(tries // 10):
        text = some_position(games[number % len(games)], rng)
        for _ in range(10):
            changed = mutated(text, rng)
            try:
                state = tilerules.parse_position(changed)
            except InvalidPositionError:
                continue
            read += 1
            written = str(state.position)
            assert state == tilerules.parse_position(written), changed
            kept = {word.split(":")[0] for word in written.split()[1:]}
            assert kept <= {word.split(":")[0] for word in changed.split()[1:]} <= {*FIELDS}
            if state.outcome is None:
                continue
            assert state.plan.seats == len(state.outcome.points)
    assert 0 < read < tries
