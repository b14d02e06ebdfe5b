"""
Rounds in lanes are rounds: every choice replayed move by move, every end judged again.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import attrs
import pytest

import tilerules
from budgets import count
from tilerules import InvalidVariantError, Move, NoEffectWarning, Round, Variant
from tilerules.layouts import BoundLine, LineLayout
from tilerules.play.lanes import BURIED, DREW, PASSED, Lanes, lanes_problem, play_lanes
from tilerules.scorers.tie_breakers import Count
from tilerules.studies.bots import make_bot, play_random
from tilerules.tiles import bits

np = pytest.importorskip("numpy")


def settings() -> list[tuple[Variant, int]]:
    """
    Give every variant with each preset and each single house rule, by seats, that can be played in
    lanes.
    """
    found: list[tuple[Variant, int]] = []
    for plain in tilerules.variants():
        variants = [plain, *(plain.with_preset(preset.name) for preset in plain.presets)]
        for rule in plain.house_rules:
            try:
                with warnings.catch_warnings():
                    # Some have no effect alone.
                    warnings.simplefilter("ignore", NoEffectWarning)
                    variants.append(plain.with_rules(rule))
            except InvalidVariantError:
                continue  # a rule that needs its parameters said
        found += [
            (one, seats)
            for one in dict.fromkeys(variants)
            for seats in one.seats
            if not lanes_problem(one.plan(seats))
        ]
    return found


SETTINGS = settings()


def begun(variant: Variant, seats: int, lanes: Lanes, lane: int) -> Round:
    """
    Give the round of a lane as it was dealt.
    """
    tiles = variant.tiles
    hands = [tiles.bag(int(hand)) for hand in lanes.hands[lane]]
    text = str(variant.deal(seats, hands=hands, seed=0).position)
    stock = ",".join(str(tiles.tiles[tile]) for tile in lanes.stock[lane])
    if stock:
        text = re.sub(r"stock:\S+", f"stock:{stock}", text)
    if "ext:" not in text:
        text = re.sub(r"move:\d+", f"move:{lanes.opener[lane]}", text)
    return tilerules.parse_position(text)


def choices(lanes: Lanes) -> list[list[int]]:
    """
    Give what was done in each lane, step by step.
    """
    found: list[list[int]] = [[] for _ in lanes.lengths]
    for ids, did in lanes.log:
        for lane, one in zip(ids.tolist(), did.tolist(), strict=True):
            found[lane].append(one)
    return found


def is_meant(move: Move, did: int) -> bool:
    """
    Whether a move is what the log says.
    """
    if did in (PASSED, DREW):
        return move.kind == ("pass" if did == PASSED else "draw")
    if did <= BURIED:
        return move.kind == "discard" and move.tile_id == BURIED - did
    return move.kind == "place" and (move.tile_id, move.place_id) == (did % 64, did // 64)


def test_what_can_be_played_in_lanes() -> None:
    """
    Line games can, with passing, drawing and dead tiles; what cannot says why.
    """
    names = {variant.key for variant, _seats in SETTINGS}
    refused = {
        one.key: lanes_problem(one.plan(one.seats[0]))
        for one in tilerules.variants()
        if one.key not in names
    }

    assert {"block", "draw", "gaple", "matador"} <= names
    assert len(SETTINGS) > 20
    assert {"all-fives", "mexican-train", "rummy"} == set(refused)
    assert all(refused.values())
    with pytest.raises(InvalidVariantError, match="rummy cannot be played in lanes: a turn is"):
        next(play_lanes(tilerules.variant("rummy").plan(2), 1, "x"))


@pytest.mark.slow
@pytest.mark.parametrize("heaviest", [False, True], ids=["random", "heaviest"])
def test_every_choice_is_replayed(heaviest: bool) -> None:
    """
    In every variant that offers lanes each move is legal at its place, heavy players do what the
    bot does, and end, length, counts, winners, points and what decided are those of the round.
    """
    for variant, seats in SETTINGS:
        number = count("lanes: rounds replayed in each setting")
        plan = variant.plan(seats)
        (lanes,) = play_lanes(plan, number, f"{variant}{seats}", heaviest=heaviest, keep=True)
        heavy = make_bot("heaviest", Random(0))
        for lane, mine in enumerate(choices(lanes)):
            state = begun(variant, seats, lanes, lane)
            assert lanes.opener[lane] == state.to_move
            for did in mine:
                meant = [move for move in state.legal_moves if is_meant(move, did)]
                assert 1 == len(meant), (variant, state, did)
                if heaviest:
                    assert heavy(state) == meant[0], (variant, state)
                state = state.play(meant[0])
            outcome = state.outcome
            assert outcome is not None, (variant, lane)
            assert (outcome.reason.value == "blocked") == lanes.blocked[lane]
            assert len(state.moves) == lanes.lengths[lane]
            assert outcome.counts == tuple(lanes.counts[lane])
            assert outcome.points == tuple(lanes.points[lane]), (variant, state)
            assert outcome.winners == tuple(np.flatnonzero(lanes.winners[lane]))
            decided = lanes.decided[lane]
            assert outcome.decided_by == (None if decided < 0 else lanes.rungs[decided])


def test_random_choices_are_even() -> None:
    """
    Where any tile may be laid, each of the seven is as often as any other, and so is each seat
    that opens.
    """
    plan = tilerules.variant("block").plan(2)
    (lanes,) = play_lanes(plan, 7000, "even", keep=True)
    tiles, seats = [0] * 7, [0, 0]
    for lane, (did, *_others) in enumerate(choices(lanes)):
        opener = lanes.opener[lane]
        seats[opener] += 1
        tiles[[*bits(int(lanes.hands[lane, opener]))].index(did)] += 1

    assert sum((number - 1000) ** 2 / 1000 for number in tiles) < 22.5  # 1 in 1,000 for 6 degrees
    assert abs(seats[0] - 3500) < 4 * sqrt(1750)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["gaple", "gaple -r pass", "draw", "matador"])
def test_lanes_come_to_what_rounds_come_to(key: str) -> None:
    """
    Shares of winners, ends, lengths and points of lanes and of plain rounds differ by no more
    than chance: each by less than four of its standard errors.
    """
    name, *rules = key.split(" -r ")
    variant = tilerules.variant(name).with_rules(*rules)
    many = count("lanes: rounds against plain ones")
    few = many // 10
    lanes, rounds = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for some in play_lanes(variant.plan(4), many, f"law of {key}"):
        lanes.update({("blocked", 1): int(some.blocked.sum())})
        lanes.update({("tie", 1): int((some.decided < 0).sum())})
        lanes.update({("opener", s): n for s, n in enumerate(np.bincount(some.opener))})
        lanes.update({("length", s): n for s, n in enumerate(np.bincount(some.lengths)) if n})
        for seat in range(4):
            lanes.update({("won", seat): int(some.winners[:, seat].sum())})
            points = Counter(some.points[:, seat].tolist())
            lanes.update({("points", one * 4 + seat): times for one, times in points.items()})
    for unit in range(few):
        seed = f"law of {key}/{unit}"
        start = variant.deal(4, seed=seed)
        state, length = play_random(start, Random(seed))
        outcome = state.outcome
        assert outcome is not None
        assert start.to_move is not None
        found = [("opener", start.to_move), ("length", length)]
        found += [("blocked", 1)] * (outcome.reason.value == "blocked")
        found += [("tie", 1)] * outcome.is_tie
        found += [("won", seat) for seat in outcome.winners]
        found += [("points", one * 4 + seat) for seat, one in enumerate(outcome.points)]
        rounds.update(found)
    compared = 0
    for what in set(lanes) | set(rounds):
        share = (lanes[what] + rounds[what]) / (many + few)
        if share * few < 20 or share == 1:
            continue  # too few for a standard error to say anything
        error = sqrt(share * (1 - share) * (1 / many + 1 / few))
        assert abs(lanes[what] / many - rounds[what] / few) < 4 * error, (what, share)
        compared += 1
    assert compared > 20


def test_a_seed_gives_the_same_lanes() -> None:
    """
    The same seed gives the same rounds, another one others, and many come in pieces.
    """
    plan = tilerules.variant("gaple").plan(4)
    pair = [next(play_lanes(plan, 100, "same")) for _ in range(2)]
    other = next(play_lanes(plan, 100, "other"))
    counts = [lanes.counts.tolist() for lanes in (*pair, other)]
    pieces = [len(some.lengths) for some in play_lanes(plan, 20_000, "long")]

    assert counts[0] == counts[1] != counts[2]
    assert 20_000 == sum(pieces)
    assert len(pieces) > 1


class Bent(BoundLine):
    """
    A line on which the highest double goes anywhere.
    """

    def fitting(self, state: Any, place: int) -> int:
        """
        Add it.
        """
        return super().fitting(state, place) | 1 << len(self.tile_set) - 1


@attrs.frozen
class BentLayout(LineLayout):
    """
    The layout.
    """

    def bind(self, tile_set: tilerules.TileSet, seats: int) -> BoundLine:
        return Bent(tile_set)


@attrs.frozen
class Highest(Count):
    """
    The highest count wins.
    """

    def key(self, end: Any, seat: int) -> int:
        return -super().key(end, seat)

    def keys(self, end: Any) -> list[int]:
        return [-count for count in end.counts]


def test_who_changes_a_part_loses_its_lanes() -> None:
    """
    A subclass that changes what a part says, and not what it says in lanes, is not played by the
    parent's tables.
    """
    plain = tilerules.variant("gaple")
    bent, highest = plain.put(BentLayout()), plain.drop("count").put(Highest())

    assert "layout 'line' has no tables" in lanes_problem(bent.plan(4))
    assert "rung 'count' does not compare" in lanes_problem(highest.plan(4))


def test_without_numpy_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Lanes without numpy are refused with the command that installs it.
    """
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(tilerules.MissingExtraError, match=r"pip install 'tilerules\[lanes\]'"):
        next(play_lanes(tilerules.variant("gaple").plan(4), 1, "x"))
