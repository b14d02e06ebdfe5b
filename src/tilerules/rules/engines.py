"""
Which double is the engine of a round, how it comes to the middle, and who plays first.

The engine is either set aside before the deal and lies there from the beginning, or it comes
out of a hand: then its holder has to lay it, a forced move, and goes on with the first turn.
Where nobody has it, tiles are drawn, a move each, until it shows.

Kept in the state: under ``engines`` the numbers of the doubles that will do, the best first;
under ``opening`` the one that must be laid; under ``seeking`` the number of tiles drawn for it;
under ``engine-passed`` the seats that had none when it was theirs to begin.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs

from tilerules.component import Component
from tilerules.decks import Shuffler
from tilerules.errors import InvalidDealError
from tilerules.rules.parts import Constraint, Continuation, Effect, Starting
from tilerules.rules.start_draw import draw_lots
from tilerules.rules.starting import OPENING
from tilerules.rules.state import FRESH, Draft, Move, PlanLike, Seat, State
from tilerules.rules.trains import keep
from tilerules.texts import Reason, Text
from tilerules.tiles import Pips, TileId, TileMask

__all__ = [
    "ByDealer",
    "EngineFirst",
    "EngineLaid",
    "EngineOpens",
    "EngineRule",
    "FirstPlayer",
    "HighestDrawn",
    "HighestInHand",
    "LotThenRotate",
    "OwnHighest",
    "RequiredInHand",
    "SeekEngine",
    "SetAside",
    "from_hand",
]

ENGINES = "engines"
SEEKING = "seeking"
PASSED_ON = "engine-passed"

_MOST_REDEALS = 1000


# --- who plays first --------------------------------------------------------------------------


@attrs.frozen
class FirstPlayer(Component, ABC):
    """
    Who plays first, or seeks the engine first where it comes out of a hand.
    """

    point: ClassVar[str] = "starting"

    @abstractmethod
    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Give the seat; ``draft.rest.setup.previous`` holds the rounds before this one."""


@attrs.frozen
class LotThenRotate(FirstPlayer):
    """A lot for the first round, then always the next seat."""

    code: ClassVar[str] = "lot-then-rotate"
    sentence: ClassVar[str] = (
        "Who plays first in the first round is drawn by lot; in each further round it is the next "
        "player."
    )

    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Take the seat after the last opener, or draw the lot."""
        before = _last_opener(draft.rest.setup.previous)
        if before is None:
            return self.lot(draft, chance)
        return draft.plan.next_seat(draft, before)  # type: ignore[arg-type]  # a draft can be read

    def lot(self, draft: Draft, chance: Shuffler) -> Seat:
        """Draw a seat."""
        return chance.lot(draft.plan.seats)


@attrs.frozen
class HighestDrawn(LotThenRotate):
    """Everybody draws a tile; the highest plays first, later always the next seat."""

    code: ClassVar[str] = "draw-highest"
    sentence: ClassVar[str] = (
        "Before the first deal everybody draws a tile, and whoever has the most pips plays first; "
        "those level for it draw again. In each further round it is the next player."
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
        keep(draft, "drawn-pips", pips)
        return seat


@attrs.frozen
class ByDealer(FirstPlayer):
    """The dealer, or who sits next to him; seat 0 deals first, then always the next seat."""

    code: ClassVar[str] = "dealer"
    sentence: ClassVar[str] = "{who} plays first; the deal passes to the next player."

    left: bool = False
    """Whether it is the player after the dealer."""

    def params(self) -> dict[str, object]:
        """Say who."""
        who = "The player after the dealer" if self.left else "The dealer"
        return {**super().params(), "who": who}

    def seat(self, draft: Draft, chance: Shuffler) -> Seat:
        """Follow the order of play from seat 0."""
        seat = 0
        for _ in range(draft.rest.setup.number - 1 + self.left):
            seat = draft.plan.next_seat(draft, seat)  # type: ignore[arg-type]  # can be read
        return seat


def _last_opener(previous: Sequence[Any]) -> Seat | None:
    """Give who played first in the last round, or laid its engine; None if it is not known."""
    if not previous:
        return None
    states = previous[-1].states
    if states[0].table:
        return states[0].to_move  # type: ignore[no-any-return]
    laid = next((state for state in states if state.table), None)
    return None if laid is None else laid.parent.to_move


# --- which double it is -----------------------------------------------------------------------


def _descending(plan: PlanLike, first: Pips | None, number: int) -> Pips:
    """Give the number of the round's double: one lower each round, after 0 the highest."""
    highest = plan.tile_set.highest
    return ((highest if first is None else first) - number + 1) % (highest + 1)


