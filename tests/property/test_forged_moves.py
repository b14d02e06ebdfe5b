"""
A move is what its notation says, whoever made it; and moves of the host are the host's.
"""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from property.registered import ids, is_lazy, played_by_default, presets, variants
from tilerules import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidNotationError,
    RandomBot,
    Round,
    Variant,
    dumps,
    loads,
)
from tilerules.rules.hosting import Abandoned, Leave, Penalty, Time
from tilerules.state import Move
from tilerules.testing.lookup import OneVariant
from tilerules.testing.subjects import candidates, listed, sample

GARBAGE = [
    "",
    " ",
    "?",
    "0-0-0",
    "4-6@",
    "@L",
    "x",
    "r1 r2 |",
    "J(",
    "\u0664-6",
    "draw@1",
    "a" * 500,
]
ODD_KINDS = ["", "place", "draw", "pass", "lay", "leave", "time", "no such kind"]
REFUSALS = (IllegalMoveError, InvalidNotationError, AmbiguousMoveError)

each_game = pytest.mark.parametrize("variant", [*variants(), *presets()], ids=ids)


def states_of(variant: Variant, seed: int, most: int) -> list[Round]:
    """Play a round at random and give some of its states, one that is over among them."""
    rng = random.Random(seed)
    bot = RandomBot(rng)
    states = [variant.deal(rng.choice(variant.seats), seed=seed)]
    while states[-1].to_move is not None and len(states) < 200:
        state = states[-1]
        states.append(state.play(bot.choose(state.view(state.to_move))))
    chosen = {len(states) - 1, *rng.sample(range(len(states)), min(most, len(states)))}
    return [states[at] for at in sorted(chosen)]


def forgeries(state: Round, pool: list[Move], rng: random.Random, most: int) -> Iterator[Move]:
    """Make moves by hand: of parts of others, of garbage, and copies of what is legal."""
    mine = list(listed(state))
    known = [*mine, *sample(rng, candidates(state), 20), *rng.sample(pool, min(20, len(pool)))]
    for move in mine[:3]:
        yield copy.copy(move)
        yield attrs.evolve(move, tile_id=0, bit=1, place_id=1, data=None)
        yield pickle.loads(pickle.dumps(move))
        yield attrs.evolve(move, notation=f" {move.notation}")
    for _ in range(most):
        one, two, three, four = (rng.choice(known) for _ in range(4))
        yield Move(
            kind=rng.choice([one.kind, two.kind, rng.choice(ODD_KINDS)]),
            notation=rng.choice([one.notation] * 4 + [_garbled(one.notation, rng)]),
            tile=two.tile,
            place=three.place,
            seat=rng.choice([None, 0, 99]),
            data=four.data,
            tile_id=three.tile_id,
            bit=three.bit,
            place_id=four.place_id,
        )


def _garbled(text: str, rng: random.Random) -> str:
    """Exchange a character, or take quite another text."""
    if not text or rng.random() < 0.5:
        return rng.choice(GARBAGE)
    at = rng.randrange(len(text))
    return text[:at] + rng.choice("0123456789-@LRMxrkJ| ") + text[at + 1 :]


def meant(state: Round, move: Move) -> Move | None:
    """Give the legal move that one is, by its notation and the rules alone; None if it is none."""
    try:
        read = state.parse(move.notation)
    except (InvalidNotationError, AmbiguousMoveError):
        return None
    if state.to_move is None or (read.kind, read.notation) != (move.kind, move.notation):
        return None
    if read.kind in state.plan.host_actions or state.plan.problems(state, read):
        return None
    return read


def all_tiles(state: Round) -> int:
    """Give every tile there is, and fail where one lies in two places."""
    zones = [*state.masks, *state.rest.dead, state.rest.aside, *(1 << t for t in state.rest.stock)]
    union = 0
    for mask in (*zones, state.plan.layout.tiles(state.table)):
        assert not union & mask
        union |= mask
    return union


def outcome_of(state: Round, move: Move | str) -> Round | None:
    """Play a move; None where it is refused, in whatever way a move may be refused."""
    try:
        return state.play(move)
    except REFUSALS:
        return None


@each_game
def test_every_door_reads_the_notation(variant: Variant) -> None:
    """
    What ``play`` accepts is what the notation read anew is; ``explain`` and ``in`` agree.
    """
    rng = random.Random(str(variant))
    lazy = is_lazy(variant)
    pool = [
        move for state in states_of(variant, 1, 4) for move in sample(rng, candidates(state), 9)
    ]
    accepted = refused = 0
    for state in states_of(variant, 2, 5 if lazy else 12):
        before = str(state.position)
        for move in forgeries(state, pool, rng, 12 if lazy else 60):
            read = meant(state, move)
            after = outcome_of(state, move)
            try:
                against: Any = state.explain(move)
            except (InvalidNotationError, AmbiguousMoveError) as error:
                against = error

            assert (read is None) == (after is None) == bool(against), move
            assert (read is not None) == (move in state.legal_moves), move
            if read is None or after is None:
                refused += 1
                continue
            accepted += 1
            assert after.move == read
            assert after == state.play(read.notation)
            assert state.plan.tile_set.full == all_tiles(after)
        assert before == str(state.position)
    assert accepted
    assert refused > accepted


