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
from typing import Any

import attrs

from tilerules.errors import InvalidDealError, TilerulesError
from tilerules.play.evidence import Evidence, copied
from tilerules.play.exchanging import Failure, exchanged
from tilerules.play.round import Round
from tilerules.rules.state import LEFT, Move, Seat
from tilerules.tiles import TileId, TileMask, bits

__all__ = ["sample_round"]

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


def sample_round(round_: Round, viewer: Seat | None, rng: random.Random) -> Round:
    """
    Sample a round; see :meth:`RoundView.sample`.

    Raises:
        InvalidDealError: The bounded search found none.
    """
    if round_.to_move is None:
        return round_
    history = _History(round_, viewer)
    best: list[_Slot] = []
    why: Failure | None = None
    # A new filling is as likely as any other; only where none will do is one bettered.
    fresh = 0 if round_.plan.is_lazy else _TRIES
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


class _History:
    """What a viewer has seen of a round."""

    def __init__(self, round_: Round, viewer: Seat | None) -> None:
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
        slots = self._slots()
        if not self._settle_shown(slots, rng):
            return None
        settled = sum(1 << slot.tile for slot in slots if slot.tile is not None)
        start = self.start
        out = self.plan.layout.tiles(start.table) | (start.rest.aside & ~self.unseen) | settled
        for mask in start.rest.dead:
            out |= mask
        shown = {exit_.tile: exit_ for exit_ in self.exits if not self._by_lot(exit_)}
        for tile in shown:
            out |= 1 << tile  # type: ignore[operator]  # it has been shown
        pool = self.plan.tile_set.full & ~out
        back = self._settle_seen(slots, pool, rng)
        if back is None:
            return None
        pool &= ~back
        open_slots = [slot for slot in slots if slot.tile is None]
        if self.must_open is not None:
            seat, wanted = self.must_open
            tiles = list(bits(wanted & pool))
            if not tiles:
                return None
            first = next(slot for slot in open_slots if slot.seat == seat and slot.index < 0)
            first.tile = rng.choice(tiles)
            pool ^= 1 << first.tile
            open_slots.remove(first)

        def allowed(slot: _Slot) -> TileMask:
            mask = self.allowed(slot) & pool
            for tile, exit_ in shown.items():
                mine = slot.seat == exit_.seat and slot.until is None
                if mine and slot.since < exit_.at:
                    mask |= self.allowed(slot, exit_.at) & 1 << tile  # type: ignore[operator]
            return mask

        if not _match(open_slots, allowed, rng):
            return None
        for slot in open_slots:
            if slot.tile in shown:
                slot.until = shown[slot.tile].at
        return slots

    def _by_lot(self, exit_: _Exit) -> bool:
        """Say whether a tile's slot is drawn by lot, or known, before all others are matched."""
        return bool(self.seen) or exit_.tile is None or exit_.seat == self.viewer

    def _slots(self) -> list[_Slot]:
        """Make the slots; the viewer's own hold what they hold."""
        slots = []
        for seat, mask in enumerate(self.start.masks):
            for tile in bits(mask):
                known = tile if seat == self.viewer else None
                slots.append(_Slot(seat, -1, 0, None, known, known is None))
        slots += [_Slot(None, -1, 0) for _tile in bits(self.unseen)]
        for index, tile in enumerate(self.start.rest.stock):
            seat, since = self.entries.get(index, (None, 0))  # type: ignore[assignment]
            known = tile if seat is not None and seat == self.viewer else None
            slots.append(_Slot(seat, index, since, None, known, known is None))
        return slots

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
            if exit_.seat == self.viewer:
                choices = [slot for slot in choices if slot.tile == exit_.tile]
            elif exit_.tile is not None:
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
        mask = self.fitting.get((slot.seat, slot.since), self.plan.tile_set.full)
        for seat, at, barred in self.bars:
            if seat == slot.seat and slot.since <= at and (end is None or at < end):
                mask &= ~barred
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
        # The seed would give the real deal away.
        setup = attrs.evolve(self.start.rest.setup, seed=None, given=True)
        draft.rest = self.start.rest.put(stock=tuple(stock), aside=aside, setup=setup)
        draft.parent = draft.move = draft.judged = draft.end = None
        try:
            state = self.plan.resume(draft)
        except TilerulesError:
            return Failure(0, None)
        for at, real in enumerate(self.states[1:], 1):
            after = self._played(state, real, leaving.get((state.to_move, at), []))
            if after is None:
                return Failure(at - 1, state.to_move, self._due(state, real))
            state = after
        return state

    def _played(self, state: Round, real: Round, tiles: list[TileId]) -> Round | None:
        """Play a move of the history; None where it could not be, or leads elsewhere."""
        move = self._as_played(state, real, tiles)
        if move is None:
            return None
        try:
            after = state.play(move)
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

    def _as_played(self, state: Round, real: Round, tiles: list[TileId]) -> Move | str | None:
        """Give the move of the history as it would be in the sampled round."""
        move: Any = real.move
        before: Any = real.parent
        action: Any = self.plan.action_of(move)
        if action.public(before, move, self.viewer) == move:
            return move.notation  # type: ignore[no-any-return]
        for candidate in state.legal_moves:
            if candidate.kind == move.kind and candidate.tile_id in tiles:
                return candidate
        return None


def _looks_alike(state: Round, other: Round) -> bool:
    """Say whether everybody would see the same, but for tiles in hands and what lies face down."""
    if (state.to_move, state.table) != (other.to_move, other.table):
        return False
    return (state.rest.points, state.rest.ext) == (other.rest.points, other.rest.ext)


def _match(slots: list[_Slot], allowed: Any, rng: random.Random) -> bool:
    """
    Fill slots by a random matching that respects what each may hold.

    Returns:
        Whether every slot was filled.
    """
    masks = {id(slot): allowed(slot) for slot in slots}
    order = list(slots)
    rng.shuffle(order)
    holder: dict[TileId, _Slot] = {}

    def place(slot: _Slot, tried: set[TileId]) -> bool:
        tiles = [tile for tile in bits(masks[id(slot)]) if tile not in tried]
        rng.shuffle(tiles)
        for tile in sorted(tiles, key=holder.__contains__):
            if tile in tried:
                continue
            tried.add(tile)
            if tile not in holder or place(holder[tile], tried):
                holder[tile] = slot
                slot.tile = tile
                return True
        return False

    return all(place(slot, set()) for slot in order)
