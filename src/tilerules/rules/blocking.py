"""
What a player does who cannot play, and when a round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from tilerules.component import GameLike
from tilerules.rules.kinds import PLACE, Action, Bundle, Continuation, Ending, Lister
from tilerules.state import Draft, EndReason, Move, MoverState, PlanLike, Seat, State, Turn
from tilerules.texts import Reason, Text, counted, named, say
from tilerules.tiles import Tile, TileMask

__all__ = [
    "Blocked",
    "Discard",
    "Draw",
    "DrawAgain",
    "Pass",
    "WentOut",
    "WordAction",
    "can_draw",
    "dead_tile",
    "draw",
    "laying_moves",
    "pass_turn",
    "round_ends",
]


@attrs.frozen
class Discard(Action):
    """
    Lay a tile of one's choice face down: ``x4-6``. It is dead and counts against its owner.
    """

    code = "discard"
    example = "x4-6"
    buries = True
    point = "blocking"
    sentence = (
        "A player who cannot play lays one tile of their choice face down; it is dead: out of "
        "play, and counted against them."
    )
    texts = {"not-held": "{name} does not hold {tile}"}

    def lister(self, plan: PlanLike) -> Lister:
        tiles, lowest = plan.tile_set.tiles, plan.lowest
        has_copies = len(plan.tile_set.faces) < len(plan.tile_set)
        ready = {1 << tile: self._move(tiles[tile], 1 << tile) for tile in range(len(tiles))}

        def moves(state: MoverState, shut: int, barred: TileMask) -> Iterable[Move]:
            hand = state.masks[state.to_move]
            if has_copies:
                hand = lowest(hand)
            hand &= ~barred
            found = []
            while hand:
                low = hand & -hand
                found.append(ready[low])
                hand ^= low
            return tuple(found)

        return moves

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        def discard(state: MoverState, move: Move, draft: Draft) -> None:
            seat: Seat = state.to_move
            masks, dead = [*state.masks], [*state.rest.dead]
            masks[seat] ^= move.bit
            dead[seat] |= move.bit
            draft.masks = tuple(masks)
            draft.rest = draft.rest.with_dead(tuple(dead))

        return discard

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        tile: Any = move.tile
        if not state.plan.tile_set.copies.get(tile, 0) & state.masks[state.to_move]:
            yield self.reason("not-held", tile=str(tile), name=_mover(state))

    def parse(self, state: State, text: str) -> Move | None:
        if text[:1] != "x":
            return None
        return self._held(state, state.plan.tile_set.tile(text[1:]))

    def candidates(self, state: State) -> Iterable[Move]:
        return [self._held(state, tile) for tile in state.plan.tile_set.faces]

    def public(self, state: MoverState, move: Move, viewer: Seat | None) -> Move:
        return move if viewer == state.to_move else Move(kind=self.code, notation="x?")

    def _held(self, state: State, tile: Tile) -> Move:
        """Give the move with the physical copy the mover holds, if they hold one."""
        copies = state.plan.tile_set.copies[tile]
        mine = copies & (0 if state.to_move is None else state.masks[state.to_move]) or copies
        return self._move(tile, mine & -mine)

    def _move(self, tile: Tile, bit: TileMask) -> Move:
        number = bit.bit_length() - 1
        return Move(kind=self.code, notation=f"x{tile}", tile=tile, tile_id=number, bit=bit)


def _mover(state: MoverState) -> object:
    """Name the seat to move."""
    return named(state.rest.setup.names, state.to_move)


@attrs.frozen
class WordAction(Action):
    """A move that is a word alone: the part's code."""

    def _who(self, *, lays: bool, draws: bool) -> Text:
        """Say whose move it is: of who cannot lay, or draw, where it gives way to that."""
        return say("who.no-play", "cannot play") if lays else say("who.no-lay", "lays nothing")

    def params(self) -> dict[str, object]:
        """Say whose move it is where no game tells what it gives way to."""
        return {**super().params(), "who": self._who(lays=bool(self.only_without), draws=False)}

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """Say whose move it is by what the moves do to which it gives way."""
        found = [game.action(kind) for kind in self.only_without]
        others = [action for action in found if isinstance(action, Action)]
        who = self._who(
            lays=any(other.lays for other in others), draws=any(other.may_bring for other in others)
        )
        texts = super().describe_in(game)
        return tuple([one.with_params(who=who) for one in texts])

    def _move(self) -> Move:
        return Move(kind=self.code, notation=self.code)

    def lister(self, plan: PlanLike) -> Lister:
        only = (self._move(),)
        return lambda state, shut, barred: only

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        return ()

    def parse(self, state: State, text: str) -> Move | None:
        return self._move() if text == self.code else None

    def candidates(self, state: State) -> Iterable[Move]:
        return (self._move(),)


