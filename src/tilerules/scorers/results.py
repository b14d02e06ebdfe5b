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
    opened: tuple[Seat, ...] | None = None
    """The seats that have opened, where hands were scored without play; None: it was not said."""

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
    def out(self) -> tuple[Seat, ...]:
        """
        The seats that went out: they have no tile left, where the round ended by that.

        Others may have moved since. Who has a dead tile still has a tile.
        """
        if self.reason is not EndReason.WENT_OUT:
            return ()
        named = self.state is None and self.by is not None
        empty = (self.by,) if named else self.staying
        return tuple(
            [
                seat
                for seat in empty
                if seat is not None and not self.hands[seat] and not self.dead[seat]
            ]
        )

    def shares_side(self, seat: Seat, seats: Sequence[Seat]) -> bool:
        """Say whether a seat is one of some seats, or on the side of one."""
        sides = self.plan.sides
        return sides[seat] in [sides[one] for one in seats]

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

    def of_sides(self) -> RoundEnd:
        """
        Give the end as a settlement sees it with partners: every side is one player.

        Its hands and counts are added, and it has left when all of its seats have; ``state`` is
        still that of the seats.
        """
        sides = self.plan.sides
        groups = [[s for s in self.seats if sides[s] == side] for side in sorted(set(sides))]
        fields = {field.name: getattr(self, field.name) for field in attrs.fields(RoundEnd)}
        for name in ("hands", "dead", "counts"):
            fields[name] = tuple([sum(fields[name][seat] for seat in group) for group in groups])
        fields["by"] = next((i for i, group in enumerate(groups) if self.by in group), None)
        gone = set(self.left)
        fields["left"] = tuple([i for i, group in enumerate(groups) if gone.issuperset(group)])
        holds = tuple([sum((self.held_by(seat) for seat in group), ()) for group in groups])
        return _Merged(**fields, holds=holds)

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
    """What each seat holds, those whose hands are added what all of them hold."""

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
