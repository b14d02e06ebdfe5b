"""
One bad plugin is reported and hurts nobody else.
"""

from __future__ import annotations

import random
from pathlib import Path

import attrs
import pytest

from sample_plugins import BROKEN, Distribution, good, variant_module, write
from tilerules.errors import PluginConflictError, PluginError, PluginLoadError
from tilerules.plugins import PluginWarning, Registry, entry_point_sources
from tilerules.plugins.sources import Source

each_broken = pytest.mark.parametrize("broken", BROKEN, ids=lambda one: one.name)


def sources(site: Path) -> tuple[Source, ...]:
    """
    Find the distributions of a folder.
    """
    return entry_point_sources([str(site)])


def quiet(*found: Source) -> Registry:
    """
    Load sources without warnings.
    """
    return Registry.from_sources(found, warn=False)


def keys(registry: Registry) -> list[str]:
    """
    Give the keys of the usable variants.
    """
    return [variant.key for variant in registry.variants()]


@each_broken
def test_broken_plugin_is_reported_alone(broken: Distribution, site: Path) -> None:
    """
    The plugins beside a broken one work, and it is reported once with distribution and cause.
    """
    write(site, good("tilerules-aaa"), broken, good("tilerules-zzz"))

    with pytest.warns(PluginWarning) as warned:
        registry = Registry.from_sources(sources(site))
    bad = [report for report in registry.plugins if report.error is not None]

    assert ["aaa", "zzz"] == keys(registry)
    assert [broken.name] == [report.source.distribution for report in bad]
    assert broken.says in str(bad[0].error)
    assert broken.name == bad[0].error.distribution  # type: ignore[union-attr]
    assert [str(bad[0].error)] == [str(one.message) for one in warned]


@each_broken
def test_report_is_one_line(broken: Distribution, site: Path) -> None:
    """
    What is said of a broken plugin names it and fits one line of a log.
    """
    write(site, broken)
    (report,) = quiet(*sources(site)).plugins

    assert str(report.error).startswith(f"plugin {broken.name} (")
    assert "\n" not in str(report.error)


@each_broken
def test_strict_raises(broken: Distribution, site: Path) -> None:
    """
    A strict registry raises the failure instead.
    """
    write(site, good("tilerules-aaa"), broken)

    with pytest.raises(PluginError, match=r"^plugin tilerules-") as raised:
        Registry.from_sources(sources(site), strict=True)
    assert broken.says in str(raised.value)


def test_cause_is_kept(site: Path) -> None:
    """
    The plugin's own exception can be looked at.
    """
    write(site, *(one for one in BROKEN if one.name == "tilerules-import"))
    (report,) = quiet(*sources(site)).plugins

    assert isinstance(report.error, PluginLoadError)
    assert isinstance(report.error.__cause__, ImportError)


def test_interrupt_passes(site: Path) -> None:
    """
    Ctrl-C while a plugin is imported is not taken for a failure of the plugin.
    """
    source = "raise KeyboardInterrupt"
    write(site, Distribution("tilerules-slow", {"bad_slow": source}, {"slow": "bad_slow"}))

    with pytest.raises(KeyboardInterrupt):
        quiet(*sources(site))


def test_order_does_not_matter(site: Path) -> None:
    """
    Whatever order plugins are found in, the same works, fails and clashes.
    """
    write(
        site,
        good("tilerules-aaa"),
        good("tilerules-zzz"),
        good("tilerules-one", variant="clash"),
        good("tilerules-two", variant="clash"),
        *BROKEN,
    )
    found = list(sources(site))
    expected = quiet(*found)
    rng = random.Random(5)
    for _ in range(5):
        rng.shuffle(found)
        registry = quiet(*found)

        assert ["aaa", "zzz"] == keys(registry)
        assert expected.plugins == registry.plugins
        assert expected.conflicts() == registry.conflicts()
        assert list(map(str, expected.failures())) == list(map(str, registry.failures()))


def test_marks_of_order_do_not_matter(site: Path) -> None:
    """
    A plugin cannot push itself before or behind another.
    """
    for name, mark in (("aaa", "tryfirst"), ("mmm", "trylast"), ("zzz", "tryfirst")):
        source = variant_module(name, decorator=f"@hookimpl({mark}=True)")
        write(site, Distribution(f"tilerules-{name}", {name: source}, {name: name}))

    assert ["aaa", "mmm", "zzz"] == keys(quiet(*sources(site)))


