"""
A set of rules as data: the record that variants are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, Self

import attrs

from tilerules.component import Component, rank_of
from tilerules.decks import TileSet, double_set
from tilerules.errors import (
    InvalidDealError,
    InvalidVariantError,
    TilerulesError,
    check_type,
    nearest,
    of_type,
    shown,
)
from tilerules.faults import faults_of, misshapen
from tilerules.languages import LIBRARY
from tilerules.layouts.base import Layout
from tilerules.layouts.line import LineLayout
from tilerules.rules.blocking import pass_turn
from tilerules.rules.dealing import DealEach
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
from tilerules.rules.laying import one_tile
from tilerules.rules.openings import HolderOpens, TurnedUp
from tilerules.rules.seating import Clockwise, Singles
from tilerules.rules.starting import ByDeal, WinnerOpens
from tilerules.rulesets.house_rules import BoundRule, HouseRule, MovedRule, Preset
from tilerules.rulesets.problems import is_count, problems
from tilerules.rulesets.remembered import Memory, remembered
from tilerules.scorers.kinds import Adjustment, Length, Rung, Settlement, Standing, TileValue
from tilerules.scorers.matches import HighestTotal, Rounds
from tilerules.scorers.settlements import WinnerPoint
from tilerules.scorers.tie_breakers import Count
from tilerules.state import Move

__all__ = ["PARTS", "SINGLE_PARTS", "Ruleset"]


# What a variant has of which nothing is said: the plainest line game.
_SEVEN_EACH = DealEach(each=7)
_LINE = LineLayout()
_DOUBLE_SIX_OPENS = ByDeal(HolderOpens("6-6"), TurnedUp(), WinnerOpens(double="never"))
_ONE_TILE = one_tile()
_PASS = pass_turn()
_ONE_POINT = WinnerPoint()
_LOWEST_COUNT = (Count(),)
_ONE_ROUND = (Rounds(1), HighestTotal())


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
    """Make a copy that nobody can change."""
    check_type("clauses", value, Mapping)
    for text in (*value, *value.values()):
        check_type("a clause", text, str)
    return MappingProxyType(dict(value))


def _bound(tiles: int, seats: Iterable[int], actions: Iterable[object]) -> int:
    """
    Bound the moves of a round.

    A tile is laid or buried once at most, and drawn once at most. Between two such moves fewer
    than two circles of passes can lie: while something can be drawn nobody passes without drawing;
    then one circle puts every marker on, so that whoever holds a tile that fits must lay it in the
    next, and where nobody does the round is blocked. A turn may bring one more move besides, to
    move a marker or to stop.
    """
    known = [action for action in actions if isinstance(action, Action)]
    done = tiles * (2 if any(action.may_bring for action in known) else 1)
    turns = 2 * max((count for count in seats if is_count(count)), default=1)
    if not any(action.is_pass for action in known):
        turns = 0
    plain = all(a.lays or a.buries or a.may_bring or a.is_pass for a in known)
    return (done + 1) * (turns + 1) * (1 if plain else 2)


def _parts(kind: type, converter: Callable[[Iterable[Any]], tuple[Any, ...]] = _sorted) -> Any:
    of_kind = of_type(kind, each=True)
    return attrs.field(
        default=(), converter=converter, validator=of_kind, metadata={"kind": kind, "many": True}
    )


def _part(kind: type, **kwargs: Any) -> Any:
    return attrs.field(validator=of_type(kind), metadata={"kind": kind, "many": False}, **kwargs)


@attrs.frozen(kw_only=True, slots=False, repr=False)
class Ruleset:
    """
    A complete set of rules for a round and a match, as data: what can be read, and changed part
    by part.

    It is a frozen record of components, grouped by decision point. What people make and play is
    a :class:`~tilerules.Variant`, which adds house rules and the door to play.
    """

    name: str
    """The first part of the key, e.g. ``"gaple"``."""
    title: str = attrs.field(eq=False)
    """What it is called."""
    version: int = 1
    """The rules version: rises when legal moves, their order or scores change."""
    summary: str = attrs.field(default="", eq=False)
    """One sentence about the game."""
    tiles: TileSet = attrs.field(validator=of_type(TileSet))
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
    ranking: Standing = _part(Standing)
    """Who leads a match."""
    most_moves: int = attrs.field(
        default=attrs.Factory(
            lambda made: _bound(len(made.tiles), made.seats, made.actions), takes_self=True
        ),
        eq=False,
    )
    """
    No round lasts longer than this many moves: the bound that tests hold it to.

    It follows from tiles, seats and actions, and need be given only for a game with moves that
    bring a round no further. Where these are changed it is derived again, and never less.
    """

    clauses: Mapping[str, str] = attrs.field(factory=dict, eq=False, converter=_read_only)
    """The clause or page each part comes from in this game, by the part's code; read-only."""
    preset: str = attrs.field(default="", eq=False, validator=of_type(str))
    """The preset it was made by, if any."""
    applied: tuple[BoundRule, ...] = attrs.field(
        default=(), eq=False, validator=of_type(BoundRule, each=True)
    )
    """The house rules applied on top of the preset, in order."""
    without_effect: tuple[BoundRule, ...] = attrs.field(default=(), eq=False)
    """Those of its house rules that change nothing, with the others in force."""
    house_rules: tuple[HouseRule, ...] = attrs.field(
        default=(),
        eq=False,
        converter=tuple[HouseRule, ...],
        validator=of_type(HouseRule, each=True),
    )
    """The house rules that apply to it, with their parameters and defaults."""
    moved_rules: tuple[MovedRule, ...] = attrs.field(
        default=(),
        eq=False,
        converter=tuple[MovedRule, ...],
        validator=of_type(MovedRule, each=True),
    )
    """Keys its house rules had once, and what to write now."""
    presets: tuple[Preset, ...] = attrs.field(
        default=(),
        eq=False,
        converter=tuple[Preset, ...],
        validator=of_type(Preset, each=True),
    )
    """Its published presets."""
    adviser: Callable[[Any], Move | None] | None = attrs.field(default=None, eq=False)
    """
    What suggests a move to a seat that is to move, if the variant brings something better than
    playouts (:func:`tilerules.play.bots.advise`). None: no idea.
    """
    origin: str = attrs.field(default="", eq=False, validator=of_type(str))
    """The distribution that declares it; empty for one made by hand."""
    package: str = attrs.field(default="", eq=False)
    """The package that declares it, whose catalogues say it in other languages."""

    extends: tuple[str, ...] = attrs.field(default=(), eq=False)
    """
    The names of the variants it was made of, nearest first: their house rules are for it, too.
    """

    _base: Any = attrs.field(default=None, eq=False, alias="base")
    _memory: Memory = attrs.field(factory=Memory, eq=False, alias="memory")

    # --- making ---------------------------------------------------------------------------

    @classmethod
    def of(
        cls,
        *,
        tiles: TileSet | None = None,
        seats: Sequence[int] = (2, 3, 4),
        dealing: Dealing = _SEVEN_EACH,
        layout: Layout = _LINE,
        starting: Starting = _DOUBLE_SIX_OPENS,
        turn: Bundle = _ONE_TILE,
        blocking: Bundle | Sequence[Bundle] = _PASS,
        scorer: Settlement = _ONE_POINT,
        tie_breakers: Iterable[Rung] = _LOWEST_COUNT,
        match: tuple[Length, Standing] = _ONE_ROUND,
        **parts: Any,
    ) -> Self:
        """
        Make a variant in the words of the table.

        What is not said is as in the plainest line game: double-six, seven tiles each for two to
        four, [6-6] or a tile that is turned up first, one tile a turn, clockwise, a pass for who
        cannot play, and a point for the lowest count in a single round.

        >>> from tilerules import Variant
        >>> from tilerules.rules import dead_tile
        >>> dead = Variant.of(name="dead", title="Dead tiles", blocking=dead_tile())
        >>> print(dead.deal(4, seed=1).legal_moves[0])
        6-6

        Args:
            tiles: Which tiles it is played with; a double-six set by default.
            seats: The numbers of seats it can be played with, ascending.
            dealing: How many tiles each.
            layout: What lies on the table and what fits where.
            starting: Who opens, and with what.
            turn: What a turn consists of.
            blocking: What happens to who cannot play, e.g. ``dead_tile()``; one bundle or
                several.
            scorer: What a round is worth.
            tie_breakers: The ladder that finds the winner, the count first.
            match: Length and standing.
            parts: The other fields of :class:`Variant`; ``name`` and ``title`` it needs.

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
        return cls(
            **more,
            tiles=double_set(6) if tiles is None else tiles,
            seats=tuple(seats),
            dealing=dealing,
            layout=layout,
            starting=starting,
            settlement=scorer,
            ladder=tuple(tie_breakers),
            length=match[0],
            ranking=match[1],
            **parts,
        )

    def __attrs_post_init__(self) -> None:
        found = list(problems(self, PARTS))
        if found:
            raise InvalidVariantError(f"{self.name}: " + "; ".join(found))

    # --- reading --------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """Name and preset: ``name[+preset]``."""
        return f"{self.name}+{self.preset}" if self.preset else self.name

    @property
    def has_partners(self) -> bool:
        """Whether some seats play together, whatever the number of players."""
        return any(len(set(self.sides.of(seats))) < seats for seats in self.seats)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages whose words say it: its own first, then those of its parts."""
        parts = (type(part).__module__.partition(".")[0] for part in self.parts)
        found = dict.fromkeys((self.package, *parts))
        return tuple(one for one in found if one not in ("", LIBRARY))

    def __str__(self) -> str:
        return " ".join([self.key, *map(str, self.applied)])

    def __repr__(self) -> str:
        return f"<Variant {self}>"

    def __hash__(self) -> int:
        return hash((self.name, self.version, len(self.actions), len(self.ladder)))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.origin:
            # By name: the registry is a layer above.
            find_pickled = import_module("tilerules.plugins").find_pickled
            bound = tuple((rule.rule.key, dict(rule.params)) for rule in self.applied)
            return find_pickled, (self.key, self.version, bound, self.origin)
        fields = [
            f
            for f in attrs.fields(type(self))
            if f.init and f.name not in ("house_rules", "moved_rules", "_memory")
        ]
        rules = tuple(rule.key for rule in self.house_rules)
        values = {f.alias or f.name: getattr(self, f.name) for f in fields}
        values["clauses"] = dict(self.clauses)  # a read-only mapping cannot be pickled
        return _rebuild, (type(self), values, rules)

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
            with faults_of(self):
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
            tiles -= self.starting.set_aside(self.tiles, ()).bit_count()
        size = self.dealing.hand_size(tiles, seats)
        if not is_count(size) or seats * size > tiles:
            what = f"a hand size for {seats} seats is from 1 to {tiles // seats}"
            raise misshapen(self, self.dealing, what, size)
        return tiles - seats * size

    def problem_with(self, seats: int) -> str:
        """Say why the parts cannot be played with a number of seats; empty where they can."""
        try:
            with faults_of(self):
                self.sides.of(seats)
                self.starting.check_left(self._left(seats))
        except InvalidDealError as error:
            return str(error)
        return ""

    def parts_for(self, tile_set: TileSet) -> tuple[Component, ...]:
        """Give the parts that are others where the game is played with another tile set."""
        pairs = ((part, part.for_tiles(tile_set)) for part in self.parts)
        return tuple(new for old, new in pairs if new != old)

    # --- changing -------------------------------------------------------------------------

    def put(self, /, *parts: Component, **fields: Any) -> Self:
        """
        Give a copy in which parts are added, or replace those of the same code.

        With another name it is a game of its own that extends this one, as a variant file does:
        it has the house rules that are for this one, too, but not its presets.

        >>> from tilerules import Variant
        >>> from tilerules.scorers import FirstTo
        >>> block = Variant.of(name="block", title="Block")
        >>> long = block.put(FirstTo(100), name="long-block", title="Long block")
        >>> long.key, long.extends, long.length.target
        ('long-block', ('block',), 100)

        Args:
            parts: Parts of any kind; each finds its place by its class.
            fields: Other fields to set, e.g. ``seats=(4,)``, or ``name=`` and ``title=``.

        Raises:
            InvalidVariantError: The result is no game.
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

    def add(self, bundle: Bundle) -> Self:
        """
        Give a copy with all parts of a bundle added or replaced.

        Raises:
            InvalidVariantError: The result is no game.
        """
        check_type("a bundle", bundle, Bundle)
        return self.put(
            *(part for field in attrs.fields(Bundle) for part in getattr(bundle, field.name))
        )

    def drop(self, *codes: str, missing_ok: bool = False) -> Self:
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

    def tune(self, code: str, /, **params: Any) -> Self:
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
        except (TilerulesError, TypeError):
            raise
        except Exception as error:
            raise InvalidVariantError(
                f"{code} cannot have {', '.join(f'{n}={shown(v)}' for n, v in params.items())}: "
                f"{error.args[0] if error.args else error}"
            ) from error

    def _no_part(self, code: object) -> str:
        codes = [part.code for name in PARTS for part in getattr(self, name)]
        return f"{self.name} has no part {shown(code)}{nearest(code, codes)}"

    def _evolve(self, **changed: Any) -> Self:
        # Changed by hand it is no longer what a plugin declares or what house rules made of it:
        # looked up by its key, something else would be found.
        changed = {"origin": "", "applied": (), "without_effect": (), "base": None, **changed}
        if changed.get("name", self.name) != self.name:
            own = {"preset": "", "presets": (), "extends": (self.name, *self.extends)}
            changed = own | changed
        if "most_moves" not in changed:
            tiles, *others = (
                changed.get(name, getattr(self, name)) for name in ("tiles", "seats", "actions")
            )
            changed["most_moves"] = max(self.most_moves, _bound(len(tiles), *others))
        how = tuple(changed.items())
        found: Self = remembered(
            self._memory.changed, "put", self, how, lambda: attrs.evolve(self, **changed)
        )
        return found


def _kinds(*, many: bool) -> dict[str, type]:
    fields = attrs.fields(Ruleset)
    return {one.name: one.metadata["kind"] for one in fields if one.metadata.get("many") is many}


SINGLE_PARTS = _kinds(many=False)
"""The fields of a variant that hold one part, with its kind."""

PARTS = _kinds(many=True)
"""The fields of a variant that hold a tuple of parts keyed by code, with their kind."""


def _field_of(part: object) -> str:
    """Give the field of a variant that a part belongs to."""
    # A host's action is an action too, so that it is asked for first.
    for name, kind in (("limits", HostAction), *PARTS.items(), *SINGLE_PARTS.items()):
        if isinstance(part, kind):
            return name
    raise TypeError(f"{shown(part)} is no part of a variant")


def _rebuild(kind: type[Ruleset], fields: dict[str, Any], rules: tuple[str, ...]) -> Ruleset:
    """
    Make a variant again from its fields: how one made by hand is unpickled.

    The house rules it offers are functions, so they are looked up; what is not installed here is
    not on offer here.
    """
    if not rules:
        return kind(**fields)
    known = {
        rule.key: rule
        for rule in import_module("tilerules.plugins").default_registry().house_rules()
    }
    return kind(**fields, house_rules=[known[key] for key in rules if key in known])
