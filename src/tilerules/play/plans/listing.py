"""
What fits, sieved: the listing of legal moves, bound once from the parts of a variant.

The generator is not a second source of rules. It lists what mechanically fits and asks the
same constraint and permit objects that refuse a move; it only asks each of them once a state,
for masks of places and tiles, where the part can answer so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

import attrs

from tilerules.play.base import Resolved
from tilerules.rules.kinds import Action, Constraint, Lister, Permit
from tilerules.state import Move, MoverState

__all__ = ["Listing", "Listings", "Sieve", "tiers_of"]

Listing: TypeAlias = Callable[[Any], tuple[Move, ...]]
"""From a state to moves of its seat to move; a lazy action's are an iterator."""


Pairs: TypeAlias = "tuple[tuple[Constraint, tuple[Permit, ...]], ...]"


_MOST_DRAWN = 40
"""Where moves can only be listed, one of so many is drawn."""


class Sieve:
    """
    The constraints and permits of a variant, by the kind of move they concern.
    """

    def __init__(
        self,
        actions: Iterable[Action],
        constraints: Sequence[Constraint],
        permits: Sequence[Permit],
    ) -> None:
        self._by_kind: dict[str, Pairs] = {
            action.code: tuple(
                (one, tuple(permit for permit in permits if one.code in permit.lifts))
                for one in constraints
                if one.concerns(action)
            )
            for action in actions
        }
        self._waiving: dict[str, tuple[Permit, ...]] = {
            action.code: tuple(permit for permit in permits if permit.concerns(action))
            for action in actions
        }

    def waivers(self, kind: str, other: str) -> tuple[Permit, ...]:
        """Give the permits that may allow a kind of move although another kind is possible."""
        return tuple(
            permit for permit in self._waiving.get(kind, ()) if f"must-{other}" in permit.lifts
        )

    def waives(self, state: MoverState, move: Move, other: str) -> bool:
        """Say whether a move is allowed although one of another kind is possible."""
        return any([one.permits(state, move) for one in self.waivers(move.kind, other)])

    def against(self, state: MoverState, move: Move) -> list[Constraint]:
        """Give the constraints that forbid a move and are not lifted for it."""
        return [
            constraint
            for constraint, permits in self._by_kind[move.kind]
            if _forbidden(constraint, permits, state, move)
        ]

    def by_mask(self, kind: str, *, opening: bool) -> Pairs:
        """Give those that masks answer, for the opening alone or for good."""
        return tuple(
            pair for pair in self._by_kind[kind] if _is_mask(*pair) and pair[0].opening is opening
        )

    def one_by_one(self, kind: str) -> Pairs:
        """Give those that must be asked move by move."""
        return tuple(pair for pair in self._by_kind[kind] if not _is_mask(*pair))


def _forbidden(
    constraint: Constraint, permits: tuple[Permit, ...], state: MoverState, move: Move
) -> bool:
    in_force = not (constraint.opening and state.table) and constraint.active(state)
    if not in_force or not constraint.forbids(state, move):
        return False
    return not any([permit.permits(state, move) for permit in permits])


def _is_mask(constraint: Constraint, permits: tuple[Permit, ...]) -> bool:
    """
    Say whether a constraint is answered by masks alone.

    One that bars tiles and can be lifted at a place must be asked move by move.
    """
    cls = type(constraint)
    if cls.forbids is not Constraint.forbids:
        return False
    by_place = all(type(permit).permits is Permit.permits for permit in permits)
    return by_place and (not permits or cls.barred is Constraint.barred)


@attrs.frozen
class _Asked:
    """A constraint bound to the questions it really answers; None for one it leaves open."""

    active: Callable[[MoverState], bool] | None
    shut: Callable[[MoverState], int] | None
    barred: Callable[[MoverState], int] | None
    opens: tuple[Callable[[MoverState], int], ...]

    @classmethod
    def of(cls, constraint: Constraint, permits: tuple[Permit, ...]) -> _Asked:
        kind = type(constraint)
        return cls(
            constraint.active if kind.active is not Constraint.active else None,
            constraint.shut if kind.shut is not Constraint.shut else None,
            constraint.barred if kind.barred is not Constraint.barred else None,
            tuple(permit.opens for permit in permits),
        )

    @property
    def only_shuts(self) -> bool:
        """Whether closing places, for good, is all it does."""
        return self.shut is not None and not (self.active or self.barred or self.opens)

    @property
    def only_bars(self) -> bool:
        """Whether barring tiles, for good, is all it does."""
        return self.barred is not None and not (self.active or self.shut)


