"""
Openings: melds made of the hand alone that are worth enough.

What a meld is worth depends on what its jokers stand for, so jokers are placed one by one
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

import attrs

from tilerules.errors import InvalidVariantError, shown
from tilerules.melds._solver.build import best_table, build
from tilerules.melds._solver.counts import Counts, Question, Solution, Trail, counts_of, high_ones
from tilerules.melds._solver.effort import Effort, OutOfEffortError
from tilerules.melds._solver.explicit import model_for
from tilerules.melds._solver.model import Model
from tilerules.melds._solver.search import PackedEdge, Split, solve
from tilerules.melds.meld import Meld, MeldRules, Table, all_melds, kept_by_rules, table_tiles

_MANY = 1 << 12
"""More than all points of any hand."""

_MOST_WAYS = 500_000
"""So many ways are looked at to say what tiles are worth."""


@attrs.frozen(kw_only=True)
class OpeningRules:
    """
    What a player has to lay first.
    """

    at_least: int = 30
    """The fewest points that the melds must be worth together."""
    single: bool = False
    """Whether one meld alone must be worth them."""
    joker: Literal["value", "zero", "forbidden"] = "value"
    """What a joker is worth in these melds: what it stands for, nothing, or it may not be
    used."""
    rearrange: bool = True
    """Whether the rest of the table may be rearranged in the same turn."""

    def __attrs_post_init__(self) -> None:
        if type(self.at_least) is not int or self.at_least < 0:
            raise InvalidVariantError(f"at_least is an int from 0, not {shown(self.at_least)}")
        if self.joker not in ("value", "zero", "forbidden"):
            raise InvalidVariantError(
                f"joker is 'value', 'zero' or 'forbidden', not {shown(self.joker)}"
            )
        for name, value in (("single", self.single), ("rearrange", self.rearrange)):
            if not isinstance(value, bool):
                raise InvalidVariantError(f"{name} is true or false, not {shown(value)}")


@kept_by_rules
def _melds(rules: MeldRules, longest_run: int | None) -> tuple[tuple[Meld, Counts], ...]:
    """Give every meld with its tiles counted."""
    return tuple(
        (meld, counts_of(meld.tiles, rules)) for meld in all_melds(rules, longest_run=longest_run)
    )


def worth_of(melds: Table, opening: OpeningRules) -> int:
    """Give what melds count for an opening."""
    worth = sum(meld.value for meld in melds)
    if opening.joker == "zero":
        worth -= sum(face.number for meld in melds for face in meld.joker_faces)
    return worth


def _usable(hand: Counts, opening: OpeningRules) -> Counts:
    return Counts(hand.rows, 0) if opening.joker == "forbidden" else hand


def _singles(hand: Counts, rules: MeldRules, opening: OpeningRules) -> Iterator[Table]:
    """Give every meld of the hand that is worth enough by itself."""
    for meld, counts in _melds(rules, None):
        if worth_of((meld,), opening) >= opening.at_least and hand.holds(counts):
            yield (meld,)


def best_melds(
    hand: Counts, rules: MeldRules, opening: OpeningRules, effort: Effort
) -> tuple[Table, bool] | None:
    """
    Give the melds of the hand alone with most tiles that are worth enough, or None.

    Args:
        hand: The tiles that may be used.
        rules: Which melds are valid.
        opening: What the melds must be worth; of ``single``, one meld is all.
        effort: What may be done; with less, melds may be given that are fewer.

    Returns:
        The melds, and whether it is certain that none have more tiles.
    """
    hand = _usable(hand, opening)
    if opening.single:
        fitting = _singles(hand, rules, opening)
        best = max(fitting, key=lambda m: (len(m[0]), worth_of(m, opening)), default=None)
        return None if best is None else (best, True)
    try:
        # Where a joker stands matters only if the melds are not worth enough wherever it does.
        melds = _roughly(hand, rules, opening, effort, tile=1)
        if worth_of(melds, opening) >= opening.at_least:
            return melds, True
        worthy, worth = _worthiest(hand, rules, opening, effort, opening.at_least)
    except OutOfEffortError:
        return None
    if worth < opening.at_least:
        return None
    model = model_for(rules, is_explicit=True)
    try:
        best_of = _priced(_priced_question(hand, opening, tile=1), model, opening, effort)
    except OutOfEffortError:
        return worthy, False
    return build(best_of, model), True


def best_worth(
    hand: Counts,
    rules: MeldRules,
    opening: OpeningRules,
    *,
    enough: int | None = None,
    effort: Effort | None = None,
) -> int:
    """
    Give the most that melds of some tiles alone can count for an opening.

    Args:
        hand: The tiles.
        rules: Which melds are valid.
        opening: What counts.
        enough: Melds that are worth so much will do.
        effort: What may be done. Without, it is bounded: of hands so large that this matters all
            is given that was found, and not to be told what is missing but for some points.

    Raises:
        OutOfEffortError: It takes more than may be done.
    """
    hand = _usable(hand, opening)
    if opening.single:
        singles = (meld for meld, counts in _melds(rules, None) if hand.holds(counts))
        return max((worth_of((meld,), opening) for meld in singles), default=0)
    if effort is not None:
        return _worthiest(hand, rules, opening, effort, enough)[1]
    effort = Effort(_MOST_WAYS)
    melds: Table = ()
    with suppress(OutOfEffortError):
        melds = _roughly(hand, rules, opening, effort)
        return _worthiest(hand, rules, opening, effort, enough, melds)[1]
    return worth_of(melds, opening)


def _worthiest(
    hand: Counts,
    rules: MeldRules,
    opening: OpeningRules,
    effort: Effort,
    enough: int | None,
    melds: Table | None = None,
) -> tuple[Table, int]:
    """Give the melds that count most, or some that count enough, and what they do."""
    if melds is None:
        melds = _roughly(hand, rules, opening, effort)
    worth = worth_of(melds, opening)
    if opening.joker != "value" or not hand.jokers or (enough is not None and worth >= enough):
        return melds, worth
    # No more than this is asked: what the tiles are worth in all may be less than enough.
    if enough is not None and _total(hand) < enough:
        return melds, worth
    model = model_for(rules, is_explicit=True)
    floor = worth if enough is None else max(worth, enough - 1)
    found = solve(_priced_question(hand, opening, tile=0), model, floor, effort)
    return (melds, worth) if found is None else (build(found, model), found.value)


def _total(hand: Counts) -> int:
    rows = enumerate(hand.rows, 1)
    return sum([number * sum(row) for number, row in rows]) + hand.jokers * len(hand.rows)


def _roughly(
    hand: Counts, rules: MeldRules, opening: OpeningRules, effort: Effort, tile: int = 0
) -> Table:
    """
    Give the melds that count most, or have most tiles, if all jokers were worth the same.

    Then the small model will do, which is many times as quick.
    """
    question = _priced_question(hand, opening, tile=tile)
    alike = (max(question.joker_weights),) * len(question.joker_weights)
    found = best_table(attrs.evolve(question, joker_weights=alike), rules, effort=effort)
    return () if found is None else found[1]


def _priced_question(hand: Counts, opening: OpeningRules, *, tile: int) -> Question:
    """Ask for the tiles first, each of some weight, and the worth second, both in one number."""
    numbers = range(1, len(hand.rows) + 1)
    is_worth = opening.joker == "value"
    return Question(
        count=hand.rows,
        must=(hand - hand).rows,
        weights=tuple([tile * _MANY + n for n in numbers]),
        jokers=hand.jokers,
        jokers_must=0,
        joker_weights=tuple([tile * _MANY + n * is_worth for n in numbers]),
    )


def _priced(question: Question, model: Model, opening: OpeningRules, effort: Effort) -> Solution:
    """
    Find the best solution that is worth enough.

    For each state, the best goal for each worth (up to what is needed) is kept. From one
    state to another with as many jokers, more tiles are better in both.

    Raises:
        OutOfEffortError: It takes more than may be done.
    """
    # Worth beyond what is needed makes no difference, so it is cut there and states stay few.
    is_worth = opening.joker == "value"
    best = Solution(-1, (), 0)
    for high in high_ones(question, model.rules):
        split = Split(question, model, high, effort)
        fillers = question.jokers
        bounds = [-1] * (fillers + 1)
        ways: dict[tuple[int, int], tuple[int, Trail]] = {(0, 0): (split.base // _MANY, ())}
        for v in range(split.last):
            number = v % model.rules.highest + 1
            after: dict[tuple[int, int], tuple[int, Trail]] = {}
            for (key, worth), (goal, trail) in ways.items():
                back: dict[int, PackedEdge] = {}
                layer = split.advance(v, split.places.count, {key: 0}, back, fillers, bounds)
                for new, gain in layer.items():
                    edge = split.edge_of(back[new], new)
                    n_jokers = edge.group_jokers + sum(held for _used, held in edge.in_runs)
                    n_tiles = sum(edge.in_groups) + sum(used for used, _held in edge.in_runs)
                    more = number * (n_tiles + n_jokers * is_worth)
                    now = new, min(opening.at_least, worth + more)
                    total = goal + gain // _MANY
                    if now not in after or total > after[now][0]:
                        after[now] = total, (*trail, edge)
            ways = after
        for (_key, worth), (goal, trail) in ways.items():
            if worth >= opening.at_least and goal > best.value:
                best = Solution(goal, trail, 0)
    return best


def minimal_openings(
    hand: Counts, rules: MeldRules, opening: OpeningRules, effort: Effort | None = None
) -> Iterator[Counts]:
    """
    Give the tiles of openings, each set once; every opening holds one of them.

    None is searched for where the tiles left cannot reach what is asked, by the exact solver.

    Raises:
        OutOfEffortError: It takes more than may be done.
    """
    hand = _usable(hand, opening)
    seen: set[Counts] = set()
    for melds in _openings(hand, rules, opening, effort or Effort(_MOST_WAYS)):
        tiles = counts_of(table_tiles(melds), rules)
        if tiles not in seen:
            seen.add(tiles)
            yield tiles


def _openings(
    hand: Counts, rules: MeldRules, opening: OpeningRules, effort: Effort
) -> Iterator[Table]:
    if opening.single:
        yield from _singles(hand, rules, opening)
        return
    # Longer runs fall into such ones.
    short = _melds(rules, 2 * rules.min_run - 1)
    melds = [(meld, counts) for meld, counts in short if hand.holds(counts)]
    seen: set[tuple[int, Counts, int]] = set()

    def grow(first: int, left: Counts, chosen: Table) -> Iterator[Table]:
        worth = worth_of(chosen, opening)
        if worth >= opening.at_least:
            yield chosen
            return
        key = first, left, worth
        needed = opening.at_least - worth
        if key in seen or needed > best_worth(left, rules, opening, enough=needed, effort=effort):
            return
        seen.add(key)
        for i in range(first, len(melds)):
            meld, counts = melds[i]
            effort.spend(1)
            if left.holds(counts):
                yield from grow(i, left - counts, (*chosen, meld))

    yield from grow(0, hand, ())
