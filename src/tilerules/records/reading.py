"""
Reading records and positions: their rules are looked up, and their moves played again.

A record tells some things twice: the rules in its header and in each position, the seed beside
the tiles dealt from it, the place of a round in its match. Where both are known, they must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tilerules.decks import SHUFFLE_VERSION, Seed, check_seed
from tilerules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidDealError,
    InvalidNotationError,
    InvalidPositionError,
    InvalidSeedError,
    RecordError,
    TilerulesError,
    UnknownTagError,
    check_type,
    shown,
)
from tilerules.play import Variant
from tilerules.play.match import Match
from tilerules.play.past import Past
from tilerules.play.position import spec_of
from tilerules.play.restoring.reading import read_position
from tilerules.play.round import Round
from tilerules.plugins import Registry
from tilerules.records.document import check_keys, check_kind, parse_document
from tilerules.records.rules import chosen_registry, variant_of
from tilerules.rules.dealing import check_names
from tilerules.state import Setup
from tilerules.texts import shortened

__all__ = ["load", "loads", "parse_position", "with_all"]

_DEAL = {"seed", "number", "redeals", "position"}
_ROUND = {"deal", "moves"}
_MOST_NUMBER = 1_000_000
_SHUFFLE = 1
"""The shuffle that records of this format were dealt by. After another one nothing can be said."""


def _check_seats(value: Any) -> tuple[tuple[str, ...], int]:
    """Read the seats: a number, or different names."""
    if type(value) is int:
        return (), value
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise RecordError(f"seats must be a number or a list of names, not {shown(value)}")
    try:
        return check_names(value), len(value)
    except InvalidDealError as error:
        raise RecordError(f"seats: {error}") from error


def _check_rules(position: str, variant: Variant, where: str) -> None:
    """Check that a position names the rules of the record it stands in."""
    word, spec = position.partition(" ")[0], spec_of(variant)
    if word != spec and not _means(word, variant):
        raise RecordError(
            f"{where}the position is one of {shown(word)}, the record one of {shown(spec)}"
        )


def _means(word: str, variant: Variant) -> bool:
    """Whether the first word of a position names rules by the keys they had once."""
    plain = variant._base or variant
    spec, *rules = word.split(";")
    try:
        return spec == spec_of(plain) and with_all(plain, rules) == variant
    except (TilerulesError, TypeError):
        return False


def _check_follows(variant: Variant, seed: Seed, past: Past | None, last: Round) -> None:
    """Check that a further round may follow."""
    number = 1 if past is None else past.number + 1
    if last.outcome is None:
        raise RecordError(f"round {number} is not over, but another follows it")
    ended = Match.of(variant, seed, past, last).outcome
    if ended is not None:
        raise RecordError(
            f"the match was over after round {number}, but another follows it: {ended}"
        )


def _check_place(deal: dict[str, Any], number: int, seed: Seed, where: str) -> None:
    """Check that a deal belongs to a match and to its place there."""
    if deal["number"] != number:
        raise RecordError(f"{where}the number of the deal is {shown(deal['number'])}, not {number}")
    mine = deal["seed"]
    if mine is None:
        raise RecordError(f"{where}a round of a match is dealt from the match's seed: none is null")
    if type(mine) is not type(seed) or mine != seed:
        raise RecordError(f"{where}the seed is {shown(mine)}, that of the match {shown(seed)}")


def _check_deal(start: Round, where: str) -> None:
    """Deal a round once more, where it is known what from, and compare the beginning."""
    setup = start.rest.setup
    is_known = setup.number == len(setup.previous) + 1
    if setup.seed is None or not is_known or SHUFFLE_VERSION != _SHUFFLE:
        return
    try:
        dealt = start.variant.deal(
            setup.names or start.seats, seed=setup.seed, previous=setup.previous
        )
    except TilerulesError as error:
        raise RecordError(f"{where}there is no such deal: {error}") from error
    if dealt != start or dealt.rest.setup.redeals != setup.redeals:
        raise RecordError(f"{where}the deal is not what the seed gives")


def loads(text: str, *, registry: Registry | None = None) -> Round | Match:
    """
    Read a record: the rules it names are looked up and its moves are played again.

    Args:
        text: What :func:`dumps` wrote.
        registry: Where variants and house rules are looked up; all installed ones by default.

    Raises:
        RecordError: It is no record, contradicts itself, or a move in it is not legal; it says
            where.
        UnknownTagError: It has a key or a move this version does not know.
        RulesVersionError: It was made under other versions of the rules.
        MissingPluginError: Its variant or a house rule is not installed.
    """
    record = parse_document(text)
    kind = check_kind(record)
    variant = variant_of(record, chosen_registry(registry))
    names, seats = _check_seats(record["seats"])
    reader = _Reader(variant, names, seats)
    return reader.round(record, "", ()) if kind == "round" else reader.match(record)


def load(file: Iterable[str], *, registry: Registry | None = None) -> Iterator[Round | Match]:
    """
    Read the records in an open text file, one after another, as they are asked for.

    A record is a line, as :func:`dump` writes it, or begins with a line ``{`` and ends with a line
    ``}``, as an indented one does; empty lines are passed over.

    Args:
        file: An open file, or any lines of text.
        registry: Where variants and house rules are looked up; all installed ones by default.

    Raises:
        RecordError: As :func:`loads`, with the number of the line where the record begins; so
            with its other errors.
    """
    lines: list[str] = []
    begun = 0
    for number, line in enumerate(file, 1):
        check_type("a line of a record", line, str)
        word = line.strip()
        if not lines and not word:
            continue
        begun = begun if lines else number
        lines.append(line)
        # An indented record is closed where it was opened: at the margin.
        if line.rstrip() == "}" or (len(lines) == 1 and word != "{"):
            yield _loaded(lines, begun, registry)
            lines = []
    if lines:
        yield _loaded(lines, begun, registry)


def _loaded(lines: list[str], begun: int, registry: Registry | None) -> Round | Match:
    """Read a record of a file."""
    try:
        return loads("".join(lines), registry=registry)
    except TilerulesError as error:
        error.args = (f"line {begun}: {error}", *error.args[1:])
        raise


class _Reader:
    """Reads the rounds of a record."""

    def __init__(self, variant: Variant, names: tuple[str, ...], seats: int) -> None:
        self.variant = variant
        self.names = names
        self.seats = seats

    def match(self, record: dict[str, Any]) -> Match:
        """Read a match, round by round."""
        seed = _seed_of(record["seed"], "")
        if not isinstance(record["rounds"], list) or not record["rounds"]:
            raise RecordError("rounds must be a list of at least one round")
        past: Past | None = None
        last: Round | None = None
        for number, one in enumerate(record["rounds"], 1):
            where = f"round {number}: "
            if last is not None:
                _check_follows(self.variant, seed, past, last)
                past = Past(past, last)
            check_keys(one, _ROUND, f"round {number}")
            check_keys(one["deal"], _DEAL, f"{where}deal")
            _check_place(one["deal"], number, seed, where)
            last = self.round(one, where, past or ())
        assert last is not None
        return Match.of(self.variant, seed, past, last)

    def round(self, record: dict[str, Any], where: str, previous: Sequence[Round]) -> Round:
        """Set a round up and play its moves."""
        state = self._start(record["deal"], where, previous)
        moves = record["moves"]
        if not isinstance(moves, list):
            raise RecordError(f"{where}moves must be a list")
        for step, move in enumerate(moves, 1):
            state = _replay(state, move, f"{where}move {step}")
        return state

    def _start(self, deal: Any, where: str, previous: Sequence[Round]) -> Round:
        """Set a round up as it began."""
        check_keys(deal, _DEAL, f"{where}deal")
        for key, least in (("number", 1), ("redeals", 0)):
            if type(deal[key]) is not int or not least <= deal[key] <= _MOST_NUMBER:
                raise RecordError(
                    f"{where}{key} must be a number from {least}, not {shown(deal[key])}"
                )
        seed = None if deal["seed"] is None else _seed_of(deal["seed"], where)
        setup = Setup(
            self.names, seed, deal["number"], deal["redeals"], previous, given=seed is None
        )
        position = deal["position"]
        if not isinstance(position, str):
            raise RecordError(f"{where}position must be text")
        _check_rules(position, self.variant, where)
        try:
            state = read_position(position, self.variant, setup=setup)
        except InvalidPositionError as error:
            raise RecordError(f"{where}{error}") from error
        if state.seats != self.seats:
            raise RecordError(
                f"{where}the deal is for {state.seats} seats, the record for {shown(self.seats)}"
            )
        _check_deal(state, where)
        return state


def _seed_of(value: Any, where: str) -> Seed:
    try:
        return check_seed(value)
    except (InvalidSeedError, TypeError) as error:
        raise RecordError(f"{where}{shortened(str(error))}") from error


def _replay(state: Round, move: Any, where: str) -> Round:
    if not isinstance(move, str):
        raise RecordError(f"{where} must be text, not {shown(move)}")
    try:
        return state.host(move)
    except InvalidNotationError as error:
        raise UnknownTagError(f"{where}: {shortened(str(error))}") from error
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise RecordError(f"{where}: {shortened(str(error))}") from error


def parse_position(text: str, *, registry: Registry | None = None) -> Round:
    """
    Make the round at a position; it has no moves and its parent is None.

    Args:
        text: The line that ``str(round_.position)`` gives.
        registry: Where variants and house rules are looked up; all installed ones by default.

    Raises:
        InvalidPositionError: The line cannot be read or cannot occur.
        UnknownVariantError: Its variant is not installed.
        UnknownHouseRuleError: A house rule is not installed.
        RulesVersionError: It was written under another version of the rules.
    """
    check_type("a position", text, str)
    if len(text.strip().splitlines()) != 1:
        raise InvalidPositionError(f"a position is one line of text, not {shown(text)}")
    spec, *rules = text.split()[0].split(";")
    variant = chosen_registry(registry).variant(spec)
    return read_position(text, with_all(variant, rules))


def with_all(variant: Variant, rules: Iterable[str]) -> Variant:
    """Apply recorded house rules, which were not refused when they were recorded."""
    rules = tuple(rules)
    return variant.with_rules(*rules, on_conflict="last") if rules else variant
