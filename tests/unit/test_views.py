"""Views keep secrets, also in another process and in what they sample."""

from __future__ import annotations

import copy
import pickle
import random
import time
from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import Any

import attrs
import pytest

import tilerules
from tilerules import NoSampleError, Round, RoundView, SeatError, TileBag, Variant
from tilerules.errors import TilerulesError
from tilerules.play.knowledge import cleaned
from tilerules.play.plans.lazy import LazyMoves
from tilerules.play.position import Position
from tilerules.play.restoring.reading import restore
from tilerules.play.sampling.seen import Seen

VARIANTS = tilerules.variants()
EVERY = [*VARIANTS, *[one.with_preset(each.name) for one in VARIANTS for each in one.presets]]
MARKED = [pytest.param(one, marks=pytest.mark.slow) if one.preset else one for one in EVERY]
"""Presets are slow, all of them together."""


def _some_way_in(variant: Variant, seats: int, moves: int = 6, seed: int = 3) -> Round:
    state = variant.deal(seats, seed=seed)
    for _ in range(moves):
        if state.to_move is None:
            break
        state = state.play(next(iter(state.legal_moves)))
    return state


def _chosen(legal: Any, rng: random.Random) -> tilerules.Move:
    chosen = legal.draw(rng) if isinstance(legal, LazyMoves) else rng.choice(legal)
    assert isinstance(chosen, tilerules.Move)
    return chosen


def _random_states(variant: Variant, seats: int, seed: int) -> Iterator[Round]:
    """Play a round at random and give every state that goes on."""
    rng = random.Random(seed)
    state = variant.deal(seats, seed=seed)
    while state.to_move is not None:
        yield state
        state = state.play(_chosen(state.legal_moves, rng))


def _told(value: object, depth: int = 16) -> object:
    """
    Write down everything that public attributes lead to, numbers of tiles included.

    A round among it would hold every hand.
    """
    assert not isinstance(value, Round)
    assert depth, "a view has no end"
    if value is None or isinstance(value, str | int | Enum):
        return value
    if isinstance(value, Variant):
        return str(value)
    if isinstance(value, dict):
        return [(key, _told(one, depth - 1)) for key, one in value.items()]
    if isinstance(value, LazyMoves):
        return [_told(one, depth - 1) for one in islice(value, 3)]
    if isinstance(value, TileBag):
        return value.mask, [str(tile) for tile in value]
    if isinstance(value, tuple | list):
        return [_told(one, depth - 1) for one in value]
    public = [name for name in dir(value) if name[:1] != "_"]
    if isinstance(value, RoundView) and value.seat is None:
        public.remove("hand")
    found = [(name, _asked(value, name)) for name in public]
    return [(name, _told(one, depth - 1)) for name, one in found if not callable(one)]


def _asked(value: Any, name: str) -> Any:
    """
    Ask for an attribute: what does not apply, such as the dominoes of numbered tiles, says so.
    """
    try:
        return getattr(value, name)
    except TilerulesError as error:
        return str(error)


