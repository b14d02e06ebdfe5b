"""
Say everything that speaks against a move.

The file is a record, or a position as one line of text.
"""

from __future__ import annotations

from tilerules.cli.common import BAD, OK, Arguments, CommandError, Context, arg, command
from tilerules.play.match import Match
from tilerules.play.round import Round
from tilerules.texts import Reason

__all__ = ["run", "say_reason", "state_at"]


@command(
    "say why a move is or is not legal",
    arg("file FILE", "a record, or a position; - reads standard input"),
    arg("move MOVE", "the move, e.g. 4-6@L"),
    arg("--at N", "the position after N moves, instead of the last one"),
    arg("--host", "ask as the host, who makes moves no player may"),
)
def run(args: Arguments, context: Context) -> int:
    """Explain the move; 1 if it is not legal."""
    found = context.record_or_position(args.file)
    round_ = state_at(found, args.at)
    reasons = round_.explain(args.move, host=args.host)
    if not reasons:
        context.output.line(f"{args.move} is legal.", style="good")
        return OK
    context.output.line(f"{args.move} is not legal:", style="bad")
    for reason in reasons:
        context.output.line(f"- {say_reason(reason, context.language)}")
    return BAD


def state_at(found: Round | Match, moves: int | None) -> Round:
    """
    Give the round of a record after a number of moves; the last state where none is named.

    Raises:
        CommandError: There are not so many moves.
    """
    round_ = found.round if isinstance(found, Match) else found
    states = round_.states
    if moves is None:
        return round_
    if not 0 <= moves < len(states):
        raise CommandError(f"--at {moves}: there are {len(states) - 1} moves")
    return states[moves]


def say_reason(reason: Reason, language: str = "") -> str:
    """Say a reason with its clause."""
    said = reason.render(language=language)
    return f"{said} ({reason.clause})" if reason.clause else said
