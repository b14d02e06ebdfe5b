"""
What is studied: plain values that travel to workers as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

import attrs

from tilerules._version import __version__
from tilerules.decks import check_seed
from tilerules.errors import StudyError, check_type, nearest, of_type, shown
from tilerules.play import Variant
from tilerules.play.lanes import lanes_problem, numpy
from tilerules.plugins import default_registry
from tilerules.records.writing import plugin_versions
from tilerules.studies.bots import play_random

__all__ = ["UNITS", "Arm", "Study"]

UNITS = ("round", "match")
"""What a unit can be."""

_COLUMNS = {"measure", "units", "difference", "low", "high", "saved"}
"""What a table of results calls its own columns."""

_SEEDS = 10
"""So many rounds are played to know rules by what they do."""


def _texts(values: Iterable[str]) -> tuple[str, ...]:
    if isinstance(values, str):
        raise TypeError(f"several texts belong in a list: [{values!r}]")
    return tuple(values)


@attrs.frozen
class Arm:
    """
    One way of playing: a variant with house rules, and who plays.

    Raises:
        TypeError: A text stands where a list of them belongs.
    """

    variant: str = attrs.field(validator=of_type(str))
    """The key of an installed variant: ``name[+preset][@N]``."""
    rules: tuple[str, ...] = attrs.field(
        default=(), converter=_texts, validator=of_type(str, each=True)
    )
    """Keys of house rules."""
    bots: tuple[str, ...] = attrs.field(
        default=(), converter=_texts, validator=of_type(str, each=True)
    )
    """
    One for all seats, or one a seat: ``"random"``, ``"heaviest"``, ``"adviser"``, or
    ``"module:factory"``, called with a :class:`random.Random`. Random players by default.
    """

    def resolve(self) -> Variant:
        """
        Look the rules up.

        Raises:
            UnknownVariantError: The variant is not installed here.
            UnknownHouseRuleError: A house rule is not.
        """
        variant = default_registry().variant(self.variant)
        return variant.with_rules(*self.rules) if self.rules else variant

    def __str__(self) -> str:
        players = f" by {', '.join(self.bots)}" if self.bots else ""
        return " ".join([self.variant, *(f"-r {rule}" for rule in self.rules)]) + players


def _arms(value: Mapping[str, Arm]) -> dict[str, Arm]:
    check_type("arms", value, Mapping)
    return dict(value)


@attrs.frozen(kw_only=True, hash=False)
class Study:
    """
    Arms to compare, and the units they are compared on.

    Raises:
        StudyError: The parts do not go together; it says what would.
    """

    arms: dict[str, Arm] = attrs.field(converter=_arms)
    """Each arm by its name; the first is what the others are compared with."""
    units: int = attrs.field(validator=of_type(int))
    """How many units: a whole number of blocks."""
    seats: int = attrs.field(default=4, validator=of_type(int))
    """How many sit at the table."""
    seed: str = attrs.field(default="study", validator=of_type(str))
    """Deals and dice of all units come from it."""
    block: int = attrs.field(default=500, validator=of_type(int))
    """
    How many units are played, logged and counted together. It decides where a study may stop, and
    so belongs to it; what a worker is given at once should take a second.
    """
    unit: str = attrs.field(default="round", validator=of_type(str))
    """``"round"``, or ``"match"``: a whole one."""
    number: int = attrs.field(default=1, validator=of_type(int))
    """
    Which round is measured, dealt one after the other. Those before it are played and leave their
    marks, as in a match, but do not end it.
    """
    rotate: bool = attrs.field(default=False, validator=of_type(bool))
    """Whether every deal is played once for each rotation of the bots over the seats."""

    lanes: bool = attrs.field(default=False, validator=of_type(bool))
    """
    Whether rounds are played in lanes: many times as fast, for line games and the bots
    ``"random"`` and ``"heaviest"``, with deals of their own. It needs the extra ``lanes``.
    """

    def __attrs_post_init__(self) -> None:
        if not self.arms:
            raise StudyError("a study needs an arm, better two to compare")
        for name, arm in self.arms.items():
            check_type("the name of an arm", name, str)
            check_type(f"arm {name!r}", arm, Arm)
            if not name or name in _COLUMNS or name.endswith("_se"):
                raise StudyError(f"an arm cannot be called {name!r}: tables use that name")
            if len(arm.bots) not in (0, 1, self.seats):
                raise StudyError(
                    f"arm {name!r} names {len(arm.bots)} bots: one for all seats, or {self.seats}"
                )
        for what in ("units", "block", "number"):
            if getattr(self, what) < 1:
                raise StudyError(f"{what} is 1 or more, not {shown(getattr(self, what))}")
        if self.units % self.block:
            most = -(-self.units // self.block) * self.block
            raise StudyError(
                f"{self.units} units are no whole number of blocks of {self.block}; take {most}"
            )
        if self.unit not in UNITS:
            raise StudyError(f"no unit {shown(self.unit)}{nearest(self.unit, UNITS)}")
        if self.unit == "match" and self.number != 1:
            raise StudyError("number chooses a round; a unit that is a match has all of them")
        check_seed(self.seed)
        if self.lanes and (self.unit, self.number, self.rotate) != ("round", 1, False):
            raise StudyError("lanes are first rounds: no later ones, matches or rotations")

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self.units // self.block

    @property
    def plays(self) -> int:
        """How often an arm plays a unit's deal."""
        return self.seats if self.rotate else 1

    @property
    def measures(self) -> tuple[str, ...]:
        """
        What is measured, in the order of a tally's sums.

        ``length`` counts moves; ``blocked`` and ``tie`` are 1 or 0; ``opener`` and ``won[s]`` are
        the share of the win that went to the opening seat and to seat ``s`` (with rotation:
        player ``s``); ``points[s]`` is what the seat scored.
        """
        first = ("rounds", "length") if self.unit == "match" else ("length", "blocked")
        each = [f"{what}[{seat}]" for what in ("won", "points") for seat in range(self.seats)]
        return (*first, "tie", "opener", *each)

    def resolve(self) -> dict[str, Variant]:
        """
        Look the rules of every arm up.

        Raises:
            StudyError: An arm's rules are not for so many seats.
            UnknownVariantError: A variant is not installed here.
            UnknownHouseRuleError: A house rule is not.
        """
        found = {name: arm.resolve() for name, arm in self.arms.items()}
        for name, variant in found.items():
            if self.seats not in variant.seats:
                known = ", ".join(map(str, variant.seats))
                raise StudyError(f"arm {name!r} is for {known} seats, not {self.seats}")
            if self.lanes:
                self._check_lanes(name, variant)
        return found

    def _check_lanes(self, name: str, variant: Variant) -> None:
        """
        Check that an arm can be played in lanes.

        Raises:
            StudyError: It cannot.
        """
        problem = lanes_problem(variant.plan(self.seats))
        if not problem and {*self.arms[name].bots} not in ({"random"}, {"heaviest"}, set()):
            problem = "its bots are not all 'random', or all 'heaviest'"
        if problem:
            raise StudyError(f"arm {name!r} cannot be played in lanes: {problem}")

    def software(self) -> dict[str, str]:
        """Give what must be the same on every worker: versions, and what the rules do."""
        found = {"tilerules": __version__}
        if self.lanes:
            found["numpy"] = numpy().__version__  # whose chance it is
        for name, variant in self.resolve().items():
            found |= plugin_versions(variant)
            found[f"rules of {name}"] = f"{variant.version}/{_behaviour(variant, self.seats)}"
        return found

    def identity(self) -> dict[str, Any]:
        """
        Give what decides the numbers: all but :attr:`units`, so that a study can be made longer.
        """
        own = attrs.asdict(self, filter=lambda field, _value: field.name not in ("arms", "units"))
        # An order, since the first arm is what the others are compared with.
        arms = [{"name": name, **attrs.asdict(arm)} for name, arm in self.arms.items()]
        whole = {"format": "tilerules-study-1", "arms": arms, **own, "software": self.software()}
        plain: dict[str, Any] = json.loads(json.dumps(whole))
        return plain

    def digest(self) -> str:
        """Give a short text that tells this study from others."""
        return digest_of(self.identity())


def digest_of(value: object) -> str:
    """
    Give a short text that tells plain data from other plain data.

    >>> digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
    True
    """
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def _behaviour(variant: Variant, seats: int) -> str:
    """Tell rules by what they do: sources may differ where versions do not."""
    seen = []
    for seed in range(_SEEDS):
        state = play_random(variant.deal(seats, seed=seed), Random(seed))[0]
        seen.append([[move.notation for move in state.moves], str(state.outcome)])
    return digest_of(seen)
