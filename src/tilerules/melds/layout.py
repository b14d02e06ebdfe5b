"""
The layout of melds: everybody's groups and runs, lying open for everybody to add to.

A state is a :class:`Melds`: the melds in canonical order, and the physical tiles they are made
of, which take no part in equality because copies of a face are the same to a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import attrs

from tilerules.decks import TileSet
from tilerules.errors import InvalidVariantError
from tilerules.layouts.base import BoundLayout, Layout, OpenEnd, Reading
from tilerules.melds.meld import Meld, MeldLimits, MeldRules, Table, table_tiles
from tilerules.melds.notation import parse_table
from tilerules.spoken import say_table
from tilerules.texts import Listed, Text, say
from tilerules.tiles import Tile, TileMask

__all__ = ["BoundMelds", "MeldLayout", "Melds"]


@attrs.frozen(repr=False)
class Melds(Reading):
    """
    The melds as they lie on the table. ``str()`` numbers them from 1, a line each.
    """

    melds: Table = ()
    """The melds in canonical order: runs by colour, then groups by number."""
    mask: TileMask = attrs.field(default=0, eq=False)
    """The physical tiles they are made of."""
    rules: MeldRules | None = attrs.field(default=None, eq=False)
    """By which they are melds; None for some that lie on no table."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return table_tiles(self.melds)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """
        The melds to which a tile can be added, each with all that fit.

        Raises:
            InvalidVariantError: These melds lie on no table, so that nothing says what is one.
        """
        if not self.melds:
            return ()
        if self.rules is None:
            raise InvalidVariantError("what can be added to melds is asked of those of a round")
        ends = ((str(at), self.rules.addable(meld)) for at, meld in enumerate(self.melds, 1))
        return tuple(OpenEnd(label, None, fits=fits) for label, fits in ends if fits)

    def __len__(self) -> int:
        return len(self.melds)

    def __iter__(self) -> Iterator[Meld]:
        return iter(self.melds)

    def __getitem__(self, at: int) -> Meld:
        return self.melds[at]

    def __str__(self) -> str:
        width = len(str(len(self.melds)))
        return "\n".join(f"{n:{width}}: {meld}" for n, meld in enumerate(self.melds, 1))

    def __repr__(self) -> str:
        return f"<Melds {' | '.join(map(str, self.melds)) or 'none'}>"


@say_table.register
def _(layout: Melds, names: Sequence[str]) -> Text:
    if not layout.melds:
        return say("nothing-laid", "Nothing is laid.")
    return say("melds-are", "On the table: {melds}.", melds=Listed(layout.melds, ";"))


@attrs.frozen
class MeldLayout(Layout, MeldLimits):
    """Melds on the table: groups and runs."""

    code = "melds"
    sentence = (
        "Tiles are laid in melds: a group is {group} of one number, all of different colours; a "
        "run is {min_run} tiles or more of one colour with consecutive numbers{one}. A joker "
        "stands for any tile; {jokers}. A meld has at least one tile that is no joker."
    )

    def params(self) -> dict[str, object]:
        group = say("melds.group", "{least} tiles or more", least=self.min_group)
        if self.min_group == 3:
            group = say("melds.three", "three tiles or more")
        one = say("melds.one-low", ", the 1 being the lowest")
        if self.one_high == "high_or_low":
            one = say(
                "melds.one-high",
                ", the 1 standing before the 2 or after the highest number, where the run ends (it "
                "counts 1 there too)",
            )
        most = self.max_jokers_per_meld
        jokers = say(
            "melds.jokers",
            "a meld may have several, and of one tile with two jokers whoever lays it says whether "
            "it is a group or which run",
        )
        if most == 0:
            jokers = say("melds.no-jokers", "but none may be in a meld")
        elif most is not None:
            jokers = say("melds.most-jokers", "a meld has {most} at most", most=most)
        return {**super().params(), "one": one, "jokers": jokers, "group": group}

    def bind(self, tile_set: TileSet, seats: int) -> BoundMelds:
        return BoundMelds(_rules(self, tile_set))


@lru_cache(maxsize=64)
def _rules(layout: MeldLayout, tile_set: TileSet) -> MeldRules:
    """Settle which melds are valid. Equal layouts share what is kept there: melds, tables."""
    limits = {field.name: getattr(layout, field.name) for field in attrs.fields(MeldLimits)}
    return MeldRules(tile_set=tile_set, **limits)


class BoundMelds(BoundLayout):
    """
    Melds of the tiles of one set.
    """

    rules: MeldRules
    """Which melds are valid."""

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.tile_set: TileSet = rules.tile_set
        self.empty: Melds = Melds(rules=rules)

    def tiles(self, state: Melds) -> TileMask:
        return state.mask

    def read(self, state: Melds) -> Melds:
        return state

    def lowest(self, state: Melds) -> Melds:
        return Melds(state.melds, self.tile_set.lowest(state.mask), self.rules)

    def dump(self, state: Melds) -> str:
        return "|".join(str(meld).replace(" ", ",") for meld in state.melds)

    def load(self, text: str) -> Melds:
        """
        Read what :meth:`dump` wrote; of equal tiles the lower copies are taken.

        Raises:
            InvalidNotationError: Something is no tile of the set, or occurs too often.
            IllegalMoveError: Some tiles are no meld.
            AmbiguousMoveError: Undeclared jokers can be read in several ways.
        """
        melds = parse_table(text, self.rules)
        return Melds(melds, self.tile_set.mask(table_tiles(melds)), self.rules)
