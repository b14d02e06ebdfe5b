"""
A result is what the rounds say, to the bit, whoever played them and in whatever order.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, variance
from typing import Any

import attrs
import pytest

import tilerules
from tilerules import Match, Round
from tilerules.errors import MissingExtraError, StudyError
from tilerules.studies import Arm, Result, Study, end_with_driver, run

ARMS = {"dead": Arm("gaple"), "pass": Arm("gaple", ["gaple/pass"])}
STUDY = Study(arms=ARMS, units=240, block=40, seed="s1")


def one_thread(study: Study, **more: object) -> Result:
    """
    Run a study in this process.
    """
    with ThreadPoolExecutor(1) as pool:
        return run(study, executor=pool, **more)  # type: ignore[arg-type]


def at_random(state: Round, dice: Random) -> Round:
    """
    Play a round out, as the documentation says random players do.
    """
    while state.to_move is not None:
        moves = list(state.legal_moves)
        state = state.play(moves[int(dice.random() * len(moves))])
    return state


def replayed(value: Round) -> Round:
    """
    Give a round as its record tells it.
    """
    again = tilerules.loads(tilerules.dumps(value))
    assert isinstance(again, Round)
    return again


def naive(study: Study, arm: str) -> list[tuple[Round, Match | None]]:
    """
    Play every unit of an arm by itself; what is given was read from records.
    """
    variant = study.arms[arm].resolve()
    found: list[tuple[Round, Match | None]] = []
    for unit in range(study.units):
        seed = f"{study.seed}/{unit}"
        dice = Random(seed)
        rounds: list[Round] = []
        while True:
            rounds.append(at_random(variant.deal(study.seats, seed=seed, previous=rounds), dice))
            match = Match(variant, seed, tuple(rounds))
            if study.unit == "match":
                if match.outcome is not None:
                    found.append((rounds[-1], match))
                    break
            elif len(rounds) == study.number:
                found.append((replayed(rounds[-1]), None))
                break
    return found


def values(study: Study, arm: str) -> list[dict[str, float]]:
    """
    Give the measures of every unit.
    """
    found = []
    for last, match in naive(study, arm):
        first = last.start
        if match is None:
            outcome = last.outcome
            assert outcome is not None
            one: dict[str, float] = {
                "length": len(last.moves),
                "blocked": outcome.reason.value == "blocked",
            }
            points, winners, tie = outcome.points, outcome.winners, outcome.is_tie
        else:
            end = match.outcome
            assert end is not None
            first = match.rounds[0].start
            one = {
                "rounds": len(match.rounds),
                "length": sum(len(r.moves) for r in match.rounds),
            }
            points, winners, tie = end.totals, end.winners, end.decided_by is None
        share = 1 / len(winners) if winners else 0
        one |= {"tie": tie, "opener": share if first.to_move in winners else 0}
        for seat in range(study.seats):
            one[f"won[{seat}]"] = share if seat in winners else 0
            one[f"points[{seat}]"] = points[seat]
        found.append(one)
    return found


@pytest.mark.parametrize(
    "study",
    [
        STUDY,
        attrs.evolve(STUDY, number=3),
        Study(arms={"one": Arm("block")}, units=30, block=10, seats=2),
        Study(
            arms={"a": Arm("all-fives"), "b": Arm("draw"), "c": Arm("block")},
            units=20,
            block=10,
            seats=3,
            unit="match",
        ),
        Study(arms={"a": Arm("mexican-train")}, units=8, block=4, seats=3),
    ],
    ids=["rounds", "third rounds", "one arm", "matches", "trains"],
)
def test_a_result_is_what_the_records_say(study: Study) -> None:
    """
    Means, errors, differences and distributions are those of the rounds, played one by one.
    """
    result = one_thread(study)
    every = {arm: values(study, arm) for arm in study.arms}
    first = next(iter(every.values()))
    times = NormalDist().inv_cdf(0.975)

    assert study.units == result.units
    for name, arm in every.items():
        for measure in study.measures:
            mine = [float(one[measure]) for one in arm]
            assert fmean(mine) == pytest.approx(result.mean(name, measure))
            error = sqrt(variance(mine) / len(mine))
            assert error == pytest.approx(result.error(name, measure), abs=1e-12)
            if arm is not first:
                gaps = [a - float(b[measure]) for a, b in zip(mine, first, strict=True)]
                half = times * sqrt(variance(gaps) / len(gaps))
                assert half == pytest.approx(result.half_width(measure, name), abs=1e-12)
                assert fmean(gaps) == pytest.approx(result.difference(name, measure))
    for at, arm in enumerate(every.values()):
        lengths = Counter(one[study.measures[0]] for one in arm)
        points = Counter(one[f"points[{seat}]"] for one in arm for seat in range(study.seats))
        assert lengths == result.tally.lengths[at]
        assert points == result.tally.points[at]
        assert study.units == result.tally.ends[at].total()


def pools() -> dict[str, Executor]:
    """
    Make the executors that the standard library has, of one worker and of two.
    """
    fork, spawn = (multiprocessing.get_context(how) for how in ("fork", "spawn"))
    return {
        "thread": ThreadPoolExecutor(1),
        "threads": ThreadPoolExecutor(2),
        "fork": ProcessPoolExecutor(2, mp_context=fork, initializer=end_with_driver),
        "spawn": ProcessPoolExecutor(2, mp_context=spawn, initializer=end_with_driver),
    }


@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_whoever_plays_the_result_is_one() -> None:
    """
    Threads and processes, one and two, forked and spawned, come to the same bits.
    """
    found = {}
    for name, pool in pools().items():
        with pool:
            found[name] = run(STUDY, executor=pool).fingerprint()
    found |= {f"own {n}": run(STUDY, workers=n).fingerprint() for n in (1, 2)}

    assert 1 == len(set(found.values())), found


def test_a_study_can_be_made_longer(tmp_path: Path) -> None:
    """
    With more units a study goes on from its log, and ends as if it had always been as long.
    """
    longer = attrs.evolve(STUDY, units=400)
    one_thread(STUDY, log=tmp_path / "log")
    played = []
    again = one_thread(longer, log=tmp_path / "log", progress=lambda n, _of, _r: played.append(n))

    assert [7, 8, 9, 10] == played
    assert one_thread(longer).fingerprint() == again.fingerprint()
    assert one_thread(STUDY).fingerprint() == one_thread(STUDY, log=tmp_path / "log").fingerprint()


def test_stopping_does_not_depend_on_who_was_first() -> None:
    """
    A precision is reached at the same block by one worker and by two, and the interval is as
    narrow as was asked.
    """
    study = attrs.evolve(STUDY, units=40_000)
    found = [run(study, workers=n, precision={"length": 0.25}) for n in (1, 2)]

    assert 1 == len({result.fingerprint() for result in found})
    assert found[0].units < study.units
    assert found[0].half_width("length") <= 0.25
    before = attrs.evolve(study, units=found[0].units - study.block)
    assert one_thread(before).half_width("length") > 0.25 or before.units < 200


def test_a_rotation_seats_every_bot_everywhere() -> None:
    """
    With rotation a deal is played once for each way round, and seats are those of bots: with the
    same bots everywhere nobody has an advantage.
    """
    arms = {"one": Arm("gaple", bots=["heaviest"])}
    study = Study(arms=arms, units=20, block=10, rotate=True)
    result = one_thread(study)

    assert 20 == result.units
    assert 80 == result.tally.lengths[0].total()
    assert {0.25} == {result.mean("one", f"won[{seat}]") for seat in range(4)}
    assert 0 == result.half_width("won[2]")


def test_a_bot_is_told_from_another() -> None:
    """
    Whoever lays heavy tiles first wins more than whoever plays at random, in each seat alike.
    """
    arms = {"one": Arm("gaple", bots=["heaviest", "random", "random", "random"])}
    result = one_thread(Study(arms=arms, units=200, block=50, rotate=True))

    assert result.mean("one", "won[0]") - result.half_width("won[0]") > 0.25


def test_bots_of_modules_and_advisers_play() -> None:
    """
    A bot may come from a module, or be the library's own adviser; moves may be too many to list.
    """
    arms = {
        "at random": Arm("rummy"),
        "made": Arm("rummy", bots=["tilerules:RandomBot"]),
        "advised": Arm("rummy", bots=["adviser", "random"]),
    }
    result = one_thread(Study(arms=arms, units=4, block=2, seats=2))

    assert result.mean("advised", "won[0]") > result.mean("at random", "won[0]") - 1
    assert result.mean("advised", "length") < result.mean("at random", "length")


def test_no_difference_is_said() -> None:
    """
    A rule that changed nothing in any unit is told as such, and what changed something is not.
    """
    lone = Arm("gaple", ["gaple/lone-blank"])
    result = one_thread(Study(arms={"plain": Arm("gaple"), "lone": lone}, units=80, block=40))

    assert {0} == {row["difference"] for row in result.rows()}
    assert {0} == {row["high"] for row in result.rows()}
    assert "lone differed from plain in no unit" in str(result)
    assert "no unit" not in str(one_thread(STUDY))


def test_rows_of_one_arm_two_and_three() -> None:
    """
    Rows are flat, and say of each arm its mean, and of each but the first its difference.
    """
    one = {"a": Arm("block")}
    two = one | {"b": Arm("draw")}
    three = two | {"c": Arm("all-fives")}
    studies = [Study(arms=arms, units=10, block=5) for arms in (one, two, three)]
    keys = [list(one_thread(study).rows()[0]) for study in studies]

    assert ["measure", "units", "a", "a_se", "low", "high"] == keys[0]
    assert ["difference", "low", "high", "saved"] == keys[1][-4:]
    assert {"difference[b]", "low[c]", "saved[c]"} <= set(keys[2])


def test_notebooks_get_a_table() -> None:
    """
    A notebook shows the same cells, with what stands in names made harmless.
    """
    arms = {"<b>": Arm("block"), "draw": Arm("draw")}
    shown = one_thread(Study(arms=arms, units=10, block=5))._repr_html_()

    assert '<th scope="col">&lt;b&gt;</th>' in shown
    assert '<th scope="row">opener</th>' in shown
    assert "<b>" not in shown


def test_too_few_units_have_no_spread() -> None:
    """
    One unit has a mean but no interval, and a table says so.
    """
    result = one_thread(Study(arms=ARMS, units=1, block=1))

    assert result.mean("dead", "length") > 7
    assert [] == result.rows()
    assert "too few units" in str(result)
    with pytest.raises(StudyError, match="1 units have no spread"):
        result.half_width("length")


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A plot without its extra is refused with the command that installs it.
    """
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = one_thread(attrs.evolve(STUDY, units=40))

    with pytest.raises(MissingExtraError, match=r"pip install 'tilerules\[plots\]'"):
        result.plot()
    with pytest.raises(StudyError, match="too few units to draw"):
        one_thread(Study(arms=ARMS, units=1, block=1)).plot()


