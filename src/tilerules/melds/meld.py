"""
Melds: groups and runs, and what each joker stands for.

A **group** is tiles of one number in different colours, a **run** consecutive numbers of one
colour. A **joker** stands for some face; the sum of the faces is what a meld is **worth**. One
position has one writing: a run ascends; in a group the natural tiles stand in colour order and
the jokers after them, for the first colours that are missing, because the colours of a
group's jokers are not kept.

What a tile set leaves open (colours, highest number, copies, jokers) is read from it; what
players leave open is in :class:`MeldRules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property, lru_cache, wraps
from itertools import combinations
from typing import Any, Concatenate, Literal, ParamSpec, TypeAlias, TypeVar

import attrs

from tilerules.decks import TileSet, numbered_set
from tilerules.errors import InvalidVariantError
from tilerules.tiles import Joker, NumberTile, Pips, Tile

__all__ = [
    "Meld",
    "MeldKind",
    "MeldLimits",
    "MeldRules",
    "Spot",
    "Table",
    "all_melds",
    "kept_by_rules",
    "meld_readings",
    "one_of",
    "table_tiles",
]


P = ParamSpec("P")
R = TypeVar("R")


class MeldKind(Enum):
    """
    The two kinds of meld.
    """

    RUN = "run"
    """Consecutive numbers of one colour."""
    GROUP = "group"
    """One number in different colours."""


@attrs.frozen(cache_hash=True)
class Meld:
    """
    A valid meld in its canonical writing. Made by :class:`MeldRules` and by the readers.

    Two melds are equal when they are one on the table.
    """

    kind: MeldKind
    """Run or group."""
    faces: tuple[NumberTile, ...]
    """What stands at each place, jokers as what they stand for."""
    jokers: tuple[int, ...] = ()
    """The places held by jokers, from 0, ascending."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles themselves, place by place."""
        if not self.jokers:
            return self.faces
        joker = Joker()
        return tuple(joker if i in self.jokers else face for i, face in enumerate(self.faces))

    @property
    def naturals(self) -> tuple[NumberTile, ...]:
        """The tiles that are not jokers."""
        if not self.jokers:
            return self.faces
        return tuple(face for i, face in enumerate(self.faces) if i not in self.jokers)

    @property
    def joker_faces(self) -> tuple[NumberTile, ...]:
        """What each joker is written as; the colours are not kept in a group."""
        return tuple(self.faces[i] for i in self.jokers)

    @property
    def value(self) -> int:
        """The numbers of all faces added."""
        return sum([face.number for face in self.faces])

    def __len__(self) -> int:
        return len(self.faces)

    def __str__(self) -> str:
        return " ".join(
            f"J({face})" if i in self.jokers else str(face) for i, face in enumerate(self.faces)
        )


Table: TypeAlias = tuple[Meld, ...]
"""All melds on the table, in canonical order; equal melds may occur twice."""

Spot: TypeAlias = "tuple[Tile, NumberTile | None]"
"""A tile as proposed, and what it is declared to stand for (jokers only)."""


def one_of(default: str, *others: str) -> Any:
    """Make a field that has one of some values."""
    return attrs.field(default=default, validator=attrs.validators.in_((default, *others)))


@attrs.frozen(kw_only=True, slots=False)
class MeldLimits:
    """
    What players agree on about melds, whatever tiles they have.
    """

    min_group: int = 3
    """The fewest tiles of a group."""
    min_run: int = 3
    """The fewest tiles of a run."""
    max_jokers_per_meld: int | None = None
    """The most jokers in one meld; None: all there are."""
    one_high: Literal["low", "high_or_low"] = "low"
    """Whether a 1 may also stand after the highest number. It is worth 1 there too, and no run
    goes on from it."""


