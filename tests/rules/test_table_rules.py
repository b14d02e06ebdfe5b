"""
Rules of the table: for every game they make sense for, and refused with the reason elsewhere.
"""

from __future__ import annotations

import random
import warnings
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import tilerules
from tilerules import (
    Domino,
    HouseRule,
    InvalidVariantError,
    Match,
    NoEffectWarning,
    PluginLoadError,
    Registry,
    Round,
    TilerulesError,
    TileSet,
    UnknownHouseRuleError,
    Variant,
    hookimpl,
)
from tilerules.rules import Clockwise
from tilerules.rulesets.table import TILE_SETS, table_rules
from tilerules.testing.checks.house_rules import settings
from tilerules.testing.lookup import applied

GAPLE = tilerules.variant("gaple")
TRAIN = tilerules.variant("mexican-train")
RUMMY = tilerules.variant("rummy")
GAMES = [
    pytest.param(name, preset, marks=pytest.mark.slow if preset or name.key == "rummy" else ())
    for name in tilerules.variants()
    for preset in ("", *(one.name for one in name.presets))
]
KEYS = sorted(rule.key for rule in table_rules(GAPLE))


def finished(state: Round, moves: int = 400) -> Round:
    """
    Play at random, to the end or so many moves.
    """
    rng = random.Random(1)
    while state.outcome is None and moves:
        moves -= 1
        legal = state.legal_moves
        few = next(iter(legal)) if state.plan.is_lazy else rng.choice(list(legal))
        state = state.play(few)
    return state


@pytest.mark.parametrize(("game", "preset"), GAMES, ids=lambda one: str(one) or "plain")
@pytest.mark.parametrize("key", KEYS)
def test_every_game_with_every_rule(game: Variant, preset: str, key: str) -> None:
    """
    In each of its settings it is refused with a reason, or played, recorded and read back.
    """
    variant = game.with_preset(preset) if preset else game
    played, reasons = False, []
    for bound in settings(variant.rules_by_key[key]):
        try:
            changed = applied(variant, bound)
        except InvalidVariantError as error:
            reasons.append(str(error))
            continue
        seats = changed.seats[0]
        state = finished(changed.deal(seats, seed=1), 12 if changed.plan(seats).is_lazy else 400)
        assert state == tilerules.loads(tilerules.dumps(state))
        assert state == tilerules.parse_position(str(state.position))
        assert str(bound) in str(changed.rulebook())
        played = True
    assert played
    assert all("makes no game: for" in reason for reason in reasons)


def test_the_rules_are_those_that_were_decided() -> None:
    """
    Nine of them, each with its parameters, on offer in every game of the project.
    """
    found = {
        rule.key: [parameter.name for parameter in rule.parameters] for rule in table_rules(GAPLE)
    }

    assert {
        "table/direction": ["to"],
        "table/hand-size": ["size"],
        "table/leave": ["for"],
        "table/partners": ["by"],
        "table/penalty": ["unit"],
        "table/rounds": ["rounds"],
        "table/target": ["points"],
        "table/tiles": ["set"],
        "table/time-limit": ["seconds", "fine", "tiles"],
    } == found
    for game in tilerules.variants():
        assert set(found) <= {rule.key for rule in game.house_rules}


# --- other people's games -----------------------------------------------------------------------


def test_a_game_made_by_hand_has_them() -> None:
    """
    No registry is needed, and what is made travels through text.
    """
    mine = GAPLE.put(name="mine", house_rules=())

    assert (3, "mine table/rounds:rounds=3") == (
        mine.with_rules("rounds:rounds=3").length.rounds,  # type: ignore[attr-defined]  # Rounds
        str(mine.with_rules("table/rounds:rounds=3")),
    )


