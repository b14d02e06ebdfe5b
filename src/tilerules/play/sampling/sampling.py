"""
Full rounds that agree with what one seat knows.

Hidden tiles lie in *slots*: the places of a hand, and the stock, at the beginning. A slot that
is drawn enters a hand; tiles leave hands, shown or face down. What can be told of a slot says
:mod:`tilerules.play.sampling.evidence`. Which slot a shown tile came from, and what the other slots
hold, nobody knows: a random matching of tiles and slots decides. Where tiles were seen in the
stock, shown tiles are given their slots by lot beforehand. The result is then checked by
replaying the history move by move, so that it is right even where a rule knows more than
masks can say.

Where the present is enough, the history is not played again: hidden tiles are put where their
slots have come to.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from tilerules.errors import NoSampleError
from tilerules.play.base import Resolved
from tilerules.play.round import Round
from tilerules.play.sampling.evidence import copied
from tilerules.play.sampling.lots import EvenLots, matched
from tilerules.play.sampling.repair import Failure, Slot, exchanged
from tilerules.play.sampling.replaying import replay
from tilerules.play.sampling.seen import ASIDE, DEAD, HAND, Exit, Seen
from tilerules.play.sampling.twins import Twins
from tilerules.rules.kinds import Dealing
from tilerules.state import Seat
from tilerules.tiles import TileId, TileMask, bits

__all__ = ["History"]

_TRIES = 300

_FRESH = 100
"""After so many tries to better a filling it is begun anew."""

_OPENINGS = 50
"""So often hands are drawn anew until the opener has something to open with."""


class History:
    """
    What a viewer has seen of a round, ready to be sampled from any number of times.
    """

    seen: Seen
    """What there is to know."""
    plan: Resolved
    """The game as a whole."""
    exits: list[Exit]
    """The tiles that left the hands of others."""
    is_dealt: bool
    """Whether chance dealt the hands by rules that do not deal every hand."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.plan = seen.present.plan
        self.exits = [exit_ for exit_ in seen.exits if exit_.seat != seen.viewer]
        self._masks: dict[tuple[Seat | None, int, int | None], TileMask] = {}
        self._shown: dict[tuple[Seat | None, int], TileMask] = {}
        self._fitting = {(seat, since): mask for seat, since, mask in seen.fitting}
        self._stock = Counter(map(self.plan.tile_set.tile, seen.stock_faces))
        self._settled = [
            Slot(place.seat, place.index, place.since, place.until, place.tile, is_open=False)
            for place in seen.mine
        ]
        drew = {place.seat for place in seen.others if place.since}
        self._unsettled = [Slot(one.seat, one.index, one.since, one.until) for one in seen.others]
        self._settle_early(drew)
        self._some_by_lot = any([self._by_lot(exit_) for exit_ in self.exits])
        self._to_match = {exit_.tile: exit_ for exit_ in self.exits if not self._by_lot(exit_)}
        self._pool = self._hidden()
        dealing = self.plan.variant.dealing
        must_open = seen.must_open
        twins = Twins.of(self.plan.tile_set, self._pool & ~self._gone, self.exits, self._stock)
        self._twins = twins if twins.known and must_open is None else None
        # Hands that were set up or given may be any.
        self.is_dealt = seen.is_dealt and type(dealing).can_deal is not Dealing.can_deal

    # --- what is given --------------------------------------------------------------------

    def _settle_early(self, drew: set[Seat | None]) -> None:
        """
        Give a slot to each tile laid face down by a seat that never drew.

        All its slots are alike, so it is no matter which.
        """
        if self._stock:
            return
        left: list[Exit] = []
        for exit_ in self.exits:
            if exit_.tile is not None or exit_.seat in drew:
                left.append(exit_)
                continue
            mine = [s for s in self._unsettled if s.seat == exit_.seat and s.until is None]
            mine[0].until = exit_.at
        self.exits = left

    def _hidden(self) -> TileMask:
        """Give the tiles that are not known to be elsewhere than in a hidden slot."""
        out = self.seen.lying
        for tile in (*self._to_match, *[slot.tile for slot in self._settled]):
            out |= 1 << tile  # type: ignore[operator]  # it has been shown, or is one's own
        return self.plan.tile_set.full & ~out

    @cached_property
    def _lots(self) -> _Lots | None:
        """The slots in groups of which lots can be drawn evenly; None where they cannot."""
        return None if self._stock or self._some_by_lot else _Lots.of(self)

    @property
    def can_skip_moves(self) -> bool:
        """Whether what is known says all there is to the moves: none need be played again."""
        return self.seen.is_told and not self.plan.looks_back

    # --- sampling -------------------------------------------------------------------------

    def sample(self, rng: random.Random, *, history: bool = True) -> Round:
        """
        Sample a round; see :meth:`RoundView.sample`.

        Raises:
            NoSampleError: The bounded search found none.
        """
        if not history and self.can_skip_moves:
            for _attempt in range(_TRIES):
                found = self._present(rng)
                if found is not None:
                    return found
            raise NoSampleError(f"no round that fits the view was found in {_TRIES} tries")
        full = self._full(rng)
        return full if history else self._without_moves(full)

    def _full(self, rng: random.Random) -> Round:
        """Sample a round with its moves."""
        best: list[Slot] = []
        why: Failure | None = None
        # A new filling is as likely as any other; only where none will do is one bettered.
        fresh = 0 if self.plan.is_lazy else _TRIES
        for attempt in range(fresh + _TRIES):
            if attempt % _FRESH == 0:
                why = None
            slots = exchanged(best, why, self.allowed, rng) if why else self.fill(rng)
            if slots is None or not self.can_be_dealt(slots):
                continue
            found = replay(self.seen, slots)
            if isinstance(found, Round):
                return found
            if attempt >= fresh and (why is None or found.moves >= why.moves):
                best, why = slots, found
        raise NoSampleError(f"no round that fits the view was found in {fresh + _TRIES} tries")

    def _without_moves(self, full: Round) -> Round:
        """Give a sampled round as one that begins where it stands."""
        draft = copied(full)
        draft.parent = draft.move = None
        found: Round = self.plan.resume(draft)
        return found

    # --- hidden tiles ---------------------------------------------------------------------

    def fill(self, rng: random.Random) -> list[Slot] | None:
        """Settle a tile for every slot at random; None after a dead end."""
        slots = self._filled(rng)
        if slots is not None and self._twins is not None:
            self._twins.even(slots[len(self._settled) :], self.allowed, rng)
        return slots

    def _filled(self, rng: random.Random) -> list[Slot] | None:
        # What binds most is settled first: lots by count if they go; else shown tiles by lot, what
        # was seen in the stock, the opener's tile, and the rest by matching. From ``pool`` goes
        # what has been settled, so that no tile lies twice.
        hidden = [Slot(one.seat, one.index, one.since, one.until) for one in self._unsettled]
        slots = [*self._settled, *hidden]
        lots = self._lots
        drawn = lots.draw(rng) if lots is not None else None
        if lots is not None and drawn is not None:
            lots.settle(hidden, drawn, rng)
            for slot in hidden:
                if slot.tile in self._to_match:
                    slot.until = self._to_match[slot.tile].at
            return slots
        if self._some_by_lot and not self._settle_shown(slots, rng):
            return None
        shown, pool = self._to_match, self._pool
        if self._some_by_lot:
            pool &= ~sum([1 << slot.tile for slot in hidden if slot.tile is not None])
        if self._stock:
            back = self._settle_seen(slots, pool, rng)
            if back is None:
                return None
            pool &= ~back
        open_slots = [slot for slot in hidden if slot.tile is None]
        if self.seen.must_open is not None:
            seat, wanted = self.seen.must_open
            tiles = list(bits(wanted & pool))
            if not tiles:
                return None
            first = next(s for s in open_slots if s.seat == seat and s.index == HAND)
            first.tile = rng.choice(tiles)
            pool ^= 1 << first.tile
            open_slots.remove(first)
        chance = rng.random
        open_slots.sort(key=lambda slot: chance())
        found = matched([self.holds(slot, pool) for slot in open_slots], rng)
        if found is None:
            return None
        for slot, tile in zip(open_slots, found, strict=True):
            slot.tile = tile
            if tile in shown:
                slot.until = shown[tile].at
        return slots

    def holds(self, slot: Slot, pool: TileMask) -> TileMask:
        """Give the tiles of a pool, and those shown later, that a slot may hold."""
        mask = self.allowed(slot) & pool
        if slot.until is not None:
            return mask
        key = slot.seat, slot.since
        shown = self._shown.get(key)
        if shown is None:
            # A shown tile may come from any slot of the hand it left.
            shown = 0
            for tile, exit_ in self._to_match.items():
                if slot.seat == exit_.seat and slot.since < exit_.at:
                    shown |= self.allowed(slot, exit_.at) & 1 << tile  # type: ignore[operator]
            self._shown[key] = shown
        return mask | shown

    def _by_lot(self, exit_: Exit) -> bool:
        """Whether a tile's slot is drawn by lot before all others are matched."""
        return bool(self._stock) or exit_.tile is None

    def _settle_shown(self, slots: list[Slot], rng: random.Random) -> bool:
        """Give their slots to the tiles that left a hand and are not matched with others."""
        for exit_ in self.exits:
            if not self._by_lot(exit_):
                continue
            choices = [
                slot
                for slot in slots
                if slot.seat == exit_.seat and slot.until is None and slot.since < exit_.at
            ]
            if exit_.tile is not None:
                bit = 1 << exit_.tile
                choices = [s for s in choices if self.allowed(s, exit_.at) & bit]
                if self.plan.tile_set.tiles[exit_.tile] in self._stock and rng.random() < 0.5:
                    choices = [s for s in choices if s.index >= 0] or choices
            if not choices:
                return False
            slot = rng.choice(choices)
            slot.until = exit_.at
            slot.tile = exit_.tile
        return True

    def _settle_seen(
        self, slots: list[Slot], pool: TileMask, rng: random.Random
    ) -> TileMask | None:
        """
        Put tiles that everybody saw in the stock at the beginning back there.

        Returns:
            The tiles; None where the stock has no room for them or they are elsewhere.
        """
        tile_set = self.plan.tile_set
        there = [s for s in slots if s.index >= 0]
        settled = Counter(tile_set.tiles[s.tile] for s in there if s.tile is not None)
        back = 0
        for face in (self._stock - settled).elements():
            copies = list(bits(tile_set.copies[face] & pool & ~back))
            if not copies:
                return None
            tile = rng.choice(copies)
            room = [s for s in there if s.tile is None and self.allowed(s) >> tile & 1]
            if not room:
                return None
            slot = rng.choice(room)
            slot.tile, slot.is_open = tile, False
            back |= 1 << tile
        return back

    def allowed(self, slot: Slot, until: int | None = None) -> TileMask:
        """Give the tiles a slot may hold."""
        end = until if until is not None else slot.until
        key = slot.seat, slot.since, end
        mask = self._masks.get(key)
        if mask is None:
            mask = self._fitting.get((slot.seat, slot.since), self.plan.tile_set.full)
            for seat, at, barred in self.seen.bars:
                if seat == slot.seat and slot.since <= at and (end is None or at < end):
                    mask &= ~barred
            self._masks[key] = mask
        return mask

    def can_be_dealt(self, slots: Sequence[Slot]) -> bool:
        """Whether the hands are such as the rules deal."""
        if not self.is_dealt:
            return True
        hands = [0] * self.plan.seats
        for slot in slots:
            if slot.index == HAND:
                hands[slot.seat] |= 1 << slot.tile  # type: ignore[index,operator]  # all are settled
        return bool(self.plan.variant.dealing.can_deal(self.plan, tuple(hands)))

    # --- the present ----------------------------------------------------------------------

    def _present(self, rng: random.Random) -> Round | None:
        """Put hidden tiles where they are now; None where they cannot be so."""
        lots = self._lots if self._twins is None else None
        if lots is None:
            slots = self.fill(rng)
            return None if slots is None or not self.can_be_dealt(slots) else self.now(slots)
        drawn = lots.draw(rng)
        if drawn is None or not lots.can_be_dealt(drawn):
            return None
        lots.mix(drawn, rng)
        return self._as_it_is(zip(lots.zones, drawn, strict=True))

    def now(self, slots: Sequence[Slot]) -> Round | None:
        """Give the present that a filling leads to, its moves unseen; None where it cannot be."""
        # The settled ones are the viewer's own, and known, as are those that others have shown.
        hidden: Any = slots[len(self._settled) :]
        gone = self._gone
        return self._as_it_is(
            [(self.zone_of(slot), (slot.tile,)) for slot in hidden if not gone >> slot.tile & 1]
        )

    def _as_it_is(self, lots: Iterable[tuple[int, Iterable[Any]]]) -> Round | None:
        """
        Make the present of hidden tiles; None where the round would be over.

        Args:
            lots: Zones as :meth:`zone_of` numbers them, each with tiles that came there.
        """
        # Every hidden tile comes in one lot, those of the stock in its order; what somebody has
        # shown since is part of what is known, and left out.
        present, seats = self.seen.present, self.plan.seats
        zones = [0] * (2 * seats + 1)
        stock: list[TileId] = []
        keep, renumbered = ~self._gone, self.renumbered
        for zone, tiles in lots:
            if renumbered is not None:
                tiles = [renumbered[tile] for tile in tiles if keep >> tile & 1]
            if zone == len(zones):
                stock += tiles
                continue
            mask = 0
            for tile in tiles:
                mask |= 1 << tile
            zones[zone] |= mask if renumbered is not None else mask & keep
        masks = zones[:seats]
        dead = zones[seats : 2 * seats]
        draft = present.draft(
            tuple([known | mask for known, mask in zip(present.hands, masks, strict=True)]),
            tuple([known | mask for known, mask in zip(present.dead, dead, strict=True)]),
            present.aside | zones[2 * seats],
            tuple(stock),
        )
        state: Round = self.plan.resume(draft)
        # Where the round would be over now, it did not come to this.
        return None if state.to_move is None else state

    @cached_property
    def renumbered(self) -> dict[TileId, TileId] | None:
        """The number in the present of each tile that is hidden; None where it is the same."""
        if not self.plan.tile_set.has_copies:
            return None
        hidden = self._pool & ~self._gone
        return dict(zip(bits(hidden), self.seen.present.hidden, strict=True))

    @cached_property
    def _gone(self) -> TileMask:
        """The tiles that left the hands of others and were seen."""
        return sum([1 << one.tile for one in self.exits if one.tile is not None])

    def zone_of(self, slot: Slot) -> int:
        """Give where the hidden tile of a slot is now: hands, dead tiles, aside, stock."""
        seats = self.plan.seats
        if slot.index == DEAD:
            return seats + slot.seat  # type: ignore[operator]  # somebody's
        if slot.index == ASIDE:
            return 2 * seats
        if slot.seat is None:
            return 2 * seats + 1
        if slot.until is None:
            return slot.seat
        return self._left_to[slot.seat, slot.until]

    @cached_property
    def _left_to(self) -> dict[tuple[Seat, int], int]:
        seats = self.plan.seats
        return {
            (one.seat, one.at): 2 * seats if one.dead_of is None else seats + one.dead_of
            for one in self.seen.exits
            if one.tile is None
        }


