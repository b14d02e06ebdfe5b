"""
How a round is judged: what is held, who wins, what it is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import attrs

from tilerules.state import EndReason, Move, PlanLike, Seat, State
from tilerules.tiles import Tile, TileMask

__all__ = ["Held", "RoundEnd", "Verdict"]

Held: TypeAlias = "tuple[tuple[int, Tile, bool], ...]"
"""One seat's counted tiles: effective value, face, whether it is dead."""


@attrs.frozen
class RoundEnd:
    """
    The end of a round, as rungs, settlement and adjustments see it.
    """

    plan: PlanLike
    """The game as a whole."""
    reason: EndReason
    """Why the round ended."""
    hands: tuple[TileMask, ...]
    """Each seat's hand."""
    dead: tuple[TileMask, ...]
    """Each seat's dead tiles."""
    counts: tuple[int, ...]
    """What is counted against each seat."""
    by: Seat | None = None
    """The seat whose move ended the round, if known."""
    state: State | None = None
    """The final state; None where hands were scored without play."""
    named_tile: Tile | None = None
    """The last tile laid, where hands were scored without play."""
    open_ends: tuple[int, int] | None = None
    """The open ends before the last tile, where hands were scored without play."""
    left: tuple[Seat, ...] = ()
    """The seats that have left the round: they cannot win it."""

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    @property
    def before(self) -> State | None:
        """The state before the last move, if known."""
        return None if self.state is None else self.state.parent

    @property
    def move(self) -> Move | None:
        """The last move, if known."""
        return None if self.state is None else self.state.move

    @property
    def last_tile(self) -> Tile | None:
        """The tile that the last move laid, if it laid one and is known."""
        move = self.move
        if move is None:
            return self.named_tile
        action = self.plan.actions.get(move.kind)
        return move.tile if action is not None and action.lays else None

    @property
    def staying(self) -> Sequence[Seat]:
        """The seats that have not left."""
        return [seat for seat in self.seats if seat not in self.left] if self.left else self.seats

    def held_by(self, seat: Seat) -> Held:
        """Give what a seat holds, at its effective values."""
        return self.plan.hold(self.hands[seat], self.dead[seat])

    @property
    def held(self) -> tuple[Held, ...]:
        """What each seat holds, at its effective values."""
        return tuple(map(self.held_by, self.seats))

    def merged(self, seats: Sequence[Seat]) -> RoundEnd:
        """
        Give the end as it would be if the first of some seats held what all of them hold.

        Each tile keeps the value that it has for its own holder.
        """
        lead = seats[0]

        def gather(values: Sequence[Any], nothing: Any) -> tuple[Any, ...]:
            found = [nothing if seat in seats else value for seat, value in enumerate(values)]
            for seat in seats:
                found[lead] += values[seat]
            return tuple(found)

        fields = {field.name: getattr(self, field.name) for field in attrs.fields(RoundEnd)}
        fields |= {name: gather(fields[name], 0) for name in ("hands", "dead", "counts")}
        return _Merged(**fields, holds=gather(self.held, ()))


@attrs.frozen
class _Merged(RoundEnd):
    """The end of a round in which hands are added."""

    holds: tuple[Held, ...] = attrs.field(kw_only=True)
    """What each seat holds, and the first of a side for all of it."""

    def held_by(self, seat: Seat) -> Held:
        return self.holds[seat]


@attrs.frozen
class Verdict:
    """
    What has been decided about a round so far.
    """

    winners: tuple[Seat, ...]
    """The winning seats, sorted; with partners the whole side; several sides: a tie."""
    points: tuple[int, ...]
    """What the round adds to each seat's total."""
    decided_by: str | None = None
    """The code of the rung that decided; None for a tie."""
    leader: Seat | None = None
    """The seat whose hand was best; None for a tie."""