def test_a_plugin_that_has_never_heard_of_them_has_them() -> None:
    """
    A third-party variant offers those that make sense for it, and refuses the others.
    """
    small = GAPLE.tune("dealing", sizes=(), each=5).put(name="small", seats=(2,), house_rules=())

    @hookimpl
    def tilerules_variants() -> tuple[Variant, ...]:
        return (small,)

    registry = Registry()
    registry.register(SimpleNamespace(tilerules_variants=tilerules_variants), name="small")
    found = registry.variant("small")

    assert set(KEYS) - {"table/direction", "table/partners"} == {
        rule.key for rule in found.house_rules
    }
    assert found.with_rules("table/target:points=3").deal(2, seed=1).to_move is not None
    with pytest.raises(InvalidVariantError, match="small is not for four players"):
        found.with_rules("table/partners")
    with pytest.raises(InvalidVariantError, match="small is for two players, to whom either way"):
        found.with_rules("direction")


@attrs.frozen
class Spiral(Clockwise):
    """
    An order that no rule of the table knows.
    """

    code = "spiral"


@pytest.mark.parametrize(
    ("changed", "rule", "words"),
    [
        (
            {"tiles": TileSet("odd", (Domino(0, 0), *RUMMY.tiles.tiles[:30]))},
            "tiles",
            "is played with tiles of its own",
        ),
        ({"order": Spiral()}, "direction", r"has an order of play of its own \(spiral\)"),
        (
            {"dealing": RUMMY.with_rules("joker-each").dealing, "seats": (2,)},
            "hand-size",
            r"deals in a way of its own \(joker-each\)",
        ),
    ],
    ids=["tiles", "direction", "hand-size"],
)
def test_where_it_makes_no_sense(changed: dict[str, Any], rule: str, words: str) -> None:
    """
    The refusal says what about the game is in the way, and the rule is not on offer.
    """
    odd = GAPLE.put(name="odd", **changed)

    with pytest.raises(InvalidVariantError, match=words):
        odd.with_rules(f"table/{rule}")
    assert not odd.rules_by_key[f"table/{rule}"].is_for(odd)


# --- names --------------------------------------------------------------------------------------


def test_a_bare_name_is_the_game_s_own_first() -> None:
    """
    Else it is that of the table; in full both can be had.
    """
    assert "mexican-train/hand-size" == TRAIN.find_rules("hand-size")[0].rule.key
    assert "table/hand-size" == TRAIN.find_rules("table/hand-size")[0].rule.key
    assert "table/hand-size" == GAPLE.find_rules("hand-size")[0].rule.key
    with pytest.raises(UnknownHouseRuleError, match="did you mean 'table/partners'"):
        GAPLE.with_rules("table/partner")


@pytest.mark.parametrize(
    "source", [{"distribution": "tilerules-table"}, {"name": "table"}], ids=["wheel", "file"]
)
def test_the_namespace_is_reserved(source: dict[str, Any]) -> None:
    """
    Neither a distribution nor a file may have it, whatever it declares.
    """

    @hookimpl
    def tilerules_house_rules() -> tuple[HouseRule, ...]:
        return ()

    registry = Registry()
    with pytest.raises(PluginLoadError, match="the namespace 'table' is the library's own"):
        registry.register(SimpleNamespace(tilerules_house_rules=tilerules_house_rules), **source)
    assert () == registry.plugins


# --- what they do -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "worse"), [(GAPLE, -1), (TRAIN, 1)], ids=["highest", "lowest"])
def test_a_fine_is_worse_whichever_total_is_best(game: Variant, worse: int) -> None:
    """
    Points go off the total where the highest wins, and onto it where the lowest does.
    """
    rules = game.with_rules("table/time-limit:fine=7", "table/penalty")
    state = rules.deal(4, seed=1)
    mover = state.to_move
    assert mover is not None

    assert worse * 7 == state.host("time").scored[mover]
    assert worse * 3 == state.host(f"penalty:3@{(mover + 1) % 4}").scored[(mover + 1) % 4]


def test_a_fine_follows_a_rule_that_turns_the_standing_round() -> None:
    """
    It does not matter that the fine was set before the game's own rule was applied.
    """
    rules = TRAIN.with_rules("table/time-limit:fine=7", "winner-collects")

    assert -7 == min(rules.deal(2, seed=1).host("time").scored)


