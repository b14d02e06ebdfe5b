"""
Play against bots that see only their own hands, with others at one screen, or watch bots play.

The game is saved when you leave, whatever way; go on with --resume.
"""

from __future__ import annotations

import contextlib
import random
import secrets
import shlex
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from tilerules.cli.common import (
    OK,
    Arguments,
    CommandError,
    Context,
    arg,
    command,
    is_variant_file,
    read_seed,
    variant_args,
)
from tilerules.cli.saving import free_path, save_somewhere, signals_interrupt
from tilerules.cli.session import Session
from tilerules.decks import Seed
from tilerules.errors import TilerulesError
from tilerules.play import Bot, Match, PlayoutBot, RandomBot
from tilerules.rendering import YOU
from tilerules.rules.dealing import check_names
from tilerules.state import Seat

__all__ = ["run"]


@command(
    "play against bots, or watch them play",
    *variant_args(optional=True),
    arg("--seats N", "how many players"),
    arg("--seat N", "where you sit, from 0"),
    arg("--names NAMES", "people who share this screen, in seat order: Ana,Budi"),
    arg("--seed S", "deals the same tiles again"),
    arg("--bots", "let bots play alone"),
    arg("--easy", "bots that play anything legal"),
    arg("--resume FILE", "go on with a saved match"),
)
def run(args: Arguments, context: Context) -> int:
    """Play."""
    match, people = _begun(args, context) if args.resume is None else _resumed(args, context)
    context.output.line(f"Seed {_shown_seed(match.seed)}.", style="faint")
    session = Session(
        match=match,
        # Of several nobody is at the screen before it is their turn.
        person=people[0] if len(people) == 1 else None,
        people=frozenset(people),
        bots=_bots(match, people, easy=args.easy),
        context=context,
        path=Path(args.resume) if args.resume else free_path(match.variant.name),
        spoken=args.plain,
        rng=random.Random(f"{match.seed} hints"),
    )
    with signals_interrupt():
        try:
            _play_on(session, args)
        except KeyboardInterrupt:
            # A lost terminal is the end of the input first and a signal then: what that cut off
            # is done again.
            _save(session, args, cut_off=True)
            raise
    return OK


def _play_on(session: Session, args: Arguments) -> None:
    """Play until the person leaves or is cut off, and save."""
    try:
        session.run()
    except EOFError:
        pass
    except TilerulesError:
        _save(session, args, cut_off=True)
        raise
    except OSError:
        # The terminal is gone, or its disk is full. Whoever only watched has seen enough.
        if session.people:
            _save(session, args, cut_off=True)
        raise
    _save(session, args)


def _save(session: Session, args: Arguments, *, cut_off: bool = False) -> None:
    """
    Save a game that is not over, and say where; on standard error if that is all there is.

    Args:
        session: The game.
        args: How it was begun.
        cut_off: Whether the person was in the middle of a line.
    """
    if session.match.outcome is not None:
        return
    says, go_on = "No move has been played; nothing is saved.", ""
    if session.is_worth_saving:
        path = save_somewhere(session.match, session.path)
        says, go_on = (
            f"The game is saved in {path}.",
            f"Go on with: {_command(session, args, path)}",
        )
    try:
        if cut_off:
            session.say()
        session.say(says)
        if go_on:
            session.context.output.raw(go_on)
    except OSError:
        with contextlib.suppress(OSError):
            print(says, go_on, sep="\n", file=sys.stderr, flush=True)


def _command(session: Session, args: Arguments, path: Path) -> str:
    """Give the command that goes on with a saved game: with all that makes its rules known."""
    words = ["tilerules", "play", "--resume", str(path)]
    if args.variant is not None and is_variant_file(args.variant):
        words.insert(2, args.variant)
    for folder in args.plugins_dir:
        words += ["--plugins-dir", folder]
    names = [session.match.names[seat] for seat in sorted(session.people)]
    if len(names) > 1 or args.names is not None:
        words += ["--names", ",".join(names)]
    elif names not in ([], [YOU]):
        words += ["--seat", str(session.person)]
    return shlex.join(words)


