"""A part that changes a plain method is believed, whatever shortcuts its parent has for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest

import tilerules
from tilerules.component import Shortcuts
from tilerules.decks import TileSet
from tilerules.layouts.line import BoundLine, LineLayout
from tilerules.rules.kinds import Lister
from tilerules.rules.laying import PlaceTile
from tilerules.state import Draft, Move, PlanLike, State
from tilerules.tiles import TileMask

PLAIN = tilerules.variant("gaple").with_rules("gaple/pass")


class WildBlanks(BoundLine):
    """A line to which a tile with a blank may be laid anywhere."""

    def fitting(self, state: Any, place: int) -> TileMask:
        """Add the blanks."""
        wild = self.tile_set.showing[0] if state else 0
        return super().fitting(state, place) | wild


@attrs.frozen
class WildLine(LineLayout):
    """The layout with such a line."""

    def bind(self, tile_set: TileSet, seats: int) -> WildBlanks:
        """Bind it."""
        return WildBlanks(tile_set)


@attrs.frozen
class NoDoubles(PlaceTile):
    """Lays no doubles once a tile lies, and notes who laid."""

    def lister(self, plan: PlanLike) -> Lister:
        """Bar doubles."""
        inner = super().lister(plan)
        doubles = plan.tile_set.doubles
        return lambda state, shut, barred: inner(
            state, shut, barred | (doubles if state.table else 0)
        )

    def doer(self, plan: PlanLike) -> Callable[[State, Move, Draft], None]:
        """Note the seat."""
        inner = super().doer(plan)

        def lay(state: State, move: Move, draft: Draft) -> None:
            inner(state, move, draft)
            draft.rest = draft.rest.with_ext("laid-by", state.to_move)

        return lay


def test_layout_that_says_what_fits_is_asked() -> None:
    """What is listed is what the layout says that fits."""
    state = PLAIN.put(WildLine()).deal(4, seed=3)
    rng = random.Random(2)
    n_wild = 0
    while state.to_move is not None:
        if state.table:
            layout, hand = state.plan.layout, state.masks[state.to_move]
            expected = {
                (tile, place)
                for place in (0, 1)
                for tile in range(28)
                if (layout.fitting(state.table, place) & hand) >> tile & 1  # type: ignore[attr-defined]
                and layout.same_as(state.table, tile, place) == place  # type: ignore[attr-defined]
            }
            listed = {(m.tile_id, m.place_id) for m in state.legal_moves if m.kind == "place"}
            assert listed == expected
            n_wild += len(expected)
            move = next((m for m in state.legal_moves if m.kind == "pass"), None)
            if move is None:
                fits = [m for m in state.legal_moves if not _is_wild(state, m)]
                if not fits:
                    break
                move = rng.choice(fits)
        else:
            move = state.legal_moves[0]
        state = state.play(move)
    assert n_wild


def _is_wild(state: tilerules.Round, move: Move) -> bool:
    """Say whether a plain line would not take the tile: it knows not how to lay it."""
    return not BoundLine.fitting(state.plan.layout, state.table, move.place_id) & move.bit  # type: ignore[arg-type]


def test_action_that_lists_and_does_is_asked() -> None:
    """A subclass's own lister and doer count, not the shortcuts of its parent."""
    state = PLAIN.put(NoDoubles()).deal(4, seed=3)
    rng = random.Random(1)
    while state.to_move is not None:
        doubles = state.plan.tile_set.doubles
        assert not state.table or not any(move.bit & doubles for move in state.legal_moves)
        before, state = state, state.play(rng.choice(state.legal_moves))
        if state.move is not None and state.move.kind == "place":
            assert state.rest.get("laid-by") == before.to_move


# --- which shortcuts a class keeps -----------------------------------------------------------


class Plain(Shortcuts):
    """A class with a shortcut."""

    shortcuts = {"quick": ("slow", "other")}

    def slow(self) -> str:
        """Say the word."""
        return "plain"

    def other(self) -> str:
        """Say nothing."""
        return ""

    def quick(self) -> str:
        """Say what the plain methods say."""
        return self.slow() + self.other()


class Fast(Plain):
    """A class that has found a faster way."""

    def slow(self) -> str:
        """Say another word."""
        return "fast"

    def quick(self) -> str:
        """Say it at once."""
        return "fast"


class Mixin:
    """A plain method by the side."""

    def slow(self) -> str:
        """Say a third word."""
        return "mixed"


class OnlyQuick:
    """A shortcut by the side."""

    def quick(self) -> str:
        """Say what comes behind it."""
        return "at once"


def derived(*bases: type, **methods: Callable[[Any], str]) -> Any:
    """Make a class of some others, and an object of it."""
    return type("Derived", bases, dict(methods))


def test_mixin_that_changes_a_plain_method_is_believed() -> None:
    """The class body says nothing, and yet the method is another."""
    assert "mixed" == derived(Mixin, Fast)().quick()
    assert "fast" == derived(Fast, Mixin)().quick()


def test_mixin_that_brings_a_shortcut_is_believed() -> None:
    """It is for the plain methods behind it, and not for those before it."""
    assert "at once" == derived(OnlyQuick, Fast)().quick()
    assert "mixed" == derived(Mixin, OnlyQuick, Fast)().quick()


def test_grandparent_counts() -> None:
    """What a class lost its subclasses do not find again, but for one of their own."""
    lost = derived(Fast, other=lambda self: "!")
    child = derived(lost)
    own = derived(child, quick=lambda self: "own")
    again = derived(own, slow=lambda self: "late")

    assert ["fast!", "fast!", "own", "late!"] == [
        one().quick() for one in (lost, child, own, again)
    ]


def test_two_parents_of_which_one_knows_better() -> None:
    """A shortcut of the one is not used for a plain method of the other."""
    one = derived(Fast, quick=lambda self: "one")
    other = derived(Fast, slow=lambda self: "other")

    assert "other" == derived(one, other)().quick()


@pytest.mark.parametrize("slots", [True, False])
def test_classes_that_attrs_makes_anew(slots: bool) -> None:
    """With slots a class is made twice; fields of a method's name count as methods."""
    frozen: Any = partial(attrs.frozen, slots=slots)

    @frozen
    class Changed(Fast):
        word: str = "new"

        def slow(self) -> str:
            return super().slow() + self.word

    @frozen
    class Kept(Fast):
        word: str = "new"

    @frozen
    class Held(Fast):
        slow: Callable[[], str]

    held: list[Any] = [Changed(), Kept(), Held(lambda: "held")]  # type: ignore[call-arg]
    assert ["fastnew", "fast", "held"] == [one.quick() for one in held]


def test_table_of_a_subclass_is_added() -> None:
    """Shortcuts of the parent stay shortcuts."""
    more: Any = {"shortcuts": {"louder": ("quick",)}, "louder": lambda self: self.quick() + "!"}
    loud: Any = type("Loud", (Fast,), more)
    quiet = derived(loud, slow=lambda self: "quiet")

    assert ["fast!", "quiet!"] == [one().louder() for one in (loud, quiet)]


@pytest.mark.parametrize("table", [{"quik": ("slow",)}, {"quick": ("sloww",)}, {"quick": ("n",)}])
def test_table_that_names_no_method_is_refused(table: dict[str, tuple[str, ...]]) -> None:
    """The class cannot be made: the table and the name are told."""
    with pytest.raises(TypeError, match=r"the shortcuts of Odd name .*, which is no method of it"):
        type("Odd", (Plain,), {"shortcuts": table})
