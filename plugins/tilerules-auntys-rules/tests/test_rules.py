"""
What the house rules do, by example.
"""

from __future__ import annotations

import pytest

import tilerules

GAPLE = tilerules.variant("gaple")


@pytest.mark.parametrize(("times", "counts"), [(2, (13, 4, 12)), (3, (19, 6, 12))])
def test_heavy_doubles(times: int, counts: tuple[int, ...]) -> None:
    """
    A double counts so many times its pips, dead or not; other tiles count theirs.
    """
    variant = GAPLE.with_rules(f"auntys-rules/heavy-doubles:times={times}")

    assert counts == variant.score(["3-3 0-1", "x1-1 0-0", "6-4 0-2"]).counts


@pytest.mark.parametrize("game", ["gaple", "mexican-train"])
def test_fewest_doubles(game: str) -> None:
    """
    Six pips in a double lose to six pips without one.
    """
    variant = tilerules.variant(game).with_rules("auntys-rules/fewest-doubles")
    outcome = variant.score(["3-3", "1-5", "6-6"], reason="blocked")

    assert ((1,), "fewest-doubles") == (outcome.winners, outcome.decided_by)


def play_until(round_: tilerules.Round, kind: str) -> tilerules.Round:
    """
    Play first moves until somebody has a move of a kind, or to the end.
    """
    while round_.outcome is None:
        move = next(iter(round_.legal_moves))
        if move.kind == kind:
            break
        round_ = round_.play(move)
    return round_


def finish(round_: tilerules.Round) -> tilerules.Round:
    """
    Play first moves to the end.
    """
    return play_until(round_, "none")


@pytest.mark.parametrize(
    ("seed", "counts", "winner", "opener"),
    [(7, (22, 10, 10, 2), 3, 0), (2, (8, 13, 13, 4), 3, 1), (35, (21, 13, 19, 21), 1, 3)],
)
def test_loser_opens(seed: int, counts: tuple[int, ...], winner: int, opener: int) -> None:
    """
    The highest count opens with any tile, of equals the first in turn after the winner.
    """
    variant = GAPLE.with_rules("auntys-rules/loser-opens")
    last = finish(variant.deal(4, seed=seed))
    following = variant.deal(4, seed=seed, previous=[last])

    assert (counts, winner) == (last.outcome.counts, last.outcome.leader)
    assert opener == following.to_move
    assert 7 == len(following.legal_moves)


def test_few_dead_tiles() -> None:
    """
    Whoever has a dead tile already passes, and is told why they may not lay another.
    """
    variant = GAPLE.with_rules("auntys-rules/few-dead-tiles:most=1")
    round_ = play_until(variant.deal(4, seed=7), "pass")
    tile = next(iter(round_.hands[round_.to_move]))
    (reason,) = round_.explain(f"x{tile}")

    assert 1 == len(round_.dead[round_.to_move])
    assert ["pass"] == [str(move) for move in round_.legal_moves]
    assert "nobody lays more than 1 of their tiles face down" == str(reason)


def test_few_dead_tiles_or_none() -> None:
    """
    Where nobody lays dead tiles there is nothing to limit: the two are refused by name.
    """
    with pytest.raises(
        tilerules.HouseRuleConflictError, match="few-dead-tiles and gaple/pass both change"
    ):
        GAPLE.with_rules("auntys-rules/few-dead-tiles", "gaple/pass")


@pytest.mark.parametrize(("rules", "kind"), [(["gaple/pass"], "pass"), ([], "discard")])
def test_pot_is_kept(rules: list[str], kind: str) -> None:
    """
    A pass and a dead tile both cost pips, and everybody sees who has paid.
    """
    variant = GAPLE.with_rules(*rules, "auntys-rules/pass-pot:pips=3")
    before = play_until(variant.deal(4, seed=7), kind)
    after = before.play(next(iter(before.legal_moves)))
    paid = after.rest.get("auntys-rules/pass-pot")

    assert 3 == paid[before.to_move] == sum(paid)
    assert "auntys-rules/pass-pot" in str(after.view(None).position)


def test_winner_takes_the_pot() -> None:
    """
    The winner gets what all have paid; the rest is as without the rule.
    """
    without = finish(GAPLE.with_rules("gaple/pass").deal(4, seed=7))
    with_pot = finish(GAPLE.with_rules("gaple/pass", "auntys-rules/pass-pot").deal(4, seed=7))
    movers = [state.to_move for state in with_pot.states if state.outcome is None]
    passed = [
        seat for seat, move in zip(movers, with_pot.moves, strict=True) if move.kind == "pass"
    ]
    (winner,) = with_pot.outcome.winners

    assert passed
    assert without.moves == with_pot.moves
    assert with_pot.outcome.points == tuple(
        points - passed.count(seat) + (len(passed) if seat == winner else 0)
        for seat, points in enumerate(without.outcome.points)
    )


@pytest.mark.parametrize("paid", ["[1,2]", '["a",0,0,0]', "[-1,0,0,0]", "3"])
def test_pot_of_a_position(paid: str) -> None:
    """
    A position that claims another pot than one of pips, one number a seat, is refused.
    """
    variant = GAPLE.with_rules("gaple/pass", "auntys-rules/pass-pot")
    round_ = play_until(variant.deal(4, seed=7), "pass").play("pass")
    text = str(round_.position)
    assert "[1,0,0,0]" in text

    with pytest.raises(tilerules.InvalidPositionError, match="must be 4 whole numbers"):
        tilerules.parse_position(text.replace("[1,0,0,0]", paid))
