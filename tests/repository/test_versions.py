"""
Versions are written once, and the distributions admit each other.
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = sorted(path.parent for path in ROOT.glob("plugins/*/pyproject.toml"))

each_plugin = pytest.mark.parametrize("plugin", PLUGINS, ids=lambda path: path.name)


def metadata(project: Path) -> dict[str, Any]:
    """
    Return the project table of a distribution.
    """
    text = (project / "pyproject.toml").read_text(encoding="utf-8")
    table: dict[str, Any] = tomllib.loads(text)["project"]
    return table


def version(project: Path) -> str:
    """
    Return the version of a distribution: its metadata's, or that of its only version file.
    """
    given = metadata(project).get("version")
    if given is not None:
        return str(given)
    (file,) = project.glob("src/*/_version.py")
    (found,) = re.findall(r'^__version__ = "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
    return str(found)


@pytest.mark.parametrize("project", [ROOT, *PLUGINS], ids=lambda path: path.name)
def test_version_is_in_one_place(project: Path) -> None:
    """
    The metadata gives the version, or takes it from the one file of the source that assigns it.
    """
    assigned = [
        path.name
        for path in project.glob("src/**/*.py")
        if re.search(r"^__version__\s*[:=]", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    is_given = "version" in metadata(project)
    assert ([] if is_given else ["_version.py"]) == assigned
    assert is_given != ("version" in metadata(project).get("dynamic", ()))


def test_installed_version() -> None:
    """
    What is installed is what is in the source.
    """
    assert version(ROOT) == installed_version("tilerules")


@each_plugin
def test_plugin_admits_library(plugin: Path) -> None:
    """
    A plugin's range admits the library beside it, and ends before the next breaking release.
    """
    (dependency,) = (Requirement(text) for text in metadata(plugin)["dependencies"])
    major, minor, *_ = (int(part) for part in version(ROOT).split("."))
    breaking = f"{major}.{minor + 1}" if major == 0 else f"{major + 1}.0"

    assert "tilerules" == dependency.name
    assert dependency.specifier.contains(version(ROOT))
    assert not dependency.specifier.contains(breaking)


@each_plugin
def test_extra_admits_plugin(plugin: Path) -> None:
    """
    The extra `games` names each plugin that declares a game, in a range that admits it.
    """
    (package,) = plugin.glob("src/*/__init__.py")
    is_game = "def tilerules_variants" in package.read_text(encoding="utf-8")
    games = {
        requirement.name: requirement.specifier
        for requirement in map(Requirement, metadata(ROOT)["optional-dependencies"]["games"])
    }

    assert is_game == (plugin.name in games)
    assert not is_game or games[plugin.name].contains(version(plugin))


@each_plugin
def test_plugin_supports_the_same(plugin: Path) -> None:
    """
    A plugin has the licence of the library and runs on the same Pythons.
    """
    assert metadata(ROOT)["requires-python"] == metadata(plugin)["requires-python"]
    assert (ROOT / "LICENSE").read_bytes() == (plugin / "LICENSE").read_bytes()


@each_plugin
def test_plugin_entry_point(plugin: Path) -> None:
    """
    A plugin's entry point is its package, under the plugin's name without the prefix.
    """
    (package,) = (path.parent.name for path in plugin.glob("src/*/__init__.py"))
    name = plugin.name.removeprefix("tilerules-")

    assert plugin.name == metadata(plugin)["name"]
    assert {"tilerules": {name: package}} == metadata(plugin)["entry-points"]
