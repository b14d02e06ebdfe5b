"""
What a viewer has seen of a round from its beginning: plain facts, and no hidden tile.

Rounds that agree with them are sampled by :mod:`tilerules.play.sampling.sampling`. Copies of a
face are numbered in the order in which the viewer came to know them, so that the numbers tell
nothing.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.decks import TileSet
from tilerules.play.base import Resolved
from tilerules.play.knowledge import Present, cleaned, without_copies
from tilerules.play.round import Round
from tilerules.play.sampling.evidence import Evidence
from tilerules.rules.openings import OPENING
from tilerules.state import GONE, Move, Rest, Seat, Turn
from tilerules.tiles import TileId, TileMask, bits

if TYPE_CHECKING:
    from collections.abc import Iterable


__all__ = ["ASIDE", "DEAD", "HAND", "Exit", "Look", "Place", "Seen", "Start"]

HAND, ASIDE, DEAD = -1, -2, -3
"""Where a tile was at the beginning, if not in the stock."""


@attrs.frozen
class Place:
    """
    A place for one tile at the beginning of the round.
    """

    seat: Seat | None
    """Whose hand it is in, or comes to; None for stock never drawn, and for tiles aside."""
    index: int
    """Its place in the stock; else where it was."""
    since: int
    """The number of the state from which the tile is in the hand."""
    until: int | None = None
    """The number of the state from which it is not, where that is known of this very place."""
    tile: TileId | None = None
    """The tile, where it is the viewer's own."""


@attrs.frozen
class Exit:
    """
    A tile leaving a hand.
    """

    seat: Seat
    """Whose."""
    at: int
    """The number of the state after the move."""
    tile: TileId | None
    """The tile; None where it is hidden from the viewer."""
    dead_of: Seat | None = None
    """Among whose dead tiles it lies now, if it is hidden; None where it is out of play."""


@attrs.frozen(eq=False)
class Look:
    """
    What everybody could see of a state, and of the move that led there.
    """

    kind: str
    """The kind of the move."""
    notation: str | None
    """The move; None where something of it was hidden from the viewer."""
    to_move: Seat | None
    """The seat to move."""
    table: Any
    """The state of the layout."""
    points: tuple[int, ...]
    """Points scored during play."""
    ext: tuple[tuple[str, Any], ...]
    """What rules keep."""
    move: Move | None = None
    """The move itself, where it need not be read."""


@attrs.frozen(eq=False)
class Start:
    """
    The beginning of a round as a viewer knows it.
    """

    table: Any
    """The state of the layout."""
    to_move: Seat
    """The seat to move."""
    turn: Turn
    """What had happened in the turn."""
    rest: Rest
    """Points and what rules keep; of the tiles only those that the viewer saw."""
    stock_count: int
    """How many tiles lay in the stock."""


@attrs.frozen(eq=False)
class Seen:
    """
    All that one viewer has seen of a round that goes on.
    """

    present: Present
    """The round as it is now."""
    start: Start
    """The round as it began."""
    mine: tuple[Place, ...]
    """The places of the viewer's own tiles."""
    others: tuple[Place, ...]
    """The places of all other tiles that were hidden at the beginning."""
    exits: tuple[Exit, ...]
    """Every tile that left a hand."""
    bars: tuple[tuple[Seat, int, TileMask], ...]
    """What seats cannot have held: seat, number of the state, tiles."""
    fitting: tuple[tuple[Seat | None, int, TileMask], ...]
    """What tiles just drawn can only be: seat, number of the state after it, tiles."""
    must_open: tuple[Seat, TileMask] | None
    """The opener, and tiles of which it holds at least one."""
    looks: tuple[Look, ...]
    """The states after the first one."""
    stock_faces: tuple[str, ...]
    """What everybody saw in the stock at the beginning."""
    is_dealt: bool
    """Whether chance dealt the hands."""
    is_told: bool
    """Whether masks of tiles tell all there is to the moves of others."""

    @property
    def viewer(self) -> Seat | None:
        """Who looks; None for a spectator."""
        return self.present.viewer

    @property
    def lying(self) -> TileMask:
        """The tiles whose place was known at the beginning, hands apart."""
        plan, rest = self.present.plan, self.start.rest
        out = plan.layout.tiles(self.start.table) | rest.aside
        for mask in rest.dead:
            out |= mask
        return out

    @classmethod
    def of(cls, round_: Round, viewer: Seat | None) -> Seen:
        """Gather what a viewer has seen of a round that goes on."""
        return _Gathering(round_, viewer).seen()


