"""
Parts ask what an action does: a plugin's own kinds of move count like the library's.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice

import attrs
import pytest

import tilerules
from tables import set_up
from testing.sound import small_game
from tilerules import Round, Variant
from tilerules.plugins.files.core_components import core_components
from tilerules.rendering.spoken import say_move
from tilerules.rules.blocking import (
    Discard,
    Draw,
    DrawAgain,
    Pass,
    WentOut,
    WordAction,
    dead_tile,
    draw,
)
from tilerules.rules.dealing import DealEach
from tilerules.rules.endings import IdleTurns, PassAtWill, StockFirst, all_idle
from tilerules.rules.hypothetical import after_passing
from tilerules.rules.kinds import Bundle, HostAction
from tilerules.rules.laying import PlaceTile
from tilerules.state import Draft, EndReason, Move, MoverState, PlanLike


@attrs.frozen
class DrawTwo(Draw):
    """Draw two tiles at once: ``draw-two``."""

    code = "draw-two"
    sentence = "A player who {who} draws two tiles."

    def doer(self, plan: PlanLike) -> Callable[[MoverState, Move, Draft], None]:
        def take(state: MoverState, move: Move, draft: Draft) -> None:
            first, stock = state.rest.stock[:2], state.rest.stock[2:]
            masks = [*state.masks]
            masks[state.to_move] |= sum(1 << tile for tile in first)
            draft.masks, draft.rest = tuple(masks), draft.rest.with_stock(stock)

        return take


@attrs.frozen
class Knock(Pass):
    """Pass by knocking on the table: ``knock``."""

    code = "knock"
    verb = "knock on the table"


def drawing_two() -> Variant:
    """
    Give the game of drawing with another move to draw.
    """
    game = tilerules.variant("draw").drop("draw", "after-drawing")
    return game.put(
        DrawTwo(reserve=2, only_without=("place",)),
        Pass(only_without=("place", "draw-two")),
        DrawAgain(),
    )


KNOCKING = small_game(
    "knocking",
    "Knocking",
    Bundle(actions=(Knock(),), endings=(WentOut(),)) + all_idle(),
    seats=(3,),
    dealing=DealEach(each=7),
)
"""All tiles are dealt, and anybody may knock."""


@pytest.mark.timeout(60)
def test_no_round_is_blocked_while_another_kind_of_move_draws() -> None:
    """
    None of two hundred rounds ends blocked with more tiles in the stock than must stay.
    """
    game = drawing_two()
    left = set()
    for seed in range(200):
        round_ = game.deal(2, seed=seed)
        while round_.outcome is None:
            round_ = round_.play(next(iter(round_.legal_moves)))
        if round_.outcome.reason is EndReason.BLOCKED:
            left.add(len(round_.stock))

    assert left
    assert max(left) <= 2


def test_idle_turns_are_those_of_any_kind_of_pass() -> None:
    """
    A full circle of knocks ends a round like one of passes; a tile laid begins it anew.
    """
    state = KNOCKING.deal(3, seed=0).play("knock").play("knock")
    assert 2 == state.rest.idle
    assert state.play("knock").to_move is None

    laid = state.play(next(move for move in state.legal_moves if move.kind == "place"))
    assert 0 == laid.rest.idle


def test_a_pass_is_supposed_by_the_move_that_the_game_has() -> None:
    """
    Where everybody is supposed to pass, a knock is what the effects are told of.
    """
    assert 3 == after_passing(KNOCKING.deal(3, seed=0)).rest.idle


def test_drawing_of_any_kind_begins_the_count_anew() -> None:
    """
    Whoever drew has not yet had a turn with those tiles.
    """
    game = drawing_two().put(IdleTurns())
    state = set_up(game, "2-2", "4-4 5-5", "3-3 6-6", stock="1-1 0-0 0-1 1-6", more="idle:1").play(
        "draw-two"
    )

    assert 0 == state.rest.idle


def test_nobody_passes_while_another_kind_of_move_draws() -> None:
    """
    ``stock-first`` looks at what any action can draw, and at any kind of pass.
    """
    game = (
        small_game("stock", "Stock first", draw(1))
        .drop("draw", "after-drawing", "pass")
        .put(DrawTwo(1), Knock(), StockFirst())
    )
    state = set_up(game, "2-3", "4-4 5-5", "1-1 3-5", stock="0-0 0-1")

    assert ["stock-first"] == [reason.code for reason in state.explain("knock")]
    after = set_up(game, "2-3", "4-4 5-5", "1-1 3-5")
    assert () == after.explain("knock")


def test_any_kind_of_pass_may_be_at_will() -> None:
    """
    ``pass-at-will`` lifts what speaks against a knock of who can lay a tile.
    """
    game = KNOCKING.put(Knock(only_without=("place",)))
    forced, free = (
        set_up(one, "2-3", "3-4", "5-5", "1-1") for one in (game, game.put(PassAtWill()))
    )

    assert ["must-place"] == [reason.code for reason in forced.explain("knock")]
    assert () == free.explain("knock")


def test_sentences_say_what_a_move_gives_way_to() -> None:
    """
    Whoever passes for want of a tile to lay or to draw can do neither, whatever drawing is called.
    """
    said = [str(rule) for rule in drawing_two().rulebook().rules]

    assert any("cannot play, and can draw no more, passes" in rule for rule in said)
    assert any("cannot play draws two tiles" in rule for rule in said)


def said(state: Round, move: str, viewer: int | None = None) -> str:
    """
    Say a move of a round.
    """
    return say_move(state, state.play(move), viewer)


def test_moves_of_a_kind_of_ones_own_are_spoken() -> None:
    """
    A verb is said as it stands in the action, and tiles that are drawn speak for themselves.
    """
    drawing = set_up(drawing_two(), "2-2", "4-4 5-5", "3-3 6-6", stock="1-1 0-0 0-1 1-6")
    knocking = KNOCKING.deal(["Ana", "Budi", "Caro"], seed=0)
    who = knocking.names[knocking.to_move or 0]

    assert f"{who} knocks on the table." == said(knocking, "knock")
    assert said(drawing, "draw-two").endswith("draws 2 tiles.")
    assert said(drawing, "draw-two", 0).endswith("draws 0-0 and 1-1.")


@pytest.mark.parametrize(
    "word",
    sorted(
        cls.code
        for cls in core_components().values()
        if issubclass(cls, WordAction | HostAction) and isinstance(cls.code, str)
    ),
)
def test_words_of_the_library_are_known_to_every_game(word: str) -> None:
    """
    A game without such a move says that it has none; the word is no garbled notation.
    """
    state = small_game("bare", "Bare", dead_tile()).deal(2, seed=0)

    assert ["no-such-move"] == [reason.code for reason in state.explain(word, host=True)]


@attrs.frozen
class Fetch(Draw):
    """Draw under another word: ``fetch``."""

    code = "fetch"


NAMES: dict[str, type[Draw | Pass]] = {"draw": Fetch, "pass": Knock}


def renamed(variant: Variant) -> Variant:
    """
    Give a game in which drawing and passing are kinds of move of other names.
    """
    actions = []
    for action in variant.actions:
        fields = {field.name: getattr(action, field.name) for field in attrs.fields(type(action))}
        fields["only_without"] = tuple(
            NAMES[kind].code if kind in NAMES else kind for kind in action.only_without
        )
        actions.append(NAMES.get(action.code, type(action))(**fields))
    return attrs.evolve(variant, actions=tuple(actions))


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("draw", ()),
        ("gaple", ("gaple/draw", "gaple/win-bonuses")),
        ("gaple", ("gaple/pass", "gaple/forced-pass-points")),
        ("mexican-train", ()),
        ("mexican-train", ("mexican-train/pass-at-will",)),
        ("mexican-train", ("mexican-train/last-double",)),
        ("mexican-train", ("mexican-train/others-finish-first-turns",)),
        pytest.param("rummy", (), marks=pytest.mark.slow),
        pytest.param("rummy", ("rummy/draw-more", "rummy/last-turns"), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_names_of_kinds_make_no_difference(name: str, rules: tuple[str, ...]) -> None:
    """
    With other words for drawing and passing the same rounds are played to the same end.
    """
    usual = tilerules.variant(name).with_rules(*rules)
    other = renamed(usual)
    words = {kind: cls.code for kind, cls in NAMES.items()}

    met = set()
    for seed in range(4):
        one, two = (each.deal(usual.seats[0], seed=seed) for each in (usual, other))
        rng = random.Random(seed)
        for _ in range(80):
            # Where moves are searched for, finding the last ones would take longest.
            moves, others = (list(islice(each.legal_moves, 2)) for each in (one, two))
            assert [words.get(str(move), str(move)) for move in moves] == list(map(str, others))
            at = rng.randrange(len(moves))
            met.add(moves[at].kind)
            one, two = one.play(moves[at]), two.play(others[at])
            assert (one.masks, one.table, one.to_move) == (two.masks, two.table, two.to_move)
            assert (one.rest, one.turn.draws) == (two.rest, two.turn.draws)
            assert one.outcome == two.outcome
            if one.outcome is not None:
                break

    assert met & set(NAMES)


@attrs.frozen
class Add(PlaceTile):
    """Lay a tile, under another name."""

    code = "add"


@attrs.frozen
class Bury(Discard):
    """Lay a tile face down, under another name."""

    code = "bury"


def test_kinds_of_ones_own_lay_and_bury() -> None:
    """Moves of an action that lays or buries are of its own kind, listed, read and seen so."""
    plain = tilerules.variant("gaple")
    game = plain.put(Add(), Bury(only_without=("add",))).drop("place", "discard")
    for seed in range(3):
        mine, theirs = game.deal(4, seed=seed), plain.deal(4, seed=seed)
        while theirs.outcome is None:
            assert [str(move) for move in theirs.legal_moves] == [str(m) for m in mine.legal_moves]
            *_others, move = theirs.legal_moves
            played = mine.parse(str(move))
            assert {"place": "add", "discard": "bury"}[move.kind] == played.kind
            view = mine.play(played).view(mine.plan.next_seat(mine, mine.to_move or 0))
            assert played.kind == view.moves[-1].kind
            mine, theirs = mine.play(played), theirs.play(move)
        assert mine.outcome is not None
        assert theirs.outcome.points == mine.outcome.points
