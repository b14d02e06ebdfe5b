"""
Broken variants and house rules, one or more for each thing the conformance kit looks for.

Each is a small sound game with one part replaced by one that does the kind of wrong its name
says. The classes stand in this module, not in functions, so that they can be pickled, but for
the one whose fault is that it cannot.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from testing.sound import DEAD, SOUND, ByLot, small_game
from tilerules import HouseRule, Parameter, Variant
from tilerules.component import Component
from tilerules.decks import Shuffler, TileSet
from tilerules.layouts import Line, LineLayout, OpenEnd
from tilerules.layouts.line import BoundLine, LineState
from tilerules.pictures import Scene, lay_out, straight
from tilerules.rules.blocking import Blocked, Discard, Draw, Pass, WentOut, WordAction
from tilerules.rules.dealing import DealEach
from tilerules.rules.hosting import Leave
from tilerules.rules.kinds import Bundle, Constraint, Continuation, Effect, Lister, Permit
from tilerules.rules.laying import PlaceTile
from tilerules.scorers.kinds import Adjustment, Rung, Settlement
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.state import Draft, Move, MoverState, PlanLike, Seat, State
from tilerules.texts import Reason
from tilerules.tiles import Domino, TileMask

__all__ = ["RULES", "VARIANTS"]

Doer = Callable[[State, Move, Draft], None]


def broken(*parts: Component, base: Variant = SOUND, **fields: Any) -> Variant:
    """Give a sound game with some parts replaced."""
    return base.put(*parts, name="broken", title="Broken", **fields)


# --- tiles, moves, endings --------------------------------------------------------------------


@attrs.frozen
class Swallow(Discard):
    """The tile leaves the hand and comes to lie nowhere."""

    def doer(self, plan: PlanLike) -> Doer:
        def discard(state: State, move: Move, draft: Draft) -> None:
            masks = [*state.masks]
            masks[state.to_move or 0] ^= move.bit
            draft.masks = tuple(masks)

        return discard


@attrs.frozen
class Photocopy(Draw):
    """The drawn tile stays in the stock too."""

    def doer(self, plan: PlanLike) -> Doer:
        def take(state: State, move: Move, draft: Draft) -> None:
            masks = [*state.masks]
            masks[state.to_move or 0] |= 1 << state.rest.stock[0]
            draft.masks = tuple(masks)

        return take


@attrs.frozen
class Vanish(Leave):
    """Who leaves takes the tiles along: a fault of a host's move."""

    def doer(self, plan: PlanLike) -> Doer:
        def leave(state: State, move: Move, draft: Draft) -> None:
            masks = [*state.masks]
            masks[state.to_move if move.seat is None else move.seat] = 0  # type: ignore[index]
            draft.masks = tuple(masks)

        return leave


@attrs.frozen
class Windfall(WordAction):
    """Two tiles are drawn, and nobody is told that any can be."""

    code = "windfall"
    sentence = "A player who cannot play takes two tiles of the stock."
    texts = {"too-few": "the stock has no two tiles"}

    def lister(self, plan: PlanLike) -> Lister:
        only = (self._move(),)
        return lambda state, shut, barred: only if len(state.rest.stock) > 1 else ()

    def problems(self, state: State, move: Move) -> Iterable[Reason]:
        return () if len(state.rest.stock) > 1 else (self.reason("too-few"),)

    def doer(self, plan: PlanLike) -> Doer:
        def take(state: State, move: Move, draft: Draft) -> None:
            one, other, *left = state.rest.stock
            masks = [*state.masks]
            masks[state.to_move or 0] |= 1 << one | 1 << other
            draft.masks, draft.rest = tuple(masks), draft.rest.with_stock(tuple(left))

        return take


@attrs.frozen
class Impatient(Blocked):
    """A round is blocked as soon as nobody can lay a tile, whatever could be drawn."""

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        wanted = draft.plan.layout.wanted(draft.table)
        return not any(mask & wanted for mask in draft.masks)


# --- moves of the host, shortcuts -------------------------------------------------------------


@attrs.frozen
class Eavesdropper(Leave):
    """The host's move is read where a player passes."""

    def parse(self, state: State, text: str) -> Move | None:
        return super().parse(state, "leave" if text == "pass" else text)


@attrs.frozen
class Deserter(Pass):
    """A player passes by leaving: the move that is listed is the host's."""

    def _move(self) -> Move:
        return Move(kind="leave", notation="leave")


