"""
Full rounds that agree with what one seat knows.

Hidden tiles lie in *slots*: the places of a hand, and the stock, at the beginning. A slot that
is drawn enters a hand; tiles leave hands, shown or face down. What is known about a slot is
what its holder cannot have held: a seat that passed, drew or laid a tile face down had
nothing that it would have had to lay, and a seat that the right to open passed over had
nothing to open with. Which slot a shown tile came from is drawn by lot, like everything else
nobody knows; the other slots are filled by a random matching. The result is then checked by
replaying the history move by move, so that it is right even where a rule knows more than
masks can say.
"""

from __future__ import annotations

import random
from typing import Any

import attrs

from tilerules.errors import InvalidDealError, TilerulesError
from tilerules.play.round import Round, RoundDraft
from tilerules.rules.state import Move, Seat
from tilerules.tiles import TileId, TileMask, bits

__all__ = ["sample_round"]

_TRIES = 300


@attrs.define(eq=False)
class _Slot:
    """One place for a tile at the beginning of the round."""

    seat: Seat | None
    """Whose hand it is in, or comes to; None for stock that was never drawn."""
    index: int
    """Its place in the stock; -1 for a place in a hand."""
    since: int
    """The number of the state from which the tile is in the hand."""
    until: int | None = None
    """The number of the state from which it is not; None while it is."""
    tile: TileId | None = None
    """The tile, once it is settled."""


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
    for _ in range(_TRIES):
        slots = history.fill(rng)
        found = history.replay(slots) if slots is not None else None
        if found is not None:
            return found
    raise InvalidDealError(f"no round that fits the view was found in {_TRIES} tries")


def _copy(state: Round) -> Any:
    draft: Any = object.__new__(RoundDraft)
    for field in attrs.fields(Round):
        setattr(draft, field.name, getattr(state, field.name))
    return draft


