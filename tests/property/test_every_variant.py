"""
Every installed variant, preset and house rule keeps what the library promises.

The questions are those of the conformance kit that plugin authors use.
"""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

from budgets import count
from property.registered import house_rules, ids, is_lazy, presets, settings_of, variants
from tilerules import HouseRule, InvalidDealError, TilerulesError, Variant, default_registry
from tilerules.rulesets import BoundRule
from tilerules.testing import check_house_rule, check_variant
from tilerules.testing.lookup import applied
from tilerules.testing.subjects import pick

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = [(variant, bound) for variant in variants() for bound in settings_of(variant)]


def setting_ids(value: Variant | BoundRule | HouseRule) -> str:
    """
    Name what a test is about.
    """
    return str(value)


def test_every_plugin_of_the_repository_is_there() -> None:
    """
    Nothing is passed over because it is not installed or could not be loaded.
    """
    folders = {path.parents[2].name for path in ROOT.glob("plugins/*/src/*/__init__.py")}
    loaded = {one.source.distribution for one in default_registry().plugins if one.is_loaded}

    assert folders <= loaded
    assert variants()


@pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)
def test_variant(variant: Variant) -> None:
    """
    A variant, or a published list of house rules on one, for few, some and many seats.
    """
    if is_lazy(variant):
        # Late in a round, when much lies on the table, a single state may take seconds.
        check_variant(variant, seeds=(1,), max_moves=16)
    else:
        few = {variant.seats[0], variant.seats[len(variant.seats) // 2], variant.seats[-1]}
        check_variant(variant, seeds=range(1 if variant.preset else 2), seats=sorted(few))


@pytest.mark.slow
@pytest.mark.parametrize("variant", [one for one in variants() if is_lazy(one)], ids=ids)
def test_whole_round_where_moves_are_searched_for(variant: Variant) -> None:
    """
    Of a game whose moves are too many to list, one round from the deal to its end.
    """
    check_variant(variant, seeds=(1,), seats=variant.seats[0])


@pytest.mark.parametrize(("variant", "rule"), house_rules(), ids=setting_ids)
def test_house_rule(variant: Variant, rule: HouseRule) -> None:
    """
    A house rule as data, and its order beside each rule that comes after it.
    """
    rules = variant.house_rules
    later = rules[rules.index(rule) + 1 :]

    check_house_rule(rule, variant, seeds=(), beside=later)


def some_seats(variant: Variant, number: int) -> int:
    """
    Choose a number of seats for which there is a deal, another one each time.
    """
    counts = variant.seats
    for at in range(len(counts)):
        seats = counts[(number + at) % len(counts)]
        try:
            variant.deal(seats, seed=number)
        except InvalidDealError:
            continue
        return seats
    pytest.fail(f"{variant} cannot be dealt with seed {number}")


@pytest.mark.parametrize(("variant", "bound"), SETTINGS, ids=setting_ids)
def test_setting(variant: Variant, bound: BoundRule) -> None:
    """
    A variant with one house rule, by its defaults or with one parameter at a limit.
    """
    changed = applied(variant, bound)
    number = SETTINGS.index((variant, bound))

    most = 4 if is_lazy(variant) else None
    check_variant(changed, seeds=(number,), seats=some_seats(changed, number), max_moves=most)


@pytest.mark.parametrize("variant", variants(), ids=ids)
def test_pairs_of_house_rules_can_be_played(variant: Variant) -> None:
    """
    Two house rules that are not refused together make a game that can be played to its end.
    """
    pairs = list(combinations(variant.house_rules, 2))
    rng = random.Random(variant.name)
    most: int | None
    tries, most = count("pairs of house rules"), None
    if is_lazy(variant):
        tries, most = count("pairs of house rules, moves searched for"), 12
    for one, other in rng.sample(pairs, min(len(pairs), tries)):
        try:
            changed = applied(variant, one, other)
            state = changed.deal(changed.seats[0], seed=0)
        except TilerulesError:
            continue  # refused together, or not for so many seats
        for _ in range(most or changed.most_moves):
            move = pick(state, rng.randrange(1000))
            if move is None:
                break
            state = state.play(move)
        assert most or state.outcome is not None, f"{changed} does not end: {state.position}"
