"""
A plain Mexican Train engine, written only to check a fast one against it.

Slow and obvious on purpose: hands are sets of pairs, trains are lists of
oriented pairs, and duties, open doubles and blocks are read off the table
anew each time.  It imports nothing of the library.  It plays the default
rules (Puremco) and those of the preset ``satisfy``.  Comments name the clause
(``MT-9``), the example (``MT-E12``) or the decision (``7.1``: section 7,
row 1) of the Mexican Train rules digest that a branch follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

Tile = tuple[int, int]
"""A tile, lower end first; on a train oriented, engine side first."""

Place = int | Literal["M"]
"""A seat's train, or the Mexican train."""


@dataclass(frozen=True)
class Rules:
    """The options of section 6 that this engine plays."""

    double: Literal["follow_up_anywhere", "satisfy"] = "follow_up_anywhere"
    draws: Literal["one_per_obligation", "one_per_turn"] = "one_per_obligation"
    must_play_drawn: bool = False
    dead_double: Literal["void", "stands"] = "void"
    double_blank: int = 0


DEFAULT = Rules()
SATISFY = Rules(double="satisfy", draws="one_per_turn")


class Result(TypedDict):
    """What a finished round comes to; sequences have one entry per seat."""

    reason: Literal["went_out", "blocked"]
    winners: tuple[int, ...]
    counts: tuple[int, ...]
    points: tuple[int, ...]
    decided_by: str | None


def tile(ends: Iterable[int]) -> Tile:
    """Return the tile with these two ends, lower end first."""
    low, high = sorted(ends)
    return low, high


def parse_tiles(text: str) -> list[Tile]:
    """Read ``[1-3][0-0]``, ``1-3 0-0`` or ``1-3,0-0``."""
    pairs = re.findall(r"(\d+)-(\d+)", text)
    return [tile((int(a), int(b))) for a, b in pairs]


def show(face: Tile) -> str:
    """Write a tile, lower end first."""
    return "{}-{}".format(*tile(face))


