"""
Lanes: many rounds of a line game in step, by tables that its own parts have filled.

The bound layout is asked once for every *gist* of a table what fits there and what it becomes;
ladder, settlement and opening are asked for their ways with arrays. What no part offers is not
guessed: such rules are refused, with the reason, and are played round by round. The extra
``lanes`` brings the numpy that is needed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import Any

import attrs

from tilerules.errors import InvalidVariantError, MissingExtraError
from tilerules.layouts.base import BoundPlaces
from tilerules.play.plans.plan import Plan
from tilerules.rules.blocking import Blocked, Discard, Draw, DrawAgain, Pass, WentOut
from tilerules.rules.dealing import DealEach
from tilerules.rules.laying import OpeningTiles, PlaceTile
from tilerules.scorers.lanes import LaneEnds
from tilerules.tiles import bits

__all__ = ["BURIED", "DREW", "PASSED", "Lanes", "lanes_problem", "numpy", "play_lanes"]

_MOST_TILES = 53
"""The highest tile of a mask is found by way of a float, which is exact so far."""

_AT_ONCE = 8192
"""So many lanes are played together: more do not fit a processor's cache."""

_TURNS = {
    frozenset({"place", "discard"}): (("discard", ("place",)),),
    frozenset({"place", "pass"}): (("pass", ("place",)),),
    frozenset({"place", "draw", "pass"}): (("draw", ("place",)), ("pass", ("place", "draw"))),
}
"""The turns there are, by the kinds of moves: what each but the first is for want of."""

PASSED, DREW = -1, -2
"""In a log of moves: what is no tile laid."""

BURIED = -3
"""A tile laid face down is this less its number."""


@attrs.frozen(eq=False)
class Lanes:
    """
    How rounds ended, an entry or a row of one entry a seat for each: arrays of numpy.
    """

    hands: Any
    """What was dealt: masks of tiles, by the set's numbers where moves are kept."""
    stock: Any
    """The undealt tiles in their order: numbers of tiles."""
    opener: Any
    """The seat that opened."""
    lengths: Any
    """How many moves there were."""
    blocked: Any
    """Whether the round was blocked; else a hand was empty."""
    counts: Any
    """What counted against each seat."""
    winners: Any
    """Whether a seat won, or was level with whoever did."""
    decided: Any
    """The number of the rung that decided, from 0; -1 for a tie."""
    points: Any
    """What each seat scored."""
    rungs: tuple[str, ...]
    """The codes of the rungs."""
    log: tuple[tuple[Any, Any], ...] = attrs.field(default=(), repr=False)
    """
    Where moves are kept: step by step the lanes that moved, and what they did: the tile's number
    and 64 times the place, or :data:`PASSED`, :data:`DREW`, or :data:`BURIED` less a number.
    """


def lanes_problem(plan: Plan) -> str:
    """Say why rules cannot be played in lanes; nothing if they can."""
    return next(_problems(plan), "")


