"""
Which uncovered doubles oblige to a cover.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tilerules.decks import double_set
from tilerules.trains.doubles import Doubles
from tilerules.trains.layout import TrainsLayout

PLAN: Any = SimpleNamespace(
    tile_set=double_set(2), layout=TrainsLayout(1, 1).bind(double_set(2), 2)
)
"""All that a duty asks of a plan: six tiles, the trains of two seats and a communal one."""


@pytest.mark.parametrize(
    ("trains", "alive", "even_dead"),
    [
        ("2-2;0=2-1,1-1", (0,), (0,)),
        ("2-2;0=2-1,1-1;M=2-0,0-1", (), (0,)),
        ("2-2;0=2-1,1-1;1=2-0,0-0", (0, 1), (0, 1)),
        ("2-2;0=2-1,1-1,1-0", (), ()),
        ("2-2;0=2-1", (), ()),
    ],
)
def test_a_double_is_alive_while_a_tile_can_cover_it(
    trains: str, alive: tuple[int, ...], even_dead: tuple[int, ...]
) -> None:
    """
    When all tiles of its number lie the duty is void, unless the rules say otherwise.
    """
    order = ";open=0,1" if len(alive) > 1 else ""
    table = PLAN.layout.load(trains + order)

    assert alive == Doubles(binds=True).alive(PLAN, table)
    assert even_dead == Doubles(binds=True, dead_binds=True).alive(PLAN, table)


def test_a_dead_double_binds_nobody() -> None:
    """
    No place must be played on next, where a double that is alive binds its own.
    """
    rest = SimpleNamespace(get=lambda key, default=None: default)
    turn = SimpleNamespace(laid=(), owed=0)

    def bound(trains: str) -> int:
        table = PLAN.layout.load(trains)
        state: Any = SimpleNamespace(plan=PLAN, table=table, turn=turn, rest=rest, to_move=1)
        return Doubles(binds=True).bound(state)

    assert 0b001 == bound("2-2;0=2-1,1-1")
    assert 0 == bound("2-2;0=2-1,1-1;M=2-0,0-1")
