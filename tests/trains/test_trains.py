"""
Trains: what fits where, branches at doubles, and the layout as text.
"""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from tilerules import Domino, InvalidNotationError, InvalidVariantError
from tilerules.decks import double_set
from tilerules.layouts.base import BoundPlaces
from tilerules.tiles import bits
from tilerules.trains.layout import LAID, BoundTrains, TrainsLayout
from tilerules.trains.notation import TrainsState

SHAPES = [(1, 1), (0, 1), (3, 1), (1, 3), (2, 2)]
"""Communal trains and toes."""


def bound(seats: int = 3, communal: int = 1, toes: int = 1, highest: int = 9) -> BoundTrains:
    """Bind a layout."""
    return TrainsLayout(communal, toes).bind(double_set(highest), seats)


def walk(layout: BoundTrains, rng: random.Random, tiles: int) -> list[TrainsState]:
    """Lay tiles at random where they fit; give every state."""
    engine = rng.choice(list(bits(layout.tile_set.doubles)))
    states = [layout.put((), 0, engine, 0)]
    for _ in range(tiles):
        state = states[-1]
        choices = [
            (tile, place)
            for place in layout.places(state)
            for tile in bits(layout.fitting(state, place) & ~state[LAID])
        ]
        if not choices:
            break
        tile, place = rng.choice(choices)
        states.append(layout.put(state, 0, tile, layout.same_as(state, tile, place)))
        if rng.random() < 0.2:
            states.append(
                layout.mark(states[-1], rng.randrange(layout.seats), on=rng.random() < 0.7)
            )
    return states


@pytest.mark.parametrize(("communal", "toes"), SHAPES)
def test_every_state_is_written_and_read(communal: int, toes: int) -> None:
    """What is dumped is loaded again, and is one word."""
    for seed in range(15):
        layout = bound(communal=communal, toes=toes)
        for state in walk(layout, random.Random(seed), 50):
            text = layout.dump(state)
            assert state == layout.load(text)
            assert not set(text) & set(" \n")
    assert () == layout.load("")
    assert layout.dump(()) == ""


@pytest.mark.parametrize(("communal", "toes"), SHAPES)
def test_tiles_and_rows_agree(communal: int, toes: int) -> None:
    """The rows hold all tiles laid, each fits the one before, and ends are their last pips."""
    layout = bound(communal=communal, toes=toes)
    for state in walk(layout, random.Random(5), 54):
        read = layout.read(state)
        assert set(layout.tile_set.bag(layout.tiles(state))) == set(read.tiles)
        assert len(set(read.tiles)) == len(read)
        for train in read.trains:
            for line, end in zip(train.lines, train.ends, strict=True):
                last = read.engine.low if read.engine and not train.lines.index(line) else None
                for near, far in line:
                    assert last in (None, near)
                    last = far
                assert end.pips == (line[-1][1] if line else read.engine and read.engine.low)
        wanted = {tile for end in read.ends for tile in bits(layout.tile_set.showing[end.pips])}
        assert wanted == set(bits(layout.wanted(state)))


@pytest.mark.parametrize(("communal", "toes"), SHAPES)
def test_tables_list_what_the_plain_listing_does(communal: int, toes: int) -> None:
    """The bound listing and placing do what the general ones do."""
    layout = bound(communal=communal, toes=toes)
    make = lambda tile, place: (place, tile)  # noqa: E731
    fast, plain = layout.lister(make), BoundPlaces.lister(layout, make)
    place, slow_place = layout.placer(), BoundPlaces.placer(layout)
    rng = random.Random(7)
    for state in walk(layout, rng, 50):
        hand = rng.getrandbits(len(layout.tile_set)) & ~layout.tiles(state)
        shut, barred = rng.getrandbits(4), rng.getrandbits(20)
        found = fast(state, hand, shut, barred)
        assert list(plain(state, hand, shut, barred)) == list(found)
        assert fast(state, hand, ~shut, 0) == plain(state, hand, ~shut, 0)
        for at, tile in found:
            move = SimpleNamespace(tile_id=tile, bit=1 << tile, place_id=at)
            before = SimpleNamespace(masks=(hand, 0, 0), to_move=0, table=state)
            one, other = SimpleNamespace(), SimpleNamespace()
            place(before, move, one)
            slow_place(before, move, other)
            assert (other.masks, other.table) == (one.masks, one.table)


def test_places_are_closed_by_owner_and_marker() -> None:
    """A seat's own and the communal trains are open, others' only with a marker."""
    layout = bound(seats=3)
    state = layout.load("9-9;1*=9-4")
    assert 0b0100 == layout.closed_to(state, 0)
    assert 0b0101 == layout.closed_to(state, 1)
    assert 0b0001 == layout.closed_to(state, 2)
    assert 0b1101 == layout.unstarted(state)