def _problems(plan: Plan) -> Iterator[str]:
    rules = plan.variant
    actions = plan.actions
    turn = _TURNS.get(frozenset(actions))
    known = (PlaceTile, Discard, Pass, Draw)
    if turn is None or any(type(action) not in known for action in actions.values()):
        yield f"a turn is more than laying one tile: {', '.join(actions)}"
        return
    if actions["place"].only_without or any(
        actions[kind].only_without != without for kind, without in turn
    ):
        yield "its moves give way to each other in another order"
    draw = actions.get("draw")
    if isinstance(draw, Draw) and draw.once:
        yield "it may be drawn once a turn only"
    again = (DrawAgain(),) if draw else ()
    if rules.continuations != again:
        yield "a turn can go on after a tile was laid"
    for part in (*rules.permits, *rules.effects, *rules.adjustments, *rules.values):
        yield f"the part {part.code!r} is none that lanes know"
    for constraint in rules.constraints:
        if type(constraint) is not OpeningTiles:
            yield f"the constraint {constraint.code!r} is none that lanes know"
    if {type(ending) for ending in rules.endings} != {WentOut, Blocked}:
        yield "it ends otherwise than by an empty hand or a block"
    if any(isinstance(ending, WentOut) and not ending.by_discard for ending in rules.endings):
        yield "a last tile laid face down does not end it"
    if plan.has_partners or rules.order.may_skip:
        yield "seats are partners, or can be passed over"
    if type(rules.dealing) is not DealEach or rules.dealing.redeal_doubles is not None:
        yield "tiles are not dealt once, the same number to each seat"
    tiles = plan.tile_set
    if len(tiles) > _MOST_TILES or tiles.has_copies:
        yield f"it has more than {_MOST_TILES} tiles, or several of one face"
    layout = plan.layout
    if not isinstance(layout, BoundPlaces) or layout.gist(layout.empty) is None:
        yield f"the layout {rules.layout.code!r} has no tables for lanes"
    if rules.starting.in_lanes(plan) is None:
        yield f"the opening {rules.starting.code!r} is none that lanes know"
    for rung in plan.ladder:
        if rung.in_lanes(None) is None:
            yield f"the rung {rung.code!r} does not compare in lanes"
    if rules.settlement.in_lanes(None, None) is None:
        yield f"the settlement {rules.settlement.code!r} does not count in lanes"


class _Tables:
    """
    What a plan's parts say, as arrays. Tiles are numbered by weight, the lightest first.
    """

    def __init__(self, plan: Plan, np: Any) -> None:
        tiles = plan.tile_set
        # Of equal weight the first of the set comes last: who wants the heaviest takes it first.
        self.numbers = sorted(range(len(tiles)), key=lambda tile: (tiles.pips[tile], -tile))
        place_of = {tile: at for at, tile in enumerate(self.numbers)}
        layout: Any = plan.layout
        gists: dict[Any, int] = {}
        states: list[Any] = []

        def known(state: Any) -> int:
            gist = layout.gist(state)
            if gist not in gists:
                gists[gist] = len(states)
                states.append(state)
            return gists[gist]

        self.first = np.array([known(layout.put(layout.empty, 0, t, 0)) for t in self.numbers])
        places = range(len(layout.labels))
        fits: list[list[int]] = []
        after: list[list[list[int]]] = []
        at = 0
        while at < len(states):
            state = states[at]
            now = layout.places(state)
            row, following = [], []
            for place in places:
                mask, then = 0, [0] * len(tiles)
                for tile in bits(layout.fitting(state, place)) if place in now else ():
                    if layout.same_as(state, tile, place) == place:
                        mask |= 1 << place_of[tile]
                        then[place_of[tile]] = known(layout.put(state, 0, tile, place))
                row.append(mask)
                following.append(then)
            fits.append(row)
            after.append(following)
            at += 1
        # A place at which nothing ever fits costs a step for nothing.
        self.places = [place for place in places if any(row[place] for row in fits)]
        self.fits = [np.array([row[p] for row in fits], dtype=np.uint64) for p in self.places]
        self.after = np.array([[row[p] for p in self.places] for row in after]).ravel()
        wanted = [sum(1 << place_of[tile] for tile in bits(layout.wanted(s))) for s in states]
        self.wanted = np.array(wanted, dtype=np.uint64)
        self.order = np.array(plan.order)
        self.faces = [tiles.tiles[tile] for tile in self.numbers]
        # What no tile is called, 64, weighs less than any.
        pips = [face.pips for face in self.faces]
        self.weights = np.array([*pips, *[-1] * (65 - len(pips))])
        self.each = plan.variant.dealing.hand_size(len(tiles), plan.seats)
        opening = plan.variant.starting.in_lanes(plan)
        self.leads = [place_of[tile] for tile in opening]
        draw = plan.actions.get("draw")
        self.draw = draw if isinstance(draw, Draw) else None
        self.buries = "discard" in plan.actions


