"""
Compare house rules, or bots, by playing: means, differences and their intervals.

House rules and bots before --against belong to the first arm, those after it to the next. What
is played is kept in a log: Ctrl-C stops, --resume goes on.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilerules.cli.common import OK, CommandError, Context, is_variant_file
from tilerules.plugins.sources import FOLDERS

if TYPE_CHECKING:
    from tilerules.studies import Arm, Result, Study

__all__ = ["HELP", "add_arguments", "run"]

HELP = "compare house rules, or bots, by playing many rounds"

_BLOCK = 500
_LANES = 8192


class _OfArm(argparse.Action):
    """Add a value to those of the arm that was named last."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        given = [*getattr(namespace, self.dest), (len(namespace.against), values)]
        setattr(namespace, self.dest, given)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("variant", metavar="VARIANT", help="name[+preset][@N]: the first arm")
    parser.add_argument(
        "--against", metavar="VARIANT", action="append", default=[], help="another arm"
    )
    parser.add_argument(
        "--house-rule", "-r", metavar="KEY", action=_OfArm, default=[], help="a rule of the arm"
    )
    parser.add_argument(
        "--bot",
        metavar="BOT",
        action=_OfArm,
        default=[],
        help="who plays in the arm: random (by default), heaviest, adviser or module:factory; once "
        "for all seats, or once a seat",
    )
    parser.add_argument("--units", metavar="N", type=int, default=10_000, help="10000 by default")
    parser.add_argument("--unit", choices=("round", "match"), default="round", help="what is one")
    parser.add_argument(
        "--number", metavar="K", type=int, default=1, help="the round of a match that is measured"
    )
    parser.add_argument("--seats", metavar="N", type=int, help="4 where the rules allow it")
    parser.add_argument("--seed", metavar="S", default="study", help="of all deals and dice")
    parser.add_argument(
        "--block",
        metavar="N",
        type=int,
        help=f"units at a time; {_BLOCK}, in lanes {_LANES}",
    )
    parser.add_argument(
        "--rotate", action="store_true", help="play every deal once for each rotation of the bots"
    )
    parser.add_argument(
        "--lanes", action="store_true", help="play line games many times as fast, with numpy"
    )
    parser.add_argument("--workers", metavar="N", type=int, help="processes; one a core by default")
    parser.add_argument(
        "--precision",
        metavar="MEASURE=WIDTH",
        action="append",
        default=[],
        help="stop when the interval of a measure is plus or minus so much",
    )
    parser.add_argument("--log", metavar="FILE", help="study-DIGEST.jsonl by default")
    parser.add_argument("--resume", action="store_true", help="go on from the log")
    parser.add_argument("--out", metavar="FILE", help="write the rows: .csv, .json or .parquet")
    parser.add_argument("--plot", metavar="FILE", help="write a picture: .svg, .png or .pdf")


def run(args: argparse.Namespace, context: Context) -> int:
    """Run a study, and show what it found; after Ctrl-C, what it had found."""
    # Imported here: no other command needs it.
    from tilerules import studies
    from tilerules.cli.study_output import check_outputs, progress_of, write_rows

    study = _study(args)
    check_outputs(args.out, args.plot)
    log = Path(args.log or f"study-{study.digest()}.jsonl")
    if log.exists() != args.resume:
        raise CommandError(
            f"{log}: there is no such log to go on from; leave --resume out"
            if args.resume
            else f"{log}: there is a log already: --resume goes on from it, --log names another"
        )
    latest: list[Result] = []

    def run_with(show: Callable[[int, int], None]) -> Result:
        def told(done: int, blocks: int, result: Result) -> None:
            latest[:] = [result]
            show(done, blocks)

        return studies.run(
            study,
            workers=args.workers,
            log=log,
            precision=_precision(args.precision),
            progress=told,
        )

    try:
        with progress_of(study, plain=args.plain) as show:
            result = run_with(show)
    except KeyboardInterrupt:
        if latest:
            _show(context, latest[0])
        print(f"stopped; {log} keeps what is done, --resume goes on from it", file=sys.stderr)
        raise
    _show(context, result)
    context.output.line(f"{result.units} units; kept in {log}", style="faint")
    if args.out:
        write_rows(args.out, result.rows())
    if args.plot:
        result.plot(args.plot)
    return OK


def _study(args: argparse.Namespace) -> Study:
    """
    Make the study that the arguments describe.

    Raises:
        CommandError: Two arms are the same, or one is a file.
    """
    from tilerules.studies import Study

    # Workers look variants up by name, with the plugins that their environment offers.
    folders = [str(Path(folder).resolve()) for folder in args.plugins_dir]
    given = os.environ.get(FOLDERS, "")
    os.environ[FOLDERS] = os.pathsep.join([*([given] if given else []), *folders])
    arms: dict[str, Arm] = {}
    for number, variant in enumerate([args.variant, *args.against]):
        arm = _arm(variant, _of(args.house_rule, number), _of(args.bot, number))
        if str(arm) in arms:
            raise CommandError(f"two arms are the same: {arm}")
        arms[str(arm)] = arm
    seats = args.seats
    if seats is None:
        common = set.intersection(*(set(arm.resolve().seats) for arm in arms.values()))
        if not common:
            raise CommandError("the arms are for different numbers of seats")
        seats = 4 if 4 in common else min(common)
    block = args.block
    if block is None:
        block = min(_LANES if args.lanes else _BLOCK, args.units)
    units = -(-args.units // block) * block if block > 0 else args.units
    return Study(
        arms=arms,
        units=units,
        seats=seats,
        seed=args.seed,
        block=block,
        unit=args.unit,
        number=args.number,
        rotate=args.rotate,
        lanes=args.lanes,
    )


def _arm(variant: str, rules: list[str], bots: list[str]) -> Arm:
    """
    Make an arm.

    Raises:
        CommandError: It is a file.
    """
    from tilerules.studies import Arm

    if is_variant_file(variant):
        raise CommandError(
            f"{variant}: the processes that play look variants up by name; put the file into a"
            " folder of its own, and name that by --plugins-dir"
        )
    return Arm(variant, rules, bots)


def _of(given: list[tuple[int, str]], arm: int) -> list[str]:
    """Give the values that belong to an arm."""
    return [value for number, value in given if number == arm]


def _precision(given: list[str]) -> dict[str, float]:
    """
    Read widths.

    Raises:
        CommandError: One is no number.
    """
    found = {}
    for text in given:
        measure, _, width = text.partition("=")
        try:
            found[measure] = float(width)
        except ValueError as error:
            raise CommandError(
                f"--precision {text}: write MEASURE=WIDTH, such as length=0.02"
            ) from error
    return found


def _show(context: Context, result: Result) -> None:
    """Show means, and the differences with their intervals."""
    left_out = {"units"}
    rows = [
        {
            key: f"{value:.4f}" if isinstance(value, float) else value
            for key, value in row.items()
            if key not in left_out and not key.endswith("_se") and not key.startswith("saved")
        }
        for row in result.rows()
    ]
    if rows:
        context.output.table(list(rows[0]), [list(row.values()) for row in rows])
    for note in result.notes():
        context.output.line(note)
