"""
Show a round: as text, or as a picture.

The file is a record, or a position as one line of text.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tilerules.cli.common import OK, CommandError, Context
from tilerules.cli.explain import state_at
from tilerules.looks import THEMES
from tilerules.pictures.glyphs import unicode_tiles

__all__ = ["HELP", "add_arguments", "run", "write_text"]

HELP = "show a round as text or as a picture"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a record, or a position")
    parser.add_argument(
        "--at", metavar="N", type=int, help="the round after N moves, instead of the last state"
    )
    parser.add_argument(
        "--seat", metavar="S", type=int, help="what seat S sees; every hand is open by default"
    )
    parser.add_argument("--svg", metavar="OUT", help="write a picture to a file; - prints it")
    parser.add_argument(
        "--theme", choices=[*THEMES], default="light", help="the colours of the picture"
    )
    parser.add_argument(
        "--unicode", action="store_true", help="print dominoes as single characters"
    )


def run(args: argparse.Namespace, context: Context) -> int:
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