def in_lanes(**more: Any) -> Study:
    """
    Make a study in lanes.
    """
    pytest.importorskip("numpy")
    arms = {"dead": Arm("gaple"), "pass": Arm("gaple", ["pass"]), "lone": Arm("gaple", ["pass"])}
    return Study(**{"arms": arms, "units": 4000, "block": 1000, "lanes": True, **more})


def test_lanes_say_what_rounds_say() -> None:
    """
    Means of lanes are those of rounds, within what chance allows; who plays the blocks does not
    matter; rules that change nothing give no difference at all.
    """
    study = in_lanes()
    result = one_thread(study)
    plain = one_thread(attrs.evolve(study, lanes=False))

    assert run(study, workers=2).fingerprint() == result.fingerprint()
    assert study.digest() != plain.study.digest()
    for measure in study.measures:
        assert result.difference("pass", measure) == result.difference("lone", measure)
        for arm in study.arms:
            gap = abs(result.mean(arm, measure) - plain.mean(arm, measure))
            error = sqrt(result.error(arm, measure) ** 2 + plain.error(arm, measure) ** 2)
            assert gap <= 4 * error, (arm, measure)
    alike = {"a": Arm("gaple", ["pass"]), "b": Arm("gaple", ["pass", "lone-blank"])}
    assert set(result.tally.ends[0]) == set(plain.tally.ends[0])
    assert 4000 * 4 == result.tally.points[1].total()
    with pytest.raises(StudyError, match="arm 'b' cannot be played in lanes: the part"):
        one_thread(in_lanes(arms=alike))


