"""
Whoever cannot play pays a pip, and the winner takes the pot.

The rule keeps a state of its own: what each seat has paid so far. An *effect* writes it during
play, an *adjustment* reads it when the round is over.
"""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from tilerules import house_rule, param
from tilerules.rules import Effect
from tilerules.scorers import Adjustment, RoundEnd, Verdict
from tilerules.state import Draft, Move, MoverState, State

__all__ = ["PaidPips", "Pot"]

KEY = "auntys-rules/pass-pot"
"""Where the rule keeps what each seat has paid."""


@attrs.frozen
class Pot(Adjustment):
    """Gives the pot to the winner."""

    code = "pot"
    # Adjustments act in the order of their ranks: this one after all that say what a win is
    # worth. Two of one rank would be refused together.
    rank = 900
    sentence = (
        "The winner takes the pot, with partners both of them for the pips of both sides; after "
        "a tie everybody takes their pips back."
    )

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        """Take from each side what it paid, and give all of it to the winners."""
        # Hands that are scored without play have no state, and nobody has paid.
        paid = end.state.rest.get(KEY) if end.state is not None else None
        if paid is None or verdict.decided_by is None:
            return verdict
        sides = end.plan.sides
        points = [*verdict.points]
        for seat in end.seats:
            # Partners score as one: what either has paid is taken from both.
            points[seat] -= sum(paid[other] for other in end.seats if sides[other] == sides[seat])
            if end.shares_side(seat, verdict.winners):
                points[seat] += sum(paid)
        return attrs.evolve(verdict, points=tuple(points))


@house_rule(
    "auntys-rules/pass-pot",
    "Who cannot play pays into a pot",
    text="It goes to the winner of the round; after a tie everybody takes their pips back.",
    variants=("gaple",),
    source="Aunty's kitchen",
    # One house rule may bring several parts; each finds its place by its class.
    put=Pot(),
)
class PaidPips(Effect):
    """Notes what is paid."""

    code = "paid-pips"
    # The keys it writes to. A position that holds others than the parts name is refused.
    keeps = (KEY,)
    # The decision point under which the rule book prints it.
    point = "scorer"
    # It is asked after these kinds of move alone: others cost nothing.
    kinds = ("pass", "discard")
    sentence = "Whoever cannot play, and so passes or lays a dead tile, pays {pips} into the pot."

    pips: int = param(1, "What is paid each time.", least=1, most=25)

    def after(self, state: MoverState, move: Move, draft: Draft) -> None:
        """Add to what the seat has paid: `state` is read, `draft` is written."""
        before = draft.rest.get(KEY, (0,) * draft.plan.seats)
        paid = tuple(
            pips + self.pips if seat == state.to_move else pips for seat, pips in enumerate(before)
        )
        draft.rest = draft.rest.with_ext(KEY, paid)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        """Say what is wrong with a value in a position that somebody has typed."""
        paid = value if isinstance(value, tuple) else ()
        if len(paid) == state.plan.seats and all(type(pips) is int and pips >= 0 for pips in paid):
            return None
        return f"must be {state.plan.seats} whole numbers, what each seat has paid"
