"""
Which model answers for some rules: the smallest that is exact for them.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from tilerules.layouts.melds import MeldRules
from tilerules.solvers._meld_explicit_steps import ExplicitSteps
from tilerules.solvers._meld_normal_steps import NormalSteps
from tilerules.solvers._meld_steps import Steps
from tilerules.tiles import NumberTile

__all__ = ["loose_steps", "steps_for"]


@lru_cache(maxsize=64)
def steps_for(rules: MeldRules, more_copies: int = 0, *, is_explicit: bool = False) -> Steps:
    """
    Give the tables of some rules, by default in the smallest model that is exact for them.

    Args:
        rules: Which melds are valid.
        more_copies: How many more tiles of a face there may be than the set has.
        is_explicit: Whether every joker has to be placed.
    """
    numbered = [face for face in rules.tile_set.faces if isinstance(face, NumberTile)]
    copies = max(rules.tile_set.copies[face].bit_count() for face in numbered) + more_copies
    is_normal = (
        not is_explicit
        and rules.n_jokers < rules.min_run
        and rules.highest >= 2 * rules.min_run - 1
        and rules.joker_limit == rules.n_jokers
    )
    return NormalSteps(rules, copies) if is_normal else ExplicitSteps(rules, copies)


def loose_steps(rules: MeldRules, more_copies: int = 0) -> Steps:
    """
    Give the tables of some rules, or smaller ones that allow a meld to have all the jokers.
    """
    if 0 < rules.joker_limit < rules.n_jokers:
        steps = steps_for(_without_limit(rules), more_copies)
        if isinstance(steps, NormalSteps):
            return steps
    return steps_for(rules, more_copies)


@lru_cache(maxsize=16)
def _without_limit(rules: MeldRules) -> MeldRules:
    return attrs.evolve(rules, max_jokers_per_meld=None)
