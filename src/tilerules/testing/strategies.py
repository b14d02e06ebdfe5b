"""
Hypothesis strategies for everything a variant can be dealt and played.

They need Hypothesis (``pip install 'tilerules[testing]'``) and are imported by themselves::

    from hypothesis import given
    from tilerules.testing import strategies as tst

    @given(round_=tst.rounds("gaple"))
    def test_view_hides_the_stock(round_):
        ...

Nothing is filtered: moves are chosen among legal ones, deals come from seeds. Every example
shrinks towards seed 0, few moves, and the first legal move each time. A variant is given as an
object or by its key; everything else is given by keyword.
"""

from __future__ import annotations

from itertools import islice
from typing import TypeAlias, TypeVar

try:
    from hypothesis import strategies as st
    from hypothesis.vendor import pretty
except ImportError as _error:  # pragma: no cover  # the tests have Hypothesis
    raise ImportError(
        "tilerules.testing.strategies needs Hypothesis: pip install 'tilerules[testing]'"
    ) from _error

from tilerules.api import variant as find_variant
from tilerules.decks import Seed, TileBag, TileSet
from tilerules.errors import InvalidDealError
from tilerules.play import Variant
from tilerules.play.match import Match
from tilerules.play.round import Round
from tilerules.play.views import RoundView
from tilerules.state import Move
from tilerules.testing.subjects import FEW, candidates, pick
from tilerules.tiles import Tile

__all__ = [
    "deals",
    "finished_rounds",
    "hands",
    "illegal_moves",
    "matches",
    "rounds",
    "seeds",
    "tiles",
]

VariantLike: TypeAlias = "Variant | str"
"""A variant, or the key of an installed one."""

T = TypeVar("T")
_NO_MOVE = Move(kind="no-such-move", notation="pass")
_ONE_BYTE = st.integers(0, 255)


def _show(value: object, printer: pretty.RepresentationPrinter, _cycle: bool) -> None:
    """
    Write a value in a report of Hypothesis.

    Left to itself it would write every field of an attrs class, and all earlier states of a
    round with it.
    """
    said = f"parse_position({str(value.position)!r})" if isinstance(value, Round) else repr(value)
    printer.text(said)


for _class in (Match, Move, Round, RoundView, TileBag, TileSet, Variant):
    pretty.for_type_by_name(_class.__module__, _class.__name__, _show)


def _variant(like: VariantLike) -> Variant:
    return find_variant(like) if isinstance(like, str) else like


def seeds() -> st.SearchStrategy[Seed]:
    """Generate seeds: non-negative ints and texts."""
    return st.one_of(st.integers(0, 2**64), st.text(st.characters(codec="utf-8"), max_size=20))


def tiles(variant: VariantLike) -> st.SearchStrategy[Tile]:
    """Generate tiles of a variant's set, the first faces of the set being the simplest."""
    return st.deferred(lambda: st.sampled_from(_variant(variant).tiles.faces))


