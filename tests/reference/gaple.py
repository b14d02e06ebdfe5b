"""
A plain Gaple engine, written only to check a fast one against it.

Slow and obvious on purpose: hands are sets of pairs, the line is a list of
oriented pairs, and every question is answered by looking at all tiles anew.
It imports nothing of the library.  Comments name the clause (``SL-6``), the
section (``3.11``: section 3, item 11) or the decision (``7.9``: section 7,
row 9) of the Gaple rules digest that a branch follows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

Tile = tuple[int, int]
"""A tile, lower end first; on the line oriented, left end first."""

Group = tuple[int, ...]
"""Seats that are compared as one: a single seat, or a side."""

Rung = Literal["lowest_tile", "lowest_end", "fewest_tiles", "locker"]

DOUBLES = frozenset((pip, pip) for pip in range(7))
BELOW_EVERY_TILE = -1


@dataclass(frozen=True)
class WinBonuses:
    """Points of a win by the way it came about (3.11)."""

    normal: int = 1
    both_ends: int = 3
    double: int = 4
    block: int = 1
    block_lost: int = 2


@dataclass(frozen=True)
class Rules:
    """The options of section 6 that bear on play and scoring."""

    cannot_play: Literal["discard", "pass", "draw"] = "discard"
    draw_up_to: int | None = None
    """Most draws in one turn; None: until a tile fits or the stock is empty."""
    end_on_discard: bool = True
    winner: Literal["lowest_score", "out_wins"] = "lowest_score"
    blank_double: Literal["0", "25", "2_1"] = "0"
    blank_scope: Literal["counted", "live"] = "counted"
    tiebreak: tuple[Rung, ...] = ("lowest_tile", "lowest_end")
    tiebreak_tiles: Literal["counted", "live"] = "counted"
    partners: Literal["individual_winner", "sum"] | None = None
    direction: Literal["clockwise", "counter_clockwise"] = "clockwise"
    win_bonuses: WinBonuses | None = None
    pass_points: int = 0
    """Points for each pass forced upon an opponent (3.12)."""

    @property
    def step(self) -> int:
        """Return what to add to a seat to get the next one."""
        return 1 if self.direction == "clockwise" else -1


@dataclass(frozen=True)
class Ending:
    """How a round came to its end."""

    reason: Literal["went_out", "blocked"]
    seat: int | None = None
    """Who went out; in a block, who laid the last tile (None: nobody did)."""
    last_tile: Tile | None = None
    """The tile played to go out; None after a dead tile, or in a block."""
    ends_before: tuple[int, int] | None = None
    """The open ends just before that tile was played."""


class Result(TypedDict):
    """What a finished round comes to; sequences have one entry per seat."""

    reason: Literal["went_out", "blocked"]
    winners: tuple[int, ...]
    counts: tuple[int, ...]
    points: tuple[int, ...]
    decided_by: str | None
    leader: int | None
    """The one seat that opens next; None after an unresolved tie."""


# --- notation ---------------------------------------------------------------


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


# --- the round --------------------------------------------------------------


class NaiveGaple:
    """One round of Gaple, changed in place by `play`."""

    def __init__(
        self,
        hands: Sequence[Iterable[Iterable[int]]],
        *,
        opener: int,
        opening: Collection[Iterable[int]] | None = None,
        turned_up: Iterable[int] | None = None,
        stock: Iterable[Iterable[int]] = (),
        rules: Rules = Rules(),
    ) -> None:
        self.rules = rules
        dealt = [[tile(t) for t in hand] for hand in hands]
        self.hands: list[set[Tile]] = [set(hand) for hand in dealt]
        self.dead: list[set[Tile]] = [set() for _ in hands]
        self.line: list[Tile] = []
        self.stock: list[Tile] = [tile(t) for t in stock]
        self.opening = None if opening is None else {tile(t) for t in opening}
        self.pass_points = [0] * len(hands)
        self.last_layer: int | None = None
        self.drawn = 0
        self.moves: list[str] = []
        self.ending: Ending | None = None
        self._seat = opener
        if turned_up is not None:
            self.line.append(tile(turned_up))  # SL-10; 2-6 gives the ends 2/6

        self._check_deal([t for hand in dealt for t in hand])
        if self._blocked():
            # A turned-up tile that nobody can match: blocked before any move.
            self.ending = Ending("blocked", None)

    def _check_deal(self, dealt: list[Tile]) -> None:
        everything = dealt + self.line + self.stock
        if len(set(everything)) != len(everything):
            raise ValueError("a tile is dealt twice")
        if not all(self.hands):
            raise ValueError("a hand is empty")
        if not 0 <= self._seat < len(self.hands):
            raise ValueError("no such seat to open")
        if self.rules.partners and len(self.hands) != 4:
            raise ValueError("partners need four seats")  # 7.10
        if self.opening is not None:
            if self.line:
                raise ValueError("a turned-up tile leaves no opening tile to choose")
            if not self.opening & self.hands[self._seat]:
                raise ValueError("the opener holds none of the opening tiles")

    # --- what can be asked ---

    @property
    def over(self) -> bool:
        """Return whether the round has ended."""
        return self.ending is not None

    @property
    def to_move(self) -> int | None:
        """Return the seat to move, None when the round is over."""
        return None if self.over else self._seat

    @property
    def ends(self) -> tuple[int, int] | None:
        """Return the two open ends, None while the line is empty."""
        if not self.line:
            return None
        return self.line[0][0], self.line[-1][1]

    def legal(self) -> list[str]:
        """Return every legal move of the seat to move, in notation."""
        if self.over:
            return []
        hand = sorted(self.hands[self._seat])
        placements = self._placements(hand)
        if placements:
            return placements  # must play when able (section 4, first row)
        if self.rules.cannot_play == "discard":
            return ["x" + show(t) for t in hand]  # SL-13: of his choice
        if self.rules.cannot_play == "draw" and self._may_draw():
            return ["draw"]
        return ["pass"]  # SL-15; with draws: stock empty, or enough drawn

    def result(self) -> Result | None:
        """Return the result, None while the round goes on."""
        if self.ending is None:
            return None
        return score(self.hands, self.dead, self.ending, self.rules, self.pass_points)

    # --- moving ---

    def play(self, text: str) -> None:
        """Make a move; raise ValueError and change nothing if it is illegal."""
        move = self._canonical(text)
        if move not in self.legal():
            raise ValueError(f"{text} is not legal")
        seat = self._seat
        hand = self.hands[seat]
        ends_before = self.ends
        played: Tile | None = None

        if move == "draw":
            hand.add(self.stock.pop(0))
            self.drawn += 1
        elif move == "pass":
            self._reward_forced_pass(seat)
        elif move.startswith("x"):
            (face,) = parse_tiles(move)
            hand.remove(face)
            self.dead[seat].add(face)  # SL-14: counts against its owner
        else:
            (played,) = parse_tiles(move)
            hand.remove(played)
            self._lay(played, at_left=move.endswith("@L"))
            self.last_layer = seat
        self.moves.append(move)

        # SL-16 names the empty hand first, so it goes before the block (7.6).
        if not hand and (played is not None or self.rules.end_on_discard):
            before = None if played is None else ends_before
            self.ending = Ending("went_out", seat, played, before)
        elif self._blocked():
            self.ending = Ending("blocked", self.last_layer)
        elif move != "draw":
            self._next_turn()

    def _placements(self, hand: Sequence[Tile]) -> list[str]:
        if self.ends is None:
            # The opening tile carries no end; `opening` may restrict it.
            allowed = set(hand) if self.opening is None else self.opening
            return [show(t) for t in hand if t in allowed]
        left, right = self.ends
        moves = []
        for face in hand:
            if left in face:
                moves.append(show(face) + "@L")  # SL-6
            if right in face and right != left:  # equal ends: one move (SL-E8)
                moves.append(show(face) + "@R")
        return moves

    def _may_draw(self) -> bool:
        limit = self.rules.draw_up_to
        return bool(self.stock) and (limit is None or self.drawn < limit)

    def _lay(self, face: Tile, *, at_left: bool) -> None:
        a, b = face
        if self.ends is None:
            self.line.append(face)
        elif at_left:
            left = self.ends[0]
            self.line.insert(0, (a, b) if b == left else (b, a))
        else:
            right = self.ends[1]
            self.line.append((a, b) if a == right else (b, a))

    def _reward_forced_pass(self, passer: int) -> None:
        # 7.15: to whoever laid the last tile, unless that is the passer's
        # partner; 3.12 speaks of an opponent, so never to the passer.
        layer = self.last_layer
        if layer is None or layer == passer:
            return
        if self.rules.partners and same_side(layer, passer):
            return
        for seat in range(len(self.pass_points)):
            # A side has one account.
            if seat == layer or (self.rules.partners and same_side(seat, layer)):
                self.pass_points[seat] += self.rules.pass_points

    def _blocked(self) -> bool:
        # SL-16, 7.7: seen from the tiles, at once; an empty line is open.
        if self.ends is None:
            return False
        if self.rules.cannot_play == "draw" and self.stock:
            return False
        return not any(end in t for hand in self.hands for t in hand for end in self.ends)

    def _next_turn(self) -> None:
        self.drawn = 0
        self._seat = (self._seat + self.rules.step) % len(self.hands)
        while not self.hands[self._seat]:  # only where a discard does not end it (7.8)
            self._seat = (self._seat + self.rules.step) % len(self.hands)

    def _canonical(self, text: str) -> str:
        """Write a move as `legal` does: lower end first, equal ends as left."""
        found = re.fullmatch(r"(x?)(\d+)-(\d+)(@[LR])?", text)
        if not found:
            return text
        dead, a, b, end = found.groups(default="")
        face = show((int(a), int(b)))
        if dead:
            return dead + face + end
        if end == "@R" and self.ends is not None and self.ends[0] == self.ends[1]:
            end = "@L"  # SL-E8
        if not end:
            places = [move for move in self.legal() if move.startswith(face + "@")]
            if len(places) == 1:
                return places[0]  # a bare tile where one position results
        return face + end


# --- scoring ----------------------------------------------------------------


def same_side(one: int, other: int) -> bool:
    """Return whether two seats are partners: 0+2 against 1+3."""
    return one % 2 == other % 2


def tile_value(face: Tile, live: Collection[Tile], dead: Collection[Tile], rules: Rules) -> int:
    """Return what one counted tile of a player is worth."""
    if face != (0, 0):
        return sum(face)  # SL-17
    if rules.blank_double == "0":
        return 0
    # Only the player's own tiles can save the blank double (7.11).
    saving = [*live, *dead] if rules.blank_scope == "counted" else [*live]
    other_blank = any(0 in t for t in saving if t != (0, 0))
    if rules.blank_double == "25":
        return 0 if other_blank else 25  # SL-18, SL-19
    return 1 if other_blank else 2  # section 3, item 6


def score(
    live: Sequence[Collection[Tile]],
    dead: Sequence[Collection[Tile]],
    ending: Ending,
    rules: Rules = Rules(),
    pass_points: Sequence[int] | None = None,
) -> Result:
    """Judge a finished round from the tiles that are left."""
    seats = range(len(live))
    live = [[tile(t) for t in hand] for hand in live]
    dead = [[tile(t) for t in hand] for hand in dead]

    def values(seat: int, tiles: Iterable[Tile]) -> list[tuple[int, int]]:
        """Return (worth, low end) of tiles of this seat, the lowest first."""
        return sorted((tile_value(t, live[seat], dead[seat], rules), t[0]) for t in tiles)

    def looked_at(seat: int) -> list[tuple[int, int]]:
        """Return the same of those tiles that take part in tie-breaks."""
        counted = rules.tiebreak_tiles == "counted"
        return values(seat, [*live[seat], *(dead[seat] if counted else ())])

    counts = [sum(v for v, _ in values(s, [*live[s], *dead[s]])) for s in seats]

    def rung(name: str, group: Group) -> int:
        """Return what a group of seats has on one rung; the lowest stays."""
        tiles = sorted(pair for seat in group for pair in looked_at(seat))
        if name == "count":
            return sum(counts[seat] for seat in group)  # SL-20
        if name == "lowest_tile":
            return tiles[0][0] if tiles else BELOW_EVERY_TILE  # SL-21, 1.4
        if name == "lowest_end":
            return tiles[0][1] if tiles else BELOW_EVERY_TILE  # SL-22
        if name == "fewest_tiles":
            return len(tiles)  # section 3, item 7
        if name == "locker":  # section 3, item 8
            return 0 if ending.reason == "blocked" and ending.seat in group else 1
        raise ValueError(f"no such rung: {name}")

    def climb(groups: list[Group], names: Sequence[str]) -> tuple[list[Group], str | None]:
        """Return who is left after all rungs, and the last that removed one."""
        decided_by = None
        for name in names:
            best = min(rung(name, group) for group in groups)
            kept = [group for group in groups if rung(name, group) == best]
            if len(kept) < len(groups):
                decided_by = name.replace("_", "-")
            groups = kept
        return groups, decided_by

    groups: list[Group] = [(0, 2), (1, 3)] if rules.partners == "sum" else [(s,) for s in seats]

    decided_by: str | None
    leader: int | None = None
    out = ending.seat
    if (
        rules.winner == "out_wins"
        and ending.reason == "went_out"
        and out is not None
        and ending.last_tile is not None
        and not dead[out]
    ):
        # 7.1: only a last tile played by a seat without dead tiles.
        left, decided_by = [group for group in groups if out in group], "went-out"
        leader = out
    else:
        left, decided_by = climb(groups, ["count", *rules.tiebreak])
        if len(left) == 1:
            # 7.19: of a side the seat with the lower count, then lowest tile,
            # then its lowest end.  A single seat leads itself.
            alone: list[Group] = [(seat,) for seat in left[0]]
            best, _ = climb(alone, ["count", "lowest_tile", "lowest_end"])
            leader = best[0][0] if len(best) == 1 else None

    winners = [seat for group in left for seat in group]
    if rules.partners:  # SL-26: the side of the individual winner
        winners = [s for s in seats if any(same_side(s, w) for w in winners)]
        tied = len(winners) > 2
    else:
        tied = len(winners) > 1
    if tied:
        decided_by = None

    points = list(pass_points or [0] * len(live))  # 7.18: these are added
    if not tied:  # 7.18: an unresolved tie gives 0 to all
        for seat in winners:
            points[seat] += win_points(ending, winners, rules)
    return Result(
        reason=ending.reason,
        winners=tuple(sorted(winners)),
        counts=tuple(counts),
        points=tuple(points),
        decided_by=decided_by,
        leader=leader,
    )


def win_points(ending: Ending, winners: Collection[int], rules: Rules) -> int:
    """Return what each winner gets (7.18; bonuses 3.11)."""
    bonuses = rules.win_bonuses
    if bonuses is None:
        return 1
    if ending.reason == "blocked":
        shot = ending.seat is not None and ending.seat not in winners
        return bonuses.block_lost if shot else bonuses.block
    if ending.seat not in winners or ending.last_tile is None:
        return bonuses.normal  # won by the count, not by the last tile
    a, b = ending.last_tile
    if a == b:
        return bonuses.double  # 7.14: the double bonus only
    if ending.ends_before is not None and {a, b} == set(ending.ends_before):
        return bonuses.both_ends  # 7.14: two different open ends
    return bonuses.normal


# --- who opens, four seats with seven tiles each ----------------------------


def first_opener(
    hands: Sequence[Collection[Iterable[int]]],
) -> tuple[int, frozenset[Tile]]:
    """Return who opens the first round, and with what: 0-0 (SL-4, SL-7)."""
    for seat, hand in enumerate(hands):
        if (0, 0) in {tile(t) for t in hand}:
            return seat, frozenset({(0, 0)})
    raise ValueError("nobody holds 0-0")  # 7.4


def next_opener(
    previous_results: Sequence[Result],
    hands: Sequence[Collection[Iterable[int]]],
    rules: Rules = Rules(),
) -> tuple[int, frozenset[Tile] | None]:
    """Return who opens after these rounds, and the tiles that may open."""
    leaders = [r["leader"] for r in previous_results if r["leader"] is not None]
    if not leaders:
        return first_opener(hands)  # 7.9: the opening tile again
    # SL-8; 7.9: after an unresolved tie the right has not passed, so it is
    # still with the winner of the last round that somebody won.
    entitled = leaders[-1]
    for distance in range(len(hands)):
        seat = (entitled + distance * rules.step) % len(hands)  # SL-9, 7.3
        doubles = DOUBLES & {tile(t) for t in hands[seat]}
        if doubles:
            return seat, frozenset(doubles)
    return entitled, None  # 7.2: any tile


def round_double(number: int) -> Tile:
    """Return the opening tile of round `number`, from 1 (section 3, item 5)."""
    return (number - 1) % 7, (number - 1) % 7