@pytest.mark.parametrize("place", [0, 1, 2])
def test_same_object_twice(place: int, site: Path) -> None:
    """
    Two entry points for one module are one plugin; the other name is noted, wherever it comes.
    """
    write(site, good("tilerules-aaa"), good("tilerules-zzz"))
    found = list(sources(site))
    again = attrs.evolve(found[0], name="again", value="tilerules_aaa:__spec__.name")
    found.insert(place, again)
    registry = quiet(*found)

    assert ["aaa", "zzz"] == keys(registry)
    assert {} == registry.conflicts()
    assert ("again",) == registry.plugins[0].aliases
    assert 2 == len(registry.plugins)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_clash_hurts_only_the_key(place: int, site: Path) -> None:
    """
    A key that two distributions declare names both when asked for; the rest works.
    """
    names = ["tilerules-mmm", "tilerules-nnn"]
    names.insert(place, "tilerules-zzz")
    twice = {name: "clash" for name in names if name != "tilerules-zzz"}
    write(site, *(good(name, variant=twice.get(name, "")) for name in names))
    registry = quiet(*sources(site))

    assert ["zzz"] == keys(registry)
    with pytest.raises(PluginConflictError) as raised:
        registry.variant("clash")
    assert "tilerules-mmm (clash) and tilerules-nnn (clash)" in str(raised.value)


def test_identical_entries_are_merged(site: Path) -> None:
    """
    One entry listed twice, as editable installs do, is one plugin.
    """
    module = good("tilerules-plain").modules
    text = "[tilerules]\nplain = tilerules_plain\nplain = tilerules_plain\n"
    write(site, Distribution("tilerules-plain", module, entry_points=text))

    assert 1 == len(sources(site))
    assert ["plain"] == keys(quiet(*sources(site)))


def test_two_names_of_one_value(site: Path) -> None:
    """
    Two names for one value in one distribution are one plugin, and one report if it is broken.
    """
    write(
        site,
        Distribution("tilerules-bad", {"bad_pair": "1 / 0"}, {"a": "bad_pair", "b": "bad_pair"}),
        Distribution(
            "tilerules-plain",
            good("tilerules-plain").modules,
            dict.fromkeys("ab", "tilerules_plain"),
        ),
    )
    registry = quiet(*sources(site))

    assert [("b",), ("b",)] == [report.source.aliases for report in registry.plugins]
    assert ["plain"] == keys(registry)
    assert 1 == len(registry.failures())


def test_shadowed_distribution(site: Path, tmp_path: Path) -> None:
    """
    Of a distribution found in two folders the first counts, as for imports.
    """
    older = tmp_path / "older"
    older.mkdir()
    write(site, good("tilerules-plain"))
    write(older, Distribution("Tilerules_Plain", {}, {"old": "no_such_module"}))

    found = entry_point_sources([str(site), str(older)])
    assert ["plain"] == [source.name for source in found]


def test_strangers_are_not_looked_at(site: Path) -> None:
    """
    A broken file of a distribution that has no plugins for us is none of our business.
    """
    write(
        site,
        good("tilerules-plain"),
        Distribution("stranger", entry_points="[console_scripts]\ngarbled\n", metadata=""),
    )

    assert ["plain"] == [source.name for source in sources(site)]


def test_names_are_normalised(site: Path) -> None:
    """
    A distribution's name is the one a package index would know it by.
    """
    write(site, attrs.evolve(good("tilerules-plain"), name="Tilerules_Plain.Games"))
    (source,) = sources(site)

    assert "tilerules-plain-games" == source.distribution
    assert "plain-games" == source.namespace


def test_plugin_that_imports_the_host_first(site: Path) -> None:
    """
    A plugin's module can be imported before anything of the library has been used.
    """
    write(site, good("tilerules-plain"))
    module = __import__("tilerules_plain")
    registry = quiet(*sources(site))

    assert module is registry.plugins[0].plugin
    assert ["plain"] == keys(registry)


def test_older_api_still_loads(site: Path) -> None:
    """
    A plugin that says it was written for the first version of the API loads.
    """
    source = f"tilerules_api = 1\n{variant_module('old')}"
    write(site, Distribution("tilerules-old", {"old_plugin": source}, {"old": "old_plugin"}))

    assert ["old"] == keys(quiet(*sources(site)))


def test_optional_hooks_of_a_later_api(site: Path) -> None:
    """
    A plugin may implement a hook that only later versions have, if it says so.
    """
    source = variant_module("early") + (
        "\n\n@hookimpl(optionalhook=True)\ndef tilerules_pictures(size):\n    return ()\n"
    )
    write(site, Distribution("tilerules-early", {"early": source}, {"early": "early"}))

    assert ["early"] == keys(quiet(*sources(site)))


def test_hook_under_another_name(site: Path) -> None:
    """
    The function may be called otherwise if its mark names the hook.
    """
    source = variant_module("named", decorator='@hookimpl(specname="tilerules_variants")').replace(
        "def tilerules_variants", "def declare"
    )
    write(site, Distribution("tilerules-named", {"named": source}, {"named": "named"}))

    assert ["named"] == keys(quiet(*sources(site)))


def test_none_is_no_opinion(site: Path) -> None:
    """
    A hook that gives None declares nothing and is no failure.
    """
    source = (
        variant_module("some") + "\n\n@hookimpl\ndef tilerules_house_rules():\n    return None\n"
    )
    write(site, Distribution("tilerules-some", {"some": source}, {"some": "some"}))
    registry = quiet(*sources(site))

    assert ["some"] == keys(registry)
    assert () == registry.house_rules()