def hands(
    variant: VariantLike, *, min_size: int = 0, max_size: int | None = None
) -> st.SearchStrategy[tuple[Tile, ...]]:
    """
    Generate hands: tiles of one set, in set order.

    Args:
        variant: The variant.
        min_size: No hand has fewer tiles.
        max_size: No hand has more; by default a quarter of the set.
    """

    def of(known: Variant) -> st.SearchStrategy[tuple[Tile, ...]]:
        total = len(known.tiles)
        most = max(min_size, total // 4) if max_size is None else max_size
        ids = st.sets(st.integers(0, total - 1), min_size=min_size, max_size=most)
        return ids.map(lambda found: tuple(known.tiles.tiles[tile] for tile in sorted(found)))

    return st.deferred(lambda: of(_variant(variant)))


def deals(variant: VariantLike, *, seats: int | None = None) -> st.SearchStrategy[Round]:
    """
    Generate rounds of which no move has been played.

    Args:
        variant: The variant.
        seats: How many seats; any number that can be dealt by default.

    Raises:
        InvalidDealError: No such round can be dealt with any of the first seeds.
    """
    return st.deferred(lambda: _deals(_variant(variant), seats))


def _deals(variant: Variant, seats: int | None) -> st.SearchStrategy[Round]:
    """Generate deals from seeds, for the numbers of seats that can be dealt."""
    counts = variant.seats if seats is None else (seats,)
    possible = [count for count in counts if _dealt(variant, count, 0) is not None]
    if not possible:
        raise InvalidDealError(f"no round of {variant} can be dealt for {counts} seats")

    def deal(count: int, seed: int) -> Round:
        found = _dealt(variant, count, seed)
        assert found is not None
        return found

    return st.builds(deal, st.sampled_from(possible), st.integers(0, 2**32))


def _dealt(variant: Variant, seats: int, seed: int) -> Round | None:
    """
    Deal with a seed, or with the next one that can be dealt: by some rules not all can.

    Returns:
        The round; None if none of the next hundred seeds can be dealt.
    """
    for attempt in range(seed, seed + 100):
        try:
            return variant.deal(seats, seed=attempt)
        except InvalidDealError:
            continue
    return None


@st.composite
def rounds(
    draw: st.DrawFn,
    variant: VariantLike,
    *,
    seats: int | None = None,
    max_moves: int | None = None,
) -> Round:
    """
    Generate rounds at any stage, from the deal to the end.

    Args:
        draw: Given by Hypothesis.
        variant: The variant.
        seats: How many seats; any number that can be dealt by default.
        max_moves: No more moves are played; by default up to the variant's ``most_moves``,
            or up to four for each tile, whichever is less, and up to thirty where each move
            has to be searched for.
    """
    known = _variant(variant)
    state = draw(deals(known, seats=seats))
    most = _most(state) if max_moves is None else max_moves
    return _play(draw, state, draw(st.integers(0, most)))


def _most(state: Round) -> int:
    """Say how many moves are enough to get anywhere, and do not take for ever."""
    return 30 if state.plan.is_lazy else min(state.variant.most_moves, 4 * len(state.plan.tile_set))


@st.composite
def finished_rounds(draw: st.DrawFn, variant: VariantLike, *, seats: int | None = None) -> Round:
    """
    Generate rounds that are over.

    Args:
        draw: Given by Hypothesis.
        variant: The variant. Its ``most_moves`` must be a bound.
        seats: How many seats; any number that can be dealt by default.
    """
    known = _variant(variant)
    return _play(draw, draw(deals(known, seats=seats)), known.most_moves)


@st.composite
def matches(
    draw: st.DrawFn,
    variant: VariantLike,
    *,
    seats: int | None = None,
    max_rounds: int = 3,
) -> Match:
    """
    Generate matches, their last round at any stage.

    Args:
        draw: Given by Hypothesis.
        variant: The variant.
        seats: How many seats; any number that can be dealt by default.
        max_rounds: No more rounds are dealt.
    """
    first = draw(deals(variant, seats=seats))
    seed = first.rest.setup.seed
    assert seed is not None
    match = first.variant.match(first.seats, seed=seed)
    for _ in range(draw(st.integers(0, max_rounds - 1))):
        match = _replaced(match, _play(draw, match.round, match.variant.most_moves))
        if match.outcome is not None:
            return match
        match = match.next_round()
    moves = draw(st.integers(0, _most(match.round)))
    return _replaced(match, _play(draw, match.round, moves))


def _replaced(match: Match, last: Round) -> Match:
    """Give the match with its last round further on."""
    return Match(match.variant, match.seed, (*match.rounds[:-1], last))


def _play(draw: st.DrawFn, state: Round, moves: int) -> Round:
    """
    Play some moves, or as many as there are.

    A short list of numbers is drawn and used again and again, so that a long round needs no
    more to be drawn, and to be shrunk, than a short one.
    """
    numbers = draw(st.lists(_ONE_BYTE, min_size=1, max_size=24))
    for at in range(moves):
        move = pick(state, numbers[at % len(numbers)])
        if move is None:
            break
        state = state.play(move)
    return state


@st.composite
def illegal_moves(
    draw: st.DrawFn, variant: VariantLike, *, seats: int | None = None
) -> tuple[Round, Move]:
    """
    Generate pairs of a round and a move that is not legal in it.

    The move is one that could be written down: a tile not held, a place where it does not
    fit, a pass where a tile can be laid, or a move of a kind the rules do not know.

    Args:
        draw: Given by Hypothesis.
        variant: The variant.
        seats: How many seats; any number that can be dealt by default.
    """
    state = draw(rounds(variant, seats=seats))
    written = [*islice(candidates(state), 25 * FEW), _NO_MOVE]
    first = draw(st.integers(0, len(written) - 1))
    # The next one that is refused: to look at all of them first would take long.
    for move in (*written[first:], *written[:first]):
        if state.explain(move):
            return state, move
    raise AssertionError(f"{_NO_MOVE} is legal")