def test_lanes_compare_the_heaviest_first() -> None:
    """
    In lanes as in rounds, those who lay heavy tiles first end with other counts than others.
    """
    arms = {"random": Arm("block"), "heavy": Arm("block", bots=["heaviest"])}
    result = one_thread(in_lanes(arms=arms))
    plain = one_thread(Study(arms=arms, units=1000, block=500))

    for measure in ("length", "blocked", "points[0]"):
        gap = abs(result.difference("heavy", measure) - plain.difference("heavy", measure))
        assert gap <= 2 * (result.half_width(measure) + plain.half_width(measure))
    assert result.difference("heavy", "points[0]") + result.half_width("points[0]") < 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"unit": "match"}, "no later ones, matches or rotations"),
        ({"number": 2}, "no later ones, matches or rotations"),
        ({"rotate": True}, "no later ones, matches or rotations"),
        ({"arms": {"a": Arm("rummy")}}, "arm 'a' cannot be played in lanes: a turn is more"),
        ({"arms": {"a": Arm("block", bots=["adviser"])}}, "not all 'random', or all 'heaviest'"),
    ],
    ids=str,
)
def test_what_cannot_be_played_in_lanes(more: dict[str, Any], said: str) -> None:
    """
    A study that lanes cannot play is refused before it begins, with the reason.
    """
    with pytest.raises(StudyError, match=said):
        one_thread(in_lanes(**more))
