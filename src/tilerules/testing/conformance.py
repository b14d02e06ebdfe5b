"""
The conformance kit: one line that checks a variant, a house rule, or an installed plugin.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import attrs

from tilerules.api import variant as find_variant
from tilerules.decks import Seed
from tilerules.errors import InvalidDealError, InvalidVariantError, TilerulesError
from tilerules.play.round import Round
from tilerules.testing.checks import (
    RULE_CHECKS,
    SPOT_CHECKS,
    TABLE_CHECKS,
    VARIANT_CHECKS,
    WALK_CHECKS,
)
from tilerules.testing.checks.determinism import first_difference
from tilerules.testing.checks.house_rules import workable
from tilerules.testing.findings import ConformanceError, Finding
from tilerules.testing.lookup import can_travel, plain, portable
from tilerules.testing.processes import Job, hash_seed_differences
from tilerules.testing.subjects import Check, RuleCase, Spot, Walk, candidates
from tilerules.testing.walks import walk
from tilerules.variants import BoundRule, HouseRule, Variant

__all__ = ["CHECKS", "check_house_rule", "check_variant", "examine_house_rule", "examine_variant"]

T = TypeVar("T")

VariantLike: TypeAlias = "Variant | str"
"""A variant, or the key of an installed one."""
SeatCounts: TypeAlias = "int | Iterable[int] | None"
"""One number of seats, several, or None for all the variant declares."""

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
    """
    Asks checks and keeps the first finding of each code.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.findings: dict[str, Finding] = {}
        self.tables: set[int] = set()

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


def _at(finding: Finding, walk: Walk, state: Round, number: int) -> Finding:
    try:
        position = str(state.position)
    except Exception as error:  # a layout may be unable to write itself
        position = f"cannot be written: {type(error).__name__}: {error}"
    return attrs.evolve(finding, seats=walk.seats, seed=walk.seed, move=number, position=position)


def check_variant(
    variant: VariantLike,
    *,
    seeds: Iterable[Seed] = range(5),
    max_moves: int | None = None,
    seats: SeatCounts = None,
    processes: bool = False,
) -> None:
    """
    Check that a variant keeps what the library promises.

    One line of a test is enough: ``check_variant(MY_VARIANT)``. Rounds are dealt from the
    seeds and played at random; what is asked of them stands in
    :data:`~tilerules.testing.CHECKS`. The same arguments always give the same rounds.

    Args:
        variant: The variant, or the key of an installed one.
        seeds: One round is played with each seed for each number of seats; none without any.
        max_moves: No round is played further than this; by default a round is played to its
            end, or until it is longer than the variant's ``most_moves``.
        seats: The numbers of seats to try; all that the variant declares by default.
        processes: Play the rounds also in three new processes with different hash seeds.
            The variant must be installed, or made of classes those processes can import.

    Raises:
        ConformanceError: Something is wrong; it holds the first finding of each kind.
    """
    findings = examine_variant(
        variant, seeds=seeds, max_moves=max_moves, seats=seats, processes=processes
    )
    if findings:
        raise ConformanceError(findings)


def examine_variant(
    variant: VariantLike,
    *,
    seeds: Iterable[Seed] = range(5),
    max_moves: int | None = None,
    seats: SeatCounts = None,
    processes: bool = False,
) -> tuple[Finding, ...]:
    """Find what :func:`check_variant` would raise; the arguments are the same."""
    subject = find_variant(variant) if isinstance(variant, str) else variant
    examination = Examination(subject)
    checks = VARIANT_CHECKS
    if subject.applied:
        # A house rule may leave numbers of seats, or deals, that cannot be dealt.
        checks = tuple(one for one in checks if one.code != "deals")
    examination.ask(checks, subject)
    jobs: list[Job] = []
    tried = tuple(seeds)
    for played in _walks(examination, tried, max_moves, seats):
        _examine_walk(examination, played)
        jobs.append((subject, played.seats, played.seed, len(played.states) - 1))
    if tried and not jobs and not examination.findings:
        examination.add("deals", "no round could be dealt", subject)
    if processes:
        _compare_processes(examination, jobs)
    return tuple(examination.findings.values())


def _walks(
    examination: Examination, seeds: Sequence[Seed], max_moves: int | None, seats: SeatCounts
) -> Iterator[Walk]:
    """Play the rounds that are looked at."""
    variant = examination.variant
    most = variant.most_moves + 1 if max_moves is None else max_moves
    counts = variant.seats if seats is None else (seats,) if isinstance(seats, int) else seats
    for count in counts:
        for seed in seeds:
            try:
                yield walk(variant, count, seed, most=most)
            except InvalidDealError as error:
                if not variant.applied:
                    examination.raised(error, variant, f"{count} seats, seed {seed!r}: ")
            except Exception as error:  # whatever a rule raises is a finding
                examination.raised(error, variant, f"dealing {count} seats with seed {seed!r}, ")


