"""Do the list of legal moves, ``in``, ``explain`` and ``play`` say the same, and change nothing?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tilerules.errors import IllegalMoveError, TilerulesError
from tilerules.play.round import Round
from tilerules.rules.kinds import HostAction
from tilerules.state import Move
from tilerules.testing.subjects import Spot, candidates, check, listed, refused, sample

__all__ = ["host", "legality", "listing", "notation", "reasons", "state_changed"]


def _accepts(state: Round, move: Move | str, *, host: bool = False) -> bool:
    return not refused(IllegalMoveError, lambda: state.play(move, host=host))


@check(
    "legality",
    "move in legal_moves, not explain(move) and 'play(move) succeeds' are the same thing. What "
    "an action lists and what its problems() says must follow one rule; a move of the host "
    "stands outside legal_moves, and explain and host() agree about it.",
)
def legality(spot: Spot) -> Iterable[str]:
    """Ask all three about every move that is tried."""
    state = spot.state
    for move in spot.tries:
        is_host = move.kind in state.plan.host_actions
        is_listed = move in state.legal_moves
        against = state.explain(move, host=is_host)
        accepted = _accepts(state, move, host=is_host)
        if accepted == (not against) and is_listed == (accepted and not is_host):
            continue
        said = "; ".join(map(str, against)) or "nothing against it"
        yield (
            f"{move} is {'' if is_listed else 'not '}in legal_moves, explain says {said!r}, "
            f"and play {'accepts' if accepted else 'refuses'} it"
        )


@check(
    "host",
    "A move of the host is made by nobody else: what a HostAction reads is no notation of a "
    "player's move, what it reads is of its own kind, and no action lists a move of that kind.",
)
def host(spot: Spot) -> Iterable[str]:
    """Read the moves of players as the host's, and play those of the host as a player."""
    state = spot.state
    hosts = state.plan.host_actions
    if state.to_move is None or not hosts:
        return
    for move in listed(state):
        if move.kind in hosts:
            yield f"{move} is among the legal moves, and {move.kind!r} is a kind of the host's"
        for limit in hosts.values():
            if limit.parse(state, move.notation) is not None:
                yield f"{move} is a player's, and {_named(limit)} reads it too"
    for limit in hosts.values():
        for move in sample(spot.rng, limit.candidates(state)):
            yield from _reached(state, limit, move)


def _named(limit: HostAction) -> str:
    return f"{type(limit).__name__} ({limit.code})"


def _reached(state: Round, limit: HostAction, move: Move) -> Iterator[str]:
    name = _named(limit)
    if move.kind != limit.code:
        yield f"{name} gives {move}, which is of the kind {move.kind!r}"
        return
    for own in (move, move.notation):
        read = state.parse(move.notation)
        if read.kind not in state.plan.host_actions:
            yield f"{name} gives {move}, which is read as a player's move of the kind {read.kind!r}"
        elif _accepts(state, own) or not state.explain(own):
            yield f"{move} is a move of {name}, and a player can make it"


@check(
    "listing",
    "legal_moves is iterated in a fixed order, gives no move twice and no two that lead to the "
    "same position, something wherever bool() says so, and nothing that the action's "
    "candidates() would not give too.",
)
def listing(spot: Spot) -> Iterable[str]:
    """Iterate twice, and play what is listed."""
    state = spot.state
    moves = listed(state)
    if [move.notation for move in moves] != [move.notation for move in listed(state)]:
        yield "iterating legal_moves a second time gives another order"
    if bool(state.legal_moves) != bool(moves):
        yield f"bool(legal_moves) is {bool(state.legal_moves)} but it gives {len(moves)} moves"
    yield from _doubles(state, moves)
    if not state.plan.is_lazy:
        known = set(candidates(state))
        strange = [str(move) for move in moves if move not in known]
        if strange:
            yield f"candidates() does not give the legal moves {', '.join(strange)}"


def _doubles(state: Round, moves: Sequence[Move]) -> Iterator[str]:
    """Find moves that are listed twice or lead where another one leads."""
    seen: dict[Move, Round] = {}
    by_state: dict[Round, Move] = {}
    for move in moves:
        if move in seen:
            yield f"{move} is listed twice"
            continue
        seen[move] = state.play(move)
        other = by_state.setdefault(seen[move], move)
        if other != move:
            yield f"{move} leads to the same position as {other}"


@check(
    "notation",
    "A move is its notation: reading str(move) in the state it was made for gives the move.",
)
def notation(spot: Spot) -> Iterable[str]:
    """Read every move that is tried back."""
    for move in spot.tries:
        try:
            again = spot.state.parse(f" {move.notation} ")
        except TilerulesError as error:
            yield f"{move.notation!r} of kind {move.kind!r} cannot be read: {error}"
            continue
        if again != move:
            yield f"{move.notation!r} of kind {move.kind!r} is read as {again} of {again.kind!r}"


@check(
    "reasons",
    "Every reason against a move has a code and a sentence of its own, in the part's texts or "
    "its sentence, in which every {name} stands for a parameter.",
)
def reasons(spot: Spot) -> Iterable[str]:
    """Write down every reason against the moves that are tried."""
    for move in spot.tries:
        for reason in spot.state.explain(move, host=True):
            said = str(reason)
            if not reason.code or not said.strip() or said.startswith("the rule "):
                yield f"the reason {reason.code!r} against {move} says only {said!r}"
            if "{" in said:
                yield f"the reason {reason.code!r} is left unfinished: {said!r}"


def _fingerprint(state: Round) -> tuple[object, ...]:
    """Give all that a round shows, as values nobody else holds."""
    return (
        repr(state._key()),
        repr(state.variant.actions),
        [move.notation for move in listed(state)],
        str(state.position),
    )


@check(
    "state-changed",
    "A round is a value. Asking, refusing and even playing leave it as it was: rules write to "
    "the draft they are handed, never to the state, to values in it, or to themselves.",
)
def state_changed(spot: Spot) -> Iterable[str]:
    """Look at the state, use it in several ways, and look again after each."""
    state = spot.state
    before = _fingerprint(state)
    refused = [move for move in spot.tries if state.explain(move)]
    uses: dict[str, Callable[[], object]] = {
        "explaining moves": lambda: [state.explain(move) for move in spot.tries],
        "refusing moves": lambda: [_accepts(state, move) for move in refused],
        "playing moves": lambda: [state.play(move) for move in listed(state)],
        "making views": lambda: [state.view(seat).to_dict() for seat in range(state.seats)],
        "judging and showing it": lambda: (state.outcome, str(state)),
    }
    for name, use in uses.items():
        use()
        if _fingerprint(state) != before:
            yield f"{name} changed the state"
            return
