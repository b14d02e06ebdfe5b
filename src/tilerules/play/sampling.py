"""
Full rounds that agree with what one seat knows.

Hidden tiles lie in *slots*: the places of a hand, and the stock, at the beginning. A slot that
is drawn enters a hand; tiles leave hands, shown or face down. What can be told of a slot says
:mod:`tilerules.play.evidence`. Which slot a shown tile came from, and what the other slots
hold, nobody knows: a random matching of tiles and slots decides. Where tiles were seen in the
stock, shown tiles are given their slots by lot beforehand. The result is then checked by
replaying the history move by move, so that it is right even where a rule knows more than
masks can say.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.errors import InvalidDealError, TilerulesError
from tilerules.play.evidence import Evidence, copied
from tilerules.play.exchanging import Failure, exchanged
from tilerules.play.round import Round
from tilerules.rules.state import LEFT, Move, Seat
from tilerules.tiles import Tile, TileId, TileMask, bits

if TYPE_CHECKING:
    from tilerules.play.plan import Plan

__all__ = ["History", "sample_round"]

_TRIES = 300
_FRESH = 100
"""After so many tries to better a filling it is begun anew."""


@attrs.define(eq=False)
class _Slot:
    """One place for a tile at the beginning of the round."""

    seat: Seat | None
    """Whose hand it is in, or comes to; None for stock never drawn, and for tiles aside."""
    index: int
    """Its place in the stock; -1 for a place in a hand, or aside."""
    since: int
    """The number of the state from which the tile is in the hand."""
    until: int | None = None
    """The number of the state from which it is not; None while it is."""
    tile: TileId | None = None
    """The tile, once it is settled."""
    is_open: bool = True
    """Whether the tile may also lie elsewhere, for all the viewer knows."""


@attrs.frozen
class _Exit:
    """A tile leaving a hand."""

    seat: Seat
    at: int
    """The number of the state after the move."""
    tile: TileId | None
    """The tile; None where it is hidden from the viewer."""


def sample_round(history: History, rng: random.Random) -> Round:
    """
    Sample a round; see :meth:`RoundView.sample`.

    Raises:
        InvalidDealError: The bounded search found none.
    """
    if history.round.to_move is None:
        return history.round
    best: list[_Slot] = []
    why: Failure | None = None
    # A new filling is as likely as any other; only where none will do is one bettered.
    fresh = 0 if history.plan.is_lazy else _TRIES
    for attempt in range(fresh + _TRIES):
        if attempt % _FRESH == 0:
            why = None
        slots = exchanged(best, why, history.allowed, rng) if why else history.fill(rng)
        if slots is None or not history.can_be_dealt(slots):
            continue
        found = history.replay(slots)
        if isinstance(found, Round):
            return found
        if attempt >= fresh and (why is None or found.moves >= why.moves):
            best, why = slots, found
    raise InvalidDealError(f"no round that fits the view was found in {fresh + _TRIES} tries")


class History:
    """
    What a viewer has seen of a round: gathered once, for however many samples.
    """

    round: Round
    """The round that is looked at."""
    states: tuple[Round, ...]
    """Every state of it, the first one first."""
    viewer: Seat | None
    """Who looks; None for a spectator."""
    plan: Plan
    """The game as a whole."""
    start: Round
    """The round as it began."""
    unseen: TileMask
    """Tiles out of play that nobody has seen: a hand that left before anyone moved."""
    seen: Counter[Tile]
    """What everybody saw in the stock at the beginning."""
    exits: list[_Exit]
    """Every tile that left a hand."""
    entries: dict[int, tuple[Seat, int]]
    """By its place in the stock, who drew a tile, and the number of the state after it."""
    bars: list[tuple[Seat, int, TileMask]]
    """What seats cannot have held: seat, number of the state, tiles."""
    fitting: dict[tuple[Seat | None, int], TileMask]
    """What tiles just drawn can only be."""
    must_open: tuple[Seat, TileMask] | None
    """The opener, and tiles of which it holds at least one."""

    def __init__(self, round_: Round, viewer: Seat | None) -> None:
        self.round = round_
        self.states = round_.states
        self.viewer = viewer
        self.plan = round_.plan
        self.start = self.states[0]
        self.unseen = self.start.rest.aside if self.start.rest.get(LEFT) else 0
        seen = self.plan.variant.starting.seen_in_stock(self.start)
        self.seen = Counter(map(self.plan.tile_set.tile, seen))
        self.exits: list[_Exit] = []
        self.entries: dict[int, tuple[Seat, int]] = {}
        self._follow_tiles()
        evidence = Evidence(self.states, viewer)
        self.bars = evidence.bars()
        self.fitting = evidence.drawn_to_fit(self.bars, set(self.entries.values()))
        self.must_open = self._opening()
        self._masks: dict[tuple[Seat | None, int, int | None], TileMask] = {}
        # The seed would give the real deal away.
        self._setup = attrs.evolve(self.start.rest.setup, seed=None, given=True)
        self._is_shown = tuple([self._shown(state) for state in self.states[1:]])
        self._settled, self._unsettled = self._slots()
        self._some_by_lot = any([self._by_lot(exit_) for exit_ in self.exits])
        self._to_match = {exit_.tile: exit_ for exit_ in self.exits if not self._by_lot(exit_)}
        self._pool = self._hidden()

    def _hidden(self) -> TileMask:
        """Give the tiles that are not known to be elsewhere than in a hidden slot."""
        start = self.start
        out = self.plan.layout.tiles(start.table) | (start.rest.aside & ~self.unseen)
        for mask in start.rest.dead:
            out |= mask
        for tile in (*self._to_match, *[slot.tile for slot in self._settled]):
            out |= 1 << tile  # type: ignore[operator]  # it has been shown, or is one's own
        return self.plan.tile_set.full & ~out

    def _shown(self, state: Round) -> bool:
        """Say whether the viewer saw all there is to the move that led to a state."""
        move: Any = state.move
        action: Any = self.plan.action_of(move)
        shown = action.public(state.parent, move, self.viewer)
        return shown is move or bool(shown == move)

    def _follow_tiles(self) -> None:
        """Note every tile that entered or left a hand."""
        places = {tile: index for index, tile in enumerate(self.start.rest.stock)}
        for at, (before, after) in enumerate(zip(self.states, self.states[1:], strict=False)):
            hidden = after.rest.aside
            for mask in after.rest.dead:
                hidden |= mask
            for seat, (old, new) in enumerate(zip(before.masks, after.masks, strict=True)):
                for tile in bits(new & ~old):
                    self.entries[places[tile]] = (seat, at + 1)
                for tile in bits(old & ~new):
                    is_secret = hidden >> tile & 1 and seat != self.viewer
                    self.exits.append(_Exit(seat, at + 1, None if is_secret else tile))

    def _opening(self) -> tuple[Seat, TileMask] | None:
        """Give the opener and the tiles of which it holds at least one, if that is known."""
        word = self.start.rest.get("opening")
        seat = self.start.to_move
        if word is None or seat is None or seat == self.viewer or self.start.table:
            return None
        first = next((at for at, state in enumerate(self.states) if state.table), None)
        if first is not None and self.states[first - 1].to_move == seat:
            return None  # it has been shown
        return seat, self.plan.tile_set.named[word]

    def fill(self, rng: random.Random) -> list[_Slot] | None:
        """Settle a tile for every slot at random; None after a dead end."""
        hidden = [_Slot(slot.seat, slot.index, slot.since) for slot in self._unsettled]
        slots = [*self._settled, *hidden]
        if self._some_by_lot and not self._settle_shown(slots, rng):
            return None
        shown, pool = self._to_match, self._pool
        if self._some_by_lot:
            pool &= ~sum([1 << slot.tile for slot in hidden if slot.tile is not None])
        if self.seen:
            back = self._settle_seen(slots, pool, rng)
            if back is None:
                return None
            pool &= ~back
        open_slots = [slot for slot in hidden if slot.tile is None]
        if self.must_open is not None:
            seat, wanted = self.must_open
            tiles = list(bits(wanted & pool))
            if not tiles:
                return None
            first = next(slot for slot in open_slots if slot.seat == seat and slot.index < 0)
            first.tile = rng.choice(tiles)
            pool ^= 1 << first.tile
            open_slots.remove(first)
        chance = rng.random
        open_slots.sort(key=lambda slot: chance())
        # A shown tile may come from any slot of the hand it left.
        known: dict[tuple[Seat | None, int, int | None], TileMask] = {}
        masks = []
        for slot in open_slots:
            key = slot.seat, slot.since, slot.until
            if key not in known:
                mask = self.allowed(slot) & pool
                for tile, exit_ in shown.items() if slot.until is None else ():
                    if slot.seat == exit_.seat and slot.since < exit_.at:
                        mask |= self.allowed(slot, exit_.at) & 1 << tile  # type: ignore[operator]
                known[key] = mask
            masks.append(known[key])
        found = matched(masks, rng)
        if found is None:
            return None
        for slot, tile in zip(open_slots, found, strict=True):
            slot.tile = tile
            if tile in shown:
                slot.until = shown[tile].at
        return slots

    def _by_lot(self, exit_: _Exit) -> bool:
        """Say whether a tile's slot is drawn by lot before all others are matched."""
        return bool(self.seen) or exit_.tile is None

    def _slots(self) -> tuple[list[_Slot], list[_Slot]]:
        """Make the slots: the viewer's own, which hold what they hold, and all others."""
        mine: list[_Slot] = []
        others: list[_Slot] = []
        for seat, mask in enumerate(self.start.masks):
            for tile in bits(mask):
                if seat == self.viewer:
                    mine.append(_Slot(seat, -1, 0, None, tile, is_open=False))
                else:
                    others.append(_Slot(seat, -1, 0))
        others += [_Slot(None, -1, 0) for _tile in bits(self.unseen)]
        for index, tile in enumerate(self.start.rest.stock):
            seat, since = self.entries.get(index, (None, 0))  # type: ignore[assignment]
            if seat is not None and seat == self.viewer:
                mine.append(_Slot(seat, index, since, None, tile, is_open=False))
            else:
                others.append(_Slot(seat, index, since))
        by_tile = {slot.tile: slot for slot in mine}
        for exit_ in self.exits:
            if exit_.seat == self.viewer:
                by_tile[exit_.tile].until = exit_.at
        self.exits = [exit_ for exit_ in self.exits if exit_.seat != self.viewer]
        return mine, others

    def _settle_shown(self, slots: list[_Slot], rng: random.Random) -> bool:
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
                if self.plan.tile_set.tiles[exit_.tile] in self.seen and rng.random() < 0.5:
                    choices = [s for s in choices if s.index >= 0] or choices
            if not choices:
                return False
            slot = rng.choice(choices)
            slot.until = exit_.at
            slot.tile = exit_.tile
        return True

    def _settle_seen(
        self, slots: list[_Slot], pool: TileMask, rng: random.Random
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
        for face in (self.seen - settled).elements():
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

    def allowed(self, slot: _Slot, until: int | None = None) -> TileMask:
        """Give the tiles a slot may hold."""
        end = until if until is not None else slot.until
        key = slot.seat, slot.since, end
        mask = self._masks.get(key)
        if mask is None:
            mask = self.fitting.get((slot.seat, slot.since), self.plan.tile_set.full)
            for seat, at, barred in self.bars:
                if seat == slot.seat and slot.since <= at and (end is None or at < end):
                    mask &= ~barred
            self._masks[key] = mask
        return mask

    def can_be_dealt(self, slots: list[_Slot]) -> bool:
        """Say whether the hands are such as the rules deal; those set up or given may be any."""
        setup = self.start.rest.setup
        if setup.given or setup.seed is None:
            return True
        hands = [0] * self.plan.seats
        for slot in slots:
            if slot.index < 0 and slot.seat is not None:
                hands[slot.seat] |= 1 << slot.tile  # type: ignore[operator]  # all are settled
        return self.plan.variant.dealing.can_deal(self.plan, tuple(hands))

    def replay(self, slots: list[_Slot]) -> Round | Failure:
        """Play the history again from other hidden tiles; or say where it cannot have been so."""
        draft = copied(self.start)
        hands = [0] * self.plan.seats
        stock = [0] * len(self.start.rest.stock)
        aside = self.start.rest.aside & ~self.unseen
        leaving: dict[tuple[Seat | None, int], list[TileId]] = {}
        for slot in slots:
            tile: Any = slot.tile
            if slot.index < 0 and slot.seat is None:
                aside |= 1 << tile
            elif slot.index < 0:
                hands[slot.seat] |= 1 << tile  # type: ignore[index]  # it is in a hand
            else:
                stock[slot.index] = tile
            if slot.until is not None:
                leaving.setdefault((slot.seat, slot.until), []).append(tile)
        draft.masks = tuple(hands)
        draft.rest = self.start.rest.put(stock=tuple(stock), aside=aside, setup=self._setup)
        draft.parent = draft.move = draft.outcome = draft.end = None
        try:
            state = self.plan.resume(draft)
        except TilerulesError:
            return Failure(0, None)
        for at, real in enumerate(self.states[1:], 1):
            move = self._as_played(state, real, leaving.get((state.to_move, at), ()), at)
            after = self._played(state, real, move)
            if after is None:
                return Failure(at - 1, state.to_move, self._due(state, real))
            state = after
        return state

    @staticmethod
    def _played(state: Round, real: Round, move: Move | str | None) -> Round | None:
        """Play a move of the history; None where it could not be, or leads elsewhere."""
        if move is None:
            return None
        try:
            after = state.host(move)
        except TilerulesError:
            return None
        return after if _looks_alike(after, real) else None

    def _due(self, state: Round, real: Round) -> TileMask:
        """Give the tiles the mover would have had to lay rather than make a move."""
        action = self.plan.actions.get(real.move.kind) if real.move is not None else None
        for kind in action.only_without if action is not None else ():
            better = self.plan.offer(state, kind) if kind in self.plan.actions else None
            if better is not None and state.to_move is not None:
                after = state.play(better)
                return state.masks[state.to_move] & ~after.masks[state.to_move]
        return 0

    def _as_played(
        self, state: Round, real: Round, tiles: Sequence[TileId], at: int
    ) -> Move | str | None:
        """Give the move of the history as it would be in the sampled round."""
        move: Any = real.move
        legal: Any = state.legal_moves
        if self._is_shown[at - 1]:
            if type(legal) is tuple:
                # Mostly it is the very same move: nothing need be read again.
                for mine in legal:
                    if mine is move:
                        return mine  # type: ignore[no-any-return]
            return move.notation  # type: ignore[no-any-return]
        for candidate in legal:
            if candidate.kind == move.kind and candidate.tile_id in tiles:
                return candidate  # type: ignore[no-any-return]
        return None


def _looks_alike(state: Round, other: Round) -> bool:
    """Say whether everybody would see the same, but for tiles in hands and what lies face down."""
    if (state.to_move, state.table) != (other.to_move, other.table):
        return False
    return (state.rest.points, state.rest.ext) == (other.rest.points, other.rest.ext)


def matched(masks: Sequence[TileMask], rng: random.Random) -> list[TileId] | None:
    """
    Give slots tiles of their own, at random.

    One slot after the other takes one of the free tiles it may hold, each with the same chance;
    where there is none, others make room.

    Args:
        masks: The tiles that each slot may hold.
        rng: Where chance comes from.

    Returns:
        A tile for each slot; None where there are not enough.
    """
    free = 0
    for mask in masks:
        free |= mask
    found: list[TileId] = []
    chance, size = rng.random, free.bit_length()
    for mask in masks:
        fitting = mask & free
        # Most slots may hold most tiles: one draw will do.
        tile: TileId | None = int(chance() * size)
        if not fitting >> tile & 1:  # type: ignore[operator]  # a number so far
            tile = one_of(fitting, rng) if fitting else _room(masks, found, free, rng)
            if tile is None:
                return None
        found.append(tile)  # type: ignore[arg-type]  # not None, as just seen
        free = free ^ 1 << tile if fitting else free & ~sum([1 << one for one in found])  # type: ignore[operator]
    return found


def one_of(mask: TileMask, rng: random.Random) -> TileId:
    """Give one of the tiles of a mask, each with the same chance."""
    chance, size = rng.random, mask.bit_length()
    # Where there are many tiles one of the first blind draws hits; few are counted off.
    for _draw in range(4):
        tile = int(chance() * size)
        if mask >> tile & 1:
            return tile
    for _skipped in range(int(chance() * mask.bit_count())):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _room(
    masks: Sequence[TileMask], found: list[TileId], free: TileMask, rng: random.Random
) -> TileId | None:
    """Find the next slot a tile by giving others one of the free tiles; None if there is no way."""
    holder = {tile: slot for slot, tile in enumerate(found)}
    untried = -1

    def place(slot: int) -> TileId | None:
        nonlocal untried
        while tiles := masks[slot] & untried:
            spare = tiles & free
            tile = one_of(spare or tiles, rng)
            untried ^= 1 << tile
            if spare:
                return tile
            instead = place(holder[tile])
            if instead is not None:
                found[holder[tile]] = instead
                return tile
        return None

    return place(len(found))
