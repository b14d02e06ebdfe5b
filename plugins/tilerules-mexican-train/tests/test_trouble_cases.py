"""
How programs for this game go wrong, and that this one does not.

The numbers are those of the project's list of troubles; M03 and M10 do not exist.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import tilerules
from testing.playing import moves
from tilerules import (
    Domino,
    IllegalMoveError,
    InvalidDealError,
    InvalidPositionError,
    Match,
    Round,
    RulesVersionError,
    Variant,
)
from tilerules.decks import TileBag
from tilerules.play.match import rank_seats

SetUp = Callable[..., Round]

SATISFY = ["doubles:duty=satisfy"]


def tiles_in_all_zones(round_: Round) -> list[Domino]:
    """Give every tile of a round, wherever it is."""
    tile_set = round_.variant.tiles
    zones = [*round_.hands, TileBag(tile_set, round_.rest.aside)]
    return sorted([*round_.stock, *round_.layout.tiles, *(tile for zone in zones for tile in zone)])


def test_m01_each_tile_is_in_one_zone(game: Variant) -> None:
    """M01: 91 tiles over all zones, 12-12 in the middle only."""
    round_ = game.deal(4, seed=1)
    assert list(game.tiles.tiles) == tiles_in_all_zones(round_)
    assert 1 == tiles_in_all_zones(round_).count(Domino(12, 12))


@pytest.mark.parametrize("found", ["required", "highest", "own-highest"])
def test_m02_an_engine_is_never_made_up(game: Variant, found: str) -> None:
    """M02: hands without a double leave all tiles as they are; the engine is drawn."""
    variant = game.with_rules(f"engine:found={found}", "hand-size:size=2")
    round_ = variant.deal(2, hands=["0-1 2-3", "4-5 6-7"], seed=8)
    while not round_.table:
        assert list(game.tiles.tiles) == tiles_in_all_zones(round_)
        (only,) = moves(round_)
        round_ = round_.play(only)
    assert list(game.tiles.tiles) == tiles_in_all_zones(round_)
    assert round_.layout.engine in game.tiles.tiles


def test_m04_a_cover_closes_that_double_only(set_up: SetUp) -> None:
    """M04: with 8-8 and 5-5 open, a tile on 5-5 leaves only 8-8 open."""
    round_ = set_up("12-12;0*=12-8,8-8;1=12-5,5-5;open=0,1", "0-1", "5-1 2-2", to_move=1)
    after = round_.play("1-5@1")
    assert ["0"] == [end.label for end in after.layout.open_doubles]


def test_m05_a_double_keeps_the_turn(position_p: SetUp) -> None:
    """M05: who must cover stays to move, and can do nothing else."""
    after = position_p("9-9 9-2 5-6", b="1-1", rules=SATISFY).play("9-9@1")
    assert (0, ["2-9@1"]) == (after.to_move, moves(after))


def test_m06_the_duty_moves_until_it_is_met(position_p: SetUp) -> None:
    """M06: each who cannot cover draws and marks; then the next is bound."""
    round_ = position_p(
        "9-9 4-8",
        b="0-1 5-6",
        c="3-9 1-4",
        stock="2-6 3-3 3-4 4-4",
        rules=SATISFY,
    )
    for text in ("9-9@1", "draw", "pass", "draw", "pass"):
        round_ = round_.play(text)
    assert round_.layout[0].is_marked
    assert round_.layout[1].is_marked
    assert ["3-9@1"] == moves(round_)
    after = round_.play("3-9@1")
    assert (3, ()) == (after.to_move, after.layout.open_doubles)


def test_m07_the_last_tile_is_a_double_in_three_ways(position_p: SetUp) -> None:
    """M07: it ends the round, or must be covered, or counts the others' points twice."""
    ends = position_p("9-9", b="1-1").play("9-9@1")
    assert ends.outcome is not None
    assert (0, 2, 21 + 20, 22 + 13) == ends.outcome.points
    covered = position_p("9-9", b="1-1", rules=["last-double"]).play("9-9@1")
    assert ["draw"] == moves(covered)
    twice = position_p("9-9", b="1-1", rules=["last-double:must=count-twice"]).play("9-9@1")
    assert twice.outcome is not None
    assert (0, 4, 82, 70) == twice.outcome.points
    assert ends.outcome.counts == twice.outcome.counts


