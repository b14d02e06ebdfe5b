"""
The family's rules by example.
"""

from __future__ import annotations

import json
import re

import pytest

import tilerules
from tilerules import HouseRuleConflictError, Round

GAPLE = tilerules.variant("gaple")


def play_until(round_: Round, kind: str) -> Round:
    """
    Play first moves until somebody has a move of a kind.
    """
    while round_.outcome is None:
        move = next(iter(round_.legal_moves))
        if move.kind == kind:
            break
        round_ = round_.play(move)
    return round_


def finish(round_: Round) -> Round:
    """
    Play first moves to the end.
    """
    return play_until(round_, "none")


def test_pot_is_kept() -> None:
    """
    A pass and a dead tile both cost a pip, and everybody sees who paid.
    """
    for rules, kind in ((["gaple/pass"], "pass"), ([], "discard")):
        variant = GAPLE.with_rules(*rules, "auntys-rules/pass-pot:pips=3")
        before = play_until(variant.deal(4, seed=7), kind)
        seat = before.to_move
        after = before.play(next(iter(before.legal_moves)))
        paid = dict(after.rest.ext)["auntys-rules/pass-pot"]

        assert 3 == paid[seat] == sum(paid)
        assert "auntys-rules/pass-pot" in str(after.view(None).position)


def test_winner_takes_the_pot() -> None:
    """
    The winner gets what all have paid; the rest is as without the rule.
    """
    plain = finish(GAPLE.with_rules("gaple/pass").deal(4, seed=7))
    with_pot = finish(GAPLE.with_rules("gaple/pass", "auntys-rules/pass-pot").deal(4, seed=7))
    assert plain.moves == with_pot.moves
    paid = [
        sum(move.kind == "pass" and state.to_move == seat for state, move in steps(with_pot))
        for seat in range(4)
    ]
    (winner,) = with_pot.outcome.winners

    assert sum(paid) > 0
    assert with_pot.outcome.points == tuple(
        plain.outcome.points[seat] - paid[seat] + (sum(paid) if seat == winner else 0)
        for seat in range(4)
    )


def steps(round_: Round) -> list[tuple[Round, object]]:
    """
    Pair each state with the move made in it.
    """
    return list(zip(round_.states, round_.moves, strict=False))


def test_loser_opens() -> None:
    """
    The highest count opens; of equals the first in turn after the winner.
    """
    variant = GAPLE.with_rules("auntys-rules/loser-opens")
    last = finish(variant.deal(4, seed=7))
    counts = last.outcome.counts
    following = variant.deal(4, seed=7, previous=[last])

    assert counts[following.to_move] == max(counts)
    assert 7 == len(following.legal_moves)


@pytest.mark.parametrize(
    ("hands", "leader", "opener"), [("1-4/3-6/4-5/", 3, 1), ("3-6//1-4/4-5", 1, 3)]
)
def test_equal_losers(hands: str, leader: int, opener: int) -> None:
    """
    Who sits where decides nothing: of equals the first in turn after the winner opens.
    """
    variant = GAPLE.with_rules("auntys-rules/loser-opens")
    counts = [sum(map(int, re.findall("[0-9]", hand))) for hand in hands.split("/")]
    points = [int(seat == leader) for seat in range(4)]
    facts = {"reason": "went_out", "by": leader, "leader": leader, "winners": [leader]}
    facts |= {"counts": counts, "points": points, "decided_by": "count"}
    spec = str(variant.deal(4, seed=7).position).split()[0]
    gone = ",".join(str(tile) for tile in variant.tiles.tiles if str(tile) not in hands + "0-0")
    last = tilerules.parse_position(
        f"{spec} seats:4 hands:{hands} aside:{gone} layout:0-0 "
        f"over:{json.dumps(facts, separators=(',', ':'))}"
    )

    assert opener == variant.deal(4, seed=7, previous=[last]).to_move


def test_few_dead_tiles() -> None:
    """
    Whoever has a dead tile already passes.
    """
    variant = GAPLE.with_rules("auntys-rules/few-dead-tiles:most=1")
    round_ = play_until(variant.deal(4, seed=7), "pass")
    seat = round_.to_move
    tile = next(iter(round_.hands[seat]))

    assert ["pass"] == [str(move) for move in round_.legal_moves]
    assert 1 == len(round_.dead[seat])
    (reason,) = round_.explain(f"x{tile}")
    assert "no more than 1 dead tiles each" == str(reason)


def test_few_dead_tiles_and_passing_do_not_go_together() -> None:
    """
    Where nobody lays dead tiles, there is nothing to limit: the two are refused by name.
    """
    with pytest.raises(HouseRuleConflictError, match="few-dead-tiles and gaple/pass both change"):
        GAPLE.with_rules("auntys-rules/few-dead-tiles", "gaple/pass")


@pytest.mark.parametrize("game", ["gaple", "mexican-train"])
def test_fewest_doubles(game: str) -> None:
    """
    Six pips in a double lose to six pips without one.
    """
    variant = tilerules.variant(game).with_rules("auntys-rules/fewest-doubles")
    outcome = variant.score(["3-3", "1-5", "6-6"], reason="blocked")

    assert ((1,), "fewest-doubles") == (outcome.winners, outcome.decided_by)


@pytest.mark.parametrize(("times", "counts"), [(2, (13, 4, 12)), (3, (19, 6, 12))])
def test_heavy_doubles(times: int, counts: tuple[int, ...]) -> None:
    """
    A double counts so many times its pips, dead or not; other tiles count theirs.
    """
    variant = GAPLE.with_rules(f"auntys-rules/heavy-doubles:times={times}")

    assert counts == variant.score(["3-3 0-1", "x1-1 0-0", "6-4 0-2"]).counts