def test_rummy_still_loses_the_turn() -> None:
    """
    What the game itself says of time that ran out stays.
    """
    limit = RUMMY.with_rules("table/time-limit:seconds=30,fine=0,tiles=1").action("time")

    assert (30, 1, 0, True) == (limit.seconds, limit.tiles, limit.fine, limit.ends_turn)


@pytest.mark.parametrize("name", TILE_SETS)
def test_parts_follow_the_tile_set(name: str) -> None:
    """
    A set is what its name says, and a match of a round per double has one for each of its own.
    """
    tiles = TILE_SETS[name]()
    assert name == tiles.key
    if name.startswith("double"):
        rules = (f"table/tiles:set={name}", "hand-size:size=3")
        changed = applied(TRAIN, *(bound for text in rules for bound in TRAIN.find_rules(text)))
        assert [tiles.highest + 1] == [changed.length.doubles]  # type: ignore[attr-defined]
        matador = applied(
            tilerules.variant("matador"), *GAPLE.find_rules(f"table/tiles:set={name}")
        )
        assert finished(matador.deal(2, seed=1)).outcome is not None


def test_bounds_are_those_of_the_set_in_force() -> None:
    """
    A size that one set cannot serve another can, and the refusal counts the tiles.
    """
    block = tilerules.variant("block")

    with pytest.raises(InvalidVariantError, match="2 seats of 20 tiles need 40, but only 28"):
        block.with_rules("table/hand-size:size=20")
    assert 20 == len(
        block.with_rules("hand-size:size=20", "tiles:set=double-9").deal(2, seed=1).hands[0]
    )


def test_a_target_keeps_the_last_round_of_another_rule() -> None:
    """
    The two are different parameters of one length.
    """
    both = RUMMY.with_rules("table/target:points=90", "rummy/max-rounds:rounds=3").length

    assert (90, 3) == (both.target, both.most)  # type: ignore[attr-defined]  # FirstTo


# --- leaving ------------------------------------------------------------------------------------


def next_round(match: Match) -> Match:
    """
    Finish the round and deal the next.
    """
    return played_out(match).next_round()


def played_out(match: Match) -> Match:
    """
    Finish the round.
    """
    last = finished(match.round, 10_000)
    return Match(match.variant, match.seed, (*match.rounds[:-1], last))


@pytest.mark.parametrize("key", ["gaple", "block", "mexican-train", "mexican-train+cardinal"])
def test_who_leaves_for_the_match_stays_away(key: str) -> None:
    """
    Later rounds deal no hand that counts, pass the seat over, and can be recorded and seen.
    """
    rules = tilerules.variant(key).with_rules("table/leave:for=match", "table/rounds:rounds=4")
    match = rules.match(4, seed=3).host("leave@1")

    for _ in range(2):
        match = next_round(match)
        start = match.round
        assert (0, (1,)) == (len(start.hands[1]), start.rest.get("left"))
        assert 1 != start.to_move
        assert start == tilerules.parse_position(str(start.position))
        for seat in (0, 1, None):
            assert start.view(seat) == start.view(seat).sample(random.Random(2)).view(seat)
        assert match == tilerules.loads(tilerules.dumps(match))
        later = finished(start, 10_000)
        assert later.outcome is not None
        assert 1 not in later.outcome.winners
        assert all(move.seat != 1 for move in later.moves)


def test_who_leaves_for_the_round_comes_back() -> None:
    """
    That is what the rule says without its parameter.
    """
    match = GAPLE.with_rules("table/leave", "table/rounds:rounds=4").match(4, seed=3)

    assert 7 == len(next_round(match.host("leave@1")).round.hands[1])


