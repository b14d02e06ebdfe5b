"""
What a turn consists of: laying one tile, and what obliges the opener.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeAlias

import attrs

from tilerules.decks import TileSet
from tilerules.errors import (
    AmbiguousMoveError,
    InvalidNotationError,
    InvalidVariantError,
    nearest,
    shown,
)
from tilerules.layouts.base import BoundPlaces, PlaceId, PlaceMask
from tilerules.moves import ListedMoves
from tilerules.rules.kinds import PLACE, Action, Bundle, Constraint, Lister
from tilerules.rules.openings import OPENING
from tilerules.spoken import say_place
from tilerules.state import Draft, Move, MoverState, PlanLike, Seat, State
from tilerules.texts import Listed, Reason, named, say, seat_names
from tilerules.tiles import Domino, Tile, TileId, TileMask, bits

__all__ = ["OpeningTiles", "PlaceTile", "is_double", "one_tile"]


_Maker: TypeAlias = "Callable[[TileId, PlaceId], Move]"


@attrs.frozen
class PlaceTile(Action):
    """
    Lay one tile where it matches: ``4-6@L``, or the bare tile on an empty table.
    """

    code = PLACE
    lays = at_place = True
    example = "4-6@L"
    sentence = "In a turn a player adds one matching tile to the layout."
    texts = {
        "not-held": "{name} does not hold {tile}",
        "no-such-place": "there is no place {place} now; there is: {places}",
        "no-place-yet": "nothing lies on the table yet, so there is no place {place}",
        "does-not-fit": "{tile} does not match {where}{wanted}{hint}",
        "fits-nowhere": "{tile} matches nowhere{hint}",
        "must-place": "a tile can be laid, e.g. {choice}",
    }

    def _make(self, plan: PlanLike) -> _Maker:
        """Bind the making of the move of a tile at a place."""
        return _maker(plan.tile_set, plan.layout.labels, self.code)

    def _begin(self, plan: PlanLike, tile: TileId) -> Move:
        """Make the move of the first tile on an empty table."""
        return _maker(plan.tile_set, (), self.code)(tile, 0)

    def lister(self, plan: PlanLike) -> Lister:
        """List places in order, within a place the tiles in set order."""
        # What is listed is what ``problems`` has nothing against, less what is closed or barred. Of
        # equal tiles only the lowest is listed, and on an empty table the place is no matter.
        layout = plan.layout
        if not isinstance(layout, BoundPlaces):
            raise InvalidVariantError(
                f"{type(layout).__name__} has no places for single tiles; the action "
                f"{self.code!r} needs a layout that has"
            )
        listing = layout.lister(self._make(plan))
        first = [self._begin(plan, tile) for tile in range(len(plan.tile_set))]
        alone = {move.bit: (move,) for move in first}
        lowest = plan.lowest
        has_copies = len(plan.tile_set.faces) < len(plan.tile_set)

        def moves(state: MoverState, shut: PlaceMask, barred: TileMask) -> Iterable[Move]:
            hand = state.masks[state.to_move]
            if has_copies:
                hand = lowest(hand)
            if state.table:
                return listing(state.table, hand, shut, barred)
            if shut & 1:
                return ()
            may_begin = hand & ~barred
            # Mostly a single tile opens the round.
            return alone.get(may_begin) or tuple([first[tile] for tile in bits(may_begin)])

        return moves

    def quick_lister(self, plan: PlanLike) -> Callable[[MoverState], tuple[Move, ...]] | None:
        """Bind the layout's, where every tile is the only one with its face."""
        if len(plan.tile_set.faces) < len(plan.tile_set):
            return None
        quick: Callable[[Any], tuple[Move, ...]] | None = plan.layout.quick_lister(
            self._make(plan), ListedMoves
        )
        if quick is not None:
            return quick
        listing = plan.layout.lister(self._make(plan))
        return lambda state: listing(state.table, state.masks[state.to_move], 0, 0)

    def doer(self, plan: PlanLike) -> Callable[[State, Move, Draft], None]:
        put = plan.layout.put

        def lay(state: State, move: Move, draft: Draft) -> None:
            seat: Any = state.to_move
            masks = [*state.masks]
            masks[seat] ^= move.bit
            draft.masks = tuple(masks)
            draft.table = put(state.table, seat, move.tile_id, move.place_id)

        return lay

    def putter(self, plan: PlanLike) -> Callable[[Any, Seat, TileId, PlaceId], Any] | None:
        put: Callable[[Any, Seat, TileId, PlaceId], Any] = plan.layout.put
        return put

    def put_and_list(
        self, plan: PlanLike
    ) -> Callable[[MoverState, Move, Draft], tuple[Move, ...]] | None:
        """Bind the layout's, where every tile is the only one with its face."""
        if len(plan.tile_set.faces) < len(plan.tile_set):
            return None
        both: Callable[..., tuple[Move, ...]] | None = plan.layout.put_and_list(
            self._make(plan), ListedMoves
        )
        return both

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say whether the tile is held, the place exists, and the two match."""
        plan, layout = state.plan, state.plan.layout
        tile: Any = move.tile
        if tile is None:
            return
        copies = plan.tile_set.copies.get(tile, 0)
        if not copies & state.masks[state.to_move]:
            name = named(state.rest.setup.names, state.to_move)
            yield self.reason("not-held", tile=str(tile), name=name)
        if not state.table:
            if move.place is not None:
                yield self.reason("no-place-yet", place=move.place, tile=str(tile))
            return
        places = layout.places(state.table)
        if move.place is None:
            hint = self._hint(state, tile)
            yield self._misfit(state, "fits-nowhere", tile=str(tile), hint=hint)
        elif move.place_id not in places:
            labels = Listed((layout.labels[place] for place in places), ",")
            yield self.reason("no-such-place", place=move.place, places=labels)
        elif not copies & layout.fitting(state.table, move.place_id):
            reading, names = (
                layout.read(state.table),
                seat_names(state.rest.setup.names, state.plan.seats),
            )
            told = {"where": say_place(reading, move.place, names), "hint": self._hint(state, tile)}
            told["wanted"] = _wanted(state, move.place_id)
            yield self._misfit(state, "does-not-fit", tile=str(tile), place=move.place, **told)

    def _misfit(self, state: State, code: str, **params: object) -> Reason:
        """Make a reason by the rule of the layout, which says what fits where."""
        variant = state.plan.variant
        return attrs.evolve(self.reason(code, **params), clause=variant.clause(variant.layout))

    @staticmethod
    def _hint(state: MoverState, tile: Tile) -> object:
        """Offer the dead tile to somebody who may have meant one: a bare tile never does."""
        plan = state.plan
        for kind, action in plan.actions.items():
            if action.buries and not plan.kinds_open(state, action.only_without):
                for move in plan.kinds_open(state, (kind,)):
                    if move.tile == tile:
                        return say("hint-bury", "; to lay it face down, write {move}", move=move)
        return ""

    def parse(self, state: State, text: str) -> Move | None:
        # Every way to write a move is read as the very move that is listed for it: of places that
        # are alike the first, of copies the one that is held. Whether it is legal is not asked, but
        # a bare tile means the legal move where only one of several places is open.
        word, at, label = (part.strip() for part in text.partition("@"))
        plan, layout = state.plan, state.plan.layout
        tile = plan.tile_set.find(word)
        if tile is None:
            if at and label in layout.labels and not word[:1].isalpha():
                plan.tile_set.tile(word)  # says what is wrong with it
            return None
        tile_id = plan.tile_set.id_of(tile)
        if at:
            if label not in layout.labels:
                raise InvalidNotationError(
                    f"{shown(text)}: there is no place {shown(label)}"
                    f"{nearest(label, layout.labels)}",
                    text=text,
                    part=label,
                )
            place = layout.labels.index(label)
            if state.table and place in layout.places(state.table):
                self._check_way(state, text, tile_id, place)
                place = layout.same_as(state.table, tile_id, place)
            elif layout.begins_at(state.table, place):
                return self._held(state, self._begin(plan, tile_id))
            return self._held(state, self._make(plan)(tile_id, place))
        if not state.table:
            return self._held(state, self._begin(plan, tile_id))
        return self._held(state, self._where(state, tile, tile_id))

    def _check_way(self, state: State, text: str, tile: TileId, place: PlaceId) -> None:
        """
        Ask which way round a tile is meant that can be turned.

        Raises:
            AmbiguousMoveError: The text does not say.
        """
        layout, make = state.plan.layout, self._make(state.plan)
        ways = layout.ways(state.table, tile, place)
        if len(ways) > 1:
            choices = [make(tile, layout.same_as(state.table, tile, way)) for way in ways]
            raise AmbiguousMoveError(text, [move.notation for move in choices])

    def _where(self, state: State, tile: Tile, tile_id: TileId) -> Move:
        """Find the one place a bare tile can mean."""
        layout, make = state.plan.layout, self._make(state.plan)
        fitting = [
            place
            for place in layout.places(state.table)
            if layout.fitting(state.table, place) >> tile_id & 1
            and layout.same_as(state.table, tile_id, place) == place
        ]
        legal = [m for m in state.plan.kinds_open(state, (self.code,)) if m.tile == tile]
        choices = legal or [make(tile_id, place) for place in fitting]
        if len(choices) > 1 and self._is_held(state, tile):
            raise AmbiguousMoveError(str(tile), [move.notation for move in choices])
        if choices:
            return choices[0]
        return Move(kind=self.code, notation=str(tile), tile=tile, tile_id=tile_id)

    @staticmethod
    def _is_held(state: State, tile: Tile) -> bool:
        """Say whether the mover holds a tile; if not, where it was meant is no matter."""
        hand = state.masks[state.to_move] if state.to_move is not None else state.plan.tile_set.full
        return bool(state.plan.tile_set.copies[tile] & hand)

    @staticmethod
    def _held(state: State, move: Move) -> Move:
        """Give the move with the physical copy the mover holds, where there are copies."""
        tile: Any = move.tile
        copies = state.plan.tile_set.copies[tile]
        mine = copies & (state.masks[state.to_move] if state.to_move is not None else 0)
        if mine and not mine & move.bit:
            bit = mine & -mine
            return attrs.evolve(move, bit=bit, tile_id=bit.bit_length() - 1)
        return move

    def candidates(self, state: State) -> Iterable[Move]:
        plan = state.plan
        if not state.table:
            return [self._begin(plan, plan.tile_set.id_of(tile)) for tile in plan.tile_set.faces]
        make, layout = self._make(plan), plan.layout
        return [
            self._held(state, make(plan.tile_set.id_of(tile), place))
            for place in layout.places(state.table)
            for tile in plan.tile_set.faces
            if layout.same_as(state.table, plan.tile_set.id_of(tile), place) == place
            and len(layout.ways(state.table, plan.tile_set.id_of(tile), place)) == 1
        ]


@lru_cache(maxsize=128)
def _maker(tile_set: TileSet, labels: tuple[str, ...], kind: str) -> _Maker:
    """
    Bind the making of moves, once for all variants that have such: made once, then shared.

    Without labels the tiles are those that begin the layout.
    """
    tiles = tile_set.tiles
    known: dict[tuple[TileId, PlaceId], Move] = {}

    def make(tile: TileId, place: PlaceId) -> Move:
        move = known.get((tile, place))
        if move is None:
            label = labels[place] if labels else None
            move = known[tile, place] = Move(
                kind=kind,
                notation=f"{tiles[tile]}@{label}" if labels else str(tiles[tile]),
                tile=tiles[tile],
                place=label,
                tile_id=tile,
                bit=1 << tile,
                place_id=place,
            )
        return move

    return make


def _wanted(state: MoverState, place: PlaceId) -> object:
    """Say which number a tile needs for a place, where all that would fit there share just one."""
    tiles = state.plan.tile_set.tiles
    fitting = [tiles[tile] for tile in bits(state.plan.layout.fitting(state.table, place))]
    shared = [{*str(tile).split("-")} for tile in fitting]
    common = set.intersection(*shared) if shared else set()
    if len(common) != 1:
        return ""
    return say("wanted", ", which needs a {number}", number=common.pop())


@attrs.frozen
class OpeningTiles(Constraint):
    """
    The opener must lay what the starting rule says, kept under the key ``opening``.
    """

    code = OPENING
    point = "starting"
    opening = True
    texts = {OPENING: "the round must be opened with {tiles}"}

    def barred(self, state: MoverState) -> TileMask:
        """Bar every tile but those, where the starting rule left a word."""
        word = state.rest.get(OPENING)
        if word is None:
            return 0
        tile_set = state.plan.tile_set
        return tile_set.full & ~tile_set.named[word]

    def refusal(self, state: MoverState, move: Move) -> Reason:
        word = state.rest.get(OPENING)
        reason = self.reason(tiles=say("a-double", "a double") if word == "doubles" else word)
        variant = state.plan.variant
        return attrs.evolve(reason, clause=variant.clause_of(variant.starting.duty(state)))


def one_tile() -> Bundle:
    """One matching tile a turn, the first one as the starting rule says."""
    return Bundle(actions=(PlaceTile(),), constraints=(OpeningTiles(),))


def is_double(tile: object) -> bool:
    """Say whether a tile is a domino with equal ends."""
    return isinstance(tile, Domino) and tile.is_double
