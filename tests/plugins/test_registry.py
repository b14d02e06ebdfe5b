"""
Registering is all or nothing, and a registry is an ordinary object.
"""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import attrs
import pytest

from sample_plugins import good, write
from tilerules import HouseRule, Variant, hookimpl
from tilerules.component import Component
from tilerules.errors import (
    InvalidVariantError,
    PluginConflictError,
    PluginLoadError,
    RulesVersionError,
    UnknownVariantError,
)
from tilerules.plugins import Registry, entry_point_sources, folder_sources
from tilerules.rules.blocking import Pass


@pytest.fixture
def plain(site: Path) -> Variant:
    """
    Give a small game.
    """
    write(site, good("tilerules-plain"))
    return Registry.from_sources(entry_point_sources([str(site)])).variant("plain")


class Plugin:
    """
    A plugin that is an object.
    """

    def __init__(self, *variants: object, rules: tuple[object, ...] = ()) -> None:
        self.variants = variants
        self.rules = rules
        self.asked = 0

    @property
    def trap(self) -> NoReturn:
        """
        Raise when anybody looks.
        """
        raise RuntimeError("a property was evaluated")

    @hookimpl
    def tilerules_variants(self) -> tuple[object, ...]:
        """
        Declare what was given.
        """
        self.asked += 1
        return self.variants

    @hookimpl
    def tilerules_house_rules(self) -> tuple[object, ...]:
        """
        Declare what was given.
        """
        return self.rules


def rule(key: str) -> HouseRule:
    """
    Make a house rule that changes nothing.
    """
    return HouseRule(key=key, title="Nothing", apply=lambda variant: variant, variants=["plain"])


def test_properties_are_not_evaluated(plain: Variant) -> None:
    """
    A property that raises does not hinder its plugin.
    """
    registry = Registry()
    registry.register(Plugin(plain), name="object")

    assert plain == registry.variant("plain")


def test_mocks_beside_hooks_are_left_alone(plain: Variant) -> None:
    """
    An attribute that claims to have every mark is not taken for a hook.
    """
    plugin = Plugin(plain)
    plugin.call = __import__("unittest.mock").mock.call  # type: ignore[attr-defined]

    assert Registry().register(plugin).is_loaded


def test_failure_leaves_nothing(plain: Variant) -> None:
    """
    After a failed registration nothing of the plugin remains, and a corrected one registers
    under the same name.
    """
    registry = Registry()
    broken = Plugin(plain, rules=(rule("aunty/nothing"), "no rule"))
    with pytest.raises(PluginLoadError):
        registry.register(broken, name="aunty")

    assert ((), (), ()) == (registry.plugins, registry.variants(), registry.house_rules())

    registry.register(Plugin(plain, rules=(rule("aunty/nothing"),)), name="aunty")
    assert ["aunty/nothing"] == [one.key for one in registry.house_rules()]
    known = [one.key for one in registry.variant("plain").house_rules]
    assert ["aunty/nothing"] == [key for key in known if not key.startswith("table/")]


def test_correction_replaces_the_report(site: Path, plain: Variant) -> None:
    """
    The report of a failure is gone once the plugin has been registered after all.
    """
    source = entry_point_sources([str(site)])[0]
    (site / "tilerules_plain.py").write_text("1 / 0", encoding="utf-8")
    __import__("sys").modules.pop("tilerules_plain")
    registry = Registry.from_sources([source], warn=False)
    assert [False] == [report.is_loaded for report in registry.plugins]

    registry.register(Plugin(plain), source=source)
    assert [True] == [report.is_loaded for report in registry.plugins]
    assert () == registry.failures()


def test_name_is_taken(plain: Variant) -> None:
    """
    Another plugin cannot register under the name of one that works.
    """
    registry = Registry()
    registry.register(Plugin(plain), name="aunty")
    with pytest.raises(PluginConflictError, match="registered already"):
        registry.register(Plugin(), name="aunty")

    assert 1 == len(registry.plugins)


def test_hooks_are_called_once(plain: Variant) -> None:
    """
    What a hook gives is kept: it is not called for look-ups, nor during play.
    """
    registry, plugin = Registry(), Plugin(plain)
    registry.register(plugin)
    for _ in range(3):
        registry.variants()
        round_ = registry.variant("plain").deal(4, seed=1)
        round_.play(next(iter(round_.legal_moves)))

    assert 1 == plugin.asked


