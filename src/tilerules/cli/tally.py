"""
Keep the score of an evening at a real table, a line a round, in a file.

Begin with the game and the players' names, go on with the file alone. A round is a number for each
player, what it adds to their totals, the winner's with a * where that is not the best one; or what
each one holds, NAME=TILES.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from tilerules.cli.common import (
    OK,
    Arguments,
    CommandError,
    Context,
    arg,
    command,
    read_text,
    variant_args,
)
from tilerules.cli.saving import write_whole
from tilerules.cli.score import read_ends, read_hands, show_breakdown, show_outcome
from tilerules.errors import TilerulesError, shown
from tilerules.play import Variant
from tilerules.play.judging import Outcome
from tilerules.play.match import MatchOutcome, stand
from tilerules.rules.dealing import check_names
from tilerules.state import EndReason, Seat
from tilerules.texts import join

__all__ = ["Tally", "run"]

FORMAT = "tilerules-tally-1"

TYPED = """\
12 0 31 8       what the round adds to each total; 0* for a winner who is not the best
{hands}   what each one holds instead; by=NAME, last-tile=T, ends=L,R, reason=R
opens NAME      who opens the round that comes, where the rules do not say
fix N ...       round N was otherwise: then as above
drop N          round N was none
log             what has been written, corrections too
quit            leave; everything is in the file already"""


@attrs.frozen
class Tally:
    """
    An evening: lines as they were written, and the rounds they come to.
    """

    variant: Variant
    """The rules."""
    names: tuple[str, ...]
    """The players."""
    lines: tuple[str, ...] = ()
    """What was written, mistakes and their corrections included."""
    rounds: tuple[Outcome, ...] = ()
    """The rounds as they are by now."""
    openers: tuple[Seat | None, ...] = (None,)
    """Who opened each round and who opens the next, where somebody or the rules have said so."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points."""
        return tuple(sum(one.points[seat] for one in self.rounds) for seat in self._seats)

    @property
    def standing(self) -> MatchOutcome:
        """Who leads, or has won."""
        plan = self.variant.plan(len(self.names))
        return stand(self.variant, plan, self.rounds, self.totals, self.names)

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return bool(self.rounds) and self.variant.length.is_over(self.rounds, self.totals)

    @property
    def _seats(self) -> range:
        return range(len(self.names))

    def write(self, line: str) -> Tally:
        """
        Write a line.

        Raises:
            TilerulesError: It is none, or cannot be; nothing is written.
        """
        word, *rest = line.split() or [""]
        if word in ("fix", "drop"):
            after = self._correct(word, rest)
        elif word == "opens":
            seat = self._seat(" ".join(rest))
            after = attrs.evolve(self, openers=(*self.openers[:-1], seat))
        elif self.is_over:
            raise CommandError("the match is over; fix N or drop N corrects it")
        else:
            after = self._with((*self.rounds, self._round([word, *rest])), self.openers)
        return attrs.evolve(after, lines=(*self.lines, line))

    def _correct(self, word: str, rest: Sequence[str]) -> Tally:
        number = int(rest[0]) if rest and rest[0].isdecimal() and len(rest[0]) < 6 else 0
        if not 1 <= number <= len(self.rounds):
            raise CommandError(f"{word} which round? There are {len(self.rounds)}")
        rounds, openers = [*self.rounds], [*self.openers]
        if word == "fix":
            rounds[number - 1] = self._round(rest[1:])
        elif len(rest) > 1:
            raise CommandError("write: drop N")
        else:
            del rounds[number - 1], openers[number - 1]
        return self._with(tuple(rounds), tuple(openers[: len(rounds)]))

    def _with(self, rounds: tuple[Outcome, ...], openers: tuple[Seat | None, ...]) -> Tally:
        """Go on with other rounds; of who opens next the rules are asked."""
        before = openers[len(rounds) - 1] if rounds else None
        plan = self.variant.plan(len(self.names))
        following = self.variant.starting.opener_after(rounds, before, plan.order)
        if following is None and len(rounds) == len(self.rounds):
            following = self.openers[-1]  # what somebody has said still holds
        return attrs.evolve(self, rounds=rounds, openers=(*openers[: len(rounds)], following))

    def _round(self, words: Sequence[str]) -> Outcome:
        """Read a round: numbers or hands."""
        if any("=" in word for word in words):
            return self._hands(words)
        marks = [word.endswith("*") for word in words]
        numbers = [_number(word.removesuffix("*")) for word in words]
        if len(numbers) != len(self.names):
            raise CommandError(f"that is {len(numbers)} numbers for {len(self.names)} players")
        points = tuple(numbers)
        best = min(points) if self.variant.ranking.lowest else max(points)
        won = [
            mark if any(marks) else value == best for mark, value in zip(marks, points, strict=True)
        ]
        winners = tuple(seat for seat in self._seats if won[seat])
        sides = self.variant.plan(len(self.names)).sides
        is_won = len({sides[seat] for seat in winners}) == 1
        return Outcome(
            EndReason.DECIDED,
            winners,
            points,
            points,
            "told" if is_won else None,
            winners[0] if len(winners) == 1 else None,
            self.names,
        )

    def _hands(self, words: Sequence[str]) -> Outcome:
        given = read_hands(words)
        facts = {
            key: given.pop(key)
            for key in ("by", "last-tile", "ends", "reason")
            if key in given and key not in self.names
        }
        wrong = [name for name in given if name not in self.names]
        missing = [name for name in self.names if name not in given]
        if wrong or missing:
            what = f"nobody here is {wrong[0]}." if wrong else f"what does {missing[0]} hold?"
            raise CommandError(f"{what} Write NAME=TILES for each of {join(self.names, 'and')}")
        return self.variant.score(
            {name: given[name] for name in self.names},
            reason=facts.get("reason"),
            by=facts.get("by"),
            last_tile=facts.get("last-tile"),
            ends=read_ends(facts.get("ends")),
        )

    def _seat(self, name: str) -> Seat:
        if name not in self.names:
            raise CommandError(f"nobody here is {shown(name)}; there are {join(self.names, 'and')}")
        return self.names.index(name)


