"""
Reading records and positions: their rules are looked up, and their moves played again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilerules.decks import Seed, check_seed
from tilerules.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidNotationError,
    InvalidPositionError,
    InvalidSeedError,
    RecordError,
    UnknownTagError,
    shown,
)
from tilerules.play.match import Match
from tilerules.play.positions import read_position
from tilerules.play.round import Round
from tilerules.plugins import Registry
from tilerules.records.checks import (
    check_deal,
    check_follows,
    check_place,
    check_rules,
    check_seats,
)
from tilerules.records.document import check_keys, check_kind, parse_document
from tilerules.records.rules import chosen_registry, variant_of
from tilerules.rules.state import Setup
from tilerules.texts import shortened
from tilerules.variants import Variant

__all__ = ["loads", "parse_position", "with_all"]

_DEAL = {"seed", "number", "redeals", "position"}
_ROUND = {"deal", "moves"}
_MOST_SAID = 300
_MOST_NUMBER = 1_000_000


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
        InvalidVariantError: The registry is none.
    """
    record = parse_document(text)
    kind = check_kind(record)
    variant = variant_of(record, chosen_registry(registry))
    names, seats = check_seats(record["seats"])
    reader = _Reader(variant, names, seats)
    return reader.round(record, "", ()) if kind == "round" else reader.match(record)


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
        rounds: list[Round] = []
        for number, one in enumerate(record["rounds"], 1):
            where = f"round {number}: "
            check_follows(self.variant, seed, rounds)
            check_keys(one, _ROUND, f"round {number}")
            check_keys(one["deal"], _DEAL, f"{where}deal")
            check_place(one["deal"], number, seed, where)
            rounds.append(self.round(one, where, tuple(rounds)))
        return Match(self.variant, seed, tuple(rounds))

    def round(self, record: dict[str, Any], where: str, previous: tuple[Round, ...]) -> Round:
        """Set a round up and play its moves."""
        state = self._start(record["deal"], where, previous)
        moves = record["moves"]
        if not isinstance(moves, list):
            raise RecordError(f"{where}moves must be a list")
        for step, move in enumerate(moves, 1):
            state = _replay(state, move, f"{where}move {step}")
        return state

    def _start(self, deal: Any, where: str, previous: tuple[Round, ...]) -> Round:
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
        check_rules(position, self.variant, where)
        try:
            state = read_position(position, self.variant, setup=setup)
        except InvalidPositionError as error:
            raise RecordError(f"{where}{error}") from error
        if state.seats != self.seats:
            raise RecordError(
                f"{where}the deal is for {state.seats} seats, the record for {shown(self.seats)}"
            )
        check_deal(state, where)
        return state


def _seed_of(value: Any, where: str) -> Seed:
    try:
        return check_seed(value)
    except InvalidSeedError as error:
        raise RecordError(f"{where}{shortened(str(error), _MOST_SAID)}") from error


def _replay(state: Round, move: Any, where: str) -> Round:
    """Play a recorded move."""
    if not isinstance(move, str):
        raise RecordError(f"{where} must be text, not {shown(move)}")
    try:
        return state.host(move)
    except InvalidNotationError as error:
        raise UnknownTagError(f"{where}: {shortened(str(error), _MOST_SAID)}") from error
    except (IllegalMoveError, AmbiguousMoveError) as error:
        raise RecordError(f"{where}: {shortened(str(error), _MOST_SAID)}") from error


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
        InvalidVariantError: The registry is none.
    """
    if not isinstance(text, str) or not text.strip():
        raise InvalidPositionError(f"a position is one line of text, not {shown(text)}")
    if "\n" in text.strip():
        raise InvalidPositionError("a position is one line of text")
    spec, *rules = text.split()[0].split(";")
    variant = chosen_registry(registry).variant(spec)
    return read_position(text, with_all(variant, rules))


def with_all(variant: Variant, rules: Iterable[str]) -> Variant:
    """Apply recorded house rules, which were not refused when they were recorded."""
    rules = tuple(rules)
    return variant.with_rules(*rules, on_conflict="last") if rules else variant