@attrs.frozen
class Disguise(Leave):
    """The host's move is read as a player's: whoever leaves only passes."""

    def parse(self, state: State, text: str) -> Move | None:
        move = super().parse(state, text)
        return move and attrs.evolve(move, kind="pass")


@attrs.frozen
class Hasty(PlaceTile):
    """Its own quick way of listing forgets the last move."""

    def quick_lister(self, plan: PlanLike) -> Callable[[MoverState], tuple[Move, ...]] | None:
        every = super().lister(plan)
        return lambda state: tuple(every(state, 0, 0))[:-1]


@attrs.frozen
class Unseen(PlaceTile):
    """What is laid in haste is not seen."""

    def putter(self, plan: PlanLike) -> Any:
        put = plan.layout.put
        return lambda table, seat, tile, place: (*put(table, seat, tile, place)[:2], b"")


@attrs.frozen
class Forgetful(PlaceTile):
    """Laying in haste lists for the next player one move too few."""

    def put_and_list(self, plan: PlanLike) -> Any:
        quick = super().put_and_list(plan)
        assert quick is not None
        return lambda state, move, draft: quick(state, move, draft)[:-1]


class Blinkers(BoundLine):
    """Blanks fit everywhere, and the quick way of listing has not heard of it."""

    def fitting(self, state: Any, place: int) -> TileMask:
        return super().fitting(state, place) | (self.tile_set.showing[0] if state else 0)

    quick_lister = BoundLine.quick_lister


@attrs.frozen
class BlinkeredLine(LineLayout):
    """A line with such a layout."""

    def bind(self, tile_set: TileSet, seats: int) -> BoundLine:
        return Blinkers(tile_set)


@attrs.frozen
class Handed(PlaceTile):
    """Its way of listing is put in place from outside, when nobody looks any more."""


def _backwards(part: PlaceTile, plan: PlanLike) -> Lister:
    """List the last move first."""
    inner = PlaceTile.lister(part, plan)
    return lambda state, shut, barred: tuple(inner(state, shut, barred))[::-1]


Handed.lister = _backwards  # type: ignore[assignment,method-assign]


@attrs.frozen
class Latch(Constraint):
    """Its bound way of closing places closes the left end of an even line for good."""

    code = "latch"
    sentence = "No end is closed."

    def shut(self, state: State) -> int:
        return 0

    def closer(self, plan: PlanLike) -> Callable[[MoverState], int]:
        return lambda state: 1 if state.table else 0


@attrs.frozen
class Doorman(Permit):
    """It lifts something for every move, and says that it never lifts anything."""

    code = "doorman"
    lifts = ("must-place",)

    def permits(self, state: State, move: Move) -> bool:
        return True

    def active(self, state: State) -> bool:
        return False


@attrs.frozen
class Encore(Continuation):
    """After a double one moves again, and it promises that only blanks keep the turn."""

    code = "encore"
    sentence = "Who lays a double moves again."
    kinds = ("place",)

    def tiles(self, plan: PlanLike) -> TileMask | None:
        return plan.tile_set.showing[0]

    def goes_on(self, state: State, move: Move, draft: Draft) -> bool:
        return bool(move.bit & draft.plan.tile_set.doubles)


# --- what is listed, said and read ------------------------------------------------------------


@attrs.frozen
class Stingy(Discard):
    """Every held tile may be laid face down, but only one is listed."""

    def lister(self, plan: PlanLike) -> Lister:
        every = super().lister(plan)
        return lambda state, shut, barred: tuple(every(state, shut, barred))[:1]


@attrs.frozen
class Generous(PlaceTile):
    """A tile is laid wherever one likes, if one only asks."""

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        return [one for one in super().problems(state, move) if one.code != "not-held"]

    def doer(self, plan: PlanLike) -> Doer:
        place = super().doer(plan)

        def only_held(state: State, move: Move, draft: Draft) -> None:
            if move.bit & state.masks[state.to_move or 0]:
                place(state, move, draft)

        return only_held


@attrs.frozen
class Stutter(Discard):
    """Every move is listed twice."""

    def lister(self, plan: PlanLike) -> Lister:
        every = super().lister(plan)
        return lambda state, shut, barred: (*every(state, shut, barred),) * 2


@attrs.frozen
class Shy(Discard):
    """The moves one could write down are not told."""

    def candidates(self, state: State) -> Iterable[Move]:
        return ()


