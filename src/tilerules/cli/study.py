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

from tilerules.cli.common import OK, Arguments, CommandError, Context, arg, command, is_variant_file
from tilerules.plugins.sources import FOLDERS

if TYPE_CHECKING:
    from tilerules.studies import Arm, Result, Study

__all__ = ["run"]

_BLOCK = 500
_LANES = 8192


class _OfArm(argparse.Action):
    """Add a value to those of the arm that was named last."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Arguments,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        given = [*getattr(namespace, self.dest), (len(namespace.against), values)]
        setattr(namespace, self.dest, given)


@command(
    "compare house rules, or bots, by playing many rounds",
    arg("variant VARIANT", "name[+preset][@N]: the first arm"),
    arg("--against VARIANT", "another arm", action="append"),
    arg("--house-rule -r KEY", "a rule of the arm", action=_OfArm, default=[]),
    arg(
        "--bot BOT",
        "who plays in the arm: random (by default), heaviest, adviser or module:factory; once "
        "for all seats, or once a seat",
        action=_OfArm,
        default=[],
    ),
    arg("--units N", "10000 by default", default=10_000),
    arg("--unit UNIT", "what is one", choices=("round", "match"), default="round", metavar=None),
    arg("--number K", "the round of a match that is measured", type=int, default=1),
    arg("--seats N", "4 where the rules allow it"),
    arg("--seed S", "of all deals and dice", default="study"),
    arg("--block N", f"units at a time; {_BLOCK}, in lanes {_LANES}"),
    arg("--rotate", "play every deal once for each rotation of the bots"),
    arg("--lanes", "play line games many times as fast, with numpy"),
    arg("--workers N", "processes; one a core by default"),
    arg(
        "--precision MEASURE=WIDTH",
        "stop when the interval of a measure is plus or minus so much",
        action="append",
    ),
    arg("--log FILE", "study-DIGEST.jsonl by default"),
    arg("--resume", "go on from the log"),
    arg("--out FILE", "write the rows: .csv, .json or .parquet"),
    arg("--plot FILE", "write a picture: .svg, .png or .pdf"),
)
def run(args: Arguments, context: Context) -> int:
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


def _study(args: Arguments) -> Study:
    """Make the study that the arguments describe."""
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
    from tilerules.studies import Arm

    if is_variant_file(variant):
        raise CommandError(
            f"{variant}: the processes that play look variants up by name; put the file into a"
            " folder of its own, and name that by --plugins-dir"
        )
    return Arm(variant, rules, bots)


def _of(given: list[tuple[int, str]], arm: int) -> list[str]:
    return [value for number, value in given if number == arm]


def _precision(given: list[str]) -> dict[str, float]:
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
