"""
Moves, tables and results as sentences: for a log, and for whoever listens to a screen reader.

What a layout should sound like is registered with the functions of :mod:`tilerules.spoken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from tilerules import spoken
from tilerules.decks import TileBag
from tilerules.play.judging import Outcome
from tilerules.spoken import YOU, did
from tilerules.state import Seat
from tilerules.texts import Listed, Text, counted, say

if TYPE_CHECKING:
    from tilerules.play.round import Round

__all__ = ["YOU", "say_move", "say_outcome", "say_place", "say_table"]


def _said(text: Text | str, layout: object, language: str) -> str:
    """Put in words what was registered for a layout, which may be of a game's own package."""
    if isinstance(text, str):
        return text
    package = type(layout).__module__.partition(".")[0]
    return attrs.evolve(text, packages=(package,)).render(language=language)


def say_place(layout: object, label: str, names: Sequence[str], *, language: str = "") -> str:
    """
    Say where a tile goes.

    Args:
        layout: The layout before the move, as for reading.
        label: The place's label.
        names: The seats' names.
        language: The language, e.g. ``"id"``; English by default.
    """
    return _said(spoken.say_place(layout, label, names), layout, language)


def say_table(layout: object, names: Sequence[str], *, language: str = "") -> str:
    """
    Say what a player must know of the table to choose a move, in one line.

    Args:
        layout: The layout, as for reading.
        names: The seats' names.
        language: The language, e.g. ``"id"``; English by default.
    """
    return _said(spoken.say_table(layout, names), layout, language)


# --- moves ------------------------------------------------------------------------------------


def say_move(
    before: Round,
    after: Round,
    viewer: Seat | None = None,
    *,
    planned: bool = False,
    language: str = "",
) -> str:
    """
    Say a move in a sentence, as far as a listener may know it.

    Args:
        before: The round before the move.
        after: The round after it.
        viewer: The seat that listens; None for a spectator.
        planned: Whether it has yet to be made, so that what will be drawn is not known.
        language: The language, e.g. ``"id"``; English by default.

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
    kind = ""
    facts: dict[str, object] = {}
    if laid:
        kind, facts = "lays", {"tiles": Listed(TileBag(plan.tile_set, laid))}
        if move.place:
            where = spoken.say_place(before.layout, move.place, before.names)
            kind, facts = "lays-at", {**facts, "place": where}
    elif action is not None and action.verb:
        found = did(action.code, action.verb, name, str(move.data))
        return attrs.evolve(found, packages=before.variant.packages).render(language=language)
    elif action is not None and after.rest.dead[seat] != before.rest.dead[seat]:
        kind, facts = ("buries-seen", {"tile": move.tile}) if is_own else ("buries", {})
    elif action is not None and action.may_bring:
        many = got.bit_count()
        kind, facts = "draws", {"tiles": counted(many, "tile")}
        if is_own and got and not planned:
            kind, facts = "draws-seen", {"tiles": Listed(TileBag(plan.tile_set, got))}
        elif many < 2:
            kind, facts = ("draws-one" if many else "draws-none"), {}
    else:
        return f"{name}: {move}."
    you, other = _DOES[kind]
    code = f"{kind}.{'you' if name == YOU else 'other'}"
    text = say(code, you if name == YOU else other, name=name, **facts)
    return attrs.evolve(text, packages=before.variant.packages).render(language=language)


_DOES = {
    "lays": ("You lay {tiles}.", "{name} lays {tiles}."),
    "lays-at": ("You lay {tiles} {place}.", "{name} lays {tiles} {place}."),
    "buries": ("You lay a tile face down.", "{name} lays a tile face down."),
    "buries-seen": ("You lay {tile} face down.", "{name} lays {tile} face down."),
    "draws": ("You draw {tiles}.", "{name} draws {tiles}."),
    "draws-seen": ("You draw {tiles}.", "{name} draws {tiles}."),
    "draws-one": ("You draw a tile.", "{name} draws a tile."),
    "draws-none": ("You draw no tiles.", "{name} draws no tiles."),
}
"""What is said of a move to whoever makes it, and to others."""


# --- results ----------------------------------------------------------------------------------


def say_outcome(
    outcome: Outcome, names: Sequence[str], clause: str = "", *, language: str = ""
) -> str:
    """
    Say who won a round and which step decided, in one line.

    Args:
        outcome: The outcome.
        names: The seats' names.
        clause: The clause of the rules about what decided, if any.
        language: The language, e.g. ``"id"``; English by default.
    """
    n = len(outcome.winners)
    who: object = Listed(names[seat] for seat in outcome.winners)
    is_you = n == 1 and names[outcome.winners[0]] == YOU
    facts: dict[str, object] = {"who": who, "n": n, "why": outcome.why}
    if not n:
        text = say("result.nobody", "Nobody wins.")
    elif outcome.is_tie and is_you:
        text = say("result.tie-you", "You are level: nothing decides between them.")
    elif outcome.is_tie:
        level = "{who} is level: nothing decides between them."
        many = "{who} are level: nothing decides between them."
        text = say("result.tie", level, many, "n", **facts)
    elif clause:
        facts["clause"] = clause
        if is_you:
            text = say("result.you", "You win, by {why} ({clause}).", **facts)
        else:
            one, many = "{who} wins, by {why} ({clause}).", "{who} win, by {why} ({clause})."
            text = say("result.wins", one, many, "n", **facts)
    elif is_you:
        text = say("result.you", "You win, by {why}.", **facts)
    else:
        text = say("result.wins", "{who} wins, by {why}.", "{who} win, by {why}.", "n", **facts)
    return attrs.evolve(text, packages=outcome.packages).render(language=language)
