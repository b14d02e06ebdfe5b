"""
Block and Draw, by example: who leads, what is drawn, what a round is worth.
"""

from __future__ import annotations

import random

import pytest

import tilerules
from tilerules import EndReason, Match, Round, Variant

BLOCK = tilerules.variant("block")
DRAW = tilerules.variant("draw")


def at(variant: Variant, hand: str, layout: str, stock: str, laid: str = "") -> Round:
    """
    Set up a position of two seats: the first to move, the second holding all other tiles.
    """
    tiles = variant.tiles
    named = " ".join([hand, layout, stock]).replace(",", " ")
    others = tiles.bag(tiles.full & ~tiles.mask(named))
    key = ";".join([f"{variant.name}@{variant.version}", *map(str, variant.applied)])
    words = [key, "seats:2", "move:0", f"hands:{hand}/{','.join(map(str, others))}"]
    words += [f"stock:{stock}"] if stock else []
    return tilerules.parse_position(" ".join([*words, f"layout:{layout}"]))


def finish(match: Match) -> Match:
    """
    Play a round to its end, always with the first legal move.
    """
    while match.round.outcome is None:
        match = match.play(next(iter(match.round.legal_moves)))
    return match


def test_draw_until_it_fits() -> None:
    """
    One page draws until something fits: three draws, and then the tile must be laid.
    """
    variant = DRAW.with_rules("classic-dominoes/reserve:tiles=0")
    round_ = at(variant, "1-2", "4-4,4-6", "1-1,2-2,3-4")
    for _ in range(3):
        assert ["draw"] == [str(move) for move in round_.legal_moves]
        round_ = round_.play("draw")

    assert ["3-4@L"] == [str(move) for move in round_.legal_moves]
    assert ["must-place"] == [reason.code for reason in round_.explain("pass")]


def test_draw_one_and_pass() -> None:
    """
    Another page draws a single tile, and the turn is over.
    """
    variant = DRAW.with_rules("classic-dominoes/draw-few", "classic-dominoes/reserve:tiles=0")
    round_ = at(variant, "1-2", "4-4,4-6", "1-1,2-2,3-4").play("draw")

    assert ["pass"] == [str(move) for move in round_.legal_moves]
    assert 1 == round_.play("pass").to_move


def test_the_last_two_are_never_drawn() -> None:
    """
    Britannica 1911: two must always be left in the stock.
    """
    round_ = at(DRAW, "1-2", "4-4,4-6", "1-1,2-2,3-4").play("draw")

    assert ["pass"] == [str(move) for move in round_.legal_moves]
    assert {"stock-empty"} == {reason.code for reason in round_.explain("draw")}


def test_block_has_no_stock_to_draw_from() -> None:
    """
    In Block nothing is drawn: who cannot play passes.
    """
    round_ = at(BLOCK, "1-2", "4-4,4-6", "1-1,2-2,3-4")

    assert ["pass"] == [str(move) for move in round_.legal_moves]
    assert ["no-such-move"] == [reason.code for reason in round_.explain("draw")]


def test_going_out_scores_what_the_others_hold() -> None:
    """
    The winner scores the pips of all opponents.
    """
    outcome = BLOCK.score({"A": "", "B": "6-6 1-0", "C": "2-3"})

    assert ((0,), (18, 0, 0)) == (outcome.winners, outcome.points)


@pytest.mark.parametrize(
    ("rules", "points"), [((), (7, 0)), (("classic-dominoes/blocked-total",), (12, 0))]
)
def test_blocked_pay_off(rules: tuple[str, ...], points: tuple[int, ...]) -> None:
    """
    A block is worth the difference, or all that the loser holds, by a named option.
    """
    outcome = BLOCK.with_rules(*rules).score({"A": "2-3", "B": "6-6"}, reason="blocked")

    assert (5, 12) == outcome.counts
    assert points == outcome.points


def test_blocked_tie() -> None:
    """
    Equal hands after a block: nobody scores.
    """
    outcome = BLOCK.score({"A": "2-3", "B": "1-4", "C": "6-6"}, reason="blocked")

    assert (0, 1) == outcome.winners
    assert outcome.is_tie
    assert (0, 0, 0) == outcome.points


def test_lead_goes_round() -> None:
    """
    In Block and Draw the lead goes to the next seat, whoever won.
    """
    match = finish(BLOCK.match(3, seed=5))
    first = match.round.start.to_move
    match = finish(match.next_round())
    second = match.round.start.to_move
    third = match.next_round().round.to_move

    assert [(first + 1) % 3, (first + 2) % 3] == [second, third]


def test_winner_leads() -> None:
    """
    By house rule whoever went out leads, with any tile.
    """
    variant = BLOCK.with_rules("classic-dominoes/lead:first=lot,later=winner")
    for seed in range(8):
        out = finish(variant.match(2, seed=seed)).round
        after = variant.deal(2, seed=seed, previous=(out,))

        if out.outcome.reason is EndReason.WENT_OUT:
            assert out.outcome.winners == (after.to_move,)
        assert len(after.hands[0]) == len(after.legal_moves)


def test_lot_is_fair() -> None:
    """
    Every seat leads about as often as any other.
    """
    leads = [DRAW.deal(4, seed=seed).to_move for seed in range(400)]

    assert {0, 1, 2, 3} == set(leads)
    assert all(60 <= leads.count(seat) <= 140 for seat in range(4))


@pytest.mark.parametrize(
    ("hands", "seat", "tile"),
    [
        (["1-2 3-3", "5-5 6-4"], 1, "5-5"),
        # Without a double the heaviest tile leads: its total first, then its higher end.
        (["6-0 1-2", "5-4 3-2"], 1, "4-5"),
        (["6-2 0-1", "5-3 1-2"], 0, "2-6"),
    ],
)
def test_highest_double_leads(hands: list[str], seat: int, tile: str) -> None:
    """
    By house rule the highest double leads, or else the heaviest tile.
    """
    dealt = DRAW.with_rules("classic-dominoes/lead").deal(2, seed=1, hands=hands)

    assert seat == dealt.to_move
    assert [tile] == [str(move) for move in dealt.legal_moves]


def test_a_lead_tells_what_nobody_holds() -> None:
    """
    Whoever sees the highest double led knows that nobody holds a higher one.
    """
    dealt = DRAW.with_rules("classic-dominoes/lead").deal(
        2, seed=1, hands=["3-3 1-2 0-1", "2-2 6-5 5-4"]
    )
    rng = random.Random(1)
    for _ in range(20):
        sampled = dealt.view(1).sample(rng)

        assert "3-3" in sampled.hands[0]
        assert not {"4-4", "5-5", "6-6"} & {str(tile) for tile in sampled.hands[0]}


def test_match() -> None:
    """
    The first to a hundred wins the match.
    """
    match = finish(BLOCK.match(["Ana", "Budi"], seed=11))
    while match.outcome is None:
        match = finish(match.next_round())

    assert max(match.totals) >= 100
    before = [sum(one.points[seat] for one in match.outcomes[:-1]) for seat in (0, 1)]
    assert max(before) < 100
