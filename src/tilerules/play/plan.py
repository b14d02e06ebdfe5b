"""
A variant resolved for a number of seats.

Everything a variant says in small parts is bound here once: one *listing* and one *step* for
each kind of move, made of just the parts that concern that kind. Rounds then play without
looking anything up. Nothing here knows a game.

The path of a move: :meth:`Round.play <tilerules.play.round.Round.play>` finds the move in
``legal_moves`` and calls the step of its kind. The step drafts the next state, lets the
action do what the move does, asks the continuations whether the turn goes on, lets the
effects watch, asks the endings, lists the next legal moves, and freezes the draft.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilerules.decks import Shuffler
from tilerules.errors import InvalidNotationError, InvalidVariantError, nearest
from tilerules.play.judge import Outcome, judge_state
from tilerules.play.legal import LazyMoves
from tilerules.play.round import Round, RoundDraft
from tilerules.rules.parts import Action, Constraint, Ending, HostAction, Lister, Permit
from tilerules.rules.state import FRESH, Draft, Move, Rest, RestDraft, Seat, Setup, State
from tilerules.texts import Reason
from tilerules.tiles import TileBag, TileMask

if TYPE_CHECKING:
    from tilerules.variants import Variant

__all__ = ["Plan"]

Listing: TypeAlias = Callable[[Any], tuple[Move, ...]]
Step: TypeAlias = Callable[[Round, Move], Round]

BARE_KINDS = {word: word for word in ("pass", "draw", "stop", "mark", "unmark")}
"""Moves that are written with a word alone, whether a variant has them or not."""

ROUND_OVER = Reason(code="round-over", template="the round is over")


class Plan:
    """
    A variant for a number of seats, ready to play.
    """

    def __init__(self, variant: Variant, seats: int) -> None:
        self.variant = variant
        self.seats = seats
        self.tile_set = variant.tiles
        self.layout = variant.layout.bind(variant.tiles, seats)
        self.sides = variant.sides.of(seats)
        self.order = variant.order.table(seats)
        self.zero = (0,) * seats
        self.values = tuple(sorted(variant.values, key=lambda part: part.rank))
        self.ladder = tuple(sorted(variant.ladder, key=lambda rung: rung.rank))
        self.adjustments = tuple(sorted(variant.adjustments, key=lambda part: part.rank))
        tiles = self.tile_set.tiles
        self.plain_held = [(tile.pips, tile, False) for tile in tiles]
        self.dead_held = [(tile.pips, tile, True) for tile in tiles]
        self.has_partners = len(set(self.sides)) < seats
        self._has_copies = len(self.tile_set.faces) < len(self.tile_set)
        self.actions: dict[str, Action] = {action.code: action for action in variant.actions}
        self.host_actions: dict[str, HostAction] = {limit.code: limit for limit in variant.limits}
        self.is_lazy = any(action.lazy for action in variant.actions)
        self._constraints = {
            kind: tuple(c for c in variant.constraints if kind in c.kinds)
            for kind in (*self.actions, *self.host_actions)
        }
        self._permits = {
            constraint.code: tuple(p for p in variant.permits if constraint.code in p.lifts)
            for constraint in variant.constraints
        }
        self.listings: dict[str, Listing] = {
            kind: self._listing(action) for kind, action in self.actions.items()
        }
        self._emptied, self._always, self._stuck = self._sort_endings(variant.endings)
        self.legal = self._legal()
        self._first, *self._fallbacks = self._split_legal()
        self.steps: dict[str, Step] = {
            kind: self._step(action) for kind, action in self.actions.items()
        }
        self.steps.update((k, self._host_step(a)) for k, a in self.host_actions.items())
        self._deal_tiles = variant.dealing.dealer(self)

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

    def judge(self, state: Round) -> Outcome:
        """Decide a finished round."""
        return judge_state(self, state)

    # --- what rules may ask ---------------------------------------------------------------

    def next_seat(self, state: State, seat: Seat) -> Seat:
        """Give the seat whose turn comes after ``seat``'s."""
        after = self.order[seat]
        order = self.variant.order
        if order.may_skip:
            for _ in range(self.seats):
                if not order.skips(state, after):
                    break
                after = self.order[after]
        return after

    def kinds_open(self, state: State, kinds: Collection[str]) -> tuple[Move, ...]:
        """Give the moves of some kinds that the seat to move has, fallback or not."""
        return tuple(
            move for kind in self.actions if kind in kinds for move in self.listings[kind](state)
        )

    # --- legality -------------------------------------------------------------------------

    def action_of(self, move: Move) -> Action | None:
        """Give the action a move belongs to, if the variant has one."""
        return self.actions.get(move.kind) or self.host_actions.get(move.kind)

    def problems(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Give every reason against a move; none when it is legal."""
        if state.to_move is None:
            return (ROUND_OVER,)
        action = self.action_of(move)
        if action is None:
            kinds = ", ".join(self.actions)
            return (
                Reason(
                    code="no-such-move",
                    template="these rules know no {kind}; they know: {kinds}",
                    params={"kind": move.kind, "kinds": kinds},
                ),
            )
        found = list(action.problems(state, move))
        found += [
            constraint.refusal(state, move)
            for constraint in self._constraints[move.kind]
            if self._in_force(constraint, state)
            and constraint.forbids(state, move)
            and not any(p.permits(state, move) for p in self._permits[constraint.code])
        ]
        for kind in action.only_without:
            if kind in self.actions and (better := self._first_of(state, kind)) is not None:
                found.append(
                    self.actions[kind].reason(f"must-{kind}", move=str(move), choice=str(better))
                )
        clauses = self.variant.clauses
        return tuple(
            reason
            if reason.clause or reason.option not in clauses
            else attrs.evolve(reason, clause=clauses[reason.option])
            for reason in found
        )

    def parse(self, state: State, text: str) -> Move:
        """Read the notation of a move, legal or not."""
        word = text.strip()
        for action in (*self.actions.values(), *self.host_actions.values()):
            move = action.parse(state, word)
            if move is not None:
                return move
        if word in BARE_KINDS:
            return Move(kind=BARE_KINDS[word], notation=word)
        if word[:1] == "x":
            tile = self.tile_set.tile(word[1:])
            return Move(kind="discard", notation=f"x{tile}", tile=tile)
        raise InvalidNotationError(
            f"{text!r} is no move of {self.variant.key}{nearest(word, self._examples(state))}",
            text=text,
            part=word,
        )

    def _examples(self, state: State) -> list[str]:
        """Give notations to offer for a mistyped one: the first few legal moves."""
        return [move.notation for move in islice(self.iterate(state), 40)]

    def _first_of(self, state: State, kind: str) -> Move | None:
        return next(iter(self.listings[kind](state)), None)

    @staticmethod
    def _in_force(constraint: Constraint, state: State) -> bool:
        return not (constraint.opening and state.table) and constraint.active(state)

    def _listing(self, action: Action) -> Listing:
        """Make the listing of one kind: what fits, sieved by the constraints of that kind."""
        lister = action.lister(self)
        mine = self._constraints[action.code]
        by_mask = tuple((c, self._permits[c.code]) for c in mine if self._is_mask(c))
        always = tuple(pair for pair in by_mask if not pair[0].opening)
        opening = tuple(pair for pair in by_mask if pair[0].opening)
        one_by_one = tuple(c for c in mine if not self._is_mask(c))

        def sieve(
            state: State, asked: tuple[tuple[Constraint, tuple[Permit, ...]], ...]
        ) -> tuple[int, int]:
            shut = barred = 0
            for constraint, permits in asked:
                if constraint.active(state):
                    closed = constraint.shut(state)
                    for permit in permits if closed else ():
                        closed &= ~permit.opens(state)
                    shut |= closed
                    barred |= constraint.barred(state)
            return shut, barred

        def allowed(state: State, move: Move) -> bool:
            return not any(
                self._in_force(constraint, state)
                and constraint.forbids(state, move)
                and not any(p.permits(state, move) for p in self._permits[constraint.code])
                for constraint in one_by_one
            )

        if one_by_one or action.lazy:

            def listing(state: State) -> Any:
                moves = lister(state, *sieve(state, always if state.table else by_mask))
                if action.lazy:
                    return (move for move in moves if allowed(state, move))
                return tuple([move for move in moves if allowed(state, move)])

        elif always:

            def listing(state: State) -> Any:
                return lister(state, *sieve(state, always if state.table else by_mask))

        else:
            quick = action.quick_lister(self) or (self._plainly(lister))
            if not opening and not action.lays:
                return quick

            def listing(state: State) -> Any:
                if state.table:
                    return quick(state)
                return lister(state, *sieve(state, opening))

        return listing

    @staticmethod
    def _plainly(lister: Lister) -> Listing:
        """Make the listing where nothing is closed or barred."""
        return lambda state: lister(state, 0, 0)  # type: ignore[return-value]  # tuples

    def _is_mask(self, constraint: Constraint) -> bool:
        """
        Say whether a constraint is answered by masks alone.

        One that bars tiles and can be lifted at a place must be asked move by move.
        """
        cls = type(constraint)
        if cls.forbids is not Constraint.forbids:
            return False
        permits = self._permits[constraint.code]
        by_place = all(type(permit).permits is Permit.permits for permit in permits)
        return by_place and (not permits or cls.barred is Constraint.barred)

    def _legal(self) -> Listing:
        """Make the function from a draft to the legal moves of its seat to move."""
        actions = tuple(self.actions.values())
        if self.is_lazy:
            return lambda state: LazyMoves(self, state)  # type: ignore[arg-type, return-value]
        listings = self.listings
        tiers = self._tiers(actions)
        if tiers is None:

            def in_partial_order(state: State) -> tuple[Move, ...]:
                return tuple(self.iterate(state))

            return in_partial_order

        chain = tuple(tuple(listings[action.code] for action in tier) for tier in tiers)
        if all(len(tier) == 1 for tier in chain):
            flat = tuple(tier[0] for tier in chain)

            def one_by_one(state: State) -> tuple[Move, ...]:
                for listing in flat:
                    moves = listing(state)
                    if moves:
                        return moves
                return ()

            return one_by_one

        def tier_by_tier(state: State) -> tuple[Move, ...]:
            for tier in chain:
                moves = tuple([move for listing in tier for move in listing(state)])
                if moves:
                    return moves
            return ()

        return tier_by_tier

    @staticmethod
    def _tiers(actions: Sequence[Action]) -> list[list[Action]] | None:
        """Sort actions into tiers where ``only_without`` is a chain; else None."""
        tiers: list[list[Action]] = []
        above: set[str] = set()
        left = list(actions)
        known = {action.code for action in actions}
        while left:
            tier = [a for a in left if set(a.only_without) & known == above]
            if not tier:
                return None
            tiers.append(tier)
            above |= {action.code for action in tier}
            left = [action for action in left if action not in tier]
        return tiers

    def iterate(self, state: State) -> Iterator[Move]:
        """Give the legal moves one by one, actions in order, fallbacks where they hold."""
        if state.to_move is None:
            return
        offered: dict[str, bool] = {}
        for kind, action in self.actions.items():
            if any(
                offered[other] if other in offered else self._first_of(state, other) is not None
                for other in action.only_without
                if other in self.actions
            ):
                continue
            offered[kind] = False
            for move in self.listings[kind](state):
                offered[kind] = True
                yield move

    # --- steps ----------------------------------------------------------------------------

    def _sort_endings(
        self, endings: Sequence[Ending]
    ) -> tuple[tuple[Ending, ...], tuple[Ending, ...], tuple[Ending, ...]]:
        """
        Group the endings by when they need to be asked.

        Their promises may be used only where asking in groups keeps the order of ranks, and
        ``stuck`` only where moves that lay tiles come first by themselves.
        """
        ranked = sorted(endings, key=lambda ending: ending.rank)
        groups = ("emptied", "always", "stuck")
        places = [groups.index(ending.when) for ending in ranked]
        tiers = self._tiers(tuple(self.actions.values()))
        layers_first = bool(tiers) and all(action.lays for action in (tiers or [[]])[0])
        if places != sorted(places) or not layers_first or self.is_lazy:
            return (), tuple(ranked), ()
        return tuple(  # type: ignore[return-value]  # three groups make a triple
            tuple(e for e in ranked if e.when == group) for group in groups
        )

    def _step(self, action: Action) -> Step:
        """Make the step of one kind of move."""
        plan, kind = self, action.code
        new = object.__new__
        apply = action.doer(self)
        variant = self.variant
        effects = tuple(
            e.after for e in variant.effects if e.kinds is None or kind in e.kinds
        )
        continuations = tuple(
            c.goes_on for c in variant.continuations if c.kinds is None or kind in c.kinds
        )
        skips = variant.order.may_skip
        order = self.order
        finish, emptied, settle = self._finish, self._emptied, self._settle
        always, stuck = self._always, self._stuck
        first, fallback = self._first, self._fall_back
        if not (continuations or skips or effects or always):
            return self._plain_step(apply)

        def step(state: Round, move: Move) -> Round:
            seat: Seat = state.to_move  # type: ignore[assignment]  # a legal move has a mover
            draft: Any = new(RoundDraft)
            draft.plan = plan
            draft.masks = state.masks
            draft.table = state.table
            draft.rest = state.rest
            draft.parent = state
            draft.move = move
            draft.end = draft.judged = None
            draft.turn = FRESH
            if continuations:
                draft.to_move = seat
                draft.turn = action.advance(state.turn, move)
                apply(state, move, draft)
                for goes_on in continuations:
                    if goes_on(state, move, draft):
                        break
                else:
                    draft.turn = FRESH
                    draft.to_move = plan.next_seat(draft, seat) if skips else order[seat]
            elif skips:
                draft.to_move = seat
                apply(state, move, draft)
                draft.to_move = plan.next_seat(draft, seat)
            else:
                draft.to_move = order[seat]
                apply(state, move, draft)
            for effect in effects:
                effect(state, move, draft)
            if emptied and not draft.masks[seat]:
                for ending in emptied:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
            if always:
                return settle(state, move, draft, seat)
            moves = first(draft)
            if not moves:
                for ending in stuck:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
                moves = fallback(draft)
            draft.legal_moves = moves
            draft.__class__ = Round
            return draft  # type: ignore[no-any-return]

        return step

    def _plain_step(self, apply: Callable[[State, Move, Draft], None]) -> Step:
        """
        Make the step of a kind of move that always ends the turn and that nothing watches.

        It does what the general step would; most moves of line games take this shape.
        """
        plan, order, new, turn = self, self.order, object.__new__, FRESH
        emptied, stuck, finish = self._emptied, self._stuck, self._finish
        first, fallback = self._first, self._fall_back

        def step(state: Round, move: Move) -> Round:
            seat: Seat = state.to_move  # type: ignore[assignment]  # a legal move has a mover
            draft: Any = new(RoundDraft)
            draft.plan = plan
            draft.masks = state.masks
            draft.table = state.table
            draft.to_move = order[seat]
            draft.turn = turn
            draft.rest = state.rest
            draft.parent = state
            draft.move = move
            draft.end = draft.judged = None
            apply(state, move, draft)
            if not draft.masks[seat]:
                for ending in emptied:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
            moves = first(draft)
            if not moves:
                for ending in stuck:
                    if ending.ended(state, move, draft):
                        return finish(draft, ending, seat)
                moves = fallback(draft)
            draft.legal_moves = moves
            draft.__class__ = Round
            return draft  # type: ignore[no-any-return]

        return step

    def _fall_back(self, state: Any) -> tuple[Move, ...]:
        """List what there is to do for a seat with nothing in the first tier."""
        for fallback in self._fallbacks:
            moves = fallback(state)
            if moves:
                return moves
        raise self.no_move()

    def _split_legal(self) -> list[Listing]:
        """Give the listing of the first tier and those of its fallbacks, one each."""
        tiers = None if self.is_lazy else self._tiers(tuple(self.actions.values()))
        if tiers is None or any(len(tier) > 1 for tier in tiers):
            return [self.legal]
        return [self.listings[tier[0].code] for tier in tiers]

    def _settle(self, state: Any, move: Move | None, draft: Any, seat: Seat | None) -> Round:
        """Ask every ending by rank, then list the legal moves; freeze the draft."""
        for ending in (*self._emptied, *self._always):
            if ending.ended(state, move, draft):
                return self._finish(draft, ending, seat)
        moves = self._first(draft)
        if not moves:
            for ending in self._stuck:
                if ending.ended(state, move, draft):
                    return self._finish(draft, ending, seat)
            moves = self.legal(draft)
            if not moves:
                raise self.no_move()
        draft.legal_moves = moves
        draft.__class__ = Round
        return draft  # type: ignore[no-any-return]

    def _finish(self, draft: Any, ending: Ending, seat: Seat | None) -> Round:
        draft.to_move = None
        draft.end = (ending.reason_why, seat)
        draft.legal_moves = ()
        draft.__class__ = Round
        return draft  # type: ignore[no-any-return]

    def no_move(self) -> InvalidVariantError:
        """Make the error for rules that leave a player nothing to do."""
        return InvalidVariantError(
            f"the rules of {self.variant.key} leave a player without a move and do not end the "
            "round; add a fallback such as passing, or an ending"
        )

    def _host_step(self, action: HostAction) -> Step:
        """Make the step of a host move: the turn stays where it is unless the move says so."""
        apply = action.doer(self)
        effects = tuple(
            e.after
            for e in self.variant.effects
            if e.kinds is not None and action.code in e.kinds
        )

        def step(state: Round, move: Move) -> Round:
            draft = self.draft()
            for name in ("masks", "table", "rest", "turn", "to_move"):
                setattr(draft, name, getattr(state, name))
            draft.parent, draft.move = state, move
            apply(state, move, draft)
            for effect in effects:
                effect(state, move, draft)
            return self._settle(state, move, draft, move.seat)

        return step

    # --- beginnings -----------------------------------------------------------------------

    def draft(self) -> Any:
        """Make an empty draft of a round."""
        draft: Any = object.__new__(RoundDraft)
        draft.plan = self
        draft.masks = self.zero
        draft.table = self.layout.empty
        draft.turn = FRESH
        draft.to_move = 0
        draft.rest = Rest(dead=self.zero, points=self.zero)
        draft.parent = draft.move = draft.end = draft.judged = None
        draft.legal_moves = ()
        return draft

    def deal(self, setup: Setup, hands: tuple[TileMask, ...] | None, seed: Any) -> Round:
        """Deal a round and let it begin."""
        variant = self.variant
        draft = self.draft()
        chance = Shuffler(seed, setup.number)
        aside = variant.starting.set_aside(self, setup.previous)
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
        draft.rest.__class__ = Rest
        return self._settle(draft, None, draft, None)

    def resume(self, draft: Any) -> Round:
        """Freeze a draft set up from a position that is not over."""
        return self._settle(draft, None, draft, None)