def _double(plan: PlanLike, pips: Pips) -> TileId:
    return plan.tile_set.id_of(f"{pips}-{pips}")


@attrs.frozen
class EngineRule(Component, ABC):
    """
    Which double a round begins with. One object answers before the deal and after it.
    """

    point: ClassVar[str] = "starting"
    by_round: ClassVar[bool] = True
    """Whether each round has its own double, counted from that of the first."""
    whole_circles: bool = attrs.field(default=False, kw_only=True)
    """Where tiles are drawn for it: whether all draw one before anybody looks."""

    def aside(self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]) -> TileMask:
        """Give the engine as a mask where it is set aside before the deal; else 0."""
        return 0

    @abstractmethod
    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """
        Give the doubles that will do, the best first.

        Args:
            plan: The game as a whole.
            first: The number of the first round's engine; None for the highest.
            previous: The finished rounds before this one.
        """

    def find(
        self, draft: Any, engines: Sequence[TileId], first: Seat
    ) -> tuple[Seat, TileId] | None:
        """Give who has to lay which engine; None where nobody holds one."""
        for tile in engines:
            for seat, mask in enumerate(draft.masks):
                if mask >> tile & 1:
                    return seat, tile
        return None

    def lacked(self, start: Any) -> list[tuple[Seat, TileMask]]:
        """Give what seats are seen not to hold, from who has to lay which engine."""
        word = start.rest.get(OPENING)
        better = 0
        for pips in start.rest.get(ENGINES, ()):
            if word == f"{pips}-{pips}":
                break
            better |= 1 << _double(start.plan, pips)
        return [(seat, better) for seat in range(start.plan.seats) if better]


@attrs.frozen
class SetAside(EngineRule):
    """The engine is taken out before the shuffle: the highest double, then one lower a round."""

    code: ClassVar[str] = "set-aside"
    sentence: ClassVar[str] = (
        "The engine is taken out before the tiles are shuffled; in each further round it is the "
        "next lower double."
    )

    def aside(self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]) -> TileMask:
        """Give the double of the round."""
        return 1 << self.engines(plan, first, previous)[0]

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give the double of the round."""
        return (_double(plan, _descending(plan, first, len(previous) + 1)),)


@attrs.frozen
class RequiredInHand(EngineRule):
    """Whoever holds the double of the round lays it."""

    code: ClassVar[str] = "required-in-hand"
    sentence: ClassVar[str] = (
        "Whoever holds the engine lays it and plays first; in each further round it is the next "
        "lower double.{absent}"
    )

    next_lower: bool = False
    """Whether the next lower double will do where nobody holds it; else tiles are drawn."""

    def params(self) -> dict[str, object]:
        """Say what happens where nobody holds it."""
        if self.next_lower:
            absent = " Where nobody holds it, the next lower double does."
        elif self.whole_circles:
            absent = " Where nobody holds it, all draw one more tile, until somebody does."
        else:
            absent = " Where nobody holds it, tiles are drawn in turn until it shows."
        return {**super().params(), "absent": absent}

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give the double of the round, and those below it where they will do."""
        number = len(previous) + 1
        doubles = plan.tile_set.highest + 1 if self.next_lower else 1
        return tuple(
            _double(plan, _descending(plan, first, number + step)) for step in range(doubles)
        )