class NaiveMexicanTrain:
    """
    One round of Mexican Train, changed in place by `play`.

    `stock` is in drawing order.  `engine` is its pip.  If the opener's hand
    holds the engine, laying it is the first move, the bare tile (7.14);
    otherwise it lies on the table already.  `highest` is the tile set's
    highest pip.  All attributes may be set to build a position.
    """

    def __init__(
        self,
        hands: Sequence[Iterable[Iterable[int]]],
        stock: Iterable[Iterable[int]],
        *,
        engine: int,
        opener: int,
        rules: Rules = DEFAULT,
        highest: int = 12,
    ) -> None:
        self.rules = rules
        self.highest = highest
        self.engine = engine
        dealt = [[tile(t) for t in hand] for hand in hands]
        self.hands: list[set[Tile]] = [set(hand) for hand in dealt]
        self.stock: list[Tile] = [tile(t) for t in stock]
        self.trains: dict[Place, list[Tile]] = {
            **{seat: [] for seat in range(len(hands))},
            "M": [],
        }
        self.markers: set[int] = set()
        self.seat = opener
        self.moves: list[str] = []
        # What the table cannot tell about the turn that is being played:
        self.owes_follow_up = False
        self.drew_this_turn = False
        self.drew_since_laying = False
        self.laid_on_own_train = False

        everything = [t for hand in dealt for t in hand] + self.stock
        if len(set(everything)) != len(everything):
            raise ValueError("a tile is dealt twice")
        if not all(self.hands):
            raise ValueError("a hand is empty")
        if not 0 <= opener < len(self.hands):
            raise ValueError("no such seat to open")
        self.engine_laid = self.engine_tile not in everything
        if not self.engine_laid and self.engine_tile not in self.hands[opener]:
            raise ValueError("the engine is not with the opener")

    # --- what can be asked ---

    @property
    def engine_tile(self) -> Tile:
        """Return the double in the middle."""
        return self.engine, self.engine

    @property
    def over(self) -> bool:
        """Return whether the round has ended."""
        return self.reason is not None

    @property
    def reason(self) -> Literal["went_out", "blocked"] | None:
        """Return why the round has ended, None while it goes on."""
        if not all(self.hands):
            return "went_out"  # MT-11; also on a double (7.1)
        if self.blocked():
            return "blocked"
        return None

    @property
    def to_move(self) -> int | None:
        """Return the seat to move, None when the round is over."""
        return None if self.over else self.seat

    def end(self, place: Place) -> int:
        """Return the open end of a train; not started, the engine's number."""
        train = self.trains[place]
        return train[-1][1] if train else self.engine

    def on_table(self) -> set[Tile]:
        """Return every tile that lies on the table, lower end first."""
        laid = {tile(t) for train in self.trains.values() for t in train}
        return laid | ({self.engine_tile} if self.engine_laid else set())

    def binding_double(self) -> Place | None:
        """Return the train whose open double must be covered first."""
        if self.rules.double != "satisfy":
            return None  # follow-up: a double binds only its layer's turn
        for place, train in self.trains.items():
            if train and train[-1][0] == train[-1][1] and self._binds(train[-1][0]):
                return place  # never two at once: a cover is no double
        return None

    def _binds(self, pip: int) -> bool:
        if self.rules.dead_double == "stands":
            return True
        # 7.6: void once all tiles of its number lie on the table.
        of_its_number = {tile((pip, other)) for other in range(self.highest + 1)}
        return not of_its_number <= self.on_table()

    def blocked(self) -> bool:
        """Return whether nobody can ever lay a tile again (section 7)."""
        if self.stock or not self.engine_laid:
            return False
        held = [t for hand in self.hands for t in hand]
        bound = self.binding_double()
        if bound is not None:
            # Satisfy, a double binds: no hand holds its number (7.7).
            return not any(self.end(bound) in t for t in held)
        # Every train counts as open, marked or not.
        return not any(self.end(place) in t for t in held for place in self.trains)

    def legal(self) -> list[str]:
        """Return every legal move of the seat to move, in notation."""
        if self.over:
            return []
        if not self.engine_laid:
            return [show(self.engine_tile)]  # 7.14: a forced move
        placements = self._placements()
        if placements:
            # Must play if able (section 4), with one way out: a tile drawn
            # since the last tile was laid may be declined (MT-5, MT-8).  One
            # draws only when nothing fits, so whatever fits now is that tile.
            if self.drew_since_laying and not self.rules.must_play_drawn:
                return [*placements, "pass"]
            return placements
        if self._may_draw():
            return ["draw"]  # MT-5; for the follow-up MT-8; for a cover [M8]
        return ["pass"]  # MT-9; with the stock empty 7.2

    def _placements(self) -> list[str]:
        bound = self.binding_double()
        moves = []
        for face in sorted(self.hands[self.seat]):
            for place in self.trains:
                allowed = place == bound if bound is not None else self._open_to_mover(place)
                if allowed and self.end(place) in face:
                    moves.append(f"{show(face)}@{place}")
        return moves

    def _open_to_mover(self, place: Place) -> bool:
        # Own train; the Mexican train, at any time; a marked train (MT-10).
        return place == self.seat or place == "M" or place in self.markers

    def _may_draw(self) -> bool:
        if not self.stock:
            return False
        if self.rules.draws == "one_per_turn":
            return not self.drew_this_turn
        return not self.drew_since_laying  # each tile owed has its own draw

    def result(self) -> Result | None:
        """Return the result, None while the round goes on."""
        reason = self.reason
        if reason is None:
            return None
        # MT-12: pips left in hand; in a block everybody counts.
        counts = tuple(
            sum(self.rules.double_blank if t == (0, 0) else sum(t) for t in hand)
            for hand in self.hands
        )
        winners = tuple(s for s, count in enumerate(counts) if count == min(counts))
        return Result(
            reason=reason,
            winners=winners,
            counts=counts,
            points=counts,  # MT-14: a running total, the lowest wins
            decided_by="count" if len(winners) == 1 else None,
        )

    # --- moving ---

    def play(self, text: str) -> None:
        """Make a move; raise ValueError and change nothing if it is illegal."""
        move = self._canonical(text)
        if move not in self.legal():
            raise ValueError(f"{text} is not legal")
        if move == "draw":
            self.hands[self.seat].add(self.stock.pop(0))
            self.drew_this_turn = True
            self.drew_since_laying = True
        elif move == "pass":
            self._end_turn(failed=True)
        elif not self.engine_laid:
            # 7.14: its holder then takes the first turn; nothing is owed.
            self.hands[self.seat].remove(self.engine_tile)
            self.engine_laid = True
        else:
            (face,) = parse_tiles(move)
            where = move.partition("@")[2]
            self._lay(face, "M" if where == "M" else int(where))
        self.moves.append(move)

    def _lay(self, face: Tile, place: Place) -> None:
        hand = self.hands[self.seat]
        hand.remove(face)
        a, b = face
        self.trains[place].append((a, b) if a == self.end(place) else (b, a))
        self.drew_since_laying = False
        if place == self.seat:
            self.laid_on_own_train = True

        if a == b and self.rules.double == "follow_up_anywhere":
            # MT-7; however many doubles, only one more tile (MT-E12).
            self.owes_follow_up = True
        elif a == b and self.rules.double == "satisfy":
            self.owes_follow_up = self.binding_double() is not None
        else:
            self.owes_follow_up = False
        if not hand or not self.owes_follow_up:  # 7.1: no tiles, nothing owed
            self._end_turn(failed=False)

    def _end_turn(self, *, failed: bool) -> None:
        # "Marker, once per turn": any failure puts it on (MT-9), otherwise a
        # tile laid on the own train takes it off (MT-10, 7.4).
        if failed:
            self.markers.add(self.seat)
        elif self.laid_on_own_train:
            self.markers.discard(self.seat)
        self.seat = (self.seat + 1) % len(self.hands)
        self.owes_follow_up = False
        self.drew_this_turn = False
        self.drew_since_laying = False
        self.laid_on_own_train = False

    def _canonical(self, text: str) -> str:
        """Write a move as `legal` does: lower end first."""
        found = re.fullmatch(r"(\d+)-(\d+)(@(?:M|\d+))?", text)
        if not found:
            return text
        a, b, where = found.groups(default="")
        face = show((int(a), int(b)))
        if not where:
            places = [move for move in self.legal() if move.startswith(face + "@")]
            if len(places) == 1:
                return places[0]  # a bare tile where one position results
        return face + where