def _ask(pairs: Pairs) -> Callable[[MoverState], tuple[int, int]]:
    """Make the function that gives the places that are closed and the tiles that are barred."""
    asked = tuple(_Asked.of(*pair) for pair in pairs)
    if len(asked) == 1 and asked[0].only_shuts:
        shuts: Any = asked[0].shut
        return lambda state: (shuts(state), 0)
    if len(asked) == 1 and asked[0].only_bars:
        bars: Any = asked[0].barred
        return lambda state: (0, bars(state))

    def masks(state: MoverState) -> tuple[int, int]:
        shut = barred = 0
        for one in asked:
            if one.active is not None and not one.active(state):
                continue
            if one.shut is not None:
                closed = one.shut(state)
                for opens in one.opens if closed else ():
                    closed &= ~opens(state)
                shut |= closed
            if one.barred is not None:
                barred |= one.barred(state)
        return shut, barred

    return masks


def _ask_by_table(always: Pairs, opening: Pairs) -> Callable[[MoverState], tuple[int, int]]:
    """Ask the opening's constraints too while nothing lies on the table."""
    later, first = _ask(always), _ask(always + opening)
    if not opening:
        return later
    return lambda state: (later if state.table else first)(state)


def tiers_of(actions: Sequence[Action]) -> list[list[Action]] | None:
    """Sort actions into tiers where ``only_without`` is a chain; else None."""
    tiers: list[list[Action]] = []
    above: set[str] = set()
    left = list(actions)
    known = {action.code for action in actions}
    while left:
        tier = [action for action in left if set(action.only_without) & known == above]
        if not tier:
            return None
        tiers.append(tier)
        above |= {action.code for action in tier}
        left = [action for action in left if action not in tier]
    return tiers


