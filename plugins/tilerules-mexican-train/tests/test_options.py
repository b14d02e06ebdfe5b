"""
Every option value that is not the default, by its house rule.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from testing.playing import moves, play
from tilerules import HouseRuleConflictError, InvalidDealError, Match, Round, Variant
from tilerules_mexican_train import HOUSE_RULES

SetUp = Callable[..., Round]

OPTIONS = {
    "mt.engine=required_in_hand": "engine",
    "mt.engine=required_in_hand, all draw": "engine:all_draw=true",
    "mt.engine=required_in_hand, or the next lower": "engine:found=required-or-lower",
    "mt.engine=highest_in_hand": "engine:found=highest",
    "mt.engine=own_highest": "engine:found=own-highest",
    "mt.first_turn=train": "first-train",
    "mt.first_turn=train_no_end_double": "first-train:end_on_double=false",
    "mt.first_turn=upto:3": "first-tiles:most=3",
    "mt.first_turn_end_double=waits": "first-doubles-wait",
    "mt.double=follow_up_on_double": "doubles:duty=follow-up-on-double",
    "mt.double=satisfy": "doubles:duty=satisfy",
    "mt.double=satisfy_chain_fifo": "doubles:duty=satisfy-first-laid",
    "mt.double=satisfy_chain_lifo": "doubles:duty=satisfy-last-laid",
    "mt.double=follow_up_then_satisfy": "doubles:duty=follow-up-then-satisfy",
    "mt.double=foot:3": "doubles:duty=foot",
    "mt.double=none": "doubles:duty=none",
    "mt.mexican=none": "no-communal-train",
    "mt.mexican=after_own": "communal-train:opens=after-own",
    "mt.mexican=after_all": "communal-train:opens=after-all",
    "mt.mexican=not_first_turn": "communal-train:opens=not-first-turn",
    "mt.mexican=first_player_then_all": "communal-train:opens=first-player-then-all",
    "mt.marker_off=any_play": "marker-off",
    "mt.marker_off=manual": "marker-off:by=manual",
    "mt.end_on_double=must_cover": "last-double",
    "mt.end_on_double=doubles_opponents": "last-double:must=count-twice",
    "mt.draw=until_playable": "draw-until-playable",
    "mt.must_play_drawn=true": "must-play-drawn",
    "mt.double_blank=25": "double-blank:points=25",
    "mt.double_blank=50": "double-blank",
    "mt.set=double-9": "double-nine",
    "mt.set=double-15": "tiles:set=double-15",
    "mt.set=double-18": "tiles:set=double-18",
    "mt.hand_sizes=int": "hand-size:size=3",
    "mt.hand_sizes=table": "hands:table=older",
    "mt.first_engine=top-1": "first-engine:pips=11",
    "mt.first_engine=any": "first-engine:pips=9",
    "mt.first_player=draw_highest_then_rotate": "first-player:who=highest-drawn",
    "mt.first_player=dealer": "first-player:who=dealer",
    "mt.first_player=left_of_dealer": "first-player:who=left-of-dealer",
    "mt.rounds=half": "half-match",
    "mt.rounds=n": "rounds:rounds=4",
    "mt.draws=one_per_turn": "draw-once",
    "mt.may_pass=true": "pass-at-will",
    "mt.dead_double=stands": "dead-doubles-bind",
    "mt.trains=2": "communal-trains",
    "mt.match_tie=most rounds won": "ties-by-rounds-won",
    "3.5 one double a turn": "one-double",
    "3.10 own train first": "own-train-first",
    "3.10 own train first, and no cover": "own-train-first:excused=true",
    "3.11 marker stays on an uncovered double": "marker-stays-on-doubles",
    "3.11 marker at will": "marker-at-will",
    "3.14 the others complete their first turns": "others-finish-first-turns",
    "3.15 12-12 scores 48": "highest-double",
    "3.17 the winner collects": "winner-collects",
    "3.19 bigger hands": "hands:table=larger",
}


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


def test_every_house_rule_stands_for_an_option() -> None:
    """No house rule is left out of the list above."""
    named = {text.partition(":")[0] for text in OPTIONS.values()}
    assert {rule.name for rule in HOUSE_RULES} == named - {"rounds", "tiles"}


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_plays_whole_matches(
    game: Variant, finish_match: Callable[..., Match], option: str
) -> None:
    """A match is played to its end under the option, which changes the rules."""
    variant = game.with_rules(OPTIONS[option])
    assert variant.diff(game)
    seats = variant.seats[len(option) % len(variant.seats)]
    match = finish_match(variant.match(seats, seed=option), random.Random(option))
    assert match.outcome is not None
    assert match.rounds[-1].outcome is not None


# --- tiles, deal, engine ----------------------------------------------------------------------


def test_a_hand_size_must_fit(game: Variant) -> None:
    """Seats without a row in the table, or more tiles than there are, are refused (12)."""
    older = game.with_rules("hands:table=older")
    with pytest.raises(InvalidDealError, match="for 5, 6, 7 or 8 seats"):
        older.deal(2)
    with pytest.raises(InvalidDealError, match="8"):
        game.with_rules("hand-size:size=12").deal(8)
    with pytest.raises(HouseRuleConflictError):
        game.with_rules("hand-size:size=12", "hands:table=older")


def test_the_required_engine(game: Variant) -> None:
    """Its holder must lay it, and then has an ordinary first turn (14)."""
    hands = ["12-12 12-1 4-5", "1-1 2-2 3-3"]
    round_ = game.with_rules("engine", "hand-size:size=3").deal(2, hands=hands, seed=1)
    assert (0, ["12-12"]) == (round_.to_move, moves(round_))
    assert ["engine-first"] == codes(round_, "1-12")
    assert "begins with [12-12]" in str(round_.explain("1-12")[0])
    after = round_.play("12-12")
    assert (0, ["1-12@0", "1-12@M"], 0) == (after.to_move, moves(after), after.turn.owed)
    assert after.play("1-12@0").to_move == 1


def test_the_next_lower_double_may_do(game: Variant) -> None:
    """Where nobody has 12-12, 11-11 is the engine, without a draw."""
    variant = game.with_rules("engine:found=required-or-lower", "hand-size:size=3")
    round_ = variant.deal(2, hands=["12-1 4-5 5-5", "1-1 11-11 3-3"], seed=1)
    assert (1, ["11-11"]) == (round_.to_move, moves(round_))


def test_the_engine_is_drawn_in_turn(game: Variant) -> None:
    """Draws go round until the double shows, or all draw before anybody looks (9)."""
    for all_draw in (False, True):
        rules = [f"engine:all_draw={str(all_draw).lower()}", "hand-size:size=2"]
        variant = game.with_rules(*rules)
        for seed in range(6):
            round_ = variant.deal(3, hands=["0-1 2-3", "4-5 6-7", "8-9 0-2"], seed=seed)
            first, drawn = round_.to_move, 0
            assert first is not None
            stock = [str(tile) for tile in round_.stock]
            while moves(round_) == ["draw"]:
                assert (first + drawn) % 3 == round_.to_move
                round_ = round_.play("draw")
                drawn += 1
            at = stock.index("12-12")
            assert (at // 3 + 1) * 3 == drawn if all_draw else at + 1 == drawn
            assert ((first + at) % 3, ["12-12"]) == (round_.to_move, moves(round_))


def test_the_highest_double_of_all(game: Variant, finish: Callable[..., Round]) -> None:
    """The highest in any hand is the engine, unless it has been one in this match."""
    variant = game.with_rules("engine:found=highest", "hand-size:size=3")
    hands = ["12-1 4-5 9-9", "1-1 2-2 10-10"]
    first = variant.deal(2, hands=hands, seed=1)
    assert (1, ["10-10"]) == (first.to_move, moves(first))
    second = variant.deal(2, hands=hands, seed=1, previous=[finish(first)])
    assert (0, ["9-9"]) == (second.to_move, moves(second))


def test_the_own_highest_double(game: Variant) -> None:
    """The first player's own, else the next player's; and who passes the right on is seen."""
    variant = game.with_rules("engine:found=own-highest", "hand-size:size=2")
    first_by_lot = set()
    for seed in range(8):
        both = variant.deal(3, hands=["3-3 2-2", "9-9 8-8", "0-1 0-2"], seed=seed)
        assert [{0: "3-3", 1: "9-9"}[both.to_move or 0]] == moves(both)
        only = variant.deal(3, hands=["3-4 2-1", "9-9 8-8", "0-1 0-2"], seed=seed)
        assert (1, ["9-9"]) == (only.to_move, moves(only))
        passed = only.rest.get("engine-passed", ())
        assert passed in ((), (0,), (2, 0))
        first_by_lot.add(passed)
    assert 3 == len(first_by_lot)


def test_who_plays_first(game: Variant, finish: Callable[..., Round]) -> None:
    """By lot, by the highest tile drawn, the dealer, or left of the dealer; then the next."""

    def openers(*rules: str, seed: int = 1) -> list[int]:
        variant, rounds = game.with_rules(*rules), list[Round]()
        for _ in range(4):
            rounds.append(finish(variant.deal(4, seed=seed, previous=rounds)))
        return [one.start.to_move or 0 for one in rounds]

    assert [0, 1, 2, 3] == openers("first-player:who=dealer")
    assert [1, 2, 3, 0] == openers("first-player:who=left-of-dealer")
    for rules in ((), ("first-player:who=highest-drawn",)):
        found = [openers(*rules, seed=seed) for seed in range(6)]
        assert all((a + 1) % 4 == b for one in found for a, b in itertools.pairwise(one))
        assert len({one[0] for one in found}) > 1
    drawn = game.with_rules("first-player").deal(4, seed=5)
    pips = drawn.rest.get("drawn-pips")[0]
    assert max(pips) == pips[drawn.to_move or 0]


# --- trains and turns -------------------------------------------------------------------------


def test_when_the_mexican_train_may_start(position_p: SetUp, set_up: SetUp) -> None:
    """After the own train, after all, not in a first turn, or the first player before all."""
    own = "communal-train:opens=after-own"
    assert "3-12@M" in moves(position_p("12-3", rules=[own]))
    closed = position_p("4-8", c="12-3 10-10", to_move=2, rules=[own])
    assert ["3-12@2", "3-12@3"] == moves(closed)
    assert ["communal-train"] == codes(closed, "3-12@M")
    running = position_p("4-8", c="3-6 10-10", to_move=2, rules=[own], trains="12-12;0=12-5;M=12-3")
    assert ["3-6@M"] == moves(running)
    after_all = "communal-train:opens=after-all"
    assert ["3-12@3"] == moves(position_p("12-3", rules=[after_all]))
    started = "12-12;0=12-5;1*=12-9;2=12-0;3=12-1"
    assert ["3-12@M"] == moves(position_p("12-3", rules=[after_all], trains=started))
    table = ("12-12", "12-3 1-1", "12-4 2-2", "12-6 3-3")
    not_first = "communal-train:opens=not-first-turn"
    first = set_up(*table, rules=[not_first], more='ext:{"first-turns":7}')
    assert ["3-12@0"] == moves(first)
    later = play(first, "3-12@0", "4-12@1")
    assert ["6-12@2"] == moves(later)
    player = "communal-train:opens=first-player-then-all"
    first = set_up(*table, rules=[player], more='ext:{"first-turns":7}')
    assert ["3-12@0", "3-12@M"] == moves(first)
    assert ["4-12@1"] == moves(first.play("3-12@0"))


def test_several_mexican_trains(position_p: SetUp) -> None:
    """Trains not started are one like the other: the first stands for all."""
    round_ = position_p("12-3 12-4 3-9", rules=["communal-trains"])
    assert ["3-12@3", "4-12@3", "3-9@1", "3-12@M1", "4-12@M1"] == sorted(
        moves(round_), key=lambda text: (text[-2:] == "M1", text[-1:] == "1", text)
    )
    assert str(round_.parse("3-12@M2")) == "3-12@M1"
    after = play(round_, "3-12@M2")
    assert after.layout["M1"].is_started
    assert not after.layout["M2"].is_started


def test_the_own_train_first(position_p: SetUp) -> None:
    """Who has not started plays nowhere else, but for a cover that binds."""
    round_ = position_p("0-1", c="12-3 3-9", to_move=2, rules=["own-train-first"])
    assert ["3-12@2"] == moves(round_)
    assert ["own-train-first"] == codes(round_, "3-9@1")
    for excused, expected in ((False, ["3-9@1"]), (True, ["3-12@2"])):
        rule = f"own-train-first:excused={str(excused).lower()}"
        bound = position_p(
            "0-1",
            c="12-3 3-9",
            to_move=2,
            trains="12-12;0=12-5;1=12-9,9-9",
            rules=[rule, "doubles:duty=satisfy"],
        )
        assert expected == moves(bound)


def test_the_own_train_first_can_block(position_p: SetUp) -> None:
    """Seats that may play nowhere and cannot start block the round, though tiles fit."""
    round_ = position_p(
        "5-7 4-8",
        b="9-9",
        c="7-10",
        d="7-11",
        stock="",
        rules=["own-train-first"],
        trains="12-12;0=12-5;1=12-0",
    )
    after = round_.play("5-7@0")
    assert after.outcome is not None
    assert "blocked" == after.outcome.reason.value


def test_a_first_train_may_not_end_on_a_double(set_up: SetUp) -> None:
    """A double is laid only where the train goes on, and then it must."""
    rules = ["first-train:end_on_double=false"]
    ext = 'ext:{"first-turns":3}'
    more = {"stock": "2-2", "rules": rules, "more": ext}
    blunt = set_up("12-12", "12-5 5-5 0-1", "1-1", **more).play("5-12@0")
    assert blunt.to_move == 1
    round_ = set_up("12-12", "12-5 5-5 5-6 0-1", "1-1", **more).play("5-12@0")
    assert ["5-5@0", "5-6@0", "stop"] == moves(round_)
    round_ = round_.play("5-5@0")
    assert ["5-6@0"] == moves(round_)
    assert {"tile-owed", "unbroken-train"} == set(codes(round_, "stop"))
    assert round_.play("5-6@0").to_move == 1


def test_a_first_train_is_laid_on_the_own_train(set_up: SetUp) -> None:
    """Further tiles go on the own train, but for one owed for a double."""
    rules = ["first-train"]
    round_ = set_up(
        "12-12;1*=12-9",
        "12-5 5-7 7-7 7-9 3-3",
        "1-1",
        stock="2-2",
        rules=rules,
        more='ext:{"first-turns":3}',
    )
    round_ = round_.play("5-12@0")
    assert ["5-7@0", "stop"] == moves(round_)
    round_ = play(round_, "5-7@0", "7-7@0")
    assert ["7-9@0", "7-9@1"] == moves(round_)
    assert round_.play("7-9@1").to_move == 1


def test_others_finish_their_first_turns(set_up: SetUp) -> None:
    """Who goes out in the first turn waits for those who had none yet (13)."""
    rules = ["others-finish-first-turns", "first-train"]
    round_ = set_up(
        "12-12",
        "12-5",
        "12-6 6-7 0-0",
        stock="2-2",
        rules=rules,
        more='ext:{"first-turns":3}',
    ).play("5-12@0")
    assert (None, 1) == (round_.outcome, round_.to_move)
    round_ = play(round_, "6-12@1", "6-7@1")
    assert round_.outcome is not None
    assert (0, 0) == round_.outcome.counts
    at_once = set_up("12-12", "12-5", "12-6 0-1").play("5-12@0")
    assert at_once.outcome is not None


# --- doubles ----------------------------------------------------------------------------------


def test_follow_up_on_the_double(position_p: SetUp) -> None:
    """The second tile goes on the double; later players owe nothing."""
    rules = ["doubles:duty=follow-up-on-double"]
    round_ = position_p("9-9 9-4 5-7", rules=rules).play("9-9@1")
    assert ["4-9@1"] == moves(round_)
    failed = position_p("9-9 5-7", rules=rules, stock="2-6", b="12-3 1-1").play("9-9@1")
    failed = play(failed, "draw", "pass")
    assert ["3-12@3", "3-12@M"] == moves(failed)


def test_follow_up_then_satisfy(position_p: SetUp) -> None:
    """The second tile goes anywhere, but then the double binds the others."""
    rules = ["doubles:duty=follow-up-then-satisfy"]
    round_ = position_p("9-9 5-7 0-1", b="9-0 12-3", rules=rules).play("9-9@1")
    assert ["5-7@0"] == moves(round_)
    round_ = round_.play("5-7@0")
    assert (1, ["0-9@1"]) == (round_.to_move, moves(round_))
    two = position_p("9-9 5-5 12-7 0-1", b="9-0 5-2 12-3", rules=rules)
    two = play(two, "9-9@1", "5-5@0", "7-12@M")
    assert (1, ["0-9@1"]) == (two.to_move, moves(two))


def test_a_chicken_foot(position_p: SetUp) -> None:
    """A double takes three tiles before anything else is played, and then has three ends."""
    round_ = position_p(
        "9-9 9-4 5-7",
        b="9-0 1-1",
        c="9-3 4-6",
        d="0-1 4-7",
        trains="12-12;0=12-5;M=12-9",
        rules=["doubles:duty=foot"],
    )
    round_ = play(round_, "9-9@M", "4-9@M")
    assert (1, ["0-9@M"]) == (round_.to_move, moves(round_))
    round_ = play(round_, "0-9@M")
    assert (2, ["3-9@M"]) == (round_.to_move, moves(round_))
    round_ = play(round_, "3-9@M")
    ends = {end.label: end.pips for end in round_.layout["M"].ends}
    assert {"M": 3, "M.1": 4, "M.2": 0} == ends
    assert ["4-7@M.1", "0-1@M.2"] == moves(round_)


def test_doubles_oblige_to_nothing(position_p: SetUp) -> None:
    """With no duty the turn is over after a double."""
    assert position_p("9-9 9-4", rules=["doubles:duty=none"]).play("9-9@1").to_move == 1


def test_first_doubles_wait(set_up: SetUp) -> None:
    """Until all have had a first turn a double obliges nobody; then it binds."""
    rules = ["first-train", "doubles:duty=satisfy-first-laid", "first-doubles-wait"]
    round_ = set_up(
        "12-12",
        "12-5 5-5 0-1",
        "12-6 6-6 5-8 0-2",
        stock="2-2 2-3",
        rules=rules,
        more='ext:{"first-turns":3}',
    )
    round_ = play(round_, "5-12@0", "5-5@0")
    assert round_.to_move == 1
    round_ = play(round_, "6-12@1")
    assert ["6-6@1", "stop"] == moves(round_)
    round_ = play(round_, "6-6@1")
    assert (0, ["draw"]) == (round_.to_move, moves(round_))
    assert ["does-not-fit", "cover-first"] == codes(round_, "0-1@M")
    round_ = play(round_, "draw", "pass")
    assert ["5-8@0"] == moves(round_)


def test_one_double_a_turn(position_p: SetUp) -> None:
    """The tile after a double may not be a double."""
    round_ = position_p("9-9 5-5 5-7", rules=["one-double"]).play("9-9@1")
    assert ["5-7@0"] == moves(round_)
    assert ["one-double"] == codes(round_, "5-5@0")


def test_a_last_double_that_must_be_covered(position_p: SetUp) -> None:
    """Drawing covers it or not; where nothing can be drawn, out stands (1)."""
    rules = ["last-double"]
    kept = play(position_p("9-9", stock="2-6", rules=rules), "9-9@1", "draw")
    assert ["pass"] == moves(kept)
    assert kept.play("pass").layout[0].is_marked
    assert position_p("9-9", stock="", rules=rules).play("9-9@1").outcome is not None
    elsewhere = play(position_p("9-9", stock="5-6", rules=rules), "9-9@1", "draw")
    assert ["pass"] == moves(elsewhere)
    assert ["cover-last"] == codes(elsewhere, "5-6@0")
    satisfied = position_p("9-9", stock="2-6", rules=[*rules, "doubles:duty=satisfy"], b="9-0 1-1")
    assert ["0-9@1"] == moves(play(satisfied, "9-9@1", "draw", "pass"))


def test_a_last_double_counts_twice_in_that_round_only(position_p: SetUp, game: Variant) -> None:
    """The others' points are doubled where the double was the last tile, never in a block (1)."""
    rules = ["last-double:must=count-twice"]
    other = position_p("5-7", b="1-1", rules=rules).play("5-7@0")
    assert other.outcome is not None
    assert other.outcome.counts == other.outcome.points
    block = position_p("9-9 4-8", b="1-1", c="10-10", d="11-11", stock="", rules=rules)
    block = block.play("9-9@1")
    assert block.outcome is not None
    assert ("blocked", (12, 2, 20, 22)) == (block.outcome.reason.value, block.outcome.points)
    with_tile = game.with_rules(*rules).score(["", "1-1", "2-2"], last_tile="9-9", by=0)
    assert (0, 4, 8) == with_tile.points