class _History:
    """What a viewer has seen of a round."""

    def __init__(self, round_: Round, viewer: Seat | None) -> None:
        self.states = round_.states
        self.viewer = viewer
        self.plan = round_.plan
        self.start = self.states[0]
        self.exits: list[_Exit] = []
        self.entries: dict[int, tuple[Seat, int]] = {}
        self._follow_tiles()
        self.bars = self._evidence()
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

    def _evidence(self) -> list[tuple[Seat, int, TileMask]]:
        """Give what seats cannot have held: seat, number of the state, tiles."""
        rest = self.start.rest
        word = rest.get("opening")
        passed = rest.get("opening-passed", ())
        found = [(seat, 0, self.plan.tile_set.named[word]) for seat in passed]
        for at, state in enumerate(self.states[1:]):
            move: Any = state.move
            action = self.plan.actions.get(move.kind)
            seat = self.states[at].to_move
            if action is None or seat is None or seat == self.viewer:
                continue
            kinds = [kind for kind in action.only_without if self._lays_one(kind)]
            if kinds:
                found.append((seat, at, self._would_lay(self.states[at], kinds)))
        return found

    def _lays_one(self, kind: str) -> bool:
        action = self.plan.actions.get(kind)
        return action is not None and action.lays and not action.lazy

    def _would_lay(self, state: Round, kinds: list[str]) -> TileMask:
        """Give the tiles that could have been laid, had the mover held them."""
        draft = _copy(state)
        masks = [*state.masks]
        masks[state.to_move] = self.plan.tile_set.full & ~self.plan.layout.tiles(state.table)  # type: ignore[index]
        draft.masks = tuple(masks)
        mask = 0
        for move in self.plan.kinds_open(draft, kinds):
            if move.tile is not None:
                mask |= self.plan.tile_set.copies[move.tile]
        return mask

    def _opening(self) -> tuple[Seat, TileMask] | None:
        """Give the opener and the tiles of which it holds at least one, if that is known."""
        word = self.start.rest.get("opening")
        seat = self.start.to_move
        if word is None or seat is None or seat == self.viewer or len(self.states) > 1:
            return None
        return seat, self.plan.tile_set.named[word]

    def fill(self, rng: random.Random) -> list[_Slot] | None:
        """Settle a tile for every slot at random; None after a dead end."""
        slots = self._slots()
        if not self._settle_shown(slots, rng):
            return None
        settled = sum(1 << slot.tile for slot in slots if slot.tile is not None)
        start = self.start
        out = self.plan.layout.tiles(start.table) | start.rest.aside | settled
        for mask in start.rest.dead:
            out |= mask
        pool = self.plan.tile_set.full & ~out
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
        return slots if _match(open_slots, pool, self._allowed, rng) else None

    def _slots(self) -> list[_Slot]:
        """Make the slots; the viewer's own hold what they hold."""
        slots = []
        for seat, mask in enumerate(self.start.masks):
            for tile in bits(mask):
                known = tile if seat == self.viewer else None
                slots.append(_Slot(seat, -1, 0, None, known))
        for index, tile in enumerate(self.start.rest.stock):
            seat, since = self.entries.get(index, (None, 0))  # type: ignore[assignment]
            known = tile if seat is not None and seat == self.viewer else None
            slots.append(_Slot(seat, index, since, None, known))
        return slots

    def _settle_shown(self, slots: list[_Slot], rng: random.Random) -> bool:
        """Draw by lot which slot each tile that left a hand came from."""
        for exit_ in self.exits:
            choices = [
                slot
                for slot in slots
                if slot.seat == exit_.seat and slot.until is None and slot.since < exit_.at
            ]
            if exit_.seat == self.viewer:
                choices = [slot for slot in choices if slot.tile == exit_.tile]
            elif exit_.tile is not None:
                bit = 1 << exit_.tile
                choices = [s for s in choices if self._allowed(s, exit_.at) & bit]
            if not choices:
                return False
            slot = rng.choice(choices)
            slot.until = exit_.at
            slot.tile = exit_.tile
        return True

    def _allowed(self, slot: _Slot, until: int | None = None) -> TileMask:
        """Give the tiles a slot may hold."""
        end = until if until is not None else slot.until
        mask = self.plan.tile_set.full
        for seat, at, barred in self.bars:
            if seat == slot.seat and slot.since <= at and (end is None or at < end):
                mask &= ~barred
        return mask

    def replay(self, slots: list[_Slot]) -> Round | None:
        """Play the history again from other hidden tiles; None where it cannot have been so."""
        draft = _copy(self.start)
        hands = [0] * self.plan.seats
        stock = [0] * len(self.start.rest.stock)
        leaving: dict[tuple[Seat | None, int], list[TileId]] = {}
        for slot in slots:
            tile: Any = slot.tile
            if slot.index < 0:
                hands[slot.seat] |= 1 << tile  # type: ignore[index]  # it is in a hand
            else:
                stock[slot.index] = tile
            if slot.until is not None:
                leaving.setdefault((slot.seat, slot.until), []).append(tile)
        draft.masks = tuple(hands)
        draft.rest = self.start.rest.put(stock=tuple(stock))
        draft.parent = draft.move = draft.judged = draft.end = None
        try:
            state = self.plan.resume(draft)
            for at, real in enumerate(self.states[1:], 1):
                move = self._as_played(state, real, leaving.get((state.to_move, at), []))
                if move is None:
                    return None
                state = state.play(move)
                if (state.to_move, state.table) != (real.to_move, real.table):
                    return None
        except TilerulesError:
            return None
        return state

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


def _match(slots: list[_Slot], pool: TileMask, allowed: Any, rng: random.Random) -> bool:
    """
    Fill slots from a pool by a random matching that respects what each may hold.

    Returns:
        Whether every slot was filled.
    """
    masks = {id(slot): allowed(slot) & pool for slot in slots}
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