def _begun(args: Arguments, context: Context) -> tuple[Match, Sequence[Seat]]:
    """Begin a match; say where people sit."""
    if args.variant is None:
        raise CommandError("name a variant, or --resume a saved match (see: tilerules variants)")
    variant = context.variant(args)
    named = _names(args)
    seats = args.seats
    if seats is None:
        # The fewest that have room for all; too many names the rules refuse.
        seats = next((one for one in variant.seats if one >= len(named)), len(named))
    if seats not in variant.seats:
        # Refused before so many names are made, and by the rules themselves.
        variant.deal(seats)
    if len(named) > seats:
        raise CommandError(f"--names: these are {len(named)} people for {seats} seats")
    people: Sequence[Seat] = range(len(named)) if named else () if args.bots else (args.seat or 0,)
    for seat in people:
        _check_seat(seat, seats)
    called = dict(zip(people, named or [YOU], strict=False))
    names = [called.get(seat, f"Bot {seat + 1}") for seat in range(seats)]
    seed = secrets.randbits(32) if args.seed is None else read_seed(args.seed)
    return variant.match(names, seed=seed), people


def _names(args: Arguments) -> tuple[str, ...]:
    """Read the names of people who share the screen; there may be none."""
    if args.names is None:
        return ()
    if args.bots or args.seat is not None:
        raise CommandError("--names says who sits where: it goes with neither --bots nor --seat")
    return check_names(tuple(name.strip() for name in args.names.split(",")))


def _shown_seed(seed: Seed | None) -> str:
    """Show a seed; quoted where it would not look like one."""
    text = str(seed)
    return text if text and text.isprintable() and text == text.strip() else repr(seed)


def _resumed(args: Arguments, context: Context) -> tuple[Match, Sequence[Seat]]:
    """Read a saved match; say where people sit."""
    _refuse_beside_resume(args)
    if args.resume == "-":
        raise CommandError("--resume needs a file, where the match is saved again")
    named = None if args.variant is None else context.variant(args)
    match = context.record(args.resume)
    if not isinstance(match, Match):
        raise CommandError(f"{args.resume}: this is a round, not a match")
    if named is not None and named.name != match.variant.name:
        raise CommandError(f"{args.resume}: this is a match of {match.variant}, not of {named}")
    if match.outcome is not None:
        raise CommandError(f"{args.resume}: the match is over")
    people = _names(args)
    for name in people:
        if name not in match.names:
            raise CommandError(f"--names: nobody in this match is {name}")
    if people:
        return match, [match.names.index(name) for name in people]
    mine = match.names.index(YOU) if YOU in match.names else None
    if args.seat is None:
        return match, () if args.bots or mine is None else (mine,)
    _check_seat(args.seat, match.round.seats)
    if mine not in (None, args.seat):
        raise CommandError(f"--seat {args.seat}: in this match you sit at seat {mine}")
    return match, () if args.bots else (args.seat,)


def _refuse_beside_resume(args: Arguments) -> None:
    """Refuse what a saved match has settled already."""
    settled = {"--seats": args.seats, "--seed": args.seed, "--house-rule": args.house_rule or None}
    for option, value in settled.items():
        if value is not None:
            raise CommandError(f"{option} is settled by the match that --resume goes on with")


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise CommandError(f"--seat {seat}: seats go from 0 to {seats - 1}")


def _bots(match: Match, people: Collection[Seat], *, easy: bool) -> dict[Seat, Bot]:
    """Give each other seat a bot with chance of its own, the same for the same seed."""
    bots: dict[Seat, Bot] = {}
    for seat in range(match.round.seats):
        if seat not in people:
            rng = random.Random(f"{match.seed} bot {seat}")
            bots[seat] = RandomBot(rng) if easy else PlayoutBot(rng)
    return bots
