#!/usr/bin/env python3
"""
Write the numbers of every installed variant, preset and house rule into tests/perft/.

A test counts them again and compares. When rules change on purpose, run

    .venv/bin/python tools/perft.py [VARIANT ...]

and read what became different: it belongs in the changelog, with a higher rules version.

A line of a house rule is counted where the rule can be felt: from states that both the game and
the game with the rule come to, one where they go on differently; else a round that they count,
or end, differently; else, for rules that only concern later rounds or matches, any round.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs

import tilerules
from tilerules import InvalidDealError, Round, RoundOverError, TilerulesError, Variant, perft
from tilerules.play.position import spec_of
from tilerules.testing import PerftLine, walk_perft
from tilerules.testing.lookup import applied
from tilerules.testing.perft_files import PERFT_HEADER, say_end

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "perft"

QUICK = 300
"""The largest number that is always counted again."""
QUICK_LAZY = 20
"""Likewise where each move has to be searched for."""

DEEP = 10_000
"""The largest number of all; that of lines which are only about a house rule is ``QUICK``."""
DEEP_LAZY = 300
"""Likewise where each move has to be searched for."""

DEEPEST = 8
"""Where few moves can be chosen from, no sequence is longer than this."""
DEEPEST_LAZY = 5
"""Likewise where each move has to be searched for."""

SEEDS = 24
"""How many rounds of each number of seats are searched for one that a house rule changes."""
SEEDS_LAZY = 3
"""Likewise where each move has to be searched for."""

ENDS = 400
"""Seeds below this are searched for a round that ends in another way."""
ENDS_LAZY = 12
"""Likewise where each move has to be searched for."""


def path_of(variant: Variant) -> Path:
    """
    Give the file of a variant.
    """
    return FOLDER / f"{variant.name}.perft"


def quick_limit(variant: Variant) -> int:
    """
    Give the largest number that the default test run counts again.
    """
    return QUICK_LAZY if is_lazy(variant) else QUICK


def is_lazy(variant: Variant) -> bool:
    """
    Say whether moves are searched for one by one, which takes its time.
    """
    return variant.plan(variant.seats[0]).is_lazy


def rule_sets(variant: Variant) -> Iterator[Variant]:
    """
    Give a variant, its presets, and it with each house rule by its defaults.
    """
    yield variant
    for preset in variant.presets:
        yield variant.with_preset(preset.name)
    for rule in variant.house_rules:
        yield applied(variant, rule.bind())


def numbers(variant: Variant) -> str:
    """
    Write the file of a variant.
    """
    lines = [PERFT_HEADER]
    for rules in rule_sets(variant):
        if not rules.applied or rules.preset:
            lines += ["", f"# {rules.key}", *map(str, _plain_lines(rules))]
            lines += ["", "# house rules"] if rules.key == _last_key(variant) else []
        else:
            lines.append(str(_rule_line(rules, variant)))
    return "\n".join([*lines, ""])


def _last_key(variant: Variant) -> str:
    presets = variant.presets
    return variant.with_preset(presets[-1].name).key if presets else variant.key


def _plain_lines(variant: Variant) -> Iterator[PerftLine]:
    """
    Count from the deal of each number of seats, and early and late in its round.

    Of a preset the fewest and the most seats have to do. Other ways in which a round can end and
    be decided, a tie-break among them, follow where they are found.
    """
    fewest_and_most = dict.fromkeys((variant.seats[0], variant.seats[-1]))
    for seats in fewest_and_most if variant.preset else variant.seats:
        line = _start(variant, seats, 1)
        length = len(_states(variant, line)) - 1
        for after in (0, length // 3, 3 * length // 4):
            deep = DEEP_LAZY if is_lazy(variant) else DEEP
            yield _counted(variant, attrs.evolve(line, after=after), deep)
    yield from _other_ends(variant)


def _other_ends(variant: Variant) -> Iterator[PerftLine]:
    """
    Look for rounds that end, or are decided, in a way that none before did.
    """
    seen = {_way(_states(variant, _start(variant, seats, 1))) for seats in variant.seats}
    for seed in range(2, ENDS_LAZY if is_lazy(variant) else ENDS):
        for seats in dict.fromkeys((variant.seats[0], variant.seats[-1])):
            line = PerftLine(rules=spec_of(variant), seats=seats, seed=seed)
            states = walk_perft(variant, line)
            if _way(states) not in seen:
                seen.add(_way(states))
                line = attrs.evolve(line, after=len(states) // 3, end=say_end(states))
                yield _counted(variant, line, quick_limit(variant))


def _way(states: tuple[Round, ...]) -> tuple[str, str | None]:
    outcome = states[-1].outcome
    assert outcome is not None
    return outcome.reason.value, outcome.decided_by


def _start(variant: Variant, seats: int, seed: int, round_: int = 1) -> PerftLine:
    """
    Write how a round ends, with nothing counted yet.
    """
    line = PerftLine(rules=spec_of(variant), seats=seats, seed=seed, round=round_)
    return attrs.evolve(line, end=say_end(_states(variant, line)))


_PLAYED: dict[str, tuple[Round, ...]] = {}


def _states(variant: Variant, line: PerftLine) -> tuple[Round, ...]:
    """
    Play the round of a line by some rules, not always its own; each is played once.
    """
    whole = attrs.evolve(line, rules=spec_of(variant), after=0)
    if whole.start not in _PLAYED:
        _PLAYED[whole.start] = walk_perft(variant, whole)
    return _PLAYED[whole.start]


def _counted(variant: Variant, line: PerftLine, most: int) -> PerftLine:
    """
    Count at the first depths, and at the greatest of either limit.

    Where the very first depth is beyond it, a later moment of the round is taken.
    """
    quick = quick_limit(variant)
    states = _states(variant, line)
    after = line.after
    while (first := _bounded(states[after], 1, quick)) is None:
        after += 1
    counts = [(1, first)]
    deepest = DEEPEST_LAZY if is_lazy(variant) else DEEPEST
    while counts[-1][0] < deepest and counts[-1][1]:
        depth = counts[-1][0] + 1
        found = _bounded(states[after], depth, most)
        if found is None:
            break
        counts.append((depth, found))
    # The largest numbers say the most; a 0, by which every round has ended, the least.
    largest = [max(counts, key=lambda one: one[1])]
    largest += sorted((one for one in counts if one[1] <= quick), key=lambda one: one[1])[-1:]
    kept = {1, 2, 3, *(depth for depth, _count in largest)}
    return attrs.evolve(line, after=after, counts=tuple(one for one in counts if one[0] in kept))


def _bounded(state: Round, depth: int, most: int) -> int | None:
    """
    Count sequences of moves as ``perft`` does; None where there are too many.
    """
    if not state.plan.is_lazy:
        found = perft(state, depth)
        return found if found <= most else None
    total, pending = 0, [(state, depth)]
    while pending:
        one, left = pending.pop()
        moves = list(islice(one.legal_moves, most + 1))
        if left == 1:
            total += len(moves)
        else:
            pending += [(one.play(move), left - 1) for move in moves]
        if total > most or len(pending) > most:
            return None
    return total


def _rule_line(variant: Variant, base: Variant) -> PerftLine:
    """
    Count where a house rule can be felt; if it cannot be alone, beside another one.
    """
    seeds = SEEDS_LAZY if is_lazy(variant) else SEEDS
    worth, line = _search(variant, base, (1, 2), seeds)
    if worth == NOTHING and not _has_later_rounds(base):
        # A rule on who opens later rounds is felt only where another brings later rounds.
        for other in base.house_rules:
            try:
                beside = applied(base, other.bind())
                both = applied(beside, *variant.applied)
            except TilerulesError:
                continue  # they do not go together
            worth, found = _search(both, beside, (2,), 1)
            if worth != NOTHING:
                return _counted(both, found, quick_limit(both))
    return _counted(variant, line, quick_limit(variant))


def _has_later_rounds(variant: Variant) -> bool:
    try:
        _start(variant, variant.seats[0], 1, 2)
    except RoundOverError:
        return False
    return True


def _search(
    variant: Variant, base: Variant, rounds: tuple[int, ...], seeds: int
) -> tuple[int, PerftLine]:
    """
    Look for the round that is most different from the same one by other rules.
    """
    best = (NOTHING, PerftLine(rules="", seats=0, seed=0))
    for round_ in rounds:
        for seed in range(1, seeds + 1):
            for seats in dict.fromkeys((variant.seats[0], variant.seats[-1])):
                try:
                    line = _start(variant, seats, seed, round_)
                except (InvalidDealError, RoundOverError):
                    continue  # such a round cannot be dealt by these rules
                worth, after = _worth(variant, base, line)
                if worth > best[0] or not best[1].rules:
                    best = worth, attrs.evolve(line, after=after)
                if worth == SAME_STATE:
                    return best
        if best[0] != NOTHING:
            break
    return best


NOTHING, OTHER_END, OTHER_COUNTS, SAME_STATE = range(4)
"""What tells a line of a house rule from that of the game: the more, the better."""


def _worth(variant: Variant, base: Variant, line: PerftLine) -> tuple[int, int]:
    """
    Say what tells a round by a house rule from the same one without, and after which move.
    """
    states = _states(variant, line)
    try:
        others = _states(base, line)
    except TilerulesError:  # without the rule it cannot be dealt
        return OTHER_COUNTS, 0
    differing = None
    for after, (state, other) in enumerate(zip(states, others, strict=False)):
        is_same = _shown(state) == _shown(other)
        if (differing is None or is_same) and _few(state) != _few(other):
            if is_same:
                return SAME_STATE, after
            differing = after
        if not is_same and differing is not None:
            return OTHER_COUNTS, differing
    is_other_end = line.end != say_end(others)
    # The counts may as well be made where there is something to choose.
    return (OTHER_END if is_other_end else NOTHING), len(states) // 3


def _few(state: Round) -> list[int]:
    if state.plan.is_lazy:
        return [len(list(islice(state.legal_moves, QUICK_LAZY)))]
    return [perft(state, depth) for depth in (1, 2, 3)]


def _shown(state: Round) -> str:
    """
    Write a position without the rules in front.
    """
    return str(state.position).partition(" ")[2]


def main(names: list[str]) -> int:
    """
    Write the files of the variants that are named, or of all.
    """
    FOLDER.mkdir(exist_ok=True)
    variants = [tilerules.variant(name) for name in names] or tilerules.variants()
    for variant in variants:
        path_of(variant).write_text(numbers(variant), encoding="utf-8")
        print(path_of(variant).relative_to(FOLDER.parents[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
