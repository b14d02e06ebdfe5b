"""An examination: the checks of the kit asked of one variant, and what they find."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

import attrs

from tilerules.errors import InvalidVariantError
from tilerules.play import Variant
from tilerules.play.round import Round
from tilerules.testing.checks import (
    RULE_CHECKS,
    SPOT_CHECKS,
    TABLE_CHECKS,
    VARIANT_CHECKS,
    WALK_CHECKS,
)
from tilerules.testing.findings import Finding
from tilerules.testing.subjects import Check, Spot, Walk, candidates

__all__ = ["CHECKS", "Examination"]

T = TypeVar("T")

_SPOTS = 3
"""How many states of a walk are looked at closely, beside those that are always."""

_OTHER_CODES = {
    "crash": "Rules raise nothing but the library's own errors, and only where they refuse.",
    "hash-seed": (
        "A round is the same in every process: nothing depends on the order of a set, on hash() "
        "or on id(). Sort what you take out of a set."
    ),
}

CHECKS: dict[str, str] = {
    **{
        one.code: one.right
        for group in (VARIANT_CHECKS, SPOT_CHECKS, WALK_CHECKS, TABLE_CHECKS, RULE_CHECKS)
        for one in group
    },
    **_OTHER_CODES,
}
"""Every code of the kit, with what holds where nothing is wrong."""


class Examination:
    """Asks checks and keeps the first finding of each code."""

    variant: Variant
    """What is examined."""
    findings: dict[str, Finding]
    """What has been found, by code."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.findings = {}
        self._tables: set[int] = set()

    def ask(self, checks: Iterable[Check[T]], subject: T) -> None:
        """Ask some checks of a subject; one that has found something is not asked again."""
        for one in checks:
            if one.code not in self.findings:
                try:
                    found = next(iter(one.ask(subject)), None)
                except Exception as error:  # whatever a rule raises is a finding
                    self.raised(error, subject, f"asked about {one.code!r}, ")
                else:
                    if found is not None:
                        self.add(one.code, found, subject)

    def add(self, code: str, found: str, subject: object) -> None:
        """Note a finding with the place where it was."""
        finding = Finding(code=code, found=found, right=CHECKS[code], variant=str(self.variant))
        if isinstance(subject, Spot):
            finding = _at(finding, subject.walk, subject.state, subject.number)
        elif isinstance(subject, Walk):
            finding = _at(finding, subject, subject.last, len(subject.states) - 1)
        self.findings.setdefault(code, finding)

    def raised(self, error: Exception, subject: object, when: str = "") -> None:
        """Note what the rules raised where they should not have."""
        is_stuck = isinstance(error, InvalidVariantError) and "without a move" in str(error)
        code = "no-move" if is_stuck else "crash"
        self.add(code, f"{when}the rules raise {type(error).__name__}: {error}", subject)

    def look_at(self, played: Walk) -> None:
        """Look at some states of a round, and at the round as a whole."""
        rng = random.Random(f"{played.seed!r}")
        for number in _worth_a_look(played, rng):
            spot = Spot(played, number, played.states[number], rng)
            self.ask(SPOT_CHECKS, spot)
            self._try_host(spot)
        if played.error is not None:
            self.raised(played.error, played)
            return
        self.ask(WALK_CHECKS, played)
        if played.seats not in self._tables:
            self._tables.add(played.seats)
            self.ask(TABLE_CHECKS, played)

    def _try_host(self, spot: Spot) -> None:
        """Make a legal move of the host, where there is one, and look at what comes of it."""
        state = spot.state
        if not state.plan.host_actions or state.to_move is None:
            return
        legal = [
            move
            for move in candidates(state)
            if move.kind in state.plan.host_actions and not state.explain(move, host=True)
        ]
        if legal:
            after = state.host(spot.rng.choice(legal))
            self.ask(SPOT_CHECKS, Spot(spot.walk, spot.number, after, spot.rng))


def _at(finding: Finding, walk: Walk, state: Round, number: int) -> Finding:
    try:
        position = str(state.position)
    except Exception as error:  # a layout may be unable to write itself
        position = f"cannot be written: {type(error).__name__}: {error}"
    return attrs.evolve(finding, seats=walk.seats, seed=walk.seed, move=number, position=position)


def _worth_a_look(played: Walk, rng: random.Random) -> list[int]:
    """
    Choose states of a round: the first and the last two, the first and the last before a move
    of each kind, and a few more.
    """
    last = len(played.states) - 1
    chosen = {0, max(last - 1, 0), last, *(rng.randint(0, last) for _ in range(_SPOTS))}
    kinds = [state.move.kind for state in played.states if state.move is not None]
    for kind in dict.fromkeys(kinds):
        chosen |= {kinds.index(kind), last - 1 - kinds[::-1].index(kind)}
    return sorted(chosen)