@attrs.frozen
class Mumble(Pass):
    """What is listed as one word is read as another."""

    def _move(self) -> Move:
        return Move(kind="pass", notation="passing")

    def parse(self, state: State, text: str) -> Move | None:
        return Move(kind="pass", notation="pass") if text == "passing" else None


@attrs.frozen
class NoDoubles(Constraint):
    """Doubles are forbidden without a word."""

    code = "no-doubles"

    def barred(self, state: State) -> TileMask:
        return state.plan.tile_set.doubles


@attrs.frozen
class Unfinished(NoDoubles):
    """The reason names something it does not know."""

    texts = {"no-doubles": "no doubles on a {weekday}"}


@attrs.frozen
class Careless(Discard):
    """Asking whether a move is legal changes the round."""

    def problems(self, state: MoverState, move: Move) -> Iterable[Reason]:
        object.__setattr__(state, "rest", state.rest.put(idle=state.rest.idle + 1))
        return super().problems(state, move)


@attrs.frozen
class HalfPoints(Settlement):
    """Points are fractions, and of one seat only."""

    code = "half-points"

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        return (0.5,)  # type: ignore[return-value]  # that is the fault


@attrs.frozen
class Everybody(Adjustment):
    """Everybody wins, the last seat first."""

    code = "everybody"

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        return attrs.evolve(verdict, winners=tuple(reversed(end.seats)))


@attrs.frozen
class FirstSeat(Rung):
    """Of equals the one with the lower number wins."""

    code = "first-seat"
    rank = 900

    def key(self, end: RoundEnd, seat: Seat) -> Any:
        return seat


@attrs.frozen
class Nothing(Rung):
    """Of equals whoever has the best of nothing wins: the answer was forgotten."""

    code = "nothing"
    rank = 900
    because = "nothing"

    def key(self, end: RoundEnd, seat: Seat) -> Any:
        return None