def test_a_double_on_a_closed_communal_train_is_covered(set_up: SetUp) -> None:
    """The duty goes where the double lies, also to a communal train that is not open yet."""
    round_ = set_up(
        "12-12;M=12-9,9-9",
        "0-1",
        "4-9 4-12 2-2",
        "3-3",
        stock="1-1",
        to_move=1,
        rules=["communal-train:opens=first-player-then-all", "doubles:duty=satisfy"],
        more='ext:{"first-turns":6}',
    )
    assert ["4-9@M"] == moves(round_)


# --- who cannot play --------------------------------------------------------------------------


def test_draw_until_playable(position_p: SetUp) -> None:
    """One draws until a tile fits or the stock is used up; a tile that fits may be kept."""
    rules = ["draw-until-playable"]
    round_ = position_p("4-8", stock="2-6 1-3 5-6 0-0", rules=rules)
    round_ = play(round_, "draw", "draw")
    assert ["draw"] == moves(round_)
    round_ = round_.play("draw")
    assert ["5-6@0", "pass"] == moves(round_)
    assert 4 == len(round_.hands[0])
    emptied = play(position_p("4-8", b="12-3", stock="2-6 1-3", rules=rules), "draw", "draw")
    assert ["pass"] == moves(emptied)


def test_a_drawn_tile_must_be_played(position_p: SetUp) -> None:
    """By house rule what was drawn and fits cannot be kept."""
    round_ = position_p("4-8", stock="5-6", rules=["must-play-drawn"]).play("draw")
    assert ["5-6@0"] == moves(round_)
    assert ["must-place"] == codes(round_, "pass")


