"""
Values from outside: whatever is given, it is used or refused; bad values with an error of the
library, wrong types with TypeError.
"""

from __future__ import annotations

import pickle
import random
from itertools import count
from typing import Any

import attrs
import pytest

import tilerules
from testing.sound import SOUND
from tilerules import Registry, Variant, double_set, dumps, loads, numbered_set
from tilerules.decks import check_seed
from tilerules.errors import (
    InvalidDealError,
    InvalidNotationError,
    InvalidSeedError,
    InvalidVariantError,
    PluginLoadError,
    RecordError,
    SeatError,
    UnknownVariantError,
    nearest,
    shown,
)
from tilerules.melds.turns import TurnBuilder
from tilerules.play.match import Match
from tilerules.rules.dealing import DealEach

HUGE = 10**5000
"""So long that Python refuses to write it."""
NO_NUMBERS: tuple[Any, ...] = ("5", 2.0, None, [], True, -1, 100, HUGE)
NO_COLOURS: tuple[Any, ...] = (
    *(5, None, "ry", ["r"], [("r",)], [("r", 5)], [(5, "red")], [("r", "red")] * 2),
    [(letter, letter) for letter in "abcdefghijklmnopq"],
)
SIX = double_set(6)


_NUMBERS = count()


def numbered(_value: object) -> str:
    """Name a case by a number: some values cannot be written."""
    return str(next(_NUMBERS))


class Mute:
    """It cannot be written."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Barred:
    """It cannot be asked for anything."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


def test_shown_never_fails_and_is_short() -> None:
    """
    A value that has no repr, or an endless one, still gets into a message.
    """
    assert shown(HUGE) == "<int of 16610 bits>"
    assert shown(Mute()) == "<Mute>"
    assert shown("x" * 5000).endswith("…")
    assert len(shown("x" * 5000)) == 200
    assert nearest(None, ["a"]) == "; known: a"


@pytest.mark.parametrize(
    "mapping", [SOUND.clauses, SIX.copies, SIX.named, SIX._by_text], ids=["c", "f", "n", "t"]
)
def test_what_is_shared_cannot_be_changed(mapping: Any) -> None:
    """
    Tile sets and clauses are shared by everybody: nobody can write into them.
    """
    with pytest.raises(TypeError):
        mapping["x"] = 1


def test_read_only_values_survive_pickle() -> None:
    """
    Tile sets with their tables made, and variants by hand, come back equal and read-only.
    """
    assert SIX.named["doubles"] == SIX.doubles
    again = pickle.loads(pickle.dumps(SIX))
    assert again == SIX
    assert again.named == SIX.named

    given = {"place": "R1"}
    mine = SOUND.put(clauses=given)
    given["place"] = "changed"
    back = pickle.loads(pickle.dumps(mine))
    assert back == mine
    assert back.clauses == mine.clauses == {"place": "R1"}


@pytest.mark.parametrize("seats", [0, 1, -1, 4, HUGE, True, 2.0, "2", None, [2]], ids=numbered)
def test_plan_refuses(seats: Any) -> None:
    """
    A plan is for 2 to the most seats, and nothing else is kept as one.
    """
    with pytest.raises(InvalidDealError if type(seats) is int else TypeError):
        SOUND.plan(seats)
    assert set(SOUND._plans) <= {2, 3}


@pytest.mark.parametrize("seed", [HUGE, -HUGE, 2**256, True, None, [HUGE], "\ud800"], ids=numbered)
def test_seeds_refused(seed: Any) -> None:
    """
    An int seed is below 2**256; a refusal can always be read.
    """
    with pytest.raises(InvalidSeedError if type(seed) in (int, str) else TypeError):
        check_seed(seed)


def test_largest_seed() -> None:
    """
    The largest seed deals, and is one of its own.
    """
    state = SOUND.deal(2, seed=2**256 - 1)
    assert state.rest.setup.seed == 2**256 - 1
    assert state.masks != SOUND.deal(2, seed=2**256 - 2).masks


