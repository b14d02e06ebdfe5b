"""
What is known beforehand is found: no effect, and an effect of a known size.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest

from tilerules import HouseRule, Registry, Round, Variant, hookimpl
from tilerules.plugins import default
from tilerules.plugins.sources import chosen
from tilerules.scorers.kinds import Adjustment
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.studies import Arm, Result, Study, run

BONUS = 12
"""Points; a quarter of the deals has [0-0], which opens, at seat 0."""


@attrs.frozen
class OpenersBonus(Adjustment):
    """
    Gives seat 0 points if it opened.
    """

    code = "openers-bonus"
    rank = 901
    points_only = True
    sentence = "The first seat gets {points} points for opening."

    points: int = BONUS

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Add them."""
        if not isinstance(end.state, Round) or end.state.start.to_move != 0:
            return verdict
        first, *others = verdict.points
        return attrs.evolve(verdict, points=(first + self.points, *others))


@attrs.frozen
class Nothing(Adjustment):
    """
    Looks on.
    """

    code = "nothing"
    rank = 902
    points_only = True
    sentence = "Everybody smiles."

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Leave it."""
        return verdict


def rule(name: str, part: Adjustment) -> HouseRule:
    """
    Make a house rule of a part.
    """

    def apply(variant: Variant) -> Variant:
        return variant.put(part)

    return HouseRule(
        key=f"known/{name}", title=name, text=name, apply=apply, variants=("gaple",), source="here"
    )


class Known:
    """
    A plugin with both.
    """

    @hookimpl
    def tilerules_house_rules(self) -> tuple[HouseRule, ...]:
        """Give them."""
        return rule("bonus", OpenersBonus()), rule("nothing", Nothing())


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Install the plugin in this process.
    """
    registry = Registry.from_sources(chosen(default.installed_sources()))
    registry.register(Known(), name="known")
    monkeypatch.setattr(default, "_default", registry)


def study(rule: str, **more: Any) -> Study:
    """
    Make a study of a rule.
    """
    arms = {"plain": Arm("gaple"), "other": Arm("gaple", [rule])}
    return Study(**{"arms": arms, "units": 120, "block": 60, **more})


def test_a_rule_without_effect_makes_no_difference() -> None:
    """
    A rule that changes nothing differs by 0 in every measure, in rounds, later rounds and matches.
    """
    with ThreadPoolExecutor(1) as pool:
        for more in ({}, {"number": 2}, {"unit": "match", "units": 60}):
            rows = run(study("known/nothing", **more), executor=pool).rows()

            assert {0} == {row[key] for row in rows for key in ("difference", "low", "high")}
            assert 12 == len(rows)


@pytest.mark.slow
def test_an_effect_of_known_size_is_inside_its_interval() -> None:
    """
    Of 400 small studies 93 to 97 percent have what is true inside their interval of 95 percent.
    """
    inside = 0
    number = 400
    with ThreadPoolExecutor(1) as pool:
        for seed in range(number):
            result = run(study("known/bonus", seed=f"known {seed}"), executor=pool)
            gap, half = result.difference("other", "points[0]"), result.half_width("points[0]")
            inside += abs(gap - BONUS / 4) <= half
            assert 0 == result.half_width("won[0]")

    assert 0.93 * number <= inside <= 0.97 * number


@pytest.mark.slow
def test_stopping_by_precision_keeps_what_is_promised() -> None:
    """
    Intervals of studies that stopped when they were narrow enough hold what is true as often.
    """
    inside, sizes = 0, set()
    number = 100
    with ThreadPoolExecutor(1) as pool:
        for seed in range(number):
            one = study("known/bonus", seed=f"stop {seed}", units=3000, block=50)
            result: Result = run(one, executor=pool, precision={"points[0]": 0.62})
            sizes.add(result.units)
            inside += abs(result.difference("other", "points[0]") - BONUS / 4) <= 0.62

    assert len(sizes) > 1
    assert max(sizes) < 3000
    assert 0.89 * number <= inside <= number
