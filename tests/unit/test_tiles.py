"""
Tiles, tile sets and bags.
"""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerules import Domino, InvalidNotationError, Joker, NumberTile, TileSet, double_set
from tilerules import numbered_set as make_numbered_set
from tilerules.tiles import Tile, bits

DOUBLE_SIX = double_set(6)
RUMMY = make_numbered_set()


@pytest.mark.parametrize(
    ("highest", "count"), [(0, 1), (1, 3), (6, 28), (9, 55), (12, 91), (15, 136), (18, 190)]
)
def test_double_set_has_every_pair_once(highest: int, count: int) -> None:
    """
    A set yields every unordered pair exactly once, 0-0 included (D01).
    """
    tiles = double_set(highest).tiles

    assert count == len(tiles) == len(set(tiles))
    assert {(a, b) for a in range(highest + 1) for b in range(a, highest + 1)} == {
        (tile.low, tile.high) for tile in double_set(highest).dominoes
    }
    assert 1 == tiles.count(Domino(0, 0))


@pytest.mark.parametrize("highest", [-1, 37, True, 1.5, "6", None])
def test_double_set_refuses(highest: Any) -> None:
    """
    What is no number of pips makes no set.
    """
    with pytest.raises(InvalidNotationError if type(highest) is int else TypeError):
        double_set(highest)


@given(a=st.integers(0, 20), b=st.integers(0, 20))
def test_domino_has_no_direction(a: int, b: int) -> None:
    """
    Which end comes first means nothing: equal, one hash, one text (S15).
    """
    one, other = Domino(a, b), Domino(b, a)

    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == str(other) == f"{min(a, b)}-{max(a, b)}"
    assert one.pips == a + b
    assert one.is_double == (a == b)
    assert (one.other(a), one.other(b)) == (b, a)
    assert one == eval(repr(one), {"Domino": Domino})


def test_domino_refuses() -> None:
    """
    No negative or broken pips, no end that is not there.
    """
    for low, high in ((-1, 2), (2, -1)):
        with pytest.raises(InvalidNotationError, match="negative"):
            Domino(low, high)
    with pytest.raises(TypeError):
        Domino("1", 2)  # type: ignore[arg-type]  # it is to be refused
    with pytest.raises(TypeError, match="low must be of type int, not True"):
        Domino(True, 1)
    with pytest.raises(ValueError, match="4-6 has no end with 5"):
        Domino(4, 6).other(5)


def test_numbered_set() -> None:
    """
    106 tiles: four colours, 1 to 13, two copies, and two jokers; copies stand together (R13).
    """
    counts = Counter(RUMMY.tiles)

    assert 106 == len(RUMMY)
    assert 53 == len(counts) == len(RUMMY.faces)
    assert {2} == set(counts.values())
    assert 2 == counts[Joker()]
    assert {"r", "y", "k", "b"} == {
        one.colour for one in RUMMY.faces if isinstance(one, NumberTile)
    }
    assert 13 == RUMMY.highest
    assert 0 == Joker().pips
    assert 7 == NumberTile("r", 7).pips


@pytest.mark.parametrize(
    ("colour", "number"),
    [("r", 0), ("r", -1), ("r", True), ("r", 1.5), ("red", 1), ("R", 1), ("", 1), ("1", 1)],
)
def test_number_tile_refuses(colour: str, number: object) -> None:
    """
    A colour is one small letter and a number an int from 1; impossible tiles are not made (R23).
    """
    kind = InvalidNotationError if type(number) is int else TypeError
    with pytest.raises(kind):
        NumberTile(colour, number)  # type: ignore[arg-type]  # it is to be refused


def test_joker_has_no_colour() -> None:
    """
    A joker takes no colour or number at all (R23).
    """
    with pytest.raises(TypeError):
        Joker(colour="red")  # type: ignore[call-arg]  # it is to be refused


@pytest.mark.parametrize(
    "arguments",
    [
        {"colours": ()},
        {"colours": (("r", "red"), ("r", "rose"))},
        {"highest": 0},
        {"copies": 0},
        {"jokers": -1},
    ],
    ids=str,
)
def test_numbered_set_refuses(arguments: dict[str, Any]) -> None:
    """
    Colours need letters of their own, and counts must be counts.
    """
    with pytest.raises(InvalidNotationError):
        make_numbered_set(**arguments)