@lru_cache(maxsize=32)
def _tables(plan: Plan) -> _Tables:
    return _Tables(plan, numpy())


def numpy() -> Any:
    """
    Import numpy, which nothing else needs.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import numpy as np
    except ImportError as error:
        raise MissingExtraError("lanes need numpy: pip install 'tilerules[lanes]'") from error
    if not hasattr(np, "bitwise_count"):
        raise MissingExtraError(f"lanes need numpy 2 or later; this is {np.__version__}")
    return np


def play_lanes(
    plan: Plan, number: int, seed: str, *, heaviest: bool = False, keep: bool = False
) -> Iterator[Lanes]:
    """
    Play rounds in lanes.

    Args:
        plan: The rules, for a number of seats.
        number: How many rounds.
        seed: Of deals and dice. The deals are numpy's own, others than those of the same seed
            elsewhere.
        heaviest: Whether each seat lays the heaviest tile it can, and buries the lightest, instead
            of playing at random.
        keep: Whether moves are kept.

    Returns:
        The rounds, some thousands at a time.

    Raises:
        InvalidVariantError: These rules cannot be played in lanes; it says why.
        MissingExtraError: numpy is not installed.
    """
    problem = lanes_problem(plan)
    if problem:
        raise InvalidVariantError(f"{plan.variant.key} cannot be played in lanes: {problem}")
    np, tables = numpy(), _tables(plan)
    for first in range(0, number, _AT_ONCE):
        some = min(_AT_ONCE, number - first)
        yield _Play(plan, tables, np, some, f"{seed}/{first}", heaviest=heaviest, keep=keep).run()


class _Play:
    """
    Rounds that are played together.
    """

    def __init__(
        self,
        plan: Plan,
        tables: _Tables,
        np: Any,
        number: int,
        seed: str,
        *,
        heaviest: bool,
        keep: bool,
    ) -> None:
        self.plan, self.tables, self.np, self.number = plan, tables, np, number
        self.heaviest, self.keep = heaviest, keep
        words = [int.from_bytes(hashlib.sha256(f"{seed}/{of}".encode()).digest()) for of in "ab"]
        deals, self.dice = (np.random.Generator(np.random.PCG64(word)) for word in words)
        # Random numbers that end in the tile they stand for: sorting them is quicker than asking
        # for their order.
        tiles = np.arange(len(tables.numbers), dtype=np.uint64)
        keys = deals.integers(1 << 58, size=(number, len(tiles)), dtype=np.uint64)
        keys = np.sort(keys << np.uint64(6) | tiles, axis=1)
        self.deck = (keys & np.uint64(63)).astype(np.int64)
        self.lots = deals.random(number)
        self.one = np.uint64(1)
        self.log: list[tuple[Any, Any]] = []

    def _at(self, bit: Any) -> Any:
        """Give the number of the only tile of each mask."""
        return self.np.bitwise_count(bit - self.one).astype(self.np.int64)

    def _highest(self, mask: Any) -> Any:
        """Give the heaviest tile of each mask, as a mask; of none, none."""
        at = self.np.frexp(mask.astype(self.np.float64))[1]
        return self.np.where(mask > 0, self.one << (at - 1).clip(0).astype(self.np.uint64), 0)

    def _nth(self, mask: Any, number: Any) -> Any:
        """Give the tile with so many others below it in each mask, as a mask."""
        np, mask, left = self.np, mask.copy(), number.copy()
        some = np.flatnonzero(left > 0)
        while len(some):
            now = mask[some]
            mask[some] = now & (now - self.one)
            left[some] -= 1
            some = some[left[some] > 0]
        return mask & (~mask + self.one)

    def _choose(self, mask: Any, dice: Any) -> Any:
        """Choose a tile of each mask."""
        if self.heaviest:
            return self._highest(mask)
        return self._nth(mask, (dice * self.np.bitwise_count(mask)).astype(self.np.int64))

    def _choose_place(self, fits: list[Any], dice: Any) -> tuple[Any, Any]:
        """Choose a place and a tile among what fits at each place; give the tile as a mask."""
        np = self.np
        place = np.zeros(len(dice), dtype=np.int64)
        if self.heaviest:
            best = self._highest(fits[0])
            for at, more in enumerate(fits[1:], 1):
                other = self._highest(more)
                weights = self.tables.weights
                heavier = weights[self._at(other)] > weights[self._at(best)]
                place, best = np.where(heavier, at, place), np.where(heavier, other, best)
            return place, best
        counts = [np.bitwise_count(mask) for mask in fits]
        number = (dice * sum(counts)).astype(np.int64)
        mask = fits[0]
        for at in range(1, len(fits)):
            later = (place == at - 1) & (number >= counts[at - 1])
            mask = np.where(later, fits[at], mask)
            number = np.where(later, number - counts[at - 1], number)
            place = np.where(later, at, place)
        return place, self._nth(mask, number)

    def run(self) -> Lanes:
        """Deal, open, play in step until all rounds have ended, and judge."""
        np, tables, number = self.np, self.tables, self.number
        seats, each = self.plan.seats, tables.each
        bits_of = self.one << np.ascontiguousarray(self.deck.T).astype(np.uint64)
        cuts = range(0, seats * each, each)
        dealt = np.stack(
            [np.bitwise_or.reduce(bits_of[cut : cut + each], axis=0) for cut in cuts], axis=1
        )
        opener, first = self._open(dealt)
        every = np.arange(number)
        hands = dealt.copy()
        hands[every, opener] ^= first
        left_over = len(tables.numbers) - seats * each
        self.final = np.zeros_like(hands)
        self.dead = np.zeros_like(hands)
        self.blocked = np.zeros(number, dtype=bool)
        self.by = opener.copy()
        self.lengths = np.zeros(number, dtype=np.int64)
        self._note(every, self._laid(first, 0))

        ids, seat, gist = every, opener, tables.first[self._at(first)]
        taken = np.zeros(number, dtype=np.int64)
        draws = np.zeros(number, dtype=np.int64)
        length, goes_on = 1, np.zeros(number, dtype=bool)
        lane, held = every, np.bitwise_or.reduce(hands, axis=1)
        while True:
            stock = left_over - taken
            ended = hands[lane, seat] == 0
            stuck = ~ended & ((held & tables.wanted[gist]) == 0)
            if tables.draw is not None:
                stuck &= stock <= tables.draw.reserve
            over = ended | stuck
            if over.any():
                gone = ids[over]
                self.final[gone] = hands[over]
                self.blocked[gone] = stuck[over]
                self.by[gone] = seat[over]
                self.lengths[gone] = length
                kept = ~over
                if not kept.any():
                    break
                ids, seat, gist, hands = ids[kept], seat[kept], gist[kept], hands[kept]
                taken, draws, goes_on = taken[kept], draws[kept], goes_on[kept]
                held, lane = held[kept], every[: len(ids)]
            seat = np.where(goes_on, seat, tables.order[seat])
            draws = np.where(goes_on, draws, 0)
            # Of every lane, also of those that have ended: so that each has dice of its own.
            dice = self.dice.random(number)[ids]
            mine = hands[lane, seat]
            fits = [table[gist] & mine for table in tables.fits]
            can = reduce(or_, fits) > 0
            place, bit = self._choose_place(fits, dice)
            bit = np.where(can, bit, 0)
            at = self._at(np.where(can, bit, self.one))
            after = tables.after[(gist * len(tables.places) + place) * len(tables.faces) + at]
            gist = np.where(can, after, gist)
            did = np.where(can, self._laid(bit, place), PASSED)
            goes_on = np.zeros(len(ids), dtype=bool)
            if tables.draw is not None:
                goes_on = ~can & (left_over - taken > tables.draw.reserve)
                if tables.draw.most is not None:
                    goes_on &= draws < tables.draw.most
                drawn = self.deck[ids, (seats * each + taken) % self.deck.shape[1]]
                bit = np.where(goes_on, self.one << drawn.astype(np.uint64), bit)
                did = np.where(goes_on, DREW, did)
                taken, draws = taken + goes_on, draws + goes_on
            elif tables.buries:
                some = self._buried(mine, dice)
                bit = np.where(can, bit, some)
                self.dead[ids, seat] |= np.where(can, 0, some)
                did = np.where(can, did, BURIED - self._tile(some))
            hands[lane, seat] = mine ^ bit
            held = held ^ bit
            self._note(ids, did)
            length += 1
        return self._judged(dealt, opener)

    def _open(self, dealt: Any) -> tuple[Any, Any]:
        """Give who opens, and the tile as a mask."""
        np, every = self.np, self.np.arange(self.number)
        opener = (self.lots * self.plan.seats).astype(np.int64)
        first = np.zeros(self.number, dtype=np.uint64)
        for tile in self.tables.leads:
            bit = self.one << np.uint64(tile)
            holds = (dealt & bit) != 0
            mine = (first == 0) & holds.any(axis=1)
            opener = np.where(mine, np.argmax(holds, axis=1), opener)
            first = np.where(mine, bit, first)
            if first.all():
                break
        if not self.tables.leads:
            first = self._choose(dealt[every, opener], self.dice.random(self.number))
        return opener, first

    def _buried(self, mine: Any, dice: Any) -> Any:
        """Choose the tile that is laid face down."""
        if self.heaviest:
            return mine & (~mine + self.one)
        return self._choose(mine, dice)

    def _tile(self, bit: Any) -> Any:
        """Give the tiles' numbers in the set."""
        if not self.keep:
            return 0
        numbers = self.np.array(self.tables.numbers)
        return numbers[self._at(self.np.where(bit > 0, bit, self.one))]

    def _laid(self, bit: Any, place: Any) -> Any:
        """Write down what was laid, and where."""
        return self._tile(bit) + 64 * self.np.array(self.tables.places)[place] if self.keep else 0

    def _note(self, ids: Any, did: Any) -> None:
        if self.keep:
            self.log.append((ids.copy(), self.np.broadcast_to(did, ids.shape).copy()))

    def _judged(self, dealt: Any, opener: Any) -> Lanes:
        np, tables, plan = self.np, self.tables, self.plan
        ends = LaneEnds(self.final, self.dead, self.blocked, self.by, tables.faces)
        left = np.ones(self.final.shape, dtype=bool)
        decided = np.full(self.number, -1)
        rows, some = np.arange(self.number), ends
        for index, rung in enumerate(plan.ladder):
            keys, mine = rung.in_lanes(some), left[rows]
            best = np.where(mine, keys, np.iinfo(np.int64).max).min(axis=1)
            kept = mine & (keys == best[:, None])
            seats = kept.sum(axis=1)
            decided[rows[seats < mine.sum(axis=1)]] = index
            left[rows] = kept
            # Most rounds are decided early: the others alone are asked on.
            rows = rows[seats > 1]
            if not len(rows):
                break
            some = ends.of(rows)
        decided[rows] = -1
        settlement = plan.variant.settlement
        paid = left if settlement.shares else left & (decided >= 0)[:, None]
        return Lanes(
            hands=self._numbered(dealt),
            stock=np.array(tables.numbers)[self.deck[:, plan.seats * tables.each :]],
            opener=opener,
            lengths=self.lengths,
            blocked=self.blocked,
            counts=ends.counts,
            winners=left,
            decided=decided,
            points=settlement.in_lanes(ends, paid),
            rungs=tuple(rung.code for rung in plan.ladder),
            log=tuple(self.log),
        )

    def _numbered(self, masks: Any) -> Any:
        """Give masks of the set's own numbers."""
        if not self.keep:
            return masks
        np, found = self.np, self.np.zeros_like(masks)
        for at, tile in enumerate(self.tables.numbers):
            found |= ((masks >> np.uint64(at)) & self.one) << np.uint64(tile)
        return found