def test_passing_at_will_ends_in_a_circle(position_p: SetUp) -> None:
    """Passing while able marks; when all pass in succession the round is over."""
    round_ = position_p("5-7", b="9-0 1-1", c="12-0 10-10", d="12-1 11-11", rules=["pass-at-will"])
    round_ = play(round_, "pass", "pass", "pass")
    assert round_.outcome is None
    round_ = round_.play("pass")
    assert round_.outcome is not None
    assert "blocked" == round_.outcome.reason.value
    assert all(round_.layout[seat].is_marked for seat in range(4))


def test_passing_at_will_is_for_who_could_play(position_p: SetUp) -> None:
    """Who has nothing to lay must draw first."""
    assert ["draw"] == moves(position_p("4-8", rules=["pass-at-will"]))


@pytest.mark.parametrize("found", ["required", "required-or-lower", "highest", "own-highest"])
def test_the_engine_is_laid_even_where_one_may_pass_at_will(game: Variant, found: str) -> None:
    """Laying an engine that is held is a forced move (14); after it one may pass."""
    variant = game.with_rules("pass-at-will", f"engine:found={found}", "hand-size:size=2")
    round_ = variant.deal(2, hands=["12-12 12-1", "0-1 0-2"], seed=1)
    assert (0, ["12-12"]) == (round_.to_move, moves(round_))
    assert "must-place" in codes(round_, "pass")
    assert "pass" in moves(round_.play("12-12"))