def _number(word: str) -> int:
    try:
        if len(word) < 10:
            return int(word)
    except ValueError:
        pass
    raise CommandError(f"{shown(word)} is no number; ? says what can be written")


# --- the file -------------------------------------------------------------------------------------


@command(
    "keep the score of an evening at a real table",
    arg("file FILE", "where the evening is kept (.json)"),
    *variant_args(optional=True),
    arg("names NAME", "the players, in seat order", nargs="*"),
)
def run(args: Arguments, context: Context) -> int:
    """Begin an evening or go on with it: a line a round, until there are no more."""
    path = Path(args.file)
    rules, tally = _opened(path, args, context) if path.exists() else _begun(args, context)
    _show(tally, context)
    while True:
        try:
            line = context.output.ask(f"Round {len(tally.rounds) + 1} (? for help): ")
        except EOFError:
            return OK
        word = line.split(maxsplit=1)[0] if line else ""
        if word in ("q", "quit"):
            return OK
        if word in ("?", "help"):
            context.output.line(TYPED.format(hands=" ".join(f"{name}=..." for name in tally.names)))
        elif word == "log":
            context.output.line("\n".join(tally.lines) or "Nothing has been written.")
        elif line:
            tally = _written(tally, line, path, rules, context)


def _written(tally: Tally, line: str, path: Path, rules: dict[str, Any], context: Context) -> Tally:
    """Write a line into the file and show how things stand; say so where it is none."""
    try:
        after = tally.write(line)
    except TilerulesError as error:
        context.output.line(f"{error}", style="bad")
        return tally
    data = {"format": FORMAT, **rules, "names": after.names, "lines": after.lines}
    write_whole(json.dumps(data, indent=1, ensure_ascii=False) + "\n", path)
    if after.rounds != tally.rounds and len(after.rounds) > len(tally.rounds):
        last = after.rounds[-1]
        if last.breakdown:
            show_outcome(last, after.variant, context)
            show_breakdown(last, context)
    _show(after, context)
    return after


def _begun(args: Arguments, context: Context) -> tuple[dict[str, Any], Tally]:
    if args.variant is None:
        raise CommandError(f"{args.file}: there is no such file; name a game and the players")
    variant, names = context.variant(args), check_names(tuple(args.names))
    for name in names:
        if len(name.split()) != 1 or "=" in name:
            raise CommandError(f"{shown(name)}: a name here is one word without =")
    if len(names) not in variant.seats:
        variant.deal(len(names))  # refused by the rules themselves
    return {"variant": args.variant, "house_rules": args.house_rule}, Tally(variant, names)


def _opened(path: Path, args: Arguments, context: Context) -> tuple[dict[str, Any], Tally]:
    """
    Read a file, and write all its lines again.

    Raises:
        CommandError: It is no tally, or not of what was asked for.
    """
    try:
        data = json.loads(read_text(str(path)))
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{path}: this is no JSON: {error}") from error
    kinds = {"variant": str, "house_rules": list, "names": list, "lines": list}
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CommandError(f"{path}: this is no tally; its format would be {FORMAT}")
    for key, kind in kinds.items():
        found = data.get(key)
        if not isinstance(found, kind) or not all(isinstance(one, str) for one in found):
            raise CommandError(f"{path}: {key} is missing, or not what it should be")
    rules = {"variant": data["variant"], "house_rules": data["house_rules"]}
    asked = {"variant": args.variant, "house_rules": args.house_rule, "names": args.names}
    for key, value in asked.items():
        if value and value != data[key]:
            raise CommandError(f"{path}: there are other {key} in it; name the file alone")
    given = Arguments(variant=data["variant"], house_rule=data["house_rules"])
    try:
        tally = Tally(context.variant(given), check_names(tuple(data["names"])))
        for line in data["lines"]:
            tally = tally.write(line)
    except TilerulesError as error:
        raise CommandError(f"{path}: {error}") from error
    return rules, tally


# --- how things stand -----------------------------------------------------------------------------


def _show(tally: Tally, context: Context) -> None:
    """Show totals, who leads or has won, and who opens next."""
    output, standing = context.output, tally.standing
    if not tally.rounds:
        output.line(f"{tally.variant.title}: {join(tally.names, 'and')}.", style="title")
    else:
        rounds = [str(number) for number in range(1, len(tally.rounds) + 1)][-_SHOWN:]
        points = [one.points for one in tally.rounds][-_SHOWN:]
        rows = [
            [name, *(one[seat] for one in points), tally.totals[seat], standing.ranks[seat]]
            for seat, name in enumerate(tally.names)
        ]
        output.table(["player", *rounds, "total", "place"], rows)
    if tally.is_over:
        output.line(f"{standing}.", style="good")
        return
    if tally.rounds:
        leaders = [tally.names[seat] for seat in standing.winners]
        output.line(f"{join(leaders, 'and')} {'leads' if len(leaders) == 1 else 'are level'}.")
    opener = tally.openers[-1]
    if opener is not None:
        output.line(f"{tally.names[opener]} has the right to open round {len(tally.rounds) + 1}.")
    elif tally.rounds:
        output.line("Who opens next, a lot says, or the tiles: opens NAME notes it.", style="faint")
    else:
        told = " ".join(str(text) for text in tally.variant.starting.describe_in(tally.variant))
        output.line(f"Who opens: {told}", style="faint")


_SHOWN = 8
"""How many rounds are shown, the last ones."""
