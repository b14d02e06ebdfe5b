"""
What variants remember: the same rules are one object, and nothing stands for what it is not.
"""

from __future__ import annotations

import gc
import pickle
import threading
import tracemalloc
import weakref
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from testing.sound import SOUND
from tilerules import (
    HouseRule,
    HouseRuleConflictError,
    InvalidVariantError,
    Parameter,
    Preset,
    Registry,
    UnknownHouseRuleError,
    Variant,
    dumps,
    loads,
    parse_position,
)
from tilerules.component import Component
from tilerules.plugins import hookimpl
from tilerules.rules.dealing import DealEach
from tilerules.rules.kinds import Effect
from tilerules.rulesets.remembered import NoGistError, Recent, gist

# Some rules are put beside others, or on presets, with which they change nothing.
pytestmark = pytest.mark.filterwarnings("ignore::tilerules.NoEffectWarning")


def few(variant: Variant, size: int) -> Variant:
    """Deal other hands."""
    return variant.put(DealEach(each=size))


FEW = HouseRule(
    key="test/few",
    title="Few tiles",
    apply=few,
    variants=("sound",),
    parameters=(Parameter("size", 3, least=1, most=5),),
)
MORE = HouseRule(
    key="test/more",
    title="A longer bound",
    apply=lambda variant: variant.put(most_moves=99),
    variants=("sound",),
)
GAME = attrs.evolve(
    SOUND,
    house_rules=(FEW, MORE),
    presets=(Preset(name="small", title="Small hands", rules=("few:size=2",)),),
)


@attrs.frozen
class Holder(Effect):
    """An effect that does nothing, and holds something."""

    code = "holder"

    held: Any = None
    told: Any = attrs.field(default=None, eq=False)


@attrs.frozen
class Agreeable(Effect):
    """A part that says it is equal to whatever it is compared with."""

    code = "agreeable"

    held: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Effect)

    def __hash__(self) -> int:
        return 0


class Undeclared(Holder):
    """A part that is no attrs class of its own, so that it may hold more."""


def other_holder() -> type[Component]:
    """Give a class that is called like one above."""

    @attrs.frozen
    class Holder(Effect):
        code = "holder"

        held: Any = None
        told: Any = attrs.field(default=None, eq=False)

    Holder.__qualname__ = "Holder"
    return Holder


def plugin(variant: Variant = GAME) -> SimpleNamespace:
    """Make a plugin that declares a game and its house rules."""
    return SimpleNamespace(
        __name__="game",
        tilerules_variants=hookimpl(lambda: [attrs.evolve(variant, house_rules=())]),
        tilerules_house_rules=hookimpl(lambda: [*variant.house_rules]),
    )


def registry() -> Registry:
    """Make a registry with that plugin."""
    made = Registry()
    made.register(plugin(), distribution="tilerules-test")
    return made


# --- the same is one --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda v: v.with_rules("few"),
        lambda v: v.with_rules("test/few:size=4", "more", on_conflict="last"),
        lambda v: v.with_rules(FEW),
        lambda v: v.with_rules(FEW.bind(size=2)).with_rules(MORE),
        lambda v: v.with_preset("small").with_rules("more"),
        lambda v: v.put(Holder("x"), seats=(2,)),
        lambda v: v.put(Holder(("x", 1.5, None, b"y", int))).drop("holder"),
        lambda v: v.tune("deal-each", each=2).with_rules("more"),
        lambda v: v.put(Holder()).with_rules("more").put(Holder(1)),
    ],
    ids=range(9),
)
def test_what_is_made_again_is_there(change: Callable[[Variant], Variant]) -> None:
    """
    A change that was made before gives the variant it gave, with its plans.
    """
    first = change(GAME)

    assert first is change(GAME)
    assert first.plan(2) is change(GAME).plan(2)


def test_the_same_rules_are_one_variant() -> None:
    """
    House rules are one variant however they are named, and in however many steps they come.
    """
    found = GAME.with_rules("few:size=4", "more")

    assert found is GAME.with_rules("test/few:size=4").with_rules(MORE)
    assert found is GAME.with_rules(FEW.bind(size=4), "test/more")
    assert found is not GAME.with_rules("more", "few:size=4")
    assert ("test/few:size=4", "test/more") == tuple(map(str, found.applied))


def test_registered_variants_are_one() -> None:
    """
    A registry gives one object for a key, and records and positions are read into it.
    """
    known = registry()
    rules = known.variant("sound+small").with_rules("more")
    round_ = rules.deal(2, seed=1)

    assert rules is known.variant(" sound+small@1 ").with_rules("test/more")
    assert rules is loads(dumps(round_, registry=known), registry=known).variant
    assert rules is parse_position(str(round_.position), registry=known).variant


