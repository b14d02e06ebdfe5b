"""
Files that hold rules to their numbers: how many ways rounds go on, and how they end.

A line of such a file is a round at one moment, what :func:`tilerules.perft` counts from there,
and how the round ends when it is played on::

    # rules, seats, seed, moves played before | depth count | ... | end moves reason ...
    gaple@1;gaple/pass seats:4 seed:7 after:10 | 1 3 | 2 6 | end 27 went_out winners:2 ...

The rules are written as in a position, with their version. The round is dealt by the seed;
``round:2`` stands there for the second round of a match. So many moves are played, each drawn
from the first few legal moves by a generator of the line's own; numbers are counted from there;
then the round is played on in the same way to its end. Lines that begin with ``#`` and empty
ones mean nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from tilerules.decks import Seed, check_seed
from tilerules.errors import (
    InvalidDealError,
    InvalidDepthError,
    InvalidNotationError,
    InvalidVariantError,
    TilerulesError,
    check_type,
    nearest,
    shown,
)
from tilerules.play import Variant
from tilerules.play.counting import perft
from tilerules.play.match import Match
from tilerules.play.position import spec_of
from tilerules.play.round import Round
from tilerules.plugins import Registry
from tilerules.records.reading import with_all
from tilerules.records.rules import chosen_registry
from tilerules.testing.findings import ConformanceError, Finding

__all__ = [
    "FIRST_FEW",
    "PERFT_HEADER",
    "PerftLine",
    "check_perft",
    "count_perft",
    "examine_perft",
    "read_perft",
    "say_end",
    "seed_of",
    "walk_perft",
]

PERFT_HEADER = "# rules, seats, seed, moves played before | depth count | ... | how the round ends"
"""What stands at the top of a file, for its readers."""

FIRST_FEW = 2
"""Where moves are too many to list, one of the first so many is played."""

_NUMBERS = {"seats": 2, "round": 1, "after": 0}
"""What stands before the counts beside rules and seed, and the least each can be."""

_MOST_SEED = 100
"""So many characters a seed has at most: more than the digits of the largest number."""

_RIGHT = "The numbers of a perft file are those of the rules it names."


@attrs.frozen(kw_only=True)
class PerftLine:
    """One line: a round at one moment, and its numbers. ``str()`` writes it."""

    rules: str
    """The variant with its version and house rules, as a position begins."""
    seats: int
    """How many seats."""
    seed: Seed
    """The seed of the match, and of the moves that are played."""
    round: int = 1
    """Which round of the match, from 1."""
    after: int = 0
    """How many moves of the round are played before counting, from 0."""
    counts: tuple[tuple[int, int], ...] = ()
    """Depths with their counts, as :func:`tilerules.perft` gives them."""
    end: str = ""
    """How the round ends when it is played on; empty to leave it open."""

    @property
    def start(self) -> str:
        """What stands before the counts: where they are made."""
        words = [self.rules, f"seats:{self.seats}", f"seed:{self.seed}"]
        if self.round > 1:
            words.append(f"round:{self.round}")
        return " ".join([*words, f"after:{self.after}"])

    def __str__(self) -> str:
        counts = (f"{depth} {count}" for depth, count in self.counts)
        return " | ".join([self.start, *counts, *([f"end {self.end}"] if self.end else [])])


def count_perft(
    variant: Variant,
    *,
    seats: int | None = None,
    seed: Seed = 0,
    round: int = 1,
    after: int = 0,
    depth: int = 3,
) -> PerftLine:
    """
    Make a line of a perft file.

    Args:
        variant: The rules.
        seats: How many seats; the fewest of the variant by default.
        seed: The seed; a text has no blanks and no ``|``, at most 100 characters, all of which can
            be printed, and does not look like a number.
        round: Which round of a match, from 1; those before it are played at random.
        after: How many moves are played at random before counting, from 0.
        depth: Counted is at each depth from 1 to this one.

    Returns:
        The line, with the end of the round.

    Raises:
        InvalidDealError: The seats are not for these rules, or the round is over before.
        InvalidSeedError: The seed is none.
        InvalidNotationError: The seed cannot stand in a line.
        InvalidDepthError: The depth is negative.
        InvalidVariantError: A round is longer than the variant's ``most_moves``.
        RoundOverError: The match is over before that round.
        TypeError: A number is no int, or the variant no :class:`~tilerules.Variant`.
    """
    check_type("variant", variant, Variant)
    for name, value in (("round", round), ("after", after), ("depth", depth)):
        check_type(name, value, int)
    if depth < 0:
        raise InvalidDepthError(f"a depth is a number of moves from 0, not {shown(depth)}")
    _check_written(check_seed(seed))
    line = PerftLine(
        rules=spec_of(variant),
        seats=variant.seats[0] if seats is None else seats,
        seed=seed,
        round=round,
        after=after,
    )
    states = walk_perft(variant, line)
    counts = tuple((one, perft(states[after], one)) for one in range(1, depth + 1))
    return attrs.evolve(line, counts=counts, end=say_end(states))


def walk_perft(variant: Variant, line: PerftLine) -> tuple[Round, ...]:
    """
    Play the round of a line.

    Args:
        variant: The rules the line names.
        line: The line.

    Returns:
        Every state from the deal to the end; counts are made at the one numbered ``after``.

    Raises:
        InvalidDealError: The seats are not for these rules, or the round is over before.
        InvalidSeedError: The seed is none.
        InvalidVariantError: A round is longer than the variant's ``most_moves``.
        RoundOverError: The match is over before that round.
        TypeError: A number of the line is no int.
    """
    return _Walks().of(variant, line)


class _Walks:
    """
    Rounds of lines, the last one kept: neighbours that count at other moments of one round let
    it be played once.
    """

    def __init__(self) -> None:
        self._last: PerftLine | None = None
        self._states: tuple[Round, ...] = ()

    def of(self, variant: Variant, line: PerftLine) -> tuple[Round, ...]:
        """Give what :func:`walk_perft` gives."""
        for name, least in _NUMBERS.items():
            value = getattr(line, name)
            check_type(name, value, int)
            if value < least:
                raise InvalidDealError(f"{name} is a number from {least}, not {shown(value)}")
        whole = attrs.evolve(line, after=0, counts=(), end="")
        if whole != self._last:
            self._states = _round_of(variant, line)
            self._last = whole
        if len(self._states) <= line.after:
            raise InvalidDealError(
                f"the round is over after {len(self._states) - 1} moves, before "
                f"after:{shown(line.after)}"
            )
        return self._states


def _round_of(variant: Variant, line: PerftLine) -> tuple[Round, ...]:
    """Play the rounds of a match as far as the one of a line, and give its states."""
    rng = random.Random(f"perft {line.seed}")
    match = variant.match(line.seats, seed=line.seed)
    for _ in range(line.round - 1):
        last = _play_out(match.round, rng)[-1]
        match = Match(variant, line.seed, (*match.rounds[:-1], last)).next_round()
    return _play_out(match.round, rng)


def _play_out(state: Round, rng: random.Random) -> tuple[Round, ...]:
    """Play a round to its end by moves drawn at random, and give all its states."""
    states = [state]
    while state.to_move is not None:
        moves = state.legal_moves
        some = moves if isinstance(moves, tuple) else moves.first(FIRST_FEW)
        state = state.play(some[rng.randrange(len(some))])
        states.append(state)
        if len(states) > state.variant.most_moves + 1:
            raise InvalidVariantError(
                f"a round is longer than the most_moves of {state.variant.key}, "
                f"{state.variant.most_moves}"
            )
    return tuple(states)


def say_end(states: Sequence[Round]) -> str:
    """
    Write how a round ended, as a line does.

    Args:
        states: All its states, as :func:`walk_perft` gives them.

    Returns:
        The number of moves, the reason, the winners, counts and points of the seats, and the
        step that decided.
    """
    outcome = states[-1].outcome
    assert outcome is not None
    numbers = {"winners": outcome.winners, "counts": outcome.counts, "points": outcome.points}
    words = (f"{name}:{','.join(map(str, some))}" for name, some in numbers.items())
    by = f"by:{outcome.decided_by or 'nothing'}"
    return " ".join([str(len(states) - 1), outcome.reason.value, *words, by])


def read_perft(text: str) -> tuple[PerftLine, ...]:
    """
    Read a perft file.

    Args:
        text: What stands in it.

    Raises:
        InvalidNotationError: A line is none, or there is none at all; the message names it.
    """
    return tuple(line for _number, line in _numbered(text))


def _numbered(text: str) -> list[tuple[int, PerftLine]]:
    """Read the lines with their numbers, from 1."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append((number, _read(line)))
            except InvalidNotationError as error:
                said = f"line {number}: {error}"
                raise InvalidNotationError(said, text=line, part=error.part) from error
    if not found:
        raise InvalidNotationError("there is no line in it", text=text)
    return found


