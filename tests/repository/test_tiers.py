"""
The tiers of the tests: what they run, and that nothing in them runs for ever.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from budgets import CASES, COUNTS, EXAMPLES, LIMITS, TIERS, VARIABLE, sample

ROOT = Path(__file__).resolve().parents[2]


def dev() -> Any:
    """
    Import dev.py, which is on no path.
    """
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_pytest(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """
    Run the tests of a folder that has the top-level files of this repository.
    """
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / "tests").mkdir(exist_ok=True)
    shutil.copy(ROOT / "tests" / "budgets.py", folder / "tests")
    kept = {name: value for name, value in os.environ.items() if name != "PYTEST_TIMEOUT"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={**kept, VARIABLE: "samples", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


HANGING_FILE = """
while True:
    pass
"""

HANGING = """
from hypothesis import given
from hypothesis import strategies as st


def test_loop():
    while True:
        pass


@given(st.integers())
def test_property(number):
    while number or not number:
        pass


def test_deaf():
    for _attempt in range(3):
        try:
            while True:
                pass
        except Exception:
            continue


def test_good():
    pass
"""


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_test_that_hangs_is_stopped_and_named(tmp_path: Path, processes: str) -> None:
    """
    Loops that nothing ends fail by name, in a property too and where errors are caught; the
    tests after them run.
    """
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_hanging.py").write_text(HANGING, encoding="utf-8")
    done = run_pytest(tmp_path, "-n", processes, "tests", PYTEST_TIMEOUT="1")

    for name in ("test_loop", "test_property", "test_deaf"):
        where = f"tests/test_hanging.py::{name}"
        assert f"FAILED {where} - " in done.stdout, done.stdout
        assert f"{where} took longer than 1 seconds" in done.stdout
    assert "3 failed, 1 passed" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_file_that_hangs_is_stopped_and_named(tmp_path: Path, processes: str) -> None:
    """
    So is a file that never comes to its tests.
    """
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_never.py").write_text(HANGING_FILE, encoding="utf-8")
    done = run_pytest(tmp_path, "-n", processes, "tests", PYTEST_TIMEOUT="1")

    assert "ERROR tests/test_never.py" in done.stdout, done.stdout
    assert "tests/test_never.py took longer than 1 seconds" in done.stdout


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    """
    This one has, from the table unless something else was asked for; each tier has a number.
    """
    asked = request.config.getoption("timeout") or os.environ["PYTEST_TIMEOUT"]

    assert 0 < float(asked) <= max(LIMITS.values())
    assert set(TIERS) == set(LIMITS) == set(EXAMPLES)


def test_an_unknown_tier_is_refused(tmp_path: Path) -> None:
    """
    A misspelt tier is told with those there are, and runs nothing.
    """
    done = run_pytest(tmp_path, "tests", **{VARIABLE: "everything"})

    assert "TILERULES_TIER is one of quick, samples, all, not 'everything'" in done.stderr
    assert done.returncode not in (0, 5)


def test_samples_are_spread_and_fixed() -> None:
    """
    They are the same each time, in order, the first one among them, and not all at one end.
    """
    assert [0, 3, 6] == sample(range(10), 3)
    assert list(range(10)) == sample(range(10), 10) == sample(range(10), 99)


@pytest.mark.slow
def test_samples_are_taken_of_cases(tmp_path: Path) -> None:
    """
    Of a test in the table so many cases run, in ``all`` each of them; one that is asked for by
    name always does.
    """
    where, most = next(iter(CASES.items()))
    file, _, name = where.partition("::")
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(
        f"import pytest\n\n\n@pytest.mark.parametrize('n', range({most + 7}))\n"
        f"def {name}(n):\n    pass\n",
        encoding="utf-8",
    )
    told = f"{most} passed, 7 deselected"

    assert told in run_pytest(tmp_path, "tests").stdout
    assert f"{most + 7} passed" in run_pytest(tmp_path, "tests", **{VARIABLE: "all"}).stdout
    assert "1 passed" in run_pytest(tmp_path, f"{where}[1]").stdout


@pytest.mark.parametrize("where", CASES)
def test_cases_in_the_table_are_tests(where: str) -> None:
    """
    Each name is a parametrized test that is there.
    """
    file, _, name = where.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    (found,) = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name
    ]

    assert any("parametrize" in ast.unparse(one) for one in found.decorator_list)


def test_every_budget_is_used_and_is_larger_in_full() -> None:
    """
    Each number of the table is asked for by some test, and ``all`` tries more.
    """
    here = Path(__file__).name
    texts = "".join(
        path.read_text(encoding="utf-8")
        for path in ROOT.glob("tests/**/test_*.py")
        if path.name != here
    )
    used = set(re.findall(r'(?<![.\w])count\(\s*"([^"]+)"\s*\)', texts))

    assert used == set(COUNTS)
    assert all(0 < budget.sample < budget.whole for budget in COUNTS.values())


def test_dev_knows_the_same_tiers() -> None:
    """
    What dev.py calls the tiers is what the table calls them; the quick one's folders exist.
    """
    module = dev()

    assert set(TIERS) == {tier.name for tier in module.TIERS.values()}
    assert all((ROOT / folder).is_dir() for folder in module.QUICK)


def test_the_table_of_folders_is_complete() -> None:
    """
    tests/README.md lists the folders here, each once, and none that is not there.
    """
    text = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    first_cells = re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)
    listed = [name for cell in first_cells for name in re.findall(r"`([\w.]+)/`", cell)]
    folders = {
        path.name
        for path in (ROOT / "tests").iterdir()
        if path.is_dir() and path.name != "__pycache__" and any(path.glob("**/*.*"))
    }

    assert sorted(folders) == sorted(listed)
