"""
What only tile rummy has: a joker dealt to everybody, and ways to settle of clubs and leagues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs

from tilerules.decks import Shuffler
from tilerules.errors import InvalidDealError
from tilerules.melds.best_sets import is_opening
from tilerules.melds.duties import OPENED, InitialMeld
from tilerules.rules.dealing import MOST_REDEALS
from tilerules.rules.kinds import Dealing
from tilerules.scorers.kinds import Adjustment
from tilerules.scorers.results import RoundEnd, Verdict
from tilerules.scorers.settlements import HandsAgainst
from tilerules.state import Draft, PlanLike, Seat
from tilerules.texts import counted, say
from tilerules.tiles import Joker, TileMask, bits

__all__ = ["JokerEach", "LeaguePoints", "UnopenedPay"]


@attrs.frozen
class JokerEach(Dealing):
    """
    Everybody gets one joker; the other tiles are dealt as usual.
    """

    code = "joker-each"
    sentence = "Everybody is dealt a joker and {others} other tiles.{redeal}"

    others: int = 13
    """The tiles beside the joker."""
    redeal_pairs: int | None = 3
    """Deal again when a hand has so many pairs of equal tiles; None: never."""

    def params(self) -> dict[str, object]:
        redeal: object = ""
        if self.redeal_pairs is not None:
            again = " If a hand has {pairs} of equal tiles or more, all tiles are dealt again."
            redeal = say("joker-each.redeal", again, pairs=counted(self.redeal_pairs, "pair"))
        return {"others": self.others, "redeal_pairs": self.redeal_pairs, "redeal": redeal}

    def hand_size(self, tiles: int, seats: int) -> int:
        """
        Give the size of a hand with its joker.

        Raises:
            InvalidDealError: There are too few tiles.
        """
        size = self.others + 1
        if seats * size > tiles:
            raise InvalidDealError(f"{seats} seats of {size} tiles need more than {tiles}")
        return size

    def dealer(self, plan: PlanLike) -> Callable[[Draft, Shuffler, TileMask], None]:
        """Deal the jokers by seat, then stretches of the other tiles, shuffled."""
        seats, tile_set, others = plan.seats, plan.tile_set, self.others

        def deal(draft: Draft, chance: Shuffler, aside: TileMask) -> None:
            jokers = list(bits(tile_set.copies.get(Joker(), 0) & ~aside))[:seats]
            if len(jokers) < seats:
                raise InvalidDealError(f"{seats} seats need a joker each; there are {len(jokers)}")
            deck = [tile for tile in bits(tile_set.full & ~aside) if tile not in jokers]
            self.hand_size(len(deck) + seats, seats)
            for attempt in range(MOST_REDEALS):
                order = chance.shuffled(deck, "deal", attempt)
                hands = [order[seat * others : (seat + 1) * others] for seat in range(seats)]
                if not any(self._is_paired(plan, hand) for hand in hands):
                    break
            else:
                raise InvalidDealError(f"{MOST_REDEALS} deals in succession had too many pairs")
            draft.masks = tuple(
                sum(1 << tile for tile in (joker, *hand))
                for joker, hand in zip(jokers, hands, strict=True)
            )
            rest: Any = draft.rest
            rest.stock = tuple(order[seats * others :])
            if attempt:
                rest.setup = attrs.evolve(rest.setup, redeals=attempt)

        return deal

    def can_deal(self, plan: PlanLike, hands: tuple[TileMask, ...]) -> bool:
        """Ask for a joker in each hand, and for no hand that is dealt again."""
        jokers = plan.tile_set.copies.get(Joker(), 0)
        return all(
            hand & jokers and not self._is_paired(plan, list(bits(hand & ~jokers)))
            for hand in hands
        )

    def _is_paired(self, plan: PlanLike, hand: list[int]) -> bool:
        if self.redeal_pairs is None:
            return False
        faces = Counter(plan.tile_set.tiles[tile] for tile in hand)
        return sum(count // 2 for count in faces.values()) >= self.redeal_pairs


def _counts_against(end: RoundEnd) -> bool:
    """Say whether points are bad, and nobody gets what others pay."""
    return isinstance(end.plan.variant.settlement, HandsAgainst)


def _sides(end: RoundEnd) -> list[list[Seat]]:
    """Give the seats of each side: who plays alone is one."""
    sides = end.plan.sides
    return [[seat for seat in end.seats if sides[seat] == side] for side in sorted(set(sides))]


def _settled(end: RoundEnd, verdict: Verdict, paid: dict[Seat, int]) -> Verdict:
    """Let losers pay something else, partners once, and the winners share it, rounded down."""
    points = [*verdict.points]
    if _counts_against(end):
        for seat, pay in paid.items():
            points[seat] = pay
        return attrs.evolve(verdict, points=tuple(points))
    for seat, pay in paid.items():
        points[seat] = -pay
    sides = _sides(end)
    won = [side for side in sides if end.shares_side(side[0], verdict.winners)]
    total = -sum(points[side[0]] for side in sides if side not in won)
    for side in won:
        for seat in side:
            points[seat] = total // len(won)
    return attrs.evolve(verdict, points=tuple(points))


def _losers(end: RoundEnd, verdict: Verdict) -> list[list[Seat]]:
    """Give the sides that have lost, without those that have left."""
    return [
        side
        for side in _sides(end)
        if not end.shares_side(side[0], verdict.winners)
        and not all(seat in end.left for seat in side)
    ]


@attrs.frozen
class UnopenedPay(Adjustment):
    """
    Whoever has not laid the initial meld pays a fixed sum.

    Where hands are scored without play it asks who has.
    """

    code = "unopened-pay"
    rank = 100
    sentence = (
        "A loser who has not laid the initial meld pays {points} whatever the hand counts, or "
        "{able} if it holds an initial meld."
    )

    points: int = 100
    """What is paid."""
    able: int = 200
    """What is paid where the player could have laid the initial meld."""

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        state = end.state
        losers = _losers(end, verdict)
        if state is None and end.opened is None and losers:
            raise InvalidDealError(
                f"{self.code} asks who has laid the initial meld: name them as opened, or give an "
                "empty list for nobody"
            )
        opened = end.opened or () if state is None else state.rest.get(OPENED, ())
        paid: dict[Seat, int] = {}
        for side in losers:
            staying = [seat for seat in side if seat not in end.left]
            unopened = [seat for seat in staying if seat not in opened]
            if unopened:
                # Whoever has opened pays the hand beside a partner who has not.
                held = sum(end.counts[seat] for seat in staying if seat not in unopened)
                paid |= dict.fromkeys(side, held + sum(self._price(end, s) for s in unopened))
        return _settled(end, verdict, paid)

    def _price(self, end: RoundEnd, seat: Seat) -> int:
        plan = end.plan
        hand = tuple(plan.tile_set.bag(end.hands[seat]))
        is_able = all(
            is_opening((), (), hand, plan.layout.rules, part)
            for part in plan.variant.constraints
            if isinstance(part, InitialMeld)
        )
        return self.able if is_able else self.points


@attrs.frozen
class LeaguePoints(Adjustment):
    """Losses have a cap, and winner and runner-up get a bonus from nobody."""

    code = "league-points"
    rank = 200
    sentence = (
        "Nobody loses more than {cap} in a round. The winner gets {winner} on top, and the loser "
        "with the lowest count {runner_up}; several who are level get it each."
    )

    cap: int = 25
    """The most a loser pays."""
    winner: int = 50
    """What is added to the winner's points."""
    runner_up: int = 5
    """What is added to the points of the best loser."""

    def adjust(self, end: RoundEnd, verdict: Verdict) -> Verdict:
        losers = _losers(end, verdict)
        paid = {s: min(self.cap, abs(verdict.points[s])) for side in losers for s in side}
        capped = _settled(end, verdict, paid)
        held = [sum(end.counts[seat] for seat in side) for side in losers]
        next_best = [
            seat
            for side, count in zip(losers, held, strict=True)
            if count == min(held)
            for seat in side
        ]
        bonus = [
            self.winner
            if end.shares_side(seat, verdict.winners)
            else self.runner_up * (seat in next_best)
            for seat in end.seats
        ]
        good = -1 if _counts_against(end) else 1
        points = tuple(a + good * b for a, b in zip(capped.points, bonus, strict=True))
        return attrs.evolve(capped, points=points)
