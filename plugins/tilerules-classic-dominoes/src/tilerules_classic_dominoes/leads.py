"""
Who leads: a starting rule for games in which any tile may be laid first.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import attrs

from tilerules import Domino
from tilerules.decks import Shuffler
from tilerules.rules.kinds import Starting
from tilerules.rules.openings import OPENING, PASSED, check_duty
from tilerules.state import Draft, EndReason, PlanLike, Seat, State
from tilerules.texts import say
from tilerules.tiles import TileId, TileMask, bits

__all__ = ["Lead"]

_FIRST = {
    "lot": say("lead.lot", "Who leads the first round is drawn by lot, with any tile"),
    "highest-double": say(
        "lead.highest-double",
        "Whoever holds the highest double leads the first round with it; if nobody has a double, "
        "the heaviest tile leads (of equal ones that with the highest end)",
    ),
}
_LATER = {
    "winner": say(
        "lead.winner",
        "whoever went out leads the next round with any tile, and after a blocked one it begins "
        "like the first",
    ),
    "next-seat": say(
        "lead.next-seat", "the next player in turn leads each later round, with any tile"
    ),
}


@attrs.frozen
class Lead(Starting):
    """
    The first leader by lot or by the highest double; later ones by what happened before.
    """

    code = "lead"
    keeps = (OPENING, PASSED)
    sentence = "{how_first}; {how_later}."

    first: str = attrs.field(default="lot", validator=attrs.validators.in_(_FIRST))
    """Who leads the first round: ``"lot"`` or ``"highest-double"``."""
    later: str = attrs.field(default="winner", validator=attrs.validators.in_(_LATER))
    """Who leads a later one: the last ``"winner"`` by going out, or the ``"next-seat"``."""

    def params(self) -> dict[str, object]:
        how = {"how_first": _FIRST[self.first], "how_later": _LATER[self.later]}
        return {**super().params(), **how}

    def begin(self, draft: Draft, chance: Shuffler) -> None:
        """Find the leader in the rounds before this one, or as in a first round."""
        seat = self._by_history(draft)
        if seat is not None:
            draft.to_move = seat
        elif self.first == "lot":
            draft.to_move = chance.lot(draft.plan.seats)
        else:
            self._by_tile(draft)

    def _by_history(self, draft: Draft) -> Seat | None:
        """Give the leader that the last round settles, if it settles one."""
        if not draft.rest.setup.previous:
            return None
        last: Any = draft.rest.setup.previous[-1]
        if self.later == "winner":
            went_out = last.outcome.reason is EndReason.WENT_OUT
            return last.outcome.leader if went_out else None
        before: Seat | None = last.start.to_move
        # A draft can be read like the state it will be.
        return None if before is None else draft.plan.next_seat(draft, before)

    @staticmethod
    def _by_tile(draft: Draft) -> None:
        """Oblige the holder of the highest double, or else of the heaviest tile, to lead it."""
        tiles = draft.plan.tile_set.dominoes
        held = sum(draft.masks)
        best = max(bits(held), key=lambda tile: _weight(tiles[tile]))
        draft.to_move = next(seat for seat, hand in enumerate(draft.masks) if hand >> best & 1)
        # The constraint that comes with a turn of one tile reads the duty under this key.
        draft.rest = draft.rest.with_ext(OPENING, str(tiles[best]))

    def in_lanes(self, plan: PlanLike) -> Sequence[TileId]:
        """Lead by lot, or by the tiles in the order in which they lead."""
        tiles = plan.tile_set.dominoes
        if self.first == "lot":
            return ()
        return sorted(range(len(tiles)), key=lambda tile: _weight(tiles[tile]), reverse=True)

    def check_kept(self, state: State, key: str, value: Hashable) -> str | None:
        return check_duty(state, key, value)

    def lacked(self, start: State) -> Sequence[tuple[Seat, TileMask]]:
        """Give all that would have led before the tile that leads: nobody holds it."""
        word = start.rest.get(OPENING)
        if word is None:
            return ()
        tile_set = start.plan.tile_set
        led = _weight(tile_set.dominoes[tile_set.id_of(word)])
        better = sum(1 << i for i, tile in enumerate(tile_set.dominoes) if _weight(tile) > led)
        return [(seat, better) for seat in range(start.plan.seats)]


def _weight(tile: Domino) -> tuple[bool, int, int]:
    """Rank a tile for leading: doubles first, then the total, then the higher end."""
    return tile.is_double, tile.pips, tile.high
