"""
Which double is the engine of a round, and how it comes to the middle.

It is either set aside before the deal, or it comes out of a hand. Then its holder has to lay it,
a forced move, and goes on with the first turn. Where nobody has it, tiles are drawn, a move each,
until it shows.

Kept in the state: under ``engines`` the numbers of the doubles that will do, the best first;
under ``opening`` the one that must be laid; under ``seeking`` the number of tiles drawn for it;
under ``engine-passed`` the seats that had none when it was theirs to begin.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, TypeAlias

import attrs

from tilerules.component import Component
from tilerules.decks import Shuffler, TileSet
from tilerules.errors import InvalidDealError, InvalidVariantError
from tilerules.rules.kinds import Constraint, Continuation, Effect, Starting
from tilerules.rules.openings import OPENING, PASSED, check_duty
from tilerules.rules.starting import FirstPlayer, LotThenRotate
from tilerules.state import FRESH, Draft, Move, MoverState, PlanLike, Seat, State
from tilerules.texts import Listed, Reason, Text, say
from tilerules.tiles import Pips, TileId, TileMask

__all__ = [
    "ENGINES",
    "PASSED_ON",
    "EngineFirst",
    "EngineLaid",
    "EngineOpens",
    "EngineRule",
    "HighestInHand",
    "OwnHighest",
    "RequiredInHand",
    "SeekEngine",
    "SetAside",
    "double_of",
    "from_hand",
]

ENGINES = "engines"
"""The key under which the numbers of the doubles stand that will do, the best first."""


PASSED_ON = "engine-passed"
"""The key under which the seats stand that had no double when it was theirs to begin."""


_DRAWN = (
    " Where nobody has {sought}, {how} until {sought} shows; if the stock cannot serve all players "
    "alike until then, the tiles are dealt again."
)


Tiles: TypeAlias = "tuple[TileId, ...]"
"""Doubles, the best first."""

Rounds: TypeAlias = "Sequence[Any]"
"""The finished rounds of a match, the first one first."""


def _descending(tile_set: TileSet, first: Pips | None, number: int) -> Pips:
    """Give the number of the round's double: one lower each round, after 0 the highest."""
    highest = tile_set.highest
    return ((highest if first is None else first) - number + 1) % (highest + 1)


def double_of(tile_set: TileSet, pips: Pips) -> TileId:
    """Give the tile id of a number's double."""
    return tile_set.id_of(f"{pips}-{pips}")


@attrs.frozen
class EngineRule(Component, ABC):
    """
    Which double a round begins with. One object answers before the deal and after it.
    """

    point = "starting"
    by_round: ClassVar[bool] = True
    """Whether each round has its own double, counted from that of the first."""
    whole_circles: bool = attrs.field(default=False, kw_only=True)
    """Where tiles are drawn for it: whether all draw one before anybody looks."""

    def params(self) -> dict[str, object]:
        how = say("engine-drawn.turn", "tiles are drawn in turn")
        if self.whole_circles:
            how = say("engine-drawn.all", "all draw one more tile")
        return {**super().params(), "how": how, "sought": say("engine-sought.one", "one")}

    def aside(self, tile_set: TileSet, first: Pips | None, previous: Rounds) -> TileMask:
        """Give the engine as a mask where it is set aside before the deal; else 0."""
        return 0

    @abstractmethod
    def engines(self, plan: PlanLike, first: Pips | None, previous: Rounds) -> Tiles:
        """
        Give the doubles that will do, the best first.

        Args:
            plan: The game as a whole.
            first: The number of the first round's engine; None for the highest.
            previous: The finished rounds before this one.
        """

    def find(self, draft: Any, engines: Tiles, first: Seat) -> tuple[Seat, TileId] | None:
        """Give who has to lay which engine; None where nobody holds one."""
        held = tuple(enumerate(draft.masks))
        return next(
            ((seat, tile) for tile in engines for seat, mask in held if mask >> tile & 1), None
        )

    def lacked(self, start: Any) -> list[tuple[Seat, TileMask]]:
        """Give what seats are seen not to hold, from who has to lay which engine."""
        word = start.rest.get(OPENING)
        better = 0
        for pips in start.rest.get(ENGINES, ()):
            if word == f"{pips}-{pips}":
                break
            better |= 1 << double_of(start.plan.tile_set, pips)
        return [(seat, better) for seat in range(start.plan.seats) if better]


