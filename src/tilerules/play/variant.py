"""
A variant: a set of rules with all that can be done with it, house rules and the door to play.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import attrs

from tilerules.decks import Seed, check_seed
from tilerules.errors import (
    InvalidDealError,
    NoEffectWarning,
    TilerulesError,
    UnknownVariantError,
    check_type,
    nearest,
    shown,
    warn_caller,
)
from tilerules.faults import FAULTS, blame, faults_of
from tilerules.play.judging import Outcome
from tilerules.play.lanes import Lanes, play_lanes
from tilerules.play.match import Match
from tilerules.play.past import Past
from tilerules.play.plans.plan import Plan, shared_plan
from tilerules.play.round import Round
from tilerules.play.scoring import score_hands
from tilerules.rules.dealing import check_names, read_hands
from tilerules.rulesets.composing import apply_rules, once
from tilerules.rulesets.house_rules import BoundRule, HouseRule, Preset, find_rules
from tilerules.rulesets.leaves import Change, changes
from tilerules.rulesets.remembered import remembered
from tilerules.rulesets.rulebook import RuleBook, make_rulebook
from tilerules.rulesets.ruleset import Ruleset
from tilerules.rulesets.table import table_rules
from tilerules.state import Setup
from tilerules.texts import join
from tilerules.tiles import TilesLike

__all__ = ["SeatsLike", "Variant"]

SeatsLike: TypeAlias = "int | Sequence[str]"
"""How many seats, or a name for each."""


@attrs.frozen(kw_only=True, slots=False, repr=False)
class Variant(Ruleset):
    """
    A complete set of rules for a round and a match.

    It is data: a frozen record of components, grouped by decision point. Two variants are
    equal when their components are. Make one with :meth:`of`, in the words of the table, or
    change one with :meth:`with_rules`, :meth:`put`, :meth:`drop` and :meth:`tune`.
    """

    _plans: dict[int, Plan] = attrs.field(init=False, eq=False, factory=dict)

    def __hash__(self) -> int:
        return super().__hash__()

    def rulebook(self) -> RuleBook:
        """Give the rules in force, in prose, with their sources."""
        return make_rulebook(self)

    def diff(self, other: Variant) -> tuple[Change, ...]:
        """
        Give the parameters in which this variant differs from another one.
        """
        check_type("other", other, Variant)
        return changes(other, self)

    @property
    def rules_by_key(self) -> dict[str, HouseRule]:
        """
        Every house rule that can be asked for, by key: those it offers, and those of the table.

        A rule of the table that makes no sense for it is refused with the reason when it is
        applied.
        """
        return {rule.key: rule for rule in (*table_rules(self), *self.house_rules)}

    def find_rules(self, text: str) -> tuple[BoundRule, ...]:
        """
        Read the key of a house rule with its parameters, in full or short.

        Raises:
            UnknownHouseRuleError: There is no such rule for this variant.
            InvalidVariantError: A parameter is wrong.
        """
        return self._found(text)

    def _found(self, text: str, *, warn: bool = True) -> tuple[BoundRule, ...]:
        known = self.rules_by_key.values()
        return find_rules(known, self.moved_rules, text, self.name, warn=warn)

    def with_rules(
        self, *rules: str | HouseRule | BoundRule, on_conflict: str = "refuse"
    ) -> Variant:
        """
        Apply house rules; in which order they are given does not matter.

        One that has no effect with the others is warned of (:class:`~tilerules.NoEffectWarning`).

        Args:
            rules: Keys such as ``"gaple/lone-blank:points=25"``, or the rules themselves.
            on_conflict: What to do when two change the same parameter of the same part:
                ``"refuse"`` them, or let the one given ``"last"`` win.

        Raises:
            UnknownHouseRuleError: A rule does not exist or is not for this variant.
            HouseRuleConflictError: Two rules change the same thing.
            InvalidVariantError: A parameter is wrong, or the rules together make no game.
        """
        how = (on_conflict, rules)
        found: Variant = remembered(
            self._memory.ruled, "rules", self, how, lambda: self._with_rules(rules, on_conflict)
        )
        for text in rules:
            # Here, for what is remembered is not read again.
            key = text.partition(":")[0].strip() if isinstance(text, str) else None
            if any(key in (moved.key, moved.name) for moved in self.moved_rules):
                self.find_rules(text)  # type: ignore[arg-type]  # it is text
        # Where the later wins, as in what was recorded, the others are not judged again.
        for rule in found.without_effect if on_conflict == "refuse" else ():
            if rule not in self.without_effect:
                message = f"{rule} has no effect on {self.key} with the other rules in force"
                warn_caller(message, NoEffectWarning)
        return found

    def _with_rules(
        self, rules: Iterable[str | HouseRule | BoundRule], on_conflict: str
    ) -> Variant:
        bound: list[BoundRule] = []
        for rule in rules:
            if isinstance(rule, HouseRule):
                rule = rule.bind()
            bound += (rule,) if isinstance(rule, BoundRule) else self._found(rule, warn=False)
        base: Variant = self._base or self
        every = once((*self.applied, *bound), keep_last=on_conflict == "last")
        # However they were named, and in however many steps: the same rules are one variant.
        how = (on_conflict, every)
        found: Variant = remembered(
            self._memory.ruled, "bound", base, how, lambda: base._ruled(every, on_conflict)
        )
        return found

    def _ruled(self, rules: tuple[BoundRule, ...], on_conflict: str) -> Variant:
        changed = apply_rules(self, rules, on_conflict=on_conflict)
        return attrs.evolve(changed, applied=rules, base=self, origin=self.origin)

    def with_preset(self, name: str) -> Variant:
        """
        Apply a published preset.

        Raises:
            UnknownVariantError: There is no such preset.
        """
        for preset in self.presets:
            if preset.name == name:
                made = partial(self._with_preset, preset)
                found: Variant = remembered(self._memory.ruled, "preset", self, preset, made)
                return found
        known = [preset.name for preset in self.presets]
        raise UnknownVariantError(
            f"{self.name} has no preset {shown(name)}{nearest(name, known)}",
            key=f"{self.name}+{name}",
        )

    def _with_preset(self, preset: Preset) -> Variant:
        rules = [rule for text in preset.rules for rule in self.find_rules(text)]
        return attrs.evolve(
            apply_rules(self, rules, on_conflict="refuse"),
            preset=preset.name,
            origin=self.origin,
            title=preset.title,
        )

    # --- playing --------------------------------------------------------------------------

    def plan(self, seats: int) -> Plan:
        """
        Give the variant resolved for a number of seats; made once, and shared by equal variants.

        Args:
            seats: How many: from 2 to the most it is for, since hands can be scored for fewer
                seats than it can be played with.

        Raises:
            InvalidDealError: It is not for so many seats.
            PluginError: A part cannot be bound.
        """
        check_type("seats", seats, int)
        most = max(self.seats)
        if not min(2, most) <= seats <= most:
            raise InvalidDealError(
                f"{self.key} is resolved for 2 to {most} seats, not {shown(seats)}"
            )
        plan = self._plans.get(seats)
        if plan is None:
            with faults_of(self):
                plan = self._plans.setdefault(seats, shared_plan(self, seats))
                if seats in self.seats:
                    self.undealt(seats)  # a hand size that is none is found before a deal
        return plan

    def deal(
        self,
        seats: SeatsLike,
        *,
        seed: Seed | None = None,
        hands: Sequence[TilesLike] | Mapping[str, TilesLike] | None = None,
        previous: Sequence[Round] | None = None,
    ) -> Round:
        """
        Deal a round.

        Args:
            seats: How many, or a name for each.
            seed: The seed; fresh entropy when none is given. It is kept in the record.
            hands: Tiles to be dealt to each seat, in seat order; the rest is the stock. The
                keys of a mapping are the seats' names; where ``seats`` names them too, they
                must be the same, in any order.
            previous: The finished rounds of the match before this one; who opens may depend
                on them, and the deal depends on how many there are.

        Raises:
            InvalidDealError: These seats, hands or rounds do not go together.
            InvalidSeedError: The seed is negative, too large, or text that is no UTF-8.
        """
        # Studies deal by the million: a number of seats that there is a plan for needs no check.
        plan = self._plans.get(seats) if type(seats) is int else None
        if plan is None or seats not in self.seats:
            count, names = self._check_seats(seats)
            plan = self.plan(count)
        else:
            names = ()
        history: Sequence[Round] = ()
        if previous is not None:
            history = _check_history(self, previous, plan.seats)
        if seed is None:
            seed = secrets.randbits(64)
        else:
            check_seed(seed)
        setup = Setup.after(history, names, seed)
        masks = None
        if hands is not None:
            check_type("hands", hands, Mapping, Sequence)
            if isinstance(hands, Mapping):
                names = _names_of(hands, names, plan.seats)
                hands = [hands[name] for name in names]
            with faults_of(self):
                aside = self.starting.set_aside(self.tiles, history)
            masks = read_hands(self.tiles, hands, plan.seats, aside)
            setup = attrs.evolve(setup, names=names, given=True)
        try:
            if masks is not None:
                self.dealing.check_hands(plan, masks)
            return plan.deal(setup, masks, seed)
        except TilerulesError:
            raise
        except FAULTS as error:
            raise blame(self, error) from error

    def _check_seats(self, seats: SeatsLike) -> tuple[int, tuple[str, ...]]:
        names: tuple[str, ...] = ()
        check_type("seats", seats, int, Sequence)
        if not isinstance(seats, int):
            names = check_names(seats)
            seats = len(names)
        if seats not in self.seats:
            known = join(self.seats, "or")
            # House rules may have left the number out: then what the rules say of it helps.
            most = max((self._base or self).seats)
            why = self.problem_with(seats) if 2 <= seats <= most else ""
            raise InvalidDealError(
                f"{self.key} is for {known} seats, not {shown(seats)}" + (f": {why}" if why else "")
            )
        return seats, names

    def score(
        self,
        hands: Mapping[str, TilesLike] | Sequence[TilesLike],
        *,
        reason: str | None = None,
        by: str | int | None = None,
        last_tile: str | None = None,
        ends: tuple[int, int] | None = None,
        opened: Iterable[str | int] | None = None,
    ) -> Outcome:
        """
        Say who wins with these hands, without play.

        Args:
            hands: What each seat holds, in seat order; a dead tile is written ``x6-6``.
            reason: ``"went_out"``, ``"blocked"``, or another reason for which these rules end
                a round; by default a round with an empty hand was gone out of.
            by: The seat, or its name, whose move ended the round.
            last_tile: The last tile laid, for rules that look at it.
            ends: The open ends before that tile, for rules that look at them.
            opened: The seats, or their names, that have opened; whoever went out has.

        Raises:
            InvalidDealError: Too few or too many hands, one tile in two of them, facts that
                contradict them or each other, or one that these rules need and that is missing.
            SeatError: There is no such seat.
            InvalidNotationError: Something is no tile of the set.
        """
        return score_hands(
            self, hands, reason=reason, by=by, last_tile=last_tile, ends=ends, opened=opened
        )

    def lanes(
        self,
        seats: int,
        number: int,
        *,
        seed: Seed | None = None,
        heaviest: bool = False,
        keep: bool = False,
    ) -> Iterator[Lanes]:
        """
        Play many first rounds in step, many times as fast as one by one.

        It is for games in which a turn is to lay one tile in a line. It needs numpy, which the
        extra ``lanes`` brings, and deals by numpy's chance: other tiles than :meth:`deal`.

        Args:
            seats: How many.
            number: How many rounds.
            seed: Of all deals and choices; fresh entropy when none is given.
            heaviest: Whether every seat lays the heaviest tile it can instead of any.
            keep: Whether the moves are kept.

        Returns:
            The rounds, some thousands at a time.

        Raises:
            InvalidDealError: The variant is not for so many seats.
            InvalidSeedError: The seed is negative, too large, or text that is no UTF-8.
            InvalidVariantError: These rules cannot be played so; it says why.
            MissingExtraError: numpy is not installed.
        """
        check_type("seats", seats, int)
        check_type("number", number, int)
        count, _names = self._check_seats(seats)
        chosen = secrets.randbits(64) if seed is None else check_seed(seed)
        return play_lanes(self.plan(count), number, str(chosen), heaviest=heaviest, keep=keep)

    def match(self, seats: SeatsLike, *, seed: Seed | None = None) -> Match:
        """
        Begin a match: its first round is dealt.

        Args:
            seats: How many, or a name for each.
            seed: The seed of all its rounds; fresh entropy when none is given.

        Raises:
            InvalidDealError: The variant is not for so many seats.
            InvalidSeedError: The seed is negative, too large, or text that is no UTF-8.
        """
        if seed is None:
            seed = secrets.randbits(64)
        return Match(self, check_seed(seed), (self.deal(seats, seed=seed),))


def _names_of(hands: Mapping[str, Any], names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Give the seats' names by a mapping of hands."""
    check_names(tuple(hands))
    if len(hands) != seats:
        raise InvalidDealError(
            f"{seats} seats need {seats} hands, each under a seat's name, not {shown(list(hands))}"
        )
    if names and set(names) != set(hands):
        raise InvalidDealError(
            f"the seats are {', '.join(names)}, but the hands are those of {', '.join(hands)}"
        )
    return names or tuple(hands)


def _check_history(variant: Variant, previous: Sequence[Round], seats: int) -> Sequence[Round]:
    """Check the rounds a round follows: finished, of these rules and seats, and in their order."""
    check_type("previous", previous, Sequence)
    if not isinstance(previous, Past):
        for one in previous:
            check_type("a previous round", one, Round)
            if one.outcome is None or one.seats != seats:
                raise InvalidDealError(
                    f"previous rounds must be finished rounds of {seats} seats, not {shown(one)}"
                )
    past = Past.of(previous)
    if past is None:
        return ()
    if past.start.seats != seats:
        raise InvalidDealError(f"previous rounds must be of {seats} seats, not {past.start.seats}")

    def check(link: Past) -> None:
        rules, setup, number = link.start.variant, link.start.rest.setup, link.number
        if rules is not variant and rules != variant:
            raise InvalidDealError(
                f"previous round {number} was played by other rules: {rules}, not {variant}"
            )
        # Tiles that were given, or a position, may stand for any round of a match.
        is_dealt = setup.seed is not None and not setup.given
        if is_dealt and setup.number != number:
            raise InvalidDealError(
                f"previous round {number} was dealt as round {setup.number} of a match"
            )

    past.check(variant, check)
    return past
