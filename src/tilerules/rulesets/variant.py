"""
A variant: a complete set of rules as data, and the door to play.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from tilerules.component import Component, rank_of
from tilerules.decks import Seed, TileSet, check_seed
from tilerules.errors import (
    InvalidDealError,
    InvalidVariantError,
    TilerulesError,
    UnknownVariantError,
    nearest,
    shown,
)
from tilerules.faults import Blaming, blame, misshapen
from tilerules.layouts.base import Layout
from tilerules.play.judging import Outcome
from tilerules.play.match import Match
from tilerules.play.plans.plan import Plan
from tilerules.play.round import Round
from tilerules.play.scoring import score_hands
from tilerules.play.views import RoundView
from tilerules.rules.dealing import check_names, read_hands
from tilerules.rules.kinds import (
    Action,
    Bundle,
    Constraint,
    Continuation,
    Dealing,
    Effect,
    Ending,
    HostAction,
    Order,
    Permit,
    Sides,
    Starting,
)
from tilerules.rules.seating import Clockwise, Singles
from tilerules.rulesets.house_rules import BoundRule, HouseRule, Preset, apply_rules, find_rule
from tilerules.rulesets.leaves import PARTS, RANKED, SINGLE_PARTS, Change, changes
from tilerules.rulesets.remembered import Memory, remembered, shared_plan
from tilerules.rulesets.rulebook import RuleBook, make_rulebook
from tilerules.scorers.kinds import Adjustment, Length, Rung, Settlement, Standing, TileValue
from tilerules.state import Move, Setup
from tilerules.texts import is_line, listing
from tilerules.tiles import TilesLike

__all__ = ["SeatsLike", "Variant"]

SeatsLike: TypeAlias = "int | Sequence[str]"
"""How many seats, or a name for each."""


_NAME = re.compile(r"[a-z][a-z0-9-]*")


def _keyed(value: Iterable[Any]) -> tuple[Any, ...]:
    """Make a tuple in which a part that was brought along twice stands once."""
    kept: list[Any] = []
    for part in value:
        if part not in kept:
            kept.append(part)
    return tuple(kept)


def _sorted(value: Iterable[Any]) -> tuple[Any, ...]:
    """
    Sort parts by rank and code: house rules that add parts give the same in either order.
    """
    return tuple(sorted(_keyed(value), key=lambda p: (rank_of(p), getattr(p, "code", ""))))


def _read_only(value: Mapping[str, str]) -> Mapping[str, str]:
    """
    Make a copy that nobody can change.

    Raises:
        InvalidVariantError: It is no mapping from texts to texts.
    """
    rows = value.items() if isinstance(value, Mapping) else ((None, None),)
    if not all(isinstance(key, str) and isinstance(clause, str) for key, clause in rows):
        raise InvalidVariantError(f"clauses map codes to clauses, both texts, not {shown(value)}")
    return MappingProxyType(dict(value))


def _parts(kind: type, converter: Callable[[Iterable[Any]], tuple[Any, ...]] = _sorted) -> Any:
    return attrs.field(
        default=(),
        converter=converter,
        validator=attrs.validators.deep_iterable(attrs.validators.instance_of(kind)),
    )


def _part(kind: type, **kwargs: Any) -> Any:
    return attrs.field(validator=attrs.validators.instance_of(kind), **kwargs)


@attrs.frozen(kw_only=True, slots=False, repr=False)
class Variant:
    """
    A complete set of rules for a round and a match.

    It is data: a frozen record of components, grouped by decision point. Two variants are
    equal when their components are. Make one with :meth:`of`, in the words of the table, or
    change one with :meth:`with_rules`, :meth:`put`, :meth:`drop` and :meth:`tune`.
    """

    name: str
    """The first part of the key, e.g. ``"gaple"``."""
    title: str = attrs.field(eq=False)
    """What it is called."""
    version: int = 1
    """The rules version: rises when legal moves, their order or scores change."""
    summary: str = attrs.field(default="", eq=False)
    """One sentence about the game."""
    tiles: TileSet = _part(TileSet)
    """Which tiles it is played with."""
    seats: tuple[int, ...] = attrs.field(converter=tuple[int, ...])
    """The numbers of seats it can be played with, ascending."""
    dealing: Dealing = _part(Dealing)
    """How many tiles each, what is set aside, when to deal again."""
    order: Order = _part(Order, factory=Clockwise)
    """Direction of play."""
    sides: Sides = _part(Sides, factory=Singles)
    """Partners."""
    layout: Layout = _part(Layout)
    """What lies on the table and what fits where."""
    starting: Starting = _part(Starting)
    """Who opens, and with what."""
    actions: tuple[Action, ...] = _parts(Action, _keyed)
    """What one may do in a turn, in the order moves are listed."""
    constraints: tuple[Constraint, ...] = _parts(Constraint)
    """What takes moves away."""
    permits: tuple[Permit, ...] = _parts(Permit)
    """What lifts constraints."""
    continuations: tuple[Continuation, ...] = _parts(Continuation)
    """What keeps the turn."""
    effects: tuple[Effect, ...] = _parts(Effect)
    """What watches."""
    endings: tuple[Ending, ...] = _parts(Ending)
    """What ends the round."""
    values: tuple[TileValue, ...] = _parts(TileValue)
    """Tiles that count something else than their pips."""
    ladder: tuple[Rung, ...] = _parts(Rung)
    """What finds the winner, step by step."""
    settlement: Settlement = _part(Settlement)
    """What a round is worth."""
    adjustments: tuple[Adjustment, ...] = _parts(Adjustment)
    """What changes a verdict."""
    limits: tuple[HostAction, ...] = _parts(HostAction)
    """Time and penalties: moves of the host."""
    length: Length = _part(Length)
    """How many rounds make a match."""
    standing: Standing = _part(Standing)
    """Who leads a match."""
    most_moves: int = attrs.field(default=10_000, eq=False)
    """No round lasts longer than this many moves: the bound that tests hold it to."""

    clauses: Mapping[str, str] = attrs.field(factory=dict, eq=False, converter=_read_only)
    """The clause or page each part comes from in this game, by the part's code; read-only."""
    preset: str = attrs.field(default="", eq=False)
    """The preset it was made by, if any."""
    applied: tuple[BoundRule, ...] = attrs.field(default=(), eq=False)
    """The house rules applied on top of the preset, in order."""
    house_rules: tuple[HouseRule, ...] = attrs.field(
        default=(), eq=False, converter=tuple[HouseRule, ...]
    )
    """The house rules that apply to it, with their parameters and defaults."""
    presets: tuple[Preset, ...] = attrs.field(default=(), eq=False, converter=tuple[Preset, ...])
    """Its published presets."""
    adviser: Callable[[RoundView], Move | None] | None = attrs.field(default=None, eq=False)
    """
    What suggests a move to a seat that is to move, if the variant brings something better than
    playouts (:func:`tilerules.play.bots.advise`). None: no idea.
    """
    origin: str = attrs.field(default="", eq=False)
    """The distribution that declares it; empty for one made by hand."""

    _plans: dict[int, Plan] = attrs.field(init=False, eq=False, factory=dict)
    _base: Variant | None = attrs.field(default=None, eq=False, alias="base")
    _memory: Memory = attrs.field(factory=Memory, eq=False, alias="memory")

    # --- making ---------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        *,
        turn: Bundle,
        blocking: Bundle | Sequence[Bundle],
        scorer: Settlement,
        tie_breakers: Iterable[Rung],
        match: tuple[Length, Standing],
        **parts: Any,
    ) -> Variant:
        """
        Make a variant in the words of the table.

        Args:
            turn: What a turn consists of, e.g. ``one_tile()``.
            blocking: What happens to who cannot play, e.g. ``dead_tile()``; one bundle or
                several.
            scorer: What a round is worth.
            tie_breakers: The ladder that finds the winner, the count first.
            match: Length and standing.
            parts: The other fields of :class:`Variant`.

        Raises:
            InvalidVariantError: The parts make no game.
        """
        bundle = turn
        for one in (blocking,) if isinstance(blocking, Bundle) else blocking:
            bundle = bundle + one
        more: dict[str, Any] = {
            field.name: (*getattr(bundle, field.name), *parts.pop(field.name, ()))
            for field in attrs.fields(Bundle)
        }
        try:
            return cls(
                **more,
                settlement=scorer,
                ladder=tuple(tie_breakers),
                length=match[0],
                standing=match[1],
                **parts,
            )
        except TypeError as error:
            raise InvalidVariantError(f"{parts.get('name', 'variant')}: {_said(error)}") from error

    def __attrs_post_init__(self) -> None:
        problems = list(self._problems())
        if problems:
            raise InvalidVariantError(f"{self.name}: " + "; ".join(problems))

    def _problems(self) -> Iterable[str]:
        """Find everything that makes the parts no game."""
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            yield f"{shown(self.name)} is no name of a variant (small letters, digits, hyphens)"
        counts = all(_is_count(n) for n in self.seats)
        if not self.seats or not counts or list(self.seats) != sorted(set(self.seats)):
            yield f"seats must be ascending numbers, not {shown(self.seats)}"
        yield from self._wrong_fields()
        if not any(action.lays for action in self.actions):
            yield "no action lays tiles"
        if not self.endings:
            yield "no ending ends the round"
        if not any(rung.decides for rung in self.ladder):
            yield "no rung finds a winner"
        for name in PARTS:
            seen: set[str] = set()
            for part in getattr(self, name):
                if part.code in seen:
                    yield f"two different {name} have the code {part.code!r}"
                seen.add(part.code)
        for name in RANKED:
            ranks: dict[int, str] = {}
            for part in getattr(self, name):
                rank = rank_of(part)
                if rank in ranks:
                    yield f"{name} {ranks[rank]!r} and {part.code!r} share rank {rank}"
                ranks[rank] = part.code
        yield from self._host_moves_of_players()
        yield from self._circles()

    def _host_moves_of_players(self) -> Iterable[str]:
        """Find what would let a player make a move of the host."""
        hosts = {limit.code for limit in self.limits}
        for action in self.actions:
            if isinstance(action, HostAction):
                yield f"{action.code!r} is an action of the host: it stands in limits"
            elif action.code in hosts:
                yield f"actions and limits both have the code {action.code!r}"

    def _wrong_fields(self) -> Iterable[str]:
        """Find the fields beside the parts that are of a wrong type."""
        if not is_line(self.title):
            yield f"the title is a line of text, not {shown(self.title)}"
        if self.summary != "" and not is_line(self.summary):
            yield f"the summary is a line of text, or empty, not {shown(self.summary)}"
        for name in ("version", "most_moves"):
            if not _is_count(getattr(self, name)):
                yield f"{name} is a number from 1, not {shown(getattr(self, name))}"
        for name in ("preset", "origin"):
            if not isinstance(getattr(self, name), str):
                yield f"{name} is text, not {shown(getattr(self, name))}"
        for name, kind in (
            ("applied", BoundRule),
            ("house_rules", HouseRule),
            ("presets", Preset),
        ):
            if not all(isinstance(one, kind) for one in getattr(self, name)):
                yield f"{name} are of the class {kind.__name__}, not {shown(getattr(self, name))}"
        if self.adviser is not None and not callable(self.adviser):
            yield f"the adviser is a function of a view, not {shown(self.adviser)}"

    def _circles(self) -> Iterable[str]:
        """Find actions that wait for each other."""
        waits = {action.code: set(action.only_without) for action in self.actions}
        free = {kind for kind, others in waits.items() if not others & set(waits)}
        while True:
            more = {k for k, others in waits.items() if (others & set(waits)) <= free} - free
            if not more:
                break
            free |= more
        stuck = sorted(set(waits) - free)
        if stuck:
            yield f"the actions {', '.join(stuck)} wait for each other"

    # --- reading --------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """Name and preset: ``name[+preset]``."""
        return f"{self.name}+{self.preset}" if self.preset else self.name

    def __str__(self) -> str:
        return " ".join([self.key, *map(str, self.applied)])

    def __repr__(self) -> str:
        return f"<Variant {self}>"

    def __hash__(self) -> int:
        return hash((self.name, self.version, len(self.actions), len(self.ladder)))

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Variant:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin:
            # By name: the registry is a layer above.
            find_pickled = import_module("tilerules.plugins").find_pickled
            bound = tuple((rule.rule.key, dict(rule.params)) for rule in self.applied)
            return find_pickled, (self.key, self.version, bound, self.origin)
        fields = [
            f for f in attrs.fields(Variant) if f.init and f.name not in ("house_rules", "_memory")
        ]
        rules = tuple(rule.key for rule in self.house_rules)
        values = {f.alias or f.name: getattr(self, f.name) for f in fields}
        values["clauses"] = dict(self.clauses)  # a read-only mapping cannot be pickled
        return _rebuild, (values, rules)

    @property
    def parts(self) -> tuple[Component, ...]:
        """Every part, single ones first."""
        singles = (getattr(self, name) for name in SINGLE_PARTS)
        return (*singles, *(part for name in PARTS for part in getattr(self, name)))

    def action(self, kind: str) -> Any:
        """Give the action of a kind, host moves included; None where there is none."""
        for action in self.actions:
            if action.code == kind:
                return action
        for limit in self.limits:
            if limit.code == kind:
                return limit
        return None

    def clause(self, part: Component) -> str:
        """Give the clause or page a part comes from."""
        return part.source or self.clauses.get(part.code, "")

    def clause_of(self, code: str) -> str:
        """
        Give the clause or page of what has a code.

        Args:
            code: A part's code. Behind a dot may stand one of its parameters, or for a part of a
                part its field: ``"holder-opens.all-dealt"``; without a clause of its own it has
                that of the code before the dot.
        """
        found = self.clauses.get(code, "")
        while not found and "." in code:
            code = code.rpartition(".")[0]
            found = self.clauses.get(code, "")
        return found

    def undealt(self, seats: int) -> int | None:
        """Say how many tiles the deal to so many seats leaves; None where there is none."""
        try:
            with Blaming(self):
                return self._left(seats)
        except InvalidDealError:
            return None

    def _left(self, seats: int) -> int:
        """
        Give the number of tiles that the deal leaves, those set aside apart.

        Raises:
            InvalidDealError: So many seats cannot be dealt.
            PluginError: The deal names a hand size that is none.
        """
        tiles = len(self.tiles)
        if type(self.starting).set_aside is not Starting.set_aside:
            tiles -= self.starting.set_aside(self.plan(seats), ()).bit_count()
        size = self.dealing.hand_size(tiles, seats)
        if not _is_count(size) or seats * size > tiles:
            what = f"a hand size for {seats} seats is from 1 to {tiles // seats}"
            raise misshapen(self, self.dealing, what, size)
        return tiles - seats * size

    def problem_with(self, seats: int) -> str:
        """Say why the parts cannot be played with a number of seats; empty where they can."""
        try:
            with Blaming(self):
                self.sides.of(seats)
                self.starting.check_left(self._left(seats))
        except InvalidDealError as error:
            return str(error)
        return ""

    def rulebook(self) -> RuleBook:
        """Give the rules in force, in prose, with their sources."""
        return make_rulebook(self)

    def diff(self, other: Variant) -> tuple[Change, ...]:
        """
        Give the parameters in which this variant differs from another one.

        Raises:
            InvalidVariantError: The other one is no variant.
        """
        if not isinstance(other, Variant):
            raise InvalidVariantError(f"{self.key} is compared with a variant, not {shown(other)}")
        return changes(other, self)

    # --- changing -------------------------------------------------------------------------

    def put(self, /, *parts: Component, **fields: Any) -> Variant:
        """
        Give a copy in which parts are added, or replace those of the same code.

        Args:
            parts: Parts of any kind; each finds its place by its class.
            fields: Other fields to set, e.g. ``seats=(4,)``.

        Raises:
            InvalidVariantError: Something is no part, or the result is no game.
        """
        changed: dict[str, Any] = dict(fields)
        for part in parts:
            name = _field_of(part)
            if name in SINGLE_PARTS:
                changed[name] = part
                continue
            old: tuple[Any, ...] = changed.get(name, getattr(self, name))
            codes = [one.code for one in old]
            if part.code in codes:
                changed[name] = tuple(part if one.code == part.code else one for one in old)
            else:
                changed[name] = (*old, part)
        return self._evolve(**changed)

    def add(self, bundle: Bundle) -> Variant:
        """
        Give a copy with all parts of a bundle added or replaced.

        Raises:
            InvalidVariantError: It is no bundle, or the result is no game.
        """
        if not isinstance(bundle, Bundle):
            raise InvalidVariantError(f"{shown(bundle)} is no bundle of parts; put takes parts")
        return self.put(
            *(part for field in attrs.fields(Bundle) for part in getattr(bundle, field.name))
        )

    def drop(self, *codes: str, missing_ok: bool = False) -> Variant:
        """
        Give a copy without the parts that have these codes.

        Args:
            codes: The codes.
            missing_ok: Whether a part may be gone already, e.g. by another house rule.

        Raises:
            InvalidVariantError: There is no such part, or what is left is no game.
        """
        changed: dict[str, Any] = {}
        for code in codes:
            where = [
                n for n in PARTS if any(p.code == code for p in changed.get(n, getattr(self, n)))
            ]
            if not where and not missing_ok:
                raise InvalidVariantError(self._no_part(code))
            for name in where:
                old = changed.get(name, getattr(self, name))
                changed[name] = tuple(part for part in old if part.code != code)
        return self._evolve(**changed)

    def tune(self, code: str, /, **params: Any) -> Variant:
        """
        Give a copy in which parameters of the part with a code are set.

        Args:
            code: A part's code, or the name of a field that holds one part.
            params: The parameters.

        Raises:
            InvalidVariantError: There is no such part or parameter, or a value is none of it.
        """
        found = [part for name in PARTS for part in getattr(self, name) if part.code == code] + [
            getattr(self, n) for n in SINGLE_PARTS if code in (n, getattr(self, n).code)
        ]
        if not found:
            raise InvalidVariantError(self._no_part(code))
        part = found[0]
        known = [field.name for field in attrs.fields(type(part))]
        for name in params:
            if name not in known:
                raise InvalidVariantError(f"{code} has no parameter {name!r}{nearest(name, known)}")
        try:
            return self.put(attrs.evolve(part, **params))
        except TilerulesError:
            raise
        except Exception as error:
            raise InvalidVariantError(
                f"{code} cannot have {', '.join(f'{n}={shown(v)}' for n, v in params.items())}: "
                f"{_said(error)}"
            ) from error

    def _no_part(self, code: object) -> str:
        codes = [part.code for name in PARTS for part in getattr(self, name)]
        return f"{self.name} has no part {shown(code)}{nearest(code, codes)}"

    def _evolve(self, **changed: Any) -> Variant:
        # Changed by hand it is no longer what a plugin declares or what house rules made of it:
        # looked up by its key, something else would be found.
        changed = {"origin": "", "applied": (), "base": None, **changed}
        how = tuple(changed.items())
        return remembered(self._memory.changed, "put", self, how, lambda: self._evolved(changed))

    def _evolved(self, changed: Mapping[str, Any]) -> Variant:
        try:
            return attrs.evolve(self, **changed)
        except (TypeError, ValueError) as error:
            if isinstance(error, TilerulesError):
                raise
            raise InvalidVariantError(f"{self.name}: {_said(error)}") from error

    def with_rules(
        self, *rules: str | HouseRule | BoundRule, on_conflict: str = "refuse"
    ) -> Variant:
        """
        Apply house rules, in the order given.

        Args:
            rules: Keys such as ``"gaple/lone-blank:points=25"``, or the rules themselves.
            on_conflict: What to do when two change the same parameter of the same part:
                ``"refuse"`` them, or let the ``"last"`` win.

        Raises:
            UnknownHouseRuleError: A rule does not exist or is not for this variant.
            HouseRuleConflictError: Two rules change the same thing.
            InvalidVariantError: A parameter is wrong, or the rules together make no game.
        """
        how = (on_conflict, rules)
        return remembered(
            self._memory.ruled, "rules", self, how, lambda: self._with_rules(rules, on_conflict)
        )

    def _with_rules(
        self, rules: Iterable[str | HouseRule | BoundRule], on_conflict: str
    ) -> Variant:
        bound: list[BoundRule] = []
        for rule in rules:
            if isinstance(rule, HouseRule):
                rule = rule.bind()
            if not isinstance(rule, BoundRule):
                rule = find_rule(self.house_rules, rule, self.name)
            bound.append(rule)
        base = self._base or self
        every = _once((*self.applied, *bound), keep_last=on_conflict == "last")
        # However they were named, and in however many steps: the same rules are one variant.
        how = (on_conflict, every)
        return remembered(
            self._memory.ruled, "bound", base, how, lambda: base._ruled(every, on_conflict)
        )

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
                return remembered(self._memory.ruled, "preset", self, preset, made)
        known = [preset.name for preset in self.presets]
        raise UnknownVariantError(
            f"{self.name} has no preset {shown(name)}{nearest(name, known)}",
            key=f"{self.name}+{name}" if isinstance(name, str) else self.name,
        )

    def _with_preset(self, preset: Preset) -> Variant:
        rules = [find_rule(self.house_rules, text, self.name) for text in preset.rules]
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
            InvalidDealError: It is no number, or not for so many seats.
            PluginError: A part cannot be bound.
        """
        most = max(self.seats)
        if not _is_count(seats) or not min(2, most) <= seats <= most:
            raise InvalidDealError(
                f"{self.key} is resolved for 2 to {most} seats, not {shown(seats)}"
            )
        plan = self._plans.get(seats)
        if plan is None:
            with Blaming(self):
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
            InvalidSeedError: The seed is not a non-negative int or a str.
        """
        plan = self._plans.get(seats) if type(seats) is int else None
        if plan is None or seats not in self.seats:
            count, names = self._check_seats(seats)
            plan = self.plan(count)
        else:
            names = ()
        history: tuple[Round, ...] = ()
        if previous is not None:
            history = _check_history(self, previous, plan.seats)
        if seed is None:
            seed = secrets.randbits(64)
        else:
            check_seed(seed)
        setup = Setup.after(history, names, seed)
        try:
            if hands is None:
                return plan.deal(setup, None, seed)
            aside = self.starting.set_aside(plan, history)
            listed: Sequence[TilesLike]
            if isinstance(hands, Mapping):
                setup = attrs.evolve(setup, names=_names_of(hands, names, plan.seats))
                listed = [hands[name] for name in setup.names]
            else:
                listed = hands
            masks = read_hands(self.tiles, listed, plan.seats, aside)
            self.dealing.check_hands(plan, masks)
            return plan.deal(attrs.evolve(setup, given=True), masks, seed)
        except TilerulesError:
            raise
        except Exception as error:
            raise blame(self, error) from error

    def _check_seats(self, seats: SeatsLike) -> tuple[int, tuple[str, ...]]:
        """Read seats: a count, or names."""
        names: tuple[str, ...] = ()
        if isinstance(seats, bool) or not isinstance(seats, int):
            if isinstance(seats, str) or not isinstance(seats, Sequence):
                raise InvalidDealError(f"seats are a number or a list of names, not {shown(seats)}")
            names = check_names(seats)
            seats = len(names)
        if seats not in self.seats:
            known = listing(self.seats, "or")
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

        Raises:
            InvalidDealError: Too few or too many hands, one tile in two of them, or facts
                that contradict them or each other.
            InvalidNotationError: Something is no tile of the set.
        """
        with Blaming(self):
            return score_hands(self, hands, reason=reason, by=by, last_tile=last_tile, ends=ends)

    def match(self, seats: SeatsLike, *, seed: Seed | None = None) -> Match:
        """
        Begin a match: its first round is dealt.

        Args:
            seats: How many, or a name for each.
            seed: The seed of all its rounds; fresh entropy when none is given.

        Raises:
            InvalidDealError: The variant is not for so many seats.
            InvalidSeedError: The seed is not a non-negative int or a str.
        """
        if seed is None:
            seed = secrets.randbits(64)
        return Match(self, check_seed(seed), (self.deal(seats, seed=seed),))


def _is_count(value: object) -> bool:
    """Say whether a value is an int from 1, and no bool."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _once(rules: Sequence[BoundRule], *, keep_last: bool) -> tuple[BoundRule, ...]:
    """
    Leave each rule once that is given several times with equal parameters.

    Raises:
        InvalidVariantError: Two different rules have one key.
    """
    by_key: dict[str, HouseRule] = {}
    for bound in rules:
        if by_key.setdefault(bound.rule.key, bound.rule) != bound.rule:
            raise InvalidVariantError(f"two different house rules have the key {bound.rule.key!r}")
    if keep_last:
        return tuple(reversed(dict.fromkeys(reversed(rules))))
    return tuple(dict.fromkeys(rules))


