"""
The digest's decisions on open points (section 7), one test each.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilerules
from tilerules import AmbiguousMoveError, IllegalMoveError, Match, Round, Variant
from tilerules.melds import MeldRules, parse_table

SetUp = Callable[..., Round]

TABLE = "r1 r2 r3"


def codes(round_: Round, move: str) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move)]


# --- when a joker is freed --------------------------------------------------------------------


def test_a_joker_that_stays_costs_nothing(set_up: SetUp) -> None:
    """It stays if it stands for the same face beside a tile of its old meld."""
    round_ = set_up("b4 J b6 b7 b8", "b9 r4 k4 r1", "k1")
    assert [] == codes(round_, "b4 J(b5) b6 | b7 b8 b9")
    assert ["joker-not-paid"] == codes(round_, "b6 b7 b8 | r4 k4 b4 J")


def test_one_natural_tile_serves_one_joker(set_up: SetUp) -> None:
    """Two jokers freed for one face need two tiles of it."""
    table = "b4 J(b5) b6 | b3 b4 J(b5)"
    round_ = set_up(table, "b5 b5 r4 k4 r10 k10 y9 k9 r1", "k1")
    new = "r10 k10 J | y9 k9 J"
    assert ["joker-not-paid"] == codes(round_, f"b3 b4 b5 b6 | r4 k4 b4 | {new}")
    assert [] == codes(round_, f"b3 b4 b5 | b4 b5 b6 | {new}")


def test_colours_in_a_group_are_not_kept() -> None:
    """r6 b6 J(k6) and r6 b6 J(y6) are one position, with the first missing colour."""
    rules = MeldRules()
    assert parse_table("r6 b6 J(k6)", rules) == parse_table("b6 J(y6) r6", rules)
    assert "r6 b6 J(y6)" == str(parse_table("r6 b6 J(k6)", rules)[0])


def test_any_open_face_pays(set_up: SetUp) -> None:
    """Where the old face was open, any of the open faces will do, whichever was written."""
    for paid in ("y6", "k6"):
        round_ = set_up("r6 b6 J", f"{paid} r10 k10 r1", "k1")
        assert [] == codes(round_, f"r6 b6 {paid} | r10 k10 J")


def test_equal_jokers_have_no_identity(set_up: SetUp) -> None:
    """A turn is in order if some matching of old jokers to new ones is."""
    round_ = set_up("b4 b5 J(b6) | r4 r5 J(r6)", "r6 b7 r1", "k1")
    assert [] == codes(round_, "b4 b5 J(b6) b7 | r4 r5 r6 J(r7)")


def test_locked_melds_keep_together(set_up: SetUp) -> None:
    """With the lock all tiles of a meld with a joker stay in one meld."""
    table, move = "b4 b5 b6 b7 J", "b4 b5 b6 | b7 J(b8) b9"
    assert [] == codes(set_up(table, "b9 r1", "k1"), move)
    assert ["joker-meld-locked"] == codes(set_up(table, "b9 r1", "k1", preset="pagat"), move)
    longer = "b4 b5 b6 b7 J(b8) b9"
    assert [] == codes(set_up(table, "b9 r1", "k1", preset="pagat"), longer)


def test_where_a_freed_joker_goes(set_up: SetUp) -> None:
    """Into any meld; into one that holds no whole former meld; or with two tiles just laid."""
    table, hand = "r7 k7 J | y1 y2 y3 | b8 b9 b10 b11", "b7 r10 k10 r1"
    added = "r7 k7 b7 | y1 y2 y3 J(y4) | b8 b9 b10 b11"
    fresh = "r7 k7 b7 | y1 y2 y3 | b8 b9 b10 b11 | r10 k10 J"
    assert [[], []] == [codes(set_up(table, hand, "k1"), move) for move in (added, fresh)]
    new = ["joker-destination"]
    assert ["joker-not-in-new-meld"] == codes(set_up(table, hand, "k1", rules=new), added)
    assert [] == codes(set_up(table, hand, "k1", rules=new), fresh)
    two = ["joker-destination:to=new-meld-two-tiles"]
    assert [] == codes(set_up(table, hand, "k1", rules=two), fresh)
    half = "r7 k7 b7 | y1 y2 y3 | b9 b10 b11 | b8 r8 J"
    assert [] == codes(set_up(table, "b7 r8 r1", "k1", rules=new), half)
    assert ["joker-without-two-tiles"] == codes(set_up(table, "b7 r8 r1", "k1", rules=two), half)


# --- the numbered decisions -------------------------------------------------------------------


def test_1_time_out_with_few_tiles(set_up: SetUp) -> None:
    """What is there is taken, none included; it counts as a pass, so that it cannot loop."""
    round_ = set_up(TABLE, "k1", "k2", stock="b1 b2")
    after = round_.host("time")
    assert "k1 b1 b2" == str(after.hands[0])
    assert 1 == after.rest.idle
    empty = set_up(TABLE, "k1", "k2").host("time").host("time")
    assert empty.outcome is not None
    assert "blocked" == empty.outcome.reason.value


def test_2_an_illegal_table_is_refused(set_up: SetUp) -> None:
    """Nothing changes; a fine is an explicit move of the host."""
    round_ = set_up(TABLE, "k1", "k2", stock="b1 b2 b3 b4", rules=["penalty:unit=tiles"])
    with pytest.raises(IllegalMoveError):
        round_.play("r1 r2 | r3 k1")
    after = round_.host("penalty:3")
    assert "k1 b1 b2 b3" == str(after.hands[0])
    assert 0 == after.to_move
    assert set_up(TABLE, "k1", "k2", stock="b1").explain("penalty:3", host=True)


def test_3_a_joker_left_over(set_up: SetUp) -> None:
    """The turn is illegal as a whole; a joker from the hand need not be laid."""
    round_ = set_up("r4 b4 J | r1 r2 r3", "J k4 r9", "k1")
    assert ["vanished"] == codes(round_, "r4 b4 k4 | r1 r2 r3")
    assert [] == codes(round_, "r4 b4 k4 J | r1 r2 r3")


def test_4_going_out_by_freeing_a_joker(set_up: SetUp) -> None:
    """Legal if the final table is valid."""
    after = set_up("r4 b4 J | r1 r2 r3", "k4", "k1").play("r4 b4 k4 | J(r4) r1 r2 r3")
    assert after.outcome is not None
    assert (0,) == after.outcome.winners


def test_5_one_tile_and_two_jokers(set_up: SetUp) -> None:
    """Must be declared; undeclared it is ambiguous, with the choices."""
    round_ = set_up("", "b7 J J r1", "k1")
    with pytest.raises(AmbiguousMoveError):
        round_.play("b7 J J")
    assert [] == codes(round_, "b7 J(b8) J(b9)") == codes(round_, "b7 J(r7) J(k7)")


def test_6_jokers_alone_are_no_meld(set_up: SetUp) -> None:
    """They have no identity."""
    assert "meld-jokers-only" in codes(set_up("", "J J r1", "k1"), "J J")


def test_7_opening_is_per_round(rummy: Variant, finish: Callable[[Round], Round]) -> None:
    """In the next round everybody has to open again."""
    first = finish(rummy.deal(2, seed=1))
    assert first.rest.get("opened")
    assert rummy.deal(2, seed=1, previous=[first]).rest.get("opened") is None


def test_8_stuck(set_up: SetUp) -> None:
    """An empty stock and a full circle of passes; nobody proves that nothing could be laid."""
    round_ = set_up(TABLE, "r4 k9", "b1", "b2", opened=(1,))
    for _ in range(2):
        round_ = round_.play("pass")
        assert round_.outcome is None
    round_ = round_.play("pass")
    assert round_.outcome is not None
    assert "blocked" == round_.outcome.reason.value
    assert (13, 1, 2) == round_.outcome.counts


def test_8_laying_and_drawing_begin_the_circle_anew(set_up: SetUp) -> None:
    """Whoever drew the last tile still has a turn with it."""
    round_ = set_up(TABLE, "k9", "k10 k5", stock="b13").play("draw").play("pass")
    assert round_.outcome is None
    assert round_.play("pass").outcome is not None
    again = set_up(TABLE, "r4 k9", "k10 k5", to_move=1).play("pass").play("r1 r2 r3 r4")
    assert 0 == again.rest.idle
    assert again.play("pass").outcome is None


def test_8_time_outs_alone_do_not_end_a_round(set_up: SetUp) -> None:
    """While there is a stock the round is not stuck, however many run out of time."""
    round_ = set_up(TABLE, "k1", "k2", stock="b1 b2 b3 b4 b5 b6 b7")
    for seat in (1, 0):
        round_ = round_.host("time")
        assert round_.outcome is None
        assert seat == round_.to_move


def test_8_whoever_leaves_has_not_passed(set_up: SetUp) -> None:
    """The circle is one of those who are left: each of them has a turn before it ends."""
    round_ = set_up(TABLE, "k1", "k2", "k3", rules=["leave"])
    passed = round_.play("pass").host("leave@0").play("pass")
    assert passed.outcome is None
    assert passed.play("pass").outcome is not None
    waiting = round_.play("pass").host("leave@2")
    assert waiting.outcome is None
    assert waiting.play("pass").outcome is not None
    last = round_.play("pass").play("pass").host("leave")
    assert last.outcome is not None


def test_9_ties(rummy: Variant) -> None:
    """Value, then fewest tiles, then joint; the plus is shared, rounded down."""
    fewest = rummy.score(["r12", "r5 k7", "b13 k13"], reason="blocked")
    assert (0,) == fewest.winners
    assert "fewest-tiles" == fewest.decided_by
    assert (14, 0, -14) == fewest.points
    joint = rummy.score(["r12", "k12", "b13 k13 r9"], reason="blocked")
    assert joint.decided_by is None
    assert -1 == sum(joint.points)


def test_10_two_reach_the_target(rummy: Variant) -> None:
    """The higher total wins, and equal ones share."""
    keys = [rummy.ranking.keys((), (210, 205, -415), seat) for seat in range(3)]
    assert 0 == keys.index(min(keys))
    level = [rummy.ranking.keys((), (205, 205, -410), seat) for seat in range(3)]
    assert level[0] == level[1] < level[2]


def test_11_lots_are_drawn_from_one_stock(rummy: Variant) -> None:
    """Jokers and those level draw again, and all that was shown lies in the stock."""
    for seed in range(60):
        round_ = rummy.deal(4, seed=seed)
        _when, size, draws = round_.rest.get("start-draw")
        shown = [tile for draw in draws for tile in draw if tile]
        assert size == len(round_.stock) == 50
        stock = [str(tile) for tile in round_.stock]
        assert all(stock.count(tile) >= shown.count(tile) for tile in shown)


def test_11_lots_are_drawn_in_every_round(rummy: Variant, finish: Callable[[Round], Round]) -> None:
    """Whoever won the last round opens the next one only by lot."""
    first = finish(rummy.deal(3, seed=1))
    assert first.outcome is not None
    later = [rummy.deal(3, seed=seed, previous=[first]) for seed in range(12)]
    assert all(round_.rest.get("start-draw") for round_ in later)
    assert {0, 1, 2} == {round_.to_move for round_ in later}


def test_12_faces_count(set_up: SetUp) -> None:
    """Of two equal tiles it does not matter which is laid, so it is listed once."""
    round_ = set_up("", "r7 r7 k7 b7 y1", "k1")
    laid = [move.notation for move in round_.legal_moves if move.kind == "lay"]
    assert ["r7 k7 b7"] == laid
    assert 1 == len({round_.play("b7 r7 k7"), round_.play("r7 k7 b7")})


def test_13_an_empty_stock(set_up: SetUp) -> None:
    """Drawing is not legal, passing is."""
    round_ = set_up(TABLE, "r4 k9", "k1")
    assert ["stock-empty"] == codes(round_, "draw")
    assert [] == codes(round_, "pass")


# --- presets ----------------------------------------------------------------------------------


def test_presets_are_lists_of_options(rummy: Variant) -> None:
    """Each preset changes what the digest lists, and nothing else."""
    pagat = tilerules.variant("rummy+pagat")
    assert ["constraints[freed-jokers].lock"] == [c.path for c in pagat.diff(rummy)]
    made = {c.path: c.new for c in tilerules.variant("rummy+manufacturer").diff(rummy)}
    assert "new_meld" == made["constraints[freed-jokers].destination"]
    assert made["constraints[initial-meld].rearrange"] is False
    assert 60 == made["limits[time].seconds"]
    assert ("Rounds", 4, "MostRoundsWon") == (
        made["length"],
        made["length.rounds"],
        made["ranking"],
    )


@pytest.mark.parametrize("key", ["rummy", "rummy+pagat", "rummy+manufacturer"])
def test_presets_play_whole_matches(key: str, finish_match: Callable[[Match], Match]) -> None:
    """A match of each comes to its end, and comes back from its record."""
    match = finish_match(tilerules.variant(key).match(["Ana", "Budi", "Caro"], seed=2))
    assert match.outcome is not None
    again = tilerules.loads(tilerules.dumps(match))
    assert again == match
    assert isinstance(again, Match)
    assert [one.moves for one in again.rounds] == [one.moves for one in match.rounds]
