"""
Play against bots that see only their own hands, or watch bots play.

The game is saved when you leave, whatever way; go on with --resume.
"""

from __future__ import annotations

import argparse
import random
import re
import secrets
import shlex
import signal
from pathlib import Path

from tilerules.cli.common import (
    OK,
    CommandError,
    Context,
    add_house_rules,
    read_text,
)
from tilerules.cli.saving import free_path, save_somewhere
from tilerules.cli.session import Session
from tilerules.decks import Seed
from tilerules.errors import TilerulesError
from tilerules.play import Bot, Match, PlayoutBot, RandomBot
from tilerules.rendering import YOU
from tilerules.rules.state import Seat

__all__ = ["HELP", "add_arguments", "run"]

HELP = "play against bots, or watch them play"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "variant",
        metavar="VARIANT",
        nargs="?",
        help="name[+preset][@N], or a variant file (.toml)",
    )
    add_house_rules(parser)
    parser.add_argument("--seats", metavar="N", type=int, help="how many players")
    parser.add_argument("--seat", metavar="N", type=int, help="where you sit, from 0")
    parser.add_argument("--seed", metavar="S", help="deals the same tiles again")
    parser.add_argument("--bots", action="store_true", help="let bots play alone")
    parser.add_argument("--easy", action="store_true", help="bots that play anything legal")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved match")


def run(args: argparse.Namespace, context: Context) -> int:
    """Play."""
    match, person = _resumed(args, context) if args.resume else _begun(args, context)
    context.output.line(f"Seed {match.seed}.", style="faint")
    session = Session(
        match=match,
        person=person,
        bots=_bots(match, person, easy=args.easy),
        context=context,
        path=Path(args.resume) if args.resume else free_path(match.variant.name),
        spoken=args.plain,
        rng=random.Random(f"{match.seed} hints"),
    )
    # A connection that is lost is like Ctrl-C: the game is saved.
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        session.run()
    except EOFError:
        pass
    except (KeyboardInterrupt, TilerulesError):
        context.output.line()
        _save(session)
        raise
    _save(session)
    return OK


def _save(session: Session) -> None:
    """Save a game that is not over, and say where."""
    if not session.is_worth_saving:
        return
    path = save_somewhere(session.match, session.path)
    session.say(f"The game is saved in {path}.")
    session.context.output.raw(f"Go on with: tilerules play --resume {shlex.quote(str(path))}")


def _begun(args: argparse.Namespace, context: Context) -> tuple[Match, Seat | None]:
    """Begin a match; say where the person sits."""
    if args.variant is None:
        raise CommandError("name a variant, or --resume a saved match (see: tilerules variants)")
    variant = context.variant(args)
    seats = variant.seats[0] if args.seats is None else args.seats
    person = None if args.bots else args.seat or 0
    if person is not None and not 0 <= person < seats:
        raise CommandError(f"--seat {person}: seats go from 0 to {seats - 1}")
    names = [YOU if seat == person else f"Bot {seat + 1}" for seat in range(seats)]
    seed = secrets.randbits(32) if args.seed is None else _seed(args.seed)
    return variant.match(names, seed=seed), person


def _seed(text: str) -> Seed:
    """Read a seed: a number where it looks like one, else a text."""
    return int(text) if re.fullmatch(r"[0-9]{1,100}", text) else text


def _resumed(args: argparse.Namespace, context: Context) -> tuple[Match, Seat | None]:
    """Read a saved match; say where the person sits."""
    if args.variant is not None:
        # Only to make a variant file known.
        context.variant(args)
    match = context.record(read_text(args.resume))
    if not isinstance(match, Match):
        raise CommandError(f"{args.resume}: this is a round, not a match")
    if match.outcome is not None:
        raise CommandError(f"{args.resume}: the match is over")
    seat = args.seat
    if seat is None and YOU in match.names:
        seat = match.names.index(YOU)
    return match, None if args.bots else seat


def _bots(match: Match, person: Seat | None, *, easy: bool) -> dict[Seat, Bot]:
    """Give each other seat a bot with chance of its own, the same for the same seed."""
    bots: dict[Seat, Bot] = {}
    for seat in range(match.round.seats):
        if seat != person:
            rng = random.Random(f"{match.seed} bot {seat}")
            bots[seat] = RandomBot(rng) if easy else PlayoutBot(rng)
    return bots
