"""Replay a record: every move is checked against the rules it names."""

from __future__ import annotations

import sys
from itertools import pairwise

from tilerules.cli.common import BAD, OK, Arguments, CommandError, Context, arg, command, read_text
from tilerules.cli.score import show_outcome
from tilerules.cli.show import write_text
from tilerules.errors import MissingPluginError, RecordError, RulesVersionError
from tilerules.play.match import Match
from tilerules.play.round import Round
from tilerules.records import loads
from tilerules.rendering import LANGUAGES, replay_page, say_move
from tilerules.texts import per_seat

__all__ = ["run"]


@command(
    "replay a record, every move checked",
    arg("file FILE", "a record of a round or a match; - reads standard input"),
    arg("--tables", "show the table after each move"),
    arg("--html OUT", "write a page to step through in a browser instead"),
    arg("--seat N", "with --html: what seat N saw"),
    arg(
        "--language",
        "with --html: what the page speaks",
        action="store",
        choices=[*LANGUAGES],
        default="en",
    ),
)
def run(args: Arguments, context: Context) -> int:
    """Print every step, or write a page of them; 1 if the record is broken."""
    text = read_text(args.file)
    try:
        found = loads(text, registry=context.registry)
    except (MissingPluginError, RulesVersionError) as error:
        # The record may be sound; this installation cannot tell.
        raise CommandError(f"{args.file}: {error}") from error
    except RecordError as error:
        print(f"tilerules replay: {args.file}: {error}", file=sys.stderr)
        return BAD
    if args.html is not None:
        page = replay_page(found, seat=args.seat, language=args.language)
        write_text(args.html, page)
        return OK
    rounds = found.rounds if isinstance(found, Match) else (found,)
    output = context.output
    output.line(f"{found.variant.title} ({found.variant})", style="title")
    for number, round_ in enumerate(rounds, 1):
        if len(rounds) > 1:
            output.line()
            output.line(f"Round {number}", style="title")
        _show(round_, context, tables=args.tables)
    if isinstance(found, Match):
        output.line(f"Totals: {per_seat(found.names, found.totals)}.")
        if found.outcome is not None:
            output.line(f"{found.outcome.render(language=context.language)}.", style="good")
    return OK


def _show(round_: Round, context: Context, *, tables: bool) -> None:
    states = round_.states
    context.output.line(str(states[0]))
    width = len(str(len(states) - 1))
    for number, (before, after) in enumerate(pairwise(states), 1):
        seat = before.to_move if after.move is None or after.move.seat is None else after.move.seat
        said = f"{number:{width}}. {say_move(before, after, seat, language=context.language)}"
        context.output.line(said)
        if tables:
            context.output.line(str(after))
            context.output.line()
    if round_.outcome is not None:
        show_outcome(round_.outcome, round_.variant, context)
    else:
        context.output.line("The round is not over.")
        context.output.line(str(round_))