class _Gathering:
    """The gathering of what a viewer has seen."""

    def __init__(self, round_: Round, viewer: Seat | None) -> None:
        self.round = round_
        self.states = round_.states
        self.viewer = viewer
        self.plan: Resolved = round_.plan
        self.start = self.states[0]
        self.unseen = self.start.rest.aside if self.start.rest.get(GONE) else 0
        self.entries: dict[int, tuple[Seat, int]] = {}
        self.exits: list[Exit] = []
        tile_set = self.plan.tile_set
        self.numbers = _Numbers(tile_set) if tile_set.has_copies else None

    def seen(self) -> Seen:
        """Put everything together."""
        # Of hidden tiles only numbers of places are put in. Copies are numbered as the viewer came
        # to know them, so all that was seen is known before any of it is numbered.
        start, viewer, plan = self.start, self.viewer, self.plan
        rest = start.rest
        dead = tuple([mask if s == viewer else 0 for s, mask in enumerate(rest.dead)])
        aside, table, turn = rest.aside & ~self.unseen, start.table, start.turn
        if self.numbers is not None:
            self.numbers.know(bits(plan.layout.tiles(table)))
            table = plan.layout.lowest(table)
            turn = attrs.evolve(
                turn, laid=tuple([without_copies(plan.tile_set, move) for move in turn.laid])
            )
            for mask in (aside, *dead, *(() if viewer is None else (start.masks[viewer],))):
                self.numbers.know(bits(mask))
        self._follow_tiles()
        evidence = Evidence(self.states, viewer)
        bars = evidence.bars()
        fitting = evidence.drawn_to_fit(bars, set(self.entries.values()))
        mine, others = self._places()
        if self.numbers is not None:
            number = self.numbers.of
            aside, dead = self.numbers.mask(aside), tuple(map(self.numbers.mask, dead))
            mine = [attrs.evolve(one, tile=number(one.tile)) for one in mine]  # type: ignore[arg-type]  # own ones are known
            self.exits = [
                one if one.tile is None else attrs.evolve(one, tile=number(one.tile))
                for one in self.exits
            ]
            self._oldest_first(mine)
        return Seen(
            present=Present.of(self.round, viewer),
            start=Start(
                table=table,
                to_move=start.to_move,  # type: ignore[arg-type]  # it went on
                turn=turn,
                rest=rest.put(dead=dead, aside=aside, stock=(), setup=cleaned(rest.setup)),
                stock_count=len(rest.stock),
            ),
            mine=tuple(mine),
            others=tuple(others),
            exits=tuple(self.exits),
            bars=tuple(bars),
            fitting=tuple([(*key, mask) for key, mask in fitting.items()]),
            must_open=self._opening(),
            looks=tuple([self._look(state) for state in self.states[1:]]),
            stock_faces=tuple(plan.variant.starting.seen_in_stock(start)),
            is_dealt=not rest.setup.given and rest.setup.seed is not None,
            is_told=evidence.is_told(fitting),
        )

    def _look(self, state: Round) -> Look:
        """Note what the viewer saw of a state and of the move that led to it."""
        move: Any = state.move
        action: Any = self.plan.action_of(move)
        shown = action.public(state.parent, move, self.viewer)
        is_shown = shown is move or bool(shown == move)
        return Look(
            kind=move.kind,
            notation=move.notation if is_shown else None,
            to_move=state.to_move,
            table=state.table,
            points=state.rest.points,
            ext=state.rest.ext,
            move=move if is_shown else None,
        )

    def _follow_tiles(self) -> None:
        """Note every tile that entered or left a hand."""
        places = {tile: index for index, tile in enumerate(self.start.rest.stock)}
        lie_now = self.round.rest.dead
        for at, (before, after) in enumerate(zip(self.states, self.states[1:], strict=False)):
            if before.masks is after.masks:
                continue
            hidden = after.rest.aside
            for mask in after.rest.dead:
                hidden |= mask
            for seat, (old, new) in enumerate(zip(before.masks, after.masks, strict=True)):
                for tile in bits(new & ~old):
                    self.entries[places[tile]] = (seat, at + 1)
                    if seat == self.viewer:
                        self._know(tile)
                for tile in bits(old & ~new):
                    if hidden >> tile & 1 and seat != self.viewer:
                        dead_of = [one for one, mask in enumerate(lie_now) if mask >> tile & 1]
                        self.exits.append(Exit(seat, at + 1, None, *dead_of))
                    else:
                        self._know(tile)
                        self.exits.append(Exit(seat, at + 1, tile))

    def _know(self, tile: TileId) -> None:
        if self.numbers is not None:
            self.numbers.know((tile,))

    def _opening(self) -> tuple[Seat, TileMask] | None:
        """Give the opener and the tiles of which it holds at least one, if that is known."""
        word = self.start.rest.get(OPENING)
        seat = self.start.to_move
        if word is None or seat is None or seat == self.viewer or self.start.table:
            return None
        first = next((at for at, state in enumerate(self.states) if state.table), None)
        if first is not None and self.states[first - 1].to_move == seat:
            return None  # it has been shown
        return seat, self.plan.tile_set.named[word]

    def _places(self) -> tuple[list[Place], list[Place]]:
        """Note the places of tiles: the viewer's own, which hold what they hold, and all others."""
        own: dict[TileId, Place] = {}
        others: list[Place] = []
        viewer, rest = self.viewer, self.start.rest
        for seat, mask in enumerate(self.start.masks):
            if seat == viewer:
                own.update({tile: Place(seat, HAND, 0, None, tile) for tile in bits(mask)})
            else:
                others += [Place(seat, HAND, 0)] * mask.bit_count()
        for seat, mask in enumerate(rest.dead):
            if seat != viewer:
                others += [Place(seat, DEAD, 0, 0)] * mask.bit_count()
        others += [Place(None, ASIDE, 0)] * self.unseen.bit_count()
        for index, tile in enumerate(rest.stock):
            drawer, since = self.entries.get(index, (None, 0))
            if drawer is not None and drawer == viewer:
                own[tile] = Place(drawer, index, since, None, tile)
            else:
                others.append(Place(drawer, index, since))
        for exit_ in self.exits:
            if exit_.seat == viewer and exit_.tile is not None:
                own[exit_.tile] = attrs.evolve(own[exit_.tile], until=exit_.at)
        return list(own.values()), others

    def _oldest_first(self, mine: list[Place]) -> None:
        """
        Of equal tiles in the viewer's hand let that one leave which came first: nobody can see
        which of them does.
        """
        face = self.plan.tile_set.tiles
        equal: dict[Any, list[int]] = {}
        for index, place in enumerate(mine):
            equal.setdefault(face[place.tile], []).append(index)  # type: ignore[index]  # own ones are known
        leaving: dict[tuple[Any, int], list[TileId]] = {}
        for tile, indices in equal.items():
            indices.sort(key=lambda index: (mine[index].since, mine[index].tile))
            until = sorted([at for index in indices if (at := mine[index].until) is not None])
            for index, at in zip_longest(indices, until):
                mine[index] = place = attrs.evolve(mine[index], until=at)
                leaving.setdefault((tile, at), []).append(place.tile)  # type: ignore[arg-type]
        for index, one in enumerate(self.exits):
            if one.seat == self.viewer and one.tile is not None:
                first = leaving[face[one.tile], one.at].pop(0)
                self.exits[index] = attrs.evolve(one, tile=first)


class _Numbers:
    """New numbers for tiles: of each face the lowest for the copy that was known first."""

    def __init__(self, tile_set: TileSet) -> None:
        self._tile_set = tile_set
        self._of: dict[TileId, TileId] = {}
        self._taken = 0

    def know(self, tiles: Iterable[TileId]) -> None:
        """Number tiles that are known from now on."""
        for tile in tiles:
            if tile not in self._of:
                copies = self._tile_set.copies[self._tile_set.tiles[tile]] & ~self._taken
                low = copies & -copies
                self._taken |= low
                self._of[tile] = low.bit_length() - 1

    def of(self, tile: TileId) -> TileId:
        """Give the number of a tile that is known."""
        return self._of[tile]

    def mask(self, mask: TileMask) -> TileMask:
        """Give known tiles with their new numbers."""
        return sum([1 << self._of[tile] for tile in bits(mask)])
