"""
Scoring hands that somebody names, without play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tilerules.errors import InvalidDealError, InvalidNotationError, SeatError, check_type, shown
from tilerules.faults import faults_of
from tilerules.play.base import Playable, Resolved
from tilerules.play.judging import Outcome, count, judge
from tilerules.rules.dealing import check_names
from tilerules.scorers.results import RoundEnd
from tilerules.state import EndReason
from tilerules.texts import join, seat_names
from tilerules.tiles import Domino, Tile, TileMask, TilesLike

__all__ = ["score_hands"]

_DEAD = re.compile(r"(?<![\w\]])x\s*(\[[^\]]*\]|[^\s,\[\]]+)|(?<=\])x\s*(\[[^\]]*\]|[^\s,\[\]]+)")


def _split(plan: Resolved, hand: TilesLike) -> tuple[list[str], list[str]]:
    """Split a written hand into live and dead tiles."""
    words = [hand] if isinstance(hand, str) else [str(tile) for tile in hand]
    live: list[str] = []
    dead: list[str] = []
    for word in words:
        dead += [first or second for first, second in _DEAD.findall(word)]
        live += [str(tile) for tile in plan.tile_set.read(_DEAD.sub(" ", word))]
    return live, [str(plan.tile_set.tile(word)) for word in dead]


def _split_of(plan: Resolved, who: str, hand: TilesLike) -> tuple[list[str], list[str]]:
    """Split a hand, and show it as it was written where it cannot be read."""
    try:
        return _split(plan, hand)
    except InvalidNotationError as error:
        message = f"{who}: {error} (in {shown(hand)})"
        raise InvalidNotationError(
            message, text=hand if isinstance(hand, str) else shown(hand), part=error.part
        ) from error


def score_hands(
    variant: Playable,
    hands: Mapping[str, TilesLike] | Sequence[TilesLike],
    *,
    reason: str | None,
    by: str | int | None,
    last_tile: str | None,
    ends: tuple[int, int] | None,
    opened: Iterable[str | int] | None,
) -> Outcome:
    """Judge hands; see :meth:`tilerules.Variant.score`."""
    check_type("hands", hands, Mapping, Sequence)
    names = check_names(tuple(hands)) if isinstance(hands, Mapping) else ()
    listed = list(hands.values()) if isinstance(hands, Mapping) else list(hands)
    most = max(variant.seats)
    if not 2 <= len(listed) <= most:
        raise InvalidDealError(f"{variant.key} scores 2 to {most} hands, not {len(listed)}")
    plan = variant.plan(len(listed))
    # Each tile counted is taken out of ``free``, of equal ones the lowest: none counts twice.
    free = plan.tile_set.full
    live: list[TileMask] = []
    dead: list[TileMask] = []
    called = seat_names(names, len(listed))
    for who, hand in zip(called, listed, strict=True):
        for words, masks in zip(_split_of(plan, who, hand), (live, dead), strict=True):
            mask = 0
            for word in words:
                left = plan.tile_set.copies[plan.tile_set.tile(word)] & free & ~mask
                if not left:
                    raise InvalidDealError(
                        f"{who}: {word} in {hand!r} is counted in another place already"
                    )
                mask |= left & -left
            free &= ~mask
            masks.append(mask)
    mover = _seat(by, names, len(listed))
    out = [seat for seat, mask in enumerate(live) if not mask]
    if reason is None:
        why = EndReason.WENT_OUT if out else EndReason.BLOCKED
    else:
        try:
            why = EndReason(reason.value if isinstance(reason, EndReason) else reason)
        except ValueError:
            known = ", ".join(one.value for one in EndReason)
            raise InvalidDealError(f"{reason!r} is no reason; known: {known}") from None
    with faults_of(variant):
        _check_reason(variant, why)
    if why is EndReason.WENT_OUT:
        _check_out(mover, out, called)
    if mover is None and why is EndReason.WENT_OUT and len(out) == 1:
        mover = out[0]
    tile = plan.tile_set.tile(last_tile) if last_tile is not None else None
    if tile is not None and not plan.tile_set.copies[tile] & free:
        raise InvalidDealError(f"{tile} was laid last, but it is counted in a hand")
    have_opened = None if opened is None else _seats(opened, names, len(listed))
    _check_ends(ends, plan.tile_set.highest, tile)
    with faults_of(variant):
        counts = count(plan, live, dead)
        end = RoundEnd(
            plan,
            why,
            tuple(live),
            tuple(dead),
            counts,
            by=mover,
            named_tile=tile,
            open_ends=ends,
            opened=have_opened,
        )
        return judge(end, names)


def _check_reason(variant: Playable, why: EndReason) -> None:
    """Refuse a reason for which these rules end no round."""
    known = {ending.reason_why for ending in variant.endings}
    # Who has left is no fact that can be given, and without it nobody can be judged.
    known.discard(EndReason.ABANDONED)
    if why not in known:
        names = join(sorted(one.value for one in known), "or")
        raise InvalidDealError(
            f"hands of {variant.key} are scored after {names}, not after {why.value}"
        )


def _check_out(mover: int | None, out: Sequence[int], names: tuple[str, ...]) -> None:
    """Refuse that somebody went out who holds a tile."""
    if not out:
        raise InvalidDealError("nobody went out: every hand still holds a tile that is not dead")
    if mover is not None and mover not in out:
        raise InvalidDealError(f"{names[mover]} did not go out: a tile that is not dead is left")


def _check_ends(ends: tuple[int, int] | None, highest: int, tile: Tile | None) -> None:
    """Refuse open ends that no line can have, or that the last tile did not match."""
    if ends is None:
        return
    for pips in ends:
        check_type("an open end", pips, int)
    if len(ends) != 2 or not all(0 <= pips <= highest for pips in ends):
        raise InvalidDealError(f"ends are two numbers from 0 to {highest}, not {ends!r}")
    if isinstance(tile, Domino) and not {tile.low, tile.high} & set(ends):
        raise InvalidDealError(
            f"{tile} was laid last, but it matches neither of the ends {ends[0]} and {ends[1]}"
        )


def _seats(some: Iterable[str | int], names: tuple[str, ...], seats: int) -> tuple[int, ...]:
    """
    Read seats, or their names.

    Raises:
        SeatError: There is no such seat.
    """
    check_type("opened", some, Iterable)
    if isinstance(some, str):
        raise TypeError(f"opened is a list of seats or names, not the text {shown(some)}")
    found = [_seat(one, names, seats) for one in some]
    return tuple(sorted({seat for seat in found if seat is not None}))


def _seat(by: str | int | None, names: tuple[str, ...], seats: int) -> int | None:
    """Read a seat, or its name."""
    if by is None:
        return None
    check_type("a seat", by, int, str)
    if by in names:
        return names.index(by)
    if isinstance(by, int) and 0 <= by < seats:
        return by
    known = ", ".join(names) or f"0 to {seats - 1}"
    raise SeatError(f"there is no seat {shown(by)}; there is {known}")
