"""
The law of sampled rounds: every deal that agrees with what a seat has seen is as likely as any.

A deal is who holds which tile at the beginning and in which order the stock lies; it agrees where
every move of the round is legal and shows everybody the same. How likely the players were to
choose those moves does not count. Where few tiles are hidden all deals are tried; elsewhere deals
are drawn at random and those that do not agree thrown away.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from statistics import NormalDist
from typing import Any, TypeAlias

import attrs
import pytest

import tilerules
from budgets import count
from tilerules import Round, TilerulesError, Variant, double_set
from tilerules.play.sampling.lots import EvenLots
from tilerules.state import Setup
from tilerules.tiles import TileId, TileMask, bits

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
    for move, then in zip(real.moves, real.states[1:], strict=True):
        if state.to_move is None:
            return None
        try:
            state = state.play(move.notation)
        except TilerulesError:
            return None
        if _public(state) != _public(then):
            return None
    return state


def _public(state: Round) -> tuple[object, ...]:
    return state.to_move, state.table, state.rest.ext, state.rest.points


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


class _Deals:
    """
    Deals drawn at random among those that agree with what one seat has seen.

    The seat's own tiles, and those that lay open at the beginning, are where they were. A tile
    that others showed, and of which there is one, is given a place in the hand that it left: one
    for each move in turn, so that every choice of places is as likely. All else is shuffled, and
    the moves are played to see whether it may be.
    """

    def __init__(self, real: Round, viewer: int) -> None:
        self.real, self.start, self.viewer = real, real.start, viewer
        start, tile_set = self.start, self.start.plan.tile_set
        number = {tile: index for index, tile in enumerate(start.rest.stock)}
        came = dict.fromkeys(range(len(number)), (-1, 0))
        self.unique: list[tuple[int, int, TileId]] = []
        self.copied: list[tuple[int, TileMask]] = []
        for at, (old, new) in enumerate(zip(real.states, real.states[1:], strict=False), 1):
            for seat, (before, after) in enumerate(zip(old.masks, new.masks, strict=True)):
                came.update({number[tile]: (seat, at) for tile in bits(after & ~before)})
                for tile in bits(before & ~after) if seat != viewer else ():
                    copies = tile_set.copies[tile_set.tiles[tile]]
                    if copies.bit_count() == 1:
                        self.unique.append((seat, at, tile))
                    else:
                        self.copied.append((seat, copies))
        others = [seat for seat in range(start.plan.seats) if seat != viewer]
        self.places = [
            (seat, 0, -1) for seat in others for _tile in range(start.masks[seat].bit_count())
        ]
        self.places += [(*came[index], index) for index in came if came[index][0] != viewer]
        out = start.masks[viewer] | start.plan.layout.tiles(start.table) | start.rest.aside
        for tile in [tile for _seat, _at, tile in self.unique]:
            out |= 1 << tile
        for index, tile in enumerate(start.rest.stock):
            out |= 1 << tile if came[index][0] == viewer else 0
        self.pool = [tile for tile in range(len(tile_set)) if not out >> tile & 1]
        self.in_stock = Counter(start.plan.variant.starting.seen_in_stock(start))

    def draw(self, rng: random.Random) -> Round:
        """Draw deals until one agrees, and give the round that came of it."""
        found = None
        while found is None:
            found = self._drawn(rng)
        return found

    def _drawn(self, rng: random.Random) -> Round | None:
        start, plan, faces = self.start, self.start.plan, self.start.plan.tile_set.tiles
        tiles: dict[int, TileId] = {}
        for seat, at, tile in self.unique:
            free = [
                place
                for place, (owner, since, _index) in enumerate(self.places)
                if owner == seat and since < at and place not in tiles
            ]
            tiles[rng.choice(free)] = tile
        rest = iter(rng.sample(self.pool, len(self.pool)))
        hands = [mask if seat == self.viewer else 0 for seat, mask in enumerate(start.masks)]
        held, stock = [*hands], [*start.rest.stock]
        for place, (owner, _since, index) in enumerate(self.places):
            tile = tiles[place] if place in tiles else next(rest)
            if index < 0:
                hands[owner] |= 1 << tile
            else:
                stock[index] = tile
            if owner >= 0:
                held[owner] |= 1 << tile
        # The moves would say so, too, but later.
        if not all(held[seat] & copies for seat, copies in self.copied):
            return None
        if self.in_stock - Counter(str(faces[tile]) for tile in stock):
            return None
        draft: Any = plan.draft()
        draft.masks, draft.table, draft.turn = tuple(hands), start.table, start.turn
        draft.to_move = start.to_move
        draft.rest = start.rest.put(stock=tuple(stock), setup=Setup(given=True))
        return _played_again(plan.resume(draft), self.real)


def _held(state: Round, viewer: int) -> Iterator[tuple[object, ...]]:
    """Give who holds how many of a face at least, what lies in the stock, and what is next."""
    faces = state.plan.tile_set.tiles
    zones: dict[object, list[TileId]] = {
        seat: list(bits(mask)) for seat, mask in enumerate(state.masks) if seat != viewer
    }
    zones["stock"] = [*state.rest.stock]
    zones["next"] = [*state.rest.stock[:1]]
    for zone, tiles in zones.items():
        for face, copies in Counter(str(faces[tile]) for tile in tiles).items():
            yield from ((zone, face, least) for least in range(1, copies + 1))


FALSE_ALARM = 0.001
"""How likely one case fails, by chance and for the seeds taken, though the law holds."""

RARE = 10
"""Fewer expected rounds than these, with or without, are too few for a normal distribution."""


@pytest.mark.parametrize("history", [True, False])
@pytest.mark.parametrize(
    ("key", "seats", "seed", "moves", "viewer"),
    [
        ("all-fives", 4, 0, 7, 2),  # three draws, one after the other
        ("draw", 4, 0, 8, 3),  # four draws
        ("mexican-train", 3, 3, 7, 1),  # a draw and a pass, then what the drawer lays
        ("mexican-train", 8, 0, 9, 2),  # too many places to count the ways
        ("mexican-train+satisfy", 3, 2, 9, 1),  # a double that nobody satisfied
        ("rummy", 3, 1, 7, 0),  # draws, and tiles of which there are two: shown, and in the stock
        ("rummy", 3, 1, 9, 2),
    ],
)
def test_shares_are_those_of_deals_drawn_and_thrown_away(
    key: str, seats: int, seed: int, moves: int, viewer: int, history: bool
) -> None:
    """
    What seats hold, and what lies in the stock, has the shares of deals that were drawn blindly.

    All shares that are neither rare nor nearly sure are compared, and the bound is set so that one
    of them is beyond it with a probability of ``FALSE_ALARM`` (Bonferroni).
    """
    name, _plus, preset = key.partition("+")
    variant = tilerules.variant(name)
    variant = variant.with_preset(preset) if preset else variant
    rng = random.Random(seed)
    state = variant.deal(seats, seed=seed)
    for _ in range(moves):
        legal: Any = state.legal_moves
        state = state.play(legal.draw(rng) if hasattr(legal, "draw") else rng.choice(legal))
    movers = [one.to_move for one in state.states[:-1]]
    kinds = {move.kind for move, seat in zip(state.moves, movers, strict=True) if seat != viewer}
    assert kinds & {"draw", "pass"}, "nothing tells of hidden tiles"
    deals, number = _Deals(state, viewer), count("law of samples: deals drawn blindly")
    right = Counter(key for _ in range(number) for key in _held(deals.draw(rng), viewer))
    view, often, rng = state.view(viewer), 4 * number, random.Random(f"{key}, {history}")
    drawn = Counter(
        key for _ in range(often) for key in _held(view.sample(rng, history=history), viewer)
    )
    odds: dict[tuple[object, ...], float] = {}
    for what in right.keys() | drawn.keys():
        share = (right[what] + drawn[what]) / (number + often)
        if number * min(share, 1 - share) >= RARE:
            spread = (share * (1 - share) * (1 / number + 1 / often)) ** 0.5
            odds[what] = (right[what] / number - drawn[what] / often) / spread
    bound = NormalDist().inv_cdf(1 - FALSE_ALARM / (2 * len(odds)))
    beyond = {what: odd for what, odd in odds.items() if abs(odd) > bound}
    assert {} == beyond
    assert len(odds) >= 50


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
