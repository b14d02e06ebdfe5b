"""
The conformance kit catches each specimen by its name, and nothing where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import pytest

import tilerules
from testing.sound import DEAD, SOUND
from testing.specimens import (
    RULES,
    SOUND_RULE,
    VARIANTS,
    BlinkeredLine,
    Doorman,
    Encore,
    Forgetful,
    Handed,
    Hasty,
    Latch,
    Quiet,
    Secretive,
    Unseen,
    broken,
)
from tilerules import HouseRule, Variant
from tilerules.component import Component
from tilerules.rules.dealing import DealEach
from tilerules.testing import (
    CHECKS,
    ConformanceError,
    check_house_rule,
    check_variant,
    examine_house_rule,
    examine_variant,
)


@pytest.mark.parametrize("variant", [SOUND, DEAD], ids=str)
def test_sound_games_pass(variant: Variant) -> None:
    """
    Nothing is found in a game in which nothing is wrong, in new processes neither.
    """
    check_variant(variant, seeds=range(5), processes=True)


def test_sound_house_rule_passes() -> None:
    """
    Nothing is found in a house rule with which nothing is wrong.
    """
    check_house_rule(SOUND_RULE, SOUND)


def test_rule_of_a_known_key() -> None:
    """
    A rule is examined as it is given, also where the variant knows one of its key that differs.
    """
    known = attrs.evolve(SOUND, house_rules=(SOUND_RULE,))
    other = attrs.evolve(SOUND_RULE, apply=lambda v, size: v.put(DealEach(each=size - 1)))

    check_house_rule(other, known, seats=2)
    check_variant(known.with_rules(other), seats=2, seeds=range(2))


@pytest.mark.parametrize(
    ("code", "variant"), VARIANTS, ids=[f"{code}-{at}" for at, (code, _) in enumerate(VARIANTS)]
)
def test_variant_is_caught(code: str, variant: Variant) -> None:
    """
    A broken variant is caught by the check for its fault, which says where and what is right.
    """
    findings = examine_variant(
        variant, seeds=range(4), seats=variant.seats[0], processes=code == "hash-seed"
    )

    found = {finding.code: finding for finding in findings}
    assert code in found, "\n".join(map(str, findings))
    assert CHECKS[code] == found[code].right
    assert "broken" == found[code].variant
    assert found[code].found in str(ConformanceError(findings))


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (Hasty(), "Hasty.quick_lister() lists "),
        (Unseen(), "Unseen.putter() lays "),
        (Forgetful(), "Forgetful.put_and_list() lists "),
        (Handed(), "Handed.quick_lister() of PlaceTile lists "),
        (BlinkeredLine(), "Blinkers.quick_lister() lists "),
        (Latch(), "Latch.closer() closes the places 1; shut() 0"),
        (Doorman(), "Doorman.active() rules out what permits() gives"),
        (Encore(), "Encore.tiles() does not name "),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Component) else "",
)
def test_wrong_shortcut_is_named(part: Component, name: str) -> None:
    """
    The finding says which class and which method of it is to blame, not what came of it.
    """
    findings = examine_variant(broken(part), seeds=range(4), seats=2)
    found = {finding.code: finding.found for finding in findings}

    assert found["shortcuts"].startswith(name)


@pytest.mark.parametrize(
    ("code", "rule", "beside"), RULES, ids=[f"{code}-{at}" for at, (code, *_) in enumerate(RULES)]
)
def test_house_rule_is_caught(code: str, rule: HouseRule, beside: Sequence[HouseRule]) -> None:
    """
    A broken house rule is caught by the check for its fault.
    """
    findings = examine_house_rule(rule, SOUND, seeds=(0,), seats=2, beside=beside)

    assert code in {finding.code for finding in findings}, "\n".join(map(str, findings))
    with pytest.raises(ConformanceError, match=code):
        check_house_rule(rule, SOUND, seeds=(0,), seats=2, beside=beside)


def test_position_that_cannot_be_read_is_told_once() -> None:
    """
    What ``positions`` finds is no crash besides: that would hide a real one.
    """
    secretive = broken(Secretive())
    codes = {finding.code for finding in examine_variant(secretive, seeds=range(4), seats=2)}

    assert "positions" in codes
    assert "crash" not in codes


def test_installed_game_changed_by_hand() -> None:
    """
    A variant that bears the name of an installed one and is another is examined as it is.
    """
    installed = tilerules.variants()[0]
    changed = installed.put(Quiet())

    assert changed != installed
    check_variant(changed, seeds=(0,), seats=changed.seats[0])


def test_every_check_has_a_specimen() -> None:
    """
    No check has never caught anything.
    """
    assert set(CHECKS) == {code for code, *_ in VARIANTS} | {code for code, *_ in RULES}
