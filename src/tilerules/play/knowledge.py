"""
What a seat, or a spectator, knows of a round at one moment.

Copies of a face are numbered anew: which of two equal tiles somebody holds, or lies on the
table, may tell who holds the other. Those on the table come first, then the viewer's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tilerules.decks import TileBag, TileSet
from tilerules.faults import misshapen
from tilerules.play.base import Resolved
from tilerules.play.plans.lazy import LazyMoves
from tilerules.state import GONE, Move, Rest, Seat, Setup, Turn
from tilerules.tiles import TileId, TileMask, bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilerules.play.round import Round


__all__ = [
    "Present",
    "cleaned",
    "hidden_position",
    "known_aside",
    "known_zones",
    "public_moves",
    "without_copies",
]


def cleaned(setup: Setup) -> Setup:
    """Give a setup without what would give deals away: its seed, and the rounds before it."""
    return Setup(setup.names, None, setup.number, setup.redeals, (), given=True)


def without_copies(tile_set: TileSet, move: Move) -> Move:
    """Give a move as one of the lowest copy of its tile."""
    if move.tile_id < 0 or not tile_set.has_copies:
        return move
    tile_id = tile_set.id_of(tile_set.tiles[move.tile_id])
    return (
        move if tile_id == move.tile_id else attrs.evolve(move, tile_id=tile_id, bit=1 << tile_id)
    )


def known_aside(round_: Round, viewer: Seat | None) -> TileMask:
    """Give the tiles out of play that a viewer has seen."""
    aside = round_.rest.aside
    if not aside:
        return 0
    start = round_.start
    known = 0 if start.rest.get(GONE) else start.rest.aside
    if viewer is not None:
        for state in round_.states:
            known |= state.masks[viewer]
    return aside & known


def known_zones(round_: Round, viewer: Seat | None) -> tuple[list[TileMask | None], ...]:
    """Give hands and dead tiles as far as they are known, each seat's; all after the round."""
    is_open = round_.to_move is None
    zones = tuple(
        [
            [mask if is_open or seat == viewer else None for seat, mask in enumerate(zone)]
            for zone in (round_.masks, round_.rest.dead)
        ]
    )
    plan = round_.plan
    if plan.tile_set.has_copies:
        # The table's copies come first, so that no two zones share a tile.
        taken = plan.layout.tiles(plan.layout.lowest(round_.table))
        for zone in zones:
            for seat, mask in enumerate(zone):
                if mask is not None:
                    zone[seat] = lowest = plan.tile_set.lowest(mask, taken)
                    taken |= lowest
    return zones


