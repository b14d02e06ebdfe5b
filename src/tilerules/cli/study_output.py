"""What a study shows while it runs, and the files it writes."""

from __future__ import annotations

import csv
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilerules.cli.common import CommandError
from tilerules.errors import MissingExtraError

if TYPE_CHECKING:
    from tilerules.studies import Study

__all__ = ["check_outputs", "progress_of", "write_rows"]

Show = Callable[[int, int], None]
"""Called with the blocks that are done, and those there are."""

_EVERY = 10.0
"""The seconds between two lines of progress."""

_FORMATS = (".csv", ".json", ".parquet")


def check_outputs(out: str | None, plot: str | None) -> None:
    """Refuse before the playing what could not be written after it."""
    if out is not None and Path(out).suffix not in _FORMATS:
        raise CommandError(f"--out {out}: its name ends in one of {', '.join(_FORMATS)}")
    for name in (out, plot):
        if name is not None and not Path(name).resolve().parent.is_dir():
            raise CommandError(f"{name}: there is no such folder")
    if out is not None and out.endswith(".parquet") and find_spec("pyarrow") is None:
        raise MissingExtraError("--out: parquet files need pyarrow: pip install pyarrow")
    if plot is not None and find_spec("matplotlib") is None:
        raise MissingExtraError("--plot: plots need matplotlib: pip install 'tilerules[plots]'")


def write_rows(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows to a file, by its ending."""
    path = Path(name)
    try:
        if path.suffix == ".json":
            path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        elif path.suffix == ".parquet":
            import pyarrow
            import pyarrow.parquet

            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        else:
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(rows[0]) if rows else [])
                writer.writeheader()
                writer.writerows(rows)
    except OSError as error:
        raise CommandError(f"--out {name}: {error.strerror or error}") from error


@contextmanager
def progress_of(study: Study, *, plain: bool) -> Iterator[Show]:
    """
    Give what shows how far a study is, on standard error: a bar where there is a terminal for it
    and ``rich``, else a line now and then.
    """
    is_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if plain or not is_terminal or find_spec("rich") is None:
        yield _lines(study)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.completed:,.0f} units"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=study.units)
        yield lambda done, _blocks: bar.update(task, completed=done * study.block)


def _lines(study: Study) -> Show:
    """Make what writes a line when the last is some seconds old."""
    begun = said = time.monotonic()
    first: list[int] = []

    def show(done: int, blocks: int) -> None:
        nonlocal said
        first.append(done - 1)
        now = time.monotonic()
        if now - said < _EVERY and done < blocks:
            return
        said = now
        del first[1:]
        speed = (done - first[0]) / (now - begun) if now > begun else 0.0
        left = f", about {(blocks - done) / speed:,.0f} s left" if speed and done < blocks else ""
        units = f"{done * study.block:,} of {study.units:,} units"
        print(f"{units}, {now - begun:,.0f} s{left}", file=sys.stderr, flush=True)

    return show
