#!/usr/bin/env python3
"""
Put small faults into a copy of the tree, one at a time, and see which test notices.

    python3 dev.py mutants [NAME ...] [--whole]

The faults stand in tests/mutants.toml. The quick tests are asked, with --whole all fixed samples.
The working tree stays as it is: everything happens in a copy with an environment of its own, in
which nothing but the copy can be imported. Exit status 1 means that some fault was not noticed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DATA = "tests/mutants.toml"
ABOUT_PLACES = "tests/repository/test_mutants.py"
"""The test that finds the place of every fault; where one has been put in it would fail."""

LEFT_OUT = (
    ".git",
    ".hypothesis",
    ".import_linter_cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv*",
    "__pycache__",
    "_build",
    "dist",
)

CAUGHT = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - (.*))?$", re.MULTILINE)
OVERTIME = "TimeLimitError"
WIDE = "1000"
"""Columns of pytest's summary, so that it cuts nothing off."""

NO_TEST_FAILED = 0
SOME_TESTS_FAILED = 1


class Mutant(NamedTuple):
    """
    A small fault.
    """

    name: str
    """What it is called."""
    breaks: str
    """What goes wrong with it."""
    file: str
    """The file it is in, as seen from the root folder."""
    old: str
    """What stands there."""
    new: str
    """What it is replaced with."""

    def change(self, text: str) -> str:
        """
        Return the text of the file with the fault.

        Raises:
            ValueError: Its place is not there exactly once.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.old!r} stands {text.count(self.old)} times")
        return text.replace(self.old, self.new)


class Result(NamedTuple):
    """
    What became of a fault.
    """

    caught_by: str
    """The first test that failed; empty where none did."""
    seconds: float
    """How long the tests ran."""


def load(path: Path = ROOT / DATA) -> dict[str, Mutant]:
    """
    Read the faults, by name.
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: Mutant(name, **entry) for name, entry in entries.items()}


class Copy:
    """
    A copy of the tree, and an environment that imports the library and its plugins from it.
    """

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        self.clock = int(time.time())
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        self._make_environment(folder / "environment")
        self._check()

    def _make_environment(self, folder: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        where = {"base": str(folder), "platbase": str(folder)}
        scripts = sysconfig.get_path("scripts", "venv", where)
        site = Path(sysconfig.get_path("purelib", "venv", where))
        self.python = Path(scripts) / ("python.exe" if os.name == "nt" else "python")
        # The installed packages are found too, but what their .pth files name is not: those of
        # editable installs lead to the working tree.
        installed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        paths = [*sorted(map(str, self.sources())), *sorted(installed)]
        (site / "copy.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
        lowest = Path(sys.prefix) / "lowest"
        if lowest.is_dir():
            (folder / "lowest").symlink_to(lowest)

    def sources(self) -> Iterator[Path]:
        """
        Give the folders packages are imported from.
        """
        yield self.root / "src"
        yield from self.root.glob("plugins/*/src")

    def _check(self) -> None:
        """
        Make sure that every package comes from the copy.

        Raises:
            RuntimeError: One does not.
        """
        for source in self.sources():
            for package in sorted(path.parent.name for path in source.glob("*/__init__.py")):
                program = f"import {package}; print({package}.__file__)"
                found = self.run("-c", program).stdout.strip()
                if not found or not Path(found).resolve().is_relative_to(source.resolve()):
                    raise RuntimeError(f"{package} is not imported from the copy: {found!r}")

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """
        Run Python in the copy, and return all that it wrote.
        """
        return subprocess.run(
            [str(self.python), *arguments],
            cwd=self.root,
            env={**os.environ, "COLUMNS": WIDE},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )

    def write(self, file: str, text: str) -> None:
        """
        Write a file with a time of its own, so that nothing compiled before is taken for it.
        """
        path = self.root / file
        path.write_text(text, encoding="utf-8")
        self.clock += 2
        os.utime(path, (self.clock, self.clock))

    def test(self, *, whole: bool) -> Result:
        """
        Run the tests until one fails.

        Raises:
            RuntimeError: pytest could not run them.
        """
        began = time.monotonic()
        # As contributors run them, so that nothing is asked that they are not.
        from dev import ALL_CORES, TIERS

        tier = TIERS["" if whole else "--quick"]
        os.environ["TILERULES_TIER"] = tier.name
        options = ("-x", "-q", "-rfE", "--no-header", "-p", "no:cacheprovider")
        done = self.run(
            "-m", "pytest", *options, f"--ignore={ABOUT_PLACES}", *ALL_CORES, *tier.arguments
        )
        seconds = time.monotonic() - began
        if done.returncode == NO_TEST_FAILED:
            return Result("", seconds)
        failed = CAUGHT.findall(done.stdout)
        if done.returncode != SOME_TESTS_FAILED and not failed:
            raise RuntimeError(f"pytest ended with {done.returncode}:\n{done.stdout[-4000:]}")
        test, why = failed[0]
        # A machine that is too busy may be the reason, so this is told apart.
        return Result(f"{test} (took too long)" if OVERTIME in why else test, seconds)


def run(chosen: Sequence[Mutant], *, whole: bool) -> int:
    """
    Try faults, and print what became of each; return how many were not noticed.
    """
    survived = 0
    with tempfile.TemporaryDirectory(prefix="tilerules-mutants-") as folder:
        copy = Copy(Path(folder))
        print("first the tests of an untouched copy, then of each fault", flush=True)
        untouched = copy.test(whole=whole)
        if untouched.caught_by:
            raise RuntimeError(f"without any fault {untouched.caught_by} fails already")
        print(f"{'none':5} {untouched.seconds:6.1f} s  no test fails", flush=True)
        for mutant in chosen:
            text = (copy.root / mutant.file).read_text(encoding="utf-8")
            copy.write(mutant.file, mutant.change(text))
            result = copy.test(whole=whole)
            copy.write(mutant.file, text)
            survived += not result.caught_by
            what = result.caught_by or f"SURVIVED: {mutant.breaks}"
            print(f"{mutant.name:5} {result.seconds:6.1f} s  {what}", flush=True)
    print(f"{len(chosen) - survived} of {len(chosen)} caught")
    return survived


def main(arguments: Sequence[str]) -> int:
    """
    Run the command, and return the exit code.
    """
    known = load()
    parser = argparse.ArgumentParser(
        prog="dev.py mutants", description="See which test notices small faults."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="the faults; else all")
    parser.add_argument("--whole", action="store_true", help="ask all tests, not the quick ones")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.names if name not in known]
    if unknown:
        parser.error(f"no fault {', '.join(unknown)}; there are {', '.join(known)}")
    chosen = [known[name] for name in asked.names or known]
    return 1 if run(chosen, whole=asked.whole) else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
