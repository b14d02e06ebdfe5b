"""
All Fives and its scores, by example.
"""

from __future__ import annotations

import random

import pytest

import tilerules
from tilerules import Round, Variant
from tilerules_classic_dominoes.scoring import nearest_multiple


def all_fives(*rules: str) -> Variant:
    """
    Give the game with some house rules.
    """
    return tilerules.variant("all-fives").with_rules(*rules)


def deal(variant: Variant, *hands: str) -> Round:
    """
    Deal known hands so that the lot falls on seat 0.
    """
    rounds = (variant.deal(len(hands), seed=seed, hands=hands) for seed in range(99))
    return next(dealt for dealt in rounds if dealt.to_move == 0)


def play(round_: Round, moves: str) -> Round:
    """
    Play several moves.
    """
    for move in moves.split():
        round_ = round_.play(move)
    return round_


def test_scores_of_a_round() -> None:
    """
    Every total that is a multiple of five is scored at once, by whoever made it.
    """
    dealt = deal(all_fives(), "5-5 5-3 0-0 2-5 1-1 4-1", "5-0 6-5 6-6 2-2 3-3 0-6")
    scores = []
    for move in ("5-5", "5-0@L", "0-0@L", "5-6@R", "5-2@U", "6-6@R", "5-3@D", "0-6@L"):
        dealt = dealt.play(move)
        scores.append(dealt.scored)

    assert scores == [
        (10, 0),  # the double alone: 10
        (10, 10),  # 10 and a blank
        (20, 10),  # 10 and a double blank
        (20, 10),  # 0 and 6: the spinner is covered, its arms are open
        (20, 10),  # 0, 6 and 2
        (20, 10),  # 0, 12 and 2
        (20, 10),  # 0, 12, 2 and 3
        (20, 10),  # 6, 12, 2 and 3
    ]


def test_fosters_example() -> None:
    """
    Foster: 5-5, 5-0 and 0-0 make 10 each; with 5-6 at one end and 0-4 at the other it is 10 again.
    """
    muggins = all_fives("classic-dominoes/no-spinner")
    dealt = deal(muggins, "5-5 0-0 0-4 1-1", "5-0 5-6 2-2 3-3")
    round_ = play(dealt, "5-5 5-0@L 0-0@L 5-6@R")

    assert (20, 10) == round_.scored
    assert (30, 10) == round_.play("0-4@L").scored


def test_fosters_highest_score() -> None:
    """
    Foster: the highest score without a spinner is 20, with 4-4 and 6-6 at different ends.
    """
    muggins = all_fives("classic-dominoes/no-spinner")
    dealt = deal(muggins, "6-6 4-4 1-1", "6-4 2-2 3-3")

    assert (20, 0) == play(dealt, "6-6 6-4@L 4-4@L").scored


def test_score_of_the_last_tile_counts() -> None:
    """
    The last tile scores for the ends and for the hands.
    """
    dealt = deal(all_fives(), "5-5 5-0", "6-4 6-5")
    round_ = play(dealt, "5-5 6-5@L 5-0@R")

    assert (10, 0) == round_.scored  # 10; then 10 and 6, then 0 and 6
    assert round_.outcome is not None
    assert (0,) == round_.outcome.winners
    assert "out-wins" == round_.outcome.decided_by
    assert (0, 10) == round_.outcome.counts
    assert (20, 0) == round_.outcome.points


@pytest.mark.parametrize(
    ("pips", "score"), [(0, 0), (2, 0), (3, 5), (7, 5), (8, 10), (12, 10), (13, 15)]
)
def test_nearest_five(pips: int, score: int) -> None:
    """
    One or two pips are worth nothing, three to seven five, eight to twelve ten.
    """
    assert score == nearest_multiple(pips, 5)


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ((), (35, 0, 0)),
        (("classic-dominoes/blocked-difference",), (30, 0, 0)),
        (("classic-dominoes/multiple:of=3",), (33, 0, 0)),
    ],
)
def test_blocked(rules: tuple[str, ...], points: tuple[int, ...]) -> None:
    """
    Britannica: after a block the lightest hand scores as if it had gone out; not so everywhere.
    """
    hands = {"A": "1-2", "B": "6-6 3-2", "C": "6-5 5-0"}
    outcome = all_fives(*rules).score(hands, reason="blocked")

    assert (3, 17, 16) == outcome.counts
    assert points == outcome.points
    assert "count" == outcome.decided_by


