"""
Reading and writing melds and whole tables of them.

A table is its melds with ``|`` between them: ``r3 r4 r5 | r6 b6 J(y6)``. It is written in
canonical order, runs ascending, every joker with what it stands for. It is read in any order;
a joker without a declaration is read

1. by its place where the meld as written is a run (``b8 b9 J`` is b10),
2. else by the only reading there is (``k12 k13 J`` is k11),
3. else not at all: :exc:`~tilerules.errors.AmbiguousMoveError` with the choices. One tile with
   two jokers always has to be declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from tilerules.errors import AmbiguousMoveError, IllegalMoveError, InvalidNotationError
from tilerules.melds.meld import (
    Meld,
    MeldKind,
    MeldRules,
    Spot,
    Table,
    kept_by_rules,
    meld_readings,
)
from tilerules.melds.problems import explain_meld
from tilerules.texts import Reason
from tilerules.tiles import Joker, NumberTile, Tile, TilesLike

__all__ = ["BrokenMeld", "dump_table", "parse_meld", "parse_table", "read_table", "tile_words"]

_DECLARED = re.compile(r"J\s*\(\s*([^\s()]+)\s*\)")

_TOKEN = re.compile(r"[^\s,\[\]{}]+")


@attrs.frozen
class BrokenMeld:
    """
    Tiles that were proposed as a meld and are none.
    """

    places: tuple[Spot, ...]
    """The tiles as written, with what jokers were declared to stand for."""
    problems: tuple[Reason, ...]
    """Everything that is wrong, at least one reason."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles themselves."""
        return tuple(tile for tile, _face in self.places)

    def __str__(self) -> str:
        return " ".join(
            f"{tile}({face})" if face is not None else str(tile) for tile, face in self.places
        )


def tile_words(text: str) -> tuple[str, ...]:
    """
    Take a text apart into tiles; like hands, melds may be written with brackets and commas.

    >>> tile_words("[r9] [r10], J( r11 )")
    ('r9', 'r10', 'J(r11)')
    """
    return tuple(_TOKEN.findall(_DECLARED.sub(r"J(\1)", text)))


def _read_places(text: str, rules: MeldRules) -> tuple[Spot, ...]:
    places: list[Spot] = []
    for token in tile_words(text):
        declared = _DECLARED.fullmatch(token)
        if declared is None:
            places.append((rules.tile_set.tile(token), None))
            continue
        face = rules.tile_set.tile(declared[1])
        if not isinstance(face, NumberTile):
            raise InvalidNotationError(
                f"a joker stands for a numbered tile, not {token!r}", text=text, part=token
            )
        places.append((rules.tile_set.tile("J"), face))
    return tuple(places)


def _as_places(like: TilesLike, rules: MeldRules) -> tuple[Spot, ...]:
    if isinstance(like, str):
        return _read_places(like, rules)
    return tuple((tile, None) for tile in rules.tile_set.read(like))


def _run_as_written(places: Sequence[Spot], readings: Sequence[Meld]) -> Meld | None:
    """Give the reading in which every tile stands where it is written, if there is one."""
    for meld in readings:
        if meld.kind is MeldKind.RUN and all(
            told in (None, face) if isinstance(tile, Joker) else tile == face
            for face, (tile, told) in zip(meld.faces, places, strict=True)
        ):
            return meld
    return None


def _needs_declaring(places: Sequence[Spot]) -> bool:
    naturals = sum(isinstance(tile, NumberTile) for tile, _face in places)
    return naturals == 1 and all(face is None for _tile, face in places)


def _settle(text: str, places: tuple[Spot, ...], rules: MeldRules) -> Meld | BrokenMeld:
    readings = meld_readings(places, rules)
    if not readings:
        return BrokenMeld(places, explain_meld(places, rules))
    if len(readings) == 1:
        return readings[0]
    meld = None if _needs_declaring(places) else _run_as_written(places, readings)
    if meld is None:
        raise AmbiguousMoveError(text.strip(), [str(reading) for reading in readings])
    return meld


def parse_meld(like: TilesLike, rules: MeldRules, *, ordered: bool = False) -> Meld:
    """
    Read one meld.

    >>> str(parse_meld("J b5 b6 b7", MeldRules())), str(parse_meld("J b1 b2", MeldRules()))
    ('J(b4) b5 b6 b7', 'b1 b2 J(b3)')

    Args:
        like: The tiles; jokers may be declared in a text, ``J(b10)``.
        rules: Which melds are valid.
        ordered: Take a run only as it is written, ascending.

    Raises:
        InvalidNotationError: Some part is not a tile of the set.
        IllegalMoveError: The tiles are no meld; it says why.
        AmbiguousMoveError: Undeclared jokers can be read in several ways.
    """
    places = _as_places(like, rules)
    text = " ".join(str(tile) for tile, _face in places) if not isinstance(like, str) else like
    if ordered:
        readings = meld_readings(places, rules)
        are_runs = {reading.kind for reading in readings} == {MeldKind.RUN}
        if are_runs and _run_as_written(places, readings) is None:
            raise IllegalMoveError(text, [_not_in_order(text)])
    found = _settle(text, places, rules)
    if isinstance(found, BrokenMeld):
        raise IllegalMoveError(text, found.problems)
    return found


def _not_in_order(text: str) -> Reason:
    return Reason(
        code="meld-not-in-order",
        template="{meld} is a run only in another order",
        params={"meld": text.strip()},
    )


_MOST_KNOWN = 4096
"""So many melds are kept once they have been read."""


def read_table(text: str, rules: MeldRules) -> tuple[Meld | BrokenMeld, ...]:
    """
    Read a table that may have broken melds on it, as written.

    Raises:
        InvalidNotationError: Some part is not a tile of the set.
        AmbiguousMoveError: Undeclared jokers can be read in several ways.
    """
    # The melds of a table are read again with every table proposed after it.
    known = _read_before(rules)
    found: list[Meld | BrokenMeld] = []
    for part in text.split("|"):
        word = part.strip()
        meld = known.get(word)
        if meld is None:
            if not tile_words(part):
                continue
            meld = _settle(part, _read_places(part, rules), rules)
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[word] = meld
        found.append(meld)
    return tuple(found)


@kept_by_rules
def _read_before(rules: MeldRules) -> dict[str, Meld | BrokenMeld]:
    """Keep what has been read under some rules, by its text."""
    return {}


def parse_table(text: str, rules: MeldRules) -> Table:
    """
    Read a table of valid melds.

    >>> dump_table(parse_table("J b6 r6 | r5,r4,r3", MeldRules()))
    'r3 r4 r5 | r6 b6 J(y6)'

    Raises:
        InvalidNotationError: Some part is not a tile of the set.
        IllegalMoveError: Some melds are none; it says everything that is wrong.
        AmbiguousMoveError: Undeclared jokers can be read in several ways.
    """
    found = read_table(text, rules)
    problems = [p for one in found if isinstance(one, BrokenMeld) for p in one.problems]
    if problems:
        raise IllegalMoveError(text, problems)
    return rules.table(one for one in found if isinstance(one, Meld))


def dump_table(table: Iterable[Meld | BrokenMeld]) -> str:
    """Write a table; the opposite of :func:`parse_table` for one in canonical order."""
    return " | ".join(str(meld) for meld in table)