@attrs.frozen
class Pass(WordAction):
    """Do nothing: ``pass``."""

    code = "pass"
    point = "blocking"
    idle = True
    verb = "pass"
    sentence = "A player who {who} passes."

    def _who(self, *, lays: bool, draws: bool) -> Text:
        if draws and lays:
            return say("who.stuck", "cannot play, and can draw no more,")
        if draws:
            return say("who.no-lay-no-draw", "lays nothing and has nothing to draw")
        return super()._who(lays=lays, draws=draws)

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        return lambda state, move, draft: None


@attrs.frozen
class Draw(WordAction):
    """Draw the next tile of the stock: ``draw``."""

    code = "draw"
    point = "blocking"
    sentence = "A player who {who} draws {how}."
    texts = {
        "stock-empty": "the stock has nothing left to draw",
        "drawn-enough": "no more than {tiles} may be drawn",
        "drawn-before": "a tile has been drawn in this turn before",
        "must-draw": "a tile can still be drawn",
    }

    most: int | None = None
    """How many tiles may be drawn for one tile to lay; None: as long as the stock lasts."""
    reserve: int = 0
    """How many tiles of the stock may never be drawn."""
    once: bool = False
    """Whether one may draw for no more than one tile of a turn."""

    def params(self) -> dict[str, object]:
        how = self._how_many()
        if self.once:
            once = "{how}, but not again in a turn in which a drawn tile has been laid"
            how = say("draw.once", once, how=how)
        return {**super().params(), "how": how}

    def _how_many(self) -> Text:
        n, most = self.reserve, self.most
        if most is None and n:
            one = "until one fits or only {n} tile of the stock is left"
            many = "until one fits or only {n} tiles of the stock are left"
            return say("draw.until-few", one, many, "n", n=n)
        if most is None:
            return say("draw.until", "until one fits or the stock is used up")
        how = say("draw.one", "one tile")
        if most > 1:
            how = say("draw.most", "until one fits, {tiles} at most", tiles=counted(most, "tile"))
        if n:
            one = "{how}, but never the last tile of the stock"
            many = "{how}, but never the last {n} tiles of the stock"
            how = say("draw.reserve", one, many, "n", how=how, n=n)
        return how

    def advance(self, turn: Turn, move: Move) -> Turn:
        return turn.drawing()

    def brings(self, state: State) -> bool:
        """Look at the stock, as far as the reserve allows: a later turn may draw again."""
        return len(state.rest.stock) > self.reserve

    def lister(self, plan: PlanLike) -> Lister:
        """List the word while there is something to draw, and enough has not been drawn."""
        only = (self._move(),)
        most, once, brings = self.most, self.once, self.brings

        def moves(state: MoverState, shut: int, barred: TileMask) -> Iterable[Move]:
            turn = state.turn
            if (most is not None and turn.draws >= most) or (once and turn.drawn > turn.draws):
                return ()
            return only if brings(state) else ()

        return moves

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        def take(state: MoverState, move: Move, draft: Draft) -> None:
            stock = state.rest.stock
            masks = [*state.masks]
            masks[state.to_move] |= 1 << stock[0]
            draft.masks = tuple(masks)
            draft.rest = draft.rest.with_stock(stock[1:])

        return take

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        """Say whether there is a tile, and whether it may still be drawn."""
        if not self.brings(state):
            yield self.reason("stock-empty")
        if self.most is not None and state.turn.draws >= self.most:
            yield self.reason("drawn-enough", tiles=counted(self.most, "tile"))
        if self.once and state.turn.drawn > state.turn.draws:
            yield self.reason("drawn-before")