@attrs.frozen(eq=False)
class Present:
    """
    A round that goes on, as a viewer knows it: without any hidden tile.
    """

    plan: Resolved
    """The game as a whole."""
    viewer: Seat | None
    """Who looks; None for a spectator."""
    table: Any
    """The state of the layout."""
    hands: tuple[TileMask, ...]
    """Each seat's hand as far as it is known; 0 where it is hidden."""
    hand_sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    dead: tuple[TileMask, ...]
    """Each seat's dead tiles as far as they are known; 0 where they are hidden."""
    dead_counts: tuple[int, ...]
    """How many dead tiles each seat has."""
    aside: TileMask
    """The tiles out of play that are known."""
    aside_count: int
    """How many tiles are out of play."""
    stock_count: int
    """How many tiles are left face down."""
    to_move: Seat
    """The seat to move."""
    turn: Turn
    """What has happened in the turn."""
    rest: Rest
    """Points and what rules keep; no tiles, and nothing of where the round came from but names."""

    @classmethod
    def of(cls, round_: Round, viewer: Seat | None) -> Present:
        """Gather what a viewer knows of a round that is not over."""
        # Whatever is put in here, a program of the viewer's may read: nothing that follows from a
        # hidden tile, a copy's number included, goes in.
        plan, rest = round_.plan, round_.rest
        tile_set = plan.tile_set
        aside = known_aside(round_, viewer)
        hands, dead = [tuple([mask or 0 for mask in zone]) for zone in known_zones(round_, viewer)]
        table, turn = round_.table, round_.turn
        if tile_set.has_copies:
            table = plan.layout.lowest(table)
            taken = plan.layout.tiles(table)
            for mask in (*hands, *dead):
                taken |= mask
            aside = tile_set.lowest(aside, taken)
            if turn.laid:
                laid = tuple([without_copies(tile_set, move) for move in turn.laid])
                turn = attrs.evolve(turn, laid=laid)
        return cls(
            plan=plan,
            viewer=viewer,
            table=table,
            hands=hands,
            hand_sizes=tuple([mask.bit_count() for mask in round_.masks]),
            dead=dead,
            dead_counts=tuple([mask.bit_count() for mask in rest.dead]),
            aside=aside,
            aside_count=rest.aside.bit_count(),
            stock_count=len(rest.stock),
            to_move=round_.to_move,  # type: ignore[arg-type]  # it is not over
            turn=turn,
            rest=rest.put(dead=plan.zero, stock=(), aside=0, setup=cleaned(rest.setup)),
        )

    @property
    def hidden(self) -> list[TileId]:
        """The tiles whose place the viewer does not know, in set order."""
        out = self.plan.layout.tiles(self.table) | self.aside
        for mask in (*self.hands, *self.dead):
            out |= mask
        return list(bits(self.plan.tile_set.full & ~out))

    def draft(
        self,
        hands: tuple[TileMask, ...],
        dead: tuple[TileMask, ...],
        aside: TileMask,
        stock: tuple[TileId, ...],
    ) -> Any:
        """Make the draft of a round of known and hidden tiles; it has no legal moves yet."""
        draft: Any = self.plan.draft()
        draft.masks = hands
        draft.table = self.table
        draft.to_move = self.to_move
        draft.turn = self.turn
        draft.rest = self.rest.put(dead=dead, aside=aside, stock=stock)
        return draft

    def stand_in(self) -> Round:
        """
        Make a round in which hidden tiles lie in set order: what the viewer may ask, it answers
        as the real one does. Its legal moves are there where they are searched for.
        """
        from tilerules.play.round import Round

        tiles = iter(self.hidden)

        def more(count: int) -> TileMask:
            return sum([1 << next(tiles) for _more in range(count)])

        def filled(known: Sequence[TileMask], counts: Sequence[int]) -> tuple[TileMask, ...]:
            pairs = zip(known, counts, strict=True)
            return tuple([mask | more(count - mask.bit_count()) for mask, count in pairs])

        hands = filled(self.hands, self.hand_sizes)
        dead = filled(self.dead, self.dead_counts)
        aside = self.aside | more(self.aside_count - self.aside.bit_count())
        draft = self.draft(hands, dead, aside, tuple(tiles))
        if self.plan.is_lazy:
            draft.legal_moves = LazyMoves(self.plan, draft)
        draft.__class__ = Round
        return draft  # type: ignore[no-any-return]


def public_moves(round_: Round, viewer: Seat | None) -> tuple[Move, ...]:
    """Give the history as a seat may see it; all of it once the round is over."""
    plan = round_.plan
    is_over = round_.to_move is None
    found = []
    for state in round_.states[1:]:
        move: Any = state.move
        seen = move
        if not is_over:
            action: Any = plan.action_of(move)
            seen = action.public(state.parent, move, viewer)
            if not isinstance(seen, Move):
                raise misshapen(round_.variant, action, "what others see of a move is a Move", seen)
        found.append(without_copies(plan.tile_set, seen))
    return tuple(found)


def hidden_position(round_: Round, viewer: Seat | None) -> str:
    """Write the position with a ``?`` for every tile the viewer may not see."""
    if round_.to_move is None:
        return str(round_.position)
    words = []
    for word in str(round_.position).split():
        key, colon, value = word.partition(":")
        if key in ("hands", "dead") and colon:
            parts = value.split("/")
            masked = [
                part if seat == viewer else ",".join("?" for _tile in part.split(",") if part)
                for seat, part in enumerate(parts)
            ]
            word = f"{key}:{'/'.join(masked)}"
        elif key == "stock" and colon:
            word = "stock:" + ",".join("?" for _tile in value.split(","))
        elif key == "aside" and colon:
            shown = known_aside(round_, viewer)
            unseen = (round_.rest.aside & ~shown).bit_count()
            tiles = [*map(str, TileBag(round_.plan.tile_set, shown)), *["?"] * unseen]
            word = "aside:" + ",".join(tiles)
        words.append(word)
    return " ".join(words)