class Listings:
    """
    The listings of a variant for a number of seats.

    Where ``only_without`` makes tiers, :attr:`first` lists the first tier and
    :attr:`fallbacks` the others; where it is only a partial order, :attr:`first` lists all.
    """

    of: Mapping[str, Listing]
    """The listing of each kind of move by itself."""
    tiers: list[list[Action]] | None
    """The actions tier by tier; None where ``only_without`` is only a partial order."""
    first: Listing
    """The listing that is asked first."""
    fallbacks: tuple[Listing, ...]
    """The listings that are asked while those before them have nothing."""
    once_laid: Listing
    """What :attr:`first` lists, for states in which a tile is known to lie."""

    def __init__(self, plan: Resolved, sieve: Sieve) -> None:
        self._actions = plan.actions
        self._sieve = sieve
        self._pickers = {kind: action.picker(plan) for kind, action in plan.actions.items()}
        self._quick: dict[str, Listing] = {}
        self.of = {kind: self._bind(plan, action, sieve) for kind, action in plan.actions.items()}
        self.tiers = tiers_of(tuple(plan.actions.values()))
        self.first = self._in_partial_order
        self.fallbacks = ()
        waived = [
            action
            for action in plan.actions.values()
            if any(sieve.waivers(action.code, other) for other in action.only_without)
        ]
        if waived and self.tiers is not None and not self._is_simple(waived, self.tiers):
            self.tiers = None
        if self.tiers is not None:
            self.first, *rest = (self._tier(tier) for tier in self.tiers)
            self.fallbacks = tuple(rest)
            if waived:
                self.first = self._with_waived(self.first, self.tiers[0], waived)
        self.once_laid = self._once_laid()

    def _bind(self, plan: Resolved, action: Action, sieve: Sieve) -> Listing:
        """Make the listing of one kind: what fits, sieved by the constraints of that kind."""
        # Whichever form is chosen lists what the lister does for the places that are closed and the
        # tiles that are barred, less what some constraint forbids, in the lister's order. The quick
        # form knows no masks: it is for kinds that nothing closes or bars once a tile lies.
        lister = action.lister(plan)
        always = sieve.by_mask(action.code, opening=False)
        opening = sieve.by_mask(action.code, opening=True)
        one_by_one = sieve.one_by_one(action.code)
        if one_by_one or action.lazy:
            return _move_by_move(lister, always, opening, one_by_one, is_lazy=action.lazy)
        if always:
            alone = _Asked.of(*always[0])
            if len(always) == 1 and not opening and alone.only_shuts:
                shut: Any = always[0][0].closer(plan)
                return lambda state: lister(state, shut(state), 0)  # type: ignore[return-value]
            masks = _ask_by_table(always, opening)
            return lambda state: lister(state, *masks(state))  # type: ignore[return-value]
        quick = action.quick_lister(plan) or _plainly(lister)
        self._quick[action.code] = quick
        if not opening and not action.lays:
            return quick

        masks = _ask(opening)

        def listing(state: MoverState) -> Any:
            return quick(state) if state.table else lister(state, *masks(state))

        return listing

    def _tier(self, tier: list[Action]) -> Listing:
        """Make the listing of a tier."""
        if len(tier) == 1:
            return self.of[tier[0].code]
        listings = tuple(self.of[action.code] for action in tier)
        return lambda state: tuple([move for listing in listings for move in listing(state)])

    def _is_simple(self, waived: list[Action], tiers: list[list[Action]]) -> bool:
        """Say whether only the last tier may come although the first one has moves."""
        first, last = ({action.code for action in tiers[at]} for at in (0, -1))
        return {action.code for action in waived} <= last and all(
            other in first or other not in self.of or not self._sieve.waivers(action.code, other)
            for action in waived
            for other in action.only_without
        )

    def _with_waived(self, first: Listing, tier: list[Action], waived: Sequence[Action]) -> Listing:
        """Add to a tier with moves what permits allow beside them."""
        # Where the tier is empty nothing is added: the fallbacks list the later kinds, and no move
        # may be listed twice. Beside a tier that is not, a move stands only if for every kind that
        # has moves some permit says so. That a permit is not active may spare asking it, no more.
        codes = tuple(action.code for action in tier)
        later = [
            (
                self.of[action.code],
                {
                    code: [one.permits for one in self._sieve.waivers(action.code, code)]
                    for code in codes
                },
            )
            for action in waived
        ]

        actives = [
            one.active
            for action in waived
            for code in codes
            for one in self._sieve.waivers(action.code, code)
        ]

        def listing(state: MoverState) -> tuple[Move, ...]:
            moves = first(state)
            if not moves:
                return moves
            for active in actives:
                if active(state):
                    break
            else:
                return moves
            there = {move.kind for move in moves} if len(codes) > 1 else codes
            for more, waivers in later:
                for move in more(state):
                    if all(
                        [any([waive(state, move) for waive in waivers[kind]]) for kind in there]
                    ):
                        moves += (move,)
            return moves

        return listing

    def _once_laid(self) -> Listing:
        """Make the first listing for states in which a tile is known to lie."""
        if self.tiers is None or self.first is not self.of[self.tiers[0][0].code]:
            return self.first
        return self._quick.get(self.tiers[0][0].code, self.first)

    def is_quick(self, action: Action) -> bool:
        """Whether a kind's own quick listing is all that is asked once it has laid a tile."""
        return action.lays and self.once_laid is self._quick.get(action.code)

    def _in_partial_order(self, state: MoverState) -> tuple[Move, ...]:
        return tuple(self.iterate(state))

    def offer(self, state: MoverState, kind: str) -> Move | None:
        """Give the first move of a kind that no other kind stands in the way of."""
        action = self._actions[kind]
        for move in self.of[kind](state):
            if not self.in_the_way(state, action, move):
                return move
        return None

    def in_the_way(self, state: MoverState, action: Action, move: Move) -> list[Move]:
        """Give a possible move of each kind that has to be played rather than this one."""
        found = []
        for kind in action.only_without:
            better = self.offer(state, kind) if kind in self._actions else None
            if better is not None and not self._sieve.waives(state, move, kind):
                found.append(better)
        return found

    def draw(self, state: MoverState, rng: random.Random) -> Move | None:
        """Give a legal move at random: one of a kind, of the kinds that have any."""
        kinds = [*self._actions]
        rng.shuffle(kinds)
        for kind in kinds:
            move = self._draw_of(state, kind, rng)
            if move is not None:
                return move
        return next(self.iterate(state), None)

    def _draw_of(self, state: MoverState, kind: str, rng: random.Random) -> Move | None:
        """Give a legal move of a kind at random."""
        action, pick = self._actions[kind], self._pickers[kind]
        if pick is None:
            moves = list(islice(self.of[kind](state), _MOST_DRAWN))
            move = rng.choice(moves) if moves else None
        else:
            move = pick(state, rng)
            if move is not None and self._sieve.against(state, move):
                move = None
        if move is None or self.in_the_way(state, action, move):
            return None
        return move

    def iterate(self, state: MoverState) -> Iterator[Move]:
        """Give the legal moves one by one, actions in order, fallbacks where they hold."""
        if state.to_move is None:
            return
        offered: dict[str, bool] = {}
        for kind, action in self._actions.items():
            others = [
                other
                for other in action.only_without
                if other in self._actions
                and (offered[other] if other in offered else self.offer(state, other) is not None)
            ]
            offered[kind] = False
            if not all([self._sieve.waivers(kind, other) for other in others]):
                continue
            for move in self.of[kind](state):
                if all([self._sieve.waives(state, move, other) for other in others]):
                    offered[kind] = True
                    yield move


def _plainly(lister: Lister) -> Listing:
    """Make the listing where nothing is closed or barred."""
    return lambda state: lister(state, 0, 0)  # type: ignore[return-value]  # finite: a tuple


def _move_by_move(
    lister: Lister, always: Pairs, opening: Pairs, one_by_one: Pairs, *, is_lazy: bool
) -> Listing:
    """Make the listing where some constraint looks at single moves."""
    masks = _ask_by_table(always, opening)

    def allowed(state: MoverState, move: Move) -> bool:
        return not any([_forbidden(*pair, state, move) for pair in one_by_one])

    def listing(state: MoverState) -> Any:
        moves = lister(state, *masks(state))
        if is_lazy:
            return (move for move in moves if allowed(state, move))
        return tuple([move for move in moves if allowed(state, move)])

    return listing
