"""
House rules without a package: single files, and variants in TOML.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules
from sample_plugins import Run, variant_module
from tilerules import Registry, dumps, loads
from tilerules.component import Component
from tilerules.errors import PluginLoadError, UnknownVariantError
from tilerules.plugins import PluginWarning, Source, entry_point_sources, folder_sources
from tilerules.plugins.files.core_components import core_components
from tilerules.plugins.files.values import read_parameters
from tilerules.plugins.files.variant_files import VariantFile, load_variant_file
from tilerules.rules.blocking import Pass
from tilerules.rules.starting import BlockDoubleOwner, NextOpener, WinnerOpens

KITCHEN = """\
# What we play on Sundays.
name = "kitchen"
title = "Kitchen gaple"
extends = "gaple"
house-rules = [
    "gaple/lone-blank:points=50",
    "tie-fewest-tiles",
]
remove = ["discard"]
seats = [4]

[parameters.deal-each]
redeal-doubles = 6

[[components]]
component = "pass"
only-without = ["place"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """
    Give an empty folder for single-file plugins.
    """
    where = tmp_path / "rules"
    where.mkdir()
    return where


def registry(folder: Path) -> Registry:
    """
    Load what is installed and what the folder holds.
    """
    return Registry.from_sources((*entry_point_sources(), *folder_sources(folder)))


def write(folder: Path, text: str, name: str = "kitchen.toml") -> Path:
    """
    Write a file into a folder.
    """
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def failure(folder: Path, text: str) -> str:
    """
    Give what is said of a variant file with something wrong in it.
    """
    write(folder, text)
    with pytest.warns(PluginWarning) as warned:
        found = registry(folder)
    assert [True] * (len(found.plugins) - 1) == [
        report.is_loaded for report in found.plugins if report.source.name != "kitchen.toml"
    ]
    (warning,) = warned
    assert "\n" not in str(warning.message)
    return str(warning.message)


# --- variants in TOML -------------------------------------------------------------------------


def test_variant_file(folder: Path) -> None:
    """
    A file makes a variant of its own, the same as code would.
    """
    write(folder, KITCHEN)
    kitchen = registry(folder).variant("kitchen")
    gaple = tilerules.variant("gaple")
    by_hand = (
        gaple.with_rules("gaple/lone-blank:points=50", "gaple/tie-fewest-tiles")
        .drop("discard")
        .put(Pass(only_without=("place",)), seats=(4,))
        .tune("deal-each", redeal_doubles=6)
    )

    assert by_hand.diff(kitchen) == ()
    assert ("kitchen", "Kitchen gaple", (4,)) == (kitchen.key, kitchen.title, kitchen.seats)
    assert kitchen.house_rules == gaple.house_rules
    assert () == kitchen.applied


def test_it_plays_and_is_recorded(folder: Path) -> None:
    """
    Its rounds are played, recorded and read like any other's.
    """
    write(folder, KITCHEN)
    found = registry(folder)
    round_ = found.variant("kitchen").deal(4, seed=2)
    while round_.outcome is None:
        round_ = round_.play(next(iter(round_.legal_moves)))

    assert round_ == loads(dumps(round_), registry=found)


def test_house_rules_of_the_extended_game(folder: Path) -> None:
    """
    The house rules of the game it extends can be added to it.
    """
    write(folder, 'name = "kitchen"\nextends = "gaple"')
    kitchen = registry(folder).variant("kitchen").with_rules("gaple/pass")

    assert tilerules.variant("gaple").with_rules("gaple/pass").diff(kitchen) == ()


def test_files_may_extend_each_other(folder: Path) -> None:
    """
    A file may extend what another file defines, whatever the files are called.
    """
    write(folder, 'name = "aaa"\nextends = "zzz"\nhouse-rules = ["pass"]', "a.toml")
    write(folder, 'name = "zzz"\nextends = "gaple"', "z.toml")

    assert {"aaa", "gaple", "zzz"} <= {variant.key for variant in registry(folder).variants()}


def test_circle(folder: Path) -> None:
    """
    Files that extend each other in a circle are reported, and others are not held up.
    """
    write(folder, 'name = "aaa"\nextends = "bbb"', "a.toml")
    write(folder, 'name = "bbb"\nextends = "aaa"', "b.toml")
    write(folder, 'name = "ccc"\nextends = "gaple"', "c.toml")
    write(folder, 'name = "ddd"\nextends = "aaa"', "d.toml")
    with pytest.warns(PluginWarning, match="in a circle"):
        found = registry(folder)

    assert "ccc" in [variant.key for variant in found.variants()]
    says = "extends: files extend each other in a circle"
    assert [
        f"a.toml:2: {says}: aaa > bbb > aaa",
        f"b.toml:2: {says}: bbb > aaa > bbb",
        f"d.toml:2: {says}: ddd > aaa > bbb > aaa",
    ] == [str(error) for error in found.failures()]


@pytest.mark.parametrize(
    ("value", "later"),
    [
        ('"block-double-owner"', BlockDoubleOwner()),
        ('{component = "winner-opens", double = "always"}', WinnerOpens("always")),
    ],
)
def test_components_as_parameters(folder: Path, value: str, later: NextOpener) -> None:
    """
    A parameter that is a component is named, or written as a table with its own parameters.
    """
    write(folder, f'name = "kitchen"\nextends = "gaple"\nparameters.by-deal.later = {value}')
    wanted = tilerules.variant("gaple").tune("by-deal", later=later)

    assert wanted.diff(registry(folder).variant("kitchen")) == ()


def as_written(value: object) -> object:
    """
    Give the value of a parameter as it stands in a file.
    """
    if value is None:
        return "none"
    if isinstance(value, Component):
        return value.code
    return [as_written(one) for one in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", core_components())
def test_every_component_can_be_written(name: str) -> None:
    """
    The default of each parameter of each component of the library can be written in a file.
    """
    cls, find = core_components()[name], Registry().component
    for field in attrs.fields(cls):
        if field.default is not attrs.NOTHING:
            default = field.default
            if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # a class at run time
                default = default.factory()
            read = read_parameters(cls, {field.name: as_written(default)}, find, ())
            assert {field.name: default} == read


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = \n", "kitchen.toml:1: this is no TOML: Invalid value at column 8"),
        ("", "kitchen.toml:1: the key 'name' is missing"),
        ('name = "kitchen"', "kitchen.toml:1: the key 'extends' is missing"),
        ("name = 3", "kitchen.toml:1: name: must be a text in quotes, not 3"),
        (
            '\nname = "kitchen"\nextend = "gaple"',
            "kitchen.toml:3: extend: there is no such key; did you mean 'extends'?",
        ),
        (
            'name = "kitchen"\n\nextends = "gapel"',
            "kitchen.toml:3: extends: no installed plugin declares the variant 'gapel'; "
            "did you mean 'gaple'?",
        ),
        (
            'name = "Kitchen table"\nextends = "gaple"',
            "kitchen.toml:1: name: Kitchen table: 'Kitchen table' is no name of a variant",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\nseats = [2.5]',
            "kitchen.toml:3: seats: must be a whole number, not 2.5",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\nseats = [5, 4]',
            "kitchen.toml:3: seats: kitchen: seats must be ascending numbers",
        ),
        (
            KITCHEN.replace("tie-fewest-tiles", "tie-fewest-tile"),
            "kitchen.toml:7: house-rules: gaple knows no house rule 'tie-fewest-tile'; "
            "did you mean 'tie-fewest-tiles'?",
        ),
        (
            KITCHEN.replace("points=50", "point=50"),
            "kitchen.toml:6: house-rules: gaple/lone-blank has no parameter 'point'; "
            "did you mean 'points'?",
        ),
        (
            KITCHEN.replace("tie-fewest-tiles", "blank-double"),
            "kitchen.toml:7: house-rules: gaple/blank-double and gaple/lone-blank:points=50 both",
        ),
        (
            KITCHEN.replace('["discard"]', '["discart"]'),
            "kitchen.toml:9: remove: there is no part 'discart'; did you mean 'discard'?",
        ),
        (
            KITCHEN.replace("redeal-doubles", "redeal-double"),
            "kitchen.toml:13: parameters.deal-each.redeal-double: there is no such parameter; "
            "did you mean 'redeal_doubles'?",
        ),
        (
            KITCHEN.replace("redeal-doubles = 6", 'redeal-doubles = "six"'),
            "kitchen.toml:13: parameters.deal-each.redeal-doubles: must be a whole number, not",
        ),
        (
            'name = "kitchen"\nextends = "mexican-train"\n[parameters.markers]\noff = "never"',
            "kitchen.toml:4: parameters.markers.off: 'off' must be in",
        ),
        (
            KITCHEN.replace("parameters.deal-each", "parameters.deal-eech"),
            "kitchen.toml:12: parameters.deal-eech: there is no part 'deal-eech'; "
            "did you mean 'deal-each'?",
        ),
        (
            KITCHEN.replace('component = "pass"', 'component = "pas"'),
            "kitchen.toml:16: components.component: there is no component 'pas'; "
            "did you mean 'pass'?",
        ),
        (
            KITCHEN.replace('component = "pass"', 'componet = "pass"'),
            "kitchen.toml:15: components: must name a component, e.g. {component = 'pass'}",
        ),
        (
            KITCHEN.replace('only-without = ["place"]', 'only-without = "place"'),
            "kitchen.toml:17: components.only-without: must be a list in brackets, not 'place'",
        ),
        (
            KITCHEN.replace('only-without = ["place"]', "only-without = [1]"),
            "kitchen.toml:17: components.only-without: must be a text in quotes, not 1",
        ),
        (
            KITCHEN + '\n[[components]]\ncomponent = "fixed-value"\npoints = 3\n',
            "kitchen.toml:20: components.component: fixed-value lacks its parameter 'tile'",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\n[parameters.by-deal]\nlater = "pass"',
            "kitchen.toml:4: parameters.by-deal.later: pass does not belong here; "
            "it is no NextOpener",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\n'
            'parameters.by-deal.later = {component = "winner-opens", double = "often"}',
            "kitchen.toml:3: parameters.by-deal.later.double: winner-opens cannot be made so: "
            "'double' must be in",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\nremove = ["went-out", "blocked"]',
            "kitchen.toml:3: remove: gaple: no ending ends the round",
        ),
        (
            'name = "gaple"\nextends = "gaple"',
            "kitchen.toml:1: name: 'gaple' is the game it extends; give it another name",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\n\nversion = 0',
            "kitchen.toml:4: version: kitchen: version is a number from 1, not 0",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\ntitle = ""',
            "kitchen.toml:3: title: kitchen: the title is a line of text, not ''",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\ntitle = "\\u001b[31mred"',
            "kitchen.toml:3: title: kitchen: the title is a line of text, not '\\x1b[31mred'",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\nsummary = "one\\ntwo"',
            "kitchen.toml:3: summary: kitchen: the summary is a line of text, or empty, not",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\nseats = [4, 6]',
            "kitchen.toml:3: seats: these rules name no hand size for 6 seats",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\n[parameters.deal-each]\nsizes = []\neach = 500',
            "kitchen.toml:3: parameters.deal-each: 5 seats of 500 tiles need 2500",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\nremove = ["deal-each"]',
            "kitchen.toml:3: remove: no game can do without 'deal-each'; it can be tuned",
        ),
        (
            KITCHEN.replace('only-without = ["place"]', 'only-without = ["place", "plaze"]'),
            "kitchen.toml:17: components.only-without: there is no kind of move 'plaze'; "
            "did you mean 'place'?",
        ),
        (
            'name = "kitchen"\nextends = "gaple"\n[parameters.discard]\nonly_without = ["plaze"]',
            "kitchen.toml:4: parameters.discard.only_without: there is no kind of move 'plaze'",
        ),
        (
            'name = "kitchen"\nextends = \u201cgaple\u201d',
            "kitchen.toml:2: this is no TOML: Invalid value at column 11; quotes must be straight",
        ),
        ('name = "kitchen', "kitchen.toml:1: this is no TOML: "),
        (
            f'name = "kitchen"\nextends = "gaple"\nversion = {"9" * 5000}',
            "kitchen.toml: this is no TOML: a number is too long, or",
        ),
    ],
)
def test_errors_point(folder: Path, text: str, says: str) -> None:
    """
    What is wrong is said with file, line, key and the nearest valid name, in one line.
    """
    assert failure(folder, text).startswith(says)