def test_the_marker_by_hand(position_p: SetUp) -> None:
    """It comes off only by the owner's word, at the beginning of a turn."""
    rules = ["marker-off:by=manual"]
    marked = "12-12;0*=12-5;1*=12-9;3*="
    round_ = position_p("5-7 12-3", trains=marked, rules=rules)
    assert ["5-7@0", "3-12@3", "3-12@M", "unmark"] == moves(round_)
    assert round_.play("5-7@0").layout[0].is_marked
    off = round_.play("unmark")
    assert (False, 0) == (off.layout[0].is_marked, off.to_move)
    assert "unmark" not in moves(off)
    assert {"turn-begun", "lacks-marker"} == set(codes(off, "unmark"))
    assert off.play("5-7@0").rest.get("marker-moved") is None


def test_the_marker_at_will(position_p: SetUp) -> None:
    """It may be put on at the beginning of a turn, once; the turn goes on."""
    round_ = position_p("5-7 12-3", rules=["marker-at-will", "marker-off:by=manual"])
    on = round_.play("mark")
    assert (True, 0) == (on.layout[0].is_marked, on.to_move)
    assert ["5-7@0", "3-12@3", "3-12@M"] == moves(on)
    assert "turn-begun" in codes(on, "unmark")
    assert on.play("3-12@M").layout[0].is_marked


