"""
A turn of melds at the terminal, step by step.

The commands are there in games whose turn is a whole table; what they make is kept in the
session until it is played, or another move is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tilerules.cli.common import Context
from tilerules.cli.explain import say_reason
from tilerules.errors import InvalidNotationError
from tilerules.melds.changes import steps
from tilerules.melds.duties import laid_of
from tilerules.melds.laying import Lay
from tilerules.melds.turns import TurnBuilder
from tilerules.play.round import Round
from tilerules.state import Move

__all__ = ["STEPS", "STEP_HELP", "builds_turns", "is_building", "show_turn", "show_way"]

STEP_HELP = """\
put TILES [to N]          lay tiles in a new meld, or in meld N
take TILES of N           take tiles out of meld N
shift TILES of N [to M]   move tiles from meld N to a new one, or to meld M
split N after K           split meld N after its first K tiles
best                      lay the best there is
back                      take the last step back
done                      play what has been made, or hear what is wrong"""


class Sitting(Protocol):
    """What a turn in steps asks of the game at the terminal."""

    made: TurnBuilder | None

    @property
    def round(self) -> Round: ...

    @property
    def context(self) -> Context: ...

    def say(self, text: str = "", *, style: str = "") -> None: ...

    def try_move(self, text: str) -> None: ...


def builds_turns(session: Sitting) -> bool:
    """Whether a turn can be made in steps."""
    return isinstance(session.round.plan.actions.get(Lay.code), Lay)


def is_building(session: Sitting) -> bool:
    """Whether steps of the turn have been made."""
    return builds_turns(session) and _turn(session).before is not None


def _turn(session: Sitting) -> TurnBuilder:
    """Give the turn so far, or begin one."""
    turn = session.made
    if turn is None or turn.start is not session.round:
        turn = TurnBuilder.of(session.round)
    return turn


def _step(pattern: str, example: str, make: Callable[..., TurnBuilder]) -> Callable[..., None]:
    """Make a command of a step: what is typed after it, and what it does."""
    form = re.compile(pattern)

    def command(session: Sitting, rest: str) -> None:
        found = form.fullmatch(rest.strip())
        if found is None:
            session.say(f"Write it so: {example}", style="bad")
            return
        numbers = {"of", "to", "after"}
        given = {
            key: int(value) if key in numbers else value
            for key, value in found.groupdict().items()
            if value is not None
        }
        try:
            session.made = make(_turn(session), **given)
        except InvalidNotationError as error:
            session.say(f"{error}", style="bad")
            return
        show_turn(session)

    return command


def show_turn(session: Sitting) -> None:
    """Show the table as it has been made, and what is wrong with it."""
    turn = _turn(session)
    session.say(str(turn))
    problems = turn.problems
    if not problems:
        session.say("done plays it.", style="good")
    for reason in problems:
        session.say(f"- {say_reason(reason, session.context.language)}")


def show_way(session: Sitting, move: Move) -> None:
    """Say how to make a whole turn in steps, where there is more to it than new melds."""
    if move.kind != Lay.code or not builds_turns(session):
        return
    round_ = session.round
    table: Any = move.data
    made = steps(round_.table.melds, table, laid_of(round_, move))
    if any(meld is not None for step in made for meld, _tiles in step.sources):
        for step in made:
            session.say(f"- {step}")


def _best(session: Sitting, _rest: str) -> None:
    session.made = _turn(session).reset().best()
    if session.made.before is None:
        session.say("Nothing can be laid.")
    else:
        show_turn(session)


def _back(session: Sitting, _rest: str) -> None:
    turn = _turn(session)
    if turn.before is None:
        session.say("There is no step to take back.")
        return
    session.made = turn.undo()
    show_turn(session)


def _done(session: Sitting, _rest: str) -> None:
    turn = _turn(session)
    if turn.problems:
        show_turn(session)
    else:
        session.try_move(str(turn.finish()))


_TILES = r"(?P<tiles>\S(?:(?!\s(?:to|of)\b).)*)"
_NUMBER = r"[0-9]{1,4}"

STEPS: Mapping[str, Callable[[Sitting, str], None]] = {
    "put": _step(rf"{_TILES}(\s+to\s+(?P<to>{_NUMBER}))?", "put r5 r6 to 2", TurnBuilder.put),
    "take": _step(rf"{_TILES}\s+of\s+(?P<of>{_NUMBER})", "take r5 of 2", TurnBuilder.take),
    "shift": _step(
        rf"{_TILES}\s+of\s+(?P<of>{_NUMBER})(\s+to\s+(?P<to>{_NUMBER}))?",
        "shift r5 of 2 to 3",
        TurnBuilder.shift,
    ),
    "split": _step(
        rf"(?P<of>{_NUMBER})\s+after\s+(?P<after>{_NUMBER})",
        "split 1 after 3",
        TurnBuilder.split,
    ),
    "best": _best,
    "back": _back,
    "done": _done,
}
"""The commands."""
