"""
The best turn by an integer programme: how often each meld lies on the new table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from tilerules.melds.meld import MeldRules, all_melds
from tilerules.tiles import Joker, Tile

Column = tuple[tuple[Tile, int], ...]
"""What one more of something takes of each face."""


class Programme:
    """
    One unknown for each meld, and one constraint for each face: as many of it are used as lie
    on the table, or more, up to those of the hand too.

    Where a meld may have all jokers, a joker can stand for any face anywhere. Then melds without
    jokers are enough, with one more unknown for each face: how many jokers stand for it. That
    is a sixth of the unknowns. Otherwise each meld with jokers is an unknown of its own.
    Runs are of fewer than two least lengths, as longer ones fall into such.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.np, self.optimize, self.sparse = (
            import_module(name) for name in ("numpy", "scipy.optimize", "scipy.sparse")
        )
        numbered = [face for face in rules.tile_set.faces if not isinstance(face, Joker)]
        self.faces: list[Tile] = [*numbered, Joker()]
        # So many jokers cannot make a meld by themselves.
        is_any = rules.n_jokers < min(rules.min_run, rules.min_group)
        self.is_compact = is_any and rules.joker_limit == rules.n_jokers
        melds = all_melds(rules, longest_run=2 * rules.min_run - 1)
        columns: list[Column] = sorted(
            {
                tuple(sorted(Counter(meld.tiles).items(), key=lambda one: str(one[0])))
                for meld in melds
                if not (self.is_compact and meld.jokers)
            },
            key=str,
        )
        if self.is_compact:
            columns += [((Joker(), 1), (face, -1)) for face in numbered]
        place = {face: i for i, face in enumerate(self.faces)}
        self.matrix = self.np.zeros((len(self.faces), len(columns)))
        for k, column in enumerate(columns):
            for face, n in column:
                self.matrix[place[face], k] = n

    def best(
        self, hand: Iterable[Tile], table: Iterable[Tile], weights: dict[Tile, int]
    ) -> int | None:
        """Give the most that can be laid; None if not even the table can be arranged."""
        np, optimize = self.np, self.optimize
        held, lying = self._counts(hand), self._counts(table)
        both = held + lying
        # Left out is what takes more than there is; a joker makes up for one natural tile.
        lack = np.maximum(self.matrix - both[:, None], 0)
        usable = (lack[-1] == 0) & (lack[:-1].sum(axis=0) <= self.is_compact * both[-1])
        matrix = self.matrix[:, usable]
        if not matrix.shape[1]:
            return None if lying.sum() else 0
        worth = np.array([weights[face] for face in self.faces], dtype=float)
        found = optimize.milp(
            -(worth @ matrix),
            constraints=optimize.LinearConstraint(self.sparse.csc_array(matrix), lying, both),
            integrality=np.ones(matrix.shape[1]),
            bounds=optimize.Bounds(0, 8),
        )
        return None if found.x is None else round(-found.fun - float(worth @ lying))

    def _counts(self, tiles: Iterable[Tile]) -> Any:
        counted = Counter(tiles)
        return self.np.array([counted[face] for face in self.faces])