@attrs.frozen
class HighestInHand(EngineRule):
    """Whoever holds the highest double lays it; one that was an engine before does not count."""

    code: ClassVar[str] = "highest-in-hand"
    by_round: ClassVar[bool] = False
    sentence: ClassVar[str] = (
        "The engine is the highest double in any hand that has not been one in this match. Its "
        "holder lays it and plays first. Where nobody holds one, tiles are drawn in turn until "
        "one shows."
    )

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give the doubles not used yet; when all have been, they begin anew."""
        count = plan.tile_set.highest + 1
        recent = previous[len(previous) - len(previous) % count :]
        used = {one.layout.engine for one in recent}
        tiles = (_double(plan, pips) for pips in reversed(range(count)))
        return tuple(tile for tile in tiles if plan.tile_set.tiles[tile] not in used)


@attrs.frozen
class OwnHighest(EngineRule):
    """The first player lays the own highest double; one who has none passes the right on."""

    code: ClassVar[str] = "own-highest"
    by_round: ClassVar[bool] = False
    sentence: ClassVar[str] = (
        "The first player lays the highest double of the own hand as the engine; without one, the "
        "next player does and plays first. Where nobody holds a double, tiles are drawn in turn "
        "until one shows."
    )

    def engines(
        self, plan: PlanLike, first: Pips | None, previous: Sequence[Any]
    ) -> tuple[TileId, ...]:
        """Give all doubles."""
        return tuple(_double(plan, pips) for pips in reversed(range(plan.tile_set.highest + 1)))

    def find(
        self, draft: Any, engines: Sequence[TileId], first: Seat
    ) -> tuple[Seat, TileId] | None:
        """Go round the table from the first player."""
        seat = first
        for _ in range(draft.plan.seats):
            for tile in engines:
                if draft.masks[seat] >> tile & 1:
                    return seat, tile
            seat = draft.plan.next_seat(draft, seat)
        return None

    def lacked(self, start: Any) -> list[tuple[Seat, TileMask]]:
        """Who passed the right on has no double, and the engine is its holder's highest."""
        found = super().lacked(start)
        if start.rest.get(OPENING) is None:
            return found
        none = start.plan.tile_set.doubles
        better = [mask for seat, mask in found if seat == start.to_move]
        passed = [(seat, none) for seat in start.rest.get(PASSED_ON, ())]
        return [*passed, *((start.to_move, mask) for mask in better)]


# --- the beginning ----------------------------------------------------------------------------