class _Lots:
    """
    The slots of a history in groups that are alike, ready for drawing lots.
    """

    def __init__(self, history: History, groups: dict[tuple[Any, ...], list[int]]) -> None:
        self._history = history
        self._groups = list(groups.values())
        slots = history._unsettled
        firsts = [slots[group[0]] for group in self._groups]
        self.zones = [history.zone_of(slot) for slot in firsts]
        """The zone to which the tiles of each group have come."""
        stock = 2 * history.plan.seats + 1
        self._in_stock = [at for at, zone in enumerate(self.zones) if zone == stock]
        self._own = [0] * history.plan.seats
        for place in history._settled:
            if place.index == HAND:
                self._own[place.seat] |= 1 << place.tile  # type: ignore[index,operator]  # one's own
        self._owner = [slot.seat if slot.index == HAND else None for slot in firsts]
        self._lots: Any = None
        must_open = history.seen.must_open
        self._opener: Seat | None = None if must_open is None else must_open[0]
        self._wanted = 0 if must_open is None else must_open[1]

    @classmethod
    def of(cls, history: History) -> _Lots | None:
        """Group the slots; None where the ways to fill them are not worth counting."""
        groups: dict[tuple[Any, ...], list[int]] = {}
        for number, slot in enumerate(history._unsettled):
            key = slot.seat, slot.since, slot.until, min(slot.index, 0)
            groups.setdefault(key, []).append(number)
        lots = cls(history, groups)
        pool = history._pool
        firsts = [history._unsettled[group[0]] for group in lots._groups]
        lots._lots = EvenLots.of(
            [len(group) for group in lots._groups], [history.holds(slot, pool) for slot in firsts]
        )
        return None if lots._lots is None else lots

    def draw(self, rng: random.Random) -> list[list[TileId]] | None:
        """Draw the tiles of each group; None where the opener gets nothing to open with."""
        for _attempt in range(_OPENINGS):
            drawn: list[list[TileId]] = self._lots.draw(rng)
            if self._opener is None:
                return drawn
            for owner, tiles in zip(self._owner, drawn, strict=True):
                if owner == self._opener and any([self._wanted >> one & 1 for one in tiles]):
                    return drawn
        return None

    def can_be_dealt(self, drawn: Sequence[Sequence[TileId]]) -> bool:
        """Whether the hands are such as the rules deal."""
        history = self._history
        if not history.is_dealt:
            return True
        hands = [*self._own]
        for owner, tiles in zip(self._owner, drawn, strict=True):
            if owner is not None:
                for tile in tiles:
                    hands[owner] |= 1 << tile
        return bool(history.plan.variant.dealing.can_deal(history.plan, tuple(hands)))

    def mix(self, drawn: Sequence[list[TileId]], rng: random.Random) -> None:
        """Put the tiles of the stock in an order by chance: in hands there is none."""
        chance = rng.random
        for at in self._in_stock:
            drawn[at].sort(key=lambda _tile: chance())

    def settle(
        self, slots: Sequence[Slot], drawn: Sequence[list[TileId]], rng: random.Random
    ) -> None:
        """Give the slots of each group its tiles."""
        self.mix(drawn, rng)
        for group, tiles in zip(self._groups, drawn, strict=True):
            for number, tile in zip(group, tiles, strict=True):
                slots[number].tile = tile
