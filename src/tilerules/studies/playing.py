"""
Playing a block of units: what a worker does.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import TypeAlias

import attrs

from tilerules.errors import StudyError, TilerulesError, UnitError
from tilerules.play import Match, MatchOutcome, Outcome, Round, Variant
from tilerules.records import dumps
from tilerules.state import EndReason
from tilerules.studies.bots import BrokenPlayError, make_bot, play_random, play_with
from tilerules.studies.lane_blocks import count_lanes
from tilerules.studies.study import Study
from tilerules.studies.tallies import SHARES, Row, Tally

__all__ = ["Played", "play_block"]

Player: TypeAlias = "Callable[[Round], tuple[Round, int]]"
"""Plays a round to its end; gives that, and how many moves it took."""


@attrs.frozen
class Played:
    """
    A block that was played.
    """

    block: int
    """Its number, from 0."""
    tally: str
    """The text of its tally."""
    seconds: float
    """How much CPU time it took."""
    worker: int
    """The process that played it."""


def play_block(study: Study, block: int, software: dict[str, str]) -> Played:
    """
    Play a block; this is what travels to workers.

    Args:
        study: The study.
        block: The number of the block, from 0.
        software: What the study was begun with.

    Raises:
        StudyError: This process has other software.
        UnitError: A unit has failed.
    """
    check_software(software, study.software())
    started = time.thread_time()
    tally = Tally.empty(len(study.arms), len(study.measures))
    if study.lanes:
        count_lanes(study, block, tally)
        return Played(block, tally.to_text(), time.thread_time() - started, os.getpid())
    units = range(block * study.block, (block + 1) * study.block)
    sittings = [_Sitting(study, name, variant) for name, variant in study.resolve().items()]
    tally.count([[sitting.play(unit) for unit in units] for sitting in sittings])
    for arm, sitting in enumerate(sittings):
        lengths, points, reasons, deciders = zip(*sitting.ends, strict=True)
        tally.lengths[arm].update(lengths)
        tally.points[arm].update(chain.from_iterable(points))
        for (reason, decided_by), times in Counter(zip(reasons, deciders, strict=True)).items():
            tally.ends[arm][f"{reason}/{decided_by or 'tie'}"] = times
    return Played(block, tally.to_text(), time.thread_time() - started, os.getpid())


def check_software(wanted: dict[str, str], found: dict[str, str]) -> None:
    """
    Compare what a worker has with what a study was begun with.

    Raises:
        StudyError: They differ.
    """
    if wanted != found:
        names = sorted(name for name in wanted | found if wanted.get(name) != found.get(name))
        told = (f"{n}: {found.get(n, 'none')} here, {wanted.get(n, 'none')} there" for n in names)
        raise StudyError(
            f"this worker has other software than the study was begun with: {'; '.join(told)}"
        )


@attrs.frozen
class _Sitting:
    """
    An arm at play.
    """

    study: Study
    name: str
    variant: Variant
    ends: list[tuple[int, tuple[int, ...], str, str | None]] = attrs.field(factory=list)
    """Of every play how long it was, what was scored, why it ended and what decided."""

    def play(self, unit: int) -> Row:
        """
        Play a unit, once for each rotation.

        Raises:
            UnitError: It has failed.
        """
        seed = f"{self.study.seed}/{unit}"
        rounds: list[Round] = []
        try:
            rows = [self._once(seed, turn, rounds) for turn in range(self.study.plays)]
        except BrokenPlayError as error:
            rounds.append(error.state)
            raise self._failure(error.__cause__ or error, unit, seed, rounds) from error.__cause__
        except Exception as error:
            raise self._failure(error, unit, seed, rounds) from error
        return rows[0] if len(rows) == 1 else tuple(map(sum, zip(*rows, strict=True)))

    def _failure(
        self, error: BaseException, unit: int, seed: str, rounds: Sequence[Round]
    ) -> UnitError:
        what = f"{type(error).__name__}: {error}"
        try:
            match = self.study.unit == "match"
            record = dumps(Match(self.variant, seed, tuple(rounds)) if match else rounds[-1])
        except (IndexError, TypeError, TilerulesError) as unwritten:
            record = ""
            what += f" (there is no record: {unwritten})"
        return UnitError(
            f"unit {unit} of arm {self.name!r} has failed: {what}",
            arm=self.name,
            unit=unit,
            seed=seed,
            record=record,
        )

    def _once(self, seed: str, turn: int, rounds: list[Round]) -> Row:
        """Play the deal of a unit; what was played stands in *rounds*, whatever happens."""
        study, variant, seats = self.study, self.variant, self.study.seats
        finish = self._player(seed, turn)
        rounds.clear()
        first = state = variant.deal(seats, seed=seed)
        moves = 0
        while True:
            state, length = finish(state)
            moves += length
            rounds.append(state)
            outcome: Outcome | MatchOutcome | None = state.outcome
            if study.unit == "match":
                outcome = Match(variant, seed, tuple(rounds)).outcome
            elif len(rounds) < study.number:
                outcome = None
            if outcome is not None:
                break
            state = variant.deal(seats, seed=seed, previous=rounds)
            if study.unit == "round":
                first = state
        row = self._row(outcome, first.to_move, length, moves, len(rounds), turn)
        rounds.clear()
        return row

    def _row(
        self,
        outcome: Outcome | MatchOutcome,
        opener: int | None,
        length: int,
        moves: int,
        rounds: int,
        turn: int,
    ) -> Row:
        """Write the numbers of one play down, by player rather than by seat."""
        winners, decided_by = outcome.winners, outcome.decided_by
        share = SHARES // len(winners) if winners else 0
        won = [0] * self.study.seats
        for seat in winners:
            won[seat - turn] = share
        if isinstance(outcome, Outcome):
            points, reason = outcome.points, outcome.reason.value
            measured, more = length, int(outcome.reason is EndReason.BLOCKED)
        else:
            points, reason, measured, more = outcome.totals, "match", rounds, moves
        self.ends.append((measured, points, reason, decided_by))
        by_player = points[turn:] + points[:turn] if turn else points
        opened = share if opener in winners else 0
        return (measured, more, decided_by is None, opened, *won, *by_player)

    def _player(self, seed: str, turn: int) -> Player:
        """Seat the bots: player *p* at seat *p* + *turn*, each with dice of its own."""
        bots, seats = self.study.arms[self.name].bots, self.study.seats
        if not bots or {*bots} == {"random"}:
            # One stream of dice for all: it is the quickest, and saves as many units.
            return partial(play_random, rng=Random(seed))
        names = bots if len(bots) == seats else bots * seats
        made = [make_bot(name, Random(f"{seed}/{player}")) for player, name in enumerate(names)]
        return partial(play_with, choosers=[made[(seat - turn) % seats] for seat in range(seats)])