@attrs.frozen
class SetAside(EngineRule):
    """The engine is taken out before the shuffle: the highest double, then one lower a round."""

    code = "set-aside"
    sentence = (
        "The engine is taken out before the tiles are shuffled; in each further round it is the "
        "next lower double."
    )

    def aside(self, tile_set: TileSet, first: Pips | None, previous: Rounds) -> TileMask:
        return 1 << double_of(tile_set, _descending(tile_set, first, len(previous) + 1))

    def engines(self, plan: PlanLike, first: Pips | None, previous: Rounds) -> Tiles:
        return (double_of(plan.tile_set, _descending(plan.tile_set, first, len(previous) + 1)),)


@attrs.frozen
class RequiredInHand(EngineRule):
    """Whoever holds the double of the round lays it."""

    code = "required-in-hand"
    sentence = (
        "Whoever holds the engine lays it and plays first; in each further round it is the next "
        "lower double.{lower}" + _DRAWN
    )

    next_lower: bool = False
    """Whether the next lower double will do where nobody holds it; else tiles are drawn."""

    def params(self) -> dict[str, object]:
        if self.next_lower:
            lower = " Where nobody has it, the next lower double will do."
            sought = say("engine-sought.double", "a double")
            return {**super().params(), "lower": say("engine-lower", lower), "sought": sought}
        return {**super().params(), "lower": "", "sought": say("engine-sought.it", "it")}

    def engines(self, plan: PlanLike, first: Pips | None, previous: Rounds) -> Tiles:
        """Give the double of the round, and those below it where they will do."""
        number = len(previous) + 1
        doubles = plan.tile_set.highest + 1 if self.next_lower else 1
        lower = (_descending(plan.tile_set, first, number + step) for step in range(doubles))
        return tuple(double_of(plan.tile_set, pips) for pips in lower)


@attrs.frozen
class HighestInHand(EngineRule):
    """Whoever holds the highest double lays it; one that was an engine before does not count."""

    code = "highest-in-hand"
    by_round = False
    sentence = (
        "The engine is the highest double in any hand that has not been one in this match. Its "
        "holder lays it and plays first." + _DRAWN
    )

    def engines(self, plan: PlanLike, first: Pips | None, previous: Rounds) -> Tiles:
        """Give the doubles not used yet; when all have been, they begin anew."""
        count = plan.tile_set.highest + 1
        recent = previous[len(previous) - len(previous) % count :]
        used = {one.layout.engine for one in recent}
        tiles = (double_of(plan.tile_set, pips) for pips in reversed(range(count)))
        return tuple(tile for tile in tiles if plan.tile_set.tiles[tile] not in used)


@attrs.frozen
class OwnHighest(EngineRule):
    """The first player lays the own highest double; one who has none passes the right on."""

    code = "own-highest"
    by_round = False
    sentence = (
        "The first player lays the highest double of their hand as the engine; without one, the "
        "next player does and plays first." + _DRAWN
    )

    def params(self) -> dict[str, object]:
        return {**super().params(), "sought": say("engine-sought.double", "a double")}

    def engines(self, plan: PlanLike, first: Pips | None, previous: Rounds) -> Tiles:
        return tuple(
            double_of(plan.tile_set, pips) for pips in reversed(range(plan.tile_set.highest + 1))
        )

    def find(self, draft: Any, engines: Tiles, first: Seat) -> tuple[Seat, TileId] | None:
        order = [first, *_between(draft, draft.plan.next_seat(draft, first), first)]
        held = ((seat, tile) for seat in order for tile in engines if draft.masks[seat] >> tile & 1)
        return next(held, None)

    def lacked(self, start: Any) -> list[tuple[Seat, TileMask]]:
        """Who passed the right on has no double, and the engine is its holder's highest."""
        found = super().lacked(start)
        if start.rest.get(OPENING) is None:
            return found
        none = start.plan.tile_set.doubles
        better = [mask for seat, mask in found if seat == start.to_move]
        passed = [(seat, none) for seat in start.rest.get(PASSED_ON, ())]
        return [*passed, *((start.to_move, mask) for mask in better)]


