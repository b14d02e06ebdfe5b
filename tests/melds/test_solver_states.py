"""
Which state of the meld solver may be dropped for another.
"""

from __future__ import annotations

from itertools import product

import pytest

from tilerules.decks import numbered_set
from tilerules.melds._solver.normal import NormalModel
from tilerules.melds.meld import MeldRules


def completes(runs: tuple[int, ...], tiles: tuple[int, ...], least: int) -> bool:
    """
    Say whether open runs can be completed with all tiles of the places that follow.

    Every run below the least length needs a tile at each place; a complete one may take one or
    end; a tile may begin a run where a slot is free.
    """
    if not tiles:
        return all(length in (0, least) for length in runs)
    choices = product(
        *[((length, 1),) if 0 < length < least else ((length, 0), (length, 1)) for length in runs]
    )
    return any(
        completes(
            tuple([min(length + 1, least) if taken else 0 for length, taken in choice]),
            tiles[1:],
            least,
        )
        for choice in choices
        if sum(taken for _length, taken in choice) == tiles[0]
    )


@pytest.mark.parametrize(("least", "copies"), [(2, 2), (3, 1), (3, 2)])
def test_a_state_replaces_only_what_it_can_do_as_well_as(least: int, copies: int) -> None:
    """
    Whatever tiles complete the runs of the state that is dropped complete those of the other.
    """
    model = NormalModel(MeldRules(tile_set=numbered_set(copies=copies), min_run=least), copies)
    futures = [tiles for n in range(least + 2) for tiles in product(range(copies + 1), repeat=n)]
    done = {
        code: {tiles for tiles in futures if completes(runs, tiles, least)}
        for code, runs in model.by_code.items()
    }
    for mine, other in product(done, repeat=2):
        if model.beats(mine) >> other & 1:
            assert done[other] <= done[mine], (model.by_code[mine], model.by_code[other])


def test_a_begun_run_stands_for_a_shorter_one_only() -> None:
    """
    A run of two replaces a run of one; neither replaces having none, a complete run does.
    """
    model = NormalModel(MeldRules(), 1)
    none, one, two, three = (model.code[(length,)] for length in range(4))

    def replaced(code: int) -> set[int]:
        return {other for other in model.by_code if model.beats(code) >> other & 1}

    assert {none} == replaced(none)
    assert {one} == replaced(one)
    assert {one, two} == replaced(two)
    assert {none, one, two, three} == replaced(three)