def test_copies_must_stand_together() -> None:
    """
    Tile ids of one face follow each other, which masks rely on.
    """
    with pytest.raises(InvalidNotationError, match="0-0 must stand together"):
        TileSet("odd", (Domino(0, 0), Domino(0, 1), Domino(0, 0)))


@pytest.mark.parametrize("tile_set", [DOUBLE_SIX, RUMMY], ids=lambda one: one.key)
def test_reading_gives_what_was_written(tile_set: TileSet) -> None:
    """
    Each face is read from its text, alone, in brackets, and among others.
    """
    for face in tile_set.faces:
        assert face == tile_set.tile(face) == tile_set.tile(str(face)) == tile_set.find(f"[{face}]")
        assert tile_set.tiles[tile_set.id_of(face)] == face
    whole = " ".join(map(str, tile_set.tiles))
    assert tile_set.tiles == tile_set.read(whole) == tile_set.read(list(tile_set.tiles))
    assert tile_set.full == tile_set.mask(whole)


@given(st.data())
def test_bag_is_a_multiset_of_faces(data: st.DataObject) -> None:
    """
    Which copies a bag holds makes no difference to what it is equal to (R13).
    """
    ids = data.draw(st.sets(st.integers(0, 105)))
    mask = sum(1 << tile for tile in ids)
    bag = RUMMY.bag(mask)
    faces = [RUMMY.tiles[tile] for tile in sorted(ids)]
    lowest = RUMMY.bag(RUMMY.mask(faces))

    assert faces == list(bag)
    assert bag == lowest
    assert hash(bag) == hash(lowest)
    assert len(ids) == len(bag)
    assert bag.pips == sum(face.pips for face in faces)
    assert sorted(ids) == list(bits(mask))
    assert all(face in bag for face in faces)


def test_bag_for_reading() -> None:
    """
    A bag writes itself, tells what it holds, and is no set of something else.
    """
    bag = DOUBLE_SIX.bag(DOUBLE_SIX.mask("[6-4][0-0]"))

    assert "0-0 4-6" == str(bag)
    assert "<TileBag 0-0 4-6>" == repr(bag)
    assert "<TileBag empty>" == repr(DOUBLE_SIX.bag(0))
    assert "6-4" in bag
    for nothing in ("9-9", "nonsense", 7, None, Domino(1, 1), Domino(9, 9)):
        assert nothing not in bag
    assert bag != ("0-0", "4-6")
    assert bag != double_set(9).bag(double_set(9).mask("0-0 4-6"))


def test_mask_takes_lower_copies_first_and_no_more_than_there_are() -> None:
    """
    Of equal tiles the lower one is taken, and a third one of two is refused.
    """
    one, two = (1 << RUMMY.id_of("r7"), 2 << RUMMY.id_of("r7"))

    assert one == RUMMY.mask("r7")
    assert one | two == RUMMY.mask("r7 r7")
    assert two == RUMMY.mask("r7", within=RUMMY.full & ~one)
    with pytest.raises(InvalidNotationError, match="no further r7"):
        RUMMY.mask("r7 r7 r7")
    with pytest.raises(InvalidNotationError, match="no further r7"):
        RUMMY.mask("r7", within=0)


def test_tables() -> None:
    """
    Tables made from the tiles say what the tiles say.
    """
    showing = DOUBLE_SIX.showing
    assert [7] * 7 == [mask.bit_count() for mask in showing]
    assert DOUBLE_SIX.doubles == DOUBLE_SIX.mask([Domino(n, n) for n in range(7)])
    assert DOUBLE_SIX.named["doubles"] == DOUBLE_SIX.doubles
    assert 168 == sum(DOUBLE_SIX.pips)
    with pytest.raises(InvalidNotationError, match="not a set of dominoes"):
        _ = RUMMY.showing


@pytest.mark.parametrize(
    "value", [Domino(4, 6), NumberTile("r", 7), Joker(), DOUBLE_SIX, RUMMY], ids=repr
)
def test_values_can_be_sent_and_copied(value: Tile | TileSet) -> None:
    """
    Tiles and sets come out of pickle and copy equal, with an equal hash (S10).
    """
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert value == again
        assert hash(value) == hash(again)
