"""
Keys that house rules had once: read from everywhere, with a warning that says what to write now.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilerules
from tilerules import (
    InvalidVariantError,
    MovedRule,
    MovedRuleWarning,
    Parameter,
    PluginConflictError,
    PluginLoadError,
    RecordError,
    Registry,
    RulesVersionError,
    Variant,
    hookimpl,
    moved_rules,
)
from tilerules.plugins.files.variant_files import load_variant_file

OLD = [
    ("gaple", "gaple/counter-clockwise", "table/direction"),
    ("gaple", "gaple/partners:by=sum", "table/partners:by=sum"),
    ("gaple", "gaple/rounds", "table/rounds:rounds=10"),
    ("gaple", "gaple/first-to:target=3", "table/target:points=3"),
    ("gaple", "first-to", "table/target:points=7"),
    ("gaple", "gaple/leave", "table/leave"),
    ("gaple", "gaple/time-limit", "table/time-limit:seconds=30,fine=11"),
    ("gaple", "gaple/penalty:unit=tiles", "table/penalty:unit=tiles"),
    ("rummy", "rummy/counter-clockwise", "table/direction"),
    ("rummy", "rummy/leave", "table/leave"),
    ("rummy", "rummy/penalty", "table/penalty:unit=tiles"),
    ("rummy", "rummy/rounds", "table/rounds:rounds=4"),
    ("rummy", "rummy/target", "table/target:points=500"),
    ("rummy", "rummy/time-limit:tiles=1", "table/time-limit:fine=0,tiles=1"),
    ("mexican-train", "mexican-train/rounds:number=7", "table/rounds:rounds=7"),
    ("mexican-train", "rounds:number=7", "table/rounds:rounds=7"),
    (
        "mexican-train",
        "mexican-train/larger-set:highest=18,first_engine=9",
        "table/tiles:set=double-18 mexican-train/hand-size:size=11 "
        "mexican-train/first-engine:pips=9",
    ),
    ("block", "classic-dominoes/hands", "table/hand-size:size=6"),
    ("draw", "hands:each=4", "table/hand-size:size=4"),
    ("matador", "classic-dominoes/partners", "table/partners:by=sum"),
    ("all-fives", "classic-dominoes/target", "table/target:points=250"),
]


@pytest.mark.parametrize(("game", "old", "now"), OLD, ids=lambda one: str(one))
def test_old_keys_are_read(game: str, old: str, now: str) -> None:
    """
    Each gives what the new key gives, and the warning can be copied from.
    """
    variant = tilerules.variant(game)
    for _ in range(2):  # though the variant is remembered
        with pytest.warns(MovedRuleWarning, match=f"'{old}' is now written") as caught:
            found = variant.with_rules(old)

    assert variant.with_rules(*now.split()) == found
    assert now == " ".join(map(str, found.applied))
    told = str(caught[0].message).partition(" is now written ")[2]
    assert found == variant.with_rules(*told.split())
    assert __file__ == caught[0].filename


def recorded(**changed: Any) -> str:
    """
    Give the record of a round as an earlier release would have written it.
    """
    state = tilerules.variant("gaple").with_rules("table/target:points=3").deal(4, seed=1)
    record = json.loads(tilerules.dumps(state))
    record["house_rules"] = [
        {"key": "gaple/first-to", "version": 1, "params": {"target": 3}, **changed}
    ]
    return json.dumps(record)


def test_records_and_positions_of_old() -> None:
    """
    Both are read as if they named the new key, which is written when they are written again.
    """
    state = tilerules.variant("gaple").with_rules("table/target:points=3").deal(4, seed=1)
    line = str(state.position).replace("table/target:points=3", "gaple/first-to:target=3")

    with pytest.warns(MovedRuleWarning, match="table/target:points=3"):
        assert state == tilerules.loads(recorded())
    with pytest.warns(MovedRuleWarning, match="table/target:points=3"):
        assert str(state.position) == str(tilerules.parse_position(line).position)
    with pytest.warns(MovedRuleWarning):
        assert tilerules.dumps(state) == tilerules.dumps(tilerules.loads(recorded()))


@pytest.mark.parametrize(
    ("changed", "kind", "words"),
    [
        ({"version": 2}, RulesVersionError, "version 2 of the house rule gaple/first-to"),
        ({"params": {"target": "3"}}, RecordError, "target of gaple/first-to must be 3 as JSON"),
        ({"params": {"goal": 3}}, RecordError, "gaple/first-to has no parameter 'goal'"),
    ],
    ids=["version", "type", "name"],
)
@pytest.mark.filterwarnings("ignore::tilerules.MovedRuleWarning")
def test_records_are_held_to_the_old_rule(
    changed: dict[str, Any], kind: type[RecordError], words: str
) -> None:
    """
    What was wrong with a record is wrong still, in the words of the rule it names.
    """
    with pytest.raises(kind, match=words):
        tilerules.loads(recorded(**changed))


def test_variant_files_of_old(tmp_path: Path) -> None:
    """
    A file on somebody's disk goes on working.
    """
    path = tmp_path / "ours.toml"
    path.write_text('name = "ours"\nextends = "gaple"\nhouse-rules = ["gaple/rounds:rounds=3"]\n')

    with pytest.warns(MovedRuleWarning, match="table/rounds:rounds=3"):
        found = load_variant_file(path).build(tilerules.default_registry())
    assert tilerules.variant("gaple").with_rules("table/rounds:rounds=3").length == found.length


def test_a_wrong_parameter_is_told_in_the_old_words() -> None:
    """
    Who writes the old key knows its parameters.
    """
    with pytest.raises(InvalidVariantError, match="gaple/first-to has no parameter 'points'"):
        tilerules.variant("gaple").with_rules("gaple/first-to:points=3")


# --- what a plugin declares -----------------------------------------------------------------------


class Plugin:
    """
    A plugin of moved rules and one variant.
    """

    def __init__(self, *moved: MovedRule) -> None:
        self.moved = moved

    @hookimpl
    def tilerules_variants(self) -> tuple[Variant, ...]:
        """Declare a game."""
        return (tilerules.variant("gaple").put(name="plain", house_rules=(), moved_rules=()),)

    @hookimpl
    def tilerules_moved_rules(self) -> tuple[MovedRule, ...]:
        """Declare keys of old."""
        return self.moved


def test_a_plugin_says_what_became_of_a_key() -> None:
    """
    Several rules may stand in the place of one, and a function may say which.
    """

    def now(long: bool) -> str:
        return "table/leave table/rounds:rounds=9" if long else "table/leave"

    registry = Registry()
    (moved,) = moved_rules("aunty", ["plain"], {"sunday:long=false": now})
    registry.register(Plugin(moved), name="aunty")

    with pytest.warns(MovedRuleWarning, match="now written table/leave table/rounds:rounds=9"):
        both = registry.variant("plain").with_rules("aunty/sunday:long=true")
    with pytest.warns(MovedRuleWarning, match="now written table/leave$"):
        one = registry.variant("plain").with_rules("sunday")
    assert ["plain table/leave table/rounds:rounds=9", "plain table/leave"] == [str(both), str(one)]


def test_what_is_declared_is_checked() -> None:
    """
    A foreign namespace, a key that is one of a rule still, and a parameter that is not there.
    """
    (foreign,) = moved_rules("uncle", ["plain"], {"sunday": "table/leave"})
    with pytest.raises(PluginLoadError, match="uncle/sunday must be named aunty/sunday"):
        Registry().register(Plugin(foreign), name="aunty")
    (twice,) = moved_rules("aunty", ["plain"], {"sunday": "table/leave"})
    with pytest.raises(PluginConflictError, match="declares twice: house rule aunty/sunday"):
        Registry().register(Plugin(twice, twice), name="aunty")
    with pytest.raises(InvalidVariantError, match="moved rule aunty/x: KeyError: 'points'"):
        MovedRule(key="aunty/x", now="table/target:points={points}", variants=["plain"])
    with pytest.raises(InvalidVariantError, match="is no key of a house rule"):
        MovedRule(key="x", now="table/leave", variants=["plain"])


def test_defaults_of_old_are_plain_values() -> None:
    """
    Numbers, truths and words are told apart by how they are written.
    """
    (moved,) = moved_rules("a", ["b"], {"c:n=3,yes=true,word=up": "d/e:n={n},yes={yes},w={word}"})

    assert (
        Parameter("n", 3),
        Parameter("yes", True),
        Parameter("word", "up"),
    ) == moved.parameters
    assert "d/e:n=4,yes=true,w=up" == moved.instead({"n": "4"})


def test_whole_records_with_old_keys_are_read() -> None:
    """
    A record that names an old key in its header and in its positions is read.
    """
    round_ = tilerules.variant("gaple").with_rules("table/target:points=5").deal(4, seed=7)
    text = tilerules.dumps(round_.play("0-0"))
    old = text.replace("table/target:points=5", "gaple/first-to:target=5").replace(
        '"key": "table/target", "version": 1, "params": {"points": 5}',
        '"key": "gaple/first-to", "version": 1, "params": {"target": 5}',
    )

    assert old.count("first-to") == 2
    with pytest.warns(MovedRuleWarning):
        assert round_.play("0-0") == tilerules.loads(old)
    with pytest.warns(MovedRuleWarning), pytest.raises(RecordError, match="the position is one"):
        tilerules.loads(old.replace("first-to:target=5 ", "first-to:target=6 "))
