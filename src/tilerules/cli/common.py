"""
What the commands share: arguments, and reading them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import attrs

from tilerules.cli.output import Output
from tilerules.errors import TilerulesError
from tilerules.play.match import Match
from tilerules.play.round import Round
from tilerules.plugins import Registry
from tilerules.plugins.default import installed_sources, is_strict
from tilerules.plugins.sources import chosen, file_source, folder_sources
from tilerules.plugins.variant_files import load_variant_file
from tilerules.records import loads, parse_position
from tilerules.variants import Variant

__all__ = [
    "BAD",
    "OK",
    "WRONG_INPUT",
    "CommandError",
    "Context",
    "add_variant",
    "make_registry",
    "read_text",
]

OK, BAD, WRONG_INPUT = 0, 1, 2
"""Exit status: as asked; a move that is not legal or a record that is broken; wrong input."""


class CommandError(TilerulesError):
    """Wrong input that only the command line can get wrong; the text is the one line to say."""


@attrs.frozen
class Context:
    """
    What a command works with.
    """

    registry: Registry
    """Variants and house rules."""
    output: Output
    """Where text goes."""

    def variant(self, args: argparse.Namespace) -> Variant:
        """
        Find the variant that the arguments name, with its house rules.

        Raises:
            TilerulesError: There is none, or a house rule is wrong.
        """
        key: str = args.variant
        if key.endswith(".toml"):
            path = Path(key)
            file = load_variant_file(path)
            self.registry.register(file, source=file_source(path.resolve()))
            key = file.name
        variant = self.registry.variant(key)
        return variant.with_rules(*args.house_rule) if args.house_rule else variant

    def record(self, text: str) -> Round | Match:
        """
        Read a record, or a position.

        Raises:
            TilerulesError: It is neither.
        """
        if text.lstrip().startswith("{"):
            return loads(text, registry=self.registry)
        return parse_position(text, registry=self.registry)


def make_registry(folders: Sequence[str], *, warn: bool) -> Registry:
    """
    Load the installed plugins and those of folders.

    Args:
        folders: The folders.
        warn: Whether to warn of what fails.

    Raises:
        CommandError: A folder is not there.
        PluginError: The environment wants failing plugins to be errors, and one failed.
    """
    for folder in folders:
        if not Path(folder).is_dir():
            raise CommandError(f"--plugins-dir {folder}: there is no such folder")
    more = (source for folder in folders for source in folder_sources(folder))
    sources = chosen((*installed_sources(), *more))
    return Registry.from_sources(sources, strict=is_strict(), warn=warn)


def read_text(name: str) -> str:
    """
    Read a file.

    Raises:
        CommandError: It cannot be read.
    """
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except UnicodeError as error:
        raise CommandError(f"{name}: this is no text in UTF-8") from error


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add a variant and its house rules to the arguments."""
    parser.add_argument(
        "variant", metavar="VARIANT", help="name[+preset][@N], or a variant file (.toml)"
    )
    add_house_rules(parser)


def add_house_rules(parser: argparse.ArgumentParser) -> None:
    """Add house rules to the arguments."""
    parser.add_argument(
        "--house-rule",
        "-r",
        metavar="KEY",
        action="append",
        default=[],
        help="a house rule, e.g. gaple/lone-blank:points=25; may be given several times",
    )


class Parser(argparse.ArgumentParser):
    """
    A parser that says what is wrong in one line.
    """

    def error(self, message: str) -> NoReturn:
        """
        Refuse the arguments.

        Raises:
            CommandError: Always.
        """
        raise CommandError(f"{message} (see: {self.prog} --help)")