@pytest.mark.parametrize(
    "arguments",
    [
        *({name: value} for name in ("highest", "copies", "jokers") for value in NO_NUMBERS),
        *({"colours": value} for value in NO_COLOURS),
    ],
    ids=numbered,
)
def test_numbered_set_refuses(arguments: dict[str, Any]) -> None:
    """
    Wrong types are refused as such, wrong sizes and colours that are none as no notation.
    """
    (value,) = arguments.values()
    is_right = type(value) in ((str, list) if "colours" in arguments else (int,))
    with pytest.raises(InvalidNotationError if is_right else TypeError):
        numbered_set(**arguments)


@pytest.mark.parametrize("highest", [[6], None, "6", 6.0, True, -1, 37, HUGE], ids=numbered)
def test_double_set_refuses(highest: Any) -> None:
    """
    Also what equals a good number, or cannot be a key of a cache.
    """
    assert double_set(6) is SIX
    assert double_set(1).highest == 1
    with pytest.raises(InvalidNotationError if type(highest) is int else TypeError):
        double_set(highest)


REFUSED: dict[str, tuple[Any, type[Exception]]] = {
    "tile-list": (lambda: SIX.tile([1, 2]), TypeError),  # type: ignore[arg-type]
    "tile-huge": (lambda: SIX.tile(HUGE), InvalidNotationError),  # type: ignore[arg-type]
    "id_of": (lambda: SIX.id_of({}), TypeError),  # type: ignore[arg-type]
    "find": (lambda: SIX.find(None), TypeError),  # type: ignore[arg-type]
    "read": (lambda: SIX.read(HUGE), TypeError),  # type: ignore[arg-type]
    "drop": (lambda: SOUND.drop(None), InvalidVariantError),  # type: ignore[arg-type]
    "tune": (lambda: SOUND.tune(None), InvalidVariantError),  # type: ignore[arg-type]
    "tune-type": (lambda: SOUND.tune("deal-each", sizes=5), TypeError),
    "tune-text": (lambda: SOUND.tune("deal-each", each="5"), InvalidVariantError),
    "tune-code": (lambda: SOUND.tune("place", code="x"), InvalidVariantError),
    "tune-self": (lambda: SOUND.tune("place", self="x"), InvalidVariantError),
    "preset": (lambda: SOUND.with_preset(None), UnknownVariantError),  # type: ignore[arg-type]
    "diff": (lambda: SOUND.diff(None), TypeError),  # type: ignore[arg-type]
    "add": (lambda: SOUND.add(None), TypeError),  # type: ignore[arg-type]
    "put": (lambda: SOUND.put(HUGE), TypeError),  # type: ignore[arg-type]
    "put-clauses": (lambda: SOUND.put(clauses=5), TypeError),
    "put-seats": (lambda: SOUND.put(seats=5), TypeError),
    "deal": (lambda: SOUND.deal(HUGE), InvalidDealError),
    "view": (lambda: SOUND.deal(2).view(HUGE), SeatError),
    "play": (lambda: SOUND.deal(2).play(HUGE), InvalidNotationError),  # type: ignore[arg-type]
    "parse": (lambda: SOUND.deal(2).parse(HUGE), InvalidNotationError),  # type: ignore[arg-type]
    "sample": (lambda: SOUND.deal(2).view(0).sample(None), TypeError),  # type: ignore[arg-type]
    "match": (lambda: Match(SOUND, 1, ()), TypeError),
    "match-int": (lambda: Match(SOUND, 1, 5), TypeError),  # type: ignore[arg-type]
    "loads": (
        lambda: loads(dumps(SOUND.deal(2)), registry=5),  # type: ignore[arg-type]
        TypeError,
    ),
    "each": (lambda: DealEach(each="7"), InvalidVariantError),  # type: ignore[arg-type]
    "sizes": (lambda: DealEach(sizes=((4, "7"),)), InvalidVariantError),  # type: ignore[arg-type]
    "register-name": (lambda: Registry().register(SOUND, name=5), TypeError),  # type: ignore[arg-type]
    "register-source": (lambda: Registry().register(SOUND, source=5), TypeError),  # type: ignore[arg-type]
    "register-none": (lambda: Registry().register(None), PluginLoadError),
    "register-barred": (lambda: Registry().register(Barred()), PluginLoadError),
    "component": (lambda: Registry().component([]), TypeError),  # type: ignore[arg-type]
    "turn": (lambda: TurnBuilder.of(None), TypeError),  # type: ignore[arg-type]
    "turn-of-no-melds": (lambda: TurnBuilder.of(SOUND.deal(2)), InvalidVariantError),
    "variant": (lambda: Registry().variant(HUGE), TypeError),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", REFUSED)
def test_wrong_types_are_refused(name: str) -> None:
    """
    What is of a wrong type is refused by an error that can be read.
    """
    call, kind = REFUSED[name]
    with pytest.raises(kind) as caught:
        call()
    assert 0 < len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "fields",
    [
        {"version": 0},
        {"version": True},
        {"version": "1"},
        {"most_moves": 0},
        {"most_moves": 1.5},
        {"seats": (True, 2)},
        {"title": ""},
        {"title": None},
        {"name": 5},
        {"clauses": {"place": 5}},
        {"clauses": ["ab"]},
        {"adviser": 5},
        {"house_rules": ("gaple/pass",)},
        {"presets": ("x",)},
        {"moved_rules": ("x",)},
        {"applied": ("gaple/pass",)},
        {"origin": 5},
    ],
    ids=numbered,
)
def test_variant_fields_are_checked(fields: dict[str, Any]) -> None:
    """
    Every field of a variant is what it says.
    """
    listed = {"clauses", "house_rules", "presets", "moved_rules", "applied", "origin"}
    kind = TypeError if listed & fields.keys() else InvalidVariantError
    with pytest.raises(kind):
        attrs.evolve(SOUND, **fields)