@attrs.frozen
class DrawAgain(Continuation):
    """A player who has drawn goes on: to lay the tile, to draw again, or to pass."""

    code = "after-drawing"
    point = "blocking"

    def concerns(self, action: Action) -> bool:
        return action.may_bring if self.kinds is None else super().concerns(action)

    def goes_on(self, state: MoverState, move: Move, draft: Draft) -> bool:
        return True


@attrs.frozen
class WentOut(Ending):
    """
    The round ends when a hand is empty.
    """

    code = "went-out"
    rank = 100
    reason_why = EndReason.WENT_OUT
    when = "emptied"
    sentence = "{how}"

    by_discard: bool = True
    """Whether laying the last tile face down ends the round too."""

    def params(self) -> dict[str, object]:
        how = say("went-out.any", "The round ends as soon as a player has no tile left.")
        if not self.by_discard:
            how = say(
                "went-out.laid",
                "The round ends when a player's last tile is laid in the layout, or when all hands "
                "are empty; a last tile laid face down does not end it.",
            )
        return {"by_discard": self.by_discard, "how": how}

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        if move is None or state.to_move is None or draft.masks[state.to_move]:
            return False
        if move.kind not in draft.plan.actions:
            return False
        is_discard = draft.rest.dead != state.rest.dead
        return self.by_discard or not is_discard or not any(draft.masks)


@attrs.frozen
class Blocked(Ending):
    """
    The round ends when no tile in any hand fits and none can be drawn, at once.
    """

    code = "blocked"
    rank = 200
    reason_why = EndReason.BLOCKED
    when = "stuck"
    sentence = (
        "It is blocked, and ends at once, when no tile in any hand fits and none may be drawn."
    )

    def describe_in(self, game: GameLike) -> tuple[Text, ...]:
        """Name drawing only where there is any, and say how people at a table notice a block."""
        told = self.describe()
        if not any(action.may_bring for action in game.actions):
            never = "It is blocked, and ends at once, when no tile in any hand fits."
            told = (say(self.code, never),)
        noticed = "At a table it is noticed when everybody in turn says that nothing fits."
        return (*told, say("blocked.noticed", noticed))

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        """Compare all hands with all open ends; what can still be drawn keeps a round open."""
        if not draft.table or draft.plan.brings(draft):
            return False
        wanted = draft.plan.layout.wanted(draft.table)
        for mask in draft.masks:  # noqa: SIM110  # asked in every stuck state: no generator
            if mask & wanted:
                return False
        return True


def laying_moves(state: State) -> tuple[Move, ...]:
    """Give the moves of the seat to move that lay tiles."""
    plan = state.plan
    kinds = [kind for kind, action in plan.actions.items() if action.lays]
    return plan.kinds_open(state, kinds)


def can_draw(state: MoverState) -> bool:
    """Whether the seat to move can bring a tile into its hand in this turn."""
    plan = state.plan
    kinds = [kind for kind, action in plan.actions.items() if action.brings(state)]
    return bool(kinds and plan.kinds_open(state, kinds))


def round_ends() -> Bundle:
    """The round ends by an empty hand or a block."""
    return Bundle(endings=(WentOut(), Blocked()))


def dead_tile() -> Bundle:
    """A player who cannot play lays a tile face down."""
    return Bundle(actions=(Discard(only_without=(PLACE,)),)) + round_ends()


def pass_turn() -> Bundle:
    """A player who cannot play passes."""
    return Bundle(actions=(Pass(only_without=(PLACE,)),)) + round_ends()


def draw(most: int | None = None, *, reserve: int = 0) -> Bundle:
    """
    A player who cannot play draws, and passes when that does not help.

    Args:
        most: How many tiles for one tile to lay; None: until one fits.
        reserve: How many tiles of the stock may never be drawn.
    """
    return (
        Bundle(
            actions=(
                Draw(most, reserve, only_without=(PLACE,)),
                Pass(only_without=(PLACE, Draw.code)),
            ),
            continuations=(DrawAgain(),),
        )
        + round_ends()
    )