def _read(text: str) -> PerftLine:
    start, *segments = [" ".join(one.split()) for one in text.split("|")]
    rules, *words = start.split(" ")
    fields: dict[str, str] = {}
    for word in words:
        name, colon, value = word.partition(":")
        if name not in (*_NUMBERS, "seed") or not colon or name in fields:
            known = (f"{one}:" for one in (*_NUMBERS, "seed") if one not in fields)
            raise InvalidNotationError(
                f"{shown(word)} does not belong here{nearest(name, known)}", part=word
            )
        fields[name] = value
    if not rules or ":" in rules.partition(";")[0] or not {"seats", "seed"} <= fields.keys():
        raise InvalidNotationError(
            f"write rules, seats and seed, as in gaple@1 seats:4 seed:7, not {shown(start)}",
            part=start,
        )
    counts, end = [], ""
    for at, segment in enumerate(segments, 1):
        head, _, rest = segment.partition(" ")
        if head == "end" and rest and at == len(segments):
            end = rest
        else:
            counts.append((_number(head, 0, segment), _number(rest, 0, segment)))
    if not counts and not end:
        raise InvalidNotationError(f"nothing is counted in {shown(text)}", part=text)
    numbers = {
        name: _number(fields[name], least, f"{name}:{fields[name]}")
        for name, least in _NUMBERS.items()
        if name in fields
    }
    seed = seed_of(fields["seed"])
    _check_written(seed)
    return PerftLine(rules=rules, seed=seed, counts=tuple(counts), end=end, **numbers)


