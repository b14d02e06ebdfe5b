"""
What holds for pictures of every variant and preset, in every state of random rounds.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from property.registered import ids, is_lazy, presets, variants
from tilerules import Round, RoundView, Variant
from tilerules.pictures import Placed, Scene, lay_out, overlaps
from tilerules.play.pictured import round_scene, view_scene
from tilerules.testing.subjects import pick
from tilerules.tiles import Tile

SVG = "{http://www.w3.org/2000/svg}"

EVERY = [*variants(), *presets()]


def played(variant: Variant, seats: int, seed: int) -> Iterator[Round]:
    """
    Give the states of a random round, the first ones where moves are searched for.
    """
    rng = random.Random(f"{variant} {seats} {seed}")
    state = variant.deal(seats, seed=seed)
    for _ in range(14 if is_lazy(variant) else 1000):
        yield state
        move = pick(state, rng.randrange(1 << 16))
        if move is None:
            return
        state = state.play(move)
    yield state


def tables(variant: Variant) -> list[tuple[int, int]]:
    """
    Give the numbers of seats that are played here, with seeds.
    """
    few = {variant.seats[0], variant.seats[-1]}
    return [(seats, seed) for seats in sorted(few) for seed in range(1 if is_lazy(variant) else 2)]


def drawn(scene: Scene) -> Counter[Tile | None]:
    """
    Count the tiles of a scene, by face; those that lie face down under None.
    """
    found: Counter[Tile | None] = Counter()
    for one in scene.tiles:
        found[one.tile] += one.count
    return found


def places(scene: Scene) -> Counter[tuple[object, ...]]:
    """
    Give where each tile lies, and which way round.
    """
    return Counter((one.tile, one.box, halves(one)) for one in scene.tiles)


def halves(one: Placed) -> tuple[int, int] | None:
    """
    Give the halves of a domino from left to right, or downwards.
    """
    if one.halves is None or one.direction in ("right", "down"):
        return one.halves
    return one.halves[::-1]


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_no_two_tiles_overlap(variant: Variant) -> None:
    """
    In no picture of a round or a view lie two tiles on each other.
    """
    for seats, seed in tables(variant):
        for state in played(variant, seats, seed):
            assert [] == overlaps(round_scene(state).tiles)
            assert [] == overlaps(view_scene(state.view(seats - 1)).tiles)


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_every_counted_tile_is_drawn(variant: Variant) -> None:
    """
    A picture shows the tiles that a round or a view counts, face by face, and no other.
    """
    for seats, seed in tables(variant):
        for state in played(variant, seats, seed):
            counted: Counter[Tile | None] = Counter(state.layout.tiles)
            for bag in (*state.hands, *state.dead):
                counted.update(bag)
            counted[None] += len(state.stock)
            assert +counted == drawn(round_scene(state))
            for viewer in (None, 0):
                view = state.view(viewer)
                assert counted_by(view) == drawn(view_scene(view))


def counted_by(view: RoundView) -> Counter[Tile | None]:
    """
    Count the tiles that a view tells of.
    """
    counted: Counter[Tile | None] = Counter(view.layout.tiles)
    counted[None] += view.stock_count
    for bags, counts in ((view.hands, view.hand_sizes), (view.dead, view.dead_counts)):
        for bag, count in zip(bags, counts, strict=True):
            if bag is None:
                counted[None] += count
            else:
                counted.update(bag)
    return +counted


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_tiles_stay_where_they_lie(variant: Variant) -> None:
    """
    From one picture of a round to the next, only tiles move that the move has touched.
    """
    for seats, seed in tables(variant):
        states = list(played(variant, seats, seed))
        for before, after in pairwise(states):
            old, new = places(round_scene(before)), places(round_scene(after))
            gone = sum((old - new).values())
            assert gone <= touched(before, after), after.move


def touched(before: Round, after: Round) -> int:
    """
    Count the tiles that a move may have taken from their places.
    """
    tile_set = before.plan.tile_set
    # The heap of the stock shows its number, but stays.
    count = 0
    for old, new in zip(before.masks, after.masks, strict=True):
        count += (old & ~new).bit_count()
    melds = getattr(before.layout, "melds", ())
    kept = Counter(getattr(after.layout, "melds", ()))
    for meld in melds:
        if kept[meld] > 0:
            kept[meld] -= 1
        else:
            count += len(meld)
    has_emptied = bool(before.rest.stock) and not after.rest.stock
    assert tile_set is after.plan.tile_set
    return count + has_emptied


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_views_and_samples_look_alike(variant: Variant) -> None:
    """
    The picture of a view is the picture of what a sample of it shows the same seat.
    """
    rng = random.Random(str(variant))
    seats = variant.seats[-1]
    for number, state in enumerate(played(variant, seats, 3)):
        if number % 5 or state.is_over:
            continue
        for seat in (None, 0, seats - 1):
            view = state.view(seat)
            assert view.sample(rng).view(seat).picture() == view.picture()


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_sent_views_look_alike(variant: Variant) -> None:
    """
    A view that another process reads looks as it did where it was made.
    """
    seats = variant.seats[0]
    for number, state in enumerate(played(variant, seats, 4)):
        if number % 4 == 0:
            view = state.view(1)
            assert view.picture() == pickle.loads(pickle.dumps(view)).picture()


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_pictures_are_well_formed(variant: Variant) -> None:
    """
    A picture is a document with a title, a description, and a title on each tile.
    """
    *_others, state = played(variant, variant.seats[0], 1)
    for picture in (state.picture(), state.view(0).picture(theme="print"), state.layout.picture()):
        root = ElementTree.fromstring(picture)
        assert f"{SVG}svg" == root.tag
        assert root.findtext(f"{SVG}desc")
        assert root.find(f"{SVG}title") is not None
        groups = root.findall(f"{SVG}g")
        assert groups
        assert all(group.findtext(f"{SVG}title") for group in groups)
        assert not any("id" in one.attrib for one in root.iter())


@pytest.mark.parametrize("variant", EVERY, ids=ids)
def test_layouts_have_places_of_their_own(variant: Variant) -> None:
    """
    The layout of every game says where its tiles lie, each once, without knowing what came before.
    """
    *_others, state = played(variant, variant.seats[0], 2)
    layout = state.layout
    assert lay_out.dispatch(object) is not lay_out.dispatch(type(layout))
    tiles: tuple[Placed, ...] = lay_out(layout).tiles
    assert Counter(layout.tiles) == Counter(one.tile for one in tiles)
    assert [] == overlaps(tiles)