@attrs.frozen
class EngineOpens(Starting):
    """
    A double in the middle begins the round.

    Where it comes out of a hand the variant also needs :class:`EngineFirst`,
    :class:`EngineLaid` and :class:`SeekEngine`.
    """

    code: ClassVar[str] = "engine"

    engine: EngineRule = SetAside()
    """Which double, and how it comes to the middle."""
    first: Pips | None = None
    """The number of the first round's engine, where rounds have their own; None: the highest."""
    opener: FirstPlayer = LotThenRotate()
    """Who plays first, or seeks the engine first."""

    def describe(self) -> tuple[Text, ...]:
        """Say which double, and who plays first."""
        told = self.engine.describe()
        if self.engine.by_round:
            first = "the highest double" if self.first is None else f"[{self.first}-{self.first}]"
            template = "The engine of the first round is {first}."
            told = (Text(code=self.code, template=template, params={"first": first}), *told)
        if not isinstance(self.engine, (SetAside, OwnHighest)):
            told += (Text(code=f"{self.code}.seeks", template="Who draws for it first:"),)
        return told + self.opener.describe()

    def set_aside(self, plan: PlanLike, previous: Sequence[State]) -> TileMask:
        """
        Take the engine out, where the rule says so.

        Raises:
            InvalidDealError: The set has no such double.
        """
        if self.first is not None and not 0 <= self.first <= plan.tile_set.highest:
            raise InvalidDealError(
                f"{plan.tile_set.key} has no double [{self.first}-{self.first}] to begin with"
            )
        return self.engine.aside(plan, self.first, previous)

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Lay the engine that was set aside, or find who has to lay one.

        Raises:
            InvalidDealError: No engine can come out of the given hands and the stock.
        """
        plan, previous = draft.plan, draft.rest.setup.previous
        seat = draft.to_move = self.opener.seat(draft, chance)
        aside = self.engine.aside(plan, self.first, previous)
        if aside:
            draft.table = plan.layout.put(draft.table, seat, aside.bit_length() - 1, 0)
            return
        engines = self.engine.engines(plan, self.first, previous)
        keep(draft, ENGINES, tuple(plan.tile_set.dominoes[tile].low for tile in engines))
        self._deal_until_found(draft, chance, engines)
        found = self.engine.find(draft, engines, seat)
        if found is None:
            keep(draft, SEEKING, 0)
            return
        draft.to_move = found[0]
        keep(draft, OPENING, str(plan.tile_set.tiles[found[1]]))
        passed = _between(draft, seat, found[0])
        if isinstance(self.engine, OwnHighest) and passed:
            keep(draft, PASSED_ON, passed)

    def _deal_until_found(self, draft: Any, chance: Shuffler, engines: Sequence[TileId]) -> None:
        """Deal again while an engine is in no hand, nor among what all could draw equally."""
        plan = draft.plan
        mask = sum(1 << tile for tile in engines)
        deal = plan.variant.dealing.dealer(plan)
        for _ in range(_MOST_REDEALS):
            circles = len(draft.rest.stock) // plan.seats
            within = draft.rest.stock[: circles * plan.seats]
            if any(hand & mask for hand in draft.masks) or any(mask >> t & 1 for t in within):
                return
            setup = draft.rest.setup
            if setup.given:
                raise InvalidDealError(
                    "no hand has a double that may be the engine, and the stock cannot serve all "
                    "players until one shows"
                )
            draft.rest.setup = attrs.evolve(setup, redeals=setup.redeals + 1)
            deal(draft, chance, 0)
        raise InvalidDealError(f"{_MOST_REDEALS} deals in succession left no engine to be found")

    def lacked(self, start: State) -> Sequence[tuple[Seat, TileMask]]:
        """Give what seats are seen not to hold when the round begins."""
        return self.engine.lacked(start)


def _between(draft: Any, first: Seat, last: Seat) -> tuple[Seat, ...]:
    """Give the seats from one up to another, in the order of play, without the last."""
    found = []
    seat = first
    while seat != last:
        found.append(seat)
        seat = draft.plan.next_seat(draft, seat)
    return tuple(found)


@attrs.frozen
class EngineFirst(Constraint):
    """While the table is empty only the engine may be laid."""

    code: ClassVar[str] = "engine-first"
    point: ClassVar[str] = "starting"
    opening: ClassVar[bool] = True
    texts: ClassVar[Mapping[str, str]] = {"engine-first": "the round begins with {tiles}"}

    def barred(self, state: State) -> TileMask:
        """Bar all but the engine, or all but what could be one."""
        tile_set = state.plan.tile_set
        return tile_set.full & ~sum([tile_set.named[word] for word in _wanted(state)])

    def refusal(self, state: State, move: Move) -> Reason:
        """Name it."""
        words = _wanted(state)
        few = " or ".join(f"[{word}]" for word in words)
        return self.reason(tiles=few if len(words) < 4 and words != ["doubles"] else "a double")


def _wanted(state: State) -> Sequence[str]:
    word = state.rest.get(OPENING)
    if word is not None:
        return (word,)
    pips: Sequence[Pips] | None = state.rest.get(ENGINES)
    return ["doubles"] if pips is None else [f"{one}-{one}" for one in pips]


@attrs.frozen
class EngineLaid(Continuation):
    """Whoever lays the engine goes on with an ordinary turn."""

    code: ClassVar[str] = "engine-laid"
    point: ClassVar[str] = "starting"
    kinds: ClassVar[tuple[str, ...] | None] = ("place",)

    def goes_on(self, state: State, move: Move, draft: Draft) -> bool:
        """Begin the turn anew."""
        if state.table:
            return False
        draft.turn = FRESH
        return True


@attrs.frozen
class SeekEngine(Effect):
    """While the engine is sought, drawing goes round the table."""

    code: ClassVar[str] = "seek-engine"
    point: ClassVar[str] = "starting"
    kinds: ClassVar[tuple[str, ...] | None] = ("draw",)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        """Pass the turn on, to the engine's holder when it has shown."""
        if state.table:
            return
        plan = draft.plan
        seat: Seat = state.to_move  # type: ignore[assignment]  # somebody drew
        rule: EngineRule = plan.variant.starting.engine
        drawn = state.rest.get(SEEKING, 0) + 1
        draft.turn = FRESH
        draft.to_move = plan.next_seat(draft, seat)  # type: ignore[arg-type]  # can be read
        draft.rest = draft.rest.with_ext(SEEKING, drawn)
        if rule.whole_circles and drawn % plan.seats:
            return
        engines = [_double(plan, pips) for pips in state.rest.get(ENGINES, ())]
        found = rule.find(draft, engines, draft.to_move)
        if found is not None:
            draft.to_move = found[0]
            word = str(plan.tile_set.tiles[found[1]])
            draft.rest = draft.rest.with_ext(SEEKING, None).with_ext(OPENING, word)


def from_hand() -> tuple[Any, ...]:
    """Give the parts a round needs whose engine comes out of a hand."""
    return EngineFirst(), EngineLaid(), SeekEngine()