def test_m08_only_the_owner_takes_the_marker_off(position_p: SetUp) -> None:
    """M08: neither another's tile on the train nor the owner's elsewhere does."""
    marked = "12-12;0*=12-5;1*=12-9;3*="
    assert position_p("5-7 12-3", trains=marked).play("3-12@M").layout[0].is_marked
    other = position_p("0-1", b="5-6 2-2", trains=marked, to_move=1)
    assert other.play("5-6@0").layout[0].is_marked
    assert not position_p("5-7 12-3", trains=marked).play("5-7@0").layout[0].is_marked


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_m09_no_passing_for_ever(set_up: SetUp, seats: int) -> None:
    """M09: with an empty stock and nothing that fits the round is over at once."""
    tiles = ["1-1", "2-2", "3-3", "4-4", "6-6", "7-7", "8-8"][: seats - 1]
    round_ = set_up("12-12;0=12-5", "5-9 10-10", *tiles)
    # The others' trains are not started, and nobody holds a 12.
    assert round_.play("5-9@0").outcome is not None


def test_m11_m13_the_match_goes_to_the_lowest_total_or_totals(game: Variant) -> None:
    """M11, M13: the winner is computed, and all who share it are named."""
    standing = game.ranking
    totals = (40, 12, 30)
    keys = [standing.keys((), totals, seat) for seat in range(3)]
    assert 1 == keys.index(min(keys))
    level = [standing.keys((), (20, 20, 35), seat) for seat in range(3)]
    assert level[0] == level[1] < level[2]


def test_m12_ranks_are_numbers() -> None:
    """M12: 9, 10, 100 rank 1, 2, 3; equal totals share a rank."""
    assert (1, 2, 3) == rank_seats([(9,), (10,), (100,)])
    assert (1, 1, 3) == rank_seats([(10,), (10,), (12,)])


def test_m14_what_is_not_listed_cannot_be_played(position_p: SetUp) -> None:
    """M14: a tile on a closed train is refused, and nothing changes."""
    round_ = position_p("9-0 7-12", trains="12-12;0=12-5;1=12-9", to_move=0)
    with pytest.raises(IllegalMoveError) as caught:
        round_.play("0-9@1")
    assert ["private-train"] == [reason.code for reason in caught.value.reasons]
    again = position_p("9-0 7-12", trains="12-12;0=12-5;1=12-9", to_move=0)
    assert (again, again.moves) == (round_, round_.moves)


def test_m15_a_view_holds_no_other_hand(game: Variant) -> None:
    """M15: neither another's tiles nor the order of the stock can be found in a view."""
    round_ = game.deal(4, seed=3)
    data = round_.view(0).to_dict()
    others = [tile for seat in (1, 2, 3) for tile in round_.hands[seat]]
    written = repr(data)
    for tile in (*others, *round_.stock):
        assert f"'{tile}'" not in written
        assert f",{tile}," not in data["position"]


def test_m16_old_records_keep_their_rules(game: Variant, finish: Callable[..., Round]) -> None:
    """M16: a house rule that is not named has its default; another version is refused."""
    plain = finish(game.deal(2, seed=1))
    text = tilerules.dumps(plain)
    assert tilerules.loads(text) == plain
    with pytest.raises(RulesVersionError):
        tilerules.loads(text.replace('"rules_version": 1', '"rules_version": 99'))
    hands = ["", "0-0 3-4"]
    assert 7 == game.score(hands).counts[1]
    assert 57 == game.with_rules("double-blank").score(hands).counts[1]