def _examine_walk(examination: Examination, played: Walk) -> None:
    """Look at some states of a round, and at the round as a whole."""
    rng = random.Random(f"{played.seed!r}")
    for number in _worth_a_look(played, rng):
        spot = Spot(played, number, played.states[number], rng)
        examination.ask(SPOT_CHECKS, spot)
        _try_host(examination, spot)
    if played.error is not None:
        examination.raised(played.error, played)
        return
    examination.ask(WALK_CHECKS, played)
    if played.seats not in examination.tables:
        examination.tables.add(played.seats)
        examination.ask(TABLE_CHECKS, played)


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


def _try_host(examination: Examination, spot: Spot) -> None:
    """Make a legal move of the host, where there is one, and look at what comes of it."""
    state = spot.state
    if not state.plan.host_actions or state.to_move is None:
        return
    legal = [
        move
        for move in candidates(state)
        if move.kind in state.plan.host_actions and not state.explain(move)
    ]
    if legal:
        after = state.play(spot.rng.choice(legal))
        examination.ask(SPOT_CHECKS, Spot(spot.walk, spot.number, after, spot.rng))


def _compare_processes(examination: Examination, jobs: Sequence[Job]) -> None:
    """Play the rounds in new processes."""
    sent = portable(examination.variant)
    if not can_travel(sent):
        examination.add(
            "hash-seed", "the variant cannot be pickled, so no other process can play it", sent
        )
        return
    try:
        for job, one, two in hash_seed_differences([(sent, *job[1:]) for job in jobs]):
            where = f"{job[1]} seats, seed {job[2]!r}"
            examination.add("hash-seed", f"{where}: {first_difference(one, two)}", sent)
            return
    except RuntimeError as error:
        examination.add("hash-seed", f"a new process failed: {error}", sent)


def check_house_rule(
    rule: HouseRule | str,
    *variants: VariantLike,
    seeds: Iterable[Seed] = range(2),
    max_moves: int | None = None,
    seats: SeatCounts = None,
    beside: Iterable[HouseRule | BoundRule] | None = None,
) -> None:
    """
    Check that a house rule keeps what the library promises.

    One line of a test is enough: ``check_house_rule(MY_RULE)``. The rule is applied by its
    defaults and with each parameter at its limits; each variant that results is checked as
    :func:`check_variant` does.

    Args:
        rule: The rule, or the key of one that the variant knows.
        variants: The variants to try it on; all installed ones it is for by default.
        seeds: One round is played with each seed, for each number of seats.
        max_moves: No round is played further than this.
        seats: The numbers of seats to try; all that can be dealt by default.
        beside: The rules it is used together with, in both orders; all others that the
            variant knows by default.

    Raises:
        ConformanceError: Something is wrong; it holds the first finding of each kind.
        UnknownVariantError: No variant it is for is installed, and none is given.
    """
    findings: dict[str, Finding] = {}
    for base in _bases(rule, variants):
        for finding in examine_house_rule(
            rule, base, seeds=seeds, max_moves=max_moves, seats=seats, beside=beside
        ):
            findings.setdefault(finding.code, finding)
    if findings:
        raise ConformanceError(findings.values())


def _bases(rule: HouseRule | str, variants: Sequence[VariantLike]) -> list[Variant]:
    if variants:
        return [find_variant(one) if isinstance(one, str) else one for one in variants]
    if isinstance(rule, str):
        raise InvalidVariantError("name a variant to find the house rule in, or give the rule")
    return [find_variant(name) for name in rule.variants]


def examine_house_rule(
    rule: HouseRule | str,
    variant: Variant,
    *,
    seeds: Iterable[Seed] = range(2),
    max_moves: int | None = None,
    seats: SeatCounts = None,
    beside: Iterable[HouseRule | BoundRule] | None = None,
) -> tuple[Finding, ...]:
    """Find what :func:`check_house_rule` would raise for one variant."""
    subject = _find_rule(rule, variant)
    base = _knowing(variant, subject)
    others = [one for one in base.house_rules if one != subject] if beside is None else beside
    bound = tuple(one.bind() if isinstance(one, HouseRule) else one for one in others)
    examination = Examination(base)
    examination.ask(RULE_CHECKS, RuleCase(subject, base, bound))
    findings = dict(examination.findings)
    played = tuple(seeds)
    for setting in workable(subject, base):
        try:
            changed = base.with_rules(setting)
        except TilerulesError as error:
            examination.raised(error, base, f"{setting}: ")
            findings.update(examination.findings)
            continue
        for finding in examine_variant(changed, seeds=played, max_moves=max_moves, seats=seats):
            findings.setdefault(finding.code, finding)
    return tuple(findings.values())


def _find_rule(rule: HouseRule | str, variant: Variant) -> HouseRule:
    if isinstance(rule, HouseRule):
        return rule
    from tilerules.variants.house_rules import find_rule

    return find_rule(variant.house_rules, rule, variant.name).rule


def _knowing(variant: Variant, rule: HouseRule) -> Variant:
    """Give the variant with the rule among those it knows."""
    base = plain(variant)
    if any(one.key == rule.key for one in base.house_rules):
        return base
    return attrs.evolve(base, house_rules=(*base.house_rules, rule))
