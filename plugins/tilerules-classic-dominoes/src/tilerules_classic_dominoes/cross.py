"""
The cross: a line whose first double is a spinner, on which two further arms may grow.

A state is ``()`` or ``(line, spinner, up, down, looks)``. *line*, *up* and *down* are rows as in
:mod:`tilerules.layouts.rows`, the line from left to right and the arms outwards; *spinner* is the
place of the spinner in the line, counted in tiles, or -1. What the open ends look like can be told
from these; it is kept too, for rules ask for it after every move. As text, tiles lie as they are
written and the spinner has a star: ``4-5,5-5*,5-1/5-0/5-2``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypedDict, TypeVar

import attrs

from tilerules import Domino, InvalidNotationError
from tilerules.decks import TileSet
from tilerules.layouts.base import BoundPlaces, Layout, OpenEnd, PlaceId, PlaceMask, Reading
from tilerules.layouts.data import FORMS, EndData, PlacedData, end_data, layout_data, placed
from tilerules.layouts.rows import Halves, dump_row, halves, load_row, row_tiles
from tilerules.texts import Text, say
from tilerules.tiles import Pips, TileId, TileMask

__all__ = ["BoundCross", "Cross", "CrossLayout", "CrossState", "End"]

Look: TypeAlias = "tuple[Pips, int]"
"""What an end looks like: its number, and how many times that counts."""

Laid: TypeAlias = "tuple[bytes, int, bytes, bytes, tuple[Look, ...]]"
"""The state once a tile lies: line, place of the spinner, the two arms, and the open ends."""

CrossState: TypeAlias = "tuple[()] | Laid"
"""What :class:`BoundCross` reads and changes."""

M = TypeVar("M")

LEFT, RIGHT, UP, DOWN = range(4)


@attrs.frozen
class End(OpenEnd):
    """
    One place where a tile may go: ``"L"`` and ``"R"`` on the line, ``"U"`` and ``"D"`` on the arms.
    """

    pips: Pips
    """The number to be matched."""
    times: int = 1
    """How many times it counts: 2 with a double across the end, 0 while an arm has not begun."""

    @property
    def counts(self) -> int:
        """What it adds to the total of the open ends."""
        return self.pips * self.times


@attrs.frozen
class Cross(Reading):
    """
    A cross as it lies on the table.
    """

    line: Halves = ()
    """The line from left to right."""
    spinner: int | None = None
    """The place of the spinner in the line; None while no double lies."""
    up: Halves = ()
    """The arm on one side of the spinner, outwards."""
    down: Halves = ()
    """The arm on its other side, outwards."""
    open_ends: tuple[End, ...] = ()
    """Every place where a tile may go now."""
    has_spinner: bool = attrs.field(default=True, kw_only=True, repr=False)
    """Whether the first double is a spinner."""

    @property
    def ends(self) -> tuple[Pips, ...] | None:
        """The numbers to be matched; None on an empty table."""
        return tuple(end.pips for end in self.open_ends) or None

    @property
    def total(self) -> int:
        """What the open ends add up to."""
        return sum(end.counts for end in self.open_ends)

    @property
    def tiles(self) -> tuple[Domino, ...]:
        """The line from left to right, then each arm outwards, ``U`` before ``D``."""
        return tuple(Domino(*half) for half in (*self.line, *self.up, *self.down))

    def __len__(self) -> int:
        return len(self.line) + len(self.up) + len(self.down)

    def __str__(self) -> str:
        words = [f"[{one}|{two}]" for one, two in self.line]
        if self.spinner is not None:
            words[self.spinner] += "*"
        lines = ["".join(words)]
        for name, arm in (("up", self.up), ("down", self.down)):
            if arm:
                lines.append(f"{name}: " + "".join(f"[{one}|{two}]" for one, two in arm))
        return "\n".join(lines)


class CrossData(TypedDict):
    """A cross as plain data."""

    kind: Literal["cross"]
    """Which form it is."""
    line: list[PlacedData]
    """From left to right."""
    spinner: int | None
    """The place of the spinner in the line, from 0; null while no double lies."""
    up: list[PlacedData]
    """The arm on one side of the spinner, outwards."""
    down: list[PlacedData]
    """The arm on its other side, outwards."""
    ends: list[EndData]
    """Every place where a tile may go now."""
    total: int
    """What the open ends add up to."""


FORMS.append(CrossData)


@layout_data.register
def _(layout: Cross) -> CrossData:
    return {
        "kind": "cross",
        "line": placed(layout.line),
        "spinner": layout.spinner,
        "up": placed(layout.up),
        "down": placed(layout.down),
        "ends": [end_data(end) for end in layout.open_ends],
        "total": layout.total,
    }


@attrs.frozen
class CrossLayout(Layout):
    """
    One line; its first double may grow two further arms.
    """

    code = "cross"
    sentence = "Tiles are laid to open ends so that the touching halves match."

    spinner: bool = True
    """Whether the first double is a spinner."""

    def describe(self) -> tuple[Text, ...]:
        plain = "All tiles form one line; a double has two ends like any tile."
        told = say("cross-spinner", plain)
        if self.spinner:
            told = say(
                "cross-spinner",
                "The first double is the spinner: when a tile lies on both its long sides, a line "
                "may begin at each of its two short ends too. Later doubles are ordinary tiles.",
            )
        return (*super().describe(), told)

    def bind(self, tile_set: TileSet, seats: int) -> BoundCross:
        return BoundCross(tile_set, has_spinner=self.spinner)


class BoundCross(BoundPlaces):
    """A cross of the dominoes of one set."""

    def __init__(self, tile_set: TileSet, *, has_spinner: bool) -> None:
        self.tile_set = tile_set
        self.empty: CrossState = ()
        self.has_spinner = has_spinner
        self.labels = ("L", "R", "U", "D") if has_spinner else ("L", "R")

    def places(self, state: CrossState) -> Sequence[PlaceId]:
        """Give the ends of the line, and the arms once the spinner has a neighbour each side."""
        return range(len(state[4])) if state else (LEFT,)

    @staticmethod
    def _state(line: bytes, spinner: int, up: bytes, down: bytes) -> Laid:
        """Look at the open ends: all that matters to what can be laid and scored there."""
        # A double alone on the table is both ends at once: each is one of its halves.
        left, right, is_long = line[0], line[-1], len(line) > 2
        ends: tuple[Look, ...] = (
            (left, 2 if is_long and left == line[1] else 1),
            (right, 2 if is_long and right == line[-2] else 1),
        )
        if 0 < spinner < len(line) // 2 - 1:
            for arm in (up, down):
                look = (arm[-1], 1 + (arm[-1] == arm[-2])) if arm else (line[2 * spinner], 0)
                ends += (look,)
        return line, spinner, up, down, ends

    def total(self, state: CrossState) -> int:
        """Give what the open ends add up to."""
        total = 0
        for pips, times in state[4] if state else ():
            total += pips * times
        return total

    def fitting(self, state: CrossState, place: PlaceId) -> TileMask:
        """Give the tiles that show the number at an end; anything on an empty table."""
        return self.tile_set.showing[state[4][place][0]] if state else self.tile_set.full

    def same_as(self, state: CrossState, tile: TileId, place: PlaceId) -> PlaceId:
        """
        Give the first of the ends that are alike.

        Only open ends matter to what can be laid and scored later: two are alike when they show
        the same number and it counts as many times.
        """
        return state[4].index(state[4][place]) if state else LEFT

    def lister(
        self, make: Callable[[TileId, PlaceId], M]
    ) -> Callable[[CrossState, TileMask, PlaceMask, TileMask], tuple[M, ...]]:
        # Moves and order are the plain listing's: an end that looks like one before it is left out.
        showing = self.tile_set.showing
        ready = [
            {1 << tile: make(tile, place) for tile in range(len(self.tile_set))}
            for place in range(len(self.labels))
        ]

        def moves(
            state: CrossState, hand: TileMask, shut: PlaceMask, barred: TileMask
        ) -> tuple[M, ...]:
            hand &= ~barred
            found: list[M] = []
            looks: tuple[Look, ...] = state[4] if state else ()
            for place, look in enumerate(looks):
                mine = hand & showing[look[0]]
                if mine and not shut >> place & 1 and looks.index(look) == place:
                    here = ready[place]
                    while mine:
                        low = mine & -mine
                        found.append(here[low])
                        mine ^= low
            return tuple(found)

        return moves

    def put(self, state: CrossState, seat: int, tile: TileId, place: PlaceId) -> CrossState:
        domino = self.tile_set.dominoes[tile]
        is_spinner = self.has_spinner and domino.is_double
        if not state:
            return self._state(bytes((domino.low, domino.high)), -1 + is_spinner, b"", b"")
        line, spinner, up, down, looks = state
        pips = looks[place][0]
        outwards = bytes((pips, domino.other(pips)))
        if place == LEFT:
            spinner = spinner + 1 if spinner >= 0 else -1 + is_spinner
            line = outwards[::-1] + line
        elif place == RIGHT:
            if is_spinner and spinner < 0:
                spinner = len(line) // 2
            line += outwards
        elif place == UP:
            up += outwards
        else:
            down += outwards
        return self._state(line, spinner, up, down)

    def tiles(self, state: CrossState) -> TileMask:
        return row_tiles(self.tile_set, b"".join(state[:1] + state[2:4])) if state else 0

    def read(self, state: CrossState) -> Cross:
        if not state:
            return Cross(has_spinner=self.has_spinner)
        line, spinner, up, down, looks = state
        ends = tuple(End(label, *look) for label, look in zip(self.labels, looks, strict=False))
        at = spinner if spinner >= 0 else None
        arms = halves(up), halves(down)
        return Cross(halves(line), at, *arms, ends, has_spinner=self.has_spinner)

    def dump(self, state: CrossState) -> str:
        """Write ``4-5,5-5*,5-1/5-0/5-2``; arms only where one has begun."""
        if not state:
            return ""
        line, spinner, up, down, _looks = state
        words = dump_row(line).split(",")
        if spinner >= 0:
            words[spinner] += "*"
        return "/".join([",".join(words), *[dump_row(arm) for arm in (up, down) if up or down]])

    def load(self, text: str) -> CrossState:
        if not text:
            return ()
        first, *arms = text.split("/")
        if len(arms) not in (0, 2):
            raise InvalidNotationError(f"write both arms or none, not {text!r}", text=text)
        words = first.split(",")
        stars = [at for at, word in enumerate(words) if word.endswith("*")]
        rows = (",".join(word.removesuffix("*") for word in words), *(arms or ("", "")))
        line, up, down = (load_row(self.tile_set, row, whole=text) for row in rows)
        if not line:
            raise InvalidNotationError(f"an arm, and no line, in {text!r}", text=text)
        # What is let through can have been laid: rows match, and so do arms with the spinner.
        spinner = stars[0] if stars else -1
        state = self._state(line, spinner, up, down)
        tiles = self.read(state).tiles
        has_double = any(tile.is_double for tile in tiles)
        near, far = line[2 * spinner :][:2]
        problems = {
            "a tile lies twice": len(set(tiles)) < len(tiles),
            f"{len(stars)} tiles have a star, the mark of the spinner,": len(stars)
            != (self.has_spinner and has_double),
            "the spinner is no double": bool(stars) and near != far,
            "an arm has begun before the spinner had a neighbour on each side": (up or down)
            and len(state[4]) < 4,
            "an arm does not match the spinner": any(arm and arm[0] != near for arm in (up, down)),
        }
        for problem, holds in problems.items():
            if holds:
                raise InvalidNotationError(f"{problem} in {text!r}", text=text)
        return state
