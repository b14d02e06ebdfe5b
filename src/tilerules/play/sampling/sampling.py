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
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from tilerules.errors import NoSampleError, TilerulesError
from tilerules.play.base import Resolved
from tilerules.play.round import Round
from tilerules.play.sampling.evidence import copied
from tilerules.play.sampling.lots import EvenLots, matched
from tilerules.play.sampling.repair import Failure, Slot, exchanged
from tilerules.play.sampling.seen import ASIDE, DEAD, HAND, Exit, Look, Seen
from tilerules.rules.kinds import Dealing
from tilerules.state import Move, Seat
from tilerules.tiles import Tile, TileId, TileMask, bits

__all__ = ["History"]

_TRIES = 300


_FRESH = 100
"""After so many tries to better a filling it is begun anew."""


_SWEEPS = 5
"""So often each hidden copy of a known tile may change places: the shares then hardly change."""


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
        self._likely = self._twins()
        # Hands that were set up or given may be any.
        self._is_dealt = seen.is_dealt and type(dealing).can_deal is not Dealing.can_deal

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
        """
        Sample a round with its moves.

        Raises:
            NoSampleError: The bounded search found none.
        """
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
            found = self.replay(slots)
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
        if slots is not None and self._likely:
            self._even(slots, rng)
        return slots

    def _twins(self) -> dict[TileId, tuple[tuple[Exit, ...], bool]]:
        """
        Give the hidden copies of tiles that others showed, or that were seen in the stock.

        Of two equal tiles in one place either may be the one that was seen. Fillings name the
        tile that was, so that such a deal has two of them, and is half as likely as they say.

        Returns:
            For each copy the exits of its face, and whether the face was seen in the stock.
        """
        tile_set = self.plan.tile_set
        if not tile_set.has_copies or self.seen.must_open is not None:
            return {}
        found: dict[TileId, tuple[tuple[Exit, ...], bool]] = {}
        for tile in bits(self._pool & ~self._gone):
            face = tile_set.tiles[tile]
            copies = tile_set.copies[face]
            exits = tuple(
                [one for one in self.exits if one.tile is not None and copies >> one.tile & 1]
            )
            if exits or face in self._stock:
                found[tile] = exits, face in self._stock
        return found

    def _even(self, slots: Sequence[Slot], rng: random.Random) -> None:
        """Let hidden copies change places until each deal is as likely as any (Metropolis)."""
        movable = [s for s in slots[len(self._settled) :] if s.is_open and s.until is None]
        settled = {
            self.plan.tile_set.tiles[slot.tile]  # type: ignore[index]  # all are settled
            for slot in slots[len(self._settled) :]
            if not slot.is_open
        }
        twins = [slot for slot in movable if slot.tile in self._likely]
        where = {slot.tile: slot for slot in twins}
        chance, number = rng.random, len(movable)
        for _sweep in range(_SWEEPS):
            for tile in list(where):
                one, other = where[tile], movable[int(chance() * number)]
                if one is other:
                    continue
                a: Any = one.tile
                b: Any = other.tile
                if not self.allowed(one) >> b & 1 or not self.allowed(other) >> a & 1:
                    continue
                before = self._share(a, one, settled) * self._share(b, other, settled)
                after = self._share(a, other, settled) * self._share(b, one, settled)
                if after < before and chance() * before >= after:
                    continue
                one.tile, other.tile = b, a
                where[a] = other
                if b in where:
                    where[b] = one

    def _share(self, tile: TileId, slot: Slot, settled: Collection[Tile]) -> float:
        """Give how likely a hidden tile is in a slot, beside one that has no twin seen there."""
        known = self._likely.get(tile)
        if known is None:
            return 1.0
        exits, in_stock = known
        share = 1.0
        for exit_ in exits:
            if exit_.seat == slot.seat and slot.since < exit_.at:
                share /= 2
        if in_stock and slot.index >= 0 and self.plan.tile_set.tiles[tile] in settled:
            share /= 2
        return share

    def _filled(self, rng: random.Random) -> list[Slot] | None:
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
        """Say whether a tile's slot is drawn by lot before all others are matched."""
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
        """Say whether the hands are such as the rules deal."""
        if not self._is_dealt:
            return True
        hands = [0] * self.plan.seats
        for slot in slots:
            if slot.index == HAND:
                hands[slot.seat] |= 1 << slot.tile  # type: ignore[index,operator]  # all are settled
        return bool(self.plan.variant.dealing.can_deal(self.plan, tuple(hands)))

    # --- the present ----------------------------------------------------------------------

    def _present(self, rng: random.Random) -> Round | None:
        """Put hidden tiles where they are now; None where they cannot be so."""
        lots = None if self._likely else self._lots
        if lots is None:
            slots = self.fill(rng)
            return None if slots is None or not self.can_be_dealt(slots) else self.now(slots)
        zones, stock = lots.zones(rng)
        return None if zones is None else self._as_it_is(zones, stock)

    def now(self, slots: Sequence[Slot]) -> Round | None:
        """Give the present that a filling leads to, its moves unseen; None where it cannot be."""
        return self._as_it_is(*self._zones_of(slots))

    def _as_it_is(self, zones: Sequence[TileMask], stock: Sequence[TileId]) -> Round | None:
        """Make the present of hidden tiles; None where the round would be over."""
        present, seats = self.seen.present, self.plan.seats
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

    def _zones_of(self, slots: Sequence[Slot]) -> tuple[list[TileMask], list[TileId]]:
        """Give where the tiles of slots are now: the zones as masks, and the stock in order."""
        zones = [0] * (2 * self.plan.seats + 1)
        stock: list[TileId] = []
        gone, renumbered = self._gone, self.renumbered
        # The settled ones are the viewer's own, and known.
        for slot in slots[len(self._settled) :]:
            tile: Any = slot.tile
            if gone >> tile & 1:
                continue
            tile = tile if renumbered is None else renumbered[tile]
            zone = self.zone_of(slot)
            if zone == len(zones):
                stock.append(tile)
            else:
                zones[zone] |= 1 << tile
        return zones, stock

    # --- the moves ------------------------------------------------------------------------

    def replay(self, slots: Sequence[Slot]) -> Round | Failure:
        """Play the history again from other hidden tiles; or say where it cannot have been so."""
        start = self.seen.start
        draft = self.plan.draft()
        hands = [0] * self.plan.seats
        dead = [*start.rest.dead]
        stock = [0] * start.stock_count
        aside = start.rest.aside
        leaving: dict[tuple[Seat | None, int], list[TileId]] = {}
        for slot in slots:
            tile: Any = slot.tile
            seat: Any = slot.seat
            if slot.index == HAND:
                hands[seat] |= 1 << tile
            elif slot.index == ASIDE:
                aside |= 1 << tile
            elif slot.index == DEAD:
                dead[seat] |= 1 << tile
            else:
                stock[slot.index] = tile
            if slot.until is not None:
                leaving.setdefault((slot.seat, slot.until), []).append(tile)
        draft.masks = tuple(hands)
        draft.table, draft.to_move, draft.turn = start.table, start.to_move, start.turn
        draft.rest = start.rest.put(stock=tuple(stock), aside=aside, dead=tuple(dead))
        try:
            state: Round = self.plan.resume(draft)
        except TilerulesError:
            return Failure(0, None)
        if state.to_move is None:
            # The round went on: with such hands it would have been over as it began.
            return Failure(0, None)
        for at, look in enumerate(self.seen.looks, 1):
            move = _as_played(state, look, leaving.get((state.to_move, at), ()))
            after = _played(state, look, move)
            if after is None:
                return Failure(at - 1, state.to_move, self._due(state, look))
            state = after
        return state

    def _due(self, state: Round, look: Look) -> TileMask:
        """Give the tiles the mover would have had to lay rather than make a move."""
        action = self.plan.actions.get(look.kind)
        for kind in action.only_without if action is not None else ():
            better = self.plan.offer(state, kind) if kind in self.plan.actions else None
            if better is not None and state.to_move is not None:
                after = state.play(better)
                return state.masks[state.to_move] & ~after.masks[state.to_move]
        return 0