@each_game
def test_garbled_notation_is_told(variant: Variant) -> None:
    """
    A Move without a notation is refused like a text that is none, by play and explain.
    """
    state = variant.deal(variant.seats[0], seed=3)
    kinds = [*state.plan.actions, "leave"]
    for notation in (*GARBAGE[:3], None, 7, ["0-0"], b"0-0"):
        for kind in kinds:
            forged = Move(kind=kind, notation=notation)  # type: ignore[arg-type]  # that is the point
            with pytest.raises(InvalidNotationError):
                state.play(forged)
            with pytest.raises(InvalidNotationError):
                state.explain(forged)
            with pytest.raises(InvalidNotationError):
                state.host(forged)
            assert forged not in state.legal_moves


@each_game
def test_trust_ends_with_the_state(variant: Variant) -> None:
    """
    A move that the list of one state gave is judged anew in every other state.
    """
    rng = random.Random(4)
    states = states_of(variant, 5, 6)
    given = [move for state in states for move in listed(state, 3)]
    for state in states:
        for move in rng.sample(given, min(8, len(given))):
            read = meant(state, move)
            after = outcome_of(state, move)
            assert (read is None) == (after is None), move
            if after is not None:
                assert after == state.play(move.notation)
                assert state.plan.tile_set.full == all_tiles(after)


# --- moves of the host ------------------------------------------------------------------------


def hosted(variant: Variant) -> Variant:
    """Give a game in which the host may do everything."""
    return variant.put(Leave(), Abandoned(), Time(tiles=2), Penalty())


HOSTED = [one for one in played_by_default() if one.limits] + [
    hosted(one) for one in (*variants(), *presets())
]


def host_texts(state: Round, rng: random.Random) -> list[str]:
    """Write the moves of the host, in every way they can be written."""
    moves = [m.notation for m in candidates(state) if m.kind in state.plan.host_actions]
    words = list(state.plan.host_actions)
    texts = [*moves, *words, *(f"{word}:1" for word in words)]
    return [*texts, *(f"  {text} " for text in rng.sample(texts, 2))]


def host_reasons(state: Round, text: str | Move) -> set[str]:
    """Give the codes of the reasons for which a player may not make a move; none where it is no
    move at all."""
    with pytest.raises(REFUSALS) as caught:
        state.play(text)
    if isinstance(caught.value, IllegalMoveError):
        assert caught.value.reasons == state.explain(text)
        return {reason.code for reason in caught.value.reasons}
    return set()


@pytest.mark.parametrize("variant", HOSTED, ids=[f"{n}-{one}" for n, one in enumerate(HOSTED)])
def test_only_the_host_makes_moves_of_the_host(variant: Variant) -> None:
    """
    No text and no Move that a player hands in fines anybody or puts anybody out; the host can do
    all of it, and what the host did comes back from a record and from a pickle.
    """
    rng = random.Random(str(variant))
    registry = OneVariant(variant)
    done = 0
    for state in states_of(variant, 6, 2 if is_lazy(variant) else 4):
        if state.to_move is None:
            continue
        after = state
        shown = state.view(state.to_move).to_dict()["legal_moves"] or []
        for text in host_texts(state, rng):
            try:
                move = state.parse(text)
            except InvalidNotationError:
                assert host_reasons(state, text) == set()
                continue
            assert move.kind in state.plan.host_actions
            assert "host-only" in host_reasons(state, text)
            for own in (move, attrs.evolve(move), attrs.evolve(move, kind="pass")):
                assert "host-only" in host_reasons(state, own)
                assert own not in state.legal_moves
            assert move.notation not in shown
            if state.explain(text, host=True):
                with pytest.raises(IllegalMoveError):
                    state.host(text)
                continue
            after = state.host(text)
            done += 1
            assert move == after.move
            assert after == state.play(move, host=True)
            assert "host-only" not in {one.code for one in state.explain(move, host=True)}
            assert state.plan.tile_set.full == all_tiles(after)
        for again in (_sent(after), loads(dumps(after, registry=registry), registry=registry)):
            assert isinstance(again, Round)
            assert (after, after.moves) == (again, again.moves)
    assert done


def _sent(state: Round) -> Round:
    """Send a round to another process and back."""
    again: Round = pickle.loads(pickle.dumps(state))
    return again


@each_game
def test_the_host_may_move_for_the_seat_to_move(variant: Variant) -> None:
    """
    Who replays a history as the host need not ask whose each move was.
    """
    state = hosted(variant).deal(variant.seats[0], seed=7)
    played = [state]
    for number in range(8):
        if played[-1].to_move is None:
            break
        move = "penalty:1" if number == 2 else next(iter(played[-1].legal_moves))
        played.append(played[-1].host(move))
    again = state
    for done in played[-1].moves:
        again = again.host(done.notation)
    assert played[-1] == again
    assert played[-1].moves == again.moves
