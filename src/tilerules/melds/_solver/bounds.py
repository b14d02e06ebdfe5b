"""
What the tiles still ahead can be worth at most: states that even this does not save are dropped.

A tile counts if it fits any meld at all with the jokers left, by how many tiles of its colour
lie close enough for a run and how many groups its number can make. That is quick to tell, and
never too little.
"""

from __future__ import annotations

from typing import TypeAlias

from tilerules.melds._solver.counts import Places, Row
from tilerules.melds._solver.model import Model
from tilerules.tiles import bits

Fits: TypeAlias = "tuple[list[Row], bool]"
"""For each place, the tiles that fit any meld or have to be used; whether all that have to fit."""


class Bounds:
    """
    Bounds of one question, by jokers left; each is made when first asked for.
    """

    def __init__(self, places: Places, model: Model) -> None:
        self.places = places
        self.model = model
        self.joker_gain = 0 if model.is_normal else max(places.joker_weights)
        self.masks = [
            sum([1 << v for v, n in enumerate(column) if n])
            for column in zip(*places.count, strict=True)
        ]
        self._fits: dict[int, Fits] = {}
        self._rooms: dict[tuple[int, bool], list[int]] = {}

    def fits(self, fillers: int) -> Fits:
        """
        Count the tiles of each place that fit a meld with so many jokers or have to be used.

        Returns:
            The counts by place, and whether every tile that has to be used fits.
        """
        found = self._fits.get(fillers)
        if found is None:
            found = self._fits[fillers] = self._make_fits(fillers)
        return found

    def _make_fits(self, fillers: int) -> Fits:
        model, places, last = self.model, self.places, len(self.places)
        in_run = [_in_runs(mask, model.least, fillers, last) for mask in self.masks]
        doubtful = 0
        for mask, covered in zip(self.masks, in_run, strict=True):
            doubtful |= mask & ~covered
        rows = list(places.count)
        is_possible = True
        for v in bits(doubtful):
            row = rows[v]
            most = model.groups.most(row, fillers) if v < model.rules.highest else 0
            fits = [
                n if covered >> v & 1 or n <= most else most
                for covered, n in zip(in_run, row, strict=True)
            ]
            rows[v] = tuple([max(n, m) for n, m in zip(fits, places.must[v], strict=True)])
            is_possible = is_possible and rows[v] == tuple(fits)
        return rows, is_possible

    def room(self, left: int, is_start: bool) -> list[int]:
        """
        Give, for each place, what the places from it on can add at most with some jokers left.

        Unless all jokers are left, there may be open runs: tiles that continue them count even
        if they fit no meld.
        """
        key = left, is_start
        room = self._rooms.get(key)
        if room is None:
            places, last = self.places, len(self.places)
            rows, _is_possible = self.fits(left)
            room = self._rooms[key] = [0] * last + [left * self.joker_gain]
            for v in range(last - 1, -1, -1):
                weight = places.weights[v]
                gain = weight * (sum(rows[v]) - sum(places.must[v])) if weight else 0
                room[v] = room[v + 1] + gain
            if not is_start:
                for v in range(last):
                    room[v] += self._continued(v, rows, left)
        return room

    def _continued(self, v: int, rows: list[Row], left: int) -> int:
        """Give the weight of tiles from a place on that only fit as part of an open run."""
        count, gain = self.places.count, 0
        for place in range(v, min(v + self.model.least - 1, len(count))):
            if rows[place] != count[place]:
                gain += self.places.weights[place] * sum(
                    [
                        n - kept
                        for n, kept, *before in zip(
                            count[place], rows[place], *count[v:place], strict=True
                        )
                        if n > kept and before.count(0) <= left
                    ]
                )
        return gain


def _in_runs(mask: int, least: int, fillers: int, last: int) -> int:
    """
    Give the places of a colour at which a tile can lie in a run.

    Args:
        mask: The places that have a tile, as bits.
        least: The fewest tiles of a run.
        fillers: How many gaps jokers can fill in one run.
        last: How many places there are.

    Returns:
        Those of the places with a tile, as bits.
    """
    if not fillers:
        starts = mask
        for step in range(1, least):
            starts &= mask >> step
        covered = starts
        for step in range(1, least):
            covered |= starts << step
        return covered
    window = (1 << least) - 1
    covered = 0
    for low in range(last - least + 1):
        if (mask >> low & window).bit_count() + fillers >= least:
            covered |= window << low
    return covered & mask