def test_same_object_is_registered_once(plain: Variant) -> None:
    """
    Registering an object again notes the other name.
    """
    registry, plugin = Registry(), Plugin(plain)
    registry.register(plugin, name="first")
    registry.register(plugin, name="second")

    assert [("second",)] == [report.aliases for report in registry.plugins]
    assert 1 == plugin.asked


def test_registering_from_many_threads(plain: Variant) -> None:
    """
    Plugins registered and looked up by many threads at once are all there.
    """
    registry = Registry()
    wrong: list[Exception] = []

    def work(number: int) -> None:
        try:
            key = f"thread-{number}/nothing"
            registry.register(Plugin(rules=(rule(key),)), name=f"thread-{number}")
            assert key in [one.key for one in registry.house_rules()]
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == wrong
    assert 16 == len(registry.plugins)


def test_registries_are_independent(plain: Variant) -> None:
    """
    What one registry knows another does not.
    """
    one, other = Registry(), Registry()
    one.register(Plugin(plain))

    assert [1, 0] == [len(registry.variants()) for registry in (one, other)]


@pytest.mark.parametrize("key", ["", "plain+", "plain@", "plain@x", "+", "plain@1@2"])
def test_bad_keys(plain: Variant, key: str) -> None:
    """
    What is no key is refused with the form of one.
    """
    registry = Registry()
    registry.register(Plugin(plain))
    with pytest.raises(UnknownVariantError, match="is no key of a variant"):
        registry.variant(key)


def test_look_ups(plain: Variant) -> None:
    """
    A name is found with and without its version; a wrong version, name or preset is refused
    with what would be right.
    """
    registry = Registry()
    registry.register(Plugin(plain))

    assert registry.variant("plain") == registry.variant(" plain@1 ")
    with pytest.raises(RulesVersionError, match="plain@2 is not installed, plain@1 is"):
        registry.variant("plain@2")
    with pytest.raises(UnknownVariantError, match="did you mean 'plain'"):
        registry.variant("palin")
    with pytest.raises(UnknownVariantError, match="no preset 'gentle'"):
        registry.variant("plain+gentle")


def components(**classes: type[Component]) -> SimpleNamespace:
    """
    Make a plugin that names components.
    """
    holder = SimpleNamespace()
    holder.tilerules_components = hookimpl(
        lambda: {k.replace("_", "-"): c for k, c in classes.items()}
    )
    return holder


def test_components_by_name() -> None:
    """
    A plugin's component is found by its full name, or its short one where only one plugin has
    it; the library's own cannot be taken away.
    """
    registry = Registry()
    registry.register(components(skip=Pass, wait=Pass), name="aunty")
    registry.register(components(skip=Pass), distribution="tilerules-uncle", name="rules")
    registry.register(components(**{"pass": Component}), name="thief")

    assert Pass is registry.component("aunty/skip") is registry.component("uncle/skip")
    assert Pass is registry.component("wait")
    assert Pass is registry.component("pass")
    with pytest.raises(InvalidVariantError, match="aunty/skip or uncle/skip; write it in full"):
        registry.component("skip")
    with pytest.raises(InvalidVariantError, match="did you mean 'wait'"):
        registry.component("weit")


def test_what_is_missing_is_said() -> None:
    """
    With no plugin installed the error names the distributions to install.
    """
    with pytest.raises(UnknownVariantError) as raised:
        Registry().variant("gaple")

    assert "tilerules-gaple" in str(raised.value)
    assert "pip install 'tilerules[games]'" in str(raised.value)


def test_newcomer_brings_a_fault_out(plain: Variant) -> None:
    """
    A rule that fails when it is asked about a later variant takes its own plugin down, no other.
    """

    def why_not(variant: Variant) -> str:
        return "" if variant.name == plain.name else 1 / 0  # type: ignore[return-value]

    first, second = attrs.evolve(plain, name="first"), attrs.evolve(plain, name="second")
    late = attrs.evolve(rule("kitchen/late"), variants=("*",), why_not=why_not)
    registry = Registry()
    registry.register(Plugin(rules=(late,)), distribution="tilerules-kitchen")
    for variant in (plain, second, first):
        registry.register(Plugin(variant), name=variant.name)

    assert ["first", "plain", "second"] == [one.name for one in registry.variants()]
    assert () == registry.house_rules()
    assert "the house rule kitchen/late cannot say whether it is for second: ZeroDivisionError" in (
        str(registry.failures()[0])
    )


def test_folder_without_a_name() -> None:
    """
    An empty name, as a variable that is not set leaves it, is no folder of plugins.
    """
    with pytest.raises(PluginLoadError, match="the name of a folder of plugins is empty"):
        folder_sources("")