def test_the_marker_stays_on_an_uncovered_double(position_p: SetUp) -> None:
    """A double on the own train does not take it off until it is covered."""
    rules = ["marker-stays-on-doubles", "doubles:duty=none"]
    marked = "12-12;0*=12-5"
    round_ = position_p("5-5 5-7", trains=marked, rules=rules)
    assert round_.play("5-5@0").layout[0].is_marked
    assert not round_.play("5-7@0").layout[0].is_marked


# --- scoring ----------------------------------------------------------------------------------


def test_the_winner_collects(game: Variant, finish_match: Callable[..., Match]) -> None:
    """The winner scores what the others hold; the highest total wins."""
    variant = game.with_rules("winner-collects")
    assert (38, 0, 0) == variant.score(["", "5-3 9-9 6-0", "4-2"]).points
    assert (4, 4, 0) == variant.score(["1-1", "0-2", "4-4"], reason="blocked").points
    match = finish_match(variant.match(3, seed=1), random.Random(1))
    assert match.outcome is not None
    assert max(match.totals) == match.totals[match.outcome.winners[0]]


def test_ties_by_rounds_won(game: Variant) -> None:
    """Of equal totals whoever won more rounds is in front."""
    variant = game.with_rules("ties-by-rounds-won")
    outcomes = [
        variant.score(["", "1-1"]),
        variant.score(["", "2-2"]),
        variant.score(["3-3", ""]),
    ]
    totals = (6, 6)
    keys = [variant.ranking.keys(outcomes, totals, seat) for seat in range(2)]
    assert keys[0] < keys[1]
    assert game.ranking.keys(outcomes, totals, 0) == game.ranking.keys(outcomes, totals, 1)


def test_an_empty_hand_and_a_lone_blank_share(game: Variant) -> None:
    """Nothing in the text puts going out above a count of 0: both win."""
    outcome = game.score(["", "0-0", "1-1"])
    assert ((0, 1), None) == (outcome.winners, outcome.decided_by)


def test_lengths_of_matches(game: Variant) -> None:
    """One round for each double, for every second one, or a number."""
    for rules, rounds in (
        ((), 13),
        (("half-match",), 7),
        (("rounds:rounds=4",), 4),
        (("double-nine",), 10),
        (("double-nine", "half-match"), 5),
        (("tiles:set=double-15",), 16),
        (("tiles:set=double-18",), 19),
    ):
        length = game.with_rules(*rules).length
        assert not length.is_over([None] * (rounds - 1), (0, 0))
        assert length.is_over([None] * rounds, (0, 0))