def test_m17_drawing_for_the_engine_ends(game: Variant) -> None:
    """M17: 8 seats with 10 tiles leave 11: one draw for all, then the tiles are dealt again."""
    variant = game.with_rules("engine:found=required,all_draw=true", "hand-size:size=10")
    seen = set()
    for seed in range(120):
        round_ = variant.deal(8, seed=seed)
        seen.add(round_.rest.setup.redeals > 0)
        drawn = 0
        while not round_.table:
            (only,) = moves(round_)
            round_ = round_.play(only)
            drawn += only == "draw"
        assert drawn in (0, 8)
        assert Domino(12, 12) == round_.layout.engine
    assert {True, False} == seen


def test_m17_given_hands_are_not_dealt_again(game: Variant) -> None:
    """M17: where an engine can come out of neither the given hands nor the stock, it says so."""
    variant = game.with_rules("engine", "hand-size:size=45")
    hands = game.tiles.tiles
    without = [str(tile) for tile in hands if tile != Domino(12, 12)]
    with pytest.raises(InvalidDealError, match="no hand has a double that may be the engine"):
        variant.deal(2, hands=[without[:45], without[45:90]], seed=1)


def test_m18_the_right_to_a_first_train_is_used_up(set_up: SetUp) -> None:
    """M18: a chain of three in the first turn, one tile in the second, also after a draw."""
    chain = set_up(
        "9-9",
        "9-4 4-8 8-1 0-0",
        "1-2 3-3",
        stock="2-2 2-3",
        rules=["first-train"],
        more='ext:{"first-turns":3}',
    )
    laid = chain.play("4-9@0").play("4-8@0").play("1-8@0")
    assert (1, 3) == (laid.to_move, len(laid.layout[0]))
    single = set_up("9-9", "9-4 4-8 8-1 0-0", "1-2 3-3", stock="2-2 2-3")
    assert 1 == single.play("4-9@0").to_move
    later = set_up("9-9", "9-4 4-8 8-1 0-0", "1-2 3-3", stock="2-2", rules=["first-train"])
    assert 1 == later.play("4-9@0").to_move
    drawn = set_up(
        "9-9",
        "4-8 8-1 0-0",
        "1-2 3-3",
        stock="4-9 2-3",
        rules=["first-train"],
        more='ext:{"first-turns":3}',
    ).play("draw")
    assert ["4-9@0", "4-9@M", "pass"] == moves(drawn)
    assert ["4-8@0", "stop"] == moves(drawn.play("4-9@0"))
    failed = set_up(
        "9-9",
        "4-8 8-1 0-0",
        "1-2 3-3",
        stock="2-2 2-3 9-6",
        rules=["first-train"],
        more='ext:{"first-turns":3}',
    )
    failed = failed.play("draw").play("pass")
    assert 2 == failed.rest.get("first-turns")


def test_matches_are_the_same_in_every_process(
    game: Variant, finish_match: Callable[..., Match]
) -> None:
    """A match of the same seed and choices comes to the same totals; its record plays again."""
    one, other = (
        finish_match(game.with_rules("rounds:rounds=4").match(4, seed="m"), random.Random(2))
        for _ in range(2)
    )
    assert (one.totals, one.outcome) == (other.totals, other.outcome)
    assert tilerules.loads(tilerules.dumps(one)) == one


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ("first-train", '{"first-turns":"x"}'),
        ("first-train", '{"first-turns":0}'),
        ("first-train", '{"first-turns":16}'),
        ("first-player", '{"drawn-pips":[[1,2]]}'),
        ("first-player", '{"drawn-pips":[]}'),
        ("marker-at-will", '{"marker-moved":2}'),
        ("engine", '{"engines":[99]}'),
    ],
)
def test_what_no_rule_could_have_kept_is_refused(position_p: SetUp, rules: str, kept: str) -> None:
    """A position whose rules' own state makes no sense is refused when it is read."""
    with pytest.raises(InvalidPositionError, match="ext"):
        position_p("5-7", rules=[rules], more=f"ext:{kept}")