def test_a_double_branches() -> None:
    """With three toes the first two begin rows of their own, the last goes on in the row."""
    layout = bound(toes=3)
    state = layout.load("9-9;0=9-4,4-4")
    for tile in ("4-1", "4-2"):
        state = layout.put(state, 0, layout.tile_set.id_of(tile), 0)
        assert ("0",) == tuple(end.label for end in layout.read(state).open_doubles)
    state = layout.put(state, 0, layout.tile_set.id_of("4-3"), 0)
    assert {"0": 3, "0.1": 1, "0.2": 2} == {
        end.label: end.pips for end in layout.read(state)[0].ends
    }
    assert () == layout.read(state).open_doubles


def test_open_doubles_keep_their_order() -> None:
    """The double laid first comes first, whichever train it lies on."""
    layout = bound()
    state = layout.load("9-9;0=9-5;1=9-4")
    state = layout.put(state, 0, layout.tile_set.id_of("4-4"), 1)
    state = layout.put(state, 0, layout.tile_set.id_of("5-5"), 0)
    doubles = layout.read(state).open_doubles
    assert [("1", 0, Domino(4, 4)), ("0", 1, Domino(5, 5))] == [
        (end.label, end.order, end.tile) for end in doubles
    ]
    assert layout.dump(state).endswith(";open=1,0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("9-8", "the engine is a double"),
        ("x", "not a tile"),
        ("9-9;0", "write a label"),
        ("9-9;7=9-1", "no such row"),
        ("9-9;0=9-1;0=9-2", "stands twice"),
        ("9-9;M*=9-1", "only a seat's train has a marker"),
        ("9-9;0=8-1", "does not match the 9"),
        ("9-9;0=9-1,2-3", "does not match the 1"),
        ("9-9;0=9-1;1=9-1", "lies twice"),
        ("9-9;0=9-9", "lies twice"),
        ("9-9;0=9-1,1-1;1=9-2,2-2", "give their order"),
        ("9-9;0=9-1,1-1;1=9-2,2-2;open=0", "give their order"),
        ("9-9;0=9-1;open=0", "give their order"),
        ("9-9;0=9-19", "not a tile"),
    ],
)
def test_what_is_no_layout_is_refused(text: str, why: str) -> None:
    """A text that cannot come about names its part and what is wrong."""
    with pytest.raises(InvalidNotationError, match=why):
        bound().load(text)


def test_a_branch_without_a_double_is_refused() -> None:
    """Rows that branch off need the double they begin at."""
    with pytest.raises(InvalidNotationError, match="begins nowhere"):
        bound(toes=3).load("9-9;0=9-4;0.1=4-5")
    with pytest.raises(InvalidNotationError, match="begins nowhere"):
        bound(toes=3).load("9-9;0=9-4,4-4,4-6;0.1=4-5")


def test_only_a_double_begins_trains() -> None:
    """Rules that let another tile be laid first are named as wrong."""
    layout = bound()
    with pytest.raises(InvalidVariantError, match="trains begin at a double"):
        layout.put((), 0, layout.tile_set.id_of("3-4"), 0)


@pytest.mark.parametrize(("communal", "toes"), [(-1, 1), (13, 1), (1, 0), (1, 13)])
def test_parameters_have_bounds(communal: int, toes: int) -> None:
    """Numbers that make no layout are refused when it is bound."""
    with pytest.raises(InvalidVariantError, match="goes from"):
        TrainsLayout(communal, toes).bind(double_set(6), 2)


def test_printed_trains_fit_eighty_columns() -> None:
    """Long trains leave their middle out and say how many tiles that is."""
    layout = bound(seats=8, highest=18)
    chain = [(18, 0), *((number, number + 1) for number in range(17))]
    text = ",".join(f"{near}-{far}" for near, far in chain)
    shown = str(layout.read(layout.load(f"18-18;3*={text};M=18-2")))
    assert all(len(line) <= 76 for line in shown.splitlines())
    (long,) = [line for line in shown.splitlines() if line.startswith("3 *")]
    assert "[18|0] .." in long
    assert long.endswith("[16|17] > 17")
    hidden = int(long.split("..")[1])
    assert len(chain) == hidden + long.count("[")
    assert "(not started) > 18" in shown
    assert "" == str(layout.read(()))


def test_reading_a_train_by_label() -> None:
    """Trains are found by seat number or label."""
    read = bound().read(bound().load("9-9;1*=9-4;M=9-5"))
    assert read[1] is read["1"]
    assert (1, True, True) == (read[1].owner, read[1].is_marked, read[1].is_started)
    assert (None, 5) == (read["M"].owner, read["M"].end.pips)
    with pytest.raises(KeyError):
        read["7"]
