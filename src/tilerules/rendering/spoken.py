"""
Moves, tables and results as sentences: for a log, and for whoever listens to a screen reader.

What a layout should sound like is registered with the functions of :mod:`tilerules.spoken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilerules.decks import TileBag
from tilerules.play.judging import Outcome
from tilerules.spoken import YOU, join_words, say_place, say_table
from tilerules.state import Seat

if TYPE_CHECKING:
    from tilerules.play.round import Round

__all__ = ["YOU", "join_words", "say_move", "say_outcome", "say_place", "say_table"]


def _verb(name: str, phrase: str) -> str:
    """Give a verb the form its subject needs."""
    if name == YOU:
        return phrase
    verb, blank, rest = phrase.partition(" ")
    return f"{verb}{'es' if verb.endswith('s') else 's'}{blank}{rest}"


# --- moves ------------------------------------------------------------------------------------


def say_move(
    before: Round, after: Round, viewer: Seat | None = None, *, planned: bool = False
) -> str:
    """
    Say a move in a sentence, as far as a listener may know it.

    Args:
        before: The round before the move.
        after: The round after it.
        viewer: The seat that listens; None for a spectator.
        planned: Whether it has yet to be made, so that what will be drawn is not known.

    Raises:
        ValueError: ``after`` does not follow ``before``.

    >>> import tilerules
    >>> round_ = tilerules.variant("gaple").deal(["Ana", "Budi", "Caro", "Dewi"], seed=7)
    >>> say_move(round_, round_.play("0-0"))
    'Budi lays 0-0.'
    """
    move = after.move
    if move is None or after.parent is not before:
        raise ValueError("the second round must come from the first by one move")
    seat: Seat = move.seat if move.seat is not None else before.to_move  # type: ignore[assignment]
    name, plan = before.names[seat], before.plan
    action = plan.action_of(move)
    laid = plan.layout.tiles(after.table) & ~plan.layout.tiles(before.table)
    got = after.masks[seat] & ~before.masks[seat]
    is_own = viewer == seat
    if laid:
        where = f" {say_place(before.layout, move.place, before.names)}" if move.place else ""
        said = f"{_verb(name, 'lay')} {join_words(TileBag(plan.tile_set, laid))}{where}"
    elif action is None:
        return f"{name}: {move}."
    elif action.verb:
        said = _verb(name, action.verb.format(data=move.data))
    elif after.rest.dead[seat] != before.rest.dead[seat]:
        said = f"{_verb(name, 'lay')} {move.tile if is_own else 'a tile'} face down"
    elif action.may_bring:
        many = got.bit_count()
        tiles = "a tile" if many == 1 else f"{many or 'no'} tiles"
        if is_own and got and not planned:
            tiles = join_words(TileBag(plan.tile_set, got))
        said = f"{_verb(name, 'draw')} {tiles}"
    else:
        return f"{name}: {move}."
    return f"{name} {said}."


# --- results ----------------------------------------------------------------------------------


def say_outcome(outcome: Outcome, names: Sequence[str], clause: str = "") -> str:
    """
    Say who won a round and which step decided, in one line.

    Args:
        outcome: The outcome.
        names: The seats' names.
        clause: The clause of the rules about what decided, if any.
    """
    if not outcome.winners:
        return "Nobody wins."
    who = join_words(names[seat] for seat in outcome.winners)
    one = who if len(outcome.winners) == 1 else ""
    if outcome.is_tie:
        return f"{who} {'is' if one and one != YOU else 'are'} level: nothing decides between them."
    source = f" ({clause})" if clause else ""
    verb = _verb(one, "win") if one else "win"
    return f"{who} {verb}, by {outcome.because or outcome.decided_by}{source}."
