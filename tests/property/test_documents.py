"""
Views and matches as JSON, in every variant: closed documents that say what the view says.
"""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import tilerules
from property.registered import ids, is_lazy, presets, variants
from tilerules import IllegalMoveError, InvalidNotationError, Match, Round, SeatError, Variant
from tilerules.layouts.data import layout_data
from tilerules.testing.subjects import candidates, pick, sample
from tilerules.tiles import Joker

EVERY = 6
"""At every so many states of a walk the documents are looked at."""


@cache
def validator(document: Any) -> Draft202012Validator:
    """
    Give what checks a document, once every game has been loaded.
    """
    variants()
    schema = tilerules.json_schema(document)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def errors(document: Any, kind: str = "") -> list[str]:
    """
    Say what is wrong with a document.
    """
    kind = kind or document["document"]
    return [error.message for error in validator(kind).iter_errors(document)]


def walk(variant: Variant, seats: int) -> Iterator[Round]:
    """
    Give states of a random round, its last one too where it is played to its end.
    """
    rng = random.Random(f"{variant} {seats}")
    state = variant.deal(seats, seed=seats)
    for number in range(18 if is_lazy(variant) else 1000):
        if number % EVERY == 0:
            yield state
        move = pick(state, rng.randrange(1 << 16))
        if move is None:
            break
        state = state.play(move)
    yield state


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """
    Give every object in a document.
    """
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value:
        if isinstance(one, dict | list):
            yield from objects(one)


def tiles_of(layout: dict[str, Any]) -> Counter[str]:
    """
    Count the tiles a layout's document names where they lie.
    """
    found = Counter(one["tile"] for one in objects(layout) if {"tile"} < one.keys())
    if layout["kind"] == "other":
        found.update(layout["tiles"])
    if layout.get("engine"):
        found[layout["engine"]] += 1
    return found


@pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)
def test_views(variant: Variant) -> None:
    """
    Each document keeps to the schema, comes back from JSON, and names every tile that lies.
    """
    for seats in {variant.seats[0], variant.seats[-1]}:
        for state in walk(variant, seats):
            for viewer in (None, *range(state.seats)):
                view = state.view(viewer)
                document: Any = view.to_dict()

                assert [] == errors(document)
                assert document == json.loads(json.dumps(document))
                lying = Counter(map(str, view.layout.tiles))
                assert lying == tiles_of(document["layout"])
                assert [m.notation for m in view.moves] == [e["text"] for e in document["events"]]
                assert view.is_over == state.is_over == document["is_over"]
                if viewer != 0:
                    continue
                assert document == pickle.loads(pickle.dumps(view)).to_dict()


@pytest.mark.parametrize("variant", [*variants()], ids=ids)
def test_who_did_what(variant: Variant) -> None:
    """
    Each event names the seat that moved, and tells a seat, and no other, what it took up.
    """
    *_, last = walk(variant, variant.seats[0])
    for viewer in (None, *range(last.seats)):
        for event, before, after in zip(
            last.view(viewer).events, last.states, last.states[1:], strict=False
        ):
            assert before.to_move == event.seat
            assert not event.is_host
            if viewer is None:
                assert () == event.brought
                continue
            new = Counter(map(str, after.hands[viewer])) - Counter(map(str, before.hands[viewer]))
            assert new == Counter(map(str, event.brought))


def test_the_host_is_named() -> None:
    """
    A move of the host is told as the host's, with the seat it was about.
    """
    state = tilerules.variant("gaple").with_rules("table/leave").deal(4, seed=1)
    about = (state.to_move or 0) + 1
    told = state.host(f"leave@{about % 4}").view(0).to_dict()

    assert (True, about % 4) == (told["events"][-1]["is_host"], told["events"][-1]["seat"])


@pytest.mark.parametrize("variant", [*variants()], ids=ids)
def test_changed_documents_fail(variant: Variant) -> None:
    """
    A document with a field more, a field less, or one of another kind is refused.
    """
    *_, state = walk(variant, variant.seats[0])
    rng = random.Random(1)
    for document in (state.view(0).to_dict(), state.start.view(0).to_dict()):
        text = json.dumps(document)
        for at in range(len([*objects(document)])):
            for change in ("more", "less", "other"):
                changed = json.loads(text)
                one = [*objects(changed)][at]
                key = rng.choice(sorted(one))
                if change == "more":
                    one["more"] = 1
                elif change == "less":
                    del one[key]
                else:
                    one[key] = {"other": 1.5}

                assert errors(changed, "view"), (change, key)


def matches(variant: Variant) -> Iterator[Match]:
    """
    Give a match at its beginning, between two rounds and in the next one, as far as there is one.
    """
    match = variant.match([f"Player {seat}" for seat in range(variant.seats[0])], seed=3)
    yield match
    state, rng = match.round, random.Random(5)
    while not state.is_over and not is_lazy(variant):
        move = pick(state, rng.randrange(1 << 16))
        assert move is not None
        state = state.play(move)
    match = Match(match.variant, match.seed, (state,))
    yield match
    if state.is_over and match.outcome is None:
        yield match.next_round()


@pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)
def test_matches(variant: Variant) -> None:
    """
    A match's document keeps to the schema and says what the match says, between rounds too.
    """
    for match in matches(variant):
        for viewer in (None, 0):
            view = match.view(viewer)
            document: Any = view.to_dict()

            assert [] == errors(document)
            assert document == json.loads(json.dumps(document))
            assert document["round"] == match.round.view(viewer).to_dict()
            assert (len(match.rounds), match.totals) == (view.number, view.totals)
            assert match.outcomes == view.finished
            assert match.outcome == view.outcome
            assert match.round.is_over == (view.is_between or view.outcome is not None)
            assert match.names == view.names
    with pytest.raises(SeatError):
        match.view(99)


@pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)
def test_questions_from_a_view(variant: Variant) -> None:
    """
    The seat to move gets the round's own answers; another is told nothing but whose turn it is.
    """
    rng = random.Random(2)
    for state in walk(variant, variant.seats[0]):
        if state.to_move is None:
            continue
        mine = state.view(state.to_move)
        other = state.view((state.to_move + 1) % state.seats)
        guess = mine.sample(rng, history=False) if not is_lazy(variant) else None
        for move in sample(rng, candidates(state), 6):
            legal = state.explain(move.notation)

            said = mine.explain(move.notation)
            assert bool(legal) == bool(said)
            assert [one.code for one in legal] == [one.code for one in said]
            if guess is not None:
                again = guess.view(state.to_move).explain(move.notation)
                assert [str(one) for one in said] == [str(one) for one in again]
            assert ["not-your-turn"] == [one.code for one in other.explain(move.notation)]
            assert mine.parse(move.notation).notation == move.notation
        with pytest.raises((InvalidNotationError, IllegalMoveError)):
            other.explain("no such move")


def test_joker_says_what_it_stands_for() -> None:
    """
    A joker in a meld is told with what it stands for.
    """
    start = tilerules.variant("rummy").deal(2, seed=1)
    layout = start.plan.layout.read(start.plan.layout.load("r1,r2,J(r3)"))
    told = layout_data(layout)

    assert {"tile": str(Joker()), "stands_for": "r3"} == told["melds"][0]["tiles"][2]


@pytest.mark.parametrize("wrong", ["round", "", "views"])
def test_no_such_document(wrong: Any) -> None:
    """
    Only the documents there are have a schema.
    """
    with pytest.raises(ValueError, match="there is: view, match"):
        tilerules.json_schema(wrong)
