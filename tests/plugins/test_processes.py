"""
Rounds cross process boundaries and find their variant there, or say clearly that it is not there.
"""

from __future__ import annotations

import multiprocessing
import operator
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import tilerules
from sample_plugins import good, write
from tilerules import Match, Registry, Round, Variant
from tilerules.errors import RulesVersionError, UnknownHouseRuleError, UnknownVariantError
from tilerules.plugins import entry_point_sources, find_pickled

RULES = ("gaple/pass", "gaple/lone-blank:points=50")


@pytest.fixture
def gaple() -> Variant:
    """
    Give an installed variant with house rules.
    """
    return tilerules.variant("gaple").with_rules(*RULES)


def after(round_: Round, moves: int) -> Round:
    """
    Play the first legal move a number of times.
    """
    for _ in range(moves):
        round_ = round_.play(next(iter(round_.legal_moves)))
    return round_


@pytest.mark.slow
def test_spawned_workers_find_the_variant(gaple: Variant) -> None:
    """
    A round sent to a spawned worker and back is equal, with its moves and legal moves.
    """
    round_ = after(gaple.deal(4, seed=1), 6)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        back = pool.submit(operator.methodcaller("play", round_.legal_moves[0]), round_).result()
        said = pool.submit(str, round_).result()

    assert after(round_, 1) == back
    assert after(round_, 1).moves == back.moves
    assert list(back.legal_moves) == list(after(round_, 1).legal_moves)
    assert str(round_) == said


@pytest.mark.slow
def test_spawned_worker_says_what_is_missing(site: Path) -> None:
    """
    A round of a variant that was registered by hand cannot be found in another process, which
    says so by name.
    """
    write(site, good("tilerules-plain"))
    registry = Registry.from_sources(entry_point_sources([str(site)]))
    data = pickle.dumps(registry.variant("plain").deal(4, seed=1))
    code = (
        "import pickle, sys\n"
        "from tilerules.errors import UnknownVariantError\n"
        "try:\n    pickle.loads(sys.stdin.buffer.read())\n"
        "except UnknownVariantError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    said = done.stdout.decode()

    assert "the variant 'plain' of tilerules-plain is not installed in this process" in said


def test_matches_too(gaple: Variant) -> None:
    """
    A match comes back with its rounds, names and moves.
    """
    match = gaple.match(["Ana", "Budi", "Caro", "Dewi"], seed="x")
    match = match.play(next(iter(match.round.legal_moves)))
    back: Match = pickle.loads(pickle.dumps(match))

    assert match == back
    assert match.round.moves == back.round.moves
    assert match.names == back.names


def test_changed_by_hand() -> None:
    """
    A variant changed by hand is sent as it is, not looked up under the name it had.
    """
    variant = tilerules.variant("gaple").tune("deal-each", redeal_doubles=5)
    back = pickle.loads(pickle.dumps(variant))

    assert variant == back
    assert back != tilerules.variant("gaple")


def test_house_rules_after_a_change_by_hand() -> None:
    """
    House rules added to a variant changed by hand keep the change.
    """
    changed = (
        tilerules.variant("gaple").with_rules("gaple/pass").tune("deal-each", redeal_doubles=5)
    )
    both = changed.with_rules("gaple/lone-blank")

    assert {change.path for change in both.diff(changed)} == {
        change.path
        for change in tilerules.variant("gaple")
        .with_rules("gaple/lone-blank")
        .diff(tilerules.variant("gaple"))
    }


def test_missing_house_rule() -> None:
    """
    A house rule that is not installed here is named.
    """
    with pytest.raises(UnknownHouseRuleError, match="house rules aunty/no-doubles for 'gaple'"):
        find_pickled("gaple", 1, (("aunty/no-doubles", {}),), "tilerules-gaple")


def test_other_version() -> None:
    """
    Another rules version is not taken for the right one.
    """
    with pytest.raises(RulesVersionError):
        find_pickled("gaple", 99, (), "tilerules-gaple")


def test_errors_can_be_sent() -> None:
    """
    What a worker raises arrives with its data.
    """
    with pytest.raises(UnknownVariantError) as raised:
        find_pickled("nowhere", 1, (), "tilerules-nowhere")
    back = pickle.loads(pickle.dumps(raised.value))

    assert (str(raised.value), "nowhere") == (str(back), back.key)
