"""
Who opens a round: by a tile, by a draw of lots, or by what happened in the rounds before.

What was drawn for who opens is kept in the state under the key ``start-draw``: when it was done
(``"after"`` or ``"before"`` the deal), the size of the stock, and, draw by draw, one tile's
notation a seat (an empty text for a seat that did not draw). Tiles shown after the deal are then
known to lie in the stock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeAlias

import attrs

from tilerules.component import Component, GameLike
from tilerules.decks import Shuffler, TileSet
from tilerules.rules.kinds import Starting
from tilerules.rules.openings import OPENING, PASSED, HolderOpens, Opening, Right, TurnedUp, holder
from tilerules.state import Draft, EndReason, PlanLike, Seat, State
from tilerules.texts import Text, say
from tilerules.tiles import Joker, TileId, TileMask

__all__ = [
    "BlockDoubleOwner",
    "ByDeal",
    "ByDealer",
    "DrawForStart",
    "FirstPlayer",
    "HighestDrawn",
    "LotThenRotate",
    "NextOpener",
    "NextSeatOpens",
    "Right",
    "StartDraw",
    "WinnerOpens",
    "draw_lots",
]


@attrs.frozen
class NextOpener(Component, ABC):
    """
    Who is entitled to open a round that follows another.
    """

    point = "starting"
    needs_winner: ClassVar[bool] = True
    """Whether a round that nobody won alone leaves nobody entitled."""

    @property
    def on_turned_up(self) -> NextOpener:
        """The rule where a tile is turned up, so that the opener does not lay the first."""
        return self

    @abstractmethod
    def right(self, draft: Draft, last: Any) -> Right:
        """
        Say who is entitled.

        Args:
            draft: The round that begins, its tiles dealt.
            last: The last round of the match that was won by somebody: a finished Round.
        """

    def after(self, last: Any, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        """
        Say who is entitled after the outcome of that round; None where that takes more.

        Args:
            last: The outcome.
            before: Who opened the last round; None where that is not known.
            order: The seat after each seat.
        """
        return None


@attrs.frozen
class WinnerOpens(NextOpener):
    """
    The winner of the last round opens; a side's is the one with its best hand.
    """

    code = "winner-opens"
    sentence = "{how}"

    double: str = attrs.field(
        default="all-dealt", validator=attrs.validators.in_(("never", "all-dealt", "always"))
    )
    """
    When a tile laid on an empty table must be a double: ``"never"``, ``"all-dealt"`` (where no
    tile is left undealt) or ``"always"``. Without one the right passes on.
    """

    def params(self) -> dict[str, object]:
        never = "The winner of a round opens the next one, with any tile."
        how = say("winner-opens.any", never)
        if self.double == "all-dealt":
            how = say(
                "winner-opens.all-dealt",
                "The winner of a round opens the next one. Where all tiles are dealt, they open "
                "with a double, which they choose; if they have none, the right passes round the "
                "table to the first player who has one, and if nobody has, the winner opens with "
                "any tile.",
            )
        if self.double == "always":
            how = say(
                "winner-opens.double",
                "The winner of a round opens the next one. On an empty table they open with a "
                "double, which they choose; if they have none, the right passes round the table "
                "to the first player who has one, and if nobody has, the winner opens with any "
                "tile.",
            )
        return {"double": self.double, "how": how}

    def right(self, draft: Draft, last: Any) -> Right:
        needs_double = self.double == "always" or (
            self.double == "all-dealt" and not draft.rest.stock
        )
        return last.outcome.leader, "doubles" if needs_double else None

    def after(self, last: Any, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        leader: Seat | None = last.leader
        return leader


@attrs.frozen
class BlockDoubleOwner(NextOpener):
    """
    After a block whoever now holds the double of the blocking number opens, with it.
    """

    code = "block-double-owner"
    sentence = (
        "After a block with the same number at both ends, whoever holds the double of that number "
        "opens the next round with it, unless a tile is turned up. After any other round the next "
        "rule holds."
    )

    otherwise: NextOpener = WinnerOpens()
    """Who is entitled after another end, or where nobody holds the double."""

    def describe(self) -> tuple[Text, ...]:
        return (*super().describe(), *self.otherwise.describe())

    @property
    def on_turned_up(self) -> NextOpener:
        return self.otherwise

    def right(self, draft: Draft, last: Any) -> Right:
        """Look at the ends of the last round, and for the double in the new hands."""
        ends = last.layout.ends
        if last.outcome.reason is EndReason.BLOCKED and ends and ends[0] == ends[1]:
            word = f"{ends[0]}-{ends[0]}"
            seat = holder(draft, word)
            if seat is not None:
                return seat, word
        return self.otherwise.right(draft, last)

    def after(self, last: Any, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        if last.reason is EndReason.BLOCKED:
            return None
        return self.otherwise.after(last, before, order)


@attrs.frozen
class ByDeal(Starting):
    """
    One way to open where all tiles are dealt, another where some are left.
    """

    code = "by-deal"

    all_dealt: Opening = HolderOpens()
    """Where every tile is in a hand."""
    some_left: Opening = TurnedUp()
    """Where some are left."""
    later: NextOpener = WinnerOpens()
    """Who is entitled to open a round that follows another."""

    def describe(self) -> tuple[Text, ...]:
        if self.all_dealt == self.some_left:
            return self._told(_only(self.all_dealt, "all-dealt"), (self.all_dealt,))
        all_dealt = say("by-deal.all-dealt", "Where all tiles are dealt, {opens}")
        some_left = say("by-deal.some-left", "Where some are left, {opens}")
        found = [
            when.with_params(opens=text).called(f"{text.code}.{code}")
            for code, when, part in (
                ("all-dealt", all_dealt, self.all_dealt),
                ("some-left", some_left, self.some_left),
            )
            for text in part.describe()
        ]
        return self._told(found, (self.all_dealt, self.some_left))

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """Leave out the opening that never comes to pass with the hands of the game."""
        left = {game.undealt(seats) for seats in game.seats} - {None}
        if not left or (0 in left and len(left) > 1):
            return self.describe()
        code, part = ("some-left", self.some_left) if any(left) else ("all-dealt", self.all_dealt)
        return self._told(_only(part, code), (part,))

    def idle_in(self, game: GameLike) -> tuple[str, ...]:
        """Name the opening that never comes to pass, and what no opening asks for."""
        left = {game.undealt(seats) for seats in game.seats} - {None}
        used = {"all_dealt": 0 in left, "some_left": any(left)}
        idle = [name for name, is_used in used.items() if left and not is_used]
        if not any(getattr(self, name).heeds_right for name in used if name not in idle):
            idle.append("later")
        return tuple(idle)

    def _told(self, found: Iterable[Text], openings: Sequence[Opening]) -> tuple[Text, ...]:
        """Add who opens a later round if that matters."""
        told = [*found]
        if any(opening.heeds_right for opening in openings):
            told += [text.called(f"{text.code}.later") for text in self.later.describe()]
            told.append(_RIGHT_STAYS)
        return tuple(told)

    def check_left(self, left: int) -> None:
        """
        Ask the opening there is then.

        Raises:
            InvalidDealError: A round cannot be opened so.
        """
        (self.some_left if left else self.all_dealt).check_left(left)

    def lacked(self, start: State) -> Sequence[tuple[Seat, TileMask]]:
        """Give what those had none of whose right to open passed on."""
        word = start.rest.get(OPENING)
        return [(seat, start.plan.tile_set.named[word]) for seat in start.rest.get(PASSED, ())]

    def duty(self, state: State) -> str:
        """Give the code of the opening, or of the rule for a later round."""
        opening = self.some_left if state.rest.stock else self.all_dealt
        previous = state.rest.setup.previous
        if opening.heeds_right and any(
            one.outcome.leader is not None for one in reversed(previous)
        ):
            return f"{self.later.code}.later"
        return f"{opening.code}.{'some-left' if state.rest.stock else 'all-dealt'}"

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Choose by what is left.

        After a round that nobody won the right has not passed: it lies where the last round
        that was won left it.
        """
        opening = self.some_left if draft.rest.stock else self.all_dealt
        later = self.later.on_turned_up if opening.turns_up else self.later
        right = None
        for last in reversed(draft.rest.setup.previous):
            if last.outcome.leader is not None:
                right = later.right(draft, last)
                break
        opening.begin(draft, chance, right)

    def opener_after(
        self, outcomes: Sequence[Any], before: Seat | None, order: Sequence[Seat]
    ) -> Seat | None:
        won = next((one for one in reversed(outcomes) if one.leader is not None), None)
        return None if won is None else self.later.after(won, before, order)

    def in_lanes(self, plan: PlanLike) -> Sequence[TileId] | None:
        """Open by one tile, where all tiles are dealt and that is the rule."""
        is_whole = plan.variant.undealt(plan.seats) == 0
        if not is_whole or type(self.all_dealt) is not HolderOpens:
            return None
        return (plan.tile_set.id_of(plan.tile_set.tile(self.all_dealt.tile)),)