@attrs.frozen(kw_only=True, slots=False)
class MeldRules(MeldLimits):
    """
    Which melds are valid with the tiles of a set.

    >>> rules = MeldRules()
    >>> str(rules.run("b", 8, 10, jokers=[10]))
    'b8 b9 J(b10)'
    >>> str(rules.group(6, "br", jokers=1))
    'r6 b6 J(y6)'
    """

    tile_set: TileSet = attrs.field(factory=numbered_set)
    """The equipment: number tiles and jokers."""

    def __attrs_post_init__(self) -> None:
        if not all(isinstance(tile, NumberTile | Joker) for tile in self.tile_set.faces):
            raise InvalidVariantError(f"{self.tile_set.key} is not a set of numbers and jokers")
        if not self.letters:
            raise InvalidVariantError(f"{self.tile_set.key} has no number tiles")
        if self.min_group < 2 or self.min_run < 2:
            raise InvalidVariantError("a meld has at least 2 tiles")
        for name, least in (("min_group", self.min_group), ("min_run", self.min_run)):
            if least > len(self.tile_set):
                raise InvalidVariantError(
                    f"{name} is at most {len(self.tile_set)}, the tiles of the set, not {least}"
                )
        if self.max_jokers_per_meld is not None and self.max_jokers_per_meld < 0:
            raise InvalidVariantError("max_jokers_per_meld is not negative")
        if self.one_high not in ("low", "high_or_low"):
            raise InvalidVariantError(f"one_high is low or high_or_low, not {self.one_high!r}")

    def __hash__(self) -> int:
        return hash((self.tile_set, self.min_group, self.min_run, self.max_jokers_per_meld))

    def __getstate__(self) -> dict[str, object]:
        # Without what has been found with them, which is found again.
        return {field.name: getattr(self, field.name) for field in attrs.fields(MeldRules)}

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The colours in the order of the set."""
        named = tuple(letter for letter, _name in self.tile_set.colours)
        found = dict.fromkeys(
            tile.colour for tile in self.tile_set.faces if isinstance(tile, NumberTile)
        )
        return tuple(dict.fromkeys((*(c for c in named if c in found), *found)))

    @cached_property
    def colour_order(self) -> dict[str, int]:
        """The place of each colour in the order of the set, from 0."""
        return {letter: i for i, letter in enumerate(self.letters)}

    @cached_property
    def highest(self) -> Pips:
        """The highest number of the set."""
        return self.tile_set.highest

    @cached_property
    def last_place(self) -> int:
        """The highest place a run can reach: one beyond the highest number if 1 may be high."""
        return self.highest + (self.one_high == "high_or_low")

    @cached_property
    def n_jokers(self) -> int:
        """How many jokers the set has."""
        return self.tile_set.copies.get(Joker(), 0).bit_count()

    @cached_property
    def joker_limit(self) -> int:
        """The most jokers in one meld, in numbers."""
        limit = self.max_jokers_per_meld
        return self.n_jokers if limit is None else min(limit, self.n_jokers)

    @cached_property
    def _known(self) -> dict[Any, Any]:
        """What has been found out about them, and their melds; equal rules share it."""
        return _known_about(self)

    def face(self, colour: str, place: int) -> NumberTile:
        """Give the face at a place of a run; the place after the highest number is a 1."""
        return NumberTile(colour, place if place <= self.highest else place - self.highest)

    def run(self, colour: str, low: int, high: int, *, jokers: Iterable[int] = ()) -> Meld:
        """
        Give the run of a colour from one place to another, unchecked.

        Args:
            colour: The letter of the colour.
            low: The first place, from 1.
            high: The last place, up to :attr:`last_place`.
            jokers: The places that jokers hold.
        """
        key = (colour, low, high, tuple(sorted(jokers)))
        meld: Meld | None = self._known.get(key)
        if meld is None:
            faces = tuple(self.face(colour, place) for place in range(low, high + 1))
            meld = Meld(MeldKind.RUN, faces, tuple(place - low for place in key[3]))
            self._known[key] = meld
        return meld

    def group(self, number: Pips, colours: Iterable[str], *, jokers: int = 0) -> Meld:
        """
        Give the group of a number, unchecked.

        Args:
            number: The number.
            colours: The colours of the natural tiles, in any order.
            jokers: How many jokers there are with them.
        """
        naturals = tuple(sorted(colours, key=self.colour_order.__getitem__))
        key = (number, naturals, jokers)
        meld: Meld | None = self._known.get(key)
        if meld is None:
            missing = [letter for letter in self.letters if letter not in naturals]
            letters = (*naturals, *missing[:jokers])
            faces = tuple(NumberTile(letter, number) for letter in letters)
            meld = Meld(MeldKind.GROUP, faces, tuple(range(len(naturals), len(faces))))
            self._known[key] = meld
        return meld

    def sort_key(self, meld: Meld) -> tuple[object, ...]:
        """Order melds: runs by colour, then groups by number."""
        key: tuple[object, ...] | None = self._known.get(meld)
        if key is None:
            key = self._known[meld] = self._make_key(meld)
        return key

    def _make_key(self, meld: Meld) -> tuple[object, ...]:
        order = self.colour_order
        colours = tuple([order[face.colour] for face in meld.faces])
        numbers = tuple([face.number for face in meld.faces])
        if meld.kind is MeldKind.RUN:
            return (0, colours[0], numbers, meld.jokers)
        return (1, numbers[0], colours, meld.jokers)

    def addable(self, meld: Meld) -> tuple[Tile, ...]:
        """
        Give the faces that can be added to a meld, one of them, when nothing else changes.

        >>> rules = MeldRules()
        >>> [str(face) for face in rules.addable(rules.run("b", 11, 13))]
        ['b10', 'J']
        """
        if meld.kind is MeldKind.GROUP:
            taken = {tile.colour for tile in meld.naturals}
            number = meld.faces[0].number
            has_room = len(meld) < len(self.letters)
            faces = [NumberTile(one, number) for one in self.letters if one not in taken]
        else:
            colour, low = meld.faces[0].colour, meld.faces[0].number
            has_room = len(meld) < self.highest
            ends = (low - 1, low + len(meld))
            faces = [self.face(colour, at) for at in ends if 1 <= at <= self.last_place]
        if not has_room or not faces:
            return ()
        jokers = [Joker()] if len(meld.jokers) < self.joker_limit else []
        return tuple(face for face in self.tile_set.faces if face in (*faces, *jokers))

    def table(self, melds: Iterable[Meld]) -> Table:
        """Put melds in canonical order."""
        return tuple(sorted(melds, key=self.sort_key))


def kept_by_rules(
    make: Callable[Concatenate[MeldRules, P], R],
) -> Callable[Concatenate[MeldRules, P], R]:
    """
    Let a function of rules answer each question once; equal rules share the answers.
    """

    @wraps(make)
    def known(rules: MeldRules, /, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (make, args, *kwargs.values())
        if key not in rules._known:
            rules._known[key] = make(rules, *args, **kwargs)
        found: R = rules._known[key]
        return found

    return known


@lru_cache(maxsize=64)
def _known_about(rules: MeldRules) -> dict[object, Any]:
    """Give what equal rules share; who has it at hand need not be compared with them again."""
    return {}


def table_tiles(table: Iterable[Meld]) -> tuple[Tile, ...]:
    """Give all tiles of some melds, meld by meld."""
    return tuple(tile for meld in table for tile in meld.tiles)


def all_melds(rules: MeldRules, *, longest_run: int | None = None) -> Iterator[Meld]:
    """
    Give every valid meld once, runs first, with no joker before one and so on.

    Args:
        rules: Which melds are valid.
        longest_run: Leave out longer runs.
    """
    longest = min(rules.highest, longest_run or rules.highest)
    for n_jokers in range(rules.joker_limit + 1):
        for letter in rules.letters:
            for size in range(max(rules.min_run, n_jokers + 1), longest + 1):
                for low in range(1, rules.last_place - size + 2):
                    for held in combinations(range(low, low + size), n_jokers):
                        yield rules.run(letter, low, low + size - 1, jokers=held)
        for number in range(1, rules.highest + 1):
            for size in range(max(rules.min_group, n_jokers + 1), len(rules.letters) + 1):
                for letters in combinations(rules.letters, size - n_jokers):
                    yield rules.group(number, letters, jokers=n_jokers)


def meld_readings(places: Sequence[Spot], rules: MeldRules) -> tuple[Meld, ...]:
    """
    Give every valid meld that some tiles, in any order, can be: the group first, then runs.

    Args:
        places: The tiles, with what jokers are declared to stand for.
        rules: Which melds are valid.
    """
    naturals = [tile for tile, _face in places if isinstance(tile, NumberTile)]
    n_jokers = len(places) - len(naturals)
    if not naturals or n_jokers > rules.joker_limit:
        return ()
    declared = [face for _tile, face in places if face is not None]
    group = _group_reading(naturals, declared, n_jokers, rules)
    return ((group,) if group else ()) + _run_readings(naturals, declared, n_jokers, rules)


def _group_reading(
    naturals: list[NumberTile], declared: list[NumberTile], n_jokers: int, rules: MeldRules
) -> Meld | None:
    faces = naturals + declared
    number = naturals[0].number
    letters = {face.colour for face in faces}
    size = len(naturals) + n_jokers
    if (
        len(letters) != len(faces)
        or not rules.min_group <= size <= len(rules.letters)
        or any(face.number != number for face in faces)
    ):
        return None
    return rules.group(number, [tile.colour for tile in naturals], jokers=n_jokers)


def _run_readings(
    naturals: list[NumberTile], declared: list[NumberTile], n_jokers: int, rules: MeldRules
) -> tuple[Meld, ...]:
    colour = naturals[0].colour
    size = len(naturals) + n_jokers
    if not rules.min_run <= size <= rules.highest or any(
        face.colour != colour for face in naturals + declared
    ):
        return ()
    found = []
    for low in range(1, rules.last_place - size + 2):
        # The numbers of a run differ, so a number has one place: a 1 is low or high in it.
        place = {(p - 1) % rules.highest + 1: p for p in range(low, low + size)}
        taken = [place.get(face.number) for face in naturals + declared]
        if None not in taken and len(set(taken)) == len(taken):
            held = set(place.values()).difference(taken[: len(naturals)])
            found.append(rules.run(colour, low, low + size - 1, jokers=held))
    return tuple(found)