def test_not_utf8(folder: Path) -> None:
    """
    A file in another encoding is refused by name.
    """
    path = folder / "kitchen.toml"
    path.write_bytes(b'extends = "gaple"\nname = "k\xfcche"')
    with pytest.raises(PluginLoadError, match=r"^kitchen\.toml:2: this is no text in UTF-8"):
        load_variant_file(path)


def test_byte_order_mark(folder: Path) -> None:
    """
    What some editors put in front of a file does no harm.
    """
    (folder / "kitchen.toml").write_bytes(b"\xef\xbb\xbf" + KITCHEN.encode())

    assert "kitchen" == load_variant_file(folder / "kitchen.toml").name


def test_variant_file_in_another_process(folder: Path) -> None:
    """
    A round of it is looked up where it is unpickled, which says so if it is not there.
    """
    write(folder, KITCHEN)
    data = pickle.dumps(registry(folder).variant("kitchen").deal(4, seed=2))
    with pytest.raises(UnknownVariantError, match=r"'kitchen' of kitchen\.toml is not installed"):
        pickle.loads(data)


# --- single Python files ----------------------------------------------------------------------


def test_single_file_plugin(folder: Path) -> None:
    """
    A Python file is a plugin; its name is the namespace of its house rules.
    """
    rule = (
        "\n\n@hookimpl\ndef tilerules_house_rules():\n"
        "    return [HouseRule(key='aunty-rules/late', title='Late', apply=lambda v: v,"
        " variants=['gaple'])]\n"
    )
    write(folder, variant_module("aunty") + rule, "aunty_rules.py")
    found = registry(folder)

    assert "aunty" == found.variant("aunty").key
    assert "aunty-rules/late" in [one.key for one in found.variant("gaple").house_rules]


