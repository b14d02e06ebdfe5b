"""
Every public value can be hashed, compared, copied and sent to another process.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from property.registered import variants
from testing.sound import SOUND
from tilerules import Match, Parameter, Preset, Round
from tilerules.texts import Reason, Text


def finished() -> Round:
    """
    Play a round to its end with the first legal move each time.
    """
    state = SOUND.deal(["a", "b"], seed=2)
    while state.to_move is not None:
        state = state.play(next(iter(state.legal_moves)))
    return state


ROUND = finished()
MATCH = Match(SOUND, 2, (ROUND,))

VALUES: dict[str, Callable[[], Any]] = {
    "tile": lambda: SOUND.tiles.tiles[3],
    "tile set": lambda: SOUND.tiles,
    "bag": lambda: ROUND.hands[0],
    "move": lambda: ROUND.moves[0],
    "layout": lambda: ROUND.layout,
    "turn": lambda: ROUND.turn,
    "rest": lambda: ROUND.rest,
    "round": lambda: ROUND,
    "position": lambda: ROUND.position,
    "outcome": lambda: ROUND.outcome,
    "reason of the end": lambda: ROUND.end,
    "match": lambda: MATCH,
    "standing": lambda: MATCH.standing(),
    "variant": lambda: SOUND,
    "installed variant": lambda: variants()[0],
    "components": lambda: SOUND.parts,
    "change": lambda: SOUND.put(seats=(2,)).diff(SOUND),
    "rule book": lambda: SOUND.rulebook(),
    "text": lambda: Text(code="a", template="b {c}", params={"c": 1}),
    "reason": lambda: ROUND.explain("pass"),
    "a reason": lambda: Reason(code="a", template="b", clause="c", option="d"),
    "parameter": lambda: Parameter("each", 4, "Tiles.", least=1),
    "preset": lambda: Preset(name="calm", title="Calm", rules=("a/b",)),
}


@pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)
def test_values_travel(make: Callable[[], Any]) -> None:
    """
    Pickle, copy and deepcopy give an equal value with an equal hash (S10).
    """
    value = make()
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert value == again
        assert hash(value) == hash(again)
        assert type(value) is type(again)
        assert repr(value) == repr(again)


@pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)
def test_reprs_are_short(make: Callable[[], Any]) -> None:
    """
    A repr is for a log: one value's is no page.
    """
    value = make()
    for one in value if isinstance(value, tuple) else (value,):
        assert len(repr(one)) < 2_500
        assert "\n" not in repr(one)


def test_a_house_rule_is_sent_by_its_key() -> None:
    """
    The function of a house rule need not travel: an installed variant is looked up.
    """
    variant = next(one for one in variants() if one.house_rules)
    changed = variant.with_rules(variant.house_rules[0])
    again = pickle.loads(pickle.dumps(changed))

    assert changed == again
    assert str(changed) == str(again)
    assert changed.applied == again.applied
