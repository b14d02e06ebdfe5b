"""
Judging: from the end of a round to its outcome.

Values are counted, the ladder of rungs is climbed until one side is left, then settlement,
points scored during play, and adjustments. Seat order decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs

from tilerules.faults import faults_of, misshapen
from tilerules.looks import html_table
from tilerules.play.base import Resolved
from tilerules.scorers.kinds import Adjustment, Rung, Settlement
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.state import GONE, EndReason, Seat, unfrozen
from tilerules.texts import Listed, Text, named, say, seat_names
from tilerules.tiles import Tile, TileMask

__all__ = ["Counted", "Outcome", "count", "judge", "judge_state"]


@attrs.frozen
class Counted:
    """
    What one tile of a hand counted, and why.
    """

    tile: Tile
    """The tile."""
    value: int
    """What it counted."""
    is_dead: bool
    """Whether it lay face down."""
    because: str = ""
    """The rule by which it counted that, in words; empty where it counted its pips."""

    def __str__(self) -> str:
        why = f" ({self.because.rstrip('.')})" if self.because else ""
        return f"{'x' if self.is_dead else ''}{self.tile} {self.value}{why}"


class _Held(NamedTuple):
    """What the tiles were that counted: most outcomes are never asked."""

    plan: Resolved
    hands: Sequence[TileMask]
    dead: Sequence[TileMask]


@attrs.frozen
class Outcome:
    """
    How a round ended. Tuples have one entry a seat.

    A tie has the level seats as :attr:`winners`, :attr:`is_tie` true, and neither a
    :attr:`decided_by` nor a :attr:`leader`.
    """

    reason: EndReason
    """Why the round ended."""
    winners: tuple[Seat, ...]
    """
    The winning seats, sorted; with partners the whole side. In a tie all that are level: they
    share the round, and no one of them has won it (:attr:`is_tie`).
    """
    counts: tuple[int, ...]
    """What is counted against each seat (pips; an empty hand 0); lower is better."""
    points: tuple[int, ...]
    """What the round adds to each seat's match total; the variant says which way is better."""
    decided_by: str | None
    """The code of the step that decided, e.g. ``"count"``; None for a tie."""
    leader: Seat | None = None
    """The seat whose hand was best; None for a tie."""
    names: tuple[str, ...] = attrs.field(default=(), eq=False)
    """The seats' names, for display."""
    because: str = attrs.field(default="", eq=False, repr=False)
    """What decided, in English; in another language it stands under ``<decided_by>.because``."""
    sides: tuple[int, ...] = attrs.field(default=(), eq=False, repr=False)
    """Each seat's side where the hands of partners are added, for display; empty elsewhere."""
    packages: tuple[str, ...] = attrs.field(default=(), eq=False, repr=False)
    """The packages of the game, whose catalogues say what decided."""
    _held: Any = attrs.field(default=(), eq=False, repr=False)
    """What :attr:`breakdown` gives, or what it is made of when somebody asks."""

    @property
    def breakdown(self) -> tuple[tuple[Counted, ...], ...]:
        """
        What each seat's tiles counted, and why: together :attr:`counts`.

        Empty for an outcome that was made without hands.
        """
        held: _Held | tuple[tuple[Counted, ...], ...] = self._held
        return _broken_down(*held) if isinstance(held, _Held) else held

    def __reduce__(self) -> tuple[Any, ...]:
        # What it is made of is as large as a game; what it gives is not.
        fields = [getattr(self, field.name) for field in attrs.fields(Outcome)[:-1]]
        return Outcome, (*fields, self.breakdown)

    @property
    def is_tie(self) -> bool:
        """Whether nobody won alone, or with partners."""
        return self.decided_by is None

    def _repr_html_(self) -> str:
        names = seat_names(self.names, len(self.counts))
        rows = zip(names, self.counts, self.points, strict=True)
        return html_table(["player", "counted", "points"], rows, f"{self}.")

    @property
    def why(self) -> Text:
        """What decided, as a phrase: *the lowest count*."""
        code = self.decided_by or ""
        return say(f"{code}.because", self.because or code)

    def text(self) -> Text:
        """Say in one line who won, why, and what is counted against each seat."""
        called = [named(self.names, seat) for seat in range(len(self.counts))]
        counts: list[object] = [Listed(_each(called, self.counts), ",")]
        for side in sorted(set(self.sides)):
            mine = [seat for seat, other in enumerate(self.sides) if other == side]
            together = Listed(called[seat] for seat in mine)
            counts.append(
                say(
                    "outcome.together",
                    "{names} {count}",
                    names=together,
                    count=sum(self.counts[seat] for seat in mine),
                )
            )
        how = _HOW[self.reason]
        facts = {"how": say(f"outcome.{self.reason.value}", how), "counts": Listed(counts, ";")}
        who = Listed(called[seat] for seat in self.winners)
        n = len(self.winners)
        if not n:
            found = say("outcome.nobody", "nobody wins ({how}; {counts})", **facts)
        elif self.is_tie:
            shares = "{who} share it ({how}; {counts})"
            found = say("outcome.tie", shares, n=n, who=who, **facts)
        elif self.because:
            one = "{who} wins, by {why} ({how}; {counts})"
            many = "{who} win, by {why} ({how}; {counts})"
            found = say("outcome.by", one, many, "n", n=n, who=who, why=self.why, **facts)
        else:
            one = "{who} wins ({how}; {counts})"
            many = "{who} win ({how}; {counts})"
            found = say("outcome.wins", one, many, "n", n=n, who=who, **facts)
        return attrs.evolve(found, packages=self.packages)

    def render(self, *, language: str = "") -> str:
        """
        Say the outcome in one line.

        Args:
            language: The language, e.g. ``"id"``; English by default.
        """
        return self.text().render(language=language)

    def __str__(self) -> str:
        return self.render()