@attrs.frozen
class OneWinner(Settlement):
    """It takes for granted that somebody has won."""

    code = "one-winner"
    sentence = "The winner gets a point."

    def points(self, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
        return tuple(int(seat == winners[0]) for seat in end.seats)


class HalfBlind(BoundLine):
    """What is wanted at the right end is forgotten."""

    def wanted(self, state: Any) -> TileMask:
        return self.fitting(state, 0)


@attrs.frozen
class HalfLine(LineLayout):
    """A line whose blocks are seen at one end only."""

    def bind(self, tile_set: TileSet, seats: int) -> BoundLine:
        return HalfBlind(tile_set)


# --- what is kept, and what is shown ----------------------------------------------------------


@attrs.frozen
class KeepsList(Effect):
    """What it keeps is no plain value."""

    code = "keeps-list"
    keeps = ("keeps-list",)

    def begin(self, draft: Draft) -> None:
        draft.rest.ext = (("keeps-list", [1]),)  # type: ignore[misc,assignment]


@attrs.frozen
class NoRepeats(Constraint):
    """Who has just drawn must not lay a double: seen from the history, not from the state."""

    code = "no-repeats"
    sentence = "No double on a double."

    def active(self, state: State) -> bool:
        before = state.parent
        return before is not None and before.move is not None and before.move.kind == "draw"

    def barred(self, state: State) -> TileMask:
        return state.plan.tile_set.doubles


@attrs.frozen
class Gossip(Effect):
    """The tile laid face down is told to everybody."""

    code = "gossip"
    keeps = ("gossip",)
    kinds = ("discard",)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        draft.rest = draft.rest.with_ext("gossip", str(move.tile))


@attrs.frozen
class OpenDiscard(Discard):
    """The history shows what was laid face down."""

    def public(self, state: State, move: Move, viewer: Seat | None) -> Move:
        return move


@attrs.frozen
class Telepathy(Constraint):
    """No tile may be laid that the next player could follow with the same number of pips."""

    code = "telepathy"
    sentence = "No tile of the weight of one that another player holds."

    def barred(self, state: State) -> TileMask:
        pips = state.plan.tile_set.pips
        others = 0
        for seat, mask in enumerate(state.masks):
            if seat != state.to_move:
                others |= mask
        weights = {weight for tile, weight in enumerate(pips) if others >> tile & 1}
        return sum(1 << tile for tile, weight in enumerate(pips) if weight in weights)


@attrs.frozen
class Scales(Effect):
    """How heavy each hand is, is written down for all to see."""

    code = "scales"
    keeps = ("scales",)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        pips = state.plan.tile_set.pips
        weights = tuple(
            sum(weight for tile, weight in enumerate(pips) if mask >> tile & 1)
            for mask in draft.masks
        )
        draft.rest = draft.rest.with_ext("scales", weights)


@attrs.frozen
class Secretive(Effect):
    """It remembers, between drawing and laying, what no part says it keeps."""

    code = "secretive"

    def after(self, state: State, move: Move, draft: Draft) -> None:
        draft.rest = draft.rest.with_ext("secretive", 1 if move.kind == "draw" else None)


@attrs.frozen
class Gullible(Effect):
    """What a position claims to be kept is believed."""

    code = "gullible"
    keeps = ("gullible",)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        draft.rest = draft.rest.with_ext("gullible", state.to_move)


# --- chance and cost --------------------------------------------------------------------------

_COUNTER = itertools.count()


@attrs.frozen
class TakingTurns(ByLot):
    """Who opens depends on how often anybody asked."""

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        draft.to_move = next(_COUNTER) % draft.plan.seats


@attrs.frozen
class LaterTakingTurns(ByLot):
    """The same from the second round on."""

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        super().begin(draft, chance)
        if draft.rest.setup.previous:
            draft.to_move = next(_COUNTER) % draft.plan.seats


@attrs.frozen
class Dice(ByLot):
    """Who opens is a matter of the process's own chance."""

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        random.seed(str(draft.masks))
        draft.to_move = random.randrange(draft.plan.seats)


@attrs.frozen
class ByHash(ByLot):
    """Who opens depends on how the process hashes texts."""

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        draft.to_move = hash(str(draft.masks)) % draft.plan.seats


@attrs.frozen
class Diary(Effect):
    """Every move is written down once more."""

    code = "diary"
    keeps = ("diary",)

    def after(self, state: State, move: Move, draft: Draft) -> None:
        draft.rest = draft.rest.with_ext("diary", (*draft.rest.get("diary", ()), "."))


@attrs.frozen
class Historian(Effect):
    """Every move is an occasion to go through all earlier ones."""

    code = "historian"

    def after(self, state: State, move: Move, draft: Draft) -> None:
        earlier: Any = state
        [one.move for one in earlier.states]


_KEPT: list[State] = []


@attrs.frozen
class Hoarder(Effect):
    """Every state is kept for ever."""

    code = "hoarder"

    def after(self, state: State, move: Move, draft: Draft) -> None:
        _KEPT.append(state)


@attrs.frozen
class OnlyOnce(ByLot):
    """A second round has not been thought of."""

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        super().begin(draft, chance)
        if draft.rest.setup.previous:
            draft.to_move = draft.rest.setup.previous[-1].outcome.seats[0]


@attrs.frozen
class Stumble(Effect):
    """It divides by what may be nothing."""

    code = "stumble"

    def after(self, state: State, move: Move, draft: Draft) -> None:
        draft.rest.put(idle=1 // state.rest.idle)


# --- data and words ---------------------------------------------------------------------------


@attrs.define
class Wax(Effect):
    """A component that can be changed."""

    code = "wax"
    numbers: list[int] = attrs.field(factory=list)


@attrs.frozen
class Babble(ByLot):
    """A sentence with a word nobody filled in."""

    sentence = "Who opens is drawn by {means}."


def _local() -> Component:
    @attrs.frozen
    class Local(Effect):
        """A class that no other process can find."""

        code = "local"

    return Local()


@attrs.frozen
class OfMelds(Constraint):
    """It looks at a kind of move that the game does not have."""

    code = "of-melds"
    kinds = ("meld",)
    sentence = "No meld is laid at night."

    def forbids(self, state: State, move: Move) -> bool:
        return True


# --- readings ---------------------------------------------------------------------------------


@attrs.frozen
class Told(Line):
    """A line that tells of itself as it is told to."""

    how: str = ""

    @property
    def tiles(self) -> tuple[Domino, ...]:
        return super().tiles[self.how == "forgets" :]

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        ends = super().open_ends
        if not ends:
            return (OpenEnd("L", None),) if self.how == "eager" else ()
        left, right = ends
        return {
            "words": (OpenEnd("left", left.pips), right),
            "twice": (left, left, right),
            "one": (left,),
            "crossed": (OpenEnd("L", right.pips), OpenEnd("R", left.pips)),
            "more": (left, OpenEnd("R", right.pips, fits=(Domino(0, 0), Domino(1, 1)))),
            "strange": (left, OpenEnd("R", right.pips, fits=(Domino(6, 6),))),
        }.get(self.how, ends)


class BoundTold(BoundLine):
    """The line bound to a set, for that."""

    how = ""

    def tiles(self, state: LineState) -> TileMask:
        return sum(1 << self.tile_set.id_of(tile) for tile in super().read(state).tiles)

    def read(self, state: LineState) -> Any:
        line = super().read(state)
        return str(line) if self.how == "text" else Told(line.halves, self.how)


@attrs.frozen
class TellingLine(LineLayout):
    """A line that is laid as it should be, and read as it should not."""

    how: str = ""

    def bind(self, tile_set: TileSet, seats: int) -> BoundTold:
        bound = BoundTold(tile_set)
        bound.how = self.how
        return bound


# --- pictures ---------------------------------------------------------------------------------


@attrs.frozen
class Drawn(Line):
    """A line that is drawn as it is told to."""

    how: str = ""


@lay_out.register
def _(layout: Drawn, *, names: Sequence[str] = (), before: Sequence[Drawn] = ()) -> Scene:
    row = straight(layout.halves)
    if layout.how == "hides":
        return Scene(row[1:])
    if layout.how == "heaps":
        return Scene(tuple([one.at(0, 0) for one in row]))
    return Scene(tuple([one.at(one.x + 2 * len(row), one.y) for one in row]))


class BoundDrawn(BoundLine):
    """The line bound to a set, for that."""

    how = ""

    def read(self, state: LineState) -> Drawn:
        return Drawn(super().read(state).halves, self.how)


@attrs.frozen
class DrawnLine(LineLayout):
    """A line that is laid as it should be, and drawn as it should not."""

    how: str = ""

    def bind(self, tile_set: TileSet, seats: int) -> BoundDrawn:
        bound = BoundDrawn(tile_set)
        bound.how = self.how
        return bound


READINGS = ("forgets", "eager", "words", "twice", "one", "crossed", "more", "strange", "text")

VARIANTS: tuple[tuple[str, Variant], ...] = (
    ("tiles", broken(Swallow(only_without=("place",)), base=DEAD)),
    ("tiles", broken(Photocopy(1, only_without=("place",)))),
    ("tiles", broken(Vanish())),
    ("fitting", broken(HalfLine())),
    *(("readings", broken(TellingLine(how))) for how in READINGS),
    *(("pictures", broken(DrawnLine(how))) for how in ("hides", "heaps", "creeps")),
    ("no-move", small_game("broken", "Broken", Bundle(endings=(WentOut(),)))),
    ("most-moves", broken(most_moves=4)),
    (
        "brings",
        broken(
            Windfall(only_without=("place",)),
            Pass(only_without=("place", "windfall")),
            base=SOUND.drop("draw", "after-drawing"),
        ),
    ),
    ("brings", broken(Impatient())),
    ("outcomes", broken(Everybody())),
    ("crash", broken(HalfPoints())),
    ("crash", broken(Nothing())),
    ("crash", broken(OneWinner())),
    ("seats", broken(FirstSeat())),
    ("legality", broken(Stingy(only_without=("place",)), base=DEAD)),
    ("legality", broken(Generous())),
    ("listing", broken(Stutter(only_without=("place",)), base=DEAD)),
    ("listing", broken(Shy(only_without=("place",)), base=DEAD)),
    ("notation", broken(Mumble(only_without=("place", "draw")))),
    ("host", broken(Eavesdropper())),
    ("host", broken(Deserter(only_without=("place", "draw")), Leave())),
    ("host", broken(Disguise())),
    ("shortcuts", broken(Hasty())),
    ("shortcuts", broken(Handed())),
    ("shortcuts", broken(BlinkeredLine())),
    ("shortcuts", broken(Latch())),
    ("shortcuts", broken(Doorman())),
    ("shortcuts", broken(Encore())),
    ("reasons", broken(NoDoubles())),
    ("crash", broken(Unfinished())),
    ("state-changed", broken(Careless(only_without=("place",)), base=DEAD)),
    ("positions", broken(KeepsList())),
    ("duties", broken(NoRepeats())),
    ("records", broken(KeepsList())),
    ("copies", broken(_local())),
    ("secrets", broken(Gossip(), base=DEAD)),
    ("secrets", broken(OpenDiscard(only_without=("place",)), base=DEAD)),
    ("views", broken(Telepathy())),
    ("sampling", broken(Scales(), base=DEAD)),
    ("keeps", broken(Secretive())),
    ("keeps", broken(Gullible())),
    ("same-seed", broken(TakingTurns())),
    ("global-random", broken(Dice())),
    ("hash-seed", broken(ByHash())),
    ("growth", broken(Diary())),
    ("growth", broken(Historian())),
    ("memory", broken(Hoarder())),
    ("next-round", broken(OnlyOnce())),
    ("matches", broken(LaterTakingTurns())),
    ("crash", broken(Stumble())),
    ("parts", broken(Wax())),
    ("kinds", broken(OfMelds())),
    ("rulebook", broken(Babble())),
    ("rulebook", broken(FirstSeat())),
    ("deals", broken(seats=(2, 9))),
)
"""Code of the check that must catch it, and the broken variant."""


# --- house rules ------------------------------------------------------------------------------


def rule(apply: Callable[..., Variant], *parameters: Parameter, title: str = "A rule") -> HouseRule:
    """Make a house rule for the sound game."""
    return HouseRule(
        key="specimens/rule", title=title, apply=apply, variants=("sound",), parameters=parameters
    )


@attrs.frozen
class Quiet(Effect):
    """It has a parameter, and says nothing about it."""

    code = "quiet"
    sentence = "Something is watched."
    volume: int = 1


@attrs.frozen
class Anything(Effect):
    """It takes anything for a parameter."""

    code = "anything"
    sentence = "Something is kept."
    value: object = None


@attrs.frozen
class Deaf(Blocked):
    """Its sentence is printed, and it never ends anything."""

    code = "deaf"
    rank = 210
    sentence = "A round also ends when both ends show the same number."

    def ended(self, state: State, move: Move | None, draft: Draft) -> bool:
        return False


@attrs.frozen
class EmptyPromise(Adjustment):
    """It says ten more, and gives nothing."""

    code = "empty-promise"
    sentence = "The winner gets 10 more points."

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        return verdict


@attrs.frozen
class AnyTile(ByLot):
    """Its sentence speaks of a duty to open with a double, and there is none."""

    code = "any-tile"
    sentence = "Who opens is drawn by lot, and must lay a double."


@attrs.frozen
class NeverActive(Constraint):
    """What it forbids is never asked."""

    code = "never-active"
    sentence = "No double follows a double."

    def active(self, state: State) -> bool:
        return False

    def barred(self, state: State) -> TileMask:
        return state.plan.tile_set.doubles


class Undecorated(Pass):
    """A field of its own that is none: the class is not decorated."""

    limit: int = 1


def _size(variant: Variant, size: int) -> Variant:
    return variant.put(DealEach(each=size))


def _two_if_five(variant: Variant) -> Variant:
    return variant.put(seats=(2,)) if variant.dealing == DealEach(each=5) else variant


_FOUR = HouseRule(
    key="specimens/four",
    title="Four each",
    apply=lambda v: v.put(DealEach(each=4)),
    variants=("sound",),
)
_NUMBERS = Parameter("size", 4, "Tiles for each seat.", least=2, most=7)

RULES: tuple[tuple[str, HouseRule, Sequence[HouseRule]], ...] = (
    ("documented", rule(_size, attrs.evolve(_NUMBERS, text="")), ()),
    ("repeatable", rule(lambda v: v.put(Anything(object()))), ()),
    ("effect", rule(lambda v: v), ()),
    ("effect", rule(lambda v, volume: v.put(Quiet(volume)), Parameter("volume", 1, "Loud.")), ()),
    ("parameters", rule(_size, attrs.evolve(_NUMBERS, most=20)), ()),
    ("parameters", rule(_size, attrs.evolve(_NUMBERS, least=0)), ()),
    ("order", rule(_two_if_five), (_FOUR,)),
    ("difference", rule(lambda v: v.put(Deaf())), ()),
    ("difference", rule(lambda v: v.put(EmptyPromise())), ()),
    ("difference", rule(lambda v: v.put(AnyTile())), ()),
    ("difference", rule(lambda v: v.put(NeverActive())), ()),
    ("parts", rule(lambda v: v.put(Undecorated(only_without=("place", "draw")))), ()),
)
"""Code of the check that must catch it, the broken house rule, and others beside it."""

SOUND_RULE = rule(_size, _NUMBERS)
"""A house rule with which nothing is wrong."""
