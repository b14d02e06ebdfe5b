"""
Same version, variant, options and seed: the same bytes in any process.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys

import pytest

import tilerules
from property.registered import ids, is_lazy, played_by_default, presets, variants
from testing.sound import DEAD, SOUND
from tilerules import InvalidDealError, Variant
from tilerules.testing.lookup import OneVariant
from tilerules.testing.processes import hash_seed_differences
from tilerules.testing.walks import GlobalRandomError, no_global_random, trace


def jobs() -> list[tuple[Variant, int, int | str, int]]:
    """
    Give a round of every variant, preset and house rule by its defaults.
    """
    found: list[tuple[Variant, int, int | str, int]] = []
    for at, variant in enumerate(played_by_default()):
        for seats in variant.seats:
            try:
                variant.deal(seats, seed=at)
            except InvalidDealError:
                continue
            found.append((variant, seats, at, 8 if is_lazy(variant) else 60))
            break
    return found


@pytest.mark.slow
def test_processes_agree() -> None:
    """
    Rounds, records, views and rule books are the same under three hash seeds, while every
    function of the global random generator raises.
    """
    different = list(hash_seed_differences(jobs()))

    assert [] == [str(job[0]) for job, _one, _two in different]


@pytest.mark.parametrize("variant", [*variants(), *presets(), SOUND, DEAD], ids=ids)
def test_equal_seeds_give_equal_bytes(variant: Variant) -> None:
    """
    Within a process too, and an int and its digits are different seeds.
    """
    seats = variant.seats[0]

    assert trace(variant, seats, 7, most=30) == trace(variant, seats, 7, most=30)
    assert variant.deal(seats, seed=7) != variant.deal(seats, seed="7")


def test_lists_are_sorted() -> None:
    """
    Variants and house rules come in an order that no process changes, so that tests can be
    named after them (X12).
    """
    names = [variant.name for variant in variants()]

    assert sorted(names) == names
    for variant in variants():
        keys = [rule.key for rule in variant.house_rules]
        assert sorted(keys) == keys


def test_no_seed_is_fresh_entropy_and_is_kept() -> None:
    """
    Without a seed no two deals are alike, and the seed that was drawn deals the same again.
    """
    one, other = SOUND.deal(2), SOUND.deal(2)

    assert one != other
    assert one == SOUND.deal(2, seed=one.rest.setup.seed)


def test_global_generator_is_left_alone() -> None:
    """
    Dealing without a seed, playing, sampling and matches leave its state as it was.
    """
    before = random.getstate()
    match = SOUND.match(2)
    match.round.view(0).sample(random.Random(1))
    match.play(next(iter(match.round.legal_moves)))

    assert before == random.getstate()


def test_guard_sees_the_global_generator() -> None:
    """
    The guard these tests rely on stops every way to the global generator, and lets it go.
    """
    sneaky = random.random
    with pytest.raises(GlobalRandomError, match="randrange"), no_global_random():
        random.randrange(3)
    with pytest.raises(GlobalRandomError, match="was used"), no_global_random():
        sneaky()
    with no_global_random():
        random.Random(1).random()

    assert random.random is sneaky


def in_new_process(program: str, sent: object, **env: str) -> str:
    """
    Run a program that finds an unpickled object under the name ``sent``; give what it prints.
    """
    whole = f"import pickle, sys\nsent = pickle.load(sys.stdin.buffer)\n{program}"
    done = subprocess.run(
        [sys.executable, "-c", whole],
        input=pickle.dumps(sent),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **env},
        check=False,
    )
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize("variant", [*variants(), SOUND], ids=ids)
def test_pickles_are_found_in_other_processes(variant: Variant) -> None:
    """
    A hash does not travel: an unpickled round is equal, and found in a dict, whatever the
    hash seed of the process; a variant made by hand travels whole.
    """
    state = variant.deal(variant.seats[0], seed=1)
    state = state.play(next(iter(state.legal_moves)))
    hash(state)
    program = (
        "again = sent.variant.deal(sent.seats, seed=1).play(str(sent.moves[0]))\n"
        "print(again == sent, {sent: 1}.get(again), [str(m) for m in sent.legal_moves][:9])"
    )
    printed = {in_new_process(program, state, PYTHONHASHSEED=seed) for seed in ("1", "2")}

    assert {f"True 1 {[str(move) for move in state.legal_moves][:9]}\n"} == printed


def test_absent_plugin_is_named() -> None:
    """
    A round whose variant is not installed in a process says which one is missing there.
    """
    variant = variants()[0]
    said = in_new_process(
        "", variant.deal(variant.seats[0], seed=1), TILERULES_DISABLE_PLUGINS=variant.origin
    )

    assert f"UnknownVariantError: the variant {variant.name!r}" in said


def test_match_goes_on_after_saving_as_without() -> None:
    """
    The next round is dealt from the match's seed and its number, saved in between or not.
    """
    match = SOUND.match(2, seed="a seed")
    while match.round.to_move is not None:
        match = match.play(next(iter(match.round.legal_moves)))
    text = tilerules.dumps(match)
    again = tilerules.loads(text, registry=OneVariant(SOUND))

    assert isinstance(again, tilerules.Match)
    assert match.next_round() == again.next_round()
    assert "a seed" == json.loads(text)["seed"]