def test_equal_variants_share_plans() -> None:
    """
    Variants that are equal in everything share their plans, wherever they come from.
    """
    made = GAME.put(Holder(("a", 1)))
    again = attrs.evolve(GAME).put(Holder(("a", 1)))
    unpickled = pickle.loads(pickle.dumps(attrs.evolve(made, house_rules=())))

    assert again.plan(2) is attrs.evolve(made).plan(2)
    assert unpickled.plan(2) is attrs.evolve(made, house_rules=()).plan(2)
    assert unpickled.plan(2) is not made.plan(2)
    assert again.plan(2) is not again.plan(3)


# --- what differs is kept apart ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Holder(1), Holder(True)),
        (Holder(1), Holder(1.0)),
        (Holder(0.0), Holder(-0.0)),
        (Holder("1"), Holder(1)),
        (Holder((1, (2,))), Holder((1, (True,)))),
        (Holder(1, "a"), Holder(1, "b")),
        (Holder(1), other_holder()(1)),  # type: ignore[call-arg]  # made in a function
        (Holder(int), Holder(bool)),
        (Agreeable(1), Agreeable(2)),
        (Holder(Holder(1)), Holder(Holder(True))),
    ],
    ids=range(10),
)
def test_what_differs_is_not_shared(one: Component, other: Component) -> None:
    """
    Parts that differ in anything, though they may compare as equal, have variants of their own.
    """
    first, second = GAME.put(one), GAME.put(other)
    ruled = [variant.with_rules("more") for variant in (first, second)]

    assert gist(one) != gist(other)
    assert first.plan(2) is not second.plan(2)
    for variant, part in zip((first, second, *ruled), (one, other) * 2, strict=True):
        (mine,) = (effect for effect in variant.plan(2).variant.effects)
        assert gist(mine) == gist(part)


def test_classes_of_one_name_are_unequal() -> None:
    """
    Parts of two classes are unequal, though name and code are the same.
    """
    other = other_holder()

    assert Holder.__qualname__ == other.__qualname__
    assert GAME.put(Holder(1)) != GAME.put(other(1))  # type: ignore[call-arg]  # made in a function


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Another title"},
        {"summary": "Another sentence."},
        {"clauses": {"pass": "another page"}},
        {"most_moves": 100},
        {"house_rules": ()},
        {"presets": ()},
        {"adviser": lambda _view: None},
        {"origin": "somebody"},
        {"preset": "small"},
        {"base": GAME},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_what_is_told_is_not_shared(fields: dict[str, Any]) -> None:
    """
    Variants that play alike and tell of themselves differently have plans of their own.
    """
    other = attrs.evolve(GAME, **fields)

    assert GAME == other
    assert GAME.plan(2) is not other.plan(2)
    assert other.plan(2).variant is other


@pytest.mark.parametrize(
    "held", [[1], {"a": 1}, {1}, object(), Undeclared(), iter(())], ids=range(6)
)
def test_what_may_change_is_not_remembered(held: object) -> None:
    """
    What may change, or holds more than one can see, is taken as it is each time.
    """
    with pytest.raises(NoGistError):
        gist(Holder(held))
    first, second = GAME.put(Holder(held)), GAME.put(Holder(held))

    assert first is not second
    assert first.plan(2) is not second.plan(2)
    assert first.plan(2) is first.plan(2)
    assert first.deal(2, seed=1).masks == second.deal(2, seed=1).masks


def test_what_is_too_deep_is_refused_like_any_other() -> None:
    """
    Tuples in tuples, deeper than Python recurses, get the library's own error.
    """
    deep: tuple[Any, ...] = ()
    for _ in range(100_000):
        deep = (deep,)

    with pytest.raises(TypeError, match="must be of type"):
        GAME.with_rules(deep)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InvalidVariantError, match="on_conflict is"):
        GAME.with_rules(on_conflict=deep)  # type: ignore[arg-type]  # on purpose


def test_changed_lists_are_read_again() -> None:
    """
    A list that was given before, and has been changed, is another list.
    """
    seats = [2]
    first = GAME.put(seats=seats)
    seats.append(3)

    assert (2,) == first.seats
    assert (2, 3) == GAME.put(seats=seats).seats


def test_refusals_are_made_each_time() -> None:
    """
    What was refused is refused again, with the same error.
    """
    for _ in range(2):
        with pytest.raises(UnknownHouseRuleError):
            GAME.with_rules("none")
        with pytest.raises(TypeError, match="a house rule must be of type str"):
            GAME.with_rules(["few"])  # type: ignore[arg-type]  # that is refused
        with pytest.raises(HouseRuleConflictError):
            GAME.with_rules("few:size=2", "few:size=3")
        with pytest.raises(InvalidVariantError, match="on_conflict"):
            GAME.with_rules("few", on_conflict=["last"])  # type: ignore[arg-type]  # refused
        with pytest.raises(InvalidVariantError):
            GAME.put(seats=(0,))
    assert 2 == GAME.with_rules("few:size=3", "few:size=2", on_conflict="last").dealing.each  # type: ignore[attr-defined]  # DealEach


