"""
Count how many ways a round can go on, as a line of a perft file; or check such files.

A file keeps what was counted once, so that a later change of the rules is noticed.
"""

from __future__ import annotations

import sys

from tilerules.cli.common import (
    BAD,
    OK,
    Arguments,
    CommandError,
    Context,
    arg,
    command,
    read_text,
    variant_args,
)
from tilerules.errors import TilerulesError

__all__ = ["run"]

_ABOUT_ONE = ("seats", "seed", "round", "after", "depth")


@command(
    "count the ways a round can go on, or check files of such numbers",
    *variant_args(optional=True),
    arg("--seats N", "how many; the fewest by default"),
    arg("--seed S", "deals the tiles; 0 by default"),
    arg("--round K", "which round of a match, from 1", type=int),
    arg("--after N", "play N moves at random before counting"),
    arg("--depth D", "count up to D moves; 3 by default", type=int),
    arg("--check FILE", "count again what files say instead", nargs="+", default=[]),
    arg("--max-count N", "with --check: leave larger numbers alone"),
)
def run(args: Arguments, context: Context) -> int:
    """Print a line, or check files; 1 if a number differs."""
    # Imported here: no other command needs the conformance kit.
    from tilerules.testing.perft_files import PERFT_HEADER, count_perft, seed_of

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
        more["seed"] = seed_of(args.seed)
    line = count_perft(context.variant(args), **more)
    context.output.raw(f"{PERFT_HEADER}\n{line}")
    return OK


def _check(name: str, max_count: int | None, context: Context) -> int:
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
