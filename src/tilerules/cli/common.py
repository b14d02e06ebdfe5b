"""What the commands share: arguments, and reading them."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn, TypeAlias

import attrs

from tilerules.cli.output import Output
from tilerules.decks import Seed
from tilerules.errors import TilerulesError
from tilerules.play import Variant
from tilerules.play.match import Match
from tilerules.play.round import Round
from tilerules.plugins import Registry
from tilerules.plugins.default import installed_sources, is_strict
from tilerules.plugins.files.variant_files import load_variant_file
from tilerules.plugins.sources import chosen, file_source, folder_sources
from tilerules.records import loads, parse_position
from tilerules.texts import shortened

__all__ = [
    "BAD",
    "OK",
    "WRONG_INPUT",
    "Argument",
    "Arguments",
    "Command",
    "CommandError",
    "Context",
    "add_arguments",
    "arg",
    "command",
    "is_variant_file",
    "make_registry",
    "read_seed",
    "read_text",
    "variant_args",
]

OK, BAD, WRONG_INPUT = 0, 1, 2
"""
Exit status: as asked; a move that is not legal, a record that is broken, a number that differs;
wrong input.
"""

_LARGEST = 1 << 26
"""How many bytes of a file are read. Some have no end; the longest match has some ten thousand."""


Arguments: TypeAlias = argparse.Namespace
"""The arguments as they were given."""


class CommandError(TilerulesError):
    """Wrong input that only the command line can get wrong; the text is the one line to say."""


@attrs.frozen
class Context:
    """What a command works with."""

    registry: Registry
    """Variants and house rules."""
    output: Output
    """Where text goes."""
    language: str = ""
    """The language in which rules and rounds are spoken of; empty for English."""

    def variant(self, args: argparse.Namespace) -> Variant:
        """Find the variant that the arguments name, with its house rules."""
        key: str = args.variant
        if is_variant_file(key):
            path = Path(key)
            file = load_variant_file(path)
            self.registry.register(file, source=file_source(path.resolve()))
            key = file.name
        variant = self.registry.variant(key)
        return variant.with_rules(*args.house_rule) if args.house_rule else variant

    def record(self, name: str) -> Round | Match:
        """Read a file with a record."""
        return self._read(name, read_text(name), loads)

    def record_or_position(self, name: str) -> Round | Match:
        """Read a file with a record, or with a position as one line of text."""
        text = read_text(name)
        is_json = text.lstrip()[:1] in ("", "{", "[")
        return self._read(name, text, loads if is_json else parse_position)

    def _read(self, name: str, text: str, read: Callable[..., Round | Match]) -> Round | Match:
        try:
            return read(text, registry=self.registry)
        except TilerulesError as error:
            raise CommandError(f"{name}: {error}") from error


def is_variant_file(key: str) -> bool:
    """Whether what stands in a variant's place names a file."""
    return key.lower().endswith(".toml")


def make_registry(folders: Sequence[str], *, warn: bool) -> Registry:
    """
    Load the installed plugins and those of folders.

    Args:
        folders: The folders.
        warn: Whether to warn of what fails.
    """
    for folder in folders:
        if not folder:
            raise CommandError(
                "--plugins-dir: the name of the folder is empty; write . for this one"
            )
        if not Path(folder).is_dir():
            raise CommandError(f"--plugins-dir {folder}: there is no such folder")
    more = (source for folder in folders for source in folder_sources(folder))
    sources = chosen((*installed_sources(), *more))
    # What a plugin prints while it is imported is no part of a command's output.
    with contextlib.redirect_stdout(sys.stderr):
        return Registry.from_sources(sources, strict=is_strict(), warn=warn)


def read_text(name: str) -> str:
    """Read a file, or the standard input by the name ``-``."""
    if not name:
        raise CommandError("the name of a file is empty")
    try:
        with contextlib.nullcontext(_stdin()) if name == "-" else Path(name).open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise CommandError(f"{name}: it is larger than {_LARGEST} bytes")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except UnicodeError as error:
        raise CommandError(f"{name}: this is no text in UTF-8") from error


def _stdin() -> IO[bytes]:
    # What stands in for it in one process, as a test's, may have no bytes below its text.
    return getattr(sys.stdin, "buffer", None) or io.BytesIO(sys.stdin.read().encode())


def read_seed(text: str) -> Seed:
    """Read a seed: a number where it looks like one, else a text."""
    return int(text) if re.fullmatch(r"[0-9]{1,100}", text) else text


Argument: TypeAlias = tuple[Sequence[str], Mapping[str, Any]]
"""The names of an argument, and what argparse is told of it."""


def arg(spec: str, help: str, **more: Any) -> Argument:
    """
    Write an argument down.

    Args:
        spec: Its names, then in capitals what stands for its value: ``"--house-rule -r KEY"``. An
            option without a value is a flag; ``N`` is a whole number.
        help: What it is.
        more: What else argparse is to know; ``instead``: it excludes others that are marked so.
    """
    *names, last = spec.split()
    if last.startswith("-"):
        return [*names, last], {"help": help, "action": "store_true", **more}
    kind = {"type": int} if last == "N" else {}
    none: dict[str, Any] = {"default": []} if more.get("action") == "append" else {}
    return names, {"help": help, "metavar": last, **kind, **none, **more}


def add_arguments(parser: argparse.ArgumentParser, arguments: Iterable[Argument]) -> None:
    """Add arguments to a parser."""
    exclusive = None
    for names, more in arguments:
        told = {key: value for key, value in more.items() if key != "instead"}
        if told != more:
            exclusive = exclusive or parser.add_mutually_exclusive_group()
        (exclusive if told != more and exclusive else parser).add_argument(*names, **told)


def variant_args(*, optional: bool = False) -> tuple[Argument, Argument]:
    """Give the arguments of a variant, which may be optional, and its house rules."""
    return (
        arg(
            "variant VARIANT",
            "name[+preset][@N], or a variant file (.toml)",
            nargs="?" if optional else None,
        ),
        arg(
            "--house-rule -r KEY",
            "a house rule, e.g. gaple/lone-blank:points=25; may be given several times",
            action="append",
        ),
    )


@attrs.frozen
class Command:
    """One command: what it is for, in one line; what it does; what it takes."""

    help: str
    run: Callable[[Arguments, Context], int]
    arguments: Sequence[Argument]


def command(
    help: str, *arguments: Argument
) -> Callable[[Callable[[Arguments, Context], int]], Command]:
    """Make a function a command."""
    return lambda run: Command(help, run, arguments)


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise CommandError(f"{shortened(message, 500)} (see: {self.prog} --help)")