_HOW = {
    EndReason.WENT_OUT: "a hand is empty",
    EndReason.BLOCKED: "blocked",
    EndReason.ABANDONED: "abandoned",
    EndReason.DECIDED: "decided",
}
"""Why a round ended, in brackets."""


def _each(called: Sequence[object], counts: Sequence[int]) -> list[Text]:
    """Say what is counted against each seat."""
    pairs = zip(called, counts, strict=True)
    return [say("outcome.count", "{name} {count}", name=name, count=n) for name, n in pairs]


_ABANDONED = EndReason.ABANDONED


_INT = {int}


# Made once a round, in the middle of play: see ``unfrozen``.
_OutcomeDraft: Any = unfrozen(Outcome)


_RoundEndDraft: Any = unfrozen(RoundEnd)


def count(plan: Resolved, hands: Sequence[TileMask], dead: Sequence[TileMask]) -> tuple[int, ...]:
    """Count what is held against each seat."""
    if plan.values:
        pairs = zip(hands, dead, strict=True)
        return tuple([sum([entry[0] for entry in plan.hold(*pair)]) for pair in pairs])
    pips = plan.pips
    counts = []
    for hand, face_down in zip(hands, dead, strict=True):
        total = 0
        left = hand | face_down
        while left:
            low = left & -left
            total += pips[low]
            left ^= low
        counts.append(total)
    return tuple(counts)


def _broken_down(
    plan: Resolved, hands: Sequence[TileMask], dead: Sequence[TileMask]
) -> tuple[tuple[Counted, ...], ...]:
    """Say what each tile of each hand counts, and by which rule."""
    found = []
    with faults_of(plan.variant):
        for hand, face_down in zip(hands, dead, strict=True):
            held = plan.by_pips(hand, face_down)
            why = [""] * len(held)
            for part in plan.values:
                after = part.revalue(plan, held)
                told = " ".join(map(str, part.describe_in(plan.variant)))
                why = [
                    told if before[0] != now[0] else said
                    for before, now, said in zip(held, after, why, strict=False)
                ]
                held = after
            found.append(
                tuple(
                    Counted(tile, value, is_dead, said)
                    for (value, tile, is_dead), said in zip(held, why, strict=False)
                )
            )
    return tuple(found)


def _climb(
    ladder: Sequence[Rung], end: RoundEnd, sides: Sequence[int], *, by_sum: bool
) -> tuple[Sequence[Seat], Rung | None]:
    """
    Keep the best seats rung by rung: single ones, or whole sides whose hands are added.

    Returns:
        The seats left, and the last rung that removed any; None for a tie.
    """
    last = ladder[0]
    if not by_sum and not end.left:
        # Most rounds are decided here: one seat has the best first key.
        keys = last.keys(end)
        try:
            best = min(keys)
        except TypeError:
            best = _least(end, last, keys)
        if keys.count(best) == 1:
            return (keys.index(best),), last
    left = end.staying
    for rung in ladder:
        keys = _of_sides(rung, end, sides) if by_sum else rung.keys(end)
        best = _least(end, rung, [keys[seat] for seat in left])
        kept = [seat for seat in left if keys[seat] == best]
        if len(kept) < len(left):
            last, left = rung, kept
        if len(left) == 1 or (by_sum and _are_one_side(left, sides)):
            return left, last
    return left, last if _are_one_side(left, sides) else None


def _least(end: RoundEnd, rung: Rung, keys: Sequence[Any]) -> Any:
    """
    Give the best of some keys.

    Raises:
        PluginError: They cannot be compared.
    """
    try:
        return min(keys)
    except TypeError as error:
        what = f"the keys of the seats must be such as can be compared ({error})"
        raise misshapen(end.plan.variant, rung, what, keys) from error


def _of_sides(rung: Rung, end: RoundEnd, sides: Sequence[int]) -> Sequence[Any]:
    """Give each seat the key of its side."""
    keys = {
        side: rung.of_side(end, [seat for seat in end.seats if sides[seat] == side])
        for side in set(sides)
    }
    return [keys[side] for side in sides]