def test_a_leaver_does_not_win_the_match() -> None:
    """
    Whatever the totals; and with one side left the match is over before its last round.
    """
    rules = GAPLE.with_rules("table/leave:for=match", "table/rounds:rounds=9")
    match = played_out(rules.match(4, seed=3))
    (winner,) = match.round.outcome.winners  # type: ignore[union-attr]  # it is over
    match = match.next_round().host(f"leave@{winner}")

    others = [seat for seat in range(4) if seat != winner]
    for seat in others[:2]:
        match = match.host(f"leave@{seat}")
    assert match.round.outcome is not None
    assert match.outcome is not None
    assert ((others[2],), "stayed") == (match.outcome.winners, match.outcome.decided_by)
    assert 1 == match.outcome.totals[winner]


# --- order, and rules without effect --------------------------------------------------------------

PAIRS = [
    ("mexican-train+cardinal", "engine", "first-engine"),
    ("gaple", "first-opener:tile=0-0", "round-double"),
    ("gaple", "first-opener:tile=1-1", "round-double"),
    ("mexican-train", "table/tiles:set=double-15", "hands"),
    ("mexican-train", "table/tiles", "hand-size:size=9"),
    ("gaple", "table/direction", "discard-plays-on"),
    ("gaple", "table/rounds", "table/target"),
    ("rummy", "table/rounds:rounds=6", "most-wins"),
    ("gaple", "pass", "draw"),
]


@pytest.mark.parametrize(("key", "one", "other"), PAIRS, ids=str)
def test_either_order_gives_the_same(key: str, one: str, other: str) -> None:
    """
    The same variant, or the same words.
    """
    variant = tilerules.variant(key)
    found: list[Variant | str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoEffectWarning)
        for pair in permutations((one, other)):
            try:
                found.append(variant.with_rules(*pair))
            except TilerulesError as error:
                found.append(str(error))

    assert found[0] == found[1]


def test_a_rule_that_goes_only_before_another_goes_there() -> None:
    """
    Its first engine makes sense once the engine is a double of the round again.
    """
    variant = tilerules.variant("mexican-train+cardinal").with_rules("first-engine", "engine")

    assert 11 == variant.starting.first  # type: ignore[attr-defined]  # EngineOpens


@pytest.mark.parametrize(
    ("rules", "idle"),
    [
        (("round-double:fallback=true", "next-opener"), "gaple/next-opener"),
        (("forced-pass-points",), "gaple/forced-pass-points"),
        (("hands:size=6", "first-opener"), "gaple/first-opener"),
        (("pass", "live-tie-break"), "gaple/live-tie-break"),
        (("table/rounds:rounds=1",), "table/rounds:rounds=1"),
        (("table/direction:to=clockwise",), "table/direction:to=clockwise"),
    ],
    ids=str,
)
def test_a_rule_without_effect_says_so(rules: tuple[str, ...], idle: str) -> None:
    """
    When it is applied, each time, and in the head of the rule book.
    """
    for _ in range(2):
        with pytest.warns(NoEffectWarning, match=f"{idle} has no effect on gaple"):
            variant = GAPLE.with_rules(*rules)

    assert (idle,) == tuple(map(str, variant.without_effect))
    (head,) = [one for one in map(str, variant.rulebook().house_rules) if one.startswith(idle)]
    assert head.endswith("; no effect with the others in force)")


def test_a_rule_with_effect_says_nothing() -> None:
    """
    Points for forced passes where people pass.
    """
    both = GAPLE.with_rules("forced-pass-points", "pass")

    assert () == both.without_effect
    assert "no effect" not in str(both.rulebook())


def test_most_moves_follow_the_parts() -> None:
    """
    A game in which nobody draws or passes needs no more moves than tiles; with passes it may.
    """
    assert 29 == GAPLE.most_moves
    assert GAPLE.most_moves < GAPLE.with_rules("pass").most_moves
    assert GAPLE.with_rules("tiles:set=double-12").most_moves > GAPLE.most_moves
    assert 10**6 == GAPLE.put(most_moves=10**6).put(seats=(4,)).most_moves
