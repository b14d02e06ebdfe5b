"""
What holds for every deal and every way of playing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules
from tilerules import IllegalMoveError, Round, numbered_set
from tilerules.layouts import MeldLayout, table_tiles
from tilerules.play.turn_builder import TurnBuilder
from tilerules.rules.meld_plays import MeldPlays
from tilerules.solvers.melds import arrange
from tilerules.tiles import Tile

RULES = ("", "pagat", "manufacturer")


@cache
def played(preset: str, seats: int, seed: int) -> tuple[Round, ...]:
    """Play a round with a bot that lays the best, or now and then draws all the same."""
    variant = tilerules.variant(f"rummy+{preset}" if preset else "rummy")
    rng = random.Random(seed)
    round_ = variant.deal(seats, seed=seed)
    while round_.to_move is not None:
        turn = TurnBuilder.of(round_).best()
        can_draw = not round_.explain("draw")
        if turn.before is None or (can_draw and rng.random() < 0.4):
            round_ = round_.play("draw" if can_draw else "pass")
        else:
            round_ = round_.play(turn.finish())
    return round_.states


def states() -> st.SearchStrategy[Round]:
    """Give states of such rounds."""
    return st.builds(
        lambda preset, seats, seed, at: played(preset, seats, seed)[
            at % (len(played(preset, seats, seed)) - 1)
        ],
        st.sampled_from(RULES),
        st.integers(2, 4),
        st.integers(0, 4),
        st.integers(0, 200),
    )


def on_table(round_: Round) -> Counter[Tile]:
    """Count the tiles of the table."""
    return Counter(table_tiles(round_.layout.melds))


@given(states())
@settings(max_examples=60)
def test_tiles_are_conserved(state: Round) -> None:
    """Every physical tile lies in one place, and the table's faces are its tiles."""
    masks = [*state.masks, state.rest.aside, state.table.mask]
    masks += [1 << tile for tile in state.rest.stock]
    assert sum(masks) == state.plan.tile_set.full
    assert on_table(state) == Counter(state.plan.tile_set.bag(state.table.mask))


@given(states())
@settings(max_examples=40)
def test_what_is_listed_is_legal(state: Round) -> None:
    """Each move that is listed can be played, lays something else, and keeps the table."""
    hands = set()
    for move in islice(state.legal_moves, 6):
        assert move in state.legal_moves
        assert () == state.explain(move)
        assert state.parse(move.notation) == move
        after = state.play(move)
        if move.kind == "lay":
            hand = after.plan.faces(after.masks[state.to_move or 0])
            assert hand not in hands
            hands.add(hand)
            assert not on_table(state) - on_table(after)
    assert state.legal_moves


