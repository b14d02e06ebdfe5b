"""
The game against a second, plain engine: move for move on thousands of random rounds.

``reference.gaple`` was written from the rules alone and shares nothing with the library. The
same tiles are given to both; every list of legal moves, every position and every result must
agree, under option combinations drawn at random. What only the library knows (reserves, host
moves, other hand sizes for two or three) is tested by name elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest

import tilerules
from reference import gaple as naive
from tilerules import Match, Outcome, Round, Variant

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")

CODES = {"went-out": "out-wins"}
"""The one code that differs: the plain engine names the fact, the library the rule."""


@attrs.frozen
class Game:
    """The same options, said to both sides."""

    variant: Variant
    rules: naive.Rules
    seats: int


def draw_game(rng: random.Random) -> Game:
    """Draw a combination of options that go together."""
    rules: list[str] = []
    plain: dict[str, object] = {}

    def choose(*options: tuple[list[str], dict[str, object]]) -> None:
        said, meant = rng.choice(options)
        rules.extend(said)
        plain.update(meant)

    nothing: tuple[list[str], dict[str, object]] = ([], {})
    choose(
        nothing,
        (["discard-plays-on"], {"end_on_discard": False}),
        (["pass"], {"cannot_play": "pass"}),
        (["draw"], {"cannot_play": "draw"}),
        (["draw:most=1"], {"cannot_play": "draw", "draw_up_to": 1}),
        (["draw:most=2"], {"cannot_play": "draw", "draw_up_to": 2}),
    )
    choose(nothing, (["out-wins"], {"winner": "out_wins"}))
    choose(
        nothing,
        (["lone-blank"], {"blank_double": "25"}),
        (["lone-blank:live=true"], {"blank_double": "25", "blank_scope": "live"}),
        (["blank-double"], {"blank_double": "2_1"}),
        (["blank-double:live=true"], {"blank_double": "2_1", "blank_scope": "live"}),
    )
    choose(
        nothing,
        nothing,
        (["partners"], {"partners": "individual_winner"}),
        (["partners:by=sum"], {"partners": "sum"}),
    )
    choose(nothing, (["direction"], {"direction": "counter_clockwise"}))
    choose(nothing, (["win-bonuses"], {"win_bonuses": naive.WinBonuses()}))
    choose(nothing, (["forced-pass-points:points=2"], {"pass_points": 2}))
    draw_tie_break(rng, rules, plain)
    seats = 4 if "partners" in plain else rng.choice((4, 4, 5))
    if seats == 4 and rng.random() < 0.3:
        rules.append("hands:size=6")
    variant = tilerules.variant("gaple").with_rules(*rules)
    return Game(variant, naive.Rules(**plain), seats)  # type: ignore[arg-type]


def draw_tie_break(rng: random.Random, rules: list[str], plain: dict[str, object]) -> None:
    """Draw the steps that settle equal counts, and the tiles they look at."""
    live = rng.random() < 0.3
    chain: list[str] = []
    if rng.random() < 0.3:
        rules.append("tie-fewest-tiles" + (":live=true" if live else ""))
        chain.append("fewest_tiles")
    if rng.random() < 0.3:
        rules.append("tie-to-locker")
        chain.append("locker")
    if live:
        rules.append("live-tie-break")
        plain["tiebreak_tiles"] = "live"
    steps = "both" if live else rng.choice(("both", "both", "lowest-tile", "none"))
    if steps != "both":
        rules.append(f"tie-break:steps={steps}")
    chain += {"both": ["lowest_tile", "lowest_end"], "lowest-tile": ["lowest_tile"]}.get(steps, [])
    plain["tiebreak"] = tuple(chain)


def tiles(bag: object) -> list[naive.Tile]:
    """Give a bag of tiles as the plain engine writes them."""
    return naive.parse_tiles(str(bag))


def shadow(round_: Round, rules: naive.Rules, results: list[naive.Result]) -> naive.NaiveGaple:
    """Set the plain engine up with the same tiles; who opens with what is its own business."""
    start = round_.start
    hands = [tiles(hand) for hand in start.hands]
    stock = [tiles(tile)[0] for tile in start.stock]
    if start.layout.tiles:
        opener = start.to_move if start.to_move is not None else 0
        turned = tiles(start.layout.tiles[0])[0]
        return naive.NaiveGaple(hands, opener=opener, turned_up=turned, stock=stock, rules=rules)
    opener, opening = naive.next_opener(results, hands, rules)
    assert start.to_move == opener
    return naive.NaiveGaple(hands, opener=opener, opening=opening, stock=stock, rules=rules)


def compare_states(round_: Round, plain: naive.NaiveGaple) -> None:
    """Everything on and under the table is the same, and so is what may be done."""
    assert round_.to_move == plain.to_move
    assert round_.layout.ends == plain.ends
    assert [set(tiles(hand)) for hand in round_.hands] == plain.hands
    assert [set(tiles(dead)) for dead in round_.dead] == plain.dead
    assert list(round_.scored) == plain.pass_points
    listed = [move.notation for move in round_.legal_moves]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(plain.legal())


def compare_results(outcome: Outcome, result: naive.Result, rules: naive.Rules) -> None:
    """
    The results are the same, up to the one code and one reading.

    Where two partners are level in front and nothing may separate them, the plain engine names
    no leader; here the lowest tile and its end do, as after a sum, since the side has won.
    """
    assert outcome.reason.value == result["reason"]
    assert outcome.winners == result["winners"]
    assert outcome.counts == result["counts"]
    assert outcome.points == result["points"]
    decided = result["decided_by"]
    assert outcome.decided_by == (None if decided is None else CODES.get(decided, decided))
    if result["leader"] is None and decided and rules.partners == "individual_winner":
        assert outcome.leader is None or outcome.leader in outcome.winners
        result["leader"] = outcome.leader
    assert outcome.leader == result["leader"]


def play_both(
    round_: Round, rules: naive.Rules, rng: random.Random, results: list[naive.Result]
) -> Iterator[Round]:
    """Play a round to its end at random, comparing every state; yield each state."""
    plain = shadow(round_, rules, results)
    compare_states(round_, plain)
    while round_.to_move is not None:
        move = rng.choice(plain.legal())
        plain.play(move)
        round_ = round_.play(move)
        compare_states(round_, plain)
        yield round_
    result, outcome = plain.result(), round_.outcome
    assert result is not None
    assert outcome is not None
    compare_results(outcome, result, rules)
    results.append(result)


@pytest.mark.parametrize("seed", range(40))
def test_random_rounds(seed: int) -> None:
    """Forty times six combinations of options, twelve rounds each: lists, states, results."""
    rng = random.Random(f"rounds-{seed}")
    for _combination in range(6):
        game = draw_game(rng)
        for _round in range(12):
            dealt = game.variant.deal(game.seats, seed=rng.getrandbits(32))
            for _state in play_both(dealt, game.rules, rng, []):
                pass


@pytest.mark.parametrize("seed", range(12))
def test_small_hands(seed: int) -> None:
    """Short custom deals, where ties, blocks and lone blanks are common."""
    rng = random.Random(f"small-{seed}")
    faces = [str(tile) for tile in tilerules.double_set(6).tiles]
    for _combination in range(6):
        game = draw_game(rng)
        for _round in range(15):
            low = rng.sample(faces[: rng.choice((15, 20, 28))], game.seats * 2)
            hands = [low[at : at + 2] for at in range(0, len(low), 2)]
            dealt = game.variant.deal(game.seats, seed=rng.getrandbits(32), hands=hands)
            for _state in play_both(dealt, game.rules, rng, []):
                pass


@pytest.mark.parametrize("seed", range(12))
def test_matches(seed: int) -> None:
    """The openers of later rounds, and the totals, over matches of six rounds."""
    rng = random.Random(f"matches-{seed}")
    for _combination in range(4):
        game = draw_game(rng)
        variant = game.variant.with_rules("rounds:rounds=6")
        match: Match = variant.match(game.seats, seed=rng.getrandbits(32))
        results: list[naive.Result] = []
        while True:
            for state in play_both(match.round, game.rules, rng, results):
                match = match.play(state.moves[-1])
            if match.outcome is not None:
                break
            match = match.next_round()
            turned_up = bool(match.round.start.layout.tiles)
            leaders = [r["leader"] for r in results if r["leader"] is not None]
            if turned_up and leaders and match.round.start.to_move is not None:
                assert match.round.start.to_move == leaders[-1]
        points = [result["points"] for result in results]
        assert match.totals == tuple(map(sum, zip(*points, strict=True)))
        assert len(results) == 6