def _number(text: str, least: int, where: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) >= least):
        raise InvalidNotationError(
            f"{shown(text)} in {shown(where)} is no number from {least}", part=text
        )
    return int(text)


def seed_of(text: str) -> Seed:
    """
    Read a seed: a number where it looks like one, else a text.

    Args:
        text: What stands for it in a line.
    """
    # Python refuses to read thousands of digits; no number that is a seed has so many.
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_SEED
    return int(text) if is_number else text


def _check_written(seed: Seed) -> None:
    """Check that a line can hold a seed, and be printed."""
    text = str(seed)
    is_word = 0 < len(text) <= _MOST_SEED and text.isprintable() and not {*" |"} & {*text}
    if not is_word or seed_of(text) != seed:
        raise InvalidNotationError(f"a line cannot hold the seed {shown(seed)}", part=shown(seed))


def check_perft(
    path: str | Path, *, max_count: int | None = None, registry: Registry | None = None
) -> None:
    """
    Check that a file's numbers are still those of its rules.

    ``tilerules perft VARIANT`` prints lines for such a file, and ``tilerules perft --check
    FILE`` does the same as this.

    Args:
        path: The file, text in UTF-8.
        max_count: Numbers above this are not counted again, since they take long; by default
            all are.
        registry: Where rules are looked up; all installed ones by default.

    Raises:
        ConformanceError: A number differs; the finding names the first line that does.
        InvalidNotationError: A line cannot be read, or there is none; or it is no text in UTF-8.
        UnknownVariantError: A variant is not installed.
        UnknownHouseRuleError: A house rule is not installed.
        RulesVersionError: The numbers are those of another version of the rules.
        OSError: The file cannot be read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InvalidNotationError(f"{path}: this is no text in UTF-8") from error
    finding = examine_perft(text, max_count=max_count, registry=registry, name=str(path))
    if finding is not None:
        raise ConformanceError([finding])


def examine_perft(
    text: str,
    *,
    max_count: int | None = None,
    registry: Registry | None = None,
    name: str = "",
) -> Finding | None:
    """
    Find what :func:`check_perft` would raise, in the text of a file.

    Args:
        text: What stands in it.
        max_count: Numbers above this are not counted again.
        registry: Where rules are looked up; all installed ones by default.
        name: What the file is called in the finding.

    Returns:
        The first difference; None where there is none.

    Raises:
        TilerulesError: As :func:`check_perft` does; the message names the line.
    """
    known: dict[str, Variant] = {}
    walks = _Walks()
    for number, line in _numbered(text):
        if line.rules not in known:
            key, *rules = line.rules.split(";")
            try:
                known[line.rules] = with_all(chosen_registry(registry).variant(key), rules)
            except TilerulesError as error:
                error.args = (f"line {number}: {error}",)
                raise
        for found, position in _differences(known[line.rules], line, max_count, walks):
            return Finding(
                code="perft",
                found=f"{name or 'line'}:{number}: {found} ({line.start})",
                right=_RIGHT,
                variant=line.rules,
                seats=line.seats,
                seed=line.seed,
                move=line.after,
                position=position,
            )
    return None


def _differences(
    variant: Variant,
    line: PerftLine,
    max_count: int | None,
    walks: _Walks,
) -> Iterator[tuple[str, str]]:
    """Say what of a line differs, and the position it was counted from."""
    position = ""
    try:
        states = walks.of(variant, line)
        state = states[line.after]
        position = str(state.position)
        for depth, count in line.counts:
            if max_count is None or count <= max_count:
                counted = perft(state, depth)
                if counted != count:
                    yield f"depth {depth} is {counted}, not {count}", position
        if line.end:
            end = say_end(states)
            if end != line.end:
                yield f"the end is {end!r}, not {shown(line.end)}", position
    except TilerulesError as error:  # the line was made, so the rules have become others
        yield f"{type(error).__name__}: {error}", position
