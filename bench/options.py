"""
How a bench is run: what all of them understand on the command line.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Options", "parse", "parser"]


class Options(NamedTuple):
    """
    How a bench is run.
    """

    quick: bool = False
    """Whether it is to be fast rather than exact."""
    base: str = ""
    """The checkout to compare with, a folder or a revision; empty: the commit before."""
    only: str = ""
    """Measure only what has this in its name, where a bench has many things."""


def parser() -> argparse.ArgumentParser:
    """Make the reader of those options."""
    made = argparse.ArgumentParser()
    made.add_argument("--quick", action="store_true", help="fast rather than exact")
    made.add_argument("--base", default="", help="a folder or revision (default: the one before)")
    made.add_argument("--only", default="", help="what has this in its name (bench users)")
    return made


def parse(arguments: Sequence[str] | None = None) -> Options:
    """Read the command line."""
    return Options(**vars(parser().parse_args(arguments)))