@pytest.mark.parametrize(
    "name", ["a\nb", "a\x00", "\x1b[2J", "\ud800", "a\u2028b", "", 5], ids=numbered
)
def test_names_of_seats(name: Any) -> None:
    """
    A name breaks no table of a round, and can be written.
    """
    with pytest.raises(InvalidDealError):
        SOUND.deal([name, "Ana"])
    with pytest.raises(InvalidDealError):
        SOUND.deal(2, hands={name: "0-0", "Ana": "1-1"})
    with pytest.raises(InvalidDealError):
        SOUND.score({name: "0-0", "Ana": "1-1"})


def test_names_with_signs_of_all_kinds() -> None:
    """
    Other scripts, joined emoji and punctuation are names like any other.
    """
    names = ["Анна", "👩\u200d🚀", "a,b(c)=x d"]
    assert SOUND.deal(names, seed=1).names == tuple(names)


def test_sample_takes_a_generator_of_ones_own() -> None:
    """
    What is refused is not refused for everybody.
    """
    state = SOUND.deal(2, seed=1)
    assert isinstance(state.view(0).sample(random.Random(1)).variant, Variant)


def test_names_in_records() -> None:
    """
    A record with a name that cannot be dealt is refused as a record.
    """
    text = dumps(tilerules_gaple().deal(["Ana", "Budi", "Caro", "Dewi"], seed=1))
    with pytest.raises(RecordError):
        loads(text.replace("Ana", "A\\nna"))


def tilerules_gaple() -> Variant:
    """Give an installed variant, for records."""
    import tilerules

    return tilerules.variant("gaple")


@pytest.mark.parametrize("text", ["z" * 100_000, "1" * 100_000, "0-0@" + "L" * 100_000])
def test_long_texts_are_not_echoed_whole(text: str) -> None:
    """
    What is no move is named in a line, however long it is.
    """
    round_ = SOUND.deal(2, seed=7)
    with pytest.raises(InvalidNotationError) as caught:
        round_.play(text)

    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a" * 10_000_000, "a seat's name has at most 100 characters, not 10000000"),
        ("Ana\u202egnitseretni", "a seat's name is one line of text"),
        ("Ana\u2066", "a seat's name is one line of text"),
    ],
    ids=["long", "turned", "isolated"],
)
def test_names_that_spoil_a_table(name: str, says: str) -> None:
    """
    A name without end, or one that turns what follows it round, is refused in a short message.
    """
    with pytest.raises(InvalidDealError) as raised:
        tilerules.variant("gaple").deal(["Budi", "Caro", "Dewi", name])

    assert str(raised.value).startswith(says)
    assert len(str(raised.value)) < 400


def test_names_in_any_script() -> None:
    """
    Names written from right to left, or with joiners, are names.
    """
    names = ["\u05d3\u05d5\u05d3", "\u0645\u06cc\u200c\u062e", "Ana", "B" * 100]

    assert tuple(names) == tilerules.variant("gaple").deal(names).names
