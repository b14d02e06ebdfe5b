"""
A variant resolved for a number of seats.

Everything a variant says in small parts is bound once: one *listing* (:mod:`.listing`) and
one *step* (:mod:`.stepping`) for each kind of move, made of just the parts that concern that
kind. Rounds then play without looking anything up. Nothing here knows a game.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Hashable, Iterator
from functools import partial
from itertools import islice
from typing import Any
from weakref import WeakValueDictionary

import attrs

from tilerules.component import rank_of
from tilerules.decks import Shuffler, TileBag
from tilerules.errors import InvalidNotationError, nearest, shown
from tilerules.moves import NO_MOVES
from tilerules.play.base import Resolved
from tilerules.play.judging import judge_state
from tilerules.play.own_state import parts_of
from tilerules.play.plans.listing import Listings, Sieve
from tilerules.play.plans.stepping import Steps
from tilerules.play.round import Round, RoundDraft
from tilerules.rules.hosting import HOST_WORDS
from tilerules.rules.kinds import Action, HostAction, Order, Starting
from tilerules.rulesets.remembered import NoGistError, gist
from tilerules.rulesets.ruleset import Ruleset
from tilerules.scorers.results import Held
from tilerules.state import FRESH, Move, Rest, RestDraft, Seat, Setup, State, has_mover
from tilerules.texts import Listed, Reason, say
from tilerules.tiles import TileMask, bits

__all__ = ["Plan", "shared_plan"]

BARE_KINDS = {word: word for word in ("pass", "draw", "stop", "mark", "unmark")}
"""Moves that are written with a word alone, whether a variant has them or not."""

ROUND_OVER = Reason(code="round-over", template="the round is over")

HOST_ONLY = Reason(
    code="host-only",
    template="no player may make the move {move}; the host of the game makes it, with host()",
)

OTHER_KIND = Reason(
    code="other-kind", template="{move} is a move of the kind {read}, not of the kind {kind}"
)

OTHER_NOTATION = Reason(code="other-notation", template="{move} is written {read} here")


def _differing(move: Move, read: Move) -> Iterator[Reason]:
    """Say in what a move made by hand, or for another state, differs from what it is read as."""
    if move.kind != read.kind:
        params = {"move": str(read), "read": read.kind, "kind": shown(move.kind)}
        yield attrs.evolve(OTHER_KIND, params=params)
    if move.notation != read.notation:
        yield attrs.evolve(OTHER_NOTATION, params={"move": shown(move.notation), "read": str(read)})


class Plan(Resolved):
    """
    A variant for a number of seats, ready to play.
    """

    def __init__(self, variant: Ruleset, seats: int) -> None:
        # Parts are given the plan to bind their tables, so what they may ask for is set before:
        # tiles and layout, then actions, then listings, then steps. Equal variants and all threads
        # share a plan, so nothing of a single round is ever kept in it.
        # Declared by what it fulfils: assigned by that name, nothing is declared anew.
        bound: Resolved = self
        bound.variant = variant
        bound.seats = seats
        bound.tile_set = variant.tiles
        bound.layout = variant.layout.bind(variant.tiles, seats)
        bound.sides = variant.sides.of(seats)
        bound.order = variant.order.table(seats)
        bound.zero = (0,) * seats
        bound.nothing = Rest(dead=self.zero, points=self.zero)
        bound.pips = {1 << tile: pips for tile, pips in enumerate(self.tile_set.pips)}
        bound.values = tuple(sorted(variant.values, key=lambda part: part.rank))
        ranked = sorted(variant.ladder, key=rank_of)
        bound.ladder = tuple(rung for rung in ranked if rung.decides)
        # Wherever a house rule has moved a rung, the best hand of a side is found the usual way.
        usual = sorted(variant.ladder, key=lambda rung: rung.rank)
        bound.leading = tuple(rung for rung in usual if rung.leads)
        bound.adjustments = tuple(sorted(variant.adjustments, key=lambda part: part.rank))
        bound.has_partners = len(set(self.sides)) < seats
        self._has_copies = self.tile_set.has_copies
        bound.looks_back = any([part.looks_back for part in parts_of(variant)])
        bound.actions = {action.code: action for action in variant.actions}
        bound.host_actions = {limit.code: limit for limit in variant.limits}
        self.packages: tuple[str, ...] = variant.packages
        bound.is_lazy = any(action.lazy for action in variant.actions)
        bound.lists_openly = not (self.is_lazy or self._has_copies)
        skippers: tuple[Order | HostAction, ...] = (variant.order, *variant.limits)
        self._skips = tuple(part.skips for part in skippers if part.may_skip)
        bound.may_skip = bool(self._skips)
        self._bringing = tuple(action for action in variant.actions if action.may_bring)
        moves = (*variant.actions, *variant.limits)
        self._sieve = Sieve(moves, variant.constraints, variant.permits)
        self._listings = Listings(self, self._sieve)
        self._steps = Steps(self, self._listings)
        bound.steps = self._steps.of
        # Who asks these has a round in hand, and knows that somebody is to move in it.
        listings: Any = self._listings
        sieve: Any = self._sieve
        bound.iterate, bound.offer, bound.draw = listings.iterate, listings.offer, listings.draw
        bound.waives = sieve.waives
        bound.judge = partial(judge_state, self)
        self._deal_tiles = variant.dealing.dealer(self)
        starting = variant.starting
        sets_aside = type(starting).set_aside is not Starting.set_aside
        self._set_aside = starting.set_aside if sets_aside else None

    def __repr__(self) -> str:
        return f"<Plan of {self.variant.key} for {self.seats} seats>"

    def faces(self, mask: TileMask) -> Hashable:
        """Give what a mask is to a player: copies of one face are the same."""
        return tuple(TileBag(self.tile_set, mask)) if self._has_copies else mask

    def lowest(self, mask: TileMask) -> TileMask:
        """Give the lowest copy of each face in a mask: of equal tiles the lower one moves."""
        if not self._has_copies:
            return mask
        mine = (copies & mask for copies in self.tile_set.copies.values())
        return sum(held & -held for held in mine)

    def by_pips(self, hand: TileMask, dead: TileMask) -> Held:
        """Give the counted tiles of a seat as if nothing changed what they are worth."""
        tiles = self.tile_set.tiles
        return tuple(
            (tiles[tile].pips, tiles[tile], is_dead)
            for mask, is_dead in ((hand, False), (dead, True))
            for tile in bits(mask)
        )

    def hold(self, hand: TileMask, dead: TileMask) -> Held:
        """Give the counted tiles of a seat: effective value, face, whether it is dead."""
        held = self.by_pips(hand, dead)
        for value in self.values:
            held = value.revalue(self, held)
        return held

    # --- what rules may ask ---------------------------------------------------------------

    def next_seat(self, state: State, seat: Seat) -> Seat:
        after = self.order[seat]
        for _ in range(self.seats):
            if not any(skips(state, after) for skips in self._skips):
                break
            after = self.order[after]
        return after

    def brings(self, state: State) -> bool:
        """Whether any action can still bring a tile into a hand, in this turn or a later one."""
        for action in self._bringing:  # noqa: SIM110  # asked in every stuck state: no generator
            if action.brings(state):
                return True
        return False

    def kinds_open(self, state: State, kinds: Collection[str]) -> tuple[Move, ...]:
        """Give the moves of some kinds that the seat to move has, fallback or not."""
        if state.to_move is None:
            return ()
        listings = self._listings.of
        return tuple(
            move for kind in self.actions if kind in kinds for move in listings[kind](state)
        )

    # --- legality -------------------------------------------------------------------------

    def action_of(self, move: Move) -> Action | None:
        return self.actions.get(move.kind) or self.host_actions.get(move.kind)

    def problems(self, state: State, move: Move) -> tuple[Reason, ...]:
        # There is none exactly if the move stands in the listing: the same parts answer both, the
        # action for what fits, the sieve for what is forbidden, the listings for what comes first.
        # Every part is asked, so that a refusal says all that is wrong.
        if not has_mover(state):
            return (ROUND_OVER,)
        action = self.action_of(move)
        if action is None:
            return (self._no_such_move(state, move),)
        found = list(action.problems(state, move))
        for constraint in self._sieve.against(state, move):
            found += constraint.refusals(state, move)
        for better in self._listings.in_the_way(state, action, move):
            must = self.actions[better.kind]
            reason = must.reason(f"must-{better.kind}", move=str(move), choice=str(better))
            # That the move is for want of a better one, its own clause says.
            clause = self.variant.clause(action)
            found.append(attrs.evolve(reason, clause=clause) if clause else reason)
        clauses = self.variant.clauses
        return tuple(
            attrs.evolve(
                reason,
                clause=reason.clause or clauses.get(reason.option, ""),
                packages=self.packages,
            )
            for reason in found
        )

    def _no_such_move(self, state: State, move: Move) -> Reason:
        """Say what there is instead, with what the seat to move may play now as examples."""
        searched = {kind for kind, action in self.actions.items() if action.lazy}
        open_now = self.kinds_open(state, self.actions.keys() - searched)
        examples = {one.kind: one.notation for one in reversed(open_now)}
        for kind, action in self.actions.items():
            examples.setdefault(kind, action.example)
        kinds = [
            say("kind-of-move", "{kind} ({example})", kind=kind, example=examples[kind])
            if examples.get(kind, kind) not in ("", kind)
            else kind
            for kind in self.actions
        ]
        return Reason(
            code="no-such-move",
            template="in this game there is no {kind}; there is: {kinds}",
            params={"kind": move.kind, "kinds": Listed(kinds, ",")},
        )

    def against(
        self, state: State, move: Move | str, read: Move, *, host: bool = False
    ) -> tuple[Reason, ...]:
        found = [] if isinstance(move, str) else [*_differing(move, read)]
        if not host and read.kind in self.host_actions:
            limit = self.host_actions[read.kind]
            clause = self.variant.clause(limit)
            params = {"move": str(read)}
            found.append(attrs.evolve(HOST_ONLY, params=params, option=limit.code, clause=clause))
        return (*found, *self.problems(state, read))

    def parse(self, state: State, text: str) -> Move:
        if not isinstance(text, str):
            raise InvalidNotationError(
                f"notation is text, not {type(text).__name__} {shown(text)}", part=shown(text)
            )
        word = text.strip()
        # Host moves first: what follows their @ is a seat, not a place.
        for action in (*self.host_actions.values(), *self.actions.values()):
            move = action.parse(state, word)
            if move is not None:
                return move
        if word in BARE_KINDS:
            return Move(kind=BARE_KINDS[word], notation=word)
        host = word.partition("@")[0].partition(":")[0]
        if host in HOST_WORDS and host not in self.host_actions:
            return Move(kind=host, notation=word)
        if word[:1] == "x":
            tile = self.tile_set.tile(word[1:])
            return Move(kind="discard", notation=f"x{tile}", tile=tile)
        raise InvalidNotationError(
            f"{shown(text)} is no move of {self.variant.key}{nearest(word, self._examples(state))}",
            text=text,
            part=word,
        )

    def _examples(self, state: State) -> list[str]:
        """
        Give notations to offer for a mistyped one: the first few legal moves.

        Moves that explode are never searched for: there those of the other kinds are offered.
        """
        if self.is_lazy:
            kinds = [kind for kind, action in self.actions.items() if not action.lazy]
            return [move.notation for move in self.kinds_open(state, kinds)]
        return [move.notation for move in islice(self.iterate(state), 40)]

    # --- beginnings -----------------------------------------------------------------------

    def draft(self) -> Any:
        draft: Any = RoundDraft()
        draft.plan = self
        draft.masks = self.zero
        draft.table = self.layout.empty
        draft.turn = FRESH
        draft.to_move = 0
        draft.rest = self.nothing
        draft.parent = draft.move = draft.end = draft.outcome = None
        draft.legal_moves = NO_MOVES
        return draft

    def deal(self, setup: Setup, hands: tuple[TileMask, ...] | None, seed: Any) -> Round:
        """Deal a round and let it begin."""
        # A seed gives the same round for ever: who asks chance, and in which order, stays as it is.
        variant = self.variant
        draft = self.draft()
        chance = Shuffler(seed, setup.number)
        aside = 0 if self._set_aside is None else self._set_aside(self.tile_set, setup.previous)
        rest = draft.rest = object.__new__(RestDraft)
        rest.dead = rest.points = self.zero
        rest.stock = rest.ext = ()
        rest.aside = rest.idle = 0
        rest.setup = setup
        if hands is None:
            self._deal_tiles(draft, chance, aside)
        else:
            taken = aside
            for mask in hands:
                taken |= mask
            undealt = [tile for tile in range(len(self.tile_set)) if not taken >> tile & 1]
            draft.masks = hands
            draft.rest.stock = tuple(chance.shuffled(undealt))
        variant.starting.begin(draft, chance)
        for effect in variant.effects:
            effect.begin(draft)
        if type(draft.rest) is RestDraft:  # a part may have put a finished one in its place
            draft.rest.__class__ = Rest
        return self._steps.settle(draft, None, draft, None)

    def resume(self, draft: Any) -> Round:
        return self._steps.settle(draft, None, draft, None)


_plans: WeakValueDictionary[Hashable, Plan] = WeakValueDictionary()
"""The plans in use. A key says what objects the plan's variant holds, and goes with the plan."""

_plans_lock = threading.Lock()


def shared_plan(variant: Any, seats: int) -> Plan:
    """
    Give the plan that is in use for an equal variant; a new one where there is none.

    Variants are equal here when nothing about them differs, be it only what a rule is called.
    """
    try:
        key = seats, _whole(variant)
    except (NoGistError, RecursionError):
        return Plan(variant, seats)
    found = _plans.get(key)
    if found is None:
        made = Plan(variant, seats)
        with _plans_lock:
            found = _plans.setdefault(key, made)
    return found


def _whole(variant: Any) -> Hashable:
    """Give the gist of all that a variant is, and of what it was made from."""
    found: list[Hashable] = []
    for field in attrs.fields(type(variant)):
        value: Any = getattr(variant, field.name)
        if field.name == "clauses":
            value = tuple(value.items())
        if field.name == "_base":
            found.append(value and _whole(value))
        elif field.name == "house_rules":
            found.append(tuple(map(id, value)))
        elif field.init and field.name != "_memory":
            found.append(gist(value))
    return tuple(found)