SEEKING = "seeking"


_MOST_REDEALS = 1000


@attrs.frozen
class EngineOpens(Starting):
    """
    A double in the middle begins the round.

    Where it comes out of a hand the variant also needs :class:`EngineFirst`,
    :class:`EngineLaid` and :class:`SeekEngine`.
    """

    code = "engine"
    keeps = (ENGINES, OPENING, PASSED, PASSED_ON, SEEKING)

    engine: EngineRule = SetAside()
    """Which double, and how it comes to the middle."""
    first: Pips | None = None
    """The number of the first round's engine, where rounds have their own; None: the highest."""
    opener: FirstPlayer = LotThenRotate()
    """Who plays first, or seeks the engine first."""

    def __attrs_post_init__(self) -> None:
        if self.first is not None and not self.engine.by_round:
            raise InvalidVariantError(
                f"the engine of the first round cannot be [{self.first}-{self.first}] by rule: it "
                "is whatever double is found in a hand"
            )

    def describe(self) -> tuple[Text, ...]:
        told = self.engine.describe()
        if self.engine.by_round:
            first = say("engine.highest", "the highest double")
            if self.first is not None:
                first = say("engine.tile", "[{pips}-{pips}]", pips=self.first)
            told = (say(self.code, "The engine of the first round is {first}.", first=first), *told)
        opener = self.opener.describe()
        if not isinstance(self.engine, (SetAside, OwnHighest)):
            seeks = say("first-player.seeks", "draws for it first")
            opener = tuple(text.with_params(does=seeks) for text in opener)
        return told + opener

    def set_aside(self, tile_set: TileSet, previous: Sequence[State]) -> TileMask:
        """
        Take the engine out, where the rule says so.

        Raises:
            InvalidDealError: The set has no such double.
        """
        if self.first is not None and not 0 <= self.first <= tile_set.highest:
            raise InvalidDealError(
                f"{tile_set.key} has no double [{self.first}-{self.first}] to begin with"
            )
        return self.engine.aside(tile_set, self.first, previous)

    def opener_after(
        self, outcomes: Sequence[Any], before: Seat | None, order: Sequence[Seat]
    ) -> Seat | None:
        # An engine that comes out of a hand says itself who plays first.
        if not isinstance(self.engine, SetAside):
            return None
        return self.opener.after(len(outcomes), before, order)

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """
        Lay the engine that was set aside, or find who has to lay one.

        Raises:
            InvalidDealError: No engine can come out of the given hands and the stock.
        """
        plan, previous = draft.plan, draft.rest.setup.previous
        aside = self.engine.aside(plan.tile_set, self.first, previous)
        engines = self.engine.engines(plan, self.first, previous)
        if not aside:
            self._deal_until_found(draft, chance, engines)
        seat = draft.to_move = self.opener.seat(draft, chance)
        if aside:
            draft.table = plan.layout.put(draft.table, seat, engines[0], 0)
            return
        tiles = plan.tile_set.dominoes
        rest = draft.rest.with_ext(ENGINES, tuple(tiles[tile].low for tile in engines))
        found = self.engine.find(draft, engines, seat)
        if found is None:
            draft.rest = rest.with_ext(SEEKING, 0)
            return
        draft.to_move, tile = found
        draft.rest = rest.with_ext(OPENING, str(tiles[tile]))
        if isinstance(self.engine, OwnHighest):
            passed = _between(draft, seat, draft.to_move)
            draft.rest = draft.rest.with_ext(PASSED_ON, passed or None)

    def _deal_until_found(self, draft: Any, chance: Shuffler, engines: Tiles) -> None:
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

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        """Check the engine to be laid, the numbers that will do, and how many were drawn."""
        if key in (OPENING, PASSED):
            return check_duty(state, key, value)
        if key == SEEKING:
            is_count = type(value) is int and 0 <= value <= len(state.plan.tile_set)
            return None if is_count else "must be the number of tiles drawn"
        most = state.plan.tile_set.highest if key == ENGINES else state.plan.seats - 1
        numbers = value if isinstance(value, tuple) and value else (None,)
        if all(type(one) is int and 0 <= one <= most for one in numbers):
            return None
        return f"must be numbers from 0 to {most}"

    def problem_with_empty(self, state: State) -> str | None:
        """An engine set aside lies from the beginning; others are known until one is laid."""
        if isinstance(self.engine, SetAside):
            return "the engine, a double, lies in the middle from the beginning; write it in layout"
        if state.rest.get(ENGINES) is None:
            return f"ext must say under {ENGINES!r} the doubles that may be the engine"
        return None

    def lacked(self, start: State) -> Sequence[tuple[Seat, TileMask]]:
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

    code = "engine-first"
    point = "starting"
    opening = True
    texts = {"engine-first": "the round begins with {tiles}"}

    def barred(self, state: State) -> TileMask:
        tile_set = state.plan.tile_set
        return tile_set.full & ~sum([tile_set.named[word] for word in _wanted(state)])

    def refusal(self, state: State, move: Move) -> Reason:
        words = _wanted(state)
        if len(words) < 4 and words != ["doubles"]:
            few = (say("tile", "[{tile}]", tile=word) for word in words)
            return self.reason(tiles=Listed(few, "or"))
        return self.reason(tiles=say("a-double", "a double"))