def _said(error: Exception) -> object:
    """Give the sentence of an error; that of an attrs validator brings its data along."""
    return error.args[0] if error.args else error


def _rebuild(fields: dict[str, Any], rules: tuple[str, ...]) -> Variant:
    """
    Make a variant again from its fields: how one made by hand is unpickled.

    The house rules it offers are functions, so they are looked up; what is not installed here is
    not on offer here.
    """
    if not rules:
        return Variant(**fields)
    known = {
        rule.key: rule
        for rule in import_module("tilerules.plugins").default_registry().house_rules()
    }
    return Variant(**fields, house_rules=[known[key] for key in rules if key in known])


def _names_of(hands: Mapping[str, Any], names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """
    Give the seats' names by a mapping of hands.

    Raises:
        InvalidDealError: There is not one hand a seat, or they are other names.
    """
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


def _check_history(variant: Variant, previous: Sequence[Round], seats: int) -> tuple[Round, ...]:
    """
    Check the rounds a round follows: finished, of these rules and seats, and in their order.

    Raises:
        InvalidDealError: Some round does not belong there.
    """
    if isinstance(previous, Round) or not isinstance(previous, Sequence):
        raise InvalidDealError(f"previous is a list of finished rounds, not {shown(previous)}")
    for number, one in enumerate(previous, 1):
        if not isinstance(one, Round) or one.outcome is None or one.seats != seats:
            raise InvalidDealError(
                f"previous rounds must be finished rounds of {seats} seats, not {shown(one)}"
            )
        if one.variant is not variant and one.variant != variant:
            raise InvalidDealError(
                f"previous round {number} was played by other rules: {one.variant}, not {variant}"
            )
        setup = one.rest.setup
        # Tiles that were given, or a position, may stand for any round of a match.
        is_dealt = setup.seed is not None and not setup.given
        if is_dealt and setup.number != number:
            raise InvalidDealError(
                f"previous round {number} was dealt as round {setup.number} of a match"
            )
    return tuple(previous)


_FIELDS: tuple[tuple[type, str], ...] = (
    (HostAction, "limits"),
    (Action, "actions"),
    (Constraint, "constraints"),
    (Permit, "permits"),
    (Continuation, "continuations"),
    (Effect, "effects"),
    (Ending, "endings"),
    (TileValue, "values"),
    (Rung, "ladder"),
    (Adjustment, "adjustments"),
    (Dealing, "dealing"),
    (Order, "order"),
    (Sides, "sides"),
    (Layout, "layout"),
    (Starting, "starting"),
    (Settlement, "settlement"),
    (Length, "length"),
    (Standing, "standing"),
)


def _field_of(part: object) -> str:
    """Give the field of a variant that a part belongs to."""
    for kind, name in _FIELDS:
        if isinstance(part, kind):
            return name
    raise InvalidVariantError(f"{shown(part)} is no part of a variant")
