"""
A game at the terminal: people at some seats or none, bots at the others.

The session holds every hand, as a table does; a bot is handed its own view and nothing else,
and the person is shown no more than that either.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from itertools import islice, pairwise
from pathlib import Path

import attrs

from tilerules.cli.common import CommandError, Context
from tilerules.cli.explain import say_reason
from tilerules.cli.saving import save
from tilerules.cli.score import show_outcome
from tilerules.cli.steps import STEP_HELP, STEPS, builds_turns, is_building, show_turn, show_way
from tilerules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidNotationError,
    SeatError,
)
from tilerules.melds.turns import TurnBuilder
from tilerules.play import Bot, LazyMoves, Match, Round, advise
from tilerules.play.plans.plan import HOST_ONLY
from tilerules.rendering import say_move, say_table
from tilerules.state import Move, Seat
from tilerules.texts import Listed, Reason, join, per_seat

__all__ = ["Session", "listed", "numbered", "only_move"]

_SHOWN, _SUGGESTED = 40, 8
"""How many moves are listed, and how many where they are too many to list."""


def listed(round_: Round) -> list[Move]:
    """Give the moves that are listed: all of them where they are few."""
    legal = round_.legal_moves
    return list(islice(legal, _SUGGESTED if isinstance(legal, LazyMoves) else _SHOWN))


def numbered(round_: Round, number: int) -> Move:
    """Give a move by its number in the list, from 1."""
    moves = listed(round_)
    if not 1 <= number <= len(moves):
        raise CommandError(f"there is no move {number}; they go from 1 to {len(moves)}")
    return moves[number - 1]


def only_move(round_: Round) -> str:
    """Give the notation of the one legal move, where there is but one; else nothing."""
    legal = round_.legal_moves
    if isinstance(legal, LazyMoves) or len(legal) > 1:
        return ""
    return str(next(iter(legal)))


HELP = """\
A move    its notation, e.g. {example}, or its number in the list
moves     list the moves you may make
table     show what you may see
hint      suggest a move
why MOVE  say what speaks against a move
rules     print the rules in force
undo      take back your last move and what followed
save      save the game; save FILE to choose where
quit      save the game and leave"""


HOST_HELP = """\
host MOVE make a move of the host: {kinds}"""


@attrs.define(eq=False)
class Session:
    """A match being played."""

    match: Match
    """The match as it stands."""
    person: Seat | None
    """Where the person sits who looks at the screen; None: nobody yet, or bots alone."""
    bots: Mapping[Seat, Bot]
    """Who plays the other seats."""
    context: Context
    """Where text goes."""
    path: Path
    """Where the game is saved."""
    spoken: bool
    """Whether everything is said in sentences, without tables."""
    rng: random.Random
    """Where the chance of hints comes from."""
    people: frozenset[Seat] = attrs.field(kw_only=True)
    """Where people sit. Where they are several they share the screen, and no hand is left on it."""
    past: list[Match] = attrs.field(init=False)
    """The match before each of the person's moves, for taking back; also those of a saved one."""
    made: TurnBuilder | None = attrs.field(init=False, default=None)
    """The turn the person is making in steps, where a turn is a whole table."""
    is_over: bool = attrs.field(init=False, default=False)
    """Whether the person has left, or the match has ended."""

    @people.default
    def _people(self) -> frozenset[Seat]:
        return frozenset(() if self.person is None else (self.person,))

    @past.default
    def _past(self) -> list[Match]:
        rounds = self.match.rounds
        return [
            Match(self.match.variant, self.match.seed, (*rounds[:number], state))
            for number, round_ in enumerate(rounds)
            for state in round_.states[:-1]
            if state.to_move in self.people
        ]

    @property
    def round(self) -> Round:
        """The round being played."""
        return self.match.round

    @property
    def is_worth_saving(self) -> bool:
        """Whether anything has been played that is not over, or was and has been taken back."""
        return self.match.outcome is None and (
            len(self.match.rounds) > 1 or self.round.parent is not None or self.path.exists()
        )

    @property
    def example(self) -> str:
        """How a move of the game is written: the first kind that is not by a word alone."""
        actions = self.round.plan.actions.values()
        return next((action.example for action in actions if action.example), "pass")

    def say(self, text: str = "", *, style: str = "") -> None:
        """Write a text."""
        self.context.output.line(text, style=style)

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        self.open_round()
        while not self.is_over:
            seat = self.round.to_move
            if seat is None:
                self.close_round()
            elif seat in self.people:
                if seat == self.person or self.hand_over(seat):
                    self.turn()
            else:
                self.play(self.bots[seat].choose(self.round.view(seat)))

    # --- rounds ---------------------------------------------------------------------------

    def open_round(self) -> None:
        """Say which round begins."""
        number, variant = len(self.match.rounds), self.match.variant
        self.say(f"{variant.title}, round {number}.", style="title")
        if not self.people and not self.spoken:
            self.say(str(self.round))

    def close_round(self) -> None:
        """Say how the round ended, and deal the next unless the match is over."""
        round_ = self.round
        if round_.outcome is not None:
            if not self.spoken:
                self.say(str(round_).rpartition("\n")[0])
            show_outcome(round_.outcome, self.match.variant, self.context)
        ended = self.match.outcome
        if ended is not None:
            if len(self.match.rounds) > 1:
                self.say(f"{ended}.", style="good")
            self.is_over = True
            return
        self.say(f"Totals: {per_seat(self.match.names, self.match.totals)}.")
        if self.people and not self.wants_more():
            self.quit()
            return
        self.match = self.match.next_round()
        self.say()
        self.open_round()

    def wants_more(self) -> bool:
        """Wait for the person before the next round."""
        return self.context.output.ask("Enter for the next round, quit to leave: ") not in (
            "q",
            "quit",
        )

    def hand_over(self, seat: Seat) -> bool:
        """
        Let another person come to the screen, and say what has been played since they left it.

        Returns:
            Whether they stay.
        """
        output = self.context.output
        output.clear()
        name = self.match.names[seat]
        if output.ask(f"{name}, it is your turn. Enter to see your hand: ") in ("q", "quit"):
            self.quit()
            return False
        self.person = seat
        states = self.round.states
        last = max((at for at, one in enumerate(states[:-1]) if one.to_move == seat), default=-1)
        for before, after in pairwise(states[last + 1 :]):
            self.say(say_move(before, after, seat))
        return True

    # --- moves ----------------------------------------------------------------------------

    def play(self, move: Move | str, *, host: bool = False) -> None:
        """
        Play a move and say it.

        Args:
            move: The move.
            host: Whether it is made as the host, who makes moves that no player may.
        """
        before = self.round
        self.match = self.match.play(move, host=host)
        self.say(say_move(before, self.round, self.person, language=self.context.language))

    def turn(self) -> None:
        """Let the person do one thing: move, or ask."""
        before = self.match
        self.show_table()
        while self.match is before and not self.is_over:
            only = only_move(self.round)
            enter = f"Enter: {only}; " if only else ""
            answer = self.context.output.ask(f"Your move ({enter}? for help): ")
            words = (answer or only).split(maxsplit=1)
            if not words:
                continue
            command = COMMANDS.get(words[0].lower())
            if command is None and builds_turns(self):
                command = STEPS.get(words[0].lower())
            if command is None:
                self.try_move(" ".join(words))
            else:
                command(self, words[1] if len(words) > 1 else "")

    def try_move(self, text: str, *, host: bool = False) -> None:
        """Play what the person typed, or say why not."""
        before = self.match
        try:
            move = numbered(self.round, int(text)) if _is_number(text) else text
            self.play(move, host=host)
        except IllegalMoveError as error:
            self.say(f"{text} is not legal:", style="bad")
            self.say_reasons(error.reasons, text)
        except (AmbiguousMoveError, InvalidNotationError, CommandError) as error:
            self.say(f"{error}", style="bad")
        else:
            self.past.append(before)

    # --- what the person may ask ----------------------------------------------------------

    def show_table(self, _rest: str = "") -> None:
        """Show what the person may see, and the moves."""
        view = self.round.view(self.person)
        if self.spoken:
            hand = str(Listed(view.hand))
            table = say_table(view.layout, view.names, language=self.context.language)
            self.say(f"Your turn. {table} You hold {hand}.")
            return
        self.say()
        self.say(str(view))
        self.show_moves()

    def show_moves(self, _rest: str = "") -> None:
        """List the moves with their numbers."""
        moves = listed(self.round)
        if isinstance(self.round.legal_moves, LazyMoves):
            self.say("Some of your moves:")
            for number, move in enumerate(moves, 1):
                self.say(f"{number}: {self.in_words(move)}")
            return
        cells = [f"{number}:\u00a0{move}" for number, move in enumerate(moves, 1)]
        width = max(map(len, cells)) + 2
        self.say("Your moves:")
        self.say(" ".join(cell.ljust(width, "\u00a0") for cell in cells).rstrip())

    def in_words(self, move: Move) -> str:
        """Say a move that has yet to be made."""
        return say_move(
            self.round,
            self.round.play(move),
            self.person,
            planned=True,
            language=self.context.language,
        )

    def hint(self, _rest: str) -> None:
        """Suggest a move."""
        try:
            move = advise(self.round.view(self.person), self.rng)
        except SeatError as error:
            self.say(f"{error}", style="bad")
            return
        said = self.in_words(move)
        self.say(f"Perhaps {move}: {said[0].lower()}{said[1:]}")
        show_way(self, move)

    def why(self, text: str) -> None:
        """Say what speaks against a move."""
        if not text and is_building(self):
            show_turn(self)
            return
        if not text:
            self.say(f"Say which move, e.g. why {self.example}")
            return
        try:
            reasons = self.round.explain(text)
        except (AmbiguousMoveError, InvalidNotationError) as error:
            self.say(f"{error}", style="bad")
            return
        self.say(f"{text} is legal." if not reasons else f"{text} is not legal:")
        self.say_reasons(reasons, text)

    def say_reasons(self, reasons: Iterable[Reason], text: str) -> None:
        """Say what speaks against a move; of one of the host's, how it is made here."""
        for reason in reasons:
            said = reason
            if reason.code == HOST_ONLY.code:
                template = (
                    "no player may make this move; if you are the host too, type: host {text}"
                )
                said = attrs.evolve(reason, template=template, params={"text": text})
            self.say(f"- {say_reason(said, self.context.language)}")

    def host(self, text: str) -> None:
        """Make a move as the host of the table."""
        limits = self.round.plan.host_actions
        if not limits:
            self.say("There is nothing for a host to do by these rules.")
        elif not text:
            self.say(f"Say which move: {self.host_moves}")
        else:
            self.try_move(text, host=True)

    @property
    def host_moves(self) -> str:
        """How the moves of the host are written that these rules have."""
        limits = self.round.plan.host_actions.values()
        return join([limit.example or limit.code for limit in limits], "or")

    def rules(self, _rest: str) -> None:
        """Print the rules in force."""
        self.say(str(self.match.variant.rulebook()))

    def undo(self, _rest: str) -> None:
        """Take back the person's last move and what followed."""
        if not self.past:
            self.say("There is nothing to take back.")
            return
        self.match = self.past.pop()
        self.say("Taken back.")

    def save(self, text: str) -> None:
        """Save the game."""
        path = Path(text) if text else self.path
        if path != self.path and path.exists():
            self.say(f"{path} exists already; choose another name.", style="bad")
            return
        try:
            save(self.match, path)
        except CommandError as error:
            self.say(f"{error}", style="bad")
            return
        self.path = path
        self.say(f"Saved to {path}.")

    def help(self, _rest: str) -> None:
        """Say what can be typed."""
        self.say(HELP.format(example=self.example))
        if self.round.plan.host_actions:
            self.say(HOST_HELP.format(kinds=self.host_moves))
        if builds_turns(self):
            self.say(STEP_HELP)

    def quit(self, _rest: str = "") -> None:
        """Leave."""
        self.is_over = True


def _is_number(text: str) -> bool:
    """Whether a text is a number of a move; one of very many digits cannot be read as one."""
    return text.isdecimal() and len(text) < 10


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "?": Session.help,
    "help": Session.help,
    "moves": Session.show_moves,
    "table": Session.show_table,
    "hint": Session.hint,
    "host": Session.host,
    "why": Session.why,
    "rules": Session.rules,
    "undo": Session.undo,
    "save": Session.save,
    "q": Session.quit,
    "quit": Session.quit,
}
"""What can be typed besides moves."""
