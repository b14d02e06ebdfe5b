"""
Show a round: as text, or as a picture.

The file is a record, or a position as one line of text.
"""

from __future__ import annotations

from pathlib import Path

from tilerules.cli.common import OK, Arguments, CommandError, Context, arg, command
from tilerules.cli.explain import state_at
from tilerules.looks import THEMES
from tilerules.pictures.glyphs import unicode_tiles

__all__ = ["run", "write_text"]


@command(
    "show a round as text or as a picture",
    arg("file FILE", "a record, or a position; - reads standard input"),
    arg("--at N", "the round after N moves, instead of the last state"),
    arg("--seat N", "what seat N sees; every hand is open by default"),
    arg("--svg OUT", "write a picture to a file; - prints it"),
    arg(
        "--theme", "the colours of the picture", action="store", choices=[*THEMES], default="light"
    ),
    arg("--unicode", "print dominoes as single characters"),
)
def run(args: Arguments, context: Context) -> int:
    """Show the round."""
    round_ = state_at(context.record_or_position(args.file), args.at)
    shown = round_ if args.seat is None else round_.view(args.seat)
    if args.svg is None:
        context.output.line(unicode_tiles(shown) if args.unicode else str(shown))
    elif args.svg == "-":
        context.output.raw(shown.picture(theme=args.theme))
    else:
        write_text(args.svg, f"{shown.picture(theme=args.theme)}\n")
    return OK


def write_text(name: str, text: str) -> None:
    """
    Write a file.

    Raises:
        CommandError: It cannot be written.
    """
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