def test_two_folders(tmp_path: Path) -> None:
    """
    Files of one name in two folders are two modules, of which only one can have the name.
    """
    sources: list[Source] = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(tmp_path / name, variant_module(name), "house.py")
        sources += folder_sources(tmp_path / name)
    found = Registry.from_sources(sources, warn=False)

    assert ["one"] == [variant.key for variant in found.variants()]
    assert "registered already" in str(found.failures()[0])


def test_other_files_are_left_alone(folder: Path) -> None:
    """
    Notes, hidden files, files that begin with an underscore, and folders are no plugins.
    """
    for name in ("notes.txt", "_helper.py", ".hidden.toml", "README"):
        write(folder, "1 / 0", name)
    (folder / "sub.py").mkdir()

    assert () == folder_sources(folder)


def test_broken_file(folder: Path) -> None:
    """
    A file that cannot be imported is reported and leaves no module behind.
    """
    import sys

    write(folder, "1 / 0", "broken.py")
    before = set(sys.modules)
    with pytest.warns(PluginWarning, match="plugin broken: cannot be imported: ZeroDivisionError"):
        registry(folder)

    assert set() == {name for name in set(sys.modules) - before if "broken" in name}


def test_no_such_folder(tmp_path: Path) -> None:
    """
    A folder that cannot be read is reported.
    """
    with pytest.warns(PluginWarning, match="the folder cannot be read: No such file"):
        registry(tmp_path / "nowhere")