def test_lone_blank_does_not_share_a_win() -> None:
    """
    Whoever goes out wins, even if another's only tile is [0-0].
    """
    outcome = all_fives().score({"A": "", "B": "0-0", "C": "6-6"})

    assert ((0,), (10, 0, 0)) == (outcome.winners, outcome.points)


def test_partners_score_together() -> None:
    """
    What one partner scores, in play or for the hands, is the side's.
    """
    partners = all_fives("table/partners:by=sum")
    dealt = deal(partners, "5-5 1-2", "5-0 3-3", "0-0 2-2", "6-4 1-6")
    assert (10, 0, 10, 0) == dealt.play("5-5").scored
    assert (10, 10, 10, 10) == play(dealt, "5-5 5-0@L").scored

    outcome = partners.score(["", "6-4", "3-3", "2-2"], by=0)
    assert ((0, 2), (15, 0, 15, 0)) == (outcome.winners, outcome.points)


def open_total(moves: list[str]) -> int:
    """
    Add up the open ends in the plainest way: arms as lists of numbers, laid from the moves.
    """
    first = tuple(map(int, moves[0].split("-")))
    line, arms = [first], {"U": [], "D": []}
    spinner = first if first[0] == first[1] else None
    for move in moves[1:]:
        tile, label = move.split("@")
        pips = tuple(map(int, tile.split("-")))
        if label == "L":
            line.insert(0, pips if pips[1] == line[0][0] else pips[::-1])
        elif label == "R":
            line.append(pips if pips[0] == line[-1][1] else pips[::-1])
        else:
            arm = arms[label]
            inner = arm[-1][1] if arm else spinner[0]
            arm.append(pips if pips[0] == inner else pips[::-1])
        if spinner is None and pips[0] == pips[1]:
            spinner = pips
    if len(line) == 1:
        return sum(line[0])
    outer = [line[0][::-1], line[-1], *(arm[-1] for arm in arms.values() if arm)]
    return sum(2 * end if end == inner else end for inner, end in outer)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scores_against_a_plain_count(seats: int) -> None:
    """
    Over whole rounds the points are what a scorekeeper would write down.
    """
    for seed in range(30):
        rng = random.Random(seed)
        round_ = tilerules.variant("all-fives").deal(seats, seed=seed)
        expected = [0] * seats
        laid: list[str] = []
        while round_.to_move is not None:
            seat, move = round_.to_move, rng.choice(list(round_.legal_moves))
            round_ = round_.play(move)
            if move.kind == "place":
                laid.append(str(move))
                total = open_total(laid)
                expected[seat] += total if total % 5 == 0 else 0

        assert tuple(expected) == round_.scored


def test_match() -> None:
    """
    A match ends with the round in which somebody reaches the target, and is scored round by round.
    """
    match = tilerules.variant("all-fives").match(["Ana", "Budi"], seed=3)
    rng = random.Random(3)
    while match.outcome is None:
        match = match.next_round() if match.round.outcome else match
        while match.round.outcome is None:
            match = match.play(rng.choice(list(match.round.legal_moves)))

    best = max(match.totals)
    assert best >= 150
    assert all(
        150 > max(map(sum, zip(*(one.points for one in match.outcomes[:played]), strict=True)))
        for played in range(1, len(match.rounds))
    )
    assert match.outcome.winners == tuple(s for s in (0, 1) if match.totals[s] == best)
    assert all(points % 5 == 0 for points in match.totals)
