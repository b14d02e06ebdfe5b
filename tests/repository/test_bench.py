"""
The benches compare two checkouts in one process, and neither sees the other.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench"


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """
    Let the modules of the benches be imported for a while, and their worlds change nothing here.
    """
    monkeypatch.syspath_prepend(str(BENCH))
    before = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(before):
        del sys.modules[name]
    sys.modules.update(before)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """
    Give a checkout that is another one: its library has a title of its own.
    """
    for folder in ("src", "plugins"):
        ignored = shutil.ignore_patterns("__pycache__", "tests", "*.egg-info")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    file = tmp_path / "plugins/tilerules-gaple/src/tilerules_gaple/variant.py"
    text = file.read_text(encoding="utf-8")
    assert 'title="Gaple"' in text
    file.write_text(text.replace('title="Gaple"', 'title="Elpag"'), encoding="utf-8")
    return tmp_path


def test_worlds_are_apart(other: Path) -> None:
    """
    In each world the library and its games are those of its checkout, and outside as before.
    """
    worlds = import_module("worlds")
    here, there = worlds.World(ROOT), worlds.World(other)
    outside = import_module("tilerules")
    found: list[ModuleType] = []
    titles = []
    for world in (here, there, here, there):
        with world:
            found.append(import_module("tilerules"))
            titles.append(found[-1].variant("gaple").title)

    assert ["Gaple", "Elpag", "Gaple", "Elpag"] == titles
    assert found[:2] == found[2:]
    assert str(other) in str(found[1].__file__)
    assert str(ROOT) in str(found[0].__file__)
    assert len({id(one) for one in (*found, outside)}) == 3
    assert outside is import_module("tilerules")


def test_base() -> None:
    """
    What is compared with is a folder or a revision; what is neither is refused.
    """
    worlds = import_module("worlds")

    with worlds.base_root(str(ROOT)) as root:
        assert root == ROOT
    with (
        pytest.raises(worlds.BaseError, match="no-such-revision"),
        worlds.base_root("no-such-revision"),
    ):
        pass


def test_users(other: Path) -> None:
    """
    A case is measured in both checkouts, and one that the other does not know is told as new.
    """
    users, options = import_module("users"), import_module("options")
    said: list[str] = []
    users.run(said.append, options.Options(quick=True, base=str(other), only="Gaple: dumps"))

    (line,) = (one for one in said if one.startswith("Gaple: dumps"))
    cost, ratio = map(float, line.split()[-2:])
    assert 0 < cost
    assert 0.01 < ratio < 100
    assert len(said) == 2


def test_names() -> None:
    """
    A bench that is none is refused, and those there are named.
    """
    done = subprocess.run(
        [sys.executable, str(BENCH / "run.py"), "gapel"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert 2 == done.returncode
    assert "no bench gapel; there are" in done.stderr
