"""
Records: JSON both ways, and everything that is not a record.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules
from budgets import count
from property.registered import ids, quick_variants, variants
from testing.sound import SOUND
from tilerules import (
    HouseRule,
    Match,
    MissingPluginError,
    Parameter,
    RecordError,
    Registry,
    Round,
    RulesVersionError,
    TilerulesError,
    UnknownTagError,
    UnknownVariantError,
    Variant,
    dumps,
    loads,
    read_header,
)
from tilerules.testing import strategies as tst
from tilerules.testing.lookup import OneVariant
from tilerules.testing.subjects import listed

SIZE = HouseRule(
    key="home/size",
    title="Another hand size",
    apply=lambda variant, each: variant.tune("dealing", each=each),
    variants=("sound",),
    parameters=(Parameter("each", 4, "Tiles for each seat.", least=1, most=7),),
    version=3,
)
HOME = attrs.evolve(SOUND, house_rules=(SIZE,)).with_rules("home/size:each=6")
REGISTRY = OneVariant(HOME)


def play_some(moves: int = 6) -> Round:
    """
    Play the first legal move some times.
    """
    state = HOME.deal(["Zoe", "a,b(c)=x d"], seed="seed ☃")
    for _ in range(moves):
        state = state.play(next(iter(state.legal_moves)))
    return state


ROUND = dumps(play_some())
MATCH = dumps(Match(HOME, 1, (HOME.deal(2, seed=1),)))


def changed(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    """
    Give a record with something about it changed.
    """
    record = json.loads(text)
    change(record)
    return json.dumps(record)


# --- what comes back --------------------------------------------------------------------------


def test_round_comes_back() -> None:
    """
    Names with any characters, the seed, the moves and the rules are as they were (S14).
    """
    state = play_some()
    again = loads(ROUND, registry=REGISTRY)

    assert isinstance(again, Round)
    assert state == again
    assert state.moves == again.moves
    assert state.names == again.names
    assert state.rest.setup == again.rest.setup
    assert state.start == again.start
    assert str(state.variant) == str(again.variant)
    assert ROUND == dumps(again) == dumps(state)


def test_record_says_what_it_is() -> None:
    """
    The header is readable without any plugin, in this order.
    """
    assert {
        "format": "tilerules-record-1",
        "kind": "round",
        "variant": "sound",
        "rules_version": 1,
        "house_rules": [{"key": "home/size", "version": 3, "params": {"each": 6}}],
        "plugins": {},
        "seats": ["Zoe", "a,b(c)=x d"],
    } == read_header(ROUND)
    assert ["format", "kind", "variant"] == list(json.loads(ROUND))[:3]
    assert "\n" in dumps(play_some(), indent=2)
    assert "☃" in ROUND


@pytest.mark.parametrize("variant", [*quick_variants(), SOUND], ids=ids)
@settings(max_examples=count("records and positions"))
@given(data=st.data())
def test_round_trip(variant: Variant, data: st.DataObject) -> None:
    """
    Rounds and matches at any stage come back with their moves, nested ones too (S01).
    """
    registry = OneVariant(variant)
    state = data.draw(tst.rounds(variant))
    again = loads(dumps(state), registry=registry)
    assert isinstance(again, Round)
    assert (state, state.moves, state.outcome) == (again, again.moves, again.outcome)
    assert listed(state) == listed(again)

    match = data.draw(tst.matches(variant, max_rounds=2))
    back = loads(dumps(match), registry=registry)
    assert isinstance(back, Match)
    assert match == back
    assert [one.moves for one in match.rounds] == [one.moves for one in back.rounds]
    assert (match.totals, match.outcome) == (back.totals, back.outcome)


def test_installed_variants_record_their_plugin() -> None:
    """
    The distribution a variant comes from is named with its version.
    """
    variant = variants()[0]
    header = read_header(dumps(variant.deal(variant.seats[0], seed=1)))

    assert {variant.origin} == set(header["plugins"])
    assert loads(dumps(variant.deal(variant.seats[0], seed=1))) == variant.deal(
        variant.seats[0], seed=1
    )


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "kind", "said"),
    [
        (lambda r: r.update(format="tilerules-record-9"), RulesVersionError, "record-9"),
        (lambda r: r.pop("format"), RecordError, "'format'"),
        (lambda r: r.update(kind="game"), UnknownTagError, "'game'"),
        (lambda r: r.update(slde=1), UnknownTagError, "unknown key 'slde'"),
        (lambda r: r.update(mvoes=[]), UnknownTagError, "did you mean 'moves'"),
        (lambda r: r.pop("moves"), RecordError, "lacks the key 'moves'"),
        (lambda r: r.update(variant="chess"), MissingPluginError, "'chess'"),
        (lambda r: r.update(variant=7), RecordError, "variant must be a key"),
        (lambda r: r.update(rules_version=2), RulesVersionError, "sound@2; installed is sound@1"),
        (lambda r: r.update(house_rules={}), RecordError, "house_rules must be a list"),
        (lambda r: r["house_rules"][0].update(key="home/sise"), MissingPluginError, "'home/size'"),
        (lambda r: r["house_rules"][0].update(key=["x"]), MissingPluginError, "not installed"),
        (lambda r: r["house_rules"][0].update(version=2), RulesVersionError, "version 2"),
        (lambda r: r["house_rules"][0].update(note=2), UnknownTagError, "'note'"),
        (lambda r: r["house_rules"][0].update(params=[]), RecordError, "params of home/size"),
        (lambda r: r["house_rules"][0].update(params={"each": 99}), RecordError, "at most 7"),
        (lambda r: r["house_rules"][0].update(params={"eash": 4}), RecordError, "'each'"),
        (lambda r: r.update(plugins=["gaple"]), RecordError, "plugins must be an object"),
        (lambda r: r.update(plugins={"gaple": 1}), RecordError, "plugins must be an object"),
        (lambda r: r.update(seats=3), RecordError, "the deal is for 2 seats"),
        (lambda r: r.update(seats="two"), RecordError, "seats must be"),
        (lambda r: r.update(seats=True), RecordError, "seats must be"),
        (lambda r: r.update(seats=["a", 2]), RecordError, "seats must be"),
        (lambda r: r.update(moves="draw"), RecordError, "moves must be a list"),
        (lambda r: r["moves"].__setitem__(2, "plcae"), UnknownTagError, "move 3: 'plcae'"),
        (lambda r: r["moves"].__setitem__(2, 7), RecordError, "move 3 must be text"),
        (lambda r: r["moves"].__setitem__(2, None), RecordError, "move 3 must be text"),
        (lambda r: r["moves"].__setitem__(2, "0-0@L"), RecordError, "move 3: 0-0@L"),
        (lambda r: r["moves"].append("9-9@L"), UnknownTagError, "move 7: .*9-9"),
        (lambda r: r.update(deal=None), RecordError, "deal must be a JSON object"),
        (lambda r: r["deal"].update(seed=-1), RecordError, "not negative"),
        (lambda r: r["deal"].update(seed=True), RecordError, "seed"),
        (lambda r: r["deal"].update(seed=1.5), RecordError, "seed"),
        (lambda r: r["deal"].update(seed="\ud800"), RecordError, "UTF-8"),
        (lambda r: r["deal"].update(number=-1), RecordError, "number must be a number"),
        (lambda r: r["deal"].update(redeals="x"), RecordError, "redeals must be a number"),
        (lambda r: r["deal"].update(position=None), RecordError, "position must be text"),
        (
            lambda r: r["deal"].update(position=r["deal"]["position"].split()[0] + " seats:2"),
            RecordError,
            "hands' is missing",
        ),
        (lambda r: r["deal"].update(positon=""), UnknownTagError, "did you mean 'position'"),
    ],
    ids=range(39),
)
def test_bad_records(
    change: Callable[[dict[str, Any]], object], kind: type[TilerulesError], said: str
) -> None:
    """
    What is wrong is named with its place; no default is guessed and no move passed over (S17).
    """
    with pytest.raises(kind, match=said) as caught:
        loads(changed(ROUND, change), registry=REGISTRY)

    assert type(caught.value) is kind


@pytest.mark.parametrize(
    ("change", "kind", "said"),
    [
        (lambda r: r.update(rounds=[]), RecordError, "at least one round"),
        (lambda r: r.update(rounds={}), RecordError, "at least one round"),
        (lambda r: r["rounds"].append(r["rounds"][0]), RecordError, "round 1 is not over"),
        (lambda r: r["rounds"].__setitem__(0, 7), RecordError, "round 1 must be a JSON object"),
        (lambda r: r["rounds"][0]["moves"].append("zz"), UnknownTagError, "round 1: move 1"),
        (lambda r: r.update(seed=None), RecordError, "seed"),
        (lambda r: r.update(moves=[]), UnknownTagError, "'moves'"),
        (lambda r: r.pop("seed"), RecordError, "lacks the key 'seed'"),
    ],
    ids=range(8),
)
def test_bad_match_records(
    change: Callable[[dict[str, Any]], object], kind: type[TilerulesError], said: str
) -> None:
    """
    In a match the number of the round is said too.
    """
    with pytest.raises(kind, match=said):
        loads(changed(MATCH, change), registry=REGISTRY)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        ROUND[:-1],
        ROUND[: len(ROUND) // 2],
        ROUND + ROUND,
        "[]",
        "null",
        "7",
        '"text"',
        "NaN",
        ROUND.replace('"rules_version": 1', '"rules_version": NaN'),
        ROUND.replace('"rules_version": 1', '"rules_version": Infinity'),
        ROUND.replace('"kind": "round"', '"kind": "round", "kind": "round"'),
        "[" * 100_000,
        '{"format":' * 50_000,
        '{"format": ' + "9" * 100_000 + "}",
        " " * 17_000_000,
        "\x00" + ROUND,
    ],
    ids=range(18),
)
def test_hostile_json(text: str) -> None:
    """
    Truncated, deep, huge, doubled or no JSON at all is refused as such, at once.
    """
    for use in (lambda: loads(text, registry=REGISTRY), lambda: read_header(text)):
        with pytest.raises(RecordError):
            use()


@pytest.mark.parametrize("value", [None, 7, b"{}", {}, ["x"]], ids=repr)
def test_what_is_no_text(value: Any) -> None:
    """
    A record is text: what is of another type is Python's own error.
    """
    with pytest.raises(TypeError, match="a record must be of type str"):
        loads(value)


@pytest.mark.parametrize("value", [None, "x", SOUND, play_some().position], ids=repr)
def test_what_cannot_be_written(value: Any) -> None:
    """
    Only rounds and matches have records.
    """
    with pytest.raises(TypeError, match="must be of type Round or Match"):
        dumps(value)


def test_missing_plugin_leaves_the_header_readable() -> None:
    """
    The error names what is missing and holds what could be read (S16).
    """
    with pytest.raises(MissingPluginError) as caught:
        loads(ROUND, registry=Registry())

    assert "sound" == caught.value.missing
    assert caught.value.header == read_header(ROUND)
    with pytest.raises(UnknownVariantError):
        Registry().variant("sound")


def test_missing_house_rule_is_named() -> None:
    """
    A record of a house rule that is not there is not played without it.
    """
    with pytest.raises(MissingPluginError, match="home/size") as caught:
        loads(ROUND, registry=OneVariant(SOUND))

    assert "home/size" == caught.value.missing


def test_missing_parameters_have_their_defaults() -> None:
    """
    A record from before a parameter was added is replayed with its default (M16).

    One that is not the default cannot be left out: the position names it.
    """

    def leave_out(record: dict[str, Any]) -> None:
        record["house_rules"][0]["params"] = {}

    plain = attrs.evolve(SOUND, house_rules=(SIZE,)).with_rules("home/size")
    again = loads(changed(dumps(plain.deal(2, seed=1)), leave_out), registry=REGISTRY)

    assert isinstance(again, Round)
    assert (("each", 4),) == again.variant.applied[0].params
    with pytest.raises(RecordError, match="home/size:each=6"):
        loads(changed(ROUND, leave_out), registry=REGISTRY)


def test_rules_that_conflict_now_are_replayed_as_recorded() -> None:
    """
    What was played together was not refused then, and is not refused now.
    """
    both = attrs.evolve(SOUND, house_rules=(SIZE,)).with_rules(
        SIZE, SIZE.bind(each=5), on_conflict="last"
    )
    state = both.deal(2, seed=1)

    assert state == loads(dumps(state), registry=OneVariant(both))


@given(cut=st.integers(0, len(ROUND)), glued=st.text(max_size=6), at=st.integers(0, len(ROUND)))
def test_damaged_records_are_refused_or_read(cut: int, glued: str, at: int) -> None:
    """
    However a record is damaged, it is read or refused with an error of the library.
    """
    for text in (ROUND[:cut], ROUND[:at] + glued + ROUND[at:]):
        try:
            loads(text, registry=REGISTRY)
        except TilerulesError:
            continue


def test_public_door() -> None:
    """
    The functions stand at the top of the package.
    """
    assert tilerules.dumps is dumps
    assert tilerules.loads is loads


def test_rules_changed_by_hand_are_not_written_under_an_installed_name() -> None:
    """
    A reader would play by the installed rules; a name of its own, or a registry, says otherwise.
    """
    changed = tilerules.variant("gaple").tune("deal-each", each=5)
    with pytest.raises(RecordError, match="gaple were changed by hand"):
        tilerules.dumps(changed.deal(4, seed=1))
    with pytest.raises(RecordError, match="changed by hand"):
        tilerules.dumps(changed.with_rules("gaple/pass").match(4, seed=1))
    own = changed.put(name="five-each")
    for variant, registry in ((own, None), (changed, OneVariant(changed))):
        round_ = variant.deal(4, seed=1)
        text = tilerules.dumps(round_, registry=registry)
        assert round_ == tilerules.loads(text, registry=OneVariant(variant))
