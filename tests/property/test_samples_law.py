"""
The law of sampled rounds: every deal that agrees with what a seat has seen is as likely as any.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, TypeAlias

import attrs
import pytest

import tilerules
from tilerules import Round, TilerulesError, Variant, double_set
from tilerules.play.sampling.lots import EvenLots
from tilerules.state import Setup
from tilerules.tiles import bits

Hidden: TypeAlias = "tuple[object, ...]"

DRAWN = 4_000
"""So many rounds are sampled; a share is then known to less than one in a hundred."""


def _random(variant: Variant, seats: int, seed: int, left: int) -> Round:
    """Play at random until so few tiles are in hands, or the round is nearly over."""
    rng = random.Random(seed)
    state = variant.deal(seats, seed=seed)
    before = state
    while state.to_move is not None and sum(m.bit_count() for m in state.masks) > left:
        before = state
        state = state.play(rng.choice(list(state.legal_moves)))
    return before if state.to_move is None else state


def _played_again(start: Round, real: Round) -> Round | None:
    """Play the moves of a round from another beginning; None where they are not legal."""
    state = start
    for move in real.moves:
        if state.to_move is None:
            return None
        try:
            state = state.play(move.notation)
        except TilerulesError:
            return None
    same = (state.to_move, state.table, state.rest.ext) == (
        real.to_move,
        real.table,
        real.rest.ext,
    )
    return state if same else None


def _hidden(state: Round) -> Hidden:
    return state.masks, state.rest.dead, state.rest.stock


def _starts(start: Round, viewer: int) -> Iterator[Round]:
    """Give every beginning in which a viewer holds the same: hands of others and the stock."""
    plan = start.plan
    hidden = [
        tile
        for tile in range(len(plan.tile_set))
        if not start.masks[viewer] >> tile & 1 and not plan.layout.tiles(start.table) >> tile & 1
    ]
    others = [seat for seat in range(plan.seats) if seat != viewer]

    def deal(seats: list[int], tiles: list[int]) -> Iterator[tuple[dict[int, int], list[int]]]:
        if not seats:
            yield {}, tiles
            return
        for mine in combinations(tiles, start.masks[seats[0]].bit_count()):
            mask = sum(1 << tile for tile in mine)
            for rest, left in deal(seats[1:], [one for one in tiles if one not in mine]):
                yield {seats[0]: mask, **rest}, left

    for hands, left in deal(others, hidden):
        masks = tuple(hands.get(seat, start.masks[seat]) for seat in range(plan.seats))
        for stock in permutations(left):
            draft: Any = plan.draft()
            draft.masks, draft.table, draft.to_move = masks, start.table, start.to_move
            draft.rest = start.rest.put(stock=stock, setup=Setup(given=True))
            yield plan.resume(draft)


def _check(shares: dict[Hidden, Fraction], drawn: Counter[Hidden]) -> None:
    """Compare how often rounds were drawn with how often they should be."""
    total = sum(drawn.values())
    assert set(drawn) <= set(shares), "a round was drawn that cannot be"
    for hidden, share in shares.items():
        expected = float(share * total)
        spread = (expected * (1 - float(share))) ** 0.5
        assert abs(drawn[hidden] - expected) <= 5 * spread + 1, hidden


SMALL = double_set(3)


def _small(name: str, each: int) -> Variant:
    """Give a variant with ten tiles, so that every deal can be tried."""
    variant = tilerules.variant(name)
    dealing = attrs.evolve(variant.dealing, each=each, sizes=())
    return attrs.evolve(variant, tiles=SMALL, dealing=dealing)


@pytest.mark.parametrize("history", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_every_deal_with_draws_is_as_likely(seed: int, history: bool) -> None:
    """
    In a small draw game every beginning is tried; samples have the shares that come out.

    That somebody drew, and what was shown before and after, makes some hands likelier.
    """
    variant = _small("draw", each=3)
    state = _random(variant, 2, seed, left=5)
    viewer = 1 - state.to_move  # type: ignore[operator]  # it goes on
    found: Counter[Hidden] = Counter()
    for start in _starts(state.start, viewer):
        again = _played_again(start, state)
        if again is not None:
            found[_hidden(again)] += 1
    total = sum(found.values())
    view, rng = state.view(viewer), random.Random(seed)
    drawn = Counter(_hidden(view.sample(rng, history=history)) for _ in range(DRAWN))
    _check({hidden: Fraction(count, total) for hidden, count in found.items()}, drawn)


@pytest.mark.parametrize("history", [True, False])
@pytest.mark.parametrize("rules", [(), ("gaple/pass",)])
@pytest.mark.parametrize("seed", range(3))
def test_every_deal_without_draws_is_as_likely(
    rules: tuple[str, ...], seed: int, history: bool
) -> None:
    """
    Late in a round without draws every way to exchange hidden tiles is tried.
    """
    state = _random(tilerules.variant("gaple").with_rules(*rules), 4, seed, left=9)
    viewer = state.to_move
    places: list[tuple[str, int]] = []
    pool: list[int] = []
    for seat in range(4):
        if seat != viewer:
            for zone, masks in (("hand", state.masks), ("dead", state.rest.dead)):
                places += [(zone, seat)] * masks[seat].bit_count()
                pool += bits(masks[seat])
    found: set[Hidden] = set()
    for tiles in permutations(pool):
        turned = dict(zip(pool, tiles, strict=True))
        if any(
            a == b and turned[x] > turned[y]
            for (a, x), (b, y) in zip(
                zip(places, pool, strict=True), zip(places[1:], pool[1:], strict=True), strict=False
            )
        ):
            continue  # within one place the order is no matter
        start = state.start
        masks = tuple(
            sum(1 << turned.get(tile, tile) for tile in bits(mask)) for mask in start.masks
        )
        draft: Any = start.plan.draft()
        draft.masks, draft.to_move = masks, start.to_move
        draft.rest = start.rest.put(setup=Setup(given=True))
        again: Round | None = start.plan.resume(draft)
        for move in state.moves:
            assert again is not None
            said = move.notation
            if move.kind == "discard":
                said = f"x{again.plan.tile_set.tiles[turned.get(move.tile_id, move.tile_id)]}"
            try:
                again = again.play(said)
            except TilerulesError:
                again = None
                break
        if again is not None and (again.to_move, again.table) == (state.to_move, state.table):
            found.add(_hidden(again))
    assert found
    view, rng = state.view(viewer), random.Random(seed)
    drawn = Counter(_hidden(view.sample(rng, history=history)) for _ in range(DRAWN))
    _check({hidden: Fraction(1, len(found)) for hidden in found}, drawn)


@pytest.mark.parametrize("key", ["all-fives", "mexican-train", "mexican-train+pagat", "rummy"])
def test_rounds_without_moves_have_the_shares_of_those_with(key: str) -> None:
    """
    Where deals are too many to try, each seat has each face as often with history as without.
    """
    name, _plus, preset = key.partition("+")
    variant = tilerules.variant(name)
    variant = variant.with_preset(preset) if preset else variant
    rng = random.Random(5)
    state = variant.deal(3, seed=5)
    for _ in range(25):
        legal: Any = state.legal_moves
        state = state.play(legal.draw(rng) if hasattr(legal, "draw") else rng.choice(legal))
    view = state.view(0)
    number = 300
    counts: list[Counter[tuple[int, str]]] = []
    for history in (True, False):
        found: Counter[tuple[int, str]] = Counter()
        for _ in range(number):
            sample = view.sample(rng, history=history)
            found.update((seat, str(tile)) for seat in (1, 2) for tile in sample.hands[seat])
        counts.append(found)
    one, two = counts
    odds = []
    for face in one.keys() | two.keys():
        share = (one[face] + two[face]) / (2 * number)
        spread = (2 * number * max(share * (1 - min(share, 0.99)), 0.01)) ** 0.5
        odds.append((one[face] - two[face]) / spread)
    assert max(map(abs, odds)) < 4.5
    assert sum(odd * odd for odd in odds) / len(odds) < 1.8


def test_lots_are_even() -> None:
    """
    Every way to place five tiles in groups that may not hold all of them is drawn as often.
    """
    sizes, masks = [2, 2, 1], [0b11110, 0b01111, 0b11011]
    lots = EvenLots.of(sizes, masks)
    assert lots is not None
    ways = set()
    for tiles in permutations(range(5)):
        groups = (frozenset(tiles[:2]), frozenset(tiles[2:4]), frozenset(tiles[4:]))
        if all(masks[at] >> tile & 1 for at, group in enumerate(groups) for tile in group):
            ways.add(groups)
    rng = random.Random(1)
    drawn = Counter(tuple(map(frozenset, lots.draw(rng))) for _ in range(DRAWN))
    _check({way: Fraction(1, len(ways)) for way in ways}, drawn)  # type: ignore[arg-type]


def test_lots_without_a_way() -> None:
    """
    Where the tiles cannot be placed, or are not as many as the places, there are no lots.
    """
    assert EvenLots.of([1, 1], [0b01, 0b01]) is None
    assert EvenLots.of([2, 1], [0b11, 0b11]) is None
    assert EvenLots.of([2, 1], [0b100, 0b11]) is None