def _wanted(state: State) -> Sequence[str]:
    word = state.rest.get(OPENING)
    if word is not None:
        return (word,)
    pips: Sequence[Pips] | None = state.rest.get(ENGINES)
    return ["doubles"] if pips is None else [f"{one}-{one}" for one in pips]


@attrs.frozen
class EngineLaid(Continuation):
    """Whoever lays the engine goes on with an ordinary turn."""

    code = "engine-laid"
    point = "starting"
    kinds = ("place",)

    def goes_on(self, state: State, move: Move, draft: Draft) -> bool:
        if state.table:
            return False
        draft.turn = FRESH
        return True


@attrs.frozen
class SeekEngine(Effect):
    """While the engine is sought, drawing goes round the table."""

    code = "seek-engine"
    looks_back = True
    point = "starting"
    kinds = ("draw",)

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        if state.table:
            return
        plan = draft.plan
        rule: EngineRule = plan.variant.starting.engine
        drawn = state.rest.get(SEEKING, 0) + 1
        draft.turn = FRESH
        draft.to_move = plan.next_seat(draft, state.to_move)
        draft.rest = draft.rest.with_ext(SEEKING, drawn)
        if rule.whole_circles and drawn % plan.seats:
            return
        engines = tuple(double_of(plan.tile_set, pips) for pips in state.rest.get(ENGINES, ()))
        found = rule.find(draft, engines, draft.to_move)
        if found is not None:
            draft.to_move = found[0]
            word = str(plan.tile_set.tiles[found[1]])
            draft.rest = draft.rest.with_ext(SEEKING, None).with_ext(OPENING, word)


def from_hand() -> tuple[Any, ...]:
    """Give the parts a round needs whose engine comes out of a hand."""
    return EngineFirst(), EngineLaid(), SeekEngine()