@given(states(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_what_is_refused_changes_nothing(state: Round, rng: random.Random) -> None:
    """Candidates are refused with reasons, or played; the state stays as it was."""
    before = str(state.position)
    tried = list(islice(state.variant.action("lay").candidates(state), 400))
    for move in rng.sample(tried, min(6, len(tried))):
        reasons = state.explain(move)
        assert bool(reasons) != (move in state.legal_moves)
        if reasons:
            with pytest.raises(IllegalMoveError) as caught:
                state.play(move)
            assert reasons == caught.value.reasons
        else:
            state.play(move)
    assert before == str(state.position)


@given(states())
@settings(max_examples=25)
def test_records_positions_and_pickles(state: Round) -> None:
    """What is written down comes back, with the same moves and the same legal ones."""
    again = tilerules.loads(tilerules.dumps(state))
    assert isinstance(again, Round)
    assert (state, state.moves) == (again, again.moves)
    line = str(state.position)
    there = tilerules.parse_position(line)
    assert state == there
    assert line == str(there.position)
    first = [str(move) for move in islice(state.legal_moves, 3)]
    assert first == [str(move) for move in islice(there.legal_moves, 3)]


@given(states(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_samples_agree_with_what_is_known(state: Round, rng: random.Random) -> None:
    """A sampled round shows its viewer what the real one does, lots drawn included."""
    for viewer in (None, *range(state.seats)):
        view = state.view(viewer)
        sampled = view.sample(rng)
        assert view == sampled.view(viewer)
        stock = [str(tile) for tile in sampled.start.stock]
        shown = state.variant.starting.shown(state)
        assert not Counter(shown) - Counter(stock)


@given(states())
@settings(max_examples=30)
def test_best_optimal_and_maximal(state: Round) -> None:
    """The best play is optimal, the optimal ones are maximal, and all are legal."""
    plays = MeldPlays.of(state)
    best, optimal, maximal = plays.best(by="tiles"), plays.optimal(by="tiles"), plays.maximal()
    assert (best is None) == (not optimal) == (not maximal)
    if best is None:
        return
    assert {len(best.laid)} == {len(play.laid) for play in optimal}
    assert {play.laid for play in optimal} <= {play.laid for play in maximal}
    for play in (best, *optimal, *islice(maximal, 8)):
        assert () == state.explain(str(play))


# --- against brute force, with a small set ----------------------------------------------------

SMALL = numbered_set(colours=(("r", "red"), ("y", "yellow"), ("k", "black")), highest=5, jokers=1)


def small_states() -> st.SearchStrategy[tuple[tuple[str, ...], bool, int]]:
    """Give tiles dealt in some order, whether the mover has opened, and a table's size."""
    faces = [str(tile) for tile in SMALL.tiles]
    return st.tuples(
        st.permutations(faces).map(lambda tiles: tuple(tiles[:13])),
        st.booleans(),
        st.integers(0, 6),
    )


def small_rules(**changes: object) -> tilerules.Variant:
    """Make the game with a small set of tiles."""
    return tilerules.variant("rummy").put(tiles=SMALL).tune("initial-meld", at_least=9, **changes)


VARIANTS = {
    "default": small_rules(),
    "quiet": small_rules(rearrange=False),
    "lay-off": small_rules(lay_off=True),
    "both": small_rules(lay_off=True, rearrange=False),
    "locked": small_rules().tune("freed-jokers", lock=True),
    "hand": small_rules().tune("freed-jokers", price="rack"),
}


def subsets(tiles: Iterable[str]) -> set[tuple[str, ...]]:
    """Give every multiset of some tiles, but for none."""
    held = sorted(tiles)
    return {chosen for n in range(1, len(held) + 1) for chosen in combinations(held, n)}


@pytest.mark.parametrize("name", ["default", "quiet", "lay-off", "both"])
@given(small_states())
@settings(max_examples=12)
def test_every_set_that_can_be_laid_is_listed(
    name: str, drawn: tuple[tuple[str, ...], bool, int]
) -> None:
    """With a bare table, or melds on it: listed is what brute force finds, once each."""
    tiles, opened, size = drawn
    variant = VARIANTS[name]
    table = arrange(" ".join(tiles[:size]), variant.plan(2).layout.rules) if size else ()
    if table is None:
        table, size = (), 0
    state = small_state(variant, table, tiles[size : size + 6], opened=opened)
    listed = [sorted_laid(state, move.notation) for move in state.legal_moves if move.kind == "lay"]
    assert len(listed) == len(set(listed))
    for chosen in subsets(tiles[size : size + 6]):
        if chosen not in listed and not any("J" in str(meld) for meld in table):
            assert not arrangements(state, chosen), chosen


def small_state(
    variant: tilerules.Variant, table: Iterable[object], hand: Iterable[str], *, opened: bool
) -> Round:
    """Set a round of the small game up."""
    from tilerules.play.positions import read_position

    layout = "|".join(str(meld).replace(" ", ",") for meld in table)
    left = Counter(str(tile) for tile in SMALL.tiles)
    left -= Counter(str(tile) for tile in table_tiles(table))  # type: ignore[arg-type]
    left -= Counter(hand)
    words = [f"{variant.key}@1", "seats:2", "move:0"]
    other, *rest = left.elements()
    words += [f"hands:{','.join(hand)}/{other}", f"aside:{','.join(rest)}"]
    words += [f"layout:{layout}"] * bool(layout) + ['ext:{"opened":[0]}'] * opened
    return read_position(" ".join(words), variant)


def sorted_laid(state: Round, notation: str) -> tuple[str, ...]:
    """Give the tiles that a move lays, sorted."""
    after = state.play(notation)
    gone = Counter(map(str, state.hands[0])) - Counter(map(str, after.hands[0]))
    return tuple(sorted(gone.elements()))


def arrangements(state: Round, chosen: tuple[str, ...]) -> list[str]:
    """Find tables by brute force on which some tiles are laid."""
    rules = state.plan.layout.rules
    tiles = [*map(str, table_tiles(state.layout.melds)), *chosen]
    found = []
    for melds in partitions(tuple(sorted(tiles)), rules):
        text = " | ".join(melds)
        if not state.explain(text):
            found.append(text)
    return found


def partitions(tiles: tuple[str, ...], rules: object) -> Iterable[list[str]]:
    """Give every way to make melds of all tiles."""
    from tilerules.layouts import meld_readings

    if not tiles:
        yield []
        return
    first, rest = tiles[0], tiles[1:]
    tile_set = rules.tile_set  # type: ignore[attr-defined]
    for n in range(2, len(rest) + 1):
        for chosen in set(combinations(rest, n)):
            places = [(tile_set.tile(word), None) for word in (first, *chosen)]
            for meld in meld_readings(places, rules):  # type: ignore[arg-type]
                left = Counter(rest) - Counter(chosen)
                for others in partitions(tuple(sorted(left.elements())), rules):
                    yield [str(meld), *others]


def test_the_layout_may_be_tuned() -> None:
    """Fewest tiles, jokers and the high 1 are parameters of the layout."""
    bound = MeldLayout(min_run=4, one_high="high_or_low").bind(numbered_set(), 2)
    assert 4 == bound.rules.min_run
    assert bound.load("k11,k12,k13,k1").melds
    with pytest.raises(IllegalMoveError):
        bound.load("k11,k12,k13")