_RIGHT_STAYS = say(
    "right-stays.later",
    "After an undecided round whoever had the right to open has it again; where no round has been "
    "won yet, the next one is opened like the first.",
)


def _only(opening: Opening, where: str) -> list[Text]:
    """Describe an opening that needs no condition, being the only one."""
    return [one.called(f"{one.code}.{where}.only") for one in opening.describe()]


@attrs.frozen
class FirstPlayer(Component, ABC):
    """
    Who plays first, or draws for the engine first where it comes out of a hand.
    """

    point = "starting"

    def params(self) -> dict[str, object]:
        following = "the player after the one who played first in the round before"
        return {
            **super().params(),
            "does": say("first-player.does", "plays first"),
            "next": say("first-player.next", following),
        }

    @abstractmethod
    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Give the seat; ``draft.rest.setup.previous`` holds the rounds before this one."""

    def after(self, number: int, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        """
        Say who plays first after a number of rounds; None where that takes more.

        Args:
            number: How many rounds there have been.
            before: Who played first in the last of them; None where that is not known.
            order: The seat after each seat.
        """
        return None


@attrs.frozen
class LotThenRotate(FirstPlayer):
    """A lot for the first round, then always the next seat."""

    code = "lot-then-rotate"
    sentence = "Who {does} in the first round is drawn by lot; in each further round it is {next}."

    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        before = _last_opener(draft.rest.setup.previous)
        if before is None:
            return self.lot(draft, chance)
        return draft.plan.next_seat(draft, before)

    def after(self, number: int, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        return None if before is None else order[before]

    def lot(self, draft: Draft, chance: Shuffler) -> Seat:
        """Draw a seat."""
        return chance.lot(draft.plan.seats)


@attrs.frozen
class HighestDrawn(LotThenRotate):
    """Everybody draws a tile; the highest plays first, later always the next seat."""

    code = "draw-highest"
    keeps = ("drawn-pips",)
    sentence = (
        "Before the first deal everybody draws a tile, and whoever has the most pips {does}; "
        "those level for it draw again. In each further round it is {next}."
    )

    def lot(self, draft: Draft, chance: Shuffler) -> Seat:
        """
        Draw tiles until one is the highest.

        All see what was drawn; the pips are kept, a draw at a time, None for who did not draw.
        """
        tile_set = draft.plan.tile_set
        pool = chance.shuffled(range(len(tile_set)), "start")
        seat, draws = draw_lots(tile_set, pool, draft.plan.seats, chance)
        pips = tuple(
            tuple(tile_set.tile(word).pips if word else None for word in draw) for draw in draws
        )
        draft.rest = draft.rest.with_ext("drawn-pips", pips)
        return seat

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        draws = value if isinstance(value, tuple) else ()
        numbers = [pips for draw in draws if isinstance(draw, tuple) for pips in draw]
        seats = state.plan.seats
        are_draws = all(isinstance(draw, tuple) and len(draw) == seats for draw in draws)
        if draws and are_draws and all(pips is None or type(pips) is int for pips in numbers):
            return None
        return f"must be draws of {seats} numbers each"


@attrs.frozen
class ByDealer(FirstPlayer):
    """The dealer, or the player after the dealer; seat 0 deals first, then always the next seat."""

    code = "dealer"
    sentence = "{who} {does}; the deal passes to the next player."

    left: bool = False
    """Whether it is the player after the dealer."""

    def params(self) -> dict[str, object]:
        who = say("dealer.self", "The dealer")
        if self.left:
            who = say("dealer.left", "The player after the dealer")
        return {**super().params(), "who": who}

    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        seat = 0
        for _ in range(draft.rest.setup.number - 1 + self.left):
            seat = draft.plan.next_seat(draft, seat)
        return seat

    def after(self, number: int, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        seat = 0
        for _ in range(number + self.left):
            seat = order[seat]
        return seat


def _last_opener(previous: Sequence[Any]) -> Seat | None:
    """Give who played first in the last round, or laid its engine; None if it is not known."""
    if not previous:
        return None
    states: Sequence[Any] = previous[-1].states
    at = next((at for at, state in enumerate(states) if state.table), None)
    opener: Seat | None = None if at is None else states[max(at - 1, 0)].to_move
    return opener


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

    code = "next-seat-opens"
    needs_winner = False
    sentence = "The next round is opened by the player whose turn follows the last opener's."

    def right(self, draft: Draft, last: Any) -> Right:
        opener: Seat | None = last.start.to_move
        return (0 if opener is None else draft.plan.next_seat(draft, opener)), None

    def after(self, last: Any, before: Seat | None, order: Sequence[Seat]) -> Seat | None:
        return None if before is None else order[before]


@attrs.frozen
class DrawForStart(Starting):
    """
    Everybody draws a tile; the highest number opens.
    """

    code = "start-draw"
    keeps = (START_DRAW,)

    when: str = attrs.field(default="after", validator=attrs.validators.in_(("after", "before")))
    """Whether one draws from what is left ``"after"`` the deal, or from all tiles ``"before"``."""
    later: NextOpener | None = None
    """Who opens a later round, if anybody is entitled; None: lots are drawn again."""

    def describe(self) -> tuple[Text, ...]:
        when = say("start-draw.before", "Before the deal")
        if self.when == "after":
            when = say("start-draw.after", "After the deal")
        again = say("start-draw.always", "This is done anew for every round.")
        if self.later is not None:
            again = say("start-draw.first", "This is done for the first round.")
            if self.later.needs_winner:
                again = say(
                    "start-draw.undecided",
                    "This is done for the first round, and for one that follows a round which "
                    "nobody won alone.",
                )
        drawn = say(
            self.code,
            "{when} everybody draws one tile, and the highest number opens. Whoever draws a joker "
            "draws again, and so do those who are level for the highest. Then these tiles are "
            "shuffled back among the others. {again}",
            when=when,
            again=again,
        )
        return (drawn,) if self.later is None else (drawn, *self.later.describe())

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Let the entitled seat open, or draw for it.

        Where the winner opens, lots are drawn after a round that nobody won alone.
        """
        previous, later = draft.rest.setup.previous, self.later
        if later is not None and previous:
            last = previous[-1]
            if last.outcome.leader is not None or not later.needs_winner:
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

    def opener_after(
        self, outcomes: Sequence[Any], before: Seat | None, order: Sequence[Seat]
    ) -> Seat | None:
        later = self.later
        if later is None or not outcomes:
            return None
        if outcomes[-1].leader is None and later.needs_winner:
            return None
        return later.after(outcomes[-1], before, order)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
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
    # No tile is drawn twice, and nobody looks before all those level have a number: whoever drew a
    # joker first is neither better nor worse off.
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
