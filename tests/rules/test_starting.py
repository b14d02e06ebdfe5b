"""Who opens a later round, and lots drawn for it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from testing.sound import small_game
from tilerules import EndReason, InvalidDealError, Round, double_set, numbered_set
from tilerules.decks import Shuffler
from tilerules.play import Variant
from tilerules.rules.blocking import pass_turn
from tilerules.rules.dealing import DealEach
from tilerules.rules.kinds import Starting
from tilerules.rules.openings import HolderOpens, RoundDouble, TurnedUp
from tilerules.rules.starting import (
    BlockDoubleOwner,
    ByDeal,
    DrawForStart,
    NextOpener,
    NextSeatOpens,
    Right,
    WinnerOpens,
    draw_lots,
)
from tilerules.state import Draft

FOUR = double_set(4)
LEFT = small_game("left", "Some left", pass_turn(), tiles=FOUR, dealing=DealEach(each=4))
ALL = small_game("all", "All dealt", pass_turn(), tiles=FOUR, seats=(3,), dealing=DealEach(each=5))


@attrs.frozen
class LastSeatOpens(NextOpener):
    """The seat with the highest number opens, whoever won."""

    code = "last-seat-opens"
    sentence = "The last seat opens each further round."
    needs_winner = False

    def right(self, draft: Draft, last: Any) -> Right:
        return draft.plan.seats - 1, None


def rounds(starting: Starting, game: Variant, seed: int) -> tuple[Round, Round]:
    """Play a first round, always with the last move, and deal the next."""
    match = game.put(starting).match(3, seed=seed)
    while match.round.outcome is None:
        *_others, move = match.round.legal_moves
        match = match.play(move)
    return match.round, match.next_round().round.start


@pytest.mark.parametrize("when", ["after", "before"])
def test_the_highest_drawn_opens(when: str) -> None:
    """Everybody draws, the highest opens; what was drawn is shown and is in the stock again."""
    for seed in range(10):
        state = LEFT.put(DrawForStart(when)).deal(3, seed=seed)
        said, size, draws = state.rest.get("start-draw")
        best = [max(FOUR.tile(word).pips for word in draw if word) for draw in draws]
        last = [FOUR.tile(word).pips if word else -1 for word in draws[-1]]

        assert (when, len(state.rest.stock)) == (said, size)
        level = [seat for seat, pips in enumerate(last) if pips == best[-1]]
        pool = len(state.rest.stock) if when == "after" else len(FOUR)
        assert state.to_move in level
        shown = [word for draw in draws for word in draw if word]
        assert len(level) == 1 or len(shown) + len(level) > pool
        assert [*state.plan.variant.starting.shown(state)] == shown
        if when == "after":
            assert {FOUR.id_of(word) for word in shown} <= {*state.rest.stock}


@pytest.mark.parametrize(
    ("later", "needs_winner"),
    [(WinnerOpens(), True), (NextSeatOpens(), False), (LastSeatOpens(), False)],
)
def test_later_rounds(later: NextOpener, needs_winner: bool) -> None:
    """Who is entitled opens without lots; after a tie only where nobody has to have won."""
    met = set()
    for seed in range(25):
        last, following = rounds(DrawForStart("after", later), LEFT, seed)
        assert last.outcome is not None
        leader, first = last.outcome.leader, last.start.to_move or 0
        met.add(leader is None)
        is_drawn = following.rest.get("start-draw") is not None
        assert is_drawn == (needs_winner and leader is None)
        if not is_drawn:
            wanted = {"winner-opens": leader, "next-seat-opens": (first + 1) % 3}
            assert wanted.get(later.code, 2) == following.to_move
    assert {True, False} == met


def test_the_double_of_the_block_opens() -> None:
    """After a block between equal ends the holder of that double opens with it, else the winner."""
    met = set()
    for seed in range(60):
        last, following = rounds(ByDeal(later=BlockDoubleOwner()), ALL, seed)
        assert last.outcome is not None
        ends = last.layout.ends
        if last.outcome.leader is None:
            continue
        is_level = last.outcome.reason is EndReason.BLOCKED and ends[0] == ends[1]
        met.add(is_level)
        word = f"{ends[0]}-{ends[0]}" if is_level else "doubles"
        assert word == following.rest.get("opening")
        if is_level:
            assert following.masks[following.to_move or 0] >> FOUR.id_of(word) & 1
        else:
            passed = following.rest.get("opening-passed", ())
            assert (*passed, following.to_move)[0] == last.outcome.leader
            lacked = following.plan.variant.starting.lacked(following)
            assert [(seat, FOUR.doubles) for seat in passed] == lacked
    assert {True, False} == met


def test_each_round_has_its_double() -> None:
    """Round after round the next double opens, whoever won."""
    opening = RoundDouble()
    starting = ByDeal(all_dealt=opening, some_left=opening)
    for seed in range(5):
        first, second = rounds(starting, ALL, seed)
        assert ("0-0", "1-1") == (first.start.rest.get("opening"), second.rest.get("opening"))
    assert ["0-0", "4-4", "0-0"] == [opening.double(4, number) for number in (1, 5, 6)]


def test_where_nobody_holds_the_double() -> None:
    """The next higher double in a hand opens, after the highest the lowest; or it is refused."""
    game = LEFT.put(ByDeal(some_left=HolderOpens("3-3", "next-double-up")))
    hands = ["0-0 0-1 0-2 0-3", "1-1 1-2 1-3 1-4", "2-3 2-4 3-4 0-4"]
    low = game.deal(3, hands=hands, seed=0)
    none = game.deal(3, hands=["0-1 0-2", "1-2 1-3", "2-3 2-4"], seed=0)

    assert (0, "0-0") == (low.to_move, low.rest.get("opening"))
    assert none.rest.get("opening") is None
    with pytest.raises(InvalidDealError, match=r"whoever holds \[3-3\] is to open, but 3 tiles"):
        LEFT.put(ByDeal(some_left=HolderOpens("3-3"))).deal(3, seed=0)


def test_a_tile_is_turned_up() -> None:
    """The first tile of the stock lies already, and the opener plays on it."""
    for seed in range(5):
        with_turned, plain = (
            LEFT.put(ByDeal(some_left=way)).deal(3, seed=seed)
            for way in (TurnedUp(), HolderOpens("0-0", "next-double-up"))
        )
        tile, *others = plain.rest.stock
        assert str(FOUR.tiles[tile]) == str(with_turned.layout.tiles[0])
        assert tuple(others) == with_turned.rest.stock


def test_lots_of_jokers_and_level_tiles() -> None:
    """A joker is no number: its drawer draws again, then those who are level."""
    tiles = numbered_set(jokers=2)
    ids = [tiles.id_of(word) for word in ("J", "r5", "b9", "y9", "k1", "k2")]
    seat, draws = draw_lots(tiles, ids, 3, Shuffler(1))

    assert (("J", "r5", "b9"), ("y9", "", ""), ("k1", "", "k2")) == draws
    assert 2 == seat


def test_lots_when_the_pool_is_used_up() -> None:
    """Where there is nothing left to draw, chance decides among those still level."""
    tiles = numbered_set()
    level = [tiles.id_of(word) for word in ("r9", "b9", "k1")]
    found = {draw_lots(tiles, level, 3, Shuffler(seed))[0] for seed in range(20)}

    assert {0, 1} == found