def _twins(round_: Round, viewer: int | None) -> Iterator[Round]:
    """
    Give rounds in which a viewer has seen the same.

    The round itself as one whose tiles were given, once more with its copies numbered anew, and
    sampled ones.
    """
    start = round_.start
    moves = tuple(move.notation for move in round_.moves)
    again = restore(round_.variant, str(Position.of(start)), cleaned(start.rest.setup), moves)
    yield again
    view = round_.view(viewer)
    for seed in range(3):
        yield view.sample(random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("variant", MARKED, ids=str)
def test_views_of_rounds_that_look_alike_tell_the_same(variant: Variant) -> None:
    """
    Nothing that can be read off a view, sent or sampled tells rounds apart that look alike.

    They differ in who holds which hidden tile, and in which of two equal tiles is where.
    """
    seats = variant.seats[len(variant.seats) // 2]
    states = list(_random_states(variant, seats, seed=5))
    for state in states[:: max(1, len(states) // 4)]:
        for viewer in (None, state.to_move, (state.to_move + 1) % seats):  # type: ignore[operator]
            first, *others = [twin.view(viewer) for twin in _twins(state, viewer)]
            for other in others:
                assert first == other
                assert (repr(first), str(first), hash(first)) == (
                    repr(other),
                    str(other),
                    hash(other),
                )
                assert first.to_dict() == other.to_dict()
                assert _told(first) == _told(other)
                assert pickle.dumps(first) == pickle.dumps(other)
                for history in (True, False):
                    one, two = (
                        view.sample(random.Random(7), history=history) for view in (first, other)
                    )
                    assert (one.masks, one.rest, one.turn) == (two.masks, two.rest, two.turn)


@pytest.mark.parametrize("seed", range(4))
def test_copies_tell_nothing_after_loading(seed: int) -> None:
    """
    In rummy a record, a pickle and given hands number equal tiles by seats; views do not show it.
    """
    rummy = tilerules.variant("rummy")
    dealt = rummy.deal(3, seed=seed)
    hands = [list(hand) for hand in dealt.hands]
    rounds = [
        dealt,
        tilerules.loads(tilerules.dumps(dealt)),
        pickle.loads(pickle.dumps(dealt)),
        rummy.deal(3, hands=hands),
    ]
    assert 1 < len({one.masks for one in rounds})
    for seat in range(3):
        views = [one.view(seat) for one in rounds]
        for view in views:
            assert rummy.tiles.lowest(view.hand.mask) == view.hand.mask
            assert view.hand.mask == views[0].hand.mask
            sample = view.sample(random.Random(1), history=False)
            assert view.hand.mask == sample.masks[seat]


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (14, 23))]
)
def test_which_of_two_own_copies_was_laid_is_not_told(seed: int) -> None:
    """
    Of two equal tiles in a hand one is laid: a pickle does not say whether the first or the other.

    A round and its sample have other numbers for equal tiles, and are seen in the same way.
    """
    rng = random.Random(seed)
    state = tilerules.variant("rummy").deal(rng.choice([2, 3, 4]), seed=seed)
    pairs = 0
    for _ in range(40):
        if state.to_move is None:
            break
        state = state.play(rng.choice(list(islice(state.legal_moves, 3))))
        for seat in range(state.seats) if state.to_move is not None else ():
            mine = [Seen.of(state, seat)]
            try:
                mine.append(Seen.of(state.view(seat).sample(random.Random(seed)), seat))
            except NoSampleError:
                continue
            first, other = [(one.mine, one.exits) for one in mine]
            assert first == other
            pairs += len(first[1]) > 0
    assert pairs


def test_moves_that_explode_are_not_pickled() -> None:
    """
    What finds the moves holds a whole round, and is not sent with them; a copy is the same.
    """
    dealt = tilerules.variant("rummy").deal(2, seed=1)
    for legal in (dealt.legal_moves, dealt.view(dealt.to_move).legal_moves):
        with pytest.raises(TypeError, match="pickle the round or the view"):
            pickle.dumps(legal)
        assert copy.copy(legal) is copy.deepcopy(legal) is legal


def test_own_two_copies_and_the_table_are_three_tiles() -> None:
    """
    A view numbers the table's tiles first, so that its masks never share a tile.
    """
    rummy = tilerules.variant("rummy")
    for state in islice(_random_states(rummy, 2, seed=2), 10, None, 5):
        view = state.view(state.to_move)
        assert not view.hand.mask & view.layout.mask
        assert view.layout == state.layout
        assert view.hand == state.hands[state.to_move]  # type: ignore[index]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_view_has_no_field_with_a_round(variant: Variant) -> None:
    """
    What attrs and other introspection list of a view holds neither the round nor its seed.
    """
    state = variant.deal(variant.seats[-1], seed="give-away")
    view = state.view(0)
    listed = attrs.asdict(view, filter=lambda field, _value: field.name != "variant")
    _told(listed)
    assert "give-away" not in repr(listed)
    assert {"hands", "legal_moves", "seat"} <= set(listed)
    assert not any(field.name.startswith("_") for field in attrs.fields(RoundView))
    assert not any(isinstance(value, Round) for value in attrs.astuple(view, recurse=False))
    assert b"give-away" not in pickle.dumps(view)
    with pytest.raises(TypeError):
        vars(view)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        view.seat = 1  # type: ignore[misc]


@pytest.mark.parametrize("variant", MARKED, ids=str)
def test_pickled_view_is_equal_and_samples_alike(variant: Variant) -> None:
    """
    A view comes out of a pickle equal; with the same chance it samples the same rounds.
    """
    state = _some_way_in(variant, variant.seats[-1])
    for seat in (None, *range(state.seats)):
        view = state.view(seat)
        sent = pickle.loads(pickle.dumps(view))
        assert view == sent
        assert hash(view) == hash(sent)
        assert view.to_dict() == sent.to_dict()
        assert _told(view) == _told(sent)
        assert pickle.dumps(view) == pickle.dumps(sent)
        for history in (True, False):
            one, two = (each.sample(random.Random(4), history=history) for each in (view, sent))
            assert one == two
            assert one.moves == two.moves
            assert one.rest.setup == two.rest.setup
            assert one.rest.setup.seed is None


@pytest.mark.slow
def test_pickling_samples_nothing_and_never_fails() -> None:
    """
    Where samples are hard to find, a view is pickled all the same, and at once.
    """
    variant = tilerules.variant("rummy+pagat").with_rules("rummy/must-lay")
    took = []
    for state in _random_states(variant, 3, seed=8):
        for seat in range(3):
            view = state.view(seat)
            before = time.process_time()
            sent = pickle.dumps(view)
            took.append(time.process_time() - before)
            assert view == pickle.loads(sent)
    assert 60 < len(took)
    assert sum(took) / len(took) < 0.1


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_finished_view_is_pickled_without_the_seed(variant: Variant) -> None:
    """
    After the round all is open, but for the seed of the match: it would give the next deal away.
    """
    match = variant.match(variant.seats[0], seed="give-away")
    rng = random.Random(2)
    while match.round.to_move is not None:
        match = match.play(_chosen(match.round.legal_moves, rng))
    if match.outcome is None:
        match = match.next_round()
        assert b"give-away" not in pickle.dumps(match.round.view(0))
        sampled = match.round.view(0).sample(random.Random(1))
        assert () == sampled.rest.setup.previous
    finished = match.rounds[0]
    view = finished.view(1)
    assert b"give-away" not in pickle.dumps(view)
    assert view == pickle.loads(pickle.dumps(view))
    for history in (True, False):
        sampled = view.sample(rng, history=history)
        assert finished == sampled
        assert sampled.rest.setup.seed is None
        assert (finished.moves if history else ()) == sampled.moves


def test_copies_of_a_view_are_the_view() -> None:
    """
    A view is a value: copying it gives itself.
    """
    view = tilerules.variant("gaple").deal(4, seed=1).view(2)
    assert view is copy.copy(view)
    assert view is copy.deepcopy(view)


@pytest.mark.parametrize("variant", MARKED, ids=str)
def test_samples_without_moves_agree_with_all_that_is_known(variant: Variant) -> None:
    """
    A round sampled without its moves begins where it stands, and its seat sees no difference.
    """
    rng = random.Random(6)
    states = list(_random_states(variant, variant.seats[-1], seed=6))
    for state in states[:: max(1, len(states) // 6)]:
        for viewer in (None, state.to_move):
            view = state.view(viewer)
            sampled = view.sample(rng, history=False)
            seen = sampled.view(viewer)
            assert sampled.parent is None
            assert () == sampled.moves
            assert (state.turn, state.rest.ext) == (sampled.turn, sampled.rest.ext)
            assert view.position == seen.position
            assert (view.hands, view.hand_sizes) == (seen.hands, seen.hand_sizes)
            assert view.layout == seen.layout
            mine, theirs = (list(islice(one.legal_moves, 5)) for one in (view, seen))
            assert mine == theirs
            if viewer is not None:
                assert (
                    sampled.play(mine[0]).view(viewer).hand_sizes
                    == state.play(mine[0]).view(viewer).hand_sizes
                )


@pytest.mark.parametrize("name", ["block", "gaple"])
def test_samples_of_a_resumed_round_go_on(name: str) -> None:
    """
    Somebody can still lay a tile, or the round would be over: samples know that too.
    """
    variant, rng = tilerules.variant(name), random.Random(0)
    few = 0
    for seed in range(25):
        for state in _random_states(variant, 4, seed):
            if sum(map(len, state.hands)) + len(state.stock) > 20:
                continue
            resumed = tilerules.parse_position(str(state.position))
            for seat in (None, state.to_move):
                view = resumed.view(seat)
                for history in (True, False):
                    assert view.to_move == view.sample(rng, history=history).to_move
                    few += 1
    assert few


def test_dead_tiles_of_a_position_are_hidden() -> None:
    """
    Who begins at a position knows nothing of the dead tiles of others, and samples them anew.
    """
    gaple = tilerules.variant("gaple")
    state = max(
        (state for seed in range(5) for state in _random_states(gaple, 4, seed)),
        key=lambda state: sum(
            mask.bit_count() for s, mask in enumerate(state.rest.dead) if s != state.to_move
        ),
    )
    state = tilerules.parse_position(str(state.position))
    seat = state.to_move
    dead = {
        state.view(seat).sample(random.Random(seed), history=history).rest.dead
        for seed in range(30)
        for history in (True, False)
    }
    assert 5 < len(dead)
    for one in dead:
        assert state.rest.dead[seat] == one[seat]  # type: ignore[index]
        assert [m.bit_count() for m in state.rest.dead] == [m.bit_count() for m in one]


def test_who_asks_for_what_is_not_there() -> None:
    """
    A seat that does not exist and the hand of a spectator are SeatErrors; no field is made up.
    """
    state = tilerules.variant("gaple").deal(4, seed=1)
    for seat in (4, -1, True, "1", 1.0):
        with pytest.raises(SeatError, match="no seat"):
            state.view(seat)  # type: ignore[arg-type]
    with pytest.raises(SeatError, match="spectator"):
        _ = state.view(None).hand
    with pytest.raises(AttributeError, match="hnd"):
        _ = state.view(0).hnd  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"random\.Random"):
        state.view(0).sample(random)  # type: ignore[arg-type]


def test_no_sample_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Where the search ends without a round, NoSampleError says so.
    """
    from tilerules.play.sampling.sampling import History

    monkeypatch.setattr(History, "can_be_dealt", lambda self, slots: False)
    state = tilerules.variant("gaple").deal(4, seed=1)
    with pytest.raises(NoSampleError, match="tries"):
        state.view(0).sample(random.Random(1))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_notation_is_read_after_the_end_too(variant: Variant) -> None:
    """A finished round reads its own moves, or refuses them with an error of the library."""
    state = variant.deal(variant.seats[0], seed=4)
    while state.to_move is not None:
        state = state.play(next(iter(state.legal_moves)))
    for move in state.moves:
        try:
            assert move.kind == state.parse(move.notation).kind
        except TilerulesError:
            continue
