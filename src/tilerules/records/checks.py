"""
Does a record agree with itself?

A record tells some things twice: the rules in its header and in each position, the seed beside
the tiles dealt from it, the place of a round in its match. Where both are known, they must agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilerules.decks import SHUFFLE_VERSION, Seed
from tilerules.errors import InvalidDealError, RecordError, TilerulesError, shown
from tilerules.play.match import Match
from tilerules.play.positions import spec_of
from tilerules.play.round import Round
from tilerules.rules.dealing import check_names
from tilerules.variants import Variant

__all__ = ["check_deal", "check_follows", "check_place", "check_rules", "check_seats"]

_SHUFFLE = 1
"""The shuffle that records of this format were dealt by. After another one nothing can be said."""


def check_seats(value: Any) -> tuple[tuple[str, ...], int]:
    """
    Read the seats: a number, or different names.

    Returns:
        The names, empty where there are none, and the number.

    Raises:
        RecordError: It is neither.
    """
    if type(value) is int:
        return (), value
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise RecordError(f"seats must be a number or a list of names, not {shown(value)}")
    try:
        return check_names(value), len(value)
    except InvalidDealError as error:
        raise RecordError(f"seats: {error}") from error


def check_rules(position: str, variant: Variant, where: str) -> None:
    """
    Check that a position names the rules of the record it stands in.

    Raises:
        RecordError: It names others.
    """
    word, spec = position.partition(" ")[0], spec_of(variant)
    if word != spec:
        raise RecordError(
            f"{where}the position is one of {shown(word)}, the record one of {shown(spec)}"
        )


def check_follows(variant: Variant, seed: Seed, rounds: Sequence[Round]) -> None:
    """
    Check that a further round may follow.

    Args:
        variant: The rules of the match.
        seed: Its seed.
        rounds: The rounds before.

    Raises:
        RecordError: The last one is not over, or the match is.
    """
    if not rounds:
        return
    if rounds[-1].outcome is None:
        raise RecordError(f"round {len(rounds)} is not over, but another follows it")
    ended = Match(variant, seed, tuple(rounds)).outcome
    if ended is not None:
        raise RecordError(
            f"the match was over after round {len(rounds)}, but another follows it: {ended}"
        )


def check_place(deal: dict[str, Any], number: int, seed: Seed, where: str) -> None:
    """
    Check that a deal belongs to a match and to its place there.

    Raises:
        RecordError: It has another number, or another seed.
    """
    if deal["number"] != number:
        raise RecordError(f"{where}the number of the deal is {shown(deal['number'])}, not {number}")
    mine = deal["seed"]
    if mine is not None and (type(mine) is not type(seed) or mine != seed):
        raise RecordError(f"{where}the seed is {shown(mine)}, that of the match {shown(seed)}")


def check_deal(start: Round, where: str) -> None:
    """
    Deal a round once more, where it is known what from, and compare the beginning.

    Args:
        start: The round as it began.
        where: What an error begins with.

    Raises:
        RecordError: The tiles, the opener or the number of deals are not those of the seed.
    """
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