def _are_one_side(seats: Sequence[Seat], sides: Sequence[int]) -> bool:
    return len({sides[seat] for seat in seats}) == 1


def judge(end: RoundEnd, names: tuple[str, ...] = (), played: Sequence[int] = ()) -> Outcome:
    """
    Decide a round.

    Args:
        end: What is known of its end.
        names: The seats' names.
        played: Points scored during play, each seat's.
    """
    plan: Any = end.plan
    variant, sides = plan.variant, plan.sides
    left, rung = _climb(plan.ladder, end, sides, by_sum=variant.sides.by_sum)
    winners = tuple(left)
    if plan.has_partners:
        best = {sides[seat] for seat in left}
        winners = tuple([seat for seat in end.staying if sides[seat] in best])
    leader: Seat | None = None
    code, because = None, ""
    if rung is not None:
        leader = left[0] if len(left) == 1 else _best_single(plan.leading, end, left)
        code, because = rung.code, rung.because
    if end.reason is _ABANDONED:
        code, because = _ABANDONED.value, "the others having left"
    settlement = variant.settlement
    paid = winners if code is not None or settlement.shares else ()
    points = _settle(plan, end, paid)
    if plan.adjustments:
        verdict = Verdict(winners, points, code, leader)
        for adjustment in plan.adjustments:
            verdict = adjustment.adjust(end, verdict)
            _check_points(plan, adjustment, verdict.points, plan.seats)
            if plan.has_partners:
                _check_partners(plan, adjustment, verdict.points)
        winners, points, leader = verdict.winners, verdict.points, verdict.leader
        if verdict.decided_by != code:
            code, because = verdict.decided_by, ""
    if played:
        points = tuple([a + b for a, b in zip(points, played, strict=True)])
        if plan.has_partners:
            _check_partners(plan, settlement, points)
    outcome: Any = object.__new__(_OutcomeDraft)
    outcome.reason = end.reason
    outcome.winners = winners
    outcome.counts = end.counts
    outcome.points = points
    outcome.decided_by = code
    outcome.leader = leader
    outcome.names = names
    outcome.because = because
    outcome.sides = sides if variant.sides.by_sum else ()
    outcome.packages = plan.packages
    outcome._held = _Held(plan, end.hands, end.dead)
    outcome.__class__ = Outcome
    return outcome  # type: ignore[no-any-return]


def _settle(plan: Any, end: RoundEnd, winners: tuple[Seat, ...]) -> tuple[int, ...]:
    """Ask for everybody's points; with partners for each side's, which both of them are given."""
    settlement: Settlement = plan.variant.settlement
    if not plan.has_partners:
        points = settlement.points(end, winners)
        _check_points(plan, settlement, points, plan.seats)
        return points
    sides = plan.sides
    known = sorted(set(sides))
    best = {sides[seat] for seat in winners}
    won = tuple([number for number, side in enumerate(known) if side in best])
    points = settlement.points(end.of_sides(), won)
    _check_points(plan, settlement, points, len(known))
    return tuple([points[known.index(side)] for side in sides])


def _check_points(plan: Resolved, part: Settlement | Adjustment, points: Any, entries: int) -> None:
    """
    Check what a part gave as points.

    Raises:
        PluginError: It is not a tuple of one int a seat, or a side.
    """
    if type(points) is not tuple or len(points) != entries or {*map(type, points)} != _INT:
        each = "seat" if entries == plan.seats else "side"
        what = f"points must be a tuple of {entries} ints, one a {each}"
        raise misshapen(plan.variant, part, what, points)


def _check_partners(plan: Any, part: Settlement | Adjustment, points: tuple[int, ...]) -> None:
    """
    Check that partners have the same points.

    Raises:
        PluginError: They have not: a part booked something to one of them alone.
    """
    if len({*zip(plan.sides, points, strict=True)}) != len({*plan.sides}):
        what = "a side has one account, so partners must have the same points"
        raise misshapen(plan.variant, part, what, points)


def _best_single(ladder: Sequence[Rung], end: RoundEnd, seats: Sequence[Seat]) -> Seat | None:
    """Give the seat of a side with the best hand; None if they are level to the last rung."""
    left = seats
    for rung in ladder:
        keys = rung.keys(end)
        best = _least(end, rung, [keys[seat] for seat in left])
        left = [seat for seat in left if keys[seat] == best]
    return left[0] if len(left) == 1 else None


def judge_state(plan: Resolved, state: Any) -> Outcome:
    """Decide a round that has been played to its end."""
    rest = state.rest
    end: Any = object.__new__(_RoundEndDraft)
    end.plan = plan
    end.reason, end.by = state.end
    end.hands = state.masks
    end.dead = rest.dead
    end.counts = count(plan, state.masks, rest.dead)
    end.state = state
    end.named_tile = end.open_ends = end.opened = None
    end.left = rest.get(GONE, ()) if rest.ext else ()
    end.__class__ = RoundEnd
    return judge(end, rest.setup.names, () if rest.points == plan.zero else rest.points)
