"""
Scoring hands that somebody names, without play.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tilerules.errors import InvalidDealError, InvalidNotationError
from tilerules.play.judge import Outcome, count, judge
from tilerules.play.plan import Plan
from tilerules.rules.ends import EndReason, RoundEnd
from tilerules.tiles import TileMask, TilesLike

if TYPE_CHECKING:
    from tilerules.variants import Variant

__all__ = ["score_hands"]

_DEAD = re.compile(r"(?<![\w\]])x\s*(\[[^\]]*\]|[^\s,\[\]]+)|(?<=\])x\s*(\[[^\]]*\]|[^\s,\[\]]+)")


def _split(plan: Plan, hand: TilesLike) -> tuple[list[str], list[str]]:
    """Split a written hand into live and dead tiles."""
    if not isinstance(hand, Iterable):
        raise InvalidNotationError(f"tiles are a text or several tiles, not {hand!r}")
    words = [hand] if isinstance(hand, str) else [str(tile) for tile in hand]
    live: list[str] = []
    dead: list[str] = []
    for word in words:
        dead += [first or second for first, second in _DEAD.findall(word)]
        live += [str(tile) for tile in plan.tile_set.read(_DEAD.sub(" ", word))]
    return live, [str(plan.tile_set.tile(word)) for word in dead]


def score_hands(
    variant: Variant,
    hands: Mapping[str, TilesLike] | Sequence[TilesLike],
    *,
    reason: str | None,
    by: str | int | None,
    last_tile: str | None,
    ends: tuple[int, int] | None,
) -> Outcome:
    """Judge hands; see :meth:`tilerules.Variant.score`."""
    if isinstance(hands, str) or not isinstance(hands, Mapping | Sequence):
        raise InvalidDealError(f"hands are a mapping or a sequence, one a seat, not {hands!r}")
    names = tuple(hands) if isinstance(hands, Mapping) else ()
    listed = list(hands.values()) if isinstance(hands, Mapping) else list(hands)
    most = max(variant.seats)
    if not 2 <= len(listed) <= most:
        raise InvalidDealError(f"{variant.key} scores two to {most} hands, not {len(listed)}")
    plan = variant.plan(len(listed))
    free = plan.tile_set.full
    live: list[TileMask] = []
    dead: list[TileMask] = []
    for seat, hand in enumerate(listed):
        for words, masks in zip(_split(plan, hand), (live, dead), strict=True):
            mask = 0
            for word in words:
                left = plan.tile_set.copies[plan.tile_set.tile(word)] & free & ~mask
                if not left:
                    who = names[seat] if names else f"seat {seat}"
                    raise InvalidDealError(f"{who}: {word} is counted in another place already")
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
    if mover is None and why is EndReason.WENT_OUT and len(out) == 1:
        mover = out[0]
    tile = plan.tile_set.tile(last_tile) if last_tile is not None else None
    if tile is not None and not plan.tile_set.copies[tile] & free:
        raise InvalidDealError(f"{tile} was laid last, but it is counted in a hand")
    _check_ends(ends, plan.tile_set.highest)
    counts = count(plan, live, dead)
    end = RoundEnd(
        plan, why, tuple(live), tuple(dead), counts, by=mover, named_tile=tile, ends=ends
    )
    return judge(end, names)


def _check_ends(ends: object, highest: int) -> None:
    """Refuse open ends that no line can have."""
    if ends is None:
        return
    if not (
        isinstance(ends, Sequence)
        and len(ends) == 2
        and all(type(pips) is int and 0 <= pips <= highest for pips in ends)
    ):
        raise InvalidDealError(f"ends are two numbers from 0 to {highest}, not {ends!r}")


def _seat(by: str | int | None, names: tuple[str, ...], seats: int) -> int | None:
    """Read a seat, or its name."""
    if by is None:
        return None
    if isinstance(by, str) and by in names:
        return names.index(by)
    if isinstance(by, int) and not isinstance(by, bool) and 0 <= by < seats:
        return by
    known = ", ".join(names) or f"0 to {seats - 1}"
    raise InvalidDealError(f"there is no seat {by!r}; there is {known}")