def test_folder_in_the_environment(folder: Path, run_scenario: Run) -> None:
    """
    A variable names folders of single-file plugins; they can be chosen from like the others.
    """
    write(folder, variant_module("aunty"), "aunty.py")
    write(folder, 'name = "kitchen"\nextends = "aunty"')
    seen = run_scenario(TILERULES_PLUGINS_DIR=str(folder), TILERULES_ONLY_PLUGINS="aunty,kitchen")

    assert ["aunty", "kitchen"] == seen["variants"]
    assert [] == seen["warned"]


VALUES = st.recursive(
    st.one_of(
        st.booleans(), st.integers(-3, 30), st.sampled_from(["none", "pass", "gaple", "", "4-4"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["component", "tile", "points", "most"]), inner, max_size=2
        ),
    ),
    max_leaves=4,
)
CODES = ["deal-each", "by-deal", "count", "went-out", "dealing", "nothing"]
PARAMETERS = ["sizes", "each", "redeal_doubles", "later", "all_dealt", "tile", "decides", "x"]
TABLES = st.fixed_dictionaries(
    {"name": st.just("kitchen"), "extends": st.just("gaple")},
    optional={
        "seats": VALUES,
        "version": VALUES,
        "house-rules": st.lists(st.sampled_from(["pass", "gaple/hands:size=9", "x"]), max_size=2),
        "remove": st.lists(st.sampled_from(["discard", "place", "count", "x"]), max_size=2),
        "components": st.lists(
            st.fixed_dictionaries(
                {"component": st.sampled_from(sorted(core_components()))},
                optional=dict.fromkeys(PARAMETERS, VALUES),
            ),
            max_size=2,
        ),
        "parameters": st.dictionaries(
            st.sampled_from(CODES),
            st.dictionaries(st.sampled_from(PARAMETERS), VALUES, max_size=2),
            max_size=2,
        ),
    },
)


@given(TABLES)
def test_any_file(table: dict[str, object]) -> None:
    """
    Whatever stands in a file, it makes a variant or is refused with its name.
    """
    file = VariantFile(Path("kitchen.toml"), table, "")
    said = "kitchen.toml: "
    try:
        file.check()
        assert "kitchen" == file.build(tilerules.default_registry()).name
    except PluginLoadError as error:
        said = str(error)

    assert said.startswith(("kitchen.toml: ", "kitchen.toml:1: "))


@pytest.mark.parametrize(
    "line",
    [
        'title = ["{}"]',
        'extends = "{}"',
        'version = "{}"',
        'seats = ["{}"]',
        'house-rules = ["{}"]',
        'remove = ["{}"]',
        '"{}" = 1',
        '[parameters."{}"]',
        '[parameters.deal-each]\neach = "{}"',
        '[parameters.deal-each]\n"{}" = 1',
        '[[components]]\ncomponent = "{}"',
    ],
)
def test_endless_texts(folder: Path, line: str) -> None:
    """
    However long a wrong word is, what is said of it is short.
    """
    extends = "" if line.startswith("extends") else 'extends = "gaple"\n'
    said = failure(folder, f'name = "kitchen"\n{extends}{line.format("x" * 100_000)}\n')

    assert said.startswith("kitchen.toml:")
    assert len(said) < 1500
