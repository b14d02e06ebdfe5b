"""The conformance kit: one line that checks a variant, a house rule, or an installed plugin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import attrs

from tilerules.api import variant as find_variant
from tilerules.decks import Seed
from tilerules.errors import InvalidDealError, InvalidVariantError, TilerulesError
from tilerules.play import Variant
from tilerules.rulesets import BoundRule, HouseRule
from tilerules.rulesets.house_rules import EVERY
from tilerules.testing.checks import RULE_CHECKS, VARIANT_CHECKS
from tilerules.testing.checks.determinism import first_difference
from tilerules.testing.checks.difference import difference
from tilerules.testing.checks.house_rules import workable
from tilerules.testing.examination import Examination
from tilerules.testing.findings import ConformanceError, Finding
from tilerules.testing.lookup import applied, can_travel, plain, portable
from tilerules.testing.processes import Job, hash_seed_differences
from tilerules.testing.subjects import RuleCase, Walk
from tilerules.testing.walks import walk

__all__ = ["check_house_rule", "check_variant", "examine_house_rule", "examine_variant"]

VariantLike: TypeAlias = "Variant | str"
"""A variant, or the key of an installed one."""
SeatCounts: TypeAlias = "int | Iterable[int] | None"
"""One number of seats, several, or None for all the variant declares."""


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
        examination.look_at(played)
        jobs.append((subject, played.seats, played.seed, len(played.states) - 1))
    if tried and not jobs and not examination.findings:
        examination.add("deals", "no round could be dealt", subject)
    if processes:
        _compare_processes(examination, jobs)
    return tuple(examination.findings.values())


def _walks(
    examination: Examination, seeds: Sequence[Seed], max_moves: int | None, seats: SeatCounts
) -> Iterator[Walk]:
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


def _compare_processes(examination: Examination, jobs: Sequence[Job]) -> None:
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
        seeds: One round is played with each seed, for each number of seats. Without any nothing
            is played, and whether the rule makes a difference is not asked.
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
    played = tuple(seeds)
    # What difference a rule makes is seen in play, of which there is none without a seed.
    checks = [one for one in RULE_CHECKS if played or one.code != difference.code]
    examination.ask(checks, RuleCase(subject, base, bound))
    findings = dict(examination.findings)
    for setting in workable(subject, base):
        try:
            changed = applied(base, setting)
        except TilerulesError as error:
            if EVERY in subject.variants and isinstance(error, InvalidVariantError):
                continue
            examination.raised(error, base, f"{setting}: ")
            findings.update(examination.findings)
            continue
        for finding in examine_variant(changed, seeds=played, max_moves=max_moves, seats=seats):
            findings.setdefault(finding.code, finding)
    return tuple(findings.values())


def _find_rule(rule: HouseRule | str, variant: Variant) -> HouseRule:
    if isinstance(rule, HouseRule):
        return rule
    return variant.find_rules(rule)[0].rule


def _knowing(variant: Variant, rule: HouseRule) -> Variant:
    """Give the variant with the rule among those it knows, in place of one of the same key."""
    base = plain(variant)
    if rule in base.house_rules:
        return base
    others = [one for one in base.house_rules if one.key != rule.key]
    return attrs.evolve(base, house_rules=(*others, rule))
