"""
Drawing tiles for who opens.

What was drawn is kept in the state under the key ``start-draw``: when it was done (``"after"``
or ``"before"`` the deal), the size of the stock, and, draw by draw, one tile's notation a seat
(an empty text for a seat that did not draw). Tiles shown after the deal are then known to lie
in the stock.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, ClassVar, TypeAlias

import attrs

from tilerules.decks import Shuffler
from tilerules.rules.parts import Starting
from tilerules.rules.starting import NextOpener, Right
from tilerules.rules.state import Draft, Seat, State
from tilerules.texts import Text
from tilerules.tiles import Joker, TileId, TileSet

__all__ = ["DrawForStart", "NextSeatOpens", "StartDraw", "draw_lots"]

START_DRAW = "start-draw"

StartDraw: TypeAlias = "tuple[str, int, tuple[tuple[str, ...], ...]]"
"""
What is kept: ``"after"`` or ``"before"``, the size of the stock, and the draws, a tile or an
empty text a seat.
"""


@attrs.frozen
class NextSeatOpens(NextOpener):
    """
    The right to open goes round the table, whoever won.
    """

    code: ClassVar[str] = "next-seat-opens"
    sentence: ClassVar[str] = (
        "The next round is opened by the player whose turn follows the last opener's."
    )

    def right(self, draft: Draft, last: Any) -> Right:
        """Give the seat after the one that opened."""
        opener: Seat | None = last.start.to_move
        return (0 if opener is None else draft.plan.next_seat(draft, opener)), None  # type: ignore[arg-type]


@attrs.frozen
class DrawForStart(Starting):
    """
    Everybody draws a tile; the highest number opens.
    """

    code: ClassVar[str] = "start-draw"
    keeps: ClassVar[tuple[str, ...]] = (START_DRAW,)

    when: str = attrs.field(default="after", validator=attrs.validators.in_(("after", "before")))
    """Whether one draws from what is left ``"after"`` the deal, or from all tiles ``"before"``."""
    later: NextOpener | None = None
    """Who opens a later round, if anybody is entitled; None: lots are drawn again."""

    def describe(self) -> tuple[Text, ...]:
        """Say how lots are drawn, and for which rounds."""
        when = "After" if self.when == "after" else "Before"
        rounds = ""
        if self.later is not None:
            rounds = " of the first round"
            if self._needs_winner:
                rounds += ", and of a round after one that nobody won alone,"
        how = (
            "{when} the deal{rounds} everybody draws one tile, and the highest number opens. "
            "Whoever draws a joker draws again, and so do those who are level for the highest. "
            "The tiles go back among those left, which are shuffled."
        )
        if self.later is None:
            how += " So it is done in every round."
        drawn = Text(code=self.code, template=how, params={"when": when, "rounds": rounds})
        return (drawn,) if self.later is None else (drawn, *self.later.describe())

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Let the entitled seat open, or draw for it.

        Where the winner opens, lots are drawn after a round that nobody won alone.
        """
        previous, later = draft.rest.setup.previous, self.later
        if later is not None and previous:
            last = previous[-1]
            if last.outcome.leader is not None or not self._needs_winner:
                draft.to_move = later.right(draft, last)[0]
                return
        rest: Any = draft.rest
        tile_set = draft.plan.tile_set
        pool = list(rest.stock)
        if self.when == "before":
            pool = chance.shuffled(range(len(tile_set)), "start")
        draft.to_move, draws = draw_lots(tile_set, pool, draft.plan.seats, chance)
        rest.ext = ((START_DRAW, (self.when, len(rest.stock), draws)),)
        if self.when == "after":
            rest.stock = tuple(chance.shuffled(rest.stock, "stock"))

    @property
    def _needs_winner(self) -> bool:
        """Whether nobody is entitled after a round that nobody won alone."""
        return not isinstance(self.later, NextSeatOpens)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        """Check that it is a :data:`StartDraw` of this table."""
        plan = state.plan
        words = {"", *map(str, plan.tile_set.faces)}
        when, size, draws = (
            value if isinstance(value, tuple) and len(value) == 3 else (None, None, None)
        )
        are_draws = isinstance(draws, tuple) and all(
            isinstance(draw, tuple) and len(draw) == plan.seats and words.issuperset(draw)
            for draw in draws
        )
        if when == self.when and type(size) is int and size >= 0 and are_draws:
            return None
        return (
            f"must be {self.when!r}, the size of the stock, and draws of {plan.seats} tiles each, "
            "an empty text for none"
        )

    def shown(self, state: State) -> tuple[str, ...]:
        """Give the tiles that were drawn."""
        kept: StartDraw | None = state.rest.get(START_DRAW)
        return () if kept is None else tuple(tile for draw in kept[2] for tile in draw if tile)

    def seen_in_stock(self, state: State) -> tuple[str, ...]:
        """Give the tiles that were drawn after the deal and put back, while all are there."""
        kept: StartDraw | None = state.rest.get(START_DRAW)
        if kept is None or kept[0] != "after" or kept[1] != len(state.rest.stock):
            return ()
        return self.shown(state)


def draw_lots(
    tile_set: TileSet, pool: list[TileId], seats: int, chance: Shuffler
) -> tuple[Seat, tuple[tuple[str, ...], ...]]:
    """
    Draw until one seat has the highest number.

    A joker is no number: its drawer draws again, in the next draw and alone if all others
    have a number. Then those level for the highest draw again. Tiles shown stay out until the
    end; where the pool is used up before that, chance decides among those still level.

    Args:
        tile_set: The set the tiles belong to.
        pool: The tiles to draw from, the next one first.
        seats: How many seats draw.
        chance: What decides where there is nothing left to draw.

    Returns:
        The seat, and the draws: a tile's notation a seat, an empty text for none.
    """
    left = iter(pool)
    level = list(range(seats))
    draws: list[tuple[str, ...]] = []
    while len(level) > 1:
        numbers: dict[Seat, int] = {}
        while len(numbers) < len(level):
            drawn = _draw(left, [seat for seat in level if seat not in numbers])
            if drawn is None:
                return level[chance.lot(len(level))], tuple(draws)
            tiles = {seat: tile_set.tiles[tile] for seat, tile in drawn.items()}
            draws.append(tuple(str(tiles.get(seat, "")) for seat in range(seats)))
            numbers.update((s, t.pips) for s, t in tiles.items() if not isinstance(t, Joker))
        best = max(numbers.values())
        level = [seat for seat in level if numbers[seat] == best]
    return level[0], tuple(draws)


def _draw(left: Iterator[TileId], seats: list[Seat]) -> dict[Seat, TileId] | None:
    """Draw a tile for each of some seats; None where there are not enough."""
    drawn = dict(zip(seats, left, strict=False))
    return drawn if len(drawn) == len(seats) else None
