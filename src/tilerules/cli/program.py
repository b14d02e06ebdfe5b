"""From the command line to a command, and from errors to one line and an exit status."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import TextIO

from tilerules._version import __version__
from tilerules.cli import (
    explain,
    new_plugin,
    perft,
    play,
    plugins,
    replay,
    rules,
    score,
    show,
    study,
    tally,
    variants,
)
from tilerules.cli.common import (
    OK,
    WRONG_INPUT,
    Argument,
    Command,
    Context,
    Parser,
    add_arguments,
    arg,
    make_registry,
)
from tilerules.cli.output import make_output
from tilerules.errors import TilerulesError
from tilerules.plugins import PluginWarning

__all__ = ["main", "make_parser"]

COMMANDS: dict[str, Command] = {
    "variants": variants.run,
    "rules": rules.run,
    "score": score.run,
    "tally": tally.run,
    "play": play.run,
    "replay": replay.run,
    "show": show.run,
    "explain": explain.run,
    "perft": perft.run,
    "study": study.run,
    "plugins": plugins.run,
    "new-plugin": new_plugin.run,
}
"""By the names they are called by."""

INTERRUPTED = 130
BROKEN_PIPE = 141


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of the whole command line."""
    parser = Parser(
        prog="tilerules",
        description="Rules of tile games, and house rules.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tilerules {__version__}")
    add_arguments(parser, _general("before_"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, found in COMMANDS.items():
        # Docstrings may have been left out.
        about = (sys.modules[found.run.__module__].__doc__ or found.help).strip()
        one = commands.add_parser(name, help=found.help, description=about, allow_abbrev=False)
        add_arguments(one, (*_general(""), *found.arguments))
    return parser


def _general(prefix: str) -> tuple[Argument, ...]:
    """Give what may stand before a command or after it, under names of its own in each place."""
    return (
        arg(
            "--plugins-dir DIR",
            "load the single-file plugins of a folder; may be given several times",
            dest=f"{prefix}plugins_dir",
            action="append",
        ),
        arg(
            "--plain",
            "plain text without tables, for screen readers and logs",
            dest=f"{prefix}plain",
        ),
        arg(
            "--lang LANG",
            "the language of rules, moves and refusals, e.g. id; by default the environment's",
            dest=f"{prefix}lang",
        ),
    )


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = make_parser()
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        parser.exit(OK)
    args.plugins_dir = [*args.before_plugins_dir, *args.plugins_dir]
    args.plain = args.before_plain or args.plain
    args.lang = args.lang or args.before_lang or _language_of(os.environ)
    return args


def _language_of(environment: Mapping[str, str]) -> str:
    """Give the language an environment asks for, the first of a list; empty where it is silent."""
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    found = next((environment[name] for name in names if environment.get(name)), "")
    return found.partition(":")[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command line.

    Args:
        arguments: Those after the program's name; those of the process by default.

    Returns:
        The exit status.
    """
    _prepare_streams()
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _flush(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        # A full disk, a terminal that is lost: files given to commands they answer for themselves.
        _flush(sys.stdout)
        _say(f"tilerules: the input or the output has failed: {error.strerror or error}")
        return WRONG_INPUT
    except KeyboardInterrupt:
        _say("")
        _flush(sys.stdout)
        return INTERRUPTED


def _prepare_streams() -> None:
    """Make the standard streams fit for any text, and put empty ones where they were closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            # What cannot be read or shown becomes another character instead of an error. An
            # input of which something has been read already stays as it is.
            with contextlib.suppress(io.UnsupportedOperation):
                stream.reconfigure(errors="replace")


def _flush(stream: TextIO) -> None:
    """Write out what is buffered; what nobody takes must not complain at exit."""
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(arguments: Sequence[str] | None) -> int:
    """Run a command; say in one line what was wrong with what it was given."""
    command = ""
    try:
        args = parse(arguments)
        command = f" {args.command}"
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            warnings.simplefilter("default", PluginWarning)
            # The list of plugins says itself what is wrong with them.
            registry = make_registry(args.plugins_dir, warn=args.command != "plugins")
            context = Context(registry, make_output(plain=args.plain), args.lang)
            return COMMANDS[args.command].run(args, context)
    except SystemExit as stop:  # what help and --version end with
        return int(stop.code or OK)
    except TilerulesError as error:
        _say(f"tilerules{command}: {' '.join(str(error).split())}")
        return WRONG_INPUT


def _say(text: str) -> None:
    with contextlib.suppress(OSError):  # nobody is left to be told
        print(text, file=sys.stderr)
    _flush(sys.stderr)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say a warning in one line, without the place in the source it came from."""
    _say(f"tilerules: warning: {message}")
