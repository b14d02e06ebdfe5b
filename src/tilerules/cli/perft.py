"""
Count how many ways a round can go on, as a line of a perft file; or check such files.

A file keeps what was counted once, so that a later change of the rules is noticed.
"""

from __future__ import annotations

import argparse
import sys

from tilerules.cli.common import (
    BAD,
    OK,
    CommandError,
    Context,
    add_variant,
    read_seed,
    read_text,
)
from tilerules.errors import TilerulesError

__all__ = ["HELP", "add_arguments", "run"]

HELP = "count the ways a round can go on, or check files of such numbers"

_ABOUT_ONE = ("seats", "seed", "round", "after", "depth")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_variant(parser, optional=True)
    parser.add_argument("--seats", metavar="N", type=int, help="how many; the fewest by default")
    parser.add_argument("--seed", metavar="S", help="deals the tiles; 0 by default")
    parser.add_argument("--round", metavar="K", type=int, help="which round of a match, from 1")
    parser.add_argument(
        "--after", metavar="N", type=int, help="play N moves at random before counting"
    )
    parser.add_argument("--depth", metavar="D", type=int, help="count up to D moves; 3 by default")
    parser.add_argument(
        "--check", metavar="FILE", nargs="+", default=[], help="count again what files say instead"
    )
    parser.add_argument(
        "--max-count", metavar="N", type=int, help="with --check: leave larger numbers alone"
    )


def run(args: argparse.Namespace, context: Context) -> int:
    """Print a line, or check files; 1 if a number differs."""
    # Imported here: no other command needs the conformance kit.
    from tilerules.testing.perft_files import PERFT_HEADER, count_perft

    given = [name for name in _ABOUT_ONE if getattr(args, name) is not None]
    if args.check:
        if args.variant is not None or args.house_rule or given:
            raise CommandError("--check takes the rules, seats and seeds from its files")
        return max([_check(name, args.max_count, context) for name in args.check])
    if args.variant is None:
        raise CommandError("name a VARIANT, or files with --check")
    if args.max_count is not None:
        raise CommandError("--max-count goes with --check")
    more = {name: getattr(args, name) for name in given}
    if "seed" in more:
        more["seed"] = read_seed(args.seed)
    line = count_perft(context.variant(args), **more)
    context.output.raw(f"{PERFT_HEADER}\n{line}")
    return OK


def _check(name: str, max_count: int | None, context: Context) -> int:
    """Check a file."""
    from tilerules.testing.perft_files import examine_perft, read_perft

    text = read_text(name)
    try:
        lines = len(read_perft(text))
        finding = examine_perft(text, max_count=max_count, registry=context.registry, name=name)
    except TilerulesError as error:
        raise CommandError(f"{name}: {error}") from error
    if finding is not None:
        print(f"tilerules perft: {finding.found}", file=sys.stderr)
        return BAD
    context.output.line(f"{name}: {lines} {'line' if lines == 1 else 'lines'}, all as counted.")
    return OK