def test_another_rule_of_the_same_key() -> None:
    """
    A house rule that was replaced is not found under its old key.
    """
    again = attrs.evolve(FEW, apply=lambda variant, size: few(variant, size + 1))
    sizes = [GAME.with_rules(rule).dealing.each for rule in (FEW, again, FEW)]  # type: ignore[attr-defined]  # DealEach

    assert [3, 4, 3] == sizes


# --- registries -------------------------------------------------------------------------------


def test_registries_are_kept_apart() -> None:
    """
    Two registries give variants of their own, and a rule added later belongs to one alone.
    """
    one, other = registry(), registry()
    before = one.variant("sound").with_rules("few")
    late = HouseRule(key="late/few", title="Fewer", apply=lambda v: few(v, 1), variants=("sound",))
    one.register(
        SimpleNamespace(__name__="late", tilerules_house_rules=hookimpl(lambda: [late])),
        distribution="tilerules-late",
    )

    assert one.variant("sound").with_rules("late/few").dealing == DealEach(each=1)
    with pytest.raises(UnknownHouseRuleError):
        other.variant("sound").with_rules("late/few")
    with pytest.raises(UnknownHouseRuleError, match="could be"):
        one.variant("sound").with_rules("few")
    assert DealEach(each=3) == before.dealing
    assert before is not one.variant("sound").with_rules("test/few")


def test_what_is_remembered_dies_with_its_registry() -> None:
    """
    Nothing keeps the variants of a registry that is gone.
    """
    known = registry()
    variant = known.variant("sound+small").with_rules("more").put(Holder("mine"))
    plan = weakref.ref(variant.plan(2))
    assert plan() is not None

    del known, variant
    gc.collect()

    assert plan() is None


# --- memory and threads -----------------------------------------------------------------------


def test_the_oldest_is_forgotten() -> None:
    """
    Only the things asked for last are kept, each once.
    """
    recent: Recent[int] = Recent(most=2)
    assert 1 == recent.keep("one", 1)
    assert 1 == recent.keep("one", 2)
    recent.keep("two", 2)
    assert 1 == recent.get("one")
    recent.keep("three", 3)

    assert (1, None, 3) == tuple(map(recent.get, ("one", "two", "three")))
    assert 2 == len(recent)


@pytest.mark.slow
def test_a_thousand_sets_of_rules_are_not_kept() -> None:
    """
    What a thousand different sets of rules leave behind is bounded.
    """
    game = attrs.evolve(GAME, memory=type(GAME._memory)())
    for number in range(1000):
        game.put(Holder(number)).with_rules("few").plan(2)
    kept = game._memory

    assert len(kept.ruled) <= 128
    assert len(kept.changed) <= 128


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gaple", "mexican-train"])
@pytest.mark.parametrize(("different", "most"), [(False, 2_000), (True, 150_000)])
def test_tables_cost_little(name: str, different: bool, most: int) -> None:
    """
    A table costs a few KB where others play by the same rules, and else what its own rules need.
    """
    import tilerules

    def table(number: int) -> Any:
        variant = pickle.loads(made) if not different else game.put(Holder(number))
        return variant.deal(4, seed=7)

    game = tilerules.variant(name)
    made = pickle.dumps(game.with_rules(next(_rules_of(game))))
    table(0)
    gc.collect()
    tracemalloc.start()
    try:
        tables = [table(number) for number in range(1, 101)]
        gc.collect()
        used, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert 100 == len(tables)
    assert used / 100 < most


def _rules_of(variant: Variant) -> Any:
    """Give house rules that go with four seats."""
    for rule in variant.house_rules:
        try:
            changed = variant.with_rules(rule.key)
        except InvalidVariantError:
            continue
        if 4 in changed.seats:
            yield rule.key


def test_threads_may_race() -> None:
    """
    Threads that ask for the same rules at once get equal ones, and afterwards all get the same.
    """
    game = attrs.evolve(GAME, memory=type(GAME._memory)())
    start, found, failed = threading.Barrier(8), [], []

    def ask(number: int) -> None:
        try:
            start.wait()
            for size in (1, 2, 3, 4, 5) * 20:
                variant = game.put(Holder(size)).with_rules(f"few:size={size}", "more")
                round_ = variant.deal(2, seed=size)
                assert [size, size] == [len(hand) for hand in round_.hands]
                found.append((size, variant, variant.plan(2)))
        except BaseException as error:  # whatever it is, the test has to see it
            failed.append(error)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == failed
    assert 800 == len(found)
    assert 5 == len({id(variant) for _size, variant, _plan in found})
    assert 5 == len({id(plan) for _size, _variant, plan in found})