class _Lots:
    """
    The slots of a history in groups that are alike, ready for drawing lots.
    """

    def __init__(self, history: History, groups: dict[tuple[Any, ...], list[int]]) -> None:
        self._history = history
        self._groups = list(groups.values())
        slots = history._unsettled
        firsts = [slots[group[0]] for group in self._groups]
        self._zones = [history.zone_of(slot) for slot in firsts]
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

    def settle(
        self, slots: Sequence[Slot], drawn: Sequence[Sequence[TileId]], rng: random.Random
    ) -> None:
        """Give the slots of each group its tiles."""
        stock, chance = self._stock_zone, rng.random
        for group, zone, tiles in zip(self._groups, self._zones, drawn, strict=True):
            mixed = sorted(tiles, key=lambda _tile: chance()) if zone == stock else tiles
            for number, tile in zip(group, mixed, strict=True):
                slots[number].tile = tile

    @property
    def _stock_zone(self) -> int:
        return 2 * self._history.plan.seats + 1

    def zones(self, rng: random.Random) -> tuple[list[TileMask] | None, list[TileId]]:
        """Draw where hidden tiles are now; None where such hands are not dealt."""
        history = self._history
        drawn = self.draw(rng)
        if drawn is None:
            return None, []
        stock_zone = self._stock_zone
        zones = [0] * stock_zone
        stock: list[TileId] = []
        keep, renumbered = ~history._gone, history.renumbered
        if history._is_dealt and not self._can_be_dealt(drawn):
            return None, []
        for tiles, zone in zip(drawn, self._zones, strict=True):
            if renumbered is not None:
                tiles = [renumbered[tile] for tile in tiles if keep >> tile & 1]
            if zone == stock_zone:
                chance = rng.random
                stock += sorted(tiles, key=lambda _tile: chance())
                continue
            mask = 0
            for tile in tiles:
                mask |= 1 << tile
            zones[zone] |= mask if renumbered is not None else mask & keep
        return zones, stock

    def _can_be_dealt(self, drawn: Sequence[Sequence[TileId]]) -> bool:
        """Say whether hands that were drawn are such as the rules deal."""
        plan = self._history.plan
        hands = [0] * plan.seats
        for owner, tiles in zip(self._owner, drawn, strict=True):
            if owner is not None:
                for tile in tiles:
                    hands[owner] |= 1 << tile
        for place in self._history._settled:
            if place.index == HAND:
                hands[place.seat] |= 1 << place.tile  # type: ignore[index,operator]  # one's own
        return bool(plan.variant.dealing.can_deal(plan, tuple(hands)))


def _played(state: Round, look: Look, move: Move | str | None) -> Round | None:
    """Play a move of the history; None where it could not be, or leads elsewhere."""
    if move is None:
        return None
    try:
        after = state.host(move)
    except TilerulesError:
        return None
    return after if _looks_alike(after, look) else None


def _as_played(state: Round, look: Look, tiles: Sequence[TileId]) -> Move | str | None:
    """Give the move of the history as it would be in the sampled round."""
    legal: Any = state.legal_moves
    if look.notation is not None:
        if isinstance(legal, tuple):
            # Mostly it is the very same move: nothing need be read again.
            for mine in legal:
                if mine is look.move:
                    return mine
        return look.notation
    for candidate in legal:
        if candidate.kind == look.kind and candidate.tile_id in tiles:
            return candidate  # type: ignore[no-any-return]
    return None


def _looks_alike(state: Round, look: Look) -> bool:
    """Say whether everybody would see the same, but for tiles in hands and what lies face down."""
    if (state.to_move, state.table) != (look.to_move, look.table):
        return False
    return (state.rest.points, state.rest.ext) == (look.points, look.ext)
