"""What a move made by hand is taken for, and who may make a move of the host."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import attrs
import pytest

import tilerules
from tilerules import (
    IllegalMoveError,
    InvalidNotationError,
    InvalidVariantError,
    Move,
    Round,
    RoundOverError,
)
from tilerules.melds import laying
from tilerules.rules.blocking import Pass
from tilerules.rules.hosting import Leave, Penalty, Time

GAPLE = tilerules.variant("gaple")
OPENED = GAPLE.deal(4, seed=7).play("0-0")
HOSTED = GAPLE.with_rules("leave", "time-limit", "penalty").deal(4, seed=7)


def codes(round_: Round, move: Move | str, *, host: bool = False) -> list[str]:
    """Give the codes of the reasons against a move."""
    return [reason.code for reason in round_.explain(move, host=host)]


def test_tile_of_another_hand() -> None:
    """A Move that carries no tile is about the tile that it names, and that must be held."""
    forged = Move(kind="place", notation="0-5@L")
    with pytest.raises(IllegalMoveError) as caught:
        OPENED.play(forged)

    assert OPENED.explain("0-5@L") == OPENED.explain(forged) == caught.value.reasons
    assert "not-held" in codes(OPENED, forged)
    assert forged not in OPENED.legal_moves


def test_what_it_carries_besides_is_not_looked_at() -> None:
    """The legal notation counts, whatever tile and place stand beside it."""
    (mine, *_rest) = OPENED.legal_moves
    forged = attrs.evolve(mine, tile=None, place="R", tile_id=27, bit=1 << 27, place_id=9)

    assert forged in OPENED.legal_moves
    assert () == OPENED.explain(forged)
    assert OPENED.play(mine).masks == OPENED.play(forged).masks
    assert OPENED.play(forged).move is mine


def test_another_kind_or_another_notation_is_a_reason() -> None:
    """What could not stand in the list is refused, even if it can be read as a legal move."""
    (mine, *_rest) = OPENED.legal_moves
    kind = attrs.evolve(mine, kind="pass")
    turned = attrs.evolve(mine, notation="4-0@L")
    right = attrs.evolve(mine, notation="0-4@R")

    assert "0-4@L" == mine.notation
    assert ["other-kind"] == codes(OPENED, kind)
    assert ["other-notation"] == codes(OPENED, turned) == codes(OPENED, right)
    assert "'0-4@R' is written 0-4@L here" == str(OPENED.explain(right)[0])
    assert OPENED.play("0-4@R") == OPENED.play(mine)
    for move in (kind, turned, right):
        assert move not in OPENED.legal_moves
        with pytest.raises(IllegalMoveError):
            OPENED.play(move)


def test_move_of_the_host_in_disguise() -> None:
    """Neither another kind nor a place in the hand of a match makes a player of the host."""
    forged = Move(kind="place", notation="time")
    match = GAPLE.with_rules("time-limit").match(4, seed=7)

    assert {"host-only", "other-kind"} == set(codes(HOSTED, forged))
    for text in ("time", Move(kind="time", notation="time"), forged):
        with pytest.raises(IllegalMoveError, match="no player may make the move time"):
            match.play(text)
    assert match.host("time") == match.play("time", host=True) != match


def test_only_the_host_is_told_apart_from_other_reasons() -> None:
    """A player is told everything that speaks against the move; the host what is left of it."""
    assert ["host-only", "no-such-seat"] == codes(HOSTED, "leave@7")
    assert ["no-such-seat"] == codes(HOSTED, "leave@7", host=True)
    (reason,) = HOSTED.explain("time")
    assert ("time", "G7, G8") == (reason.option, reason.clause)
    assert ["no-such-move"] == codes(OPENED, "leave") == codes(OPENED, "leave", host=True)


def test_the_host_of_a_round_that_is_over() -> None:
    """Nobody plays on."""
    over = HOSTED.host("leave@0").host("leave@1").host("leave@2")
    with pytest.raises(RoundOverError):
        over.host("leave@3")

    assert ["round-over"] == codes(over, "leave@3") == codes(over, "leave@3", host=True)
    assert over == pickle.loads(pickle.dumps(over))


def test_views_offer_nothing_of_the_host() -> None:
    """Neither to the seat to move nor to anybody else."""
    for seat in (None, *range(4)):
        view = HOSTED.view(seat)
        assert not {move.kind for move in view.legal_moves} & {"time", "leave", "penalty"}
        assert HOSTED.parse("time") not in view.legal_moves


@pytest.mark.parametrize("notation", [None, 7, "", "banana"])
def test_no_notation(notation: object) -> None:
    """A Move with a notation that is none is like a text that is none, also where moves explode."""
    forged = Move(kind="lay", notation=notation)  # type: ignore[arg-type]  # that is the point
    for round_ in (OPENED, tilerules.variant("rummy").deal(2, seed=1)):
        with pytest.raises(InvalidNotationError):
            round_.play(forged)
        with pytest.raises(InvalidNotationError):
            round_.explain(forged)
        assert forged not in round_.legal_moves


def test_move_that_was_drawn_for_another_state() -> None:
    """What the list of one state gave is believed in that state alone."""
    first = tilerules.variant("rummy").deal(2, seed=1)
    (draw,) = [move for move in first.legal_moves if move.kind == "draw"]
    second = first.play(draw)
    forged = attrs.evolve(draw, notation="pass")

    assert second.play(draw) == second.play("draw")
    with pytest.raises(IllegalMoveError):
        second.play(forged)
    assert forged not in first.legal_moves


def test_a_host_action_is_no_action_of_a_turn() -> None:
    """Where players could reach it, the variant is refused."""

    @attrs.frozen
    class Timeout(Pass):
        """A pass that is called like a move of the host."""

        code = "time"

    with pytest.raises(InvalidVariantError, match="'leave' is an action of the host"):
        GAPLE.put(actions=(*GAPLE.actions, Leave()))
    with pytest.raises(InvalidVariantError, match="actions and limits both have the code 'time'"):
        GAPLE.put(Timeout(), Time(), Penalty())


@pytest.mark.parametrize("sent", ["x" * 10_000, "\x1b[31m", ("0-0",), None, "0-0"], ids=range(5))
def test_after_the_end_what_was_sent_is_not_echoed(sent: object) -> None:
    """Whatever is sent to a round that is over is refused alike, shortly and in plain letters."""
    over = OPENED
    while over.to_move is not None:
        over = over.play(next(iter(over.legal_moves)))
    for move in (sent, Move(kind="place", notation=sent)):  # type: ignore[arg-type]  # on purpose
        with pytest.raises(RoundOverError, match="the round is over") as caught:
            over.play(move)  # type: ignore[arg-type]  # on purpose
        assert len(str(caught.value)) < 300
        assert str(caught.value).isprintable()


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[object]:
    """Note every call of a function; give the list in which the calls are noted."""
    calls: list[object] = []
    real = getattr(owner, name)

    def noting(*args: object, **kwargs: object) -> object:
        calls.append(args)
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, noting)
    return calls


def rummy_with_melds() -> Round:
    """Give a round of rummy in which three melds lie and more can be laid."""
    round_ = tilerules.variant("rummy").deal(2, seed=3)
    while len(round_.layout) < 3 or not any(m.kind == "lay" for m in round_.legal_moves):
        round_ = round_.play(next(iter(round_.legal_moves)))
    return round_


WAYS_TO_SAY: list[Callable[[Move], Move | str]] = [
    lambda move: move.notation,
    lambda move: attrs.evolve(move, data=None),
]


@pytest.mark.parametrize("say", WAYS_TO_SAY, ids=["text", "move"])
def test_table_is_read_once(
    say: Callable[[Move], Move | str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each meld of a proposed table that is not taken from the list is read once."""
    round_ = rummy_with_melds()
    mine = next(move for move in round_.legal_moves if move.kind == "lay")
    calls = counted(monkeypatch, laying, "read_table")

    after = round_.play(say(mine))

    assert len(mine.notation.split(" | ")) == len(calls)
    assert round_.play(mine) == after


def test_refused_table_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table against which something speaks is not read again to say what."""
    round_ = rummy_with_melds()
    table = " | ".join(str(meld) for meld in round_.layout)
    calls = counted(monkeypatch, laying, "read_table")

    with pytest.raises(IllegalMoveError) as caught:
        round_.play(table)

    assert "nothing-laid" in [reason.code for reason in caught.value.reasons]
    assert len(table.split(" | ")) == len(calls)


def test_listed_move_in_other_words_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A listed move, however it is written, is the very move of the list; others are judged."""
    mine = next(move for move in OPENED.legal_moves if move.notation == "0-4@L")
    calls = counted(monkeypatch, OPENED.plan, "against")

    assert mine is OPENED.play(" 4-0@L ").move
    assert mine is OPENED.play(attrs.evolve(mine, tile=None)).move
    assert [] == calls
    with pytest.raises(IllegalMoveError):
        OPENED.play("5-0@L")
    with pytest.raises(IllegalMoveError):
        OPENED.play(attrs.evolve(mine, kind="pass"))
    assert 2 == len(calls)
